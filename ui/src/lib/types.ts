// Written by `cargo test -p aloud-desktop types` with ALOUD_WRITE_TYPES=1 set, from src-tauri/src/ipc.rs.

export type Away = { 
/**
 * Whom what is said goes to: a machine, and its port where it is not the usual one.
 */
host: string, 
/**
 * Whether it is sent a phrase before its end. Else each is sent once, when it is complete.
 */
live: boolean, };

export type Batch = { 
/**
 * Counts from 1, without gaps.
 */
seq: number, 
/**
 * At least one.
 */
news: Array<News>, };

export type Begun = { 
/**
 * The take.
 */
take: TakeId, 
/**
 * When, in milliseconds since 1970.
 */
unix_ms: number, 
/**
 * Name of its profile.
 */
profile: string, 
/**
 * The program that had the focus.
 */
target: string | null, 
/**
 * Whether a key is held for it, so that letting go ends it.
 */
held: boolean, };

export type Capabilities = { 
/**
 * Name to show, such as `whisper-base`.
 */
name: string, 
/**
 * Where it computes, such as `cpu`.
 */
backend: string, 
/**
 * The server that recognises; none where nothing of what is said leaves this machine.
 */
remote: Away | null, 
/**
 * Codes that it understands; empty when it does not say.
 */
languages: Array<string>, 
/**
 * Codes that it can translate into.
 */
targets: Array<string>, 
/**
 * Whether it understands speech whose language it was not told.
 */
detects_language: boolean, 
/**
 * Whether it says which language it heard.
 */
tells_language: boolean, 
/**
 * Whether it can say when each part of a text was spoken.
 */
timestamps: boolean, 
/**
 * Whether words can be given to be spelled as listed.
 */
vocabulary: boolean, 
/**
 * Whether it can be told what was said before.
 */
context: boolean, 
/**
 * Whether it can follow a free instruction.
 */
instruct: boolean, 
/**
 * Most bytes of an instruction; none where there is no limit.
 */
longest_instruction: number | null, 
/**
 * Whether it can be fed while somebody speaks.
 */
streaming: boolean, 
/**
 * Whether it takes audio of any length in one run by itself.
 */
long_form: boolean, 
/**
 * Encoder windows in rising order; the cost of a run depends on the window, hardly on
 * how much of it is filled. Never empty.
 */
windows: Array<Window>, };

export type CaptionFormat = "text" | "srt" | "vtt";

export type CaptionShown = "both" | "said" | "translated";

export type Cause = "pause" | "cap" | "stop" | "end";

export type Check = { "state": "off" } | { "state": "hears", 
/**
 * Root mean square, with 1 as full scale.
 */
rms: number, 
/**
 * Whether somebody speaks.
 */
speech: boolean, } | { "state": "failed" } & Refusal;

export type Compute = string;

export type Contrast = "usual" | "high";

export type Delivery = "phrases" | "at_the_end";

export type Desktop = { 
/**
 * Whether this is a Wayland session.
 */
wayland: boolean, 
/**
 * What the desktop calls itself.
 */
name: string | null, 
/**
 * Whether there is a tray for the icon, as far as the app can tell.
 */
tray: boolean, 
/**
 * The system's language, as a code.
 */
language: string, };

export type Done = { 
/**
 * The take.
 */
take: TakeId, 
/**
 * The file it was read from, if it was.
 */
file?: string | null, 
/**
 * What was delivered: the transcript, or with translation alone the translation.
 */
text: string, 
/**
 * The translation, when both were asked for.
 */
translation?: string | null, 
/**
 * How much was heard.
 */
audio_ms: number, 
/**
 * Frames that the device delivered and nobody could take in time.
 */
dropped_frames: number, 
/**
 * Whether any piece is partial or failed.
 */
partial: boolean, };

export type Download = { 
/**
 * Its name in the catalogue, or that of its file.
 */
id: string, 
/**
 * For people.
 */
name: string, 
/**
 * Bytes that are there.
 */
bytes: number, 
/**
 * Bytes that there will be.
 */
size: number, 
/**
 * How it stands.
 */
progress: DownloadState, };

