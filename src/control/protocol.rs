//! What goes over the socket. Pure.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::{Error, Result};
use crate::event::{State, TakeId};
use crate::settings::{Server, Task, Translate};

/// No line is longer, in either direction.
pub(super) const LONGEST_LINE: usize = 64 * 1024;

/// How much of a complaint about a line is sent back: it may quote the line.
const LONGEST_COMPLAINT: usize = 300;

/// A wish, as one line: `{"type":"toggle","profile":"dictate"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Ask {
    /// Stop if a take is heard, else start one. A take of another profile than the one that is
    /// named makes way for it.
    Toggle {
        /// The profile to start; none for the current one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        profile: Option<String>,
    },
    /// Start a take, unless one is heard.
    Start {
        /// The profile to start; none for the current one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        profile: Option<String>,
    },
    /// End the take that is heard; what was said is still written.
    Stop {
        /// Only if it is a take of this profile.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        profile: Option<String>,
    },
    /// Drop the take that is heard or finishing.
    Cancel {
        /// Only if it is a take of this profile.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        profile: Option<String>,
    },
    /// Caption what the machine plays, beside any dictation.
    Captions {
        /// What is to become of them.
        wish: Wish,
        /// The profile that says what to make of it; none for the current one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        profile: Option<String>,
    },
    /// Switch the current profile between its task and a translation.
    Translate {
        /// What is to become of it.
        #[serde(flatten)]
        wish: Translate,
    },
    /// Show the window over all others, or take it away.
    Overlay {
        /// What is to become of it.
        wish: OverlayWish,
    },
    /// These are the servers that may recognise, in place of those that were known.
    Servers {
        /// All of them.
        servers: Vec<Server>,
    },
    /// Say how things stand.
    Status {
        /// And say it again whenever that changes, until one of the two goes away.
        #[serde(default)]
        follow: bool,
    },
    /// Show the window.
    Show,
    /// End the app.
    Quit,
}

/// What is to become of captions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// They are to run.
    Start,
    /// They are to end.
    Stop,
    /// The other of the two.
    Toggle,
}

/// What is to become of the overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverlayWish {
    /// It is to be there.
    Show,
    /// There is to be none.
    Hide,
    /// The other of the two.
    Toggle,
    /// Somebody wants to move it.
    Edit,
}

/// What comes back, as one line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    /// It is done, and this is how things stand.
    Status(Status),
    /// It is not done.
    Refused {
        /// Stable, to branch on: that of an [`ErrorKind`](crate::error::ErrorKind).
        code: String,
        /// A sentence: what failed, what to do.
        message: String,
    },
}

/// How things stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// What the newest take does; idle when there is none.
    pub state: State,
    /// That take.
    pub take: Option<TakeId>,
    /// What captions of what the machine plays do, beside that take.
    pub captions: State,
    /// Whether words are shown over all windows.
    #[serde(default)]
    pub overlay: bool,
    /// Name of its profile, or of the one that would be started.
    pub profile: String,
    /// What that profile makes of speech.
    pub task: Task,
    /// The microphone that is or would be heard; none when the system chooses it.
    pub microphone: Option<String>,
    /// What recognises.
    pub model: ModelStatus,
}

/// See [`Status::model`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ModelStatus {
    /// It is being loaded.
    Loading {
        /// Its name, once it is known.
        name: Option<String>,
    },
    /// It recognises.
    Ready {
        /// Its name.
        name: String,
        /// Whom what is said goes to, where it is a server.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        remote: Option<String>,
    },
    /// There is none that works.
    Failed {
        /// Stable, to branch on.
        code: String,
        /// A sentence: what is wrong, with which file, what to do.
        message: String,
    },
}

impl Ask {
    /// Reads a line.
    pub(super) fn parse(line: &[u8]) -> Result<Self> {
        serde_json::from_slice(line).map_err(|error| {
            let complaint: String = error.to_string().chars().take(LONGEST_COMPLAINT).collect();
            Error::Usage(format!("this is nothing that Aloud can be asked: {complaint}"))
        })
    }
}

impl Answer {
    /// Reads a line; none for bytes that are no answer.
    pub(super) fn parse(line: &[u8]) -> Option<Self> {
        serde_json::from_slice(line).ok()
    }
}

