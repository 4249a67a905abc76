import { describe, expect, it } from "vitest";

import { offer } from "./sample";
import { begun, languagesOf, meant, type Filter } from "./offers";

const OFFERS = [
  offer({ id: "small", languages: ["en", "de"], speed: "fast", proposed: 1 }),
  offer({ id: "large", languages: ["en", "de", "fr"], speed: "medium", proposed: 0, targets: ["en"] }),
  offer({ id: "live", streams: true, speed: "fast" }),
];

const ids = (filter: Filter, began: string[] = []) => meant(OFFERS, filter, began).map(({ id }) => id);

describe("the offers", () => {
  it("are those of a kind and a language, proposed ones first", () => {
    expect(ids({ kind: "all", language: null })).toEqual(["large", "small", "live"]);
    expect(ids({ kind: "proposed", language: null })).toEqual(["large", "small"]);
    expect(ids({ kind: "proposed", language: "fr" })).toEqual(["large"]);
    expect(ids({ kind: "fast", language: null })).toEqual(["small", "live"]);
    expect(ids({ kind: "medium", language: null })).toEqual(["large"]);
    expect(ids({ kind: "translates", language: null })).toEqual(["large"]);
    expect(ids({ kind: "streams", language: "de" })).toEqual([]);
  });

  it("never hide what was begun", () => {
    expect(ids({ kind: "proposed", language: "fr" }, ["live"])).toEqual(["large", "live"]);
  });

  it("name every language that can be understood once", () => {
    expect(languagesOf(OFFERS)).toEqual(["en", "de", "fr"]);
  });

  it("stay where they are when their download ends", () => {
    const one = { id: "live", name: "", bytes: 0, size: 1, progress: { state: "waiting" } } as const;
    const known = begun([], [one]);
    expect(known).toEqual(["live"]);
    expect(begun(known, [one])).toBe(known);
    expect(begun(known, [])).toBe(known);
  });
});
