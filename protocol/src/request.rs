//! A request: what is asked, by whom, and of which target.

use crate::excerpt::excerpt;
use crate::fields::{self, BadRequest, Fields, Place};
use crate::number::{Number, Scalar};
use crate::part::ALL_QUESTIONS;
use crate::shape::{self, Description};
use tangency::any::{MoverKind, Question};
use tangency::{Ellipsoid, Moving, Point, Sphere};

/// The fields that a request may have, but for its target.
const OTHERS: &[&str] = if ALL_QUESTIONS {
    &["id", "query", "sphere", "ellipsoid", "position", "at", "t_max", "scalar", "exact", "more"]
} else {
    &["id", "query", "sphere", "ellipsoid", "t_max", "scalar", "exact", "more"]
};

/// The fields that a request may have.
pub(crate) const FIELDS: &[&str] =
    &shape::names::<{ OTHERS.len() + TARGETS.len() }>(OTHERS, TARGETS, false);

/// The targets that a request may have.
pub(crate) const TARGETS: &[Description] = if ALL_QUESTIONS {
    shape::TARGETS
} else {
    use shape::{BOX, MESH, ORIENTED_BOX, PARALLELEPIPED, POINT, POLYTOPE, SEGMENT, TRIANGLE};
    &[TRIANGLE, SEGMENT, POINT, BOX, ORIENTED_BOX, POLYTOPE, PARALLELEPIPED, MESH]
};

/// The questions that a request may put. An item is nothing that could be answered, but a part of a scene.
pub(crate) const QUESTIONS: &[Question] = if ALL_QUESTIONS {
    let (all, _) = Question::ALL.split_at(Question::Item as usize);
    all
} else {
    &[Question::FirstContact, Question::Intersects, Question::Containment]
};

/// A request whose numbers have not been read yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    /// What is asked.
    pub(crate) question: Question,
    /// The float that every number is read as.
    pub(crate) scalar: Scalar,
    /// How many numbers a vector has.
    pub(crate) dimension: usize,
    /// What is asked beyond the plain answer.
    pub(crate) wishes: Wishes,
    /// What the target is, and its object.
    pub(crate) target: (&'static Description, &'a str),
    /// Who asks.
    pub(crate) asker: Asker<'a>,
    t_max: Option<&'a str>,
}

/// What is asked beyond the plain answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wishes {
    pub(crate) exact: bool,
    pub(crate) more: bool,
}

