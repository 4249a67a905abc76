// Which models of the catalogue are shown, and in which order. Pure.

import type { Download, Offer } from "./types";

/** What somebody looks for. */
export const KINDS = ["proposed", "all", "fast", "medium", "translates", "streams"] as const;

/** One of them. */
export type Kind = (typeof KINDS)[number];

/** What is chosen above the list. */
export interface Filter {
  readonly kind: Kind;
  /** Code of a language, or none for any. */
  readonly language: string | null;
}

/** Every language that some model understands. */
export function languagesOf(offers: readonly Offer[]): readonly string[] {
  return [...new Set(offers.flatMap(({ languages }) => languages))];
}

/** The offers that are meant, in an order that no download changes: proposed ones first. */
export function meant(offers: readonly Offer[], filter: Filter, began: readonly string[]): readonly Offer[] {
  // What is on its way is never hidden: it is to be paused and continued somewhere.
  const shown = offers.filter((offer) => began.includes(offer.id) || (speaks(offer, filter) && is(offer, filter)));
  const place = ({ proposed }: Offer) => proposed ?? Number.MAX_SAFE_INTEGER;
  return shown.sort((one, other) => place(one) - place(other));
}

/** Ids of those that were begun, as far as they were not seen yet. */
export function begun(known: readonly string[], downloads: readonly Download[]): readonly string[] {
  const fresh = downloads.map(({ id }) => id).filter((id) => !known.includes(id));
  return fresh.length > 0 ? [...known, ...fresh] : known;
}

function speaks({ languages }: Offer, { language }: Filter): boolean {
  return language === null || languages.includes(language);
}

function is(offer: Offer, { kind }: Filter): boolean {
  switch (kind) {
    case "all":
      return true;
    case "proposed":
      return offer.proposed !== null;
    case "fast":
    case "medium":
      return offer.speed === kind;
    case "translates":
      return offer.targets.length > 0;
    case "streams":
      return offer.streams;
  }
}
