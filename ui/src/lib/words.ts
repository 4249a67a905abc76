// The words of takes: what is shown, copied and counted. Pure.

import { glued, words, type Word } from "./glue";
import type { Piece } from "./piece";
import type { Pace, View } from "./state";
import type { Heard, Take } from "./take";

/** Everything that was written of a take. */
export function textOf(take: Heard): string {
  if (take.stage.kind === "over" && take.stage.done) return take.stage.done.text;
  return glued(take.pieces.map((piece) => (piece.text.kind === "final" ? piece.text.said : "")));
}

/** Its translation, when there is one beside the text. */
export function translationOf(take: Heard): string {
  if (take.stage.kind === "over" && take.stage.done?.translation) return take.stage.done.translation;
  return glued(take.pieces.map((piece) => piece.translation?.text ?? ""));
}

/** What goes onto the clipboard: the text, and the translation in a paragraph of its own. */
export function toCopy(take: Heard): string {
  return [textOf(take), translationOf(take)].filter((part) => part !== "").join("\n\n");
}

/** The words of a piece as they are drawn. Those that it keeps when it becomes final are the same. */
export function drawn({ text }: Piece): readonly Word[] {
  switch (text.kind) {
    case "none":
      return [];
    case "interim":
      return words(text.committed, text.tentative);
    case "final":
      return words(text.said.trimEnd(), "");
  }
}

/** The language of the last text that is final: until its own is known, the next one is in it. */
export function lastLanguage(take: Heard): string | null {
  for (const { text } of take.pieces.toReversed()) {
    if (text.kind === "final" && text.language) return text.language;
  }
  return null;
}

/** How many words that are, as the language counts them; Chinese has no spaces between its own. */
export function countWords(text: string, language: string): number {
  const segments = new Intl.Segmenter(language, { granularity: "word" }).segment(text);
  let count = 0;
  for (const segment of segments) if (segment.isWordLike) count += 1;
  return count;
}

/** Whether each piece has a translation of its own below it. */
export function inTwoLanguages(take: Heard): boolean {
  const both = take.task?.kind === "translate" && take.task.both;
  return both || take.pieces.some((piece) => piece.translation !== null);
}

/** Whether the text itself is the translation. */
export function onlyTranslated(take: Heard): boolean {
  return take.task?.kind === "translate" && !take.task.both;
}

/** Whether a piece has anything to show. */
export function visible(piece: Piece): boolean {
  return piece.text.kind !== "none" || piece.translation !== null || piece.leftOut !== null;
}

/** What the Dictate page shows: the newest take, and the ones before it that are not over. */
export function inSight(view: View): readonly Take[] {
  const first = view.takes.findIndex((take) => take.stage.kind !== "over");
  const newest = view.takes.length - 1;
  return view.takes.slice(first === -1 ? Math.max(0, newest) : first);
}

/** More takes than these are never open or finishing at once, nor do more finals come at once. */
const READ_FROM = 3;
const READ_OUT = 8;

/** The last finals, to be read out: who cannot see the text hears each piece once. */
export function lastFinals(view: View): { key: string; said: string }[] {
  return [...readOut(view.takes), ...readOut(view.captions)];
}

function readOut(takes: readonly Heard[]): { key: string; said: string }[] {
  const finals = takes.slice(-READ_FROM).flatMap(({ id, pieces }) =>
    // The last one may be without text yet.
    pieces.slice(-READ_OUT - 1).flatMap(({ piece, text, translation }) => {
      if (text.kind !== "final") return [];
      return [{ key: `${id}/${piece}`, said: glued([text.said, translation?.text ?? ""]) }];
    }),
  );
  return finals.slice(-READ_OUT);
}

/** How many times faster than speech it is recognised, once there is enough to tell. */
export function speed(pace: Pace | null): number | null {
  return pace && pace.speechMs >= 1000 && pace.decodeMs > 0 ? pace.speechMs / pace.decodeMs : null;
}
