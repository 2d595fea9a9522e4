//! Queries of a mesh: exact decisions choose the answer among the candidate triangles of the
//! search.
//!
//! The search works with floats that err on the safe side. This module decides the candidates of
//! the search, and `found.rs` compares them by exact times.
//!
//! With the feature `compact`, integers alone decide, and their rounded numbers narrow the search
//! (`bracket`). The search for the first contact, with its exact decisions, runs on the widest
//! lanes of the machine.

use super::candidate::{Candidate, CandidateOutcome, MiddleAtTriangle, Searched};
use super::found::{MetTriangle, NearestTriangle, comes_first, is_closer};
use super::in_frame::{InPlace, PathInFrame};
use super::separating_plane::SeparatingPlane;
use super::sweep::{PathPart, Sweep, place};
use super::tree::{HalfAxes, MeshSearch, MeshSurface, TriangleGoal, greater};
use super::{Mesh, MeshFeature};
use crate::contact::sealed::Only;
use crate::contact::{
    self, Answer, Approach, Ball, Cast, Effort, ExactAnswer, RelativeMotion, TimeEquation, answer,
    can_enter, decide_cast, decide_cast_apart, exact_answer, in_space,
};
use crate::number::{Bracket, Eight, Scaled, Task, bracket, run};
use crate::shape::{Moving, Scalar, Shape, Sphere, Translatable, Until};

impl<T: Scalar> Mesh<T> {
    /// Visits every triangle that the body may meet on this path. `look` returns a time after which
    /// no triangle is wanted.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn search(
        &self,
        way: &PathPart,
        goal: TriangleGoal,
        mut look: impl FnMut(usize) -> f64,
    ) {
        let mut search = MeshSearch::new(&self.tree, self.surface(), way.body, goal, 1.0);
        search.each(|_, triangle| way.key(look(triangle as usize)));
    }
}

/// How a body touches a triangle: the feature of the triangle, and the kind of contact.
type TouchOf<B> = <<B as Searched>::Cast as Cast>::Touch;

/// One query: a sphere or another round body, a mesh, and the motions of both.
pub(super) struct MeshQuery<'a, 'm, T: Scalar, M: Shape, B> {
    mesh: &'m Mesh<T>,
    surface: MeshSurface<'m, T>,
    mover: &'a Moving<M>,
    pub(super) body: B,
    obstacle: Moving<&'m Mesh<T>>,
    motion: RelativeMotion<3>,
    end: Until<f64>,
    /// Whether only entries (blocking hits) count.
    only_entries: bool,
}

impl<'a, 'm, T: Scalar, M: Translatable<T, 3>, B: Searched> MeshQuery<'a, 'm, T, M, B> {
    pub(super) fn new(obstacle: &Moving<&'m Mesh<T>>, mover: &'a Moving<M>, body: B) -> Self {
        let end = obstacle.end_with(mover).widened();
        let motion = RelativeMotion::of(mover, obstacle);
        let mesh = obstacle.shape();
        let surface = mesh.surface();
        Self { mesh, surface, mover, body, obstacle: *obstacle, motion, end, only_entries: false }
    }

    /// The same query, restricted to the contacts that count. If the body cannot enter the mesh,
    /// all contacts count as entries, even one exactly at the end of the motion.
    pub(super) fn only(self, only: Only) -> Self {
        if only == Only::Contacts {
            return self;
        }
        let only_entries = can_enter(self.mover.shape(), self.obstacle.inflation());
        let end = if only_entries { self.end } else { self.end.with_itself() };
        Self { only_entries, end, ..self }
    }

