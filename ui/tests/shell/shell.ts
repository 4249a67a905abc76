// A shell for the page under test: it answers commands from a scenario, tells what the test
// wants it to tell, and remembers what it was asked. Runs in the page, before the app.

import { emit } from "@tauri-apps/api/event";
import { mockIPC, mockWindows } from "@tauri-apps/api/mocks";

import type { Download, HotkeyState, ModelInfo, News, Offer, Refusal, Settings, Task, Translate } from "../../src/lib/types";
import * as measures from "../measures";
import type { Scenario } from "./scenario";

export type Call = { command: string; args: Record<string, unknown> };

class Shell {
  readonly calls: Call[] = [];
  #scenario: Scenario;
  #seq: number;
  #settings: Settings;
  #models: ModelInfo[];
  #downloads: Download[];

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#seq = scenario.snapshot.seq;
    this.#settings = scenario.snapshot.settings;
    this.#models = scenario.models;
    this.#downloads = scenario.snapshot.downloads;
    mockIPC((command, args) => this.#answer(command, (args ?? {}) as Record<string, unknown>), {
      shouldMockEvents: true,
    });
    // A page asks which window it is before it drags it.
    mockWindows("overlay");
  }

  /** One batch. */
  tell(news: News[]): Promise<void> {
    this.#seq += 1;
    return emit("batch", { seq: this.#seq, news });
  }

  /** From now on this command is refused, or is no longer. */
  refuse(command: string, refusal: Refusal | null): void {
    const { [command]: _, ...others } = this.#scenario.refusals;
    this.#scenario = {
      ...this.#scenario,
      refusals: refusal === null ? others : { ...others, [command]: refusal },
    };
  }

  async #answer(command: string, args: Record<string, unknown>): Promise<unknown> {
    this.calls.push({ command, args });
    const refusal = this.#scenario.refusals[command];
    if (refusal !== undefined) {
      // A command of the real shell throws this very object.
      return Promise.reject(refusal);
    }
    switch (command) {
      case "snapshot":
        return { ...this.#scenario.snapshot, seq: this.#seq, settings: this.#settings, downloads: this.#downloads };
      case "patch":
        return this.#patch(args.patch as Partial<Settings>);
      case "translate":
        return this.#translate(args.wish as Translate);
      case "microphones":
        return this.#scenario.microphones;
      case "models":
        return this.#models;
      case "offers":
        return this.#offers();
      case "fetch_model":
        return this.#download(args.id as string, { state: "running", speed: null, left_s: null, problem: null });
      case "pause_fetch":
        return this.#download(args.id as string, { state: "paused" });
      case "cancel_fetch":
        return this.#download(args.id as string, null);
      case "delete_model":
        this.#models = this.#models.filter(({ id }) => id !== args.id);
        return this.tell([{ type: "models" }]);
      case "autostart":
        return this.#scenario.autostart;
      case "set_autostart":
        this.#scenario = { ...this.#scenario, autostart: args.on === true };
        return this.#scenario.autostart;
      case "pick_folder":
        return this.#scenario.folder;
      case "pick_file":
        return this.#scenario.file;
      case "save_take":
        return this.#scenario.saved;
      case "import_model":
        return this.#import();
      case "set_server_key":
        return this.#patch({
          servers: this.#settings.servers.map((server) =>
            server.name === args.name ? { ...server, key: args.key !== null } : server,
          ),
        });
      case "try_server":
        return this.#scenario.tried;
      case "record_hotkey":
        await this.tell([{ type: "hotkey", hotkey: this.#hotkey(args.recording === true), hotkeys: [] }]);
        return null;
      default:
        return null;
    }
  }

  async #patch(patch: Partial<Settings>): Promise<Settings> {
    this.#settings = { ...this.#settings, ...patch };
    this.#models = this.#models.map((model) =>
      patch.model === undefined ? model : { ...model, in_use: model.id === patch.model },
    );
    await this.tell([{ type: "settings", settings: this.#settings }]);
    return this.#settings;
  }

  /** As the real one does, but for what is refused. */
  #translate(wish: Translate): Promise<Settings> {
    const profiles = this.#settings.profiles.map((profile) => {
      const on = profile.task.kind === "translate";
      const wanted = wish.turn === "toggle" ? !on : wish.turn === "on";
      if (profile.name !== this.#settings.profile || wanted === on) return profile;
      const other: Task = on ? { kind: "transcribe" } : { kind: "translate", target: "en", both: false };
      return { ...profile, task: profile.aside ?? other, aside: profile.task };
    });
    return this.#patch({ profiles });
  }

  #offers(): Offer[] {
    return this.#scenario.offers.map((offer) => {
      const there = this.#models.some(({ id }) => id === `${offer.id}-Q8_0`);
      return { ...offer, installed: there ? `${offer.id}-Q8_0` : null };
    });
  }

  /** Goes on with one, stops it, or forgets it. */
  #download(id: string, progress: Download["progress"] | null): Promise<void> {
    const { name, size } = this.#scenario.offers.find((offer) => offer.id === id) ?? { name: id, size: 1 };
    const before = this.#downloads.find((one) => one.id === id) ?? { id, name, size, bytes: 0 };
    const others = this.#downloads.filter((one) => one.id !== id);
    return this.tellDownloads(progress === null ? others : [...others, { ...before, progress }]);
  }

  /** This is how far they are. */
  tellDownloads(downloads: Download[]): Promise<void> {
    this.#downloads = downloads;
    return this.tell([{ type: "downloads", downloads }]);
  }

  /** A model of the catalogue is there. */
  async finishDownload(id: string): Promise<void> {
    const offer = this.#scenario.offers.find((one) => one.id === id);
    if (!offer) throw new Error(`${id} is not offered`);
    const { name, size } = offer;
    const path = `/home/anna/.local/share/aloud/models/${id}-Q8_0.gguf`;
    this.#models = [...this.#models, { id: `${id}-Q8_0`, name, size, path, in_use: false, removable: true, damage: null }];
    await this.#download(id, null);
    await this.tell([{ type: "models" }]);
  }

  /** Half of it, and the rest when the test says so. */
  async #import(): Promise<ModelInfo> {
    const { imported } = this.#scenario;
    await this.tell([{ type: "import", written: imported.size / 2, total: imported.size }]);
    await new Promise<void>((resolve, reject) => {
      this.finishImport = resolve;
      this.failImport = reject;
    });
    await this.tell([{ type: "import", written: imported.size, total: imported.size }]);
    this.#models = [...this.#models, imported];
    await this.tell([{ type: "models" }]);
    return imported;
  }

  finishImport: () => void = nothingImported;
  failImport: (refusal: Refusal) => void = nothingImported;

  #hotkey(recording: boolean): HotkeyState {
    if (recording) {
      return { state: "recording" };
    }
    const { hotkey } = this.#settings;
    return hotkey === null ? { state: "off" } : { state: "ready", hotkey };
  }
}

function nothingImported(): void {
  throw new Error("nothing is being imported");
}

declare global {
  interface Window {
    scenario: Scenario;
    shell: Shell;
    measures: typeof measures;
    /** The browser's own, whatever a test does to the clock. */
    nextFrame: () => Promise<void>;
  }
}

window.shell = new Shell(window.scenario);
window.measures = measures;
