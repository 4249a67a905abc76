// The first steps: which there are, and what one of them has come to. Pure.

import type { View } from "./state";
import { newest } from "./status";
import type { Take } from "./take";
import type { FirstStep, ModelInfo, Offer, TakeId } from "./types";

/** In their order. */
export const STEPS: readonly FirstStep[] = ["microphone", "model", "hotkey", "try", "last"];

/** The step after this one; none after the last. */
export function next(step: FirstStep): FirstStep | null {
  return STEPS[STEPS.indexOf(step) + 1] ?? null;
}

/** The step before this one; none before the first. */
export function previous(step: FirstStep): FirstStep | null {
  return STEPS[STEPS.indexOf(step) - 1] ?? null;
}

/** The take that was begun since the step was: what went before is of no interest here. */
export function tried(view: View, before: TakeId | null): Take | null {
  const take = newest(view);
  return take !== null && (before === null || take.id > before) ? take : null;
}

/** Whether something was understood of it, to the end. */
export function worked(take: Take | null): boolean {
  return take !== null && take.stage.kind === "over" && take.pieces.some(({ text }) => text.kind === "final" && text.said.trim() !== "");
}

/** Whether some model can be used. */
export function usable(models: readonly ModelInfo[]): boolean {
  return models.some(({ damage }) => damage === null);
}

/** What to propose to somebody who has none, the best first. */
export function proposals(offers: readonly Offer[]): readonly Offer[] {
  const proposed = offers.filter(({ proposed }) => proposed !== null);
  return proposed.sort((one, other) => (one.proposed ?? 0) - (other.proposed ?? 0));
}
