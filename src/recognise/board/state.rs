//! What stands on the board, and who gets what. Pure but for the cancels that are called.

use std::time::Duration;

use super::entry::{Entry, Stream};
use super::{Draft, Errand, Feed, Job, Load, Order, Told, Work};
use crate::audio::{Span, samples};
use crate::clock::Moment;
use crate::command::Lane;
use crate::event::TakeId;
use crate::recognise::cancel::Cancel;
use crate::recognise::cost::Costs;
use crate::recognise::worker::{Done, Drafted, Fed, Outcome, Partial, Said};
use crate::recognise::{Capabilities, Failure, Window};
use crate::segment::{LONGEST_MS, Open, Phrase};
use crate::work::ahead::{self, Begun, Known, Look};
use crate::work::{self, Backlog, Choice};

/// What a stream is fed at once, at least: each call has its own cost, and words last longer.
const MOUTHFUL: u64 = samples(160);

/// See the module.
#[derive(Debug)]
pub(super) struct Posted {
    pub(super) entries: Vec<Entry>,
    pub(super) backlogs: Vec<Backlog>,
    /// Those of the model that is wanted; none while it is not there.
    pub(super) windows: Vec<Window>,
    ahead: Ahead,
    pub(super) stream: Option<Stream>,
    pub(super) first_costs: Vec<Duration>,
    pub(super) costs: Costs,
    /// From when on a phrase may be decoded only to be shown.
    shows_from: Moment,
    /// Whether a look has gone before the piece that waits.
    pub(super) overtaken: bool,
    pub(super) wanted: Load,
    loaded: Option<Load>,
    rest: Rest,
    pub(super) recogniser: Recogniser,
    pub(super) closed: bool,
}

/// What the model does with a phrase before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ahead {
    /// Nothing: it is not there, or is a server that gets each phrase once.
    Nothing,
    /// It decodes it as far as it is.
    Decodes,
    /// It is fed.
    Streams,
}

/// Whether the model is let go of while no take wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    /// It is there, or will be.
    Awake,
    /// It is to be let go of.
    Wanted,
    /// It is let go of.
    Asleep,
}

/// What the recogniser does.
#[derive(Debug, Default)]
pub(super) enum Recogniser {
    /// It waits, or says what came of its work.
    #[default]
    Free,
    Loading,
    Running {
        take: TakeId,
        cancel: Cancel,
        run: Run,
    },
    /// It has ended.
    Gone,
}

/// What a run is for.
#[derive(Debug)]
pub(super) enum Run {
    /// For a final, or as a part of a stream.
    Needed,
    /// For a translation, which gives way to what is more important, and to its own lane if it
    /// `yields`.
    Translation { lane: Lane, yields: bool },
    /// To see a phrase before its end.
    Draft(Drafting),
}

/// A draft under way.
#[derive(Debug)]
pub(super) struct Drafting {
    lane: Lane,
    began: Moment,
    /// What it will cost, as far as is known.
    cost: Option<Duration>,
    audio: Span,
    look: Look,
    /// The piece whose final it has become.
    became: Option<Box<(u32, Phrase)>>,
}

impl Run {
    /// Whether nobody needs what it gives.
    fn is_only_shown(&self) -> bool {
        matches!(self, Self::Draft(Drafting { became: None, .. }))
    }

    /// Whether a text of this lane that waits is more important.
    fn gives_way_to(&self, text: Lane) -> bool {
        match self {
            Self::Needed => false,
            Self::Translation { lane, yields } => text < *lane || (text == *lane && *yields),
            Self::Draft(draft) => self.is_only_shown() && text <= draft.lane,
        }
    }
}

impl Default for Posted {
    /// The first model is wanted from the beginning.
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            backlogs: Vec::new(),
            windows: Vec::new(),
            ahead: Ahead::Nothing,
            stream: None,
            first_costs: Vec::new(),
            costs: Costs::default(),
            shows_from: Moment::default(),
            overtaken: false,
            wanted: Load(1),
            loaded: None,
            rest: Rest::Awake,
            recogniser: Recogniser::Free,
            closed: false,
        }
    }
}

impl Posted {
    pub(super) fn reload(&mut self) {
        self.wanted.0 += 1;
        self.windows.clear();
        self.stream = None;
        self.rest = Rest::Awake;
    }

    /// What was not loaded yet is not let go of: somebody has just asked for it.
    pub(super) fn unload(&mut self) {
        if self.entries.is_empty() && self.loaded == Some(self.wanted) && self.rest == Rest::Awake {
            self.rest = Rest::Wanted;
        }
    }

