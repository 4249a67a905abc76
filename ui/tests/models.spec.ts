// The Models page: what is installed, which is used, and how another one comes in.

import type { Page } from "@playwright/test";

import type { Measures, News, Progress } from "../src/lib/types";
import { expect, test } from "./page";
import { idle } from "./shell/scenario";
import { damaged, imports, measured, MEASURES, noModel } from "./shell/scenarios";

/** The models that are there, one by one. */
const installed = (page: Page) => page.getByRole("region", { name: "Installed" }).getByRole("listitem");

test("another model is used by one press", async ({ open }) => {
  const window = await open(idle, { page: "models" });
  const { page } = window;
  const models = installed(page).filter({ hasText: " MB" });
  await expect(models.first()).toContainText("in use");
  await expect(installed(page).filter({ hasText: "Whisper tiny" })).toContainText("The file ends after 21.0 of 43.5 MB.");
  await page.getByRole("button", { name: "Use Whisper large v3 turbo" }).click();
  await expect(models.first()).toContainText("Whisper large v3 turbo");
  expect(await window.asked("patch")).toEqual([{ patch: { model: "whisper-large-v3-turbo-Q8_0" } }]);
});

test("a model that cannot be used stays where it is, with the reason", async ({ open }) => {
  const window = await open(idle, { page: "models" });
  await window.refuse("patch", "A take is going on. Stop it first.");
  await window.page.getByRole("button", { name: "Use Whisper large v3 turbo" }).click();
  const item = installed(window.page).filter({ hasText: "Whisper large v3 turbo" });
  await expect(item.getByRole("alert")).toHaveText("A take is going on. Stop it first.");
});

test("the loaded model says what it can, and all its languages on demand", async ({ open }) => {
  const { page } = await open(idle, { page: "models" });
  await expect(page.getByText("Finds out by itself which one is spoken.")).toBeVisible();
  const loaded = page.getByRole("region", { name: "In use" });
  await loaded.getByText("16 languages").click();
  await expect(loaded.getByText(/^Arabic, Chinese, .* and Ukrainian$/)).toBeVisible();
});

test("a model is imported: the folder is chosen, progress is shown, and it is in the list", async ({ open }) => {
  const window = await open(idle, { page: "models" });
  const { page } = window;
  await page.getByRole("button", { name: "Add a folder…" }).click();
  await expect(page.getByRole("textbox", { name: "File or folder" })).toHaveValue("/home/anna/models/faster-whisper-small");
  await expect(page.getByRole("progressbar")).toHaveAttribute("value", "0.5");
  await expect(page.getByText("50%, 132 MB of 264 MB")).toBeVisible();
  // It goes on while another page is shown.
  await window.go("history");
  await window.go("models");
  await expect(page.getByRole("progressbar")).toBeVisible();
  await page.evaluate(() => globalThis.window.shell.finishImport());
  await expect(page.getByText("Whisper small is imported.")).toBeVisible();
  await expect(installed(page).filter({ hasText: "Whisper small" })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  expect(await window.asked("import_model")).toEqual([{ path: "/home/anna/models/faster-whisper-small" }]);
});

test("a file is imported that is chosen in the system's dialogue", async ({ open }) => {
  const window = await open(idle, { page: "models" });
  await window.page.getByRole("button", { name: "Add a file…" }).click();
  await expect.poll(() => window.asked("import_model")).toEqual([{ path: "/home/anna/models/ggml-small.bin" }]);
});

test("an import that fails halfway says why, and can be tried again", async ({ open }) => {
  const { page } = await open(idle, { page: "models" });
  const folder = page.getByRole("textbox", { name: "File or folder" });
  await folder.fill("/home/anna/models/faster-whisper-small");
  await folder.press("Enter");
  await expect(page.getByRole("progressbar")).toBeVisible();
  await page.evaluate(() => window.shell.failImport({ code: "io", message: "The disk is full. Make room and try again." }));
  await expect(page.getByRole("alert")).toHaveText("The disk is full. Make room and try again.");
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(folder).toHaveValue("/home/anna/models/faster-whisper-small");
  await expect(page.getByRole("button", { name: "Import", exact: true })).toBeEnabled();
});

test("an import that began before the window did is shown", async ({ open }) => {
  const { page } = await open(imports, { page: "models" });
  await expect(page.getByText("50%, 132 MB of 264 MB")).toBeVisible();
  await expect(page.getByRole("button", { name: "Importing…" })).toBeDisabled();
});

test("a folder that is refused stays in the field, with the reason", async ({ open }) => {
  const window = await open(idle, { page: "models" });
  const { page } = window;
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("Please name a file or folder first.");
  await window.refuse("import_model", "/tmp/music: there is no model.bin in it");
  const folder = page.getByRole("textbox", { name: "File or folder" });
  await folder.fill("/tmp/music");
  await folder.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("/tmp/music: there is no model.bin in it");
  await expect(folder).toHaveValue("/tmp/music");
});

test("a model that could not be loaded is loaded again on demand", async ({ open }) => {
  const window = await open(damaged, { page: "models" });
  await expect(window.page.getByText("whisper-base-Q8_0.gguf is damaged. Import it again.")).toBeVisible();
  await window.page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => window.asked("retry_model")).toHaveLength(1);
});

