import { describe, expect, it } from "vitest";

import * as list from "./profiles";
import { SETTINGS } from "../../tests/shell/scenario";
import type { Settings } from "./types";

const names = ({ profiles, profile }: list.Change) => [profiles.map(({ name }) => name), profile];

describe("the list of profiles", () => {
  it("takes one more under a name that is free, and makes it the current one", () => {
    const once = { ...SETTINGS, ...list.added(SETTINGS, "Mail") };
    expect(names(once)).toEqual([["dictate", "dictate-and-translate", "Mail"], "Mail"]);
    expect(names(list.added(once, "Mail"))[1]).toBe("Mail 2");
  });

  it("duplicates all but the hotkey, which can start only one", () => {
    const [first, ...others] = SETTINGS.profiles;
    const settings = { ...SETTINGS, profiles: [{ ...first!, hotkey: "F9" }, ...others] };
    const change = list.duplicated(settings);
    expect(names(change)).toEqual([["dictate", "dictate 2", "dictate-and-translate"], "dictate 2"]);
    expect(change.profiles[1]).toEqual({ ...first, name: "dictate 2" });
    expect(names(list.duplicated({ ...settings, ...change }))[1]).toBe("dictate 3");
  });

  it("deletes the current one and goes on with its neighbour, but never deletes the last", () => {
    const once = list.removed(SETTINGS);
    expect(once && names(once)).toEqual([["dictate-and-translate"], "dictate-and-translate"]);
    expect(list.removed({ ...SETTINGS, ...once })).toBeNull();
    const last = list.removed({ ...SETTINGS, profile: "dictate-and-translate" });
    expect(last && names(last)).toEqual([["dictate"], "dictate"]);
  });

  it("renames the current one together with what says which is current", () => {
    const change = list.renamed(SETTINGS, "  Bärbels \"Post\" ");
    expect(names(change)).toEqual([["Bärbels \"Post\"", "dictate-and-translate"], "Bärbels \"Post\""]);
  });

  it("refuses no name and one that another has", () => {
    expect(list.nameProblem(SETTINGS, "  ")).toBe("empty");
    expect(list.nameProblem(SETTINGS, "dictate-and-translate ")).toBe("taken");
    expect(list.nameProblem(SETTINGS, "dictate")).toBeNull();
    expect(list.nameProblem(SETTINGS, "Ärger & Co.")).toBeNull();
  });
});

describe("what a profile does", () => {
  const profile = list.currentOf(SETTINGS);
  const first = { kind: "translate", target: "en", both: false } as const;

  it("remembers the task before, and comes back to it", () => {
    const change = list.withTask(profile, "translate", first);
    expect(change).toEqual({ task: first, aside: { kind: "transcribe" } });
    const french = { kind: "translate", target: "fr", both: true } as const;
    const before = { ...profile, aside: french };
    expect(list.withTask(before, "translate", first).task).toEqual(french);
    expect(list.withTask(before, "transcribe", first)).toEqual({});
  });

  it("expects any language, one or several", () => {
    expect(list.expected(" ")).toBe("auto");
    expect(list.expected("de")).toBe("de");
    expect(list.expected("de, en;de fr")).toEqual(["de", "en", "fr"]);
  });

  it("is always that of some profile", () => {
    const lost: Settings = { ...SETTINGS, profile: "nobody" };
    expect(list.currentOf(lost).name).toBe("dictate");
  });
});
