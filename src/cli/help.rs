//! The parts of the help that show and explain.

/// Under `aloud -h`, and what `aloud` alone prints where there is no app.
pub(super) const SHORT: &str = "\
Start with:  aloud                 the app: a hotkey in every window
             aloud doctor          does everything work here?
             aloud listen          speak here in the terminal; Ctrl-C to finish
More:        aloud --help          examples, exit codes, where files are
             aloud VERB --help     everything about one verb";

/// Under `aloud --help`.
pub(super) const LONG: &str = "\
Examples:
  aloud --hidden                            start the app without showing its window
  aloud toggle                              stop the app if it listens, else let it listen
  aloud listen                              print what you say
  aloud listen --output type                type it into the window that has the focus
  aloud listen --translate en --json        events for another program, in English
  aloud transcribe talk.mp3                 print what is said in a file
  aloud transcribe *.wav --format srt > all.srt
  aloud takes list                          recordings that were cut off or cancelled
  aloud bench                               how soon words come on this machine

Exit codes:
  0  done
  1  failed: one of the files, or something that a message on stderr names; or a part of the
     text is missing
  2  a wrong option, or a language that the model does not have
  3  no model, or a broken one
  4  no microphone, or it does not work
  5  no speech was heard
  130  a second Ctrl-C quit at once

Where files are (`aloud doctor` prints the folders of this machine):
  settings.json  in the configuration folder, on Linux ~/.config/aloud
  models/        in the data folder, on Linux ~/.local/share/aloud
  takes/         in the state folder, on Linux ~/.local/state/aloud

Environment:
  ALOUD_HOME     one folder for all of these instead
  ALOUD_MODELS   one more folder with models, only read
  ALOUD_MIRROR   where models are fetched from first, laid out as the hub that they are from
  ALOUD_REMOTE_KEY  the key of the server that is used, for machines without a keychain
  ALOUD_COMPUTE  where models compute: auto, cpu, or a device of `aloud devices --compute`
  ALOUD_COMPUTE_PATIENCE
                 seconds for the first run on a graphics card, before it is given up (120)
  ALOUD_THREADS  threads to recognise with, instead of as many as were measured to be best
  ALOUD_LOG      what is logged on stderr: error, warn (default), info, debug

Nothing you say leaves this machine unless you choose a server of your own (`aloud remote`), and no
log contains it.";

pub(super) const LISTEN: &str = "\
Examples:
  aloud listen                        print phrase by phrase; Ctrl-C to finish
  aloud listen --output type          into the editor that has the focus
  aloud listen --device \"USB Audio\" --language de
  aloud listen --system --translate en --both    captions of what the machine plays
  aloud listen --wav talk.wav --realtime --json | other-program

It ends at the first Ctrl-C (or SIGTERM): what was said so far is still written. A second one
quits at once; what a microphone heard is then kept, see `aloud takes`.

With --json each line is an object with a \"type\": state, level, interim, behind, final,
translation, suppressed, notice, done. Text that is only in events is not printed twice: --json
means --output none unless another way is given.

Exit codes: 0 done, 1 failed, 2 usage or language, 3 no model, 4 no microphone, 5 no speech.";

pub(super) const TRANSCRIBE: &str = "\
Examples:
  aloud transcribe talk.mp3                       the text
  aloud transcribe talk.mp3 --format vtt > talk.vtt
  aloud transcribe a.wav b.flac --json            events; one \"done\" with \"file\" a file
  aloud transcribe rede.wav --language de --translate en --both
  aloud transcribe memo.wav --instruct \"Write it as a formal letter.\"

A file that is missing or cannot be read is named on stderr, the others are still done, and the
exit code is 1. Of several files each text stands under a line with the name of its file;
subtitles run on as if the files were one recording.

An instruction is followed piece by piece; with --whole it is given all that was said at once.

Subtitles have at most 2 lines of 42 columns and last at most 7 s; with --both the translation
stands under what was said. A Chinese, Japanese or Korean character takes two columns.

Exit codes: 0 done, 1 failed, 2 usage or language, 3 no model, 5 no speech in any file.";

pub(super) const COMPLETIONS: &str = "\
Examples:
  aloud completions bash > ~/.local/share/bash-completion/completions/aloud
  aloud completions fish > ~/.config/fish/completions/aloud.fish

Exit codes: 0 done.";

pub(super) const MANUAL: &str = "\
One page a verb, as man reads it: aloud.1, aloud-listen.1 and so on.

Exit codes: 0 done, 1 failed.";

pub(super) const DEVICES: &str = "\
The default is marked with *. `aloud listen --device` takes an id or a name. The id stays the
same when the device is plugged in again. What the machine plays can be listened to as well.

