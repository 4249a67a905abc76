import type { Advice } from "./problems";

/** What has to be chosen before a take, because the model cannot do it otherwise. */
export const question = {
  choose: "Choose a language",
  which: (model: string): Advice => ({
    title: "Which language is spoken?",
    advice: `${model} cannot tell the language by itself.`,
  }),
  language: (model: string, wanted: string): Advice => ({
    title: `${model} does not understand ${wanted}`,
    advice: "Which language is spoken?",
  }),
  target: (model: string, wanted: string, known: string): Advice => ({
    title: `${model} cannot translate into ${wanted}`,
    advice: `It can translate into these: ${known}.`,
  }),
  noTarget: (model: string): Advice => ({
    title: `${model} cannot translate`,
    advice: "Choose a profile that does not, or another model.",
  }),
  instruct: (model: string): Advice => ({
    title: `${model} follows no instructions`,
    advice: "Choose another profile, or a model that follows them.",
  }),
  longInstruction: (model: string, bytes: number, most: number): Advice => ({
    title: "The instruction of this profile is too long",
    advice: `It has ${bytes} bytes, and ${model} has room for ${most}. Please shorten it.`,
  }),
};
