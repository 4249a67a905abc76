//! Puts the app together, and runs it until it is quit.

use std::sync::{Arc, Mutex};

use aloud::capture::Source;
use aloud::capture::device::Microphone;
use aloud::capture::wav::FileSource;
use aloud::clock::Clock;
use aloud::command::SourceSpec;
use aloud::control::{Board, Instance, Server};
use aloud::deliver::focus::FocusWatch;
use aloud::engine::{Engine, Parts};
use aloud::error::{Error, Result};
use aloud::home::Home;
use aloud::models::Store;
use aloud::models::download::Options;
use aloud::recognise::chosen::Chosen;
use aloud::recognise::native::Means;
use aloud::settings::Problem;
use tauri::webview::PageLoadEvent;
use tauri::{AppHandle, Emitter, Manager, RunEvent};
use tauri_plugin_global_shortcut::{Builder as Shortcuts, ShortcutState};

use crate::autostart::Autostart;
use crate::choices::Choices;
use crate::commands;
use crate::consequence::{keep_model, keep_open};
use crate::cue::Cues;
use crate::desk::Desk;
use crate::desktop::Place;
use crate::downloads::{self, Downloads};
use crate::face::Face;
use crate::hotkey::Hotkeys;
use crate::ipc::Batch;
use crate::measure::Measuring;
use crate::overlay::Overlay;
use crate::relay::Relay;
use crate::remote::{self, Remote};
use crate::sinks::sinks;
use crate::trial::Trial;
use crate::watch::{Known, Watch};
use crate::window::{self, Sight};

/// How the app is to begin.
pub(crate) struct Beginning {
    /// Where its files are.
    pub(crate) home: Home,
    /// That it is the only one.
    pub(crate) instance: Instance,
    /// Whether its window is to wait until it is asked for.
    pub(crate) hidden: bool,
}

/// Runs the app to its end.
///
/// # Errors
/// When the toolkit cannot begin.
pub(crate) fn run(beginning: Beginning) -> tauri::Result<()> {
    let shortcuts = Shortcuts::new().with_handler(|app, shortcut, event| {
        let desk = app.state::<Desk>();
        match event.state {
            ShortcutState::Pressed => desk.press(shortcut.id()),
            ShortcutState::Released => desk.release(shortcut.id()),
        }
    });
    let app = tauri::Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .plugin(shortcuts.build())
        .invoke_handler(tauri::generate_handler![
            commands::snapshot,
            commands::patch,
            commands::start,
            commands::stop,
            commands::toggle,
            commands::translate,
            commands::cancel,
            commands::copy,
            commands::caption,
            commands::copy_take,
            commands::save_take,
            commands::microphones,
            commands::models,
            commands::pick_folder,
            commands::pick_file,
            commands::import_model,
            commands::delete_model,
            commands::offers,
            commands::fetch_model,
            commands::pause_fetch,
            commands::cancel_fetch,
            commands::check_microphone,
            commands::try_hotkey,
            commands::autostart,
            commands::set_autostart,
            commands::measure_models,
            commands::set_server_key,
            commands::try_server,
            commands::record_hotkey,
            commands::retry_model,
            commands::tell_overlay,
            commands::edit_overlay,
            commands::nudge_overlay,
            commands::quit,
        ])
        .on_page_load(|view, load| match load.event() {
            PageLoadEvent::Started if view.label() == window::MAIN => {
                forget_recording(view.app_handle());
            }
            PageLoadEvent::Started => {}
            PageLoadEvent::Finished => view.state::<Desk>().make_tray(),
        })
        .setup(move |app| {
            if let Err(error) = set_up(app.handle(), beginning) {
                // The toolkit would make a panic of it, in which the sentence drowns.
                eprintln!("aloud: {error}");
                std::process::exit(1);
            }
            Ok(())
        })
        .build(tauri::generate_context!())?;
    app.run(|app, event| end(app, &event));
    Ok(())
}

/// Without a window the app goes on; only who quits ends it, and that has a code.
fn end(app: &AppHandle, event: &RunEvent) {
    match event {
        RunEvent::ExitRequested { api, code: None, .. } => api.prevent_exit(),
        RunEvent::Exit => {
            app.state::<Desk>().end();
            app.state::<Mutex<Option<Server>>>().lock().map(|mut server| server.take()).ok();
        }
        _ => {}
    }
}

