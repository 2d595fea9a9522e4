//! Results as C receives them, and their conversion from the results of the library.

use crate::error::{Code, Failure, Outcome};
use crate::handle::{Real, held};
use tangency::any::{AnyFeature, AnyWalkerBody};
use tangency::{
    Advance, Approach, Contact, ExactAnswer, ItemFeature, Overlap, Rational, Recover, Side, Slide,
    Surd, Touched, Walker, WalkerFloor,
};

/// The status of an answer.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The mover and the obstacle do not touch during the motion.
    None = 0,
    /// The mover and the obstacle touch, at time zero or later.
    Contact = 1,
    /// The mover and the obstacle overlap at time zero: they share more than boundary points.
    Overlap = 2,
    /// The row of a batch is invalid. Only a column of statuses contains this value.
    BadRow = 3,
}

/// The relative motion at the time of a contact: the sign of the relative velocity along the
/// normal.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApproachKind {
    /// There is no contact.
    None = 0,
    /// They move into each other.
    Approaching = 1,
    /// They slide along each other, or graze.
    Sliding = 2,
    /// They move apart, which is possible only at time zero.
    Parting = 3,
}

/// The kind of a touched feature.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureKind {
    /// There is no feature.
    None = 0,
    /// Vertex `index` of a point, a segment or a triangle.
    Vertex = 1,
    /// The interior of the edge from vertex `index` to the next.
    Edge = 2,
    /// The interior of a triangle.
    Face = 3,
    /// A feature of a box: `sides` contains the side along each axis.
    Sides = 4,
    /// A feature of a polytope, a frustum or a parallelepiped: `planes` contains its planes.
    Planes = 5,
    /// A feature of a hull: `vertices` contains the indices of the points at its corners. One point
    /// is a vertex, two are the ends of an edge, more are the corners of a face, and none stands
    /// for the interior.
    Vertices = 6,
}

/// The value of `item` if there is no item, and of `triangle` if there is no triangle.
pub const NOWHERE: u64 = u64::MAX;

/// The touched feature of an obstacle: the vertex, edge or face of lowest dimension that contains
/// the point.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The item of a scene; `UINT64_MAX` for other obstacles.
    pub item: u64,
    /// The triangle of a mesh; `UINT64_MAX` for other obstacles.
    pub triangle: u64,
    /// The number of planes that contain the point.
    pub plane_count: usize,
    /// The number of corners of the feature of a hull.
    pub vertex_count: usize,
    /// The kind: a `TangencyFeatureKind`.
    pub kind: u32,
    /// The index of the vertex or of the edge.
    pub index: u32,
    /// For each axis of a box, the position of the point: -1 on the least side, 0 between the
    /// sides, 1 on the greatest side.
    pub sides: [i32; 3],
    /// The indices of the first eight planes that contain the point. `tangency_query` returns all
    /// of them.
    pub planes: [u32; 8],
    /// The indices of the first eight corners of the feature of a hull, among the points of
    /// `tangency_hull`, in ascending order. `tangency_query` returns all of them.
    pub vertices: [u32; 8],
}

/// The contact of a convex mover with a triangle of a mesh.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TouchedTriangle {
    /// The feature of the triangle that contains the first corner of the contact. It contains the
    /// index of the triangle.
    pub feature: Feature,
    /// The feature of the mover that contains the first corner.
    pub mover_feature: Feature,
    /// The index of the first corner among all corners.
    pub first_point: usize,
    /// The number of corners: 1 for a point, 2 for a segment, more for a polygon, whose corners are
    /// counterclockwise as seen from the mover.
    pub point_count: usize,
}

