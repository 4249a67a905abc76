import { describe, expect, it } from "vitest";

import { question } from "./question";
import { snapshot, WHISPER } from "./sample";
import type { Capabilities, Profile } from "./types";

const [FIRST] = snapshot().settings.profiles;
if (!FIRST) throw new Error("there is a profile");
const profile = (part: Partial<Profile>): Profile => ({ ...FIRST, ...part });
const deaf: Capabilities = { ...WHISPER, detects_language: false };

describe("what has to be chosen first", () => {
  it("is the language, where the model cannot find it out and knows several", () => {
    expect(question(WHISPER, profile({ language: "auto" }))).toBeNull();
    expect(question(deaf, profile({ language: "auto" }))).toEqual({ kind: "language", wanted: null, known: ["en", "de", "fr"] });
    expect(question({ ...deaf, languages: ["en"] }, profile({ language: "auto" }))).toBeNull();
    expect(question(deaf, profile({ language: "de" }))).toBeNull();
  });

  it("is one of several languages, where the model cannot tell them apart", () => {
    const either = profile({ language: ["de", "en"] });
    expect(question(WHISPER, either)).toBeNull();
    expect(question(deaf, either)).toEqual({ kind: "language", wanted: null, known: ["de", "en"] });
    expect(question(deaf, profile({ language: ["de"] }))).toBeNull();
  });

  it("is another language, where the model lacks one of them", () => {
    const wanted = (language: Profile["language"], able = WHISPER) => {
      const asked = question(able, profile({ language }));
      return asked?.kind === "language" ? asked.wanted : asked;
    };
    expect(wanted("ja")).toBe("ja");
    expect(wanted(["de", "ja", "ko"])).toBe("ja");
    expect(wanted(["de-AT", "EN_us"])).toBeNull();
    expect(wanted("nb", { ...WHISPER, languages: ["no"] })).toBeNull();
    expect(wanted("xx", { ...WHISPER, languages: [] })).toBeNull();
  });

  it("is another target, with those that there are", () => {
    const into = (target: string, targets: string[]) =>
      question({ ...WHISPER, targets }, profile({ task: { kind: "translate", target, both: true } }));
    expect(into("de", ["en", "fr"])).toEqual({ kind: "target", wanted: "de", known: ["en", "fr"] });
    expect(into("de", [])).toEqual({ kind: "target", wanted: "de", known: [] });
    expect(into("en-GB", ["en"])).toBeNull();
  });

  it("is an instruction that the model can follow", () => {
    const told = (prompt: string, part: Partial<Capabilities>) =>
      question({ ...WHISPER, ...part }, profile({ task: { kind: "instruct", prompt } }));
    expect(told("Short.", {})).toEqual({ kind: "instruct" });
    expect(told("Kürzer.", { instruct: true, longest_instruction: 7 })).toEqual({ kind: "longInstruction", bytes: 8, most: 7 });
    expect(told("Short.", { instruct: true, longest_instruction: 6 })).toBeNull();
    expect(told("Short.", { instruct: true })).toBeNull();
  });

  it("is nothing before a model is loaded", () => {
    expect(question(null, profile({ language: "xx" }))).toBeNull();
  });
});