export type DownloadState = { "state": "waiting" } | { "state": "running", 
/**
 * Bytes a second; not known at the beginning.
 */
speed: number | null, 
/**
 * Seconds that it takes if it goes on so.
 */
left_s: number | null, 
/**
 * Why nothing comes at the moment; it will be asked for again.
 */
problem: string | null, } | { "state": "checking" } | { "state": "paused" } | { "state": "failed", 
/**
 * Stable, to branch on.
 */
code: string, 
/**
 * A sentence for a person.
 */
message: string, };

export type Event = { "type": "state", 
/**
 * The take.
 */
take: TakeId, 
/**
 * The state that it is in now.
 */
state: State, } | { "type": "captions", 
/**
 * The take.
 */
take: TakeId, 
/**
 * What is made of what is said.
 */
task: Task, } | { "type": "latched", 
/**
 * The take.
 */
take: TakeId, } | { "type": "level", 
/**
 * The take that listens.
 */
take: TakeId, 
/**
 * Root mean square since the last one, full scale is 1.
 */
rms: number, 
/**
 * Whether somebody speaks.
 */
speech: boolean, } | { "type": "interim", 
/**
 * The take.
 */
take: TakeId, 
/**
 * The piece that it will become.
 */
piece: number, 
/**
 * Text that will not change until the final.
 */
committed: string, 
/**
 * Text that may change.
 */
tentative: string, 
/**
 * Audio time up to which was heard.
 */
at_ms: number, } | { "type": "final" } & Final | { "type": "translation", 
/**
 * The take.
 */
take: TakeId, 
/**
 * The piece.
 */
piece: number, 
/**
 * Its text in the target language.
 */
text: string, 
/**
 * The target language.
 */
target: string, 
/**
 * Whether the model broke off.
 */
partial: boolean, } | { "type": "suppressed", 
/**
 * The take.
 */
take: TakeId, 
/**
 * The piece.
 */
piece: number, 
/**
 * Why it was kept back.
 */
reason: Suppression, } | { "type": "behind", 
/**
 * The take.
 */
take: TakeId, 
/**
 * Seconds since the end of the oldest phrase that has no text yet; 0 when it has caught up.
 */
seconds: number, } | { "type": "notice", 
/**
 * The take that it concerns, if it concerns one.
 */
take?: TakeId | null, 
/**
 * Stable code, to branch on.
 */
code: string, 
/**
 * A sentence: what happened, to what, what to do.
 */
message: string, } | { "type": "done" } & Done | { "type": "model" } & Model;

export type Final = { 
/**
 * The take.
 */
take: TakeId, 
/**
 * Number of the piece in its take, from 0, without gaps.
 */
piece: number, 
/**
 * What was said.
 */
text: string, 
/**
 * Language of the text, if it is known.
 */
language: string | null, 
/**
 * Audio time of the first sample of speech.
 */
start_ms: number, 
/**
 * Audio time of the last sample of speech.
 */
end_ms: number, 
/**
 * From the last sample of speech reaching the engine to this event.
 */
latency_ms: number, 
/**
 * What decoding took.
 */
decode_ms: number, 
/**
 * Why the piece ended where it does.
 */
cause: Cause, 
/**
 * Whether the model broke off; the audio is kept.
 */
partial: boolean, };

export type FirstStep = "microphone" | "model" | "hotkey" | "try" | "last";

export type Hotkey = string;

export type HotkeyState = { "state": "ready", 
/**
 * As it is written.
 */
hotkey: string, } | { "state": "refused", 
/**
 * As it is written.
 */
hotkey: string, 
/**
 * A sentence for a person.
 */
message: string, } | { "state": "desktop", 
/**
 * Where the lines belong, such as `~/.config/sway/config`, or the way in the settings.
 */
place: string, 
/**
 * To be put there, literally.
 */
lines: Array<string>, } | { "state": "off" } | { "state": "recording" };

export type KeepModel = { "kind": "after_take", 
/**
 * At least 1, at most [`LONGEST_KEPT_MIN`].
 */
minutes: number, } | { "kind": "always" };

