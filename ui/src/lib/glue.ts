// How texts are joined. Pure.

/** Writing without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}。、！？]$/u;

/** A word of text that is still being spoken. */
export interface Word {
  /** With what separates it from the next one. */
  readonly text: string;
  /** Whether it may still change. */
  readonly tentative: boolean;
}

/** What belongs between a text and the next one. */
export function gap(text: string): string {
  return text === "" || UNSPACED.test(text) ? "" : " ";
}

/** One text of several. */
export function glued(texts: readonly string[]): string {
  const some = texts.map((text) => text.trim()).filter((text) => text !== "");
  return some.map((text, place) => (place < some.length - 1 ? text + gap(text) : text)).join("");
}

/**
 * The words, so that each stays where it is when it is committed or another one follows: one
 * long text that moves on with every word would be a jump of everything that is tentative.
 */
export function words(committed: string, tentative: string): readonly Word[] {
  const all = [...split(committed, false), ...split(tentative, true)];
  const last = all.length - 1;
  return all.map((word, place) => (place < last ? { ...word, text: word.text + gap(word.text) } : word));
}

function split(text: string, tentative: boolean): Word[] {
  return text.split(/\s+/).filter((word) => word !== "").map((word) => ({ text: word, tentative }));
}
