// The Models page: what can be had, how it comes, and how one is removed.

import type { Page } from "@playwright/test";

import type { Download } from "../src/lib/types";
import { expect, test } from "./page";
import { idle, noModel, downloads } from "./shell/scenarios";
import { withSnapshot } from "./shell/scenario";

const getMore = (page: Page) => page.getByRole("region", { name: "Get more" });
const row = (page: Page, name: string) =>
  getMore(page).getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) });
const installed = (page: Page) => page.getByRole("region", { name: "Installed" }).getByRole("listitem");

/** How far Parakeet is. */
function parakeet(bytes: number, progress: Download["progress"]): Download[] {
  return [{ id: "parakeet-tdt-0.6b-v3", name: "Parakeet TDT 0.6B v3", bytes, size: 739_000_000, progress }];
}

const RUNS = { state: "running", speed: 2_140_000, left_s: 200, problem: null } as const;

test("what is recommended here stands first, and more is found by kind and language", async ({ open }) => {
  const window = await open(idle, { page: "models" });
  const more = getMore(window.page);
  const names = () => more.locator("strong").allTextContents();
  expect(await names()).toEqual(["Parakeet TDT 0.6B v3", "Whisper Base", "Whisper Tiny"]);
  await expect(row(window.page, "Parakeet TDT 0.6B v3")).toContainText("739 MB · medium speed · CC-BY-4.0");
  await expect(row(window.page, "Whisper Base")).toContainText("in use");
  await more.getByRole("combobox", { name: "Kind" }).selectOption("Translates");
  expect(await names()).toEqual(["Whisper Base", "Whisper Tiny", "Canary 180M Flash", "Voxtral Small 24B 2507"]);
  await expect(more.getByRole("status")).toHaveText("4 models");
  await more.getByRole("combobox", { name: "Spoken language" }).selectOption("Ukrainian");
  expect(await names()).toEqual(["Whisper Base", "Whisper Tiny"]);
  expect(await window.asked("offers")).toContainEqual({ language: "uk" });
  await more.getByRole("combobox", { name: "Kind" }).selectOption("Writes while you speak");
  await expect(more).toContainText("No model is like that.");
});

