//! An answer as a line of JSON.

use crate::number::Number;
use serde::{Serialize, Serializer};
use tangency::{
    Answer, Approach, ClosestPoint, ClosestPoints, Contact, Containment, ExactAnswer, Feature,
    ItemFeature, Location, MeshFeature, Overlap, PairContact, Penetration, Recover, Ride,
    SceneFeature, Section, Side, Slide, Step, Surd, Touched, WalkerState, any,
};

/// A line that is being written: one object, whose fields have the order in which they are added.
#[derive(Debug)]
pub(crate) struct Reply {
    line: Vec<u8>,
    /// The number of components that are written of each vector.
    dimension: usize,
}

impl Reply {
    /// Starts the reply to a request. `id` is the JSON text of its id; without one, the id is null.
    pub(crate) fn to(id: Option<&str>) -> Self {
        let line = format!("{{\"id\":{}", id.unwrap_or("null")).into_bytes();
        Self { line, dimension: usize::MAX }
    }

    /// Limits the vectors of the reply to this number of components.
    pub(crate) fn in_dimension(self, dimension: usize) -> Self {
        Self { dimension, ..self }
    }

    /// Adds a vector, or null.
    fn with_vector<T: Number>(self, name: &str, vector: Option<&[T]>) -> Self {
        let written = vector.map(|vector| Vector(&vector[..self.dimension.min(vector.len())]));
        self.with(name, written)
    }

    /// Adds a field.
    pub(crate) fn with(mut self, name: &str, value: impl Serialize) -> Self {
        if self.line.last() != Some(&b'{') {
            self.line.push(b',');
        }
        // Writing numbers, strings, and arrays and options of these to memory cannot fail.
        let _ = serde_json::to_writer(&mut self.line, name);
        self.line.push(b':');
        let _ = serde_json::to_writer(&mut self.line, &value);
        self
    }

    /// Adds the triangle if the feature is on a mesh, and the item if it is in a scene.
    fn with_place<const N: usize>(self, feature: &any::AnyFeature<N>) -> Self {
        let reply = match feature.place {
            ItemFeature::Mesh(MeshFeature { triangle, .. }) => self.with("triangle", triangle),
            _ => self,
        };
        match feature.item {
            Some(item) => reply.with("item", item.number()),
            None => reply,
        }
    }

    /// An object within this reply.
    fn object(&self) -> Self {
        Self { line: b"{".to_vec(), dimension: self.dimension }
    }

    /// Adds an object, or null.
    fn with_object(mut self, name: &str, object: Option<Self>) -> Self {
        let Some(Self { line, .. }) = object else { return self.with(name, ()) };
        self.line.extend_from_slice(b",\"");
        self.line.extend_from_slice(name.as_bytes());
        self.line.extend_from_slice(b"\":");
        self.line.extend_from_slice(&line);
        self.line.push(b'}');
        self
    }

    /// Adds the translation out of an overlap, or null.
    pub(crate) fn with_out<T: Number, const N: usize>(
        self,
        name: &str,
        out: Option<Penetration<T, N>>,
    ) -> Self {
        let object = out.map(|Penetration { direction, depth, .. }| {
            self.object().with_vector("direction", Some(&direction)).with("depth", Float(depth))
        });
        self.with_object(name, object)
    }

    /// The line, with its line end.
    pub(crate) fn line(mut self) -> Vec<u8> {
        self.line.extend_from_slice(b"}\n");
        self.line
    }
}

/// The name of a feature of any shape. For a box, the name has this number of axes.
fn name<const N: usize>(feature: &any::AnyFeature<N>, dimension: usize) -> FeatureName {
    match &feature.place {
        ItemFeature::Simplex(feature) => (*feature).into(),
        ItemFeature::Mesh(at) => at.feature.into(),
        ItemFeature::Planes(feature) => FeatureName::Planes { planes: feature.planes.clone() },
        ItemFeature::Hull(feature) => FeatureName::Hull { vertices: feature.vertices.clone() },
        ItemFeature::Box(feature) => {
            let number = |side| match side {
                Side::Min => -1,
                Side::Between => 0,
                Side::Max => 1,
            };
            let sides = feature.sides.iter().take(dimension);
            FeatureName::Sides { sides: sides.copied().map(number).collect() }
        }
        // A kind of feature that a later version of the library adds has no name until one is added
        // here.
        _ => FeatureName::Face { kind: "unnamed" },
    }
}

