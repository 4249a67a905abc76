// Whether text that grows is followed to its end. Pure.

/** Nearer than this to the end, in pixels, is at the end: browsers round. */
const NEAR = 32;

/** The measures of something that scrolls. */
export interface Scroll {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

/** Whether to follow after a scroll: a person who goes up, however little, wants to read there. */
export function follows(before: boolean, last: Scroll, now: Scroll): boolean {
  const shrunk = now.scrollHeight < last.scrollHeight || now.clientHeight !== last.clientHeight;
  if (!shrunk && now.scrollTop < last.scrollTop) return false;
  return before || atEnd(now);
}

function atEnd(scroll: Scroll): boolean {
  return scroll.scrollHeight - scroll.clientHeight - scroll.scrollTop <= NEAR;
}
