//! From voiced frames to phrases, and where to cut one that has no end. Pure.
//!
//! Every sample of a take is looked at once: it belongs to a phrase, or to a gap in which
//! nothing was heard. Whether something was heard does not depend on the detector alone: what
//! stands out of the noise without being voiced, such as a whisper, becomes a phrase as well.

mod cut;
mod floor;
mod gap;

use std::collections::VecDeque;

use crate::audio::{FRAME, Span, ms, samples};
use crate::event::Cause;
use floor::Floor;

/// One analysis frame: what the detector said and how loud it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Whether the detector heard a voice.
    pub voiced: bool,
    /// Level in dB relative to full scale.
    pub db: f32,
}

/// Something that was said, or may have been, from one pause to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Phrase {
    /// What the recogniser is to hear: the speech and a little of what is around it.
    pub audio: Span,
    /// From the first to the last frame of speech.
    pub speech: Span,
    /// Where in `audio` the last sound ends that may be a word, at least where speech does.
    pub sound_end: u64,
    /// How much of it is voiced.
    pub voiced_ms: u64,
    /// Median level of the frames in `speech`, in dB.
    pub level_db: f32,
    /// Noise floor around it, in dB.
    pub floor_db: f32,
    /// Why it ends where it does.
    pub cause: Cause,
}

/// Speech that stands out less than this of what is around it is noisy.
const CLEAN_DB: f32 = 25.0;

impl Phrase {
    /// Whether it stands out clearly of the noise around it.
    pub fn is_clean(&self) -> bool {
        self.level_db - self.floor_db >= CLEAN_DB
    }
}

/// A phrase that is being spoken.
#[derive(Clone, Debug, PartialEq)]
pub struct Open {
    /// What it would be if it ended now.
    pub phrase: Phrase,
    /// Samples since its speech ended, as far as it has.
    pub quiet: u64,
    /// Whether the take was stopped and only its last sound is heard.
    pub ending: bool,
}

/// The lengths that decide, in frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// A pause this long ends a phrase.
    pause: u64,
    /// Under this length a phrase is short, and more of it may come.
    short: u64,
    /// A pause this long ends a short phrase.
    short_pause: u64,
    /// From this length on a phrase is long, and somebody waits for its text.
    long: u64,
    /// A pause this long ends a long phrase, however noisy it is.
    long_pause: u64,
    /// No phrase is longer than this.
    cap: u64,
    /// From here on a good place is looked for when the cap is reached.
    cut_from: u64,
    /// How much of what is around speech the recogniser hears with it.
    pad: u64,
}

impl Policy {
    /// For dictation, with phrases of at most `cap` samples.
    pub fn dictation(cap: u64) -> Self {
        let cap = (cap.min(samples(LONGEST_MS)) / FRAME).max(frames(SHORTEST_CAP_MS));
        Self {
            pause: frames(PAUSE_MS),
            short: frames(3_000),
            short_pause: frames(1_200),
            long: cap,
            long_pause: frames(PAUSE_MS),
            cap,
            // 20 s of 28: enough room to find a pause, without pieces much shorter than need be.
            cut_from: cap * 5 / 7,
            pad: frames(200),
        }
    }

    /// For captions, which somebody reads while they listen: speakers who talk to many seldom
    /// pause, so a phrase is cut earlier, and ends between two clauses once it is long.
    pub fn captions(cap: u64) -> Self {
        Self {
            long: frames(CAPTION_LONG_MS),
            long_pause: frames(CAPTION_PAUSE_MS),
            ..Self::dictation(cap.min(samples(CAPTION_CAP_MS)))
        }
    }
}

/// Of captions: the longest phrase, the length of a long one, and the pause that ends that.
const CAPTION_CAP_MS: u64 = 12_000;
const CAPTION_LONG_MS: u64 = 6_000;
const CAPTION_PAUSE_MS: u64 = 250;

/// A pause this long ends a phrase.
pub const PAUSE_MS: u64 = 700;

/// No piece is longer, whatever the model takes: two seconds of slack in the 30 s window that
/// most encoders have.
pub const LONGEST_MS: u64 = 28_000;

/// A smaller cap than this would leave no room to look for a pause.
const SHORTEST_CAP_MS: u64 = 5_000;

/// Frames that cover `ms` milliseconds.
const fn frames(ms: u64) -> u64 {
    samples(ms).div_ceil(FRAME)
}

/// A pause longer than this is not ended by a single voiced frame, but only by an onset, so
/// that a creak in the silence does not keep a phrase open.
const FIRM_PAUSE: u64 = frames(300);

/// Frames in which an onset is looked for.
const ONSET: u64 = 5;

/// How often a gap is searched for what was said without a voice.
const GAP_LOOK: u64 = frames(990);

