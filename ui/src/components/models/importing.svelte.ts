// An import goes on while another page is shown: it is kept outside of the page.

import * as ipc from "../../lib/ipc";

type State =
  | { kind: "idle" }
  | { kind: "running" }
  | { kind: "done"; name: string }
  | { kind: "refused"; message: string };

class Importing {
  /** What stands in the field. */
  folder = $state("");
  #state = $state.raw<State>({ kind: "idle" });

  get state(): State {
    return this.#state;
  }

  /** Lets the system ask for a folder. */
  async browse(): Promise<void> {
    try {
      this.folder = (await ipc.pickFolder()) ?? this.folder;
    } catch (thrown) {
      this.refuse(ipc.refusal(thrown).message);
    }
  }

  async run(): Promise<void> {
    if (this.#state.kind === "running") return;
    this.#state = { kind: "running" };
    try {
      const { name } = await ipc.importModel(this.folder.trim());
      this.#state = { kind: "done", name };
      this.folder = "";
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
