// Text that arrives while somebody speaks: it moves nothing, and is told once.

import type { News } from "../src/lib/types";
import { expect, test, type Window } from "./page";
import { idle } from "./shell/scenario";
import { final, listening, SINCE } from "./shell/speech";

const WORDS = "and then we went down to the river where the old mill had been standing for as long as anybody could remember".split(" ");

/** What is told in one thirtieth of a second: a level, a word more, and at times a final. */
function told(beat: number): News[] {
  const piece = Math.floor(beat / 60);
  const words = Math.floor((beat % 60) / 3);
  if (beat % 60 === 59) {
    return [
      final(5, piece, WORDS.join(" ")),
      { type: "translation", take: 5, piece, text: WORDS.toReversed().join(" "), target: "de", partial: false },
    ];
  }
  return [
    { type: "level", take: 5, rms: (beat % 10) / 40, speech: beat % 7 > 1 },
    {
      type: "interim",
      take: 5,
      piece,
      committed: WORDS.slice(0, words).join(" "),
      tentative: ` ${WORDS.slice(words, words + 2).join(" ")}`,
      at_ms: beat * 33,
    },
  ];
}

for (const width of [420, 900]) {
  test(`thirty updates a second for ten seconds move nothing at ${width}`, async ({ open, page }) => {
    await page.clock.install({ time: SINCE });
    const window = await open(idle, { width });
    // Take 5 began five minutes after it.
    await page.clock.pauseAt(SINCE + 5 * 60_000);
    await window.tell(listening(5, true));
    await page.evaluate(() => globalThis.window.measures.watchShifts());
    for (let second = 0; second < 10; second += 1) {
      const batches = Array.from({ length: 30 }, (_, beat) => told(second * 30 + beat));
      await page.evaluate(async (all) => {
        for (const news of all) {
          await globalThis.window.shell.tell(news);
          await globalThis.window.nextFrame();
        }
      }, batches);
      await page.clock.runFor(1000);
    }
    await page.evaluate(() => globalThis.window.nextFrame());
    await expect(page.getByRole("timer")).toHaveText("0:10");
    expect(await page.evaluate(() => globalThis.window.measures.shiftsSeen())).toEqual([]);
  });
}

const GERMAN =
  "und die Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft hat wegen der Kraftwerksabschaltung geantwortet dass sie bis zum kommenden Donnerstagnachmittag nichts unternehmen wird".split(" ");

/** What a model hears of these words after so many: the last ones are guessed, each time anew. */
function guess(said: readonly string[], count: number, piece: number): News {
  const sure = Math.max(0, count - 4);
  const guessed = said.slice(sure, count).map((word, place, all) => {
    if (place < all.length - 2) return word;
    return count % 2 === 0 ? `${word},` : `${word}ly`.slice(-9);
  });
  const committed = said.slice(0, sure).join(" ");
  const tentative = `${sure > 0 && guessed.length > 0 ? " " : ""}${guessed.join(" ")}`;
  return { type: "interim", take: 5, piece, committed, tentative, at_ms: count * 300 };
}

/** A phrase as it comes: interims, and the final with its full stop. */
function phrase(said: readonly string[], piece: number): News[] {
  const interims = said.map((_, count) => guess(said, count + 1, piece));
  return [...interims, final(5, piece, `${said.join(" ")}.`)];
}

/** Tells these one after the other, each in a batch that is drawn. */
async function say(window: Window, news: News[]): Promise<void> {
  await window.page.evaluate(async (all) => {
    for (const one of all) {
      await globalThis.window.shell.tell([one]);
      await globalThis.window.nextFrame();
    }
    await globalThis.window.nextFrame();
  }, news);
}

const places = ({ page }: Window) => page.evaluate(() => globalThis.window.measures.wordPlaces());
const scrolled = ({ page }: Window) => page.evaluate(() => globalThis.window.measures.scrolledTo());
const shifts = ({ page }: Window) => page.evaluate(() => globalThis.window.measures.shiftsSeen());

