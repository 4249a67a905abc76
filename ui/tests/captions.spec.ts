// Captions of what the machine plays: a page of their own, beside dictation and never in it.

import type { News } from "../src/lib/types";
import { expect, test, type Window } from "./page";
import { idle, withSettings } from "./shell/scenario";
import { captioned, captionedBeside, captionsTroubled, remembers } from "./shell/scenarios";
import { final, listening, played, playing, plays } from "./shell/speech";

const text = ({ page }: Window) => page.getByRole("region", { name: "What was heard" });

test("they are started with the profile that is chosen, and ended", async ({ open }) => {
  const window = await open(idle, { page: "captions" });
  const { page } = window;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No captions");
  await page.getByRole("combobox", { name: "Profile" }).selectOption("Translate");
  await expect(page.getByText("German → English")).toBeVisible();
  await page.getByRole("button", { name: "Start captions" }).click();
  await window.tell(plays(4));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Captions run");
  await page.getByRole("button", { name: "End captions" }).click();
  await window.tell([{ type: "state", take: 4, state: "finishing" }]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Finishing");
  expect(await window.asked("caption")).toEqual([
    { wish: "start", profile: "dictate-and-translate" },
    { wish: "stop", profile: null },
  ]);
  expect(await window.asked("start")).toEqual([]);
  expect(await window.asked("patch"), "dictation keeps its own profile").toEqual([]);
});

test("without another choice they have the profile of dictation", async ({ open }) => {
  const window = await open(withSettings(idle, { profile: "dictate-and-translate" }), { page: "captions" });
  await window.page.getByRole("button", { name: "Start captions" }).click();
  expect(await window.asked("caption")).toEqual([{ wish: "start", profile: "dictate-and-translate" }]);
});

test("they and a dictation never mix", async ({ open }) => {
  const window = await open(captionedBeside, { page: "captions" });
  const { page } = window;
  await expect(text(window)).toContainText("Zehn Länder liegen an ihrem Ufer");
  await expect(text(window)).not.toContainText("Guten Morgen");
  await expect(page.getByText("What the machine plays", { exact: true })).toBeVisible();
  await expect(page.getByText("Microphone", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show it" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Listening");
  const dictation = page.getByRole("region", { name: window.text.dictate.take });
  await expect(dictation).toContainText("Guten Morgen zusammen");
  await expect(dictation).not.toContainText("Donau");
  await expect(page.getByText(/^Microphone · \d+ words$/)).toBeVisible();
  await window.tell([{ type: "done", take: 4, text: "", audio_ms: 1, dropped_frames: 0, partial: false }, { type: "state", take: 4, state: "idle" }]);
  await expect(page.getByRole("heading", { level: 1 }), "the end of captions ends no dictation").toHaveText("Listening");
  await window.go("history");
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("they move nothing on the page of dictation, and start nothing there", async ({ open, page }) => {
  const window = await open({ ...idle, told: [[...listening(3, false), final(3, 0, "Kind regards."), { type: "done", take: 3, text: "Kind regards.", audio_ms: 1, dropped_frames: 0, partial: false }, { type: "state", take: 3, state: "idle" }]] });
  await page.evaluate(() => globalThis.window.measures.watchShifts());
  for (const news of [plays(4), played(4), [playing(4), { type: "behind", take: 4, seconds: 90 } as News]]) await window.tell(news);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ready");
  await expect(page.getByRole("main")).toContainText("Kind regards.");
  await expect(page.getByRole("main").getByRole("button", { name: "Start dictation" })).toBeVisible();
  await expect(page.getByRole("navigation")).toContainText("Captions (running)");
  expect(await page.evaluate(() => globalThis.window.measures.shiftsSeen())).toEqual([]);
});

test("what comes later moves nothing that is there, below or beside", async ({ open, page }) => {
  const window = await open(captioned, { page: "captions", height: 900 });
  for (const layout of ["Below", "Beside"]) {
    await page.getByRole("radio", { name: layout }).check({ force: true });
    const first = text(window).locator(".passage").first();
    const before = await first.boundingBox();
    await page.evaluate(() => globalThis.window.measures.watchShifts());
    const piece = layout === "Below" ? 3 : 4;
    await window.tell([{ ...playing(4), piece, tentative: " an" } as News]);
    await window.tell([final(4, piece, "Zehn Länder liegen an ihrem Ufer.", "de")]);
    await window.tell([{ type: "translation", take: 4, piece, text: "Ten countries lie on its banks.", target: "en", partial: false }]);
    expect(await page.evaluate(() => globalThis.window.measures.shiftsSeen())).toEqual([]);
    expect(await first.boundingBox()).toEqual(before);
    const [said, meant] = await text(window).locator(".passage").last().locator("p").all();
    const [one, other] = [await said?.boundingBox(), await meant?.boundingBox()];
    if (layout === "Beside") expect(other?.y).toBe(one?.y);
    else expect(other?.x).toBe(one?.x);
  }
});

test("an hour of them is followed to its end, unless somebody reads above", async ({ open, page }) => {
  const window = await open({ ...idle, told: [plays(4)] }, { page: "captions", width: 420 });
  const hour = Array.from({ length: 600 }, (_, piece) => final(4, piece, `Sentence ${piece} of what was said in the lecture about rivers.`));
  await window.tell(hour);
  const newest = page.getByRole("button", { name: /Newest text/ });
  await expect(text(window).getByText("Sentence 599")).toBeInViewport();
  expect(await text(window).locator("*").count(), "old words are not kept apart").toBeLessThan(3000);
  await text(window).hover();
  await page.mouse.wheel(0, -900);
  await expect(newest).toBeVisible();
  const top = () => text(window).evaluate((box) => box.scrollTop);
  const before = await top();
  await window.tell([final(4, 600, "Sentence 600."), playing(4)]);
  expect(await top()).toBe(before);
  await newest.click();
  await expect(text(window).getByText("Sentence 600.")).toBeInViewport();
  await expect(newest).toHaveCount(0);
});

test("who scrolls up in the very moment in which text comes is not pulled down again", async ({ open, page }) => {
  const window = await open({ ...idle, told: [plays(4)] }, { page: "captions", height: 500 });
  const batch = Array.from({ length: 40 }, (_, piece) => final(4, piece, `Sentence ${piece} of what was said.`));
  const place = await text(window).evaluate(async (box, news) => {
    await globalThis.window.shell.tell(news);
    while (box.scrollTop === 0) await Promise.resolve();
    // No frame was drawn since: one event tells of both scrolls.
    return (box.scrollTop -= 200);
  }, batch);
  await expect(page.getByRole("button", { name: /Newest text/ })).toBeVisible();
  await window.tell([final(4, 40, "Sentence 40.")]);
  expect(await text(window).evaluate((box) => box.scrollTop)).toBe(place);
});

test("their end stays in sight where the window becomes narrower, larger or flatter", async ({ open, page }) => {
  const window = await open({ ...idle, told: [plays(4)] }, { page: "captions", width: 900, height: 700 });
  await window.tell(Array.from({ length: 40 }, (_, piece) => final(4, piece, `Sentence ${piece} of what was said in the lecture about rivers and lakes.`)));
  const end = text(window).getByText("Sentence 39");
  await expect(end).toBeInViewport();
  for (const size of [{ width: 420, height: 700 }, { width: 420, height: 480 }, { width: 900, height: 800 }]) {
    await page.setViewportSize(size);
    await expect(end).toBeInViewport({ ratio: 1 });
  }
});

test("a screen reader is told finals only, and what is guessed is hidden from it", async ({ open, page }) => {
  const window = await open({ ...idle, told: [plays(4)] }, { page: "captions" });
  await page.evaluate(() => globalThis.window.measures.watchAnnouncements());
  await window.tell([{ ...playing(4), piece: 0 } as News]);
  expect(await page.evaluate(() => globalThis.window.measures.announced())).toEqual([]);
  await expect(text(window).locator(".passage [aria-hidden=true]")).toContainText("Zehn Länder");
  await window.tell([final(4, 0, "Zehn Länder liegen an ihrem Ufer.", "de")]);
  await expect(text(window).locator("[aria-hidden=true]")).toHaveCount(0);
  expect(await page.evaluate(() => globalThis.window.measures.announced())).toEqual(["Zehn Länder liegen an ihrem Ufer."]);
});

test("what went wrong in them stands there, and what breaks off is marked", async ({ open, page }) => {
  const window = await open(captionsTroubled, { page: "captions" });
  await expect(text(window)).toContainText("Part of the captions was left out.");
  await expect(text(window)).toContainText("(breaks off here)");
  await expect(text(window)).toContainText("No recording of captions is kept, so it cannot be tried again.");
  await page.getByRole("combobox", { name: "Captions" }).selectOption("Captions 1");
  await expect(text(window)).toHaveText("Nothing was said");
  // Others that begin are shown at once.
  await window.tell([...plays(6), { type: "notice", take: 6, code: "no_signal", message: "Monitor of Built-in Audio gives no sound" }]);
  await expect(text(window)).toContainText("Nothing can be heard.");
  await expect(text(window)).not.toContainText("muted");
  await window.go("dictate");
  await expect(page.getByRole("main")).not.toContainText("Nothing can be heard");
});

test("they are copied and saved, while they run, in the format and the languages that are wanted", async ({ open, page }) => {
  const window = await open(captioned, { page: "captions" });
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("status")).toHaveText("Copied");
  await page.getByRole("combobox", { name: "Format" }).selectOption("SRT");
  await page.getByRole("combobox", { name: "Languages" }).selectOption("Translation");
  await page.getByRole("button", { name: "Save as…" }).click();
  await expect(page.getByRole("status")).toHaveText("Saved as /home/anna/Documents/meeting.srt");
  expect(await window.asked("copy_take")).toEqual([{ take: 4, format: "text", shown: "both" }]);
  expect(await window.asked("save_take")).toEqual([{ take: 4, format: "srt", shown: "translated" }]);
  await window.refuse("save_take", "/root/meeting.srt cannot be written: permission denied; save it somewhere else");
  await page.getByRole("button", { name: "Save as…" }).click();
  await expect(page.getByRole("status")).toHaveText("/root/meeting.srt cannot be written: permission denied; save it somewhere else.");
});

test("nothing is told where nobody said where to save", async ({ open, page }) => {
  await open({ ...captioned, saved: null }, { page: "captions" });
  await page.getByRole("button", { name: "Save as…" }).click();
  await expect(page.getByRole("button", { name: "Save as…" })).toBeEnabled();
  await expect(page.getByRole("status")).toHaveText("");
});

test("each dictation of the history is copied and saved, without languages where it has one", async ({ open, page }) => {
  const window = await open(remembers, { page: "history" });
  await expect(page.getByRole("combobox", { name: "Languages" })).toHaveCount(0);
  await page.getByRole("combobox", { name: "Format" }).selectOption("WebVTT");
  const card = page.getByRole("article").nth(1);
  await card.getByRole("button", { name: /^Save/ }).click();
  await expect(card.getByRole("status")).toContainText("Saved as");
  await card.getByRole("button", { name: /^Copy/ }).click();
  await expect(card.getByRole("status")).toHaveText("Copied");
  expect(await window.asked("save_take")).toEqual([{ take: 2, format: "vtt", shown: "said" }]);
  expect(await window.asked("copy_take")).toEqual([{ take: 2, format: "vtt", shown: "said" }]);
});
