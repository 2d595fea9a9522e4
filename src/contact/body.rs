//! The round bodies that move, as the decision about simplices sees them: in a space in which they
//! are balls, and the simplex stands as its vertices say.
//!
//! ```text
//! seen by the decision     xₖ σₖ,   r = Π aⱼ,   σₖ = Π aⱼ (j ≠ k)        for an ellipsoid with the radii a           (7.4)
//!                          xₖ,      r                                   for a sphere
//!                          R(q)ᵀ (C − c) − |q|² P,   R(q)ᵀ V,   |q|² r   for a sphere, and a simplex that is placed      (1.7)
//! ```
//!
//! Times are the same; and so is what is straight and what touches. In the last case only the way
//! to the centre, the velocity and the radius are seen `|q|²` times as large; the edges are as they
//! are, since of an edge hardly more than the direction counts. So degrees and depths stay low.

use super::course::Course;
use super::turn::{Quaternion, Turn};
use crate::number::{Lift, Number, Quantity, Range, Value, replaced, unrolled};
use crate::shape::vector::{Vector, each};
use crate::shape::{Capsule, Ellipsoid, Moving, RoundBody, Scalar, Sphere};

/// A round body.
pub(crate) trait Body: Copy + core::fmt::Debug {
    /// The range in which floats are trusted with it.
    const RANGE: Range;
    /// Whether it is asked about one by one, and not by the thousand.
    const SELDOM: bool;
    /// Whether its normal has no root but one. Then edges are seen as they were lifted.
    const IS_BALL: bool;
    /// Whether ways and speeds are, too.
    const IS_IN_WORLD: bool;
    /// What the way from the world to what is seen is made of: `σ` of an ellipsoid, and nothing for
    /// a ball.
    type Stretch<N: Number>;
    /// The point in its middle, as a body.
    type Center: Body<Center = Self::Center>;
    fn center(&self) -> Self::Center;
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3]));
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self;
    fn suits_floats(&self) -> bool;
    fn is_point(&self) -> bool;
    /// Of a ball, how near it comes; an ellipsoid meets nothing that is rounded.
    fn reach(&self) -> Reach;
    /// How far it reaches along each axis.
    fn extents(&self) -> [f64; 3];
    fn stretch<N: Number>(&self, lift: &impl Lift<N>) -> Self::Stretch<N>;
    /// `r`.
    fn radius<N: Number>(&self, lift: &impl Lift<N>) -> N;
    /// `xₖ σₖ`.
    fn stretched<N: Number>(stretch: &Self::Stretch<N>, k: usize, x: N) -> N;

    /// `D`, from each of some points of the simplex to the centre.
    #[cfg_attr(hot, inline(always))]
    fn ways<N: Number, const V: usize>(
        &self,
        lift: &impl Lift<N>,
        stretch: &Self::Stretch<N>,
        center: &[f64; 3],
        points: &[[f64; 3]; V],
    ) -> [Vector<N>; V] {
        replaced!(N::rows(); V, |i| Self::edge(lift, stretch, center, &points[i]))
    }
    /// `E`, from `b` to `a`.
    #[cfg_attr(hot, inline(always))]
    fn edge<N: Number>(
        lift: &impl Lift<N>,
        stretch: &Self::Stretch<N>,
        a: &[f64; 3],
        b: &[f64; 3],
    ) -> Vector<N> {
        each!(|k| Self::stretched(stretch, k, lift.length_difference(a[k], b[k])))
    }
    /// From `b` to `a`, as large as ways to the centre are seen.
    #[cfg_attr(hot, inline(always))]
    fn way<N: Number>(
        lift: &impl Lift<N>,
        stretch: &Self::Stretch<N>,
        a: &[f64; 3],
        b: &[f64; 3],
    ) -> Vector<N> {
        Self::edge(lift, stretch, a, b)
    }
    /// `V`.
    #[cfg_attr(hot, inline(always))]
    fn speed<N: Number>(
        lift: &impl Lift<N>,
        stretch: &Self::Stretch<N>,
        course: &Course<3>,
    ) -> Vector<N> {
        each!(|k| Self::stretched(stretch, k, course.relative(lift, k)))
    }
    /// How many times a length of `D` is as large as one of `E`: so many times `x`.
    #[cfg_attr(hot, inline(always))]
    fn enlarged<N: Number>(&self, _: &impl Lift<N>, x: N) -> N {
        x
    }

    // For the numbers of an answer:

    /// A coordinate of a vertex of the simplex, in the world.
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
    /// A vector of the simplex, in the world.
    #[cfg_attr(hot, inline(always))]
    fn in_world<N: Number>(_: &Self::Stretch<N>, vector: Vector<N::Value>) -> Vector<N::Value> {
        vector
    }
    /// A point of the world, moved by a vector of the simplex.
    #[cfg_attr(hot, inline(always))]
    fn gone<N: Number>(
        _: &Self::Stretch<N>,
        from: &Vector<N::Value>,
        by: &Vector<N::Value>,
    ) -> Vector<N::Value> {
        each!(|k| from[k].plus(&by[k]))
    }
}

/// How near a centre comes to what it touches: its radius and the rounding radius of the obstacle.
/// Their sum is never rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    pub(crate) radius: f64,
    pub(crate) rounding: f64,
}

