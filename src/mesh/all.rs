//! Queries other than the first contact: whether there is any contact, all contacts in order, and
//! all triangles that a sphere or a capsule touches.

use super::ask::{MeshQuery, decide_triangle, of_ball};
use super::candidate::{Candidate, CandidateOutcome, Searched};
use super::found::{MetTriangle, compare_times};
use super::in_frame::PathInFrame;
use super::stay::StayEnd;
use super::sweep::place;
use super::tree::{MeshSearch, TriangleGoal};
use super::{Mesh, MeshFeature, MeshInstance, capsule, instance};
use crate::contact::{Answer, ConvexBody, Effort, TimeEquation, Touched, answer, is_too_late};
use crate::number::{Surd, compiled, sort};
use crate::shape::{Capsule, Moving, Scalar, Shape, Sphere, Translatable};
use alloc::vec::Vec;

impl<'m, T: Scalar> From<&'m Mesh<T>> for Moving<&'m Mesh<T>> {
    /// A mesh at rest.
    fn from(mesh: &'m Mesh<T>) -> Self {
        Moving::still(mesh)
    }
}

/// An obstacle that reports the contacts of an `M` with each of its triangles: a mesh or a mesh
/// instance, at rest or moving.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no triangles that `{M}` can be asked about one by one",
    label = "no mesh",
    note = "`contacts` is for meshes and mesh instances, at rest or moving",
    note = "any other obstacle answers `first_contact`",
    note = "mover and mesh must have the same scalar, `f32` or `f64`"
)]
pub trait Triangles<T: Scalar, M: Shape<Scalar = T> = Sphere<T, 3>> {
    #[doc(hidden)]
    fn meetings_with(&self, mover: &Moving<M>) -> Vec<Answer<T, 3, MeshFeature>>;
    /// The times at which each touched triangle begins and ceases to be touched, except for
    /// triangles that are touched for ever.
    #[doc(hidden)]
    fn stays_of(&self, mover: &Moving<M>) -> Vec<[Surd; 2]>;
}

/// A mesh or a mesh instance, at rest or moving, that reports the whole contact of a convex body
/// with each triangle of the first contact.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no triangles that `{B}` touches",
    label = "no mesh",
    note = "`touched_triangles` is for meshes and mesh instances, at rest or moving",
    note = "any other convex obstacle answers `touched`"
)]
pub trait TouchedTriangles<T: Scalar, B: ConvexBody>: Triangles<T, B>
where
    B: Shape<Scalar = T>,
{
    #[doc(hidden)]
    fn touched_by(&self, body: &Moving<B>) -> Vec<Touched<T, 3, MeshFeature, B::Feature>>;
}

macro_rules! triangles {
    ($($mover:ident, $target:ty, $question:path, $this:ident => $moving:expr;)*) => {
        $(impl<'b, T: Scalar> Triangles<T, $mover<T, 3>> for $target {
            fn meetings_with(
                &self,
                mover: &Moving<$mover<T, 3>>,
            ) -> Vec<Answer<T, 3, MeshFeature>> {
                compiled!(@ <'a, 'b, T>
                    (this: &'a $target = self, mover: &'a Moving<$mover<T, 3>> = mover)
                    -> Vec<Answer<T, 3, MeshFeature>> {
                        let $this = this;
                        $question(&$moving, mover).in_order(&mut Effort::default())
                    }
                )
            }

            fn stays_of(&self, mover: &Moving<$mover<T, 3>>) -> Vec<[Surd; 2]> {
                let $this = self;
                let stays = $question(&$moving, mover).stays(&mut Effort::default());
                stays.iter().map(|stay| [StayEnd::First, StayEnd::Last].map(|end| stay.exactly(end))).collect()
            }
        })*
    };
}
triangles! {
    Sphere, &'b Mesh<T>, of_ball, this => Moving::still(*this);
    Sphere, Moving<&'b Mesh<T>>, of_ball, this => *this;
    Sphere, &'b MeshInstance<'b, T>, instance::question, this => Moving::still(**this);
    Sphere, Moving<MeshInstance<'b, T>>, instance::question, this => *this;
    Capsule, &'b Mesh<T>, capsule::of_capsule, this => Moving::still(*this);
    Capsule, Moving<&'b Mesh<T>>, capsule::of_capsule, this => *this;
    Capsule, &'b MeshInstance<'b, T>, capsule::of_placed, this => Moving::still(**this);
    Capsule, Moving<MeshInstance<'b, T>>, capsule::of_placed, this => *this;
}

