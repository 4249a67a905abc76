// The Settings page as a table: what each row is called, how it is changed, where in the settings
// it reads and what patch it makes. One renderer draws all rows. Pure.

import { COMPUTE } from "./settings-table/compute";
import { MICROPHONE } from "./settings-table/microphone";
import { MODEL } from "./settings-table/model";
import { ownKeys } from "./settings-table/keys";
import { OVERLAY } from "./settings-table/overlay";
import { CONTEXT, DELIVERY, LIVE_TEXT, MODE, OUTPUT, VOCABULARY } from "./settings-table/profile";
import { PROFILE } from "./settings-table/profiles";
import { offered, type Row, type Section, type World } from "./settings-table/row";
import type { Theme } from "./types";

export type { Control, Patch, Row, Section, World } from "./settings-table/row";

/** The order of the page. */
export const SECTIONS: readonly Section[] = [
  "general",
  "microphone",
  "profile",
  "hotkey",
  "output",
  "overlay",
  "appearance",
  "advanced",
];

const THEMES: readonly Theme[] = ["system", "light", "dark"];

const GENERAL: readonly Row[] = [
  {
    id: "sounds",
    section: "general",
    hints: ({ text }) => [text.sounds],
    control: { kind: "toggle", read: ({ sounds }) => sounds, patch: (sounds) => ({ sounds }) },
  },
  {
    id: "startHidden",
    section: "general",
    hints: ({ text, desktop }) => [desktop.tray ? text.startHidden.tray : text.startHidden.noTray],
    control: {
      kind: "toggle",
      read: ({ start_hidden }) => start_hidden,
      patch: (start_hidden) => ({ start_hidden }),
    },
  },
  {
    id: "autostart",
    section: "general",
    hints: ({ text }) => [text.autostart.hint],
    shown: ({ autostart }) => autostart !== null,
    control: { kind: "autostart" },
  },
  {
    id: "language",
    section: "general",
    hints: () => [],
    control: {
      kind: "choice",
      read: ({ settings }) => settings.ui_language ?? "",
      options: ({ text, languages }) => [{ value: "", label: text.systemLanguage }, ...languages],
      patch: (code) => ({ ui_language: code === "" ? null : code }),
    },
  },
  {
    id: "firstSteps",
    section: "general",
    hints: ({ text }) => [text.firstSteps.hint],
    control: { kind: "first", label: ({ firstSteps }) => firstSteps.does },
  },
  {
    id: "quit",
    section: "general",
    hints: ({ text }) => [text.quit.hint],
    control: { kind: "quit", label: ({ quit }) => quit.does },
  },
];

const APPEARANCE: readonly Row[] = [
  {
    id: "theme",
    section: "appearance",
    hints: () => [],
    control: {
      kind: "choice",
      read: ({ settings }) => settings.theme,
      options: ({ settings, text }) => offered(THEMES, settings.theme, text.themes),
      patch: (theme) => ({ theme: theme as Theme }),
    },
  },
];

const ADVANCED: readonly Row[] = [
  VOCABULARY,
  CONTEXT,
  ...MODEL,
  COMPUTE,
  {
    id: "version",
    section: "advanced",
    hints: () => [],
    control: { kind: "fact", read: ({ version }) => `Aloud ${version}` },
  },
];

/** Every row, in the order of the page. */
export const ROWS: readonly Row[] = [
  ...GENERAL,
  ...MICROPHONE,
  ...PROFILE,
  { id: "hotkey", section: "hotkey", hints: hotkeyHints, control: { kind: "hotkey", of: "current" } },
  MODE,
  {
    id: "profileHotkey",
    section: "hotkey",
    hints: (world) => [world.text.profile.hotkeyHint, ...ownKeys(world)],
    control: { kind: "hotkey", of: "profile" },
  },
  {
    id: "translateHotkey",
    section: "hotkey",
    hints: ({ text }) => [text.profile.translateHint],
    control: { kind: "hotkey", of: "translate" },
  },
  OUTPUT,
  DELIVERY,
  LIVE_TEXT,
  ...OVERLAY,
  ...APPEARANCE,
  ...ADVANCED,
];

function hotkeyHints({ hotkey, settings, text }: World): string[] {
  if (hotkey.state === "desktop") {
    return [];
  }
  const none = settings.hotkey === null ? [text.hotkey.noneHint] : [];
  return [text.hotkey.hint, ...none];
}
