import type { Catalogue } from "..";

/** What the overlay says of itself, in German. */
export const overlay: Catalogue["overlay"] = {
  edit: "Ziehen verschiebt, am Rand ziehen ändert die Größe. Mit Tasten: Pfeile verschieben, Umschalt und Pfeile ändern die Größe.",
  done: "Fertig",
};
