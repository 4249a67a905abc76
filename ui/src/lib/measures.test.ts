import { describe, expect, it } from "vitest";

import { factsOf, verdict } from "./measures";
import { catalogue } from "./text";
import type { Measure, Progress, Suits } from "./types";

const took = (decode_ms: number, suits: Suits, wrong = 1) =>
  ({ state: "done", decode_ms, speech_ms: 5450, wrong, words: 43, suits }) as const;

const model = (id: string, progress: Progress): Measure => ({ id, name: id.toUpperCase(), progress });

/** The verdict in a word. */
const said = (recommended: string | null, ...all: Progress[]) => {
  const found = verdict({ models: all.map((progress, place) => model(`m${place}`, progress)), recommended });
  return found.kind === "recommended" ? `take ${found.model.name}` : found.kind;
};

describe("measuring the models", () => {
  const quick = took(700, "live");
  const slow = took(9000, "too_slow");

  it("runs as long as one of them is waited for", () => {
    expect(said(null)).toBe("nothing");
    expect(said(null, quick, { state: "waiting" })).toBe("running");
    expect(said(null, { state: "measuring" }, { state: "interrupted" })).toBe("running");
  });

  it("ends with the one to take, or with the reason why there is none", () => {
    expect(said("m1", slow, quick)).toBe("take M1");
    expect(said(null, slow, { state: "failed", message: "broken" })).toBe("none");
    expect(said(null, quick, { state: "interrupted" })).toBe("interrupted");
  });

  it("is told in numbers that a person reads", () => {
    const facts = (progress: ReturnType<typeof took>, language: string) => factsOf(progress, catalogue(language), language);
    expect(facts(quick, "en")).toBe("0.7 s for a short sentence · 7.8 × faster than speech · 1 of 43 words wrong");
    expect(facts(quick, "de")).toBe("0,7 s für einen kurzen Satz · 7,8 × schneller als Sprache · 1 von 43 Wörtern falsch");
    expect(facts(slow, "en")).toContain("9.0 s for a short sentence · slower than speech");
  });
});
