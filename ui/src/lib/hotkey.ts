// What a person presses while a hotkey is recorded, in the spelling that the engine accepts
// (`src/settings/hotkey.rs`): `Ctrl+Alt+Space`. Pure.

/** The part of a `KeyboardEvent` that counts. */
export type Press = {
  code: string;
  key?: string;
  ctrlKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  metaKey: boolean;
};

/** What the keys that are down mean so far. */
export type Chord =
  | { kind: "held"; parts: string[] }
  | { kind: "complete"; parts: string[]; hotkey: string }
  | { kind: "refused"; parts: string[]; reason: "writes" | "unknown" }
  | { kind: "cancel" }
  | { kind: "clear" }
  | { kind: "leave" };

type Modifier = "Ctrl" | "Alt" | "Shift" | "Super";

/** In the order in which they are written. */
const MODIFIERS: readonly Modifier[] = ["Ctrl", "Alt", "Shift", "Super"];

/** `OSLeft` and `OSRight` is what older WebKit calls the key with the logo. */
const MODIFIER_CODES: Readonly<Record<string, Modifier>> = {
  ControlLeft: "Ctrl",
  ControlRight: "Ctrl",
  AltLeft: "Alt",
  AltRight: "Alt",
  ShiftLeft: "Shift",
  ShiftRight: "Shift",
  MetaLeft: "Super",
  MetaRight: "Super",
  OSLeft: "Super",
  OSRight: "Super",
};

/** Keys that no program needs for writing, besides the function keys. */
const STANDS_ALONE: ReadonlySet<string> = new Set(["Pause", "ScrollLock", "PrintScreen", "Insert"]);

/** Keys with a name, besides letters, digits and function keys. */
export const NAMED: ReadonlySet<string> = new Set([
  "Space", "Enter", "Tab", "Escape", "Backspace", "Delete", "Insert", "Home", "End", "PageUp",
  "PageDown", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Pause", "ScrollLock",
  "PrintScreen", "Minus", "Equal", "BracketLeft", "BracketRight", "Backslash", "Semicolon",
  "Quote", "Backquote", "Comma", "Period", "Slash", "Numpad0", "Numpad1", "Numpad2", "Numpad3",
  "Numpad4", "Numpad5", "Numpad6", "Numpad7", "Numpad8", "Numpad9", "NumpadAdd",
  "NumpadSubtract", "NumpadMultiply", "NumpadDivide", "NumpadEnter",
]);

const FUNCTION_KEY = /^F([1-9]|1\d|2[0-4])$/;

/** A key went down. */
export function pressed(press: Press): Chord {
  const modifiers = held(press, modifierOf(press));
  if (isModifier(press)) {
    return { kind: "held", parts: modifiers };
  }
  return command(press.code, modifiers) ?? chord(press.code, modifiers);
}

/** A key went up: what is still held. */
export function released(press: Press): Chord {
  const gone = modifierOf(press);
  return { kind: "held", parts: held(press, null).filter((modifier) => modifier !== gone) };
}

/** A hotkey as it is stored, key by key: `Ctrl+Alt+Space` has three parts. */
export function partsOf(hotkey: string): string[] {
  return hotkey.split("+");
}

/** What the keys are for as long as a hotkey is recorded, when no other is held with them. */
function command(code: string, modifiers: readonly Modifier[]): Chord | null {
  // Tab leaves the field, as everywhere, or the keyboard would be caught in it.
  if (code === "Tab" && modifiers.every((modifier) => modifier === "Shift")) {
    return { kind: "leave" };
  }
  if (modifiers.length > 0) {
    return null;
  }
  if (code === "Escape") {
    return { kind: "cancel" };
  }
  return code === "Backspace" || code === "Delete" ? { kind: "clear" } : null;
}

function chord(code: string, modifiers: readonly Modifier[]): Chord {
  const key = keyName(code);
  if (key === null) {
    return { kind: "refused", parts: [...modifiers], reason: "unknown" };
  }
  const parts = [...modifiers, key];
  if (writes(key, modifiers)) {
    return { kind: "refused", parts, reason: "writes" };
  }
  return { kind: "complete", parts, hotkey: parts.join("+") };
}

/** Whether these keys write something, or move the cursor, in every program. */
function writes(key: string, modifiers: readonly Modifier[]): boolean {
  const withCommand = modifiers.some((modifier) => modifier !== "Shift");
  return !withCommand && !STANDS_ALONE.has(key) && !FUNCTION_KEY.test(key);
}

function keyName(code: string): string | null {
  if (/^(Key[A-Z]|Digit\d)$/.test(code)) {
    return code.slice(-1);
  }
  return NAMED.has(code) || FUNCTION_KEY.test(code) ? code : null;
}

/**
 * The modifiers that are down. WebKit says what was down before the key, Chromium what is down
 * with it: the key that went down just now is added.
 */
function held(press: Press, added: Modifier | null): Modifier[] {
  const down: Record<Modifier, boolean> = {
    Ctrl: press.ctrlKey,
    Alt: press.altKey,
    Shift: press.shiftKey,
    Super: press.metaKey,
  };
  return MODIFIERS.filter((modifier) => down[modifier] || modifier === added);
}

function isModifier(press: Press): boolean {
  return press.code in MODIFIER_CODES;
}

/** AltGr writes characters; it is no Alt, though it lies in its place. */
function modifierOf(press: Press): Modifier | null {
  return press.key === "AltGraph" ? null : (MODIFIER_CODES[press.code] ?? null);
}
