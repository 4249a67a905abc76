import type { Catalogue } from "..";

/** Wie Texte das Fenster verlassen. */
export const out: Catalogue["out"] = {
  how: "Kopieren und speichern als",
  format: "Format",
  formats: { text: "Text", srt: "Untertitel (SRT)", vtt: "Untertitel (WebVTT)" },
  shown: "Sprachen",
  languages: { both: "Beide", said: "Das Gesagte", translated: "Übersetzung" },
  save: "Speichern …",
  saved: (path) => `Gespeichert als ${path}`,
  copyOf: (what) => `Kopieren: ${what}`,
  saveOf: (what) => `Speichern: ${what}`,
};
