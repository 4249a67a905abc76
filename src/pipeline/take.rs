//! One take from its start until its last word is delivered.

mod behind;
mod keeping;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use self::keeping::journal;
use super::Tools;
use super::hearing::{Heard, Hearing};
use super::writing::{Fate, Writing, Written, ends};
use crate::audio::{Span, ms, samples};
use crate::clock::Moment;
use crate::command::{Lane, SourceSpec, Start};
use crate::deliver::{Edit, Outcome as Delivery, Report};
use crate::error::Error;
use crate::event::{Cause, Done, Event, TakeId};
use crate::journal::{Ending, Journal, Syncer};
use crate::recognise::board::Order;
use crate::recognise::worker::{Outcome, Partial, Translated};
use crate::recognise::{Capabilities, Failure, Request};
use crate::segment::{Phrase, Policy};
use crate::settings::{Delivery as When, Output};

/// People let go of the key before their last sound has ended (measured 20–80 ms); this much
/// more is heard at most.
pub(super) const TAIL: u64 = samples(250);

/// A tail that the source never gives is not waited for much longer than it would last.
const TAIL_PATIENCE: Duration = Duration::from_millis(400);

/// A source that could run ahead of the recogniser waits when so much of it is in memory.
const AHEAD: u64 = samples(60_000);

/// See the module.
pub(super) struct Take {
    pub(super) id: TakeId,
    pub(super) source: SourceSpec,
    lane: Lane,
    output: Output,
    when: When,
    journal: Arc<Journal>,
    hearing: Hearing,
    phase: Phase,
    request: Request,
    text: Text,
    writing: Writing,
    /// Samples of phrases that were given to the recogniser, and came back from it.
    posted: u64,
    recognised: u64,
    /// Edits that wait until no key is held or the take is over, and those that are on their way.
    held: Vec<Edit>,
    delivering: Vec<Edit>,
    dropped_frames: u64,
    /// Ends of the phrases that wait or are recognised now.
    waiting: VecDeque<u64>,
    /// What came of pieces before that of an older one was here.
    early: Vec<Outcome>,
    /// Pieces that have their text and not their translation, in order.
    untranslated: VecDeque<Untranslated>,
    /// Seconds that the text is behind, as last told.
    behind: u64,
}

/// What of a take is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// It is heard.
    Heard,
    /// It was stopped in the middle of a sound; so much more is heard.
    Tail { left: u64, until: Moment },
    /// Nothing more is heard.
    Over,
}

/// A piece whose translation is to come.
#[derive(Clone, Copy, Debug)]
struct Untranslated {
    piece: u32,
    audio: Span,
    /// Whether its text was written. What nobody said needs no translation.
    written: bool,
}

/// Whether a take becomes text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Text {
    Wanted,
    /// The model cannot do what is asked, and was not asked to.
    Refused,
}

impl Take {
    /// A take that begins now. When the disk takes nothing it is kept in memory, and the reason
    /// comes back with it.
    pub(super) fn begin(
        id: TakeId,
        start: Start,
        tools: &Tools,
        syncer: Option<&Syncer>,
    ) -> (Self, Option<Error>) {
        let (journal, trouble) = journal(id, &start, tools, syncer);
        let journal = Arc::new(journal);
        let Start { lane, source, profile } = start;
        let request = Request::of(&profile);
        let live = profile.live_text;
        let audio = Arc::clone(&journal);
        tools.board.begin(Order { take: id, lane, audio, request: request.clone(), live });
        let detector = (tools.detector)();
        let take = Self {
            id,
            source,
            lane,
            output: profile.output,
            when: profile.delivery,
            hearing: Hearing::new(Arc::clone(&journal), detector, policy(lane, tools)),
            journal,
            phase: Phase::Heard,
            request,
            text: Text::Wanted,
            writing: Writing::new(id, tools.clock.now(), profile, lane == Lane::Dictation),
            posted: 0,
            recognised: 0,
            held: Vec::new(),
            delivering: Vec::new(),
            dropped_frames: 0,
            waiting: VecDeque::new(),
            early: Vec::new(),
            untranslated: VecDeque::new(),
            behind: 0,
        };
        (take, trouble)
    }

    pub(super) fn phase(&self) -> Phase {
        self.phase
    }

    /// Takes in what was heard. What is beyond the end of a tail is not taken.
    pub(super) fn hear(&mut self, sound: &[f32], live: bool, tools: &Tools, now: Moment) -> Heard {
        let wanted = match &mut self.phase {
            Phase::Heard => sound.len(),
            Phase::Tail { left, .. } => (*left as usize).min(sound.len()),
            Phase::Over => 0,
        };
        // What the machine plays need not wake up: it may well be silent now.
        let wakes = live && self.source != SourceSpec::System;
        let mut heard = self.hearing.hear(&sound[..wanted], wakes, now);
        self.post(std::mem::take(&mut heard.phrases), tools, now);
        if let Phase::Tail { left, .. } = &mut self.phase {
            *left -= wanted as u64;
        }
        self.forget();
        if self.lane == Lane::Captions {
            // A meter shows the microphone.
            heard.reading = None;
            self.shed(tools);
        }
        if live && wanted > 0 {
            self.look_ahead(tools);
            self.tell_backlog(tools);
        }
        heard
    }