/// Adds a result to the reply, and the extras that are given.
pub(crate) fn answer<T: Number, const N: usize>(
    reply: Reply,
    answer: Answer<T, N, any::AnyFeature<N>>,
    extras: Extras<T, N>,
) -> Reply {
    let reply = match answer {
        Answer::None => reply.with("status", "none"),
        Answer::Overlap(overlap) => {
            let reply = reply
                .with("status", "overlap")
                .with("time", Float(T::ZERO))
                .with_vector("center", Some(&overlap.center))
                .with_vector("point", Some(&overlap.point))
                .with_vector("normal", overlap.normal.as_ref().map(<[T; N]>::as_slice))
                .with_place(&overlap.feature);
            match extras.more {
                Some(More { last_time, penetration, .. }) => reply
                    .with("last_time", last_time.map(Float))
                    .with_out("penetration", penetration),
                None => reply,
            }
        }
        Answer::Contact(contact) => {
            let feature = name(&contact.feature, reply.dimension);
            let reply = reply
                .with("status", "contact")
                .with("time", Float(contact.time))
                .with_vector("center", Some(&contact.center))
                .with_vector("point", Some(&contact.point))
                .with_vector("normal", contact.normal.as_ref().map(<[T; N]>::as_slice));
            let other = contact.other_point.as_ref().map(<[T; N]>::as_slice);
            let reply =
                if extras.has_axis { reply.with_vector("other_point", other) } else { reply };
            let reply = reply
                .with("feature", feature)
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
    let reply = match extras.leg {
        Some(leg) => reply.with("leg", leg),
        None => reply,
    };
    match extras.exact {
        Some(exact) => reply.with("exact", exact),
        None => reply,
    }
}

/// The additional fields of a result.
pub(crate) struct Extras<T, const N: usize> {
    pub(crate) more: Option<More<T, N>>,
    pub(crate) exact: Option<Exact>,
    /// The leg of a path on which the result is.
    pub(crate) leg: Option<usize>,
    /// Whether the mover is a capsule or a convex body: then a contact has a field for another
    /// point, which may be null.
    pub(crate) has_axis: bool,
}

impl<T, const N: usize> Extras<T, N> {
    /// The extras that depend on the mover alone.
    pub(crate) fn of(mover: any::MoverKind) -> Self {
        let has_axis = matches!(mover, any::MoverKind::Capsule | any::MoverKind::Convex);
        Self { more: None, exact: None, leg: None, has_axis }
    }
}

/// The additional results that `more` requests.
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

/// A float in the shortest form that reads back, or the string `inf` or `-inf` where JSON has no
/// number.
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

struct Vector<'a, T>(&'a [T]);

impl<T: Number> Serialize for Vector<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().copied().map(Float))
    }
}

