// Text that arrives while somebody speaks: it moves nothing, and is told once.

import type { News } from "../src/lib/types";
import { expect, test } from "./page";
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

test("a screen reader is told each final once, and nothing while it is not final", async ({ open, page }) => {
  const window = await open(idle);
  await window.tell(listening(5, true));
  await page.evaluate(() => globalThis.window.measures.watchAnnouncements());
  for (let beat = 0; beat < 20; beat += 1) {
    await window.tell(told(beat));
  }
  expect(await page.evaluate(() => globalThis.window.measures.announced())).toEqual([]);
  await window.tell([final(5, 0, "Good morning.")]);
  await window.tell(told(65));
  await window.tell([final(5, 1, "Good morning.")]);
  await window.tell([final(5, 2, "How are you?"), final(5, 3, "It rains.")]);
  const said = await page.evaluate(() => globalThis.window.measures.announced());
  expect(said.join(" ")).toBe("Good morning. Good morning. How are you? It rains.");
});
