import { describe, expect, it } from "vitest";

import { amount, apart, downloadOf, leftText, part, partText, stands } from "./downloads";
import { applied, opened } from "./state";
import { catalogue } from "./text";
import type { Download } from "./types";
import { offer, snapshot } from "./sample";

const WORDS = catalogue("en").models.get;

function download(progress: Download["progress"], bytes = 42_900_000): Download {
  return { id: "whisper-base", name: "Whisper Base", bytes, size: 85_000_000, progress };
}

const running = { state: "running", speed: 2_100_000, left_s: 20, problem: null } as const;

describe("a download", () => {
  it("says how it stands", () => {
    const said = (progress: Download["progress"]) => stands(download(progress), WORDS, "en");
    expect(said({ state: "waiting" })).toBe("Waits for the others");
    expect(said({ state: "running", speed: null, left_s: null, problem: null })).toBe("50% · starting…");
    expect(said(running)).toBe("50% · 20 s left");
    expect(said({ ...running, problem: "nothing came for 30 s" })).toBe("Nothing comes; trying again…");
    expect(said({ state: "checking" })).toBe("Being checked…");
    expect(said({ state: "paused" })).toBe("Paused at 50%");
    expect(said({ state: "failed", code: "download", message: "…" })).toBe("Stopped at 50%");
  });

  it("says how much came, and how fast", () => {
    expect(amount(download(running), WORDS, "en")).toBe("43 MB of 85 MB, 2.1 MB/s");
    expect(amount(download({ state: "paused" }), WORDS, "de")).toBe("43 MB of 85 MB");
  });

  it("is never said to be whole before it is", () => {
    expect(partText(download(running, 84_999_999), "en")).toBe("99%");
    expect(part({ ...download(running), size: 0 })).toBe(0);
  });

  it("guesses the time in steps", () => {
    const said = (seconds: number) => leftText(seconds, WORDS.left);
    expect([3, 11, 59, 61, 5_000, 9_000].map(said)).toEqual([
      "a few seconds left", "20 s left", "60 s left", "2 min left", "84 min left", "3 h left",
    ]);
  });

  it("belongs to the offer of its name, and stands alone where there is none", () => {
    const [mine, other] = [download(running), { ...download(running), id: "whisper-base-F16" }];
    const offers = [offer({ id: "whisper-base" })];
    expect(downloadOf(offers[0]!, [other, mine])).toBe(mine);
    expect(apart([mine, other], offers)).toEqual([other]);
  });
});

describe("the window", () => {
  it("knows the downloads from the snapshot and from what is told, and when to list anew", () => {
    const before = opened(snapshot({ downloads: [download({ state: "paused" })] }));
    expect(before.downloads).toHaveLength(1);
    const after = applied(before, [{ type: "downloads", downloads: [] }, { type: "models" }]);
    expect([after.downloads, after.shelf]).toEqual([[], 1]);
  });

  it("knows what is tried", () => {
    const view = applied(opened(snapshot()), [
      { type: "check", check: { state: "hears", rms: 0.1, speech: true } },
      { type: "pressed" },
    ]);
    expect([view.check, view.pressed]).toEqual([{ state: "hears", rms: 0.1, speech: true }, 1]);
  });
});
