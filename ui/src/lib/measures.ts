// What measuring the models tells a person. Pure.

import { factor } from "./time";
import type { Catalogue } from "./text";
import type { Measure, Measures, Progress } from "./types";

/** What came of measuring them all. */
export type Verdict =
  | { readonly kind: "nothing" }
  | { readonly kind: "running" }
  | { readonly kind: "interrupted" }
  /** None of them keeps up with speech. */
  | { readonly kind: "none" }
  | { readonly kind: "recommended"; readonly model: Measure };

type Done = Extract<Progress, { state: "done" }>;

/** How far it is, or what came of it. */
export function verdict({ models, recommended }: Measures): Verdict {
  const some = (...states: Progress["state"][]) => models.some(({ progress }) => states.includes(progress.state));
  if (models.length === 0) return { kind: "nothing" };
  if (some("waiting", "measuring")) return { kind: "running" };
  if (some("interrupted")) return { kind: "interrupted" };
  const model = models.find(({ id }) => id === recommended);
  return model ? { kind: "recommended", model } : { kind: "none" };
}

/** What was measured, in one line. */
export function factsOf(done: Done, texts: Pick<Catalogue, "common" | "models">, language: string): string {
  const times = done.speech_ms / Math.max(1, done.decode_ms);
  return [
    texts.models.suits.takes(factor(done.decode_ms / 1000, language)),
    times > 1 ? texts.common.faster(factor(times, language)) : texts.common.slower,
    texts.models.suits.wrong(done.wrong, done.words),
  ].join(" · ");
}
