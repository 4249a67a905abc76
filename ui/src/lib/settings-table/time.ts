// How long something lasts, in words. Pure.

const UNITS = [
  { unit: "hour", seconds: 3600 },
  { unit: "minute", seconds: 60 },
] as const;

/** Whole hours are told as hours, and whole minutes as minutes. */
export function timeText(seconds: number, locale: string): string {
  const whole = UNITS.find((unit) => seconds >= unit.seconds && seconds % unit.seconds === 0);
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: whole?.unit ?? "second",
    unitDisplay: "long",
  }).format(seconds / (whole?.seconds ?? 1));
}
