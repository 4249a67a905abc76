import { describe, expect, it } from "vitest";

import { begun, behind, captions, done, final, interim, notice, snapshot, state, translation } from "./sample";
import { applied, LONGEST_HISTORY, opened, type View } from "./state";
import { behind as lateness, newest, status } from "./status";
import type { Heard } from "./take";
import type { News } from "./types";
import { inSight, lastFinals, textOf } from "./words";

const after = (...news: News[]): View => applied(opened(snapshot()), news);
const take = (view: View, id: number): Heard => {
  const found = [...view.takes, ...view.captions].find((each) => each.id === id);
  if (!found) throw new Error(`no take ${id}`);
  return found;
};
const listening = [begun(1), state(1, "preparing"), state(1, "listening")];

/** One line for a take: its stage, and its pieces as they are shown. */
function line(take: Heard): string {
  const pieces = take.pieces.map(({ text, translation, leftOut }) => {
    const said = text.kind === "interim" ? `${text.committed}~${text.tentative}` : text.kind === "final" ? text.said : "-";
    return [said, translation && `=${translation.text}`, leftOut && `!${leftOut}`].filter(Boolean).join("");
  });
  const held = "held" in take.stage && take.stage.held ? " held" : "";
  return `${take.stage.kind}${held}: ${pieces.join(" | ")}`;
}

describe("a take", () => {
  it("goes from its beginning to its end", () => {
    const story = [
      ...listening,
      interim(1, 0, "Good", "mor"),
      final(1, 0, "Good morning."),
      state(1, "finishing"),
      done(1, "Good morning."),
      state(1, "idle"),
    ];
    const lines = story.map((_, count) => line(take(after(...story.slice(0, count + 1)), 1)));
    expect(lines).toEqual([
      "preparing held: ",
      "preparing held: ",
      "listening held: ",
      "listening held: Good~mor",
      "listening held: Good morning.",
      "finishing: Good morning.",
      "over: Good morning.",
      "over: Good morning.",
    ]);
  });

  it("keeps its time and its text when a tap latches it", () => {
    const latched = { ...begun(1, false), unix_ms: 99_000 } as News;
    const view = after(...listening, final(1, 0, "One."), latched);
    expect(line(take(view, 1))).toBe("listening: One.");
    expect(view.takes[0]?.since).toBe(1000);
    expect(view.takes).toHaveLength(1);
  });

  it("is done whether done or idle comes first", () => {
    const first = take(after(...listening, done(1, "A."), state(1, "idle")), 1);
    const second = take(after(...listening, state(1, "idle"), done(1, "A.")), 1);
    expect(first.stage).toEqual(second.stage);
    expect(textOf(second)).toBe("A.");
  });

  it("drops what was not final when it is cancelled", () => {
    const view = after(...listening, final(1, 0, "One."), interim(1, 1, "Tw", "o"), state(1, "idle"));
    expect(line(take(view, 1))).toBe("over: One. | -");
    expect(take(view, 1).stage).toEqual({ kind: "over", done: null });
  });

  it("is not opened again by what comes late", () => {
    const view = after(...listening, state(1, "finishing"), state(1, "listening"), interim(1, 0, "late"));
    expect(line(take(view, 1))).toBe("finishing: late~");
    const over = after(...listening, done(1, ""), state(1, "listening"), interim(1, 0, "late"));
    expect(line(take(over, 1))).toBe("over: ");
  });
});

