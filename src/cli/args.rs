//! What can be written on the command line, and the help that teaches it.

mod asking;
mod remote;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(super) use asking::{Captions, Deed, Overlay, Standing, Translating};
pub(super) use remote::{AddServer, KeyOf, OneServer, Remote, RemoteVerb};

use super::help;
use crate::settings::Output;

/// Speak, and it is written. Everything runs on this machine, unless you choose a server.
#[derive(Debug, Parser)]
#[command(name = "aloud", version, after_help = help::SHORT, after_long_help = help::LONG)]
#[command(propagate_version = true, disable_help_subcommand = true)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Cli {
    /// Without a verb: start the app without showing its window
    #[arg(long)]
    pub(super) hidden: bool,
    /// What to do.
    #[command(subcommand)]
    pub(super) verb: Option<Verb>,
}

/// One thing that can be done.
#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Listen to a microphone and write what is said, until Ctrl-C
    #[command(after_help = help::LISTEN)]
    Listen(Listen),
    /// Write down what is said in audio files
    #[command(after_help = help::TRANSCRIBE)]
    Transcribe(Transcribe),
    /// List the microphones, or what models can compute on
    #[command(after_help = help::DEVICES)]
    Devices(Devices),
    /// List speech models, find one, or import one
    #[command(after_help = help::MODELS)]
    Models(Models),
    /// Servers of your own that recognise in place of this machine
    #[command(after_help = help::REMOTE)]
    Remote(Remote),
    /// Recover or remove takes that were cut off, cancelled or incomplete
    #[command(after_help = help::TAKES)]
    Takes(Takes),
    /// Measure how well dictation does on this machine, with one model or several
    #[command(after_help = help::BENCH)]
    Bench(Bench),
    /// Look whether dictation can work here, and say what to do if not
    #[command(after_help = help::DOCTOR)]
    Doctor(Doctor),
    /// Tell the app to stop if it listens, else to start
    #[command(after_help = help::CONTROL)]
    Toggle(Deed),
    /// Tell the app to listen
    #[command(after_help = help::CONTROL)]
    Start(Deed),
    /// Tell the app to stop listening and write the rest
    #[command(after_help = help::CONTROL)]
    Stop(Deed),
    /// Tell the app to drop what it hears
    #[command(after_help = help::CONTROL)]
    Cancel(Deed),
    /// Tell the app to translate what is dictated, or to write it down as it is said
    #[command(after_help = help::TRANSLATE)]
    Translate(Translating),
    /// Tell the app to caption what the machine plays, or to end that
    #[command(after_help = help::CAPTIONS)]
    Captions(Captions),
    /// Tell the app to show its overlay, to hide it, or to let you move it
    #[command(after_help = help::OVERLAY)]
    Overlay(Overlay),
    /// Say what the app is doing
    #[command(after_help = help::STATUS)]
    Status(Standing),
    /// Show the window of the app
    #[command(after_help = help::CONTROL)]
    Show(Listing),
    /// Print what a shell needs to complete commands of aloud
    #[command(after_help = help::COMPLETIONS)]
    Completions(Completions),
    /// Write the manual pages into a folder
    #[command(hide = true, after_help = help::MANUAL)]
    Manual(Manual),
    /// End the app
    #[command(after_help = help::CONTROL)]
    Quit(Listing),
}

