//! What a box answers a capsule: of its faces, the one that is met first.
//!
//! From outside, the distance from a box is the least of those from its faces. So each face is
//! asked, as a rectangle; a flat box is one, or a segment, or a point. A box that is turned is seen
//! from its own frame, where its corners are given floats.
//!
//! An entry into the box leads over a face that faces the path, or its border: so the times of
//! those need be compared, and these are seldom equal.
//!
//! Source: the normal cones of a sum of convex sets, as in `decision.rs`. Derivation:
//! `docs/theory.md`, §1, "Capsules".

use super::at_rest::{Closest, Depth, DistanceOf, Nearest, Outward, WhatExit};
use super::cast::{CapsuleCast, CapsuleTouch, End, Piece, capsule_cast_of};
use crate::contact::answer::{
    Answer, Approach, ClosestPoints, Contact, ExactAnswer, Feature, Overlap, Penetration,
};
use crate::contact::body::{Ball, BallInFrame, Body, Reach, can_enter, entering, towards_entry};
use crate::contact::boxes::{BoxFeature, Side};
use crate::contact::cast::{Asked, Cast, Meeting, Question, When, ask};
use crate::contact::conditions::approach_of;
use crate::contact::course::Course;
use crate::contact::driver::{answer, exact_answer, is_too_late, leaving, time_of};
use crate::contact::obstacle::{NearAxisBy, still};
use crate::contact::rounded::rounded;
use crate::contact::sealed::{Leave, Meets, Near, NearAxis};
use crate::contact::simplex::Place;
use crate::number::{
    Bracket, Decision, Effort, Inputs, Lift, Measure, Number, Quantity, Range, Rational, Rescale,
    Rounding, Scaled, Sign, Surd, Unit, Unsure, Value, bracket, compare_two, decide, fraction,
    measure, measure_exactly,
};
use crate::shape::vector::{Vector, cross, dot, from_space, in_space, squared};
use crate::shape::{AlignedBox, Capsule, Moving, OrientedBox, Point, Scalar, Shape, Sphere, Until};
use Sign::{Negative, Positive, Zero};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A capsule on its way to a box, as the box sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToBox<B> {
    /// One end of the axis, and the other as a sum of two.
    pub(super) ends: [[f64; 3]; 3],
    pub(super) body: B,
    pub(super) course: Course<3>,
    /// The box in its own frame.
    pub(super) bounds: [[f64; 3]; 2],
}

/// The sides of the box on which a corner of one of its faces is.
type Sides = [Side; 3];

/// A face of the box.
#[derive(Clone, Copy, Debug)]
struct Face<B> {
    cast: CapsuleCast<4, B>,
    corners: [Sides; 4],
    /// Whether the corners run counterclockwise as seen from outside.
    is_outward: bool,
    /// Whether it is all that there is.
    is_alone: bool,
}

/// A face, and how it is met.
struct Found<B: Body> {
    face: Face<B>,
    scaled: Scaled<CapsuleCast<4, B>>,
    meeting: Meeting<(), CapsuleTouch>,
    /// The time.
    key: Bracket,
}

/// Whether a rectangle moves towards the capsule, away from it, or along itself: the sign of its
/// normal times the velocity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facing;

impl Question for Facing {
    const SELDOM: bool = true;
}

impl<B: Body> Decision for Asked<'_, CapsuleCast<4, B>, Facing> {
    type Outcome = Sign;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Sign, Unsure> {
        let x = self.cast.ways(lift);
        dot(&cross(&x.e[0], &x.e[1]), &x.v).sign()
    }
}

/// On which side of a rectangle the axis is, where its inside is the closest.
#[derive(Clone, Copy, Debug)]
pub(super) struct SideOf(pub(super) Piece);

impl Question for SideOf {
    const SELDOM: bool = true;
}

impl<B: Body> Decision for Asked<'_, CapsuleCast<4, B>, SideOf> {
    type Outcome = Sign;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Sign, Unsure> {
        let x = self.cast.ways(lift);
        let end = match self.question.0 {
            Piece::End(end, Place { feature: Feature::Face, .. }) => end,
            Piece::AlongFace(_) => End::A,
            _ => return Ok(Zero),
        };
        dot(&cross(&x.e[0], &x.e[1]), &x.d[end.index()][0]).sign()
    }
}

