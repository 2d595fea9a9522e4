//! A request: its query, its mover, and its target.

use crate::excerpt::excerpt;
use crate::fields::{self, BadRequest, Fields, Place};
use crate::number::{Number, Scalar};
use crate::shape::{self, Description, TARGETS};
use tangency::any::{Kind, Mover, MoverKind, Movers, Question};
use tangency::{Capsule, Ellipsoid, Moving, Point, SlideOptions, Sphere};

/// The fields that a request may have, without its target.
const OTHERS: &[&str] = &[
    "id",
    "query",
    "sphere",
    "ellipsoid",
    "capsule",
    "mover",
    "obstacle",
    "position",
    "at",
    "displacement",
    "world",
    "max_iterations",
    "t_max",
    "scalar",
    "exact",
    "more",
    "name",
    "path",
    "items",
    "item",
    "walker",
    "options",
];

/// The fields that a request may have.
pub(crate) const FIELDS: &[&str] =
    &shape::names::<{ OTHERS.len() + TARGETS.len() }>(OTHERS, TARGETS, false);

/// The fields of a request about a world: one target, or the items of a scene.
const WORLD_FIELDS: &[&str] =
    &shape::names::<{ 3 + TARGETS.len() }>(&["items", "path", "name"], TARGETS, false);

/// The fields of the object `obstacle`.
const TARGET_NAMES: &[&str] = &shape::names::<{ TARGETS.len() }>(&[], TARGETS, false);

/// The queries of requests. The queries whether an obstacle can be an item or a mover are left out,
/// since requests give items only as parts of a scene, and movers in fields of their own.
pub(crate) const QUESTIONS: &[Question] = Question::ALL.split_at(Question::Item as usize).0;

/// A request whose numbers have not been read yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    /// The query.
    pub(crate) question: Question,
    /// The float that every number is read as.
    pub(crate) scalar: Scalar,
    /// The number of components of a vector.
    pub(crate) dimension: usize,
    /// The additional results.
    pub(crate) wishes: Wishes,
    /// The kind of the target, and its object.
    pub(crate) target: (&'static Description, &'a str),
    /// The place of that object.
    pub(crate) target_place: Place<'static>,
    /// The mover, the point or the feature that the query is about.
    pub(crate) asker: Asker<'a>,
    t_max: Option<&'a str>,
    displacement: Option<&'a str>,
    max_iterations: Option<&'a str>,
}

/// The additional results of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wishes {
    pub(crate) exact: bool,
    pub(crate) more: bool,
}

