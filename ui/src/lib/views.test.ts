import { describe, expect, it } from "vitest";

import { aimed, chosenMicrophone, microphoneChoices, microphoneName, outputs, switched, toLanguage, toOutput } from "./controls";
import { follows } from "./follow";
import { glued, words } from "./glue";
import * as names from "./languages";
import { loudness } from "./loudness";
import type { Piece, Text } from "./piece";
import { begun, final, interim, snapshot, WHISPER } from "./sample";
import { applied, opened } from "./state";
import { duration, factor, lag, timeOfDay } from "./time";
import type { News, Task } from "./types";
import { countWords, drawn, lastLanguage, speed } from "./words";

describe("times and numbers", () => {
  it("are written as people read them", () => {
    expect([0, 42_900, 61_000, 3_723_000, -5].map(duration)).toEqual(["0:00", "0:42", "1:01", "1:02:03", "0:00"]);
    expect(timeOfDay(0, "de", "UTC")).toBe("0:00");
    expect(factor(3.44, "de")).toBe("3,4");
    expect([12, 119, 120, 1_500].map(lag)).toEqual(["12 s", "119 s", "2 min", "25 min"]);
  });

  it("say how fast a model is only once there is enough to tell", () => {
    expect(speed(null)).toBeNull();
    expect(speed({ speechMs: 900, decodeMs: 10 })).toBeNull();
    expect(speed({ speechMs: 6800, decodeMs: 2000 })).toBeCloseTo(3.4);
  });

  it("count words as the language does", () => {
    expect(countWords("One, two – three!", "en")).toBe(3);
    expect(countWords("", "en")).toBe(0);
  });
});

describe("the meter", () => {
  it("rests in silence, is full when it is loud, and rises in between", () => {
    expect([0, Number.NaN, 0.001].map(loudness)).toEqual([0, 0, 0]);
    expect(loudness(1)).toBe(1);
    expect(loudness(0.1)).toBeGreaterThan(loudness(0.05));
  });
});

describe("following the text", () => {
  const at = (scrollTop: number, scrollHeight = 1000) => ({ scrollTop, scrollHeight, clientHeight: 400 });

  it("ends as soon as a person goes up, however little", () => {
    expect(follows(true, at(600), at(590))).toBe(false);
  });

  it("begins again at the end, and not before", () => {
    expect(follows(false, at(300), at(400))).toBe(false);
    expect(follows(false, at(400), at(590))).toBe(true);
  });

  it("goes on when the text itself became shorter", () => {
    expect(follows(true, at(600), at(100, 500))).toBe(true);
  });
});

