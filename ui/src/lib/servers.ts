// Servers that recognise in place of this computer. Pure.

import type { Model, Server, Settings } from "./types";

/** How the id of a model begins that is a server. */
export const REMOTE = "remote:";

/** What stands in the form. */
export interface Draft {
  readonly name: string;
  readonly url: string;
  readonly model: string;
  readonly insecure: boolean;
}

/** Whom what is said goes to, if it leaves this computer. */
export function host(model: Model): string | null {
  return model.state === "ready" ? (model.capabilities.remote?.host ?? null) : null;
}

/** The machine of an address, and its port; the address itself where it is none. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host || url;
  } catch {
    return url;
  }
}

/** Whether this one is chosen. */
export function inUse(server: Server, settings: Settings): boolean {
  return settings.model === REMOTE + server.name;
}

/** The change that adds one. */
export function adding(draft: Draft, settings: Settings): Partial<Settings> {
  const [name, url, model] = [draft.name.trim(), draft.url.trim(), draft.model.trim()];
  const server = { name, url, model, live: false, verbose: false, insecure: draft.insecure, key: false };
  return { servers: [...settings.servers, server] };
}

/** The change that removes one. The one that is chosen is no longer the model then. */
export function removing(server: Server, settings: Settings): Partial<Settings> {
  const servers = settings.servers.filter((other) => other.name !== server.name);
  return inUse(server, settings) ? { servers, model: null } : { servers };
}

/** The change that chooses one. */
export function choosing(server: Server): Partial<Settings> {
  return { model: REMOTE + server.name };
}