test("a download is shown in its place, moves nothing, and can be used when it is there", async ({ open }) => {
  const window = await open(idle, { page: "models" });
  const { page } = window;
  const item = row(page, "Parakeet TDT 0.6B v3");
  await item.scrollIntoViewIfNeeded();
  await page.evaluate(() => globalThis.window.measures.watchShifts());
  await item.getByRole("button", { name: "Download Parakeet TDT 0.6B v3, 739 MB" }).press("Enter");
  expect(await window.asked("fetch_model")).toEqual([{ id: "parakeet-tdt-0.6b-v3" }]);
  await expect(item.getByRole("button", { name: "Pause the download of Parakeet TDT 0.6B v3" })).toBeFocused();
  const bar = item.getByRole("progressbar", { name: "Download of Parakeet TDT 0.6B v3" });
  await page.evaluate((list) => globalThis.window.shell.tellDownloads(list), parakeet(310_000_000, RUNS));
  await expect(bar).toHaveAttribute("aria-valuenow", "41");
  await expect(item).toContainText("41% · 4 min left");
  await page.keyboard.press("Enter");
  await expect(item).toContainText("Paused at 41%");
  await expect(item.getByRole("button", { name: "Continue the download of Parakeet TDT 0.6B v3" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.evaluate((list) => globalThis.window.shell.tellDownloads(list), parakeet(739_000_000, { state: "checking" }));
  await expect(item).toContainText("Being checked…");
  // Nothing on the page moved in all that. What was pressed can be ignored by the browser.
  expect(await page.evaluate(() => globalThis.window.measures.shiftsSeen())).toEqual([]);
  await page.evaluate(() => globalThis.window.shell.finishDownload("parakeet-tdt-0.6b-v3"));
  await expect(installed(page).filter({ hasText: "Parakeet" })).toBeVisible();
  await item.getByRole("button", { name: "Use Parakeet TDT 0.6B v3" }).click();
  expect(await window.asked("patch")).toEqual([{ patch: { model: "parakeet-tdt-0.6b-v3-Q8_0" } }]);
  await expect(item).toContainText("in use");
});

test("what was stopped or did not come is continued or cancelled, also what another kind would hide", async ({ open }) => {
  const window = await open(downloads, { page: "models" });
  const { page } = window;
  const failed = row(page, "Voxtral Small 24B 2507");
  await expect(failed.getByRole("alert")).toContainText("The model did not come");
  await expect(failed.getByRole("alert")).toContainText("Network is unreachable");
  await failed.getByRole("button", { name: "Continue the download of Voxtral Small 24B 2507" }).click();
  await expect(failed).toContainText("6% · starting…");
  const paused = row(page, "Canary 180M Flash");
  await paused.getByRole("button", { name: "Cancel the download of Canary 180M Flash" }).click();
  expect(await window.asked("cancel_fetch")).toEqual([{ id: "canary-180m-flash" }]);
  await expect(paused.getByRole("progressbar")).toHaveCount(0);
  await expect(paused.getByRole("button", { name: "Download Canary 180M Flash, 218 MB" })).toBeFocused();
  await expect(row(page, "Whisper Tiny")).toContainText("Waits for the others");
  // Of a file that was asked for by its own name.
  await getMore(page).getByRole("button", { name: "Continue the download of Whisper Base" }).click();
  expect(await window.asked("fetch_model")).toContainEqual({ id: "whisper-base-F16" });
});

test("a download that cannot begin says why", async ({ open }) => {
  const window = await open(noModel, { page: "models" });
  await window.refuse("fetch_model", "ALOUD_MIRROR is no address such as https://mirror.example");
  await window.page.getByRole("button", { name: "Download Whisper Tiny, 45 MB" }).click();
  await expect(row(window.page, "Whisper Tiny").getByRole("alert")).toContainText("ALOUD_MIRROR is no address");
});

test("a model is deleted after a question, by keys alone", async ({ open }) => {
  const window = await open(idle, { page: "models" });
  const { page } = window;
  const ask = page.getByRole("button", { name: "Delete Whisper large v3 turbo" });
  await ask.press("Enter");
  await expect(page.getByRole("group", { name: "Delete Whisper large v3 turbo?" })).toContainText("That frees 874 MB.");
  await expect(page.getByRole("button", { name: "Keep it" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(ask).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await window.asked("delete_model")).toEqual([{ id: "whisper-large-v3-turbo-Q8_0" }]);
  await expect(installed(page).filter({ hasText: "turbo" })).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Installed" })).toBeFocused();
});

test("the model in use is kept until another one is chosen, and the only one is deleted with a warning", async ({ open }) => {
  const window = await open(idle, { page: "models" });
  const { page } = window;
  await page.getByRole("button", { name: "Delete Whisper base" }).click();
  const question = page.getByRole("group", { name: "Delete Whisper base?" });
  await expect(question).toContainText("Choose another model first");
  await expect(question.getByRole("button", { name: "Delete" })).toHaveCount(0);
  // In a folder that is only read.
  await expect(page.getByRole("button", { name: "Delete Whisper tiny" })).toHaveCount(0);
});

test("of the only model it is said what follows", async ({ open }) => {
  const { page } = await open({ ...idle, models: idle.models.slice(0, 1) }, { page: "models" });
  await page.getByRole("button", { name: "Delete Whisper base" }).click();
  const question = page.getByRole("group", { name: "Delete Whisper base?" });
  await expect(question).toContainText("Nothing can be dictated until another one is there.");
  await expect(question.getByRole("button", { name: "Delete" })).toBeVisible();
});

test("what comes is known to a window that is opened meanwhile", async ({ open }) => {
  const { page } = await open(withSnapshot(idle, { downloads: parakeet(370_000_000, RUNS) }), { page: "models" });
  await expect(row(page, "Parakeet TDT 0.6B v3").getByRole("progressbar")).toHaveAttribute("aria-valuenow", "50");
});
