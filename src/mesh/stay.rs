//! The last contact with a mesh: the time from which no triangle is touched any more, however often
//! the contact passes from one triangle to the next.
//!
//! A stay is the time during which a triangle is touched. If a stay begins before another one ends,
//! and ends later, its triangle is touched at that end. So the last triangle is found from end to
//! end. At each end, the tree is searched for triangles that are touched there, the closest first,
//! and the search continues with the first one whose stay ends later. Only if there is none must
//! all triangles that the body may touch there be visited. They are few, because the body hardly
//! touches them: the stay of a triangle that the body penetrates more deeply ends later.

use super::ask::MeshQuery;
use super::candidate::{Candidate, CandidateOutcome, Searched};
use super::found::{MetTriangle, exactly};
use super::separating_plane::{PlaceRelation, SeparatingPlane};
use super::sweep::place;
use super::tree::{MeshSearch, TreeBody as Place, TriangleGoal};
use crate::contact::{Effort, is_too_late, leaving};
use crate::number::{
    Bracket, Measure, Rational, Scaled, Surd, bracket, compare, compare_two, decide, measure, sort,
};
use crate::shape::{Scalar, Translatable};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A stay: the interval of time during which a triangle is touched.
pub(super) struct Stay<C: Candidate> {
    triangle: usize,
    /// The cast, and the touch with which the stay begins; `None` if it begins at time zero.
    first: Option<(Scaled<C>, C::Touch)>,
    /// The cast of the reversed motion, and the touch with which the stay ends.
    backwards: Scaled<C>,
    left: C::Touch,
    first_key: Bracket,
    last_key: Bracket,
}

/// One of the two ends of a stay.
#[derive(Clone, Copy)]
pub(super) enum StayEnd {
    First,
    Last,
}

impl<C: Candidate> Stay<C> {
    #[inline(never)]
    fn of(triangle: usize, cast: C, effort: &mut Effort) -> Option<Self> {
        #[cfg(test)]
        tests::count();
        let scaled = Scaled::new(cast);
        let first = match decide(&scaled, effort) {
            CandidateOutcome::<C>::Apart => return None,
            CandidateOutcome::<C>::Overlap(()) => None,
            CandidateOutcome::<C>::Contact(touch) => Some((scaled, touch)),
        };
        let (backwards, left) = leaving(cast)?;
        let zero = Bracket { lower: 0.0, upper: 0.0 };
        let first_key =
            first.as_ref().map_or(zero, |(scaled, touch)| around(&C::time(scaled, *touch, false)));
        let last_key = around(&C::time(&backwards, left, true));
        Some(Self { triangle, first, backwards, left, first_key, last_key })
    }

    /// The time at which the stay ends.
    pub(super) fn last(&self) -> Scaled<C::Time<'_>> {
        C::time(&self.backwards, self.left, true)
    }

    /// The time of an end; `None` if it is zero.
    fn time(&self, end: StayEnd) -> Option<Scaled<C::Time<'_>>> {
        match end {
            StayEnd::First => {
                self.first.as_ref().map(|(scaled, touch)| C::time(scaled, *touch, false))
            }
            StayEnd::Last => Some(self.last()),
        }
    }

    fn key(&self, end: StayEnd) -> &Bracket {
        match end {
            StayEnd::First => &self.first_key,
            StayEnd::Last => &self.last_key,
        }
    }

    pub(super) fn exactly(&self, end: StayEnd) -> Surd {
        self.time(end).map_or(Surd::from(Rational::from(0)), |time| exactly(&time))
    }

    /// Compares an end of this stay with an end of another one, exactly.
    fn compare(&self, end: StayEnd, other: &Self, other_end: StayEnd) -> Ordering {
        self.key(end).compare(other.key(other_end)).unwrap_or_else(|| {
            let effort = &mut Effort::default();
            match (self.time(end), other.time(other_end)) {
                (None, None) => Ordering::Equal,
                (Some(time), None) => compare(&time, 0.0, effort),
                (None, Some(other)) => compare(&other, 0.0, effort).reverse(),
                (Some(time), Some(other)) => compare_two(&time, &other, effort),
            }
        })
    }

    /// Whether this stay begins before another stay ends, and ends later than the other.
    fn goes_on_from(&self, other: &Self) -> bool {
        self.compare(StayEnd::Last, other, StayEnd::Last) == Ordering::Greater
            && self.compare(StayEnd::First, other, StayEnd::Last) != Ordering::Greater
    }
}