impl<B: Body> ToBox<B> {
    /// The faces of the box; of a flat box the one that it is.
    fn faces(&self) -> impl Iterator<Item = Face<B>> + '_ {
        let [min, max] = &self.bounds;
        let flat = (0..3).find(|&k| min[k] == max[k]);
        (0..6).filter_map(move |i| {
            let (k, is_max) = (i / 2, i % 2 == 1);
            let is_there = flat.is_none_or(|flat| k == flat && !is_max);
            is_there.then(|| self.face(k, is_max, flat.is_some()))
        })
    }

    /// The face across an axis. Its corners run counterclockwise as seen from above.
    fn face(&self, k: usize, is_max: bool, is_alone: bool) -> Face<B> {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let corners = [[false, false], [true, false], [true, true], [false, true]].map(|[a, b]| {
            let mut sides = [Side::Min; 3];
            for (axis, is_max) in [(k, is_max), (i, a), (j, b)] {
                sides[axis] = if is_max { Side::Max } else { Side::Min };
            }
            sides
        });
        let vertices = corners.map(|sides| {
            core::array::from_fn(|k| self.bounds[usize::from(sides[k] == Side::Max)][k])
        });
        let cast = capsule_cast_of(self.ends, self.body, self.course, vertices);
        Face { cast, corners, is_outward: is_max, is_alone }
    }

    /// How the face is met that is met first: an overlap, or the least exact time.
    fn first(&self, effort: &mut Effort) -> Option<Found<B>> {
        let mut best: Option<Found<B>> = None;
        let mut is_best_ahead = false;
        for face in self.faces() {
            let Some(found) = Found::of(face, effort) else { continue };
            let Meeting::Contact(_) = found.meeting else { return Some(found) };
            let is_ahead = found.enters() && found.is_ahead(effort);
            let comes_first = match &best {
                None => true,
                Some(best) if is_ahead != is_best_ahead && found.enters() && best.enters() => {
                    is_ahead
                }
                Some(best) => found.comes_first(best, effort),
            };
            if comes_first {
                (is_best_ahead, best) = (is_ahead, Some(found));
            }
        }
        best
    }

    /// The face that is closest to the axis at time zero; of equals one along which the axis lies.
    fn closest(&self, effort: &mut Effort) -> Option<(Face<B>, Option<Nearest>)> {
        let mut best: Option<(Face<B>, Option<Nearest>, Scaled<_>)> = None;
        let along = |nearest: &Option<Nearest>| is_along(nearest.map(|nearest| nearest.piece));
        for face in self.faces() {
            let scaled = Scaled::new(face.cast);
            let nearest = decide(&ask(&scaled, Closest), effort);
            let is_closer = best.as_ref().is_none_or(|(_, other, closest)| {
                let distance = ask(&scaled, DistanceOf(nearest));
                let least = ask(closest, DistanceOf(*other));
                let order = compare_measures(&distance, &least, effort);
                order.then(along(other).cmp(&along(&nearest))) == Ordering::Less
            });
            if is_closer {
                best = Some((face, nearest, scaled));
            }
        }
        best.map(|(face, nearest, _)| (face, nearest))
    }

    /// How it is left, run backwards: as the last of its faces is.
    fn last(&self) -> Option<(Scaled<CapsuleCast<4, B>>, CapsuleTouch)> {
        let mut last: Option<(Scaled<CapsuleCast<4, B>>, CapsuleTouch)> = None;
        for face in self.faces() {
            let Some((scaled, touch)) = leaving(face.cast) else { continue };
            let time = CapsuleCast::time(&scaled, touch, true);
            let is_later = last.as_ref().is_none_or(|(other, touch)| {
                let other = CapsuleCast::time(other, *touch, true);
                compare_measures(&time, &other, &mut Effort::default()) == Ordering::Greater
            });
            if is_later {
                last = Some((scaled, touch));
            }
        }
        last
    }
}

/// Whether the axis lies along a face, and along an edge: of such a one more is touched than any
/// other face knows.
fn is_along(piece: Option<Piece>) -> [bool; 2] {
    let is_along_face = matches!(piece, Some(Piece::AlongFace(_)));
    [is_along_face, is_along_face || matches!(piece, Some(Piece::AlongEdge(_)))]
}

/// Which of two numbers is greater, exactly.
fn compare_measures<M: Measure<1>>(a: &Scaled<M>, b: &Scaled<M>, effort: &mut Effort) -> Ordering {
    bracket(a).compare(&bracket(b)).unwrap_or_else(|| compare_two(a, b, effort))
}

