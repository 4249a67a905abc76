//! Stories of takes in frames: what is heard, and the phrases that come of it.

use proptest::prelude::*;

use super::*;
use crate::audio::SILENCE_DB;

const QUIET: Frame = Frame { voiced: false, db: -70.0 };
const VOICE: Frame = Frame { voiced: true, db: -25.0 };
const WHISPER: Frame = Frame { voiced: false, db: -48.0 };
const HISS: Frame = Frame { voiced: false, db: -60.0 };
const ZEROS: Frame = Frame { voiced: false, db: SILENCE_DB };

fn policy() -> Policy {
    Policy::dictation(samples(28_000))
}

/// Phrases of a take that is made of these frames for so many milliseconds, then stopped.
fn phrases(parts: &[(Frame, u64)]) -> Vec<Phrase> {
    phrases_by(policy(), parts)
}

fn phrases_by(policy: Policy, parts: &[(Frame, u64)]) -> Vec<Phrase> {
    let mut segmenter = Segmenter::new(policy);
    let mut out = Vec::new();
    let mut at = 0;
    for (frame, length) in parts {
        for _ in 0..frames(*length) {
            segmenter.push(*frame, &mut out);
            at += FRAME;
        }
    }
    segmenter.finish(at, Cause::Stop, &mut out);
    out
}

/// One line a phrase: what the recogniser hears, what is speech, how much is voiced, the cause.
fn tell(phrases: &[Phrase]) -> Vec<String> {
    phrases
        .iter()
        .map(|p| {
            let seconds = |at: u64| ms(at) as f64 / 1000.0;
            let (audio, speech) = (p.audio, p.speech);
            format!(
                "{:.2}–{:.2} s speech {:.2}–{:.2} voiced {} {:?}",
                seconds(audio.start),
                seconds(audio.end),
                seconds(speech.start),
                seconds(speech.end),
                p.voiced_ms,
                p.cause
            )
        })
        .collect()
}

#[test]
fn a_pause_of_700_ms_ends_a_phrase_of_three_seconds() {
    let told = tell(&phrases(&[(QUIET, 900), (VOICE, 3_000), (QUIET, 720), (VOICE, 900)]));
    assert_eq!(
        told,
        [
            "0.69–4.11 s speech 0.90–3.90 voiced 3000 Pause",
            "4.41–5.52 s speech 4.62–5.52 voiced 900 Stop",
        ]
    );
}

#[test]
fn a_sound_behind_speech_is_told_unless_it_is_a_click() {
    for (sound_ms, heard_ms) in [(30, 0), (60, 210)] {
        let sound = (WHISPER, sound_ms);
        let one = phrases(&[(QUIET, 900), (VOICE, 3_000), (QUIET, 150), sound, (QUIET, 720)]);
        let after = one[0].sound_end - one[0].speech.end;
        assert_eq!(after, samples(heard_ms), "{:?}", tell(&one));
    }
}

#[test]
fn a_short_phrase_waits_until_a_pause_of_1200_ms() {
    let one = phrases(&[(QUIET, 900), (VOICE, 1_500), (QUIET, 1_080), (VOICE, 900)]);
    assert_eq!(one.len(), 1, "{:?}", tell(&one));
    let two = phrases(&[(QUIET, 900), (VOICE, 1_500), (QUIET, 1_230), (VOICE, 900)]);
    assert_eq!(two.len(), 2, "{:?}", tell(&two));
}

#[test]
fn silence_and_steady_noise_have_no_phrase() {
    assert_eq!(phrases(&[(ZEROS, 10_000)]), []);
    assert_eq!(phrases(&[(HISS, 10_000)]), []);
    // The noise sets in after the device gave zeros: it stands out, but it does not speak.
    assert_eq!(phrases(&[(ZEROS, 5_000), (HISS, 10_000), (ZEROS, 3_000)]), []);
}

#[test]
fn one_creak_is_no_phrase() {
    assert_eq!(phrases(&[(QUIET, 3_000), (WHISPER, 60), (QUIET, 3_000)]), []);
    assert_eq!(phrases(&[(QUIET, 3_000), (VOICE, 60), (QUIET, 3_000)]), []);
}

#[test]
fn a_whisper_without_a_voiced_frame_is_a_phrase() {
    let whispered = [(WHISPER, 240), (QUIET, 120)].repeat(5);
    let parts = [vec![(QUIET, 2_010)], whispered, vec![(QUIET, 3_000)]].concat();
    let told = tell(&phrases(&parts));
    assert_eq!(told, ["1.80–3.90 s speech 2.01–3.69 voiced 0 Pause"]);
}

