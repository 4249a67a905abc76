//! Text reaches real windows on a real X server: typed, pasted, and the clipboard put back.
#![expect(clippy::unwrap_used, reason = "what a test cannot do without fails it")]

mod common;

use std::io::{BufRead, BufReader, Lines, Write, stdin};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use aloud::clock::{Clock, rest};
use aloud::deliver::joint::Joint;
use aloud::deliver::{Courier, Edit, Outcome, sinks};
use aloud::event::TakeId;
use aloud::settings::Output;
use common::display::{Display, Running, poll};
use common::keyboard::Keyboard;
use x11rb::CURRENT_TIME;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, CreateWindowAux, EventMask, KeyButMask, PropMode, WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;

/// Set in the process that [`Writer`] starts.
const WRITER: &str = "ALOUD_TEST_WRITER";

/// Comes before every answer of that process.
const REPLY: &str = "reply: ";

/// Field case 30 without its line break.
const WORLD: &str = "naïve Straße façade ¿qué? Žižek Привет 東京 हिन्दी 👩‍🚀 \"quotes\" ~^ a\\b";

/// Every printed character of ASCII, doubled here and there.
const ASCII: &str = "Hello, World! book-keeper ABBA (x+y)*[z] {#1} <$2> %3&4 \"q\" 'r' ~^_`a\\b|c;d:e?f@g=h/i\n\
                     THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG the quick brown fox 0123456789";

/// A process of our own that delivers text on a display. The display is found by the environment,
/// which is one for a whole process, and tests run side by side in one.
struct Writer {
    stdin: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
    process: Running,
}

impl Writer {
    fn start(display: &Display) -> Self {
        let program = std::env::current_exe().expect("a test has a file");
        let mut command = display.command(program);
        Self::spawn(command.env(WRITER, "1"))
    }

