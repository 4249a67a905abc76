// The situations in which pages are looked at.

import { BASE, idle, withSettings, withSnapshot, type Scenario } from "./scenario";
import { final, listening, played, playing, plays, saying, sentences, wholeTake } from "./speech";
import type { FirstStep, Measures, News } from "../../src/lib/types";

/** A key is held, and two sentences with their translations are there. */
export const listens: Scenario = {
  ...withSettings(idle, { profile: "dictate-and-translate" }),
  told: [listening(3, true), sentences(3), saying(3)],
};

/** The key is up, the last sentence is still being recognised. */
export const finishes: Scenario = {
  ...idle,
  told: [
    listening(3, false),
    [...sentences(3), { type: "suppressed", take: 3, piece: 2, reason: "no_evidence" }],
    [{ type: "state", take: 3, state: "finishing" }],
  ],
};

/** Three takes of this run, one with a problem. */
export const remembers: Scenario = withSnapshot(idle, {
  past: [
    ...wholeTake(1, "Please order forty new gaskets for the pump in hall two."),
    ...wholeTake(2, "Kind regards, Anna"),
    ...listening(3, false),
    final(3, 0, "The Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft has answered."),
    { type: "notice", take: 3, code: "on_clipboard", message: "the text is on the clipboard, because: Mousepad did not take it" },
    { type: "done", take: 3, text: "The Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft has answered.", audio_ms: 7000, dropped_frames: 0, partial: true },
    { type: "state", take: 3, state: "idle" },
  ],
});

/** Begun by the button: the keys are in the app's own window, into which nothing is typed. */
export const fromButton: Scenario = {
  ...withSnapshot(withSettings(idle, { profile: "dictate-and-translate" }), { target: null }),
  told: [listening(3, false), sentences(3)],
};

export const noModel: Scenario = {
  ...withSnapshot(idle, {
    model: {
      state: "failed",
      code: "no_model",
      message: "No speech model is installed. Fetch one with `make model`, or import one.",
    },
  }),
  models: [],
};

export const noMicrophone: Scenario = {
  ...withSettings(idle, { microphone: "Blue Yeti Nano of the meeting room on the third floor" }),
  microphones: [],
  told: [[{ type: "notice", code: "no_device", message: "No microphone is connected. Plug one in and try again." }]],
};

export const hotkeyRefused: Scenario = withSnapshot(idle, {
  hotkey: {
    state: "refused",
    hotkey: "Ctrl+Alt+Space",
    message: "Ctrl+Alt+Space belongs to another program. Choose other keys in the settings.",
  },
});

export const wayland: Scenario = withSnapshot(idle, {
  hotkey: {
    state: "desktop",
    place: "~/.config/sway/config",
    lines: ["bindsym Ctrl+Alt+space exec aloud toggle", "bindsym --release Ctrl+Alt+Escape exec aloud cancel"],
  },
  target: null,
  desktop: { wayland: true, name: "sway", tray: false, language: "en" },
});

/** A model is being copied, as the window learns that was opened meanwhile. */
export const imports: Scenario = {
  ...idle,
  told: [[{ type: "import", written: 132_000_000, total: 264_000_000 }]],
};

/** Models come, wait, were paused and did not come. */
export const downloads: Scenario = withSnapshot(idle, {
  downloads: [
    {
      id: "parakeet-tdt-0.6b-v3", name: "Parakeet TDT 0.6B v3", bytes: 310_000_000, size: 739_000_000,
      progress: { state: "running", speed: 2_140_000, left_s: 200, problem: null },
    },
    { id: "whisper-tiny", name: "Whisper Tiny", bytes: 0, size: 45_000_000, progress: { state: "waiting" } },
    { id: "canary-180m-flash", name: "Canary 180M Flash", bytes: 90_000_000, size: 218_447_552, progress: { state: "paused" } },
    {
      id: "voxtral-small-24b-2507", name: "Voxtral Small 24B 2507", bytes: 1_000_000_000, size: 14_302_000_000,
      progress: {
        state: "failed",
        code: "download",
        message: "cannot fetch Voxtral-Small-24B-2507-Q4_K_M.gguf: models.example: it cannot be reached (Network is unreachable (os error 101))",
      },
    },
    { id: "whisper-base-F16", name: "Whisper Base", bytes: 1_000, size: 151_145_760, progress: { state: "paused" } },
  ],
});

/** The model is not there yet. */
export const loads: Scenario = withSnapshot(idle, { model: { state: "loading" } });

/** The model is there, and cannot be used. */
export const damaged: Scenario = withSnapshot(idle, {
  model: {
    state: "failed",
    code: "bad_model",
    message: "whisper-base-Q8_0.gguf is damaged. Import it again.",
  },
});

/** The model is slower than the speech. */
export const behind: Scenario = {
  ...idle,
  told: [listening(3, false), sentences(3), [{ type: "behind", take: 3, seconds: 90 }]],
};