/// For a simplex, the kind of the feature. For a box, one number for each axis: -1 on the min side,
/// 0 between the sides, 1 on the max side. For planes, all those that contain the point. For a
/// hull, the indices of the points at the corners of the feature.
#[derive(Serialize)]
#[serde(untagged)]
enum FeatureName {
    Indexed { kind: &'static str, index: u8 },
    Face { kind: &'static str },
    Sides { sides: Vec<i8> },
    Planes { planes: Vec<u32> },
    Hull { vertices: Vec<u32> },
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

/// The words for inside, across and outside.
pub(crate) fn containment_name(containment: Containment) -> &'static str {
    match containment {
        Containment::Inside => "inside",
        Containment::Intersecting => "intersecting",
        Containment::Outside => "outside",
    }
}

/// The words for the location of a point.
pub(crate) fn location_name(location: Location) -> &'static str {
    match location {
        Location::Inside => "inside",
        Location::OnSurface => "on surface",
        Location::Outside => "outside",
    }
}

/// Adds the first contact of an item of a scene with the other items. The item is not known to be a
/// capsule, so only a contact along a segment has another point.
pub(crate) fn answer_of_item<T: Number>(reply: Reply, found: Answer<T, 3, SceneFeature>) -> Reply {
    let found = found.map_feature(any::AnyFeature::from);
    let has_axis = found.contact().is_some_and(|contact| contact.other_point.is_some());
    answer(reply, found, Extras { more: None, exact: None, leg: None, has_axis })
}

/// Adds the result of a move: its end, and whether it began in overlap, was blocked by a hit, or
/// was neither.
pub(crate) fn moved<T: Number, const N: usize>(
    reply: Reply,
    slide: Slide<T, N, any::AnyFeature<N>>,
    extras: Extras<T, N>,
) -> Reply {
    let has_axis = extras.has_axis;
    let reply = match slide.overlap {
        Some(overlap) => answer(reply, Answer::Overlap(overlap), extras),
        None if slide.contacts.is_empty() => reply.with("status", "none"),
        None => reply.with("status", "contact"),
    };
    let given = ..reply.dimension.min(N);
    let legs: Vec<_> = slide.legs.iter().map(|end| Vector(&end[given])).collect();
    let contacts = slide.contacts.into_iter().map(Answer::Contact).collect();
    reply
        .with_vector("position", Some(&slide.position))
        .with("legs", legs)
        .with_answers("contacts", contacts, has_axis)
        .with_vector("left", Some(&slide.left))
}

/// Adds whether there is a free position for a body, and this position, or null.
pub(crate) fn recovered<T: Number, const N: usize>(
    reply: Reply,
    recover: Recover<T, N>,
    here: [T; N],
) -> Reply {
    let (status, place) = match recover {
        Recover::Free => ("free", Some(here)),
        Recover::Moved { position } => ("moved", Some(position)),
        Recover::NotFound => ("not_found", None),
    };
    let place = place.as_ref().map(<[T; N]>::as_slice);
    reply.with("status", status).with_vector("position", place)
}

/// Adds the result of a step of a character, and its state.
pub(crate) fn stepped<T: Number>(
    reply: Reply,
    step: Step<T, any::AnyFeature<3>>,
    state: &WalkerState<T, any::AnyWalkerBody<T>>,
) -> Reply {
    let status = match step.start {
        Recover::Free => "free",
        Recover::Moved { .. } => "moved",
        Recover::NotFound => "not_found",
    };
    let legs: Vec<_> = step.legs.iter().map(|end| Vector(end.as_slice())).collect();
    let contacts = step.contacts.into_iter().map(Answer::Contact).collect();
    reply
        .with("status", status)
        .with_vector("from", Some(&step.from))
        .with("legs", legs)
        .with_answers("contacts", contacts, true)
        .with_contact("floor", step.floor)
        .with_contact("ceiling", step.ceiling)
        .with("is_wedged", step.is_wedged)
        .with_vector("platform_velocity", Some(&step.platform_velocity))
        .with_state(state)
}

/// Adds the result of a ride of a character, and its state.
pub(crate) fn ridden<T: Number>(
    reply: Reply,
    ride: Ride<T, 3, any::AnyFeature<3>>,
    state: &WalkerState<T, any::AnyWalkerBody<T>>,
) -> Reply {
    let (status, by) = match ride {
        Ride::Carried { .. } => ("carried", None),
        Ride::Pushed { by, .. } => ("pushed", Some(by)),
        Ride::Crushed { by } => ("crushed", Some(by)),
    };
    let by = by.map(|by| reply.object().with("feature", name(&by, 3)).with_place(&by));
    reply.with("status", status).with_object("by", by).with_state(state)
}

/// Adds the overlap that leaves a character no room, if there is one, and its state.
pub(crate) fn placed<T: Number>(
    reply: Reply,
    overlap: Option<Overlap<T, 3, any::AnyFeature<3>>>,
    state: &WalkerState<T, any::AnyWalkerBody<T>>,
) -> Reply {
    let extras = Extras { more: None, exact: None, leg: None, has_axis: true };
    answer(reply, overlap.map_or(Answer::None, Answer::Overlap), extras).with_state(state)
}

impl Reply {
    /// Adds a contact of a capsule, or null.
    fn with_contact<T: Number>(
        self,
        name: &str,
        contact: Option<Contact<T, 3, any::AnyFeature<3>>>,
    ) -> Self {
        let extras = Extras { more: None, exact: None, leg: None, has_axis: true };
        let object = contact.map(|one| answer(self.object(), Answer::Contact(one), extras));
        self.with_object(name, object)
    }