impl From<Error> for Answer {
    fn from(error: Error) -> Self {
        Self::Refused { code: error.kind().code().to_owned(), message: error.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::error::ErrorKind;

    fn profile() -> impl Strategy<Value = Option<String>> {
        prop::option::of(any::<String>())
    }

    fn wishes() -> impl Strategy<Value = Translate> {
        prop_oneof![
            profile().prop_map(|target| Translate::On { target }),
            Just(Translate::Off),
            Just(Translate::Toggle),
        ]
    }

    fn asks() -> impl Strategy<Value = Ask> {
        prop_oneof![
            profile().prop_map(|profile| Ask::Toggle { profile }),
            profile().prop_map(|profile| Ask::Start { profile }),
            profile().prop_map(|profile| Ask::Stop { profile }),
            profile().prop_map(|profile| Ask::Cancel { profile }),
            (prop::sample::select(vec![Wish::Start, Wish::Stop, Wish::Toggle]), profile())
                .prop_map(|(wish, profile)| Ask::Captions { wish, profile }),
            wishes().prop_map(|wish| Ask::Translate { wish }),
            prop::sample::select(vec![
                OverlayWish::Show,
                OverlayWish::Hide,
                OverlayWish::Toggle,
                OverlayWish::Edit,
            ])
            .prop_map(|wish| Ask::Overlay { wish }),
            any::<[String; 2]>().prop_map(|[name, url]| Ask::Servers {
                servers: vec![Server { name, url, ..Server::default() }],
            }),
            any::<bool>().prop_map(|follow| Ask::Status { follow }),
            Just(Ask::Show),
            Just(Ask::Quit),
        ]
    }

    fn models() -> impl Strategy<Value = ModelStatus> {
        prop_oneof![
            prop::option::of(any::<String>()).prop_map(|name| ModelStatus::Loading { name }),
            (any::<String>(), profile())
                .prop_map(|(name, remote)| ModelStatus::Ready { name, remote }),
            any::<[String; 2]>().prop_map(|[code, message]| ModelStatus::Failed { code, message }),
        ]
    }

    fn tasks() -> impl Strategy<Value = Task> {
        prop_oneof![
            Just(Task::Transcribe),
            any::<(String, bool)>().prop_map(|(target, both)| Task::Translate { target, both }),
            any::<String>().prop_map(|prompt| Task::Instruct { prompt }),
        ]
    }

    prop_compose! {
        fn statuses()(
            state in prop::sample::select(vec![
                State::Idle, State::Preparing, State::Listening, State::Finishing,
            ]),
            take in prop::option::of(any::<u64>()),
            (profile, microphone) in (any::<String>(), prop::option::of(any::<String>())),
            (task, model) in (tasks(), models()),
        ) -> Status {
            Status {
                state,
                take: take.map(TakeId),
                captions: state,
                overlay: take.is_some(),
                profile,
                task,
                microphone,
                model,
            }
        }
    }

    proptest! {
        #[test]
        fn a_wish_arrives_as_it_was_sent_on_one_line(ask in asks()) {
            let line = serde_json::to_vec(&ask).unwrap();
            prop_assert!(!line.contains(&b'\n'));
            prop_assert_eq!(Ask::parse(&line).unwrap(), ask);
        }

        #[test]
        fn an_answer_arrives_as_it_was_sent_on_one_line(status in statuses()) {
            let answer = Answer::Status(status);
            let line = serde_json::to_vec(&answer).unwrap();
            prop_assert!(!line.contains(&b'\n'));
            prop_assert_eq!(Answer::parse(&line), Some(answer));
        }

        #[test]
        fn any_bytes_are_read_or_refused(line in prop::collection::vec(any::<u8>(), 0..400)) {
            if let Err(error) = Ask::parse(&line) {
                prop_assert_eq!(error.kind(), ErrorKind::Usage);
                prop_assert!(error.to_string().len() < 5 * LONGEST_COMPLAINT);
            }
            let _ = Answer::parse(&line);
        }

        #[test]
        fn any_object_is_read_or_refused(kind in any::<String>(), value in any::<String>()) {
            let line = serde_json::json!({ "type": kind, "profile": value }).to_string();
            prop_assert!(Ask::parse(line.as_bytes()).is_err());
        }
    }

    fn status() -> Status {
        Status {
            state: State::Listening,
            take: Some(TakeId(3)),
            captions: State::Idle,
            overlay: false,
            profile: "dictate".to_owned(),
            task: Task::Transcribe,
            microphone: Some("USB".to_owned()),
            model: ModelStatus::Ready { name: "base".to_owned(), remote: None },
        }
    }

    fn line(value: &impl Serialize) -> String {
        serde_json::to_string(value).unwrap()
    }

    #[test]
    fn the_lines_are_those_of_the_readme() {
        assert_eq!(line(&Ask::Toggle { profile: None }), r#"{"type":"toggle"}"#);
        assert_eq!(
            line(&Ask::Captions { wish: Wish::Toggle, profile: None }),
            r#"{"type":"captions","wish":"toggle"}"#
        );
        assert_eq!(
            line(&Ask::Overlay { wish: OverlayWish::Edit }),
            r#"{"type":"overlay","wish":"edit"}"#
        );
        assert_eq!(line(&Ask::Status { follow: true }), r#"{"type":"status","follow":true}"#);
        assert_eq!(
            line(&Answer::Status(status())),
            r#"{"type":"status","state":"listening","take":3,"captions":"idle","overlay":false,"profile":"dictate","task":{"kind":"transcribe"},"microphone":"USB","model":{"state":"ready","name":"base"}}"#
        );
        assert_eq!(
            line(&Answer::from(Error::Usage("No.".to_owned()))),
            r#"{"type":"refused","code":"usage","message":"No."}"#
        );
    }

    #[test]
    fn what_may_be_left_out_may_be_left_out() {
        let parse = |line: &str| Ask::parse(line.as_bytes()).unwrap();
        assert_eq!(parse(r#"{"type":"status"}"#), Ask::Status { follow: false });
        assert_eq!(parse(r#" {"new":1,"type":"start"} "#), Ask::Start { profile: None });
    }

    #[test]
    fn an_unknown_verb_is_named_with_those_there_are() {
        let message = Ask::parse(br#"{"type":"sing"}"#).unwrap_err().to_string();
        assert!(message.contains("`sing`") && message.contains("`toggle`"), "{message}");
    }

    #[test]
    fn what_nests_too_deeply_is_refused() {
        assert!(Ask::parse("[".repeat(LONGEST_LINE).as_bytes()).is_err());
    }
}