    /// Its source has sounded before.
    pub(super) fn begin_awake(&mut self) {
        self.hearing.begin_awake();
    }

    /// Stops hearing; a sound that is just being made is heard to its end.
    pub(super) fn close(&mut self, live: bool, tools: &Tools, now: Moment) {
        if live && self.phase == Phase::Heard && self.hearing.is_speaking() {
            self.phase = Phase::Tail { left: TAIL, until: now + TAIL_PATIENCE };
            self.look_ahead(tools);
        } else {
            self.end(Cause::Stop, tools, now);
        }
    }

    /// Ends a tail that is through, fell silent, or does not come.
    pub(super) fn end_spent_tail(&mut self, tools: &Tools, now: Moment) {
        if let Phase::Tail { left, until } = self.phase
            && (left == 0 || now >= until || !self.hearing.is_speaking())
        {
            self.end(Cause::Stop, tools, now);
        }
    }

    /// Its device is gone for a while.
    pub(super) fn interrupt(&mut self, tools: &Tools, now: Moment) {
        let phrases = self.hearing.interrupt();
        self.post(phrases, tools, now);
    }

    /// Hears nothing more.
    pub(super) fn end(&mut self, cause: Cause, tools: &Tools, now: Moment) {
        if self.phase == Phase::Over {
            return;
        }
        self.phase = Phase::Over;
        let (phrases, trouble) = self.hearing.end(cause);
        self.post(phrases, tools, now);
        tools.board.listen(self.id, None);
        if let Some(error) = trouble {
            tools.bus.notice(Some(self.id), error.kind().code(), error.to_string());
        }
    }

    /// A model is there. If it cannot do what is still to be done here, the take is heard to its
    /// end and kept: text that is wrong throughout helps nobody.
    pub(super) fn check(&mut self, able: &Capabilities, tools: &Tools) {
        let open = self.phase != Phase::Over || self.is_awaited() || !self.untranslated.is_empty();
        if let (true, Text::Wanted, Err(error)) = (open, self.text, self.request.check(able)) {
            self.text = Text::Refused;
            self.posted = self.recognised;
            self.waiting.clear();
            self.early.clear();
            self.untranslated.clear();
            tools.board.discard(self.id);
            self.writing.worse(Fate::Failed);
            self.tell_failure(&error, tools);
        }
    }

    /// Whether there is speech that has no text yet.
    pub(super) fn is_awaited(&self) -> bool {
        self.posted > self.recognised
    }

    /// Whether the source should wait until more is recognised.
    pub(super) fn is_ahead(&self) -> bool {
        let awaited = self.is_awaited() || !self.untranslated.is_empty();
        awaited && self.journal.loose() > AHEAD
    }

    /// Notes how many frames the source lost.
    pub(super) fn lost_frames(&mut self, count: u64) {
        self.dropped_frames = count;
    }

    /// Takes in what came of a piece. One that was decoded before its end may be here before an
    /// older one, which is still on its way from the recogniser.
    pub(super) fn recognised(&mut self, outcome: Outcome, tools: &Tools, now: Moment) {
        self.early.push(outcome);
        while let Some(at) = self.early.iter().position(|early| self.writing.is_next(early)) {
            let outcome = self.early.swap_remove(at);
            self.write(&outcome, tools, now);
        }
    }

    fn write(&mut self, outcome: &Outcome, tools: &Tools, now: Moment) {
        self.recognised += outcome.job.phrases.iter().map(|p| p.audio.len()).sum::<u64>();
        let (first, last) = ends(&outcome.job.phrases);
        let audio = Span::new(first.audio.start, last.audio.end);
        self.waiting.retain(|end| *end > audio.end);
        let spoken = self.hearing.arrival(last.speech.end).unwrap_or(now);
        let written = self.writing.write(outcome, spoken, now);
        if outcome.awaits_translation() {
            let (piece, written) = (outcome.job.piece, written.edit.is_some());
            self.untranslated.push_back(Untranslated { piece, audio, written });
        }
        if written.foreign {
            tools.board.hush(self.id);
        }
        self.tell(written, tools);
        self.let_audio_go(audio.end);
        if self.behind > 0 {
            self.tell_backlog(tools);
        }
    }

    /// Takes in the translation of a piece that has its text.
    pub(super) fn translated(&mut self, translated: &Translated, tools: &Tools) {
        let Some(next) = self.untranslated.pop_front_if(|next| next.piece == translated.job.piece)
        else {
            return;
        };
        if next.written {
            let written = self.writing.translate(translated);
            self.tell(written, tools);
        }
        self.let_audio_go(next.audio.end);
    }

    fn tell(&mut self, written: Written, tools: &Tools) {
        for event in written.events {
            tools.bus.publish(&event);
        }
        if let Some(failure) = written.failure {
            self.failed(&failure, tools);
        }
        self.held.extend(written.edit);
    }

    /// Shows what is being said.
    pub(super) fn show(&mut self, partial: &Partial, tools: &Tools) {
        if let Some(event) = self.writing.show(partial) {
            tools.bus.publish(&event);
        }
    }

