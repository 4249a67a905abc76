// The first steps, by keys alone.

import type { Page } from "@playwright/test";

import { expect, test } from "./page";
import { withSettings } from "./shell/scenario";
import { firstDeaf, firstDownload, firstHotkey, firstMicrophone, firstTry, firstTryMissing, firstWayland, idle, noModel } from "./shell/scenarios";

const steps = (page: Page) => page.getByRole("list", { name: "First steps" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("each step is told where it is, and the heading has the focus", async ({ open }) => {
  const window = await open(withSettings(idle, { first_step: "microphone" }));
  const { page } = window;
  const names = ["Can Aloud hear you?", "Who turns speech into text?", "Which keys begin a dictation?", "Say a sentence", "That is all"];
  const short = ["Microphone", "Model", "Hotkey", "Try it", "Ready"];
  for (const [at, name] of names.entries()) {
    await expect(heading(page, name)).toBeFocused();
    await expect(steps(page).locator("[aria-current=step]")).toContainText(short[at]!);
    await expect(page.getByText(`Step ${at + 1} of 5`)).toBeVisible();
    await page.getByRole("button", { name: at < 4 ? "Continue" : "Begin" }).press("Enter");
  }
  await expect(page.getByRole("navigation")).toBeVisible();
  const patches = (await window.asked("patch")).map(({ patch }) => patch);
  expect(patches).toEqual(["model", "hotkey", "try", "last", null].map((first_step) => ({ first_step })));
});

test("what happens meanwhile moves no focus", async ({ open }) => {
  const window = await open(withSettings(idle, { first_step: "microphone" }));
  const skip = window.page.getByRole("button", { name: "Skip this step" });
  await skip.focus();
  await window.tell([{ type: "check", check: { state: "hears", rms: 0.05, speech: true } }, { type: "target", name: "xterm" }]);
  await expect(skip).toBeFocused();
});

test("one step, all of them and the way back are a key away", async ({ open }) => {
  const { page } = await open(withSettings(idle, { first_step: "hotkey" }));
  await page.getByRole("button", { name: "Back" }).press("Enter");
  await expect(heading(page, "Who turns speech into text?")).toBeFocused();
  await page.getByRole("button", { name: "Skip this step" }).press("Space");
  await expect(heading(page, "Which keys begin a dictation?")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("navigation")).toBeVisible();
});

test("a key that is recorded or a menu that is left skips nothing", async ({ open }) => {
  const { page } = await open(firstHotkey);
  const recorder = page.getByRole("button", { name: /Press to change the hotkey/ });
  await recorder.press("Enter");
  await expect(page.getByRole("button", { name: "Press the keys…" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(heading(page, "Which keys begin a dictation?")).toBeVisible();
  await expect(recorder).toBeVisible();
});

test("a voice is heard in the microphone that is chosen", async ({ open }) => {
  const window = await open(withSettings(idle, { first_step: "microphone" }));
  const { page } = window;
  const status = page.getByRole("status");
  await expect(status).toHaveText("The microphone is being opened…");
  await window.tell([{ type: "check", check: { state: "hears", rms: 0.05, speech: false } }]);
  await expect(status).toContainText("Say something…");
  await page.evaluate(() => globalThis.window.measures.watchShifts());
  await window.tell([{ type: "check", check: { state: "hears", rms: 0.2, speech: true } }]);
  await expect(status).toContainText("We hear you.");
  expect(Number(await page.getByRole("meter").getAttribute("aria-valuenow"))).toBeGreaterThan(40);
  await window.tell([{ type: "check", check: { state: "hears", rms: 0.001, speech: false } }]);
  await expect(status).toContainText("We hear you.");
  expect(await page.evaluate(() => globalThis.window.measures.shiftsSeen())).toEqual([]);
  await page.getByRole("combobox", { name: "Microphone" }).selectOption("Blue Yeti");
  await expect(status).toContainText("Say something…");
  await page.getByRole("button", { name: "Continue" }).click();
  const asked = (await window.asked("check_microphone")).map(({ on }) => on);
  expect([asked[0], asked.at(-1)]).toEqual([true, false]);
  expect(asked.filter((on) => on).length).toBeGreaterThan(1);
});

test("without a microphone it is said what to do", async ({ open }) => {
  const window = await open(firstDeaf);
  await expect(window.page.getByText("No microphone was found", { exact: true })).toBeVisible();
  const before = (await window.asked("check_microphone")).length;
  await window.page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(async () => (await window.asked("check_microphone")).length).toBeGreaterThan(before);
});

test("without a model some are proposed, one is fetched, and it goes on meanwhile", async ({ open }) => {
  const window = await open(withSettings(noModel, { first_step: "model" }));
  const { page } = window;
  const names = page.getByRole("main").getByRole("listitem").locator("strong");
  await expect(names).toHaveText(["Parakeet TDT 0.6B v3", "Whisper Base", "Whisper Tiny"]);
  await page.getByRole("button", { name: "Download Whisper Tiny, 45 MB" }).press("Enter");
  await expect(page.getByRole("progressbar", { name: "Download of Whisper Tiny" })).toBeVisible();
  await page.getByRole("button", { name: "Continue", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Continue", exact: true }).press("Enter");
  await expect(page.getByText("The model is on its way.")).toBeVisible();
});

test("models that are there are measured on demand", async ({ open }) => {
  const window = await open(withSettings(idle, { first_step: "model" }));
  await window.page.getByRole("button", { name: "Measure", exact: true }).press("Enter");
  expect(await window.asked("measure_models")).toHaveLength(1);
  await expect(window.page.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
});

test("the hotkey is tried without beginning anything", async ({ open }) => {
  const window = await open(firstHotkey);
  const { page } = window;
  await expect(page.getByRole("status")).toContainText("Press it now: Ctrl Alt Space");
  expect(await window.asked("try_hotkey")).toEqual([{ trying: true }]);
  await window.tell([{ type: "pressed" }]);
  await expect(page.getByRole("status")).toContainText("It works.");
  await page.getByRole("button", { name: "Continue" }).click();
  expect(await window.asked("try_hotkey")).toEqual([{ trying: true }, { trying: false }]);
});

test("on Wayland the line for the desktop is shown, and its call is seen", async ({ open }) => {
  const window = await open(firstWayland);
  await expect(window.page.getByText("bindsym Ctrl+Alt+space exec aloud toggle")).toBeVisible();
  await window.tell([{ type: "pressed" }]);
  await expect(window.page.getByRole("status")).toContainText("It works.");
});

test("a sentence is shown as it comes, and that it would stand elsewhere", async ({ open }) => {
  const { page } = await open(firstTry);
  await expect(page.getByRole("region", { name: "What was understood" })).toHaveText("Please order forty new gaskets for the pump in hall two.");
  await expect(page.getByRole("status")).toContainText("It works.");
  await expect(page.getByText("on the clipboard")).toHaveCount(0);
});

test("what is missing for a sentence is said", async ({ open }) => {
  const { page } = await open(firstTryMissing);
  await expect(page.getByText("There is no model yet, so nothing can be written.")).toBeVisible();
});

test("autostart is off until somebody wants it", async ({ open }) => {
  const window = await open(withSettings(idle, { first_step: "last" }));
  const { page } = window;
  const autostart = page.getByRole("switch", { name: "Start with the session" });
  await expect(autostart).not.toBeChecked();
  await autostart.press("Space");
  await expect(autostart).toBeChecked();
  expect(await window.asked("set_autostart")).toEqual([{ on: true }]);
});

test("the settings lead here again", async ({ open }) => {
  const { page } = await open(idle, { page: "settings" });
  await expect(page.getByRole("switch", { name: "Start with the session" })).not.toBeChecked();
  await page.getByRole("button", { name: "Run the first steps again" }).click();
  await expect(heading(page, "Can Aloud hear you?")).toBeFocused();
});

test("everything of a step is reached by keys, and seen", async ({ open }) => {
  for (const scenario of [firstMicrophone, firstDownload]) {
    const { page } = await open(scenario);
    const count = await page.evaluate(() => window.measures.numberControls());
    await page.getByRole("button", { name: "Skip all" }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    for (let place = 0; place < count; place += 1) {
      const { what, ...found } = await page.evaluate(() => window.measures.focused());
      expect(found, what).toEqual({ place: String(place), ring: true });
      await page.keyboard.press("Tab");
    }
  }
});
