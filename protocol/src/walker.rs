//! The step and the ride of a character, and its change to another body or position. Nothing is
//! kept between requests: the state of the character is in the request and in the answer.

use crate::fields::{self, BadRequest, Fields, Place};
use crate::names::Known;
use crate::number::Number;
use crate::reply::{self, Reply};
use crate::request::{self, BodyFields};
use crate::shape;
use crate::target::{self, Object};
use crate::world::WorldRequest;
use tangency::any::{AnyObstacle, AnyWalkerBody, Asked};
use tangency::{Capsule, OrientedBox, Rotation, Walker, WalkerFloor, WalkerOptions, WalkerState};

const REQUEST: Place<'static> = Place::Request;
const WALKER: Place<'static> = Place::Field(&REQUEST, "walker");
const MOVER: Place<'static> = Place::Field(&REQUEST, "mover");
const OPTIONS: Place<'static> = Place::Field(&REQUEST, "options");

/// Whether a request is about a character.
pub(crate) fn is_asked(request: &WorldRequest<'_, '_>) -> bool {
    matches!(request.query, "step" | "ride" | "set_body" | "teleport")
}

/// The answer, computed in the float `T`.
pub(crate) fn answer_in<T: Number>(
    request: &WorldRequest<'_, '_>,
    known: &mut Known<'_, T>,
    reply: Reply,
) -> Result<Reply, BadRequest> {
    let mut walker = walker::<T>(request)?;
    let mut world = |moves| world(request, moves, known);
    Ok(match request.query {
        "step" => {
            let (displacement, world) = (vector(request, "displacement")?, world(false)?);
            let step = asked(request, walker.step_in_any(displacement, &*world))??;
            reply::stepped(reply, step, &walker.state())
        }
        "ride" => {
            let (displacement, moving) = (vector(request, "displacement")?, world(true)?);
            let ride = asked(request, walker.ride_in_any(displacement, &*moving))??;
            reply::ridden(reply, ride, &walker.state())
        }
        "set_body" => {
            let (body, world) = (new_body(request)?, world(false)?);
            let overlap = asked(request, walker.set_body_in_any(body, &*world))??;
            reply::placed(reply, overlap, &walker.state())
        }
        _ => {
            let (position, world) = (vector(request, "position")?, world(false)?);
            let overlap = asked(request, walker.teleport_into_any(position, &*world))??;
            reply::placed(reply, overlap, &walker.state())
        }
    })
}

/// A vector of the request.
fn vector<T: Number>(
    request: &WorldRequest<'_, '_>,
    name: &'static str,
) -> Result<[T; 3], BadRequest> {
    fields::vector(request.need(name)?, &REQUEST.field(name))
}

/// The result of a move, or a refusal that names this query.
fn asked<X>(request: &WorldRequest<'_, '_>, answer: Asked<X>) -> Result<X, BadRequest> {
    answer.map_err(|refusal| {
        let words = refusal.to_string();
        let (_, rest) = words.split_once(' ').unwrap_or_default();
        BadRequest(format!("{} {rest}", request.query))
    })
}

/// The new body of a character: `capsule`, or `mover` with `capsule`, `oriented_box` or `hull`.
fn new_body<T: Number>(request: &WorldRequest<'_, '_>) -> Result<AnyWalkerBody<T>, BadRequest> {
    let capsule = |body: BodyFields<'_>| -> Result<AnyWalkerBody<T>, BadRequest> {
        Ok((*body.still::<T, Capsule<T, 3>>(3)?.shape()).into())
    };
    match [request.fields.get("capsule"), request.fields.get("mover")] {
        [Some(text), None] => capsule(BodyFields::capsule(text)?),
        [None, Some(text)] => {
            const KINDS: [&str; 3] = ["capsule", "oriented_box", "hull"];
            let fields = Fields::of(text, &MOVER, &KINDS)?;
            match KINDS.map(|name| fields.get(name)) {
                [Some(text), None, None] => capsule(BodyFields::capsule_within(text)?),
                [None, Some(text), None] => {
                    let place = MOVER.field("oriented_box");
                    let fields = Fields::of(text, &place, &["center", "half_extents", "rotation"])?;
                    oriented_box(&fields, &place, "center")
                }
                [None, None, Some(text)] => {
                    let place = MOVER.field("hull");
                    let fields = Fields::of(text, &place, &["points", "position"])?;
                    Ok(target::placed_hull(&fields, &place)?.into())
                }
                _ => {
                    let words = "mover must have one of capsule, oriented_box and hull";
                    Err(BadRequest(words.to_owned()))
                }
            }
        }
        _ => Err(BadRequest("set_body must have one of capsule and mover".to_owned())),
    }
}

