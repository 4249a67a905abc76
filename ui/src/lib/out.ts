// How a text leaves the window: in which format, and in which of its languages. Pure.

import type { Choice } from "./choice";
import type { Heard } from "./take";
import type { CaptionFormat, CaptionShown } from "./types";

const FORMATS: readonly CaptionFormat[] = ["text", "srt", "vtt"];
const SHOWN: readonly CaptionShown[] = ["both", "said", "translated"];

/** What a person wants of a text. */
export interface Wanted {
  readonly format: CaptionFormat;
  readonly shown: CaptionShown;
}

/** What became of copying or saving. */
export interface Told {
  readonly kind: "done" | "refused";
  readonly text: string;
}

/** The formats, by these names. */
export function formats(names: Readonly<Record<CaptionFormat, string>>): readonly Choice[] {
  return FORMATS.map((value) => ({ value, label: names[value] }));
}

/** What of two languages, by these names. */
export function languages(names: Readonly<Record<CaptionShown, string>>): readonly Choice[] {
  return SHOWN.map((value) => ({ value, label: names[value] }));
}

/** The format that a menu's value names; the current one if it names none. */
export function toFormat(value: string, current: CaptionFormat): CaptionFormat {
  return FORMATS.find((format) => format === value) ?? current;
}

/** Likewise what of two languages. */
export function toShown(value: string, current: CaptionShown): CaptionShown {
  return SHOWN.find((shown) => shown === value) ?? current;
}

/** Whether a take has a translation beside what was said. */
export function isTranslated({ pieces }: Heard): boolean {
  return pieces.some(({ translation }) => translation !== null);
}

/** What can be had of this take: without a translation there is only what was said. */
export function obtainable(wanted: Wanted, take: Heard): Wanted {
  return isTranslated(take) ? wanted : { ...wanted, shown: "said" };
}

/** Whether there is text to be had. */
export function hasText({ pieces }: Heard): boolean {
  return pieces.some(({ text }) => text.kind === "final" && text.said.trim() !== "");
}
