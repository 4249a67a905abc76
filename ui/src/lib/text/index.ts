// What the window says, in every language that it speaks. Another language is another folder
// with the rooms of `en`, and a line here.

import { de } from "./de";
import { en } from "./en";

/** Every text, by the room in which it stands. */
export type Catalogue = typeof en;

const CATALOGUES: Readonly<Record<string, Catalogue>> = { en, de };

/** Codes of the languages that the window speaks. */
export const uiLanguages: readonly string[] = Object.keys(CATALOGUES);

/** The texts of a language, or the English ones. */
export function catalogue(language: string): Catalogue {
  return CATALOGUES[language] ?? en;
}

/** The first of these wishes that the window can speak, whatever the country. */
export function chosenLanguage(...wishes: (string | null | undefined)[]): string {
  const codes = wishes.map((wish) => wish?.toLowerCase().split(/[-_.]/)[0] ?? "");
  return codes.find((code) => code in CATALOGUES) ?? "en";
}
