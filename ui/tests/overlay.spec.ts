// The overlay: few lines that never jump, and go away by themselves.

import AxeBuilder from "@axe-core/playwright";

import type { News, Overlay } from "../src/lib/types";
import { expect, test, type Window } from "./page";
import { idle, withSettings, withSnapshot, type Scenario } from "./shell/scenario";
import { final, listening, playing, plays, SINCE } from "./shell/speech";

const SIZE = { width: 760, height: 156, file: "overlay.html" } as const;
const ROW = 35;

const SAID = {
  en: "and then we went down to the river where the old mill had been standing for as long as anybody could remember".split(" "),
  de: "und die Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft hat wegen der Kraftwerksabschaltung am Donnerstagnachmittag geantwortet".split(" "),
};

function withOverlay(change: Partial<Overlay>, scenario: Scenario = idle): Scenario {
  const overlay = { ...scenario.snapshot.settings.overlay, shown: true, ...change };
  return withSettings(scenario, { overlay });
}

/** After so many words of a phrase: the last ones are guessed, each time anew. */
function guess(words: readonly string[], count: number, piece: number): News {
  const sure = Math.max(0, count - 3);
  const tentative = words.slice(sure, count).map((word) => (count % 2 === 0 ? word : `${word},`));
  return { type: "interim", take: 5, piece, committed: words.slice(0, sure).map((word) => `${word} `).join(""), tentative: tentative.join(" "), at_ms: count };
}

async function say(window: Window, news: News[]): Promise<void> {
  await window.page.evaluate(async (all) => {
    for (const one of all) {
      await globalThis.window.shell.tell([one]);
      await globalThis.window.nextFrame();
    }
    await globalThis.window.nextFrame();
  }, news);
}

/** Every word that stands in the large lines, and where. */
const places = ({ page }: Window) =>
  page.locator(".large .lines span span").evaluateAll((words) =>
    words.map((word) => {
      // A long word is broken over lines.
      const [first, ...rest] = [...word.getClientRects()];
      const { left, top } = first ?? { left: NaN, top: NaN };
      const end = rest.at(-1)?.top ?? top;
      return { word: word.textContent?.trim() ?? "", dimmed: word.classList.contains("tentative"), left, top, end };
    }),
  );

/** Where the box of large lines is. */
async function box({ page }: Window) {
  const place = await page.locator(".large .lines").boundingBox();
  return place ?? { x: 0, y: 0, width: 0, height: 0 };
}

for (const language of ["en", "de"] as const) {
  for (const lines of [1, 2, 3]) {
    test(`words stand still or move up by whole lines, ${lines} lines in ${language}`, async ({ open, page }) => {
      const window = await open(withOverlay({ lines }), { ...SIZE, language });
      await window.tell(listening(5, false));
      await page.evaluate(() => globalThis.window.measures.watchShifts());
      const words = SAID[language];
      let before = await places(window);
      for (let update = 0; update < 60; update += 1) {
        const [piece, count] = [Math.floor(update / words.length), 1 + (update % words.length)];
        await say(window, [count === words.length ? final(5, piece, `${words.join(" ")}.`) : guess(words, count, piece)]);
        const after = await places(window);
        const sure = before.filter(({ dimmed }) => !dimmed).length;
        const ups = before.slice(0, sure).map((word, place) => {
          expect(after[place]?.left, `${word.word} in update ${update}`).toBe(word.left);
          return word.top - (after[place]?.top ?? NaN);
        });
        expect(new Set(ups).size, `all move alike in update ${update}`).toBeLessThanOrEqual(1);
        expect((ups[0] ?? 0) % ROW).toBe(0);
        expect(ups[0] ?? 0).toBeGreaterThanOrEqual(0);
        const { y, height } = await box(window);
        expect(height).toBe(lines * ROW);
        const last = after.at(-1)?.end ?? NaN;
        expect(last, `the newest word is seen in update ${update}`).toBeGreaterThanOrEqual(y - 1);
        expect(last).toBeLessThan(y + height);
        before = after;
      }
      expect(await page.evaluate(() => globalThis.window.measures.shiftsSeen())).toEqual([]);
      expect(await page.evaluate(() => globalThis.window.measures.sidewaysScroll())).toEqual([]);
    });
  }
}

