//! A request: what is asked, of which round body and which target.

use crate::excerpt::excerpt;
use crate::fields::{self, BadRequest, Fields, Place};
use crate::number::{Number, Scalar};
use crate::part;
use tangency::{Ellipsoid, Moving, Sphere};

/// The fields that a request may have.
pub(crate) const FIELDS: [&str; 16] = [
    "id",
    "query",
    "sphere",
    "ellipsoid",
    "triangle",
    "segment",
    "point",
    "box",
    "oriented_box",
    "polytope",
    "parallelepiped",
    "mesh",
    "t_max",
    "scalar",
    "exact",
    "more",
];

/// A request whose numbers have not been read yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    /// What is asked.
    pub(crate) question: Question,
    /// The float that every number is read as.
    pub(crate) scalar: Scalar,
    /// How many numbers the body's centre has.
    pub(crate) dimension: Dimension,
    /// What is asked beyond the plain answer.
    pub(crate) wishes: Wishes,
    /// The name of the target, and its object.
    pub(crate) target: (Kind, &'a str),
    body: BodyFields<'a>,
    t_max: Option<&'a str>,
}

/// What can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    FirstContact,
    Intersects,
    Containment,
}

/// The plane or space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dimension {
    Two,
    Three,
}

/// What is asked beyond the plain answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wishes {
    pub(crate) exact: bool,
    pub(crate) more: bool,
}

/// The kinds of target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Triangle,
    Segment,
    Point,
    Box,
    OrientedBox,
    Polytope,
    Parallelepiped,
    Mesh,
}

/// The targets by their names.
const KINDS: [(&str, Kind); 8] = [
    ("triangle", Kind::Triangle),
    ("segment", Kind::Segment),
    ("point", Kind::Point),
    ("box", Kind::Box),
    ("oriented_box", Kind::OrientedBox),
    ("polytope", Kind::Polytope),
    ("parallelepiped", Kind::Parallelepiped),
    ("mesh", Kind::Mesh),
];

/// The body of a request as it was sent.
#[derive(Clone, Copy, Debug)]
struct BodyFields<'a> {
    place: Place<'static>,
    center: &'a str,
    size: Size<'a>,
    velocity: Option<&'a str>,
    hollow: Option<&'a str>,
}

/// The kinds of round body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Round {
    Sphere,
    Ellipsoid,
}

/// How large it is: a sphere's radius, or an ellipsoid's radii.
#[derive(Clone, Copy, Debug)]
enum Size<'a> {
    Radius(&'a str),
    Radii(&'a str),
}

/// What moves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mover<T: Number, const N: usize> {
    Sphere(Moving<Sphere<T, N>>),
    Ellipsoid(Moving<Ellipsoid<T, N>>),
}

/// What stands still, as a solid or as a surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtRest<T: Number, const N: usize> {
    pub(crate) body: Mover<T, N>,
    pub(crate) hollow: bool,
}

const REQUEST: Place<'static> = Place::Request;
const SPHERE: Place<'static> = Place::Field(&REQUEST, "sphere");
const ELLIPSOID: Place<'static> = Place::Field(&REQUEST, "ellipsoid");

impl Question {
    fn new(name: &str) -> Result<Self, BadRequest> {
        match name {
            "first_contact" => Ok(Self::FirstContact),
            "intersects" => Ok(Self::Intersects),
            "containment" | "side" => Ok(Self::Containment),
            other => Err(BadRequest(format!(
                "query is {}, must be first_contact, intersects or containment; all else, such as the closest point or all contacts, is asked in Rust or in Python",
                excerpt(other.as_bytes())
            ))),
        }
    }
}

