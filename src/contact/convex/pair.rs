//! Two convex cores and how they move relative to each other: the point `tV` against `K = B − A`,
//! grown by `R`.
//!
//! A mover with the core `A` and an obstacle with the core `B` are as far from each other as the
//! point `x = tV` is from the convex set `K = { b − a }`, where `V` is their relative velocity. Of
//! a corner `(b, a)` of a piece of `K` only `D = a − b` is needed, since `x − (b − a) = D + tV`.

use super::core::{Core, LiftedCore, negated};
use super::piece::{At, Direction};
use crate::contact::body::Reach;
use crate::contact::cast::TimeDomain;
use crate::contact::course::Course;
use crate::number::{Inputs, Lift, Number, Quantity, Rescale, Value};
use crate::shape::vector::{Vector, each};

/// A mover and an obstacle.
#[derive(Clone, Debug)]
pub(crate) struct ConvexPair<'a> {
    pub(crate) mover: Core<'a>,
    pub(crate) obstacle: Core<'a>,
    pub(crate) course: Course<3>,
    pub(crate) reach: Reach,
    pub(crate) domain: TimeDomain,
    /// The axes that their space has: in the plane the third coordinates are zero.
    pub(crate) dimension: usize,
}

impl ConvexPair<'_> {
    /// The same motion run backwards, on the whole line of time.
    pub(crate) fn backwards(&self) -> Self {
        let course = self.course.reversed();
        Self { course, domain: TimeDomain::Always, ..self.clone() }
    }

    /// If the mover is a capsule: a point that runs along its axis, and the obstacle, which stands.
    pub(crate) fn along_axis(&self) -> Option<Self> {
        let (from, course) = self.mover.along_axis()?;
        let reach = Reach { radius: 0.0, ..self.reach };
        let (mover, domain) = (Core::point(from), TimeDomain::FromStart);
        Some(Self { mover, course, reach, domain, ..self.clone() })
    }

    /// A question about this pair.
    pub(crate) fn about<Q>(&self, question: Q) -> About<'_, '_, Q> {
        About { pair: self, question }
    }

    /// Whether both are boxes along the axes of the world, and the mover is solid.
    pub(crate) fn are_aligned_boxes(&self) -> bool {
        let is_aligned = |core: &Core<'_>| core.extents().is_some() && !core.is_turned();
        is_aligned(&self.mover) && is_aligned(&self.obstacle) && self.mover_is_solid()
    }

    /// Whether the mover has an interior in its space.
    pub(crate) fn mover_is_solid(&self) -> bool {
        usize::from(self.mover.dimension()) == self.dimension
    }

    /// Whether it is a polygon with an interior that a point meets.
    pub(crate) fn is_thin_in_plane(&self) -> bool {
        self.dimension == 2 && self.reach.is_zero()
    }
}

impl Inputs for ConvexPair<'_> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.mover.visit(see);
        self.obstacle.visit(see);
        self.course.visit(see);
        self.reach.visit(see);
    }
    /// A sign has up to four lengths and speeds and up to twenty components of quaternions (theory,
    /// §10): their product must not vanish.
    fn suits_floats(&self) -> bool {
        self.course.suits_floats()
            && [&self.mover, &self.obstacle].iter().all(|core| core.has_no_small_direction())
    }
}

/// A question about a pair that depends on its floats alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About<'p, 'a, Q> {
    pub(crate) pair: &'p ConvexPair<'a>,
    pub(crate) question: Q,
}

impl<Q> Inputs for About<'_, '_, Q> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.pair.visit(see);
    }
    fn suits_floats(&self) -> bool {
        self.pair.suits_floats()
    }
}

impl Rescale for ConvexPair<'_> {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        let (mover, obstacle) = (self.mover.map(change), self.obstacle.map(change));
        let (course, reach) = (self.course.map(change), self.reach.map(change));
        Self { mover, obstacle, course, reach, ..*self }
    }
}

/// A pair as it is seen in numbers of kind `N`. Lengths, speeds and the radius are seen `s` times
/// as large, where `s` is the product of the squared lengths of the quaternions; times are as they
/// are.
pub(crate) struct LiftedPair<'p, 'a, N, L> {
    pub(crate) pair: &'p ConvexPair<'a>,
    pub(crate) lift: L,
    pub(crate) mover: LiftedCore<'p, 'a, N>,
    pub(crate) obstacle: LiftedCore<'p, 'a, N>,
    /// `s`, unless it is one.
    pub(crate) scale: Option<N>,
    /// `V`.
    pub(crate) v: Vector<N>,
    /// `R`.
    pub(crate) r: N,
    /// Whether each vertex of both is a given point.
    has_given_vertices: bool,
}

