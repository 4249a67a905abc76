// What the shell answers, as data.

import { OVERLAY } from "../../src/lib/sample";
import type {
  Capabilities,
  MicrophoneInfo,
  Model,
  ModelInfo,
  News,
  Offer,
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
  /** What can be fetched. */
  offers: Offer[];
  /** What the system's dialogue for folders answers. */
  folder: string | null;
  /** And that for files. */
  file: string | null;
  /** Whether the system starts the app with the session. */
  autostart: boolean | null;
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

export const READY: Model = { state: "ready", capabilities: BASE, in_memory: true };

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
  ui_language: "en",
  overlay: OVERLAY,
  first_step: null,
};

const INSTALLED: ModelInfo[] = [
  {
    id: "whisper-base-Q8_0",
    name: "Whisper base",
    path: "/home/anna/.local/share/aloud/models/whisper-base-Q8_0.gguf",
    size: 81_768_585,
    in_use: true,
    removable: true,
    damage: null,
  },
  {
    id: "whisper-large-v3-turbo-Q8_0",
    name: "Whisper large v3 turbo",
    path: "/home/anna/.local/share/aloud/models/whisper-large-v3-turbo-Q8_0.gguf",
    size: 874_188_075,
    in_use: false,
    removable: true,
    damage: null,
  },
  {
    id: "whisper-tiny-Q8_0",
    name: "Whisper tiny",
    path: "/media/anna/usb/models/whisper-tiny-Q8_0.gguf",
    size: 21_004_288,
    in_use: false,
    removable: false,
    damage: "The file ends after 21.0 of 43.5 MB. Fetch or import it again.",
  },
];

const OFFER: Offer = {
  id: "", name: "", size: 0, licence: "Apache-2.0", languages: [], targets: [], detects: false,
  timestamps: false, streams: false, speed: null, proposed: null, installed: null,
};

/** A part of the catalogue. */
const OFFERS: Offer[] = [
  {
    ...OFFER, id: "whisper-base", name: "Whisper Base", size: 84_962_880, languages: BASE.languages, targets: ["en"],
    detects: true, timestamps: true, speed: "medium", proposed: 1, installed: "whisper-base-Q8_0",
  },
  { ...OFFER, id: "canary-180m-flash", name: "Canary 180M Flash", size: 218_447_552, licence: "CC-BY-4.0", languages: ["en", "de", "es", "fr"], targets: ["en", "de", "es", "fr"], speed: "fast" },
  { ...OFFER, id: "moonshine-streaming-small", name: "Moonshine Streaming Small", size: 198_000_000, licence: "MIT", languages: ["en"], streams: true, speed: "fast" },
  {
    ...OFFER, id: "parakeet-tdt-0.6b-v3", name: "Parakeet TDT 0.6B v3", size: 739_000_000, licence: "CC-BY-4.0",
    languages: BASE.languages.slice(0, 12), detects: true, timestamps: true, speed: "medium", proposed: 0,
  },
  { ...OFFER, id: "voxtral-small-24b-2507", name: "Voxtral Small 24B 2507", size: 14_302_000_000, languages: BASE.languages.slice(0, 8), targets: BASE.languages.slice(0, 8), detects: true },
  {
    ...OFFER, id: "whisper-tiny", name: "Whisper Tiny", size: 45_000_000, languages: BASE.languages, targets: ["en"],
    detects: true, timestamps: true, speed: "fast", proposed: 2,
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
    downloads: [],
    overlay: { shape: "see_through", editing: false },
    version: "0.3.0",
  },
  microphones: [
    { id: "pulse:built-in", name: "Built-in Audio", is_default: true },
    { id: "pulse:usb-yeti", name: "Blue Yeti", is_default: false },
  ],
  models: INSTALLED,
  offers: OFFERS,
  folder: "/home/anna/models/faster-whisper-small",
  file: "/home/anna/models/ggml-small.bin",
  autostart: false,
  imported: {
    id: "whisper-small-Q8_0",
    name: "Whisper small",
    path: "/home/anna/.local/share/aloud/models/whisper-small-Q8_0.gguf",
    size: 264_000_000,
    in_use: false,
    removable: true,
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
