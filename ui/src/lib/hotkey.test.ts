import { describe, expect, it } from "vitest";
import { NAMED, partsOf, pressed, released, type Press } from "./hotkey";
import engine from "../../../src/settings/hotkey.rs?raw";

function press(code: string, ...held: string[]): Press {
  return {
    code,
    ctrlKey: held.includes("Ctrl"),
    altKey: held.includes("Alt"),
    shiftKey: held.includes("Shift"),
    metaKey: held.includes("Super"),
  };
}

describe("a chord", () => {
  it.each([
    [press("Space", "Ctrl", "Alt"), "Ctrl+Alt+Space"],
    [press("KeyD", "Super"), "Super+D"],
    [press("Digit1", "Super", "Shift"), "Shift+Super+1"],
    [press("F9"), "F9"],
    [press("F24", "Shift"), "Shift+F24"],
    [press("Pause"), "Pause"],
    [press("ArrowUp", "Alt"), "Alt+ArrowUp"],
    [press("NumpadAdd", "Ctrl"), "Ctrl+NumpadAdd"],
    [press("Escape", "Ctrl"), "Ctrl+Escape"],
    [press("Delete", "Ctrl", "Alt"), "Ctrl+Alt+Delete"],
    [press("Tab", "Super"), "Super+Tab"],
  ])("is spelled as the engine spells it", (event, hotkey) => {
    expect(pressed(event)).toEqual({ kind: "complete", parts: partsOf(hotkey), hotkey });
  });

  it("grows while only modifiers are held, whether or not the flags know the new key yet", () => {
    expect(pressed(press("ControlLeft"))).toEqual({ kind: "held", parts: ["Ctrl"] });
    expect(pressed(press("AltLeft", "Ctrl"))).toEqual({ kind: "held", parts: ["Ctrl", "Alt"] });
    expect(pressed(press("AltLeft", "Ctrl", "Alt"))).toEqual({ kind: "held", parts: ["Ctrl", "Alt"] });
    expect(pressed(press("OSLeft"))).toEqual({ kind: "held", parts: ["Super"] });
  });

  it("shrinks when a modifier is let go, whether or not the flags know it yet", () => {
    expect(released(press("AltLeft", "Ctrl", "Alt"))).toEqual({ kind: "held", parts: ["Ctrl"] });
    expect(released(press("AltLeft", "Ctrl"))).toEqual({ kind: "held", parts: ["Ctrl"] });
    expect(released(press("ControlRight"))).toEqual({ kind: "held", parts: [] });
  });

  it.each([
    [press("KeyA"), ["A"]],
    [press("KeyA", "Shift"), ["Shift", "A"]],
    [press("Space"), ["Space"]],
    [press("Enter", "Shift"), ["Shift", "Enter"]],
    [press("ArrowLeft"), ["ArrowLeft"]],
  ])("is refused when it is needed for writing", (event, parts) => {
    expect(pressed(event)).toEqual({ kind: "refused", parts, reason: "writes" });
  });

  it.each([press("F25", "Ctrl"), press("", "Ctrl"), press("MediaPlayPause", "Ctrl")])(
    "is refused when the engine has no name for the key",
    (event) => {
      expect(pressed(event)).toEqual({ kind: "refused", parts: ["Ctrl"], reason: "unknown" });
    },
  );

  it("takes AltGr for what it is, a key for writing", () => {
    const altGr = { ...press("AltRight"), key: "AltGraph" };
    expect(pressed(altGr)).toEqual({ kind: "held", parts: [] });
    expect(pressed({ ...press("KeyQ"), key: "@" })).toMatchObject({ kind: "refused" });
  });
});

it("knows the keys by the names that the engine has for them", () => {
  const list = /const NAMED[^=]*= \[([^\]]*)\]/.exec(engine)?.[1] ?? "";
  expect([...NAMED]).toEqual([...list.matchAll(/"(\w+)"/g)].map((name) => name[1]));
});

describe("a key alone", () => {
  it.each([
    ["Escape", "cancel"],
    ["Backspace", "clear"],
    ["Delete", "clear"],
    ["Tab", "leave"],
  ])("%s means %s", (code, kind) => {
    expect(pressed(press(code))).toEqual({ kind });
  });

  it("Shift+Tab leaves backwards", () => {
    expect(pressed(press("Tab", "Shift"))).toEqual({ kind: "leave" });
  });
});