test("words that came while the window had hardly any width are seen once it has", async ({ open, page }) => {
  const window = await open(withOverlay({}), SIZE);
  await page.setViewportSize({ width: 60, height: SIZE.height });
  await window.tell([...listening(5, false), final(5, 0, SAID.en.join(" "))]);
  await page.setViewportSize(SIZE);
  const { y, height } = await box(window);
  await expect.poll(async () => (await places(window)).at(-1)?.end ?? NaN).toBeGreaterThanOrEqual(y - 1);
  expect((await places(window)).at(-1)?.end).toBeLessThan(y + height);
});

test("what may still change is dimmed, and what is final is not", async ({ open }) => {
  const window = await open(withOverlay({}), SIZE);
  await window.tell([...listening(5, false), final(5, 0, "Good morning."), guess(SAID.en, 6, 1)]);
  const all = await places(window);
  const dimmed = (wanted: boolean) => all.filter((word) => word.dimmed === wanted).map(({ word }) => word).join(" ");
  expect(dimmed(false)).toBe("Good morning. and then we");
  expect(dimmed(true)).toBe("went down to");
});

test("a translation is large, and what was said stands small over it", async ({ open, page }) => {
  const scenario = withOverlay({ lines: 2 }, withSettings(idle, { profile: "dictate-and-translate" }));
  const window = await open(scenario, SIZE);
  const take: News[] = listening(5, false).map((news) => (news.type === "begun" ? { ...news, profile: "dictate-and-translate" } : news));
  await window.tell([...take, final(5, 0, "Guten Morgen zusammen.", "de")]);
  await expect(page.locator(".small")).toHaveText("Guten Morgen zusammen.");
  await window.tell([{ type: "translation", take: 5, piece: 0, text: "Good morning everyone.", target: "en", partial: false }]);
  await expect(page.locator(".large")).toHaveText("Good morning everyone.");
  const size = (css: string) => page.locator(css).evaluate((box) => parseFloat(getComputedStyle(box).fontSize));
  expect(await size(".large")).toBe(27);
  expect(await size(".small")).toBe(17);
  await window.tell([{ type: "settings", settings: { ...scenario.snapshot.settings, overlay: { ...scenario.snapshot.settings.overlay, with_source: false, size: 40 } } }]);
  await expect(page.locator(".small")).toHaveCount(0);
  expect(await size(".large")).toBe(40);
});

/** Each line of text in these boxes, and where. */
const textLines = ({ page }: Window, css: string) =>
  page.locator(`${css} .lines p`).evaluateAll((paragraphs) =>
    paragraphs.map((paragraph) => {
      const { left, top } = paragraph.getBoundingClientRect();
      return { key: (paragraph as HTMLElement).dataset.key, left, top };
    }),
  );

test("in two languages both texts stand still or move up by whole lines", async ({ open, page }) => {
  const scenario = withOverlay({ lines: 2 }, withSettings(idle, { profile: "dictate-and-translate" }));
  const window = await open(scenario, SIZE);
  await window.tell(listening(5, false).map((news) => (news.type === "begun" ? { ...news, profile: "dictate-and-translate" } : news)));
  await page.evaluate(() => globalThis.window.measures.watchShifts());
  const rows = { ".small": 23, ".large": ROW } as const;
  const boxes = Object.keys(rows) as (keyof typeof rows)[];
  let before = await Promise.all(boxes.map((css) => textLines(window, css)));
  const phrase = (piece: number): News[] => [
    ...SAID.de.map((_, count) => guess(SAID.de, count + 1, piece)),
    final(5, piece, `${SAID.de.join(" ")}.`, "de"),
    { type: "translation", take: 5, piece, text: `${SAID.en.join(" ")}.`, target: "en", partial: false },
  ];
  for (const news of [0, 1, 2, 3].flatMap(phrase)) {
    await say(window, [news]);
    const after = await Promise.all(boxes.map((css) => textLines(window, css)));
    boxes.forEach((css, place) => {
      for (const line of before[place] ?? []) {
        const now = after[place]?.find(({ key }) => key === line.key);
        if (!now) continue;
        expect(now.left, css).toBe(line.left);
        expect((line.top - now.top) % rows[css], css).toBe(0);
        expect(now.top, css).toBeLessThanOrEqual(line.top);
      }
    });
    before = after;
  }
  expect(before.map((lines) => lines.length)).toEqual([4, 4]);
  expect(await page.evaluate(() => globalThis.window.measures.shiftsSeen())).toEqual([]);
});

