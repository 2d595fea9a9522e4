//! What a mesh answers: among the triangles that the search leaves, the one that exact numbers choose.
//!
//! The search knows floats that err on the safe side; here its candidates are decided, and compared by exact times.

use super::beside::{Beside, Touched};
use super::in_frame::{Path, Seen};
use super::stay::End;
use super::sweep::{Sweep, Way, place};
use super::tree::{Goal, Search, Surface};
use super::{Mesh, MeshFeature};
use crate::contact;
use crate::contact::sealed::{Meets, Near};
use crate::contact::{
    Answer, AtRest, Ball, Body, Closest, ClosestPoint, Effort, ExactAnswer, Feature, Meeting,
    Numbers, Place, Round, SimplexCast, SquaredDistance, StretchedBall, Time, answer, at_start,
    cast, exact_answer, in_space, still, time,
};
use crate::number::{
    Bracket, Eight, Measure, Rational, Rounding, Scaled, Sign, Surd, Task, bracket, decide,
    measure, measure_exactly, run,
};
use crate::overlap::sealed::Shares;
use crate::overlap::shares;
use crate::shape::{Ellipsoid, Moving, Point, Scalar, Shape, Sphere};
use core::cmp::Ordering;

impl<T: Scalar> Mesh<T> {
    /// Looks at every triangle that may be met on this way; `look` answers a time after which nothing is wanted.
    #[inline(always)]
    pub(super) fn search(&self, way: &Way, goal: Goal, mut look: impl FnMut(usize) -> f64) {
        let mut search = Search::new(&self.tree, self.surface(), way.body, goal, 1.0);
        search.each(|_, triangle| way.key(look(triangle as usize)));
    }
}

/// A sphere or another round body, and a mesh, that move.
pub(super) struct Question<'a, 'm, T: Scalar, M: Shape, B> {
    mesh: &'m Mesh<T>,
    surface: Surface<'m, T>,
    mover: &'a Moving<M>,
    pub(super) body: B,
    obstacle: Moving<&'m Mesh<T>>,
    t_max: T,
}

/// What was found: a triangle, and how it is met.
pub(super) struct Found<B> {
    pub(super) triangle: usize,
    pub(super) scaled: Scaled<SimplexCast<3, B>>,
    pub(super) meeting: Meeting,
    /// The time, or the squared distance.
    key: Bracket,
}

impl<'a, 'm, T: Scalar, M: Round<T, 3>, B: Seen> Question<'a, 'm, T, M, B> {
    pub(super) fn new(obstacle: &Moving<&'m Mesh<T>>, mover: &'a Moving<M>, body: B) -> Self {
        let t_max = obstacle.end_with(mover);
        let mesh = obstacle.shape();
        Self { mesh, surface: mesh.surface(), mover, body, obstacle: *obstacle, t_max }
    }