/// Finds the phrases of one take.
#[derive(Clone, Debug)]
pub struct Segmenter {
    policy: Policy,
    /// Frames from `base` on: everything that is not yet in a phrase or judged.
    frames: VecDeque<Frame>,
    base: u64,
    floor: Floor,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nobody speaks.
    Gap {
        /// Frame at which the gap is searched next.
        look: u64,
    },
    /// Somebody speaks.
    Speech {
        /// First frame that the recogniser is to hear.
        from: u64,
        /// First frame of speech.
        start: u64,
        /// One past the last frame of speech so far.
        end: u64,
    },
}

impl Segmenter {
    /// A segmenter at the start of a take.
    pub fn new(policy: Policy) -> Self {
        Self {
            policy,
            frames: VecDeque::new(),
            base: 0,
            floor: Floor::default(),
            state: State::Gap { look: GAP_LOOK },
        }
    }

    /// Takes in the next frame and adds the phrases that ended with it to `out`.
    pub fn push(&mut self, frame: Frame, out: &mut Vec<Phrase>) {
        self.frames.push_back(frame);
        self.floor.push(frame.db);
        match self.state {
            State::Gap { look } => self.in_gap(look, out),
            State::Speech { from, start, end } => self.in_speech(from, start, end, out),
        }
    }

    /// Ends the take at this sample, and adds what is left to `out`.
    pub fn finish(&mut self, end_sample: u64, cause: Cause, out: &mut Vec<Phrase>) {
        let now = self.now();
        let first = out.len();
        match self.state {
            State::Gap { .. } => self.search_gap(now, true, out),
            State::Speech { from, start, end } => {
                let reach = self.reach(end, now);
                out.push(self.phrase(from..reach.1, start..reach.0, cause));
                self.forget(now);
            }
        }
        for phrase in &mut out[first..] {
            phrase.cause = cause;
            // What did not fill a last frame belongs to speech that goes up to it.
            if phrase.audio.end == now * FRAME {
                phrase.audio.end = end_sample.max(phrase.audio.end);
            }
        }
        self.state = State::Gap { look: now + GAP_LOOK };
    }

    /// The sound stops for a time that nobody knows: what was said so far is complete.
    pub fn interrupt(&mut self, out: &mut Vec<Phrase>) {
        self.finish(self.now() * FRAME, Cause::Pause, out);
    }

    /// Whether somebody spoke within the last 300 ms.
    pub fn is_speaking(&self) -> bool {
        match self.state {
            State::Gap { .. } => false,
            State::Speech { end, .. } => self.now() - end < FIRM_PAUSE,
        }
    }

    /// The phrase that is being spoken.
    pub fn open(&self, ending: bool) -> Option<Open> {
        let State::Speech { from, start, end } = self.state else { return None };
        let reach = self.reach(end, self.now());
        let phrase = self.phrase(from..reach.1, start..reach.0, Cause::Pause);
        Some(Open { phrase, quiet: (self.now() - reach.0) * FRAME, ending })
    }

    /// First sample of which it is not yet known whether it belongs to a phrase.
    pub fn settled(&self) -> u64 {
        self.base * FRAME
    }

    fn in_gap(&mut self, look: u64, out: &mut Vec<Phrase>) {
        let now = self.now();
        if let Some(onset) = self.onset() {
            let start = self.lead_in(onset);
            let from = start.saturating_sub(self.policy.pad).max(self.base);
            self.search_gap(from, true, out);
            self.state = State::Speech { from: from.max(self.base), start, end: now };
        } else if now >= look {
            // A sound that does not end is cut where it stands, before it outgrows the cap; what may
            // be the beginning of an onset is left for the next frames to tell.
            let cut = now - self.base >= self.policy.cut_from;
            self.search_gap(if cut { now - (ONSET - 1) } else { now }, cut, out);
            self.state = State::Gap { look: now + GAP_LOOK };
        }
    }

    fn in_speech(&mut self, from: u64, start: u64, mut end: u64, out: &mut Vec<Phrase>) {
        let now = self.now();
        let voiced = self.frame(now - 1).voiced;
        if voiced && (now - end <= FIRM_PAUSE || self.onset().is_some()) {
            end = now;
        }
        self.state = State::Speech { from, start, end };
        let shortest = self.policy.pause.min(self.policy.long_pause);
        if now - end >= shortest && now - end >= self.pause(from, start, end) {
            let reach = self.reach(end, now);
            out.push(self.phrase(from..reach.1, start..reach.0, Cause::Pause));
            self.forget(reach.1);
            self.state = State::Gap { look: now + GAP_LOOK };
        } else if now - from >= self.policy.cap {
            self.cut(from, start, end, out);
        }
    }

    /// The pause that ends a phrase. Models make more mistakes in short or noisy phrases when they
    /// hear each by itself: in a recording at 10 dB 12 errors of 119 words phrase by phrase, and 2 in
    /// longer pieces. For noisy ones it costs little, since their decode, which has begun, takes
    /// longer than the rest of the pause.
    fn pause(&self, from: u64, start: u64, end: u64) -> u64 {
        if end - start >= self.policy.long {
            return self.policy.long_pause;
        }
        let firm = end - start >= self.policy.short
            && self.phrase(from..end, start..end, Cause::Pause).is_clean();
        if firm { self.policy.pause } else { self.policy.short_pause }
    }

