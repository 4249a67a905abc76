import { describe, expect, it } from "vitest";
import { ROWS, SECTIONS, type Control, type Row, type World } from "./settings-table";
import type { Choice } from "./choice";
import { OVERLAY } from "./sample";
import { chosenKeys, stateOf, withKeys } from "./settings-table/keys";
import { terms } from "./settings-table/profile";
import { settings as de } from "./text/de/settings";
import { settings as en } from "./text/en/settings";
import type { Capabilities, MicrophoneInfo, Profile, Settings } from "./types";

const DICTATE: Profile = {
  name: "dictate",
  language: "auto",
  task: { kind: "transcribe" },
  aside: null,
  hotkey: null,
  vocabulary: ["Aloud", "Vulkan"],
  output: "type",
  mode: "both",
  delivery: "phrases",
  live_text: true,
  context: false,
};

const TRANSLATE: Profile = {
  ...DICTATE,
  name: "dictate-and-translate",
  task: { kind: "translate", target: "en", both: false },
  vocabulary: [],
};

const SETTINGS: Settings = {
  version: 1,
  profiles: [DICTATE, TRANSLATE],
  profile: "dictate",
  microphone: null,
  microphone_open: { kind: "after_take", seconds: 30 },
  model: null,
  servers: [],
  keep_model: { kind: "after_take", minutes: 30 },
  compute: "auto",
  hotkey: "Ctrl+Alt+Space",
  translate_hotkey: null,
  sounds: true,
  start_hidden: false,
  theme: "system",
  ui_language: null,
  overlay: OVERLAY,
  first_step: null,
};

const CAPABILITIES: Capabilities = {
  name: "Whisper base",
  backend: "cpu",
  remote: null,
  languages: ["en", "de"],
  targets: ["en"],
  detects_language: true,
  tells_language: true,
  timestamps: true,
  vocabulary: true,
  context: false,
  instruct: false,
  longest_instruction: null,
  streaming: false,
  long_form: false,
  windows: [],
};

const MICROPHONES: MicrophoneInfo[] = [
  { id: "pulse:built-in", name: "Built-in", is_default: true },
  { id: "pulse:usb", name: "Blue Yeti", is_default: false },
];

function world(settings: Partial<Settings> = {}, other: Partial<World> = {}): World {
  return {
    settings: { ...SETTINGS, ...settings },
    model: { state: "ready", capabilities: CAPABILITIES, in_memory: true },
    hotkey: { state: "ready", hotkey: "Ctrl+Alt+Space" },
    hotkeys: [],
    desktop: { wayland: false, name: "GNOME", tray: true, language: "en" },
    shape: "see_through",
    version: "0.3.0",
    autostart: null,
    microphones: MICROPHONES,
    languages: [{ value: "de", label: "Deutsch" }],
    locale: "en",
    text: en,
    ...other,
  };
}

function row(id: Row["id"]): Row {
  const found = ROWS.find((one) => one.id === id);
  if (found === undefined) {
    throw new Error(`there is no row ${id}`);
  }
  return found;
}

function control<K extends Control["kind"]>(id: Row["id"], kind: K): Extract<Control, { kind: K }> {
  const found = row(id).control;
  if (found.kind !== kind) {
    throw new Error(`${id} is a ${found.kind}`);
  }
  return found as Extract<Control, { kind: K }>;
}

const labels = (options: Choice[]) => options.map(({ label }) => label);

describe("the table", () => {
  it("offers to start with the session only where the app knows how", () => {
    expect(row("autostart").shown?.(world())).toBe(false);
    expect(row("autostart").shown?.(world({}, { autostart: false }))).toBe(true);
  });

  it("has each row once, its sections together and in their order", () => {
    const ids = ROWS.map(({ id }) => id);
    expect([...ids].sort()).toEqual(Object.keys(en.rows).sort());
    const sections = ROWS.map(({ section }) => section);
    expect(sections.filter((section, index) => section !== sections[index - 1])).toEqual(SECTIONS);
  });

  it("reads what every choice stands at from among what it offers, in every language", () => {
    for (const text of [en, de]) {
      const here = world({ microphone: "gone", ui_language: "de" }, { text });
      for (const { id, control } of ROWS) {
        if (control.kind === "choice") {
          const values = control.options(here).map(({ value }) => value);
          expect(values, id).toContain(control.read(here));
          expect(new Set(values).size, id).toBe(values.length);
        }
      }
    }
  });

  it("patches what it reads: every choice, made, is the one that is read", () => {
    const here = world();
    for (const { id, control, shown } of ROWS) {
      if (control.kind !== "choice" || shown?.(here) === false) {
        continue;
      }
      for (const { value } of control.options(here)) {
        const after = world(control.patch(value, here.settings, here));
        expect(control.read(after), id).toBe(value);
      }
    }
  });

  it("patches nothing but what the row is about", () => {
    const toggle = control("sounds", "toggle");
    expect(toggle.patch(false, SETTINGS)).toEqual({ sounds: false });
    const mode = control("mode", "choice");
    const change = mode.patch("toggle", SETTINGS, world());
    expect(change).toEqual({ profiles: [{ ...DICTATE, mode: "toggle" }, TRANSLATE] });
  });
});

