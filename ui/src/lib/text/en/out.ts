import type { CaptionFormat, CaptionShown } from "../../types";

/** How texts leave the window. */
export const out = {
  how: "Copy and save as",
  format: "Format",
  formats: { text: "Text", srt: "Subtitles (SRT)", vtt: "Subtitles (WebVTT)" } as Record<CaptionFormat, string>,
  shown: "Languages",
  languages: { both: "Both", said: "What was said", translated: "Translation" } as Record<CaptionShown, string>,
  save: "Save as…",
  saved: (path: string) => `Saved as ${path}`,
  copyOf: (what: string) => `Copy: ${what}`,
  saveOf: (what: string) => `Save: ${what}`,
};