describe("pieces", () => {
  it("stand in the order of speech, whichever comes first", () => {
    const view = after(...listening, final(1, 2, "C."), final(1, 0, "A."), interim(1, 1, "B", "?"));
    expect(line(take(view, 1))).toBe("listening held: A. | B~? | C.");
  });

  it("let no late interim replace a final", () => {
    const view = after(...listening, final(1, 0, "A."), interim(1, 0, "old", "text"));
    expect(line(take(view, 1))).toBe("listening held: A.");
  });

  it("that failed have no text when a later one is over", () => {
    const view = after(...listening, interim(1, 0, "lost", " words"), final(1, 1, "Next."), interim(1, 2, "Then"));
    expect(line(take(view, 1))).toBe("listening held: - | Next. | Then~");
    const left: News = { type: "suppressed", take: 1, piece: 3, reason: "no_evidence" };
    expect(line(take(applied(view, [left]), 1))).toBe("listening held: - | Next. | - | -!no_evidence");
  });

  it("take a translation before or after their text", () => {
    const before = after(...listening, translation(1, 0, "Eins."), final(1, 0, "One."));
    const later = after(...listening, final(1, 0, "One."), translation(1, 0, "Eins."));
    expect(line(take(before, 1))).toBe("listening held: One.=Eins.");
    expect(take(before, 1).pieces).toEqual(take(later, 1).pieces);
  });

  it("say why text was left out, and keep the one occurrence of a loop", () => {
    const left: News = { type: "suppressed", take: 1, piece: 0, reason: "no_evidence" };
    const loop: News = { type: "suppressed", take: 1, piece: 1, reason: "loop" };
    const view = after(...listening, interim(1, 0, "Thank", "you"), left, final(1, 1, "So."), loop);
    expect(line(take(view, 1))).toBe("listening held: -!no_evidence | So.!loop");
  });

  it("stay the same objects while others change, so that only the new text is drawn", () => {
    const before = after(...listening, final(1, 0, "A."), interim(1, 1, "B"));
    const later = applied(before, [interim(1, 1, "B", "C"), { type: "level", take: 1, rms: 0.1, speech: true }]);
    expect(take(later, 1).pieces[0]).toBe(take(before, 1).pieces[0]);
    const louder = applied(later, [{ type: "level", take: 1, rms: 0.2, speech: true }]);
    expect(louder.takes).toBe(later.takes);
  });
});

describe("two takes at once", () => {
  it("are told apart, and both are in sight until the older one is over", () => {
    const story = [...listening, state(1, "finishing"), begun(2), state(2, "listening")];
    const both = after(...story, interim(2, 0, "second"), final(1, 0, "First."));
    expect(both.takes.map(line)).toEqual(["finishing: First.", "listening held: second~"]);
    expect(inSight(both).map(({ id }) => id)).toEqual([1, 2]);
    expect(inSight(applied(both, [done(1, "First.")])).map(({ id }) => id)).toEqual([2]);
  });

  it("are read out once each, also where they come at once", () => {
    const view = after(...listening, final(1, 0, "One."), begun(2), final(1, 1, "Two."));
    expect(lastFinals(view).map(({ key, said }) => `${key} ${said}`)).toEqual(["1/0 One.", "1/1 Two."]);
  });
});

describe("notices", () => {
  it("stand until they are over: a microphone that comes back ends the one that is gone", () => {
    const lost = after(...listening, notice("device_lost", 1));
    expect(take(lost, 1).notices.map(({ code }) => code)).toEqual(["device_lost"]);
    const back = applied(lost, [notice("device_back", 1)]);
    expect(take(back, 1).notices.map(({ code }) => code)).toEqual(["device_back"]);
    expect(take(applied(back, [done(1, "")]), 1).notices).toEqual([]);
  });

  it("stay in the history when nothing mends them", () => {
    const view = after(...listening, notice("on_clipboard", 1), done(1, "A."), state(1, "idle"));
    expect(take(view, 1).notices.map(({ code }) => code)).toEqual(["on_clipboard"]);
  });

  it("are said once each, and those without a take stand for themselves", () => {
    const view = after(notice("no_device"), notice("settings"), notice("no_device"));
    expect(view.notices.map(({ code }) => code)).toEqual(["settings", "no_device"]);
    const heard = applied(view, listening);
    expect(heard.notices.map(({ code }) => code)).toEqual(["settings"]);
  });

  it("of a take that is forgotten are not lost", () => {
    expect(after(notice("delivery", 77)).notices.map(({ code }) => code)).toEqual(["delivery"]);
  });

  it("about silence end with the first text", () => {
    const view = after(...listening, notice("no_signal", 1), final(1, 0, "Hello."));
    expect(take(view, 1).notices).toEqual([]);
  });
});

describe("a text that is behind the speech", () => {
  const late = (...news: News[]) => take(after(...listening, ...news), 1).behind;

  it("says so until it has caught up, or is over", () => {
    expect(late()).toBe(0);
    expect(late(behind(1, 12), behind(1, 22))).toBe(22);
    expect(late(behind(1, 12), behind(1, 0))).toBe(0);
    expect(late(behind(1, 12), state(1, "finishing"))).toBe(12);
    expect(late(behind(1, 12), done(1, "A."))).toBe(0);
    expect(late(behind(1, 12), state(1, "idle"))).toBe(0);
    expect(late(state(1, "idle"), behind(1, 12))).toBe(0);
  });

  it("makes nothing else new", () => {
    const before = after(...listening, final(1, 0, "A."), behind(1, 12));
    expect(applied(before, [behind(1, 12)]).takes).toBe(before.takes);
    expect(take(applied(before, [behind(1, 22)]), 1).pieces).toBe(take(before, 1).pieces);
  });
});

