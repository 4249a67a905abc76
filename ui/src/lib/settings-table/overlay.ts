// The rows about the overlay. Pure.

import type { Choice } from "../choice";
import type { Contrast, Overlay, OverlayShape, Settings } from "../types";
import { offered, type Patch, type Row, type World } from "./row";

const LINES = [1, 2, 3, 4, 5, 6] as const;
const SIZES = [18, 22, 27, 34, 42, 56] as const;
const COVERED = [0, 40, 60, 80, 100] as const;
const STAYS = [3, 6, 10, 30] as const;
const CONTRASTS: readonly Contrast[] = ["usual", "high"];

/** In the order of the page. */
export const OVERLAY: readonly Row[] = [
  {
    id: "overlayShown",
    section: "overlay",
    hints: ({ text, shape }) => [text.overlay.shown, ...limits(shape, text.overlay)],
    control: {
      kind: "toggle",
      read: ({ overlay }) => overlay.shown,
      patch: (shown, settings) => changed(settings, { shown }),
    },
  },
  number("overlayLines", "lines", LINES, (lines, { locale }) => lines.toLocaleString(locale)),
  number("overlaySize", "size", SIZES, (size, { locale }) => unit(size, "pixel", locale)),
  number("overlayOpacity", "opacity", COVERED, (percent, { locale, text }) =>
    text.overlay.covered(unit(percent, "percent", locale)),
  ),
  {
    id: "overlayContrast",
    section: "overlay",
    hints: () => [],
    control: {
      kind: "choice",
      read: ({ settings }) => settings.overlay.contrast,
      options: ({ settings, text }) => offered(CONTRASTS, settings.overlay.contrast, text.overlay.contrasts),
      patch: (contrast, settings) => changed(settings, { contrast: contrast as Contrast }),
    },
  },
  {
    id: "overlaySource",
    section: "overlay",
    hints: () => [],
    control: {
      kind: "toggle",
      read: ({ overlay }) => overlay.with_source,
      patch: (with_source, settings) => changed(settings, { with_source }),
    },
  },
  {
    id: "overlayStay",
    section: "overlay",
    hints: () => [],
    control: {
      kind: "choice",
      read: ({ settings }) => String(settings.overlay.hide_after_s ?? ""),
      options: stays,
      patch: (value, settings) => changed(settings, { hide_after_s: value === "" ? null : Number(value) }),
    },
  },
  {
    id: "overlayPlace",
    section: "overlay",
    hints: () => [],
    control: { kind: "place", label: ({ overlay }) => overlay.move, blocked: unmoved },
  },
];

function limits(shape: OverlayShape, text: World["text"]["overlay"]): string[] {
  return shape === "see_through" ? [] : [text[shape]];
}

function unmoved({ settings, shape, text }: World): string | null {
  if (shape === "ordinary") return text.overlay.fixed;
  return settings.overlay.shown ? null : text.overlay.missing;
}

function changed({ overlay }: Settings, change: Partial<Overlay>): Patch {
  return { overlay: { ...overlay, ...change } };
}

/** A row with common numbers, and the one that was chosen elsewhere in its place. */
function number(
  id: Row["id"],
  field: "lines" | "size" | "opacity",
  common: readonly number[],
  label: (value: number, world: World) => string,
): Row {
  return {
    id,
    section: "overlay",
    hints: () => [],
    control: {
      kind: "choice",
      read: ({ settings }) => String(settings.overlay[field]),
      options: (world) =>
        withChosen(common, world.settings.overlay[field]).map((value) => ({
          value: String(value),
          label: label(value, world),
        })),
      patch: (value, settings) => changed(settings, { [field]: Number(value) }),
    },
  };
}

function stays({ settings, locale, text }: World): Choice[] {
  const times = withChosen(STAYS, settings.overlay.hide_after_s).map((seconds) => ({
    value: String(seconds),
    label: text.overlay.after(unit(seconds, "second", locale)),
  }));
  return [...times, { value: "", label: text.overlay.never }];
}

function withChosen(common: readonly number[], chosen: number | null): number[] {
  const all = new Set(chosen === null ? common : [...common, chosen]);
  return [...all].sort((one, other) => one - other);
}

function unit(value: number, unit: "pixel" | "percent" | "second", locale: string): string {
  if (unit === "pixel") return `${value.toLocaleString(locale)} px`;
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: unit === "second" ? "long" : "short" }).format(value);
}
