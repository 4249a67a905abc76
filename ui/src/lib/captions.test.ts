import { describe, expect, it } from "vitest";

import { follow, layout, opening, rested, type Captions } from "./captions";
import { final, interim } from "./sample";
import { begun, captioned, hear, type Take, type TakeNews } from "./take";
import type { Task } from "./types";

const start = (take: number, task: Task = { kind: "transcribe" }): Take =>
  begun({ take, unix_ms: 0, profile: "dictate", target: null, held: false }, task);

const translation = (take: number, piece: number, text: string): TakeNews => ({
  type: "translation",
  take,
  piece,
  text,
  target: "de",
  partial: false,
});

/** Tells all takes what concerns them, one after the other. */
function told(captions: Captions, ...news: TakeNews[]): Captions {
  return news.reduce((before, one) => {
    const takes = before.takes.map((take) => (take.id === one.take ? hear(take, one) : take));
    return follow(before, takes);
  }, captions);
}

const keys = ({ shown }: Captions) => shown.map(({ key }) => key);

describe("captions", () => {
  it("show nothing of what was said before", () => {
    const old = hear(start(1), final(1, 0, "Long ago."));
    const captions = opening([old]);
    expect(captions.shown).toEqual([]);
    expect(keys(told(captions, interim(1, 1, "And now")))).toEqual(["1/1"]);
  });

  it("stay the same object where nothing was said", () => {
    const captions = told(opening([start(1)]), final(1, 0, "One."));
    const late = told(captions, { type: "behind", take: 1, seconds: 9 });
    expect(late.shown).toBe(captions.shown);
    expect(follow(late, late.takes)).toBe(late);
  });

  it("come in the order of all takes, whichever lane they are of", () => {
    const captions = told(
      opening([start(1), start(2)]),
      interim(2, 0, "a"),
      interim(1, 0, "b"),
      interim(2, 0, "a", " c"),
      final(2, 0, "A c."),
      interim(2, 1, "d"),
    );
    expect(keys(captions)).toEqual(["2/0", "1/0", "2/1"]);
  });

  it("leave out what turns out to be nothing", () => {
    const captions = told(opening([start(1)]), final(1, 0, "One."), interim(1, 1, "hm"));
    expect(keys(captions)).toEqual(["1/0", "1/1"]);
    const less = told(captions, { type: "suppressed", take: 1, piece: 1, reason: "no_evidence" });
    expect(keys(less)).toEqual(["1/0"]);
  });

  it("do not come back once they have been read, but for what is new of them", () => {
    const read = rested(told(opening([start(1)]), final(1, 0, "One."), interim(1, 1, "Two")));
    expect(rested(read)).toBe(read);
    expect(keys(told(read, interim(1, 1, "Two", " three")))).toEqual(["1/1"]);
  });

  it("are few, however long somebody speaks", () => {
    const finals = Array.from({ length: 500 }, (_, piece) => final(1, piece, "One more."));
    const captions = told(opening([start(1)]), ...finals);
    expect(keys(captions)).toEqual(Array.from({ length: 12 }, (_, place) => `1/${488 + place}`));
  });
});

describe("two sources at once", () => {
  const sources = ({ shown }: Captions) => shown.map(({ key, source }) => `${key} ${source}`);

  it("are told apart from the piece on that began beside the other", () => {
    const alone = told(opening([start(1)]), interim(1, 0, "Hello"));
    const beside = follow(alone, [...alone.takes, captioned(2, { kind: "transcribe" })]);
    const both = told(beside, interim(2, 0, "News"), interim(1, 0, "Hello", " you"), final(1, 0, "Hello you."), interim(1, 1, "And"));
    expect(sources(both)).toEqual(["1/0 null", "2/0 system", "1/1 microphone"]);
    const after = told(both, final(2, 0, "News."), { type: "state", take: 1, state: "idle" }, interim(2, 1, "So"));
    expect(sources(after)).toEqual(["1/0 null", "2/0 system", "2/1 null"]);
  });
});

describe("the layout", () => {
  const both: Task = { kind: "translate", target: "de", both: true };
  const captions = told(
    opening([start(1, both)]),
    final(1, 0, "Good morning."),
    translation(1, 0, "Guten Morgen."),
    interim(1, 1, "How"),
  );

  it("has the translation large and what was said small over it", () => {
    const { small, large } = layout(captions.shown, true);
    expect(small.map(({ key }) => key)).toEqual(["1/0", "1/1"]);
    expect(large).toEqual([{ kind: "translated", key: "1/0", source: null, translation: { text: "Guten Morgen.", target: "de", partial: false } }]);
  });

  it("has the translation alone for who wants no more", () => {
    const { small, large } = layout(captions.shown, false);
    expect(small).toEqual([]);
    expect(large.map(({ kind }) => kind)).toEqual(["translated"]);
  });

  it("has what was said large where there is no translation", () => {
    const { small, large } = layout(told(opening([start(1)]), interim(1, 0, "How")).shown, true);
    expect(small).toEqual([]);
    expect(large.map(({ kind }) => kind)).toEqual(["said"]);
  });
});
