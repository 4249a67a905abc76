//! Two runs of a model over one recording, side by side: what was said and its translation, each
//! with times of its own. Pure.

use super::{Passage, Translation};
use crate::recognise::Segment;

/// Where one language ends a segment, the other one may be out by so much and still end there.
const SLACK_MS: u64 = 1_000;

/// Passages of both: each as short as it can be without a segment of the translation that lies in
/// two of them.
pub(crate) fn pair(said: &[Segment], translated: &[Segment], target: &str) -> Vec<Passage> {
    let mut passages = Vec::new();
    let mut rest = translated;
    let mut begun = 0;
    for (index, segment) in said.iter().enumerate() {
        let end = segment.end_ms;
        let is_last = index + 1 == said.len();
        let parts = |other: &Segment| {
            other.start_ms + SLACK_MS < end && other.end_ms > end.saturating_add(SLACK_MS)
        };
        if !is_last && rest.iter().any(parts) {
            continue;
        }
        let ended = |other: &&Segment| is_last || (other.start_ms + other.end_ms) / 2 < end;
        let (mine, later) = rest.split_at(rest.iter().take_while(ended).count());
        passages.push(passage(&said[begun..=index], mine, target));
        (rest, begun) = (later, index + 1);
    }
    passages
}

fn passage(said: &[Segment], translated: &[Segment], target: &str) -> Passage {
    let target = target.to_owned();
    Passage {
        start_ms: said.first().map_or(0, |segment| segment.start_ms),
        end_ms: said.last().map_or(0, |segment| segment.end_ms),
        text: joined(said),
        language: None,
        translation: (!translated.is_empty())
            .then(|| Translation { text: joined(translated), target }),
    }
}

fn joined(segments: &[Segment]) -> String {
    segments.iter().map(|segment| segment.text.trim()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segments(parts: &[(u64, u64, &str)]) -> Vec<Segment> {
        let segment = |&(start_ms, end_ms, text): &(u64, u64, &str)| Segment {
            start_ms,
            end_ms,
            text: text.to_owned(),
        };
        parts.iter().map(segment).collect()
    }

    fn told(said: &[(u64, u64, &str)], translated: &[(u64, u64, &str)]) -> Vec<String> {
        let tell = |passage: &Passage| {
            let beside = passage.translation.as_ref().map_or("-", |beside| &beside.text);
            format!("{}-{} {} | {beside}", passage.start_ms, passage.end_ms, passage.text)
        };
        pair(&segments(said), &segments(translated), "en").iter().map(tell).collect()
    }

    #[test]
    fn segments_that_end_together_are_a_passage() {
        assert_eq!(
            told(
                &[(0, 2_000, "Hallo."), (2_000, 4_000, "Wie geht es?"), (9_000, 11_000, "Gut.")],
                &[(0, 1_800, "Hello."), (1_800, 4_300, "How are you?"), (9_100, 11_000, "Well.")],
            ),
            [
                "0-2000 Hallo. | Hello.",
                "2000-4000 Wie geht es? | How are you?",
                "9000-11000 Gut. | Well."
            ]
        );
    }

    #[test]
    fn a_translation_of_several_segments_keeps_them_together() {
        assert_eq!(
            told(
                &[(0, 3_000, "a"), (3_000, 6_000, "b"), (6_000, 9_000, "c")],
                &[(0, 6_100, "A B"), (6_100, 9_000, "C")],
            ),
            ["0-6000 a b | A B", "6000-9000 c | C"]
        );
    }

    #[test]
    fn nothing_is_lost_where_they_differ() {
        let said = [(0, 3_000, "a"), (3_000, 6_000, "b")];
        assert_eq!(told(&said, &[]), ["0-3000 a | -", "3000-6000 b | -"]);
        assert_eq!(told(&said, &[(20_000, 21_000, "Z")]), ["0-3000 a | -", "3000-6000 b | Z"]);
    }
}
