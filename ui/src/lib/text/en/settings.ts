/** The page of this name. */
export const settings = {};