describe("joining", () => {
  /** The words as they are drawn, what is tentative in brackets. */
  const parts = (committed: string, tentative: string) =>
    words(committed, tentative).map(({ text, tentative }) => (tentative ? `(${text})` : text));

  it("draws what is committed and what may change as they are", () => {
    expect(parts("On Saturday", " evening the")).toEqual(["On ", "Saturday ", "(evening )", "(the)"]);
    expect(parts("On Sat", "urday evening")).toEqual(["On ", "Sat", "(urday )", "(evening)"]);
    expect(parts("", " On the")).toEqual(["(On )", "(the)"]);
    expect(parts("On the ", "")).toEqual(["On ", "the "]);
    expect(parts("", "")).toEqual([]);
  });

  it("draws letter by letter where a language has no spaces, each with its marks", () => {
    expect(parts("今日は", "天。")).toEqual(["今", "日", "は", "(天)", "(。)"]);
    expect(parts("ที่", "นี่ ok")).toEqual(["ที่", "(นี่ )", "(ok)"]);
    expect(parts("我用Py", "thon写")).toEqual(["我", "用", "Py", "(thon)", "(写)"]);
  });

  it("knows a word again as long as nothing before it changed", () => {
    const keys = (committed: string, tentative: string) => words(committed, tentative).map(({ key }) => key);
    const before = keys("On Saturday", " evening the main");
    expect(keys("On Saturday evening", " the mane pump").slice(0, 3)).toEqual(before.slice(0, 3));
    const flipped = keys("On Saturday", " even in the main");
    expect(flipped.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(flipped.slice(2).filter((key) => before.includes(key))).toEqual([]);
    expect(new Set(keys("no no no", " no no")).size).toBe(5);
  });

  it("draws the words of a final as those of the interim before it", () => {
    const piece = (text: Text): Piece => ({ piece: 0, text, translation: null, leftOut: null });
    const open = drawn(piece({ kind: "interim", committed: "On", tentative: " Saturday evening" }));
    const whole = drawn(piece({ kind: "final", said: "On Saturday, evening. ", language: "en", partial: false }));
    expect(whole.map(({ text }) => text)).toEqual(["On ", "Saturday, ", "evening."]);
    expect(whole.map(({ key }, place) => key === open[place]?.key)).toEqual([true, false, false]);
    expect(drawn(piece({ kind: "none" }))).toEqual([]);
  });

  it("takes what is said for the language of the text before it", () => {
    const spoken = (...news: News[]) => {
      const take = applied(opened(snapshot()), [begun(1), ...news]).takes[0];
      return take && lastLanguage(take);
    };
    expect(spoken(interim(1, 0, "Hallo"))).toBeNull();
    expect(spoken({ ...final(1, 0, "Hallo."), language: "de" } as News, interim(1, 1, "Welt"))).toBe("de");
  });

  it("puts no spaces where a language has none", () => {
    expect(glued(["今日は。", "天気がいい。"])).toBe("今日は。天気がいい。");
    expect(glued(["One.", "", " Two."])).toBe("One. Two.");
  });
});

describe("languages", () => {
  const texts = { auto: "Any", cannotDetect: (model: string) => `${model} cannot` };
  const target = { only: (model: string, list: string) => `${model}: ${list} only`, none: (model: string) => `${model}: none` };

  it("are called by their names, in the order of the window's language", () => {
    expect(names.named(["de", "fr", "en", "en"], "de").map(({ label }) => label)).toEqual(["Deutsch", "Englisch", "Französisch"]);
    expect(names.languageName("not a code", "en")).toBe("not a code");
  });

  it("offer finding out by itself only where the model can", () => {
    expect(names.spoken(WHISPER, "en", texts).choices[0]?.value).toBe("auto");
    const deaf = names.spoken({ ...WHISPER, detects_language: false }, "en", texts);
    expect(deaf.choices.map(({ value }) => value)).toEqual(["en", "fr", "de"]);
    expect(deaf.lacking).toEqual({ reason: "Whisper base cannot", choices: [{ value: "auto", label: "Any" }] });
    const single = { ...WHISPER, languages: ["en"], detects_language: false };
    expect(names.spoken(single, "en", texts).lacking).toBeNull();
  });

  it("grey out the targets that the model lacks, with the reason", () => {
    const offer = names.targets(WHISPER, "en", target);
    expect(offer.choices).toEqual([{ value: "en", label: "English" }]);
    expect(offer.lacking?.reason).toBe("Whisper base: English only");
    expect(offer.lacking?.choices.some(({ value }) => value === "de")).toBe(true);
    expect(names.targets({ ...WHISPER, targets: [] }, "en", target).lacking?.reason).toBe("Whisper base: none");
    expect(names.targets(null, "en", target).lacking).toBeNull();
  });

  it("show what is set even if nobody offers it", () => {
    const offer = names.including({ choices: [], lacking: null }, "cy", "en");
    expect(offer.choices).toEqual([{ value: "cy", label: "Welsh" }]);
    expect(names.including(offer, "cy", "en")).toBe(offer);
    expect(names.spokenName(names.spokenValue(["en", "de"]), "en", "Any")).toBe("English or German");
  });

  it("call models and where they compute by names", () => {
    expect(names.modelName("whisper-large-v3")).toBe("Whisper large v3");
    expect(["cpu", "cuda", "vulkan"].map(names.backendName)).toEqual(["CPU", "CUDA", "Vulkan"]);
  });
});

describe("the foot", () => {
  const microphones = [
    { id: "a", name: "Built-in", is_default: true },
    { id: "b", name: "Headset", is_default: false },
  ];

  it("calls the system's choice by its own name, and shows a microphone that is absent", () => {
    expect(microphoneName(microphones, null, "System")).toBe("Built-in");
    expect(microphoneName([], null, "System")).toBe("System");
    expect(chosenMicrophone(microphones, "Headset")).toBe("b");
    expect(microphoneChoices(microphones, "gone", "System").map(({ value }) => value)).toEqual(["", "a", "b", "gone"]);
    expect(microphoneChoices(microphones, "Headset", "System")).toHaveLength(3);
  });

  it("switches between a profile's own task and a translation, and aims only translations", () => {
    const [profile] = snapshot().settings.profiles;
    const instruct = { kind: "instruct", prompt: "Shorten." } as const;
    const translate = { kind: "translate", target: "en", both: false } as const;
    const of = (task: Task, aside: Task | null) => switched({ ...profile!, task, aside })[0];
    expect(of({ kind: "transcribe" }, translate)).toBe("transcribe");
    expect(of(translate, null)).toBe("transcribe");
    expect(of(translate, instruct)).toBe("instruct");
    expect(of(instruct, null)).toBe("instruct");
    expect(aimed({ kind: "translate", target: "en", both: true }, "de")).toEqual({ kind: "translate", target: "de", both: true });
    expect(aimed({ kind: "transcribe" }, "de")).toEqual({ kind: "transcribe" });
  });

  it("understands what its menus say", () => {
    expect(toLanguage("en,de")).toEqual(["en", "de"]);
    expect(toLanguage("auto")).toBe("auto");
    expect(outputs("stdout")).toContain("stdout");
    expect(outputs("type")).not.toContain("stdout");
    expect(toOutput("paste", "type")).toBe("paste");
    expect(toOutput("nowhere", "type")).toBe("type");
  });
});
