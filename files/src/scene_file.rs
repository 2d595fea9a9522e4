//! Scenes from files: JSON Lines, one item a line, each as `tangency query` has the items of a scene.
//!
//! The file's name ends in `.jsonl`. The lines are read one by one, so that beside the scene no more than one of them is in memory. A mesh that
//! they name by a path, from the folder of the scene file on, is read once, however many items have it. Whatever is wrong with a line is
//! told with its number, and there is no scene: with an item less it would answer, and wrongly.

use crate::digest::{Digest, Digesting};
use crate::interrupt::Interrupt;
use crate::lines::{Broken, LONGEST, Line, Lines};
use crate::mesh_file;
use crate::number::Number;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use tangency::{Item, Mesh, Scene};
use tangency_protocol::Meshes;

/// Why a scene file cannot be used: the file, and what is wrong with it.
#[derive(Debug, thiserror::Error)]
pub enum SceneFileError {
    /// The operating system does not give the file's bytes.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A line is no item of a scene.
    #[error("{}, line {line}: {problem}", path.display())]
    Flawed {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What is wrong, with the field and the value.
        problem: String,
    },
    /// There is no item.
    #[error("{}: the file holds no item", .0.display())]
    Empty(PathBuf),
    /// Somebody asked for an end.
    #[error("interrupted")]
    Interrupted,
}

/// What a scene file holds.
#[derive(Debug)]
pub struct Found<T: Number> {
    /// Its items, of which each is named by how many come before it.
    pub scene: Scene<T>,
    /// The files of the meshes that its lines name.
    pub meshes: Vec<PathBuf>,
    /// When the last line was read, and the search tree was yet to be built.
    pub(crate) read: Instant,
    /// The same for the same lines and meshes, on every machine.
    pub(crate) digest: Digest,
}

/// Whether a file's name says that it holds a scene: it ends in `.jsonl`.
pub fn is_named(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"))
}

/// Whether a file begins as one that holds a scene does: a scene by another name.
pub(crate) fn looks_like(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(1 << 12).read_to_end(&mut start));
    let text = start.strip_prefix(MARK).unwrap_or(&start);
    read.is_ok() && text.trim_ascii_start().starts_with(b"{")
}

/// What some editors put before a text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads a scene file. Blank lines are passed over, and so is a byte order mark before the first.
///
/// # Errors
/// A file that cannot be read, a line that is no item, no item at all, an interrupt.
pub fn read<T: Number>(path: &Path, interrupt: &Interrupt) -> Result<Found<T>, SceneFileError> {
    let file = File::open(path);
    let file = file.map_err(|source| SceneFileError::Unreadable { path: path.into(), source })?;
    let mut items = Items {
        path,
        interrupt,
        lines: Lines::new(file),
        number: 0,
        meshes: Placed::beside(path),
        digest: Digesting::new(),
    };
    let (mut scene, mut error, mut read) = (Scene::new(), None, Instant::now());
    scene.insert_all(std::iter::from_fn(|| {
        let item = items.next().unwrap_or_else(|flaw| {
            error = Some(flaw);
            None
        });
        if item.is_none() {
            read = Instant::now();
        }
        item
    }));
    if let Some(error) = error {
        return Err(error);
    }
    if scene.is_empty() {
        return Err(SceneFileError::Empty(path.into()));
    }
    let Items { meshes, mut digest, .. } = items;
    meshes.digests.iter().for_each(|mesh| digest.add(&mesh.to_le_bytes()));
    let meshes = meshes.known.into_keys().collect();
    Ok(Found { scene, meshes, read, digest: digest.finish() })
}

/// The items of a file that is being read.
struct Items<'a, T> {
    path: &'a Path,
    interrupt: &'a Interrupt,
    lines: Lines<File>,
    /// Of the last line that was read.
    number: u64,
    meshes: Placed<T>,
    digest: Digesting,
}

impl<T: Number> Items<'_, T> {
    /// The next item, or none at the end of the file.
    fn next(&mut self) -> Result<Option<Item<T>>, SceneFileError> {
        loop {
            if self.interrupt.is_requested() {
                return Err(SceneFileError::Interrupted);
            }
            let path = || self.path.to_owned();
            let line = match self.lines.next(&mut io::sink()) {
                Ok(None) => return Ok(None),
                Ok(Some(line)) => line,
                Err(Broken::Input(source) | Broken::Output(source)) => {
                    return Err(SceneFileError::Unreadable { path: path(), source });
                }
            };
            self.number += 1;
            let mark: &[u8] = if self.number == 1 { MARK } else { b"" };
            let item = match line.without(mark) {
                Line::Whole(line) if line.trim_ascii().is_empty() => continue,
                Line::Whole(line) => {
                    self.digest.add(line.trim_ascii());
                    self.digest.add(b"\n");
                    tangency_protocol::item(line, &mut self.meshes)
                }
                Line::Cut(_) => Err(format!("the line is longer than {LONGEST} bytes")),
            };
            return item.map(Some).map_err(|problem| SceneFileError::Flawed {
                path: path(),
                line: self.number,
                problem,
            });
        }
    }
}

/// Meshes by their paths from a folder on, each read once.
struct Placed<T> {
    folder: PathBuf,
    known: HashMap<PathBuf, Arc<Mesh<T>>>,
    /// In the order in which they were read.
    digests: Vec<Digest>,
}

impl<T> Placed<T> {
    /// Those that a file names.
    fn beside(path: &Path) -> Self {
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        Self { folder, known: HashMap::new(), digests: Vec::new() }
    }
}

impl<T: Number> Meshes<T> for Placed<T> {
    fn mesh(&mut self, path: &str) -> Result<Arc<Mesh<T>>, String> {
        let path = self.folder.join(path);
        if let Some(mesh) = self.known.get(&path) {
            return Ok(Arc::clone(mesh));
        }
        let mesh = Arc::new(mesh_file::load(&path).map_err(|error| error.to_string())?);
        self.digests.push(Digest::of_mesh(&mesh));
        self.known.insert(path, Arc::clone(&mesh));
        Ok(mesh)
    }
}
