//! Round bodies for the decisions about simplices. A body and a simplex are mapped to a space in
//! which the body is a ball and the simplex is given by its vertices.
//!
//! ```text
//! for the decision         xₖ σₖ,   r = Π aⱼ,   σₖ = Π aⱼ (j ≠ k)        for an ellipsoid with the radii a           (7.4)
//!                          xₖ,      r                                   for a sphere
//!                          R(q)ᵀ (C − c) − |q|² P,   R(q)ᵀ V,   |q|² r   for a sphere, and a simplex that is placed      (1.7)
//! ```
//!
//! The maps preserve times, straight lines and contacts. In the last of the three cases only the
//! vector to the centre, the velocity and the radius are scaled by `|q|²`. The edges are not
//! scaled, because a decision depends on little more than their directions. So degrees and depths
//! stay low.

use super::relative_motion::RelativeMotion;
use super::turn::{Quaternion, Turn};
use crate::number::{Lift, Number, Quantity, Range, Value, replaced, unrolled};
use crate::shape::vector::{Vector, each};
use crate::shape::{Capsule, Ellipsoid, Moving, Scalar, Sphere, Translatable};

/// A round body, with the map to a space in which it is a ball.
pub(crate) trait Body: Copy + core::fmt::Debug {
    /// The range of inputs in which the float filters may be used.
    const RANGE: Range;
    /// Whether the body is queried one by one, and not by the thousand.
    const SELDOM: bool;
    /// Whether the body is a ball in the world. Then a normal contains only one root, and the edges
    /// are lifted numbers.
    const IS_BALL: bool;
    /// Whether the vectors to the centre and the velocities are lifted numbers, too.
    const IS_IN_WORLD: bool;
    /// The numbers of the map from the world: `σ` for an ellipsoid, the matrix of the quaternion
    /// for a ball in a frame, nothing for a ball.
    type Stretch<N: Number>;
    /// The centre, as a body of radius zero.
    type Center: Body<Center = Self::Center>;
    fn center(&self) -> Self::Center;
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3]));
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self;
    fn suits_floats(&self) -> bool;
    fn is_point(&self) -> bool;
    /// Returns the total radius of a ball; zero for an ellipsoid, which is never cast at an
    /// inflated obstacle.
    fn reach(&self) -> TotalRadius;
    /// Returns the half extent of the body along each axis, or a float that is a little greater.
    fn extents(&self) -> [f64; 3];
    fn stretch<N: Number>(&self, lift: &impl Lift<N>) -> Self::Stretch<N>;
    /// Returns `r`.
    fn radius<N: Number>(&self, lift: &impl Lift<N>) -> N;
    /// Returns `xₖ σₖ`.
    fn stretched<N: Number>(stretch: &Self::Stretch<N>, k: usize, x: N) -> N;

    /// Returns the vectors `D` from some points of the simplex to the centre.
    #[cfg_attr(hot, inline(always))]
    fn vectors_to_center<N: Number, const V: usize>(
        &self,
        lift: &impl Lift<N>,
        stretch: &Self::Stretch<N>,
        center: &[f64; 3],
        points: &[[f64; 3]; V],
    ) -> [Vector<N>; V] {
        replaced!(N::rows(); V, |i| Self::edge(lift, stretch, center, &points[i]))
    }
    /// Returns the vector `E` from `b` to `a`.
    #[cfg_attr(hot, inline(always))]
    fn edge<N: Number>(
        lift: &impl Lift<N>,
        stretch: &Self::Stretch<N>,
        a: &[f64; 3],
        b: &[f64; 3],
    ) -> Vector<N> {
        each!(|k| Self::stretched(stretch, k, lift.length_difference(a[k], b[k])))
    }
    /// Returns the vector from the point `b` of the mover to its point `a`, in the frame and at the
    /// scale of `D`.
    #[cfg_attr(hot, inline(always))]
    fn mover_vector<N: Number>(
        lift: &impl Lift<N>,
        stretch: &Self::Stretch<N>,
        a: &[f64; 3],
        b: &[f64; 3],
    ) -> Vector<N> {
        Self::edge(lift, stretch, a, b)
    }
    /// Returns the relative velocity `V`.
    #[cfg_attr(hot, inline(always))]
    fn speed<N: Number>(
        lift: &impl Lift<N>,
        stretch: &Self::Stretch<N>,
        motion: &RelativeMotion<3>,
    ) -> Vector<N> {
        each!(|k| Self::stretched(stretch, k, motion.relative(lift, k)))
    }
    /// Returns `x` times the ratio of the scale of `D` to the scale of `E`.
    #[cfg_attr(hot, inline(always))]
    fn times_scale<N: Number>(&self, _: &impl Lift<N>, x: N) -> N {
        x
    }

    // For the numbers of an answer:

    /// Returns a world coordinate of a vertex of the simplex.
    #[cfg_attr(hot, inline(always))]
    fn vertex<N: Number>(
        &self,
        lift: &impl Lift<N>,
        _: &Self::Stretch<N>,
        vertex: &[f64; 3],
        k: usize,
    ) -> N::Value {
        N::Value::rational(&lift.length(vertex[k]))
    }
    /// Returns a vector of the simplex in world coordinates.
    #[cfg_attr(hot, inline(always))]
    fn in_world<N: Number>(_: &Self::Stretch<N>, vector: Vector<N::Value>) -> Vector<N::Value> {
        vector
    }
    /// Moves a point of the world by a vector of the simplex, and returns it.
    #[cfg_attr(hot, inline(always))]
    fn translated<N: Number>(
        _: &Self::Stretch<N>,
        from: &Vector<N::Value>,
        by: &Vector<N::Value>,
    ) -> Vector<N::Value> {
        each!(|k| from[k].plus(&by[k]))
    }
}