test("without any model it says how to get one", async ({ open }) => {
  const { page } = await open(noModel, { page: "models" });
  await expect(page.getByText("No model yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "Download Whisper Base, 85 MB" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "File or folder" })).toBeVisible();
});

test("models that cannot be listed are asked for again", async ({ open }) => {
  const window = await open({ ...idle, refusals: { models: { code: "io", message: "The folder of the models cannot be read." } } }, { page: "models" });
  await expect(window.page.getByText("The folder of the models cannot be read.")).toBeVisible();
  await window.refuse("models", null);
  await window.page.getByRole("button", { name: "Try again" }).click();
  await expect(installed(window.page).first()).toBeVisible();
});

/** The first of the models is as far as this, the others wait. */
function begun(progress: Progress): News[] {
  const [first, ...others] = MEASURES.models;
  if (!first) throw new Error("there is none");
  const waiting = others.map((model) => ({ ...model, progress: { state: "waiting" } as const }));
  const measures: Measures = { models: [{ ...first, progress }, ...waiting], recommended: null };
  return [{ type: "measures", measures }];
}

test("the models are measured on demand, and one is recommended", async ({ open }) => {
  const window = await open(idle, { page: "models" });
  const { page } = window;
  const section = page.getByRole("region", { name: "Which model suits my machine?" });
  await section.getByRole("button", { name: "Measure", exact: true }).click();
  expect(await window.asked("measure_models")).toHaveLength(1);
  await window.tell(begun({ state: "measuring" }));
  await expect(section.getByRole("button", { name: "Measuring…" })).toBeDisabled();
  await expect(section.getByRole("listitem").first()).toContainText("is being measured…");
  await expect(section.getByRole("listitem").last()).toContainText("waiting");
  await page.evaluate(() => globalThis.window.measures.watchShifts());
  await window.tell([{ type: "measures", measures: MEASURES }]);
  const [base, turbo, german] = await section.getByRole("listitem").all();
  await expect(base!).toContainText("0.7 s for a short sentence · 7.4 × faster than speech · 2 of 43 words wrong");
  await expect(base!).toContainText("recommended");
  await expect(turbo!).toContainText("too slow");
  await expect(turbo!).not.toContainText("recommended");
  await expect(german!).toContainText("Could not be measured");
  await expect(section.getByRole("status")).toContainText("Whisper base makes the fewest mistakes");
  await expect(section.getByRole("button", { name: "Measure again" })).toBeEnabled();
  expect(await page.evaluate(() => globalThis.window.measures.shiftsSeen())).toEqual([]);
});

test("measuring that is refused says why, and a dictation ends it", async ({ open }) => {
  const window = await open(idle, { page: "models" });
  const section = window.page.getByRole("region", { name: "Which model suits my machine?" });
  await window.refuse("measure_models", "Something is being dictated. Measure when it is written.");
  await section.getByRole("button", { name: "Measure", exact: true }).click();
  await expect(section.getByRole("alert")).toHaveText("Something is being dictated. Measure when it is written.");
  const models = MEASURES.models.map((model) => ({ ...model, progress: { state: "interrupted" } as const }));
  await window.tell([{ type: "measures", measures: { models, recommended: null } }]);
  await expect(section.getByRole("status")).toHaveText("It ended because a dictation began.");
  await expect(section.getByRole("listitem").first()).toContainText("not measured");
});

test("what was measured before the window was opened is shown", async ({ open }) => {
  const { page } = await open(measured, { page: "models" });
  await expect(page.getByRole("region", { name: "Which model suits my machine?" }).getByText("recommended")).toBeVisible();
});