With --json, one a line:
{\"type\":\"device\",\"id\":\"…\",\"name\":\"…\",\"default\":true,\"monitor\":false}

`aloud devices --compute` lists what models can compute on; * is what they get. --compute of
`aloud listen`, `transcribe` and `bench` takes a name, an id or a maker's name of it, or auto or
cpu, and so do ALOUD_COMPUTE and the settings. Before a graphics card is used for the first time,
another process tries it. One that crashes or hangs there is set aside until its driver changes;
--retry tries it again.

Exit codes: 0 done, 4 there is no microphone.";

pub(super) const MODELS: &str = "\
Examples:
  aloud models list
  aloud models list --available                 those that can be fetched
  aloud models fetch whisper-base               the file of it that suits most machines
  aloud models fetch whisper-base-F16           this file of it
  aloud models delete whisper-base-F16
  aloud models path                             the folder where models belong
  aloud models path whisper-base                the file of this one
  aloud models import faster-whisper-base/      as whisper-base-Q8_0
  aloud models import ggml-base.bin             a file of whisper.cpp, or GGUF, as it is
  aloud models import DIR --id base --kind f16  under a name of your own, as it was trained

The model that is used: --model, else the settings, else the default of the catalogue.

What breaks off while it is fetched, or is stopped by Ctrl-C, goes on where it was when it is
called again. Every file is hashed and kept only if it is right. Proxies: HTTPS_PROXY, NO_PROXY.

Exit codes: 0 done, 1 failed, 3 no model, or a broken one.";

pub(super) const REMOTE: &str = "\
A server that speaks the audio interface of OpenAI, such as vLLM with Voxtral: it gets each phrase
when it is complete, and what is said leaves this machine. It is used only where it is chosen.

Examples:
  aloud remote add gpu --url http://192.168.1.20:8000/v1 --model mistralai/Voxtral-Mini-3B-2507
  aloud remote key gpu                       asks for the key, and keeps it in the keychain
  aloud remote key gpu < file-with-the-key
  aloud remote test gpu                      sends a built-in recording, and says what came
  aloud listen --model remote:gpu
  aloud remote list
  aloud remote remove gpu

It writes down any language that its model knows, and translates into English. Without TLS (http)
only servers of your own network are taken; --insecure allows others. Where there is no keychain the
variable ALOUD_REMOTE_KEY holds the key of the server that is used. Proxies: HTTPS_PROXY, NO_PROXY,
not within your own network.

Exit codes: 0 done; 1 failed, or the server or the keychain does not do it; 2 usage, or there is no
such server.";

pub(super) const TAKES: &str = "\
A take is kept for 24 hours when it was cut off, cancelled or is incomplete.

Examples:
  aloud takes list
  aloud takes recover ID                     print its text
  aloud takes recover ID --output clipboard
  aloud takes discard ID

Exit codes: as of `aloud listen`; 2 also when there is no such take.";

pub(super) const CONTROL: &str = "\
It asks the app, which must be running, and prints what it is doing then. Asking for what is so
already is no error. A desktop without global hotkeys can call `aloud toggle` from a key of its
own.

Exit codes: 0 done; 1 the app is not running or does not answer; 2 there is no such profile; as of
`aloud listen` what keeps the app from listening.";

pub(super) const TRANSLATE: &str = "\
Examples:
  aloud translate                  translate from now on, or no longer
  aloud translate --to de          into German
  aloud translate off              as it was before

It asks the app, which must be running, and is the same switch as in its window and its tray. It
changes the current profile, and holds for what is begun from now on. `aloud status` says what the
profile does.

Exit codes: 0 done, 1 failed or not running, 2 the model cannot write this language.";

pub(super) const CAPTIONS: &str = "\
Examples:
  aloud captions                     stop them if they run, else start them
  aloud captions start --profile dictate-and-translate
  aloud captions stop

It asks the app, which must be running. Captions run beside any dictation, which goes first, until
they are stopped; what they hear is written nowhere. `aloud listen --system` prints them without
the app.

Exit codes: 0 done; 1 the app is not running or does not answer; 2 there is no such profile.";

pub(super) const OVERLAY: &str = "\
Examples:
  aloud overlay                      hide it if it is shown, else show it
  aloud overlay edit                 move it: arrow keys, Shift and arrows to stretch, Escape to end

It asks the app, which must be running. It is the same choice as in the settings of the window. The
overlay is seen as long as there are words. Captions that begin by `aloud captions` show it.

Exit codes: 0 done; 1 failed, or the app is not running or does not answer.";

pub(super) const STATUS: &str = "\
Examples:
  aloud status                       listening · dictate · Built-in mic
  aloud status --follow --json       for a status bar: a line now and after each change

With --json each line is an object:
{\"type\":\"status\",\"state\":\"listening\",\"take\":3,\"profile\":\"dictate\",…}
where state is idle, preparing, listening or finishing, or not_running when there is no app.

Exit codes: 0 done, or with --follow the app has ended; 1 the app is not running or does not
answer.";

pub(super) const BENCH: &str = "\
Examples:
  aloud bench                                      the model that is used, 22 s of English
  aloud bench --model whisper-base --model tiny.gguf    which one suits this machine?
  aloud bench talk.flac --language de --runs 3     talk.txt has what is said

Recordings are spoken in real time into what `aloud listen` uses, and each is given to the model
as a whole beside it. Leave the machine alone meanwhile.

With --json, one a line for each recording, and one with \"recording\":null for all together:
{\"type\":\"bench\",\"model\":\"…\",\"recording\":\"talk.flac\",\"runs\":3,\"words\":274,…}

Exit codes: 0 done; 1 failed, or a recording or its text is missing; 2 usage or language;
3 no model.";

pub(super) const DOCTOR: &str = "\
Each line is one thing that dictation needs: `ok`, `warning` (it works with less comfort) or
`failed`, with what to do. It prints no text, no audio, and nothing from the clipboard.

With --json, one a line, and one more at the end:
{\"type\":\"check\",\"check\":\"model\",\"state\":\"ok\",\"found\":\"…\",\"remedy\":null}
{\"type\":\"doctor\",\"ready\":true}

Exit codes: 0 dictation can work, 1 it cannot.";
