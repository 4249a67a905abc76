// Whether text that grows is followed to its end. Pure.

/** Nearer than this to the end, in pixels, is at the end: browsers round. */
const NEAR = 32;

/** The measures of something that scrolls. */
export interface Scroll {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

/** Whether the newest text is in sight, so that what comes next should be, too. */
export function atEnd(scroll: Scroll): boolean {
  return scroll.scrollHeight - scroll.clientHeight - scroll.scrollTop <= NEAR;
}