export type KeyState = { 
/**
 * What it does.
 */
role: Role, 
/**
 * What has become of it.
 */
state: HotkeyState, };

export type Language = "auto" | string | Array<string>;

export type Measure = { 
/**
 * What [`Settings::model`] takes.
 */
id: string, 
/**
 * For people.
 */
name: string, 
/**
 * How far it is.
 */
progress: Progress, };

export type Measures = { 
/**
 * In the order in which they are measured.
 */
models: Array<Measure>, 
/**
 * Id of the model to take, once all are measured and one keeps up with speech.
 */
recommended: string | null, };

export type MicrophoneInfo = { 
/**
 * Stable; what [`Settings::microphone`] takes.
 */
id: string, 
/**
 * For people.
 */
name: string, 
/**
 * Whether the system listens to it unless told otherwise.
 */
is_default: boolean, };

export type MicrophoneOpen = { "kind": "after_take", 
/**
 * At most [`LONGEST_OPEN_S`].
 */
seconds: number, } | { "kind": "always" } | { "kind": "on_demand" };

export type Mode = "both" | "toggle" | "push_to_talk" | "hands_free";

export type Model = { "state": "loading" } | { "state": "ready", 
/**
 * What it can do.
 */
capabilities: Capabilities, 
/**
 * Whether it is in memory. One that no take wanted for a while is loaded again when the
 * next one begins, while that is heard.
 */
in_memory: boolean, } | { "state": "failed", 
/**
 * Stable code, to branch on.
 */
code: string, 
/**
 * A sentence: what is wrong, with which file, what to do.
 */
message: string, };

export type ModelInfo = { 
/**
 * What [`Settings::model`] takes.
 */
id: string, 
/**
 * For people, such as `Whisper base`.
 */
name: string, 
/**
 * Where it lies.
 */
path: string, 
/**
 * How large it is, in bytes, twin included.
 */
size: number, 
/**
 * Whether this one is loaded, or was to be.
 */
in_use: boolean, 
/**
 * Whether it can be deleted from here.
 */
removable: boolean, 
/**
 * What is wrong with it, if anything.
 */
damage: string | null, };

export type News = Event | ShellEvent;

export type Offer = { 
/**
 * Its name in the catalogue.
 */
id: string, 
/**
 * For people.
 */
name: string, 
/**
 * Of the file that would be fetched, in bytes.
 */
size: number, 
/**
 * As its publisher states it.
 */
licence: string, 
/**
 * Codes of the languages that it understands.
 */
languages: Array<string>, 
/**
 * Codes of the languages that it translates into.
 */
targets: Array<string>, 
/**
 * Whether it finds out which language is spoken.
 */
detects: boolean, 
/**
 * Whether it says when each part was spoken.
 */
timestamps: boolean, 
/**
 * Whether it can be fed while somebody speaks.
 */
streams: boolean, 
/**
 * How fast it is on the processor of a laptop, if somebody measured.
 */
speed: Speed | null, 
/**
 * Its place among those that are proposed for this language and machine; 0 is the best.
 */
proposed: number | null, 
/**
 * Under which name it is installed, in whichever form.
 */
installed: string | null, };

export type Output = "type" | "paste" | "clipboard" | "stdout" | "none";

export type Overlay = { 
/**
 * Whether there is one.
 */
shown: boolean, 
/**
 * Lines of large text at most, from 1 to [`MOST_LINES`].
 */
lines: number, 
/**
 * Height of the letters in pixels, from [`SMALLEST`] to [`LARGEST`].
 */
size: number, 
/**
 * How much of what is beneath is covered, in percent.
 */
opacity: number, 
/**
 * How far text stands out.
 */
contrast: Contrast, 
/**
 * Whether what was said stands small over its translation.
 */
with_source: boolean, 
/**
 * Seconds without news after which it goes away, at most [`LONGEST_STAY_S`]; none stays.
 */
hide_after_s: number | null, 
/**
 * Where somebody put it; none is at the bottom, in the middle.
 */
place: OverlayPlace | null, };

