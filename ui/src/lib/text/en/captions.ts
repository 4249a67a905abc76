import type { Advice } from "./problems";

/** The page on which what the machine plays is written. */
export const captions = {
  now: { off: "No captions", preparing: "Getting ready", listening: "Captions run", finishing: "Finishing" },
  hints: {
    begin: "Press the button, and what the machine plays is written here",
    keep: "Captions need a speech model",
    end: "Press the button to end them; dictation works beside them",
    wait: "The last words are being written",
  },
  start: "Start captions",
  stop: "End captions",
  /** Where words come from. */
  sources: { system: "What the machine plays", microphone: "Microphone" },
  beside: "Dictation runs beside them",
  show: "Show it",
  behind: (time: string) => `${time} behind what plays`,
  empty: "Captions of what the machine plays",
  teach: "A video, a call, a lecture: whatever can be heard here is written down, and translated where the profile says so. It is kept in memory only, and no recording is kept.",
  said: "What was heard",
  waiting: "Nothing was heard yet",
  nothing: "Nothing was said",
  how: "How and what",
  profile: "Profile",
  fixed: "Counts for the captions that are started next.",
  layout: "Translation",
  layouts: { below: "Below", beside: "Beside" },
  which: "Captions",
  numbered: (number: number) => `Captions ${number}`,
  brokenOff: "A part breaks off. No recording of captions is kept, so it cannot be tried again.",
  byCode: {
    captions_skipped: {
      title: "Part of the captions was left out",
      advice: "The model is slower than what plays. A smaller one keeps up; see the Models page.",
    },
    no_signal: {
      title: "Nothing can be heard",
      advice: "Play something. If something plays, it may go to another output than the system’s usual one.",
    },
    no_device: {
      title: "What the machine plays cannot be heard here",
      advice: "The system offers no way to listen to its output.",
    },
    device: {
      title: "What the machine plays cannot be heard",
      advice: "Another program may hold the output. Start captions again.",
    },
    device_lost: { title: "The output is gone", advice: "Captions go on as soon as it, or another one, is there." },
    device_back: { title: "The output is heard again", advice: "" },
    recogniser: { title: "The text of a part is missing", advice: "No recording of captions is kept, so it cannot be tried again." },
    language: {
      title: "The model does not know this language",
      advice: "Choose another profile or another language, and start again.",
    },
    target: {
      title: "The model cannot translate into this language",
      advice: "Choose another profile or another language, and start again.",
    },
  } as Record<string, Advice>,
};
