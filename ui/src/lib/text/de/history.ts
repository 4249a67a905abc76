import type { Catalogue } from "..";

/** The takes of this run. */
export const history: Catalogue["history"] = {
  lead: "Was diktiert wurde, seit Aloud gestartet ist.",
  empty: "Noch nichts",
  teach: "Jedes fertige Diktat erscheint hier, zum Nachlesen und Kopieren.",
  into: (target) => `in ${target}`,
  busy: "läuft noch",
  cancelled: "abgebrochen",
  partial: "unvollständig",
  translation: "Übersetzung",
  dictationOf: (time) => `Diktat von ${time}`,
};
