// An import goes on while another page is shown: it is kept outside of the page.

import * as ipc from "../../lib/ipc";

type State =
  | { kind: "idle" }
  | { kind: "running" }
  | { kind: "done"; name: string }
  | { kind: "refused"; message: string };

class Importing {
  /** What stands in the field. */
  path = $state("");
  #state = $state.raw<State>({ kind: "idle" });

  get state(): State {
    return this.#state;
  }

  /** Lets the system ask for a file or a folder, and imports what was chosen. */
  async pick(ask: () => Promise<string | null>): Promise<void> {
    try {
      const chosen = await ask();
      if (chosen === null) return;
      this.path = chosen;
    } catch (thrown) {
      this.refuse(ipc.refusal(thrown).message);
      return;
    }
    await this.run();
  }

  async run(): Promise<void> {
    if (this.#state.kind === "running") return;
    this.#state = { kind: "running" };
    try {
      const { name } = await ipc.importModel(this.path.trim());
      this.#state = { kind: "done", name };
      this.path = "";
    } catch (thrown) {
      this.refuse(ipc.refusal(thrown).message);
    }
  }

  refuse(message: string): void {
    this.#state = { kind: "refused", message };
  }
}

/** The import of this window. */
export const importing = new Importing();
