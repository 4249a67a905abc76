// What the foot of the Dictate page offers. Pure.

import type { Choice } from "./choice";
import type { MicrophoneInfo, Output, Profile, Task } from "./types";

/** The tasks between which the translate switch switches a profile: its own and a translation. */
export function switched({ task, aside }: Profile): readonly Task["kind"][] {
  const own = task.kind === "translate" ? aside : task;
  return [own?.kind === "instruct" ? "instruct" : "transcribe", "translate"];
}

/** What a profile is called: the first ones have names in every language. */
export function profileName(name: string, known: Readonly<Record<string, string>>): string {
  return known[name] ?? name;
}

/** The task with another target, if it has one at all. */
export function aimed(task: Task, target: string): Task {
  return task.kind === "translate" ? { ...task, target } : task;
}

/** A menu's value as a language setting. */
export function toLanguage(value: string): Profile["language"] {
  return value.includes(",") ? value.split(",") : value;
}

/** Where words can go from a window; printing is only offered where it is set already. */
export function outputs(current: Output): readonly Output[] {
  const usual: Output[] = ["type", "paste", "clipboard", "none"];
  return usual.includes(current) ? usual : [...usual, current];
}

/** The output that a menu's value names; the current one if it names none. */
export function toOutput(value: string, current: Output): Output {
  return outputs(current).find((output) => output === value) ?? current;
}

/** The microphones by name; no value stands for the one that the system chooses. */
export function microphoneChoices(
  microphones: readonly MicrophoneInfo[],
  current: string | null,
  system: string,
): readonly Choice[] {
  const choices = microphones.map(({ id, name }) => ({ value: id, label: name }));
  const chosen = chosenMicrophone(microphones, current);
  const known = chosen === "" || choices.some((choice) => choice.value === chosen);
  const absent = known ? [] : [{ value: chosen, label: chosen }];
  return [{ value: "", label: system }, ...choices, ...absent];
}

/** The microphone as it is set: by its id, or by a name that one of them has. */
export function chosenMicrophone(
  microphones: readonly MicrophoneInfo[],
  current: string | null,
): string {
  return microphones.find((each) => each.id === current || each.name === current)?.id ?? current ?? "";
}

/** What to call the chosen microphone: its own name, also where the system chose it. */
export function microphoneName(
  microphones: readonly MicrophoneInfo[],
  current: string | null,
  system: string,
): string {
  if (current === null) return microphones.find((each) => each.is_default)?.name ?? system;
  return microphones.find((each) => each.id === current || each.name === current)?.name ?? current;
}
