// Pictures for README. Written only when asked for: ALOUD_SCREENS=1 npm run test:pages -- screens
// They are committed with 128 colours: convert NAME -strip -dither None -colors 128 png8:NAME

import { fileURLToPath } from "node:url";

import { test, type Look } from "./page";
import type { Scenario } from "./shell/scenario";
import { captioned, downloads, firstMicrophone, idle, listens } from "./shell/scenarios";
import { SINCE } from "./shell/speech";

const FOLDER = fileURLToPath(new URL("../../docs/screens/", import.meta.url));

const SCREENS: [string, Scenario, Look][] = [
  ["dictate-light", listens, { page: "dictate" }],
  ["dictate-dark", listens, { page: "dictate", scheme: "dark" }],
  ["dictate-narrow", listens, { page: "dictate", width: 420 }],
  ["captions", captioned, { page: "captions" }],
  ["models", idle, { page: "models" }],
  ["models-download", downloads, { page: "models" }],
  ["first-microphone", firstMicrophone, {}],
  ["settings", idle, { page: "settings" }],
  ["settings-german", idle, { page: "settings", language: "de", scheme: "dark" }],
];

test.skip(!process.env.ALOUD_SCREENS, "pictures are written only when asked for");

for (const [name, scenario, look] of SCREENS) {
  test(`a picture of ${name}`, async ({ open, page }) => {
    await page.clock.install({ time: SINCE });
    const window = await open(scenario, { width: 920, height: 620, ...look });
    await page.clock.pauseAt(SINCE + 3 * 60_000 + 42_000);
    if (name === "models-download") await page.getByRole("progressbar").nth(1).scrollIntoViewIfNeeded();
    for (const rms of [0.02, 0.05, 0.12, 0.2, 0.16, 0.09, 0.14, 0.22, 0.11, 0.06, 0.1, 0.17, 0.08, 0.04]) {
      await window.tell([{ type: "level", take: 3, rms, speech: true }]);
    }
    // The mouse stands on the button that led here.
    await page.mouse.move(460, 610);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.screenshot({ path: `${FOLDER}${name}.png`, animations: "disabled" });
  });
}
