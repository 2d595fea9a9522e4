//! What comes out, as C has it, and how it is made of the library's answers.

use crate::handle::Real;
use tangency::any::Feature as AnyFeature;
use tangency::{
    Advance, Approach, Contact, ExactAnswer, InputError, ItemFeature, Overlap, Rational, Recover,
    Side, Slide, Surd, Walker, WalkerFloor,
};

/// What an answer is.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// They never touch within the motion.
    None = 0,
    /// They touch, at time zero or later.
    Contact = 1,
    /// They share more than a touch already at time zero.
    Overlap = 2,
    /// In a column: this row is no mover.
    BadRow = 3,
}

/// How the two go on at the moment of a touch, relative to each other.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApproachKind {
    /// There is no contact.
    None = 0,
    /// They move into each other.
    Approaching = 1,
    /// They graze.
    Sliding = 2,
    /// They move apart; possible only at time zero.
    Parting = 3,
}

/// What a place on an obstacle is.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureKind {
    /// There is none.
    None = 0,
    /// Vertex `index` of a point, a segment or a triangle.
    Vertex = 1,
    /// The inside of the edge from vertex `index` to the next.
    Edge = 2,
    /// The inside of a triangle.
    Face = 3,
    /// Of a box: `sides` says on which side of it the place is along each axis.
    Sides = 4,
    /// Of a polytope, a frustum or a parallelepiped: `planes` holds it.
    Planes = 5,
}

/// What stands for no triangle and no item.
pub const NOWHERE: u64 = u64::MAX;

/// A place on an obstacle: the feature of lowest dimension that holds it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Of a scene, the item that has the place; else `UINT64_MAX`.
    pub item: u64,
    /// Of a mesh, its triangle; else `UINT64_MAX`.
    pub triangle: u64,
    /// How many planes hold the place.
    pub plane_count: usize,
    /// What it is: a `TangencyFeatureKind`.
    pub kind: u32,
    /// Which vertex or edge.
    pub index: u32,
    /// Along each axis of a box -1, 0 or 1: on its least side, between, on its greatest side.
    pub sides: [i32; 3],
    /// The first eight of them. `tangency_query` tells all.
    pub planes: [u32; 8],
}

/// What a mover meets first. Each number is the float nearest to the exact value; NaN where there
/// is none.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Answer<T> {
    /// A `TangencyStatus`.
    pub status: u32,
    /// A `TangencyApproachKind`.
    pub approach: u32,
    /// Whether there is a normal: 0 or 1.
    pub has_normal: u32,
    /// Whether a capsule touches all along a segment: 0 or 1.
    pub has_other_point: u32,
    /// The time of the first touch; 0 of an overlap.
    pub time: T,
    /// The centre of the mover at that time; of a capsule the end `a` of its axis.
    pub center: [T; 3],
    /// The touched point of the obstacle, where the obstacle then is.
    pub point: [T; 3],
    /// The other end of what is touched, where a capsule touches all along a segment.
    pub other_point: [T; 3],
    /// The unit vector from the point to the centre; of a capsule, to its axis.
    pub normal: [T; 3],
    /// What of the obstacle holds the point.
    pub feature: Feature,
}

/// Where answers of many are written, a column each: room for as many rows as there are movers, or
/// null if it is not wanted. What a row has not is NaN.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct AnswerColumns<T> {
    /// A `TangencyStatus` each.
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

/// The point of an obstacle that is closest to a given one.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ClosestPoint<T> {
    /// Whether there is one, 0 or 1: what is empty has none.
    pub exists: u32,
    /// The point; if the given one is inside of a solid, the given one.
    pub point: [T; 3],
    /// How far it is.
    pub distance: T,
    /// What of the obstacle holds it.
    pub feature: Feature,
}

/// The closest points of an obstacle and of the axis of a capsule.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ClosestPoints<T> {
    /// Whether there are any, 0 or 1: what is empty has none.
    pub exists: u32,
    /// The obstacle's.
    pub point: [T; 3],
    /// The axis'.
    pub on_axis: [T; 3],
    /// How far the capsule is from the obstacle.
    pub distance: T,
    /// What of the obstacle holds its point.
    pub feature: Feature,
}

/// The least translation that ends an overlap.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Penetration<T> {
    /// Whether they overlap, 0 or 1.
    pub exists: u32,
    /// The unit vector along which to move.
    pub direction: [T; 3],
    /// How far.
    pub depth: T,
}

/// Where a body has moved to.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Move<T> {
    /// Where it then is: its centre, or the end `a` of its axis.
    pub position: [T; 3],
    /// What is left of the displacement.
    pub left: [T; 3],
    /// What it met: of status overlap if it overlapped something as it began, and did not move;
    /// contact if something blocked it, the first of all; else none.
    pub met: Answer<T>,
}

