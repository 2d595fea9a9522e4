//! Scenes from files: JSON Lines, one item a line, each in the form of an item of `tangency query`.
//!
//! The file's name ends in `.jsonl`; or the file is a scene that was saved with its search tree,
//! which the first bytes show. The lines are read one by one, so that only one of them is in memory
//! with the scene. A mesh that lines name by a path, relative to the folder of the scene file, is
//! read once for all its items. An error in a line is reported with the number of the line, and no
//! scene is returned, since the results without that item would be wrong.

use crate::interrupt::Interrupt;
use crate::lines::{Broken, LONGEST, Line, Lines};
use crate::mesh_file::{self, SaveError};
use crate::number::Number;
use crate::saved::{self, Opened};
use crate::seen::Seen;
use crate::staged::Staged;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use tangency::{Item, LoadError, Mesh, Scene};
use tangency_protocol::Meshes;

/// The error of a scene file, with the file.
#[derive(Debug, thiserror::Error)]
pub enum SceneFileError {
    /// The operating system cannot read the file.
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
        /// The error, with the field and the value.
        problem: String,
    },
    /// A saved scene is damaged, or of another float.
    #[error("{}: {source}", path.display())]
    Saved {
        /// The file.
        path: PathBuf,
        /// The library's reason.
        source: LoadError,
    },
    /// There is no item.
    #[error("{}: the file contains no item", .0.display())]
    Empty(PathBuf),
    /// The user stopped the job.
    #[error("interrupted")]
    Interrupted,
}

/// The contents of a scene file.
#[derive(Debug)]
pub struct Found<T: Number> {
    /// The scene; the `Id` of an item is its index among the items of the file.
    pub scene: Scene<T>,
    /// The files of the meshes that its lines name.
    pub meshes: Vec<PathBuf>,
    /// A sentence for the user for each of these files from which faces were left out.
    pub skipped: Vec<String>,
    /// The time at which the last line was read; the search tree is built after it.
    pub(crate) read: Instant,
}

/// Whether a file has the name of a scene, which ends in `.jsonl`.
pub fn is_named(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"))
}

/// Whether an open file contains a scene, by its name or its first bytes.
pub(crate) fn holds(path: &Path, opened: &Opened) -> bool {
    is_named(path) || Scene::<f64>::is_saved(&opened.head)
}

/// Whether a file with another extension begins like a scene. Only files that can be opened again
/// are checked.
pub(crate) fn looks_like(path: &Path) -> bool {
    if !path.is_file() {
        return false;
    }
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(1 << 12).read_to_end(&mut start));
    let text = start.strip_prefix(MARK).unwrap_or(&start);
    read.is_ok() && text.trim_ascii_start().starts_with(b"{")
}

/// The byte order mark, which some editors put before a text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads a scene file. Blank lines are passed over, and so is a byte order mark before the first.
///
/// # Errors
/// A file that cannot be read, a line that is no item, no item at all, an interrupt.
pub fn read<T: Number>(path: &Path, interrupt: &Interrupt) -> Result<Found<T>, SceneFileError> {
    read_opened(path, open(path)?, interrupt)
}

/// Like [`read`], for a file that is open already.
pub(crate) fn read_opened<T: Number>(
    path: &Path,
    opened: Opened,
    interrupt: &Interrupt,
) -> Result<Found<T>, SceneFileError> {
    if Scene::<T>::is_saved(&opened.head) {
        return saved_scene(path, opened);
    }
    let seen = Arc::clone(&opened.seen);
    let (lines, meshes) = (Lines::new(opened.reader()), Placed::beside(path));
    let mut items = Items { path, interrupt, lines, seen, number: 0, meshes };
    let (mut scene, mut error, mut read) = (Scene::new(), None, Instant::now());
    let lines = std::iter::from_fn(|| {
        let item = items.next().unwrap_or_else(|flaw| {
            error = Some(flaw);
            None
        });
        if item.is_none() {
            read = Instant::now();
        }
        item
    });
    let inserted = scene.insert_all_unless(lines, &|| interrupt.is_requested());
    if let Some(error) = error {
        return Err(match (error, items.seen.check()) {
            // An input that changed may look broken, so the change is reported first.
            (SceneFileError::Flawed { .. }, Err(source)) => {
                SceneFileError::Unreadable { path: path.into(), source }
            }
            (error, _) => error,
        });
    }
    if inserted.is_none() {
        return Err(SceneFileError::Interrupted);
    }
    if scene.is_empty() {
        return Err(SceneFileError::Empty(path.into()));
    }
    let Placed { known, skipped, .. } = items.meshes;
    Ok(Found { scene, meshes: known.into_keys().collect(), skipped, read })
}