impl<T: Scalar, M: Shape<Scalar = T>> Moving<M> {
    /// Returns the first contact with each triangle that is touched until the end of the motion, in
    /// order of time; at equal times, the lower index comes first. An overlap is at time zero.
    /// Spheres, capsules and convex bodies have this query.
    ///
    /// A body that rolls over an edge touches both triangles of the edge, so both are in the
    /// result.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Capsule, Mesh, Sphere};
    /// let floor = |z: f64| [[0.0, 0.0, z], [4.0, 0.0, z], [0.0, 4.0, z]];
    /// let mesh = Mesh::new([floor(-3.0), floor(0.0)].concat(), vec![[0, 1, 2], [3, 4, 5]])?;
    /// let ball = Sphere::new([1.0, 1.0, 5.0], 1.0)?.moving([0.0, 0.0, -1.0])?;
    /// let contacts = ball.contacts(&mesh);
    /// let times: Vec<f64> = contacts.iter().filter_map(|hit| Some(hit.contact()?.time)).collect();
    /// assert_eq!(times, [4.0, 7.0]);
    ///
    /// let hero = Capsule::new([1.0, 1.0, 6.0], [1.0, 1.0, 5.0], 1.0)?.moving([0.0, 0.0, -1.0])?;
    /// assert_eq!(hero.contacts(&mesh).len(), 2);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("all hits"))]
    pub fn contacts(&self, mesh: impl Triangles<T, M>) -> Vec<Answer<T, 3, MeshFeature>> {
        mesh.meetings_with(self)
    }
}

impl<T: Scalar> Sphere<T, 3> {
    /// Returns the indices of all triangles that share a point with this sphere, touching triangles
    /// included, in rising order.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Mesh, Sphere};
    /// let floor = |z: f64| [[0.0, 0.0, z], [4.0, 0.0, z], [0.0, 4.0, z]];
    /// let mesh = Mesh::new([floor(-3.0), floor(0.0)].concat(), vec![[0, 1, 2], [3, 4, 5]])?;
    /// assert_eq!(Sphere::new([1.0, 1.0, 1.0], 1.0)?.intersecting(&mesh), [1]);
    /// assert_eq!(Sphere::new([1.0, 1.0, 1.0], 4.0)?.intersecting(&mesh), [0, 1]);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("touched", "overlapping triangles", "overlap query"))]
    pub fn intersecting(&self, mesh: &Mesh<T>) -> Vec<usize> {
        compiled!(@ <'a, 'b, T>
            (ball: &'a Sphere<T, 3> = self, mesh: &'a Mesh<T> = mesh) -> Vec<usize> {
                let (obstacle, mover) = (Moving::still(mesh), Moving::still(*ball));
                of_ball(&obstacle, &mover).all_at_rest(&mut Effort::default())
            }
        )
    }
}

impl<T: Scalar> Capsule<T, 3> {
    /// Returns the indices of all triangles that share a point with this capsule, touching
    /// triangles included, in rising order.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Capsule, Mesh};
    /// let floor = |z: f64| [[0.0, 0.0, z], [4.0, 0.0, z], [0.0, 4.0, z]];
    /// let mesh = Mesh::new([floor(-3.0), floor(0.0)].concat(), vec![[0, 1, 2], [3, 4, 5]])?;
    /// assert_eq!(Capsule::new([1.0, 1.0, 1.0], [1.0, 1.0, 4.0], 1.0)?.intersecting(&mesh), [1]);
    /// assert_eq!(Capsule::new([1.0, 1.0, -2.0], [1.0, 1.0, 4.0], 1.0)?.intersecting(&mesh), [0, 1]);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("touched", "overlapping triangles", "overlap query"))]
    pub fn intersecting(&self, mesh: &Mesh<T>) -> Vec<usize> {
        compiled!(@ <'a, 'b, T>
            (capsule: &'a Capsule<T, 3> = self, mesh: &'a Mesh<T> = mesh) -> Vec<usize> {
                let (obstacle, mover) = (Moving::still(mesh), Moving::still(*capsule));
                capsule::of_capsule(&obstacle, &mover).all_at_rest(&mut Effort::default())
            }
        )
    }
}