/// What a walker found at the beginning of a step.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartKind {
    /// It overlapped nothing.
    Free = 0,
    /// It overlapped something, and was put where it does not.
    Moved = 1,
    /// It overlapped something, and no free place was found: it did not move.
    NotFound = 2,
}

/// What became of a step of a walker.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Step<T> {
    /// A `TangencyStartKind`.
    pub start: u32,
    /// Where it then is: the end `a` of its axis.
    pub position: [T; 3],
    /// How far it goes by itself in the next step.
    pub velocity: [T; 3],
    /// On what it stands, if on anything.
    pub floor: Answer<T>,
    /// On what it has knocked its head, if on anything.
    pub ceiling: Answer<T>,
    /// Whether it hangs between surfaces that are too steep, 0 or 1: it has no floor, and yet it
    /// cannot fall.
    pub is_wedged: u32,
    /// The displacement of the platform that it left in this step; zero if it left none. The
    /// velocity has it already, unless the options say otherwise.
    pub platform_velocity: [T; 3],
}

/// The complete state of a walker, except for its options: nothing but numbers, to save it, to send
/// it, to roll it back.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct WalkerState<T> {
    /// The end `a` of the axis of its body.
    pub position: [T; 3],
    /// The vector from there to the other end.
    pub axis: [T; 3],
    /// The radius of its body.
    pub radius: T,
    /// How far it goes by itself in a step: it falls, or was thrown.
    pub velocity: [T; 3],
    /// The displacement of the platform that carried it since its last step; zero after each step.
    pub carried: [T; 3],
    /// The point of the floor on which it stands.
    pub floor_point: [T; 3],
    /// The normal there; zero if it is in the air.
    pub floor_normal: [T; 3],
}

/// What a moving world has done to a walker.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RideKind {
    /// It went along as it should; rounding aside.
    Carried = 0,
    /// Something was in its way, or pushed it.
    Pushed = 1,
    /// No way out was found: it was not moved, and something runs into it.
    Crushed = 2,
}

/// What became of a ride of a walker.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Ride<T> {
    /// A `TangencyRideKind`.
    pub kind: u32,
    /// Where it then is: the end `a` of its axis.
    pub position: [T; 3],
    /// What pushed it or runs into it, if anything.
    pub by: Feature,
}

impl<T: Real> From<tangency::WalkerState<T>> for WalkerState<T> {
    fn from(state: tangency::WalkerState<T>) -> Self {
        let nothing = WalkerFloor::new([T::ZERO; 3], [T::ZERO; 3]);
        let WalkerFloor { point, normal, .. } = state.floor.unwrap_or(nothing);
        Self {
            position: state.position,
            axis: state.axis,
            radius: state.radius,
            velocity: state.velocity,
            carried: state.carried,
            floor_point: point,
            floor_normal: normal,
        }
    }
}

impl<T: Real> WalkerState<T> {
    /// Puts a walker into this state.
    pub(crate) fn restore(self, walker: &mut Walker<T>) -> Result<(), InputError> {
        let mut state = walker.state();
        (state.position, state.axis, state.radius) = (self.position, self.axis, self.radius);
        (state.velocity, state.carried) = (self.velocity, self.carried);
        let (point, normal) = (self.floor_point, self.floor_normal);
        state.floor = (normal != [T::ZERO; 3]).then_some(WalkerFloor::new(point, normal));
        walker.restore(state)
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
        planes: [0; 8],
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
                let mut planes = [0; 8];
                planes.iter_mut().zip(&feature.planes).for_each(|(room, plane)| *room = *plane);
                let plane_count = feature.planes.len();
                Self { kind: FeatureKind::Planes as u32, plane_count, planes, ..Self::NONE }
            }
            ItemFeature::Mesh(place) => {
                Self { triangle: place.triangle as u64, ..Self::simplex(place.feature) }
            }
            _ => Self::NONE,
        };
        Self { item, ..place }
    }
}

/// A vector where there is none.
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

    /// The contact, or none.
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

/// How a search for a free place ended, and where that is.
pub(crate) fn recovered<T: Real>(recover: &Recover<T, 3>) -> (StartKind, Option<[T; 3]>) {
    match recover {
        Recover::Free => (StartKind::Free, None),
        Recover::Moved { position } => (StartKind::Moved, Some(*position)),
        Recover::NotFound => (StartKind::NotFound, None),
    }
}

/// An answer in exact numbers as lines: a name, and `x`, `y` and `d` of `x + y √d`, each a whole
/// number or a fraction.
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