    pub(super) fn open(&mut self, able: &Capabilities) {
        self.windows.clone_from(&able.windows);
        self.ahead = match &able.remote {
            _ if able.streaming => Ahead::Streams,
            // Each look would send the phrase once more.
            Some(away) if !away.live => Ahead::Nothing,
            Some(_) | None => Ahead::Decodes,
        };
        self.costs = Costs::new(&able.windows, &self.first_costs);
    }

    pub(super) fn open_without_model(&mut self) {
        self.windows = vec![Window { max_samples: samples(LONGEST_MS) }];
        self.ahead = Ahead::Nothing;
    }

    pub(super) fn begin(&mut self, order: Order) {
        match self.rest {
            Rest::Awake | Rest::Wanted => self.rest = Rest::Awake,
            Rest::Asleep => self.reload(),
        }
        let (take, lane) = (order.take, order.lane);
        self.backlogs.push(Backlog { take, lane, phrases: Default::default() });
        self.entries.push(Entry::new(order));
    }

    pub(super) fn discard(&mut self, take: TakeId) {
        self.entries.retain(|entry| entry.order.take != take);
        self.backlogs.retain(|backlog| backlog.take != take);
        self.stream = self.stream.filter(|stream| stream.take != take);
        self.call_off(|running, _| running == take);
    }

    pub(super) fn listen(&mut self, take: TakeId, open: Option<Open>, now: Moment) {
        if let Some(entry) = self.entry(take) {
            entry.open = open;
        }
        let Some((entry, open)) = self.speaking(Ahead::Decodes) else { return };
        if entry.order.take == take && self.is_in_the_way(entry, open, now) {
            self.call_off(|_, run| run.is_only_shown());
        }
    }

    /// Whether a look at less than all that was said, or at something less important, keeps one at
    /// all of it waiting: always in a take that was stopped, and else as long as it has most of its
    /// time before it.
    fn is_in_the_way(&self, entry: &Entry, open: &Open, now: Moment) -> bool {
        let Recogniser::Running { take, run: Run::Draft(draft), .. } = &self.recogniser else {
            return false;
        };
        let less = if *take == entry.order.take {
            draft.look == Look::Cut || draft.audio.end < open.phrase.speech.end
        } else {
            entry.order.lane < draft.lane
        };
        let window = work::window(&open.phrase, &self.windows);
        let cost = self.costs.predict(window, open.phrase.audio.len());
        let young = draft.cost.is_some_and(|cost| now.since(draft.began) < cost / 2);
        less && (open.ending || (young && ahead::is_pause(open, cost)))
    }

    pub(super) fn post(
        &mut self,
        take: TakeId,
        phrases: impl IntoIterator<Item = Phrase>,
    ) -> Option<Box<Outcome>> {
        let mut outcome = None;
        for phrase in phrases {
            outcome = self.add(take, phrase).or(outcome);
        }
        if let Some(text) = self.waiting() {
            // Nobody will want to see what it gives, and somebody waits for something else.
            self.call_off(|_, run| run.gives_way_to(text));
        }
        outcome
    }

    /// Adds a complete phrase. The decode that was begun in its last pause is its final.
    fn add(&mut self, take: TakeId, phrase: Phrase) -> Option<Box<Outcome>> {
        let entry = self.entries.iter_mut().find(|entry| entry.order.take == take)?;
        let backlog = self.backlogs.iter_mut().find(|backlog| backlog.take == take)?;
        entry.open = None;
        let (begun, ready) = (entry.begun.take(), entry.ready.take());
        let decoded = begun.filter(|begun| backlog.phrases.is_empty() && begun.is_final(&phrase));
        if decoded.is_some() {
            // It was needed, so it takes nothing of the time for what is only shown.
            self.shows_from = Moment::default();
        }
        match (decoded, ready, &mut self.recogniser) {
            (Some(_), Some(ready), _) => return Some(Box::new(entry.piece(ready, phrase))),
            // One that was called off may give less than the whole text, or none.
            (
                Some(decoded),
                None,
                Recogniser::Running { take: running, run: Run::Draft(draft), cancel },
            ) if (*running, draft.audio) == (take, decoded.audio) && !cancel.is_cancelled() => {
                draft.became = Some(Box::new((entry.next, phrase)));
                entry.next += 1;
            }
            _ => backlog.phrases.push_back(phrase),
        }
        None
    }