for (const width of [420, 900]) {
  for (const [language, said] of [["en", WORDS], ["de", GERMAN]] as const) {
    test(`a long take whose last words are guessed anew moves nothing at ${width} in ${language}`, async ({ open, page }) => {
      await page.clock.install({ time: SINCE });
      const window = await open(idle, { width, language });
      await page.clock.pauseAt(SINCE + 5 * 60_000);
      await window.tell(listening(5, false));
      await page.evaluate(() => globalThis.window.measures.watchShifts());
      for (let piece = 0; piece < 12; piece += 1) {
        await say(window, phrase(said, piece));
        expect((await scrolled(window)).endInSight, `after phrase ${piece}`).toBe(true);
      }
      await say(window, [guess(said, 6, 12)]);
      const { top, endInSight } = await scrolled(window);
      expect(top).toBeGreaterThan(100);
      expect(endInSight).toBe(true);
      expect(await shifts(window)).toEqual([]);
      expect(await page.evaluate(() => globalThis.window.measures.sidewaysScroll())).toEqual([]);
      expect(await page.evaluate(() => globalThis.window.measures.cutTexts())).toEqual([]);
    });
  }
}

test("what is committed is solid, what may change is dimmed, and both stand as they are", async ({ open }) => {
  const window = await open(idle);
  await window.tell(listening(5, true));
  await say(window, [{ type: "interim", take: 5, piece: 0, committed: "On Satur", tentative: "day evening", at_ms: 900 }]);
  const flow = window.page.getByRole("region", { name: window.text.dictate.take });
  await expect(flow).toHaveText("On Saturday evening");
  const colours = await flow.evaluate((box) => [...box.querySelectorAll("span")].map((word) => [word.textContent?.trim(), getComputedStyle(word).color] as const));
  const colour = (word: string) => colours.find(([text]) => text === word)?.[1];
  expect(colour("On")).toBe(colour("Satur"));
  expect(colour("day")).toBe(colour("evening"));
  expect(colour("day")).not.toBe(colour("On"));
});

test("words that the final leaves as they were stay where they are", async ({ open, page }) => {
  const window = await open(idle, { width: 420 });
  await window.tell(listening(5, true));
  await say(window, [...phrase(WORDS, 0), guess(WORDS, WORDS.length, 1)]);
  await say(window, [{ type: "interim", take: 5, piece: 1, committed: "", tentative: WORDS.join(" "), at_ms: 9000 }]);
  const before = await places(window);
  await page.evaluate(() => globalThis.window.measures.watchShifts());
  // The same words: nothing is seen of it at all.
  await say(window, [final(5, 1, WORDS.join(" "))]);
  expect(await places(window)).toEqual(before);
  await say(window, [{ type: "interim", take: 5, piece: 2, committed: "", tentative: WORDS.join(" "), at_ms: 9000 }]);
  const open_ = await places(window);
  const comma = [...WORDS.slice(0, 12), `${WORDS[12]},`, ...WORDS.slice(13)];
  await say(window, [final(5, 2, `${comma.join(" ")}.`)]);
  const after = await places(window);
  const until = 2 * WORDS.length + 12;
  expect(after.slice(0, until)).toEqual(open_.slice(0, until));
  expect(after[until]).toEqual({ ...open_[until], word: comma[12] });
  expect(await shifts(window)).toEqual([]);
});

test("a phrase that turns out to be nothing goes, and what stands stays", async ({ open, page }) => {
  const window = await open(idle, { width: 420 });
  await window.tell(listening(5, true));
  await say(window, phrase(WORDS, 0));
  const before = await places(window);
  await page.evaluate(() => globalThis.window.measures.watchShifts());
  await say(window, [guess(WORDS, 9, 1), { type: "suppressed", take: 5, piece: 1, reason: "no_evidence" }]);
  // One that failed has no event of its own: the next one that is over ends it.
  await say(window, [guess(WORDS, 9, 2), final(5, 3, "So.")]);
  const after = await places(window);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.map(({ word }) => word).join(" ")).toMatch(/remember\. \(left out: nobody said that\) So\.$/);
  expect(await shifts(window)).toEqual([]);
});

