//! The writing half of a take: what the recogniser said → what was said → what is delivered.

use super::showing::Showing;
use crate::assemble::Assembler;
use crate::audio::ms;
use crate::clock::Moment;
use crate::deliver::Edit;
use crate::deliver::joint::Joint;
use crate::event::{Event, Final, Suppression, TakeId};
use crate::evidence::{self, Context, Heard, Verdict};
use crate::recognise::context::tail;
use crate::recognise::worker::{Outcome, Partial, Said, Translated};
use crate::recognise::{Failure, Hypothesis};
use crate::segment::Phrase;
use crate::settings::{Profile, Task};

/// Everything that writes one take.
pub(super) struct Writing {
    take: TakeId,
    begun: Moment,
    profile: Profile,
    dictation: bool,
    assembler: Assembler,
    translation: Assembler,
    showing: Showing,
    /// How many pieces were written.
    written: u32,
    /// Whether it was said that another language is spoken than is expected.
    foreign: bool,
    fate: Fate,
}

/// How well it goes; only ever gets worse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fate {
    /// All is well.
    #[default]
    Whole,
    /// The model broke off somewhere.
    Partial,
    /// Something could not be recognised or delivered.
    Failed,
}

/// What came of a piece.
#[derive(Default)]
pub(super) struct Written {
    pub(super) events: Vec<Event>,
    pub(super) edit: Option<Edit>,
    /// Whether it is said that another language is spoken than is expected.
    pub(super) foreign: bool,
    /// Why there is no text.
    pub(super) failure: Option<Failure>,
}

impl Writing {
    /// Of a take that began at that moment.
    pub(super) fn new(take: TakeId, begun: Moment, profile: Profile, dictation: bool) -> Self {
        let assembler = Assembler::new(&profile.vocabulary);
        let translation = Assembler::new(&[]);
        Self {
            take,
            begun,
            profile,
            dictation,
            assembler,
            translation,
            showing: Showing::default(),
            written: 0,
            foreign: false,
            fate: Fate::Whole,
        }
    }

    /// Takes in what is being said, and says what is to be shown of it.
    pub(super) fn show(&mut self, partial: &Partial) -> Option<Event> {
        let Partial { piece, phrase, said, context: told, .. } = partial;
        if *piece < self.written || !self.profile.live_text {
            return None;
        }
        match said {
            Said::Live(live) => self.showing.live(*piece, live),
            Said::Hypothesis { hypothesis, cut } => {
                let verdict =
                    self.judge(&hypothesis.text, std::slice::from_ref(phrase), told.as_deref());
                let text = kept(verdict)?;
                let language = self.language(hypothesis);
                let text = self.assembler.preview(&text, language.as_deref());
                self.showing.hypothesis(*piece, &text, *cut);
            }
        };
        self.showing.news(self.take, ms(phrase.audio.end))
    }

    /// Whether this is what came of the piece behind what is written.
    pub(super) fn is_next(&self, outcome: &Outcome) -> bool {
        outcome.job.piece == self.written
    }

    /// Takes in what came of a piece whose last speech arrived at `spoken`.
    pub(super) fn write(&mut self, outcome: &Outcome, spoken: Moment, now: Moment) -> Written {
        let mut written = Written::default();
        self.written = outcome.job.piece + 1;
        match &outcome.text {
            Ok(hypothesis) => {
                if hypothesis.broken_off.is_some() {
                    self.worse(Fate::Partial);
                }
                self.text_of(outcome, hypothesis, (spoken, now), &mut written);
            }
            Err(failure) => {
                self.worse(Fate::Failed);
                written.failure = Some(failure.clone());
            }
        }
        written
    }

    /// Something went wrong that the recogniser does not know of.
    pub(super) fn worse(&mut self, fate: Fate) {
        self.fate = self.fate.max(fate);
    }

    pub(super) fn fate(&self) -> Fate {
        self.fate
    }

    /// Everything that was written, as it was delivered.
    pub(super) fn text(&self) -> &str {
        self.assembler.text()
    }

    /// The translation beside it, if one was wanted.
    pub(super) fn translation(&self) -> Option<&str> {
        let wanted = matches!(self.profile.task, Task::Translate { both: true, .. });
        wanted.then(|| self.translation.text())
    }

