//! Puts the query of a request to its target. [`tangency::any`] decides which queries a body and an
//! obstacle have; this module only names the results.

use crate::fields::{BadRequest, Place};
use crate::names::Known;
use crate::number::Number;
use crate::reply::{self, Exact, Extras, Float, More, Reply, containment_name};
use crate::request::{self, Asker, Body, BodyFields, Request, unsupported};
use crate::room;
use crate::target::{self, Object, Source};
use std::sync::Arc;
use tangency::any::{self, Alone, Answers, AnyObstacle, Kind, MoverKind, Question, ROOM};
use tangency::{
    Advance, AlignedBox, Answer, Capsule, Ellipsoid, Hollow, Moving, Shape, Slide, Solid, Sphere,
};

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
        Object { place, text, moves, t_max, dimension }
    }
}

fn in_plane<T: Number>(request: &Request<'_>, reply: Reply) -> Result<Reply, BadRequest> {
    let object = &request.object();
    match request.target.0.kind {
        Kind::Segment => put(request, target::segment::<T, 2>(object)?.as_dyn(), reply),
        Kind::Point => put(request, target::point::<T, 2>(object)?.as_dyn(), reply),
        Kind::Box => of_box::<T, 2>(request, reply),
        Kind::OrientedBox => {
            put(request, target::oriented_box::<T, 2>(object, target::rotor)?.as_dyn(), reply)
        }
        Kind::Polytope => put(request, target::polytope::<T, 2>(object)?.as_dyn(), reply),
        Kind::Plane => put(request, target::plane::<T, 2>(object)?.as_dyn(), reply),
        _ => Err(request.misfit()),
    }
}

fn in_space<T: Number>(
    request: &Request<'_>,
    known: &mut Known<'_, T>,
    reply: Reply,
) -> Result<Reply, BadRequest> {
    let object = &request.object();
    match request.target.0.kind {
        Kind::Triangle => put(request, target::triangle::<T>(object)?.as_dyn(), reply),
        Kind::Segment => put(request, target::segment::<T, 3>(object)?.as_dyn(), reply),
        Kind::Point => put(request, target::point::<T, 3>(object)?.as_dyn(), reply),
        Kind::Box => of_box::<T, 3>(request, reply),
        Kind::OrientedBox => {
            put(request, target::oriented_box::<T, 3>(object, target::quaternion)?.as_dyn(), reply)
        }
        Kind::Polytope => put(request, target::polytope::<T, 3>(object)?.as_dyn(), reply),
        Kind::Parallelepiped => put(request, target::parallelepiped::<T>(object)?.as_dyn(), reply),
        Kind::Mesh => of_mesh(request, known, reply),
        Kind::Frustum => put(request, target::frustum::<T>(object)?.as_dyn(), reply),
        Kind::Plane => put(request, target::plane::<T, 3>(object)?.as_dyn(), reply),
        Kind::Scene => put(request, target::scene(object, known)?.0.as_dyn(), reply),
        _ => Err(request.misfit()),
    }
}

/// Puts the query to a box, solid or hollow.
fn of_box<T: Number, const N: usize>(
    request: &Request<'_>,
    reply: Reply,
) -> Result<Reply, BadRequest>
where
    Moving<AlignedBox<T, N>>: AnyObstacle<T, N>,
    Hollow<AlignedBox<T, N>>: AnyObstacle<T, N>,
{
    match target::aligned_box::<T, N>(&request.object())? {
        (moving, false) => put(request, moving.as_dyn(), reply),
        (moving, true) if moving.is_inflated() => {
            Err(BadRequest("box is hollow, and so must not have a radius".to_string()))
        }
        (moving, true) => put(request, Hollow(*moving.shape()).as_dyn(), reply),
    }
}

