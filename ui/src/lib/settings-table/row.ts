// What a row of the Settings page is. Pure.

import type { Choice, Lacking } from "../choice";
import type { Catalogue } from "../text";
import type { Desktop, HotkeyState, KeyState, MicrophoneInfo, Model, OverlayShape, Settings } from "../types";

/** What rows are made of. */
export type World = {
  settings: Settings;
  model: Model;
  hotkey: HotkeyState;
  /** What has become of all other hotkeys that are wanted. */
  hotkeys: readonly KeyState[];
  desktop: Desktop;
  /** How the overlay can be there. */
  shape: OverlayShape;
  version: string;
  /** Whether the system starts the app with the session; null where that is not offered. */
  autostart: boolean | null;
  /** None until the list is there. */
  microphones: readonly MicrophoneInfo[] | null;
  /** The languages that the window can speak, each in its own name. */
  languages: readonly Choice[];
  /** Of the language of the window. */
  locale: string;
  text: SettingsText;
};

/** What the page says. */
export type SettingsText = Catalogue["settings"];

export type Patch = Partial<Settings>;

export type Section = keyof SettingsText["sections"];

/** How a row is read and changed. */
export type Control =
  | {
      kind: "toggle";
      read: (settings: Settings) => boolean;
      patch: (on: boolean, settings: Settings) => Patch;
      /** Why it cannot be changed now. */
      blocked?: (world: World) => string | null;
    }
  | {
      kind: "choice";
      read: (world: World) => string;
      options: (world: World) => Choice[];
      /** What cannot be had, and why. */
      lacking?: (world: World) => Lacking | null;
      patch: (value: string, settings: Settings, world: World) => Patch;
    }
  | {
      kind: "lines";
      read: (settings: Settings) => string;
      patch: (text: string, settings: Settings) => Patch;
      /** Why it cannot be changed now. */
      blocked: (world: World) => string | null;
    }
  | {
      kind: "text";
      read: (world: World) => string;
      /** What is wrong with a text; it is not saved then. */
      problem: (text: string, world: World) => string | null;
      patch: (text: string, settings: Settings) => Patch;
    }
  | { kind: "profiles" }
  | {
      kind: "hotkey";
      /** Which one it is. */
      of: "current" | "profile" | "translate";
    }
  | {
      kind: "place";
      label: (text: SettingsText) => string;
      /** Why it cannot be changed now. */
      blocked: (world: World) => string | null;
    }
  | { kind: "autostart" }
  | { kind: "first"; label: (text: SettingsText) => string }
  | { kind: "quit"; label: (text: SettingsText) => string }
  | { kind: "model"; read: (world: World) => string }
  | { kind: "fact"; read: (world: World) => string };

export type Row = {
  id: keyof SettingsText["rows"];
  section: Section;
  /** A short explanation of what is chosen now, in sentences. */
  hints: (world: World) => readonly string[];
  /** Whether it means anything now; without this it always does. */
  shown?: (world: World) => boolean;
  control: Control;
};

/** The choices of a list, and the one that is made, should it stand elsewhere. */
export function offered<T extends string>(
  list: readonly T[],
  chosen: T,
  labels: Readonly<Record<T, string>>,
): Choice[] {
  const values = list.includes(chosen) ? list : [...list, chosen];
  return values.map((value) => ({ value, label: labels[value] }));
}
