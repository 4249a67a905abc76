// The built pages, as the app shows them: under its content security policy, on a free port.

import { fileURLToPath } from "node:url";

import { build, preview } from "vite";

/** What the app allows its window. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src ipc: http://ipc.localhost",
].join("; ");

const ROOT = fileURLToPath(new URL("..", import.meta.url));

export type Site = { address: string; close: () => Promise<void> };

export async function serve(): Promise<Site> {
  const server = await preview({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    preview: { port: 0, host: "127.0.0.1", headers: { "Content-Security-Policy": POLICY } },
  });
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) {
    throw new Error("the pages are not served: run `npm run build` first");
  }
  return { address, close: () => server.close() };
}

/** `shell/shell.ts` and all that it needs, as one script. */
export async function shellScript(): Promise<string> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      lib: { entry: "tests/shell/shell.ts", formats: ["iife"], name: "shellScript" },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  for (const output of outputs) {
    if ("output" in output) {
      return output.output[0].code;
    }
  }
  throw new Error("the shell of the tests was not built");
}
