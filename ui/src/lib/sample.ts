// What the shell tells, for tests: a snapshot with nothing in it, and news of one take.

import type { Capabilities, News, Offer, Overlay, Snapshot, State, Task } from "./types";

/** The overlay before anybody chose anything. */
export const OVERLAY: Overlay = {
  shown: false,
  lines: 2,
  size: 27,
  opacity: 80,
  contrast: "usual",
  with_source: true,
  hide_after_s: 6,
  place: null,
};

/** The model that most people have. */
export const WHISPER: Capabilities = {
  name: "whisper-base",
  backend: "cpu",
  remote: null,
  languages: ["en", "de", "fr"],
  targets: ["en"],
  detects_language: true,
  tells_language: true,
  timestamps: true,
  vocabulary: true,
  context: false,
  instruct: false,
  longest_instruction: null,
  streaming: false,
  long_form: false,
  windows: [{ max_samples: 480_000 }],
};

/** A snapshot in which nothing has happened yet. */
export function snapshot(part: Partial<Snapshot> = {}): Snapshot {
  const profile = { vocabulary: [], output: "type", mode: "both", delivery: "phrases", live_text: true, context: false, language: "auto", aside: null, hotkey: null } as const;
  return {
    seq: 0,
    settings: {
      version: 1,
      profiles: [
        { ...profile, vocabulary: [], name: "dictate", task: { kind: "transcribe" } },
        {
          ...profile,
          vocabulary: [],
          name: "dictate-and-translate",
          task: { kind: "translate", target: "en", both: false },
        },
      ],
      profile: "dictate",
      microphone: null,
      keep_model: { kind: "after_take", minutes: 30 },
      microphone_open: { kind: "after_take", seconds: 30 },
      model: null,
      servers: [],
      compute: "auto",
      hotkey: "Ctrl+Alt+Space",
      translate_hotkey: null,
      sounds: true,
      start_hidden: false,
      theme: "system",
      ui_language: null,
      overlay: OVERLAY,
      first_step: null,
    },
    model: { state: "ready", capabilities: WHISPER, in_memory: true },
    hotkey: { state: "ready", hotkey: "Ctrl+Alt+Space" },
    hotkeys: [],
    target: "Mousepad",
    past: [],
    desktop: { wayland: false, name: "XFCE", tray: true, language: "en" },
    measures: { models: [], recommended: null },
    downloads: [],
    overlay: { shape: "see_through", editing: false },
    version: "0.0.0",
    ...part,
  };
}

/** A take begins. */
export const begun = (take: number, held = true, profile = "dictate"): News => ({
  type: "begun",
  take,
  unix_ms: 1000 * take,
  profile,
  target: "Mousepad",
  held,
});

/** Captions of what the machine plays begin. */
export const captions = (take: number, task: Task = { kind: "transcribe" }): News => ({ type: "captions", take, task });

/** A take enters a state. */
export const state = (take: number, state: State): News => ({ type: "state", take, state });

/** Text that is still being spoken. */
export const interim = (take: number, piece: number, committed: string, tentative = ""): Extract<News, { type: "interim" }> => ({
  type: "interim",
  take,
  piece,
  committed,
  tentative,
  at_ms: 0,
});

/** Text that stays. */
export const final = (take: number, piece: number, text: string): Extract<News, { type: "final" }> => ({
  type: "final",
  take,
  piece,
  text,
  language: "en",
  start_ms: 0,
  end_ms: 4000,
  latency_ms: 100,
  decode_ms: 1000,
  cause: "pause",
  partial: false,
});

/** What a piece means. */
export const translation = (take: number, piece: number, text: string): News => ({
  type: "translation",
  take,
  piece,
  text,
  target: "de",
  partial: false,
});

/** A take is through. */
export const done = (take: number, text: string): News => ({
  type: "done",
  take,
  text,
  audio_ms: 4000,
  dropped_frames: 0,
  partial: false,
});

/** Speech waits to be recognised. */
export const behind = (take: number, seconds: number): News => ({ type: "behind", take, seconds });

/** A sentence for a person. */
export const notice = (code: string, take?: number): News => ({
  type: "notice",
  code,
  message: `about ${code}`,
  ...(take === undefined ? {} : { take }),
});

/** A model of the catalogue with nothing special about it. */
export function offer(part: Partial<Offer>): Offer {
  return {
    id: "a", name: "A", size: 1, licence: "MIT", languages: ["en"], targets: [], detects: false,
    timestamps: false, streams: false, speed: null, proposed: null, installed: null, ...part,
  };
}
