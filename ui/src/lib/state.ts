// Folds what the engine and the shell tell into what the window shows. Pure: nothing here knows
// of time, of the page or of the shell, and whatever did not change stays the same object.

import { heard, type Notice } from "./notices";
import { begun, captioned, hear, type Heard, type Take, type TakeNews } from "./take";
import type { Begun, Check, Desktop, Download, Final, HotkeyState, KeyState, Measures, Model, News, OverlayState, Settings, Snapshot, TakeId } from "./types";

/** Everything that is shown, but for what only the page knows. */
export interface View {
  readonly settings: Settings;
  readonly model: Model;
  readonly hotkey: HotkeyState;
  /** What has become of all other hotkeys that are wanted. */
  readonly hotkeys: readonly KeyState[];
  /** The program that has the focus, as far as it is known. */
  readonly target: string | null;
  readonly desktop: Desktop;
  readonly version: string;
  /** Of this run, the oldest first, at most `LONGEST_HISTORY`. */
  readonly takes: readonly Take[];
  /** Captions of what the machine plays, likewise; they run beside the takes, and are none. */
  readonly captions: readonly Heard[];
  /** What went wrong outside of any take, the oldest first, each code once. */
  readonly notices: readonly Notice[];
  readonly level: Level;
  readonly copying: Copying | null;
  /** Which model suits this machine, as far as that was measured. */
  readonly measures: Measures;
  /** Models that are on their way, or were. */
  readonly downloads: readonly Download[];
  /** How often a model was added or removed: what was listed before is to be listed anew. */
  readonly shelf: number;
  /** What is heard of a microphone that is being tried. */
  readonly check: Check;
  /** How often the hotkey was pressed while it was only tried. */
  readonly pressed: number;
  /** How the overlay is there, when it is wanted. */
  readonly overlay: OverlayState;
  /** What recognising took so far; not known before a final. */
  readonly pace: Pace | null;
}

/** How loud the microphone is: the root mean square, with 1 as full scale. */
export interface Level {
  readonly rms: number;
  readonly speech: boolean;
}

/** How far the import of a model has come, in bytes. */
export interface Copying {
  readonly written: number;
  readonly total: number;
}

/** How much speech was recognised by this model, and in how much time. */
export interface Pace {
  readonly speechMs: number;
  readonly decodeMs: number;
}

/** More takes than these are forgotten, the oldest first. */
export const LONGEST_HISTORY = 200;

const SILENCE: Level = { rms: 0, speech: false };

/** The view that a snapshot describes. */
export function opened(snapshot: Snapshot): View {
  const { settings, model, hotkey, hotkeys, target, desktop, measures, downloads, overlay, version } = snapshot;
  const empty: View = {
    settings,
    model,
    hotkey,
    hotkeys,
    target,
    desktop,
    measures,
    downloads,
    shelf: 0,
    check: { state: "off" },
    pressed: 0,
    overlay,
    version,
    takes: [],
    captions: [],
    notices: [],
    level: SILENCE,
    copying: null,
    pace: null,
  };
  const view = applied(empty, snapshot.past);
  // The past ends where the snapshot was taken, so its own fields are the newer ones.
  return { ...view, settings, model, hotkey, hotkeys, target };
}

/** The view after all of these, in order. */
export function applied(view: View, news: readonly News[]): View {
  return news.reduce(step, view);
}

function step(view: View, news: News): View {
  switch (news.type) {
    case "settings":
      return { ...view, settings: news.settings };
    case "hotkey":
      return { ...view, hotkey: news.hotkey, hotkeys: news.hotkeys };
    case "desktop":
      return { ...view, desktop: news.desktop };
    case "target":
      return view.target === news.name ? view : { ...view, target: news.name };
    case "import":
      return { ...view, copying: copying(news) };
    case "overlay":
      return { ...view, overlay: news.overlay };
    case "measures":
      return { ...view, measures: news.measures };
    case "downloads":
      return { ...view, downloads: news.downloads };
    case "models":
      return { ...view, shelf: view.shelf + 1 };
    case "check":
      return { ...view, check: news.check };
    case "pressed":
      return { ...view, pressed: view.pressed + 1 };
    case "model":
      return { ...view, model: news, pace: null };
    case "level":
      // How loud the machine plays is no loudness of the microphone.
      return isAmong(view.captions, news.take) ? view : { ...view, level: { rms: news.rms, speech: news.speech } };
    case "captions":
      return captioning(view, news);
    case "begun":
      return began(view, news);
    case "final":
      return inTake({ ...view, pace: paced(view.pace, news) }, news);
    case "notice":
      return typeof news.take === "number" && isKnown(view, news.take)
        ? inTake(view, news)
        : { ...view, notices: heard(view.notices, news) };
    case "state":
      return news.state === "listening" ? listening(view, news) : inTake(view, news);
    case "interim":
    case "behind":
    case "translation":
    case "suppressed":
    case "done":
      return inTake(view, news);
    default:
      // A newer shell may tell more than this window knows.
      return view;
  }
}

function began(view: View, news: Begun & { type: "begun" }): View {
  if (isAmong(view.takes, news.take)) return inTake(view, news);
  const profile = view.settings.profiles.find((profile) => profile.name === news.profile);
  const takes = [...view.takes, begun(news, profile?.task ?? null)].slice(-LONGEST_HISTORY);
  return { ...view, takes, level: SILENCE };
}

function captioning(view: View, { take, task }: Extract<News, { type: "captions" }>): View {
  if (isAmong(view.captions, take)) return view;
  return { ...view, captions: [...view.captions, captioned(take, task)].slice(-LONGEST_HISTORY) };
}

/** A microphone that is heard ends what was said about one that is not. */
function listening(view: View, news: Extract<News, { type: "state" }>): View {
  if (isAmong(view.captions, news.take)) return inTake(view, news);
  const notices = heard(view.notices, { code: "listening" });
  return inTake(notices === view.notices ? view : { ...view, notices }, news);
}

function inTake(view: View, news: TakeNews): View {
  const takes = told(view.takes, news);
  const captions = told(view.captions, news);
  return takes === view.takes && captions === view.captions ? view : { ...view, takes, captions };
}

/** The same list where the one that it concerns is not in it, or does not change. */
function told<T extends Heard>(all: readonly T[], news: TakeNews): readonly T[] {
  const place = all.findLastIndex(({ id }) => id === news.take);
  const before = all[place];
  if (!before) return all;
  const after = hear(before, news);
  return after === before ? all : all.with(place, after);
}

function isAmong(all: readonly Heard[], take: TakeId): boolean {
  return all.some(({ id }) => id === take);
}

function isKnown(view: View, take: TakeId): boolean {
  return isAmong(view.takes, take) || isAmong(view.captions, take);
}

function copying(news: Copying): Copying | null {
  return news.written < news.total ? { written: news.written, total: news.total } : null;
}

function paced(pace: Pace | null, final: Final): Pace {
  const speechMs = (pace?.speechMs ?? 0) + Math.max(0, final.end_ms - final.start_ms);
  return { speechMs, decodeMs: (pace?.decodeMs ?? 0) + final.decode_ms };
}