/// How speech is recognised and where the words go.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Speech {
    /// Model to use: an id of `aloud models list`, a file, or `remote:NAME` for a server
    #[arg(long, value_name = "ID|PATH")]
    pub(super) model: Option<String>,
    /// Where it computes: auto, cpu, or a device by an id or name of `aloud devices --compute`
    #[arg(long, value_name = "DEVICE")]
    pub(super) compute: Option<String>,
    /// Start from what this profile of the settings makes of speech, such as `dictate`; the other
    /// options go over it
    #[arg(long, value_name = "NAME")]
    pub(super) profile: Option<String>,
    /// What is spoken: `auto`, a code such as `de`, or several of which it is one: `de,en`
    #[arg(long, value_name = "L")]
    pub(super) language: Option<String>,
    /// Write it in this language instead
    #[arg(long, value_name = "T")]
    pub(super) translate: Option<String>,
    /// With --translate: print what was said and the translation; typed or pasted is what was said
    #[arg(long, requires = "translate", conflicts_with = "instruct")]
    pub(super) both: bool,
    /// Write what the model makes of it by this instruction, such as "Write it as a formal letter."
    #[arg(long, value_name = "PROMPT", conflicts_with = "translate")]
    pub(super) instruct: Option<String>,
    /// Where the words go [default: stdout]
    #[arg(long, value_name = "WAY")]
    pub(super) output: Option<Way>,
    /// Print JSON objects, one a line, and nothing else on stdout
    #[arg(long)]
    pub(super) json: bool,
}

/// [`Output`] on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Way {
    /// Print it
    Stdout,
    /// Type it into the window that has the focus
    Type,
    /// Paste it there; the clipboard is put back afterwards
    Paste,
    /// Leave it on the clipboard
    Clipboard,
    /// Nowhere; with --json the events have it
    None,
}

/// `aloud listen`
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Listen {
    /// Microphone: an id or a name of `aloud devices`
    #[arg(long, value_name = "ID", conflicts_with = "wav")]
    pub(super) device: Option<String>,
    /// Write captions of what the machine plays
    #[arg(long, conflicts_with_all = ["device", "wav"])]
    pub(super) system: bool,
    /// Listen to an audio file instead, to its end
    #[arg(long, value_name = "FILE")]
    pub(super) wav: Option<PathBuf>,
    /// With --wav: as if somebody spoke now, not as quickly as it can be read
    #[arg(long, requires = "wav")]
    pub(super) realtime: bool,
    /// How it is recognised.
    #[command(flatten)]
    pub(super) speech: Speech,
}

/// `aloud transcribe`
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Transcribe {
    /// Audio files: wav, flac, mp3, ogg, m4a, …
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// One run of the model over the whole file, or as few as hold it, without looking for phrases
    /// (to compare)
    #[arg(long)]
    pub(super) whole: bool,
    /// How to print it; json is the same as --json
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
    /// How it is recognised.
    #[command(flatten)]
    pub(super) speech: Speech,
}

/// How a transcript is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// The text alone
    #[default]
    Text,
    /// Events, one JSON object a line
    Json,
    /// SubRip subtitles, with --both in two languages
    Srt,
    /// WebVTT subtitles, with --both in two languages
    Vtt,
}

/// A verb that only lists something.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct Listing {
    /// Print JSON objects, one a line, and nothing else on stdout
    #[arg(long)]
    pub(super) json: bool,
}

/// `aloud devices`
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct Devices {
    /// List what models can compute on: processor and graphics cards
    #[arg(long)]
    pub(super) compute: bool,
    /// With --compute: try again what is set aside
    #[arg(long, requires = "compute")]
    pub(super) retry: bool,
    /// How it is printed.
    #[command(flatten)]
    pub(super) listing: Listing,
}

/// `aloud completions`
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub(super) shell: clap_complete::Shell,
}

/// `aloud manual`
#[derive(Args, Clone, Debug)]
pub(super) struct Manual {
    /// The folder
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,
}

/// `aloud models`
#[derive(Args, Clone, Debug)]
pub(super) struct Models {
    /// What to do with them.
    #[command(subcommand)]
    pub(super) verb: ModelsVerb,
}

/// See [`Models`].
#[derive(Clone, Debug, Subcommand)]
pub(super) enum ModelsVerb {
    /// List the models that are installed
    List(ModelList),
    /// Fetch a model of the catalogue
    Fetch(FetchModel),
    /// Remove a model
    Delete(DeleteModel),
    /// Print the folder of the models, or where the file of one is
    Path(ModelPath),
    /// Turn a CTranslate2 (faster-whisper) Whisper folder into a model
    Import(Import),
}

