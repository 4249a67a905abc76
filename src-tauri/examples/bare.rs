//! The least that a window of this toolkit can be, to measure the app against: `make bench-app`.

use tauri::http::Response;
use tauri::{WebviewUrl, WebviewWindowBuilder};

const PAGE: &str = "<!doctype html><title>Bare</title><p>The least that a window can be.</p>";

fn main() {
    let page = |_: tauri::UriSchemeContext<'_, tauri::Wry>, _| {
        let page = Response::builder().header("Content-Type", "text/html");
        page.body(PAGE.as_bytes().to_vec()).expect("a page is a response")
    };
    tauri::Builder::default()
        .register_uri_scheme_protocol("bare", page)
        .setup(|app| {
            let url = "bare://localhost/".parse().expect("an address");
            WebviewWindowBuilder::new(app, "main", WebviewUrl::CustomProtocol(url))
                .title("Bare")
                .inner_size(920.0, 600.0)
                .build()?;
            Ok(())
        })
        .run(tauri::generate_context!())
        .expect("a window can be shown");
}
