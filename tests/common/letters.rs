//! Reads what stands on a display, as somebody does who looks at it.

use std::io::Write;
use std::process::{Command, Stdio};

use super::display::Display;

/// The words in a part of the screen, by a program that knows letters and nothing of ours.
pub(crate) fn read(display: &Display, window: &str) -> String {
    // Small letters are made larger: that program was taught on printed pages.
    let shape = ["-resize", "300%", "-colorspace", "Gray", "-negate", "-density", "220", "png:-"];
    let arguments = [&["-window", window][..], &shape].concat();
    let picture = display.output_bytes("import", &arguments);
    let mut reader = Command::new("tesseract")
        .args(["stdin", "stdout", "--psm", "6"])
        .env("OMP_THREAD_LIMIT", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("tesseract-ocr is installed (make setup)");
    // A window that has just gone gives no picture, and a reader that ends early no text.
    let _ = reader.stdin.take().expect("it is piped").write_all(&picture);
    let read = reader.wait_with_output().expect("it was started");
    String::from_utf8_lossy(&read.stdout).into_owned()
}