export type OverlayPlace = { 
/**
 * From the left.
 */
x: number, 
/**
 * From the top.
 */
y: number, 
/**
 * How wide it is.
 */
width: number, 
/**
 * How high it is.
 */
height: number, };

export type OverlayShape = "see_through" | "opaque" | "ordinary";

export type OverlayState = { 
/**
 * What the desktop allows.
 */
shape: OverlayShape, 
/**
 * Whether somebody moves it.
 */
editing: boolean, };

export type Profile = { 
/**
 * Name to show and to choose it by.
 */
name: string, 
/**
 * What is spoken.
 */
language: Language, 
/**
 * What to make of it.
 */
task: Task, 
/**
 * What the translate toggle goes back to: the task before. None until it was used.
 */
aside: Task | null, 
/**
 * Starts and stops this profile from any window, whatever the current one is; none for no
 * hotkey of its own.
 */
hotkey: Hotkey | null, 
/**
 * Words to spell as listed, the most important first.
 */
vocabulary: Array<string>, 
/**
 * Where the words go.
 */
output: Output, 
/**
 * How a take is started and ended.
 */
mode: Mode, 
/**
 * When text is delivered.
 */
delivery: Delivery, 
/**
 * Whether words are shown while they are spoken. It costs computing, not correctness.
 */
live_text: boolean, 
/**
 * Whether the model is told what was said before each piece, where it can be.
 */
context: boolean, };

export type Progress = { "state": "waiting" } | { "state": "measuring" } | { "state": "done" } & Quick | { "state": "failed", 
/**
 * A sentence for a person.
 */
message: string, } | { "state": "interrupted" };

export type Quick = { 
/**
 * What decoding a short sentence takes.
 */
decode_ms: number, 
/**
 * How long the sentence is.
 */
speech_ms: number, 
/**
 * Words that it got wrong, left out or added.
 */
wrong: number, 
/**
 * Of this many.
 */
words: number, 
/**
 * What it suits.
 */
suits: Suits, };

export type Refusal = { 
/**
 * Stable, to branch on.
 */
code: string, 
/**
 * A sentence for a person.
 */
message: string, };

export type Role = { "kind": "current" } | { "kind": "profile", 
/**
 * Its name.
 */
name: string, } | { "kind": "translate" };

export type Server = { 
/**
 * Name to choose it by: `gpu` is the model `remote:gpu`.
 */
name: string, 
/**
 * Where it is, such as `http://192.168.1.20:8000/v1`.
 */
url: string, 
/**
 * The model that it is asked for, such as `mistralai/Voxtral-Mini-3B-2507`.
 */
model: string, 
/**
 * Whether it is sent what is being said, again and again, to show words while they are spoken.
 */
live: boolean, 
/**
 * Whether it is asked for `verbose_json`, which tells language and times. Not all servers can.
 */
verbose: boolean, 
/**
 * Whether it may be far away without TLS, where anybody on the way can listen.
 */
insecure: boolean, 
/**
 * Whether a key for it is in the keychain.
 */
key: boolean, };

export type Settings = { 
/**
 * The shape of the file, see [`VERSION`].
 */
version: number, 
/**
 * What a person can start, each under its own name. Never empty.
 */
profiles: Array<Profile>, 
/**
 * Name of the current profile; there is always one of this name.
 */
profile: string, 
/**
 * Id or name of the favourite microphone; none follows the system's choice.
 */
microphone: string | null, 
/**
 * Whether the microphone stays open between takes.
 */
microphone_open: MicrophoneOpen, 
/**
 * Id or path of the model, or `remote:` and the name of a server; none follows the catalogue.
 */
model: string | null, 
/**
 * Servers that may recognise in place of this machine, each under its own name. One is used
 * only where it is chosen as the model.
 */
servers: Array<Server>, 
/**
 * How long the model stays in memory without being used.
 */
keep_model: KeepModel, 
/**
 * Where models compute.
 */
compute: Compute, 
/**
 * Starts and stops the current profile from any window; none for no hotkey.
 */
hotkey: Hotkey | null, 
/**
 * Switches between writing down and translating; none for no hotkey.
 */
translate_hotkey: Hotkey | null, 
/**
 * Whether start and stop can be heard.
 */
sounds: boolean, 
/**
 * Whether the app starts without showing its window.
 */
start_hidden: boolean, 
/**
 * The colours of the window.
 */
theme: Theme, 
/**
 * Code of the language that the window speaks; none follows the system.
 */
ui_language: string | null, 
/**
 * Words over all other windows.
 */
overlay: Overlay, 
/**
 * Where the window leads somebody who has just begun; none once that is over.
 */
first_step: FirstStep | null, };

