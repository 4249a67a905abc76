import type { Catalogue } from "..";

/** Problems, by their code. */
export const problems: Catalogue["problems"] = {
  byCode: {
    no_model: {
      title: "Noch ist kein Sprachmodell da",
      advice: "Aloud braucht eines, um Sprache zu verstehen. Die Seite „Modelle“ hat welche zum Herunterladen.",
    },
    bad_model: {
      title: "Das Sprachmodell ist nicht brauchbar",
      advice: "Auf der Seite „Modelle“ ein anderes wählen oder dieses neu holen oder importieren.",
    },
    download: {
      title: "Das Modell ist nicht angekommen",
      advice: "Ist dieser Computer verbunden? Dann geht es weiter: Was da ist, bleibt erhalten.",
    },
    no_device: {
      title: "Es wurde kein Mikrofon gefunden",
      advice: "Eines anschließen oder unten ein anderes wählen. Dann neu beginnen.",
    },
    device: {
      title: "Das Mikrofon lässt sich nicht verwenden",
      advice: "Vielleicht belegt es ein anderes Programm. Unten ein anderes wählen oder noch einmal versuchen.",
    },
    device_lost: {
      title: "Das Mikrofon ist weg",
      advice: "Was bis dahin gesagt wurde, ist sicher. Wieder anschließen, und es wird sofort gehört.",
    },
    device_back: { title: "Das Mikrofon ist wieder zu hören", advice: "" },
    no_signal: {
      title: "Vom Mikrofon kommt kein Ton",
      advice: "Vielleicht ist es stummgeschaltet: am Schalter und in den Toneinstellungen des Systems nachsehen.",
    },
    on_clipboard: {
      title: "Der Text liegt in der Zwischenablage",
      advice: "An der richtigen Stelle einfügen. Damit er gleich dort steht, erst dorthin klicken und dann mit der Tastenkombination beginnen.",
    },
    delivery: {
      title: "Der Text ließ sich nicht in das Fenster schreiben",
      advice: "Er steht hier und kann kopiert werden.",
    },
    other_language: {
      title: "Gesprochen wird anscheinend eine andere Sprache",
      advice: "Der Text ist vielleicht eine Übersetzung oder unsinnig. Die gesprochene Sprache wählen oder sie erkennen lassen.",
    },
    language: {
      title: "Das Modell kennt diese Sprache nicht",
      advice: "Unten eine andere Sprache wählen oder ein anderes Modell verwenden.",
    },
    target: {
      title: "Das Modell kann nicht in diese Sprache übersetzen",
      advice: "Unten eine andere Sprache wählen oder ein anderes Modell verwenden.",
    },
    recogniser: {
      title: "Der Text eines Teils fehlt",
      advice: "Die Aufnahme bleibt erhalten.",
    },
    io: {
      title: "Etwas ließ sich nicht speichern",
      advice: "Vielleicht ist der Datenträger voll, oder der Ordner ist schreibgeschützt.",
    },
    file: {
      title: "Eine Datei ließ sich nicht verwenden",
      advice: "Nachsehen, ob sie noch da ist und ob es die richtige ist.",
    },
    hotkey: {
      title: "Diese Tastenkombination ist nicht verfügbar",
      advice: "Vielleicht gehört sie einem anderen Programm. In den Einstellungen eine andere wählen.",
    },
    engine_stopped: {
      title: "Aloud hört nicht mehr zu",
      advice: "Das ist unser Fehler. Was gesagt wurde, bleibt erhalten. Aloud beenden und neu starten.",
    },
    events_lost: {
      title: "Das Fenster hat etwas verpasst",
      advice: "Der Text wurde trotzdem geschrieben.",
    },
    settings: {
      title: "Ein Teil der Einstellungen war nicht lesbar",
      advice: "Dort gilt nun die Vorgabe.",
    },
    compute_aside: {
      title: "Die Grafikkarte wird nicht genutzt",
      advice: "Ihr Treiber hat versagt, darum rechnet der Prozessor. Noch ein Versuch: aloud devices --compute --retry",
    },
    compute_missing: {
      title: "Die gewählte Grafikkarte ist nicht da",
      advice: "Genutzt wird die nächstbeste. Was da ist, zeigt: aloud devices --compute",
    },
    compute_restart: {
      title: "Die Grafikkarte wird ab dem nächsten Start genutzt",
      advice: "Aloud beenden und neu starten.",
    },
    compute_full: {
      title: "Das Modell läuft nicht auf der Grafikkarte",
      advice: "Genutzt wird das nächstbeste Gerät. Andere Programme schließen, die die Karte nutzen, oder ein kleineres Modell nehmen.",
    },
  },
  other: { title: "Etwas hat nicht geklappt", advice: "" },
  hotkey: {
    title: "Die Tastenkombination ist nicht verfügbar",
    advice: "Vielleicht gehört sie einem anderen Programm. In den Einstellungen eine andere wählen; bis dahin gibt es den Knopf.",
    go: "Tasten wählen",
  },
  desktop: {
    title: "Für die Tastenkombination fehlt noch ein Schritt",
    advice: "Auf diesem Desktop darf keine App auf Tasten hören. Der Desktop selbst kann Aloud rufen; die Einstellungen zeigen, wie.",
    go: "Zeigen, wie",
  },
  models: "Zu den Modellen",
  list: "Probleme",
};
