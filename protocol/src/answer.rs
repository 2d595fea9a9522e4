//! One request, one answer.

use crate::fields::{BadRequest, Fields, Place};
use crate::number::{Number, Scalar};
use crate::reply::Reply;
use crate::request::{self, Dimension, Question, Request};
use crate::target::{self, Target};
use tangency::Mesh;

/// Where the meshes come from that a request names by `{"path": …}`.
pub trait Meshes<T> {
    /// The mesh of this path.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    fn mesh(&mut self, path: &str) -> Result<&Mesh<T>, String>;
}

/// Where they come from in either float. Not a parameter of [`answer`], so that all answers are compiled once, and here.
pub trait AllMeshes: Meshes<f32> + Meshes<f64> {}

impl<M: Meshes<f32> + Meshes<f64>> AllMeshes for M {}

/// Knows no mesh by any path.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMeshes;

impl<T> Meshes<T> for NoMeshes {
    fn mesh(&mut self, path: &str) -> Result<&Mesh<T>, String> {
        Err(format!("no mesh is known by the name {}", crate::excerpt::excerpt(path.as_bytes())))
    }
}

/// The answer to one line of JSON, itself a line with its end.
///
/// # Errors
/// A request that cannot be answered: the line that says so, naming the field and the value.
pub fn answer(line: &[u8], meshes: &mut dyn AllMeshes) -> Result<Vec<u8>, Vec<u8>> {
    let Ok(text) = std::str::from_utf8(line) else {
        return Err(refusal(line, "the line is not UTF-8"));
    };
    let (fields, result) = Fields::scan(text, &Place::Request, &request::FIELDS);
    let reply = || Reply::to(fields.get("id"));
    result
        .and_then(|()| Request::new(&fields))
        .and_then(|request| match request.scalar {
            Scalar::F32 => answer_in::<f32>(&request, meshes, reply()),
            Scalar::F64 => answer_in::<f64>(&request, meshes, reply()),
        })
        .map(Reply::line)
        .map_err(|BadRequest(problem)| reply().with("error", problem).line())
}

/// The line that says what is wrong with a request of which perhaps only the beginning is known.
pub fn refusal(start: &[u8], problem: &str) -> Vec<u8> {
    let valid = start.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    // The id may come before what is wrong.
    let (fields, _) = Fields::scan(valid, &Place::Request, &request::FIELDS);
    Reply::to(fields.get("id")).with("error", problem).line()
}

fn answer_in<T: Number>(
    request: &Request<'_>,
    meshes: &mut dyn Meshes<T>,
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
        Question::Containment => {
            Ok(reply.with("containment", target.containment(&request.sphere_at_rest()?)?))
        }
    }
}
