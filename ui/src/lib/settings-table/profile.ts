// The rows that belong to the profile that is chosen. Pure.

import { currentOf as current, withCurrent as withProfile } from "../profiles";
import type { Delivery, Mode, Output } from "../types";
import { offered, type Row, type World } from "./row";

const MODES: readonly Mode[] = ["both", "toggle", "push_to_talk"];
const DELIVERIES: readonly Delivery[] = ["phrases", "at_the_end"];
const OUTPUTS: readonly Output[] = ["type", "paste", "clipboard", "none"];

/** What the hotkey does. */
export const MODE: Row = {
  id: "mode",
  section: "hotkey",
  hints: (world) => [forProfile(world)],
  control: {
    kind: "choice",
    read: ({ settings }) => current(settings).mode,
    options: ({ settings, text }) => offered(MODES, current(settings).mode, text.modes),
    patch: (mode, settings) => withProfile(settings, { mode: mode as Mode }),
  },
};

/** Where the words go. */
export const OUTPUT: Row = {
  id: "output",
  section: "output",
  hints: (world) => [world.text.outputHints[current(world.settings).output], forProfile(world)],
  control: {
    kind: "choice",
    read: ({ settings }) => current(settings).output,
    options: ({ settings, text }) => offered(OUTPUTS, current(settings).output, text.outputs),
    patch: (output, settings) => withProfile(settings, { output: output as Output }),
  },
};

/** When the words go there. */
export const DELIVERY: Row = {
  id: "delivery",
  section: "output",
  hints: (world) => [world.text.deliveryHints[current(world.settings).delivery], forProfile(world)],
  control: {
    kind: "choice",
    read: ({ settings }) => current(settings).delivery,
    options: ({ settings, text }) => offered(DELIVERIES, current(settings).delivery, text.deliveries),
    patch: (delivery, settings) => withProfile(settings, { delivery: delivery as Delivery }),
  },
};

/** Whether words are shown while they are spoken. */
export const LIVE_TEXT: Row = {
  id: "liveText",
  section: "output",
  hints: (world) => [world.text.liveText, forProfile(world)],
  control: {
    kind: "toggle",
    read: (settings) => current(settings).live_text,
    patch: (live_text, settings) => withProfile(settings, { live_text }),
  },
};

/** Whether the model is told what was said before. */
export const CONTEXT: Row = {
  id: "context",
  section: "advanced",
  hints: (world) => [world.text.context.hint, forProfile(world)],
  control: {
    kind: "toggle",
    read: (settings) => current(settings).context,
    patch: (context, settings) => withProfile(settings, { context }),
    blocked: contextBlocked,
  },
};

/** Words to spell as listed. */
export const VOCABULARY: Row = {
  id: "vocabulary",
  section: "advanced",
  hints: (world) => [world.text.vocabulary.hint, forProfile(world)],
  control: {
    kind: "lines",
    read: (settings) => current(settings).vocabulary.join("\n"),
    patch: (text, settings) => withProfile(settings, { vocabulary: terms(text) }),
    blocked: vocabularyBlocked,
  },
};

/** The terms of a text with one a line: each once, without the lines that hold nothing. */
export function terms(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}

/** What to call a profile: those that exist from the start have names in every language. */
export function profileLabel(name: string, text: World["text"]): string {
  return text.profiles[name] ?? name;
}

function forProfile({ settings, text }: World): string {
  return text.forProfile(profileLabel(current(settings).name, text));
}

function contextBlocked({ model, text }: World): string | null {
  const takesNone = model.state === "ready" && !model.capabilities.context;
  return takesNone ? text.context.missing(model.capabilities.name) : null;
}

function vocabularyBlocked({ model, text }: World): string | null {
  // A model that is being loaded may well take words: nobody is stopped while typing.
  const takesNone = model.state === "ready" && !model.capabilities.vocabulary;
  return takesNone ? text.vocabulary.missing(model.capabilities.name) : null;
}
