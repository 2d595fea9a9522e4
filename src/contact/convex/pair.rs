//! Two convex cores and their relative motion: the point `tV` against `K = B − A`, inflated by `R`.
//!
//! A mover with the core `A` and an obstacle with the core `B` have the same distance as the point
//! `x = tV` and the convex set `K = { b − a }`. Here `V` is the relative velocity. For a corner
//! `(b, a)` of a piece of `K` only `D = a − b` is needed, since `x − (b − a) = D + tV`.

use super::core::{Core, LiftedCore, negated};
use super::piece::{At, Direction};
use crate::contact::body::TotalRadius;
use crate::contact::cast::TimeDomain;
use crate::contact::relative_motion::RelativeMotion;
use crate::number::{Inputs, Lift, Number, Quantity, Rescale, Value, are_moderate};
use crate::shape::Scalar;
use crate::shape::vector::{Vector, each};

/// A convex mover and a convex obstacle, with their relative motion and their radii.
#[derive(Clone, Debug)]
pub(crate) struct ConvexPair<'a> {
    pub(crate) mover: Core<'a>,
    pub(crate) obstacle: Core<'a>,
    pub(crate) motion: RelativeMotion<3>,
    pub(crate) reach: TotalRadius,
    pub(crate) domain: TimeDomain,
    /// The dimension of the space of both cores: in the plane the third coordinates are zero.
    pub(crate) dimension: usize,
}

impl<'a> ConvexPair<'a> {
    /// Constructs the pair of two cores with their radii and their relative motion, from time zero
    /// on.
    #[inline]
    pub(crate) fn new<T: Scalar>(
        (mover, radius): (Core<'a>, T),
        (obstacle, inflation): (Core<'a>, T),
        motion: RelativeMotion<3>,
        dimension: usize,
    ) -> Self {
        let reach = TotalRadius { radius: radius.widen(), inflation: inflation.widen() };
        Self { mover, obstacle, motion, reach, domain: TimeDomain::FromStart, dimension }
    }

    /// Returns the pair with its motion reversed, at all times.
    pub(crate) fn backwards(&self) -> Self {
        let motion = self.motion.reversed();
        Self { motion, domain: TimeDomain::Always, ..self.clone() }
    }

    /// If the mover is a capsule, returns a pair of a point that moves along its axis and the
    /// obstacle at rest.
    pub(crate) fn along_axis(&self) -> Option<Self> {
        let (from, motion) = self.mover.along_axis()?;
        let reach = TotalRadius { radius: 0.0, ..self.reach };
        let (mover, domain) = (Core::point(from), TimeDomain::FromStart);
        Some(Self { mover, motion, reach, domain, ..self.clone() })
    }

    /// Constructs a query about this pair.
    pub(crate) fn about<Q>(&self, question: Q) -> PairQuery<'_, '_, Q> {
        PairQuery { pair: self, question }
    }

    /// Returns whether both cores are boxes along the axes of the world between given corners, and
    /// the mover is solid.
    pub(crate) fn are_aligned_boxes(&self) -> bool {
        let is_aligned = |core: &Core<'_>| {
            core.extents().is_some() && !core.is_turned() && core.shift().is_none()
        };
        is_aligned(&self.mover) && is_aligned(&self.obstacle) && self.mover_is_solid()
    }

    /// Returns whether the numbers over an edge are deeper than the error bounds of floats allow.
    /// They are if one core is a turned triangle, or if one is a turned box, and the other is a
    /// turned box or a parallelepiped.
    pub(crate) fn has_deep_numbers(&self) -> bool {
        let (a, b) = (&self.mover, &self.obstacle);
        (a.is_turned() && (b.is_turned() || b.is_sheared()))
            || (a.is_sheared() && b.is_turned())
            || a.is_turned_simplex()
            || b.is_turned_simplex()
    }

    /// Returns whether even times are deeper than the error bounds of floats allow, and signs have
    /// more factors than usual: for a turned triangle and another core with edges of its own
    /// directions.
    pub(crate) fn has_deep_times(&self) -> bool {
        let is_free = |core: &Core<'_>| core.is_turned() || core.is_sheared();
        let (a, b) = (&self.mover, &self.obstacle);
        (a.is_turned_simplex() && is_free(b)) || (b.is_turned_simplex() && is_free(a))
    }

    /// Returns whether the mover has an interior in its space.
    pub(crate) fn mover_is_solid(&self) -> bool {
        usize::from(self.mover.dimension()) == self.dimension
    }

    /// Returns whether both cores lie in the plane and have no radius, so that a point moves
    /// against a polygon.
    pub(crate) fn is_thin_in_plane(&self) -> bool {
        self.dimension == 2 && self.reach.is_zero()
    }
}

impl Inputs for ConvexPair<'_> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.mover.visit(see);
        self.obstacle.visit(see);
        self.motion.visit(see);
        self.reach.visit(see);
    }
    /// A decision multiplies up to four lengths and speeds, or six if it has deep times, and up to
    /// twenty components of quaternions (theory, §10). The product of all of these must not
    /// underflow.
    fn suits_floats(&self) -> bool {
        self.motion.suits_floats()
            && (!self.has_deep_times() || are_moderate(self))
            && [&self.mover, &self.obstacle].iter().all(|core| core.has_no_small_direction())
    }
}

