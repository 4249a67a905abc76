// How a download is told to a person. Pure.

import { sizeText } from "./models";
import type { Download, Offer } from "./types";
import type { Catalogue } from "./text";

/** What the Models page says of downloads. */
type Words = Catalogue["models"]["get"];

/** How much of it is there, from 0 to 1. */
export function part({ bytes, size }: Download): number {
  return size > 0 ? Math.min(1, bytes / size) : 0;
}

/** The part that is there, such as `42 %`. Never says that all is there while something is left. */
export function partText(download: Download, locale: string): string {
  const whole = Math.floor(part(download) * 100) / 100;
  return new Intl.NumberFormat(locale, { style: "percent" }).format(whole);
}

/** A time that is only guessed, so in steps that do not jump: `less than a minute`, `12 min`. */
export function leftText(seconds: number, words: Words["left"]): string {
  if (seconds < 10) return words.soon;
  if (seconds < 60) return words.seconds(Math.ceil(seconds / 10) * 10);
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? words.minutes(minutes) : words.hours(Math.round(minutes / 60));
}

/** How it stands, in one line. */
export function stands(download: Download, words: Words, locale: string): string {
  const { progress } = download;
  switch (progress.state) {
    case "waiting":
      return words.waiting;
    case "checking":
      return words.checking;
    case "paused":
      return words.paused(partText(download, locale));
    case "failed":
      return words.stopped(partText(download, locale));
    case "running": {
      if (progress.problem !== null) return words.stalls;
      const left = progress.left_s === null ? words.starting : leftText(progress.left_s, words.left);
      return `${partText(download, locale)} · ${left}`;
    }
  }
}

/** What has come, in full, such as `36 MB of 85 MB, 2.1 MB/s`. */
export function amount(download: Download, words: Words, locale: string): string {
  const size = (bytes: number) => sizeText(bytes, locale);
  const came = words.of(size(download.bytes), size(download.size));
  const { progress } = download;
  const speed = progress.state === "running" ? progress.speed : null;
  return speed === null ? came : `${came}, ${words.speed(size(speed))}`;
}

/** The download of an offer, should there be one: by its name, or by that of one of its files. */
export function downloadOf(offer: Offer, downloads: readonly Download[]): Download | null {
  return downloads.find(({ id }) => id === offer.id) ?? null;
}

/** Those that are no offer: of a file that is fetched by its own name. */
export function apart(downloads: readonly Download[], offers: readonly Offer[]): readonly Download[] {
  return downloads.filter(({ id }) => offers.every((offer) => offer.id !== id));
}
