//! What the answer of a server means for a download. Pure.

use std::time::Duration;

use crate::http;

/// What was asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// Bytes that are there.
    pub(super) from: u64,
    /// Bytes that the file has.
    pub(super) size: u64,
}

/// What came back, without its body.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reply<'a> {
    pub(super) status: u16,
    pub(super) range: Option<&'a str>,
    pub(super) retry_after: Option<&'a str>,
    pub(super) length: Option<u64>,
}

/// What to do with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Its body goes on where what is there ends.
    GoesOn,
    /// Its body is the file from its beginning.
    Begins,
    /// The file is elsewhere.
    Moved,
    /// It does not give that part: it is to be asked for everything.
    AskForAll,
    /// It may answer later, and may say how long that takes.
    Busy(String, Option<Duration>),
    /// It will not give the file.
    Refused(String),
}

impl Reply<'_> {
    pub(super) fn meaning(self, asked: Asked) -> Meaning {
        match self.status {
            200 => self.whole(asked.size),
            206 => self.part(asked),
            301..=303 | 307 | 308 => Meaning::Moved,
            416 if asked.from > 0 => Meaning::AskForAll,
            status @ (408 | 425 | 429 | 500..=599) => busy(status, self.retry_after),
            404 | 410 => Meaning::Refused("the file is not there".to_owned()),
            401 | 403 => Meaning::Refused(format!("it does not give the file ({})", self.status)),
            status => Meaning::Refused(format!("it answers {status}")),
        }
    }

    /// A server that knows nothing of ranges gives the whole file.
    fn whole(self, size: u64) -> Meaning {
        match self.length.filter(|length| *length != size) {
            Some(length) => another_length(length, size),
            None => Meaning::Begins,
        }
    }

    fn part(self, asked: Asked) -> Meaning {
        let range = self.range.and_then(read_range);
        match range {
            Some((_, Some(total))) if total != asked.size => another_length(total, asked.size),
            Some((from, _)) if from == asked.from => Meaning::GoesOn,
            // Nobody asked for that part.
            _ if asked.from == 0 => {
                Meaning::Refused("it gives another part of the file".to_owned())
            }
            _ => Meaning::AskForAll,
        }
    }
}

fn busy(status: u16, retry_after: Option<&str>) -> Meaning {
    let wait = retry_after.and_then(http::wait);
    let asks = wait.map_or_else(String::new, |w| format!(", and asks to wait {} s", w.as_secs()));
    Meaning::Busy(format!("it answers {status}{asks}"), wait)
}

fn another_length(length: u64, size: u64) -> Meaning {
    Meaning::Refused(format!("the file has {length} bytes there and must have {size}"))
}

/// First byte and length of the file, of `bytes 10-99/100` or `bytes 10-99/*`.
fn read_range(text: &str) -> Option<(u64, Option<u64>)> {
    let (part, total) = text.trim().strip_prefix("bytes")?.trim().split_once('/')?;
    let (from, to) = part.split_once('-')?;
    let (from, to): (u64, u64) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    let total = match total.trim() {
        "*" => None,
        total => Some(total.parse().ok()?),
    };
    (from <= to).then_some((from, total))
}

/// The hash that a server says the file has, if it says one: a tag may be something else.
pub(super) fn listed(tag: Option<&str>) -> Option<String> {
    let value = tag?.trim().trim_start_matches("W/").trim_matches('"').to_lowercase();
    let is_hash = value.len() == 64 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(from: u64, status: u16, range: Option<&str>, length: Option<u64>) -> Meaning {
        Reply { status, range, length, retry_after: None }.meaning(Asked { from, size: 100 })
    }

    #[test]
    fn a_part_goes_on_where_it_fits_and_nowhere_else() {
        assert_eq!(meaning(40, 206, Some("bytes 40-99/100"), Some(60)), Meaning::GoesOn);
        assert_eq!(meaning(40, 206, Some("bytes 40-99/*"), None), Meaning::GoesOn);
        for wrong in [Some("bytes 0-99/100"), Some("bytes 41-99/100"), Some("pages 4-9/10"), None] {
            assert_eq!(meaning(40, 206, wrong, None), Meaning::AskForAll, "{wrong:?}");
        }
        let refused = meaning(40, 206, Some("bytes 40-119/120"), None);
        assert!(matches!(&refused, Meaning::Refused(why) if why.contains("120")), "{refused:?}");
        assert!(matches!(meaning(0, 206, Some("bytes 9-99/100"), None), Meaning::Refused(_)));
    }

    #[test]
    fn a_server_without_ranges_begins() {
        assert_eq!(meaning(40, 200, None, Some(100)), Meaning::Begins);
        assert_eq!(meaning(0, 200, None, None), Meaning::Begins);
        assert!(matches!(meaning(0, 200, None, Some(99)), Meaning::Refused(_)));
    }

    #[test]
    fn what_is_beyond_the_end_is_no_reason_to_give_up() {
        assert_eq!(meaning(40, 416, None, None), Meaning::AskForAll);
        assert!(matches!(meaning(0, 416, None, None), Meaning::Refused(_)));
    }

    #[test]
    fn a_busy_server_is_asked_again_and_another_is_not() {
        for status in [408, 429, 500, 502, 503] {
            assert!(matches!(meaning(0, status, None, None), Meaning::Busy(_, None)), "{status}");
        }
        for status in [204, 400, 401, 403, 404, 410] {
            assert!(matches!(meaning(0, status, None, None), Meaning::Refused(_)), "{status}");
        }
        for status in [301, 302, 303, 307, 308] {
            assert_eq!(meaning(0, status, None, None), Meaning::Moved);
        }
    }

    #[test]
    fn a_busy_server_says_how_long_that_takes() {
        let busy = |after| Reply { status: 429, retry_after: Some(after), ..Reply::default() };
        let meaning = |after| busy(after).meaning(Asked { from: 0, size: 100 });
        let minute = Some(Duration::from_secs(60));
        let problem = "it answers 429, and asks to wait 60 s".to_owned();
        assert_eq!(meaning(" 60 "), Meaning::Busy(problem, minute));
        for odd in ["soon", "-1", "", "1.5"] {
            assert_eq!(meaning(odd), Meaning::Busy("it answers 429".to_owned(), None), "{odd}");
        }
    }

    #[test]
    fn a_hash_is_told_from_another_tag() {
        let hash = "AB".repeat(32);
        let quoted = format!("\"{hash}\"");
        assert_eq!(listed(Some(&quoted)), Some(hash.to_lowercase()));
        assert_eq!(listed(Some("\"5d41402abc4b2a76b9719d911017c592\"")), None);
        assert_eq!(listed(None), None);
    }
}
