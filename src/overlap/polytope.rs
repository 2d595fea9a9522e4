//! Containment of a sphere in half-spaces and polytopes, the section of a sphere with a plane, and
//! culling.
//!
//! Let `h` be `n·(C − p)`. The sphere lies before a plane if `h > r √n·n`, and behind it if `h < −r
//! √n·n`. Otherwise sphere and plane meet, in the circle
//!
//! ```text
//! center  C − n h / n·n        radius  √(r² − h² / n·n)                                                     (8.8)
//! ```
//!
//! A sphere before one plane is outside the polytope; a sphere behind all planes is inside. The
//! planes alone do not decide the other cases: near an edge the sphere may cross planes and still
//! miss the polytope, so the point of the polytope closest to the centre decides.
//!
//! Source: D. Holden, *Correct Box Sphere Intersection*, 2013, for the queries, with the errors of
//! its listing corrected (`docs/errata.md`). Derivation: `docs/theory.md`, §8.

use super::sealed::Shares;
use crate::contact::polytope::{PlanarBody, PolytopeBoundary, PolytopeCast, RelativeCast, Skew};
use crate::contact::{BoundQuery, CastQuery, TotalRadius, ask};
use crate::number::{
    Decision, Effort, Inputs, Lift, Measure, Number, Quantity, Rescale, Scaled, Sign, Unit, Unsure,
    Value, decide, measure,
};
use crate::shape::vector::{from_space, in_space, normal_part, squared};
use crate::shape::{
    Frustum, InputError, Moving, Parallelepiped, Plane, Polytope, Scalar, Sphere, Wall, all_finite,
    length, same_dimension,
};
use Sign::{Negative, Positive, Zero};
use alloc::vec::Vec;

#[cfg(test)]
mod tests;

/// The location of a whole sphere relative to a polytope or a half-space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Containment {
    /// The sphere lies in the region, without touching its boundary.
    Inside,
    /// The sphere touches the boundary, or crosses it.
    Intersecting,
    /// The sphere and the region share no point.
    Outside,
}

/// The circle in which the surface of a sphere and a plane meet; a point if they touch. In two
/// dimensions the circle consists of two points, and its radius is half their distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Section<T, const N: usize> {
    /// The centre of the circle, in the plane.
    pub center: [T; N],
    /// The radius of the circle.
    pub radius: T,
}

/// A region that can contain a sphere: a half-space or a convex polytope.
///
/// The regions are [`Plane`], [`Polytope`], [`Frustum`] and [`Parallelepiped`], at rest.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no region that can contain a sphere",
    label = "no region",
    note = "regions are `Plane`, `Polytope`, `Frustum` and `Parallelepiped`, at rest",
    note = "sphere and region must have the same scalar, `f32` or `f64`, and the same dimension"
)]
pub trait Region<T: Scalar, const N: usize>: sealed::Holds<T, N> {}

pub(super) mod sealed {
    use super::Containment;
    use crate::number::Effort;
    use crate::shape::{Scalar, Sphere};

    /// The containment query of a region.
    pub trait Holds<T: Scalar, const N: usize> {
        #[doc(hidden)]
        fn side_of(
            &self,
            sphere: &Sphere<T, N>,
            by_planes: bool,
            effort: &mut Effort,
        ) -> Containment;
    }
}

impl<T: Scalar, O: sealed::Holds<T, N>, const N: usize> Region<T, N> for O {}

impl<T: Scalar, const N: usize> Sphere<T, N> {
    /// Returns whether this solid sphere lies inside a half-space or a polytope, outside it, or
    /// neither, decided exactly.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Containment, Plane, Polytope, Sphere};
    /// let floor = Plane::new([0.0, 0.0], [0.0, 1.0])?;
    /// let wall = Plane::new([0.0, 0.0], [1.0, 0.0])?;
    /// let ball = Sphere::new([3.0, 4.0], 5.0)?;
    /// assert_eq!(ball.containment(&floor), Containment::Intersecting);
    /// let corner = Polytope::new(vec![floor, wall])?;
    /// assert_eq!(ball.containment(&corner), Containment::Intersecting); // It touches the corner.
    /// assert_eq!(Sphere::new([3.0, 4.0], 4.9)?.containment(&corner), Containment::Outside);
    /// assert_eq!(Sphere::new([-3.0, -4.0], 2.9)?.containment(&corner), Containment::Inside);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("side", "culling"))]
    pub fn containment<O: Region<T, N>>(&self, region: &O) -> Containment {
        region.side_of(self, false, &mut Effort::default())
    }

