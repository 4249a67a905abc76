// The only file that speaks to the shell. Each command may be refused with a `Refusal`.

import { invoke } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";
import { getCurrentWindow } from "@tauri-apps/api/window";

import type { Edge } from "./push";
import type {
  Batch,
  CaptionFormat,
  CaptionShown,
  MicrophoneInfo,
  ModelInfo,
  Offer,
  Refusal,
  Settings,
  Snapshot,
  TakeId,
  Translate,
  Tried,
  Wish,
} from "./types";

export const snapshot = () => invoke<Snapshot>("snapshot");
export const patch = (change: Partial<Settings>) => invoke<Settings>("patch", { patch: change });
export const start = () => invoke<void>("start");
export const stop = () => invoke<void>("stop");
export const toggle = () => invoke<void>("toggle");
export const translate = (wish: Translate) => invoke<Settings>("translate", { wish });
export const cancel = () => invoke<void>("cancel");
export const copy = (text: string) => invoke<void>("copy", { text });
export const caption = (wish: Wish, profile: string | null) => invoke<void>("caption", { wish, profile });
export const copyTake = (take: TakeId, format: CaptionFormat, shown: CaptionShown) =>
  invoke<void>("copy_take", { take, format, shown });
/** The path that was written; null when the person chose none. */
export const saveTake = (take: TakeId, format: CaptionFormat, shown: CaptionShown) =>
  invoke<string | null>("save_take", { take, format, shown });
export const microphones = () => invoke<MicrophoneInfo[]>("microphones");
export const models = () => invoke<ModelInfo[]>("models");
export const pickFolder = () => invoke<string | null>("pick_folder");
export const pickFile = () => invoke<string | null>("pick_file");
/** Of a file or a folder on this computer. */
export const importModel = (path: string) => invoke<ModelInfo>("import_model", { path });
export const deleteModel = (id: string) => invoke<void>("delete_model", { id });
/** Proposes models for a language, or for that of the system. */
export const offers = (language: string | null) => invoke<Offer[]>("offers", { language });
export const fetchModel = (id: string) => invoke<void>("fetch_model", { id });
export const pauseFetch = (id: string) => invoke<void>("pause_fetch", { id });
export const cancelFetch = (id: string) => invoke<void>("cancel_fetch", { id });
export const checkMicrophone = (on: boolean) => invoke<void>("check_microphone", { on });
export const tryHotkey = (trying: boolean) => invoke<void>("try_hotkey", { trying });
/** Whether the system starts Aloud with the session; null where that cannot be changed here. */
export const autostart = () => invoke<boolean | null>("autostart");
export const setAutostart = (on: boolean) => invoke<boolean | null>("set_autostart", { on });
export const measureModels = () => invoke<void>("measure_models");
/** Keeps the key of a server in the keychain; null removes it. */
export const setServerKey = (name: string, key: string | null) =>
  invoke<Settings>("set_server_key", { name, key });
/** Sends a built-in recording to a server. */
export const tryServer = (name: string) => invoke<Tried>("try_server", { name });
export const recordHotkey = (recording: boolean) => invoke<void>("record_hotkey", { recording });
export const retryModel = () => invoke<void>("retry_model");
export const tellOverlay = (words: boolean) => invoke<void>("tell_overlay", { words });
export const editOverlay = (editing: boolean) => invoke<void>("edit_overlay", { editing });
export const nudgeOverlay = (by: [number, number], more: [number, number]) =>
  invoke<void>("nudge_overlay", { by, more });
export const dragOverlay = () => getCurrentWindow().startDragging();
export const stretchOverlay = (edge: Edge) => getCurrentWindow().startResizeDragging(edge);
export const quit = () => invoke<void>("quit");

/** Calls back for every batch from now on; resolves when none can be missed any more. */
export const onBatch = (heard: (batch: Batch) => void) =>
  listen<Batch>("batch", (event) => heard(event.payload));

/** What a command was refused with, whatever it threw. */
export function refusal(thrown: unknown): Refusal {
  if (typeof thrown === "object" && thrown !== null && "message" in thrown) {
    const code = "code" in thrown ? String(thrown.code) : "unknown";
    return { code, message: String(thrown.message) };
  }
  return { code: "unknown", message: String(thrown) };
}
