import type { Catalogue } from "..";

/** Die Seite, auf der steht, was der Rechner abspielt. */
export const captions: Catalogue["captions"] = {
  now: { off: "Keine Untertitel", preparing: "Gleich bereit", listening: "Untertitel laufen", finishing: "Wird abgeschlossen" },
  hints: {
    begin: "Knopf drücken, und hier steht, was der Rechner abspielt",
    keep: "Untertitel brauchen ein Sprachmodell",
    end: "Knopf drücken zum Beenden; daneben kann diktiert werden",
    wait: "Die letzten Wörter werden geschrieben",
  },
  start: "Untertitel starten",
  stop: "Untertitel beenden",
  sources: { system: "Ton des Rechners", microphone: "Mikrofon" },
  beside: "Daneben läuft ein Diktat",
  show: "Anzeigen",
  behind: (time) => `${time} hinter dem Ton`,
  empty: "Untertitel zum Ton des Rechners",
  teach: "Ein Video, ein Gespräch, ein Vortrag: was hier zu hören ist, wird aufgeschrieben, und übersetzt, wo das Profil es sagt. Es bleibt nur im Arbeitsspeicher, und keine Aufnahme wird aufbewahrt.",
  said: "Das Gehörte",
  waiting: "Noch war nichts zu hören",
  nothing: "Es wurde nichts gesagt",
  how: "Wie und was",
  profile: "Profil",
  fixed: "Gilt für die Untertitel, die als Nächstes gestartet werden.",
  layout: "Übersetzung",
  layouts: { below: "Darunter", beside: "Daneben" },
  which: "Untertitel",
  numbered: (number) => `Untertitel ${number}`,
  brokenOff: "Ein Teil bricht ab. Von Untertiteln wird keine Aufnahme aufbewahrt, ein neuer Versuch ist daher nicht möglich.",
  byCode: {
    captions_skipped: {
      title: "Ein Teil der Untertitel wurde ausgelassen",
      advice: "Das Modell ist langsamer als der Ton. Ein kleineres hält Schritt, siehe die Seite Modelle.",
    },
    no_signal: {
      title: "Es ist nichts zu hören",
      advice: "Etwas abspielen. Läuft schon etwas, geht es vielleicht an einen anderen Ausgang als den üblichen des Systems.",
    },
    no_device: {
      title: "Der Ton des Rechners lässt sich hier nicht mithören",
      advice: "Das System bietet keinen Weg, seinen Ausgang mitzuhören.",
    },
    device: {
      title: "Der Ton des Rechners lässt sich nicht mithören",
      advice: "Vielleicht hält ein anderes Programm den Ausgang. Untertitel noch einmal starten.",
    },
    device_lost: { title: "Der Ausgang ist weg", advice: "Untertitel gehen weiter, sobald er oder ein anderer da ist." },
    device_back: { title: "Der Ausgang ist wieder zu hören", advice: "" },
    recogniser: {
      title: "Der Text eines Teils fehlt",
      advice: "Von Untertiteln wird keine Aufnahme aufbewahrt, ein neuer Versuch ist daher nicht möglich.",
    },
    language: {
      title: "Das Modell kennt diese Sprache nicht",
      advice: "Ein anderes Profil oder eine andere Sprache wählen und noch einmal starten.",
    },
    target: {
      title: "Das Modell kann nicht in diese Sprache übersetzen",
      advice: "Ein anderes Profil oder eine andere Sprache wählen und noch einmal starten.",
    },
  },
};