/// A query about a pair, whose result depends only on the floats of the pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairQuery<'p, 'a, Q> {
    pub(crate) pair: &'p ConvexPair<'a>,
    pub(crate) question: Q,
}

impl<Q> Inputs for PairQuery<'_, '_, Q> {
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
        let (motion, reach) = (self.motion.map(change), self.reach.map(change));
        Self { mover, obstacle, motion, reach, ..*self }
    }
}

/// A pair in numbers of kind `N`. Lengths, speeds and the radius are represented at `s` times their
/// size, where `s` is the product of the squared lengths of the quaternions; times are represented
/// as they are.
pub(crate) struct LiftedPair<'p, 'a, N, L> {
    pub(crate) pair: &'p ConvexPair<'a>,
    pub(crate) lift: L,
    pub(crate) mover: LiftedCore<'p, 'a, N>,
    pub(crate) obstacle: LiftedCore<'p, 'a, N>,
    /// The scale `s`, unless it is one.
    pub(crate) scale: Option<N>,
    /// The relative velocity `V`.
    pub(crate) v: Vector<N>,
    /// The total radius `R`.
    pub(crate) r: N,
    /// Whether each vertex of both cores is a given point.
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
        let v = each!(|k| scaled(pair.motion.relative(&lift, k)));
        let r = scaled(pair.reach.lifted(&lift));
        let has_given_vertices = mover.has_given_vertices() && obstacle.has_given_vertices();
        Self { pair, lift, mover, obstacle, scale, v, r, has_given_vertices }
    }

    /// Returns a number times the scale `s`.
    pub(crate) fn scaled(&self, x: &N) -> N {
        match &self.scale {
            Some(s) => x.times(s),
            None => x.clone(),
        }
    }

    /// Returns a value divided by the scale `s`: converts a scaled value to its true size.
    pub(crate) fn unscaled(&self, x: N::Value) -> N::Value {
        match &self.scale {
            Some(s) => x.over(s),
            None => x,
        }
    }

    /// Returns the vector `D = a − b` between two vertices, at the scale `s`.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(crate) fn way(&self, at: At) -> Vector<N> {
        if N::IS_CALLED || !self.has_given_vertices {
            return self.way_apart(at);
        }
        self.way_between_given(at)
    }

    /// Returns the vector `D = a − b`, in a function that is not inlined everywhere.
    fn way_apart(&self, at: At) -> Vector<N> {
        if self.has_given_vertices { self.way_between_given(at) } else { self.way_of_sums(at) }
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn way_between_given(&self, at: At) -> Vector<N> {
        let (from, to) = (self.obstacle.base(at.obstacle), self.mover.base(at.mover));
        each!(|k| self.lift.length_difference(to[k], from[k]))
    }

    /// Returns the vector `D = a − b` if a vertex is a sum of floats or a corner of a turned box.
    fn way_of_sums(&self, at: At) -> Vector<N> {
        // So a body that rests on a floor is at exactly the height of the floor, for every rotation
        // about the normal of the floor.
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

    /// Returns one coordinate of `D = a − b`, if both vertices have sums of given floats as
    /// coordinates on that axis.
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

    /// Returns a vertex of the obstacle, at the scale `s`.
    pub(crate) fn obstacle_vertex(&self, vertex: u32) -> Vector<N> {
        self.vertex(&self.obstacle, vertex, self.mover.scale())
    }

    /// Returns a vertex of the mover, at the scale `s`.
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

    /// Returns a direction in `K`: an edge of the obstacle, or the negative of an edge of the
    /// mover.
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
