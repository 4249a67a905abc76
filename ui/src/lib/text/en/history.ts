/** The takes of this run. */
export const history = {
  lead: "What was dictated since Aloud was started.",
  empty: "Nothing yet",
  teach: "Each dictation appears here when it is done, to be read again and copied.",
  into: (target: string) => `into ${target}`,
  busy: "in progress",
  cancelled: "cancelled",
  partial: "incomplete",
  translation: "Translation",
  dictationOf: (time: string) => `the dictation of ${time}`,
};
