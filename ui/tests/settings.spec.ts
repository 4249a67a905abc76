// The Settings page: what is changed is saved at once, and what is refused is said beside it.

import { expect, test, type Window } from "./page";
import { BASE, idle, SETTINGS, withSettings } from "./shell/scenario";
import { manyLanguages, noMicrophone, wayland } from "./shell/scenarios";

const patches = (window: Window) => window.asked("patch");

/** The button that shows the hotkey. */
const hotkey = ({ page }: Window) => page.locator("#row-hotkey");

test("a choice is saved at once and shown when it is kept", async ({ open }) => {
  const window = await open(idle, { page: "settings" });
  const theme = window.page.getByRole("combobox", { name: "Colours" });
  await theme.selectOption("dark");
  await expect(theme).toHaveValue("dark");
  expect(await patches(window)).toEqual([{ patch: { theme: "dark" } }]);
  await expect(window.page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("the language of the window changes with its choice", async ({ open }) => {
  const { page } = await open(idle, { page: "settings" });
  await page.getByRole("combobox", { name: "Language of this window" }).selectOption("de");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Einstellungen");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});

test("what is refused is said beside its row, and the old choice stays", async ({ open }) => {
  const window = await open(idle, { page: "settings" });
  await window.refuse("patch", "The settings could not be written: the disk is full.");
  const sounds = window.page.getByRole("switch", { name: "Sounds at start and stop" });
  await sounds.click();
  await expect(window.page.getByRole("alert")).toHaveText("The settings could not be written: the disk is full.");
  await expect(sounds).toBeChecked();
  await window.refuse("patch", null);
  await sounds.click();
  await expect(sounds).not.toBeChecked();
  await expect(window.page.getByRole("alert")).toHaveCount(0);
});

test("a microphone that is away stays chosen, and is called so", async ({ open }) => {
  const { page } = await open(noMicrophone, { page: "settings" });
  const choice = page.getByRole("combobox", { name: "Listen with" });
  await expect(choice).toHaveValue(noMicrophone.snapshot.settings.microphone ?? "");
  await expect(choice.locator("option:checked")).toContainText("(not connected)");
});

test("each change of a profile is a change of the current one alone", async ({ open }) => {
  const window = await open(withSettings(idle, { profile: "dictate-and-translate" }), { page: "settings" });
  await window.page.getByRole("combobox", { name: "What the hotkey does" }).selectOption("toggle");
  const [dictate, translate] = SETTINGS.profiles;
  await expect.poll(() => patches(window)).toEqual([{ patch: { profiles: [dictate, { ...translate, mode: "toggle" }] } }]);
});

test("when text is written, and whether it is shown before, is of the profile", async ({ open }) => {
  const window = await open(idle, { page: "settings" });
  const [dictate, translate] = SETTINGS.profiles;
  const when = window.page.getByRole("combobox", { name: "When they go there" });
  await when.selectOption("at_the_end");
  await expect(when).toHaveValue("at_the_end");
  const live = window.page.getByRole("switch", { name: "Show words while speaking" });
  await live.click();
  await expect(live).not.toBeChecked();
  const late = { ...dictate, delivery: "at_the_end" };
  expect(await patches(window)).toEqual([
    { patch: { profiles: [late, translate] } },
    { patch: { profiles: [{ ...late, live_text: false }, translate] } },
  ]);
});

test("what was said before is told only to a model that can be told", async ({ open }) => {
  const deaf = await open(idle, { page: "settings" });
  const context = deaf.page.getByRole("switch", { name: "Tell the model what was said before" });
  await expect(context).toHaveAttribute("aria-disabled", "true");
  await expect(context).toHaveAccessibleDescription(/Whisper base cannot be told what was said before\./);
  await context.focus();
  await deaf.page.keyboard.press("Space");
  await expect(context).not.toBeChecked();
  expect(await patches(deaf)).toEqual([]);
  await deaf.tell([{ type: "model", state: "ready", capabilities: { ...BASE, context: true }, in_memory: true }]);
  await context.click();
  await expect(context).toBeChecked();
  const [dictate, translate] = SETTINGS.profiles;
  expect(await patches(deaf)).toEqual([{ patch: { profiles: [{ ...dictate, context: true }, translate] } }]);
});

test("words that are typed are saved while they are, and survive a refusal", async ({ open }) => {
  const window = await open(idle, { page: "settings" });
  const field = window.page.getByRole("textbox", { name: "Vocabulary" });
  await expect(field).toHaveValue("Kraftwerksabschaltung\nAloud");
  await field.press("Control+End");
  await field.pressSequentially("\n Vulkan ");
  const last = async () => JSON.stringify((await patches(window)).at(-1));
  await expect.poll(last).toContain('["Kraftwerksabschaltung","Aloud","Vulkan"]');
  await expect(field).toHaveValue("Kraftwerksabschaltung\nAloud\n Vulkan ");
  await field.blur();
  await expect(field).toHaveValue("Kraftwerksabschaltung\nAloud\nVulkan");
  await window.refuse("patch", "The disk is full.");
  await field.fill("Rosenheim");
  await field.blur();
  await expect(window.page.getByRole("alert")).toHaveText("The disk is full.");
  await expect(field).toHaveValue("Rosenheim");
});

test("words for a model that takes none are kept, and the reason is there", async ({ open }) => {
  const { page } = await open(manyLanguages, { page: "settings" });
  const field = page.getByRole("textbox", { name: "Vocabulary" });
  await expect(field).toHaveAttribute("readonly");
  await expect(field).toHaveAccessibleDescription(/Voxtral Mini 3B 2507 Instruct cannot be given words/);
});

test("a hotkey is recorded by pressing it", async ({ open }) => {
  const window = await open(idle, { page: "settings" });
  const { page } = window;
  await expect(hotkey(window)).toHaveText(/Ctrl\s*Alt\s*Space/);
  await hotkey(window).click();
  await expect(hotkey(window)).toHaveText("Press the keys…");
  await page.keyboard.down("Control");
  await page.keyboard.down("Shift");
  await expect(hotkey(window)).toHaveText(/^\s*Ctrl\s*Shift\s*$/);
  await page.keyboard.down("d");
  await expect.poll(() => patches(window)).toEqual([{ patch: { hotkey: "Ctrl+Shift+D" } }]);
  // Nothing listens for it while its keys are still down.
  expect(await window.asked("record_hotkey")).toEqual([{ recording: true }]);
  await page.keyboard.up("d");
  await page.keyboard.up("Shift");
  await page.keyboard.up("Control");
  await expect.poll(() => window.asked("record_hotkey")).toEqual([{ recording: true }, { recording: false }]);
  await expect(hotkey(window)).toHaveText(/Ctrl\s*Shift\s*D/);
});

test("a hotkey that is refused leaves the old one, and says why", async ({ open }) => {
  const window = await open(idle, { page: "settings" });
  await window.refuse("patch", "Ctrl+Alt+T belongs to another program. Choose other keys.");
  await hotkey(window).click();
  await window.page.keyboard.press("Control+Alt+T");
  await expect(window.page.getByRole("alert")).toHaveText("Ctrl+Alt+T belongs to another program. Choose other keys.");
  await expect(hotkey(window)).toHaveText(/Ctrl\s*Alt\s*Space/);
});

test("keys that are needed for writing are not taken, and recording goes on", async ({ open }) => {
  const window = await open(idle, { page: "settings" });
  await hotkey(window).click();
  await window.page.keyboard.press("Shift+A");
  await expect(window.page.getByRole("alert")).toHaveText("Shift A is needed for writing. Hold Ctrl, Alt or Super with it.");
  expect(await patches(window)).toEqual([]);
  await window.page.keyboard.press("F9");
  await expect.poll(() => patches(window)).toEqual([{ patch: { hotkey: "F9" } }]);
});

test("Escape keeps the hotkey, Backspace takes it away", async ({ open }) => {
  const window = await open(idle, { page: "settings" });
  await hotkey(window).focus();
  await window.page.keyboard.press("Enter");
  await expect(hotkey(window)).toHaveText("Press the keys…");
  await window.page.keyboard.press("Escape");
  await expect(hotkey(window)).toHaveText(/Ctrl\s*Alt\s*Space/);
  expect(await patches(window)).toEqual([]);
  await window.page.keyboard.press("Enter");
  await window.page.keyboard.press("Backspace");
  await expect(hotkey(window)).toHaveText("No hotkey");
  expect(await patches(window)).toEqual([{ patch: { hotkey: null } }]);
  const listened = (await window.asked("record_hotkey")).map(({ recording }) => recording);
  expect(listened).toEqual([true, false, true, false]);
});

test("recording ends when the page, or the field, is left", async ({ open }) => {
  const window = await open(idle, { page: "settings" });
  const listened = async () => (await window.asked("record_hotkey")).map(({ recording }) => recording);
  await hotkey(window).click();
  await window.page.keyboard.press("Tab");
  await expect.poll(listened).toEqual([true, false]);
  await expect(window.page.getByRole("combobox", { name: "What the hotkey does" })).toBeFocused();
  await hotkey(window).click();
  await window.go("history");
  await expect.poll(listened).toEqual([true, false, true, false]);
});

test("where the desktop has to call, its lines can be copied", async ({ open }) => {
  const window = await open(wayland, { page: "settings" });
  await expect(hotkey(window)).toHaveCount(0);
  await expect(window.page.getByText(/no app may listen for keys/)).toContainText("~/.config/sway/config");
  const copy = window.page.getByRole("main").getByRole("button", { name: "Copy", exact: true });
  await copy.click();
  await expect.poll(() => window.asked("copy")).toEqual([
    { text: "bindsym Ctrl+Alt+space exec aloud toggle\nbindsym --release Ctrl+Alt+Escape exec aloud cancel" },
  ]);
});

test("Aloud is quit, and the models are found, from here", async ({ open }) => {
  const window = await open(idle, { page: "settings" });
  await window.page.getByRole("button", { name: "Quit Aloud" }).click();
  await expect.poll(() => window.asked("quit")).toHaveLength(1);
  await window.page.getByRole("button", { name: "All models" }).click();
  await expect(window.page.getByRole("heading", { level: 1 })).toHaveText("Models");
});
