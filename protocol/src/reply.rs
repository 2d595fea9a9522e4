//! An answer as a line of JSON.

use crate::number::Number;
use serde::{Serialize, Serializer};
use tangency::{
    Answer, Approach, BoxFeature, ExactAnswer, Feature, MeshFeature, Penetration, PlaneFeature,
    Side, Surd,
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
        self.0.push(b',');
        // Numbers, strings, arrays and options of them, into memory: nothing that could fail.
        let _ = serde_json::to_writer(&mut self.0, name);
        self.0.push(b':');
        let _ = serde_json::to_writer(&mut self.0, &value);
        self
    }

    fn with_place(self, place: &impl Place) -> Self {
        match place.triangle() {
            Some(triangle) => self.with("triangle", triangle),
            None => self,
        }
    }

    /// The line, its end included.
    pub(crate) fn line(mut self) -> Vec<u8> {
        self.0.extend_from_slice(b"}\n");
        self.0
    }
}

/// Where on an obstacle: a feature, and for a mesh the triangle that it belongs to.
pub(crate) trait Place: Clone {
    fn name(&self) -> impl Serialize;
    fn triangle(&self) -> Option<usize>;
}

impl Place for Feature {
    fn name(&self) -> impl Serialize {
        FeatureName::from(*self)
    }

    fn triangle(&self) -> Option<usize> {
        None
    }
}

impl<const N: usize> Place for BoxFeature<N> {
    fn name(&self) -> impl Serialize {
        let number = |side| match side {
            Side::Min => -1,
            Side::Between => 0,
            Side::Max => 1,
        };
        Sides { sides: self.sides.iter().copied().map(number).collect() }
    }

    fn triangle(&self) -> Option<usize> {
        None
    }
}

impl Place for PlaneFeature {
    fn name(&self) -> impl Serialize {
        Planes { planes: self.planes.clone() }
    }

    fn triangle(&self) -> Option<usize> {
        None
    }
}

impl Place for MeshFeature {
    fn name(&self) -> impl Serialize {
        FeatureName::from(self.feature)
    }

    fn triangle(&self) -> Option<usize> {
        Some(self.triangle)
    }
}

/// Adds an answer to the reply, and the extras that are there.
pub(crate) fn answer<T: Number, const N: usize, F: Place>(
    reply: Reply,
    answer: Answer<T, N, F>,
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
                Some(More { last_time, penetration, .. }) => {
                    let out = |way: Penetration<T, N>| Out {
                        direction: Vector(way.direction),
                        depth: Float(way.depth),
                    };
                    reply
                        .with("last_time", last_time.map(Float))
                        .with("penetration", penetration.map(out))
                }
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
                .with("feature", contact.feature.name())
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
struct Float<T>(T);

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

struct Vector<T, const N: usize>([T; N]);

impl<T: Number, const N: usize> Serialize for Vector<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.into_iter().map(Float))
    }
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum FeatureName {
    Vertex { index: u8 },
    Edge { index: u8 },
    Face,
}

/// A feature of a box: for each axis -1 on the min side, 0 between, 1 on the max side.
#[derive(Serialize)]
struct Sides {
    sides: Vec<i8>,
}

/// All planes that hold the point.
#[derive(Serialize)]
struct Planes {
    planes: Vec<u32>,
}

/// The way out of an overlap.
#[derive(Serialize)]
struct Out<T: Number, const N: usize> {
    direction: Vector<T, N>,
    depth: Float<T>,
}

impl From<Feature> for FeatureName {
    fn from(feature: Feature) -> Self {
        match feature {
            Feature::Vertex(index) => Self::Vertex { index },
            Feature::Edge(index) => Self::Edge { index },
            Feature::Face => Self::Face,
        }
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