/// The total radius: the distance of the centre from the obstacle at a contact. It is the sum of
/// the mover's radius and the obstacle's inflation radius, and is never rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TotalRadius {
    pub(crate) radius: f64,
    pub(crate) inflation: f64,
}

impl TotalRadius {
    /// The total radius at an obstacle that is not inflated.
    #[cfg(test)]
    pub(crate) fn sharp(radius: f64) -> Self {
        Self { radius, ..Self::NONE }
    }
    /// The total radius of a point at an obstacle that is not inflated: zero.
    pub(crate) const NONE: Self = Self { radius: 0.0, inflation: 0.0 };

    /// Returns the total radius of a moving sphere.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn of<T: Scalar, const N: usize>(mover: &Moving<Sphere<T, N>>) -> Self {
        Self { radius: mover.shape().radius().widen(), inflation: mover.inflation().widen() }
    }
    /// Returns the total radius of a moving capsule, which is measured from its axis.
    pub(crate) fn of_capsule<T: Scalar, const N: usize>(mover: &Moving<Capsule<T, N>>) -> Self {
        Self { radius: mover.shape().radius().widen(), inflation: mover.inflation().widen() }
    }
    /// Returns the total radius of the centre: the inflation radius alone.
    pub(crate) fn center(self) -> Self {
        Self { radius: 0.0, ..self }
    }
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        see(Quantity::Length, [self.radius, self.inflation, self.radius]);
    }
    pub(crate) fn map(self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        let mut length = |x| change(Quantity::Length, x);
        Self { radius: length(self.radius), inflation: length(self.inflation) }
    }
    /// Returns whether both radii are zero. Such a mover is a point, and only touches an obstacle
    /// that contains it.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn is_zero(&self) -> bool {
        self.radius == 0.0 && self.inflation == 0.0
    }
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn lifted<N>(&self, lift: &impl Lift<N>) -> N {
        lift.length_difference(self.radius, -self.inflation)
    }
    /// Returns a float that is not less than the total radius.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn extent(&self) -> f64 {
        if self.inflation == 0.0 { self.radius } else { (self.radius + self.inflation).next_up() }
    }
    /// Returns the coordinate of the centre at a contact with a flat side. `surface` is this
    /// coordinate without inflation; `back` gives the inflation radius the sign that leads away
    /// from the side.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn beyond<N: Number>(
        &self,
        lift: &impl Lift<N>,
        surface: N,
        back: impl Fn(f64) -> f64,
    ) -> N::Value {
        if self.inflation == 0.0 {
            return N::Value::lifted(&surface);
        }
        N::Value::lifted_ratio(&[surface, lift.length(back(self.inflation))], &N::one())
    }
    /// Returns the point of the inflated surface, computed from the point of the shape within and
    /// the unit vector `normal` from that point to the centre.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn surface<N: Number, const D: usize>(
        &self,
        lift: &impl Lift<N>,
        point: [N::Value; D],
        normal: &[N::Value; D],
    ) -> [N::Value; D] {
        if self.inflation == 0.0 {
            return point;
        }
        let inflation = lift.length(self.inflation);
        let mut on_surface = point.clone();
        unrolled!(D, |k| on_surface[k] = point[k].plus(&normal[k].times(&inflation)));
        on_surface
    }
}