    pub(super) fn mesh(&self) -> &'m Mesh<T> {
        self.mesh
    }

    /// The end of the motion.
    pub(super) fn t_max(&self) -> T {
        self.t_max
    }

    /// The path of the body, as it is seen from the mesh.
    #[inline(always)]
    pub(super) fn path(&self) -> Path {
        let (velocity, obstacle_velocity) =
            (in_space(self.mover.velocity()), in_space(self.obstacle.velocity()));
        let relative = core::array::from_fn(|k| velocity[k] - obstacle_velocity[k]);
        let center = in_space(self.mover.shape().middle());
        self.body.path(center, relative, self.mesh.bounds.reach)
    }

    /// The way past the mesh; `None` if it is certainly not met at all.
    pub(super) fn way(&self, until: f64) -> Option<Way> {
        let Path { center, velocity, slack } = self.path();
        let sweep = Sweep { center, radii: self.body.extents(), velocity, slack };
        sweep.past(&self.mesh.bounds, self.mesh.tree.frame(), until)
    }

    #[inline(always)]
    pub(super) fn cast(&self, triangle: usize) -> SimplexCast<3, B> {
        cast(self.mover, self.body, self.surface.triangle(triangle), &self.obstacle)
    }

    /// The triangle that is met first, the lowest index if several are; or the closest, if some overlap.
    pub(super) fn first(&self, effort: &mut Effort) -> Option<Found<B>> {
        run(First(self, effort))
    }

    /// The first contact, with its numbers.
    pub(super) fn meet(&self, effort: &mut Effort) -> Answer<T, 3, MeshFeature> {
        run(Meet(self, effort))
    }

    /// The place where a triangle is met, if a ball comes to it.
    fn intersecting(&self, found: &Found<B>) -> Option<Touched> {
        let Meeting::Enter(Place { feature, .. }) = found.meeting else { return None };
        if !B::IS_BALL {
            return None;
        }
        let (center, error) = self.path().at(&found.key);
        Some(Touched::new(feature, &self.corners(found.triangle), center, error))
    }

    /// The triangle that overlaps, of several the closest.
    #[cold]
    fn overlap(&self, effort: &mut Effort) -> Option<Found<B>> {
        let triangle = self.closest(effort)?.triangle;
        let scaled = Scaled::new(self.cast(triangle));
        Some(Found { triangle, scaled, meeting: Meeting::Overlap, key: Bracket::ALL })
    }

    #[inline(always)]
    pub(super) fn corners(&self, triangle: usize) -> [[f64; 3]; 3] {
        self.surface.triangle(triangle).map(in_space)
    }

    /// The triangle closest to the centre at time zero, the lowest index if several are.
    #[cold]
    #[inline(never)]
    pub(super) fn closest(&self, effort: &mut Effort) -> Option<Found<B::Center>> {
        let mut best: Option<Found<B::Center>> = None;
        let mut touched: Option<Touched> = None;
        let Path { center, slack, .. } = self.path();
        let frame = self.mesh.tree.frame();
        let mut look = |triangle: usize| {
            let cast = || self.cast(triangle).of_center();
            if let (Some(best), Some(touched)) = (&mut best, &touched) {
                let beside = touched.beside(&self.corners(triangle));
                if best.settles(beside, triangle, at_start, cast) {
                    return best.key.upper;
                }
            }
            let scaled = Scaled::new(cast());
            let feature = decide(&scaled.ask(|&cast| Closest(cast)), effort);
            let meeting = at_start(feature);
            let key = bracket(&distance_of(&scaled, feature));
            let found = Found { triangle, scaled, meeting, key };
            if best.as_ref().is_none_or(|best| is_closer(&found, best, effort)) {
                touched = Some(Touched::new(feature, &self.corners(triangle), center, slack));
                best = Some(found);
            }
            best.as_ref().map_or(f64::INFINITY, |best| best.key.upper)
        };
        let body = place(center, [0.0; 3], slack, frame);
        Search::new(&self.mesh.tree, self.surface, body, Goal::Closest, f32::INFINITY)
            .each(|_, triangle| frame.distance(look(triangle as usize)));
        best
    }
}

/// The search for the first contact, and the decisions in it, for the registers that the machine has.
struct First<'s, 'a, 'm, T: Scalar, M: Shape, B>(&'s Question<'a, 'm, T, M, B>, &'s mut Effort);

impl<T: Scalar, M: Round<T, 3>, B: Seen> Task for First<'_, '_, '_, T, M, B> {
    type Output = Option<Found<B>>;

    #[inline(always)]
    fn run<E: Eight>(self) -> Option<Found<B>> {
        let Self(question, effort) = self;
        let mut best: Option<Found<B>> = None;
        let mut touched: Option<Touched> = None;
        let way = question.way(question.t_max.widen())?;
        let Mesh { tree, .. } = question.mesh;
        let mut search = Search::new(tree, question.surface, way.body, Goal::First, 1.0);
        while let Some((_, triangle)) = search.next() {
            let triangle = triangle as usize;
            if let (Some(best), Some(touched)) = (&mut best, &touched) {
                let entered = |feature| Meeting::Enter(Place { feature, side: Sign::Zero });
                let beside = touched.beside(&question.corners(triangle));
                if best.settles(beside, triangle, entered, || question.cast(triangle)) {
                    continue;
                }
            }
            let Some(found) = Found::of(question, triangle, effort) else { continue };
            if found.meeting == Meeting::Overlap {
                return question.overlap(effort);
            }
            if best.as_ref().is_none_or(|best| comes_first(&found, best, effort)) {
                search.tighten(way.key(found.key.upper));
                touched = question.intersecting(&found);
                best = Some(found);
            }
        }
        // Places that were found say that it overlaps at the start.
        if way.start == 0.0 && search.limit() == 0.0 { question.overlap(effort) } else { best }
    }
}