/// Who asks, as it was sent.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Asker<'a> {
    /// A sphere or an ellipsoid.
    Body(BodyFields<'a>),
    /// A point, by its position.
    Point(&'a str),
    /// Nobody: a feature of the target is asked about.
    Feature(&'a str),
}

/// The body of a request as it was sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyFields<'a> {
    place: Place<'static>,
    center: &'a str,
    size: Size<'a>,
    velocity: Option<&'a str>,
    hollow: Option<&'a str>,
}

/// How large it is: a sphere's radius, or an ellipsoid's radii.
#[derive(Clone, Copy, Debug)]
enum Size<'a> {
    Radius(&'a str),
    Radii(&'a str),
}

const REQUEST: Place<'static> = Place::Request;
const SPHERE: Place<'static> = Place::Field(&REQUEST, "sphere");
const ELLIPSOID: Place<'static> = Place::Field(&REQUEST, "ellipsoid");
const POSITION: Place<'static> = Place::Field(&REQUEST, "position");

/// Who puts a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// A body on its way.
    Mover,
    /// A body at rest.
    Body,
    /// A point.
    Point,
    /// Nobody.
    Nobody,
}

fn by(question: Question) -> By {
    use Question::{
        Closest, ContactTime, Contacts, FirstContact, FirstEntry, HasContact, LastTime, Locate,
        Neighbours, SignedDistance, TimeDown, WindingNumber,
    };
    match question {
        FirstContact | FirstEntry | ContactTime | TimeDown | LastTime | HasContact | Contacts => {
            By::Mover
        }
        Closest | Locate | SignedDistance | WindingNumber => By::Point,
        Neighbours => By::Nobody,
        _ => By::Body,
    }
}

/// The question of this name.
fn question(name: &str) -> Result<Question, BadRequest> {
    // The older name.
    let name = if name == "side" { Question::Containment.name() } else { name };
    QUESTIONS.iter().copied().find(|question| question.name() == name).ok_or_else(|| {
        let names: Vec<_> = QUESTIONS.iter().map(|question| question.name()).collect();
        BadRequest(format!(
            "query is {}, must be one of {}",
            excerpt(name.as_bytes()),
            names.join(", ")
        ))
    })
}

impl<'a> Request<'a> {
    /// The request with these [`FIELDS`].
    pub(crate) fn new(fields: &Fields<'a>) -> Result<Self, BadRequest> {
        let name = fields::string(fields.need("query", &REQUEST)?, &REQUEST.field("query"))?;
        let question = question(&name)?;
        let says_nothing = |field: &str| match field {
            "t_max" => by(question) != By::Mover,
            "more" => question != Question::FirstContact,
            "exact" => !matches!(
                question,
                Question::FirstContact | Question::FirstEntry | Question::LastTime
            ),
            "position" => by(question) != By::Point,
            "at" => by(question) != By::Nobody,
            "sphere" | "ellipsoid" => !matches!(by(question), By::Mover | By::Body),
            _ => false,
        };
        if let Some(field) = FIELDS.iter().find(|f| says_nothing(f) && fields.get(f).is_some()) {
            return Err(BadRequest(format!("{field} says nothing in a query {name}")));
        }
        let asker = match by(question) {
            By::Point => Asker::Point(fields.need("position", &REQUEST)?),
            By::Nobody => Asker::Feature(fields.need("at", &REQUEST)?),
            By::Mover | By::Body => Asker::Body(BodyFields::only_one(fields)?),
        };
        Ok(Self {
            question,
            scalar: scalar(fields.get("scalar"))?,
            dimension: asker.dimension()?,
            wishes: Wishes {
                exact: fields::flag(fields.get("exact"), &REQUEST.field("exact"))?,
                more: fields::flag(fields.get("more"), &REQUEST.field("more"))?,
            },
            target: only_target(fields)?,
            asker,
            t_max: fields.get("t_max"),
        })
    }

    /// Whether the target may move.
    pub(crate) fn moves(&self) -> bool {
        by(self.question) == By::Mover
    }

    /// What is said of a target that there is not in this dimension.
    pub(crate) fn misfit(&self) -> BadRequest {
        let ([from, to], name) = (self.target.0.dimensions, self.target.0.name);
        let allowed = match to - from {
            0 => from.to_string(),
            1 => format!("{from} or {to}"),
            _ => format!("{from} to {to}"),
        };
        let (place, dimension) = (self.asker.place(), self.dimension);
        BadRequest(format!("{place} has {dimension} numbers, must have {allowed} for {name}"))
    }

    /// The body, on its way for as long as the request says.
    pub(crate) fn mover<T: Number, S: Body<T>>(
        &self,
        body: &BodyFields<'_>,
    ) -> Result<(Moving<S>, bool), BadRequest> {
        if by(self.question) != By::Mover {
            unmoved(body.velocity, &body.place)?;
            let hollow = fields::flag(body.hollow, &body.place.field("hollow"))?;
            return Ok((S::read(body, self.dimension)?, hollow));
        }
        solid(body.hollow, &body.place)?;
        let t_max = match self.t_max {
            Some(text) => fields::number(text, &REQUEST.field("t_max"))?,
            None => T::INFINITY,
        };
        Ok((S::read(body, self.dimension)?.until(t_max)?, false))
    }
}

/// A type of body.
pub(crate) trait Body<T>: tangency::Shape<Scalar = T> + Sized {
    /// The body on its way, in so many dimensions; along those that its type has beyond them it stands still.
    fn read(body: &BodyFields<'_>, dimension: usize) -> Result<Moving<Self>, BadRequest>;
}

impl<T: Number, const N: usize> Body<T> for Sphere<T, N> {
    fn read(body: &BodyFields<'_>, dimension: usize) -> Result<Moving<Self>, BadRequest> {
        let Size::Radius(radius) = body.size else { return Err(left_out()) };
        let radius_at = body.place.field("radius");
        let center: [T; N] = body.center(dimension)?;
        let velocity: [T; N] = velocity_of(body.velocity, &body.place, dimension)?;
        Ok(Self::new(center, fields::number(radius, &radius_at)?)?.moving(velocity)?)
    }
}

impl<T: Number, const N: usize> Body<T> for Ellipsoid<T, N> {
    fn read(body: &BodyFields<'_>, dimension: usize) -> Result<Moving<Self>, BadRequest> {
        let Size::Radii(radii) = body.size else { return Err(left_out()) };
        let center: [T; N] = body.center(dimension)?;
        let radii: [T; N] = fields::first_of(radii, &body.place.field("radii"), dimension, T::ONE)?;
        let velocity: [T; N] = velocity_of(body.velocity, &body.place, dimension)?;
        Ok(Self::new(center, radii)?.moving(velocity)?)
    }
}

/// What is said to a request that others answer.
pub(crate) fn left_out() -> BadRequest {
    BadRequest("this part of the engine was built without what answers this request".to_owned())
}

/// Refuses a hollow body where something moves.
fn solid(hollow: Option<&str>, place: &Place<'_>) -> Result<(), BadRequest> {
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

impl Asker<'_> {
    fn place(&self) -> Place<'_> {
        match self {
            Self::Body(body) => body.place.field("center"),
            Self::Point(_) | Self::Feature(_) => POSITION,
        }
    }

    fn dimension(&self) -> Result<usize, BadRequest> {
        let text = match self {
            Self::Body(body) => body.center,
            Self::Point(position) => position,
            // Only a mesh has features to be asked about, and it is in space.
            Self::Feature(_) => return Ok(3),
        };
        fields::length(text, &self.place(), "an array of numbers")
    }
}

/// The position of a point that asks.
pub(crate) fn point<T: Number, const N: usize>(
    text: &str,
    dimension: usize,
) -> Result<Point<T, N>, BadRequest> {
    let position: [T; N] = fields::first_of(text, &POSITION, dimension, T::ZERO)?;
    Ok(Point::new(position)?)
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

    /// What it is.
    pub(crate) fn kind(&self) -> MoverKind {
        match self.size {
            Size::Radius(_) => MoverKind::Sphere,
            Size::Radii(_) => MoverKind::Ellipsoid,
        }
    }

    fn center<T: Number, const N: usize>(&self, dimension: usize) -> Result<[T; N], BadRequest> {
        fields::first_of(self.center, &self.place.field("center"), dimension, T::ZERO)
    }
}

/// The target of a request, of which there must be one.
pub(crate) fn only_target<'a>(
    fields: &Fields<'a>,
) -> Result<(&'static Description, &'a str), BadRequest> {
    let given: Vec<_> =
        TARGETS.iter().filter_map(|target| Some((target, fields.get(target.name)?))).collect();
    match given[..] {
        [target] => Ok(target),
        [] => {
            let names = TARGETS.iter().map(|target| target.name);
            let names: Vec<_> = names.filter(|name| fields.knows(name)).collect();
            Err(BadRequest(format!("one of {} is missing", names.join(", "))))
        }
        [(first, _), (second, _), ..] => Err(BadRequest(format!(
            "{} and {} are both there, must be one of them",
            first.name, second.name
        ))),
    }
}

/// A velocity, which is zero if it is left out.
pub(crate) fn velocity_of<T: Number, const N: usize>(
    text: Option<&str>,
    place: &Place<'_>,
    dimension: usize,
) -> Result<[T; N], BadRequest> {
    text.map_or(Ok([T::ZERO; N]), |text| {
        fields::first_of(text, &place.field("velocity"), dimension, T::ZERO)
    })
}