/// A sphere, whose map is the identity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    pub(crate) reach: TotalRadius,
}

/// An ellipsoid whose axes are parallel to the coordinate axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StretchedBall {
    pub(crate) radii: [f64; 3],
}

/// A sphere with the rigid transform of the simplex: a rotation by a quaternion of any length, then
/// a translation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallInFrame {
    pub(crate) reach: TotalRadius,
    pub(crate) quaternion: [f64; 4],
    pub(crate) translation: [f64; 3],
}

impl Body for Ball {
    const SELDOM: bool = false;
    const RANGE: Range = Range::WIDE;
    const IS_BALL: bool = true;
    const IS_IN_WORLD: bool = true;
    type Stretch<N: Number> = ();
    type Center = Self;

    fn center(&self) -> Self {
        Self { reach: self.reach.center() }
    }
    #[cfg_attr(hot, inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.reach.visit(see);
    }
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self { reach: self.reach.map(change) }
    }
    #[cfg_attr(hot, inline(always))]
    fn suits_floats(&self) -> bool {
        true
    }
    #[cfg_attr(hot, inline(always))]
    fn is_point(&self) -> bool {
        self.reach.is_zero()
    }
    fn reach(&self) -> TotalRadius {
        self.reach
    }
    fn extents(&self) -> [f64; 3] {
        [self.reach.extent(); 3]
    }
    #[cfg_attr(hot, inline(always))]
    fn stretch<N: Number>(&self, _: &impl Lift<N>) {}
    #[cfg_attr(hot, inline(always))]
    fn radius<N: Number>(&self, lift: &impl Lift<N>) -> N {
        self.reach.lifted(lift)
    }
    #[cfg_attr(hot, inline(always))]
    fn stretched<N: Number>((): &(), _: usize, x: N) -> N {
        x
    }
}

impl Body for StretchedBall {
    const SELDOM: bool = true;
    const RANGE: Range = Range::NARROW;
    const IS_BALL: bool = false;
    const IS_IN_WORLD: bool = false;
    type Stretch<N: Number> = Vector<N>;
    type Center = Ball;

    fn center(&self) -> Ball {
        Ball { reach: TotalRadius::NONE }
    }
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        see(Quantity::Length, self.radii);
    }
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self { radii: self.radii.map(|x| change(Quantity::Length, x)) }
    }
    fn suits_floats(&self) -> bool {
        Range::suits_stretch(&self.radii)
    }
    fn is_point(&self) -> bool {
        false
    }
    fn reach(&self) -> TotalRadius {
        TotalRadius::NONE
    }
    fn extents(&self) -> [f64; 3] {
        self.radii
    }
    fn stretch<N: Number>(&self, lift: &impl Lift<N>) -> Vector<N> {
        let [a, b, c] = self.radii.map(|x| lift.length(x));
        [b.times(&c), a.times(&c), a.times(&b)]
    }
    fn radius<N: Number>(&self, lift: &impl Lift<N>) -> N {
        let [a, b, c] = self.radii.map(|x| lift.length(x));
        a.times(&b).times(&c)
    }
    fn stretched<N: Number>(stretch: &Vector<N>, k: usize, x: N) -> N {
        x.times(&stretch[k])
    }
}

impl Body for BallInFrame {
    const SELDOM: bool = true;
    const RANGE: Range = Range::NARROW;
    const IS_BALL: bool = true;
    const IS_IN_WORLD: bool = false;
    type Stretch<N: Number> = Turn<N, 3>;
    type Center = Self;