test("nothing in it moves by itself, also where motion is not unwanted", async ({ open, page }) => {
  const window = await open(withOverlay({}), SIZE);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await window.tell([...listening(5, false), final(5, 0, "Good morning."), guess(SAID.en, 12, 1)]);
  await window.tell([final(5, 1, SAID.en.join(" "))]);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test("it goes when nothing was said for a while, and comes back with the next word", async ({ open, page }) => {
  await page.clock.install({ time: SINCE });
  const window = await open(withOverlay({ hide_after_s: 6 }), SIZE);
  await window.tell([...listening(5, false), final(5, 0, "Good morning.")]);
  await page.clock.runFor(5_000);
  await window.tell([final(5, 1, "How are you?")]);
  await page.clock.runFor(5_000);
  await expect(page.locator(".panel")).toHaveText("Good morning.How are you?");
  await page.clock.runFor(1_100);
  await expect(page.locator(".panel")).toHaveCount(0);
  await window.tell([guess(SAID.en, 2, 2)]);
  await expect(page.locator(".panel")).toHaveText("and then");
  expect(await window.asked("tell_overlay")).toEqual([{ words: false }, { words: true }, { words: false }, { words: true }]);
});

test("it stays for who wants it to stay", async ({ open, page }) => {
  await page.clock.install({ time: SINCE });
  const window = await open(withOverlay({ hide_after_s: null }), SIZE);
  await window.tell([...listening(5, false), final(5, 0, "Good morning.")]);
  await page.clock.runFor(3_600_000);
  await expect(page.locator(".panel")).toHaveText("Good morning.");
});

for (const scheme of ["light", "dark"] as const) {
  test(`it looks as it was chosen, whatever the desktop prefers (${scheme})`, async ({ open, page }) => {
    const told = [[...listening(5, false), final(5, 0, "Good morning."), guess(SAID.en, 4, 1)]];
    const window = await open({ ...withOverlay({ opacity: 40 }), told }, { ...SIZE, scheme });
    const colour = (css: string, of: "color" | "backgroundColor") =>
      page.locator(css).first().evaluate((box, name) => getComputedStyle(box)[name], of);
    expect(await colour(".panel", "backgroundColor")).toBe("rgba(16, 15, 13, 0.4)");
    expect(await colour("body", "backgroundColor")).toBe("rgba(0, 0, 0, 0)");
    expect(await colour(".large", "color")).toBe("rgb(255, 255, 255)");
    expect(await colour(".tentative", "color")).toBe("rgb(185, 180, 168)");
    const { settings } = idle.snapshot;
    await window.tell([{ type: "settings", settings: { ...settings, overlay: { ...settings.overlay, contrast: "high", opacity: 100 } } }]);
    expect(await colour(".panel", "backgroundColor")).toBe("rgb(0, 0, 0)");
    expect(await colour(".tentative", "color")).toBe("rgb(214, 214, 214)");
  });
}

test("white on black is that over anything, however little is covered", async ({ open, page }) => {
  const window = await open(withOverlay({ opacity: 0, contrast: "high" }), SIZE);
  await window.tell([...listening(5, false), final(5, 0, "Good morning.")]);
  const colour = () => page.locator(".panel").evaluate((panel) => getComputedStyle(panel).backgroundColor);
  expect(await colour()).toBe("rgba(0, 0, 0, 0.85)");
  await window.tell([{ type: "settings", settings: withOverlay({ opacity: 0 }).snapshot.settings }]);
  expect(await colour()).toBe("rgba(16, 15, 13, 0)");
  await page.emulateMedia({ contrast: "more" });
  expect(await colour()).toBe("rgba(0, 0, 0, 0.85)");
});

test("a language is written the way it is written, whatever the window speaks", async ({ open, page }) => {
  const window = await open(withOverlay({ lines: 2 }), SIZE);
  await window.tell([...listening(5, false), final(5, 0, "مرحبا بكم جميعا."), final(5, 1, "Good morning.")]);
  const directions = await page.locator(".large p").evaluateAll((all) => all.map((one) => getComputedStyle(one).direction));
  expect(directions).toEqual(["rtl", "ltr"]);
});

test("the smallest one that can be moved shows all of its words and its button", async ({ open, page }) => {
  const scenario = withSnapshot(withOverlay({ lines: 1, size: 18 }), { overlay: { shape: "see_through", editing: true } });
  const window = await open(scenario, { ...SIZE, height: 50, language: "de" });
  expect(await page.evaluate(() => globalThis.window.measures.cutTexts())).toEqual([]);
  await expect(page.getByRole("button", { name: window.text.overlay.done })).toBeInViewport({ ratio: 1 });
});

test("what the machine plays stands in it too, and is told apart from a dictation beside it", async ({ open, page }) => {
  const window = await open(withOverlay({ lines: 4, with_source: false }), { ...SIZE, language: "de" });
  await window.tell([...plays(4), final(4, 0, "Zehn Länder liegen an ihrem Ufer.", "de")]);
  await expect(page.locator(".large p")).toHaveText(["Zehn Länder liegen an ihrem Ufer."]);
  await page.evaluate(() => globalThis.window.measures.watchShifts());
  await window.tell(listening(5, false));
  await window.tell([final(5, 0, "Guten Morgen.", "de"), { ...playing(4), piece: 1 } as News]);
  await expect(page.locator(".large p")).toHaveText([
    "Zehn Länder liegen an ihrem Ufer.",
    "Mikrofon:Guten Morgen.",
    "Ton des Rechners:Zehn Länder liegen an ihrem Ufer",
  ]);
  await window.tell([final(5, 1, "مرحبا بكم جميعا.")]);
  expect(await page.locator(".large p").last().evaluate((one) => getComputedStyle(one).direction)).toBe("rtl");
  const rows = await page.locator(".large p").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(rows).toEqual([ROW, ROW, ROW, ROW]);
  expect(await page.evaluate(() => globalThis.window.measures.shiftsSeen())).toEqual([]);
});

test("without a compositor it covers all of its window, and nothing is left black", async ({ open, page }) => {
  const window = await open(withSnapshot(withOverlay({ opacity: 0 }), { overlay: { shape: "opaque", editing: false } }), SIZE);
  await window.tell([...listening(5, false), final(5, 0, "Good morning.")]);
  expect(await page.locator(".panel").boundingBox()).toEqual({ x: 0, y: 0, width: SIZE.width, height: SIZE.height });
  expect(await page.locator(".panel").evaluate((panel) => getComputedStyle(panel).backgroundColor)).toBe("rgb(16, 15, 13)");
  await window.tell([{ type: "overlay", overlay: { shape: "see_through", editing: false } }]);
  expect((await page.locator(".panel").boundingBox())?.height).toBeLessThan(SIZE.height);
});

test("a screen reader is told finals only", async ({ open, page }) => {
  const window = await open(withOverlay({}), SIZE);
  await window.tell(listening(5, true));
  await page.evaluate(() => globalThis.window.measures.watchAnnouncements());
  for (let count = 1; count < 12; count += 1) await window.tell([guess(SAID.en, count, 0)]);
  expect(await page.evaluate(() => globalThis.window.measures.announced())).toEqual([]);
  await window.tell([final(5, 0, "Good morning.")]);
  expect(await page.evaluate(() => globalThis.window.measures.announced())).toEqual(["Good morning."]);
  await expect(page.locator(".panel")).toHaveAttribute("aria-hidden", "true");
});

test("it is moved and resized by the keys, and stays where it is put", async ({ open, page }) => {
  const window = await open(withOverlay({}), SIZE);
  await window.tell([{ type: "overlay", overlay: { shape: "see_through", editing: true } }]);
  await expect(page.getByRole("button", { name: "Done" })).toBeFocused();
  for (const keys of ["ArrowLeft", "ArrowDown", "Shift+ArrowRight"]) await page.keyboard.press(keys);
  expect(await window.asked("nudge_overlay")).toEqual([
    { by: [-16, 0], more: [0, 0] },
    { by: [0, 16], more: [0, 0] },
    { by: [0, 0], more: [16, 0] },
  ]);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Done" }).press("Enter");
  expect(await window.asked("edit_overlay")).toEqual([{ editing: false }, { editing: false }]);
  await window.tell([...listening(5, false), final(5, 0, "Good morning."), { type: "overlay", overlay: { shape: "see_through", editing: false } }]);
  await expect(page.getByRole("button")).toHaveCount(0);
  expect((await window.asked("tell_overlay")).at(-1)).toEqual({ words: true });
});

test("all of it is set by the keys alone", async ({ open, page }) => {
  const window = await open(idle, { page: "settings" });
  const shown = page.getByRole("switch", { name: "Show words over all windows" });
  await page.getByRole("combobox", { name: "When they go there" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(shown).toBeFocused();
  await page.keyboard.press("Space");
  await expect(shown).toBeChecked();
  const menus: [string, Partial<Overlay>][] = [
    ["Lines", { lines: 3 }],
    ["Size of the letters", { size: 34 }],
    ["Background", { opacity: 100 }],
    ["Contrast", { contrast: "high" }],
  ];
  let overlay: Overlay = { ...idle.snapshot.settings.overlay, shown: true };
  for (const [name, change] of menus) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("combobox", { name })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    overlay = { ...overlay, ...change };
    await expect.poll(async () => (await window.asked("patch")).at(-1)).toEqual({ patch: { overlay } });
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("switch", { name: "Show what was said over its translation" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const move = page.getByRole("button", { name: "Move and resize" });
  await expect(move).toBeFocused();
  await page.keyboard.press("Enter");
  expect(await window.asked("edit_overlay")).toEqual([{ editing: true }]);
});

test("while it is moved the keys reach its button and nothing else, and a refusal is told", async ({ open, page }) => {
  const window = await open(withSnapshot(withOverlay({}), { overlay: { shape: "see_through", editing: true } }), SIZE);
  const done = page.getByRole("button", { name: "Done" });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(done).toBeFocused();
  await window.refuse("edit_overlay", "The place could not be saved: the disk is full.");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText("The place could not be saved: the disk is full.");
  await window.refuse("edit_overlay", null);
  await page.keyboard.press("Space");
  await expect(page.getByRole("status")).toHaveText(window.text.overlay.edit);
  expect(await window.asked("edit_overlay")).toEqual([{ editing: false }, { editing: false }]);
});

test("it is begun to be moved in the settings, once it is there", async ({ open, page }) => {
  const window = await open(idle, { page: "settings" });
  const move = page.getByRole("button", { name: "Move and resize" });
  await expect(move).toBeDisabled();
  await page.getByRole("switch", { name: "Show words over all windows" }).click();
  expect(await window.asked("patch")).toEqual([{ patch: { overlay: { ...idle.snapshot.settings.overlay, shown: true } } }]);
  await move.click();
  expect(await window.asked("edit_overlay")).toEqual([{ editing: true }]);
});
