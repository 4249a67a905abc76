import { describe, expect, it } from "vitest";

import { hasText, isTranslated, obtainable, toFormat, toShown } from "./out";
import { captions, final, snapshot, state, translation } from "./sample";
import { applied, opened } from "./state";
import type { Heard } from "./take";
import type { News } from "./types";

function heard(...news: News[]): Heard {
  const [take] = applied(opened(snapshot()), [captions(1), state(1, "listening"), ...news]).captions;
  if (!take) throw new Error("captions began");
  return take;
}

describe("what can be had of a text", () => {
  const wanted = { format: "srt", shown: "both" } as const;

  it("is both languages where there are two, and else what was said", () => {
    const plain = heard(final(1, 0, "One."));
    expect([hasText(plain), isTranslated(plain)]).toEqual([true, false]);
    expect(obtainable(wanted, plain)).toEqual({ format: "srt", shown: "said" });
    const twofold = heard(final(1, 0, "One."), translation(1, 0, "Eins."));
    expect(obtainable(wanted, twofold)).toEqual(wanted);
    expect(obtainable({ ...wanted, shown: "translated" }, twofold).shown).toBe("translated");
  });

  it("is nothing before anything is final", () => {
    expect(hasText(heard())).toBe(false);
    expect(hasText(heard({ type: "interim", take: 1, piece: 0, committed: "One", tentative: "", at_ms: 0 }))).toBe(false);
    expect(hasText(heard(final(1, 0, " ")))).toBe(false);
  });

  it("is what a menu names", () => {
    expect([toFormat("vtt", "text"), toFormat("odt", "text")]).toEqual(["vtt", "text"]);
    expect([toShown("said", "both"), toShown("", "both")]).toEqual(["said", "both"]);
  });
});