    /// Whether there is something to do.
    pub(super) fn is_wanted(&self, now: Moment) -> bool {
        self.waiting().is_some() || self.next_feed().is_some() || self.next_draft(now).is_some()
    }

    pub(super) fn take(&mut self, now: Moment) -> Option<Work> {
        if self.rest == Rest::Wanted {
            self.rest = Rest::Asleep;
            return Some(Work::Unload);
        }
        if self.loaded != Some(self.wanted) {
            self.loaded = Some(self.wanted);
            self.recogniser = Recogniser::Loading;
            return Some(Work::Load(self.wanted));
        }
        if self.windows.is_empty() {
            return None;
        }
        let hurried = self.hurried(now).or_else(|| self.translation());
        let needed = hurried.or_else(|| self.job().map(Errand::Piece));
        let errand = needed.or_else(|| self.feed()).or_else(|| self.draft(now))?;
        Some(Work::Run(Box::new(errand)))
    }

    fn job(&mut self) -> Option<Job> {
        let Choice { backlog, mut phrases, window } = work::choose(&self.backlogs, &self.windows)?;
        let waiting = &mut self.backlogs[backlog];
        if self.stream.is_some_and(|stream| stream.lane < waiting.lane) {
            // It would end the stream of something that is more important.
            return None;
        }
        let longest = work::longest(&self.windows);
        if let Some(first) = waiting.phrases.front().filter(|p| p.audio.len() > longest) {
            let (head, tail) = work::split(first, longest);
            waiting.phrases[0] = tail;
            waiting.phrases.push_front(head);
        }
        let stream = self.stream.take();
        let fed = stream.and_then(|stream| stream.has_heard(waiting));
        if fed.is_some() {
            phrases = 1;
        }
        let phrases = waiting.phrases.drain(..phrases).collect();
        let take = waiting.take;
        self.overtaken = false;
        let entry = self.entry(take)?;
        let order = entry.order_in(window);
        let piece = entry.next;
        entry.next += 1;
        let cancel = Cancel::default();
        self.recogniser = Recogniser::Running { take, cancel: cancel.clone(), run: Run::Needed };
        Some(Job { order, piece, phrases, fed, cancel })
    }

    /// The phrase that the model can be fed more of now, from which sample on.
    fn next_feed(&self) -> Option<(&Entry, &Phrase, u64)> {
        let (entry, open) = self.speaking(Ahead::Streams)?;
        let (take, phrase) = (entry.order.take, &open.phrase);
        if phrase.speech.is_empty() || entry.refused == Some(phrase.audio.start) {
            return None;
        }
        let heard = self.stream.filter(|s| (s.take, s.start) == (take, phrase.audio.start));
        let from = heard.map_or(phrase.audio.start, |stream| stream.fed);
        (phrase.audio.end >= from + MOUTHFUL).then_some((entry, phrase, from))
    }

    fn feed(&mut self) -> Option<Errand> {
        let (entry, phrase, from) = self.next_feed()?;
        let order = entry.order.clone();
        let (piece, phrase, cancel) = (entry.next, phrase.clone(), Cancel::default());
        let (take, lane) = (order.take, order.lane);
        self.stream = Some(Stream { take, lane, start: phrase.audio.start, fed: phrase.audio.end });
        self.recogniser = Recogniser::Running { take, cancel: cancel.clone(), run: Run::Needed };
        Some(Errand::Feed(Feed { order, piece, phrase, from, cancel }))
    }

    /// The phrase that is worth a decode now, how it is looked at, and in which window.
    pub(super) fn next_draft(&self, now: Moment) -> Option<(TakeId, Look, usize)> {
        let (entry, open) = self.speaking(Ahead::Decodes)?;
        let length = open.phrase.audio.len();
        let window = work::window(&open.phrase, &self.windows);
        let smallest = work::smallest(length, &self.windows);
        let look = ahead::look(&Known {
            open,
            begun: entry.begun,
            whole: self.costs.predict(window, length),
            cut: self.costs.predict(smallest, length),
            longest: work::longest(&self.windows),
            live: entry.order.live,
            cheaper: smallest != window,
            due: (now >= self.shows_from).then(|| now.since(self.shows_from)),
        })?;
        let window = if look == Look::Whole { window } else { smallest };
        Some((entry.order.take, look, window))
    }