/// The mover, point or feature of a query, as it was sent.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Asker<'a> {
    /// A sphere, an ellipsoid or a capsule.
    Body(BodyFields<'a>),
    /// A convex body, which has the form of a target.
    Convex(ConvexText<'a>),
    /// A point, by its position.
    Point(&'a str),
    /// No body: the query is about a feature of the target.
    Feature(&'a str),
}

/// A convex body as it was sent: its kind, its place, and its object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConvexText<'a> {
    pub(crate) description: &'static Description,
    pub(crate) place: Place<'static>,
    pub(crate) text: &'a str,
    /// The path that the body follows.
    pub(crate) path: Option<&'a str>,
}

/// The body of a request as it was sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyFields<'a> {
    place: Place<'static>,
    /// The centre; for a capsule, one end of the axis.
    center: &'a str,
    size: Size<'a>,
    way: Way<'a>,
    hollow: Option<&'a str>,
}

/// The size: a sphere's radius, an ellipsoid's radii, or a capsule's radius with its other end or
/// its axis.
#[derive(Clone, Copy, Debug)]
enum Size<'a> {
    Radius(&'a str),
    Radii(&'a str),
    Rod { radius: &'a str, b: Option<&'a str>, axis: Option<&'a str> },
}

/// The motion of a body; at most one of the fields may be given.
#[derive(Clone, Copy, Debug)]
enum Way<'a> {
    Still,
    Velocity(&'a str),
    To(&'a str),
    Path(&'a str),
}

impl<'a> Way<'a> {
    fn of(fields: &Fields<'a>, place: &Place<'_>) -> Result<Self, BadRequest> {
        let given = ["velocity", "to", "path"].map(|name| fields.get(name));
        match given {
            [None, None, None] => Ok(Self::Still),
            [Some(text), None, None] => Ok(Self::Velocity(text)),
            [None, Some(text), None] => Ok(Self::To(text)),
            [None, None, Some(text)] => Ok(Self::Path(text)),
            _ => Err(BadRequest(format!("{place} must have one at most of velocity, to and path"))),
        }
    }

    /// The field that specifies the motion.
    fn name(&self) -> Option<&'static str> {
        match self {
            Self::Still => None,
            Self::Velocity(_) => Some("velocity"),
            Self::To(_) => Some("to"),
            Self::Path(_) => Some("path"),
        }
    }
}

const REQUEST: Place<'static> = Place::Request;
const MOVER: Place<'static> = Place::Field(&REQUEST, "mover");
const OBSTACLE: Place<'static> = Place::Field(&REQUEST, "obstacle");
const POSITION: Place<'static> = Place::Field(&REQUEST, "position");
const WORLD: Place<'static> = Place::Field(&REQUEST, "world");

/// The kind of the mover of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// A body in motion.
    Mover,
    /// A body at rest.
    Body,
    /// A point.
    Point,
    /// No mover: the query is about the obstacle alone.
    Nobody,
}

fn by(question: Question) -> By {
    use Question::{
        Closest, ContactTime, Contacts, FirstContact, FirstEntry, HasContact, LastTime, Locate,
        Neighbours, SignedDistance, TimeDown, Touched, WindingNumber,
    };
    match question {
        FirstContact | FirstEntry | ContactTime | TimeDown | LastTime | HasContact | Contacts
        | Touched => By::Mover,
        Closest | Locate | SignedDistance | WindingNumber => By::Point,
        Neighbours => By::Nobody,
        _ => By::Body,
    }
}

/// Whether the query moves a body by a displacement.
fn is_move(question: Question) -> bool {
    matches!(question, Question::Advance | Question::Slide)
}

/// The query that has this name.
fn question(name: &str) -> Result<Question, BadRequest> {
    // The older name of a query.
    let name = if name == "side" { Question::Containment.name() } else { name };
    QUESTIONS.iter().copied().find(|question| question.name() == name).ok_or_else(|| {
        let of_worlds = shape::WORLD_QUESTIONS.iter().map(|(name, _)| *name);
        let names = QUESTIONS.iter().map(|question| question.name()).chain(of_worlds);
        let names: Vec<_> = names.collect();
        BadRequest(format!(
            "query is {}, must be one of {}",
            excerpt(name.as_bytes()),
            names.join(", ")
        ))
    })
}

/// The name of the query.
pub(crate) fn query(fields: &Fields<'_>) -> Result<String, BadRequest> {
    fields::string(fields.need("query", &REQUEST)?, &REQUEST.field("query"))
}

impl<'a> Request<'a> {
    /// The request with these [`FIELDS`].
    pub(crate) fn new(name: &str, fields: &Fields<'a>) -> Result<Self, BadRequest> {
        let question = question(name)?;
        let is_of_axis = question == Question::Closest && fields.get("position").is_none();
        let says_nothing = |field: &str| match field {
            "t_max" => by(question) != By::Mover,
            "more" => question != Question::FirstContact,
            "exact" => !matches!(
                question,
                Question::FirstContact | Question::FirstEntry | Question::LastTime
            ),
            "position" => by(question) != By::Point,
            "at" => by(question) != By::Nobody,
            "displacement" => !is_move(question),
            "world" => !is_move(question) && question != Question::Recover,
            "max_iterations" => question != Question::Slide,
            "sphere" | "ellipsoid" => !matches!(by(question), By::Mover | By::Body),
            // In a query for a closest point, a capsule or a convex body may replace the point.
            "capsule" | "mover" => !matches!(by(question), By::Mover | By::Body) && !is_of_axis,
            "name" | "path" | "items" | "item" | "walker" | "options" => true,
            _ => false,
        };
        if let Some(field) = FIELDS.iter().find(|f| says_nothing(f) && fields.get(f).is_some()) {
            return Err(BadRequest(format!("{field} says nothing in a query {name}")));
        }
        let asker = match by(question) {
            By::Point
                if is_of_axis
                    && ["capsule", "mover"].iter().any(|name| fields.get(name).is_some()) =>
            {
                Asker::of(fields)?
            }
            By::Point => Asker::Point(fields.need("position", &REQUEST)?),
            By::Nobody => Asker::Feature(fields.need("at", &REQUEST)?),
            By::Mover | By::Body => Asker::of(fields)?,
        };
        let (description, object, target_place) = target(fields)?;
        Ok(Self {
            question,
            scalar: scalar(fields.get("scalar"))?,
            dimension: asker.dimension()?,
            wishes: Wishes {
                exact: fields::flag(fields.get("exact"), &REQUEST.field("exact"))?,
                more: fields::flag(fields.get("more"), &REQUEST.field("more"))?,
            },
            target: (description, object),
            target_place,
            asker,
            t_max: fields.get("t_max"),
            displacement: fields.get("displacement"),
            max_iterations: fields.get("max_iterations"),
        })
    }

    /// Whether the target may move.
    pub(crate) fn moves(&self) -> bool {
        by(self.question) == By::Mover || is_move(self.question)
    }

    /// The end of the motions of the mover and the target, if it is given.
    pub(crate) fn t_max(&self) -> Option<&'a str> {
        self.t_max
    }

    /// The displacement of a move.
    pub(crate) fn displacement<T: Number, const N: usize>(&self) -> Result<[T; N], BadRequest> {
        let place = REQUEST.field("displacement");
        let text = self.displacement.ok_or_else(|| BadRequest(format!("{place} is missing")))?;
        fields::first_of(text, &place, self.dimension, T::ZERO)
    }

    /// The options of a slide.
    pub(crate) fn slide_options(&self) -> Result<SlideOptions, BadRequest> {
        let mut options = SlideOptions::default();
        if let Some(text) = self.max_iterations {
            options.max_iterations =
                fields::index(text, &REQUEST.field("max_iterations"))? as usize;
        }
        Ok(options)
    }

    /// The error for a target that does not exist in this dimension.
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

    /// A round body in motion, until the end that the request specifies; and whether it is hollow.
    pub(crate) fn mover<T: Number, const N: usize>(
        &self,
        body: &BodyFields<'_>,
    ) -> Result<(Mover<T, N>, bool), BadRequest> {
        Ok(match body.size {
            Size::Radius(_) => {
                let (sphere, is_hollow) = self.body::<T, Sphere<T, N>>(body)?;
                (sphere.into(), is_hollow)
            }
            Size::Radii(_) => {
                let (ellipsoid, is_hollow) = self.body::<T, Ellipsoid<T, N>>(body)?;
                (ellipsoid.into(), is_hollow)
            }
            Size::Rod { .. } => {
                let (capsule, is_hollow) = self.body::<T, Capsule<T, N>>(body)?;
                (capsule.into(), is_hollow)
            }
        })
    }

    /// The body in motion, until the end that the request specifies; and whether it is hollow.
    pub(crate) fn body<T: Number, S: Body<T>>(
        &self,
        body: &BodyFields<'_>,
    ) -> Result<(Moving<S>, bool), BadRequest> {
        if by(self.question) != By::Mover {
            let still = body.still(self.dimension)?;
            let hollow = fields::flag(body.hollow, &body.place.field("hollow"))?;
            return Ok((still, hollow));
        }
        solid(body.hollow, &body.place)?;
        let mover = S::read(body, self.dimension)?;
        Ok(match self.t_max {
            Some(text) => (mover.until(fields::number(text, &REQUEST.field("t_max"))?)?, false),
            None => (mover, false),
        })
    }

    /// The body on each leg of the path in the field `path` of the object at `place`.
    pub(crate) fn legs<T: Number, const N: usize>(
        &self,
        mover: &Mover<T, N>,
        path: &str,
        place: &Place<'_>,
    ) -> Result<Movers<T, N>, BadRequest> {
        let place = place.field("path");
        match by(self.question) {
            By::Mover if matches!(self.question, Question::FirstContact | Question::FirstEntry) => {
            }
            By::Mover => {
                let name = self.question.name();
                return Err(BadRequest(format!("{place} says nothing in a query {name}")));
            }
            _ => return Err(unmoved(&place)),
        }
        if self.t_max.is_some() {
            return Err(BadRequest("t_max says nothing along a path".to_owned()));
        }
        let mut points: Vec<[T; N]> = Vec::new();
        fields::for_each(path, &place, "an array of points", |place, _, text| {
            points.push(fields::first_of(text, place, self.dimension, T::ZERO)?);
            Ok(())
        })?;
        Ok(mover.moving_along(points)?)
    }
}

/// A type of body.
pub(crate) trait Body<T>: tangency::Shape<Scalar = T> + Copy {
    /// The body in motion, in this number of dimensions. Along further dimensions of its type the
    /// body does not move.
    fn read(body: &BodyFields<'_>, dimension: usize) -> Result<Moving<Self>, BadRequest>;
}

/// Implements `Body` for `$shape`, with a function that reads the shape at rest.
macro_rules! bodies {
    ($($shape:ident, |$body:ident, $dimension:ident| $read:expr;)*) => {$(
        impl<T: Number, const N: usize> Body<T> for $shape<T, N> {
            fn read($body: &BodyFields<'_>, $dimension: usize) -> Result<Moving<Self>, BadRequest> {
                let shape: Self = $read;
                let vector = |text: &str, name| -> Result<[T; N], BadRequest> {
                    fields::first_of(text, &$body.place.field(name), $dimension, T::ZERO)
                };
                Ok(match $body.way {
                    Way::Still | Way::Path(_) => Moving::still(shape),
                    Way::Velocity(text) => shape.moving(vector(text, "velocity")?)?,
                    Way::To(text) => shape.moving_to(vector(text, "to")?)?,
                })
            }
        }
    )*};
}

bodies! {
    Sphere, |body, dimension| {
        let Size::Radius(radius) = body.size else { return Err(unsupported()) };
        let center: [T; N] = body.center(dimension)?;
        Self::new(center, fields::number(radius, &body.place.field("radius"))?)?
    };
    Ellipsoid, |body, dimension| {
        let Size::Radii(radii) = body.size else { return Err(unsupported()) };
        let center: [T; N] = body.center(dimension)?;
        let radii: [T; N] = fields::first_of(radii, &body.place.field("radii"), dimension, T::ONE)?;
        Self::new(center, radii)?
    };
    Capsule, |body, dimension| {
        let Size::Rod { radius, b, axis } = body.size else { return Err(unsupported()) };
        let a: [T; N] = body.center(dimension)?;
        let radius: T = fields::number(radius, &body.place.field("radius"))?;
        let vector = |text: &str, name| -> Result<[T; N], BadRequest> {
            fields::first_of(text, &body.place.field(name), dimension, T::ZERO)
        };
        match (b, axis) {
            (Some(b), None) => Self::new(a, vector(b, "b")?, radius)?,
            (None, Some(axis)) => Self::with_axis(a, vector(axis, "axis")?, radius)?,
            _ => return Err(BadRequest(format!("{} must have one of b and axis", body.place))),
        }
    };
}

/// The error for a shape or a query of the library that requests do not have.
pub(crate) fn unsupported() -> BadRequest {
    BadRequest("this request is not supported".to_owned())
}

/// Refuses a hollow body in a query about motions.
fn solid(hollow: Option<&str>, place: &Place<'_>) -> Result<(), BadRequest> {
    let place = place.field("hollow");
    if fields::flag(hollow, &place)? {
        return Err(BadRequest(format!("{place} is true, must be false where something moves")));
    }
    Ok(())
}

/// Refuses a motion in a query without motions.
pub(crate) fn unmoved(place: &Place<'_>) -> BadRequest {
    BadRequest(format!("{place} is given, must not be where nothing moves"))
}

pub(crate) fn scalar(text: Option<&str>) -> Result<Scalar, BadRequest> {
    let place = REQUEST.field("scalar");
    match text.map(|text| fields::string(text, &place)).transpose()?.as_deref() {
        None | Some("f64") => Ok(Scalar::F64),
        Some("f32") => Ok(Scalar::F32),
        Some(other) => {
            Err(BadRequest(format!("{place} is {}, must be f32 or f64", excerpt(other.as_bytes()))))
        }
    }
}

impl<'a> Asker<'a> {
    /// The mover of a request: a field of its own name, or the only field of `mover`.
    fn of(fields: &Fields<'a>) -> Result<Self, BadRequest> {
        const NAMES: [&str; 4] = ["mover", "sphere", "ellipsoid", "capsule"];
        let mut given = NAMES.into_iter().filter(|name| fields.get(name).is_some());
        let name = match (given.next(), given.next()) {
            (Some(first), Some(second)) => return Err(both_given(first, second)),
            (None, _) => "sphere",
            (Some(name), None) => name,
        };
        if name != "mover" {
            return BodyFields::of(fields.need(name, &REQUEST)?, &REQUEST, name).map(Self::Body);
        }
        let within = Fields::of(fields.need(name, &REQUEST)?, &MOVER, shape::MOVERS)?;
        let given = shape::MOVERS.iter().copied();
        let given: Vec<_> = given.filter_map(|name| Some((name, within.get(name)?))).collect();
        match given[..] {
            [] => Err(BadRequest(format!("{MOVER} must have one of {}", shape::MOVERS.join(", ")))),
            [(first, _), (second, _), ..] => {
                Err(BadRequest(format!("{MOVER}: {}", both_given(first, second).0)))
            }
            [(name, text)] => match TARGETS.iter().find(|target| target.name == name) {
                None => BodyFields::of(text, &MOVER, name).map(Self::Body),
                Some(description) => {
                    let place = Place::Field(&MOVER, description.name);
                    let path = Fields::of(text, &place, description.mover_fields)?.get("path");
                    Ok(Self::Convex(ConvexText { description, place, text, path }))
                }
            },
        }
    }

    fn place(&self) -> Place<'_> {
        match self {
            Self::Body(body) => body.place.field(body.center_name()),
            Self::Convex(convex) => convex.place,
            Self::Point(_) | Self::Feature(_) => POSITION,
        }
    }

    fn dimension(&self) -> Result<usize, BadRequest> {
        let text = match self {
            Self::Body(body) => body.center,
            Self::Convex(convex) => return convex.dimension(),
            Self::Point(position) => position,
            // Only a mesh has queries about features, and a mesh has three dimensions.
            Self::Feature(_) => return Ok(3),
        };
        fields::length(text, &self.place(), "an array of numbers")
    }
}

/// The position of the point of a query.
pub(crate) fn point<T: Number, const N: usize>(
    text: &str,
    dimension: usize,
) -> Result<Point<T, N>, BadRequest> {
    let position: [T; N] = fields::first_of(text, &POSITION, dimension, T::ZERO)?;
    Ok(Point::new(position)?)
}

impl<'a> BodyFields<'a> {
    /// The sphere, the ellipsoid or the capsule in a field of this name.
    fn of(
        text: &'a str,
        parent: &'static Place<'static>,
        name: &'static str,
    ) -> Result<Self, BadRequest> {
        let place = Place::Field(parent, name);
        match name {
            "ellipsoid" => Self::ellipsoid(text, place),
            "capsule" => Self::capsule_at(text, place),
            _ => Self::sphere(text, place),
        }
    }

    fn sphere(text: &'a str, place: Place<'static>) -> Result<Self, BadRequest> {
        let fields = Fields::of(text, &place, shape::SPHERE)?;
        Ok(Self {
            place,
            center: fields.need("center", &place)?,
            size: Size::Radius(fields.need("radius", &place)?),
            way: Way::of(&fields, &place)?,
            hollow: fields.get("hollow"),
        })
    }

    fn ellipsoid(text: &'a str, place: Place<'static>) -> Result<Self, BadRequest> {
        let fields = Fields::of(text, &place, shape::ELLIPSOID)?;
        Ok(Self {
            place,
            center: fields.need("center", &place)?,
            size: Size::Radii(fields.need("radii", &place)?),
            way: Way::of(&fields, &place)?,
            hollow: fields.get("hollow"),
        })
    }

    /// The capsule in the field `mover` of a request.
    pub(crate) fn capsule_within(text: &'a str) -> Result<Self, BadRequest> {
        Self::of(text, &MOVER, "capsule")
    }

    /// The capsule of a request.
    pub(crate) fn capsule(text: &'a str) -> Result<Self, BadRequest> {
        Self::of(text, &REQUEST, "capsule")
    }

    fn capsule_at(text: &'a str, place: Place<'static>) -> Result<Self, BadRequest> {
        let fields = Fields::of(text, &place, shape::CAPSULE)?;
        let radius = fields.need("radius", &place)?;
        Ok(Self {
            place,
            center: fields.need("a", &place)?,
            size: Size::Rod { radius, b: fields.get("b"), axis: fields.get("axis") },
            way: Way::of(&fields, &place)?,
            hollow: None,
        })
    }

    /// The body, for a query without motions.
    pub(crate) fn still<T, S: Body<T>>(&self, dimension: usize) -> Result<Moving<S>, BadRequest> {
        match self.way.name() {
            Some(name) => Err(unmoved(&self.place.field(name))),
            None => S::read(self, dimension),
        }
    }

    /// The kind of the body.
    pub(crate) fn kind(&self) -> MoverKind {
        match self.size {
            Size::Radius(_) => MoverKind::Sphere,
            Size::Radii(_) => MoverKind::Ellipsoid,
            Size::Rod { .. } => MoverKind::Capsule,
        }
    }

    /// The field with its position.
    fn center_name(&self) -> &'static str {
        if let Size::Rod { .. } = self.size { "a" } else { "center" }
    }

    pub(crate) fn center<T: Number, const N: usize>(
        &self,
        dimension: usize,
    ) -> Result<[T; N], BadRequest> {
        fields::first_of(self.center, &self.place.field(self.center_name()), dimension, T::ZERO)
    }

    /// The path that the body follows, and the place of the body.
    pub(crate) fn path(&self) -> Option<(&'a str, &Place<'static>)> {
        if let Way::Path(text) = self.way { Some((text, &self.place)) } else { None }
    }
}

fn both_given(first: &str, second: &str) -> BadRequest {
    BadRequest(format!("{first} and {second} are both given, must be one of them"))
}

impl ConvexText<'_> {
    /// The number of components of its vectors.
    fn dimension(&self) -> Result<usize, BadRequest> {
        let fields = Fields::of(self.text, &self.place, self.description.mover_fields)?;
        solid(fields.get("hollow"), &self.place)?;
        let name = match self.description.kind {
            Kind::Box => "min",
            Kind::OrientedBox => "center",
            Kind::Hull => {
                let mut dimension = Ok(3);
                let place = self.place.field("points");
                let points = fields.need("points", &self.place)?;
                fields::for_each(points, &place, "an array of points", |place, i, text| {
                    if i == 0 {
                        dimension = fields::length(text, place, "an array of numbers");
                    }
                    Ok(())
                })?;
                return dimension;
            }
            _ => return Ok(3),
        };
        let text = fields.need(name, &self.place)?;
        fields::length(text, &self.place.field(name), "an array of numbers")
    }
}

