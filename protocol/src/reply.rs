//! An answer as a line of JSON.

use crate::number::Number;
use crate::part::ALL_QUESTIONS;
use serde::{Serialize, Serializer};
use tangency::{
    Answer, Approach, ClosestPoint, Containment, ExactAnswer, Feature, ItemFeature, Location,
    MeshFeature, Penetration, Section, Side, Surd, any,
};

/// A line that is being written: one object, its fields in the order in which they are added.
#[derive(Debug)]
pub(crate) struct Reply(Vec<u8>);

impl Reply {
    /// A reply to the request with this id, which is JSON already; null if it has none.
    pub(crate) fn to(id: Option<&str>) -> Self {
        Self(format!("{{\"id\":{}", id.unwrap_or("null")).into_bytes())
    }

    /// Adds a field.
    pub(crate) fn with(mut self, name: &str, value: impl Serialize) -> Self {
        if self.0.last() != Some(&b'{') {
            self.0.push(b',');
        }
        // Numbers, strings, arrays and options of them, into memory: nothing that could fail.
        let _ = serde_json::to_writer(&mut self.0, name);
        self.0.push(b':');
        let _ = serde_json::to_writer(&mut self.0, &value);
        self
    }

    /// Adds the triangle of a place on a mesh, and the item of one in a scene.
    fn with_place<const N: usize>(self, feature: &any::Feature<N>) -> Self {
        let reply = match feature.place {
            ItemFeature::Mesh(MeshFeature { triangle, .. }) => self.with("triangle", triangle),
            _ => self,
        };
        match feature.item {
            Some(item) if ALL_QUESTIONS => reply.with("item", item.number()),
            _ => reply,
        }
    }

    /// The line, its end included.
    pub(crate) fn line(mut self) -> Vec<u8> {
        self.0.extend_from_slice(b"}\n");
        self.0
    }
}

/// The name of a place, on whatever it is.
fn name<const N: usize>(feature: &any::Feature<N>) -> FeatureName {
    match &feature.place {
        ItemFeature::Simplex(feature) => (*feature).into(),
        ItemFeature::Mesh(at) => at.feature.into(),
        ItemFeature::Planes(feature) => FeatureName::Planes { planes: feature.planes.clone() },
        ItemFeature::Box(feature) => {
            let number = |side| match side {
                Side::Min => -1,
                Side::Between => 0,
                Side::Max => 1,
            };
            FeatureName::Sides { sides: feature.sides.iter().copied().map(number).collect() }
        }
    }
}

/// Adds an answer to the reply, and the extras that are there.
pub(crate) fn answer<T: Number, const N: usize>(
    reply: Reply,
    answer: Answer<T, N, any::Feature<N>>,
    extras: Extras<T, N>,
) -> Reply {
    let reply = match answer {
        Answer::None => reply.with("status", "none"),
        Answer::Overlap(overlap) => {
            let reply = reply
                .with("status", "overlap")
                .with("time", Float(T::ZERO))
                .with("center", Vector(overlap.center))
                .with("point", Vector(overlap.point))
                .with("normal", overlap.normal.map(Vector))
                .with_place(&overlap.feature);
            match extras.more {
                Some(More { last_time, penetration, .. }) => reply
                    .with("last_time", last_time.map(Float))
                    .with("penetration", penetration.map(Out::from)),
                None => reply,
            }
        }
        Answer::Contact(contact) => {
            let reply = reply
                .with("status", "contact")
                .with("time", Float(contact.time))
                .with("center", Vector(contact.center))
                .with("point", Vector(contact.point))
                .with("normal", contact.normal.map(Vector))
                .with("feature", name(&contact.feature))
                .with("approach", approach_name(contact.approach))
                .with_place(&contact.feature);
            match extras.more {
                Some(More { time_down, last_time, .. }) => reply
                    .with("time_down", time_down.map(Float))
                    .with("last_time", last_time.map(Float)),
                None => reply,
            }
        }
    };
    match extras.exact {
        Some(exact) => reply.with("exact", exact),
        None => reply,
    }
}

/// What an answer carries on request.
pub(crate) struct Extras<T, const N: usize> {
    pub(crate) more: Option<More<T, N>>,
    pub(crate) exact: Option<Exact>,
}

/// What is asked for as `more`.
pub(crate) struct More<T, const N: usize> {
    pub(crate) time_down: Option<T>,
    pub(crate) last_time: Option<T>,
    pub(crate) penetration: Option<Penetration<T, N>>,
}

fn approach_name(approach: Approach) -> &'static str {
    match approach {
        Approach::Approaching => "approaching",
        Approach::Sliding => "sliding",
        Approach::Parting => "parting",
    }
}

/// A float in the shortest form that reads back, or the string `inf` or `-inf` where JSON has no number.
pub(crate) struct Float<T>(pub(crate) T);

impl<T: Number> Serialize for Float<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 == T::INFINITY {
            serializer.serialize_str("inf")
        } else if self.0.widen() == f64::NEG_INFINITY {
            serializer.serialize_str("-inf")
        } else {
            self.0.serialize(serializer)
        }
    }
}

pub(crate) struct Vector<T, const N: usize>(pub(crate) [T; N]);

impl<T: Number, const N: usize> Serialize for Vector<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.into_iter().map(Float))
    }
}

