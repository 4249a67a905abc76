//! Columns for a person. Pure.

/// Rows whose cells stand below each other, two spaces apart.
pub(super) fn table<Row: AsRef<[String]>>(rows: &[Row]) -> String {
    let columns = rows.first().map_or(0, |row| row.as_ref().len());
    let width = |column: usize| {
        rows.iter().map(|row| row.as_ref()[column].chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Row| {
        let cells = row.as_ref().iter().zip(&widths);
        let cells = cells.map(|(cell, width)| format!("{cell:width$}"));
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

/// `1:02:03` or `2:03`: how long something is.
pub(super) fn length(ms: u64) -> String {
    let seconds = ms.div_ceil(1000);
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// `85 MB`: how large a file is.
pub(super) fn size(bytes: u64) -> String {
    match bytes {
        0..10_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_below_each_other() {
        let rows = [["a", "bb", "c"], ["äöü", "b", ""]].map(|row| row.map(str::to_owned));
        assert_eq!(table(&rows), "a    bb  c\näöü  b\n");
        assert_eq!(table::<[String; 2]>(&[]), "");
    }

    #[test]
    fn lengths_and_sizes_are_short() {
        assert_eq!([0, 1, 61_000, 3_723_000].map(length), ["0:00", "0:01", "1:01", "1:02:03"]);
        assert_eq!([2_700_000, 85_400_000].map(size), ["2.7 MB", "85 MB"]);
    }
}
