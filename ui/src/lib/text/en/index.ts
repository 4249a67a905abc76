import { common } from "./common";
import { dictate } from "./dictate";
import { history } from "./history";
import { models } from "./models";
import { overlay } from "./overlay";
import { problems } from "./problems";
import { settings } from "./settings";

/** English. */
export const en = { common, dictate, history, models, overlay, problems, settings };