impl<'a> Request<'a> {
    /// The request with these [`FIELDS`].
    pub(crate) fn new(fields: &Fields<'a>) -> Result<Self, BadRequest> {
        let name = fields::string(fields.need("query", &REQUEST)?, &REQUEST.field("query"))?;
        let question = Question::new(&name)?;
        if question != Question::FirstContact
            && let Some(field) = ["t_max", "more", "exact"].iter().find(|f| fields.get(f).is_some())
        {
            return Err(BadRequest(format!("{field} says nothing in a query {name}")));
        }
        let body = BodyFields::only_one(fields)?;
        let request = Self {
            question,
            scalar: scalar(fields.get("scalar"))?,
            dimension: body.dimension()?,
            wishes: Wishes {
                exact: fields::flag(fields.get("exact"), &REQUEST.field("exact"))?,
                more: fields::flag(fields.get("more"), &REQUEST.field("more"))?,
            },
            target: only_target(fields)?,
            body,
            t_max: fields.get("t_max"),
        };
        request.is_here().then_some(request).ok_or_else(left_out)
    }

    /// Whether what answers it is compiled.
    fn is_here(&self) -> bool {
        let round = match self.body.size {
            Size::Radius(_) => Round::Sphere,
            Size::Radii(_) => Round::Ellipsoid,
        };
        part::is_here(self.target.0, round, self.dimension, self.scalar)
    }

    /// The place of the body's centre.
    pub(crate) fn center(&self) -> String {
        self.body.place.field("center").to_string()
    }

    /// The body, on its way for as long as the request says.
    pub(crate) fn mover<T: Number, const N: usize>(&self) -> Result<Mover<T, N>, BadRequest> {
        solid(self.body.hollow, &self.body.place)?;
        let t_max = match self.t_max {
            Some(text) => fields::number(text, &REQUEST.field("t_max"))?,
            None => T::INFINITY,
        };
        Ok(match self.body.moving()? {
            Mover::Sphere(sphere) => Mover::Sphere(sphere.until(t_max)?),
            Mover::Ellipsoid(ellipsoid) => Mover::Ellipsoid(ellipsoid.until(t_max)?),
        })
    }

    /// The body, standing still.
    pub(crate) fn at_rest<T: Number, const N: usize>(&self) -> Result<AtRest<T, N>, BadRequest> {
        unmoved(self.body.velocity, &self.body.place)?;
        let hollow = fields::flag(self.body.hollow, &self.body.place.field("hollow"))?;
        Ok(AtRest { body: self.body.moving()?, hollow })
    }
}

impl Request<'_> {
    /// The solid sphere, standing still.
    pub(crate) fn sphere_at_rest<T: Number, const N: usize>(
        &self,
    ) -> Result<Sphere<T, N>, BadRequest> {
        match self.at_rest()? {
            AtRest { body: Mover::Sphere(sphere), hollow: false } => Ok(*sphere.shape()),
            _ => Err(BadRequest("query is containment, must be of a solid sphere".to_owned())),
        }
    }
}

/// What is said to a request that others answer.
pub(crate) fn left_out() -> BadRequest {
    BadRequest("this part of the engine was built without what answers this request".to_owned())
}

/// Refuses a hollow shape where only solid ones have an answer.
pub(crate) fn solid(hollow: Option<&str>, place: &Place<'_>) -> Result<(), BadRequest> {
    let place = place.field("hollow");
    if fields::flag(hollow, &place)? {
        return Err(BadRequest(format!("{place} is true, must be false where something moves")));
    }
    Ok(())
}

/// Refuses a velocity where nothing moves.
pub(crate) fn unmoved(velocity: Option<&str>, place: &Place<'_>) -> Result<(), BadRequest> {
    match velocity {
        None => Ok(()),
        Some(_) => Err(BadRequest(format!(
            "{} is there, must not be where nothing moves",
            place.field("velocity")
        ))),
    }
}

fn scalar(text: Option<&str>) -> Result<Scalar, BadRequest> {
    let place = REQUEST.field("scalar");
    match text.map(|text| fields::string(text, &place)).transpose()?.as_deref() {
        None | Some("f64") => Ok(Scalar::F64),
        Some("f32") => Ok(Scalar::F32),
        Some(other) => {
            Err(BadRequest(format!("{place} is {}, must be f32 or f64", excerpt(other.as_bytes()))))
        }
    }
}

