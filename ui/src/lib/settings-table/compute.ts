// Where models compute. Pure.

import type { Choice } from "../choice";
import type { Row } from "./row";

/** The choice: the best there is, the processor, and a device that was chosen by its name. */
export const COMPUTE: Row = {
  id: "compute",
  section: "advanced",
  hints: ({ model, text }) => [
    text.compute.hint,
    // A server computes by itself.
    ...(model.state === "ready" && model.capabilities.remote === null ? [text.compute.now(model.capabilities.backend)] : []),
  ],
  control: {
    kind: "choice",
    read: ({ settings }) => settings.compute,
    options: ({ settings, text }) => {
      const own: Choice[] = [
        { value: "auto", label: text.compute.auto },
        { value: "cpu", label: text.compute.cpu },
      ];
      const named = own.some(({ value }) => value === settings.compute);
      return named ? own : [...own, { value: settings.compute, label: settings.compute }];
    },
    patch: (compute) => ({ compute }),
  },
};
