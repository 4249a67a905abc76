//! What a window may ask: each parses, calls and returns.
#![allow(clippy::needless_pass_by_value, reason = "the toolkit hands everything over by value")]

use aloud::bench::tried::{Tried, tried};
use aloud::captions::{Format, Shown};
use aloud::control::Wish;
use aloud::event::TakeId;
use aloud::settings::{Settings, Translate};
use serde_json::{Map, Value};
use tauri::{AppHandle, Manager, State};
use tauri_plugin_dialog::DialogExt;

use crate::desk::Desk;
use crate::desk::servers;
use crate::export;
use crate::ipc::{MicrophoneInfo, ModelInfo, Offer, Refusal, Snapshot};
use crate::shelf;

#[tauri::command(async)]
pub(crate) fn snapshot(desk: State<'_, Desk>) -> Snapshot {
    desk.snapshot()
}

#[tauri::command(async)]
pub(crate) fn patch(desk: State<'_, Desk>, patch: Map<String, Value>) -> Result<Settings, Refusal> {
    desk.patch(&patch)
}

#[tauri::command]
pub(crate) fn start(desk: State<'_, Desk>) -> Result<(), Refusal> {
    Ok(desk.start(None)?)
}

#[tauri::command]
pub(crate) fn stop(desk: State<'_, Desk>) {
    desk.stop();
}

#[tauri::command]
pub(crate) fn toggle(desk: State<'_, Desk>) -> Result<(), Refusal> {
    Ok(desk.toggle(None)?)
}

#[tauri::command(async)]
pub(crate) fn translate(desk: State<'_, Desk>, wish: Translate) -> Result<Settings, Refusal> {
    desk.translate(&wish)
}

#[tauri::command]
pub(crate) fn cancel(desk: State<'_, Desk>) {
    desk.cancel();
}

#[tauri::command(async)]
pub(crate) fn copy(desk: State<'_, Desk>, text: String) -> Result<(), Refusal> {
    Ok(desk.copy(&text)?)
}

#[tauri::command]
pub(crate) fn caption(
    desk: State<'_, Desk>,
    wish: Wish,
    profile: Option<String>,
) -> Result<(), Refusal> {
    Ok(desk.caption(wish, profile.as_deref())?)
}

#[tauri::command(async)]
pub(crate) fn copy_take(
    desk: State<'_, Desk>,
    take: TakeId,
    format: Format,
    shown: Shown,
) -> Result<(), Refusal> {
    Ok(desk.copy(&desk.written(take, format, shown)?)?)
}

#[tauri::command(async)]
pub(crate) fn save_take(
    app: AppHandle,
    take: TakeId,
    format: Format,
    shown: Shown,
) -> Result<Option<String>, Refusal> {
    let text = || app.state::<Desk>().written(take, format, shown);
    text()?;
    let name = format!("aloud.{}", export::ending(format));
    let chosen = app.dialog().file().set_file_name(name).blocking_save_file();
    let Some(path) = chosen.and_then(|chosen| chosen.into_path().ok()) else { return Ok(None) };
    // Captions may have gone on meanwhile.
    Ok(Some(export::save(&text()?, &path, format)?.display().to_string()))
}

#[tauri::command(async)]
pub(crate) fn microphones() -> Result<Vec<MicrophoneInfo>, Refusal> {
    Ok(shelf::microphones()?)
}

#[tauri::command(async)]
pub(crate) fn models(desk: State<'_, Desk>) -> Vec<ModelInfo> {
    shelf::models(&desk.home, desk.choices.get().model.as_deref())
}

#[tauri::command(async)]
pub(crate) fn pick_folder(app: AppHandle) -> Option<String> {
    let folder = app.dialog().file().blocking_pick_folder()?;
    Some(folder.into_path().ok()?.display().to_string())
}

#[tauri::command(async)]
pub(crate) fn pick_file(app: AppHandle) -> Option<String> {
    let models = app.dialog().file().add_filter("GGUF, whisper.cpp", &["gguf", "bin"]);
    let file = models.blocking_pick_file()?;
    Some(file.into_path().ok()?.display().to_string())
}

