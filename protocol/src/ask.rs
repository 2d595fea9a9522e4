//! Puts the query of a request to its target. [`tangency::any`] decides which queries a body and an
//! obstacle have; this module only names the results.

use crate::fields::{BadRequest, Place};
use crate::names::Known;
use crate::number::Number;
use crate::reply::{self, Exact, Extras, Float, More, Reply, containment_name};
use crate::request::{self, Asker, ConvexText, Request, unsupported};
use crate::room;
use crate::target::{self, Object, Source};
use std::sync::Arc;
use tangency::any::{self, Alone, AnyObstacle, Kind, Mover, Question, ROOM};
use tangency::{Advance, Answer, Slide, Solid};

/// An obstacle whose type is erased, so that each query is compiled once for all of them.
type DynObstacle<T, const N: usize> = dyn AnyObstacle<T, N>;

/// The answer, computed in the float `T`.
pub(crate) fn answer_in<T: Number>(
    request: &Request<'_>,
    known: &mut Known<'_, T>,
    reply: Reply,
) -> Result<Reply, BadRequest> {
    match request.dimension {
        2 => in_plane::<T>(request, reply),
        3 => in_space::<T>(request, known, reply),
        1 | 4..=8 => of_box_in_room::<T>(request, reply),
        _ => Err(request.misfit()),
    }
}

impl<'a> Request<'a> {
    fn object(&self) -> Object<'a> {
        let ((_, text), dimension) = (self.target, self.dimension);
        let (place, moves, t_max) = (self.target_place, self.moves(), self.t_max());
        Object { place, text, moves, t_max, dimension, is_mover: false }
    }

    /// The object of a convex mover.
    fn object_of(&self, convex: &ConvexText<'a>) -> Object<'a> {
        Object { place: convex.place, text: convex.text, is_mover: true, ..self.object() }
    }
}

fn in_plane<T: Number>(request: &Request<'_>, reply: Reply) -> Result<Reply, BadRequest> {
    let obstacle = target::in_plane::<T>(request.target.0.kind, &request.object())?;
    let obstacle = obstacle.ok_or_else(|| request.misfit())?;
    let convex = match &request.asker {
        Asker::Convex(convex) => {
            let shape = target::in_plane::<T>(convex.description.kind, &request.object_of(convex))?;
            Some(shape.ok_or_else(|| request.misfit())?.mover()?)
        }
        _ => None,
    };
    put(request, convex, &*obstacle, reply)
}

fn in_space<T: Number>(
    request: &Request<'_>,
    known: &mut Known<'_, T>,
    reply: Reply,
) -> Result<Reply, BadRequest> {
    let kind = request.target.0.kind;
    let obstacle = match (kind, request.question) {
        (Kind::Mesh, Question::Locate | Question::SignedDistance | Question::WindingNumber) => {
            solid(request, known)?
        }
        _ => target::in_space(kind, &request.object(), known)?,
    };
    let convex = match &request.asker {
        Asker::Convex(convex) => {
            let object = request.object_of(convex);
            Some(target::in_space(convex.description.kind, &object, known)?.mover()?)
        }
        _ => None,
    };
    put(request, convex, &*obstacle, reply)
}

/// Puts the query to a solid or hollow box in one dimension, or in four to eight.
fn of_box_in_room<T: Number>(request: &Request<'_>, reply: Reply) -> Result<Reply, BadRequest> {
    if request.target.0.kind != Kind::Box {
        return Err(request.misfit());
    }
    if let Asker::Convex(ConvexText { place, .. }) = request.asker {
        let dimension = request.dimension;
        return Err(BadRequest(format!("{place} has {dimension} numbers, must have 2 or 3")));
    }
    if let (Question::Intersects, Asker::Body(body)) = (request.question, &request.asker) {
        let (moving, is_hollow) = target::aligned_box::<T, ROOM>(&request.object())?;
        if !moving.is_inflated() {
            let answer = room::shares(request, body, moving.shape(), is_hollow)?;
            return Ok(reply.with(request.question.name(), answer));
        }
    }
    put(request, None, &*target::solid_or_hollow::<T, ROOM>(&request.object())?, reply)
}

