//! Numbers of several runs in few.

/// The value in the middle.
pub(crate) fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// The value that so large a part of the others does not exceed.
pub(crate) fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let at = (sorted.len() as f64 * part).ceil() as usize;
    sorted[at.saturating_sub(1).min(sorted.len() - 1)]
}

/// Prints a figure beside what it is to be.
pub(crate) fn say(what: &str, value: f64, unit: &str, limit: &str) {
    println!("{what:<58} {value:>9.2} {unit:<4} {limit}");
}
