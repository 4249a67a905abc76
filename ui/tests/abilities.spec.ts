// What a model cannot do: greyed out with the reason, or asked before anybody speaks. By what the
// model says of itself: each test gives one name to both kinds.

import type { Capabilities, Profile } from "../src/lib/types";
import { expect, test, type Window } from "./page";
import { BASE, idle, SETTINGS, withSettings, withSnapshot, type Scenario } from "./shell/scenario";
import { final, listening, sentences } from "./shell/speech";

function able(change: Partial<Capabilities>, scenario: Scenario = idle): Scenario {
  return withSnapshot(scenario, { model: { state: "ready", capabilities: { ...BASE, name: "Anything", ...change }, in_memory: true } });
}

function profiled(change: Partial<Profile>): Scenario {
  const [first, ...others] = SETTINGS.profiles;
  return withSettings(idle, { profiles: [{ ...(first as Profile), ...change }, ...others] });
}

const question = ({ page }: Window, title: string) => page.getByRole("region", { name: title });

test("a language that cannot be found out is asked for before a take", async ({ open }) => {
  const window = await open(able({ detects_language: false }));
  const { page } = window;
  await expect(question(window, "Which language is spoken?")).toContainText("Anything cannot tell the language by itself.");
  await page.getByRole("button", { name: "Start dictation" }).click();
  const menu = question(window, "Which language is spoken?").getByRole("combobox");
  await expect(menu).toBeFocused();
  expect(await window.asked("start")).toEqual([]);
  await menu.selectOption("German");
  await expect(question(window, "Which language is spoken?")).toHaveCount(0);
  const [patch] = await window.asked("patch");
  expect((patch as { patch: { profiles: Profile[] } }).patch.profiles[0]?.language).toBe("de");
  await page.getByRole("button", { name: "Start dictation" }).click();
  expect(await window.asked("start")).toHaveLength(1);
});

test("captions ask for it too, of their own profile", async ({ open }) => {
  const window = await open(able({ detects_language: false }), { page: "captions", language: "de" });
  const { page, text } = window;
  await page.getByRole("button", { name: text.captions.start }).click();
  await expect(question(window, "Welche Sprache wird gesprochen?").getByRole("combobox")).toBeFocused();
  expect(await window.asked("caption")).toEqual([]);
  await page.getByRole("combobox", { name: "Profil" }).selectOption("Übersetzen");
  await expect(question(window, "Welche Sprache wird gesprochen?")).toHaveCount(0);
  await page.getByRole("button", { name: text.captions.start }).click();
  expect(await window.asked("caption")).toHaveLength(1);
});

test("to find the language out is greyed, with the reason, where the model cannot", async ({ open }) => {
  for (const detects_language of [true, false]) {
    const { page } = await open(able({ detects_language }, profiled({ language: "de" })));
    const auto = page.getByRole("combobox", { name: "Language spoken" }).locator("option[value=auto]");
    if (detects_language) await expect(auto).toBeEnabled();
    else await expect(auto).toBeDisabled();
    await expect(page.getByRole("combobox", { name: "Language spoken" }).locator("optgroup")).toHaveCount(detects_language ? 0 : 1);
  }
});

test("a target that the model lacks is refused with those it has", async ({ open }) => {
  const into = (target: string): Partial<Profile> => ({ task: { kind: "translate", target, both: true }, language: "de" });
  const window = await open(able({ targets: ["en", "fr", "hi"] }, profiled(into("pl"))));
  const { page } = window;
  const asked = question(window, "Anything cannot translate into Polish");
  await expect(asked).toContainText("It can translate into these: English, French, and Hindi.");
  await page.getByRole("button", { name: "Start dictation" }).click();
  expect(await window.asked("start")).toEqual([]);
  await asked.getByRole("combobox", { name: "Language written" }).selectOption("Hindi");
  await expect(asked).toHaveCount(0);
  const [patch] = await window.asked("patch");
  expect((patch as { patch: { profiles: Profile[] } }).patch.profiles[0]?.task).toEqual({ kind: "translate", target: "hi", both: true });
});

