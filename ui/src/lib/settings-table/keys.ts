// Hotkeys beside that of the current profile: whose they are, and what has become of them. Pure.

import { currentOf, withCurrent } from "../profiles";
import type { HotkeyState } from "../types";
import { profileLabel } from "./profile";
import type { Patch, World } from "./row";

/** Which hotkey of the page. */
export type Which = "current" | "profile" | "translate";

/** The keys that are chosen. */
export function chosenKeys(which: Which, { settings }: World): string | null {
  if (which === "current") return settings.hotkey;
  return which === "profile" ? currentOf(settings).hotkey : settings.translate_hotkey;
}

/** What has become of them. */
export function stateOf(which: Which, world: World): HotkeyState {
  if (which === "current") return world.hotkey;
  const found = world.hotkeys.find(({ role }) =>
    role.kind === "profile"
      ? which === "profile" && role.name === world.settings.profile
      : role.kind === which,
  );
  return found?.state ?? { state: "off" };
}

/** Other keys. */
export function withKeys(which: Which, hotkey: string | null, { settings }: World): Patch {
  if (which === "current") return { hotkey };
  return which === "profile" ? withCurrent(settings, { hotkey }) : { translate_hotkey: hotkey };
}

/** Which profiles have keys of their own, since only the current one shows them. */
export function ownKeys({ settings, text }: World): string[] {
  return settings.profiles
    .filter(({ name, hotkey }) => hotkey !== null && name !== settings.profile)
    .map(({ name, hotkey }) => text.profile.keysOf(profileLabel(name, text), hotkey ?? ""));
}