    pub(super) fn mesh(&self) -> &'m Mesh<T> {
        self.mesh
    }

    /// The end of the motion.
    pub(super) fn end(&self) -> Until<f64> {
        self.end
    }

    /// The path of the body in the frame of the mesh.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn path(&self) -> PathInFrame {
        let relative = core::array::from_fn(|k| self.motion.rounded(k));
        let center = in_space(self.mover.shape().place());
        self.body.path(center, relative, self.mesh.bounds.greatest)
    }

    /// The part of the path near the mesh; `None` if the body certainly never meets the mesh.
    pub(super) fn path_part(&self, until: f64) -> Option<PathPart> {
        let PathInFrame { center, half_axis, velocity, slack } = self.path();
        let half_axes = HalfAxes::of_axis(half_axis);
        let sweep = Sweep { center, half_axes, radii: self.body.extents(), velocity, slack };
        sweep.past(&self.mesh.bounds, self.mesh.tree.frame(), until)
    }

    #[cfg_attr(hot, inline(always))]
    pub(super) fn cast(&self, triangle: usize) -> B::Cast {
        self.body.cast(self.mover, self.surface.triangle(triangle), self.motion)
    }

    /// The same cast, with scaled inputs, ready to be decided.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn scaled(&self, triangle: usize) -> Scaled<B::Cast> {
        Scaled::new(self.cast(triangle))
    }

    /// The triangle of the first contact, with the lowest index if there are several. If triangles
    /// overlap the body at the start, it is the closest of them.
    pub(super) fn first(&self, effort: &mut Effort) -> Option<MetTriangle<B::Cast>> {
        run(First(self, effort))
    }

    /// The first contact, with its numbers.
    pub(super) fn meet(&self, effort: &mut Effort) -> Answer<T, 3, MeshFeature> {
        match self.first(effort) {
            None => Answer::None,
            Some(MetTriangle { triangle, meeting, key }) => {
                // The upper bound of the time usually proves that the contact is before the end.
                let end = self.end();
                let end = if key.upper < end.time() { Until::NEVER } else { end };
                answer(&self.scaled(triangle), meeting, end, effort)
                    .map_feature(|feature| MeshFeature { triangle, feature })
            }
        }
    }

    /// The first contact, by exact arithmetic alone.
    pub(super) fn meet_exactly(&self) -> ExactAnswer<3, MeshFeature> {
        match self.first(&mut Effort::default()) {
            None => ExactAnswer::None,
            Some(MetTriangle { triangle, meeting, .. }) => {
                exact_answer(&self.scaled(triangle), meeting, self.end())
                    .map_feature(|feature| MeshFeature { triangle, feature })
            }
        }
    }

    /// The separating plane at the touched place, and the touch, if the body approaches the
    /// triangle there.
    pub(super) fn touched(
        &self,
        found: &MetTriangle<B::Cast>,
    ) -> Option<(SeparatingPlane, TouchOf<B>)> {
        let CandidateOutcome::<B::Cast>::Contact(touch) = found.meeting else { return None };
        if B::Cast::when(&touch) != TimeEquation::Enters {
            return None;
        }
        let body = self.path().in_place(&found.key);
        let touched = B::Cast::parted(&touch, &self.corners(found.triangle), &body)?;
        Some((touched, touch))
    }

    /// The closest one of the triangles that overlap the body.
    ///
    /// The closest triangle of the whole mesh need not overlap the body. An ellipsoid extends
    /// farther along one axis than along another. And for a capsule of radius zero, a triangle that
    /// is only touched is as close to its axis as a triangle that the axis crosses.
    #[cold]
    fn overlap(&self, effort: &mut Effort) -> Option<MetTriangle<B::Cast>> {
        let [x, y, z] = self.body.extents();
        let nearest = if x == y && y == z && x > 0.0 {
            self.closest(effort)
        } else {
            let farthest = greater(x, greater(y, z));
            self.closest_of(Some((farthest * farthest).next_up()), effort)
        };
        let triangle = nearest?.triangle;
        let meeting = CandidateOutcome::<B::Cast>::Overlap(());
        Some(MetTriangle { triangle, meeting, key: Bracket::ALL })
    }

    #[cfg_attr(hot, inline(always))]
    pub(super) fn corners(&self, triangle: usize) -> [[f64; 3]; 3] {
        self.surface.triangle(triangle).map(in_space)
    }

    /// Whether two triangles have the same corners in the same order, so that every query has the
    /// same answer for both.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn are_one(&self, a: usize, b: usize) -> bool {
        self.corners(a) == self.corners(b)
    }

    /// The triangle closest to the centre at time zero, the lowest index if there are several.
    pub(super) fn closest(
        &self,
        effort: &mut Effort,
    ) -> Option<NearestTriangle<<B::Cast as Candidate>::Middle>> {
        self.closest_of(None, effort)
    }

    /// The triangle closest to the centre at time zero; with a greatest squared distance, the
    /// closest one of the triangles within it that overlap the body. For the latter the search may
    /// rule out nothing by points that it finds: such a point may lie on a triangle that does not
    /// overlap the body.
    #[cold]
    #[inline(never)]
    fn closest_of(
        &self,
        overlapped_within: Option<f64>,
        effort: &mut Effort,
    ) -> Option<NearestTriangle<<B::Cast as Candidate>::Middle>> {
        let (goal, within) = match overlapped_within {
            None => (TriangleGoal::Closest, f64::INFINITY),
            Some(within) => (TriangleGoal::Within, within),
        };
        let counts = |triangle: usize, effort: &mut Effort| {
            goal == TriangleGoal::Closest || {
                let (_, meeting) = decide_triangle(self, triangle, effort);
                matches!(meeting, CandidateOutcome::<B::Cast>::Overlap(()))
            }
        };
        let mut best: Option<NearestTriangle<<B::Cast as Candidate>::Middle>> = None;
        let mut touched: Option<SeparatingPlane> = None;
        let at_start = self.path().at_start();
        let frame = self.mesh.tree.frame();
        let mut look = |triangle: usize| {
            let cast = || self.cast(triangle).middle();
            let limit = best.as_ref().map_or(within, |best| best.key.upper);
            if let Some(best) = best.as_mut().filter(|best| self.are_one(triangle, best.triangle)) {
                best.triangle = best.triangle.min(triangle);
                return limit;
            }
            if !counts(triangle, effort) {
                return limit;
            }
            if let (Some(best), Some(touched)) = (&mut best, &touched) {
                let beside = touched.relation_to(&self.corners(triangle));
                if best.settles(beside, triangle, cast) {
                    return limit;
                }
            }
            let scaled = Scaled::new(cast());
            let closest = MiddleAtTriangle::closest(&scaled, effort);
            let key = bracket(&MiddleAtTriangle::squared_distance(&scaled, closest));
            let found = NearestTriangle { triangle, scaled, closest, key };
            if best.as_ref().is_none_or(|best| is_closer(&found, best, effort)) {
                touched = <B::Cast as Candidate>::Middle::parted(
                    closest,
                    &self.corners(triangle),
                    &at_start,
                );
                best = Some(found);
            }
            best.as_ref().map_or(within, |best| best.key.upper)
        };
        let InPlace { center, half_axis, error } = at_start;
        let body = place(center, half_axis, [0.0; 3], error, frame);
        MeshSearch::new(&self.mesh.tree, self.surface, body, goal, frame.distance(within))
            .each(|_, triangle| frame.distance(look(triangle as usize)));
        best
    }
}