    /// Adds the state of a character, in the form of a request.
    fn with_state<T: Number>(self, state: &WalkerState<T, any::AnyWalkerBody<T>>) -> Self {
        let floor = state.floor.map(|floor| {
            let object = self.object().with_vector("point", Some(&floor.point));
            object.with_vector("normal", Some(&floor.normal))
        });
        let object = match &state.body {
            any::AnyWalkerBody::Capsule(body) => {
                let [_, axis] = body.b();
                let object = self.object().with_vector("position", Some(&body.a()));
                object.with_vector("axis", Some(&axis)).with("radius", Float(body.radius()))
            }
            any::AnyWalkerBody::OrientedBox(body) => {
                let object = self.object().with_vector("position", Some(&body.center()));
                let object = object.with_vector("half_extents", Some(&body.half_extents()));
                object.with_vector("rotation", Some(&body.rotation().quaternion()))
            }
            any::AnyWalkerBody::Hull(body) => {
                let points = body.points().iter();
                let points: Vec<_> = points.map(|point| Vector(point.as_slice())).collect();
                let object = self.object().with_vector("position", Some(&body.position()));
                object.with("points", points)
            }
        };
        let object = object
            .with_vector("velocity", Some(&state.velocity))
            .with_vector("carried", Some(&state.carried))
            .with_object("floor", floor);
        self.with_object("walker", Some(object))
    }

    /// Adds the corners of a contact of two convex bodies and the features of both, or null.
    pub(crate) fn with_touched<T: Number, const N: usize>(
        self,
        name_of_question: &str,
        touched: Option<Touched<T, N, any::AnyFeature<N>, any::AnyFeature<N>>>,
    ) -> Self {
        let object = touched.map(|touched| self.touched(touched));
        self.with_object(name_of_question, object)
    }

    /// Adds the contacts of a convex body with the triangles that it touches first.
    pub(crate) fn with_each_touched<T: Number, const N: usize>(
        self,
        name_of_question: &str,
        touched: Vec<Touched<T, N, any::AnyFeature<N>, any::AnyFeature<N>>>,
    ) -> Self {
        let objects: Vec<_> = touched.into_iter().map(|touched| self.touched(touched)).collect();
        self.with_objects(name_of_question, objects)
    }

    /// Returns the corners of a contact, the touched triangle of a mesh, and the features.
    fn touched<T: Number, const N: usize>(
        &self,
        Touched { points, feature, mover_feature }: Touched<
            T,
            N,
            any::AnyFeature<N>,
            any::AnyFeature<N>,
        >,
    ) -> Self {
        let points: Vec<_> = points.iter().map(|point| Vector(&point[..])).collect();
        self.object()
            .with("points", points)
            .with("feature", name(&feature, self.dimension))
            .with("mover_feature", name(&mover_feature, self.dimension))
            .with_place(&feature)
    }

    /// Adds the circle in a plane, or null.
    pub(crate) fn with_circle<T: Number, const N: usize>(
        self,
        name: &str,
        circle: Option<Section<T, N>>,
    ) -> Self {
        let object = circle.map(|Section { center, radius }| {
            self.object().with_vector("center", Some(&center)).with("radius", Float(radius))
        });
        self.with_object(name, object)
    }

    /// Adds the closest point, or null.
    pub(crate) fn with_closest<T: Number, const N: usize>(
        self,
        name_of_question: &str,
        closest: Option<ClosestPoint<T, N, any::AnyFeature<N>>>,
    ) -> Self {
        let object = closest.map(|closest| {
            self.object()
                .with_vector("point", Some(&closest.point))
                .with("distance", Float(closest.distance))
                .with("feature", name(&closest.feature, self.dimension))
                .with_place(&closest.feature)
        });
        self.with_object(name_of_question, object)
    }