export type ShellEvent = { "type": "begun" } & Begun | { "type": "settings", 
/**
 * All of them.
 */
settings: Settings, } | { "type": "hotkey", 
/**
 * What has become of the one of the current profile.
 */
hotkey: HotkeyState, 
/**
 * What has become of all others that are wanted.
 */
hotkeys: Array<KeyState>, } | { "type": "desktop", 
/**
 * All that is known of it.
 */
desktop: Desktop, } | { "type": "target", 
/**
 * Its program; none when that is not known.
 */
name: string | null, } | { "type": "import", 
/**
 * Bytes that are written.
 */
written: number, 
/**
 * Bytes that there will be.
 */
total: number, } | { "type": "overlay", 
/**
 * All that is known of it.
 */
overlay: OverlayState, } | { "type": "measures", 
/**
 * All that is known.
 */
measures: Measures, } | { "type": "downloads", 
/**
 * All that did not come to its end, in the order in which they were wanted.
 */
downloads: Array<Download>, } | { "type": "models" } | { "type": "check", 
/**
 * What is heard.
 */
check: Check, } | { "type": "pressed" };

export type Snapshot = { 
/**
 * Number of the last batch that is contained; older ones are to be passed over.
 */
seq: number, 
/**
 * What the person chose.
 */
settings: Settings, 
/**
 * The model that is loaded, or why there is none.
 */
model: Model, 
/**
 * What has become of the hotkey of the current profile.
 */
hotkey: HotkeyState, 
/**
 * What has become of all other hotkeys that are wanted.
 */
hotkeys: Array<KeyState>, 
/**
 * The window that gets the words, as far as it is known.
 */
target: string | null, 
/**
 * What happened since the app was started, in order: without levels and interims, and
 * without the takes that are too long ago.
 */
past: Array<News>, 
/**
 * How windows are reached here.
 */
desktop: Desktop, 
/**
 * Which model suits this machine, as far as that was measured.
 */
measures: Measures, 
/**
 * Models that are on their way, or were.
 */
downloads: Array<Download>, 
/**
 * How the overlay is there, when it is wanted.
 */
overlay: OverlayState, 
/**
 * Version of the app.
 */
version: string, };

export type Speed = "slow" | "medium" | "fast";

export type State = "idle" | "preparing" | "listening" | "finishing";

export type Suits = "too_slow" | "phrases" | "live";

export type Suppression = "no_evidence" | "echo" | "loop";

export type TakeId = number;

export type Task = { "kind": "transcribe" } | { "kind": "translate", 
/**
 * The language to write, as a normalised code.
 */
target: string, 
/**
 * Whether what was said is wanted beside it.
 */
both: boolean, } | { "kind": "instruct", 
/**
 * The instruction.
 */
prompt: string, };

export type Theme = "system" | "light" | "dark";

export type Translate = { "turn": "on", 
/**
 * Into this language, as a code; none for the one of last time.
 */
target?: string, } | { "turn": "off" } | { "turn": "toggle" };

export type Tried = { 
/**
 * What came.
 */
text: string, 
/**
 * From the first byte that was sent to the last one that came.
 */
took_ms: number, 
/**
 * Words that are said.
 */
words: number, 
/**
 * Words to change, put in or take out.
 */
errors: number, };

export type Window = { 
/**
 * Longest piece to give it, in samples at 16 kHz, slack already taken off.
 */
max_samples: number, };

export type Wish = "start" | "stop" | "toggle";
