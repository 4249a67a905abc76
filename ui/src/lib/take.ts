// One take, from its beginning until its last word. Pure.

import { hearPiece, settled, type Piece } from "./piece";
import { heard, type Notice } from "./notices";
import type { Begun, Done, News, State, TakeId, Task } from "./types";

/** Where words come from. */
export type Source = "microphone" | "system";

/** What was heard from one start to its stop, whoever spoke: a dictation, or what the machine plays. */
export interface Heard {
  readonly id: TakeId;
  readonly source: Source;
  /** What its profile made of speech, as far as that is known. */
  readonly task: Task | null;
  readonly stage: Stage;
  /** Seconds of speech that are not recognised yet, where that is worth telling. */
  readonly behind: number;
  /** In the order of speech; some may still be without text. */
  readonly pieces: readonly Piece[];
  readonly notices: readonly Notice[];
}

/** A dictation. */
export interface Take extends Heard {
  /** When it began, in milliseconds since 1970. */
  readonly since: number;
  readonly profile: string;
  /** The program that had the focus when it began. */
  readonly target: string | null;
}

/** Where a take is in its life. */
export type Stage =
  | { readonly kind: "preparing"; readonly held: boolean }
  | { readonly kind: "listening"; readonly held: boolean }
  | { readonly kind: "finishing" }
  /** A take that was cancelled is over without being done. */
  | { readonly kind: "over"; readonly done: Done | null };

/** What concerns one take. */
export type TakeNews = Extract<
  News,
  { type: "begun" | "state" | "interim" | "final" | "translation" | "suppressed" | "behind" | "notice" | "done" }
>;

/** A take that just began. */
export function begun(news: Begun, task: Task | null): Take {
  const { unix_ms: since, profile, target } = news;
  return { ...opened(news.take, "microphone", news.held), task, since, profile, target };
}

/** Captions that just began. */
export function captioned(id: TakeId, task: Task): Heard {
  return { ...opened(id, "system", false), task };
}

function opened(id: TakeId, source: Source, held: boolean): Heard {
  return { id, source, task: null, stage: { kind: "preparing", held }, behind: 0, pieces: [], notices: [] };
}

/** The take after this. What does not fit any more, such as an interim of a final, is passed over. */
export function hear<T extends Heard>(take: T, news: TakeNews): T {
  switch (news.type) {
    case "begun":
      return staged(take, held(take.stage, news.held));
    case "state":
      return closed(staged(take, entered(take.stage, news.state)));
    case "behind":
      return late(take, take.stage.kind === "over" ? 0 : news.seconds);
    case "notice":
      return noticed(take, heard(take.notices, news));
    case "done":
      return closed({ ...take, stage: { kind: "over", done: news } });
    default:
      return hearText(take, news);
  }
}

/** Whether what it hears is, or is about to be, listened to. */
export function isOpen(take: Heard): boolean {
  return take.stage.kind === "preparing" || take.stage.kind === "listening";
}

function hearText<T extends Heard>(
  take: T,
  news: Extract<TakeNews, { type: "interim" | "final" | "translation" | "suppressed" }>,
): T {
  if (take.stage.kind === "over" && news.type === "interim") return take;
  const pieces = hearPiece(take.pieces, news);
  const changed = pieces === take.pieces ? take : { ...take, pieces };
  return news.type === "final" ? noticed(changed, heard(changed.notices, { code: "text" })) : changed;
}

function noticed<T extends Heard>(take: T, notices: readonly Notice[]): T {
  return notices === take.notices ? take : { ...take, notices };
}

function staged<T extends Heard>(take: T, stage: Stage): T {
  return stage === take.stage ? take : { ...take, stage };
}

/** Nothing more comes for a take that is over: what was not final is gone. */
function closed<T extends Heard>(take: T): T {
  if (take.stage.kind !== "over") return take;
  const pieces = settled(take.pieces);
  const closed = late(pieces === take.pieces ? take : { ...take, pieces }, 0);
  return noticed(closed, heard(closed.notices, { code: "over" }));
}

function late<T extends Heard>(take: T, behind: number): T {
  return behind === take.behind ? take : { ...take, behind };
}

function held(stage: Stage, held: boolean): Stage {
  return stage.kind === "preparing" || stage.kind === "listening" ? { ...stage, held } : stage;
}

function entered(stage: Stage, state: State): Stage {
  if (stage.kind === "over") return stage;
  switch (state) {
    case "preparing":
    case "listening":
      // A late word of a take that is already finishing does not open it again.
      return stage.kind === "finishing" ? stage : { kind: state, held: stage.held };
    case "finishing":
      return { kind: "finishing" };
    case "idle":
      return { kind: "over", done: null };
  }
}