impl<B: Body> Face<B> {
    /// The box's name of a feature of the face, which the capsule touches from a side.
    fn feature<const N: usize>(&self, feature: Feature, side: Sign) -> BoxFeature<N> {
        let common = |corners: &[Sides]| -> Sides {
            core::array::from_fn(|k| {
                let first = corners[0][k];
                if corners.iter().all(|sides| sides[k] == first) { first } else { Side::Between }
            })
        };
        let mut sides = match feature {
            Feature::Vertex(i) => self.corners[i as usize % 4],
            Feature::Edge(i) => {
                common(&[self.corners[i as usize % 4], self.corners[(i as usize + 1) % 4]])
            }
            Feature::Face => common(&self.corners),
        };
        // What is flat has both sides.
        if self.is_alone
            && side == Sign::Positive
            && let Some(k) = self.across()
        {
            sides[k] = Side::Max;
        }
        BoxFeature { sides: core::array::from_fn(|k| sides[k]) }
    }

    /// The same touch, of an axis without thickness that lies on the face from the start on: where
    /// the face has an inside and an outside it is on the outside, whichever way it goes.
    fn seen_from_outside(
        &self,
        scaled: &Scaled<CapsuleCast<4, B>>,
        touch: CapsuleTouch,
        effort: &mut Effort,
    ) -> CapsuleTouch {
        match touch {
            CapsuleTouch { when: When::Start, piece: Piece::AlongFace(_), .. }
                if !self.is_alone && self.cast.body.is_point() =>
            {
                let side = if self.is_outward { Positive } else { Negative };
                let approach = approach_of(decide(&ask(scaled, Facing), effort).times(side));
                CapsuleTouch { piece: Piece::AlongFace(side), approach, ..touch }
            }
            touch => touch,
        }
    }

    /// On which side of the face the axis is, if it is all that there is and closest there.
    fn side(&self, nearest: Option<Nearest>, effort: &mut Effort) -> Sign {
        match nearest {
            Some(nearest) if self.is_alone => {
                decide(&ask(&Scaled::new(self.cast), SideOf(nearest.piece)), effort)
            }
            _ => Zero,
        }
    }

    /// The axis across which the face lies.
    fn across(&self) -> Option<usize> {
        (0..3).find(|&k| self.corners.iter().all(|sides| sides[k] == self.corners[0][k]))
    }
}

impl<B: Body> Found<B> {
    fn of(face: Face<B>, effort: &mut Effort) -> Option<Self> {
        let scaled = Scaled::new(face.cast);
        let meeting = match decide(&scaled, effort) {
            Meeting::Contact(touch) => {
                Meeting::Contact(face.seen_from_outside(&scaled, touch, effort))
            }
            meeting => meeting,
        };
        let key = match meeting {
            Meeting::Apart => return None,
            Meeting::Overlap(()) => Bracket { lower: 0.0, upper: 0.0 },
            Meeting::Contact(touch) => bracket(&CapsuleCast::time(&scaled, touch, false)),
        };
        Some(Self { face, scaled, meeting, key })
    }

    fn touch(&self) -> Option<CapsuleTouch> {
        match self.meeting {
            Meeting::Contact(touch) => Some(touch),
            _ => None,
        }
    }

    /// Whether it is met from outside, and by more than a graze.
    fn enters(&self) -> bool {
        self.touch().is_some_and(|touch| touch.when == When::Enters)
    }

    /// Whether the path leads down on the face.
    fn is_ahead(&self, effort: &mut Effort) -> bool {
        let facing = decide(&ask(&self.scaled, Facing), effort);
        if self.face.is_outward { facing == Negative } else { -facing == Negative }
    }

    /// Which part of the capsule touches what of the box.
    fn place(&self) -> Option<(u8, BoxFeature<3>)> {
        let (part, feature) = match self.touch()?.piece {
            Piece::End(end, place) => (end as u8, place.feature),
            Piece::Vertex(i) => (2, Feature::Vertex(i)),
            Piece::Edge(i, _) => (2, Feature::Edge(i)),
            Piece::AlongEdge(i) => (3, Feature::Edge(i)),
            Piece::AlongFace(_) => (3, Feature::Face),
        };
        Some((part, self.face.feature(feature, Zero)))
    }

    fn comes_first(&self, other: &Self, effort: &mut Effort) -> bool {
        let order = self.key.compare(&other.key).unwrap_or_else(|| {
            if self.place() == other.place() {
                return Ordering::Equal;
            }
            match (self.touch(), other.touch()) {
                (Some(a), Some(b)) => compare_measures(
                    &CapsuleCast::time(&self.scaled, a, false),
                    &CapsuleCast::time(&other.scaled, b, false),
                    effort,
                ),
                _ => Ordering::Equal,
            }
        });
        let along = |found: &Self| is_along(found.touch().map(|touch| touch.piece));
        order.then(along(other).cmp(&along(self))) == Ordering::Less
    }