impl Reach {
    /// Of what is not rounded.
    #[cfg(test)]
    pub(crate) fn sharp(radius: f64) -> Self {
        Self { radius, ..Self::NONE }
    }
    /// A point, and what is not rounded.
    pub(crate) const NONE: Self = Self { radius: 0.0, rounding: 0.0 };

    /// Of a sphere on its way.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn of<T: Scalar, const N: usize>(mover: &Moving<Sphere<T, N>>) -> Self {
        Self { radius: mover.shape().radius().widen(), rounding: mover.rounding().widen() }
    }
    /// Of a capsule, from its axis.
    pub(crate) fn of_capsule<T: Scalar, const N: usize>(mover: &Moving<Capsule<T, N>>) -> Self {
        Self { radius: mover.shape().radius().widen(), rounding: mover.rounding().widen() }
    }
    /// Of its centre.
    pub(crate) fn center(self) -> Self {
        Self { radius: 0.0, ..self }
    }
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        see(Quantity::Length, [self.radius, self.rounding, self.radius]);
    }
    pub(crate) fn map(self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        let mut length = |x| change(Quantity::Length, x);
        Self { radius: length(self.radius), rounding: length(self.rounding) }
    }
    /// Whether only a point meets only what it is on.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn is_zero(&self) -> bool {
        self.radius == 0.0 && self.rounding == 0.0
    }
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn lifted<N>(&self, lift: &impl Lift<N>) -> N {
        lift.length_difference(self.radius, -self.rounding)
    }
    /// Not less, as a float.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn extent(&self) -> f64 {
        if self.rounding == 0.0 { self.radius } else { (self.radius + self.rounding).next_up() }
    }
    /// A place in front of a flat side, this much farther back than its surface without rounding.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn beyond<N: Number>(
        &self,
        lift: &impl Lift<N>,
        surface: N,
        back: impl Fn(f64) -> f64,
    ) -> N::Value {
        if self.rounding == 0.0 {
            return N::Value::lifted(&surface);
        }
        N::Value::lifted_ratio(&[surface, lift.length(back(self.rounding))], &N::one())
    }
    /// A point of what is rounded, and the unit vector towards the centre: the point of the surface
    /// there.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn surface<N: Number, const D: usize>(
        &self,
        lift: &impl Lift<N>,
        point: [N::Value; D],
        normal: &[N::Value; D],
    ) -> [N::Value; D] {
        if self.rounding == 0.0 {
            return point;
        }
        let rounding = lift.length(self.rounding);
        let mut on_surface = point.clone();
        unrolled!(D, |k| on_surface[k] = point[k].plus(&normal[k].times(&rounding)));
        on_surface
    }
}

/// A sphere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    pub(crate) reach: Reach,
}

/// An ellipsoid along the axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StretchedBall {
    pub(crate) radii: [f64; 3],
}

/// A sphere, and where the simplex that it meets is placed: turned by a quaternion of any length,
/// then moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallInFrame {
    pub(crate) reach: Reach,
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
    fn reach(&self) -> Reach {
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
        Ball { reach: Reach::NONE }
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
    fn reach(&self) -> Reach {
        Reach::NONE
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
    fn reach(&self) -> Reach {
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
        self.enlarged(lift, self.reach.lifted(lift))
    }
    #[cfg_attr(hot, inline(always))]
    fn stretched<N: Number>(turn: &Turn<N, 3>, _: usize, x: N) -> N {
        x.times(&turn.scale)
    }

    fn ways<N: Number, const V: usize>(
        &self,
        lift: &impl Lift<N>,
        turn: &Turn<N, 3>,
        center: &[f64; 3],
        points: &[[f64; 3]; V],
    ) -> [Vector<N>; V] {
        let from_origin = Self::difference(lift, center, &self.translation);
        let from_origin = turn.seen_from_frame(&from_origin);
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
    fn way<N: Number>(
        lift: &impl Lift<N>,
        turn: &Turn<N, 3>,
        a: &[f64; 3],
        b: &[f64; 3],
    ) -> Vector<N> {
        turn.seen_from_frame(&Self::difference(lift, a, b))
    }
    fn speed<N: Number>(lift: &impl Lift<N>, turn: &Turn<N, 3>, course: &Course<3>) -> Vector<N> {
        turn.seen_from_frame(&core::array::from_fn(|k| course.relative(lift, k)))
    }
    fn enlarged<N: Number>(&self, lift: &impl Lift<N>, x: N) -> N {
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
        let turned = turn.seen_from_world(&vector, N::Value::times, N::Value::plus);
        turned.map(|x| x.over(&turn.scale))
    }
    fn gone<N: Number>(
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

/// Whether anything can be inside of what the mover meets. Where not, each contact counts as an
/// entry.
pub(crate) fn can_enter<T: Scalar, M: RoundBody<T, N>, const N: usize>(
    body: &M,
    rounding: T,
) -> bool {
    !body.is_point() || rounding > T::ZERO
}

pub(crate) fn ball<T: Scalar, const N: usize>(mover: &Moving<Sphere<T, N>>) -> Ball {
    Ball { reach: Reach::of(mover) }
}

/// In the plane, as round across it as along the first axis.
pub(crate) fn stretched_ball<T: Scalar, const N: usize>(
    mover: &Moving<Ellipsoid<T, N>>,
) -> StretchedBall {
    let radii = mover.shape().radii();
    StretchedBall { radii: core::array::from_fn(|k| radii[if k < N { k } else { 0 }].widen()) }
}