/// The target of a request, the object that describes it, and the place of this object: in the
/// field of the target's name, or within a world.
pub(crate) fn target<'a>(
    fields: &Fields<'a>,
) -> Result<(&'static Description, &'a str, Place<'static>), BadRequest> {
    let (obstacle, world) = (fields.get("obstacle"), fields.get("world"));
    let whole = if obstacle.is_some() { "obstacle" } else { "world" };
    if (obstacle.is_some() || world.is_some())
        && let Some(other) = TARGETS.iter().find(|target| fields.get(target.name).is_some())
    {
        return Err(both_given(whole, other.name));
    }
    let world = match (obstacle, world) {
        (None, None) => {
            let (target, text) = only_target(fields, TARGETS)?;
            return Ok((target, text, Place::Field(&REQUEST, target.name)));
        }
        (Some(_), Some(_)) => return Err(both_given("obstacle", "world")),
        (Some(obstacle), None) => {
            let within = Fields::of(obstacle, &OBSTACLE, TARGET_NAMES)?;
            let (target, text) = only_target(&within, TARGETS)
                .map_err(|BadRequest(problem)| BadRequest(format!("{OBSTACLE}: {problem}")))?;
            return Ok((target, text, Place::Field(&OBSTACLE, target.name)));
        }
        (None, Some(world)) => world,
    };
    let within = Fields::of(world, &WORLD, WORLD_FIELDS)?;
    if shape::SCENE.fields.iter().any(|field| within.get(field).is_some()) {
        return Ok((&shape::SCENE, world, WORLD));
    }
    let (target, text) = only_target(&within, TARGETS)
        .map_err(|BadRequest(problem)| BadRequest(format!("{WORLD}: {problem}")))?;
    Ok((target, text, Place::Field(&WORLD, target.name)))
}

/// The target among these fields: exactly one of `targets`.
pub(crate) fn only_target<'a>(
    fields: &Fields<'a>,
    targets: &'static [Description],
) -> Result<(&'static Description, &'a str), BadRequest> {
    let given: Vec<_> =
        targets.iter().filter_map(|target| Some((target, fields.get(target.name)?))).collect();
    match given[..] {
        [target] => Ok(target),
        [] => {
            let names = targets.iter().map(|target| target.name);
            let names: Vec<_> = names.filter(|name| fields.knows(name)).collect();
            Err(BadRequest(format!("one of {} is missing", names.join(", "))))
        }
        [(first, _), (second, _), ..] => Err(both_given(first.name, second.name)),
    }
}