impl<'a> BodyFields<'a> {
    /// The sphere or the ellipsoid of a request, of which there must be one.
    fn only_one(fields: &Fields<'a>) -> Result<Self, BadRequest> {
        match (fields.get("sphere"), fields.get("ellipsoid")) {
            (_, None) => Self::sphere(fields.need("sphere", &REQUEST)?),
            (None, Some(text)) => Self::ellipsoid(text),
            (Some(_), Some(_)) => Err(BadRequest(
                "sphere and ellipsoid are both there, must be one of them".to_owned(),
            )),
        }
    }

    fn sphere(text: &'a str) -> Result<Self, BadRequest> {
        let fields = Fields::of(text, &SPHERE, &["center", "radius", "velocity", "hollow"])?;
        Ok(Self {
            place: SPHERE,
            center: fields.need("center", &SPHERE)?,
            size: Size::Radius(fields.need("radius", &SPHERE)?),
            velocity: fields.get("velocity"),
            hollow: fields.get("hollow"),
        })
    }

    fn ellipsoid(text: &'a str) -> Result<Self, BadRequest> {
        let fields = Fields::of(text, &ELLIPSOID, &["center", "radii", "velocity", "hollow"])?;
        Ok(Self {
            place: ELLIPSOID,
            center: fields.need("center", &ELLIPSOID)?,
            size: Size::Radii(fields.need("radii", &ELLIPSOID)?),
            velocity: fields.get("velocity"),
            hollow: fields.get("hollow"),
        })
    }

    fn dimension(&self) -> Result<Dimension, BadRequest> {
        let place = self.place.field("center");
        match fields::length(self.center, &place, "an array of 2 or 3 numbers")? {
            2 => Ok(Dimension::Two),
            3 => Ok(Dimension::Three),
            count => Err(BadRequest(format!(
                "{place} has {count} numbers, must have 2 or 3; boxes in any dimension are asked in Rust (AlignedBox), whether they intersect also in Python (Box)"
            ))),
        }
    }

    fn moving<T: Number, const N: usize>(&self) -> Result<Mover<T, N>, BadRequest> {
        let center: [T; N] = fields::vector(self.center, &self.place.field("center"))?;
        let velocity = velocity_of(self.velocity, &self.place)?;
        Ok(match self.size {
            Size::Radius(radius) => {
                let radius = fields::number(radius, &self.place.field("radius"))?;
                Mover::Sphere(Sphere::new(center, radius)?.moving(velocity)?)
            }
            Size::Radii(radii) => {
                let radii: [T; N] = fields::vector(radii, &self.place.field("radii"))?;
                Mover::Ellipsoid(Ellipsoid::new(center, radii)?.moving(velocity)?)
            }
        })
    }
}

/// The target of a request, of which there must be one.
fn only_target<'a>(fields: &Fields<'a>) -> Result<(Kind, &'a str), BadRequest> {
    let given: Vec<_> = KINDS
        .into_iter()
        .filter_map(|(name, kind)| Some((name, (kind, fields.get(name)?))))
        .collect();
    match given[..] {
        [(_, target)] => Ok(target),
        [] => {
            let names: Vec<_> = KINDS.iter().map(|(name, _)| *name).collect();
            Err(BadRequest(format!("one of {} is missing", names.join(", "))))
        }
        [(first, _), (second, _), ..] => {
            Err(BadRequest(format!("{first} and {second} are both there, must be one of them")))
        }
    }
}

/// A velocity, which is zero if it is left out.
pub(crate) fn velocity_of<T: Number, const N: usize>(
    text: Option<&str>,
    place: &Place<'_>,
) -> Result<[T; N], BadRequest> {
    text.map_or(Ok([T::ZERO; N]), |text| fields::vector(text, &place.field("velocity")))
}
