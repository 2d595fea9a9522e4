//! Overlap tests: the targets of each body, and the methods that query them.

use crate::number::Effort;
use crate::shape::{Capsule, Ellipsoid, EllipsoidSlice, Hollow, Scalar, Sphere, SphereSlice};
use sealed::Shares;

/// A target of the overlap test of `M`: a shape that `M` can intersect.
///
/// Spheres and ellipsoids can be tested against an [`AlignedBox`](crate::AlignedBox); body and box
/// may each be solid or [`Hollow`]. Shapes whose dimension is known only at run time can be tested
/// against an [`AlignedBoxSlice`](crate::AlignedBoxSlice). Solid spheres and ellipsoids can also be
/// tested against a point, a segment, a triangle or a mesh, and solid spheres against an
/// [`OrientedBox`](crate::OrientedBox), a [`Polytope`](crate::Polytope), a
/// [`Frustum`](crate::Frustum), a [`Parallelepiped`](crate::Parallelepiped), a
/// [`MeshInstance`](crate::MeshInstance) or a [`Scene`](crate::Scene). Capsules can be tested
/// against points, segments, triangles, boxes, meshes, mesh instances and a
/// [`CapsuleScene`](crate::CapsuleScene). For spheres and capsules, most of these targets may be
/// inflated ([`Inflated`](crate::Inflated)). Only the shapes of this crate are targets.
pub trait Target<M>: Shares<M> {}

pub(crate) mod sealed {
    use crate::number::Effort;

    /// The overlap test of a target.
    #[diagnostic::on_unimplemented(
        message = "`{M}` cannot be asked whether it intersects `{Self}`",
        label = "no target of `{M}`",
        note = "both shapes must be at rest: for a `Moving`, give its `shape()`",
        note = "both shapes must have the same scalar, `f32` or `f64`, and the same dimension"
    )]
    pub trait Shares<M> {
        /// The answer: a `bool`, or a `Result` if the dimensions may differ.
        type Answer;
        #[doc(hidden)]
        fn shares_a_point(&self, shape: &M, effort: &mut Effort) -> Self::Answer;
    }
}

impl<M, O: Shares<M>> Target<M> for O {}

impl<T: Scalar, const N: usize> Sphere<T, N> {
    /// Returns whether this solid sphere and the target share a point, decided exactly. Touching
    /// counts.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Hollow, Sphere};
    /// let ball = Sphere::new([5.0, 2.0], 1.0)?;
    /// let room = AlignedBox::new([0.0, 0.0], [4.0, 4.0])?;
    /// assert!(ball.intersects(&room)); // It touches the side at (4, 2).
    ///
    /// let ball = Sphere::new([2.0, 2.0], 1.0)?;
    /// assert!(ball.intersects(&room));
    /// assert!(!ball.intersects(&Hollow(room))); // It floats inside.
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[inline]
    #[doc(alias("overlap test", "intersection test"))]
    pub fn intersects<O: Target<Self>>(&self, target: &O) -> O::Answer {
        target.shares_a_point(self, &mut Effort::default())
    }

    /// Returns the answer of [`intersects`](Self::intersects), and the effort of the decision.
    #[inline]
    pub fn intersects_counted<O: Target<Self>>(&self, target: &O) -> (O::Answer, Effort) {
        counted(self, target)
    }
}

impl<T: Scalar, const N: usize> Capsule<T, N> {
    /// Returns whether this capsule and the target share a point, decided exactly. Touching counts.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Capsule, Point};
    /// let arm = Capsule::new([0.0, 0.0], [4.0, 0.0], 1.0)?;
    /// assert!(arm.intersects(&Point::new([2.0, 1.0])?));
    /// assert!(!arm.intersects(&Point::new([2.0, 1.0_f64.next_up()])?));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[inline]
    #[doc(alias("overlap test", "intersection test"))]
    pub fn intersects<O: Target<Self>>(&self, target: &O) -> O::Answer {
        target.shares_a_point(self, &mut Effort::default())
    }