/// The answer to a query: a contact, an overlap, or neither. Each number is the float nearest to
/// the exact value, or NaN if the value does not exist.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Answer<T> {
    /// A `TangencyStatus`.
    pub status: u32,
    /// A `TangencyApproachKind`.
    pub approach: u32,
    /// Whether there is a normal: 0 or 1.
    pub has_normal: u32,
    /// Whether there is an `other_point`: 0 or 1.
    pub has_other_point: u32,
    /// The time of the contact; 0 for an overlap.
    pub time: T,
    /// The centre of the mover at that time. For a capsule, the end `a` of its axis; for a box
    /// along the axes, its corner `min`; for a triangle, its first vertex; for a hull, the first of
    /// its points.
    pub center: [T; 3],
    /// The touched point of the obstacle, at the position of the obstacle at that time. If a convex
    /// mover touches the obstacle at more points, `tangency_touched` returns all corners.
    pub point: [T; 3],
    /// The other end of the touched segment, if the mover touches the obstacle along a segment.
    pub other_point: [T; 3],
    /// The unit vector from the point to the centre or, for a capsule, to the nearest point of the
    /// axis. For a box, a parallelepiped, a triangle or a hull, the unit normal of the contact,
    /// from the obstacle to the mover.
    pub normal: [T; 3],
    /// The feature of the obstacle that contains the point.
    pub feature: Feature,
}

/// The columns for the answers of a batch. Each column has room for one row for each mover, or is
/// null if it is not needed. A number that does not exist is NaN.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct AnswerColumns<T> {
    /// The statuses, a `TangencyStatus` each.
    pub status: *mut u8,
    /// The times.
    pub time: *mut T,
    /// The centres, three numbers each.
    pub center: *mut T,
    /// The touched points, three numbers each.
    pub point: *mut T,
    /// The normals, three numbers each.
    pub normal: *mut T,
    /// The features.
    pub feature: *mut Feature,
}

/// The point of an obstacle that is closest to a given point.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ClosestPoint<T> {
    /// Whether there is a closest point, 0 or 1: an empty obstacle has none.
    pub exists: u32,
    /// The closest point; the given point itself if it is inside of a solid.
    pub point: [T; 3],
    /// The distance between the two points.
    pub distance: T,
    /// The feature of the obstacle that contains the closest point.
    pub feature: Feature,
}

/// The closest points of an obstacle and of the axis of a capsule, or of a convex mover without its
/// radius.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ClosestPoints<T> {
    /// Whether there are closest points, 0 or 1: an empty obstacle has none.
    pub exists: u32,
    /// The point of the obstacle.
    pub point: [T; 3],
    /// The point of the axis, or of the convex mover without its radius.
    pub on_axis: [T; 3],
    /// The distance of the mover from the obstacle.
    pub distance: T,
    /// The feature of the obstacle that contains `point`.
    pub feature: Feature,
}

/// The shortest translation that ends an overlap (MTV).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Penetration<T> {
    /// Whether they overlap, 0 or 1.
    pub exists: u32,
    /// The direction of the translation, a unit vector.
    pub direction: [T; 3],
    /// The length of the translation.
    pub depth: T,
}

/// The result of `tangency_advance` and `tangency_slide`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Move<T> {
    /// The position of the body after the move, which is the point that `center` of an answer
    /// contains: its centre; for a capsule, the end `a` of its axis; for a box along the axes, its
    /// corner `min`; for a triangle or a hull, its first point.
    pub position: [T; 3],
    /// The remaining displacement.
    pub left: [T; 3],
    /// The first blocking hit, with the status contact. If the body overlapped an obstacle at the
    /// start, it did not move, and the status is overlap. If nothing blocked it, the status is
    /// none.
    pub met: Answer<T>,
}

/// Whether a walker or a body was free at its start.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartKind {
    /// The walker or the body overlapped no obstacle.
    Free = 0,
    /// It overlapped an obstacle, and was moved to a free position.
    Moved = 1,
    /// It overlapped an obstacle, and no free position was found: it did not move.
    NotFound = 2,
}

