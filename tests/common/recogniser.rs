//! A server that recognises, as a test wants it: it reads each request as such a server does, and
//! refuses what is not as it must be.

use std::io::Cursor;

use super::web::{Answer, Asked, Web};

/// A request of the audio interface, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Speech {
    /// Whether it is to be translated.
    pub(crate) translated: bool,
    /// The key that was shown.
    pub(crate) key: Option<String>,
    /// The fields of the form besides the file, in order.
    pub(crate) fields: Vec<(String, String)>,
    /// The samples of the file, which was 16 kHz mono with 16 bits.
    pub(crate) samples: Vec<i16>,
}

impl Speech {
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(of, _)| of == name).map(|(_, value)| value.as_str())
    }

    /// Reads a request, all of which must be as the interface has it.
    ///
    /// # Panics
    /// Says what is wrong with it.
    pub(crate) fn read(asked: &Asked) -> Self {
        assert_eq!(asked.method, "POST");
        let translated = match asked.path.as_str() {
            "/v1/audio/transcriptions" => false,
            "/v1/audio/translations" => true,
            other => panic!("{other} is no place of the interface"),
        };
        let key = asked.header("authorization").map(|value| {
            value.strip_prefix("Bearer ").expect("a key is shown as a bearer has it").to_owned()
        });
        let kind = asked.header("content-type").expect("a kind of content");
        let boundary = kind.strip_prefix("multipart/form-data; boundary=").expect("it is a form");
        let mut speech = Self { translated, key, ..Self::default() };
        for part in parts(&asked.body, boundary) {
            match part.file {
                Some(file) => {
                    assert_eq!((part.name.as_str(), file.as_str()), ("file", "speech.wav"));
                    assert!(speech.samples.is_empty(), "there is one file");
                    speech.samples = samples(&part.content);
                }
                None => {
                    let value = String::from_utf8(part.content).expect("fields are text");
                    speech.fields.push((part.name, value));
                }
            }
        }
        assert!(!speech.samples.is_empty(), "there is a file with sound in it");
        assert_eq!(speech.field("temperature"), Some("0"));
        assert!(speech.field("model").is_some_and(|model| !model.is_empty()));
        assert!(matches!(speech.field("response_format"), Some("json" | "verbose_json")));
        let known = ["model", "response_format", "temperature", "language", "prompt"];
        for (name, _) in &speech.fields {
            assert!(known.contains(&name.as_str()), "the interface has no field {name}");
            let same = speech.fields.iter().filter(|(other, _)| other == name);
            assert_eq!(same.count(), 1, "{name} is there once");
        }
        speech
    }
}

struct Part {
    name: String,
    file: Option<String>,
    content: Vec<u8>,
}

/// The parts of a form, by the letter of RFC 2046.
fn parts(body: &[u8], boundary: &str) -> Vec<Part> {
    let delimiter = format!("\r\n--{boundary}");
    // The first one stands at the beginning, without a line before it.
    let body = [b"\r\n", body].concat();
    let at: Vec<usize> = body
        .windows(delimiter.len())
        .enumerate()
        .filter_map(|(at, window)| (window == delimiter.as_bytes()).then_some(at))
        .collect();
    let (last, begins) = at.split_last().expect("there are boundaries");
    assert_eq!(&body[last + delimiter.len()..], b"--\r\n", "the form ends");
    let ends = begins.iter().skip(1).chain([last]);
    begins.iter().zip(ends).map(|(begin, end)| part(&body[begin + delimiter.len()..*end])).collect()
}

fn part(bytes: &[u8]) -> Part {
    let bytes = bytes.strip_prefix(b"\r\n").expect("a line ends behind a boundary");
    let blank = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a blank line");
    let head = String::from_utf8(bytes[..blank].to_vec()).expect("the head of a part is text");
    let quoted = |name: &str| {
        let value = head.split(&format!("{name}=\"")).nth(1)?.split('"').next()?;
        Some(value.to_owned())
    };
    assert!(head.starts_with("Content-Disposition: form-data; name="), "{head}");
    let (name, file) = (quoted("; name").expect("a part has a name"), quoted("; filename"));
    assert_eq!(head.contains("Content-Type: audio/wav"), file.is_some(), "{head}");
    Part { name, file, content: bytes[blank + 4..].to_vec() }
}

/// The samples of a WAV file, read by a library of somebody else.
fn samples(file: &[u8]) -> Vec<i16> {
    let reader = hound::WavReader::new(Cursor::new(file)).expect("it is a WAV file");
    let spec = reader.spec();
    assert_eq!((spec.sample_rate, spec.channels, spec.bits_per_sample), (16_000, 1, 16));
    assert_eq!(spec.sample_format, hound::SampleFormat::Int);
    let samples: Vec<i16> = reader.into_samples().map(|sample| sample.expect("whole")).collect();
    assert_eq!(file.len(), 44 + samples.len() * 2, "nothing stands behind them");
    samples
}

/// What a server says that heard this.
pub(crate) fn said(text: &str) -> Answer {
    let body = serde_json::json!({ "text": text }).to_string().into_bytes();
    json(200, body)
}

/// What a server says that cannot.
pub(crate) fn trouble(status: u16, message: &str) -> Answer {
    let body = serde_json::json!({ "error": { "message": message, "type": "test" } });
    json(status, body.to_string().into_bytes())
}

pub(crate) fn json(status: u16, body: Vec<u8>) -> Answer {
    let headers = vec![("content-type", "application/json".to_owned())];
    Answer { status, headers, body, ..Answer::default() }
}

/// A server that reads each request before it answers; `play` gets how many came before.
pub(crate) fn server(play: impl Fn(&Speech, usize) -> Answer + Send + Sync + 'static) -> Web {
    Web::new(move |asked| play(&Speech::read(asked), asked.before))
}

/// All requests that came, read.
pub(crate) fn heard(web: &Web) -> Vec<Speech> {
    web.asked().iter().map(Speech::read).collect()
}

/// An address at which nobody listens any more.
pub(crate) fn nobody() -> String {
    let gone = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    format!("http://{}", gone.local_addr().expect("it has one"))
}