    /// Whether the axis, or an end of it, is straight before the face.
    fn is_before_face(&self) -> bool {
        self.place().is_some_and(|(_, at)| at == self.face.feature(Feature::Face, Zero))
    }

    /// The box's name of a feature of the face.
    fn feature<const N: usize>(&self, feature: Feature) -> BoxFeature<N> {
        self.face.feature(feature, self.side())
    }

    /// From which side a face is touched.
    fn side(&self) -> Sign {
        match self.touch().map(|touch| touch.piece) {
            Some(Piece::End(_, place)) => place.side,
            Some(Piece::AlongFace(side)) => side,
            _ => Zero,
        }
    }
}

/// A box that capsules meet: how it and a capsule are seen, and the same box for a sphere.
trait BoxShape<T: Scalar, const N: usize>: Shape<Scalar = T, Vector = [T; N]> + Copy {
    type Ball: Body;
    fn ball(&self, reach: Reach) -> Self::Ball;
    /// Its least and its greatest corner, in its own frame.
    fn bounds(&self) -> [[f64; 3]; 2];
}

impl<T: Scalar, const N: usize> BoxShape<T, N> for AlignedBox<T, N> {
    type Ball = Ball;

    fn ball(&self, reach: Reach) -> Ball {
        Ball { reach }
    }
    fn bounds(&self) -> [[f64; 3]; 2] {
        [self.min(), self.max()].map(in_space)
    }
}

impl<T: Scalar, const N: usize> BoxShape<T, N> for OrientedBox<T, N> {
    type Ball = BallInFrame;

    fn ball(&self, reach: Reach) -> BallInFrame {
        let quaternion = self.rotation().in_space().map(Scalar::widen);
        BallInFrame { reach, quaternion, translation: in_space(self.center()) }
    }
    fn bounds(&self) -> [[f64; 3]; 2] {
        let half = in_space(self.half_extents());
        [half.map(|x| -x), half]
    }
}

impl<T: Scalar, const N: usize> Capsule<T, N> {
    /// Whether it is a sphere.
    fn has_no_length(&self) -> bool {
        let [b, beyond] = self.b();
        b == self.a() && beyond == [T::ZERO; N]
    }

    /// A point that goes from `a` to the other end.
    fn along_axis(&self) -> Moving<Sphere<T, N>> {
        let [b, beyond] = self.b();
        let point = Moving::still(Sphere::of(self.a(), T::ZERO));
        // The axis is given by two ends, or as it is.
        if b == self.a() {
            point.straight([T::ZERO; N], beyond)
        } else {
            point.straight(self.a(), b)
        }
    }
}

/// What a box must be to meet capsules: a sphere meets it, and the ball about an end is one.
trait MeetsBalls<T: Scalar, const N: usize>:
    Meets<T, N, Sphere<T, N>, Feature = BoxFeature<N>>
{
}
impl<T: Scalar, O: Meets<T, N, Sphere<T, N>, Feature = BoxFeature<N>>, const N: usize>
    MeetsBalls<T, N> for O
{
}

/// A capsule and a box, and how they move.
struct Pair<'a, T: Scalar, S: BoxShape<T, N>, const N: usize> {
    capsule: &'a Moving<Capsule<T, N>>,
    target: &'a Moving<S>,
}

