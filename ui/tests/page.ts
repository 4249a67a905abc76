// What every page test starts from: a window of the app before a scenario.

import { test as base, expect, type Page } from "@playwright/test";

import { catalogue, type Catalogue } from "../src/lib/text";
import type { News, Settings } from "../src/lib/types";
import { withSettings, type Scenario } from "./shell/scenario";
import type { Call } from "./shell/shell";
import { serve, shellScript } from "./site";

export type PageName = keyof Catalogue["common"]["pages"];

export type Look = {
  width?: number;
  height?: number;
  language?: "en" | "de";
  theme?: Settings["theme"];
  /** What the desktop prefers. */
  scheme?: "light" | "dark";
  page?: PageName;
  /** Another window of the app than the first. */
  file?: "overlay.html";
};

/** The app in a page. */
export class Window {
  constructor(
    readonly page: Page,
    readonly text: Catalogue,
  ) {}

  async go(name: PageName): Promise<void> {
    const button = this.page.getByRole("navigation").getByRole("button", { name: this.text.common.pages[name] });
    await button.click();
    await expect(button).toHaveAttribute("aria-current", "page");
  }

  /** Tells a batch, and waits until it is drawn. */
  async tell(news: News[]): Promise<void> {
    await this.page.evaluate(async (batch) => {
      await window.shell.tell(batch);
      await window.nextFrame();
      await window.nextFrame();
    }, news);
  }

  /** What the shell was asked to do, of this kind, in order. */
  async asked(command: string): Promise<Call["args"][]> {
    const calls = await this.page.evaluate(() => window.shell.calls);
    return calls.filter((call) => call.command === command).map(({ args }) => args);
  }

  refuse(command: string, message: string | null): Promise<void> {
    const refusal = message === null ? null : { code: "usage", message };
    return this.page.evaluate(([name, answer]) => window.shell.refuse(name, answer), [command, refusal] as const);
  }
}

/** Before a test takes the clock: the browser's own frames. */
const FRAMES = `{
  const frame = requestAnimationFrame.bind(window);
  window.nextFrame = () => new Promise((resolve) => frame(() => resolve()));
}`;

type Fixtures = { open: (scenario: Scenario, look?: Look) => Promise<Window> };
type WorkerFixtures = { site: { address: string; script: string } };

export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    // Playwright insists on the pattern of an object here.
    async ({}, use) => {
      const [site, script] = await Promise.all([serve(), shellScript()]);
      await use({ address: site.address, script });
      await site.close();
    },
    { scope: "worker" },
  ],
  open: async ({ page, site }, use) => {
    await page.addInitScript(FRAMES);
    const wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(error.message));
    // Chromium tells here what the content security policy kept out.
    page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
    await use(async (scenario, look = {}) => {
      const language = look.language ?? "en";
      const shown = withSettings(scenario, { theme: look.theme ?? "system", ui_language: language });
      await page.setViewportSize({ width: look.width ?? 900, height: look.height ?? 640 });
      await page.emulateMedia({ colorScheme: look.scheme ?? "light" });
      // Browsers ask for it, the app's window does not.
      await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
      await page.addInitScript(`window.scenario = ${JSON.stringify(shown)};\n${site.script}`);
      await page.goto(`${site.address}${look.file ?? ""}`);
      const window = new Window(page, catalogue(language));
      if (look.file) await expect.poll(() => window.asked("tell_overlay")).toHaveLength(1);
      else if (shown.snapshot.settings.first_step) await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      else await expect(page.getByRole("navigation")).toBeVisible();
      for (const news of shown.told) {
        await window.tell(news);
      }
      if (look.page !== undefined && look.page !== "dictate") {
        await window.go(look.page);
      }
      return window;
    });
    expect(wrong, "errors in the page").toEqual([]);
  },
});

export { expect };
