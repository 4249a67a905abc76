// The list of profiles: what becomes of it when one is added, renamed or deleted. Pure.

import type { Profile, Settings, Task } from "./types";

/** What changes with the list. */
export type Change = Pick<Settings, "profiles" | "profile">;

/** What is wrong with a name. */
export type NameProblem = "empty" | "taken";

/** The profile that is started when nothing else is said. */
export function currentOf(settings: Settings): Profile {
  const named = settings.profiles.find(({ name }) => name === settings.profile);
  const profile = named ?? settings.profiles[0];
  if (profile === undefined) {
    throw new Error("settings always hold a profile");
  }
  return profile;
}

/** One more, with what everybody begins with but the output, and current from then on. */
export function added(settings: Settings, name: string): Change {
  const { output } = currentOf(settings);
  const fresh: Profile = {
    name: free(settings, name),
    language: "auto",
    task: { kind: "transcribe" },
    aside: null,
    hotkey: null,
    vocabulary: [],
    output,
    mode: "both",
    delivery: "phrases",
    live_text: true,
    context: false,
  };
  return { profiles: [...settings.profiles, fresh], profile: fresh.name };
}

/** The current one once more, without its hotkey, which starts one only. */
export function duplicated(settings: Settings): Change {
  const before = currentOf(settings);
  const copy = { ...before, name: free(settings, before.name), hotkey: null };
  const profiles = settings.profiles.flatMap((profile) =>
    profile.name === before.name ? [profile, copy] : [profile],
  );
  return { profiles, profile: copy.name };
}

/** All but the current one; the next one is current then, or the last. None for the last of all. */
export function removed(settings: Settings): Change | null {
  const { name } = currentOf(settings);
  const place = settings.profiles.findIndex((profile) => profile.name === name);
  const profiles = settings.profiles.filter((profile) => profile.name !== name);
  const next = profiles[place] ?? profiles.at(-1);
  return next === undefined ? null : { profiles, profile: next.name };
}

/** The current one under another name. */
export function renamed(settings: Settings, wanted: string): Change {
  const { name } = currentOf(settings);
  const profile = wanted.trim();
  const profiles = settings.profiles.map((each) =>
    each.name === name ? { ...each, name: profile } : each,
  );
  return { profiles, profile };
}

/** Why the current one cannot have this name. */
export function nameProblem(settings: Settings, wanted: string): NameProblem | null {
  const name = wanted.trim();
  if (name === "") return "empty";
  const own = currentOf(settings).name;
  return settings.profiles.some((each) => each.name === name && name !== own) ? "taken" : null;
}

/** The current one changed, and the others as they are. */
export function withCurrent(settings: Settings, change: Partial<Profile>): Pick<Settings, "profiles"> {
  const { name } = currentOf(settings);
  return {
    profiles: settings.profiles.map((each) => (each.name === name ? { ...each, ...change } : each)),
  };
}

/** The current one with a task of this kind: that of last time, else one to begin with. The task
 * that it has now is remembered for the translate switch. */
export function withTask(profile: Profile, kind: Task["kind"], first: Task): Partial<Profile> {
  if (profile.task.kind === kind) return {};
  const task = profile.aside?.kind === kind ? profile.aside : first;
  return { task, aside: profile.task };
}

/** Languages as a person writes them: `de, en`; nothing stands for any language. */
export function expected(text: string): Profile["language"] {
  const codes = [...new Set(text.split(/[\s,;]+/).filter((code) => code !== ""))];
  const [only] = codes;
  if (only === undefined) return "auto";
  return codes.length === 1 ? only : codes;
}

/** A name that nobody has: this one, or with the first number that is free. */
function free(settings: Settings, name: string): string {
  const taken = (wanted: string) => settings.profiles.some((profile) => profile.name === wanted);
  if (!taken(name)) return name;
  const base = name.replace(/ \d+$/, "");
  for (let number = 2; ; number += 1) {
    const numbered = `${base} ${number}`;
    if (!taken(numbered)) return numbered;
  }
}