impl<T: Scalar, M: Translatable<T, 3>, B: Searched> MeshQuery<'_, '_, T, M, B> {
    /// Whether some triangle is touched until the end of the motion.
    pub(super) fn any(&self, effort: &mut Effort) -> bool {
        let Some(way) = self.path_part(self.end().time()) else { return false };
        let mut found = false;
        let mut look = |triangle: usize| {
            let (scaled, meeting) = decide_triangle(self, triangle, effort);
            found |= match meeting {
                CandidateOutcome::<B::Cast>::Apart => false,
                CandidateOutcome::<B::Cast>::Overlap(()) => true,
                CandidateOutcome::<B::Cast>::Contact(touch) => {
                    B::Cast::when(&touch) == TimeEquation::Start
                        || !is_too_late(&scaled, touch, self.end(), effort)
                }
            };
            if found { f64::NEG_INFINITY } else { f64::INFINITY }
        };
        let mesh = self.mesh();
        let mut search =
            MeshSearch::new(&mesh.tree, mesh.surface(), way.body, TriangleGoal::Any, 1.0);
        search.each(|_, triangle| way.key(look(triangle as usize)));
        // A limit below one is the key of a point of a triangle that is certainly inside of the
        // body before the end.
        found || search.limit() < 1.0
    }

    /// The triangles that share a point with the body at time zero, in rising order.
    fn all_at_rest(&self, effort: &mut Effort) -> Vec<usize> {
        let mut touched = Vec::new();
        let (mesh, PathInFrame { center, half_axis, slack, .. }) = (self.mesh(), self.path());
        let body = place(center, half_axis, self.body.extents(), slack, mesh.tree.frame());
        let limit = body.as_ref().map_or(f32::INFINITY, |body| body.outer());
        MeshSearch::new(&mesh.tree, mesh.surface(), body, TriangleGoal::Within, limit).each(
            |key, triangle| {
                let (certain, triangle) = (key == f32::NEG_INFINITY, triangle as usize);
                let meets = |meeting| !matches!(meeting, CandidateOutcome::<B::Cast>::Apart);
                if certain || meets(decide_triangle(self, triangle, effort).1) {
                    touched.push(triangle);
                }
                limit
            },
        );
        touched.sort_unstable();
        touched
    }

    /// The first contact with each triangle that is touched until the end of the motion, in order
    /// of time.
    fn in_order(&self, effort: &mut Effort) -> Vec<Answer<T, 3, MeshFeature>> {
        let mut found = self.all(effort);
        let cast = |triangle| self.scaled(triangle);
        sort(&mut found, |a, b| {
            compare_times(a, b, cast, effort).then(a.triangle.cmp(&b.triangle))
        });
        let answers = found.into_iter().map(|MetTriangle { triangle, meeting, .. }| {
            answer(&self.scaled(triangle), meeting, self.end(), effort)
                .map_feature(|feature| MeshFeature { triangle, feature })
        });
        answers.filter(|answer| *answer != Answer::None).collect()
    }

    /// All triangles that the body meets, before or after the end of the motion.
    fn all(&self, effort: &mut Effort) -> Vec<MetTriangle<B::Cast>> {
        let mut all = Vec::new();
        if let Some(way) = self.path_part(self.end().time()) {
            self.mesh().search(&way, TriangleGoal::All, |triangle| {
                all.extend(MetTriangle::of_apart(self, triangle, effort));
                f64::INFINITY
            });
        }
        all
    }
}
