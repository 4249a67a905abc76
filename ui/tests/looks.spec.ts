// Every page, as it looks: in both themes, both languages, at three widths.

import AxeBuilder from "@axe-core/playwright";

import { expect, test, type Look, type PageName, type Window } from "./page";
import type { Scenario } from "./shell/scenario";
import { idle, scenarios } from "./shell/scenarios";

const WIDTHS = [420, 900, 1400];

const PAGES: [PageName, Scenario, string][] = [
  ["dictate", scenarios.idle, "idle"],
  ["dictate", scenarios.listens, "listening"],
  ["captions", scenarios.captioned, "captions"],
  ["history", scenarios.remembers, "history"],
  ["models", scenarios.idle, "models"],
  ["settings", scenarios.idle, "settings"],
  ["dictate", scenarios.firstMicrophone, "first: the microphone"],
  ["dictate", scenarios.firstDownload, "first: a model"],
  ["dictate", scenarios.firstTry, "first: a sentence"],
];

/** Situations in which something is missing; each is looked at where there is least room. */
const TROUBLE: [PageName, Scenario, string][] = [
  ["dictate", scenarios.fromButton, "begun by the button"],
  ["dictate", scenarios.finishes, "finishing"],
  ["dictate", scenarios.behind, "behind"],
  ["dictate", scenarios.noModel, "no model"],
  ["dictate", scenarios.noMicrophone, "no microphone"],
  ["dictate", scenarios.hotkeyRefused, "hotkey refused"],
  ["dictate", scenarios.wayland, "Wayland"],
  ["dictate", scenarios.manyLanguages, "many languages"],
  ["captions", scenarios.idle, "no captions"],
  ["captions", scenarios.captionedBeside, "captions beside a dictation"],
  ["captions", scenarios.captionsTroubled, "captions with problems"],
  ["captions", scenarios.manyLanguages, "captions that ask for a language"],
  ["captions", scenarios.noModel, "captions without a model"],
  ["history", scenarios.idle, "empty history"],
  ["models", scenarios.noModel, "models, none"],
  ["models", scenarios.measured, "models, measured"],
  ["models", scenarios.imports, "models, importing"],
  ["models", scenarios.downloads, "models, downloading"],
  ["models", scenarios.loads, "models, loading"],
  ["models", scenarios.damaged, "models, failed"],
  ["models", scenarios.manyLanguages, "models, many languages"],
  ["dictate", scenarios.firstDeaf, "first: no microphone"],
  ["dictate", scenarios.firstModels, "first: models that are there"],
  ["dictate", scenarios.firstHotkey, "first: the hotkey"],
  ["dictate", scenarios.firstWayland, "first: the hotkey on Wayland"],
  ["dictate", scenarios.firstRefused, "first: a hotkey that is refused"],
  ["dictate", scenarios.firstSpeaks, "first: words that come"],
  ["dictate", scenarios.firstTryMissing, "first: a sentence without a model"],
  ["dictate", scenarios.firstLast, "first: the end"],
  ["settings", scenarios.noMicrophone, "settings, no microphone"],
  ["settings", scenarios.hotkeyRefused, "settings, hotkey refused"],
  ["settings", scenarios.wayland, "settings, Wayland"],
  ["settings", scenarios.manyLanguages, "settings, no vocabulary"],
];

/** Each theme against the wish of the desktop once, and once by it. */
const THEMES: [string, Look][] = [
  ["light", { theme: "light", scheme: "dark" }],
  ["dark", { theme: "system", scheme: "dark" }],
];

async function axe({ page }: Window): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

async function fits({ page }: Window): Promise<void> {
  expect.soft(await page.evaluate(() => globalThis.window.measures.sidewaysScroll())).toEqual([]);
  expect.soft(await page.evaluate(() => globalThis.window.measures.cutTexts())).toEqual([]);
  expect.soft(await page.evaluate(() => globalThis.window.measures.smallControls())).toEqual([]);
}

for (const [page, scenario, name] of PAGES) {
  for (const [theme, look] of THEMES) {
    test(`${name} in the ${theme} theme has no fault that axe finds, and fits`, async ({ open }) => {
      const window = await open(scenario, { ...look, page });
      for (const width of WIDTHS) {
        await window.page.setViewportSize({ width, height: 640 });
        expect.soft(await axe(window), `axe at ${width}`).toEqual([]);
        await fits(window);
      }
    });
  }

  test(`${name} in German is cut nowhere, also at twice the size`, async ({ open }) => {
    const window = await open(scenario, { language: "de", page });
    for (const [width, height] of [...WIDTHS.map((width) => [width, 640] as const), [420, 320] as const]) {
      await window.page.setViewportSize({ width, height });
      await fits(window);
    }
  });
}

for (const [page, scenario, name] of TROUBLE) {
  test(`${name} fits and has no fault`, async ({ open }) => {
    const window = await open(scenario, { language: "de", page, width: 420 });
    expect.soft(await axe(window)).toEqual([]);
    await fits(window);
  });
}

test("the theme that is chosen wins over the desktop's", async ({ open }) => {
  const { page } = await open(idle, { theme: "light", scheme: "dark" });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.emulateMedia({ colorScheme: "light" });
  expect(await paper()).toBe(light);
});

for (const width of [900, 920]) {
  test(`what is set below the text stands in one line at ${width}`, async ({ open }) => {
    const { page, text } = await open(scenarios.fromButton, { width });
    const foot = await page.getByRole("group", { name: text.dictate.foot }).boundingBox();
    expect(foot?.height).toBeLessThan(40);
  });
}