    /// Returns the answer of [`intersects`](Self::intersects), and the effort of the decision.
    #[inline]
    pub fn intersects_counted<O: Target<Self>>(&self, target: &O) -> (O::Answer, Effort) {
        counted(self, target)
    }
}

impl<T: Scalar, const N: usize> Ellipsoid<T, N> {
    /// Returns whether this solid ellipsoid and the target share a point, decided exactly. Touching
    /// counts.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Ellipsoid};
    /// let egg = Ellipsoid::new([0.0, 0.0, 0.0], [5.0, 10.0, 2.0])?;
    /// let corner = |z| AlignedBox::new([3.0, 8.0, z], [9.0, 9.0, 9.0]);
    /// assert!(egg.intersects(&corner(0.0)?)); // (3/5)² + (8/10)² = 1.
    /// assert!(!egg.intersects(&corner(1e-300)?));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[inline]
    #[doc(alias("overlap test", "intersection test"))]
    pub fn intersects<O: Target<Self>>(&self, target: &O) -> O::Answer {
        target.shares_a_point(self, &mut Effort::default())
    }

    /// Returns the answer of [`intersects`](Self::intersects), and the effort of the decision.
    #[inline]
    pub fn intersects_counted<O: Target<Self>>(&self, target: &O) -> (O::Answer, Effort) {
        counted(self, target)
    }
}

impl<S> Hollow<S> {
    /// Returns whether this surface and the target share a point, decided exactly. Touching counts.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Hollow, Sphere};
    /// let shell = Hollow(Sphere::new([0.0, 0.0, 0.0], 9.0)?);
    /// let within = AlignedBox::new([-1.0, -1.0, -1.0], [3.0, 4.0, 5.0])?;
    /// assert!(!shell.intersects(&within));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[inline]
    #[doc(alias("overlap test", "intersection test"))]
    pub fn intersects<O: Target<Self>>(&self, target: &O) -> O::Answer {
        target.shares_a_point(self, &mut Effort::default())
    }

    /// Returns the answer of [`intersects`](Self::intersects), and the effort of the decision.
    #[inline]
    pub fn intersects_counted<O: Target<Self>>(&self, target: &O) -> (O::Answer, Effort) {
        counted(self, target)
    }
}

impl<T: Scalar> SphereSlice<'_, T> {
    /// Returns whether this solid sphere and the target share a point, decided exactly. Touching
    /// counts.
    ///
    /// # Errors
    /// A target in another number of dimensions.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBoxSlice, Hollow, SphereSlice};
    /// let ball = SphereSlice::new(&[0.0, 0.0, 0.0, 0.0], 2.0)?;
    /// let far = AlignedBoxSlice::new(&[1.0; 4], &[3.0; 4])?;
    /// assert!(ball.intersects(&far)?);
    /// let flat = AlignedBoxSlice::new(&[1.0, 1.0], &[3.0, 3.0])?;
    /// let error = Hollow(ball).intersects(&flat).unwrap_err();
    /// assert_eq!(error.to_string(), "sphere.center has dimension 4, but box.min has 2");
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("overlap test", "intersection test"))]
    pub fn intersects<O: Target<Self>>(&self, target: &O) -> O::Answer {
        target.shares_a_point(self, &mut Effort::default())
    }
}

impl<T: Scalar> EllipsoidSlice<'_, T> {
    /// Returns whether this solid ellipsoid and the target share a point, decided exactly. Touching
    /// counts.
    ///
    /// # Errors
    /// A target in another number of dimensions.
    #[doc(alias("overlap test", "intersection test"))]
    pub fn intersects<O: Target<Self>>(&self, target: &O) -> O::Answer {
        target.shares_a_point(self, &mut Effort::default())
    }
}

fn counted<M, O: Target<M>>(shape: &M, target: &O) -> (O::Answer, Effort) {
    let mut effort = Effort::default();
    (target.shares_a_point(shape, &mut effort), effort)
}
