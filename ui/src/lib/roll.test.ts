import { describe, expect, it } from "vitest";

import { rolled, type Paragraph, type Top } from "./roll";

const box = (...lines: [string, number][]): Paragraph[] => lines.map(([key, count]) => ({ key, lines: count }));

describe("the box of lines", () => {
  it("stays as it is while there is room", () => {
    expect(rolled([], null, 2)).toEqual({ above: 0, top: null });
    expect(rolled(box(["a", 1], ["b", 1]), null, 2)).toEqual({ above: 0, top: { key: "a", line: 0 } });
  });

  it("rolls by whole lines when a line more is needed", () => {
    expect(rolled(box(["a", 2], ["b", 1]), { key: "a", line: 0 }, 2)).toEqual({ above: 1, top: { key: "a", line: 1 } });
  });

  it("does not roll back when a guess is taken back", () => {
    const top: Top = { key: "a", line: 1 };
    expect(rolled(box(["a", 2]), top, 2)).toEqual({ above: 1, top });
  });

  it("keeps its place when paragraphs above are forgotten", () => {
    expect(rolled(box(["b", 2], ["c", 1]), { key: "b", line: 1 }, 2).above).toBe(1);
  });

  it("shows the end where its place is gone", () => {
    expect(rolled(box(["b", 3]), { key: "a", line: 5 }, 2)).toEqual({ above: 1, top: { key: "b", line: 1 } });
  });

  it("never leaves the end out of sight, whatever comes", () => {
    let top: Top | null = null;
    let paragraphs: Paragraph[] = [];
    for (let step = 0; step < 500; step += 1) {
      const key = String(Math.floor(step / 7));
      const lines = 1 + ((step * 5) % 4);
      paragraphs = [...paragraphs.filter((one) => one.key !== key), { key, lines }].slice(-12);
      const all = paragraphs.reduce((sum, one) => sum + one.lines, 0);
      const next = rolled(paragraphs, top, 2);
      expect(all - next.above, `step ${step}`).toBeLessThanOrEqual(2);
      ({ top } = next);
    }
  });
});
