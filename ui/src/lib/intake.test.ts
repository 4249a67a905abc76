import { describe, expect, it } from "vitest";

import { changed, NOTHING, received, shown, started, type Intake } from "./intake";
import { begun, final, snapshot } from "./sample";
import type { Batch, News } from "./types";
import { textOf } from "./words";

const batch = (seq: number, ...news: News[]): Batch => ({ seq, news });
const texts = (intake: Intake) => shown(intake)?.takes.map(textOf);

describe("snapshot and batches", () => {
  it("show nothing before the snapshot", () => {
    expect(shown(received(NOTHING, batch(1, begun(1))))).toBeNull();
  });

  it("apply what came before the snapshot only where it does not contain it", () => {
    const early = [batch(1, begun(1)), batch(2, final(1, 0, "A.")), batch(3, final(1, 1, "B."))];
    const past = [begun(1), final(1, 0, "A.")];
    const intake = started(early.reduce(received, NOTHING), snapshot({ seq: 2, past }));
    expect(texts(intake)).toEqual(["A. B."]);
    expect(intake).toMatchObject({ kind: "following", seq: 3 });
  });

  it("put early batches into order", () => {
    const early = [batch(2, final(1, 0, "A.")), batch(1, begun(1))];
    expect(texts(started(early.reduce(received, NOTHING), snapshot()))).toEqual(["A."]);
  });

  it("pass over a batch that comes twice", () => {
    const once = received(started(NOTHING, snapshot()), batch(1, begun(1)));
    expect(received(once, batch(1, begun(1)))).toBe(once);
  });

  it("wait for a new snapshot where a batch was missed, and show what was known until then", () => {
    const first = received(started(NOTHING, snapshot()), batch(1, begun(1)));
    const missed = received(first, batch(3, final(1, 1, "B.")));
    expect(missed.kind).toBe("waiting");
    expect(texts(missed)).toEqual([""]);
    const past = [begun(1), final(1, 0, "A.")];
    expect(texts(started(missed, snapshot({ seq: 2, past })))).toEqual(["A. B."]);
  });

  it("wait again where the snapshot is older than what was missed", () => {
    const missed = received(NOTHING, batch(5, begun(1)));
    expect(started(missed, snapshot({ seq: 2 })).kind).toBe("waiting");
  });

  it("keep what the window itself changed", () => {
    const intake = changed(started(NOTHING, snapshot()), (view) => ({ ...view, target: "Here" }));
    expect(shown(intake)?.target).toBe("Here");
    expect(changed(NOTHING, (view) => view)).toBe(NOTHING);
  });
});