/// Puts the query to a solid or hollow box in one dimension, or in four to eight.
fn of_box_in_room<T: Number>(request: &Request<'_>, reply: Reply) -> Result<Reply, BadRequest> {
    if request.target.0.kind != Kind::Box {
        return Err(request.misfit());
    }
    if let (Question::Intersects, Asker::Body(body)) = (request.question, &request.asker) {
        let (moving, is_hollow) = target::aligned_box::<T, ROOM>(&request.object())?;
        if !moving.is_inflated() {
            let answer = room::shares(request, body, moving.shape(), is_hollow)?;
            return Ok(reply.with(request.question.name(), answer));
        }
    }
    of_box::<T, ROOM>(request, reply)
}

/// Puts the query to a mesh, to its instance, or to the solid that the mesh bounds.
fn of_mesh<T: Number>(
    request: &Request<'_>,
    known: &mut Known<'_, T>,
    reply: Reply,
) -> Result<Reply, BadRequest> {
    let object = request.object();
    let here = target::mesh(&object, known)?;
    if let Some(instance) = here.instance(&object.place)? {
        return put(request, instance.as_dyn(), reply);
    }
    if let Question::Locate | Question::SignedDistance | Question::WindingNumber = request.question
    {
        if here.mesh.is_inflated() {
            return Err(BadRequest("mesh.radius must be zero for a solid".to_string()));
        }
        let solid = match &here.source {
            Source::Path(path) => known.meshes.solid(path).map_err(BadRequest)?,
            Source::Name(name) => known.names.solid(name, &object.place.field("name"))?,
            Source::Request => Arc::new(Solid::new(Arc::clone(here.mesh.shape()))?),
        };
        return put(request, solid.as_dyn(), reply);
    }
    put(request, here.mesh.as_dyn(), reply)
}

/// Puts the query of a request, with a mover of any type, to an obstacle.
fn put<T: Number, const N: usize>(
    request: &Request<'_>,
    obstacle: &DynObstacle<T, N>,
    reply: Reply,
) -> Result<Reply, BadRequest> {
    match &request.asker {
        Asker::Body(body) => match body.kind() {
            MoverKind::Sphere => put_by::<T, Sphere<T, N>, N>(request, body, obstacle, reply),
            MoverKind::Ellipsoid => put_by::<T, Ellipsoid<T, N>, N>(request, body, obstacle, reply),
            MoverKind::Capsule => put_by::<T, Capsule<T, N>, N>(request, body, obstacle, reply),
            _ => Err(unsupported()),
        },
        Asker::Point(position) => put_by_point::<T, N>(request, position, obstacle, reply),
        Asker::Feature(text) => {
            let at = target::mesh_feature(text, &Place::Field(&Place::Request, "at"))?;
            Ok(reply.with(request.question.name(), obstacle.neighbours(at)?))
        }
    }
}