describe("the microphone", () => {
  const { read, options } = control("microphone", "choice");

  it("is the system's choice unless somebody chose", () => {
    expect(read(world())).toBe("");
    expect(labels(options(world()))).toEqual(["The system's choice (Built-in)", "Built-in", "Blue Yeti"]);
  });

  it("stays chosen while it is not connected, and says so", () => {
    const here = world({ microphone: "Røde NT1" });
    expect(read(here)).toBe("Røde NT1");
    expect(labels(options(here)).at(-1)).toBe("Røde NT1 (not connected)");
    expect(row("microphone").hints(here)).toEqual([en.microphone.missingHint]);
  });

  it("is found by its name as well as by its id", () => {
    expect(read(world({ microphone: "Blue Yeti" }))).toBe("pulse:usb");
    expect(options(world({ microphone: "Blue Yeti" }))).toHaveLength(3);
  });

  it("is not called missing before the list is there", () => {
    const here = world({ microphone: "pulse:usb" }, { microphones: null });
    expect(labels(options(here))).toEqual(["The system's choice", "pulse:usb"]);
    expect(row("microphone").hints(here)).toEqual([]);
  });

  it("is missed when there is none", () => {
    expect(row("microphone").hints(world({}, { microphones: [] }))).toEqual([en.microphone.none]);
  });
});

describe("how long the microphone stays open", () => {
  const { read, options, patch } = control("microphoneOpen", "choice");

  it("offers common times, and the one that was chosen elsewhere in its place", () => {
    const here = world({ microphone_open: { kind: "after_take", seconds: 45 } });
    expect(read(here)).toBe("after_take:45");
    expect(labels(options(here))).toEqual([
      "Only while listening",
      "For 10 seconds after a dictation",
      "For 30 seconds after a dictation",
      "For 45 seconds after a dictation",
      "For 2 minutes after a dictation",
      "For 10 minutes after a dictation",
      "Always",
    ]);
  });

  it("patches what the engine reads", () => {
    expect(patch("after_take:120", SETTINGS, world())).toEqual({
      microphone_open: { kind: "after_take", seconds: 120 },
    });
    expect(patch("always", SETTINGS, world())).toEqual({ microphone_open: { kind: "always" } });
  });

  it("says what each means", () => {
    const said = [{ kind: "on_demand" }, { kind: "always" }, { kind: "after_take", seconds: 5 }] as const;
    const hints = said.map((microphone_open) => row("microphoneOpen").hints(world({ microphone_open }))[0]);
    expect(hints).toEqual([en.open.hints.onDemand, en.open.hints.always, en.open.hints.afterTake]);
  });
});

describe("how long the model stays in memory", () => {
  const { read, options, patch } = control("keepModel", "choice");

  it("offers common times, and the one that was chosen elsewhere in its place", () => {
    const here = world({ keep_model: { kind: "after_take", minutes: 90 } });
    expect(read(here)).toBe("90");
    expect(labels(options(here))).toEqual([
      "For 5 minutes after a dictation",
      "For 10 minutes after a dictation",
      "For 30 minutes after a dictation",
      "For 1 hour after a dictation",
      "For 90 minutes after a dictation",
      "For 4 hours after a dictation",
      "Always",
    ]);
  });

  it("patches what the engine reads", () => {
    expect(patch("10", SETTINGS, world())).toEqual({ keep_model: { kind: "after_take", minutes: 10 } });
    expect(patch("always", SETTINGS, world())).toEqual({ keep_model: { kind: "always" } });
  });
});

describe("the profile", () => {
  it("is named where a row is about it alone", () => {
    for (const id of ["mode", "output", "delivery", "liveText", "vocabulary", "context"] as const) {
      const hints = row(id).hints(world({ profile: "dictate-and-translate" }));
      expect(hints, id).toContain(en.forProfile("Dictate and translate"));
    }
  });

  it("that is current is the one that changes", () => {
    const settings = { ...SETTINGS, profile: "dictate-and-translate" };
    expect(control("output", "choice").patch("clipboard", settings, world())).toEqual({
      profiles: [DICTATE, { ...TRANSLATE, output: "clipboard" }],
    });
  });

  it("keeps a choice that is made elsewhere, and offers it only then", () => {
    const printed = world({ profiles: [{ ...DICTATE, output: "stdout" }] });
    const { options } = control("output", "choice");
    expect(labels(options(printed))).toContain(en.outputs.stdout);
    expect(labels(options(world()))).not.toContain(en.outputs.stdout);
  });
});