    fn center(&self) -> Self {
        Self { reach: self.reach.center(), ..*self }
    }
    #[cfg_attr(hot, inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        let [x, y, z, w] = self.quaternion;
        self.reach.visit(see);
        see(Quantity::Length, self.translation);
        see(Quantity::Direction, [x, y, z]);
        see(Quantity::Direction, [w; 3]);
    }
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self {
            reach: self.reach.map(change),
            quaternion: self.quaternion.map(|x| change(Quantity::Direction, x)),
            translation: self.translation.map(|x| change(Quantity::Length, x)),
        }
    }
    #[cfg_attr(hot, inline(always))]
    fn suits_floats(&self) -> bool {
        true
    }
    #[cfg_attr(hot, inline(always))]
    fn is_point(&self) -> bool {
        self.reach.is_zero()
    }
    fn reach(&self) -> TotalRadius {
        self.reach
    }
    fn extents(&self) -> [f64; 3] {
        [self.reach.extent(); 3]
    }
    fn stretch<N: Number>(&self, lift: &impl Lift<N>) -> Turn<N, 3> {
        Turn::of(self.quaternion, lift)
    }
    #[cfg_attr(hot, inline(always))]
    fn radius<N: Number>(&self, lift: &impl Lift<N>) -> N {
        self.times_scale(lift, self.reach.lifted(lift))
    }
    #[cfg_attr(hot, inline(always))]
    fn stretched<N: Number>(turn: &Turn<N, 3>, _: usize, x: N) -> N {
        x.times(&turn.scale)
    }

    fn vectors_to_center<N: Number, const V: usize>(
        &self,
        lift: &impl Lift<N>,
        turn: &Turn<N, 3>,
        center: &[f64; 3],
        points: &[[f64; 3]; V],
    ) -> [Vector<N>; V] {
        let from_origin = Self::difference(lift, center, &self.translation);
        let from_origin = turn.to_local(&from_origin);
        core::array::from_fn(|i| {
            core::array::from_fn(|k| {
                from_origin[k].minus(&lift.length(points[i][k]).times(&turn.scale))
            })
        })
    }
    #[cfg_attr(hot, inline(always))]
    fn edge<N: Number>(
        lift: &impl Lift<N>,
        _: &Turn<N, 3>,
        a: &[f64; 3],
        b: &[f64; 3],
    ) -> Vector<N> {
        Self::difference(lift, a, b)
    }
    fn mover_vector<N: Number>(
        lift: &impl Lift<N>,
        turn: &Turn<N, 3>,
        a: &[f64; 3],
        b: &[f64; 3],
    ) -> Vector<N> {
        turn.to_local(&Self::difference(lift, a, b))
    }
    fn speed<N: Number>(
        lift: &impl Lift<N>,
        turn: &Turn<N, 3>,
        motion: &RelativeMotion<3>,
    ) -> Vector<N> {
        turn.to_local(&core::array::from_fn(|k| motion.relative(lift, k)))
    }
    fn times_scale<N: Number>(&self, lift: &impl Lift<N>, x: N) -> N {
        x.times(&Quaternion::of(self.quaternion, lift).scale::<3>())
    }

    /// `c + R(q) P / |q|²`.
    fn vertex<N: Number>(
        &self,
        lift: &impl Lift<N>,
        turn: &Turn<N, 3>,
        vertex: &[f64; 3],
        k: usize,
    ) -> N::Value {
        let turned = turn.row(k, &vertex.map(|x| lift.length(x)));
        let moved = lift.length(self.translation[k]).times(&turn.scale).plus(&turned);
        N::Value::rational(&moved).over(&turn.scale)
    }
    fn in_world<N: Number>(turn: &Turn<N, 3>, vector: Vector<N::Value>) -> Vector<N::Value> {
        let turned = turn.to_world(&vector, N::Value::times, N::Value::plus);
        turned.map(|x| x.over(&turn.scale))
    }
    fn translated<N: Number>(
        turn: &Turn<N, 3>,
        from: &Vector<N::Value>,
        by: &Vector<N::Value>,
    ) -> Vector<N::Value> {
        let by = Self::in_world(turn, by.clone());
        each!(|k| from[k].plus(&by[k]))
    }
}

impl BallInFrame {
    #[cfg_attr(hot, inline(always))]
    fn difference<N>(lift: &impl Lift<N>, a: &[f64; 3], b: &[f64; 3]) -> Vector<N> {
        core::array::from_fn(|k| lift.length_difference(a[k], b[k]))
    }
}

/// Returns whether the mover can be inside of the obstacle: it can if the total radius is not zero.
/// Otherwise each contact counts as an entry.
pub(crate) fn can_enter<T: Scalar, M: Translatable<T, N>, const N: usize>(
    body: &M,
    inflation: T,
) -> bool {
    !body.is_point() || inflation > T::ZERO
}

pub(crate) fn ball<T: Scalar, const N: usize>(mover: &Moving<Sphere<T, N>>) -> Ball {
    Ball { reach: TotalRadius::of(mover) }
}

/// Returns an ellipsoid in space; for an ellipsoid in the plane the third radius is the first one.
pub(crate) fn stretched_ball<T: Scalar, const N: usize>(
    mover: &Moving<Ellipsoid<T, N>>,
) -> StretchedBall {
    let radii = mover.shape().radii();
    StretchedBall { radii: core::array::from_fn(|k| radii[if k < N { k } else { 0 }].widen()) }
}