    /// Returns the containment as the planes alone decide it: outside if the sphere lies before one
    /// of the planes, inside if it lies behind all planes, otherwise intersecting.
    ///
    /// This is the common test for culling, exact for each plane. It costs less than
    /// [`Sphere::containment`], but *it may return intersecting for a sphere that is outside*, near
    /// an edge or a vertex.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Containment, Plane, Polytope, Sphere};
    /// let corner = Polytope::new(vec![
    ///     Plane::new([0.0, 0.0], [0.0, 1.0])?,
    ///     Plane::new([0.0, 0.0], [1.0, 0.0])?,
    /// ])?;
    /// let ball = Sphere::new([3.0, 4.0], 4.9)?;
    /// assert_eq!(ball.containment_by_planes(&corner), Containment::Intersecting);
    /// assert_eq!(ball.containment(&corner), Containment::Outside);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn containment_by_planes<O: Region<T, N>>(&self, region: &O) -> Containment {
        region.side_of(self, true, &mut Effort::default())
    }

    /// Returns the circle in which the surface of this sphere meets a plane, correctly rounded;
    /// `None` if they do not meet.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Plane, Sphere};
    /// let plane = Plane::new([0.0, 0.0, 0.0], [0.0, 0.0, 7.0])?;
    /// let circle = Sphere::new([1.0, 2.0, 3.0], 5.0)?.section(&plane).unwrap();
    /// assert_eq!((circle.center, circle.radius), ([1.0, 2.0, 0.0], 4.0));
    /// assert!(Sphere::new([1.0, 2.0, 3.0], 2.9)?.section(&plane).is_none());
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn section(&self, plane: &Plane<T, N>) -> Option<Section<T, N>> {
        const { assert!(N == 2 || N == 3, "a plane has two dimensions or three") };
        let effort = &mut Effort::default();
        let walls = [wall(plane)];
        let cast = PolytopeCast::at_rest(&Moving::still(*self), PolytopeBoundary::alone(&walls));
        let scaled = Scaled::new(cast);
        let cut = ask(&scaled, PlaneQuery);
        if !decide(&cut, effort) {
            return None;
        }
        let [x, y, z, radius] = measure(&cut, effort);
        Some(Section { center: from_space(&[x, y, z]), radius })
    }
}

fn wall<T: Scalar, const N: usize>(plane: &Plane<T, N>) -> Wall {
    Wall { point: in_space(plane.point()), normal: in_space(plane.normal()) }
}

// ---- the decisions ----

/// The query whether a sphere lies inside a body, outside it, or neither.
#[derive(Clone, Copy, Debug)]
pub(super) struct SideOf {
    pub(super) by_planes: bool,
}

impl CastQuery for SideOf {}

impl<B: PlanarBody> Decision for BoundQuery<'_, PolytopeCast<B>, SideOf> {
    type Outcome = Containment;

    #[inline]
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Containment, Unsure> {
        let x = RelativeCast::new(self.cast, lift);
        let (mut is_inside, mut unsure) = (true, false);
        for plane in 0..self.cast.body.planes() {
            match x.before_plane(plane) {
                Ok(Positive) => return Ok(Containment::Outside),
                Ok(Negative) => {}
                Ok(Zero) => is_inside = false,
                Err(Unsure) => unsure = true,
            }
        }
        if is_inside && !unsure {
            return Ok(Containment::Inside);
        }
        if self.question.by_planes {
            return if unsure { Err(Unsure) } else { Ok(Containment::Intersecting) };
        }
        match x.closest()? {
            Some(closest) if x.gap(closest.part)? != Positive => {
                // A sphere that crosses a plane is not inside.
                if is_inside { Err(Unsure) } else { Ok(Containment::Intersecting) }
            }
            _ => Ok(Containment::Outside),
        }
    }
}

