// The overlay by keyboard alone: what it looks like is chosen, and it is moved and resized.

import { expect, test, type Window } from "./page";
import { idle, withSettings, withSnapshot } from "./shell/scenario";

const shown = withSettings(idle, { overlay: { ...idle.snapshot.settings.overlay, shown: true } });
const moved = withSnapshot(shown, { overlay: { shape: "see_through", editing: true } });

/** Presses Tab until this has the focus. */
async function tabTo({ page }: Window, role: "switch" | "combobox" | "button", name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true });
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press("Tab");
    if (await wanted.evaluate((control) => control === document.activeElement)) return;
  }
  throw new Error(`${name} is not reached`);
}

test("it is switched on, chosen and begun to be moved by keyboard alone", async ({ open, page }) => {
  const window = await open(idle, { page: "settings" });
  const { rows } = window.text.settings;
  await page.getByRole("navigation").getByRole("button").first().focus();
  await tabTo(window, "switch", rows.overlayShown);
  await page.keyboard.press("Space");
  await expect(page.getByRole("switch", { name: rows.overlayShown })).toBeChecked();
  const chosen = [rows.overlayLines, rows.overlaySize, rows.overlayOpacity, rows.overlayContrast];
  for (const name of chosen) {
    await tabTo(window, "combobox", name);
    await page.keyboard.press("ArrowDown");
  }
  await tabTo(window, "switch", rows.overlaySource);
  await page.keyboard.press("Space");
  await tabTo(window, "combobox", rows.overlayStay);
  await page.keyboard.press("ArrowUp");
  await expect.poll(async () => (await window.asked("patch")).length).toBe(7);
  await tabTo(window, "button", window.text.settings.overlay.move);
  await page.keyboard.press("Enter");
  expect(await window.asked("edit_overlay")).toEqual([{ editing: true }]);
  const last = (await window.asked("patch")).at(-1)?.patch;
  const before = idle.snapshot.settings.overlay;
  expect(last).toMatchObject({ overlay: { shown: true, with_source: false, contrast: "high" } });
  for (const field of ["lines", "size", "opacity", "hide_after_s"] as const) {
    expect(last, field).not.toMatchObject({ overlay: { [field]: before[field] } });
  }
});

test("while it is moved nothing else takes the keys, and the focus is seen", async ({ open, page }) => {
  const window = await open(moved, { width: 760, height: 130, file: "overlay.html" });
  const done = page.getByRole("button", { name: window.text.overlay.done });
  await expect(done).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  expect(await done.evaluate((button) => getComputedStyle(button).outlineStyle)).toBe("solid");
  for (const keys of ["a", "Shift+ArrowUp", "ArrowUp"]) await page.keyboard.press(keys);
  expect(await window.asked("nudge_overlay")).toEqual([
    { by: [0, 0], more: [0, -16] },
    { by: [0, -16], more: [0, 0] },
  ]);
  await page.keyboard.press("Space");
  expect(await window.asked("edit_overlay")).toEqual([{ editing: false }]);
});

test("the mouse drags it anywhere but at its edges, which it pulls", async ({ open, page }) => {
  const window = await open(moved, { width: 760, height: 130, file: "overlay.html" });
  await page.mouse.click(60, 20);
  await page.mouse.click(3, 65);
  await page.mouse.click(757, 127);
  await page.mouse.click(60, 20, { button: "right" });
  expect(await window.asked("plugin:window|start_dragging")).toHaveLength(1);
  const pulled = (await window.asked("plugin:window|start_resize_dragging")).map(({ value }) => value);
  expect(pulled).toEqual(["West", "SouthEast"]);
});

test("what cannot be done while it is moved is told", async ({ open, page }) => {
  const window = await open(moved, { width: 760, height: 130, file: "overlay.html" });
  await page.evaluate(() => globalThis.window.measures.watchAnnouncements());
  await window.refuse("nudge_overlay", "The desktop does not let windows be moved.");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("status")).toHaveText("The desktop does not let windows be moved.");
  expect(await page.evaluate(() => globalThis.window.measures.announced())).toEqual(["The desktop does not let windows be moved."]);
  await window.refuse("nudge_overlay", null);
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("status")).toHaveText(window.text.overlay.edit);
});

for (const language of ["en", "de"] as const) {
  // The last one is the smallest that the shell lets it become.
  for (const [width, height] of [[760, 50], [481, 101], [481, 81], [420, 130], [341, 130], [320, 80], [120, 40]] as const) {
    test(`all that is said while it is moved is seen at ${width} × ${height} in ${language}`, async ({ open, page }) => {
      const window = await open(moved, { width, height, language, file: "overlay.html" });
      const done = page.getByRole("button", { name: window.text.overlay.done });
      await expect(done).toBeInViewport({ ratio: 1 });
      expect((await done.boundingBox())?.height).toBeLessThan(40);
      await expect(page.getByRole("status")).toHaveText(window.text.overlay.edit);
      expect(await page.evaluate(() => globalThis.window.measures.cutTexts())).toEqual([]);
    });
  }
}
