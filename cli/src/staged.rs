//! A file that is written beside its destination and takes its place in one step, or not at all.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Why there can be no file at its destination.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The destination is there and is not a file: a directory, a device, a pipe.
    #[error("is there already and is not a file")]
    NotAFile,
    /// The file cannot be made or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A file under a temporary name in the directory of its destination; it vanishes unless it is put in place.
#[derive(Debug)]
pub struct Staged {
    file: File,
    temporary: PathBuf,
    destination: PathBuf,
    is_in_place: bool,
}

impl Staged {
    /// An empty file that is to stand at `path`.
    pub(crate) fn create(path: &Path) -> Result<Self, Refusal> {
        let destination = resolved(path)?;
        let (file, temporary) = beside(&destination)?;
        let staged = Self { file, temporary, destination, is_in_place: false };
        if let Ok(old) = fs::metadata(&staged.destination) {
            staged.file.set_permissions(old.permissions())?;
        }
        Ok(staged)
    }

    /// A handle to write through.
    pub(crate) fn handle(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Waits until the file is on the disk and moves it to its destination.
    pub(crate) fn put_in_place(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.destination)?;
        self.is_in_place = true;
        // The new name is durable once its directory is; where a directory cannot be opened, the system sees to that.
        if let Some(directory) = self.destination.parent().and_then(|path| File::open(path).ok()) {
            let _ = directory.sync_all();
        }
        Ok(())
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if !self.is_in_place {
            // Nobody is left to tell.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// The file that the path leads to: a symbolic link keeps pointing where it does.
fn resolved(path: &Path) -> Result<PathBuf, Refusal> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => Ok(fs::canonicalize(path)?),
        Ok(_) => Err(Refusal::NotAFile),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(path.to_path_buf()),
        Err(error) => Err(error.into()),
    }
}

/// A new file in the same directory, hidden, with the process and a number in its name.
fn beside(destination: &Path) -> io::Result<(File, PathBuf)> {
    let name = destination.file_name().unwrap_or_default().to_string_lossy();
    let mut number = 0_u32;
    loop {
        let path =
            destination.with_file_name(format!(".{name}.{}-{number}.part", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < u32::MAX => {
                number += 1
            }
            result => return result.map(|file| (file, path)),
        }
    }
}