impl<T: Scalar, S: BoxShape<T, N>, const N: usize> Pair<'_, T, S, N>
where
    Moving<S>: MeetsBalls<T, N>,
{
    fn to_box(&self) -> ToBox<S::Ball> {
        let [b, beyond] = self.capsule.shape().b().map(in_space);
        let ends = [in_space(self.capsule.shape().a()), b, beyond];
        let reach = Reach::of_capsule(&self.capsule.towards_rounded(self.target.rounding()));
        let shape = self.target.shape();
        let course = Course::of(self.capsule, self.target);
        ToBox { ends, body: shape.ball(reach), course, bounds: shape.bounds() }
    }

    /// The same as a sphere, if the capsule is one.
    fn as_sphere(&self) -> Option<Moving<Sphere<T, N>>> {
        let shape = self.capsule.shape();
        let sphere = Sphere::of(shape.a(), shape.radius());
        shape.has_no_length().then(|| self.capsule.with(sphere))
    }

    /// Whether `a` is inside of the box at time zero.
    fn starts_inside(&self, effort: &mut Effort) -> bool {
        let point = Moving::still(Sphere::of(self.capsule.shape().a(), T::ZERO));
        let sharp = Moving::still(*self.target.shape());
        matches!(sharp.meet(&point, effort), Answer::Overlap(_))
    }

    /// Whether an axis without thickness meets the inside of the box, or crosses it where it is a
    /// rectangle in space.
    fn is_pierced(&self, to_box: ToBox<S::Ball>, effort: &mut Effort) -> bool {
        let [min, max] = to_box.bounds;
        let is_solid = (0..N).all(|k| min[k] < max[k]);
        let to_box = ToBox { course: Course::STILL, ..to_box };
        let scaled = Scaled::new(Within { to_box, dimensions: N });
        (N == 3 || is_solid) && decide(&ask(&scaled, IsInside), effort)
    }

    /// How they meet: of an overlap, no face.
    fn first(&self, effort: &mut Effort) -> Option<Result<Found<S::Ball>, ()>> {
        let to_box = self.to_box();
        if to_box.body.is_point() && self.is_pierced(to_box, effort) {
            return Some(Err(()));
        }
        let found = to_box.first(effort);
        let is_overlap = match &found {
            _ if to_box.body.is_point() => false,
            None => self.starts_inside(effort),
            Some(found) => match found.touch() {
                None => true,
                // In the plane what is in front of the face is inside.
                Some(_) if N == 2 && found.is_before_face() => true,
                Some(touch)
                    if found.face.is_alone
                        || touch.when == When::Enters && found.is_ahead(effort) =>
                {
                    false
                }
                Some(_) => self.starts_inside(effort),
            },
        };
        if is_overlap { Some(Err(())) } else { found.map(Ok) }
    }

    /// Where the axis first meets the box, rounded as it is; if it does.
    fn first_of_axis(&self, effort: &mut Effort) -> Option<([T; N], BoxFeature<N>)> {
        let still = Moving::still(*self.target.shape()).towards_rounded(self.target.rounding());
        match still.meet(&self.capsule.shape().along_axis(), effort) {
            Answer::None => None,
            Answer::Overlap(Overlap { point, feature, .. }) => Some((point, feature)),
            Answer::Contact(Contact { point, feature, .. }) => Some((point, feature)),
        }
    }

    fn meet(&self, effort: &mut Effort) -> Answer<T, N, BoxFeature<N>> {
        if let Some(sphere) = self.as_sphere() {
            return self.target.meet(&sphere, effort);
        }
        match self.first(effort) {
            None => Answer::None,
            Some(Ok(found)) => {
                answer(&found.scaled, found.meeting, self.target.end_with(self.capsule), effort)
                    .map_feature(|feature| found.feature(feature))
            }
            Some(Err(())) => {
                let center = self.capsule.shape().a();
                if let Some((point, feature)) = self.first_of_axis(effort) {
                    return Answer::Overlap(Overlap { center, point, normal: None, feature });
                }
                let Some((face, nearest)) = self.to_box().closest(effort) else {
                    return Answer::None;
                };
                let (scaled, side) = (Scaled::new(face.cast), face.side(nearest, effort));
                answer::<T, _, N>(&scaled, Meeting::Overlap(()), Until::NEVER, effort)
                    .map_feature(|feature| face.feature(feature, side))
            }
        }
    }

    fn meet_exactly(&self) -> ExactAnswer<N, BoxFeature<N>> {
        match self.as_sphere() {
            Some(sphere) => self.target.meet_exactly(&sphere),
            None => self.exact_answer(|_| true),
        }
    }

    fn enter_exactly(&self) -> ExactAnswer<N, BoxFeature<N>> {
        if let Some(sphere) = self.as_sphere() {
            return self.target.enter_exactly(&sphere);
        }
        let rounding = self.capsule.towards_rounded(self.target.rounding()).rounding();
        let can_enter = can_enter(self.capsule.shape(), rounding);
        self.exact_answer(|touch| !can_enter || touch.approach == Approach::Approaching)
    }

    /// How they meet, in exact numbers; never, if they touch in a way that does not count.
    fn exact_answer(
        &self,
        counts: impl FnOnce(CapsuleTouch) -> bool,
    ) -> ExactAnswer<N, BoxFeature<N>> {
        let effort = &mut Effort::default();
        match self.first(effort) {
            None => ExactAnswer::None,
            Some(Ok(found)) if !found.touch().is_none_or(counts) => ExactAnswer::None,
            Some(Ok(found)) => {
                let end = self.target.end_with(self.capsule);
                exact_answer(&found.scaled, found.meeting, end)
                    .map_feature(|feature| found.feature(feature))
            }
            Some(Err(())) => {
                let still =
                    Moving::still(*self.target.shape()).towards_rounded(self.target.rounding());
                let center = self.capsule.shape().a().map(|x| Surd::from(fraction(x.widen())));
                match still.meet_exactly(&self.capsule.shape().along_axis()) {
                    ExactAnswer::Overlap { point, feature, .. }
                    | ExactAnswer::Contact { point, feature, .. } => {
                        return ExactAnswer::Overlap { center, point, normal: None, feature };
                    }
                    ExactAnswer::None => {}
                }
                let Some((face, nearest)) = self.to_box().closest(effort) else {
                    return ExactAnswer::None;
                };
                let (scaled, side) = (Scaled::new(face.cast), face.side(nearest, effort));
                exact_answer::<T, _, N>(&scaled, Meeting::Overlap(()), Until::NEVER)
                    .map_feature(|feature| face.feature(feature, side))
            }
        }
    }

    fn time(&self, rounding: Rounding) -> Option<T> {
        if let Some(sphere) = self.as_sphere() {
            return self.target.time(&sphere, rounding);
        }
        let effort = &mut Effort::default();
        let found = self.first(effort)?.ok()?;
        let end = self.target.end_with(self.capsule);
        time_of(&found.scaled, found.meeting, end, rounding, effort)
    }

    /// How it is left, run backwards; `None` if it is not met, or for ever.
    fn last(&self) -> Option<(Scaled<CapsuleCast<4, S::Ball>>, CapsuleTouch)> {
        let effort = &mut Effort::default();
        if let Ok(found) = self.first(effort)?
            && let Some(touch) = found.touch()
            && is_too_late(&found.scaled, touch, self.target.end_with(self.capsule), effort)
        {
            return None;
        }
        self.to_box().last()
    }

    fn closest_points(&self) -> Option<ClosestPoints<T, N, BoxFeature<N>>> {
        let effort = &mut Effort::default();
        if let Some((point, feature)) = self.first_of_axis(effort) {
            return Some(ClosestPoints { point, on_axis: point, distance: T::ZERO, feature });
        }
        let (face, nearest) = self.to_box().closest(effort)?;
        let side = face.side(nearest, effort);
        let closest = NearAxisBy::<N>::closest_points::<T>(face.cast);
        Some(closest.map_feature(|feature| face.feature(feature, side)))
    }

    fn exact_distance(&self) -> Option<Surd> {
        let effort = &mut Effort::default();
        if self.first_of_axis(effort).is_some() {
            return Some(Surd::from(Rational::ZERO));
        }
        let (face, _) = self.to_box().closest(effort)?;
        Some(NearAxisBy::<N>::exact_distance(face.cast))
    }

    fn penetration(&self) -> Option<Penetration<T, N>> {
        let effort = &mut Effort::default();
        self.first(effort)?.err()?;
        let still = Moving::still(*self.target.shape());
        let meets_axis = still.meet(&self.capsule.shape().along_axis(), effort) != Answer::None;
        let to_box = self.to_box();
        let (face, nearest) = to_box.closest(effort)?;
        if let (false, Some(nearest)) = (meets_axis, nearest) {
            let scaled = Scaled::new(face.cast);
            let direction = measure::<T, _, 3>(&ask(&scaled, Outward(nearest)), effort);
            let [depth] = measure(&ask(&scaled, Depth(nearest)), effort);
            return Some(Penetration { direction: from_space(&direction), depth });
        }
        let scaled = Scaled::new(Within { to_box, dimensions: N });
        let exit = decide(&ask(&scaled, WhatExit), effort);
        let [x, y, z, depth] = measure::<T, _, 4>(&ask(&scaled, exit), effort);
        Some(Penetration { direction: from_space(&[x, y, z]), depth })
    }
}