/// The same, and the numbers of the answer.
struct Meet<'s, 'a, 'm, T: Scalar, M: Shape, B>(&'s Question<'a, 'm, T, M, B>, &'s mut Effort);

impl<T: Scalar, M: Round<T, 3>, B: Seen> Task for Meet<'_, '_, '_, T, M, B> {
    type Output = Answer<T, 3, MeshFeature>;

    #[inline(always)]
    fn run<E: Eight>(self) -> Self::Output {
        let Self(question, effort) = self;
        match First(question, effort).run::<E>() {
            None => Answer::None,
            Some(Found { triangle, scaled, meeting, .. }) => {
                answer(&scaled, meeting, question.t_max(), effort)
                    .map_feature(|feature| MeshFeature { triangle, feature })
            }
        }
    }
}

impl<B: Body> Found<B> {
    /// Whether what is known of a triangle beside this one settles it: it comes later, or is met in the same place, and then the
    /// one with the lower index counts.
    #[inline(always)]
    fn settles(
        &mut self,
        beside: Beside,
        triangle: usize,
        meeting: impl FnOnce(Feature) -> Meeting,
        cast: impl FnOnce() -> SimplexCast<3, B>,
    ) -> bool {
        if let Beside::Same(feature) = beside
            && triangle < self.triangle
        {
            let (scaled, meeting) = (Scaled::new(cast()), meeting(feature));
            *self = Found { triangle, scaled, meeting, key: self.key };
        }
        beside != Beside::Unknown
    }
}

impl<B: Seen> Found<B> {
    /// How this triangle is met, if it is, whenever that be.
    #[inline(always)]
    pub(super) fn of<T: Scalar, M: Round<T, 3>>(
        question: &Question<'_, '_, T, M, B>,
        triangle: usize,
        effort: &mut Effort,
    ) -> Option<Self> {
        let (scaled, meeting) = decide_triangle(question, triangle, effort);
        let key = match meeting {
            Meeting::Apart => return None,
            Meeting::Overlap => Bracket { lower: 0.0, upper: 0.0 },
            _ => bracket(&time_of(&scaled, meeting)),
        };
        Some(Self { triangle, scaled, meeting, key })
    }
}

/// How a triangle is met.
#[inline(always)]
pub(super) fn decide_triangle<T: Scalar, M: Round<T, 3>, B: Seen>(
    question: &Question<'_, '_, T, M, B>,
    triangle: usize,
    effort: &mut Effort,
) -> (Scaled<SimplexCast<3, B>>, Meeting) {
    let scaled = Scaled::new(question.cast(triangle));
    let meeting = decide(&scaled, effort);
    (scaled, meeting)
}

pub(super) fn time_of<B: Body>(
    scaled: &Scaled<SimplexCast<3, B>>,
    meeting: Meeting,
) -> Scaled<Time<3, B>> {
    scaled.ask(|&cast| Time(Numbers { cast, meeting }))
}

fn distance_of<B: Body>(
    scaled: &Scaled<SimplexCast<3, B>>,
    feature: Feature,
) -> Scaled<AtRest<SquaredDistance, 3, B>> {
    scaled.ask(|&cast| AtRest { cast, feature, question: SquaredDistance })
}