    /// Sends out what was held back, if its time has come.
    pub(super) fn let_go(&mut self, tools: &Tools) {
        let wanted = match self.when {
            When::Phrases => true,
            When::AtTheEnd => self.phase == Phase::Over && self.recognised == self.posted,
        };
        if wanted && !self.held.is_empty() {
            self.delivering.extend_from_slice(&self.held);
            tools.courier.submit_all(self.held.drain(..));
        }
    }

    /// Edits that are on their way.
    pub(super) fn delivering(&self) -> usize {
        self.delivering.len()
    }

    /// Whether held keys would turn the text into shortcuts.
    pub(super) fn minds_held_keys(&self) -> bool {
        matches!(self.output, Output::Type | Output::Paste)
    }

    /// Takes in what became of edits.
    pub(super) fn reported(&mut self, report: Report, tools: &Tools) {
        let through: Vec<Edit> =
            self.delivering.extract_if(.., |edit| report.pieces.contains(&edit.piece)).collect();
        match report.outcome {
            Delivery::Delivered => self.mark(through),
            Delivery::OnClipboard { why } => {
                let message = format!("the text is on the clipboard, because: {why}");
                tools.bus.notice(Some(self.id), "on_clipboard", message);
                self.mark(through);
            }
            Delivery::Failed { why } => {
                self.writing.worse(Fate::Failed);
                tools.bus.notice(Some(self.id), why.kind().code(), why.to_string());
            }
            Delivery::Dropped => self.writing.worse(Fate::Failed),
        }
    }

    /// Whether everything was heard, recognised and delivered.
    pub(super) fn is_through(&self) -> bool {
        self.phase == Phase::Over
            && self.recognised == self.posted
            && self.untranslated.is_empty()
            && self.held.is_empty()
            && self.delivering.is_empty()
    }

    /// Says that it is done, and lets its audio go if all is well.
    pub(super) fn finish(self, tools: &Tools) {
        tools.board.discard(self.id);
        let fate = self.writing.fate();
        self.end_journal(match fate {
            Fate::Whole => Ending::Delivered,
            Fate::Partial => Ending::Partial,
            Fate::Failed => Ending::Failed,
        });
        tools.bus.publish(&Event::Done(Done {
            take: self.id,
            file: match &self.source {
                SourceSpec::File { path, .. } => Some(path.clone()),
                SourceSpec::Microphone { .. } | SourceSpec::System | SourceSpec::Take { .. } => {
                    None
                }
            },
            text: self.writing.text().to_owned(),
            translation: self.writing.translation().map(ToOwned::to_owned),
            audio_ms: ms(self.hearing.samples()),
            dropped_frames: self.dropped_frames,
            partial: fate != Fate::Whole,
        }));
    }

    /// Ends it without another word; its audio is kept for a day.
    pub(super) fn cancel(self) {
        self.end_journal(Ending::Cancelled);
    }

    fn post(&mut self, phrases: Vec<Phrase>, tools: &Tools, now: Moment) {
        if !phrases.is_empty() && self.text == Text::Wanted {
            self.posted += phrases.iter().map(|phrase| phrase.audio.len()).sum::<u64>();
            self.waiting.extend(phrases.iter().map(|phrase| phrase.audio.end));
            if let Some(outcome) = tools.board.post(self.id, phrases) {
                self.recognised(*outcome, tools, now);
            }
        }
    }

    /// Lets the recogniser know what is being spoken.
    fn look_ahead(&self, tools: &Tools) {
        let ending = self.phase != Phase::Heard;
        let open = if self.text == Text::Wanted { self.hearing.open(ending) } else { None };
        tools.board.listen(self.id, open);
    }

    /// What is only in memory up to here goes, unless it is still to be translated.
    fn let_audio_go(&mut self, until: u64) {
        let kept_from = self.untranslated.front().map_or(until, |next| next.audio.start);
        self.journal.forget(until.min(kept_from));
        self.forget();
    }

    /// What is only in memory goes when nothing can ask for it any more. With nothing under way
    /// that is all that belongs to no phrase.
    fn forget(&mut self) {
        if self.posted == self.recognised && self.untranslated.is_empty() {
            let settled = self.hearing.settled();
            self.journal.forget(settled);
            self.hearing.forget_arrivals(settled);
        }
    }

    fn failed(&mut self, failure: &Failure, tools: &Tools) {
        let error = Error::Recogniser { problem: failure.to_string() };
        self.tell_failure(&error, tools);
    }

    fn tell_failure(&self, error: &Error, tools: &Tools) {
        let message = match self.lane {
            Lane::Dictation => format!("{error}; the audio is kept, see `aloud takes list`"),
            Lane::Captions => error.to_string(),
        };
        tools.bus.notice(Some(self.id), error.kind().code(), message);
    }
}

/// Where phrases of this lane end.
fn policy(lane: Lane, tools: &Tools) -> Policy {
    let longest = tools.board.longest();
    match lane {
        Lane::Dictation => Policy::dictation(longest),
        Lane::Captions => Policy::captions(longest),
    }
}
