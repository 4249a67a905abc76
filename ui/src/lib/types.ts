// Written by `cargo test -p aloud-desktop types` with ALOUD_WRITE_TYPES=1 set, from src-tauri/src/ipc.rs.

export type Batch = { seq: number, news: Array<News>, };

export type Begun = { take: TakeId, unix_ms: number, profile: string, target: string | null, held: boolean, };

export type Capabilities = { name: string, backend: string, languages: Array<string>, targets: Array<string>, detects_language: boolean, vocabulary: boolean, instruct: boolean, streaming: boolean, long_form: boolean, windows: Array<Window>, };

export type Cause = "pause" | "cap" | "stop" | "end";

export type Desktop = { wayland: boolean, name: string | null, tray: boolean, language: string, };

export type Done = { take: TakeId, file?: string, text: string, translation?: string, audio_ms: number, dropped_frames: number, partial: boolean, };

export type Event = { "type": "state", take: TakeId, state: State, } | { "type": "level", take: TakeId, rms: number, speech: boolean, } | { "type": "interim", take: TakeId, piece: number, committed: string, tentative: string, at_ms: number, } | { "type": "final" } & Final | { "type": "translation", take: TakeId, piece: number, text: string, target: string, partial: boolean, } | { "type": "suppressed", take: TakeId, piece: number, reason: Suppression, } | { "type": "notice", take?: TakeId, code: string, message: string, } | { "type": "done" } & Done | { "type": "model" } & Model;

export type Final = { take: TakeId, piece: number, text: string, language: string | null, start_ms: number, end_ms: number, latency_ms: number, decode_ms: number, cause: Cause, partial: boolean, };

export type HotkeyState = { "state": "ready", hotkey: string, } | { "state": "refused", hotkey: string, message: string, } | { "state": "desktop", place: string, lines: Array<string>, } | { "state": "off" } | { "state": "recording" };

export type Language = "auto" | string | Array<string>;

export type MicrophoneInfo = { id: string, name: string, is_default: boolean, };

export type MicrophoneOpen = { "kind": "after_take", seconds: number, } | { "kind": "always" } | { "kind": "on_demand" };

export type Mode = "both" | "toggle" | "push_to_talk" | "hands_free";

export type Model = { "state": "loading" } | { "state": "ready", capabilities: Capabilities, } | { "state": "failed", code: string, message: string, };

export type ModelInfo = { id: string, name: string, path: string, size: number, in_use: boolean, damage: string | null, };

export type News = Event | ShellEvent;

export type Output = "type" | "paste" | "clipboard" | "stdout" | "none";

export type Profile = { name: string, language: Language, task: Task, vocabulary: Array<string>, output: Output, mode: Mode, };

export type Refusal = { code: string, message: string, };

export type Settings = { version: number, profiles: Array<Profile>, profile: string, microphone: string | null, microphone_open: MicrophoneOpen, model: string | null, hotkey: string | null, sounds: boolean, start_hidden: boolean, theme: Theme, ui_language: string | null, };

export type ShellEvent = { "type": "begun" } & Begun | { "type": "settings", settings: Settings, } | { "type": "hotkey", hotkey: HotkeyState, } | { "type": "target", name: string | null, } | { "type": "import", written: number, total: number, };

export type Snapshot = { seq: number, settings: Settings, model: Model, hotkey: HotkeyState, target: string | null, past: Array<News>, desktop: Desktop, version: string, };

export type State = "idle" | "preparing" | "listening" | "finishing";

export type Suppression = "no_evidence" | "echo" | "loop";

export type TakeId = number;

export type Task = { "kind": "transcribe" } | { "kind": "translate", target: string, both: boolean, } | { "kind": "instruct", prompt: string, };

export type Theme = "system" | "light" | "dark";

export type Window = { max_samples: number, };