/// The exact square of the distance of a sphere's centre from a triangle, for the laws of the search.
#[cfg(test)]
pub(super) fn squared_distance(
    sphere: &Sphere<f64, 3>,
    triangle: &crate::shape::Triangle<f64>,
) -> Surd {
    let (mover, still) = (Moving::still(*sphere), Moving::still(*triangle));
    let corners = triangle.vertices();
    let scaled = Scaled::new(cast(&mover, contact::ball(&mover), corners, &still));
    let feature = decide(&scaled.ask(|&cast| Closest(cast)), &mut Effort::default());
    exactly(&distance_of(&scaled, feature))
}

/// Does this one come before the best so far? At equal times the lower index does.
fn comes_first<B: Body>(found: &Found<B>, best: &Found<B>, effort: &mut Effort) -> bool {
    let order = compare_times(found, best, effort);
    order.then(found.triangle.cmp(&best.triangle)) == Ordering::Less
}

/// Which of two is met first.
pub(super) fn compare_times<B: Body>(a: &Found<B>, b: &Found<B>, effort: &mut Effort) -> Ordering {
    a.key.compare(&b.key).unwrap_or_else(|| {
        let at_start =
            |found: &Found<B>| matches!(found.meeting, Meeting::Touch(..) | Meeting::Overlap);
        if at_start(a) && at_start(b) || same_place(a, b) {
            return Ordering::Equal;
        }
        effort.exact = true;
        let time = |found: &Found<B>| {
            if at_start(found) {
                Surd::from(Rational::from(0))
            } else {
                exactly(&time_of(&found.scaled, found.meeting))
            }
        };
        time(a).cmp(&time(b))
    })
}

/// Is this one closer than the best so far? At equal distances the lower index is.
fn is_closer<B: Body>(found: &Found<B>, best: &Found<B>, effort: &mut Effort) -> bool {
    let order = found.key.compare(&best.key).unwrap_or_else(|| {
        if same_place(found, best) {
            return Ordering::Equal;
        }
        effort.exact = true;
        let distance =
            |found: &Found<B>| exactly(&distance_of(&found.scaled, feature_of(found.meeting)));
        distance(found).cmp(&distance(best))
    });
    order.then(found.triangle.cmp(&best.triangle)) == Ordering::Less
}

pub(super) fn exactly<M: Measure<1>>(scaled: &Scaled<M>) -> Surd {
    let [value] = measure_exactly(scaled);
    value
}

fn feature_of(meeting: Meeting) -> Feature {
    match meeting {
        Meeting::Touch(place, _) | Meeting::Enter(place) | Meeting::Graze(place) => place.feature,
        Meeting::Apart | Meeting::Overlap => Feature::Face,
    }
}

/// Whether two triangles are met where they are one: at the same vertex or edge. By coordinates, so that it is seen
/// also where vertices stand twice.
fn same_place<B: Body>(a: &Found<B>, b: &Found<B>) -> bool {
    if !a.scaled.has_lengths_of(&b.scaled) {
        return false;
    }
    let vertex = |found: &Found<B>, i: usize| found.scaled.inputs.vertices[i % 3];
    match (feature_of(a.meeting), feature_of(b.meeting)) {
        (Feature::Vertex(i), Feature::Vertex(j)) => vertex(a, i as usize) == vertex(b, j as usize),
        (Feature::Edge(i), Feature::Edge(j)) => {
            let (a, b) = (
                [0, 1].map(|k| vertex(a, i as usize + k)),
                [0, 1].map(|k| vertex(b, j as usize + k)),
            );
            a == b || a == [b[1], b[0]]
        }
        _ => false,
    }
}

// ---- the obstacle ----

/// Whether the time of what was found is past the end of the motion.
pub(super) fn time_is_past<T: Scalar, B: Body>(
    scaled: &Scaled<SimplexCast<3, B>>,
    meeting: Meeting,
    t_max: T,
    effort: &mut Effort,
) -> bool {
    meeting != Meeting::Overlap && time(scaled, meeting, t_max, Rounding::Nearest, effort).is_none()
}