/// The result of a step of a walker.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Step<T> {
    /// A `TangencyStartKind`.
    pub start: u32,
    /// The position of the walker after the call: the end `a` of the axis of a capsule, the centre
    /// of a box, the first point of a hull.
    pub position: [T; 3],
    /// The displacement by which the walker moves on its own in the next step, by a fall or a
    /// throw.
    pub velocity: [T; 3],
    /// The contact with the floor on which the walker stands. The status is none if it stands on no
    /// floor.
    pub floor: Answer<T>,
    /// The contact with the ceiling that the walker hit with its head. The status is none if it hit
    /// no ceiling.
    pub ceiling: Answer<T>,
    /// Whether the walker hangs between surfaces that are too steep, 0 or 1: it has no floor, and
    /// yet it cannot fall.
    pub is_wedged: u32,
    /// The displacement of the platform that the walker left in this step, or zero if it left no
    /// platform. The velocity contains this displacement already, unless the option
    /// `drops_velocity` is set.
    pub platform_velocity: [T; 3],
}

/// The complete state of a walker except for its options, as plain numbers, which a program can
/// save, send or restore.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct WalkerState<T> {
    /// The end `a` of the axis of a capsule, the centre of a box, the first point of a hull.
    pub position: [T; 3],
    /// The vector from the end `a` of the axis of a capsule to the other end; zero for another
    /// body.
    pub axis: [T; 3],
    /// The radius of a capsule; zero for another body.
    pub radius: T,
    /// The displacement by which the walker moves on its own in each step, by a fall or a throw.
    pub velocity: [T; 3],
    /// The displacement of the platform that carried the walker since its last step; zero after
    /// each step.
    pub carried: [T; 3],
    /// The touched point of the floor on which the walker stands.
    pub floor_point: [T; 3],
    /// The normal of the floor at that point; zero if the walker is in the air.
    pub floor_normal: [T; 3],
    /// Half of the length along each axis of a box; zero for another body.
    pub half_extents: [T; 3],
    /// The rotation of a box, a quaternion; zero for another body.
    pub rotation: [T; 4],
    /// The handle of a hull, as it was given; zero for another body. The walker itself needs no
    /// handle, but this state cannot be restored after the hull was freed. A program that saves the
    /// state saves the points of the hull, and replaces the handle when it restores the state.
    pub hull: u64,
}

/// The effect of a moving world on a walker.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RideKind {
    /// It was carried by the displacement, except for rounding.
    Carried = 0,
    /// An obstacle blocked it, or pushed it.
    Pushed = 1,
    /// No free position was found: the walker was not moved, and an obstacle moves into it.
    Crushed = 2,
}

/// The result of a ride of a walker.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Ride<T> {
    /// A `TangencyRideKind`.
    pub kind: u32,
    /// The position of the walker after the call: the end `a` of the axis of a capsule, the centre
    /// of a box.
    pub position: [T; 3],
    /// The feature of the obstacle that pushed the walker or runs into it, if there is one.
    pub by: Feature,
}

type Hero<T> = Walker<T, AnyWalkerBody<T>>;

impl<T: Real> From<&(Hero<T>, u64)> for WalkerState<T> {
    fn from((walker, hull): &(Hero<T>, u64)) -> Self {
        let state = walker.state();
        let nothing = WalkerFloor::new([T::ZERO; 3], [T::ZERO; 3]);
        let WalkerFloor { point, normal, .. } = state.floor.unwrap_or(nothing);
        let mut made = Self {
            position: walker.position(),
            axis: [T::ZERO; 3],
            radius: T::ZERO,
            velocity: state.velocity,
            carried: state.carried,
            floor_point: point,
            floor_normal: normal,
            half_extents: [T::ZERO; 3],
            rotation: [T::ZERO; 4],
            hull: *hull,
        };
        match state.body {
            AnyWalkerBody::Capsule(body) => {
                [_, made.axis] = body.b();
                made.radius = body.radius();
            }
            AnyWalkerBody::OrientedBox(body) => {
                made.half_extents = body.half_extents();
                made.rotation = body.rotation().quaternion();
            }
            AnyWalkerBody::Hull(_) => {}
        }
        made
    }
}

