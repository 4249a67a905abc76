// How a level looks. Pure.

/** Below this nobody is heard, in decibels under full scale. */
const QUIET_DB = -54;
/** Loud speech close to a microphone. */
const LOUD_DB = -14;

/** How far a meter goes, from 0 to 1: ears hear ratios, so it follows the decibels. */
export function loudness(rms: number): number {
  if (!(rms > 0)) return 0;
  const db = 20 * Math.log10(rms);
  return Math.min(1, Math.max(0, (db - QUIET_DB) / (LOUD_DB - QUIET_DB)));
}
