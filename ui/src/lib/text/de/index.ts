import type { Catalogue } from "..";
import { common } from "./common";
import { dictate } from "./dictate";
import { history } from "./history";
import { models } from "./models";
import { overlay } from "./overlay";
import { problems } from "./problems";
import { settings } from "./settings";

/** German. */
export const de: Catalogue = { common, dictate, history, models, overlay, problems, settings };
