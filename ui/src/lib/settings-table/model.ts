// The rows about the model. Pure.

import type { Choice } from "../choice";
import type { KeepModel } from "../types";
import type { Row, World } from "./row";
import { timeText } from "./time";

/** How long a model may be asked to stay in memory, in minutes. */
const KEPT_FOR = [5, 10, 30, 60, 240] as const;

/** In the order of the page. */
export const MODEL: readonly Row[] = [
  {
    id: "model",
    section: "advanced",
    hints: () => [],
    control: { kind: "model", read: modelText },
  },
  {
    id: "keepModel",
    section: "advanced",
    hints: ({ text }) => [text.keep.hint],
    control: {
      kind: "choice",
      read: ({ settings }) => valueOf(settings.keep_model),
      options: keepOptions,
      patch: (value) => ({ keep_model: keepFrom(value) }),
    },
  },
];

function modelText({ model, text }: World): string {
  switch (model.state) {
    case "loading":
      return text.model.loading;
    case "failed":
      return text.model.failed;
    case "ready":
      return model.capabilities.name;
  }
}

function valueOf(keep: KeepModel): string {
  return keep.kind === "always" ? keep.kind : String(keep.minutes);
}

function keepFrom(value: string): KeepModel {
  return value === "always" ? { kind: value } : { kind: "after_take", minutes: Number(value) };
}

function keepOptions({ settings, text, locale }: World): Choice[] {
  const times = new Set<number>(KEPT_FOR);
  if (settings.keep_model.kind === "after_take") {
    times.add(settings.keep_model.minutes);
  }
  const after = [...times]
    .sort((a, b) => a - b)
    .map((minutes) => ({ value: String(minutes), label: text.keep.afterTake(timeText(minutes * 60, locale)) }));
  return [...after, { value: "always", label: text.keep.always }];
}