/// The search for the first contact with its decisions, as a task for the widest registers of the
/// machine.
struct First<'s, 'a, 'm, T: Scalar, M: Shape, B>(&'s MeshQuery<'a, 'm, T, M, B>, &'s mut Effort);

impl<T: Scalar, M: Translatable<T, 3>, B: Searched> Task for First<'_, '_, '_, T, M, B> {
    type Output = Option<MetTriangle<B::Cast>>;

    #[cfg_attr(hot, inline(always))]
    fn run<E: Eight>(self) -> Option<MetTriangle<B::Cast>> {
        let Self(question, effort) = self;
        let mut best: Option<MetTriangle<B::Cast>> = None;
        // The touched place of the best triangle so far, and the touch that was decided there. A
        // triangle that replaces the best one by `settles` shares both. They are computed only when
        // another triangle needs them.
        let mut touched: Option<Option<(SeparatingPlane, TouchOf<B>)>> = None;
        let way = question.path_part(question.end.time())?;
        let Mesh { tree, .. } = question.mesh;
        let mut search =
            MeshSearch::new(tree, question.surface, way.body, TriangleGoal::First, 1.0);
        while let Some((_, triangle)) = search.next() {
            let triangle = triangle as usize;
            if let Some(best) = &mut best
                && let Some((touched, touch)) =
                    touched.get_or_insert_with(|| question.touched(best))
            {
                let beside = touched.relation_to(&question.corners(triangle));
                if best.settles(beside, touch, triangle) {
                    continue;
                }
            }
            if let Some(best) = &mut best
                && question.are_one(triangle, best.triangle)
            {
                best.triangle = best.triangle.min(triangle);
                continue;
            }
            let Some(found) = MetTriangle::of(question, triangle, effort) else { continue };
            if matches!(found.meeting, CandidateOutcome::<B::Cast>::Overlap(())) {
                return question.overlap(effort);
            }
            let cast = |triangle| question.scaled(triangle);
            if best.as_ref().is_none_or(|best| comes_first(&found, best, cast, effort)) {
                search.tighten(way.key(found.key.upper));
                touched = None;
                best = Some(found);
            }
        }
        // The limit is zero because the search found points inside of the body: the body overlaps
        // the mesh at the start.
        if way.start == 0.0 && search.limit() == 0.0 { question.overlap(effort) } else { best }
    }
}