/// The end of an uninterrupted contact that begins at `end` or before: each stay begins before
/// another one ends. A stay is given by its first and its last time. The result is `None` if the
/// contact never ends, because a stay has no last time.
pub(crate) fn end_of_stays(mut end: Surd, mut stays: Vec<(Surd, Option<Surd>)>) -> Option<Surd> {
    sort(&mut stays, |(a, _), (b, _)| a.cmp(b));
    for (first, last) in stays {
        if first <= end {
            end = end.max(last?);
        }
    }
    Some(end)
}

/// Two floats around a time; if the float filter gives no bounds, the neighbours of the nearest
/// float. A time of a stay is compared with many others, and a time without bounds is compared by
/// integers each time.
#[inline(never)]
fn around<M: Measure<1>>(time: &Scaled<M>) -> Bracket {
    let quick = bracket(time);
    if quick.lower.is_finite() && quick.upper.is_finite() {
        return quick;
    }
    let [nearest] = measure::<f64, M, 1>(time, &mut Effort::default());
    Bracket::about(nearest)
}

impl<T: Scalar, M: Translatable<T, 3>, B: Searched> MeshQuery<'_, '_, T, M, B> {
    /// The last triangle of the first uninterrupted contact: each stay begins before another one
    /// ends.
    pub(super) fn last(&self) -> Option<Stay<B::Cast>> {
        let effort = &mut Effort::default();
        let first = self.first(effort)?;
        if self.is_past(&first, effort) {
            return None;
        }
        let mut last = self.stay(first.triangle, effort)?;
        loop {
            let Some(body) = self.at_the_end_of(&last) else {
                return Some(self.last_of_all(last, effort));
            };
            match self.going_on(&last, body, effort) {
                Some(later) => last = later,
                None => return Some(last),
            }
        }
    }

    /// Whether a triangle is met only after the end of the motion.
    pub(super) fn is_past(&self, found: &MetTriangle<B::Cast>, effort: &mut Effort) -> bool {
        match found.meeting {
            CandidateOutcome::<B::Cast>::Contact(touch) => {
                is_too_late(&self.scaled(found.triangle), touch, self.end(), effort)
            }
            _ => false,
        }
    }

    fn stay(&self, triangle: usize, effort: &mut Effort) -> Option<Stay<B::Cast>> {
        Stay::of(triangle, self.cast(triangle), effort)
    }

    /// The body at the end of a stay, in the frame of the tree; `None` if floats cannot hold it.
    fn at_the_end_of(&self, stay: &Stay<B::Cast>) -> Option<Place> {
        let path = self.path();
        let (center, error) = path.at(&stay.last_key);
        place(center, path.half_axis, self.body.extents(), error, self.mesh().tree.frame())
    }

    /// A stay that continues the given one. `body` is the body at the end of the given stay.
    fn going_on(
        &self,
        stay: &Stay<B::Cast>,
        body: Place,
        effort: &mut Effort,
    ) -> Option<Stay<B::Cast>> {
        let (mesh, limit) = (self.mesh(), body.outer());
        let left = self.left(stay);
        let mut search =
            MeshSearch::new(&mesh.tree, mesh.surface(), Some(body), TriangleGoal::Within, limit);
        while let Some((_, triangle)) = search.next() {
            let triangle = triangle as usize;
            // A triangle beyond the separating plane at the touched place is not touched; the stay
            // of a triangle that shares this place ends there too.
            let is_beside = |left: &SeparatingPlane| {
                left.relation_to(&self.corners(triangle)) != PlaceRelation::Unknown
            };
            // The stay of a repeated triangle ends at the same time.
            if left.as_ref().is_some_and(is_beside) || self.are_one(triangle, stay.triangle) {
                continue;
            }
            let later = self.stay(triangle, effort);
            if let Some(later) = later.filter(|later| later.goes_on_from(stay)) {
                return Some(later);
            }
        }
        None
    }

    /// The place at which a triangle ceases to be touched.
    fn left(&self, stay: &Stay<B::Cast>) -> Option<SeparatingPlane> {
        let body = self.path().in_place(&stay.last_key);
        B::Cast::parted(&stay.left, &self.corners(stay.triangle), &body)
    }

    /// The last of all stays that continue the given one, directly or through others.
    #[cold]
    fn last_of_all(&self, mut last: Stay<B::Cast>, effort: &mut Effort) -> Stay<B::Cast> {
        // The stays are sorted by exact times: otherwise a stay might be visited before the stay
        // that it continues.
        let mut stays = self.stays(effort);
        sort(&mut stays, |a, b| a.compare(StayEnd::First, b, StayEnd::First));
        for stay in stays {
            if stay.goes_on_from(&last) {
                last = stay;
            }
        }
        last
    }

