import { describe, expect, it } from "vitest";
import {
  ambiguous,
  fraction,
  inOrder,
  lacks,
  languageNames,
  listText,
  percentText,
  sizeText,
} from "./models";
import { WHISPER } from "./sample";
import type { ModelInfo } from "./types";

function model(id: string, name: string, in_use = false): ModelInfo {
  return { id, name, path: `/models/${id}.gguf`, size: 81_000_000, in_use, removable: true, damage: null };
}

describe("what a model cannot do", () => {
  it("is what it says of itself", () => {
    expect(lacks(WHISPER)).toEqual(["context", "instruct"]);
    const able = { ...WHISPER, context: true, instruct: true };
    expect(lacks(able)).toEqual([]);
    expect(lacks({ ...able, tells_language: false, timestamps: false, vocabulary: false })).toEqual(["tells_language", "timestamps", "vocabulary"]);
  });
});

describe("a size", () => {
  it.each([
    [0, "0 byte"],
    [999, "999 byte"],
    [81_768_585, "82 MB"],
    [999_600_000, "1 GB"],
    [1_624_555_275, "1.6 GB"],
    [12_400_000_000, "12 GB"],
  ])("of %i bytes is written %s", (bytes, text) => {
    expect(sizeText(bytes, "en")).toBe(text);
  });

  it("has the comma of its language", () => {
    expect(sizeText(1_624_555_275, "de")).toBe("1,6\u00a0GB");
  });
});

describe("an import", () => {
  it("is never done before it is", () => {
    expect(percentText({ written: 9_999, total: 10_000 }, "en")).toBe("99%");
    expect(percentText({ written: 10_000, total: 10_000 }, "en")).toBe("100%");
  });

  it("of nothing, or of more than was announced, stays between none and all", () => {
    expect(fraction({ written: 0, total: 0 })).toBe(0);
    expect(fraction({ written: 12, total: 10 })).toBe(1);
  });
});

describe("languages", () => {
  it("are named and sorted in the language of the window", () => {
    expect(languageNames(["zh", "de", "en"], "en")).toEqual(["Chinese", "English", "German"]);
    expect(languageNames(["zh", "de", "fr", "uk"], "de")).toEqual([
      "Chinesisch",
      "Deutsch",
      "Französisch",
      "Ukrainisch",
    ]);
  });

  it("that no browser knows keep their code", () => {
    expect(languageNames(["x_klingon"], "en")).toEqual(["x_klingon"]);
  });

  it("are read as a sentence", () => {
    expect(listText(["English", "German"], "en")).toBe("English and German");
    expect(listText(["Deutsch", "Englisch", "Polnisch"], "de")).toBe("Deutsch, Englisch und Polnisch");
  });
});

describe("models", () => {
  it("begin with the one in use and go on by name, numbers by value", () => {
    const models = [model("c", "Whisper 10"), model("b", "Whisper 9"), model("z", "Zeta", true)];
    expect(inOrder(models, "en").map(({ id }) => id)).toEqual(["z", "b", "c"]);
  });

  it("are told apart by their id where their names are the same", () => {
    const models = [model("base-q8", "Whisper base"), model("base-f16", "Whisper base"), model("tiny", "Whisper tiny")];
    expect(models.map((one) => ambiguous(one, models))).toEqual([true, true, false]);
  });
});
