// Everything by keyboard: each control is reached, in order, and seen when it is.

import { expect, test, type PageName } from "./page";
import type { Scenario } from "./shell/scenario";
import { scenarios } from "./shell/scenarios";

const PAGES: [PageName, Scenario, string][] = [
  ["dictate", scenarios.listens, "Dictate"],
  ["captions", scenarios.captionedBeside, "Captions"],
  ["history", scenarios.remembers, "History"],
  ["models", scenarios.idle, "Models"],
  ["settings", scenarios.idle, "Settings"],
];

for (const [name, scenario, title] of PAGES) {
  test(`Tab reaches every control of ${title} in order, and each shows it`, async ({ open }) => {
    const { page } = await open(scenario, { page: name });
    const count = await page.evaluate(() => globalThis.window.measures.numberControls());
    expect(count).toBeGreaterThan(5);
    // The ring is there for who uses the keyboard: so the first step is one of it, too.
    await page.locator("nav button").first().focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    for (let place = 0; place < count; place += 1) {
      const { what, ...found } = await page.evaluate(() => globalThis.window.measures.focused());
      expect(found, what).toEqual({ place: String(place), ring: true });
      await page.keyboard.press("Tab");
    }
  });

  test(`every control of ${title} has a name`, async ({ open, context }) => {
    const { page } = await open(scenario, { page: name });
    const session = await context.newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const roles = ["button", "checkbox", "switch", "radio", "combobox", "textbox", "region", "progressbar"];
    const nameless = nodes.filter(
      ({ role, name: called, ignored }) =>
        !ignored && roles.includes(String(role?.value)) && !called?.value,
    );
    expect(nameless.map(({ role }) => role?.value)).toEqual([]);
    expect(nodes.filter(({ role }) => role?.value === "button").length).toBeGreaterThan(3);
  });
}

test("Enter and Space do what a click does", async ({ open }) => {
  const window = await open(scenarios.idle);
  const { page } = window;
  const settings = page.getByRole("navigation").getByRole("button", { name: "Settings" });
  await settings.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await page.getByRole("switch", { name: "Sounds at start and stop" }).focus();
  await page.keyboard.press("Space");
  await expect.poll(() => window.asked("patch")).toEqual([{ patch: { sounds: false } }]);
  await expect(page.getByRole("switch", { name: "Sounds at start and stop" })).not.toBeChecked();
});

test("the record button starts by keyboard", async ({ open }) => {
  const window = await open(scenarios.idle);
  await window.page.getByRole("main").getByRole("button").first().focus();
  await window.page.keyboard.press("Enter");
  const asked = async () => (await window.asked("start")).length + (await window.asked("toggle")).length;
  await expect.poll(asked).toBe(1);
});
