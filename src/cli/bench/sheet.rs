//! Figures as a table for a person. Pure.

use crate::bench::measures::{MEASURES, Measures};
use crate::cli::table::table;

/// What is not said by the names of the measures.
const LEGEND: &str = "\
Times are medians unless they say otherwise, and are counted where the text is read.
less decoding: below 0 where decoding began before the end of speech was certain
last piece alone: its decoding, done again when nothing else runs
normalised erasure: words that were shown and deleted again / words of the finals
words shown before their final: of phrases longer than three decodes
-: there was nothing to measure, or this system does not say
";

/// One column a model, one row a measure.
pub(super) fn page(reports: &[(String, Measures)]) -> String {
    let columns: Vec<Vec<String>> = reports.iter().map(column).collect();
    let names = std::iter::once(String::new()).chain(MEASURES.iter().map(|measure| {
        let unit = if measure.unit.is_empty() { "" } else { ", " };
        format!("{}{unit}{}", measure.label, measure.unit)
    }));
    let row = |(at, name): (usize, String)| {
        let cells = columns.iter().map(|column| column[at].clone());
        std::iter::once(name).chain(cells).collect::<Vec<_>>()
    };
    let rows: Vec<Vec<String>> = names.enumerate().map(row).collect();
    format!("{}\n{LEGEND}", table(&rows))
}

/// The name of a model over its figures, all ending below each other.
fn column((model, measures): &(String, Measures)) -> Vec<String> {
    let figures = measures.iter().map(|(measure, figure)| measure.print(figure));
    let cells: Vec<String> = std::iter::once(model.clone()).chain(figures).collect();
    let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or_default();
    cells.into_iter().map(|cell| format!("{cell:>width$}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::trial::Trial;

    #[test]
    fn each_model_has_a_column() {
        let trial = Trial { stop_ms: Some(1_234), alone_ms: Some(1_000), ..Trial::default() };
        let measures = Measures::of(&[trial]);
        let page =
            page(&[("base".to_owned(), measures.clone()), ("whisper-tiny".to_owned(), measures)]);
        insta::assert_snapshot!(page, @r"
                                            base  whisper-tiny
        words said                             0             0
        word errors live                       0             0
        word errors, whole file                0             0
        start of speech to first text, ms      -             -
        end of speech to final, median, ms     -             -
        end of speech to final, 95 %, ms       -             -
        the same less decoding, median, ms     -             -
        the same after a pause, ms             -             -
        end of file to done, ms             1234          1234
        the same / last piece alone         1.23          1.23
        normalised erasure                     -             -
        words shown before their final, %      -             -
        changes of committed text              0             0
        decoding a piece, median, ms           -             -
        decoding / audio                       -             -
        processor time live, s                 -             -
        peak memory, MB                        -             -

        Times are medians unless they say otherwise, and are counted where the text is read.
        less decoding: below 0 where decoding began before the end of speech was certain
        last piece alone: its decoding, done again when nothing else runs
        normalised erasure: words that were shown and deleted again / words of the finals
        words shown before their final: of phrases longer than three decodes
        -: there was nothing to measure, or this system does not say
        ");
    }
}
