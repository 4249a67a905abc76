import type { Catalogue } from "..";

/** What is said of servers that recognise in place of this computer, in German. */
export const servers: Catalogue["servers"] = {
  title: "Eigener Server",
  hint: "Ein Server mit der Audio-Schnittstelle von OpenAI, etwa vLLM mit Voxtral, kann anstelle dieses Computers erkennen. Was Sie sagen, verlässt dann diesen Computer. Er wird nur benutzt, wenn Sie ihn hier wählen.",
  leaves: (host) => `Verlässt diesen Computer: ${host}`,
  where: (model, host) => `${model} · ${host}`,
  inUse: "in Gebrauch",
  use: "Diesen benutzen",
  useNamed: (name) => `${name} benutzen; was Sie sagen, geht dorthin`,
  test: "Testen",
  testNamed: (name) => `${name} testen`,
  testing: "Eine kurze Aufnahme ist unterwegs …",
  tested: (text, seconds) => `Nach ${seconds} s: „${text}“`,
  remove: "Entfernen",
  removeNamed: (name) => `${name} entfernen`,
  add: "Server hinzufügen",
  name: "Name",
  url: "Adresse",
  model: "Modell",
  key: "Schlüssel, falls er einen verlangt",
  keyHint: "Er wird im Schlüsselbund des Systems aufbewahrt und sonst nirgends.",
  insecure: "Er darf ohne TLS in der Ferne stehen (unterwegs kann jeder mithören)",
  does: "Hinzufügen",
  adding: "Wird hinzugefügt …",
};
