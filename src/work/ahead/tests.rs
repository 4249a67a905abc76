use super::*;

/// A phrase of this length that is being spoken and has been quiet for so long.
fn open(speech_ms: u64, quiet_ms: u64) -> Open {
    let speech = Span::new(samples(200), samples(200 + speech_ms));
    let audio = Span::new(0, speech.end + samples(quiet_ms.min(200)));
    let phrase = Phrase {
        audio,
        speech,
        sound_end: speech.end,
        voiced_ms: speech_ms,
        level_db: -25.0,
        floor_db: -60.0,
        cause: Cause::Pause,
    };
    Open { phrase, quiet: samples(quiet_ms), ending: false }
}

fn known(open: &Open) -> Known<'_> {
    Known {
        open,
        begun: None,
        whole: Some(Duration::from_secs(1)),
        cut: Some(Duration::from_secs(1)),
        longest: samples(28_000),
        live: true,
        cheaper: false,
        due: Some(Duration::ZERO),
    }
}

fn begun(end_ms: u64, look: Look) -> Option<Begun> {
    Some(Begun { audio: Span::new(0, samples(end_ms)), look })
}

#[test]
fn a_pause_is_decoded_whether_anybody_wants_to_see_it_or_not() {
    let pause = open(2_000, 210);
    let unseen = Known { live: false, due: None, ..known(&pause) };
    assert_eq!(look(&unseen), Some(Look::Whole));
    let short = open(2_000, 180);
    assert_eq!(look(&Known { live: false, ..known(&short) }), None);
}

#[test]
fn a_noise_that_sets_in_is_not_looked_at_unless_the_take_is_over() {
    let mut noise = open(200, 300);
    noise.phrase.floor_db = noise.phrase.level_db - 2.0;
    assert_eq!(look(&known(&noise)), None);
    noise.phrase.voiced_ms = 300;
    assert_eq!(look(&known(&noise)), Some(Look::Whole), "a quiet voice");
    noise.phrase.voiced_ms = 200;
    noise.ending = true;
    assert_eq!(look(&known(&noise)), Some(Look::Whole), "the final falls due");
}

#[test]
fn what_was_heard_to_its_end_is_not_decoded_again() {
    let pause = open(2_000, 400);
    assert_eq!(look(&Known { begun: begun(2_300, Look::Whole), ..known(&pause) }), None);
    let before = begun(2_100, Look::Whole);
    assert_eq!(look(&Known { begun: before, ..known(&pause) }), Some(Look::Whole));
    let cut = begun(2_300, Look::Cut);
    assert_eq!(look(&Known { begun: cut, ..known(&pause) }), Some(Look::Whole));
}

#[test]
fn a_slow_model_waits_for_a_longer_pause_and_a_very_slow_one_for_the_end() {
    for (cost_s, quiet_ms, expected) in [
        (2, 220, None),
        (2, 260, Some(Look::Whole)),
        (5, 600, None),
        (5, 640, Some(Look::Whole)),
        (6, 699, None),
    ] {
        let pause = open(4_000, quiet_ms);
        let whole = Some(Duration::from_secs(cost_s));
        let known = Known { whole, due: None, ..known(&pause) };
        assert_eq!(look(&known), expected, "{cost_s} s in {quiet_ms} ms");
    }
}

#[test]
fn in_a_take_that_was_stopped_the_first_quiet_moment_is_the_end() {
    let last = Open { ending: true, ..open(2_000, 60) };
    let slow = Some(Duration::from_secs(60));
    assert_eq!(look(&Known { whole: slow, due: None, ..known(&last) }), Some(Look::Whole));
    let speaking = Open { ending: true, ..open(2_000, 30) };
    let overdue = Some(Duration::from_secs(9));
    assert_eq!(look(&Known { due: overdue, ..known(&speaking) }), None, "a final falls due");
}

#[test]
fn what_is_due_waits_a_moment_for_a_dip() {
    let dip = open(2_000, 90);
    assert_eq!(look(&known(&dip)), Some(Look::Whole));
    assert_eq!(look(&Known { cheaper: true, ..known(&dip) }), Some(Look::Cut));
    for heavy in [None, Some(HEAVY * 2)] {
        let slow = Known { whole: heavy, ..known(&dip) };
        assert_eq!(look(&slow), Some(Look::Cut), "a final would have to wait for it");
        assert_eq!(look(&Known { cut: heavy, ..slow }), None);
    }
    let speaking = open(2_000, 0);
    assert_eq!(look(&known(&speaking)), None);
    let overdue = Known { due: Some(PATIENCE), ..known(&speaking) };
    assert_eq!(look(&overdue), Some(Look::Cut));
    for not in [
        Known { live: false, ..overdue },
        Known { due: None, ..overdue },
        Known { cut: None, ..overdue },
        Known { cut: Some(HEAVY * 2), ..overdue },
        Known { begun: begun(1_800, Look::Cut), ..overdue },
    ] {
        assert_eq!(look(&not), None, "{not:?}");
    }
}

#[test]
fn too_little_speech_is_not_shown() {
    for speech_ms in [0, 300, 599] {
        let begins = open(speech_ms, 0);
        assert_eq!(look(&Known { due: Some(PATIENCE), ..known(&begins) }), None);
    }
    let noise = open(0, 500);
    assert_eq!(look(&known(&noise)), None);
}

#[test]
fn none_is_begun_when_the_phrase_will_be_cut_meanwhile() {
    let long = open(27_300, 0);
    let overdue = Known { due: Some(PATIENCE), ..known(&long) };
    assert_eq!(look(&overdue), None);
    assert_eq!(look(&Known { longest: samples(30_000), ..overdue }), Some(Look::Cut));
}

#[test]
fn what_is_only_shown_takes_at_most_its_share_of_the_time() {
    assert_eq!(period(Duration::from_millis(100)), Duration::from_secs(1));
    let period = period(Duration::from_secs(3));
    assert!(period >= Duration::from_millis(4_500), "the plan's 1.5 decodes: {period:?}");
    assert!(Duration::from_secs(3).div_duration_f64(period) <= 0.6 + 1e-9);
}

#[test]
fn a_decode_is_the_final_if_it_heard_all_of_the_phrase_and_nothing_of_the_next() {
    let complete = open(2_000, 200).phrase;
    let decode = |end_ms, look| begun(end_ms, look).is_some_and(|begun| begun.is_final(&complete));
    assert!(decode(2_200, Look::Whole) && decode(2_290, Look::Whole));
    assert!(!decode(2_190, Look::Whole), "the last word is missing");
    assert!(!decode(2_290, Look::Cut));
    let hiss = Phrase { sound_end: samples(2_210), ..complete.clone() };
    assert!(!begun(2_200, Look::Whole).is_some_and(|begun| begun.is_final(&hiss)));
    assert!(begun(2_210, Look::Whole).is_some_and(|begun| begun.is_final(&hiss)));
    let other = Begun { audio: Span::new(480, samples(2_290)), look: Look::Whole };
    assert!(!other.is_final(&complete), "another phrase");
    let cut = Phrase { cause: Cause::Cap, audio: Span::new(0, samples(2_250)), ..complete };
    let heard = |end_ms| begun(end_ms, Look::Whole).is_some_and(|begun| begun.is_final(&cut));
    assert!(heard(2_240) && !heard(2_260), "what comes behind a cut is the next piece's");
}
