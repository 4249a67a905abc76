// The rows about the microphone. Pure.

import type { Choice } from "../choice";
import type { MicrophoneInfo, MicrophoneOpen } from "../types";
import { timeText } from "./time";
import type { Row, SettingsText, World } from "./row";

/** How long a microphone may be asked to stay open, in seconds. */
const OPEN_FOR = [10, 30, 120, 600] as const;

/** In the order of the page. */
export const MICROPHONE: readonly Row[] = [
  {
    id: "microphone",
    section: "microphone",
    hints: microphoneHints,
    control: {
      kind: "choice",
      read: microphoneValue,
      options: microphoneOptions,
      patch: (id) => ({ microphone: id === "" ? null : id }),
    },
  },
  {
    id: "microphoneOpen",
    section: "microphone",
    hints: ({ settings, text }) => [openHint(settings.microphone_open, text)],
    control: {
      kind: "choice",
      read: ({ settings }) => openValue(settings.microphone_open),
      options: openOptions,
      patch: (value) => ({ microphone_open: openFrom(value) }),
    },
  },
];

function favourite({ settings, microphones }: World): MicrophoneInfo | undefined {
  const wanted = settings.microphone;
  return (
    microphones?.find(({ id }) => id === wanted) ?? microphones?.find(({ name }) => name === wanted)
  );
}

function microphoneValue(world: World): string {
  return favourite(world)?.id ?? world.settings.microphone ?? "";
}

function microphoneOptions(world: World): Choice[] {
  const { settings, microphones, text } = world;
  const standard = microphones?.find(({ is_default }) => is_default);
  const system = standard ? text.microphone.systemIs(standard.name) : text.microphone.system;
  const options = [{ value: "", label: system }];
  for (const { id, name } of microphones ?? []) {
    options.push({ value: id, label: name });
  }
  const wanted = settings.microphone;
  if (wanted !== null && favourite(world) === undefined) {
    const label = microphones === null ? wanted : text.microphone.missing(wanted);
    options.push({ value: wanted, label });
  }
  return options;
}

function microphoneHints(world: World): string[] {
  const { settings, microphones, text } = world;
  if (microphones === null) {
    return [];
  }
  if (microphones.length === 0) {
    return [text.microphone.none];
  }
  const missing = settings.microphone !== null && favourite(world) === undefined;
  return missing ? [text.microphone.missingHint] : [];
}

function openValue(open: MicrophoneOpen): string {
  return open.kind === "after_take" ? `after_take:${open.seconds}` : open.kind;
}

function openFrom(value: string): MicrophoneOpen {
  if (value === "always" || value === "on_demand") {
    return { kind: value };
  }
  return { kind: "after_take", seconds: Number(value.slice(value.indexOf(":") + 1)) };
}

function openOptions({ settings, text, locale }: World): Choice[] {
  const chosen = settings.microphone_open;
  const times = new Set<number>(OPEN_FOR);
  if (chosen.kind === "after_take") {
    times.add(chosen.seconds);
  }
  const after = [...times]
    .sort((a, b) => a - b)
    .map((seconds) => ({
      value: openValue({ kind: "after_take", seconds }),
      label: text.open.afterTake(timeText(seconds, locale)),
    }));
  return [
    { value: "on_demand", label: text.open.onDemand },
    ...after,
    { value: "always", label: text.open.always },
  ];
}

function openHint(open: MicrophoneOpen, { open: { hints } }: SettingsText): string {
  switch (open.kind) {
    case "on_demand":
      return hints.onDemand;
    case "after_take":
      return hints.afterTake;
    case "always":
      return hints.always;
  }
}
