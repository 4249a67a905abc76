//! From milliseconds since 1970 to a date, in UTC: for names of files and for lists.

/// `20261202-154210`, for names of files: they sort by time.
pub fn compact(unix_ms: u64) -> String {
    let ((year, month, day), (hour, minute, second)) = split(unix_ms);
    format!("{year:04}{month:02}{day:02}-{hour:02}{minute:02}{second:02}")
}

/// `2026-12-02 15:42`, for people.
pub fn readable(unix_ms: u64) -> String {
    let ((year, month, day), (hour, minute, _)) = split(unix_ms);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}")
}

type Triple = (u64, u64, u64);

fn split(unix_ms: u64) -> (Triple, Triple) {
    let seconds = unix_ms / 1000;
    (date(seconds / 86_400), (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60))
}

/// Year, month and day of a day counted from 1970. It counts from a 1 March, so that the odd
/// day of a leap year is the last of its year, in eras of 400 years, which are all alike.
fn date(days_since_1970: u64) -> Triple {
    const FROM_MARCH_OF_YEAR_0_TO_1970: u64 = 719_468;
    const ERA: u64 = 146_097;
    let days = days_since_1970 + FROM_MARCH_OF_YEAR_0_TO_1970;
    let in_era = days % ERA;
    let year_of_era = (in_era - in_era / 1460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * in_year + 2) / 153;
    let day = in_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = days / ERA * 400 + year_of_era + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "19700101-000000"),
            (951_782_399, "20000228-235959"),
            (951_782_400, "20000229-000000"),
            (951_868_800, "20000301-000000"),
            (1_735_689_599, "20241231-235959"),
            (1_796_226_130, "20261202-154210"),
            (4_107_542_400, "21000301-000000"),
        ] {
            assert_eq!(compact(seconds * 1000 + 7), expected);
        }
        assert_eq!(readable(1_796_226_130_999), "2026-12-02 15:42");
    }

    #[test]
    fn a_day_follows_the_day_before() {
        let mut last = date(0);
        for day in 1..60_000 {
            let now = date(day);
            let (year, month, of_month) = last;
            let follows = [(year, month, of_month + 1), (year, month + 1, 1), (year + 1, 1, 1)];
            assert!(follows.contains(&now), "{last:?} then {now:?}");
            last = now;
        }
    }
}