describe("how text comes", () => {
  it("is chosen by when it is written, and says what that means", () => {
    const { options, patch } = control("delivery", "choice");
    expect(labels(options(world()))).toEqual(["Write each phrase at once", "Write everything at the end"]);
    expect(patch("at_the_end", SETTINGS, world())).toEqual({
      profiles: [{ ...DICTATE, delivery: "at_the_end" }, TRANSLATE],
    });
    const late = world({ profiles: [{ ...DICTATE, delivery: "at_the_end" }] });
    expect(row("delivery").hints(late)[0]).toBe(en.deliveryHints.at_the_end);
  });

  it("is shown while it is spoken unless somebody does not want that", () => {
    const { read, patch, blocked } = control("liveText", "toggle");
    expect(read(SETTINGS)).toBe(true);
    expect(patch(false, SETTINGS)).toEqual({ profiles: [{ ...DICTATE, live_text: false }, TRANSLATE] });
    expect(blocked).toBeUndefined();
  });

  it("computes on the best there is, the processor, or what was chosen by its name", () => {
    const { options, patch } = control("compute", "choice");
    expect(labels(options(world()))).toEqual(["The best there is", "The processor alone"]);
    expect(labels(options(world({ compute: "0000:01:00.0" })))).toContain("0000:01:00.0");
    expect(patch("cpu", SETTINGS, world())).toEqual({ compute: "cpu" });
    expect(row("compute").hints(world())[1]).toContain("cpu");
    expect(row("compute").hints(world({}, { model: { state: "loading" } }))).toHaveLength(1);
  });

  it("may lean on what was said before, where the model can be told", () => {
    const { read, patch, blocked } = control("context", "toggle");
    expect(read(SETTINGS)).toBe(false);
    expect(patch(true, SETTINGS)).toEqual({ profiles: [{ ...DICTATE, context: true }, TRANSLATE] });
    expect(blocked?.(world())).toBe(en.context.missing("Whisper base"));
    const able = { ...CAPABILITIES, context: true };
    expect(blocked?.(world({}, { model: { state: "ready", capabilities: able, in_memory: true } }))).toBeNull();
    expect(blocked?.(world({}, { model: { state: "loading" } }))).toBeNull();
  });
});

describe("the overlay", () => {
  it("changes one thing at a time, and keeps what was chosen elsewhere", () => {
    const overlay = { ...SETTINGS.overlay, size: 31 };
    const { options, patch } = control("overlaySize", "choice");
    expect(labels(options(world({ overlay })))).toContain("31 px");
    expect(patch("42", { ...SETTINGS, overlay }, world())).toEqual({ overlay: { ...overlay, size: 42 } });
    expect(control("overlayStay", "choice").patch("", SETTINGS, world()).overlay?.hide_after_s).toBeNull();
  });

  it("says what the desktop does not allow", () => {
    const { hints } = row("overlayShown");
    expect(hints(world())).toEqual([en.overlay.shown]);
    expect(hints(world({}, { shape: "opaque" }))).toContain(en.overlay.opaque);
    expect(hints(world({}, { shape: "ordinary" }))).toContain(en.overlay.ordinary);
  });

  it("is moved where it is and can be", () => {
    const { blocked } = control("overlayPlace", "place");
    const shown = { overlay: { ...SETTINGS.overlay, shown: true } };
    expect(blocked(world())).toBe(en.overlay.missing);
    expect(blocked(world(shown))).toBeNull();
    expect(blocked(world(shown, { shape: "ordinary" }))).toBe(en.overlay.fixed);
  });
});

describe("the hotkey", () => {
  const { hints } = row("hotkey");

  it("is explained where it can be recorded, and what goes without one", () => {
    expect(hints(world())).toEqual([en.hotkey.hint]);
    expect(hints(world({ hotkey: null }))).toEqual([en.hotkey.hint, en.hotkey.noneHint]);
  });

  it("is not offered for pressing where the desktop has to call", () => {
    const hotkey = { state: "desktop", place: "config", lines: ["bind"] } as const;
    expect(hints(world({}, { hotkey: { ...hotkey, lines: [...hotkey.lines] } }))).toEqual([]);
  });
});

