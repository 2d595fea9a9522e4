//! `tangency view`: serves the page that shows first contacts to the browser of this machine, with
//! a mesh and results of `cast` on it.
//!
//! # What is served
//! `/` and the files of the page, which are part of the command; `/data/mesh`, the unchanged mesh
//! file; `/data/hits`, the results as columns of numbers ([`hits`]). The query of the address has
//! the names of the files: `/?mesh=part.ply&hits=hits.csv`.
//!
//! # Who is answered
//! Only a program on this machine can connect, and the server answers only requests of its own
//! page. Another page in the same browser may resolve a domain of its own to this machine (DNS
//! rebinding), so the server checks the host of each request, and also the origin if the browser
//! sends one.

pub mod hits;
mod http;
mod server;

use server::{Page, Site};
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use tangency_files::mesh_file::{self, MeshFileError};
use tangency_files::table::TableError;

/// The files of the page, sorted by name; empty if the page was not built before the command.
pub static PAGE: Page = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The files to be shown, and the port of the server.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// A mesh file.
    pub mesh: Option<PathBuf>,
    /// A table that `cast` wrote.
    pub hits: Option<PathBuf>,
    /// The port at which to listen; without it, any free port.
    pub port: Option<u16>,
}

/// The reason why nothing can be shown.
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    /// The command was built without the page.
    #[error(
        "this command was built without the page: take a release, which has it, or run `web/page/build` in the project (needs Node) and build again"
    )]
    NoPage,
    /// The mesh cannot be used.
    #[error(transparent)]
    Mesh(#[from] MeshFileError),
    /// The results cannot be used.
    #[error(transparent)]
    Hits(#[from] TableError),
    /// The server cannot listen at the port.
    #[error("cannot listen at port {port}: {source}")]
    Port {
        /// The port.
        port: u16,
        /// The system's reason.
        source: io::Error,
    },
}

/// A server that answers until the process ends.
pub struct Serving {
    port: u16,
    query: String,
    server: JoinHandle<()>,
}

impl Serving {
    /// The address to open in a browser.
    pub fn url(&self) -> String {
        format!("http://{}:{}/{}", Ipv4Addr::LOCALHOST, self.port, self.query)
    }

    /// Answers requests as long as the process runs.
    ///
    /// # Errors
    /// The listener has ended.
    pub fn forever(self) -> io::Result<()> {
        let ended = self.server.join();
        ended.map_err(|_| io::Error::other("the server ended"))
    }
}

/// Checks the files, and starts to serve them with the page.
///
/// # Errors
/// A command without the page, files that cannot be shown, a port that is in use.
pub fn serve(view: &View, page: Page) -> Result<Serving, ViewError> {
    if page.is_empty() {
        return Err(ViewError::NoPage);
    }
    // A file that the page could not read is refused here, before a browser is opened.
    if let Some(path) = &view.mesh {
        mesh_file::read::<f64>(path)?;
    }
    let hits: Option<Arc<[u8]>> = view.hits.as_deref().map(hits::read).transpose()?.map(Arc::from);
    let query = query(view.mesh.as_deref(), view.hits.as_deref());
    let taken = |port| move |source| ViewError::Port { port, source };
    loop {
        let port = match view.port {
            Some(port) => port,
            None => free_port().map_err(taken(0))?,
        };
        let site = Site { page, mesh: view.mesh.clone(), hits: hits.clone(), port };
        match server::listen(site) {
            Ok(server) => return Ok(Serving { port, query, server }),
            // Another process has taken the port in the meantime, so another port is tried.
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && view.port.is_none() => {}
            Err(source) => return Err(taken(port)(source)),
        }
    }
}

fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

/// Returns the query of the address: the names of the files that the page must load.
fn query(mesh: Option<&Path>, hits: Option<&Path>) -> String {
    let field = |(name, path): (&str, Option<&Path>)| {
        let file = path?.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Some(format!("{name}={}", encoded(&file)))
    };
    let fields: Vec<String> =
        [("mesh", mesh), ("hits", hits)].into_iter().filter_map(field).collect();
    if fields.is_empty() { String::new() } else { format!("?{}", fields.join("&")) }
}

/// Encodes a text for an address: letters, digits and a few signs stay, and each other byte becomes
/// `%` and its digits.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::query;
    use std::path::Path;

    #[test]
    fn names_are_encoded() {
        assert_eq!(query(None, None), "");
        let (mesh, hits) = (Path::new("a/pärt 1&2.ply"), Path::new("b/hits.csv"));
        assert_eq!(query(Some(mesh), Some(hits)), "?mesh=p%C3%A4rt%201%262.ply&hits=hits.csv");
    }
}
