// How long a component, a file and a function may be, and how many parameters it may have.

import ts from "typescript";
import { describe, expect, it } from "vitest";

const COMPONENT_LINES = 150;
const FILE_LINES = 450;
const FUNCTION_LINES = 70;
const USUAL_FUNCTION_LINES = 30;
const PARAMETERS = 5;

/** Written by the shell's tests, in the order and the breadth of its types. */
const GENERATED = "./lib/types.ts";

type Source = { path: string; text: string };
type Fn = { where: string; lines: number; parameters: number };

const components = sources(
  import.meta.glob<string>("./**/*.svelte", { query: "?raw", import: "default", eager: true }),
);
const modules = sources(
  import.meta.glob<string>(["./**/*.ts", "../tests/**/*.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);

function sources(texts: Record<string, string>): Source[] {
  return Object.entries(texts)
    .filter(([path]) => path !== GENERATED)
    .map(([path, text]) => ({ path, text }));
}

const linesOf = (text: string): number => text.trimEnd().split("\n").length;

/** Of a component, what stands between its script tags. */
function script({ path, text }: Source): Source {
  const inside = /<script[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? "";
  return { path, text: inside };
}

/** Every function with a body; tests are stories, and theirs are not counted. */
function functionsOf({ path, text }: Source): Fn[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Fn[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const first = file.getLineAndCharacterOfPosition(node.getStart()).line;
      const last = file.getLineAndCharacterOfPosition(node.end).line;
      const name = node.name?.getText() ?? `the one in line ${first + 1}`;
      found.push({
        where: `${path}: ${name}`,
        lines: last - first + 1,
        parameters: node.parameters.length,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const isTest = ({ path }: Source): boolean => /\.(test|spec)\.ts$/.test(path);

const functions = [
  ...modules.filter((source) => !isTest(source)),
  ...components.map(script),
].flatMap(functionsOf);

const over = <T>(all: readonly T[], size: (one: T) => number, limit: number, name: (one: T) => string): string[] =>
  all.filter((one) => size(one) > limit).map((one) => `${name(one)} (${size(one)})`);

describe("limits", () => {
  it("looks at what is there", () => {
    expect(components.length).toBeGreaterThan(20);
    expect(modules.length).toBeGreaterThan(30);
    expect(functions.length).toBeGreaterThan(200);
  });

  it("no component has over 150 lines", () => {
    expect(over(components, ({ text }) => linesOf(text), COMPONENT_LINES, ({ path }) => path)).toEqual([]);
  });

  it("no file has over 450 lines", () => {
    expect(over(modules, ({ text }) => linesOf(text), FILE_LINES, ({ path }) => path)).toEqual([]);
  });

  it("no function has over 70 lines, and 19 of 20 have at most 30", () => {
    expect(over(functions, ({ lines }) => lines, FUNCTION_LINES, ({ where }) => where)).toEqual([]);
    const long = functions.filter(({ lines }) => lines > USUAL_FUNCTION_LINES);
    expect(long.length / functions.length).toBeLessThanOrEqual(0.05);
  });

  it("no function has over 5 parameters", () => {
    expect(over(functions, ({ parameters }) => parameters, PARAMETERS, ({ where }) => where)).toEqual([]);
  });
});
