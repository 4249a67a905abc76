// Languages by their names: what can be spoken and what can be written. Pure.

import type { Choice, Lacking } from "./choice";
import { REMOTE } from "./servers";
import type { Capabilities, Language, Model } from "./types";

/** Languages that many people look for first; the ones a model lacks are shown greyed out. */
const COMMON = [
  "ar", "cs", "da", "de", "el", "en", "es", "fi", "fr", "hi", "hu", "id", "it", "ja", "ko", "nl",
  "no", "pl", "pt", "ro", "ru", "sv", "tr", "uk", "vi", "zh",
] as const;

/** What a menu offers. */
export interface Offer {
  readonly choices: readonly Choice[];
  readonly lacking: Lacking | null;
}

/** The name of a language in another one, such as `Deutsch`; its code where it has none. */
export function languageName(code: string, language: string): string {
  try {
    const name = new Intl.DisplayNames([language], { type: "language" }).of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    return code;
  }
}

/** These languages by name, in the order of another one's alphabet. */
export function named(codes: readonly string[], language: string): Choice[] {
  const order = new Intl.Collator(language);
  return [...new Set(codes)]
    .map((code) => ({ value: code, label: languageName(code, language) }))
    .sort((one, other) => order.compare(one.label, other.label));
}

/** What the model can do, as far as it is known. */
export function capabilities(model: Model): Capabilities | null {
  return model.state === "ready" ? model.capabilities : null;
}

/** What can be spoken; to find the language out by itself stands first where the model can. */
export function spoken(
  able: Capabilities | null,
  language: string,
  words: { auto: string; cannotDetect: (model: string) => string },
): Offer {
  const auto: Choice = { value: "auto", label: words.auto };
  const codes = able && able.languages.length > 0 ? able.languages : COMMON;
  const choices = named(codes, language);
  if (able && !able.detects_language && able.languages.length > 1) {
    const reason = words.cannotDetect(modelName(able.name));
    return { choices, lacking: { reason, choices: [auto] } };
  }
  return { choices: [auto, ...choices], lacking: null };
}

/** What can be written; common languages that the model lacks are named with the reason. */
export function targets(
  able: Capabilities | null,
  language: string,
  words: { only: (model: string, languages: string) => string; none: (model: string) => string },
): Offer {
  if (!able) return { choices: named(COMMON, language), lacking: null };
  const choices = named(able.targets, language);
  const others = COMMON.filter((code) => !able.targets.includes(code));
  const model = modelName(able.name);
  const list = new Intl.ListFormat(language).format(choices.map((choice) => choice.label));
  const reason = choices.length > 0 ? words.only(model, list) : words.none(model);
  return { choices, lacking: others.length > 0 ? { reason, choices: named(others, language) } : null };
}

/** The offer with this one in it, so that a menu can show what is set even if it cannot be had. */
export function including(offer: Offer, code: string, language: string): Offer {
  const all = [...offer.choices, ...(offer.lacking?.choices ?? [])];
  if (all.some((choice) => choice.value === code)) return offer;
  return { ...offer, choices: [...offer.choices, { value: code, label: spokenName(code, language, code) }] };
}

/** A language setting as the value of a menu; several are joined, as no menu offers them. */
export function spokenValue(language: Language): string {
  return Array.isArray(language) ? language.join(",") : language;
}

/** The name of what a menu's value stands for. */
export function spokenName(value: string, language: string, auto: string): string {
  if (value === "auto") return auto;
  const names = value.split(",").map((code) => languageName(code, language));
  return new Intl.ListFormat(language, { type: "disjunction" }).format(names);
}

/** A model's name for people: `Whisper base` for `whisper-base`; of a server the name that it was given. */
export function modelName(name: string): string {
  if (name.startsWith(REMOTE)) return name.slice(REMOTE.length);
  const words = name.replaceAll(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Where a model computes, as people write it: `CPU`, `CUDA`, `Vulkan`. */
export function backendName(backend: string): string {
  return backend.length <= 4 ? backend.toUpperCase() : modelName(backend);
}
