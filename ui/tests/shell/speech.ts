// What the engine tells of takes.

import type { News, TakeId } from "../../src/lib/types";

/** Half past nine on some morning. */
export const SINCE = Date.UTC(2026, 4, 11, 7, 30);

const SAID = [
  [
    "Guten Morgen zusammen, und danke, dass ihr so kurzfristig dabei seid.",
    "Good morning everyone, and thank you for joining on such short notice.",
  ],
  [
    "Ich möchte durchgehen, was am Wochenende passiert ist, was wir bisher gelernt haben und was wir ändern werden.",
    "I want to walk through what happened over the weekend, what we have learned so far, and what we are going to change.",
  ],
] as const;

/** A take begins, and its microphone is open. */
export function listening(take: TakeId, held: boolean): News[] {
  return [
    { type: "begun", take, unix_ms: SINCE + take * 60_000, profile: "dictate", target: "Mousepad", held },
    { type: "state", take, state: "preparing" },
    { type: "state", take, state: "listening" },
  ];
}

export function final(take: TakeId, piece: number, text: string, language = "en"): News {
  return {
    type: "final",
    take,
    piece,
    text,
    language,
    start_ms: piece * 5000,
    end_ms: piece * 5000 + 4200,
    latency_ms: 900,
    decode_ms: 700,
    cause: "pause",
    partial: false,
  };
}

/** Two sentences, each with its translation. */
export function sentences(take: TakeId): News[] {
  return SAID.flatMap(([text, translated], piece): News[] => [
    final(take, piece, text, "de"),
    { type: "translation", take, piece, text: translated, target: "en", partial: false },
  ]);
}

/** The third sentence, while it is being said. */
export function saying(take: TakeId): News[] {
  return [
    {
      type: "interim",
      take,
      piece: 2,
      committed: "Am Samstagabend ist die Hauptpumpe der Nordstation",
      tentative: " ohne jede",
      at_ms: 14_200,
    },
    { type: "level", take, rms: 0.08, speech: true },
  ];
}

const PLAYED = [
  ["Willkommen zurück zu unserer Sendung über die großen Flüsse.", "Welcome back to our programme about the great rivers."],
  [
    "Heute geht es um die Donau und um die Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft.",
    "Today it is about the Danube, and about the company that ran its steamers.",
  ],
  ["Sie entspringt im Schwarzwald und mündet nach beinahe dreitausend Kilometern ins Schwarze Meer.", "It rises in the Black Forest and reaches the Black Sea after almost three thousand kilometres."],
] as const;

/** Captions of what the machine plays begin, and are heard. */
export function plays(take: TakeId): News[] {
  return [
    { type: "captions", take, task: { kind: "transcribe" } },
    { type: "state", take, state: "preparing" },
    { type: "state", take, state: "listening" },
  ];
}

/** Three sentences that were played, each with its translation. */
export function played(take: TakeId): News[] {
  return PLAYED.flatMap(([text, translated], piece): News[] => [
    final(take, piece, text, "de"),
    { type: "translation", take, piece, text: translated, target: "en", partial: false },
  ]);
}

/** What is being played now. */
export function playing(take: TakeId): News {
  return {
    type: "interim",
    take,
    piece: PLAYED.length,
    committed: "Zehn Länder liegen",
    tentative: " an ihrem Ufer",
    at_ms: 17_000,
  };
}

/** A take from its begin to its end. */
export function wholeTake(take: TakeId, text: string): News[] {
  return [
    ...listening(take, false),
    final(take, 0, text),
    { type: "state", take, state: "finishing" },
    { type: "done", take, text, audio_ms: 4200, dropped_frames: 0, partial: false },
    { type: "state", take, state: "idle" },
  ];
}