describe("the vocabulary", () => {
  const { read, patch, blocked } = control("vocabulary", "lines");

  it("is one term a line", () => {
    expect(read(SETTINGS)).toBe("Aloud\nVulkan");
    expect(terms(" Aloud \n\nBad Aussee\nAloud\n")).toEqual(["Aloud", "Bad Aussee"]);
    expect(patch("Aloud\n", SETTINGS)).toEqual({
      profiles: [{ ...DICTATE, vocabulary: ["Aloud"] }, TRANSLATE],
    });
  });

  it("is blocked only by a model that takes none, with the reason", () => {
    const deaf = { ...CAPABILITIES, vocabulary: false };
    expect(blocked(world({}, { model: { state: "ready", capabilities: deaf, in_memory: true } }))).toContain("Whisper base");
    expect(blocked(world({}, { model: { state: "loading" } }))).toBeNull();
    expect(blocked(world())).toBeNull();
  });
});

describe("what the current profile is", () => {
  const translating = { profile: "dictate-and-translate" };

  it("offers what the model can do, and the rest greyed out with the reason", () => {
    const task = control("task", "choice");
    expect(task.options(world()).map(({ value }) => value)).toEqual(["transcribe", "translate"]);
    expect(task.lacking?.(world())).toEqual({
      reason: "Whisper base does not follow instructions",
      choices: [{ value: "instruct", label: en.profile.tasks.instruct }],
    });
    const target = control("target", "choice").lacking?.(world(translating));
    expect(target?.reason).toBe("Whisper base translates into English only");
    expect(target?.choices.map(({ value }) => value)).toContain("de");
    const deaf = { ...CAPABILITIES, detects_language: false };
    const lacking = control("spoken", "choice").lacking?.(world({}, { model: { state: "ready", capabilities: deaf, in_memory: true } }));
    expect(lacking?.choices.map(({ value }) => value)).toEqual(["auto"]);
  });

  it("has rows of its task alone", () => {
    const shown = (part: Partial<Settings>) =>
      ROWS.filter((one) => one.shown?.(world(part)) === true).map(({ id }) => id);
    expect(shown({})).toEqual([]);
    expect(shown(translating)).toEqual(["target", "both"]);
    const instruct = { ...DICTATE, task: { kind: "instruct", prompt: "Shorten." } } as const;
    expect(shown({ profiles: [instruct] })).toEqual(["prompt"]);
  });

  it("translates into what is not spoken, where the model can", () => {
    const able = { ...CAPABILITIES, targets: ["en", "fr"] };
    const english = world(
      { profiles: [{ ...DICTATE, language: "en" }] },
      { model: { state: "ready", capabilities: able, in_memory: true } },
    );
    const change = control("task", "choice").patch("translate", english.settings, english);
    expect(change.profiles?.[0]?.task).toEqual({ kind: "translate", target: "fr", both: false });
  });

  it("takes no name and no language that cannot be", () => {
    const { problem } = control("profileName", "text");
    expect(problem(" ", world())).toBe(en.profile.names.empty);
    expect(problem("dictate-and-translate", world())).toBe(en.profile.names.taken);
    expect(problem("Straße \"4\"", world())).toBeNull();
    const languages = control("expected", "text");
    expect(languages.problem("de, en", world())).toBeNull();
    expect(languages.problem("german", world())).toContain("german");
    expect(languages.problem("de fr", world())).toBe("Whisper base does not understand French.");
    const { profiles } = languages.patch("de en", SETTINGS);
    expect(languages.read(world({ profiles: profiles ?? [] }))).toBe("de, en");
  });

  it("says how a shell calls it, whatever its name is", () => {
    const hint = (name: string) =>
      row("profileName").hints(world({ profiles: [{ ...DICTATE, name }], profile: name }))[0];
    expect(hint("notes")).toMatch(/--profile notes$/);
    expect(hint("Anna's notes")).toMatch(/--profile 'Anna'\\''s notes'$/);
  });
});

describe("hotkeys of their own", () => {
  const role = { kind: "profile", name: "dictate" } as const;
  const refused = { state: "refused", hotkey: "F9", message: "taken" } as const;
  const here = world(
    { profiles: [{ ...DICTATE, hotkey: "F9" }, { ...TRANSLATE, hotkey: "F8" }], translate_hotkey: "F7" },
    { hotkeys: [{ role, state: refused }, { role: { kind: "translate" }, state: { state: "off" } }] },
  );

  it("are those of the current profile and of the switch for translating", () => {
    expect(chosenKeys("current", here)).toBe("Ctrl+Alt+Space");
    expect(chosenKeys("profile", here)).toBe("F9");
    expect(chosenKeys("translate", here)).toBe("F7");
    expect(stateOf("profile", here)).toEqual(refused);
    expect(stateOf("translate", world())).toEqual({ state: "off" });
    expect(withKeys("translate", null, here)).toEqual({ translate_hotkey: null });
    expect(withKeys("profile", "F10", here).profiles?.map(({ hotkey }) => hotkey)).toEqual(["F10", "F8"]);
    expect(row("profileHotkey").hints(here)).toContain("“Dictate and translate” has F8.");
  });
});
