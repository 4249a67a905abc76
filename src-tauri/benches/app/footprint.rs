//! Memory, processor time and first paint.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use aloud::clock::rest;
use aloud::event::State;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat};

use super::common::app::{App, ask};
use super::common::display::Running;
use super::common::stage::Stage;
use super::common::wait;
use super::figures::{median, say};
use super::{beside, desktop, stage};

/// Starts of each kind.
const STARTS: usize = 5;

/// Until a window that has been painted needs nothing more.
const SETTLED: Duration = Duration::from_secs(4);

/// How long an app at rest is watched.
const WATCHED: Duration = Duration::from_secs(20);

/// Takes in a row.
const TAKES: u64 = 50;

/// First paint and memory, beside a bare window, without a model.
pub(crate) fn window() {
    let stage = stage();
    let bare = beside("examples/bare");
    let mut paints: [Vec<f64>; 2] = Default::default();
    let mut sizes: [Vec<f64>; 2] = Default::default();
    for _ in 0..STARTS {
        for (at, program) in [bare.as_path(), desktop()].into_iter().enumerate() {
            let (paint, size) = start(&stage, program);
            paints[at].push(paint);
            sizes[at].push(size);
        }
    }
    let [bare, app] = paints.map(|paints| median(&paints));
    say("first paint, bare window", bare, "s", "");
    say("first paint, app", app, "s", "");
    say("first paint, app / bare", app / bare, "x", "at most 1.3");
    let [bare, app] = sizes.map(|sizes| median(&sizes));
    say("memory (PSS, all processes), bare window", bare, "MB", "");
    say("memory (PSS, all processes), app without a model", app, "MB", "");
    say("memory, app / bare", app / bare, "x", "at most 1.25");
}

fn start(stage: &Stage, program: &Path) -> (f64, f64) {
    let mut command = stage.program(program, &[]);
    command.env_remove("ALOUD_MODELS").stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(Stdio::null());
    let begun = stage.clock.now();
    let running = Running(command.spawn().expect("it starts"));
    let eye = Looking::at(&stage.display.name);
    wait::until("a window with text in it", Duration::from_secs(30), || {
        eye.sees_text().then_some(())
    });
    let painted = stage.clock.now().since(begun).as_secs_f64();
    rest(SETTLED);
    let size = memory_mb(running.0.id());
    end(stage, running);
    (painted, size)
}

/// Ends a program and waits until its window is gone, or the next start would find it painted.
fn end(stage: &Stage, running: Running) {
    drop(running);
    let eye = Looking::at(&stage.display.name);
    wait::until("an empty screen", Duration::from_secs(10), || (!eye.sees_text()).then_some(()));
}

/// Looks at a screen.
struct Looking {
    screen: x11rb::rust_connection::RustConnection,
    root: u32,
}

impl Looking {
    fn at(display: &str) -> Self {
        let (screen, number) = x11rb::connect(Some(display)).expect("the display can be reached");
        let root = screen.setup().roots[number].root;
        Self { screen, root }
    }

    /// A page with text has many shades between its ink and its paper; an empty window has few.
    /// The frame of the window manager is left out: the look is at the middle of the screen.
    fn sees_text(&self) -> bool {
        let all = self.screen.get_image(ImageFormat::Z_PIXMAP, self.root, 190, 130, 900, 540, !0);
        let picture = all.expect("it is asked").reply().expect("it answers").data;
        let mut shades: Vec<_> = picture.chunks_exact(4).collect();
        shades.sort_unstable();
        shades.dedup();
        shades.len() > 12
    }
}

/// Processor time of an app that is hidden and at rest.
pub(crate) fn idle() {
    let stage = stage();
    let app = App::start(&stage, desktop(), &[]);
    stage.display.await_focus("aloud-desktop");
    rest(SETTLED);
    stage.display.output("xdotool", &["key", "alt+F4"]);
    rest(SETTLED);
    let before = processor_s(app.id());
    rest(WATCHED);
    let used = processor_s(app.id()) - before;
    say("hidden and idle", 100.0 * used / WATCHED.as_secs_f64(), "%", "under 0.5");
    app.quit(&stage);
}

/// Memory over many takes in a row.
pub(crate) fn takes() {
    let stage = stage();
    let mut app = App::start(&stage, desktop(), &[]);
    let clip = stage.clip("short-01");
    let take = |app: &mut App, number: u64| {
        assert!(ask(&stage, &["start"]).status.success());
        app.until_state(State::Listening);
        stage.speak(&clip);
        assert!(ask(&stage, &["stop"]).status.success());
        app.until_over(number);
    };
    // The first ones fill what every take uses again.
    let warm = 5;
    (1..=warm).for_each(|number| take(&mut app, number));
    let before = memory_mb(app.id());
    (warm + 1..=warm + TAKES).for_each(|number| take(&mut app, number));
    let after = memory_mb(app.id());
    say(&format!("memory after {TAKES} takes, more"), after - before, "MB", "at most 10");
    app.quit(&stage);
}

/// A process and its descendants.
fn family(id: u32) -> Vec<u32> {
    let children = Command::new("pgrep").args(["-P", &id.to_string()]).output().expect("pgrep");
    let children = String::from_utf8_lossy(&children.stdout).into_owned();
    let children = children.lines().filter_map(|line| line.parse().ok());
    std::iter::once(id).chain(children.flat_map(family)).collect()
}

fn memory_mb(id: u32) -> f64 {
    let size = |id: u32| {
        let text = std::fs::read_to_string(format!("/proc/{id}/smaps_rollup")).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:").map(str::to_owned));
        let kb = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        kb.unwrap_or_default() / 1024.0
    };
    family(id).into_iter().map(size).sum()
}

fn processor_s(id: u32) -> f64 {
    // Clock ticks of Linux, a hundred a second on every platform of today.
    const TICKS: f64 = 100.0;
    let used = |id: u32| {
        let text = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let fields = text.rsplit(')').next().unwrap_or_default().to_owned();
        let fields: Vec<f64> = fields
            .split_whitespace()
            .skip(11)
            .take(2)
            .filter_map(|field| field.parse().ok())
            .collect();
        fields.iter().sum::<f64>() / TICKS
    };
    family(id).into_iter().map(used).sum()
}
