import { describe, expect, it } from "vitest";

import { problems, sentence } from "./problems";
import { begun, behind as late, done, notice, snapshot, state } from "./sample";
import { applied, opened } from "./state";
import { aimsHere, behind, status } from "./status";
import type { HotkeyState, Mode, News, Snapshot } from "./types";

const now = (part: Partial<Snapshot>, ...news: News[]) => {
  const { now, hint, keys } = status(applied(opened(snapshot(part)), news));
  return `${now}, ${hint.kind}${"how" in hint ? ` ${hint.how}` : ""}${keys ? ` with ${keys}` : ""}`;
};
const inMode = (mode: Mode): Partial<Snapshot> => {
  const { settings } = snapshot();
  return { settings: { ...settings, profiles: settings.profiles.map((each) => ({ ...each, mode })) } };
};

describe("how to begin", () => {
  it("follows the profile's mode", () => {
    expect(now({})).toBe("ready, begin hold with Ctrl+Alt+Space");
    expect(now(inMode("push_to_talk"))).toBe("ready, begin holdOnly with Ctrl+Alt+Space");
    expect(now(inMode("toggle"))).toBe("ready, begin press with Ctrl+Alt+Space");
    expect(now(inMode("hands_free"))).toBe("ready, begin press with Ctrl+Alt+Space");
  });

  it("is the button where no key is heard", () => {
    const deaf: HotkeyState[] = [
      { state: "off" },
      { state: "recording" },
      { state: "refused", hotkey: "F9", message: "taken" },
      { state: "desktop", place: "there", lines: [] },
    ];
    for (const hotkey of deaf) expect(now({ hotkey })).toBe("ready, begin button");
  });

  it("says that a model is loading or missing", () => {
    expect(now({ model: { state: "loading" } })).toBe("loading, begin hold with Ctrl+Alt+Space");
    expect(now({ model: { state: "failed", code: "no_model", message: "none" } })).toBe("failed, keep");
  });
});

describe("how to finish", () => {
  it("is letting go while the key is held, and another press after a tap", () => {
    expect(now({}, begun(1))).toBe("preparing, finish release with Ctrl+Alt+Space");
    expect(now({}, begun(1), state(1, "listening"))).toBe("listening, finish release with Ctrl+Alt+Space");
    const latched = [begun(1), state(1, "listening"), begun(1, false)];
    expect(now({}, ...latched)).toBe("listening, finish again with Ctrl+Alt+Space");
    expect(now({ hotkey: { state: "off" } }, ...latched)).toBe("listening, finish button");
  });

  it("prefers the take that listens to the one that finishes", () => {
    const finishing = [begun(1), state(1, "finishing")];
    expect(now({}, ...finishing)).toBe("finishing, wait");
    expect(now({}, ...finishing, begun(2))).toBe("preparing, finish release with Ctrl+Alt+Space");
    expect(now({}, ...finishing, done(1, ""))).toBe("ready, begin hold with Ctrl+Alt+Space");
  });
});

describe("how far the text is behind", () => {
  it("is what the take that waits longest says, until that is over", () => {
    const news = [begun(1), late(1, 32), state(1, "finishing"), begun(2), late(2, 12)];
    const view = applied(opened(snapshot()), news);
    expect(behind(opened(snapshot()))).toBe(0);
    expect(behind(view)).toBe(32);
    expect(behind(applied(view, [done(1, "")]))).toBe(12);
  });
});

describe("problems", () => {
  const found = (part: Partial<Snapshot>, ...news: News[]) =>
    problems(applied(opened(snapshot(part)), news)).map((each) =>
      each.kind === "notice" ? each.code : each.kind,
    );

  it("name the model and the hotkey first, and the newest notice before older ones", () => {
    const part: Partial<Snapshot> = {
      model: { state: "failed", code: "no_model", message: "none" },
      hotkey: { state: "refused", hotkey: "F9", message: "taken" },
    };
    const news = [notice("settings"), notice("no_device"), notice("no_model")];
    expect(found(part, ...news)).toEqual(["model", "hotkey", "no_device", "settings"]);
  });

  it("teach about the desktop's own keys until somebody has dictated", () => {
    const part: Partial<Snapshot> = { hotkey: { state: "desktop", place: "there", lines: [] } };
    expect(found(part)).toEqual(["desktop"]);
    expect(found(part, begun(1))).toEqual([]);
  });

  it("are sentences", () => {
    expect(sentence("there is none")).toBe("There is none.");
    expect(sentence("Why? ")).toBe("Why?");
    expect(sentence("")).toBe("");
  });
});

describe("where the words go while this window has the keys", () => {
  const here = (focused: boolean, part: Partial<Snapshot>, ...news: News[]) => {
    const view = applied(opened(snapshot(part)), news);
    const take = view.takes.at(-1);
    return take && aimsHere(view, take, focused);
  };
  const open = [begun(1, false), state(1, "listening")];

  it("is the clipboard, until another window has them", () => {
    expect(here(true, { target: null }, ...open)).toBe(true);
    expect(here(false, { target: null }, ...open)).toBe(false);
    expect(here(true, {}, ...open)).toBe(false);
    expect(here(true, { target: null }, ...open, state(1, "finishing"))).toBe(false);
  });

  it("is no question where nothing is typed", () => {
    const { settings } = snapshot();
    const profiles = settings.profiles.map((each) => ({ ...each, output: "clipboard" as const }));
    expect(here(true, { target: null, settings: { ...settings, profiles } }, ...open)).toBe(false);
  });
});
