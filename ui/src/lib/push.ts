// How keys move and resize the overlay. Pure.

/** Pixels a press moves it by: few enough to be exact, many enough to get there. */
const STEP = 16;

/** Across and down. */
type Way = [number, number];

/** A side or a corner that is pulled. */
export type Edge = "North" | "South" | "East" | "West" | "NorthWest" | "NorthEast" | "SouthWest" | "SouthEast";

const WAYS: Readonly<Record<string, Way>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** What a key does: an arrow moves, with Shift it stretches. */
export function push(key: string, shift: boolean): { by: Way; more: Way } | null {
  const way = WAYS[key];
  if (!way) return null;
  return shift ? { by: [0, 0], more: way } : { by: way, more: [0, 0] };
}