impl<'p, 'a, N: Number, L: Lift<N>> LiftedPair<'p, 'a, N, L> {
    pub(crate) fn new(pair: &'p ConvexPair<'a>, lift: L) -> Self {
        let mover = LiftedCore::new(&pair.mover, &lift);
        let obstacle = LiftedCore::new(&pair.obstacle, &lift);
        let scale = match (mover.scale(), obstacle.scale()) {
            (Some(a), Some(b)) => Some(a.times(b)),
            (a, b) => a.or(b).cloned(),
        };
        let scaled = |x: N| match &scale {
            Some(s) => x.times(s),
            None => x,
        };
        let v = each!(|k| scaled(pair.course.relative(&lift, k)));
        let r = scaled(pair.reach.lifted(&lift));
        let has_given_vertices = mover.has_given_vertices() && obstacle.has_given_vertices();
        Self { pair, lift, mover, obstacle, scale, v, r, has_given_vertices }
    }

    /// Times `s`.
    pub(crate) fn scaled(&self, x: &N) -> N {
        match &self.scale {
            Some(s) => x.times(s),
            None => x.clone(),
        }
    }

    /// A value that is seen `s` times as large, as large as it is.
    pub(crate) fn unscaled(&self, x: N::Value) -> N::Value {
        match &self.scale {
            Some(s) => x.over(s),
            None => x,
        }
    }

    /// `D = a − b`.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(crate) fn way(&self, at: At) -> Vector<N> {
        if N::IS_CALLED || !self.has_given_vertices {
            return self.way_apart(at);
        }
        self.way_between_given(at)
    }

    /// The same in one place.
    fn way_apart(&self, at: At) -> Vector<N> {
        if self.has_given_vertices { self.way_between_given(at) } else { self.way_of_sums(at) }
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn way_between_given(&self, at: At) -> Vector<N> {
        let (from, to) = (self.obstacle.base(at.obstacle), self.mover.base(at.mover));
        each!(|k| self.lift.length_difference(to[k], from[k]))
    }

    /// The same where a vertex is a sum.
    fn way_of_sums(&self, at: At) -> Vector<N> {
        // What rests on a floor is exactly as high as the floor, however it is turned about.
        let given = each!(|k| self.given_way(at, k));
        if let [Some(x), Some(y), Some(z)] = given {
            return [x, y, z];
        }
        let At { obstacle: b, mover: a } = at;
        let (from, to) = (self.obstacle.base(b), self.mover.base(a));
        let mut way: Vector<N> =
            each!(|k| self.scaled(&self.lift.length_difference(to[k], from[k])));
        if let Some(offset) = self.mover.offset(a, &self.lift) {
            way = each!(|k| way[k].plus(&times_scale(&offset[k], self.obstacle.scale())));
        }
        if let Some(offset) = self.obstacle.offset(b, &self.lift) {
            way = each!(|k| way[k].minus(&times_scale(&offset[k], self.mover.scale())));
        }
        for (x, given) in way.iter_mut().zip(given) {
            if let Some(given) = given {
                *x = given;
            }
        }
        way
    }

    /// The same along an axis, if there both vertices are sums of given floats.
    fn given_way(&self, at: At, axis: usize) -> Option<N> {
        let [from, from_offset] = self.obstacle.core().coordinate(at.obstacle, axis)?;
        let [to, to_offset] = self.mover.core().coordinate(at.mover, axis)?;
        let base = self.lift.length_difference(to, from);
        if from_offset == 0.0 && to_offset == 0.0 {
            return Some(self.scaled(&base));
        }
        let parts = [base, self.lift.length_difference(to_offset, from_offset)];
        Some(self.scaled(&N::lifted_dot(&parts, &[N::one(), N::one()])))
    }

    /// A vertex of the obstacle, `s` times.
    pub(crate) fn obstacle_vertex(&self, vertex: u32) -> Vector<N> {
        self.vertex(&self.obstacle, vertex, self.mover.scale())
    }

    /// A vertex of the mover, `s` times.
    pub(crate) fn mover_vertex(&self, vertex: u32) -> Vector<N> {
        self.vertex(&self.mover, vertex, self.obstacle.scale())
    }

    fn vertex(&self, core: &LiftedCore<'_, '_, N>, vertex: u32, other: Option<&N>) -> Vector<N> {
        let base = core.base(vertex);
        let at: Vector<N> = each!(|k| self.scaled(&self.lift.length(base[k])));
        match core.offset(vertex, &self.lift) {
            Some(offset) => each!(|k| at[k].plus(&times_scale(&offset[k], other))),
            None => at,
        }
    }

    /// A way in `K`: one of the obstacle, or minus one of the mover.
    pub(crate) fn direction(&self, direction: Direction) -> Vector<N> {
        match direction {
            Direction::Obstacle(half) => self.obstacle.direction(half, &self.lift),
            Direction::Mover(half) => self.mover.direction(half.reversed(), &self.lift),
            Direction::Across { is_reversed } => {
                let across = [N::zero(), N::zero(), N::one()];
                if is_reversed { negated(&across) } else { across }
            }
        }
    }
}

fn times_scale<N: Number>(x: &N, scale: Option<&N>) -> N {
    match scale {
        Some(s) => x.times(s),
        None => x.clone(),
    }
}
