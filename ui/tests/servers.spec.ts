// Servers that recognise in place of this computer: how one is added, tried, chosen and removed, and
// that it is said whom what is said goes to.

import type { Model, Server } from "../src/lib/types";
import { expect, test } from "./page";
import { BASE, idle, withSettings, withSnapshot } from "./shell/scenario";

const GPU: Server = {
  name: "gpu",
  url: "http://gpu.lan:8000/v1",
  model: "voxtral",
  live: false,
  verbose: false,
  insecure: false,
  key: false,
};

const away: Model = {
  state: "ready",
  capabilities: { ...BASE, name: "remote:gpu", backend: "server", remote: { host: "gpu.lan:8000", live: false } },
  in_memory: true,
};
const known = withSettings(idle, { servers: [GPU] });
const used = withSnapshot(withSettings(known, { model: "remote:gpu" }), { model: away });

for (const [language, mark] of [
  ["en", "Leaves this machine: gpu.lan:8000"],
  ["de", "Verlässt diesen Computer: gpu.lan:8000"],
] as const) {
  test(`where a server recognises, it is said on every page (${language})`, async ({ open }) => {
    const window = await open(withSettings(used, { ui_language: language }), { language });
    await expect(window.page.getByText(mark)).toHaveCount(2);
    for (const page of ["captions", "history", "models", "settings"] as const) {
      await window.go(page);
      await expect(window.page.getByText(mark).first()).toBeVisible();
    }
  });
}

test("a model of this computer has no mark", async ({ open }) => {
  const window = await open(known);
  await expect(window.page.getByText(/Leaves this machine/)).toHaveCount(0);
  await window.go("models");
  await expect(window.page.getByText(/Leaves this machine/)).toHaveCount(0);
});

test("a server is added with its key, which stands nowhere afterwards", async ({ open }) => {
  const window = await open(idle, { page: "models" });
  const { page } = window;
  await page.getByText("Add a server").click();
  await page.getByRole("textbox", { name: "Name" }).fill("gpu");
  await page.getByRole("textbox", { name: "Address" }).fill("http://gpu.lan:8000/v1");
  await page.getByRole("textbox", { name: "Model", exact: true }).fill("voxtral");
  const key = page.getByLabel("Key, if it wants one");
  await expect(key).toHaveAttribute("type", "password");
  await key.fill("sk-secret");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("voxtral · gpu.lan:8000")).toBeVisible();
  await expect(key).toHaveValue("");
  expect(await window.asked("patch")).toEqual([{ patch: { servers: [GPU] } }]);
  expect(await window.asked("set_server_key")).toEqual([{ name: "gpu", key: "sk-secret" }]);
});

test("an address that nothing may be sent to stays in its field, with the reason", async ({ open }) => {
  const window = await open(idle, { page: "models" });
  const { page } = window;
  await window.refuse("patch", "settings: servers[0].url: use https");
  await page.getByText("Add a server").click();
  await page.getByRole("textbox", { name: "Address" }).fill("http://speech.example");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("settings: servers[0].url: use https");
  await expect(page.getByRole("textbox", { name: "Address" })).toHaveValue("http://speech.example");
});

test("a server is tried, and what came or what is wrong is shown", async ({ open }) => {
  const window = await open(known, { page: "models" });
  const { page } = window;
  await page.getByRole("button", { name: "Test gpu" }).click();
  await expect(page.getByText("After 0.8 s: “Please find the report attached.”")).toBeVisible();
  await window.refuse("try_server", "the server gpu at gpu.lan:8000 wants a key (401)");
  await page.getByRole("button", { name: "Test gpu" }).click();
  await expect(page.getByRole("alert")).toHaveText("the server gpu at gpu.lan:8000 wants a key (401)");
  expect(await window.asked("try_server")).toEqual([{ name: "gpu" }, { name: "gpu" }]);
});

test("a server is chosen as a model is, and is no longer the model when it goes", async ({ open }) => {
  const window = await open(withSettings(idle, { servers: [{ ...GPU, key: true }] }), { page: "models" });
  const { page } = window;
  await page.getByRole("button", { name: "Use gpu; what you say goes there" }).click();
  const item = page.getByRole("listitem").filter({ hasText: "gpu.lan:8000" });
  await expect(item).toContainText("in use");
  await page.getByRole("button", { name: "Remove gpu" }).click();
  await expect(item).toHaveCount(0);
  expect(await window.asked("set_server_key")).toEqual([{ name: "gpu", key: null }]);
  expect((await window.asked("patch")).at(-1)).toEqual({ patch: { servers: [], model: null } });
});
