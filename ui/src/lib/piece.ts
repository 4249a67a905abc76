// The pieces of which a take's text is made. Pure.

import type { Event, Suppression } from "./types";

/** What was said between two pauses. */
export interface Piece {
  /** Its place in the take, from 0. */
  readonly piece: number;
  readonly text: Text;
  /** What it means in the other language, when both were asked for. */
  readonly translation: Translated | null;
  /** Why text of it was kept back, if any was. */
  readonly leftOut: Suppression | null;
}

/** What was said, in another language. */
export interface Translated {
  readonly text: string;
  /** Code of that language. */
  readonly target: string;
  /** Whether the model broke off. */
  readonly partial: boolean;
}

/** How far a piece is recognised. */
export type Text =
  | { readonly kind: "none" }
  | { readonly kind: "interim"; readonly committed: string; readonly tentative: string }
  | {
      readonly kind: "final";
      readonly said: string;
      readonly language: string | null;
      /** Whether the model broke off. */
      readonly partial: boolean;
    };

/** What concerns one piece. */
export type PieceNews = Extract<
  Event,
  { type: "interim" | "final" | "translation" | "suppressed" }
>;

const NONE: Text = { kind: "none" };

/** The pieces after this; the same ones where nothing changed. */
export function hearPiece(pieces: readonly Piece[], news: PieceNews): readonly Piece[] {
  const old = pieces.findLast((piece) => piece.piece === news.piece);
  const before = old ?? { piece: news.piece, text: NONE, translation: null, leftOut: null };
  const after = changed(before, news);
  if (after === before) return pieces;
  const all = old
    ? pieces.map((piece) => (piece === old ? after : piece))
    : [...pieces, after].sort((one, other) => one.piece - other.piece);
  // Pieces end in their order: one before it that has no text yet failed, and gets none.
  const ended = news.type === "final" || news.type === "suppressed";
  return ended ? settled(all, news.piece) : all;
}

/** The pieces before this one when they are over: an interim that never became final is dropped. */
export function settled(pieces: readonly Piece[], before = Infinity): readonly Piece[] {
  const open = ({ piece, text }: Piece) => text.kind === "interim" && piece < before;
  if (!pieces.some(open)) return pieces;
  return pieces.map((piece) => (open(piece) ? { ...piece, text: NONE } : piece));
}

function changed(piece: Piece, news: PieceNews): Piece {
  switch (news.type) {
    case "interim":
      if (piece.text.kind === "final" || piece.leftOut) return piece;
      return { ...piece, text: { kind: "interim", committed: news.committed, tentative: news.tentative } };
    case "final": {
      const { text: said, language, partial } = news;
      return { ...piece, text: { kind: "final", said, language, partial } };
    }
    case "translation":
      return { ...piece, translation: { text: news.text, target: news.target, partial: news.partial } };
    case "suppressed": {
      const text = piece.text.kind === "interim" ? NONE : piece.text;
      return { ...piece, text, leftOut: news.reason };
    }
  }
}

/** Whether the model broke off in it, in one language or the other. */
export function isBrokenOff({ text, translation }: Piece): boolean {
  return (text.kind === "final" && text.partial) || (translation?.partial ?? false);
}
