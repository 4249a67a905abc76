// What stands in the overlay: the newest words of dictations and captions, in the order in which
// they came. Pure.

import type { Piece, Translated } from "./piece";
import { isOpen, type Heard, type Source } from "./take";
import { inTwoLanguages } from "./words";

/** One piece of speech as the overlay shows it. */
export interface Caption {
  /** Which piece of which take. */
  readonly key: string;
  readonly piece: Piece;
  /** Whether it has, or will have, a translation beside what was said. */
  readonly twofold: boolean;
  /** Where it comes from, if that has to be told: when it was begun, others were heard as well. */
  readonly source: Source | null;
}

/** See the module. */
export interface Captions {
  /** As they were when they were last looked at. */
  readonly takes: readonly Heard[];
  readonly shown: readonly Caption[];
}

/** More never fit: lines are few, and a piece has at least one. */
const KEPT = 12;

/** Before anything is said. What was said before the overlay came is over. */
export function opening(takes: readonly Heard[]): Captions {
  return { takes, shown: [] };
}

/** After this has become of the takes; `shown` stays the same object where nothing did. */
export function follow(before: Captions, takes: readonly Heard[]): Captions {
  if (takes === before.takes) return before;
  const old = new Set(before.takes);
  const mixed = new Set(takes.filter(isOpen).map(({ source }) => source)).size > 1;
  const shown = takes.filter((take) => !old.has(take)).reduce((shown, take) => {
    const known = before.takes.find(({ id }) => id === take.id);
    return known?.pieces === take.pieces ? shown : refreshed(shown, take, known, mixed);
  }, before.shown);
  return { takes, shown };
}

/** The same, but that all of it has been read. */
export function rested(captions: Captions): Captions {
  return captions.shown.length === 0 ? captions : { ...captions, shown: [] };
}

function refreshed(shown: readonly Caption[], take: Heard, known: Heard | undefined, mixed: boolean): readonly Caption[] {
  // Of hours of captions only the end is looked at.
  const unchanged = new Set(known?.pieces.slice(-2 * KEPT));
  const twofold = inTwoLanguages(take);
  const source = mixed ? take.source : null;
  return take.pieces
    .slice(-KEPT)
    .filter((piece) => !unchanged.has(piece))
    .reduce((all, piece) => placed(all, { key: `${take.id}/${piece.piece}`, piece, twofold, source }), shown)
    .slice(-KEPT);
}

function placed(shown: readonly Caption[], caption: Caption): readonly Caption[] {
  const place = shown.findIndex(({ key }) => key === caption.key);
  const empty = caption.piece.text.kind === "none" && caption.piece.translation === null;
  if (empty) return place === -1 ? shown : shown.toSpliced(place, 1);
  const known = shown[place];
  // A word before those that stand would move them.
  return known ? shown.with(place, { ...caption, source: known.source }) : [...shown, caption];
}

/** Which of its two texts stands where. */
export interface Layout {
  /** Small, over the other; nothing where one language is enough. */
  readonly small: readonly Caption[];
  readonly large: readonly LargeText[];
}

/** A text in large letters: what was said, or what it means. */
export type LargeText =
  | { readonly kind: "said"; readonly key: string; readonly source: Source | null; readonly piece: Piece }
  | { readonly kind: "translated"; readonly key: string; readonly source: Source | null; readonly translation: Translated };

/** Where the texts stand. */
export function layout(shown: readonly Caption[], withSource: boolean): Layout {
  const small = withSource ? shown.filter(({ twofold, piece }) => twofold && piece.text.kind !== "none") : [];
  const large = shown.flatMap(({ key, piece, twofold, source }): LargeText[] => {
    if (!twofold) return [{ kind: "said", key, source, piece }];
    return piece.translation === null ? [] : [{ kind: "translated", key, source, translation: piece.translation }];
  });
  return { small, large };
}
