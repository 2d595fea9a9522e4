//! What is answered to which request.

use oxhttp::model::header::{
    ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, X_CONTENT_TYPE_OPTIONS,
};
use oxhttp::model::{Body, Method, Request, Response, StatusCode};
use oxhttp::{ListeningServer, Server};
use std::fs::File;
use std::io::{self, Cursor};
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The files of a page, each with its name.
pub(super) type Page = &'static [(&'static str, &'static [u8])];

/// A browser opens some six at a time, and may keep others ready that it never uses.
const MOST_CONNECTIONS: usize = 256;

/// Whoever neither asks nor takes an answer for so long is left, and makes room for others. A page that is busy with one file may let
/// another one wait for some seconds.
const PATIENCE: Duration = Duration::from_secs(10);

/// Scripts, styles and data from here alone; the WebAssembly has to be compiled.
const POLICY: &str = "default-src 'self' data: blob:; script-src 'self' 'wasm-unsafe-eval'; \
                      style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";
const BYTES: &str = "application/octet-stream";
const WORDS: &str = "text/plain; charset=utf-8";

/// What there is to be served.
#[derive(Debug)]
pub(super) struct Site {
    pub(super) page: Page,
    pub(super) mesh: Option<PathBuf>,
    pub(super) hits: Option<Arc<[u8]>>,
    /// The port of the server, which belongs to the names that it goes by.
    pub(super) port: u16,
}

/// Starts to answer, on this machine alone.
pub(super) fn listen(site: Site) -> io::Result<ListeningServer> {
    let port = site.port;
    Server::new(move |request| site.answer(request))
        .bind((Ipv4Addr::LOCALHOST, port))
        .with_max_concurrent_connections(MOST_CONNECTIONS)
        .with_global_timeout(PATIENCE)
        .spawn()
}

impl Site {
    fn answer(&self, request: &Request<Body>) -> Response<Body> {
        let host = request.headers().get(HOST).map_or(&b""[..], |host| host.as_bytes());
        if !self.is_called(host) {
            let text =
                format!("the host is {}, must be this machine", String::from_utf8_lossy(host));
            return response(StatusCode::FORBIDDEN, WORDS, text);
        }
        if request.method() != Method::GET {
            let text = format!("the method is {}, must be GET", request.method());
            let mut response = response(StatusCode::METHOD_NOT_ALLOWED, WORDS, text);
            response
                .headers_mut()
                .insert(ALLOW, const { oxhttp::model::HeaderValue::from_static("GET") });
            return response;
        }
        // Nothing is looked up in a folder, so that no path leads out of it.
        match request.uri().path() {
            "/data/mesh" => self.mesh(),
            "/data/hits" => match &self.hits {
                Some(hits) => {
                    response(StatusCode::OK, BYTES, Body::from_read(Cursor::new(Arc::clone(hits))))
                }
                None => absent("/data/hits"),
            },
            path => self.file(path),
        }
    }

    /// Whether a `Host` is one of the names of this machine for itself, with our port.
    fn is_called(&self, host: &[u8]) -> bool {
        let names = ["127.0.0.1", "localhost"];
        names.iter().any(|name| {
            host == format!("{name}:{}", self.port).as_bytes()
                || (self.port == 80 && host == name.as_bytes())
        })
    }

    fn mesh(&self) -> Response<Body> {
        match self.mesh.as_ref().map(File::open) {
            Some(Ok(file)) => response(StatusCode::OK, BYTES, Body::from_read(file)),
            Some(Err(error)) => {
                response(StatusCode::INTERNAL_SERVER_ERROR, WORDS, format!("the mesh: {error}"))
            }
            None => absent("/data/mesh"),
        }
    }

    fn file(&self, path: &str) -> Response<Body> {
        let name = match path.strip_prefix('/').unwrap_or(path) {
            "" => "index.html",
            name => name,
        };
        match self.page.iter().find(|(known, _)| *known == name) {
            Some((_, bytes)) => response(StatusCode::OK, kind(name), *bytes),
            None => absent(path),
        }
    }
}

fn absent(path: &str) -> Response<Body> {
    response(StatusCode::NOT_FOUND, WORDS, format!("there is no {path}"))
}

fn response(status: StatusCode, kind: &'static str, body: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let headers = [
        (CONTENT_TYPE, kind),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // The next command may serve another page at the same port.
        (CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, oxhttp::model::HeaderValue::from_static(value));
    }
    response
}

/// What a browser is told that a file is.
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