test("a last line that goes and comes back moves nothing above it", async ({ open }) => {
  const window = await open(idle, { width: 420 });
  await window.tell(listening(5, true));
  await window.tell(Array.from({ length: 8 }, (_, piece) => final(5, piece, `${WORDS.join(" ")}.`)));
  const long: News = { type: "interim", take: 5, piece: 8, committed: WORDS.join(" "), tentative: ` ${WORDS.join(" ")}`, at_ms: 9000 };
  await say(window, [long]);
  const before = await places(window);
  const short: News = { ...long, tentative: " and" };
  await say(window, [short]);
  const gone = await places(window);
  expect(gone.length).toBeLessThan(before.length - 10);
  expect(gone).toEqual(before.slice(0, gone.length));
  await say(window, [long]);
  expect(await places(window)).toEqual(before);
});

test("who scrolled up to read stays there until the end is wanted again", async ({ open, page }) => {
  const window = await open(idle, { width: 420 });
  await window.tell(listening(5, true));
  await window.tell(Array.from({ length: 8 }, (_, piece) => final(5, piece, `${WORDS.join(" ")}.`)));
  await page.getByRole("region", { name: window.text.dictate.take }).hover();
  await page.mouse.wheel(0, -240);
  const newest = page.getByRole("button", { name: window.text.dictate.newest });
  await expect(newest).toBeVisible();
  const { top } = await scrolled(window);
  for (let piece = 8; piece < 11; piece += 1) await say(window, phrase(WORDS, piece));
  expect(await scrolled(window)).toEqual({ top, endInSight: false });
  await newest.click();
  await expect(newest).toHaveCount(0);
  await say(window, phrase(WORDS, 11));
  expect((await scrolled(window)).endInSight).toBe(true);
});

for (const width of [420, 900]) {
  test(`that the text is behind is said near the state, and moves nothing at ${width}`, async ({ open, page }) => {
    await page.clock.install({ time: SINCE });
    const window = await open(idle, { width, language: "de" });
    await page.clock.pauseAt(SINCE + 5 * 60_000);
    await window.tell([...listening(5, false), ...phrase(GERMAN, 0)]);
    await page.evaluate(() => globalThis.window.measures.watchShifts());
    const before = await places(window);
    await say(window, [{ type: "behind", take: 5, seconds: 119 }]);
    const told = page.getByText("Der Text hängt 119 s nach; nichts geht verloren");
    await expect(told).toBeVisible();
    const [line, head] = [await told.boundingBox(), await page.getByRole("heading", { level: 1 }).boundingBox()];
    expect(line?.height).toBeLessThan(22);
    expect((line?.y ?? 999) - (head?.y ?? 0)).toBeLessThan(120);
    expect(await page.evaluate(() => globalThis.window.measures.cutTexts())).toEqual([]);
    expect(await places(window)).toEqual(before);
    await say(window, [{ type: "behind", take: 5, seconds: 0 }]);
    await expect(told).toHaveCount(0);
    await say(window, [{ type: "behind", take: 5, seconds: 240 }]);
    await expect(page.getByText("Der Text hängt 4 min nach")).toBeVisible();
    expect(await places(window)).toEqual(before);
    expect(await shifts(window)).toEqual([]);
    await say(window, [{ type: "state", take: 5, state: "idle" }]);
    await expect(page.getByText("nichts geht verloren")).toHaveCount(0);
  });
}

test("a screen reader is told each final once, and nothing while it is not final", async ({ open, page }) => {
  const window = await open(idle);
  await window.tell(listening(5, true));
  await page.evaluate(() => globalThis.window.measures.watchAnnouncements());
  for (let beat = 0; beat < 20; beat += 1) {
    await window.tell(told(beat));
  }
  await window.tell([{ type: "behind", take: 5, seconds: 12 }]);
  expect(await page.evaluate(() => globalThis.window.measures.announced())).toEqual([]);
  await window.tell([final(5, 0, "Good morning.")]);
  await window.tell(told(65));
  await window.tell([final(5, 1, "Good morning.")]);
  await window.tell([final(5, 2, "How are you?"), final(5, 3, "It rains.")]);
  const said = await page.evaluate(() => globalThis.window.measures.announced());
  expect(said.join(" ")).toBe("Good morning. Good morning. How are you? It rains.");
});
