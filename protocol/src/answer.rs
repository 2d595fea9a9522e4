//! The answer to one request.

use crate::ask;
use crate::fields::{BadRequest, Fields, Place};
use crate::meshes::AllMeshes;
use crate::names::{Known, Names};
use crate::number::Scalar;
use crate::reply::Reply;
use crate::request::{self, Request};
use crate::walker;
use crate::world::{self, WorldRequest};

/// Answers one line of JSON with one line, which includes its line end. Definitions in the request
/// are stored in `names`, for later requests.
///
/// # Errors
/// For a request that cannot be answered, a line with an error that names the field and the value.
pub fn answer(
    line: &[u8],
    meshes: &mut dyn AllMeshes,
    names: &mut Names,
) -> Result<Vec<u8>, Vec<u8>> {
    let Ok(text) = std::str::from_utf8(line) else {
        return Err(refusal(line, "the line is not UTF-8"));
    };
    let (fields, result) = Fields::scan(text, &Place::Request, request::FIELDS);
    let reply = || Reply::to(fields.get("id"));
    result
        .and_then(|()| request::query(&fields))
        .and_then(|query| {
            if let Some(request) = WorldRequest::new(&query, &fields)? {
                let reply = reply();
                return match (walker::is_asked(&request), request.scalar) {
                    (false, Scalar::F32) => world::answer_in::<f32>(&request, meshes, names, reply),
                    (false, Scalar::F64) => world::answer_in::<f64>(&request, meshes, names, reply),
                    (true, Scalar::F32) => {
                        walker::answer_in::<f32>(&request, &mut Known { meshes, names }, reply)
                    }
                    (true, Scalar::F64) => {
                        walker::answer_in::<f64>(&request, &mut Known { meshes, names }, reply)
                    }
                };
            }
            let request = Request::new(&query, &fields)?;
            let reply = reply().in_dimension(request.dimension);
            match request.scalar {
                Scalar::F32 => ask::answer_in::<f32>(&request, &mut Known { meshes, names }, reply),
                Scalar::F64 => ask::answer_in::<f64>(&request, &mut Known { meshes, names }, reply),
            }
        })
        .map(Reply::line)
        .map_err(|BadRequest(problem)| reply().with("error", problem).line())
}

/// The line with the error for a refused request. `start` may be only the beginning of the request.
pub fn refusal(start: &[u8], problem: &str) -> Vec<u8> {
    let valid = start.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    // The fields before the error may include the id.
    let (fields, _) = Fields::scan(valid, &Place::Request, request::FIELDS);
    Reply::to(fields.get("id")).with("error", problem).line()
}
