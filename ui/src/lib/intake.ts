// Brings the snapshot and the batches into one order, whichever comes first. Pure.

import { applied, opened, type View } from "./state";
import type { Batch, Snapshot } from "./types";

/** How far the window is with following the shell. */
export type Intake =
  /** A snapshot is on its way; batches wait for it. What was known before may still be shown. */
  | { readonly kind: "waiting"; readonly last: View | null; readonly queue: readonly Batch[] }
  | { readonly kind: "following"; readonly view: View; readonly seq: number };

/** Before anything has come. */
export const NOTHING: Intake = { kind: "waiting", last: null, queue: [] };

/** What can be shown. */
export function shown(intake: Intake): View | null {
  return intake.kind === "following" ? intake.view : intake.last;
}

/**
 * After another batch. Where one before it was missed, the answer waits again: a new snapshot
 * has to be asked for.
 */
export function received(intake: Intake, batch: Batch): Intake {
  if (intake.kind === "waiting") return { ...intake, queue: [...intake.queue, batch] };
  if (batch.seq <= intake.seq) return intake;
  if (batch.seq > intake.seq + 1) return { kind: "waiting", last: intake.view, queue: [batch] };
  return { kind: "following", view: applied(intake.view, batch.news), seq: batch.seq };
}

/** After the snapshot: what it contains already is passed over, the rest follows in order. */
export function started(intake: Intake, snapshot: Snapshot): Intake {
  const queue = intake.kind === "waiting" ? intake.queue : [];
  const first: Intake = { kind: "following", view: opened(snapshot), seq: snapshot.seq };
  return [...queue].sort((one, other) => one.seq - other.seq).reduce(received, first);
}

/** The same with another view, where the window itself changed something. */
export function changed(intake: Intake, change: (view: View) => View): Intake {
  if (intake.kind === "following") return { ...intake, view: change(intake.view) };
  return intake.last ? { ...intake, last: change(intake.last) } : intake;
}
