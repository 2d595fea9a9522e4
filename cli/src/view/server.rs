//! Makes the response of the server for each path.

use super::http::{self, Body, Request, Response};
use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

/// The files of a page, each with its name.
pub(super) type Page = &'static [(&'static str, &'static [u8])];

/// The content security policy of the page, which allows scripts, styles and data only from this
/// server. It also allows the page to compile its WebAssembly.
const POLICY: &str = "default-src 'self' data: blob:; script-src 'self' 'wasm-unsafe-eval'; \
                      style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";
const OK: &str = "200 OK";
const BYTES: &str = "application/octet-stream";
const WORDS: &str = "text/plain; charset=utf-8";

/// The files that are served.
#[derive(Debug)]
pub(super) struct Site {
    pub(super) page: Page,
    pub(super) mesh: Option<PathBuf>,
    pub(super) hits: Option<Arc<[u8]>>,
    /// The port of the server, which is a part of its host names.
    pub(super) port: u16,
}

/// Starts to answer, on this machine only.
pub(super) fn listen(site: Site) -> io::Result<JoinHandle<()>> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, site.port))?;
    let serve = move || http::serve(&listener, move |request| site.answer(request));
    thread::Builder::new().name("listener".into()).spawn(serve)
}

impl Site {
    fn answer(&self, request: &Request) -> Response {
        if !self.is_called(&request.host) {
            let host = String::from_utf8_lossy(&request.host);
            return words("403 Forbidden", format!("the host is {host}, must be this machine"));
        }
        if let Some(origin) = &request.origin
            && !origin.strip_prefix(b"http://").is_some_and(|host| self.is_called(host))
        {
            let origin = String::from_utf8_lossy(origin);
            return words("403 Forbidden", format!("the origin is {origin}, must be this page"));
        }
        if request.method != "GET" {
            let text = format!("the method is {}, must be GET", request.method);
            let mut response = words("405 Method Not Allowed", text);
            response.headers.push(("allow", "GET"));
            return response;
        }
        // No path is looked up in a folder, so no path can lead out of a folder.
        match request.path.as_str() {
            "/data/mesh" => self.mesh(),
            "/data/hits" => match &self.hits {
                Some(hits) => response(OK, BYTES, Body::Shared(Arc::clone(hits))),
                None => absent("/data/hits"),
            },
            path => self.file(path),
        }
    }

    /// Whether a `Host` is one of the local names of this machine, with the port of the server.
    fn is_called(&self, host: &[u8]) -> bool {
        let names = ["127.0.0.1", "localhost"];
        names.iter().any(|name| {
            host == format!("{name}:{}", self.port).as_bytes()
                || (self.port == 80 && host == name.as_bytes())
        })
    }

    fn mesh(&self) -> Response {
        match self.mesh.as_ref().map(File::open) {
            Some(Ok(file)) => response(OK, BYTES, Body::File(file)),
            Some(Err(error)) => words("500 Internal Server Error", format!("the mesh: {error}")),
            None => absent("/data/mesh"),
        }
    }

    fn file(&self, path: &str) -> Response {
        let name = match path.strip_prefix('/').unwrap_or(path) {
            "" => "index.html",
            name => name,
        };
        match self.page.iter().find(|(known, _)| *known == name) {
            Some((_, bytes)) => response(OK, kind(name), Body::Bytes(Cow::Borrowed(bytes))),
            None => absent(path),
        }
    }
}

fn absent(path: &str) -> Response {
    words("404 Not Found", format!("there is no {path}"))
}

fn words(status: &'static str, text: String) -> Response {
    response(status, WORDS, Body::Bytes(text.into_bytes().into()))
}

fn response(status: &'static str, kind: &'static str, body: Body) -> Response {
    let headers = vec![
        ("content-type", kind),
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        // No other page may even embed these files, although it could not read them.
        ("cross-origin-resource-policy", "same-origin"),
        // The next command may serve another page at the same port.
        ("cache-control", "no-store"),
    ];
    Response { status, headers, body }
}

/// The content type of a file.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt") => WORDS,
        _ => BYTES,
    }
}
