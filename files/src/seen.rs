//! Whether a file is still what it was when it was opened.
//!
//! A file that somebody writes into while it is read may give rows, or a mesh, that never were. Its
//! length and the time of its last change tell, as far as the system's clock does. A file that is
//! replaced in one step, as this crate replaces files, stays what it was to whoever has it open.

use std::fs::{self, File, Metadata};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::SystemTime;

/// Opens a file or a pipe to be read. A device is refused, since it may have no end, as
/// `/dev/zero`; not so a terminal, since whoever types there ends it.
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

/// A file as it was when it was opened.
#[derive(Debug)]
pub(crate) struct Seen(Option<(File, Stamp)>);

/// What is compared.
#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    length: u64,
    changed: Option<SystemTime>,
    /// Device and number; that of a file which takes its place is another.
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
    /// The file that is open, before it is read. Of what is no file, such as a pipe, nothing can be
    /// told.
    pub(crate) fn of(file: &File) -> io::Result<Self> {
        let metadata = file.metadata()?;
        Ok(Self(match metadata.is_file() {
            true => Some((file.try_clone()?, Stamp::of(&metadata))),
            false => None,
        }))
    }

    /// Says if somebody wrote into the file.
    pub(crate) fn check(&self) -> io::Result<()> {
        match &self.0 {
            Some((file, stamp)) => stamp.check(&file.metadata()?),
            None => Ok(()),
        }
    }

    /// Says if somebody wrote into the file, or if the path leads to another one.
    pub(crate) fn check_at(&self, path: &Path) -> io::Result<()> {
        match &self.0 {
            Some((_, stamp)) => stamp.check(&fs::metadata(path)?),
            None => Ok(()),
        }
    }
}
