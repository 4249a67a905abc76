// What menus and switches offer.

/** Something to choose. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Choices that cannot be had, and why. */
export interface Lacking {
  readonly reason: string;
  readonly choices: readonly Choice[];
}