/// A capsule whose axis meets a box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within<B> {
    pub(super) to_box: ToBox<B>,
    pub(super) dimensions: usize,
}

/// A face of the box and of what it sweeps: its number among them, and whether it is the opposite
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FaceOut {
    number: usize,
    is_opposite: bool,
}

impl<B: Body> Inputs for Within<B> {
    const SELDOM: bool = true;
    const IS_DEEP: bool = !B::IS_IN_WORLD;
    const RANGE: Range = B::RANGE;

    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.to_box.body.visit(see);
        for &vector in self.to_box.ends.iter().chain(&self.to_box.bounds) {
            see(Quantity::Length, vector);
        }
    }
}

impl<B: Body> Rescale for Within<B> {
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        let ToBox { ends, body, course, bounds } = self.to_box;
        let mut length = |vector: [f64; 3]| vector.map(|x| change(Quantity::Length, x));
        let (ends, bounds) = (ends.map(&mut length), bounds.map(&mut length));
        Self { to_box: ToBox { ends, body: body.map(change), course, bounds }, ..*self }
    }
}

impl<B: Body> Within<B> {
    /// The normals of the faces, and how far `a` is behind each: as a length times that of the
    /// normal.
    fn faces<N: Number>(&self, lift: &impl Lift<N>) -> Vec<(FaceOut, Vector<N>, N)> {
        // In the plane the box is a face, else it is between two.
        let axis = if self.dimensions == 2 { 2 } else { 0 };
        let [below, above] =
            [false, true].map(|is_max| self.to_box.face(axis, is_max, false).cast.ways(lift));
        // Along the axes of the box, which has some without any length where it is flat.
        let [up, e, f]: [Vector<N>; 3] = [axis, (axis + 1) % 3, (axis + 2) % 3]
            .map(|i| core::array::from_fn(|k| if k == i { N::one() } else { N::zero() }));
        let l = &below.l;
        let normals = if self.dimensions == 2 {
            [cross(&up, &e), cross(&up, &f), cross(&up, l)].to_vec()
        } else {
            let across = [cross(&up, l), cross(&e, l), cross(&f, l)];
            [[up, e, f], across].concat()
        };
        let mut faces = Vec::new();
        for (number, normal) in normals.iter().enumerate() {
            for is_opposite in [false, true] {
                let n =
                    if is_opposite { normal.each_ref().map(N::negated) } else { normal.clone() };
                let corners = [&below, &above].map(|ways| ways.d.as_flattened());
                let behind = |d: &Vector<N>| dot(&n, d).negated();
                let first = behind(&below.d[0][0]);
                let depth = corners.concat().iter().fold(first, |h, d| h.or_greater(&behind(d)));
                faces.push((FaceOut { number, is_opposite }, n, depth));
            }
        }
        faces
    }
}