#[test]
fn a_whisper_is_given_while_the_take_goes_on() {
    let mut segmenter = Segmenter::new(policy());
    let mut out = Vec::new();
    for (frame, length) in
        [(QUIET, 990), (WHISPER, 300), (QUIET, 120), (WHISPER, 300), (QUIET, 2_400)]
    {
        for _ in 0..frames(length) {
            segmenter.push(frame, &mut out);
        }
    }
    assert_eq!(tell(&out), ["0.78–1.92 s speech 0.99–1.71 voiced 0 Pause"]);
}

#[test]
fn a_hiss_before_the_voice_belongs_to_the_phrase() {
    let told = tell(&phrases(&[(QUIET, 1_500), (WHISPER, 450), (VOICE, 900), (QUIET, 300)]));
    assert_eq!(told, ["1.29–3.06 s speech 1.50–2.85 voiced 900 Stop"]);
}

#[test]
fn a_voice_that_fades_belongs_to_the_phrase() {
    let told = tell(&phrases(&[(QUIET, 1_500), (VOICE, 900), (WHISPER, 450), (QUIET, 1_500)]));
    assert_eq!(told, ["1.29–3.06 s speech 1.50–2.85 voiced 900 Pause"]);
}

#[test]
fn speech_up_to_the_stop_is_heard_to_the_last_sample() {
    let mut segmenter = Segmenter::new(policy());
    let mut out = Vec::new();
    for _ in 0..50 {
        segmenter.push(VOICE, &mut out);
    }
    segmenter.finish(50 * FRAME + 17, Cause::Stop, &mut out);
    assert_eq!(out[0].audio, Span::new(0, 50 * FRAME + 17));
}

#[test]
fn endless_speech_is_cut_in_its_longest_pause_near_the_cap() {
    let mut parts = vec![(QUIET, 300)];
    for second in 0..60 {
        parts.push((VOICE, 840));
        // A pause of 150 ms each second, one of 240 ms at about 24 s.
        parts.push((QUIET, if second == 23 { 240 } else { 150 }));
    }
    let found = phrases(&parts);
    assert_eq!(
        tell(&found)[..2],
        [
            "0.09–24.03 s speech 0.30–24.03 voiced 20160 Cap",
            "24.03–44.85 s speech 24.03–44.85 voiced 17640 Cap",
        ]
    );
    for pair in found.windows(2) {
        assert_eq!(pair[0].audio.end, pair[1].audio.start, "cut pieces touch and share nothing");
    }
}

#[test]
fn speech_without_any_pause_is_cut_where_it_is_quietest() {
    let soft = Frame { voiced: true, db: -40.0 };
    let found = phrases(&[(VOICE, 21_000), (soft, 300), (VOICE, 30_000)]);
    assert_eq!(found[0].cause, Cause::Cap);
    let at = ms(found[0].audio.end);
    assert!((21_000..21_300).contains(&at), "cut at {at} ms");
}

#[test]
fn a_sound_that_does_not_end_is_cut_before_it_outgrows_the_cap() {
    let music: Vec<_> = [(WHISPER, 300), (QUIET, 300)].repeat(100);
    let found = phrases(&music);
    assert!(found.len() >= 2, "{:?}", tell(&found));
    assert!(found.iter().all(|p| p.audio.len() <= samples(LONGEST_MS)));
}

#[test]
fn a_word_that_begins_where_a_long_sound_is_cut_is_whole() {
    for policy in [policy(), Policy::captions(samples(28_000))] {
        for frames_of_noise in 0..frames(22_500) {
            let noise = ms(frames_of_noise * FRAME);
            let parts =
                [(VOICE, 90), (WHISPER, 3_060), (QUIET, 2_580), (WHISPER, noise), (VOICE, 90)];
            let end = parts.iter().map(|(_, length)| frames(*length) * FRAME).sum::<u64>();
            let found = phrases_by(policy, &parts);
            let last = found
                .last()
                .map(|phrase| (phrase.audio.start <= end - samples(90), phrase.audio.end));
            assert_eq!(last, Some((true, end)), "{noise} ms of noise: {:?}", tell(&found));
        }
    }
}

#[test]
fn a_creak_in_a_pause_does_not_keep_the_phrase_open() {
    let found = phrases(&[(VOICE, 3_600), (QUIET, 450), (VOICE, 30), (QUIET, 450), (VOICE, 3_000)]);
    assert_eq!(found.len(), 2, "{:?}", tell(&found));
}

fn captions(parts: &[(Frame, u64)]) -> Vec<String> {
    tell(&phrases_by(Policy::captions(samples(28_000)), parts))
}

