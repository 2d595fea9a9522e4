//! `tangency query`: one JSON request a line in, one JSON answer a line out, in order.
//!
//! ```text
//! {"id":1,"query":"first_contact","sphere":{"center":[0,0,5],"radius":1,"velocity":[0,0,-1]},"point":{"position":[0,0,0]}}
//! {"id":1,"status":"contact","time":4.0,"center":[0.0,0.0,1.0],"point":[0.0,0.0,0.0],"normal":[0.0,0.0,1.0],…}
//! ```
//!
//! A line that cannot be answered is answered by `{"id":…,"error":"…"}`, and the rest goes on. The `id` may be any JSON
//! value; it is echoed as it was written, and is null in the answer to a request that has none. Empty lines are passed over.
//! A request may be as long as 16 MiB. Answers are flushed before the command waits for more input.
//!
//! Meshes given by path are loaded once, and kept for as long as the command runs.

mod fields;
mod lines;
mod reply;
mod request;
mod target;

use crate::mesh_file;
use crate::number::Number;
use fields::{BadRequest, Fields};
use lines::{Broken, LONGEST, Line, Lines};
use reply::Reply;
use request::{Dimension, Question, Request, Scalar};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::Path;
use tangency::Mesh;
use target::Target;

/// How a conversation went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The lines that were answered.
    pub answers: u64,
    /// The lines that were answered by an error.
    pub errors: u64,
}

/// Why a conversation ended before its input did.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// The requests cannot be read.
    #[error("cannot read the requests: {0}")]
    Input(io::Error),
    /// The answers cannot be written.
    #[error("cannot write the answers: {0}")]
    Output(io::Error),
}

/// Answers each line of `input` on `output`, until the input ends or nobody reads the output any more.
///
/// # Errors
/// Only those of reading and writing; a bad request is answered by a line that says so.
pub fn run(input: impl Read, output: impl Write) -> Result<Tally, QueryError> {
    let mut tally = Tally::default();
    match converse(input, BufWriter::new(output), &mut tally) {
        Ok(()) => Ok(tally),
        // Who stops reading, as `head` does, has seen enough.
        Err(Broken::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(tally),
        Err(Broken::Output(error)) => Err(QueryError::Output(error)),
        Err(Broken::Input(error)) => Err(QueryError::Input(error)),
    }
}

fn converse(input: impl Read, mut output: impl Write, tally: &mut Tally) -> Result<(), Broken> {
    let mut lines = Lines::new(input);
    let mut meshes = Meshes::default();
    while let Some(line) = lines.next(&mut output)? {
        let reply = match line {
            Line::Whole(line) if line.trim_ascii().is_empty() => continue,
            Line::Whole(line) => meshes.answer(line),
            Line::Cut(start) => {
                let problem = BadRequest(format!("the line is longer than {LONGEST} bytes"));
                Err((Reply::to(id_within(start)), problem))
            }
        };
        let reply = match reply {
            Ok(reply) => {
                tally.answers += 1;
                reply
            }
            Err((reply, BadRequest(problem))) => {
                tally.errors += 1;
                reply.with("error", problem)
            }
        };
        output.write_all(&reply.line()).map_err(Broken::Output)?;
    }
    output.flush().map_err(Broken::Output)
}

/// The id of a request, if it comes before what is wrong with it.
fn id_within(line: &[u8]) -> Option<&str> {
    let text = line.utf8_chunks().next()?.valid();
    Fields::scan(text, &fields::Place::Request, &request::FIELDS).0.get("id")
}

/// The meshes that were loaded so far, in either float.
#[derive(Debug, Default)]
struct Meshes {
    narrow: Loaded<f32>,
    wide: Loaded<f64>,
}

/// Meshes by the path that they were asked for by.
#[derive(Debug)]
struct Loaded<T>(HashMap<String, Mesh<T>>);

impl<T> Default for Loaded<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T: Number> Loaded<T> {
    fn get(&mut self, path: String) -> Result<&Mesh<T>, BadRequest> {
        match self.0.entry(path) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(unknown) => {
                let mesh = mesh_file::load(Path::new(unknown.key()))?;
                Ok(unknown.insert(mesh))
            }
        }
    }
}

impl Meshes {
    /// The reply to a line, or the beginning of one and what is wrong.
    fn answer(&mut self, line: &[u8]) -> Result<Reply, (Reply, BadRequest)> {
        let Ok(text) = std::str::from_utf8(line) else {
            return Err((
                Reply::to(id_within(line)),
                BadRequest("the line is not UTF-8".to_owned()),
            ));
        };
        let (fields, result) = Fields::scan(text, &fields::Place::Request, &request::FIELDS);
        let reply = || Reply::to(fields.get("id"));
        result
            .and_then(|()| Request::new(&fields))
            .and_then(|request| match request.scalar {
                Scalar::F32 => answer(&request, &mut self.narrow, reply()),
                Scalar::F64 => answer(&request, &mut self.wide, reply()),
            })
            .map_err(|problem| (reply(), problem))
    }
}

fn answer<T: Number>(
    request: &Request<'_>,
    meshes: &mut Loaded<T>,
    reply: Reply,
) -> Result<Reply, BadRequest> {
    match request.dimension {
        Dimension::Two => ask::<T, 2>(request, &*target::in_plane(request)?, reply),
        Dimension::Three => ask::<T, 3>(request, &*target::in_space(request, meshes)?, reply),
    }
}

/// Puts the question to the target and adds the answer to the reply.
fn ask<T: Number, const N: usize>(
    request: &Request<'_>,
    target: &dyn Target<T, N>,
    reply: Reply,
) -> Result<Reply, BadRequest> {
    match request.question {
        Question::FirstContact => target.first_contact(&request.mover()?, request.wishes, reply),
        Question::Intersects => {
            Ok(reply.with("intersects", target.intersects(&request.at_rest()?)?))
        }
        Question::Side => Ok(reply.with("side", target.side(&request.sphere_at_rest()?)?)),
    }
}