#[tauri::command(async)]
pub(crate) fn import_model(desk: State<'_, Desk>, path: String) -> Result<ModelInfo, Refusal> {
    Ok(desk.import_model(path.as_ref())?)
}

#[tauri::command(async)]
pub(crate) fn delete_model(desk: State<'_, Desk>, id: String) -> Result<(), Refusal> {
    desk.delete_model(&id)
}

#[tauri::command(async)]
pub(crate) fn offers(desk: State<'_, Desk>, language: Option<String>) -> Vec<Offer> {
    let language = language.unwrap_or_else(|| desk.place.describe(true).language);
    shelf::offers(&desk.home, &language)
}

#[tauri::command(async)]
pub(crate) fn fetch_model(desk: State<'_, Desk>, id: String) -> Result<(), Refusal> {
    Ok(desk.downloads.fetch(&id)?)
}

#[tauri::command(async)]
pub(crate) fn pause_fetch(desk: State<'_, Desk>, id: String) {
    desk.downloads.pause(&id);
}

#[tauri::command(async)]
pub(crate) fn cancel_fetch(desk: State<'_, Desk>, id: String) -> Result<(), Refusal> {
    Ok(desk.downloads.cancel(&id)?)
}

#[tauri::command(async)]
pub(crate) fn check_microphone(desk: State<'_, Desk>, on: bool) -> Result<(), Refusal> {
    Ok(desk.check_microphone(on)?)
}

#[tauri::command(async)]
pub(crate) fn try_hotkey(desk: State<'_, Desk>, trying: bool) {
    desk.trial.try_keys(trying);
}

#[tauri::command(async)]
pub(crate) fn autostart(desk: State<'_, Desk>) -> Option<bool> {
    desk.autostart.is_on()
}

#[tauri::command(async)]
pub(crate) fn set_autostart(desk: State<'_, Desk>, on: bool) -> Result<Option<bool>, Refusal> {
    desk.autostart.set(on)?;
    Ok(desk.autostart.is_on())
}

#[tauri::command(async)]
pub(crate) fn measure_models(desk: State<'_, Desk>) -> Result<(), Refusal> {
    Ok(desk.measure_models()?)
}

#[tauri::command(async)]
pub(crate) fn set_server_key(
    desk: State<'_, Desk>,
    name: String,
    key: Option<String>,
) -> Result<Settings, Refusal> {
    desk.set_server_key(&name, key.as_deref())
}

#[tauri::command(async)]
pub(crate) fn try_server(desk: State<'_, Desk>, name: String) -> Result<Tried, Refusal> {
    Ok(tried(&servers::named(&desk.choices.get(), &name)?)?)
}

#[tauri::command(async)]
pub(crate) fn record_hotkey(desk: State<'_, Desk>, recording: bool) {
    desk.record_hotkey(recording);
}

#[tauri::command]
pub(crate) fn retry_model(desk: State<'_, Desk>) {
    desk.load_model();
}

#[tauri::command(async)]
pub(crate) fn tell_overlay(desk: State<'_, Desk>, words: bool) {
    desk.tell_overlay(words);
}

#[tauri::command(async)]
pub(crate) fn edit_overlay(desk: State<'_, Desk>, editing: bool) -> Result<(), Refusal> {
    desk.edit_overlay(editing).map_err(unmoved)
}

#[tauri::command(async)]
pub(crate) fn nudge_overlay(
    desk: State<'_, Desk>,
    by: (i32, i32),
    more: (i32, i32),
) -> Result<(), Refusal> {
    desk.overlay.nudge(by, more).map_err(unmoved)
}

fn unmoved(error: tauri::Error) -> Refusal {
    let message = format!("the overlay cannot be moved: {error}; switch it off and on again");
    Refusal { code: "overlay".to_owned(), message }
}

#[tauri::command]
pub(crate) fn quit(app: AppHandle) {
    app.state::<Desk>().quit();
}
