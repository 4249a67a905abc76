// Times and numbers, as people read them. Pure.

/** How long something took or takes: `0:42`, `1:02:03`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (part: number) => String(part).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${head}:${two(seconds % 60)}`;
}

/** How far a text is behind: `12 s`, and from two minutes on `3 min`. */
export function lag(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** The time of day, such as `14:05`. */
export function timeOfDay(unixMs: number, language: string, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit", ...zone }).format(unixMs);
}

/** A factor with one digit after the point, in the language's own writing. */
export function factor(value: number, language: string): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language, digits).format(value);
}