/// Whether `a` is behind all of these faces, and on none: then the axis does not only touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct IsInside;

impl Question for IsInside {
    const SELDOM: bool = true;
}

impl<B: Body> Decision for Asked<'_, Within<B>, IsInside> {
    type Outcome = bool;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<bool, Unsure> {
        for (_, normal, depth) in self.cast.faces(lift) {
            if depth.sign()? != Positive && squared(&normal).sign()? != Zero {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl<B: Body> Decision for Asked<'_, Within<B>, WhatExit> {
    type Outcome = FaceOut;

    /// The nearest, the first of equals.
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<FaceOut, Unsure> {
        let mut least: Option<(FaceOut, N, N)> = None;
        for (face, normal, depth) in self.cast.faces(lift) {
            let (hh, nn) = (depth.squared(), squared(&normal));
            if nn.sign()? == Zero {
                continue;
            }
            let is_nearer = match &least {
                None => true,
                Some((_, h, n)) => hh.times(n).minus(&h.times(&nn)).sign()? == Negative,
            };
            if is_nearer {
                least = Some((face, hh, nn));
            }
        }
        least.map(|(face, ..)| face).ok_or(Unsure)
    }
}

impl Question for FaceOut {
    const SELDOM: bool = true;
}

impl<B: Body> Measure<4> for Asked<'_, Within<B>, FaceOut> {
    const UNITS: [Unit; 4] = [Unit::Pure, Unit::Pure, Unit::Pure, Unit::Length];
    const IS_DEEP: bool = !B::IS_IN_WORLD;

    /// The direction, and how far it is.
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 4] {
        let body = &self.cast.to_box.body;
        let (zero, mut values) = (N::zero(), None);
        for (face, normal, depth) in self.cast.faces(lift) {
            if face == self.question {
                let nn = squared(&normal);
                let within = N::Value::surd(&zero, &depth, &nn, &body.enlarged(lift, nn.clone()));
                let unit = normal.map(|x| N::Value::surd(&zero, &x, &nn, &nn));
                values = Some((B::in_world(&body.stretch(lift), unit), within));
            }
        }
        let none = || core::array::from_fn(|_| N::Value::rational(&zero));
        let ([x, y, z], within) = values.unwrap_or_else(|| (none(), N::Value::rational(&zero)));
        let Reach { radius, rounding } = body.reach();
        let reach = lift.length_difference(radius, -rounding);
        [x, y, z, within.plus(&N::Value::rational(&reach))]
    }
}