/// `aloud doctor`
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct Doctor {
    /// Print what a bug report needs, as Markdown, without names, words or anything private
    #[arg(long, conflicts_with = "json")]
    pub(super) report: bool,
    /// How it is printed.
    #[command(flatten)]
    pub(super) listing: Listing,
}

/// `aloud models list`
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct ModelList {
    /// List those of the catalogue, which can be fetched
    #[arg(long)]
    pub(super) available: bool,
    /// How it is printed.
    #[command(flatten)]
    pub(super) listing: Listing,
}

/// `aloud models fetch`
#[derive(Args, Clone, Debug, Default)]
pub(super) struct FetchModel {
    /// Models: names of `aloud models list --available`, such as whisper-base, or one of their
    /// files, such as whisper-base-Q4_K_M
    #[arg(required = true, value_name = "ID")]
    pub(super) ids: Vec<String>,
    /// How it is printed.
    #[command(flatten)]
    pub(super) listing: Listing,
}

/// `aloud models delete`
#[derive(Args, Clone, Debug, Default)]
pub(super) struct DeleteModel {
    /// Models: ids of `aloud models list`
    #[arg(required = true, value_name = "ID")]
    pub(super) ids: Vec<String>,
    /// How it is printed.
    #[command(flatten)]
    pub(super) listing: Listing,
}

/// `aloud models path`
#[derive(Args, Clone, Debug, Default)]
pub(super) struct ModelPath {
    /// Model; without it the folder is printed
    #[arg(value_name = "ID")]
    pub(super) id: Option<String>,
    /// How it is printed.
    #[command(flatten)]
    pub(super) listing: Listing,
}

/// `aloud models import`
#[derive(Args, Clone, Debug)]
pub(super) struct Import {
    /// A GGUF file, a .bin file of whisper.cpp, or a CTranslate2 folder with model.bin,
    /// config.json, and tokenizer.json or vocabulary files
    #[arg(value_name = "PATH")]
    pub(super) source: PathBuf,
    /// Id of the new model [default: what a folder is, such as whisper-base-Q8_0, or the name of
    /// the file]
    #[arg(long, value_name = "ID")]
    pub(super) id: Option<String>,
    /// How the numbers of a folder are stored: q8_0 is half as large, f16 is as trained [default:
    /// q8_0]; those of a file stay as they are
    #[arg(long, value_enum)]
    pub(super) kind: Option<Kind>,
    /// Also write a twin of a Whisper model, with an encoder window of this many seconds, with which short phrases
    /// take half the time; 0 for none
    #[arg(long, value_name = "SECONDS", default_value_t = 15)]
    pub(super) twin: u32,
    /// How it is printed.
    #[command(flatten)]
    pub(super) listing: Listing,
}

/// How the numbers of a model are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    /// Eight bits
    #[value(name = "q8_0", alias = "q8-0", alias = "Q8_0")]
    Q8,
    /// Sixteen bits
    #[value(name = "f16", alias = "F16")]
    F16,
}

/// `aloud takes`
#[derive(Args, Clone, Debug)]
pub(super) struct Takes {
    /// What to do with them.
    #[command(subcommand)]
    pub(super) verb: TakesVerb,
}

/// See [`Takes`].
#[derive(Clone, Debug, Subcommand)]
pub(super) enum TakesVerb {
    /// List the takes that are kept
    List(Listing),
    /// Recognise a kept take from its beginning; it stays kept
    Recover(Recover),
    /// Remove a kept take for good
    Discard(Discard),
}

/// `aloud takes recover`
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Recover {
    /// Take: an id of `aloud takes list`
    pub(super) id: String,
    /// How it is recognised.
    #[command(flatten)]
    pub(super) speech: Speech,
}

/// `aloud takes discard`
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Discard {
    /// Takes: ids of `aloud takes list`
    #[arg(required = true, value_name = "ID")]
    pub(super) ids: Vec<String>,
    /// How it is printed.
    #[command(flatten)]
    pub(super) listing: Listing,
}