/// A box by its centre, which is in the field of this name, its half extents and, if it is rotated,
/// its rotation.
fn oriented_box<T: Number>(
    given: &Fields<'_>,
    place: &Place<'_>,
    center: &'static str,
) -> Result<AnyWalkerBody<T>, BadRequest> {
    let vector = |name| -> Result<[T; 3], BadRequest> {
        fields::vector(given.need(name, place)?, &place.field(name))
    };
    let rotation = match given.get("rotation") {
        Some(text) => target::quaternion(text, &place.field("rotation"))?,
        None => Rotation::identity(),
    };
    Ok(OrientedBox::new(vector(center)?, vector("half_extents")?, rotation)?.into())
}

/// `{position, axis, radius, velocity, carried, floor}` for a capsule; in place of `axis` and
/// `radius` a box has `half_extents` and `rotation`, a hull `points`. It is in the form of an
/// answer, with its options.
fn walker<T: Number>(
    request: &WorldRequest<'_, '_>,
) -> Result<Walker<T, AnyWalkerBody<T>>, BadRequest> {
    let given = Fields::of(request.need("walker")?, &WALKER, shape::WALKER)?;
    let vector = |name| -> Result<[T; 3], BadRequest> {
        fields::vector(given.need(name, &WALKER)?, &WALKER.field(name))
    };
    let maybe = |name| given.get(name).map_or(Ok([T::ZERO; 3]), |_| vector(name));
    let own = |names: &[&'static str]| names.iter().copied().find(|name| given.get(name).is_some());
    let kinds = [own(&["axis", "radius"]), own(&["half_extents", "rotation"]), own(&["points"])];
    let body = match kinds {
        [None, Some(_), None] => oriented_box(&given, &WALKER, "position")?,
        [None, None, Some(_)] => {
            given.need("position", &WALKER)?;
            target::placed_hull(&given, &WALKER)?.into()
        }
        [Some(name), Some(other), _]
        | [Some(name), _, Some(other)]
        | [_, Some(name), Some(other)] => {
            return Err(BadRequest(format!("walker must have one of {name} and {other}")));
        }
        [_, None, None] => {
            let radius = fields::number(given.need("radius", &WALKER)?, &WALKER.field("radius"))?;
            WalkerState::capsule(vector("position")?, vector("axis")?, radius)?.into()
        }
    };
    let mut walker = Walker::new(body, options(request)?)?;
    let mut state = walker.state();
    (state.velocity, state.carried) = (maybe("velocity")?, maybe("carried")?);
    if let Some(text) = given.get("floor").filter(|text| *text != "null") {
        let place = WALKER.field("floor");
        let floor = Fields::of(text, &place, &["point", "normal"])?;
        let vector = |name| fields::vector(floor.need(name, &place)?, &place.field(name));
        state.floor = Some(WalkerFloor::new(vector("point")?, vector("normal")?));
    }
    walker.restore(state)?;
    Ok(walker)
}

fn options<T: Number>(request: &WorldRequest<'_, '_>) -> Result<WalkerOptions<T>, BadRequest> {
    let mut options = WalkerOptions::default();
    let Some(text) = request.fields.get("options") else { return Ok(options) };
    let given = Fields::of(text, &OPTIONS, shape::WALKER_OPTIONS)?;
    if let Some(text) = given.get("up") {
        options.up = fields::vector(text, &OPTIONS.field("up"))?;
    }
    for (name, number) in [
        ("max_slope", &mut options.max_slope),
        ("step_height", &mut options.step_height),
        ("snap_distance", &mut options.snap_distance),
        ("max_recovery", &mut options.max_recovery),
    ] {
        if let Some(text) = given.get(name) {
            *number = fields::number(text, &OPTIONS.field(name))?;
        }
    }
    if let Some(text) = given.get("max_iterations") {
        options.max_iterations = fields::index(text, &OPTIONS.field("max_iterations"))? as usize;
    }
    for (name, flag) in
        [("flat_base", &mut options.flat_base), ("inherit_velocity", &mut options.inherit_velocity)]
    {
        if let Some(text) = given.get(name) {
            *flag = fields::flag(Some(text), &OPTIONS.field(name))?;
        }
    }
    Ok(options)
}

/// The target of the request, of any kind.
fn world<T: Number>(
    request: &WorldRequest<'_, '_>,
    moves: bool,
    known: &mut Known<'_, T>,
) -> Result<Box<dyn AnyObstacle<T, 3>>, BadRequest> {
    let (description, text, place) = request::target(request.fields)?;
    let object = Object { place, text, moves, t_max: None, dimension: 3, is_mover: false };
    target::in_space(description.kind, &object, known)
}
