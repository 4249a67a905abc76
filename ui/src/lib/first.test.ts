import { describe, expect, it } from "vitest";

import { next, previous, proposals, STEPS, tried, usable, worked } from "./first";
import { begun, done, final, offer, snapshot, state } from "./sample";
import { applied, opened } from "./state";

describe("the first steps", () => {
  it("lead from the first to the last and back", () => {
    const forth = STEPS.map(next);
    expect(forth).toEqual(["model", "hotkey", "try", "last", null]);
    expect(STEPS.map(previous)).toEqual([null, ...STEPS.slice(0, -1)]);
  });

  it("look at what was said since the step began, and at nothing before", () => {
    const before = applied(opened(snapshot()), [begun(1), state(1, "listening"), final(1, 0, "Before."), done(1, "Before.")]);
    expect(tried(before, 1)).toBeNull();
    expect(tried(before, null)?.id).toBe(1);
    const speaks = applied(before, [begun(2), state(2, "listening"), final(2, 0, "A sentence.")]);
    expect(tried(speaks, 1)?.id).toBe(2);
    expect(worked(tried(speaks, 1))).toBe(false);
    expect(worked(tried(applied(speaks, [done(2, "A sentence.")]), 1))).toBe(true);
  });

  it("call it no success where no words were understood", () => {
    const silent = applied(opened(snapshot()), [begun(1), state(1, "listening"), done(1, "")]);
    expect(worked(tried(silent, null))).toBe(false);
    expect(worked(null)).toBe(false);
  });

  it("propose models where none can be used", () => {
    const model = { id: "a", name: "A", path: "", size: 1, in_use: false, removable: true };
    expect(usable([{ ...model, damage: "It is cut." }])).toBe(false);
    expect(usable([{ ...model, damage: null }])).toBe(true);
    const offers = [offer({ id: "b", proposed: 1 }), offer({ id: "c" }), offer({ id: "a", proposed: 0 })];
    expect(proposals(offers).map(({ id }) => id)).toEqual(["a", "b"]);
  });
});
