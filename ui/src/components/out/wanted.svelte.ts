// What somebody wants of texts is the same on all pages.

import type { CaptionFormat, CaptionShown } from "../../lib/types";

class Chosen {
  format = $state<CaptionFormat>("text");
  shown = $state<CaptionShown>("both");
}

/** What was chosen last. */
export const wanted = new Chosen();
