// The one place that holds what the window shows, and the ways to change it.

import * as intake from "./intake";
import * as ipc from "./ipc";
import { dismissed, heard } from "./notices";
import type { View } from "./state";
import { catalogue, chosenLanguage, type Catalogue } from "./text";
import type { Batch, MicrophoneInfo, Profile, Refusal, Settings } from "./types";

/** The pages of the window. */
export type PageName = "dictate" | "captions" | "history" | "models" | "settings";

class Live {
  #intake = $state.raw<intake.Intake>(intake.NOTHING);
  #page = $state<PageName>("dictate");
  #autostart = $state<boolean | null>(null);
  #microphones = $state.raw<readonly MicrophoneInfo[]>([]);
  #trouble = $state.raw<Refusal | null>(null);

  /** What the shell told, or nothing before its first answer. */
  readonly view: View | null = $derived(intake.shown(this.#intake));
  /** Code of the language that the window speaks. */
  readonly language: string = $derived(
    chosenLanguage(this.view?.settings.ui_language, this.view?.desktop.language, navigator.language),
  );
  /** Every text of the window. */
  readonly text: Catalogue = $derived(catalogue(this.language));

  get page(): PageName {
    return this.#page;
  }

  /** Shows another page. */
  go(page: PageName): void {
    this.#page = page;
  }

  get microphones(): readonly MicrophoneInfo[] {
    return this.#microphones;
  }

  /** Looks which microphones there are; they may have been plugged in since. */
  async lookForMicrophones(): Promise<void> {
    this.#microphones = (await send(ipc.microphones)) ?? this.#microphones;
  }

  /** Whether the system starts the app with the session; null where that is not known, or not offered. */
  get autostart(): boolean | null {
    return this.#autostart;
  }

  /** Looks whether it does: the desktop has a list of its own. */
  async lookAtAutostart(): Promise<void> {
    this.#autostart = await ipc.autostart().catch(() => null);
  }

  /** Changes that; may be refused. */
  async setAutostart(on: boolean): Promise<void> {
    this.#autostart = await ipc.setAutostart(on);
  }

  /** Shows a notice until it is dismissed. */
  tell(code: string, message: string): void {
    this.#change((view) => ({ ...view, notices: heard(view.notices, { code, message }) }));
  }

  /** Takes away a notice that was read. */
  dismiss(code: string): void {
    this.#change((view) => ({ ...view, notices: dismissed(view.notices, code) }));
  }

  /** Why the shell did not say what there is to show. */
  get trouble(): Refusal | null {
    return this.#trouble;
  }

  /** Follows the shell from now on. */
  async open(): Promise<void> {
    await ipc.onBatch((batch) => this.#receive(batch));
    await this.ask();
  }

  /** Asks the shell for everything. */
  async ask(): Promise<void> {
    try {
      this.#intake = intake.started(this.#intake, await ipc.snapshot());
      this.#trouble = null;
    } catch (thrown) {
      this.#trouble = ipc.refusal(thrown);
      return;
    }
    if (this.#intake.kind === "waiting") await this.ask();
  }

  #receive(batch: Batch): void {
    const next = intake.received(this.#intake, batch);
    const missed = this.#intake.kind === "following" && next.kind === "waiting";
    this.#intake = next;
    if (missed) void this.ask();
  }

  #change(change: (view: View) => View): void {
    this.#intake = intake.changed(this.#intake, change);
  }
}

/** What the window shows. */
export const app = new Live();

/** Begins to follow the shell. */
export const open = () => app.open();

/** Does what a command says; what was refused is shown as a notice and answered with null. */
export async function send<T>(command: () => Promise<T>): Promise<T | null> {
  try {
    return await command();
  } catch (thrown) {
    const { code, message } = ipc.refusal(thrown);
    app.tell(code, message);
    return null;
  }
}

/** The change before, and the settings as it left them. */
let before: Promise<Settings | null> = Promise.resolve(null);

/** Changes settings by what they are after the change before. */
function changeBy(part: (settings: Settings) => Partial<Settings>): Promise<void> {
  before = before.then(async (kept) => {
    const settings = kept ?? app.view?.settings;
    return settings ? ((await send(() => ipc.patch(part(settings)))) ?? kept) : null;
  });
  const mine = before;
  return mine.then(() => {
    // What the shell tells meanwhile counts again once nothing waits.
    if (before === mine) before = Promise.resolve(null);
  });
}

/** Changes settings. What is shown follows when the shell has kept them. */
export async function change(settings: Partial<Settings>): Promise<void> {
  await changeBy(() => settings);
}

/** Changes one profile, and leaves the others as they are. */
export async function changeProfile(name: string, part: Partial<Profile>): Promise<void> {
  await changeBy(({ profiles }) => ({
    profiles: profiles.map((profile) => (profile.name === name ? { ...profile, ...part } : profile)),
  }));
}