impl<T: Real> WalkerState<T> {
    /// Returns the body. A rotation is never zero, so a state without one is of a capsule.
    fn body(&self) -> Outcome<AnyWalkerBody<T>> {
        let Self { position, axis, radius, half_extents, rotation, hull, .. } = *self;
        let zero = [T::ZERO; 3];
        let refused = |message| Err(Failure::new(Code::BadInput, message));
        if hull != 0 {
            let others = [axis, half_extents, [radius, T::ZERO, T::ZERO]];
            if others != [zero; 3] || rotation != [T::ZERO; 4] {
                let message =
                    "state has a hull, so axis, radius, half_extents and rotation must be zero";
                return refused(message);
            }
            return held!(Hull, T, hull, "state.hull", |hull| Ok(hull
                .clone()
                .at(position)?
                .into()));
        }
        if rotation == [T::ZERO; 4] {
            if half_extents != zero {
                return refused("state.rotation is zero, must be the rotation of a box");
            }
            return Ok(tangency::WalkerState::capsule(position, axis, radius)?.into());
        }
        if axis != zero || radius != T::ZERO {
            return refused("state has a rotation, so axis and radius must be zero");
        }
        Ok(tangency::WalkerState::oriented_box(position, half_extents, rotation)?.into())
    }

    /// Restores this state of a walker.
    pub(crate) fn restore(self, (walker, hull): &mut (Hero<T>, u64)) -> Outcome<()> {
        let mut state = walker.state();
        state.body = self.body()?;
        (state.velocity, state.carried) = (self.velocity, self.carried);
        let (point, normal) = (self.floor_point, self.floor_normal);
        state.floor = (normal != [T::ZERO; 3]).then_some(WalkerFloor::new(point, normal));
        walker.restore(state)?;
        *hull = self.hull;
        Ok(())
    }
}

impl<T: Real> Ride<T> {
    pub(crate) fn of(ride: &tangency::Ride<T, 3, AnyFeature<3>>, position: [T; 3]) -> Self {
        let (kind, by) = match ride {
            tangency::Ride::Carried { .. } => (RideKind::Carried, Feature::NONE),
            tangency::Ride::Pushed { by, .. } => (RideKind::Pushed, by.into()),
            tangency::Ride::Crushed { by } => (RideKind::Crushed, by.into()),
        };
        Self { kind: kind as u32, position, by }
    }
}

impl Feature {
    pub(crate) const NONE: Self = Self {
        item: NOWHERE,
        triangle: NOWHERE,
        kind: FeatureKind::None as u32,
        index: 0,
        sides: [0; 3],
        plane_count: 0,
        vertex_count: 0,
        planes: [0; 8],
        vertices: [0; 8],
    };

    fn simplex(feature: tangency::Feature) -> Self {
        let (kind, index) = match feature {
            tangency::Feature::Vertex(index) => (FeatureKind::Vertex, index),
            tangency::Feature::Edge(index) => (FeatureKind::Edge, index),
            tangency::Feature::Face => (FeatureKind::Face, 0),
        };
        Self { kind: kind as u32, index: index.into(), ..Self::NONE }
    }
}

impl From<&AnyFeature<3>> for Feature {
    fn from(any: &AnyFeature<3>) -> Self {
        let item = any.item.map_or(NOWHERE, |id| id.number());
        let place = match &any.place {
            ItemFeature::Simplex(feature) => Self::simplex(*feature),
            ItemFeature::Box(feature) => {
                let sides = feature.sides.map(|side| match side {
                    Side::Min => -1,
                    Side::Between => 0,
                    Side::Max => 1,
                });
                Self { kind: FeatureKind::Sides as u32, sides, ..Self::NONE }
            }
            ItemFeature::Planes(feature) => {
                let (plane_count, planes) = first_eight(&feature.planes);
                Self { kind: FeatureKind::Planes as u32, plane_count, planes, ..Self::NONE }
            }
            ItemFeature::Hull(feature) => {
                let (vertex_count, vertices) = first_eight(&feature.vertices);
                Self { kind: FeatureKind::Vertices as u32, vertex_count, vertices, ..Self::NONE }
            }
            ItemFeature::Mesh(place) => {
                Self { triangle: place.triangle as u64, ..Self::simplex(place.feature) }
            }
            _ => Self::NONE,
        };
        Self { item, ..place }
    }
}

