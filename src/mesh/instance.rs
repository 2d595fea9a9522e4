//! Mesh instances: a mesh with a rotation and a translation. All instances of a mesh share its
//! vertices and its tree.

use super::ask::MeshQuery;
use super::found::MetTriangle;
use super::obstacle::{MeshEncounter, mesh_target};
use super::stay::StayEnd;
use super::{Mesh, MeshFeature};
use crate::contact::sealed::{CastTarget, Encounter, Meets, Near, Only};
use crate::contact::{
    Answer, BallInFrame, ClosestPoint, Effort, ExactAnswer, Featured, NearBy, TotalRadius, time_of,
};
use crate::number::{Rounding, Surd, compiled, measure};
use crate::overlap::sealed::Shares;
use crate::overlap::shares;
use crate::shape::{
    Inflated, InputError, Moving, Point, Rotation, Scalar, Shape, Sphere, finite, inflatable,
};
use alloc::sync::Arc;

/// A mesh with a rigid transform: it consists of the points `{ translation + R x }`, for the points
/// `x` of the mesh and the rotation `R`.
///
/// The rotation is exactly orthogonal (see [`Rotation`]), so the instance is congruent to the mesh,
/// to the last bit. Nothing is copied: any number of instances share one [`Mesh`] and its search
/// tree.
///
/// # Examples
/// ```
/// use tangency::{Mesh, Rotation, Sphere};
/// let tile = Mesh::new(vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]], vec![[0, 1, 2]])?;
/// // Upright: what was up is now along x.
/// let upright = Rotation::<f64, 3>::new([0.0, 1.0, 0.0, 1.0])?;
/// let wall = tile.instance(upright, [10.0, 0.0, 0.0])?;
/// let ball = Sphere::new([0.0, 1.0, -1.0], 1.0)?.moving([2.0, 0.0, 0.0])?;
/// let hit = ball.first_contact(&wall).contact().unwrap();
/// assert_eq!((hit.time, hit.point, hit.normal), (4.5, [10.0, 1.0, -1.0], Some([-1.0, 0.0, 0.0])));
/// # Ok::<(), tangency::InputError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[doc(alias("placed", "transform"))]
pub struct MeshInstance<'m, T> {
    mesh: &'m Mesh<T>,
    rotation: Rotation<T, 3>,
    translation: [T; 3],
}

impl<T: Scalar> Mesh<T> {
    /// Creates an instance of this mesh, rotated about the origin and then translated. A mesh may
    /// have any number of instances.
    ///
    /// # Errors
    /// A component of the translation that is not finite.
    ///
    /// # Cost
    /// An instance costs nothing to create. Queries cost about a third more than queries of the
    /// mesh itself, because the sphere is brought exactly into the frame of the mesh.
    #[doc(alias("placed", "place", "transform"))]
    pub fn instance(
        &self,
        rotation: Rotation<T, 3>,
        translation: impl Into<[T; 3]>,
    ) -> Result<MeshInstance<'_, T>, InputError> {
        let translation = finite(translation.into(), "mesh.translation")?;
        Ok(MeshInstance { mesh: self, rotation, translation })
    }
}

impl<'m, T: Scalar> MeshInstance<'m, T> {
    /// An instance with a translation that is known to be finite.
    pub(crate) fn new(mesh: &'m Mesh<T>, rotation: Rotation<T, 3>, translation: [T; 3]) -> Self {
        Self { mesh, rotation, translation }
    }

    /// Returns the mesh.
    pub fn mesh(&self) -> &'m Mesh<T> {
        self.mesh
    }

    /// Returns the rotation of the instance, about the origin of the mesh.
    pub fn rotation(&self) -> Rotation<T, 3> {
        self.rotation
    }

    /// Returns the translation: the position of the origin of the mesh.
    pub fn translation(&self) -> [T; 3] {
        self.translation
    }

    /// Gives the instance a constant velocity, with no end to the motion.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; 3]>) -> Result<Moving<Self>, InputError> {
        Moving::new(self, velocity.into(), "mesh.velocity")
    }

    /// A ball of this total radius, in the frame of the mesh.
    pub(super) fn ball_in_frame(&self, reach: TotalRadius) -> BallInFrame {
        BallInFrame {
            reach,
            quaternion: self.rotation.quaternion().map(Scalar::widen),
            translation: self.translation.map(Scalar::widen),
        }
    }
}