macro_rules! mesh_obstacle {
    ($mover:ty, $target:ty, $question:ident) => {
        impl<T: Scalar> Meets<T, 3, $mover> for Moving<$target> {
            type Feature = MeshFeature;

            fn meet(
                &self,
                mover: &Moving<$mover>,
                effort: &mut Effort,
            ) -> Answer<T, 3, MeshFeature> {
                $question(self, mover).meet(effort)
            }

            fn meet_exactly(&self, mover: &Moving<$mover>) -> ExactAnswer<3, MeshFeature> {
                let question = $question(self, mover);
                match question.first(&mut Effort::default()) {
                    None => ExactAnswer::None,
                    Some(Found { triangle, scaled, meeting, .. }) => {
                        exact_answer(&scaled, meeting, question.t_max())
                            .map_feature(|feature| MeshFeature { triangle, feature })
                    }
                }
            }

            fn time(&self, mover: &Moving<$mover>, rounding: Rounding) -> Option<T> {
                let question = $question(self, mover);
                let mut effort = Effort::default();
                let Found { scaled, meeting, .. } = question.first(&mut effort)?;
                time(&scaled, meeting, question.t_max(), rounding, &mut effort)
            }

            fn last_time(&self, mover: &Moving<$mover>) -> Option<T> {
                let last = $question(self, mover).last()?;
                let [time] = measure(&last.last, &mut Effort::default());
                Some(time)
            }

            fn last_time_exactly(&self, mover: &Moving<$mover>) -> Option<Surd> {
                Some($question(self, mover).last()?.exactly(End::Last))
            }

            fn touches(&self, mover: &Moving<$mover>, effort: &mut Effort) -> bool {
                $question(self, mover).any(effort)
            }
        }
    };
}
pub(super) use mesh_obstacle;

pub(super) fn of_ball<'a, 'm, T: Scalar>(
    mesh: &Moving<&'m Mesh<T>>,
    ball: &'a Moving<Sphere<T, 3>>,
) -> Question<'a, 'm, T, Sphere<T, 3>, Ball> {
    Question::new(mesh, ball, contact::ball(ball))
}

fn of_ellipsoid<'a, 'm, T: Scalar>(
    mesh: &Moving<&'m Mesh<T>>,
    stretched_ball: &'a Moving<Ellipsoid<T, 3>>,
) -> Question<'a, 'm, T, Ellipsoid<T, 3>, StretchedBall> {
    Question::new(mesh, stretched_ball, contact::stretched_ball(stretched_ball))
}

mesh_obstacle!(Sphere<T, 3>, &Mesh<T>, of_ball);
mesh_obstacle!(Ellipsoid<T, 3>, &Mesh<T>, of_ellipsoid);
still!(Sphere<T, 3>, Mesh<T>, {}, 3, MeshFeature, Moving::still);
still!(Ellipsoid<T, 3>, Mesh<T>, {}, 3, MeshFeature, Moving::still);

shares! {
    Sphere<T, 3>, Mesh<T>;
    Ellipsoid<T, 3>, Mesh<T>;
}

impl<T: Scalar> Near<T, 3> for Mesh<T> {
    type Feature = MeshFeature;

    fn closest_to(&self, point: &Point<T, 3>) -> Option<ClosestPoint<T, 3, MeshFeature>> {
        let effort = &mut Effort::default();
        let (mesh, sphere) = (Moving::still(self), Moving::still(Sphere::at(point)));
        let question = of_ball(&mesh, &sphere);
        let triangle = question.closest(effort)?.triangle;
        let ClosestPoint { point, distance, feature } =
            self.triangle(triangle)?.closest_to(point)?;
        Some(ClosestPoint { point, distance, feature: MeshFeature { triangle, feature } })
    }

    fn exact_distance(&self, point: &Point<T, 3>) -> Option<Surd> {
        let triangle = self.closest_to(point)?.feature.triangle;
        self.triangle(triangle)?.exact_distance(point)
    }
}
