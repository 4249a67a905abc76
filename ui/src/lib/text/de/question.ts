import type { Catalogue } from "..";

/** Was vor einem Diktat zu wählen ist, weil das Modell es anders nicht kann. */
export const question: Catalogue["question"] = {
  choose: "Sprache wählen",
  which: (model) => ({
    title: "Welche Sprache wird gesprochen?",
    advice: `${model} erkennt die Sprache nicht von selbst.`,
  }),
  language: (model, wanted) => ({
    title: `${model} versteht diese Sprache nicht: ${wanted}`,
    advice: "Welche Sprache wird gesprochen?",
  }),
  target: (model, wanted, known) => ({
    title: `${model} kann nicht in diese Sprache übersetzen: ${wanted}`,
    advice: `Möglich sind: ${known}.`,
  }),
  noTarget: (model) => ({
    title: `${model} kann nicht übersetzen`,
    advice: "Ein Profil wählen, das nicht übersetzt, oder ein anderes Modell.",
  }),
  instruct: (model) => ({
    title: `${model} folgt keinen Anweisungen`,
    advice: "Ein anderes Profil wählen, oder ein Modell, das ihnen folgt.",
  }),
  longInstruction: (model, bytes, most) => ({
    title: "Die Anweisung dieses Profils ist zu lang",
    advice: `Sie hat ${bytes} Bytes, und ${model} hat Platz für ${most}. Bitte kürzen.`,
  }),
};