#[test]
fn captions_end_a_long_phrase_in_a_short_pause_and_a_short_one_as_dictation_does() {
    let talk = [(QUIET, 900), (VOICE, 6_000), (QUIET, 270), (VOICE, 900)];
    assert_eq!(
        captions(&talk),
        [
            "0.69–7.11 s speech 0.90–6.90 voiced 6000 Pause",
            "7.11–8.07 s speech 7.17–8.07 voiced 900 Stop",
        ]
    );
    assert_eq!(phrases(&talk).len(), 1);
    let brief = [(QUIET, 900), (VOICE, 5_000), (QUIET, 600), (VOICE, 600)];
    assert_eq!(captions(&brief).len(), 1, "{:?}", captions(&brief));
    let brief = [(QUIET, 900), (VOICE, 5_000), (QUIET, 720), (VOICE, 600)];
    assert_eq!(captions(&brief).len(), 2, "{:?}", captions(&brief));
}

#[test]
fn captions_end_a_long_phrase_in_noise_as_well() {
    let noise = Frame { voiced: false, db: -40.0 };
    let told = captions(&[(noise, 3_000), (VOICE, 6_300), (noise, 270), (VOICE, 900)]);
    assert_eq!(told.len(), 2, "{told:?}");
}

#[test]
fn captions_are_cut_at_twelve_seconds_or_at_what_the_model_takes() {
    for (model_ms, longest_ms) in [(28_000, 12_000), (8_000, 8_000)] {
        let found = phrases_by(Policy::captions(samples(model_ms)), &[(VOICE, 40_000)]);
        assert!(found.len() as u64 >= 40_000 / longest_ms, "{:?}", tell(&found));
        for phrase in &found {
            assert!(phrase.audio.len() <= samples(longest_ms), "{:?}", tell(&found));
        }
        for pair in found.windows(2) {
            assert_eq!(pair[0].audio.end, pair[1].audio.start, "no sample twice, none lost");
        }
    }
}

fn any_frames() -> impl Strategy<Value = Vec<(Frame, u64)>> {
    let frame = prop_oneof![Just(QUIET), Just(VOICE), Just(WHISPER), Just(HISS), Just(ZEROS),];
    prop::collection::vec((frame, 30_u64..9_000), 1..24)
}

proptest! {
    /// What holds for every take: phrases stand in order, share no sample, stay under the cap,
    /// and every voiced onset is in one of them.
    #[test]
    fn phrases_are_in_order_and_lose_no_voice(parts in any_frames(), captions: bool) {
        let take = if captions { Policy::captions } else { Policy::dictation };
        let found = phrases_by(take(samples(LONGEST_MS)), &parts);
        let longest = if captions { CAPTION_CAP_MS } else { LONGEST_MS };
        for pair in found.windows(2) {
            prop_assert!(pair[0].audio.end <= pair[1].audio.start, "{:?}", tell(&found));
        }
        for phrase in &found {
            prop_assert!(phrase.audio.len() <= samples(longest), "{:?}", tell(&found));
            prop_assert!(phrase.audio.start <= phrase.speech.start);
            prop_assert!(phrase.speech.end <= phrase.audio.end);
        }
        let mut at = 0;
        for (frame, length) in &parts {
            let (start, end) = (at * FRAME, (at + frames(*length)) * FRAME);
            at += frames(*length);
            if frame.voiced && *length >= 90 {
                let heard: u64 = found.iter().map(|p| {
                    p.audio.end.min(end).saturating_sub(p.audio.start.max(start))
                }).sum();
                prop_assert_eq!(heard, end - start, "{:?} of {:?}", tell(&found), parts);
            }
        }
    }
}

/// The level of the noise, and a pause that a phrase outlives in it.
#[test]
fn noisy_speech_waits_for_a_longer_pause() {
    for (noise_db, outlived) in [(-60.0, 600), (-40.0, 1_080)] {
        let ends_after = |pause_ms: u64| {
            let mut segmenter = Segmenter::new(Policy::dictation(samples(28_000)));
            let mut out = Vec::new();
            let quiet = Frame { voiced: false, db: noise_db };
            let voice = Frame { voiced: true, db: -25.0 };
            let frames = [(quiet, 3_000), (voice, 4_000), (quiet, pause_ms), (voice, 600)];
            for (frame, length_ms) in frames {
                (0..frames_in(length_ms)).for_each(|_| segmenter.push(frame, &mut out));
            }
            out.len()
        };
        assert_eq!(ends_after(outlived), 0, "{noise_db} dB");
        assert_eq!(ends_after(outlived + 150), 1, "{noise_db} dB");
    }
}

fn frames_in(length_ms: u64) -> u64 {
    samples(length_ms) / FRAME
}