/// The solid that a mesh bounds, unless the mesh is an instance or inflated, of which there are no
/// solids.
fn solid<T: Number>(
    request: &Request<'_>,
    known: &mut Known<'_, T>,
) -> Result<Box<dyn AnyObstacle<T, 3>>, BadRequest> {
    let object = request.object();
    let here = target::mesh(&object, known)?;
    if let Some(instance) = here.instance(&object.place)? {
        return Ok(instance.boxed());
    }
    if here.mesh.is_inflated() {
        return Err(BadRequest("mesh.radius must be zero for a solid".to_string()));
    }
    let solid = match &here.source {
        Source::Path(path) => known.meshes.solid(path).map_err(BadRequest)?,
        Source::Name(name) => known.names.solid(name, &object.place.field("name"))?,
        Source::Request => Arc::new(Solid::new(Arc::clone(here.mesh.shape()))?),
    };
    Ok(Solid::clone(&solid).boxed())
}

/// Puts the query of a request to an obstacle. `convex` is the mover, if it is a convex body.
fn put<T: Number, const N: usize>(
    request: &Request<'_>,
    convex: Option<Mover<T, N>>,
    obstacle: &DynObstacle<T, N>,
    reply: Reply,
) -> Result<Reply, BadRequest> {
    match (&request.asker, convex) {
        (Asker::Convex(body), Some(convex)) => match body.path {
            Some(path) => put_along(request, &convex, (path, &body.place), obstacle, reply),
            None => put_by(request, &convex, false, obstacle, reply),
        },
        (Asker::Body(body), _) => {
            let (mover, is_hollow) = request.mover(body)?;
            match body.path() {
                Some(path) => put_along(request, &mover, path, obstacle, reply),
                None => put_by(request, &mover, is_hollow, obstacle, reply),
            }
        }
        (Asker::Point(position), _) => put_by_point::<T, N>(request, position, obstacle, reply),
        (Asker::Feature(text), _) => {
            let at = target::mesh_feature(text, &Place::Field(&Place::Request, "at"))?;
            Ok(reply.with(request.question.name(), obstacle.neighbours(at)?))
        }
        (Asker::Convex(_), None) => Err(unsupported()),
    }
}

/// Puts the query of a mover to an obstacle.
fn put_by<T: Number, const N: usize>(
    request: &Request<'_>,
    mover: &Mover<T, N>,
    is_hollow: bool,
    obstacle: &DynObstacle<T, N>,
    reply: Reply,
) -> Result<Reply, BadRequest> {
    let name = request.question.name();
    let extras = Extras::of(mover.kind());
    let has_axis = extras.has_axis;
    Ok(match request.question {
        Question::FirstContact => first_contact(request, mover, obstacle, reply)?,
        Question::Intersects => reply.with(name, mover.intersects(obstacle, is_hollow)?),
        _ if is_hollow => {
            return Err(BadRequest(format!("a hollow body is not supported in a query {name}")));
        }
        Question::Containment => reply.with(name, containment_name(mover.containment(obstacle)?)),
        Question::FirstEntry => {
            let exact = match request.wishes.exact {
                true => Exact::of(&mover.first_entry_exact(obstacle)?, request.dimension),
                false => None,
            };
            reply::answer(reply, mover.first_entry(obstacle)?, Extras { exact, ..extras })
        }
        Question::ContactTime => reply.with(name, mover.contact_time(obstacle)?.map(Float)),
        Question::TimeDown => reply.with(name, mover.time_down(obstacle)?.map(Float)),
        Question::LastTime => {
            let reply = reply.with(name, mover.last_time(obstacle)?.map(Float));
            match request.wishes.exact {
                true => reply.with_exact(name, mover.last_time_exact(obstacle)?.as_ref()),
                false => reply,
            }
        }
        Question::HasContact => reply.with(name, mover.has_contact(obstacle)?),
        Question::Contacts => reply.with_answers(name, mover.contacts(obstacle)?, has_axis),
        Question::Touched => match obstacle.kind() {
            Kind::Mesh | Kind::MeshInstance => {
                reply.with_each_touched(name, mover.touched_triangles(obstacle)?)
            }
            _ => reply.with_touched(name, mover.touched(obstacle)?),
        },
        Question::Advance => {
            let displacement = request.displacement()?;
            let advance = mover.advance(obstacle, displacement)??;
            reply::moved(reply, as_slide(advance, mover.place(), displacement), extras)
        }
        Question::Slide => {
            let (displacement, options) = (request.displacement()?, request.slide_options()?);
            reply::moved(reply, mover.slide(obstacle, displacement, options)??, extras)
        }
        Question::Recover => reply::recovered(reply, mover.recover(obstacle)??, mover.place()),
        Question::Penetration => reply.with_out(name, mover.penetration(obstacle)?),
        Question::ContainmentByPlanes => {
            reply.with(name, containment_name(mover.containment_by_planes(obstacle)?))
        }
        Question::Section => reply.with_circle(name, mover.section(obstacle)?),
        Question::Intersecting => reply.with(name, mover.intersecting(obstacle)?),
        Question::Closest => reply.with_closest_points(name, mover.closest_points(obstacle)?),
        // Queries of a point, queries of the obstacle alone, and queries that a later version of
        // the library adds.
        _ => return Err(unsupported()),
    })
}