impl TouchedTriangle {
    /// Converts the contacts with some triangles, whose corners come one after another.
    pub(crate) fn each<T: Real>(
        touched: &[Touched<T, 3, AnyFeature<3>, AnyFeature<3>>],
    ) -> impl ExactSizeIterator<Item = Self> {
        let mut first_point = 0;
        touched.iter().map(move |Touched { points, feature, mover_feature }| {
            let first = first_point;
            first_point += points.len();
            Self {
                feature: feature.into(),
                mover_feature: mover_feature.into(),
                first_point: first,
                point_count: points.len(),
            }
        })
    }
}

/// Returns the number of all indices, and the first eight of them.
fn first_eight(indices: &[u32]) -> (usize, [u32; 8]) {
    let mut first = [0; 8];
    first.iter_mut().zip(indices).for_each(|(room, index)| *room = *index);
    (indices.len(), first)
}

/// The vector of NaN that stands for a missing vector.
pub(crate) fn nowhere<T: Real>() -> [T; 3] {
    [T::round(f64::NAN); 3]
}

impl<T: Real> Answer<T> {
    pub(crate) fn none() -> Self {
        let [none, ..] = nowhere();
        Self {
            status: Status::None as u32,
            approach: ApproachKind::None as u32,
            has_normal: 0,
            has_other_point: 0,
            time: none,
            center: nowhere(),
            point: nowhere(),
            other_point: nowhere(),
            normal: nowhere(),
            feature: Feature::NONE,
        }
    }

    /// Returns the answer for a contact, or for no contact.
    pub(crate) fn of_contact(contact: Option<&Contact<T, 3, AnyFeature<3>>>) -> Self {
        let Some(contact) = contact else { return Self::none() };
        let approach = match contact.approach {
            Approach::Approaching => ApproachKind::Approaching,
            Approach::Sliding => ApproachKind::Sliding,
            Approach::Parting => ApproachKind::Parting,
        };
        Self {
            status: Status::Contact as u32,
            approach: approach as u32,
            has_normal: contact.normal.is_some().into(),
            has_other_point: contact.other_point.is_some().into(),
            time: contact.time,
            center: contact.center,
            point: contact.point,
            other_point: contact.other_point.unwrap_or(nowhere()),
            normal: contact.normal.unwrap_or(nowhere()),
            feature: (&contact.feature).into(),
        }
    }

    pub(crate) fn of_overlap(overlap: &Overlap<T, 3, AnyFeature<3>>) -> Self {
        Self {
            status: Status::Overlap as u32,
            has_normal: overlap.normal.is_some().into(),
            time: T::ZERO,
            center: overlap.center,
            point: overlap.point,
            normal: overlap.normal.unwrap_or(nowhere()),
            feature: (&overlap.feature).into(),
            ..Self::none()
        }
    }
}

impl<T: Real> From<&tangency::Answer<T, 3, AnyFeature<3>>> for Answer<T> {
    fn from(answer: &tangency::Answer<T, 3, AnyFeature<3>>) -> Self {
        match answer {
            tangency::Answer::None => Self::none(),
            tangency::Answer::Overlap(overlap) => Self::of_overlap(overlap),
            tangency::Answer::Contact(contact) => Self::of_contact(Some(contact)),
        }
    }
}

