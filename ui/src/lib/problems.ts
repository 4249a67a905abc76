// What stands in the way of dictating, most important first. Pure.

import type { Notice } from "./notices";
import type { View } from "./state";

/** Something to be mended, and where that is done. */
export type Problem =
  | { readonly kind: "model"; readonly code: string; readonly message: string }
  | { readonly kind: "hotkey"; readonly hotkey: string; readonly message: string }
  /** Nobody can listen for keys here: the desktop has to call the app. */
  | { readonly kind: "desktop" }
  | ({ readonly kind: "notice" } & Notice);

/** Everything to be said about what does not work now. */
export function problems(view: View): readonly Problem[] {
  const standing: Problem[] = [];
  if (view.model.state === "failed") {
    standing.push({ kind: "model", code: view.model.code, message: view.model.message });
  }
  if (view.hotkey.state === "refused") {
    standing.push({ kind: "hotkey", hotkey: view.hotkey.hotkey, message: view.hotkey.message });
  }
  if (view.hotkey.state === "desktop" && view.takes.length === 0) standing.push({ kind: "desktop" });
  // The newest first, as it tells most about now.
  const notices = view.notices.toReversed().filter((notice) => !saysTheModel(view, notice));
  return [...standing, ...notices.map((notice) => ({ kind: "notice" as const, ...notice }))];
}

/** The same fault as the model's own is not told twice. */
function saysTheModel(view: View, notice: Notice): boolean {
  return view.model.state === "failed" && view.model.code === notice.code;
}

/** A message of the engine as a sentence that stands alone. */
export function sentence(message: string): string {
  const trimmed = message.trim();
  const head = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return trimmed === "" || /[.!?…]$/.test(trimmed) ? head : `${head}.`;
}