/// Of a simplex by its kind; of a box for each axis -1 on the min side, 0 between, 1 on the max side; of planes all that hold the point.
#[derive(Serialize)]
#[serde(untagged)]
enum FeatureName {
    Indexed { kind: &'static str, index: u8 },
    Face { kind: &'static str },
    Sides { sides: Vec<i8> },
    Planes { planes: Vec<u32> },
}

/// The way out of an overlap.
#[derive(Serialize)]
pub(crate) struct Out<T: Number, const N: usize> {
    direction: Vector<T, N>,
    depth: Float<T>,
}

impl<T: Number, const N: usize> From<Penetration<T, N>> for Out<T, N> {
    fn from(Penetration { direction, depth }: Penetration<T, N>) -> Self {
        Self { direction: Vector(direction), depth: Float(depth) }
    }
}

impl From<Feature> for FeatureName {
    fn from(feature: Feature) -> Self {
        match feature {
            Feature::Vertex(index) => Self::Indexed { kind: "vertex", index },
            Feature::Edge(index) => Self::Indexed { kind: "edge", index },
            Feature::Face => Self::Face { kind: "face" },
        }
    }
}

/// The words for where something is.
pub(crate) fn containment_name(containment: Containment) -> &'static str {
    match containment {
        Containment::Inside => "inside",
        Containment::Intersecting => "intersecting",
        Containment::Outside => "outside",
    }
}

// ---- what only the questions beyond those of the page have ----

/// The words for where a point is.
pub(crate) fn location_name(location: Location) -> &'static str {
    match location {
        Location::Inside => "inside",
        Location::OnSurface => "on surface",
        Location::Outside => "outside",
    }
}

/// The circle in a plane.
#[derive(Serialize)]
pub(crate) struct Circle<T: Number, const N: usize> {
    center: Vector<T, N>,
    radius: Float<T>,
}

impl<T: Number, const N: usize> From<Section<T, N>> for Circle<T, N> {
    fn from(Section { center, radius }: Section<T, N>) -> Self {
        Self { center: Vector(center), radius: Float(radius) }
    }
}

impl Reply {
    /// An object within another reply.
    fn object() -> Self {
        Self(b"{".to_vec())
    }

    /// Adds an object, or null.
    fn with_object(mut self, name: &str, object: Option<Self>) -> Self {
        let Some(Self(object)) = object else { return self.with(name, ()) };
        self.0.extend_from_slice(b",\"");
        self.0.extend_from_slice(name.as_bytes());
        self.0.extend_from_slice(b"\":");
        self.0.extend_from_slice(&object);
        self.0.push(b'}');
        self
    }

    /// Adds the closest point, or null.
    pub(crate) fn with_closest<T: Number, const N: usize>(
        self,
        name_of_question: &str,
        closest: Option<ClosestPoint<T, N, any::Feature<N>>>,
    ) -> Self {
        let object = closest.map(|closest| {
            Self::object()
                .with("point", Vector(closest.point))
                .with("distance", Float(closest.distance))
                .with("feature", name(&closest.feature))
                .with_place(&closest.feature)
        });
        self.with_object(name_of_question, object)
    }

    /// Adds answers in an array.
    pub(crate) fn with_answers<T: Number, const N: usize>(
        mut self,
        name: &str,
        answers: Vec<Answer<T, N, any::Feature<N>>>,
    ) -> Self {
        self = self.with(name, ());
        // In the place of the null.
        self.0.truncate(self.0.len() - 4);
        self.0.push(b'[');
        for (i, one) in answers.into_iter().enumerate() {
            if i > 0 {
                self.0.push(b',');
            }
            let Self(object) = answer(Self::object(), one, Extras { more: None, exact: None });
            self.0.extend_from_slice(&object);
            self.0.push(b'}');
        }
        self.0.push(b']');
        self
    }

    /// Adds an exact number under `exact`, or null.
    pub(crate) fn with_exact(self, name: &str, number: Option<&Surd>) -> Self {
        let object = Self::object().with(name, number.map(ExactNumber::from));
        self.with_object("exact", Some(object))
    }
}

/// The exact numbers of an answer.
#[derive(Serialize)]
pub(crate) struct Exact {
    time: ExactNumber,
    center: Vec<ExactNumber>,
    point: Vec<ExactNumber>,
}

/// `x + y √d` as three fractions `p/q`.
#[derive(Serialize)]
struct ExactNumber {
    x: String,
    y: String,
    d: String,
}

impl Exact {
    /// The numbers of an answer; nothing if it has none.
    pub(crate) fn of<const N: usize, F>(answer: &ExactAnswer<N, F>) -> Option<Self> {
        let numbers = |vector: &[Surd; N]| vector.iter().map(ExactNumber::from).collect();
        match answer {
            ExactAnswer::None => None,
            ExactAnswer::Overlap { center, point, .. } => Some(Self {
                time: ExactNumber::zero(),
                center: numbers(center),
                point: numbers(point),
            }),
            ExactAnswer::Contact { time, center, point, .. } => {
                Some(Self { time: time.into(), center: numbers(center), point: numbers(point) })
            }
        }
    }
}

impl ExactNumber {
    fn zero() -> Self {
        let zero = || "0".to_owned();
        Self { x: zero(), y: zero(), d: zero() }
    }
}

impl From<&Surd> for ExactNumber {
    fn from(number: &Surd) -> Self {
        Self { x: number.x().to_string(), y: number.y().to_string(), d: number.d().to_string() }
    }
}
