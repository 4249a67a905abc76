// Which notices stand, and what makes them go away. Pure.

/** Something that a person should know. */
export interface Notice {
  readonly code: string;
  /** A sentence of the engine or the shell. */
  readonly message: string;
}

/** More notices than these at once help nobody; the oldest are dropped. */
export const MOST_NOTICES = 8;

/**
 * What ends a notice: another one, a take that listens (`listening`), text (`text`), or the end
 * of its take (`over`). All others stand until they are dismissed, or their take is forgotten.
 */
const ENDED_BY: Readonly<Record<string, readonly string[]>> = {
  no_device: ["listening"],
  device: ["listening"],
  device_lost: ["device_back"],
  device_back: ["device_lost", "over"],
  no_signal: ["text", "device_back"],
};

/** The notices after another one, or after something that ends some of them. */
export function heard(
  notices: readonly Notice[],
  news: { readonly code: string; readonly message?: string },
): readonly Notice[] {
  const stands = (notice: Notice) =>
    notice.code !== news.code && !ENDED_BY[notice.code]?.includes(news.code);
  const left = notices.every(stands) ? notices : notices.filter(stands);
  if (news.message === undefined) return left;
  return [...left, { code: news.code, message: news.message }].slice(-MOST_NOTICES);
}

/** The notices without the one that a person has read. */
export function dismissed(notices: readonly Notice[], code: string): readonly Notice[] {
  return notices.filter((notice) => notice.code !== code);
}