    /// Adds the closest points of the target and of an axis, or null.
    pub(crate) fn with_closest_points<T: Number, const N: usize>(
        self,
        name_of_question: &str,
        closest: Option<ClosestPoints<T, N, any::AnyFeature<N>>>,
    ) -> Self {
        let object = closest.map(|closest| {
            self.object()
                .with_vector("point", Some(&closest.point))
                .with_vector("on_axis", Some(&closest.on_axis))
                .with("distance", Float(closest.distance))
                .with("feature", name(&closest.feature, self.dimension))
                .with_place(&closest.feature)
        });
        self.with_object(name_of_question, object)
    }

    /// Adds a contact of two items of a scene, or null.
    pub(crate) fn with_pair<T: Number>(self, name: &str, pair: Option<PairContact<T>>) -> Self {
        let object = pair.map(|pair| self.object().of_pair(pair));
        self.with_object(name, object)
    }

    /// Adds contacts of two items of a scene each, in an array.
    pub(crate) fn with_pairs<T: Number>(self, name: &str, pairs: Vec<PairContact<T>>) -> Self {
        let objects: Vec<_> = pairs.into_iter().map(|pair| self.object().of_pair(pair)).collect();
        self.with_objects(name, objects)
    }

    fn of_pair<T: Number>(self, PairContact { mover, answer, .. }: PairContact<T>) -> Self {
        answer_of_item(self.with("mover", mover.number()), answer)
    }

    /// Adds results in an array.
    pub(crate) fn with_answers<T: Number, const N: usize>(
        self,
        name: &str,
        answers: Vec<Answer<T, N, any::AnyFeature<N>>>,
        has_axis: bool,
    ) -> Self {
        let extras = || Extras { more: None, exact: None, leg: None, has_axis };
        let objects = answers.into_iter().map(|one| answer(self.object(), one, extras()));
        let objects = objects.collect();
        self.with_objects(name, objects)
    }

    /// Adds an array of objects.
    fn with_objects(self, name: &str, objects: Vec<Self>) -> Self {
        let mut reply = self.with(name, ());
        // The array replaces the null that `with` has just written.
        reply.line.truncate(reply.line.len() - 4);
        reply.line.push(b'[');
        for (i, object) in objects.into_iter().enumerate() {
            if i > 0 {
                reply.line.push(b',');
            }
            reply.line.extend_from_slice(&object.line);
            reply.line.push(b'}');
        }
        reply.line.push(b']');
        reply
    }

    /// Adds an exact number under `exact`, or null.
    pub(crate) fn with_exact(self, name: &str, number: Option<&Surd>) -> Self {
        let object = self.object().with(name, number.map(ExactNumber::from));
        self.with_object("exact", Some(object))
    }
}

/// The exact numbers of a result.
#[derive(Serialize)]
pub(crate) struct Exact {
    time: ExactNumber,
    center: Vec<ExactNumber>,
    point: Vec<ExactNumber>,
    /// The other end of the segment, if a capsule touches along one.
    #[serde(skip_serializing_if = "Option::is_none")]
    other_point: Option<Vec<ExactNumber>>,
}

/// `x + y √d` as three fractions `p/q`.
#[derive(Serialize)]
struct ExactNumber {
    x: String,
    y: String,
    d: String,
}

impl Exact {
    /// The exact numbers of a result, or `None` if the result has no numbers.
    pub(crate) fn of<const N: usize, F>(
        answer: &ExactAnswer<N, F>,
        dimension: usize,
    ) -> Option<Self> {
        let numbers =
            |vector: &[Surd; N]| vector.iter().take(dimension).map(ExactNumber::from).collect();
        match answer {
            ExactAnswer::None => None,
            ExactAnswer::Overlap(Overlap { center, point, .. }) => Some(Self {
                time: ExactNumber::zero(),
                center: numbers(center),
                point: numbers(point),
                other_point: None,
            }),
            ExactAnswer::Contact(Contact { time, center, point, other_point, .. }) => Some(Self {
                time: time.into(),
                center: numbers(center),
                point: numbers(point),
                other_point: other_point.as_ref().map(numbers),
            }),
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
