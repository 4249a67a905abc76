// What somebody chose on the page of captions, kept while another page is shown.

class Chosen {
  /** Name of the profile for the next captions; none is the current one. */
  profile = $state<string | null>(null);
  /** Where a translation stands. */
  layout = $state<"below" | "beside">("below");
  /** Older captions to read, and which ones were the newest then. */
  captions = $state.raw<{ id: number; newest: number } | null>(null);
}

/** See the module. */
export const chosen = new Chosen();
