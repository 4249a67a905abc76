//! Prints text for the program at the other end of the pipe.

use std::io::{Write, stdout};

use super::Sink;
use crate::error::{Error, Result};

/// The standard output of this process, flushed after every text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stdout;

impl Sink for Stdout {
    fn deliver(&mut self, text: &str) -> Result<()> {
        print(&mut stdout().lock(), text)
    }
}

/// Writes all of `text` and flushes. `print!` would panic when the reader has closed the pipe.
fn print(to: &mut impl Write, text: &str) -> Result<()> {
    to.write_all(text.as_bytes())
        .and_then(|()| to.flush())
        .map_err(|error| Error::Delivery { way: "print", problem: error.to_string() })
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufWriter};

    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn every_text_is_flushed() {
        let mut buffer = BufWriter::new(Vec::new());
        print(&mut buffer, "said").unwrap();
        assert_eq!(buffer.get_ref(), b"said");
    }

    #[test]
    fn a_closed_pipe_is_an_error_and_no_panic() {
        let (reader, mut writer) = io::pipe().unwrap();
        drop(reader);
        let error = print(&mut writer, "said").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Delivery);
    }
}
