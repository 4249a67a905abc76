// How far a box of whole lines is rolled up, so that the newest line is seen and no word that
// stands ever moves but up by whole lines. Pure.

/** A paragraph in the box, in lines. */
export interface Paragraph {
  readonly key: string;
  readonly lines: number;
}

/** The first line that is seen: a line of a paragraph. */
export interface Top {
  readonly key: string;
  readonly line: number;
}

/** How many lines are above what is seen, and where that is. */
export interface Rolled {
  readonly above: number;
  readonly top: Top | null;
}

/**
 * The box after its text changed. It never rolls back: where a last line goes that was only a
 * guess, its place stays free until the next one.
 */
export function rolled(paragraphs: readonly Paragraph[], before: Top | null, seen: number): Rolled {
  const all = paragraphs.reduce((sum, { lines }) => sum + lines, 0);
  const least = Math.max(0, all - seen);
  const above = Math.max(least, Math.min(reached(paragraphs, before), all));
  return { above, top: at(paragraphs, above) };
}

/** Lines above the one that was the first. */
function reached(paragraphs: readonly Paragraph[], top: Top | null): number {
  const place = paragraphs.findIndex(({ key }) => key === top?.key);
  if (place === -1 || top === null) return 0;
  const over = paragraphs.slice(0, place).reduce((sum, { lines }) => sum + lines, 0);
  return over + top.line;
}

function at(paragraphs: readonly Paragraph[], above: number): Top | null {
  let rest = above;
  for (const { key, lines } of paragraphs) {
    if (rest < lines) return { key, line: rest };
    rest -= lines;
  }
  const last = paragraphs.at(-1);
  return last ? { key: last.key, line: last.lines + rest } : null;
}
