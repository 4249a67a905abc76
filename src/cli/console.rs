//! Standard output and standard error: what is printed where, and what when nobody reads.

use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;

use super::exit::Exit;
use crate::error::{Error, Result};
use crate::event::Event;

/// Where results and messages go. Clones share the streams, so that the delivery thread
/// prints through the same one.
#[derive(Clone)]
pub(super) struct Console {
    streams: Arc<Mutex<Streams>>,
    /// Whether results are JSON objects.
    json: bool,
}

struct Streams {
    results: Box<dyn Write + Send>,
    messages: Box<dyn Write + Send>,
    reader: Reader,
}

/// Who reads the results.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Reader {
    Reading,
    /// It closed the pipe, as `head` does. That is no error.
    Gone,
    /// Results cannot be written, for this reason.
    Unreachable(String),
}

impl Console {
    /// The streams of this process.
    pub(super) fn new(json: bool) -> Self {
        Self::with(Box::new(io::stdout()), Box::new(io::stderr()), json)
    }

    fn with(results: Box<dyn Write + Send>, messages: Box<dyn Write + Send>, json: bool) -> Self {
        let streams = Streams { results, messages, reader: Reader::Reading };
        Self { streams: Arc::new(Mutex::new(streams)), json }
    }

    /// Whether results are JSON objects.
    pub(super) fn is_json(&self) -> bool {
        self.json
    }

    /// Prints text as it is.
    pub(super) fn text(&self, text: &str) {
        self.streams().result(text.as_bytes());
    }

    /// Prints an object as one line of JSON.
    pub(super) fn object(&self, object: &impl Serialize) {
        let mut line = serde_json::to_vec(object).expect("results have only string keys");
        line.push(b'\n');
        self.streams().result(&line);
    }

    /// Says something to the person.
    pub(super) fn say(&self, sentence: &str) {
        // There is nobody left to tell that standard error is closed.
        let _ = writeln!(self.streams().messages, "{sentence}");
    }

    /// Tells the person, and with JSON the program that reads, that something happened.
    pub(super) fn notice(&self, code: &str, message: &str) {
        self.say(&format!("aloud: {message}"));
        if self.json {
            let (code, message) = (code.to_owned(), message.to_owned());
            self.object(&Event::Notice { take: None, code, message });
        }
    }

    /// Reports an error and says how the program is to end.
    pub(super) fn fail(&self, error: &Error) -> Exit {
        self.notice(error.kind().code(), &error.to_string());
        error.kind().into()
    }

    /// The end of a verb.
    pub(super) fn end(&self, result: Result<Exit>) -> Exit {
        let exit = result.unwrap_or_else(|error| self.fail(&error));
        let reader = self.streams().reader.clone();
        match reader {
            Reader::Reading | Reader::Gone => exit,
            Reader::Unreachable(problem) => {
                self.say(&format!("aloud: cannot write to standard output: {problem}"));
                Exit::Failed
            }
        }
    }

    /// Whether results still reach somebody.
    pub(super) fn is_read(&self) -> bool {
        self.streams().reader == Reader::Reading
    }

    fn streams(&self) -> MutexGuard<'_, Streams> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Streams {
    fn result(&mut self, bytes: &[u8]) {
        if self.reader != Reader::Reading {
            return;
        }
        if let Err(error) = self.results.write_all(bytes).and_then(|()| self.results.flush()) {
            self.reader = match error.kind() {
                ErrorKind::BrokenPipe => Reader::Gone,
                _ => Reader::Unreachable(error.to_string()),
            };
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// What a console printed.
    #[derive(Clone, Default)]
    pub(in crate::cli) struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Paper {
        pub(in crate::cli) fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A console on paper: results, then messages.
    pub(in crate::cli) fn on_paper(json: bool) -> (Console, Paper, Paper) {
        let (results, messages) = (Paper::default(), Paper::default());
        let console = Console::with(Box::new(results.clone()), Box::new(messages.clone()), json);
        (console, results, messages)
    }

    struct Broken(ErrorKind);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_error_is_a_sentence_and_with_json_also_an_object() {
        let error = Error::NoDevice { wanted: Some("usb".to_owned()), available: vec![] };
        let sentence = "aloud: there is no microphone \"usb\"; there is: none\n";
        for json in [false, true] {
            let (console, results, messages) = on_paper(json);
            assert_eq!(console.fail(&error), Exit::NoDevice);
            assert_eq!(messages.text(), sentence);
            let object = "{\"type\":\"notice\",\"code\":\"no_device\",\"message\":\"there is no \
                          microphone \\\"usb\\\"; there is: none\"}\n";
            assert_eq!(results.text(), if json { object } else { "" });
        }
    }

    #[test]
    fn a_reader_that_goes_away_is_no_error() {
        let (messages, broken) = (Paper::default(), Broken(ErrorKind::BrokenPipe));
        let console = Console::with(Box::new(broken), Box::new(messages.clone()), false);
        console.text("said");
        assert!(!console.is_read());
        assert_eq!(console.end(Ok(Exit::Done)), Exit::Done);
        assert_eq!(messages.text(), "");
    }

    #[test]
    fn a_full_disk_under_standard_output_is_one() {
        let (messages, broken) = (Paper::default(), Broken(ErrorKind::StorageFull));
        let console = Console::with(Box::new(broken), Box::new(messages.clone()), false);
        console.text("said");
        assert_eq!(console.end(Ok(Exit::Done)), Exit::Failed);
        assert!(messages.text().starts_with("aloud: cannot write to standard output: "));
    }
}