/// Makes a box an obstacle of capsules.
macro_rules! boxes {
    ($($shape:ident, $dimension:literal;)*) => {$(
        impl<T: Scalar> Meets<T, $dimension, Capsule<T, $dimension>>
            for Moving<$shape<T, $dimension>>
        {
            type Feature = BoxFeature<$dimension>;

            fn decide(
                &self,
                capsule: &Moving<Capsule<T, $dimension>>,
                effort: &mut Effort,
            ) -> Answer<T, $dimension, Self::Feature> {
                Pair { capsule, target: self }.meet(effort)
            }
            fn meet_exactly(
                &self,
                capsule: &Moving<Capsule<T, $dimension>>,
            ) -> ExactAnswer<$dimension, Self::Feature> {
                Pair { capsule, target: self }.meet_exactly()
            }
            fn decide_entry(
                &self,
                capsule: &Moving<Capsule<T, $dimension>>,
                effort: &mut Effort,
            ) -> Answer<T, $dimension, Self::Feature> {
                let capsule = &towards_entry(capsule, self.rounding());
                entering(capsule, Pair { capsule, target: self }.meet(effort))
            }
            fn enter_exactly(
                &self,
                capsule: &Moving<Capsule<T, $dimension>>,
            ) -> ExactAnswer<$dimension, Self::Feature> {
                let capsule = &towards_entry(capsule, self.rounding());
                Pair { capsule, target: self }.enter_exactly()
            }
            fn decide_time(
                &self,
                capsule: &Moving<Capsule<T, $dimension>>,
                rounding: Rounding,
            ) -> Option<T> {
                Pair { capsule, target: self }.time(rounding)
            }
            fn last_time(&self, capsule: &Moving<Capsule<T, $dimension>>) -> Option<T> {
                let pair = Pair { capsule, target: self };
                if let Some(sphere) = pair.as_sphere() {
                    return Meets::last_time(self, &sphere);
                }
                let (scaled, touch) = pair.last()?;
                let [time] =
                    measure(&CapsuleCast::time(&scaled, touch, true), &mut Effort::default());
                Some(time)
            }
            fn last_time_exactly(&self, capsule: &Moving<Capsule<T, $dimension>>) -> Option<Surd> {
                let pair = Pair { capsule, target: self };
                if let Some(sphere) = pair.as_sphere() {
                    return self.last_time_exactly(&sphere);
                }
                let (scaled, touch) = pair.last()?;
                let [time] = measure_exactly(&CapsuleCast::time(&scaled, touch, true));
                Some(time)
            }
            fn touches(
                &self,
                capsule: &Moving<Capsule<T, $dimension>>,
                effort: &mut Effort,
            ) -> bool {
                let pair = Pair { capsule, target: self };
                match pair.as_sphere() {
                    Some(sphere) => self.touches(&sphere, effort),
                    None => pair.first(effort).is_some(),
                }
            }
        }
        still!(
            Capsule<T, $dimension>, $shape<T, $dimension>, {}, $dimension, BoxFeature<$dimension>,
            |target: &Self| Moving::still(*target)
        );
        impl<T: Scalar> NearAxis<T, $dimension> for $shape<T, $dimension> {
            type Feature = BoxFeature<$dimension>;

            fn closest_to_axis(
                &self,
                capsule: &Capsule<T, $dimension>,
                rounding: T,
            ) -> Option<ClosestPoints<T, $dimension, Self::Feature>> {
                let target = &Moving::still(*self).towards_rounded(rounding);
                let closest = Pair { capsule: &Moving::still(*capsule), target }.closest_points()?;
                if !capsule.has_no_length() {
                    return Some(closest);
                }
                // Of what is flat a point names more than one face can tell.
                let point = Point::of(capsule.a());
                let feature = Near::closest_to(self, &point, rounding)?.feature;
                Some(ClosestPoints { feature, ..closest })
            }
            fn exact_distance_to(
                &self,
                capsule: &Capsule<T, $dimension>,
                rounding: T,
            ) -> Option<Surd> {
                let target = &Moving::still(*self).towards_rounded(rounding);
                Pair { capsule: &Moving::still(*capsule), target }.exact_distance()
            }
        }
        impl<T: Scalar> Leave<T, $dimension, Capsule<T, $dimension>> for $shape<T, $dimension> {
            fn penetration(
                &self,
                capsule: &Capsule<T, $dimension>,
                rounding: T,
            ) -> Option<Penetration<T, $dimension>> {
                if capsule.has_no_length() {
                    let sphere = Sphere::of(capsule.a(), capsule.radius());
                    return Leave::penetration(self, &sphere, rounding);
                }
                let target = &Moving::still(*self).towards_rounded(rounding);
                Pair { capsule: &Moving::still(*capsule), target }.penetration()
            }
        }
        rounded! { Capsule: $shape<T, $dimension>, {}, $dimension, BoxFeature<$dimension>; }
    )*};
}

boxes! {
    AlignedBox, 2;
    AlignedBox, 3;
    OrientedBox, 2;
    OrientedBox, 3;
}