/// `aloud bench`
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Bench {
    /// Audio files, each with what is said in a .txt beside it [default: three that are built in]
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Model to measure: an id of `aloud models list`, or a file; may be given several times
    #[arg(long = "model", value_name = "ID|PATH")]
    pub(super) models: Vec<String>,
    /// Where it computes: auto, cpu, or a device by an id or name of `aloud devices --compute`
    #[arg(long, value_name = "DEVICE")]
    pub(super) compute: Option<String>,
    /// What is spoken: `auto`, a code such as `de`, or several: `de,en`
    #[arg(long, value_name = "L")]
    pub(super) language: Option<String>,
    /// How often each recording is spoken; the figures are medians
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) runs: u16,
    /// Print JSON objects, one a line, and nothing else on stdout
    #[arg(long)]
    pub(super) json: bool,
}

impl From<Way> for Output {
    fn from(way: Way) -> Self {
        match way {
            Way::Stdout => Self::Stdout,
            Way::Type => Self::Type,
            Way::Paste => Self::Paste,
            Way::Clipboard => Self::Clipboard,
            Way::None => Self::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Translate;
    use clap::CommandFactory;

    fn parse(line: &str) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(line.split_whitespace())
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn usage_errors_exit_with_2() {
        for line in [
            "aloud sing",
            "aloud transcribe",
            "aloud listen --realtime",
            "aloud listen --device usb --wav a.wav",
            "aloud listen --system --wav a.wav",
            "aloud listen --system --device usb",
            "aloud listen --both",
            "aloud listen --instruct Shorten. --translate en",
            "aloud listen --instruct Shorten. --both",
            "aloud listen --instruct",
            "aloud listen --output shout",
            "aloud transcribe a.wav --format pdf",
            "aloud models",
            "aloud remote",
            "aloud remote add gpu",
            "aloud remote key gpu sk-secret",
            "aloud takes discard",
            "aloud toggle mail",
            "aloud captions mail",
            "aloud translate en",
            "aloud translate --to",
            "aloud overlay big",
            "aloud status --profile mail",
            "aloud --hidden status",
            "aloud bench --runs 0",
        ] {
            assert_eq!(parse(line).err().map(|error| error.exit_code()), Some(2), "{line}");
        }
    }

    #[test]
    fn a_target_turns_translating_on() {
        let wish = |line: &str| match parse(line).unwrap().verb {
            Some(Verb::Translate(args)) => args.wish().ok(),
            other => panic!("{other:?}"),
        };
        let on = |target: Option<&str>| Some(Translate::On { target: target.map(str::to_owned) });
        assert_eq!(wish("aloud translate"), Some(Translate::Toggle));
        assert_eq!(wish("aloud translate on"), on(None));
        assert_eq!(wish("aloud translate --to de"), on(Some("de")));
        assert_eq!(wish("aloud translate on --to de"), on(Some("de")));
        assert_eq!(wish("aloud translate off"), Some(Translate::Off));
        assert_eq!(wish("aloud translate off --to de"), None);
    }

    #[test]
    fn nothing_at_all_is_fine() {
        assert!(parse("aloud").unwrap().verb.is_none());
        assert!(parse("aloud --hidden").unwrap().hidden);
    }

    #[test]
    fn options_of_recognition_are_the_same_everywhere() {
        let options = "--model base --language de --translate en --both --output type --json";
        for verb in ["listen", "transcribe a.wav", "takes recover x"] {
            assert!(parse(&format!("aloud {verb} {options}")).is_ok(), "{verb}");
            assert!(parse(&format!("aloud {verb} --instruct Shorten.")).is_ok(), "{verb}");
        }
    }

    #[test]
    fn import_takes_the_names_of_the_file_format_too() {
        for kind in ["q8-0", "q8_0", "Q8_0", "f16", "F16"] {
            assert!(parse(&format!("aloud models import dir --kind {kind}")).is_ok(), "{kind}");
        }
    }
}