    /// The stay of each triangle that is touched at all, except for triangles that are touched for
    /// ever.
    pub(super) fn stays(&self, effort: &mut Effort) -> Vec<Stay<B::Cast>> {
        let mut stays = Vec::new();
        if let Some(way) = self.path_part(f64::INFINITY) {
            self.mesh().search(&way, TriangleGoal::All, |triangle| {
                stays.extend(self.stay(triangle, effort));
                f64::INFINITY
            });
        }
        stays
    }
}

#[cfg(test)]
mod tests {
    use super::super::Mesh;
    use super::super::ask::of_ball;
    use super::{Effort, Stay};
    use crate::contact::{Ball, SimplexCast};
    use crate::random::Random;
    use crate::{Moving, Sphere};
    use alloc::vec::Vec;
    use core::cell::Cell;
    use std::thread_local;

    thread_local! {
        static ASKED: Cell<usize> = const { Cell::new(0) };
    }

    pub(super) fn count() {
        ASKED.set(ASKED.get() + 1);
    }

    /// A floor of `n × n` squares of side one about the origin, with heights up to `rough`.
    fn floor(random: &mut Random, n: u32, rough: f64) -> Mesh<f64> {
        let half = f64::from(n) / 2.0;
        let vertices = (0..(n + 1) * (n + 1)).map(|k| {
            let (x, y) = (f64::from(k % (n + 1)), f64::from(k / (n + 1)));
            [x - half, y - half, random.between(-rough, rough)]
        });
        let vertices = vertices.collect();
        let corners = (0..n * n).map(|k| k / n * (n + 1) + k % n);
        let triangles = corners.flat_map(|k| [[k, k + 1, k + n + 2], [k, k + n + 2, k + n + 1]]);
        Mesh::new(vertices, triangles.collect()).unwrap()
    }

    fn ball(center: [f64; 3], radius: f64, velocity: [f64; 3]) -> Moving<Sphere<f64, 3>> {
        Sphere::new(center, radius).unwrap().moving(velocity).unwrap()
    }

    #[test]
    fn few_triangles_are_asked() {
        let n = 96;
        let mesh = floor(&mut Random(1), n, 2.0);
        let all = 2 * n as usize * n as usize;
        for (radius, velocity) in [
            (400.0, [0.0, 0.0, 1.0]),
            (400.0, [1.0, 0.5, 0.0]),
            (1e6, [0.25, 0.0, -1.0]),
            (30.0, [1.0, 0.0, 0.0]),
            (70.0, [-1.0, 1e-9, 1e-3]),
        ] {
            let ball = ball([0.5, 0.25, 1.0], radius, velocity);
            let still = Moving::still(&mesh);
            let question = of_ball(&still, &ball);
            ASKED.set(0);
            let last = question.last().unwrap();
            let asked = ASKED.get();
            assert!(asked <= 200, "{asked} of {all} for {radius}");
            // Very many triangles are touched, and none of their stays continues the last one.
            let effort = &mut Effort::default();
            let stays: Vec<Stay<SimplexCast<3, Ball>>> = question.stays(effort);
            assert!(stays.len() > all / 8, "{}", stays.len());
            assert!(!stays.iter().any(|stay| stay.goes_on_from(&last)), "{radius}");
        }
    }

    /// Going from end to end leads to the same last contact as visiting all stays in order.
    #[test]
    fn the_end_is_that_of_all() {
        let mut random = Random(2);
        let (mut ended, mut steps) = (0, 0);
        for i in 0..400 {
            let mesh = floor(&mut random, 6, [0.0, 0.5, 2.0][i % 3]);
            let still = Moving::still(&mesh);
            let whole = i % 2 == 0;
            let mut vector = |reach: i64| match whole {
                true => random.integers(-reach, reach),
                false => random.vector(-reach as f64, reach as f64),
            };
            let (center, velocity) = (vector(5), vector(2));
            let radius = vector(4)[0].abs();
            let ball = ball(center, radius, velocity);
            let question = of_ball(&still, &ball);
            ASKED.set(0);
            let Some(last) = question.last() else { continue };
            steps += ASKED.get();
            let effort = &mut Effort::default();
            let Some(first) = question.first(effort) else { panic!("touched") };
            let first = question.stay(first.triangle, effort).unwrap();
            let expected = question.last_of_all(first, effort);
            assert_eq!(
                last.exactly(super::StayEnd::Last),
                expected.exactly(super::StayEnd::Last),
                "{ball:?} {mesh:?}"
            );
            ended += 1;
        }
        assert!(ended > 150 && steps > 2 * ended, "{ended} {steps}");
    }
}