/// Puts the query of a body to an obstacle.
fn put_by<T, M, const N: usize>(
    request: &Request<'_>,
    body: &BodyFields<'_>,
    obstacle: &DynObstacle<T, N>,
    reply: Reply,
) -> Result<Reply, BadRequest>
where
    T: Number,
    M: Body<T> + Shape<Scalar = T, Vector = [T; N]>,
    DynObstacle<T, N>: Answers<T, N, M>,
{
    if body.has_path() && request.is_along_path() {
        return put_along::<T, M, N>(request, body, obstacle, reply);
    }
    let (mover, is_hollow) = request.mover::<T, M>(body)?;
    let (at_rest, name) = (mover.shape(), request.question.name());
    Ok(match request.question {
        Question::FirstContact => first_contact(request, body, &mover, obstacle, reply)?,
        Question::Intersects => reply.with(name, obstacle.intersects(at_rest, is_hollow)?),
        _ if is_hollow => {
            return Err(BadRequest(format!("a hollow body is not supported in a query {name}")));
        }
        Question::Containment => reply.with(name, containment_name(obstacle.containment(at_rest)?)),
        Question::FirstEntry => {
            let exact = match request.wishes.exact {
                true => Exact::of(&obstacle.first_entry_exact(&mover)?, request.dimension),
                false => None,
            };
            let extras = Extras { exact, ..Extras::of(body) };
            reply::answer(reply, obstacle.first_entry(&mover)?, extras)
        }
        Question::ContactTime => reply.with(name, obstacle.contact_time(&mover)?.map(Float)),
        Question::TimeDown => reply.with(name, obstacle.time_down(&mover)?.map(Float)),
        Question::LastTime => {
            let reply = reply.with(name, obstacle.last_time(&mover)?.map(Float));
            match request.wishes.exact {
                true => reply.with_exact(name, obstacle.last_time_exact(&mover)?.as_ref()),
                false => reply,
            }
        }
        Question::HasContact => reply.with(name, obstacle.has_contact(&mover)?),
        Question::Contacts => {
            let has_axis = body.kind() == MoverKind::Capsule;
            reply.with_answers(name, obstacle.contacts(&mover)?, has_axis)
        }
        Question::Advance => {
            let displacement = request.displacement()?;
            let advance = obstacle.advance(at_rest, displacement)??;
            let from = body.center(request.dimension)?;
            reply::moved(reply, as_slide(advance, from, displacement), Extras::of(body))
        }
        Question::Slide => {
            let (displacement, options) = (request.displacement()?, request.slide_options()?);
            let slide = obstacle.slide(at_rest, displacement, options)??;
            reply::moved(reply, slide, Extras::of(body))
        }
        Question::Recover => {
            let from = body.center(request.dimension)?;
            reply::recovered(reply, obstacle.recover(at_rest)??, from)
        }
        Question::Penetration => reply.with_out(name, obstacle.penetration(at_rest)?),
        Question::ContainmentByPlanes => {
            reply.with(name, containment_name(obstacle.containment_by_planes(at_rest)?))
        }
        Question::Section => reply.with_circle(name, obstacle.section(at_rest)?),
        Question::Intersecting => reply.with(name, obstacle.intersecting(at_rest)?),
        Question::Closest => reply.with_closest_points(name, obstacle.closest_points(at_rest)?),
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
fn put_along<T, M, const N: usize>(
    request: &Request<'_>,
    body: &BodyFields<'_>,
    obstacle: &DynObstacle<T, N>,
    reply: Reply,
) -> Result<Reply, BadRequest>
where
    T: Number,
    M: Body<T> + Shape<Scalar = T, Vector = [T; N]>,
    DynObstacle<T, N>: Answers<T, N, M>,
{
    if request.wishes.exact || request.wishes.more {
        return Err(BadRequest("exact and more say nothing along a path".to_owned()));
    }
    let Some(legs) = request.legs::<T, M>(body)? else { return Err(unsupported()) };
    let found = match request.question {
        Question::FirstEntry => any::first_entry_along(&legs, obstacle)?,
        _ => any::first_contact_along(&legs, obstacle)?,
    };
    let Some((leg, answer)) = found else {
        return Ok(reply::answer(
            reply,
            Answer::<T, N, any::AnyFeature<N>>::None,
            Extras::of(body),
        ));
    };
    Ok(reply::answer(reply, answer, Extras { leg: Some(leg), ..Extras::of(body) }))
}

fn first_contact<T, M, const N: usize>(
    request: &Request<'_>,
    body: &BodyFields<'_>,
    mover: &Moving<M>,
    obstacle: &DynObstacle<T, N>,
    reply: Reply,
) -> Result<Reply, BadRequest>
where
    T: Number,
    M: Shape<Scalar = T, Vector = [T; N]>,
    DynObstacle<T, N>: Answers<T, N, M>,
{
    let answer = obstacle.first_contact(mover)?;
    let more = match request.wishes.more {
        false => None,
        true => Some(More {
            time_down: obstacle.time_down(mover)?,
            last_time: obstacle.last_time(mover)?,
            // For a mesh there is no penetration: the translation out of one triangle may lead into
            // another one.
            penetration: match answer.overlap() {
                Some(_) => obstacle.penetration(mover.shape()).ok().flatten(),
                None => None,
            },
        }),
    };
    let exact = match request.wishes.exact {
        true => Exact::of(&obstacle.first_contact_exact(mover)?, request.dimension),
        false => None,
    };
    Ok(reply::answer(reply, answer, Extras { more, exact, ..Extras::of(body) }))
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
