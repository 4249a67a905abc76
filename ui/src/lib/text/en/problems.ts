/** What can be wrong, in a few words, and what to do about it in the window. */
export interface Advice {
  readonly title: string;
  readonly advice: string;
}

/** Problems, by their code. */
export const problems = {
  byCode: {
    no_model: {
      title: "There is no speech model yet",
      advice: "Aloud needs one to understand speech. The Models page has some to download.",
    },
    bad_model: {
      title: "The speech model cannot be used",
      advice: "Choose another on the Models page, or fetch or import this one again.",
    },
    download: {
      title: "The model did not come",
      advice: "Look whether this computer is connected, and go on then: what is there is kept.",
    },
    no_device: {
      title: "No microphone was found",
      advice: "Connect one, or choose another below. Then start again.",
    },
    device: {
      title: "The microphone cannot be used",
      advice: "Another program may hold it. Choose another below, or try again.",
    },
    device_lost: {
      title: "The microphone is gone",
      advice: "What was said until then is safe. Connect it again, and it is heard at once.",
    },
    device_back: { title: "The microphone is heard again", advice: "" },
    no_signal: {
      title: "The microphone gives no sound",
      advice: "It may be muted: look at its switch and at the system’s sound settings.",
    },
    on_clipboard: {
      title: "The text is on the clipboard",
      advice: "Paste it where it belongs. To have it written there, click there first and then start with the hotkey.",
    },
    delivery: {
      title: "The text could not be written into the window",
      advice: "It stands here, and can be copied.",
    },
    language: {
      title: "The model does not know this language",
      advice: "Choose another language below, or another model.",
    },
    other_language: {
      title: "Another language seems to be spoken",
      advice: "The text may be a translation or nonsense. Choose the language that is spoken, or let it be found out.",
    },
    target: {
      title: "The model cannot translate into this language",
      advice: "Choose another language below, or another model.",
    },
    recogniser: {
      title: "The text of a part is missing",
      advice: "The recording is kept.",
    },
    io: {
      title: "Something could not be stored",
      advice: "The disk may be full, or the folder may not be writable.",
    },
    file: {
      title: "A file could not be used",
      advice: "Look whether it is still there, and whether it is the right one.",
    },
    hotkey: {
      title: "These keys cannot be the hotkey",
      advice: "Another program may have them. Choose others in the settings.",
    },
    engine_stopped: {
      title: "Aloud no longer listens",
      advice: "This is a fault of ours. What was said is kept. Quit Aloud and start it again.",
    },
    events_lost: {
      title: "The window missed something",
      advice: "The text was written all the same.",
    },
    settings: {
      title: "Part of the settings could not be read",
      advice: "Aloud goes on with the default there.",
    },
    compute_aside: {
      title: "The graphics card is not used",
      advice: "Its driver failed, so the processor computes. To try it again: aloud devices --compute --retry",
    },
    compute_missing: {
      title: "The chosen graphics card is not there",
      advice: "The next best is used. What there is lists: aloud devices --compute",
    },
    compute_restart: {
      title: "The graphics card is used from the next start on",
      advice: "Quit Aloud and start it again.",
    },
    compute_full: {
      title: "The model does not run on the graphics card",
      advice: "The next best is used. Close other programs that use the card, or take a smaller model.",
    },
  } as Record<string, Advice>,
  other: { title: "Something did not work", advice: "" } as Advice,
  hotkey: {
    title: "The hotkey cannot be used",
    advice: "Another program may have it. Choose another in the settings; until then there is the button.",
    go: "Choose a hotkey",
  },
  desktop: {
    title: "One step is left for the hotkey",
    advice: "On this desktop no app may listen for keys. The desktop itself can call Aloud; the settings show how.",
    go: "Show how",
  },
  models: "Go to Models",
  list: "Problems",
};
