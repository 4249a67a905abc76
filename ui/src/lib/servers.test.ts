import { describe, expect, it } from "vitest";

import { modelName } from "./languages";
import { snapshot, WHISPER } from "./sample";
import { adding, choosing, host, hostOf, inUse, removing } from "./servers";
import type { Model, Server, Settings } from "./types";

const server = (name: string): Server => ({
  name,
  url: "http://gpu:8000/v1",
  model: "voxtral",
  live: false,
  verbose: false,
  insecure: false,
  key: false,
});

const settings = (part: Partial<Settings>): Settings => ({ ...snapshot().settings, ...part });

describe("a server", () => {
  it("is told with whom it is, as long as it recognises", () => {
    const capabilities = { ...WHISPER, name: "remote:gpu", remote: { host: "gpu:8000", live: false } };
    const ready: Model = { state: "ready", capabilities, in_memory: true };
    expect(host(ready)).toBe("gpu:8000");
    expect(host({ state: "ready", capabilities: WHISPER, in_memory: true })).toBeNull();
    expect(host({ state: "loading" })).toBeNull();
    expect(modelName("remote:my-gpu")).toBe("my-gpu");
  });

  it("is added as it was written, without the spaces around it", () => {
    const draft = { name: " gpu ", url: " http://gpu:8000/v1", model: "voxtral ", insecure: false };
    expect(adding(draft, settings({ servers: [server("a")] }))).toEqual({ servers: [server("a"), server("gpu")] });
  });

  it("is no longer the model when it goes", () => {
    const servers = [server("gpu"), server("other")];
    const chosen = settings({ servers, ...choosing(server("gpu")) });
    expect(inUse(server("gpu"), chosen)).toBe(true);
    expect(removing(server("gpu"), chosen)).toEqual({ servers: [server("other")], model: null });
    expect(removing(server("other"), chosen)).toEqual({ servers: [server("gpu")] });
  });

  it("is shown by its machine", () => {
    expect(hostOf("http://192.168.1.20:8000/v1")).toBe("192.168.1.20:8000");
    expect(hostOf("nothing")).toBe("nothing");
  });
});
