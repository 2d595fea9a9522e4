//! `tangency query`: one JSON request a line in, one JSON answer a line out, in order.
//!
//! ```text
//! {"id":1,"query":"first_contact","sphere":{"center":[0,0,5],"radius":1,"velocity":[0,0,-1]},"point":{"position":[0,0,0]}}
//! {"id":1,"status":"contact","time":4.0,"center":[0.0,0.0,1.0],"point":[0.0,0.0,0.0],"normal":[0.0,0.0,1.0],…}
//! ```
//!
//! An invalid line is answered by `{"id":…,"error":"…"}`, and the other lines are still answered.
//! The `id` may be any JSON value. It is echoed as it was written, and is null in the answer to a
//! request without an `id`. Empty lines and a byte order mark before the first line are skipped. A
//! request has at most 16 MiB. Answers are flushed before the command waits for more input.
//!
//! Meshes and scenes that are given by path are loaded once, and kept until the command ends or a
//! request forgets them. The check that a mesh is closed also runs once. Meshes and scenes may be
//! defined by name.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::Arc;
use tangency::{Mesh, Scene, Solid};
use tangency_files::lines::{Broken, LONGEST, Line, Lines};
use tangency_files::{Interrupt, mesh_file, scene_file};
use tangency_protocol::number::Number;
use tangency_protocol::{Meshes, Names, answer, refusal};

/// The counts of answers and errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of lines that were answered.
    pub answers: u64,
    /// The number of lines that were answered by an error.
    pub errors: u64,
}

/// The reason why the command ended before its input did.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// The requests cannot be read.
    #[error("cannot read the requests: {0}")]
    Input(io::Error),
    /// The answers cannot be written.
    #[error("cannot write the answers: {0}")]
    Output(io::Error),
}

/// Answers each line of `input` on `output`, until the input ends or nobody reads the output any
/// more. For each file from which faces were left out, `say` is called with a sentence.
///
/// # Errors
/// Only errors of reading and writing; an invalid request is answered by a line with the error.
pub fn run(input: impl Read, output: impl Write, say: &dyn Fn(&str)) -> Result<Tally, QueryError> {
    let mut tally = Tally::default();
    match converse(input, BufWriter::new(output), Loaded::new(say), &mut tally) {
        Ok(()) => Ok(tally),
        // It is no error if the reader of the output stops, as `head` does.
        Err(Broken::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(tally),
        Err(Broken::Output(error)) => Err(QueryError::Output(error)),
        Err(Broken::Input(error)) => Err(QueryError::Input(error)),
    }
}

fn converse(
    input: impl Read,
    mut output: impl Write,
    mut meshes: Loaded<'_>,
    tally: &mut Tally,
) -> Result<(), Broken> {
    let mut lines = Lines::new(input);
    let mut names = Names::default();
    let mut mark: &[u8] = b"\xef\xbb\xbf";
    while let Some(line) = lines.next(&mut output)? {
        let line = line.without(std::mem::take(&mut mark));
        let answered = match line {
            Line::Whole(line) if line.trim_ascii().is_empty() => continue,
            Line::Whole(line) => answer(line, &mut meshes, &mut names),
            Line::Cut(start) => {
                Err(refusal(start, &format!("the line is longer than {LONGEST} bytes")))
            }
        };
        match answered {
            Ok(_) => tally.answers += 1,
            Err(_) => tally.errors += 1,
        }
        let (Ok(line) | Err(line)) = answered;
        output.write_all(&line).map_err(Broken::Output)?;
    }
    output.flush().map_err(Broken::Output)
}

/// Returns the path of a request, if it is a regular file. A request must not name a device that
/// never ends, or a pipe to which nobody writes.
fn file(path: &str) -> Result<&Path, String> {
    let there = Path::new(path);
    match fs::metadata(there) {
        Ok(found) if !found.is_file() => Err(format!("cannot read {path}: is not a regular file")),
        // If the file is missing, opening it reports the error.
        _ => Ok(there),
    }
}

/// The meshes and scenes that were loaded so far, for each float type, by the path in the request.
struct Loaded<'a> {
    narrow: Kept<f32>,
    wide: Kept<f64>,
    say: &'a dyn Fn(&str),
}

impl<'a> Loaded<'a> {
    fn new(say: &'a dyn Fn(&str)) -> Self {
        Self { narrow: Kept::default(), wide: Kept::default(), say }
    }
}

#[derive(Debug)]
struct Kept<T: Number> {
    meshes: HashMap<String, Known<T>>,
    scenes: HashMap<String, Arc<Scene<T>>>,
}

impl<T: Number> Default for Kept<T> {
    fn default() -> Self {
        Self { meshes: HashMap::new(), scenes: HashMap::new() }
    }
}

#[derive(Debug)]
struct Known<T> {
    mesh: Arc<Mesh<T>>,
    /// The solid, which is made at the first query of the interior, if the mesh is closed.
    solid: Option<Arc<Solid<T>>>,
}

impl<T: Number> Known<T> {
    fn solid(&mut self) -> Result<Arc<Solid<T>>, String> {
        if let Some(solid) = &self.solid {
            return Ok(Arc::clone(solid));
        }
        let solid = Solid::new(Arc::clone(&self.mesh)).map_err(|error| error.to_string())?;
        Ok(Arc::clone(self.solid.insert(Arc::new(solid))))
    }
}

impl<T: Number> Kept<T> {
    fn mesh(&mut self, path: &str, say: &dyn Fn(&str)) -> Result<&mut Known<T>, String> {
        match self.meshes.entry(path.to_owned()) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(unknown) => {
                let loaded = mesh_file::load(file(path)?);
                let (mesh, skipped) = loaded.map_err(|error| error.to_string())?;
                skipped.iter().for_each(|sentence| say(sentence));
                Ok(unknown.insert(Known { mesh: Arc::new(mesh), solid: None }))
            }
        }
    }

    fn scene(&mut self, path: &str, say: &dyn Fn(&str)) -> Result<Arc<Scene<T>>, String> {
        match self.scenes.entry(path.to_owned()) {
            Entry::Occupied(known) => Ok(Arc::clone(known.get())),
            Entry::Vacant(unknown) => {
                let found = scene_file::read(file(path)?, &Interrupt::default());
                let found = found.map_err(|error| error.to_string())?;
                found.skipped.iter().for_each(|sentence| say(sentence));
                Ok(Arc::clone(unknown.insert(Arc::new(found.scene))))
            }
        }
    }

    fn forget(&mut self, path: &str) -> bool {
        let mesh = self.meshes.remove(path).is_some();
        self.scenes.remove(path).is_some() || mesh
    }
}

/// Implements [`Meshes`] for each float type.
macro_rules! kept {
    ($($float:ty, $kept:ident;)*) => {$(
        impl Meshes<$float> for Loaded<'_> {
            fn mesh(&mut self, path: &str) -> Result<Arc<Mesh<$float>>, String> {
                Ok(Arc::clone(&self.$kept.mesh(path, self.say)?.mesh))
            }

            fn solid(&mut self, path: &str) -> Result<Arc<Solid<$float>>, String> {
                self.$kept.mesh(path, self.say)?.solid()
            }

            fn scene(&mut self, path: &str) -> Result<Arc<Scene<$float>>, String> {
                self.$kept.scene(path, self.say)
            }

            fn forget(&mut self, path: &str) -> bool {
                self.$kept.forget(path)
            }
        }
    )*};
}
kept! {
    f32, narrow;
    f64, wide;
}
