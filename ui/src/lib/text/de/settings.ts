import type { Catalogue } from "..";

/** The page of this name. */
export const settings: Catalogue["settings"] = {};
