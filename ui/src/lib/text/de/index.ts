import type { Catalogue } from "..";
import { captions } from "./captions";
import { common } from "./common";
import { dictate } from "./dictate";
import { first } from "./first";
import { history } from "./history";
import { models } from "./models";
import { out } from "./out";
import { overlay } from "./overlay";
import { problems } from "./problems";
import { question } from "./question";
import { servers } from "./servers";
import { settings } from "./settings";

/** German. */
export const de: Catalogue = { captions, common, dictate, first, history, models, out, overlay, problems, question, servers, settings };
