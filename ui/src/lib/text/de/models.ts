import type { Catalogue } from "..";

/** What the Models page says, in German. */
export const models: Catalogue["models"] = {
  loaded: {
    title: "In Gebrauch",
    loading: "Das Modell wird geladen …",
    failed: "Das Modell konnte nicht geladen werden",
    spoken: "Versteht",
    targets: "Übersetzt in",
    noTargets: "Dieses Modell übersetzt nicht.",
    computes: "Läuft auf",
    languages: (count) => `${count} Sprachen`,
    detects: "Findet selbst heraus, welche gesprochen wird.",
  },
  installed: {
    title: "Installiert",
    inUse: "in Gebrauch",
    use: "Dieses benutzen",
    useNamed: (name) => `${name} benutzen`,
    damaged: "Nicht benutzbar",
    loading: "Modelle werden gesucht …",
    refused: "Die Modelle konnten nicht aufgezählt werden",
  },
  none: {
    title: "Noch kein Modell",
    lead: "Aloud braucht ein Sprachmodell. Es gibt zwei Wege:",
    make: "In einem Checkout von Aloud holt dieser Befehl das kleine mehrsprachige:",
    import: "Oder unten eines importieren, das schon auf diesem Computer liegt.",
  },
  import: {
    title: "Modell importieren",
    hint: "Ein Ordner mit einem Whisper-Modell für CTranslate2, wie ihn faster-whisper benutzt, mit model.bin, config.json und tokenizer.json. Der Ordner wird nur gelesen.",
    folder: "Ordner",
    browse: "Durchsuchen …",
    does: "Importieren",
    running: "Wird importiert …",
    starting: "Der Ordner wird gelesen …",
    progress: (percent, written, total) => `${percent}, ${written} von ${total}`,
    done: (name) => `${name} ist importiert.`,
    empty: "Bitte zuerst einen Ordner angeben.",
  },
};
