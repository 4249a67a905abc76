// What a profile asks of the model and the model cannot do: asked before anybody speaks, with what
// it can do instead. By what the model says of itself, never by its name. Pure.

import type { Capabilities, Profile } from "./types";

/** What has to be chosen before a take can be recognised. */
export type Question =
  /** Which language is spoken; none was named where it was to be found out. */
  | { readonly kind: "language"; readonly wanted: string | null; readonly known: readonly string[] }
  /** Which language to write. */
  | { readonly kind: "target"; readonly wanted: string; readonly known: readonly string[] }
  /** The model follows no instructions. */
  | { readonly kind: "instruct" }
  /** The instruction has more bytes than there is room for. */
  | { readonly kind: "longInstruction"; readonly bytes: number; readonly most: number };

/** Codes of which models use the one, or the other. */
const SAME = ["he iw", "id in", "yi ji", "jv jw", "no nb", "tl fil", "zh cmn", "fa pes", "ms zsm"].map((pair) =>
  pair.split(" "),
);

/** What has to be chosen first, if anything. Of a model that is not loaded yet nothing is known. */
export function question(able: Capabilities | null, { language, task }: Profile): Question | null {
  if (!able) return null;
  const known = able.languages;
  if (language === "auto") {
    if (!able.detects_language && known.length > 1) return { kind: "language", wanted: null, known };
  } else {
    const codes = Array.isArray(language) ? language : [language];
    const missing = codes.find((code) => known.length > 0 && !includes(known, code));
    if (missing !== undefined) return { kind: "language", wanted: missing, known };
    // Which of them it is cannot be found out either.
    if (codes.length > 1 && !able.detects_language) return { kind: "language", wanted: null, known: codes };
  }
  if (task.kind === "translate" && !includes(able.targets, task.target)) {
    return { kind: "target", wanted: task.target, known: able.targets };
  }
  return task.kind === "instruct" ? instruction(able, task.prompt) : null;
}

function instruction(able: Capabilities, prompt: string): Question | null {
  if (!able.instruct) return { kind: "instruct" };
  const bytes = new TextEncoder().encode(prompt).length;
  const most = able.longest_instruction;
  return most !== null && bytes > most ? { kind: "longInstruction", bytes, most } : null;
}

/** Whether a language is among these, whatever country and whichever of its codes. */
function includes(known: readonly string[], code: string): boolean {
  const plain = (one: string) => one.trim().split(/[-_.@]/)[0]?.toLowerCase() ?? "";
  const wanted = plain(code);
  const all = SAME.find((pair) => pair.includes(wanted)) ?? [wanted];
  return known.some((one) => all.includes(plain(one)));
}
