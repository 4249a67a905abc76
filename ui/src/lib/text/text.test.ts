import { describe, expect, it } from "vitest";

import { catalogue, chosenLanguage, uiLanguages } from ".";

/** Every text of a catalogue, with the way to it. */
function leaves(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}/${key}`));
}

describe("the catalogue", () => {
  it("has every text in every language, with the same places for keys", () => {
    const english = leaves(catalogue("en"));
    for (const language of uiLanguages) {
      const texts = new Map(leaves(catalogue(language)));
      for (const [path, text] of english) {
        const other = texts.get(path);
        expect(other, `${language}${path}`).toBeDefined();
        expect(other?.includes("{keys}"), `${language}${path}`).toBe(text.includes("{keys}"));
        expect(other === "", `${language}${path}`).toBe(text === "");
      }
    }
  });

  it("has words of its own for every code that the engine and the shell tell", () => {
    const told =
      "no_model bad_model download language target no_device device file io recogniser delivery on_clipboard " +
      "device_lost device_back no_signal events_lost settings hotkey other_language engine_stopped";
    for (const language of uiLanguages) {
      const known = catalogue(language).problems.byCode;
      expect(told.split(" ").filter((code) => !known[code]), language).toEqual([]);
    }
  });

  it("speaks the first language it can", () => {
    expect(chosenLanguage(null, "de_DE.UTF-8")).toBe("de");
    expect(chosenLanguage("en", "de")).toBe("en");
    expect(chosenLanguage("xx", undefined, "fr")).toBe("en");
  });
});
