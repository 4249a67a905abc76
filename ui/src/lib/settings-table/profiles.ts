// The rows that say what the current profile is: its name, languages, task and own hotkey. Pure.

import { capabilities, including, named, modelName, spoken, spokenName, spokenValue, targets, type Offer } from "../languages";
import { currentOf, expected, nameProblem, renamed, withCurrent, withTask } from "../profiles";
import type { Settings, Task } from "../types";
import type { Row, World } from "./row";

const KINDS: readonly Task["kind"][] = ["transcribe", "translate", "instruct"];

const does = (kind: Task["kind"]) => (world: World) => currentOf(world.settings).task.kind === kind;

const NAME: Row = {
  id: "profileName",
  section: "profile",
  hints: ({ settings, text }) => [text.profile.nameHint(quoted(settings.profile))],
  control: {
    kind: "text",
    read: ({ settings }) => currentOf(settings).name,
    problem: (name, { settings, text }) => {
      const problem = nameProblem(settings, name);
      return problem === null ? null : text.profile.names[problem];
    },
    patch: (name, settings) => renamed(settings, name),
  },
};

const SPOKEN: Row = {
  id: "spoken",
  section: "profile",
  hints: () => [],
  control: {
    kind: "choice",
    read: ({ settings }) => spokenValue(currentOf(settings).language),
    options: (world) => [...spokenOffer(world).choices],
    lacking: (world) => spokenOffer(world).lacking,
    patch: (value, settings) => withCurrent(settings, { language: expected(value) }),
  },
};

const EXPECTED: Row = {
  id: "expected",
  section: "profile",
  hints: ({ text }) => [text.profile.expectedHint],
  control: {
    kind: "text",
    read: ({ settings }) => {
      const { language } = currentOf(settings);
      return Array.isArray(language) ? language.join(", ") : "";
    },
    problem: (value, world) => unknownLanguage(value, world),
    patch: (value, settings) => withCurrent(settings, { language: expected(value) }),
  },
};

const TASK: Row = {
  id: "task",
  section: "profile",
  hints: () => [],
  control: {
    kind: "choice",
    read: ({ settings }) => currentOf(settings).task.kind,
    options: (world) => KINDS.filter((kind) => lackOf(kind, world) === null || does(kind)(world)).map(kindChoice(world)),
    lacking: (world) => {
      const lacking = KINDS.filter((kind) => lackOf(kind, world) !== null && !does(kind)(world));
      const reasons = lacking.map((kind) => lackOf(kind, world)).join("; ");
      return lacking.length === 0 ? null : { reason: reasons, choices: lacking.map(kindChoice(world)) };
    },
    patch: (kind, settings, world) =>
      withCurrent(settings, withTask(currentOf(settings), kind as Task["kind"], firstTask(kind, world))),
  },
};

const TARGET: Row = {
  id: "target",
  section: "profile",
  hints: () => [],
  shown: does("translate"),
  control: {
    kind: "choice",
    read: ({ settings }) => targetOf(settings),
    options: (world) => [...targetOffer(world).choices],
    lacking: (world) => targetOffer(world).lacking,
    patch: (target, settings) => withTranslation(settings, { target }),
  },
};

const BOTH: Row = {
  id: "both",
  section: "profile",
  hints: ({ text }) => [text.profile.bothHint],
  shown: does("translate"),
  control: {
    kind: "toggle",
    read: (settings) => {
      const { task } = currentOf(settings);
      return task.kind === "translate" && task.both;
    },
    patch: (both, settings) => withTranslation(settings, { both }),
  },
};

const PROMPT: Row = {
  id: "prompt",
  section: "profile",
  hints: ({ text }) => [text.profile.promptHint],
  shown: does("instruct"),
  control: {
    kind: "lines",
    read: (settings) => {
      const { task } = currentOf(settings);
      return task.kind === "instruct" ? task.prompt : "";
    },
    patch: (prompt, settings) => withCurrent(settings, { task: { kind: "instruct", prompt } }),
    blocked: () => null,
  },
};

/** Everything about the profile that is not said elsewhere on the page. */
export const PROFILE: readonly Row[] = [
  {
    id: "profile",
    section: "profile",
    hints: ({ text }) => [text.profile.hint],
    control: { kind: "profiles" },
  },
  NAME,
  SPOKEN,
  EXPECTED,
  TASK,
  TARGET,
  BOTH,
  PROMPT,
];

function quoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

function spokenOffer({ settings, model, locale, text }: World): Offer {
  const { auto, cannotDetect } = text.profile;
  const offer = spoken(capabilities(model), locale, { auto, cannotDetect });
  const value = spokenValue(currentOf(settings).language);
  if (!value.includes(",")) return including(offer, value, locale);
  const several = { value, label: spokenName(value, locale, auto) };
  return { ...offer, choices: [...offer.choices, several] };
}

function unknownLanguage(value: string, { model, locale, text }: World): string | null {
  const able = capabilities(model);
  const wanted = expected(value);
  const codes = Array.isArray(wanted) ? wanted : wanted === "auto" ? [] : [wanted];
  const lacking = codes.filter((code) => !/^[A-Za-z]{2,3}$/.test(code));
  if (lacking.length > 0) return text.profile.noCode(lacking.join(", "));
  const foreign = able ? codes.filter((code) => able.languages.length > 0 && !able.languages.includes(code.toLowerCase())) : [];
  if (!able || foreign.length === 0) return null;
  const labels = named(foreign, locale).map(({ label }) => label);
  return text.profile.unknown(modelName(able.name), new Intl.ListFormat(locale).format(labels));
}

function kindChoice({ text }: World) {
  return (kind: Task["kind"]) => ({ value: kind, label: text.profile.tasks[kind] });
}

/** Why the model cannot do this. */
function lackOf(kind: Task["kind"], { model, text }: World): string | null {
  const able = capabilities(model);
  if (!able || kind === "transcribe") return null;
  const name = modelName(able.name);
  if (kind === "instruct") return able.instruct ? null : text.profile.cannotInstruct(name);
  return able.targets.length > 0 ? null : text.profile.cannotTranslate(name);
}

function firstTask(kind: string, { settings, model, text }: World): Task {
  if (kind === "instruct") return { kind, prompt: text.profile.firstPrompt };
  if (kind !== "translate") return { kind: "transcribe" };
  const able = capabilities(model)?.targets ?? [];
  const target = able.includes("en") || able.length === 0 ? "en" : able[0]!;
  const { language } = currentOf(settings);
  const other = able.find((code) => code !== language);
  return { kind, target: target === language && other ? other : target, both: false };
}

function targetOf(settings: Settings): string {
  const { task } = currentOf(settings);
  return task.kind === "translate" ? task.target : "";
}

function targetOffer({ settings, model, locale, text }: World): Offer {
  const { onlyInto, cannotTranslate } = text.profile;
  const offer = targets(capabilities(model), locale, { only: onlyInto, none: cannotTranslate });
  return including(offer, targetOf(settings), locale);
}

function withTranslation(settings: Settings, part: { target?: string; both?: boolean }) {
  const { task } = currentOf(settings);
  return withCurrent(settings, task.kind === "translate" ? { task: { ...task, ...part } } : {});
}
