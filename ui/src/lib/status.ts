// What the head of the Dictate page says: what happens now, and how it is begun or ended. Pure.

import type { View } from "./state";
import { isOpen, type Take } from "./take";
import type { HotkeyState, Mode, Profile, Settings } from "./types";

/** What happens now. */
export type Now = "ready" | "loading" | "failed" | "preparing" | "listening" | "finishing";

/** How a take is begun; with a key where there is one. */
export type Beginning = "hold" | "holdOnly" | "press" | "button";

/** How a take is ended. */
export type Ending = "release" | "again" | "button";

/** A state and what to do about it. */
export interface Status {
  readonly now: Now;
  readonly hint:
    | { readonly kind: "begin"; readonly how: Beginning }
    | { readonly kind: "finish"; readonly how: Ending }
    | { readonly kind: "wait" }
    /** Without a model, what is said is recorded and waits for one. */
    | { readonly kind: "keep" };
  /** The hotkey that the hint speaks of. */
  readonly keys: string;
  /** The take that is being heard or is still being written. */
  readonly take: Take | null;
}

/** The profile that a start would use. */
export function currentProfile(settings: Settings): Profile | undefined {
  return settings.profiles.find((profile) => profile.name === settings.profile) ?? settings.profiles[0];
}

/** The newest take, if there was any. */
export function newest(view: View): Take | null {
  return view.takes.at(-1) ?? null;
}

/** What to say now. */
export function status(view: View): Status {
  const keys = workingKeys(view.hotkey);
  const open = view.takes.findLast(isOpen);
  if (open) return heard(open, keys);
  const finishing = view.takes.findLast((take) => take.stage.kind === "finishing");
  if (finishing) return { now: "finishing", hint: { kind: "wait" }, keys: "", take: finishing };
  if (view.model.state === "failed") {
    return { now: "failed", hint: { kind: "keep" }, keys: "", take: null };
  }
  const how = beginning(currentProfile(view.settings)?.mode ?? "both", keys);
  return { now: view.model.state, hint: { kind: "begin", how }, keys: keys ?? "", take: null };
}

/** By how many seconds the text is behind the speech; 0 when that is not worth telling. */
export function behind(view: View): number {
  return Math.max(0, ...view.takes.map((take) => take.behind));
}

/** The hotkey, when pressing it would do something. */
export function workingKeys(hotkey: HotkeyState): string | null {
  return hotkey.state === "ready" ? hotkey.hotkey : null;
}

/** How a profile's take is begun. */
export function beginning(mode: Mode, keys: string | null): Beginning {
  if (keys === null) return "button";
  switch (mode) {
    case "both":
      return "hold";
    case "push_to_talk":
      return "holdOnly";
    case "toggle":
    case "hands_free":
      return "press";
  }
}

/**
 * Whether the words of an open take would have to be typed into this window. The shell refuses
 * that, as they would press its controls, and puts them on the clipboard.
 */
export function aimsHere(view: View, take: Take, focused: boolean): boolean {
  if (!focused || view.target !== null || !isOpen(take)) return false;
  const output = view.settings.profiles.find((profile) => profile.name === take.profile)?.output;
  return output === "type" || output === "paste";
}

function heard(take: Take, keys: string | null): Status {
  const held = "held" in take.stage && take.stage.held;
  const how = keys === null ? "button" : held ? "release" : "again";
  const now = take.stage.kind === "listening" ? "listening" : "preparing";
  return { now, hint: { kind: "finish", how }, keys: keys ?? "", take };
}
