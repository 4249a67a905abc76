//! Captions as files: what is said in a take, read again by a parser of somebody else.

#[path = "common/subtitles.rs"]
mod subtitles;

use aloud::captions::{Format, LINE, LONGEST_MS, Shown, Transcript, write};
use aloud::event::{Cause, Event, Final, TakeId};
use unicode_width::UnicodeWidthStr;

use subtitles::{read_srt, read_vtt};

const TAKE: TakeId = TakeId(1);

fn said(piece: u32, (start_ms, end_ms): (u64, u64), text: &str) -> Event {
    Event::Final(Final {
        take: TAKE,
        piece,
        text: text.to_owned(),
        language: Some("en".to_owned()),
        start_ms,
        end_ms,
        latency_ms: 300,
        decode_ms: 250,
        cause: Cause::Pause,
        partial: false,
    })
}

fn translated(piece: u32, text: &str) -> Event {
    let (text, target) = (text.to_owned(), "ja".to_owned());
    Event::Translation { take: TAKE, piece, text, target, partial: false }
}

/// A session as it runs: the second language comes behind the first.
fn session() -> Transcript {
    let mut transcript = Transcript::default();
    for event in [
        said(0, (400, 1_300), "Good evening."),
        said(
            1,
            (2_000, 26_500),
            "Today I want to show you how a < b --> c is read, and what R&D has to do with it: \
             nothing at all. In the year 2026 there was nobody who knew why, and yet everybody \
             wrote it. Then somebody asked. It took a whole winter until there was an answer, but \
             it was a good one, and it has held until today.",
        ),
        translated(0, "こんばんは。"),
        said(2, (27_000, 27_300), "2026"),
        translated(
            1,
            "今日は、式の読み方と、それが研究とは何の関係もないことをお見せします。\
             二千二十六年には誰も理由を知りませんでしたが、みんなそう書いていました。\
             そして誰かが尋ねました。答えが出るまでに一冬かかりましたが、それは良い答えで、今日まで続いています。",
        ),
    ] {
        transcript.hear(&event);
    }
    transcript
}

#[test]
fn subrip_and_webvtt_are_read_alike_by_others() {
    let passages = session().passages();
    for shown in [Shown::Both, Shown::Said, Shown::Translated] {
        let srt = read_srt(&write(&passages, Format::Srt, shown));
        let vtt = read_vtt(&write(&passages, Format::Vtt, shown));
        assert_eq!(srt, vtt);
        assert!(srt.len() >= 6, "{srt:?}");
        assert!(srt.is_sorted_by(|cue, next| cue.end_ms <= next.start_ms));
        for cue in &srt {
            assert!((1..=LONGEST_MS as i64).contains(&(cue.end_ms - cue.start_ms)), "{cue:?}");
            assert!(cue.lines.iter().all(|line| line.width() <= LINE), "{cue:?}");
        }
    }
}

#[test]
fn every_word_is_read_again() {
    let passages = session().passages();
    let all: Vec<String> = passages.iter().map(|passage| passage.text.clone()).collect();
    for read in [
        read_srt(&write(&passages, Format::Srt, Shown::Said)),
        read_vtt(&write(&passages, Format::Vtt, Shown::Said)),
    ] {
        let lines: Vec<String> = read.into_iter().flat_map(|cue| cue.lines).collect();
        assert_eq!(lines.join(" "), all.join(" "));
    }
}

#[test]
fn the_translation_stands_under_what_it_translates() {
    let cues = read_vtt(&write(&session().passages(), Format::Vtt, Shown::Both));
    assert_eq!(cues[0].lines, ["Good evening.", "こんばんは。"]);
    let ascii = |line: &String| line.is_ascii();
    for cue in &cues {
        assert!(cue.lines.is_sorted_by_key(|line| !ascii(line)), "{cue:?}");
    }
    let asked =
        cues.iter().find(|cue| cue.lines.iter().any(|line| line.contains("somebody asked")));
    let asked = asked.expect("it was said");
    assert!(asked.lines.iter().any(|line| line.contains("尋ね")), "{asked:?}");
}
