import { describe, expect, it } from "vitest";

import { chosenCaptions, isPlaying, isSettled, played } from "./played";
import { captions, snapshot, state } from "./sample";
import { applied, opened } from "./state";
import type { News, Task } from "./types";
import { inTwoLanguages } from "./words";

const after = (...news: News[]) => applied(opened(snapshot()), news);

describe("captions", () => {
  it("say what they do, and how that is changed", () => {
    const told = (...news: News[]) => Object.values(played(after(...news))).join(" ");
    expect(told()).toBe("off begin");
    expect(told(captions(1))).toBe("preparing end");
    expect(told(captions(1), state(1, "listening"))).toBe("listening end");
    expect(told(captions(1), state(1, "finishing"))).toBe("finishing wait");
    expect(told(captions(1), state(1, "finishing"), captions(2))).toBe("preparing end");
    expect(told(captions(1), state(1, "idle"))).toBe("off begin");
    expect(told({ type: "model", state: "failed", code: "no_model", message: "" })).toBe("off keep");
  });

  it("are known to be in two languages before the first of them is translated", () => {
    const both: Task = { kind: "translate", target: "de", both: true };
    const [first, second] = after(captions(1, both), captions(2)).captions;
    expect([first, second].map((take) => take && inTwoLanguages(take))).toEqual([true, false]);
  });

  it("are heard until they are finished", () => {
    expect(isPlaying(after())).toBe(false);
    expect(isPlaying(after(captions(1)))).toBe(true);
    expect(isPlaying(after(captions(1), state(1, "finishing")))).toBe(false);
  });

  it("are shown as somebody chose, until others begin", () => {
    const two = after(captions(1), captions(2));
    expect(chosenCaptions(after(), null)).toBeNull();
    expect(chosenCaptions(two, null)?.id).toBe(2);
    expect(chosenCaptions(two, { id: 1, newest: 2 })?.id).toBe(1);
    expect(chosenCaptions(applied(two, [captions(3)]), { id: 1, newest: 2 })?.id).toBe(3);
    expect(chosenCaptions(two, { id: 9, newest: 2 })?.id).toBe(2);
  });

  it("keep words apart only near their end", () => {
    expect([isSettled(0, 12), isSettled(0, 13), isSettled(12, 13)]).toEqual([false, true, false]);
  });
});
