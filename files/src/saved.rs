//! Maps files of saved trees to memory, where they are searched, and puts such files in their place
//! whole or not at all.

use crate::interrupt::Interrupt;
use crate::mesh_file::SaveError;
use crate::seen::{self, Seen};
use crate::staged::Staged;
use memmap2::Mmap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;

/// The number of bytes at the start of a saved file that identify it.
const HEAD: u64 = 8;

/// The number of bytes that are written before each wait for the disk. An interrupt cannot end such
/// a wait, so it must be short.
const WAIT: usize = 16 << 20;

/// An open file and its first bytes, which identify it before the rest is read. They are kept, so
/// that nothing of a pipe is lost.
pub(crate) struct Opened {
    file: File,
    pub(crate) head: Vec<u8>,
    /// The state of the file before its first byte was read.
    pub(crate) seen: Arc<Seen>,
}

impl Opened {
    pub(crate) fn new(path: &Path) -> io::Result<Self> {
        let mut file = seen::open(path)?;
        let (mut head, seen) = (Vec::new(), Arc::new(Seen::of(&file)?));
        Read::by_ref(&mut file).take(HEAD).read_to_end(&mut head)?;
        Ok(Self { file, head, seen })
    }

    /// A reader of the whole file, from its first byte on.
    pub(crate) fn reader(self) -> io::Chain<io::Cursor<Vec<u8>>, File> {
        io::Cursor::new(self.head).chain(self.file)
    }

    /// Reads all bytes of the file. An error if the file changed in the meantime.
    pub(crate) fn read(self) -> io::Result<Vec<u8>> {
        let (seen, mut bytes) = (Arc::clone(&self.seen), Vec::new());
        self.reader().read_to_end(&mut bytes)?;
        seen.check()?;
        Ok(bytes)
    }

    /// All bytes of the file, mapped if possible. After using mapped bytes, check with
    /// [`seen`](Self::seen) that no program wrote into the file.
    pub(crate) fn bytes(self) -> io::Result<Bytes> {
        match map(&self.file) {
            Ok(bytes) => Ok(Bytes::Mapped(bytes)),
            // A pipe, which cannot be mapped, can still be read.
            Err(_) => Ok(Bytes::Read(self.read()?)),
        }
    }
}

/// The bytes of a file.
pub(crate) enum Bytes {
    Mapped(Mmap),
    Read(Vec<u8>),
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Mapped(bytes) => bytes,
            Self::Read(bytes) => bytes,
        }
    }
}

/// The file's bytes, as they are on the disk.
#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: no program may write into the file while it is mapped. This crate never does: it
    // writes a tree under another name and then puts it in its place, and a program that has the
    // old file mapped keeps that file. If another program writes into the file after the checksum
    // was verified, results may be wrong, or a signal may end the process, as with any mapped file.
    // The library checks each index again when it is used, so that nothing outside of the mesh is
    // read or written.
    unsafe { Mmap::map(file) }
}

/// A function that takes the pieces of a saved file, one after another.
pub(crate) type Sink<'s> = dyn FnMut(&[u8]) -> Result<(), SaveError> + 's;

/// Writes the pieces from `save` next to `path`, complete and on the disk. The file is made for the
/// first piece: until then, however long `save` takes, there is nothing to clean up.
pub(crate) fn stage(
    path: &Path,
    interrupt: &Interrupt,
    save: impl FnOnce(&mut Sink<'_>) -> Result<(), SaveError>,
) -> Result<Staged, SaveError> {
    let refused = |error| SaveError::refused(path, error);
    let create = || {
        let staged = Staged::create(path).map_err(|refusal| SaveError::refused(path, refusal))?;
        let file = staged.handle().map_err(refused)?;
        Ok((staged, file))
    };
    let (mut made, mut waiting) = (None, 0);
    save(&mut |piece| {
        if made.is_none() && interrupt.clean_up_first() {
            made = Some(create()?);
        }
        let file = made.as_mut().filter(|_| !interrupt.is_requested());
        let (_, file) = file.ok_or(SaveError::Interrupted)?;
        file.write_all(piece).map_err(refused)?;
        waiting += piece.len();
        if waiting > WAIT {
            file.sync_data().map_err(refused)?;
            waiting = 0;
        }
        Ok(())
    })?;
    let (staged, file) = made.map_or_else(create, Ok)?;
    file.sync_all().map_err(refused)?;
    Ok(staged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_changes_between_its_first_byte_and_its_last_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part.obj");
        let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        fs::write(&path, text).unwrap();
        assert_eq!(Opened::new(&path).unwrap().read().unwrap(), text.as_bytes());
        // The clock of a file system may be coarse.
        let earlier = std::time::SystemTime::now() - std::time::Duration::from_secs(60);
        File::options().write(true).open(&path).unwrap().set_modified(earlier).unwrap();
        for other in [text.replace("v 1", "v 2"), text.replace("f 1 2 3\n", ""), text.repeat(2)] {
            let opened = Opened::new(&path).unwrap();
            fs::write(&path, other).unwrap();
            let told = opened.read().unwrap_err().to_string();
            assert_eq!(told, "was changed while it was read: run again");
            fs::write(&path, text).unwrap();
            File::options().write(true).open(&path).unwrap().set_modified(earlier).unwrap();
        }
        // A program that has it open still sees the old file.
        let opened = Opened::new(&path).unwrap();
        fs::write(folder.path().join("new"), "other").unwrap();
        fs::rename(folder.path().join("new"), &path).unwrap();
        assert_eq!(opened.read().unwrap(), text.as_bytes());
    }
}
