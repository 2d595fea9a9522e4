//! Meshes as obstacles of spheres and of ellipsoids.

use super::ask::{MeshQuery, of_ball};
use super::found::MetTriangle;
use super::indexed::{Mesh, MeshFeature};
use super::stay::StayEnd;
use crate::contact::sealed::{CastTarget, Encounter, Meets, Near, Only};
use crate::contact::{
    Answer, ClosestPoint, Effort, ExactAnswer, Featured, StretchedBall, stretched_ball, time_of,
};
use crate::number::{Rounding, Surd, compiled, measure};
use crate::overlap::sealed::Shares;
use crate::overlap::shares;
use crate::shape::{Ellipsoid, Inflated, Moving, Point, Scalar, Shape, Sphere, inflatable};

/// A moving body and a moving mesh or mesh instance.
pub(crate) struct MeshEncounter<'a, M: Shape, S: Shape> {
    pub(super) mover: &'a Moving<M>,
    pub(super) target: &'a Moving<S>,
}

/// Implements the queries of a motion for a mover and a mesh, or a mesh instance, that lives for
/// `'b`.
macro_rules! mesh_target {
    ($mover:ty, $target:ty, $question:ident) => {
        impl<'b, T: Scalar> CastTarget<T, 3, $mover> for $target {
            type Encounter<'a>
                = MeshEncounter<'a, $mover, $target>
            where
                'b: 'a;

            fn encounter<'a>(
                mover: &'a Moving<$mover>,
                target: &'a Moving<$target>,
            ) -> Self::Encounter<'a> {
                MeshEncounter { mover, target }
            }
        }

        impl<'b, T: Scalar> Encounter<T, 3, MeshFeature> for MeshEncounter<'_, $mover, $target> {
            compiled! { <'a, 'b, T> MeshEncounter<'a, $mover, $target>;
                fn meet(this, only: Only, effort: &'a mut Effort) -> Answer<T, 3, MeshFeature> {
                    $question(this.target, this.mover).only(only).meet(effort)
                }

                fn meet_exactly(this, only: Only) -> ExactAnswer<3, MeshFeature> {
                    $question(this.target, this.mover).only(only).meet_exactly()
                }

                fn time(this, rounding: Rounding) -> Option<T> {
                    let question = $question(this.target, this.mover);
                    let mut effort = Effort::default();
                    let MetTriangle { triangle, meeting, .. } = question.first(&mut effort)?;
                    let scaled = question.scaled(triangle);
                    time_of(&scaled, meeting, question.end(), rounding, &mut effort)
                }

                fn last_time(this) -> Option<T> {
                    let last = $question(this.target, this.mover).last()?;
                    let [time] = measure(&last.last(), &mut Effort::default());
                    Some(time)
                }

                fn last_time_exactly(this) -> Option<Surd> {
                    Some($question(this.target, this.mover).last()?.exactly(StayEnd::Last))
                }

                fn touches(this, effort: &'a mut Effort) -> bool {
                    $question(this.target, this.mover).any(effort)
                }
            }
        }
    };
}
pub(super) use mesh_target;

impl<T: Scalar> Featured for Mesh<T> {
    type Feature = MeshFeature;
}

fn of_ellipsoid<'a, 'm, T: Scalar>(
    mesh: &Moving<&'m Mesh<T>>,
    ellipsoid: &'a Moving<Ellipsoid<T, 3>>,
) -> MeshQuery<'a, 'm, T, Ellipsoid<T, 3>, StretchedBall> {
    MeshQuery::new(mesh, ellipsoid, stretched_ball(ellipsoid))
}

mesh_target!(Sphere<T, 3>, &'b Mesh<T>, of_ball);
mesh_target!(Ellipsoid<T, 3>, &'b Mesh<T>, of_ellipsoid);

impl<T: Scalar, M: Shape<Scalar = T, Vector = [T; 3]>> Meets<T, 3, M> for Mesh<T>
where
    for<'b> &'b Self: CastTarget<T, 3, M> + Featured<Feature = MeshFeature>,
{
    type Shape<'a> = &'a Self;

    fn as_target<'a, R>(&'a self, ask: impl FnOnce(&Moving<Self::Shape<'a>>) -> R) -> R {
        ask(&Moving::still(self))
    }
}

impl<T: Scalar> inflatable::Sealed for &Mesh<T> {}

shares! {
    Sphere<T, 3>, Mesh<T>;
    Sphere<T, 3>, Inflated<&Mesh<T>>;
    Ellipsoid<T, 3>, Mesh<T>;
}

impl<T: Scalar> Near<T, 3> for Mesh<T> {
    fn closest_to(
        &self,
        point: &Point<T, 3>,
        inflation: T,
    ) -> Option<ClosestPoint<T, 3, MeshFeature>> {
        let effort = &mut Effort::default();
        let (mesh, sphere) = (Moving::still(self), Moving::still(Sphere::at(point)));
        let question = of_ball(&mesh, &sphere);
        let triangle = question.closest(effort)?.triangle;
        let ClosestPoint { point, distance, feature } =
            self.triangle(triangle)?.closest_to(point, inflation)?;
        Some(ClosestPoint { point, distance, feature: MeshFeature { triangle, feature } })
    }

    fn exact_distance(&self, point: &Point<T, 3>, inflation: T) -> Option<Surd> {
        let triangle = self.closest_to(point, inflation)?.feature.triangle;
        self.triangle(triangle)?.exact_distance(point, inflation)
    }
}

impl<T: Scalar> Near<T, 3> for &Mesh<T> {
    fn closest_to(
        &self,
        point: &Point<T, 3>,
        inflation: T,
    ) -> Option<ClosestPoint<T, 3, MeshFeature>> {
        (**self).closest_to(point, inflation)
    }
    fn exact_distance(&self, point: &Point<T, 3>, inflation: T) -> Option<Surd> {
        (**self).exact_distance(point, inflation)
    }
}