impl<T: Real> ClosestPoint<T> {
    pub(crate) fn of(closest: Option<tangency::ClosestPoint<T, 3, AnyFeature<3>>>) -> Self {
        let [none, ..] = nowhere();
        match closest {
            Some(tangency::ClosestPoint { point, distance, feature, .. }) => {
                Self { exists: 1, point, distance, feature: (&feature).into() }
            }
            None => Self { exists: 0, point: nowhere(), distance: none, feature: Feature::NONE },
        }
    }
}

impl<T: Real> ClosestPoints<T> {
    pub(crate) fn of(closest: Option<tangency::ClosestPoints<T, 3, AnyFeature<3>>>) -> Self {
        let [none, ..] = nowhere();
        match closest {
            Some(tangency::ClosestPoints { point, on_axis, distance, feature, .. }) => {
                Self { exists: 1, point, on_axis, distance, feature: (&feature).into() }
            }
            None => Self {
                exists: 0,
                point: nowhere(),
                on_axis: nowhere(),
                distance: none,
                feature: Feature::NONE,
            },
        }
    }
}

impl<T: Real> Penetration<T> {
    pub(crate) fn of(penetration: Option<tangency::Penetration<T, 3>>) -> Self {
        let [none, ..] = nowhere();
        match penetration {
            Some(tangency::Penetration { direction, depth, .. }) => {
                Self { exists: 1, direction, depth }
            }
            None => Self { exists: 0, direction: nowhere(), depth: none },
        }
    }
}

impl<T: Real> Move<T> {
    pub(crate) fn of_advance(advance: &Advance<T, 3, AnyFeature<3>>, displacement: [T; 3]) -> Self {
        let met = match advance {
            Advance::Overlap(overlap) => Answer::of_overlap(overlap),
            Advance::Free { .. } | Advance::Blocked { .. } => Answer::of_contact(advance.contact()),
        };
        Self { position: advance.position(), left: advance.left(displacement), met }
    }

    pub(crate) fn of_slide(slide: &Slide<T, 3, AnyFeature<3>>) -> Self {
        let met = match &slide.overlap {
            Some(overlap) => Answer::of_overlap(overlap),
            None => Answer::of_contact(slide.contacts.first()),
        };
        Self { position: slide.position, left: slide.left, met }
    }
}

/// Converts the result of a search for a free position to its kind and the position.
pub(crate) fn recovered<T: Real>(recover: &Recover<T, 3>) -> (StartKind, Option<[T; 3]>) {
    match recover {
        Recover::Free => (StartKind::Free, None),
        Recover::Moved { position } => (StartKind::Moved, Some(*position)),
        Recover::NotFound => (StartKind::NotFound, None),
    }
}

/// Writes the exact numbers of an answer, a line each: the name, and `x`, `y` and `d` of `x + y
/// √d`, which are integers or fractions.
pub(crate) fn exact_lines(answer: &ExactAnswer<3, AnyFeature<3>>) -> String {
    let zero = Surd::from(Rational::ZERO);
    let (time, center, point, other_point, normal) = match answer {
        ExactAnswer::None => return String::new(),
        ExactAnswer::Overlap(Overlap { center, point, normal, .. }) => {
            (&zero, center, point, &None, normal)
        }
        ExactAnswer::Contact(Contact { time, center, point, other_point, normal, .. }) => {
            (time, center, point, other_point, normal)
        }
    };
    let mut lines = String::new();
    let mut line = |name: &str, number: &Surd| {
        lines += &format!("{name} {} {} {}\n", number.x(), number.y(), number.d());
    };
    line("time", time);
    let vectors = [
        ("center", Some(center)),
        ("point", Some(point)),
        ("other_point", other_point.as_ref()),
        ("normal", normal.as_ref()),
    ];
    for (name, vector) in vectors {
        for (i, number) in vector.into_iter().flatten().enumerate() {
            line(&format!("{name}[{i}]"), number);
        }
    }
    lines
}