/// The query whether a sphere meets a single plane, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlaneQuery;

impl CastQuery for PlaneQuery {}

impl<B: PlanarBody> Decision for BoundQuery<'_, PolytopeCast<B>, PlaneQuery> {
    type Outcome = bool;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<bool, Unsure> {
        Ok(RelativeCast::new(self.cast, lift).before_plane(0)? == Zero)
    }
}

impl<B: PlanarBody> Measure<4> for BoundQuery<'_, PolytopeCast<B>, PlaneQuery> {
    const UNITS: [Unit; 4] = [Unit::Length; 4];

    /// The centre is computed as `p + n × ((C − p) × n) / n·n`. In this form, a component that is
    /// zero because `n` lies along an axis is zero in every arithmetic.
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 4] {
        let PolytopeCast { center, body, .. } = self.cast;
        let x = RelativeCast::new(self.cast, lift);
        let n = x.normal(0);
        let (nn, h) = (squared(&n), x.height(0, &n));
        let way = body.over_plane(0, center, lift).map(|x| N::Value::rational(&x));
        let (within, point) = (normal_part(&n, &way), body.point_of_plane(0, lift));
        let [cx, cy, cz] = core::array::from_fn(|k| point[k].plus(&within[k].over(&nn)));
        let q = x.rr.times(&nn).minus(&h.squared()).times(&nn);
        [cx, cy, cz, N::Value::surd(&N::zero(), &N::one(), &q, &nn)]
    }
}

// ---- the shapes ----

fn side_of<T: Scalar, const N: usize>(
    sphere: &Sphere<T, N>,
    body: impl PlanarBody,
    by_planes: bool,
    effort: &mut Effort,
) -> Containment {
    let scaled = Scaled::new(PolytopeCast::at_rest(&Moving::still(*sphere), body));
    decide(&ask(&scaled, SideOf { by_planes }), effort)
}

impl<T: Scalar, const N: usize> sealed::Holds<T, N> for Plane<T, N> {
    fn side_of(&self, sphere: &Sphere<T, N>, _: bool, effort: &mut Effort) -> Containment {
        const { assert!(N == 2 || N == 3, "a plane has two dimensions or three") };
        side_of(sphere, PolytopeBoundary::alone(&[wall(self)]), true, effort)
    }
}

impl<T: Scalar, const N: usize> sealed::Holds<T, N> for Polytope<T, N> {
    fn side_of(&self, sphere: &Sphere<T, N>, by_planes: bool, effort: &mut Effort) -> Containment {
        side_of(sphere, PolytopeBoundary::of(self), by_planes, effort)
    }
}

impl<T: Scalar> sealed::Holds<T, 3> for Frustum<T> {
    fn side_of(&self, sphere: &Sphere<T, 3>, by_planes: bool, effort: &mut Effort) -> Containment {
        side_of(sphere, PolytopeBoundary::of(self.polytope()), by_planes, effort)
    }
}

impl<T: Scalar> sealed::Holds<T, 3> for Parallelepiped<T> {
    fn side_of(&self, sphere: &Sphere<T, 3>, by_planes: bool, effort: &mut Effort) -> Containment {
        side_of(sphere, Skew::of(self), by_planes, effort)
    }
}

impl<T: Scalar, const N: usize> Shares<Sphere<T, N>> for Polytope<T, N> {
    type Answer = bool;
    fn shares_a_point(&self, sphere: &Sphere<T, N>, effort: &mut Effort) -> bool {
        side_of(sphere, PolytopeBoundary::of(self), false, effort) != Containment::Outside
    }
}

impl<T: Scalar> Shares<Sphere<T, 3>> for Frustum<T> {
    type Answer = bool;
    fn shares_a_point(&self, sphere: &Sphere<T, 3>, effort: &mut Effort) -> bool {
        side_of(sphere, PolytopeBoundary::of(self.polytope()), false, effort)
            != Containment::Outside
    }
}

impl<T: Scalar> Shares<Sphere<T, 3>> for Parallelepiped<T> {
    type Answer = bool;
    fn shares_a_point(&self, sphere: &Sphere<T, 3>, effort: &mut Effort) -> bool {
        side_of(sphere, Skew::of(self), false, effort) != Containment::Outside
    }
}

