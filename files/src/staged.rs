//! A file that is written next to its destination and takes its place in one step, or not at all.
//!
//! The temporary name begins with a dot and the name of the destination. A process that is killed
//! leaves the file behind, and the next process that writes to the same destination removes it. A
//! lock, which ends with its process, shows to any machine that a file is still being written.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The reason why a file cannot be put at its destination.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The destination is there and is not a file: a directory, a device, a pipe.
    #[error("exists already and is not a file")]
    NotAFile,
    /// The destination is an input, or is an output already, perhaps under another name.
    #[error("is the same file as {}, must be another", .0.display())]
    InUse(PathBuf),
    /// The file cannot be made or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A file under a temporary name in the directory of its destination; it vanishes unless it is put
/// in place.
#[derive(Debug)]
pub struct Staged {
    file: File,
    temporary: PathBuf,
    destination: PathBuf,
    is_in_place: bool,
}

impl Staged {
    /// An empty file for the destination `path`.
    ///
    /// # Errors
    /// The destination is no file, or no file can be made next to it.
    pub fn create(path: &Path) -> Result<Self, Refusal> {
        let destination = resolved(path)?;
        remove_leftovers(&destination);
        let (file, temporary) = beside(&destination)?;
        let staged = Self { file, temporary, destination, is_in_place: false };
        if let Ok(old) = fs::metadata(&staged.destination) {
            staged.file.set_permissions(old.permissions())?;
        }
        Ok(staged)
    }

    /// A handle to write through.
    ///
    /// # Errors
    /// The error of the system.
    pub fn handle(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Waits until the file is on the disk, and then moves it to its destination.
    ///
    /// # Errors
    /// The error of the system; then nothing is left behind.
    pub fn put_in_place(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.destination)?;
        self.is_in_place = true;
        // The new name is durable once its directory is on the disk. On a system where a directory
        // cannot be opened, the system takes care of this.
        if let Ok(directory) = File::open(folder_of(&self.destination)) {
            let _ = directory.sync_all();
        }
        Ok(())
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if !self.is_in_place {
            // `drop` has no caller to which it could report an error.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Checks that `output` replaces none of these files, under any of their names.
///
/// # Errors
/// [`Refusal::InUse`], which names the file.
pub fn keep<'p>(output: &Path, files: impl IntoIterator<Item = &'p Path>) -> Result<(), Refusal> {
    match files.into_iter().find(|file| are_same(output, file)) {
        Some(file) => Err(Refusal::InUse(file.to_owned())),
        None => Ok(()),
    }
}

/// Whether two paths lead to the same file, which need not exist yet.
fn are_same(one: &Path, other: &Path) -> bool {
    match (identity(one), identity(other)) {
        (Ok(one), Ok(other)) => one == other,
        (Err(_), Err(_)) => match (place(one), place(other)) {
            (Ok(one), Ok(other)) => one == other,
            _ => false,
        },
        _ => false,
    }
}

/// The identity of a file on this machine, the same for its hard links.
#[cfg(unix)]
fn identity(path: &Path) -> io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map(|file| (file.dev(), file.ino()))
}

/// The identity of a file on this machine; its hard links have other identities.
#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}

/// The path of a file that does not exist yet.
fn place(path: &Path) -> Result<PathBuf, Refusal> {
    let path = resolved(path)?;
    let name = path.file_name().unwrap_or_default();
    Ok(fs::canonicalize(folder_of(&path))?.join(name))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The file that the path leads to: a symbolic link is kept, whether its target exists already or
/// not.
fn resolved(path: &Path) -> Result<PathBuf, Refusal> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => Ok(fs::canonicalize(path)?),
        Ok(_) => Err(Refusal::NotAFile),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(followed(path)),
        Err(error) => Err(error.into()),
    }
}

/// The path at the end of a chain of symbolic links.
fn followed(path: &Path) -> PathBuf {
    /// The limit of the system for the length of a chain.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => break,
        }
    }
    path
}

/// Makes a new file in the directory of the destination: hidden, locked, and with the process and a
/// number in its name.
fn beside(destination: &Path) -> io::Result<(File, PathBuf)> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = destination.file_name().unwrap_or_default().to_string_lossy();
    loop {
        let number = NEXT.fetch_add(1, Relaxed);
        let path = destination.with_file_name(format!(".{name}.{}-{number}.part", process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => {
                // Before this process locks the file, another process may take it for a leftover.
                // Then the other process holds the lock, or has removed the file already.
                let is_taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
                if !is_taken && path.exists() {
                    return Ok((file, path));
                }
            }
        }
    }
}

/// Removes the leftovers of processes that were killed before they were done with this destination.
///
/// On a file system without locks, nothing is removed. A failure is ignored, since leftovers do no
/// harm.
fn remove_leftovers(destination: &Path) {
    let name = destination.file_name().unwrap_or_default().to_string_lossy();
    let start = format!(".{name}.");
    let is_part = |name: &str| {
        let numbers = name.strip_prefix(&start).and_then(|rest| rest.strip_suffix(".part"));
        let numbers = numbers.and_then(|numbers| numbers.split_once('-'));
        numbers.is_some_and(|(process, number)| {
            [process, number]
                .iter()
                .all(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
        })
    };
    let Ok(entries) = fs::read_dir(folder_of(destination)) else { return };
    for entry in entries.flatten() {
        let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_part(&entry.file_name().to_string_lossy())
            && is_file()
            && let Ok(file) = OpenOptions::new().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}
