//! Which of the installed models suits this machine: each decodes two short recordings that are
//! part of the program.

use std::time::Duration;

use serde::Serialize;
use ts_rs::TS;

use super::score::Score;
use crate::audio::ms;
use crate::capture::wav::FileSource;
use crate::capture::{Block, Flow, Source};
use crate::clock::Clock;
use crate::command::Pace;
use crate::error::{Error, Result};
use crate::models::Installed;
use crate::recognise::cancel::Cancel;
use crate::recognise::native::{Means, Native};
use crate::recognise::{Recogniser, Request, Window};
use crate::settings::Language;

/// How often the sentence is decoded for its time; the middle one counts, since a machine that
/// does something else now and then is still the same machine.
const RUNS: usize = 3;

/// A phrase that is decoded faster than this is there before one wonders, and leaves time for
/// words while it is spoken.
const LIVE: Duration = Duration::from_millis(1200);

/// Longer than this after every phrase nobody waits: the text would fall behind the speech.
const PHRASES: Duration = Duration::from_secs(4);

/// The first run is for warmth and for the words, as it takes longer than those that follow.
const MAIL: Clip = Clip {
    name: "mail-01.flac",
    flac: include_bytes!("../../tests/recordings/mail-01.flac"),
    text: include_str!("../../tests/recordings/mail-01.txt"),
};

/// Five seconds and a half: as long as a phrase usually is.
const MEMO: Clip = Clip {
    name: "memo-01.flac",
    flac: include_bytes!("../../tests/recordings/memo-01.flac"),
    text: include_str!("../../tests/recordings/memo-01.txt"),
};

/// How a model did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Quick {
    /// What decoding a short sentence takes.
    pub decode_ms: u64,
    /// How long the sentence is.
    pub speech_ms: u64,
    /// Words that it got wrong, left out or added.
    pub wrong: u32,
    /// Of this many.
    pub words: u32,
    /// What it suits.
    pub suits: Suits,
}

/// What a model is good for on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Suits {
    /// For nothing: the text would fall behind the speech.
    TooSlow,
    /// For writing each phrase after it is spoken.
    Phrases,
    /// Also for showing words while they are spoken.
    Live,
}

impl Suits {
    /// What a model suits that takes this long for a phrase of about five seconds.
    pub fn of(decode: Duration) -> Self {
        match decode {
            quick if quick < LIVE => Self::Live,
            fair if fair < PHRASES => Self::Phrases,
            _ => Self::TooSlow,
        }
    }
}

/// The place of the model to recommend: the one with the fewest wrong words among those that
/// keep up with speech, and of several the quickest.
pub fn recommended(all: &[Option<Quick>]) -> Option<usize> {
    let able = all.iter().enumerate().filter_map(|(place, quick)| {
        quick.filter(|quick| quick.suits >= Suits::Phrases).map(|quick| (place, quick))
    });
    able.min_by_key(|(_, quick)| (quick.wrong, quick.decode_ms)).map(|(place, _)| place)
}

/// Loads a model beside all that is loaded, measures it and drops it again. `cancel` ends that
/// from another thread.
///
/// # Errors
/// When it cannot be loaded, knows no English, fails, or was called off.
pub fn quick(model: &Installed, means: &Means, cancel: &Cancel) -> Result<Quick> {
    measured(&mut Native::open(model, means)?, &Clock::real(), cancel)
}

fn measured(recogniser: &mut dyn Recogniser, clock: &Clock, cancel: &Cancel) -> Result<Quick> {
    let mut decode = |clip: &Clip, audio: &[f32]| {
        let begun = clock.now();
        let text = text(recogniser, audio, cancel)?;
        Ok::<_, Error>((clock.now().since(begun), clip.score(&text)))
    };
    let (mail, memo) = (MAIL.audio()?, MEMO.audio()?);
    let (_, (warm_wrong, warm_words)) = decode(&MAIL, &mail)?;
    let mut runs = [Default::default(); RUNS];
    for run in &mut runs {
        *run = decode(&MEMO, &memo)?;
    }
    runs.sort_unstable_by_key(|(took, _)| *took);
    let (took, (wrong, words)) = runs[RUNS / 2];
    Ok(Quick {
        decode_ms: took.as_millis() as u64,
        speech_ms: ms(memo.len() as u64),
        wrong: warm_wrong + wrong,
        words: warm_words + words,
        suits: Suits::of(took),
    })
}

/// One run, as a phrase of dictation is decoded: in the smallest window that holds it.
fn text(recogniser: &mut dyn Recogniser, audio: &[f32], cancel: &Cancel) -> Result<String> {
    let able = recogniser.capabilities();
    let holds = |window: &Window| audio.len() as u64 <= window.max_samples;
    let window = able.windows.iter().position(holds).unwrap_or(able.windows.len() - 1);
    let language = Language::Code("en".to_owned());
    let request = Request { language, window, ..Request::default() };
    request.check(able)?;
    let run = cancel.during(recogniser.canceller(), || recogniser.run(audio, &request));
    match run {
        Some(answer) if !cancel.is_cancelled() => Ok(answer?.text),
        _ => Err(Error::Usage("it was not measured to its end".to_owned())),
    }
}

/// A recording that is part of the program, and what is said in it.
struct Clip {
    name: &'static str,
    flac: &'static [u8],
    text: &'static str,
}

