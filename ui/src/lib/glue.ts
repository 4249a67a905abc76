// How texts are joined, and taken apart to be drawn. Pure.

/** A letter, with its marks, of writing without spaces between words, or a sign of it. */
const UNSPACED = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}ー。、！？]\\p{M}*";
const ENDS_UNSPACED = new RegExp(`${UNSPACED}$`, "u");

/** One word after the other, each with what separates it from the next one. */
const WORD = new RegExp(`(?:${UNSPACED}|(?:(?!${UNSPACED})\\S)+)\\s*`, "gu");

/** A word of text that is still being spoken, or the part of one that is tentative. */
export interface Word {
  /**
   * Where it stands and everything that stands before it: a word with the same key has the same
   * place, and one that was moved by a change before it is another word.
   */
  readonly key: string;
  /** With what separates it from the next one. */
  readonly text: string;
  /** Whether it may still change. */
  readonly tentative: boolean;
}

/** What belongs between a text and the next one. */
export function gap(text: string): string {
  return text === "" || /\s$/.test(text) || ENDS_UNSPACED.test(text) ? "" : " ";
}

/** One text of several. */
export function glued(texts: readonly string[]): string {
  const some = texts.map((text) => text.trim()).filter((text) => text !== "");
  return some.map((text, place) => (place < some.length - 1 ? text + gap(text) : text)).join("");
}

/**
 * The words of a text that is made of these two, so that each stays where it is when it is
 * committed or another one follows: one long text that moves on with every word would be a jump
 * of everything that is tentative.
 */
export function words(committed: string, tentative: string): readonly Word[] {
  const text = committed + tentative;
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index: start }) => {
    const border = committed.length - start;
    if (border <= 0) return [part(text, start, word, true)];
    if (word.slice(border).trim() === "") return [part(text, start, word, false)];
    // The border is in the middle of a word.
    return [part(text, start, word.slice(0, border), false), part(text, committed.length, word.slice(border), true)];
  });
}

function part(text: string, start: number, word: string, tentative: boolean): Word {
  const key = `${start} ${text.slice(0, start)}${word.trimEnd()}`;
  return { key, text: word, tentative };
}