impl<C: Candidate> MetTriangle<C> {
    /// Decides whether and how the body meets this triangle, at any time.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn of<T: Scalar, M: Translatable<T, 3>, B: Searched<Cast = C>>(
        question: &MeshQuery<'_, '_, T, M, B>,
        triangle: usize,
        effort: &mut Effort,
    ) -> Option<Self> {
        #[cfg(test)]
        tests::DECIDED.set(tests::DECIDED.get() + 1);
        let scaled = question.scaled(triangle);
        Self::of_decided(question, triangle, decide_cast(&scaled, effort), &scaled)
    }

    /// Decides the same, by a function that all callers share.
    pub(super) fn of_apart<T: Scalar, M: Translatable<T, 3>, B: Searched<Cast = C>>(
        question: &MeshQuery<'_, '_, T, M, B>,
        triangle: usize,
        effort: &mut Effort,
    ) -> Option<Self> {
        let (scaled, meeting) = decide_triangle(question, triangle, effort);
        Self::of_decided(question, triangle, meeting, &scaled)
    }

    #[cfg_attr(hot, inline(always))]
    fn of_decided<T: Scalar, M: Translatable<T, 3>, B: Searched<Cast = C>>(
        question: &MeshQuery<'_, '_, T, M, B>,
        triangle: usize,
        meeting: CandidateOutcome<C>,
        scaled: &Scaled<C>,
    ) -> Option<Self> {
        let key = match meeting {
            CandidateOutcome::<C>::Apart => return None,
            CandidateOutcome::<C>::Overlap(()) => Bracket { lower: 0.0, upper: 0.0 },
            CandidateOutcome::<C>::Contact(touch)
                if question.only_entries && C::approach(&touch) != Approach::Approaching =>
            {
                return None;
            }
            CandidateOutcome::<C>::Contact(touch) => bracket(&C::time(scaled, touch, false)),
        };
        Some(Self { triangle, meeting, key })
    }
}

/// The scaled cast at a triangle, and its decision.
#[cfg_attr(hot, inline(always))]
pub(super) fn decide_triangle<T: Scalar, M: Translatable<T, 3>, B: Searched>(
    question: &MeshQuery<'_, '_, T, M, B>,
    triangle: usize,
    effort: &mut Effort,
) -> (Scaled<B::Cast>, CandidateOutcome<B::Cast>) {
    let scaled = question.scaled(triangle);
    let meeting = decide_cast_apart(&scaled, effort);
    (scaled, meeting)
}

/// The exact square of the distance of a sphere's centre from a triangle, for the tests of the
/// search (`laws.rs`).
#[cfg(test)]
pub(super) fn squared_distance(
    sphere: &Sphere<f64, 3>,
    triangle: &crate::shape::Triangle<f64>,
) -> crate::number::Surd {
    let mover = Moving::still(*sphere);
    let corners = triangle.vertices();
    let cast = contact::simplex_cast(&mover, contact::ball(&mover), corners, RelativeMotion::STILL);
    let scaled = Scaled::new(cast);
    let feature = MiddleAtTriangle::closest(&scaled, &mut Effort::default());
    super::found::exactly(&MiddleAtTriangle::squared_distance(&scaled, feature))
}

/// The query of a sphere.
pub(super) fn of_ball<'a, 'm, T: Scalar>(
    mesh: &Moving<&'m Mesh<T>>,
    ball: &'a Moving<Sphere<T, 3>>,
) -> MeshQuery<'a, 'm, T, Sphere<T, 3>, Ball> {
    MeshQuery::new(mesh, ball, contact::ball(&ball.towards_inflated(mesh.inflation())))
}

#[cfg(test)]
mod tests {
    use crate::{Mesh, Sphere};
    use core::cell::Cell;
    use std::thread_local;
    use std::vec;

    thread_local! {
        /// The number of triangles that were decided.
        pub(super) static DECIDED: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn the_same_triangle_many_times_is_decided_once() {
        let vertices = vec![[-3.0, -3.0, 0.1], [4.0, 0.3, 0.2], [0.0, 5.0, -0.1]];
        let mesh = Mesh::new(vertices, vec![[0, 1, 2]; 1000]).unwrap();
        let ball = Sphere::new([0.1, 0.2, 5.0], 1.0).unwrap();
        let ball = ball.moving([0.01, 0.02, -1.0]).unwrap();
        DECIDED.set(0);
        let hit = ball.first_contact(&mesh).contact().unwrap();
        assert_eq!((hit.feature.triangle, DECIDED.get()), (0, 1));
    }
}