// ---- many spheres ----

/// The number of spheres in a batch, which share one scale.
const BATCH: usize = 64;

/// Some spheres at rest, and a convex body.
#[derive(Clone, Debug)]
struct Batch<'a> {
    spheres: Vec<([f64; 3], f64)>,
    body: PolytopeBoundary<'a>,
}

impl Inputs for Batch<'_> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.body.visit(see);
        for &(center, radius) in &self.spheres {
            see(Quantity::Length, center);
            see(Quantity::Length, [radius; 3]);
        }
    }
}

impl Rescale for Batch<'_> {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        let mut length = |x| change(Quantity::Length, x);
        let mut sphere =
            |&(center, radius): &([f64; 3], f64)| (center.map(&mut length), length(radius));
        let spheres = self.spheres.iter().map(&mut sphere).collect();
        Self { spheres, body: self.body.map(change) }
    }
}

impl<T: Scalar> Polytope<T, 3> {
    /// Computes [`Sphere::containment`] for many spheres. Slices of equal length contain the
    /// coordinates of their centres and their radii. The contents of `sides` are replaced.
    ///
    /// # Cost
    /// About a hundred nanoseconds per sphere for six planes.
    ///
    /// # Errors
    /// Slices of different lengths; a coordinate or radius that is not finite; a negative radius.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Containment, Plane, Polytope};
    /// let slab = Polytope::new(vec![
    ///     Plane::new([0.0, 0.0, 0.0], [0.0, 0.0, -1.0])?,
    ///     Plane::new([0.0, 0.0, 9.0], [0.0, 0.0, 1.0])?,
    /// ])?;
    /// let mut sides = Vec::new();
    /// slab.cull(&[0.0; 3], &[0.0; 3], &[4.0, 8.0, 11.0], &[1.0; 3], &mut sides)?;
    /// assert_eq!(sides, [Containment::Inside, Containment::Intersecting, Containment::Outside]);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("frustum culling"))]
    pub fn cull(
        &self,
        x: &[T],
        y: &[T],
        z: &[T],
        radii: &[T],
        sides: &mut Vec<Containment>,
    ) -> Result<(), InputError> {
        const NAMES: [&str; 4] = ["cull.x", "cull.y", "cull.z", "cull.radii"];
        for (slice, name) in [x, y, z, radii].into_iter().zip(NAMES) {
            same_dimension(slice.len(), name, x.len(), NAMES[0])?;
            all_finite(slice, name)?;
        }
        for (i, &radius) in radii.iter().enumerate() {
            length(radius, NAMES[3]).map_err(|e| e.within(NAMES[3], i))?;
        }
        sides.clear();
        sides.reserve(x.len());
        let effort = &mut Effort::default();
        for start in (0..x.len()).step_by(BATCH) {
            let batch = start..x.len().min(start + BATCH);
            let sphere = |i: usize| ([x[i], y[i], z[i]].map(T::widen), radii[i].widen());
            let spheres: Vec<_> = batch.map(sphere).collect();
            let scaled = Scaled::new(Batch { spheres, body: PolytopeBoundary::of(self) });
            sides.extend((0..scaled.inputs.spheres.len()).map(|i| {
                let cast = scaled.ask(|Batch { spheres, body }| {
                    let ((center, radius), body) = (spheres[i], body.clone());
                    PolytopeCast::still(center, TotalRadius { radius, inflation: 0.0 }, body)
                });
                decide(&ask(&cast, SideOf { by_planes: false }), effort)
            }));
        }
        Ok(())
    }
}

impl<T: Scalar> Frustum<T> {
    /// Computes [`Sphere::containment`] for many spheres and this frustum; see [`Polytope::cull`].
    ///
    /// # Errors
    /// The errors of [`Polytope::cull`].
    #[doc(alias("frustum culling"))]
    pub fn cull(
        &self,
        x: &[T],
        y: &[T],
        z: &[T],
        radii: &[T],
        sides: &mut Vec<Containment>,
    ) -> Result<(), InputError> {
        self.polytope().cull(x, y, z, radii, sides)
    }
}