    pub(super) fn draft(&mut self, now: Moment) -> Option<Errand> {
        let (take, look, window) = self.next_draft(now)?;
        let entry = self.entries.iter_mut().find(|entry| entry.order.take == take)?;
        let phrase = entry.open.as_ref()?.phrase.clone();
        let audio = phrase.audio;
        let cost = self.costs.predict(window, audio.len());
        (entry.begun, entry.ready) = (Some(Begun { audio, look }), None);
        let mut order = entry.order_in(window);
        let lane = order.lane;
        order.request.draft = look == Look::Cut;
        let (piece, cancel) = (entry.next, Cancel::default());
        self.shows_from = now + ahead::period(cost.unwrap_or_default());
        let run = Run::Draft(Drafting { lane, began: now, cost, audio, look, became: None });
        self.recogniser = Recogniser::Running { take, cancel: cancel.clone(), run };
        Some(Errand::Draft(Draft { order, piece, phrase, look, cancel }))
    }

    /// The most important take in which somebody speaks, if the model does this.
    pub(super) fn speaking(&self, ahead: Ahead) -> Option<(&Entry, &Open)> {
        let entries = self.entries.iter().filter(|_| self.ahead == ahead);
        let open = entries.filter_map(|entry| Some((entry, entry.open.as_ref()?)));
        open.min_by_key(|(entry, _)| entry.order.lane)
    }

    pub(super) fn done(&mut self, done: Done) -> Option<Told> {
        let was = std::mem::take(&mut self.recogniser);
        match done {
            Done::Piece(outcome) => {
                self.learn(&outcome);
                if let Some(entry) = self.entry(outcome.job.order.take) {
                    entry.follow(&outcome);
                }
                Some(Told::Final(Box::new(outcome)))
            }
            Done::Translated(translated) => self.translated(translated),
            Done::Drafted(drafted) => self.drafted(drafted, was),
            Done::Fed(fed) => self.fed(fed),
        }
    }

    fn learn(&mut self, outcome: &Outcome) {
        // What was fed before cost only its last part now.
        if outcome.text.is_ok() && outcome.job.fed.is_none() {
            let audio = work::spans(&outcome.job.phrases).iter().map(|span| span.len()).sum();
            self.costs.learn(outcome.job.order.request.window, audio, outcome.decode);
        }
    }

    fn drafted(&mut self, drafted: Drafted, was: Recogniser) -> Option<Told> {
        let Recogniser::Running { run: Run::Draft(drafting), .. } = was else { return None };
        let Drafting { began, audio, became, .. } = drafting;
        if became.is_none() && drafted.draft.cancel.is_cancelled() {
            // It may have ended early with a part of the text.
            return None;
        }
        let order = &drafted.draft.order;
        if drafted.text.is_ok() {
            self.costs.learn(order.request.window, audio.len(), drafted.decode);
        }
        if drafted.text.is_ok() && became.is_none() {
            self.shows_from = began + ahead::period(drafted.decode);
        }
        let entry = self.entry(order.take)?;
        if let Some(became) = became {
            let (piece, phrase) = *became;
            return Some(Told::Final(Box::new(entry.outcome(drafted, piece, phrase))));
        }
        let hypothesis = drafted.text.as_ref().ok()?;
        let cut = drafted.draft.look == Look::Cut;
        let said = Said::Hypothesis { hypothesis: hypothesis.clone(), cut };
        let Draft { order, piece, phrase, .. } = &drafted.draft;
        let partial = Partial::new(order, *piece, phrase, said);
        let awaited = entry.begun.is_some_and(|begun| begun.audio == audio);
        entry.ready = (awaited && !cut).then_some(drafted);
        Some(Told::Partial(Box::new(partial)))
    }

    fn fed(&mut self, fed: Fed) -> Option<Told> {
        let Fed { feed, live } = fed;
        match live {
            Ok(live) => {
                let said = Said::Live(live);
                let partial = Partial::new(&feed.order, feed.piece, &feed.phrase, said);
                Some(Told::Partial(Box::new(partial)))
            }
            Err(failure) => {
                self.stream = None;
                // Once is enough: its audio is decoded when it is complete.
                if let Some(entry) =
                    self.entry(feed.order.take).filter(|_| failure != Failure::Cancelled)
                {
                    entry.refused = Some(feed.phrase.audio.start);
                }
                None
            }
        }
    }

    pub(super) fn entry(&mut self, take: TakeId) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.order.take == take)
    }

    pub(super) fn call_off(&self, meant: impl FnOnce(TakeId, &Run) -> bool) {
        if let Recogniser::Running { take, cancel, run } = &self.recogniser
            && meant(*take, run)
        {
            cancel.cancel();
        }
    }
}
