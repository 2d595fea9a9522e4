//! Checks whether a file is unchanged since it was opened.
//!
//! If a program writes into a file while it is read, the reader may get rows or a mesh that never
//! existed. The length and the time of the last change of the file show such a write, as far as the
//! resolution of the system's clock allows. A file that is replaced in one step, as this crate
//! replaces files, stays unchanged for programs that have it open.

use std::fs::{self, File, Metadata};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::SystemTime;

/// Opens a file or a pipe for reading. A device such as `/dev/zero` is refused, since it may have
/// no end. A terminal is accepted, since its user can end the input.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    match is_device(&file.metadata()?) && !file.is_terminal() {
        true => Err(io::Error::other("is a device, must be a file or a pipe")),
        false => Ok(file),
    }
}

#[cfg(unix)]
fn is_device(file: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    file.file_type().is_char_device() || file.file_type().is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: &Metadata) -> bool {
    false
}

/// The state of a file when it was opened.
#[derive(Debug)]
pub(crate) struct Seen(Option<(File, Stamp)>);

/// The properties that are compared.
#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    length: u64,
    changed: Option<SystemTime>,
    /// The device and the number of the file; a file that replaces another one has another number.
    #[cfg(unix)]
    identity: (u64, u64),
}

impl Stamp {
    fn of(file: &Metadata) -> Self {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        Self {
            length: file.len(),
            changed: file.modified().ok(),
            #[cfg(unix)]
            identity: (file.dev(), file.ino()),
        }
    }

    fn check(&self, now: &Metadata) -> io::Result<()> {
        match Self::of(now) == *self {
            true => Ok(()),
            false => Err(io::Error::other("was changed while it was read: run again")),
        }
    }
}

impl Seen {
    /// The state of an open file, before it is read. A pipe has none.
    pub(crate) fn of(file: &File) -> io::Result<Self> {
        let metadata = file.metadata()?;
        Ok(Self(match metadata.is_file() {
            true => Some((file.try_clone()?, Stamp::of(&metadata))),
            false => None,
        }))
    }

    /// Returns an error if the file was written to.
    pub(crate) fn check(&self) -> io::Result<()> {
        match &self.0 {
            Some((file, stamp)) => stamp.check(&file.metadata()?),
            None => Ok(()),
        }
    }

    /// Returns an error if the file was written to, or if the path leads to another file.
    pub(crate) fn check_at(&self, path: &Path) -> io::Result<()> {
        match &self.0 {
            Some((_, stamp)) => stamp.check(&fs::metadata(path)?),
            None => Ok(()),
        }
    }
}