/** What measuring the models came to. */
export const MEASURES: Measures = {
  models: [
    {
      id: "whisper-base-Q8_0",
      name: "Whisper base",
      progress: { state: "done", decode_ms: 740, speech_ms: 5450, wrong: 2, words: 43, suits: "live" },
    },
    {
      id: "whisper-large-v3-turbo-Q8_0",
      name: "Whisper large v3 turbo",
      progress: { state: "done", decode_ms: 7100, speech_ms: 5450, wrong: 0, words: 43, suits: "too_slow" },
    },
    {
      id: "whisper-small-german",
      name: "Whisper small",
      progress: { state: "failed", message: "the model does not know the language \"en\"; it knows: de" },
    },
  ],
  recommended: "whisper-base-Q8_0",
};

export const measured: Scenario = withSnapshot(idle, { measures: MEASURES });

/** A model that does not take words, and is asked for much. */
export const manyLanguages: Scenario = {
  ...withSnapshot(idle, {
    model: {
      state: "ready",
      in_memory: true,
      capabilities: {
        ...BASE,
        name: "Voxtral Mini 3B 2507 Instruct",
        backend: "vulkan",
        vocabulary: false,
        detects_language: false,
        tells_language: false,
        timestamps: false,
        targets: BASE.languages,
      },
    },
  }),
};

/** What the machine plays is captioned. */
export const captioned: Scenario = { ...idle, told: [plays(4), [...played(4), playing(4)]] };

/** The same, while somebody dictates. */
export const captionedBeside: Scenario = {
  ...idle,
  told: [plays(4), listening(5, false), [...sentences(5), ...played(4), ...saying(5), playing(4)]],
};

/** Captions that are over, with all that can go wrong in them. */
export const captionsTroubled: Scenario = {
  ...idle,
  told: [
    plays(2),
    [{ type: "done", take: 2, text: "", audio_ms: 1000, dropped_frames: 0, partial: false }],
    plays(4),
    played(4),
    [
      { ...final(4, 3, "Zehn Länder liegen an ihrem"), partial: true } as News,
      { type: "suppressed", take: 4, piece: 4, reason: "no_evidence" },
      { type: "notice", take: 4, code: "captions_skipped", message: "the model is too slow for these captions: 40 s were left out; choose a smaller model" },
      { type: "done", take: 4, text: "", audio_ms: 60_000, dropped_frames: 0, partial: true },
      { type: "state", take: 4, state: "idle" },
    ],
  ],
};

/** Somebody has just begun, and is at this step. */
const at = (scenario: Scenario, first_step: FirstStep): Scenario => withSettings(scenario, { first_step });

/** A voice is heard. */
export const firstMicrophone: Scenario = {
  ...at(idle, "microphone"),
  told: [[{ type: "check", check: { state: "hears", rms: 0.12, speech: true } }]],
};

/** There is no microphone. */
export const firstDeaf: Scenario = {
  ...at(idle, "microphone"),
  microphones: [],
  told: [[{ type: "check", check: { state: "failed", code: "no_device", message: "no microphone was found; connect one, or name one that `aloud devices` lists" } }]],
};

export const firstModels: Scenario = at(measured, "model");

/** No model is there, and one is on its way. */
export const firstDownload: Scenario = at(withSnapshot(noModel, { downloads: downloads.snapshot.downloads.slice(0, 1) }), "model");

export const firstHotkey: Scenario = at(idle, "hotkey");
export const firstWayland: Scenario = at(wayland, "hotkey");
export const firstRefused: Scenario = at(hotkeyRefused, "hotkey");

/** A sentence was said, and its words are on the clipboard, as nothing is typed into the app. */
export const firstTry: Scenario = {
  ...at(idle, "try"),
  told: [
    listening(1, false),
    [
      final(1, 0, "Please order forty new gaskets for the pump in hall two."),
      { type: "notice", take: 1, code: "on_clipboard", message: "the text is on the clipboard, because: this is a window of Aloud" },
      { type: "done", take: 1, text: "Please order forty new gaskets for the pump in hall two.", audio_ms: 4000, dropped_frames: 0, partial: false },
      { type: "state", take: 1, state: "idle" },
    ],
  ],
};

/** Words come while a sentence is said. */
export const firstSpeaks: Scenario = { ...at(idle, "try"), told: [listening(3, false), saying(3)] };

export const firstTryMissing: Scenario = at(noModel, "try");

export const firstLast: Scenario = at(idle, "last");

export { idle };

/** By the names under which tests speak of them. */
export const scenarios = {
  idle,
  listens,
  fromButton,
  finishes,
  remembers,
  noModel,
  noMicrophone,
  hotkeyRefused,
  wayland,
  manyLanguages,
  imports,
  downloads,
  loads,
  damaged,
  behind,
  measured,
  captioned,
  captionedBeside,
  captionsTroubled,
  firstMicrophone,
  firstDeaf,
  firstModels,
  firstDownload,
  firstHotkey,
  firstWayland,
  firstRefused,
  firstTry,
  firstSpeaks,
  firstTryMissing,
  firstLast,
} as const;