test("a model that does not translate says so, and takes the focus where nothing can be chosen", async ({ open }) => {
  const window = await open(able({ targets: [] }, profiled({ task: { kind: "translate", target: "en", both: false } })), { language: "de" });
  const asked = question(window, "Anything kann nicht übersetzen");
  await expect(asked).toBeVisible();
  await window.page.getByRole("button", { name: window.text.dictate.record }).click();
  await expect(asked.locator("..")).toBeFocused();
});

test("an instruction that is too long for the model is told before anybody speaks", async ({ open }) => {
  const told = profiled({ task: { kind: "instruct", prompt: "Write it as a polite letter." } });
  const window = await open(able({ instruct: true, longest_instruction: 20 }, told));
  await expect(question(window, "The instruction of this profile is too long")).toContainText("It has 28 bytes, and Anything has room for 20.");
  await window.tell([{ type: "model", state: "ready", capabilities: { ...BASE, instruct: true }, in_memory: true }]);
  await expect(question(window, "The instruction of this profile is too long")).toHaveCount(0);
});

test("several expected languages are shown as such, and kept", async ({ open }) => {
  for (const [language, names] of [["en", "German, English, or Japanese"], ["de", "Deutsch, Englisch oder Japanisch"]] as const) {
    const window = await open(profiled({ language: ["de", "en", "ja"] }), { language });
    const menu = window.page.getByRole("combobox", { name: window.text.dictate.spoken });
    await expect(menu.locator("..")).toContainText(names);
    await expect(menu).toHaveValue("de,en,ja");
    await expect(menu.locator("option:checked")).toHaveText(names);
    await window.go("captions");
    await expect(window.page.getByRole("group", { name: window.text.captions.how })).toContainText(names);
  }
});

test("one of several languages that the model lacks is named", async ({ open }) => {
  const window = await open(able({ languages: ["de", "en"] }, profiled({ language: ["de", "ja"] })));
  await expect(question(window, "Anything does not understand Japanese")).toBeVisible();
});

test("no language is claimed of a text whose language nobody knows", async ({ open }) => {
  const unknown = { ...final(3, 0, "Guten Morgen zusammen."), language: null };
  const window = await open({ ...able({ tells_language: false }), told: [[...listening(3, false), unknown as typeof unknown & { type: "final" }]] });
  const said = window.page.getByRole("region", { name: window.text.dictate.take });
  expect(await said.locator("[lang]").evaluateAll((all) => all.map((one) => one.getAttribute("lang")))).toEqual([""]);
  await window.go("models");
  await expect(window.page.getByText("say which language it heard")).toBeVisible();
  await expect(window.page.getByText("say when each word was spoken")).toHaveCount(0);
});

test("words and what was said before are greyed, with the reason, where the model takes none", async ({ open }) => {
  for (const can of [true, false]) {
    const { page } = await open(able({ vocabulary: can, context: can }), { page: "settings" });
    await expect(page.getByText("Anything cannot be given words.", { exact: false })).toHaveCount(can ? 0 : 1);
    const context = page.getByRole("switch", { name: "Tell the model what was said before" });
    if (can) await expect(context).toBeEnabled();
    else await expect(context).toBeDisabled();
  }
});

test("what breaks off is marked in each language, with the way to try again", async ({ open }) => {
  const told = [
    listening(3, false),
    sentences(3),
    [
      { ...final(3, 2, "Und dann"), partial: true },
      { type: "translation", take: 3, piece: 1, text: "I want to walk", target: "en", partial: true },
    ],
  ] as Scenario["told"];
  const window = await open({ ...idle, told });
  const said = window.page.getByRole("region", { name: window.text.dictate.take });
  await expect(said.getByText("(breaks off here)")).toHaveCount(2);
  await expect(said).toContainText("aloud takes recover");
  await window.go("history");
  await expect(window.page.getByRole("article")).toContainText("aloud takes recover");
});
