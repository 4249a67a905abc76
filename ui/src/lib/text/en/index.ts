import { common } from "./common";
import { dictate } from "./dictate";
import { history } from "./history";
import { models } from "./models";
import { settings } from "./settings";

/** English. */
export const en = { common, dictate, history, models, settings };