    fn spawn(command: &mut std::process::Command) -> Self {
        command.args(["the_process_that_delivers", "--exact", "--nocapture"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process: Child = command.spawn().expect("a test can be run");
        let stdin = process.stdin.take();
        let lines = BufReader::new(process.stdout.take().expect("it is piped")).lines();
        Self { stdin, lines, process: Running(process) }
    }

    fn submit(&mut self, output: Output, text: &str) {
        let line = serde_json::to_string(&(output, text)).unwrap();
        writeln!(self.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Has the process copy a page as a browser does.
    fn copy_page(&mut self, html: &str, text: &str) {
        let line = serde_json::to_string(&("page", html, text)).unwrap();
        writeln!(self.stdin.as_mut().unwrap(), "{line}").unwrap();
        assert_eq!(self.reply(), "copied");
    }

    fn reply(&mut self) -> String {
        loop {
            let line = self.lines.next().expect("it answers").unwrap();
            if let Some((_, reply)) = line.split_once(REPLY) {
                return reply.to_owned();
            }
        }
    }

    /// Delivers the text of a take that begins now.
    fn dictate(&mut self, output: Output, text: &str) {
        let line = serde_json::to_string(&("take", output, text)).unwrap();
        writeln!(self.stdin.as_mut().unwrap(), "{line}").unwrap();
        assert_eq!(self.reply(), "delivered");
    }

    fn deliver(&mut self, output: Output, text: &str) -> String {
        self.submit(output, text);
        self.reply()
    }

    /// Lets the process end in its own time.
    fn finish(mut self) {
        drop(self.stdin.take());
        let status = poll("the end of the process", || self.process.0.try_wait().unwrap());
        assert!(status.success());
    }
}

/// Not a test of its own: this is what [`Writer`] runs in a process, and nothing elsewhere.
#[test]
fn the_process_that_delivers() {
    if std::env::var_os(WRITER).is_none() {
        return;
    }
    let (tell, told) = mpsc::channel();
    let clock = Clock::real();
    let reports = Box::new(move |report| tell.send(report).unwrap());
    let courier = Courier::spawn(clock.clone(), sinks(), reports).unwrap();
    let mut browser = None;
    for (line, piece) in stdin().lines().zip(0..) {
        let line = line.unwrap();
        if let Ok(("page", html, text)) = serde_json::from_str::<(&str, String, String)>(&line) {
            let board = browser.insert(arboard::Clipboard::new().unwrap());
            board.set_html(html, Some(text)).unwrap();
            println!("{REPLY}copied");
            continue;
        }
        let (joint, output, text) = match serde_json::from_str::<(&str, Output, String)>(&line) {
            Ok((_, output, text)) => {
                (Joint::Begins { at: clock.now(), language: None }, output, text)
            }
            Err(_) => {
                let (output, text) = serde_json::from_str(&line).unwrap();
                (Joint::Inside, output, text)
            }
        };
        courier.submit(Edit { take: TakeId(u64::from(piece)), piece, text, output, joint });
        match told.recv().unwrap().outcome {
            Outcome::Delivered => println!("{REPLY}delivered"),
            Outcome::OnClipboard { why } => println!("{REPLY}on the clipboard: {why}"),
            Outcome::Failed { why } => println!("{REPLY}failed: {why}"),
            Outcome::Dropped => println!("{REPLY}dropped"),
        }
    }
    assert!(courier.shutdown(Duration::from_secs(10)));
}

/// A window that reads the clipboard some time after the key that pastes.
struct SlowWindow {
    key: mpsc::Receiver<()>,
    go: mpsc::Sender<()>,
    text: mpsc::Receiver<String>,
}

impl SlowWindow {
    /// Opens it and waits until it has the focus.
    fn open(display: &Display) -> Self {
        let (pressed, key) = mpsc::channel();
        let (go, may_read) = mpsc::channel();
        let (has_read, text) = mpsc::channel();
        let name = display.name.clone();
        // Ends with the connection, when the X server is ended.
        std::thread::spawn(move || slow_window(&name, &pressed, &may_read, &has_read));
        display.await_focus("slowwindow");
        Self { key, go, text }
    }

    /// Waits for the key, then as long as the window is slow, then for what it reads.
    fn read_after(&self, slowness: Duration) -> String {
        self.key.recv().unwrap();
        rest(slowness);
        self.read()
    }

    fn read(&self) -> String {
        self.go.send(()).unwrap();
        self.text.recv().unwrap()
    }
}

fn slow_window(
    display: &str,
    pressed: &mpsc::Sender<()>,
    may_read: &mpsc::Receiver<()>,
    has_read: &mpsc::Sender<String>,
) -> Option<()> {
    let (x, screen) = x11rb::connect(Some(display)).unwrap();
    let root = x.setup().roots[screen].root;
    let window = x.generate_id().unwrap();
    let events = CreateWindowAux::new().event_mask(EventMask::KEY_PRESS);
    x.create_window(0, window, root, 0, 0, 200, 200, 0, WindowClass::INPUT_OUTPUT, 0, &events)
        .unwrap();
    let class = b"slowwindow\0SlowWindow\0";
    x.change_property8(PropMode::REPLACE, window, AtomEnum::WM_CLASS, AtomEnum::STRING, class)
        .unwrap();
    x.map_window(window).unwrap();
    let atom = |name: &str| x.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom;
    let (clipboard, utf8, property) = (atom("CLIPBOARD"), atom("UTF8_STRING"), atom("PASTED"));
    x.flush().unwrap();
    loop {
        match x.wait_for_event().ok()? {
            // The modifier's own press comes without it in the state.
            Event::KeyPress(key) if key.state.contains(KeyButMask::CONTROL) => {
                pressed.send(()).ok()?;
                may_read.recv().ok()?;
                x.convert_selection(window, clipboard, utf8, property, CURRENT_TIME).unwrap();
                x.flush().unwrap();
            }
            Event::SelectionNotify(_) => {
                let reply = x.get_property(true, window, property, AtomEnum::ANY, 0, 1 << 20);
                let bytes = reply.unwrap().reply().unwrap().value;
                has_read.send(String::from_utf8(bytes).unwrap()).ok()?;
            }
            _ => {}
        }
    }
}

/// Modifiers that the server believes to be down.
fn modifiers(display: &Display) -> KeyButMask {
    let (x, screen) = x11rb::connect(Some(&display.name)).unwrap();
    let root = x.setup().roots[screen].root;
    x.query_pointer(root).unwrap().reply().unwrap().mask
}

/// Whether the keys go to the window manager itself, as they do when no window is left.
fn manager_has_focus(display: &Display) -> bool {
    let (x, _) = x11rb::connect(Some(&display.name)).unwrap();
    let root = display.output("xprop", &["-root", "_NET_SUPPORTING_WM_CHECK"]);
    let id = root.trim().rsplit(" 0x").next().expect("there is a window manager");
    let manager = u32::from_str_radix(id, 16).unwrap();
    let focus = x.get_input_focus().unwrap().reply().unwrap().focus;
    let mask = !x.setup().resource_id_mask;
    focus & mask == manager & mask
}

#[test]
fn an_editor_gets_what_is_typed() {
    let mut display = Display::start();
    let editor = display.open_editor();
    let mut writer = Writer::start(&display);
    let umlauts = "Übermäßig schöne Füße.\n";
    assert_eq!(writer.deliver(Output::Type, umlauts), "delivered");
    assert_eq!(writer.deliver(Output::Type, ASCII), "delivered");
    assert_eq!(writer.deliver(Output::Type, " – “é”"), "delivered");
    editor.await_text(&display, &format!("{umlauts}{ASCII} – “é”"));
    assert_eq!(modifiers(&display), KeyButMask::default());
    writer.finish();
}

#[test]
fn a_terminal_gets_what_is_typed_and_what_is_pasted() {
    let mut display = Display::start();
    display.copy("UTF8_STRING", b"OLD");
    let terminal = display.open_terminal();
    let mut writer = Writer::start(&display);
    assert_eq!(writer.deliver(Output::Type, "Größe: 12 µm\n"), "delivered");
    assert_eq!(writer.deliver(Output::Paste, WORLD), "delivered");
    terminal.await_text(&format!("Größe: 12 µm\n{WORLD}"));
    assert_eq!(display.clipboard("UTF8_STRING"), b"OLD");
    writer.finish();
}

#[test]
fn an_editor_gets_every_script_and_long_text_by_the_default_output() {
    let mut display = Display::start();
    display.copy("UTF8_STRING", b"OLD");
    let editor = display.open_editor();
    let mut writer = Writer::start(&display);
    let line = format!("{WORLD}\n");
    assert_eq!(writer.deliver(Output::Type, &line), "delivered");
    assert_eq!(display.clipboard("UTF8_STRING"), b"OLD");
    let long = "Aaron's bookkeeper Successfully MISSED committee meetings. ".repeat(34);
    assert_eq!(writer.deliver(Output::Type, &long), "delivered");
    assert_eq!(writer.deliver(Output::Paste, "End"), "delivered");
    assert_eq!(display.clipboard("UTF8_STRING"), b"OLD");
    editor.await_text(&display, &format!("{line}{long}End"));
    writer.finish();
}

#[test]
fn every_layout_writes_the_same() {
    let mut display = Display::start();
    let editor = display.open_editor();
    let mut writer = Writer::start(&display);
    let typed = "Zyxwq azerty; Häuser? 'Quote' @#12\n";
    let mut all = String::new();
    for layout in ["de", "fr", "ru", "us(dvorak)", "us"] {
        display.output("setxkbmap", &[layout]);
        assert_eq!(writer.deliver(Output::Type, typed), "delivered", "{layout}");
        assert_eq!(writer.deliver(Output::Type, WORLD), "delivered", "{layout}");
        all = format!("{all}{typed}{WORLD}");
        editor.await_text(&display, &all);
    }
    writer.finish();
}

#[test]
fn takes_are_a_space_apart_for_as_long_as_nobody_touches_the_window() {
    let mut display = Display::start();
    let terminal = display.open_terminal();
    let mut writer = Writer::start(&display);
    let keyboard = Keyboard::at(&display.name);
    keyboard.claim("F9");
    for (output, text, all) in [
        (Output::Type, "One.", "One."),
        (Output::Type, "Two.", "One. Two."),
        (Output::Paste, "Three.", "One. Two. Three."),
        (Output::Type, "東京。", "One. Two. Three. 東京。"),
        (Output::Type, "京都。", "One. Two. Three. 東京。京都。"),
    ] {
        writer.dictate(output, text);
        terminal.await_text(all);
    }
    // A hotkey, held until it repeats, modifiers and a wheel move no cursor.
    keyboard.down("Ctrl+F9");
    rest(Duration::from_secs(1));
    keyboard.up("Ctrl+F9");
    keyboard.tap("Shift");
    display.output("xdotool", &["click", "4"]);
    writer.dictate(Output::Type, "Four.");
    terminal.await_text("One. Two. Three. 東京。京都。 Four.");
    writer.finish();
}

#[test]
fn after_a_key_a_click_or_in_another_window_a_take_begins_anew() {
    let mut display = Display::start();
    let terminal = display.open_terminal();
    let mut writer = Writer::start(&display);
    writer.dictate(Output::Type, "One.");
    display.output("xdotool", &["key", "Return"]);
    writer.dictate(Output::Type, "Two.");
    terminal.await_text("One.\nTwo.");
    display.output("xdotool", &["click", "1"]);
    writer.dictate(Output::Paste, "Three.");
    display.output("xdotool", &["key", "a"]);
    writer.dictate(Output::Paste, "Four.");
    terminal.await_text("One.\nTwo.Three.aFour.");
    let editor = display.open_editor();
    writer.dictate(Output::Type, "Five.");
    display.activate("xterm");
    writer.dictate(Output::Type, "Six.");
    terminal.await_text("One.\nTwo.Three.aFour.Six.");
    display.activate("mousepad");
    editor.await_text(&display, "Five.");
    writer.finish();
}

#[test]
fn caps_lock_changes_nothing() {
    let mut display = Display::start();
    let editor = display.open_editor();
    let mut writer = Writer::start(&display);
    display.output("xdotool", &["key", "Caps_Lock"]);
    poll("capitals", || (modifiers(&display) == KeyButMask::LOCK).then_some(()));
    assert_eq!(writer.deliver(Output::Type, "Two sales."), "delivered");
    display.output("xdotool", &["key", "Caps_Lock"]);
    editor.await_text(&display, "Two sales.");
    writer.finish();
}

#[test]
fn a_held_hotkey_is_waited_out() {
    let mut display = Display::start();
    let editor = display.open_editor();
    let mut writer = Writer::start(&display);
    for output in [Output::Type, Output::Paste] {
        display.output("xdotool", &["keydown", "ctrl", "keydown", "alt", "keydown", "d"]);
        poll("held modifiers", || modifiers(&display).contains(KeyButMask::CONTROL).then_some(()));
        writer.submit(output, "new sale.");
        // Long enough for text that does not wait to have done its harm.
        rest(Duration::from_millis(400));
        display.output("xdotool", &["keyup", "d", "keyup", "alt", "keyup", "ctrl"]);
        assert_eq!(writer.reply(), "delivered");
    }
    editor.await_text(&display, "new sale.new sale.");
    assert_eq!(modifiers(&display), KeyButMask::default());
    writer.finish();
}

#[test]
fn a_modifier_that_stays_down_sends_the_text_to_the_clipboard() {
    let mut display = Display::start();
    let editor = display.open_editor();
    let mut writer = Writer::start(&display);
    display.output("xdotool", &["keydown", "ctrl"]);
    let reply = writer.deliver(Output::Type, "new sale.");
    assert!(reply.starts_with("on the clipboard: cannot type the text: a key such as"), "{reply}");
    display.output("xdotool", &["keyup", "ctrl"]);
    assert_eq!(display.clipboard("UTF8_STRING"), b"new sale.");
    editor.await_text(&display, "");
    writer.finish();
}

#[test]
fn a_window_that_reads_late_gets_the_text_and_the_clipboard_its_own() {
    let mut display = Display::start();
    display.copy("UTF8_STRING", b"OLD");
    let window = SlowWindow::open(&display);
    let mut writer = Writer::start(&display);
    for (text, slowness) in [("one", 900), ("two", 2000)] {
        writer.submit(Output::Paste, text);
        assert_eq!(window.read_after(Duration::from_millis(slowness)), text);
        assert_eq!(writer.reply(), "delivered");
        assert_eq!(display.clipboard("UTF8_STRING"), b"OLD");
    }
    writer.finish();
}

#[test]
fn what_somebody_copies_meanwhile_stays() {
    let mut display = Display::start();
    display.copy("UTF8_STRING", b"OLD");
    let window = SlowWindow::open(&display);
    let mut writer = Writer::start(&display);
    writer.submit(Output::Paste, "said");
    window.key.recv().unwrap();
    display.copy("UTF8_STRING", b"NEW");
    let reply = writer.reply();
    assert!(reply.starts_with("failed: something else was copied"), "{reply}");
    assert_eq!(window.read(), "NEW");
    assert_eq!(display.clipboard("UTF8_STRING"), b"NEW");
    writer.finish();
}

#[test]
fn a_window_that_does_not_read_leaves_the_text_on_the_clipboard() {
    let mut display = Display::start();
    display.copy("UTF8_STRING", b"OLD");
    let window = SlowWindow::open(&display);
    let mut writer = Writer::start(&display);
    let reply = writer.deliver(Output::Paste, "said");
    assert!(reply.contains("the window did not read the clipboard"), "{reply}");
    // Later than anybody waits, and still there.
    assert_eq!(window.read_after(Duration::ZERO), "said");
    writer.finish();
}

#[test]
fn large_pictures_and_other_forms_come_back_byte_for_byte() {
    let mut display = Display::start();
    let editor = display.open_editor();
    let mut writer = Writer::start(&display);
    // Larger than any single property: it comes and goes in pieces.
    let picture: Vec<u8> =
        (0..3_000_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for (target, bytes) in [
        ("image/png", &picture[..]),
        ("text/html", b"<b>OLD</b>"),
        ("text/uri-list", b"file:///home/me/old.txt\r\n"),
    ] {
        display.copy(target, bytes);
        assert_eq!(writer.deliver(Output::Paste, "x"), "delivered");
        assert!(display.clipboard(target) == bytes, "{target} is not what it was");
        // The second paste saves what the first one has put back.
        assert_eq!(writer.deliver(Output::Paste, "y"), "delivered");
        assert!(display.clipboard(target) == bytes, "{target} is not what it was");
    }
    editor.await_text(&display, "xyxyxy");
    writer.finish();
}

#[test]
fn a_page_copied_as_text_and_as_html_comes_back_as_both() {
    let mut display = Display::start();
    let editor = display.open_editor();
    let mut other = Writer::start(&display);
    other.copy_page("<b>OLD</b>", "OLD");
    let mut writer = Writer::start(&display);
    // Two at once, of which the second comes while the first still waits for the window.
    writer.submit(Output::Paste, "one ");
    writer.submit(Output::Paste, "two");
    assert_eq!(writer.reply(), "delivered");
    assert_eq!(writer.reply(), "delivered");
    // What lies there now is ours.
    other.finish();
    assert_eq!(display.clipboard("UTF8_STRING"), b"OLD");
    assert_eq!(display.clipboard("text/html"), b"<b>OLD</b>");
    editor.await_text(&display, "one two");
    writer.finish();
}

#[test]
fn an_empty_clipboard_is_empty_again() {
    let mut display = Display::start();
    let editor = display.open_editor();
    let mut writer = Writer::start(&display);
    assert_eq!(writer.deliver(Output::Paste, "said"), "delivered");
    assert_eq!(display.clipboard("UTF8_STRING"), b"");
    editor.await_text(&display, "said");
    writer.finish();
}

#[test]
fn copied_text_stays_on_the_clipboard() {
    let display = Display::start();
    let mut writer = Writer::start(&display);
    assert_eq!(writer.deliver(Output::Clipboard, "Größe"), "delivered");
    assert_eq!(display.clipboard("UTF8_STRING"), "Größe".as_bytes());
    writer.finish();
}

#[test]
fn without_a_focused_window_the_text_goes_to_the_clipboard() {
    let mut display = Display::start();
    display.open_editor();
    display.end_last();
    let mut writer = Writer::start(&display);
    poll("no window", || manager_has_focus(&display).then_some(()));
    for output in [Output::Type, Output::Paste] {
        let reply = writer.deliver(output, "said");
        assert!(reply.starts_with("on the clipboard: "), "{reply}");
        assert!(reply.contains("no window has the focus"), "{reply}");
        assert_eq!(display.clipboard("UTF8_STRING"), b"said");
    }
    writer.finish();
}

#[test]
fn without_a_display_the_error_says_so() {
    let program = std::env::current_exe().unwrap();
    let mut command = std::process::Command::new(program);
    let mut writer =
        Writer::spawn(command.env(WRITER, "1").env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY"));
    for output in [Output::Type, Output::Paste, Output::Clipboard] {
        let reply = writer.deliver(output, "said");
        assert!(reply.starts_with("failed: "), "{reply}");
        assert!(reply.contains("there is no display"), "{reply}");
    }
    writer.finish();
}
