// Profiles on the Settings page: the list, and what each of them is.

import { expect, test, type Window } from "./page";
import { BASE, idle, SETTINGS, withSettings } from "./shell/scenario";

const current = ({ page }: Window) => page.getByRole("combobox", { name: "Current profile" });
const button = ({ page }: Window, name: string) => page.getByRole("button", { name, exact: true });
const field = ({ page }: Window, name: string) => page.getByRole("textbox", { name, exact: true });
const offers = (window: Window) => current(window).locator("option").allTextContents();

test("profiles are added, duplicated, renamed and deleted by keyboard", async ({ open }) => {
  const window = await open(idle, { page: "settings" });
  await button(window, "Add").focus();
  await window.page.keyboard.press("Enter");
  await expect(current(window)).toHaveValue("New profile");
  const name = field(window, "Name");
  await name.fill('Bärbels "Post"');
  await name.press("Enter");
  await expect(current(window)).toHaveValue('Bärbels "Post"');
  await button(window, "Duplicate").focus();
  await window.page.keyboard.press("Space");
  await expect(current(window)).toHaveValue('Bärbels "Post" 2');
  expect(await offers(window)).toEqual([
    "Dictate", "Dictate and translate", 'Bärbels "Post"', 'Bärbels "Post" 2',
  ]);
  await button(window, "Delete").focus();
  await window.page.keyboard.press("Enter");
  await expect(current(window)).toHaveValue('Bärbels "Post"');
});

test("the last profile stays", async ({ open }) => {
  const window = await open(withSettings(idle, { profiles: SETTINGS.profiles.slice(0, 1) }), { page: "settings" });
  await expect(button(window, "Delete")).toBeDisabled();
});

test("a name that cannot be is not saved, and stays to be mended", async ({ open }) => {
  const window = await open(idle, { page: "settings" });
  const name = field(window, "Name");
  for (const [wrong, reason] of [
    ["  ", "A profile needs a name."],
    ["dictate-and-translate", "Another profile has this name already."],
  ] as const) {
    await name.fill(wrong);
    await name.press("Enter");
    await expect(window.page.getByRole("alert")).toHaveText(reason);
    await expect(name).toHaveValue(wrong);
  }
  expect(await window.asked("patch")).toEqual([]);
  await name.press("Escape");
  await expect(name).toHaveValue("dictate");
});

test("a profile is made to translate, and says into what the model cannot", async ({ open }) => {
  const window = await open(idle, { page: "settings" });
  await expect(window.page.getByRole("combobox", { name: "Language written" })).toHaveCount(0);
  const task = window.page.getByRole("combobox", { name: "What to do" });
  await expect(task.locator("option", { hasText: "Follow an instruction" })).toBeDisabled();
  await task.selectOption("translate");
  const written = window.page.getByRole("combobox", { name: "Language written" });
  await expect(written).toHaveValue("en");
  await expect(written.locator("option[value=de]")).toBeDisabled();
  await expect(written.locator("optgroup")).toHaveAttribute("label", "Whisper base translates into English only");
  const both = window.page.getByRole("switch", { name: "Keep what was said beside it" });
  await both.press("Space");
  await expect(both).toBeChecked();
});

test("an instruction begins with one to go on from", async ({ open }) => {
  const window = await open(idle, { page: "settings" });
  await window.tell([{ type: "model", state: "ready", capabilities: { ...BASE, instruct: true }, in_memory: true }]);
  await window.page.getByRole("combobox", { name: "What to do" }).selectOption("instruct");
  await expect(field(window, "Instruction")).toHaveValue(/punctuation/);
});

test("several languages are expected by their codes", async ({ open }) => {
  const window = await open(idle, { page: "settings" });
  const languages = field(window, "Several languages");
  await languages.fill("de, en");
  await languages.press("Enter");
  const spoken = window.page.getByRole("combobox", { name: "Language spoken" });
  await expect(spoken.locator("option:checked")).toHaveText("German or English");
  await languages.fill("german");
  await languages.press("Enter");
  await expect(window.page.getByRole("alert")).toContainText("No code of a language: german");
});

test("a profile has its own hotkey, and one that another program has says so", async ({ open }) => {
  const window = await open(idle, { page: "settings" });
  const own = window.page.locator("#row-profileHotkey");
  await expect(own).toHaveAccessibleName("No hotkey. Press to change the hotkey.");
  await own.press("Enter");
  await window.page.keyboard.press("Control+Alt+F9");
  await expect(own).toHaveAccessibleName("Ctrl Alt F9. Press to change the hotkey.");
  const message = "Ctrl+Alt+F9 cannot be a hotkey: another program listens for it already";
  await window.tell([
    {
      type: "hotkey",
      hotkey: { state: "ready", hotkey: "Ctrl+Alt+Space" },
      hotkeys: [
        { role: { kind: "profile", name: "dictate" }, state: { state: "refused", hotkey: "Ctrl+Alt+F9", message } },
      ],
    },
  ]);
  await expect(window.page.getByRole("alert")).toHaveText(message);
});

test("the switch of the Dictate page asks for what all others ask for", async ({ open }) => {
  const window = await open(idle, { page: "dictate" });
  await window.page.getByRole("radio", { name: "Translate" }).check({ force: true });
  await expect(window.page.getByRole("combobox", { name: "Language written" })).toHaveValue("en");
  expect(await window.asked("translate")).toEqual([{ wish: { turn: "on" } }]);
});
