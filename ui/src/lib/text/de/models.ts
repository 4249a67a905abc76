import type { Catalogue } from "..";

/** The page of this name. */
export const models: Catalogue["models"] = {};