impl<T: Scalar> Shape for MeshInstance<'_, T> {
    type Scalar = T;
    type Vector = [T; 3];
    const STILL: [T; 3] = [T::ZERO; 3];
}

pub(super) fn question<'a, 'm, T: Scalar>(
    placed: &Moving<MeshInstance<'m, T>>,
    ball: &'a Moving<Sphere<T, 3>>,
) -> MeshQuery<'a, 'm, T, Sphere<T, 3>, BallInFrame> {
    MeshQuery::new(
        &placed.with(placed.shape().mesh),
        ball,
        placed.shape().ball_in_frame(TotalRadius::of(&ball.towards_inflated(placed.inflation()))),
    )
}

mesh_target!(Sphere<T, 3>, MeshInstance<'b, T>, question);

impl<T: Scalar> Featured for MeshInstance<'_, T> {
    type Feature = MeshFeature;
}

impl<T: Scalar> inflatable::Sealed for MeshInstance<'_, T> {}
impl<T: Scalar> inflatable::Sealed for SharedInstance<T> {}
impl<T: Scalar> inflatable::Sealed for Arc<Mesh<T>> {}

shares! {
    Sphere<T, 3>, Inflated<MeshInstance<'_, T>>;
    Sphere<T, 3>, MeshInstance<'_, T>;
}

impl<T: Scalar> Near<T, 3> for MeshInstance<'_, T> {
    fn closest_to(
        &self,
        point: &Point<T, 3>,
        inflation: T,
    ) -> Option<ClosestPoint<T, 3, MeshFeature>> {
        let effort = &mut Effort::default();
        let (placed, sphere) = (Moving::still(*self), Moving::still(Sphere::at(point)));
        let triangle = question(&placed, &sphere).closest(effort)?.triangle;
        let cast = question(&placed.towards_inflated(inflation), &sphere).cast(triangle);
        let ClosestPoint { point, distance, feature } = NearBy::closest_point(cast)?;
        Some(ClosestPoint { point, distance, feature: MeshFeature { triangle, feature } })
    }

    fn exact_distance(&self, point: &Point<T, 3>, inflation: T) -> Option<Surd> {
        let triangle = self.closest_to(point, inflation)?.feature.triangle;
        let (placed, sphere) = (Moving::still(*self), Moving::still(Sphere::at(point)));
        let placed = placed.towards_inflated(inflation);
        NearBy::<3>::exact_distance(question(&placed, &sphere).cast(triangle))
    }
}

/// A [`MeshInstance`] that shares the ownership of its mesh, so that it has no lifetime.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use tangency::{Mesh, Rotation, SharedInstance};
/// let tile = Mesh::new(vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]], vec![[0, 1, 2]])?;
/// let shared = SharedInstance::new(Arc::new(tile), Rotation::identity(), [0.0, 0.0, 7.0])?;
/// assert_eq!(shared.instance().translation(), [0.0, 0.0, 7.0]);
/// # Ok::<(), tangency::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SharedInstance<T> {
    mesh: Arc<Mesh<T>>,
    rotation: Rotation<T, 3>,
    translation: [T; 3],
}

impl<T: Scalar> SharedInstance<T> {
    /// Creates an instance of this mesh, rotated about the origin and then translated.
    ///
    /// # Errors
    /// A component of the translation that is not finite.
    pub fn new(
        mesh: Arc<Mesh<T>>,
        rotation: Rotation<T, 3>,
        translation: impl Into<[T; 3]>,
    ) -> Result<Self, InputError> {
        let translation = finite(translation.into(), "mesh.translation")?;
        Ok(Self { mesh, rotation, translation })
    }

    /// Returns the mesh.
    pub fn mesh(&self) -> &Arc<Mesh<T>> {
        &self.mesh
    }

    /// Returns the instance as a [`MeshInstance`] that borrows the mesh.
    pub fn instance(&self) -> MeshInstance<'_, T> {
        MeshInstance::new(&self.mesh, self.rotation, self.translation)
    }
}

impl<T: Scalar> Shape for SharedInstance<T> {
    type Scalar = T;
    type Vector = [T; 3];
    const STILL: [T; 3] = [T::ZERO; 3];
}