/// An `advance`, which ends at the first blocking hit, as the result of a `slide`.
fn as_slide<T: Number, F: Clone, const N: usize>(
    advance: Advance<T, N, F>,
    from: [T; N],
    displacement: [T; N],
) -> Slide<T, N, F> {
    let mut slide = Slide::default();
    slide.position = advance.position();
    slide.legs = if slide.position == from { Vec::new() } else { vec![slide.position] };
    slide.contacts = advance.contact().into_iter().cloned().collect();
    slide.left = advance.left(displacement);
    slide.overlap = match advance {
        Advance::Overlap(overlap) => Some(overlap),
        Advance::Free { .. } | Advance::Blocked { .. } => None,
    };
    slide
}

/// Puts the query of a body that follows a path to an obstacle.
fn put_along<T: Number, const N: usize>(
    request: &Request<'_>,
    mover: &Mover<T, N>,
    (path, place): (&str, &Place<'_>),
    obstacle: &DynObstacle<T, N>,
    reply: Reply,
) -> Result<Reply, BadRequest> {
    if request.wishes.exact || request.wishes.more {
        return Err(BadRequest("exact and more say nothing along a path".to_owned()));
    }
    let legs = request.legs(mover, path, place)?;
    let found = match request.question {
        Question::FirstEntry => legs.first_entry_along(obstacle)?,
        _ => legs.first_contact_along(obstacle)?,
    };
    let extras = Extras::of(mover.kind());
    Ok(match found {
        None => reply::answer(reply, Answer::<T, N, any::AnyFeature<N>>::None, extras),
        Some((leg, answer)) => reply::answer(reply, answer, Extras { leg: Some(leg), ..extras }),
    })
}

fn first_contact<T: Number, const N: usize>(
    request: &Request<'_>,
    mover: &Mover<T, N>,
    obstacle: &DynObstacle<T, N>,
    reply: Reply,
) -> Result<Reply, BadRequest> {
    let answer = mover.first_contact(obstacle)?;
    let more = match request.wishes.more {
        false => None,
        true => Some(More {
            time_down: mover.time_down(obstacle)?,
            last_time: mover.last_time(obstacle)?,
            // For a mesh there is no penetration: the translation out of one triangle may lead into
            // another one.
            penetration: match answer.overlap() {
                Some(_) => mover.penetration(obstacle).ok().flatten(),
                None => None,
            },
        }),
    };
    let exact = match request.wishes.exact {
        true => Exact::of(&mover.first_contact_exact(obstacle)?, request.dimension),
        false => None,
    };
    Ok(reply::answer(reply, answer, Extras { more, exact, ..Extras::of(mover.kind()) }))
}

/// Puts the query of a point to an obstacle.
fn put_by_point<T: Number, const N: usize>(
    request: &Request<'_>,
    position: &str,
    obstacle: &DynObstacle<T, N>,
    reply: Reply,
) -> Result<Reply, BadRequest> {
    let (point, name) = (&request::point(position, request.dimension)?, request.question.name());
    Ok(match request.question {
        Question::Closest => reply.with_closest(name, obstacle.closest(point)?),
        Question::Locate => reply.with(name, reply::location_name(obstacle.locate(point)?)),
        Question::SignedDistance => reply.with(name, obstacle.signed_distance(point)?.map(Float)),
        Question::WindingNumber => reply.with(name, obstacle.winding_number(point)?),
        _ => return Err(unsupported()),
    })
}
