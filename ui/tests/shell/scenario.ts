// What the shell answers, as data.

import { OVERLAY } from "../../src/lib/sample";
import type {
  Capabilities,
  MicrophoneInfo,
  Model,
  ModelInfo,
  News,
  Profile,
  Refusal,
  Settings,
  Snapshot,
  Tried,
} from "../../src/lib/types";

/** A situation of the app. */
export type Scenario = {
  snapshot: Snapshot;
  microphones: MicrophoneInfo[];
  models: ModelInfo[];
  /** What the system's dialogue for folders answers. */
  folder: string | null;
  /** What an import makes. */
  imported: ModelInfo;
  /** What a server makes of a recording. */
  tried: Tried;
  /** Where a text is saved, or that nobody said where. */
  saved: string | null;
  /** Commands that are refused. */
  refusals: Record<string, Refusal>;
  /** Told when the page stands, batch by batch. */
  told: News[][];
};

export const BASE: Capabilities = {
  name: "Whisper base",
  backend: "cpu",
  remote: null,
  languages: [
    "en", "de", "fr", "es", "it", "pt", "nl", "pl", "uk", "cs", "ja", "ko", "zh", "ar", "tr", "sv",
  ],
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
  windows: [{ max_samples: 480_000 }, { max_samples: 240_000 }],
};

export const READY: Model = { state: "ready", capabilities: BASE };

const DICTATE: Profile = {
  name: "dictate",
  language: "auto",
  task: { kind: "transcribe" },
  aside: null,
  hotkey: null,
  vocabulary: ["Kraftwerksabschaltung", "Aloud"],
  output: "type",
  mode: "both",
  delivery: "phrases",
  live_text: true,
  context: false,
};

const TRANSLATE: Profile = {
  ...DICTATE,
  name: "dictate-and-translate",
  language: "de",
  task: { kind: "translate", target: "en", both: true },
};

export const SETTINGS: Settings = {
  version: 1,
  profiles: [DICTATE, TRANSLATE],
  profile: "dictate",
  microphone: null,
  microphone_open: { kind: "after_take", seconds: 30 },
  model: null,
  servers: [],
  hotkey: "Ctrl+Alt+Space",
  translate_hotkey: null,
  sounds: true,
  start_hidden: false,
  theme: "system",
  ui_language: "en",
  overlay: OVERLAY,
};

const INSTALLED: ModelInfo[] = [
  {
    id: "whisper-base-Q8_0",
    name: "Whisper base",
    path: "/home/anna/.local/share/aloud/models/whisper-base-Q8_0.gguf",
    size: 81_768_585,
    in_use: true,
    damage: null,
  },
  {
    id: "whisper-large-v3-turbo-Q8_0",
    name: "Whisper large v3 turbo",
    path: "/home/anna/.local/share/aloud/models/whisper-large-v3-turbo-Q8_0.gguf",
    size: 874_188_075,
    in_use: false,
    damage: null,
  },
  {
    id: "whisper-tiny-Q8_0",
    name: "Whisper tiny",
    path: "/media/anna/usb/models/whisper-tiny-Q8_0.gguf",
    size: 21_004_288,
    in_use: false,
    damage: "The file ends after 21.0 of 43.5 MB. Fetch or import it again.",
  },
];

/** Nothing is said, everything works. */
export const idle: Scenario = {
  snapshot: {
    seq: 7,
    settings: SETTINGS,
    model: READY,
    hotkey: { state: "ready", hotkey: "Ctrl+Alt+Space" },
    hotkeys: [],
    target: "Mousepad",
    past: [],
    desktop: { wayland: false, name: "XFCE", tray: true, language: "en" },
    measures: { models: [], recommended: null },
    overlay: { shape: "see_through", editing: false },
    version: "0.3.0",
  },
  microphones: [
    { id: "pulse:built-in", name: "Built-in Audio", is_default: true },
    { id: "pulse:usb-yeti", name: "Blue Yeti", is_default: false },
  ],
  models: INSTALLED,
  folder: "/home/anna/models/faster-whisper-small",
  imported: {
    id: "whisper-small-Q8_0",
    name: "Whisper small",
    path: "/home/anna/.local/share/aloud/models/whisper-small-Q8_0.gguf",
    size: 264_000_000,
    in_use: false,
    damage: null,
  },
  tried: { text: "Please find the report attached.", took_ms: 840, words: 22, errors: 0 },
  saved: "/home/anna/Documents/meeting.srt",
  refusals: {},
  told: [],
};

/** The same with other settings. */
export function withSettings(scenario: Scenario, settings: Partial<Settings>): Scenario {
  return withSnapshot(scenario, { settings: { ...scenario.snapshot.settings, ...settings } });
}

/** The same with another beginning. */
export function withSnapshot(scenario: Scenario, snapshot: Partial<Snapshot>): Scenario {
  return { ...scenario, snapshot: { ...scenario.snapshot, ...snapshot } };
}
