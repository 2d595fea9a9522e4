//! The moves of convex bodies: boxes, parallelepipeds, triangles and hulls.

use super::advance::{Advance, advance};
use super::clip::norm;
use super::recover::{Middle, Recover, recover};
use super::slide::{Slide, SlideOptions, slide};
use super::world::Around;
use crate::contact::convex::{Core, ErasedConvex};
use crate::contact::{ConvexBody, Obstacle};
use crate::shape::vector::in_space;
use crate::shape::{InputError, Scalar, Shape, Translatable, finite};

/// Moves of a convex body that stay free of penetration: a box, a parallelepiped, a triangle or a
/// hull, inflated or not. [`Sphere`](crate::Sphere) and [`Capsule`](crate::Capsule) have the same
/// methods of their own.
///
/// A position is the position of the body's reference point: the centre of an oriented box or a
/// parallelepiped, the corner `min` of an aligned box, the first point of a triangle or a hull. The
/// moved body is the given body, translated by the exact difference of the two positions, so its
/// size and shape do not change, however often it is moved. An aligned box with the corners
/// `position` and `position + (max − min)` is this body only if both are floats; a program that
/// constructs shapes again from positions should use an [`OrientedBox`](crate::OrientedBox) or a
/// [`Parallelepiped`](crate::Parallelepiped), which are given by their centre.
///
/// All convex bodies have these methods, and nothing else has.
///
/// # Examples
/// ```
/// use tangency::{AlignedBox, ConvexMoves, OrientedBox, Rotation, Scene, SlideOptions};
/// let mut level = Scene::new();
/// level.insert(AlignedBox::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0])?);
/// // A doorway exactly as wide as the box.
/// level.insert(AlignedBox::new([2.0, 0.5, 0.0], [3.0, 9.0, 3.0])?);
/// level.insert(AlignedBox::new([2.0, -9.0, 0.0], [3.0, -0.5, 3.0])?);
/// let level = level.for_convex_bodies().unwrap();
/// let hero = OrientedBox::new([0.0, 0.0, 1.0], [0.5, 0.5, 1.0], Rotation::identity())?;
/// let slide = hero.slide([8.0, 0.0, -1.0], &level, SlideOptions::default())?;
/// // Along the floor and through the doorway.
/// assert_eq!(slide.position, [8.0, 0.0, 1.0]);
/// # Ok::<(), tangency::InputError>(())
/// ```
pub trait ConvexMoves<T: Scalar, const N: usize>:
    ConvexBody + Shape<Scalar = T, Vector = [T; N]> + Sized
{
    /// Moves this body along a displacement until an obstacle blocks it, as
    /// [`Sphere::advance`](crate::Sphere::advance) does for a sphere. The body at the returned
    /// position certainly overlaps nothing, and the straight leg to it enters nothing.
    ///
    /// # Errors
    /// A component that is not finite; a flat body without a radius.
    fn advance<'b, O: Obstacle<T, N, ErasedConvex<'b, T, N>>>(
        &'b self,
        displacement: impl Into<[T; N]>,
        world: &O,
    ) -> Result<Advance<T, N, O::Feature>, InputError> {
        let displacement = finite(displacement.into(), "displacement")?;
        Ok(advance(&ErasedConvex::of_body(self).movable()?, displacement, &Around::new(world)))
    }

    /// Moves this body along a displacement, and then along the blocking surfaces, as
    /// [`Sphere::slide`](crate::Sphere::slide) does for a sphere.
    ///
    /// # Errors
    /// A component that is not finite; a flat body without a radius.
    fn slide<'b, O: Obstacle<T, N, ErasedConvex<'b, T, N>>>(
        &'b self,
        displacement: impl Into<[T; N]>,
        world: &O,
        options: SlideOptions,
    ) -> Result<Slide<T, N, O::Feature>, InputError> {
        let mut slide = Slide::default();
        self.slide_into(displacement, world, options, &mut slide)?;
        Ok(slide)
    }

    /// Slides this body, as [`slide`](Self::slide) does, and writes to an earlier result, whose
    /// memory is used again.
    ///
    /// # Errors
    /// The errors of [`slide`](Self::slide); the result is then unchanged.
    fn slide_into<'b, O: Obstacle<T, N, ErasedConvex<'b, T, N>>>(
        &'b self,
        displacement: impl Into<[T; N]>,
        world: &O,
        options: SlideOptions,
        into: &mut Slide<T, N, O::Feature>,
    ) -> Result<(), InputError> {
        let displacement = finite(displacement.into(), "displacement")?;
        let body = ErasedConvex::of_body(self).movable()?;
        slide(&body, displacement, &Around::new(world), options, into);
        Ok(())
    }

    /// Returns a penetration-free position near this body, if it overlaps an obstacle, as
    /// [`Sphere::recover`](crate::Sphere::recover) does for a sphere. If the body without its
    /// radius overlaps an obstacle, the search is only along axes and diagonals: then the position
    /// is the nearest one in its direction, up to rounding, and another direction may be shorter.
    ///
    /// # Errors
    /// A flat body without a radius.
    fn recover<'b, O: Obstacle<T, N, ErasedConvex<'b, T, N>>>(
        &'b self,
        world: &O,
    ) -> Result<Recover<T, N>, InputError> {
        let body = ErasedConvex::of_body(self).movable()?;
        Ok(recover(&body, &Around::<_, O::Feature>::new(world)))
    }
}

impl<T: Scalar, B, const N: usize> ConvexMoves<T, N> for B where
    B: ConvexBody + Shape<Scalar = T, Vector = [T; N]>
{
}

impl<T: Scalar, B, const N: usize> Middle<N> for B
where
    B: ConvexBody + Shape<Scalar = T, Vector = [T; N]>,
{
    fn distance(&self, point: [f64; N]) -> f64 {
        let point = Core::point(in_space(point.map(T::nearest)));
        ErasedConvex::of_body(self).core_distance(point, T::ZERO).widen()
    }
    fn radius(&self) -> f64 {
        let (_, radius) = self.within();
        radius.widen()
    }
    fn size(&self) -> f64 {
        let extents = ErasedConvex::of_body(self).rounded_extents();
        (Middle::radius(self) + norm(&extents)).min(f64::MAX)
    }
}
