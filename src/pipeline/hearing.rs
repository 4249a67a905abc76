//! The hearing half of a take: samples → journal → level → voices → phrases.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::audio::{FRAME, decibels, rms, samples, to_i16};
use crate::clock::Moment;
use crate::error::Error;
use crate::event::Cause;
use crate::journal::Journal;
use crate::level::{Meter, Reading};
use crate::segment::{Frame, Open, Phrase, Policy, Segmenter};
use crate::vad::Detector;

/// A device may give exact zeros while it wakes up. After this long it is one that stays
/// silent until somebody speaks, or one that does not work.
const WAKING: u64 = samples(1_500);

/// Everything that hears one take.
pub(super) struct Hearing {
    journal: Arc<Journal>,
    detector: Box<dyn Detector>,
    segmenter: Segmenter,
    meter: Meter,
    /// Samples that do not fill a frame yet.
    rest: Vec<f32>,
    heard: u64,
    signal: Signal,
    arrivals: VecDeque<(u64, Moment)>,
}

/// Whether the source gives anything but zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signal {
    /// Only zeros so far.
    Awaited,
    /// Only zeros so far, from a source that has sounded before.
    Silent,
    /// There is, or has been waited for long enough.
    There,
}

/// What came of some samples.
#[derive(Default)]
pub(super) struct Heard {
    pub(super) phrases: Vec<Phrase>,
    pub(super) reading: Option<Reading>,
    /// The source just gave its first sound.
    pub(super) first_sound: bool,
    /// The source has given zeros for so long that somebody should know.
    pub(super) no_signal: bool,
    pub(super) speech: bool,
    /// How many of the samples were wanted.
    pub(super) taken: usize,
    /// The disk stopped taking audio.
    pub(super) trouble: Option<Error>,
}

impl Hearing {
    pub(super) fn new(journal: Arc<Journal>, detector: Box<dyn Detector>, policy: Policy) -> Self {
        Self {
            journal,
            detector,
            segmenter: Segmenter::new(policy),
            meter: Meter::default(),
            rest: Vec::new(),
            heard: 0,
            signal: Signal::Awaited,
            arrivals: VecDeque::new(),
        }
    }

    /// The source has sounded before, so there is nothing to wait for.
    pub(super) fn begin_awake(&mut self) {
        self.signal = Signal::Silent;
    }

    /// Takes in samples that have arrived now.
    pub(super) fn hear(&mut self, samples: &[f32], live: bool, now: Moment) -> Heard {
        let mut heard = Heard::default();
        if samples.is_empty() {
            return heard;
        }
        heard.taken = samples.len();
        heard.trouble = self.journal.append(samples).err();
        self.heard += samples.len() as u64;
        self.arrivals.push_back((self.heard, now));
        self.listen_for_signal(samples, live, &mut heard);
        self.rest.extend_from_slice(samples);
        let frames = std::mem::take(&mut self.rest);
        let mut chunks = frames.chunks_exact(FRAME as usize);
        for frame in &mut chunks {
            self.frame(frame, &mut heard.phrases);
        }
        self.rest = chunks.remainder().to_vec();
        heard.speech = self.segmenter.is_speaking();
        heard.reading = self.meter.push(samples, heard.speech);
        heard
    }

    /// The device is gone for a while: what was said is not left to wait for it.
    pub(super) fn interrupt(&mut self) -> Vec<Phrase> {
        let mut phrases = Vec::new();
        self.segmenter.interrupt(&mut phrases);
        phrases
    }

    /// Nothing more will be heard.
    pub(super) fn end(&mut self, cause: Cause) -> (Vec<Phrase>, Option<Error>) {
        let mut phrases = Vec::new();
        self.segmenter.finish(self.heard, cause, &mut phrases);
        (phrases, self.journal.flush().err())
    }

    /// The phrase that is being spoken; `ending` if only its last sound is still heard.
    pub(super) fn open(&self, ending: bool) -> Option<Open> {
        self.segmenter.open(ending)
    }

    /// Whether somebody spoke within the last moments.
    pub(super) fn is_speaking(&self) -> bool {
        self.segmenter.is_speaking()
    }

    /// How many samples were heard.
    pub(super) fn samples(&self) -> u64 {
        self.heard
    }

    /// First sample that may still become part of a phrase.
    pub(super) fn settled(&self) -> u64 {
        self.segmenter.settled()
    }

    /// When this sample arrived. Asked in rising order: earlier ones are forgotten.
    pub(super) fn arrival(&mut self, sample: u64) -> Option<Moment> {
        self.forget_arrivals(sample);
        self.arrivals.front().map(|(_, moment)| *moment)
    }

    /// Forgets when samples before this one arrived: nobody will ask.
    pub(super) fn forget_arrivals(&mut self, before: u64) {
        while self.arrivals.front().is_some_and(|(sample, _)| *sample < before) {
            self.arrivals.pop_front();
        }
    }

    fn frame(&mut self, frame: &[f32], out: &mut Vec<Phrase>) {
        let words: Vec<i16> = frame.iter().map(|sample| to_i16(*sample)).collect();
        let voiced = self.detector.is_voiced(&words);
        self.segmenter.push(Frame { voiced, db: decibels(rms(frame)) }, out);
    }

    /// A file need not wake up: it sounds from its first sample, whatever that is.
    fn listen_for_signal(&mut self, samples: &[f32], live: bool, heard: &mut Heard) {
        if self.signal == Signal::There {
            return;
        }
        let sounds = !live || samples.iter().any(|sample| *sample != 0.0);
        heard.no_signal = !sounds && self.heard >= WAKING;
        if sounds || heard.no_signal {
            heard.first_sound = self.signal == Signal::Awaited;
            self.signal = Signal::There;
        }
    }
}
