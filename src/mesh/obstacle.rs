//! A mesh as an obstacle of spheres and of ellipsoids.

use super::ask::{Question, of_ball};
use super::found::Found;
use super::indexed::{Mesh, MeshFeature};
use super::stay::End;
use crate::contact::sealed::{Meets, Near};
use crate::contact::{
    Answer, ClosestPoint, Effort, ExactAnswer, StretchedBall, rounded, still, stretched_ball,
    time_of,
};
use crate::number::{Rounding, Surd, compiled, measure};
use crate::overlap::sealed::Shares;
use crate::overlap::shares;
use crate::shape::{Ellipsoid, Moving, Point, Rounded, Scalar, Sphere, roundable};

/// Makes a mesh that lives for `'b`, placed or not, an obstacle of what moves.
macro_rules! mesh_obstacle {
    ($mover:ty, $target:ty, $question:ident) => {
        impl<'b, T: Scalar> Meets<T, 3, $mover> for Moving<$target> {
            type Feature = MeshFeature;

            compiled! { <'a, 'b, T> Moving<$target>;
                fn decide(
                    this,
                    mover: &'a Moving<$mover>,
                    effort: &'a mut Effort,
                ) -> Answer<T, 3, MeshFeature> {
                    $question(this, mover).meet(effort)
                }

                fn meet_exactly(this, mover: &'a Moving<$mover>) -> ExactAnswer<3, MeshFeature> {
                    $question(this, mover).meet_exactly()
                }

                fn decide_entry(
                    this,
                    mover: &'a Moving<$mover>,
                    effort: &'a mut Effort,
                ) -> Answer<T, 3, MeshFeature> {
                    $question(this, mover).entries().meet(effort)
                }

                fn enter_exactly(this, mover: &'a Moving<$mover>) -> ExactAnswer<3, MeshFeature> {
                    $question(this, mover).entries().meet_exactly()
                }

                fn decide_time(
                    this,
                    mover: &'a Moving<$mover>,
                    rounding: Rounding,
                ) -> Option<T> {
                    let question = $question(this, mover);
                    let mut effort = Effort::default();
                    let Found { triangle, meeting, .. } = question.first(&mut effort)?;
                    let scaled = question.scaled(triangle);
                    time_of(&scaled, meeting, question.end(), rounding, &mut effort)
                }

                fn last_time(this, mover: &'a Moving<$mover>) -> Option<T> {
                    let last = $question(this, mover).last()?;
                    let [time] = measure(&last.last(), &mut Effort::default());
                    Some(time)
                }

                fn last_time_exactly(this, mover: &'a Moving<$mover>) -> Option<Surd> {
                    Some($question(this, mover).last()?.exactly(End::Last))
                }

                fn touches(this, mover: &'a Moving<$mover>, effort: &'a mut Effort) -> bool {
                    $question(this, mover).any(effort)
                }
            }
        }
    };
}
pub(super) use mesh_obstacle;

fn of_ellipsoid<'a, 'm, T: Scalar>(
    mesh: &Moving<&'m Mesh<T>>,
    ellipsoid: &'a Moving<Ellipsoid<T, 3>>,
) -> Question<'a, 'm, T, Ellipsoid<T, 3>, StretchedBall> {
    Question::new(mesh, ellipsoid, stretched_ball(ellipsoid))
}

mesh_obstacle!(Sphere<T, 3>, &'b Mesh<T>, of_ball);
mesh_obstacle!(Ellipsoid<T, 3>, &'b Mesh<T>, of_ellipsoid);
still!(Sphere<T, 3>, Mesh<T>, {}, 3, MeshFeature, Moving::still);
still!(Ellipsoid<T, 3>, Mesh<T>, {}, 3, MeshFeature, Moving::still);

impl<T: Scalar> roundable::Sealed for &Mesh<T> {}
rounded! { Sphere: &Mesh<T>, {}, 3, MeshFeature; }

shares! {
    Sphere<T, 3>, Mesh<T>;
    Sphere<T, 3>, Rounded<&Mesh<T>>;
    Ellipsoid<T, 3>, Mesh<T>;
}

impl<T: Scalar> Near<T, 3> for Mesh<T> {
    type Feature = MeshFeature;

    fn closest_to(
        &self,
        point: &Point<T, 3>,
        rounding: T,
    ) -> Option<ClosestPoint<T, 3, MeshFeature>> {
        let effort = &mut Effort::default();
        let (mesh, sphere) = (Moving::still(self), Moving::still(Sphere::at(point)));
        let question = of_ball(&mesh, &sphere);
        let triangle = question.closest(effort)?.triangle;
        let ClosestPoint { point, distance, feature } =
            self.triangle(triangle)?.closest_to(point, rounding)?;
        Some(ClosestPoint { point, distance, feature: MeshFeature { triangle, feature } })
    }

    fn exact_distance(&self, point: &Point<T, 3>, rounding: T) -> Option<Surd> {
        let triangle = self.closest_to(point, rounding)?.feature.triangle;
        self.triangle(triangle)?.exact_distance(point, rounding)
    }
}