describe("captions", () => {
  const story = [
    captions(2),
    state(2, "preparing"),
    state(2, "listening"),
    interim(2, 0, "They", " say"),
    final(2, 0, "They say so."),
    translation(2, 0, "Das sagen sie."),
    notice("captions_skipped", 2),
    behind(2, 40),
  ];

  it("are told beside a dictation, and change nothing of it", () => {
    const before = after(...listening, interim(1, 0, "Good", "mor"), { type: "level", take: 1, rms: 0.2, speech: true });
    const view = applied(before, [...story, { type: "level", take: 2, rms: 0.9, speech: true }]);
    expect(view.takes).toBe(before.takes);
    expect([view.notices, view.level]).toEqual([before.notices, before.level]);
    expect(view.captions.map(line)).toEqual(["listening: They say so.=Das sagen sie."]);
    const [heard] = view.captions;
    expect(heard?.notices.map(({ code }) => code)).toEqual(["captions_skipped"]);
    expect(heard?.behind).toBe(40);
    expect(applied(view, [final(1, 0, "Good morning.")]).captions).toBe(view.captions);
  });

  it("are no dictation to anything that asks for one", () => {
    const view = after(...story);
    expect([newest(view), inSight(view), status(view).now, lateness(view)]).toEqual([null, [], "ready", 0]);
    expect(lastFinals(view).map(({ said }) => said)).toEqual(["They say so. Das sagen sie."]);
  });

  it("end with what they follow, and are kept, each once", () => {
    const view = after(...story, captions(2), state(2, "finishing"), done(2, "They say so."), state(2, "idle"), captions(3));
    expect(view.captions.map(line)).toEqual(["over: They say so.=Das sagen sie.", "preparing: "]);
  });

  it("say nothing of a microphone that cannot be used", () => {
    const view = after(notice("no_device"), ...story);
    expect(view.notices.map(({ code }) => code)).toEqual(["no_device"]);
  });
});

describe("the view", () => {
  it("forgets the oldest takes", () => {
    const ids = Array.from({ length: LONGEST_HISTORY + 5 }, (_, place) => place + 1);
    const view = after(...ids.map((id) => begun(id)));
    expect(view.takes).toHaveLength(LONGEST_HISTORY);
    expect(view.takes[0]?.id).toBe(6);
  });

  it("passes over what it does not know", () => {
    const strange = { type: "weather", sunny: true } as unknown as News;
    const view = opened(snapshot());
    expect(applied(view, [strange, final(9, 0, "nobody's")]).takes).toBe(view.takes);
  });

  it("follows settings, hotkey, target, import and model", () => {
    const settings = { ...snapshot().settings, theme: "dark" as const };
    const view = after(
      { type: "settings", settings },
      { type: "hotkey", hotkey: { state: "off" }, hotkeys: [] },
      { type: "target", name: null },
      { type: "import", written: 5, total: 10 },
      { type: "measures", measures: { models: [], recommended: "tiny" } },
      { type: "model", state: "loading" },
    );
    expect(view.measures.recommended).toBe("tiny");
    expect(view.settings.theme).toBe("dark");
    expect(view.hotkey.state).toBe("off");
    expect(view.target).toBeNull();
    expect(view.copying).toEqual({ written: 5, total: 10 });
    expect(view.model.state).toBe("loading");
    expect(applied(view, [{ type: "import", written: 10, total: 10 }]).copying).toBeNull();
  });

  it("adds up what recognising took, and begins anew with another model", () => {
    const view = after(...listening, final(1, 0, "A."), final(1, 1, "B."));
    expect(view.pace).toEqual({ speechMs: 8000, decodeMs: 2000 });
    expect(applied(view, [{ type: "model", state: "loading" }]).pace).toBeNull();
  });

  it("believes a snapshot's own fields more than its past", () => {
    const past: News[] = [{ type: "target", name: "Old" }, begun(1), final(1, 0, "A.")];
    const view = opened(snapshot({ past, target: "New" }));
    expect(view.target).toBe("New");
    expect(view.takes.map(line)).toEqual(["preparing held: A."]);
  });
});
