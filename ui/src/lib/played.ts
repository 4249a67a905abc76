// Captions of what the machine plays: what they do now, and what is said about it. Pure.

import type { View } from "./state";
import { isOpen, type Heard } from "./take";

/** What captions do now. */
export type Playing = "off" | "preparing" | "listening" | "finishing";

/** A state of captions, and what to do about it. */
export interface Played {
  readonly now: Playing;
  readonly hint: "begin" | "keep" | "end" | "wait";
}

/** What to say now. */
export function played(view: View): Played {
  const open = view.captions.findLast(isOpen);
  if (open) return { now: open.stage.kind === "listening" ? "listening" : "preparing", hint: "end" };
  const finishing = view.captions.some(({ stage }) => stage.kind === "finishing");
  if (finishing) return { now: "finishing", hint: "wait" };
  return { now: "off", hint: view.model.state === "failed" ? "keep" : "begin" };
}

/** Whether captions are heard now. */
export function isPlaying(view: View): boolean {
  return view.captions.some(isOpen);
}

/** The captions to show: those that were chosen, unless others began since. */
export function chosenCaptions(view: View, chosen: { id: number; newest: number } | null): Heard | null {
  const newest = view.captions.at(-1) ?? null;
  if (!chosen || chosen.newest !== newest?.id) return newest;
  return view.captions.find(({ id }) => id === chosen.id) ?? newest;
}

/** Pieces whose words are kept apart: those that may still change, and the ones before them. */
const APART = 12;

/** Whether this piece is old enough to be drawn as one text: hours of single words are slow. */
export function isSettled(place: number, count: number): boolean {
  return place < count - APART;
}