    fn text_of(
        &mut self,
        outcome: &Outcome,
        hypothesis: &Hypothesis,
        times: (Moment, Moment),
        written: &mut Written,
    ) {
        let piece = outcome.job.piece;
        let told = outcome.job.order.request.context.as_deref();
        let verdict = self.judge(&hypothesis.text, &outcome.job.phrases, told);
        written.events.extend(self.suppressed(piece, &verdict));
        let Some(text) = kept(verdict) else { return };
        let language = self.language(hypothesis);
        let joint = self.joint(language.as_ref());
        let edit = self.assembler.push(&text, language.as_deref());
        let (spoken, now) = times;
        let (first, last) = ends(&outcome.job.phrases);
        written.events.push(Event::Final(Final {
            take: self.take,
            piece,
            text: edit.trim().to_owned(),
            language,
            start_ms: ms(first.speech.start),
            end_ms: ms(last.speech.end),
            latency_ms: now.since(spoken).as_millis() as u64,
            decode_ms: outcome.decode.as_millis() as u64,
            cause: last.cause,
            partial: hypothesis.broken_off.is_some(),
        }));
        let foreign = self.foreign(hypothesis);
        written.foreign = foreign.is_some();
        written.events.extend(foreign);
        let output = self.profile.output;
        written.edit = Some(Edit { take: self.take, piece, text: edit, output, joint });
    }

    /// What is to be said, once a take, of a language that nobody expects.
    fn foreign(&mut self, hypothesis: &Hypothesis) -> Option<Event> {
        let notice = Event::foreign(self.take, hypothesis, &self.profile.language)?;
        (!std::mem::replace(&mut self.foreign, true)).then_some(notice)
    }

    /// How the next text joins what stands at the cursor.
    fn joint(&self, language: Option<&String>) -> Joint {
        if self.assembler.text().is_empty() {
            Joint::Begins { at: self.begun, language: language.cloned() }
        } else {
            Joint::Inside
        }
    }

    /// Whether anybody said this text in these phrases, or the model only what it was `told` of
    /// what was said before.
    fn judge(&self, text: &str, phrases: &[Phrase], told: Option<&str>) -> Verdict {
        let context = Context {
            prompt: match &self.profile.task {
                Task::Instruct { prompt } => Some(prompt),
                Task::Transcribe | Task::Translate { .. } => told.map(tail),
            },
            vocabulary: &self.profile.vocabulary,
            dictation: self.dictation,
        };
        evidence::judge(text, &Heard::of(phrases), &context)
    }

    /// What is to be said of a verdict. Words that were shown must go, even where the model
    /// itself took them back.
    fn suppressed(&self, piece: u32, verdict: &Verdict) -> Option<Event> {
        let reason = match verdict {
            Verdict::Cleaned { reason, .. } | Verdict::Drop(reason) => *reason,
            Verdict::Keep(text) if text.is_empty() && self.showing.shows(piece) => {
                Suppression::NoEvidence
            }
            Verdict::Keep(_) => return None,
        };
        Some(Event::Suppressed { take: self.take, piece, reason })
    }

    /// Takes in the translation of a piece that was written.
    pub(super) fn translate(&mut self, translated: &Translated) -> Written {
        let mut written = Written::default();
        let Task::Translate { target, both: true } = self.profile.task.clone() else {
            return written;
        };
        let Translated { job, text } = translated;
        match text {
            Ok(hypothesis) => {
                let partial = hypothesis.broken_off.is_some();
                if partial {
                    self.worse(Fate::Partial);
                }
                let told = job.order.request.context.as_deref();
                let Some(text) = kept(self.judge(&hypothesis.text, &job.phrases, told)) else {
                    return written;
                };
                let text = self.translation.push(&text, Some(&target)).trim().to_owned();
                let (take, piece) = (self.take, job.piece);
                written.events.push(Event::Translation { take, piece, text, target, partial });
            }
            Err(failure) => {
                self.worse(Fate::Failed);
                written.failure = Some(failure.clone());
            }
        }
        written
    }

    /// The language of the text: of a translation that is the target.
    fn language(&self, hypothesis: &Hypothesis) -> Option<String> {
        match &self.profile.task {
            Task::Translate { target, both: false } => Some(target.clone()),
            Task::Transcribe | Task::Translate { .. } | Task::Instruct { .. } => {
                hypothesis.language.clone()
            }
        }
    }
}

/// What is left of a text.
fn kept(verdict: Verdict) -> Option<String> {
    match verdict {
        Verdict::Keep(text) | Verdict::Cleaned { text, .. } => Some(text),
        Verdict::Drop(_) => None,
    }
    .filter(|text| !text.is_empty())
}

/// The first and the last phrase of a piece; a piece is never empty.
pub(super) fn ends(phrases: &[Phrase]) -> (&Phrase, &Phrase) {
    (phrases.first().expect("a piece has a phrase"), phrases.last().expect("a piece has a phrase"))
}