fn set_up(app: &AppHandle, beginning: Beginning) -> Result<()> {
    let Beginning { home, instance, hidden } = beginning;
    let (choices, problems) = Choices::load(home.settings_file());
    let (known, place, sight) = (Known::default(), Place::find(), Sight::default());
    let is_shown = !hidden && !choices.get().start_hidden;
    if is_shown {
        // First of all: the web view takes the longest to start, and does so by itself.
        window::show(app, &sight);
    }
    let board = Arc::new(Board::new(remote::status(&Default::default(), &choices.get(), None)));
    let above = Sight::default();
    let engine = engine(&home, &choices, [&sight, &above])?;
    let face = Face {
        known: known.clone(),
        choices: choices.clone(),
        place: place.clone(),
        tray: Arc::default(),
        board: Arc::clone(&board),
    };
    let watch = Watch { face: face.clone(), cues: Cues::start().ok() };
    let relay = relay(app, &engine, watch)?;
    let desk = Desk {
        app: app.clone(),
        hotkeys: Hotkeys::new(app.clone(), place.clone()),
        face,
        patching: Mutex::default(),
        engine: Mutex::new(Some(engine)),
        clipboard: Mutex::default(),
        downloads: downloads(app, &home),
        trial: Trial::default(),
        autostart: Autostart::find(),
        home,
        choices,
        known,
        measuring: Measuring::default(),
        overlay: Overlay::new(app.clone(), relay.clone(), place.is_deaf(), above),
        relay,
        place,
        sight,
    };
    app.manage(desk);
    begin(app, &problems);
    if !is_shown {
        app.state::<Desk>().make_tray();
    }
    let remote = Arc::new(Remote { app: app.clone(), board });
    app.manage(Mutex::new(Some(Server::open(&instance, remote)?)));
    app.manage(instance);
    Ok(())
}

/// Starts what needs the desk.
fn begin(app: &AppHandle, problems: &[Problem]) {
    let desk = app.state::<Desk>();
    if !problems.is_empty() {
        desk.relay.notice("settings", told(problems));
    }
    desk.arm();
    desk.overlay.follow(&desk.choices.get().overlay);
    // Both wait for the X server, which the first picture of the window should not.
    let (listener, follower) = (app.clone(), app.clone());
    spawn("hotkey", move || listener.state::<Desk>().begin_hotkey());
    spawn("focus", move || follow_focus(&follower));
}

/// A page that goes away in the middle of recording or trying something cannot say that it is over.
fn forget_recording(app: &AppHandle) {
    let app = app.clone();
    spawn("hotkey", move || {
        if let Some(desk) = app.try_state::<Desk>() {
            desk.record_hotkey(false);
            desk.end_trial();
        }
    });
}

/// Runs something that waits on a thread of this name.
pub(crate) fn spawn(name: &str, body: impl FnOnce() + Send + 'static) {
    if let Err(error) = std::thread::Builder::new().name(name.to_owned()).spawn(body) {
        tracing::error!("the system gives no thread for the {name}: {error}");
    }
}

/// In one notice, because a window shows only the newest one of a kind.
fn told(problems: &[Problem]) -> String {
    let told = problems.iter().map(|Problem { field, problem }| format!("{field}: {problem}"));
    told.collect::<Vec<_>>().join("; ")
}

fn engine(home: &Home, choices: &Choices, own: [&Sight; 2]) -> Result<Engine> {
    let (store, wanted, at) = (Store::new(home), choices.clone(), home.clone());
    Engine::start(Parts {
        clock: Clock::real(),
        home: Some(home.clone()),
        recogniser: Box::new(move || {
            let settings = wanted.get();
            let chosen = Chosen::find(&store, &settings, None)?;
            Ok(chosen.open(&Means::of(&at, None, &settings.compute))?.boxed())
        }),
        sources: Arc::new(open),
        sinks: sinks(own.map(Clone::clone)),
        keep_open: keep_open(choices.get().microphone_open),
        keep_model: keep_model(choices.get().keep_model),
    })
}

fn downloads(app: &AppHandle, home: &Home) -> Downloads {
    let place = downloads::Place {
        folder: home.models.clone(),
        store: Store::new(home),
        options: Options::default(),
    };
    let app = app.clone();
    Downloads::open(place, Box::new(move |tiding| Desk::hear_of_download(&app, tiding)))
}

fn open(spec: &SourceSpec) -> Result<Box<dyn Source>> {
    match spec {
        SourceSpec::Microphone { device } => {
            Ok(Box::new(Microphone::open(device.as_deref(), Clock::real())?))
        }
        SourceSpec::System => Ok(Box::new(Microphone::monitor(Clock::real())?)),
        SourceSpec::File { path, pace } => {
            Ok(Box::new(FileSource::open(path, *pace, Clock::real())?))
        }
        SourceSpec::Take { id } => {
            Err(Error::Usage(format!("recover the take {id} with `aloud takes recover {id}`")))
        }
    }
}

fn relay(app: &AppHandle, engine: &Engine, watch: Watch) -> Result<Relay> {
    let windows = app.clone();
    let listener = Box::new(move |event: &_| watch.hear(event));
    let sender = Box::new(move |batch: &Batch| {
        if let Err(error) = windows.emit("batch", batch) {
            tracing::warn!("the window was not told: {error}");
        }
    });
    Relay::start(engine.subscribe(), listener, sender)
        .map_err(|error| Error::Usage(format!("the system gives no thread: {error}")))
}

/// Tells the desk which program gets the words, where the desktop tells.
fn follow_focus(app: &AppHandle) {
    let Some(mut focus) = FocusWatch::open() else { return };
    while let Some(program) = focus.next_program() {
        app.state::<Desk>().aim(program);
    }
}
