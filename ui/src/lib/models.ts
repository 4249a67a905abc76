// How models are told to a person: sizes, languages, how far an import is. Pure.

import type { Copying } from "./state";
import type { Capabilities, ModelInfo } from "./types";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A size as people read it, in steps of a thousand: `81 MB`, `1.6 GB`. */
export function sizeText(bytes: number, locale: string): string {
  let step = 0;
  let amount = bytes;
  // What would be rounded up to 1,000 of a unit is 1 of the next.
  while (amount >= 999.5 && step < UNITS.length - 1) {
    amount /= 1000;
    step += 1;
  }
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: UNITS[step],
    unitDisplay: "short",
    maximumFractionDigits: amount < 10 && step > 1 ? 1 : 0,
  }).format(amount);
}

/** How much of an import is done, from 0 to 1. */
export function fraction({ written, total }: Copying): number {
  return total > 0 ? Math.min(1, written / total) : 0;
}

/** The part that is done, such as `42 %`. Never says that all is done while something is left. */
export function percentText(progress: Copying, locale: string): string {
  const whole = Math.floor(fraction(progress) * 100) / 100;
  return new Intl.NumberFormat(locale, { style: "percent" }).format(whole);
}

/** Names of languages in the language of the window, sorted by it. */
export function languageNames(codes: readonly string[], locale: string): string[] {
  const names = new Intl.DisplayNames([locale], { type: "language" });
  return codes.map((code) => nameOf(code, names)).sort(new Intl.Collator(locale).compare);
}

/** A list that is read as a sentence: `English, German and Spanish`. */
export function listText(names: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(names);
}

/** What a model may be unable to do, and a person would look for. */
const ABILITIES = ["tells_language", "timestamps", "vocabulary", "context", "instruct"] as const;

/** One of them. */
export type Ability = (typeof ABILITIES)[number];

/** What the model cannot do. */
export function lacks(able: Capabilities): readonly Ability[] {
  return ABILITIES.filter((ability) => !able[ability]);
}

/** The model in use first, then by name. */
export function inOrder(models: readonly ModelInfo[], locale: string): ModelInfo[] {
  const collator = new Intl.Collator(locale, { numeric: true });
  return [...models].sort(
    (a, b) => Number(b.in_use) - Number(a.in_use) || collator.compare(a.name, b.name) || collator.compare(a.id, b.id),
  );
}

/** Whether the name alone does not say which model is meant. */
export function ambiguous(model: ModelInfo, models: readonly ModelInfo[]): boolean {
  return models.some((other) => other.id !== model.id && other.name === model.name);
}

function nameOf(code: string, names: Intl.DisplayNames): string {
  try {
    return names.of(code) ?? code;
  } catch {
    // Not every code of a model is one that the browser takes.
    return code;
  }
}