/// Opens a file and reads its first bytes.
fn open(path: &Path) -> Result<Opened, SceneFileError> {
    Opened::new(path).map_err(|source| SceneFileError::Unreadable { path: path.into(), source })
}

/// The scene in a saved tree.
pub(crate) fn saved_scene<T: Number>(
    path: &Path,
    opened: Opened,
) -> Result<Found<T>, SceneFileError> {
    let bytes = opened.bytes();
    let bytes = bytes.map_err(|source| SceneFileError::Unreadable { path: path.into(), source })?;
    let scene = Scene::from_bytes(bytes);
    let scene = scene.map_err(|source| SceneFileError::Saved { path: path.into(), source })?;
    Ok(Found { scene, meshes: Vec::new(), skipped: Vec::new(), read: Instant::now() })
}

/// Saves a scene with its tree: whole, or not at all.
///
/// # Errors
/// A file that cannot be written; an interrupt.
pub fn save<T: Number>(
    scene: &Scene<T>,
    path: &Path,
    interrupt: &Interrupt,
) -> Result<(), SaveError> {
    let staged = stage(scene, path, interrupt)?;
    staged.put_in_place().map_err(|error| SaveError::refused(path, error))
}

/// Writes a scene and its tree next to `path`, complete and on the disk.
pub(crate) fn stage<T: Number>(
    scene: &Scene<T>,
    path: &Path,
    interrupt: &Interrupt,
) -> Result<Staged, SaveError> {
    saved::stage(path, interrupt, |sink| scene.save(sink))
}

/// The items of a file that is being read.
struct Items<'a, T> {
    path: &'a Path,
    interrupt: &'a Interrupt,
    lines: Lines<io::Chain<io::Cursor<Vec<u8>>, File>>,
    seen: Arc<Seen>,
    /// The number of the last line that was read.
    number: u64,
    meshes: Placed<T>,
}

impl<T: Number> Items<'_, T> {
    /// The next item, or none at the end of the file.
    fn next(&mut self) -> Result<Option<Item<T>>, SceneFileError> {
        loop {
            if self.interrupt.is_requested() {
                return Err(SceneFileError::Interrupted);
            }
            let path = || self.path.to_owned();
            let unread = |source| SceneFileError::Unreadable { path: path(), source };
            let line = match self.lines.next(&mut io::sink()) {
                Ok(None) => return self.seen.check().map(|()| None).map_err(unread),
                Ok(Some(line)) => line,
                Err(Broken::Input(source) | Broken::Output(source)) => return Err(unread(source)),
            };
            self.number += 1;
            let mark: &[u8] = if self.number == 1 { MARK } else { b"" };
            let item = match line.without(mark) {
                Line::Whole(line) if line.trim_ascii().is_empty() => continue,
                Line::Whole(line) => tangency_protocol::item(line, &mut self.meshes),
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

/// Meshes by their paths relative to a folder, each read once.
struct Placed<T> {
    folder: PathBuf,
    known: HashMap<PathBuf, Arc<Mesh<T>>>,
    skipped: Vec<String>,
}

impl<T> Placed<T> {
    /// The meshes that the lines of a file name, by paths relative to its folder.
    fn beside(path: &Path) -> Self {
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        Self { folder, known: HashMap::new(), skipped: Vec::new() }
    }
}

impl<T: Number> Meshes<T> for Placed<T> {
    fn mesh(&mut self, path: &str) -> Result<Arc<Mesh<T>>, String> {
        let path = self.folder.join(path);
        if let Some(mesh) = self.known.get(&path) {
            return Ok(Arc::clone(mesh));
        }
        let (mesh, skipped) = mesh_file::load(&path).map_err(|error| error.to_string())?;
        let mesh = Arc::new(mesh);
        self.known.insert(path, Arc::clone(&mesh));
        self.skipped.extend(skipped);
        Ok(mesh)
    }
}