    /// Cuts a phrase that reached the cap. The next one begins with the very next sample.
    fn cut(&mut self, from: u64, start: u64, end: u64, out: &mut Vec<Phrase>) {
        let window = from + self.policy.cut_from..self.now();
        let at = window.start + cut::quietest(&self.slice(window)) as u64;
        out.push(self.phrase(from..at, start..at.min(end), Cause::Cap));
        self.forget(at);
        self.state = State::Speech { from: at, start: at, end: end.max(at) };
    }

    /// Three voiced of the last frames are an onset: the first of them.
    fn onset(&self) -> Option<u64> {
        let now = self.now();
        let recent = now.saturating_sub(ONSET).max(self.base)..now;
        let mut voiced = recent.filter(|at| self.frame(*at).voiced);
        let first = voiced.next()?;
        (voiced.count() >= 2).then_some(first)
    }

    /// Speech often begins before its first voiced frame, softly or with a hiss: goes back over
    /// frames that stand out, across up to 90 ms that do not.
    fn lead_in(&self, onset: u64) -> u64 {
        let loud = self.floor.loud();
        let mut start = onset;
        for at in (self.base..onset).rev().take_while(|at| onset - at <= frames(990)) {
            if self.frame(at).db > loud {
                start = at;
            } else if start - at > 3 {
                break;
            }
        }
        start
    }

    /// Where speech that was last voiced before `end` fades out, and how far the recogniser is
    /// to hear, with the padding.
    fn reach(&self, end: u64, now: u64) -> (u64, u64) {
        let loud = self.floor.loud();
        let mut fade = end;
        for at in end..now {
            if self.frame(at).db > loud {
                fade = at + 1;
            } else if at - fade > 3 {
                break;
            }
        }
        (fade, (fade + self.policy.pad).min(now))
    }

    /// Looks for phrases without a voice before `until`. Only a `last` search takes one that
    /// may still go on.
    fn search_gap(&mut self, until: u64, last: bool, out: &mut Vec<Phrase>) {
        let gap = self.slice(self.base..until);
        let found = gap::search(&gap, self.floor.level(), last);
        for run in &found.runs {
            let (start, end) = (self.base + run.start as u64, self.base + run.end as u64);
            let from = start.saturating_sub(self.policy.pad).max(self.base);
            let to = (end + self.policy.pad).min(until);
            out.push(self.phrase(from..to, start..end, Cause::Pause));
        }
        let settled = self.base + found.settled as u64;
        // What follows may need padding from here.
        self.forget(if last { until } else { settled.saturating_sub(self.policy.pad) });
    }

    fn phrase(
        &self,
        audio: std::ops::Range<u64>,
        speech: std::ops::Range<u64>,
        cause: Cause,
    ) -> Phrase {
        let frames = self.slice(speech.clone());
        let mut levels: Vec<f32> = frames.iter().map(|frame| frame.db).collect();
        levels.sort_by(f32::total_cmp);
        let voiced = frames.iter().filter(|frame| frame.voiced).count() as u64;
        Phrase {
            audio: Span::new(audio.start * FRAME, audio.end * FRAME),
            speech: Span::new(speech.start * FRAME, speech.end * FRAME),
            sound_end: self.sound_end(speech.end..audio.end) * FRAME,
            voiced_ms: ms(voiced * FRAME),
            level_db: levels.get(levels.len() / 2).copied().unwrap_or(crate::audio::SILENCE_DB),
            floor_db: self.floor.level(),
            cause,
        }
    }

    /// Where in what follows speech the last sound ends that may be a word: one that is no click,
    /// or goes on.
    fn sound_end(&self, after: std::ops::Range<u64>) -> u64 {
        let (loud, mut run, mut end) = (self.floor.loud(), 0, after.start);
        for at in after.clone() {
            run = if self.frame(at).db > loud { run + 1 } else { 0 };
            if run >= gap::WORD || (run > 0 && at + 1 == after.end) {
                end = at + 1;
            }
        }
        end
    }

    /// One past the newest frame.
    fn now(&self) -> u64 {
        self.base + self.frames.len() as u64
    }

    fn frame(&self, at: u64) -> Frame {
        self.frames[(at - self.base) as usize]
    }

    fn slice(&self, range: std::ops::Range<u64>) -> Vec<Frame> {
        let (start, end) = (range.start.max(self.base), range.end.min(self.now()));
        (start..end.max(start)).map(|at| self.frame(at)).collect()
    }

    fn forget(&mut self, before: u64) {
        let count = before.saturating_sub(self.base).min(self.frames.len() as u64);
        self.frames.drain(..count as usize);
        self.base += count;
    }
}

#[cfg(test)]
mod tests;
