//! Whether a motion meets something at all.

use crate::shape::{Moving, Scalar, Shape};

/// What a motion of an `M` can be asked whether it meets: a mesh, placed or not, at rest or on its
/// way, by spheres and capsules; and what convex bodies meet.
#[diagnostic::on_unimplemented(
    message = "`has_contact` is not asked of `{M}` and `{Self}`",
    label = "neither a mesh nor what a convex body meets",
    note = "spheres and capsules ask it of meshes and mesh instances, at rest or moving",
    note = "boxes, triangles and hulls ask it of points, segments, triangles, boxes and hulls",
    note = "any other obstacle answers `first_contact`",
    note = "both must have the same scalar, `f32` or `f64`"
)]
pub trait Meetable<T: Scalar, M: Shape<Scalar = T>> {
    #[doc(hidden)]
    fn is_met_by(&self, mover: &Moving<M>) -> bool;
}

impl<T: Scalar, M: Shape<Scalar = T>> Moving<M> {
    /// Whether this body touches an obstacle at any time until the end of the motion:
    /// `first_contact` is not [`Answer::None`](crate::Answer::None). Of a mesh it stops at the
    /// first triangle that is certain.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Mesh, Sphere, Triangle};
    /// let vertices = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
    /// let mesh = Mesh::new(vertices.to_vec(), vec![[0, 1, 2]])?;
    /// let ball = Sphere::new([1.0, 1.0, 5.0], 1.0)?.moving([0.0, 0.0, -1.0])?;
    /// assert!(ball.has_contact(&mesh));
    /// assert!(!ball.until(3.9)?.has_contact(&mesh));
    /// assert!(ball.until(4.0)?.has_contact(&mesh));
    ///
    /// let tile = Triangle::new(vertices[0], vertices[1], vertices[2])?;
    /// let chest = AlignedBox::new([1.0, 1.0, 4.0], [2.0, 2.0, 5.0])?.moving([0.0, 0.0, -1.0])?;
    /// assert!(chest.has_contact(&tile) && !chest.until(3.9)?.has_contact(&tile));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("any hit", "occlusion test"))]
    pub fn has_contact(&self, obstacle: impl Meetable<T, M>) -> bool {
        obstacle.is_met_by(self)
    }
}