impl Clip {
    /// Its sound. Both are recorded as models take it, 16 kHz mono.
    fn audio(&self) -> Result<Vec<f32>> {
        let mut source = FileSource::built_in(self.name, self.flac, Pace::Fast, Clock::real())?;
        let mut block = Block::default();
        while source.read(&mut block)? != Flow::Ended {}
        Ok(block.samples)
    }

    /// How many words of a text are wrong, and how many were said.
    fn score(&self, text: &str) -> (u32, u32) {
        let score = Score::of(self.text, text);
        (score.errors as u32, score.said as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audio::{Format, RATE};
    use crate::error::ErrorKind;
    use crate::recognise::scripted::Scripted;
    use crate::recognise::{Capabilities, Hypothesis};

    fn hears(text: &'static str) -> Scripted {
        let heard = move || Hypothesis { text: text.to_owned(), ..Hypothesis::default() };
        Scripted::new(move |_, _| Ok(heard()))
    }

    fn did(decode_ms: u64, wrong: u32) -> Option<Quick> {
        let suits = Suits::of(Duration::from_millis(decode_ms));
        Some(Quick { decode_ms, speech_ms: 5450, wrong, words: 43, suits })
    }

    #[test]
    fn the_recordings_are_as_models_take_them() {
        for clip in [MAIL, MEMO] {
            let mut source =
                FileSource::built_in(clip.name, clip.flac, Pace::Fast, Clock::real()).unwrap();
            let mut block = Block::default();
            source.read(&mut block).unwrap();
            assert_eq!(block.format, Some(Format { rate: RATE, channels: 1 }), "{}", clip.name);
        }
        assert_eq!(ms(MEMO.audio().unwrap().len() as u64), 5450);
        assert_eq!(ms(MAIL.audio().unwrap().len() as u64), 8150);
    }

    #[test]
    fn a_model_is_warmed_up_and_then_timed_by_the_middle_of_three_runs() {
        let clock = Clock::manual();
        let (turning, mut costs) = (clock.clone(), [5000, 900, 2900, 1300].into_iter());
        let mut model = Scripted::new(move |_, request| {
            assert_eq!(request.language, Language::Code("en".to_owned()));
            turning.advance(Duration::from_millis(costs.next().unwrap()));
            let text = "The patient reports mild pane in left shoulder, worse at night \
                        with no history of injury";
            Ok(Hypothesis { text: text.to_owned(), ..Hypothesis::default() })
        });
        let calls = model.calls();
        let quick = measured(&mut model, &clock, &Cancel::default()).unwrap();
        let lengths: Vec<u64> = calls.all().iter().map(|call| call.audio_ms).collect();
        assert_eq!(lengths, [8150, 5450, 5450, 5450]);
        assert_eq!((quick.decode_ms, quick.speech_ms), (1300, 5450));
        assert_eq!((quick.words, quick.suits), (43, Suits::Phrases));
        assert!(quick.wrong > 20, "the warm run counts for its words: {}", quick.wrong);
    }

    #[test]
    fn words_are_compared_without_case_and_punctuation() {
        assert_eq!(MEMO.score(MEMO.text), (0, 17));
        assert_eq!(MEMO.score(&MEMO.text.to_uppercase().replace(',', "")), (0, 17));
        assert_eq!(MEMO.score("the patient reports mild pain in left shoulders"), (10, 17));
        assert_eq!(MEMO.score(&format!("so {} thank you", MEMO.text)), (3, 17));
        assert_eq!(MEMO.score(""), (17, 17));
    }

    #[test]
    fn what_a_model_suits_is_told_by_its_time_alone() {
        let suits = [0, 1199, 1200, 3999, 4000].map(|ms| Suits::of(Duration::from_millis(ms)));
        let (live, phrases) = (Suits::Live, Suits::Phrases);
        assert_eq!(suits, [live, live, phrases, phrases, Suits::TooSlow]);
    }

    #[test]
    fn the_most_accurate_that_keeps_up_is_recommended_and_of_equals_the_quickest() {
        assert_eq!(recommended(&[did(300, 4), did(3900, 1), did(4100, 0)]), Some(1));
        assert_eq!(recommended(&[did(900, 1), None, did(800, 1)]), Some(2));
        assert_eq!(recommended(&[did(9000, 0), None]), None);
        assert_eq!(recommended(&[]), None);
    }

    #[test]
    fn a_model_without_english_is_refused_before_it_runs() {
        let mut german = hears("").able_to(Capabilities {
            languages: vec!["de".to_owned()],
            windows: vec![Window { max_samples: 480_000 }],
            ..Capabilities::default()
        });
        let calls = german.calls();
        let error = measured(&mut german, &Clock::manual(), &Cancel::default()).unwrap_err();
        assert_eq!((error.kind(), calls.all().len()), (ErrorKind::Language, 0));
    }

    #[test]
    fn it_is_called_off_between_two_runs_and_in_one() {
        let before = Cancel::default();
        before.cancel();
        let mut model = hears("hello");
        let calls = model.calls();
        assert!(measured(&mut model, &Clock::manual(), &before).is_err());
        assert_eq!(calls.all().len(), 0);
        let (inside, called) = (Cancel::default(), Cancel::default());
        let cancel = called.clone();
        let mut model = Scripted::new(move |_, _| {
            cancel.cancel();
            Ok(Hypothesis::default())
        });
        assert!(measured(&mut model, &Clock::manual(), &called).is_err());
        assert!(measured(&mut hears("hello"), &Clock::manual(), &inside).is_ok());
    }
}
