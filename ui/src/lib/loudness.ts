// How a level looks. Pure.

/** Below this nobody is heard, in decibels under full scale. */
const QUIET_DB = -50;
/** Loud speech close to a microphone. */
const LOUD_DB = -8;

/** Speech keeps to the upper half of that range; bent, it uses the whole meter. */
const BEND = 1.6;

/** How far a meter goes, from 0 to 1: ears hear ratios, so it follows the decibels. */
export function loudness(rms: number): number {
  if (!(rms > 0)) return 0;
  const db = 20 * Math.log10(rms);
  const share = Math.min(1, Math.max(0, (db - QUIET_DB) / (LOUD_DB - QUIET_DB)));
  return share ** BEND;
}
