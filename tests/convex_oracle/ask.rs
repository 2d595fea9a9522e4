//! Sends a query to the library, and converts the reply to three dimensions and `f64`.

use super::check::{Closest, Name, Penetration, Reply};
use super::met::{met, rounded, wide};
use super::query::{Mover, Query, Target};
use super::truth::Position;
use tangency::{
    AlignedBox, Answer, BoxFeature, Containment, Convex, Ellipsoid, Feature, Inflated, InputError,
    Mesh, MeshFeature, Moving, Nearby, Obstacle, OrientedBox, Parallelepiped, Plane, PlaneFeature,
    Point, Polytope, Rotation, Scalar, Segment, Shape, Sphere, Triangle,
};

impl Query {
    /// Queries the library.
    ///
    /// # Errors
    /// The numbers are not valid, which a test that made them must not ignore.
    pub fn ask(&self) -> Result<Reply, InputError> {
        match (self.single, self.plane) {
            (false, false) => self.ask_in_space::<f64>(|x| x),
            (true, false) => self.ask_in_space::<f32>(|x| x as f32),
            (false, true) => self.ask_in_plane::<f64>(|x| x),
            (true, true) => self.ask_in_plane::<f32>(|x| x as f32),
        }
    }

    fn ask_in_space<T: Scalar>(&self, narrow: fn(f64) -> T) -> Result<Reply, InputError> {
        let vector = |v: &[f64; 3]| v.map(narrow);
        let (velocity, drift) = (vector(&self.velocity), vector(&self.drift));
        let [origin, start] = self.origins.each_ref().map(vector);
        let end = narrow(self.t_max[0]);
        match self.mover {
            Mover::Sphere(radius) => {
                let ball = Sphere::new(vector(&self.center), narrow(radius))?;
                let ball = between(ball.moving(velocity)?, origin, velocity)?.until(end)?;
                /// Calls a query with a target, inflated or not.
                macro_rules! at {
                    ($target:ident $(, $by_reference:tt)?) => {
                        match self.rounding {
                            0.0 => self.sphere(&ball, &$target, between($target.moving(drift)?, start, drift)?, narrow),
                            _ => {
                                let target = Inflated::new($($by_reference)? $target, narrow(self.rounding))?;
                                self.sphere(&ball, &target, between(target.moving(drift)?, start, drift)?, narrow)
                            }
                        }
                    };
                }
                match &self.target {
                    Target::Point(p) => {
                        let target = Point::new(vector(p))?;
                        at!(target)
                    }
                    Target::Segment([a, b]) => {
                        let target = Segment::new(vector(a), vector(b))?;
                        at!(target)
                    }
                    Target::Triangle([a, b, c]) => {
                        let target = Triangle::new(vector(a), vector(b), vector(c))?;
                        at!(target)
                    }
                    Target::Box { min, max } => {
                        let target = AlignedBox::new(vector(min), vector(max))?;
                        at!(target)
                    }
                    Target::Oriented { center, half_extents, rotation } => {
                        let rotation = Rotation::<T, 3>::new(rotation.map(narrow))?;
                        let (center, half_extents) = (vector(center), vector(half_extents));
                        let target = OrientedBox::new(center, half_extents, rotation)?;
                        at!(target)
                    }
                    Target::Placed { vertices, rotation, translation } => {
                        let vertices = vertices.each_ref().map(vector).to_vec();
                        let mesh = Mesh::new(vertices, vec![[0, 1, 2]])?;
                        let rotation = Rotation::<T, 3>::new(rotation.map(narrow))?;
                        let placed = mesh.instance(rotation, vector(translation))?;
                        let moving = between(placed.moving(drift)?, start, drift)?
                            .until(narrow(self.t_max[1]))?;
                        let reply = if self.target_is_still() {
                            sphere_meets(&ball, &placed)
                        } else {
                            sphere_meets(&ball, &moving)
                        };
                        let closest = Point::new(ball.shape().center())?.closest(&placed);
                        let closest = closest.map(|closest| Closest {
                            point: wide(closest.point),
                            on_axis: None,
                            distance: closest.distance.widen(),
                            feature: closest.feature.into(),
                        });
                        let intersects = Some(ball.shape().intersects(&placed));
                        Ok(Reply { closest: Some(closest), intersects, ..reply })
                    }
                    Target::Parallelepiped { center, edges } => {
                        let edges = edges.each_ref().map(vector);
                        let target = Parallelepiped::new(vector(center), edges)?;
                        let position = (self.rounding == 0.0)
                            .then(|| ball.shape().containment(&target).into());
                        let reply = at!(target)?;
                        Ok(Reply { position, ..reply })
                    }
                    Target::Polytope(planes) => {
                        let plane = |[p, n]: &[[f64; 3]; 2]| Plane::new(vector(p), vector(n));
                        let planes = planes.iter().map(plane).collect::<Result<_, _>>()?;
                        let target = Polytope::new(planes)?;
                        let position = (self.rounding == 0.0)
                            .then(|| ball.shape().containment(&target).into());
                        let reply = at!(target, &)?;
                        Ok(Reply { position, ..reply })
                    }
                }
            }
            Mover::Capsule(..) => panic!("a capsule is asked by itself"),
            Mover::Ellipsoid(radii) => {
                let egg = Ellipsoid::new(vector(&self.center), vector(&radii))?;
                let egg = between(egg.moving(velocity)?, origin, velocity)?.until(end)?;
                match &self.target {
                    Target::Point(p) => {
                        let target = Point::new(vector(p))?;
                        self.ellipsoid(
                            &egg,
                            &target,
                            between(target.moving(drift)?, start, drift)?,
                            narrow,
                        )
                    }
                    Target::Segment([a, b]) => {
                        let target = Segment::new(vector(a), vector(b))?;
                        self.ellipsoid(
                            &egg,
                            &target,
                            between(target.moving(drift)?, start, drift)?,
                            narrow,
                        )
                    }
                    Target::Triangle([a, b, c]) => {
                        let target = Triangle::new(vector(a), vector(b), vector(c))?;
                        self.ellipsoid(
                            &egg,
                            &target,
                            between(target.moving(drift)?, start, drift)?,
                            narrow,
                        )
                    }
                    Target::Box { min, max } => {
                        let target = AlignedBox::new(vector(min), vector(max))?;
                        self.ellipsoid(
                            &egg,
                            &target,
                            between(target.moving(drift)?, start, drift)?,
                            narrow,
                        )
                    }
                    _ => Ok(Reply::default()),
                }
            }
        }
    }

    fn ask_in_plane<T: Scalar>(&self, narrow: fn(f64) -> T) -> Result<Reply, InputError> {
        let vector = |v: &[f64; 3]| [narrow(v[0]), narrow(v[1])];
        let (velocity, drift) = (vector(&self.velocity), vector(&self.drift));
        let [origin, start] = self.origins.each_ref().map(vector);
        let end = narrow(self.t_max[0]);
        match self.mover {
            Mover::Sphere(radius) => {
                let ball = Sphere::new(vector(&self.center), narrow(radius))?;
                let ball = between(ball.moving(velocity)?, origin, velocity)?.until(end)?;
                /// Calls a query with a target, inflated or not.
                macro_rules! at {
                    ($target:ident $(, $by_reference:tt)?) => {
                        match self.rounding {
                            0.0 => self.sphere(&ball, &$target, between($target.moving(drift)?, start, drift)?, narrow),
                            _ => {
                                let target = Inflated::new($($by_reference)? $target, narrow(self.rounding))?;
                                self.sphere(&ball, &target, between(target.moving(drift)?, start, drift)?, narrow)
                            }
                        }
                    };
                }
                match &self.target {
                    Target::Point(p) => {
                        let target = Point::new(vector(p))?;
                        at!(target)
                    }
                    Target::Segment([a, b]) => {
                        let target = Segment::new(vector(a), vector(b))?;
                        at!(target)
                    }
                    Target::Box { min, max } => {
                        let target = AlignedBox::new(vector(min), vector(max))?;
                        at!(target)
                    }
                    Target::Oriented { center, half_extents, rotation: [_, _, z, w] } => {
                        let rotation = Rotation::<T, 2>::new([narrow(*z), narrow(*w)])?;
                        let (center, half_extents) = (vector(center), vector(half_extents));
                        let target = OrientedBox::new(center, half_extents, rotation)?;
                        at!(target)
                    }
                    Target::Polytope(planes) => {
                        let plane = |[p, n]: &[[f64; 3]; 2]| Plane::new(vector(p), vector(n));
                        let planes = planes.iter().map(plane).collect::<Result<_, _>>()?;
                        let target = Polytope::new(planes)?;
                        let position = (self.rounding == 0.0)
                            .then(|| ball.shape().containment(&target).into());
                        let reply = at!(target, &)?;
                        Ok(Reply { position, ..reply })
                    }
                    Target::Triangle(_) | Target::Parallelepiped { .. } | Target::Placed { .. } => {
                        Ok(Reply::default())
                    }
                }
            }
            Mover::Capsule(..) => panic!("a capsule is asked by itself"),
            Mover::Ellipsoid(radii) => {
                let egg = Ellipsoid::new(vector(&self.center), vector(&radii))?;
                let egg = between(egg.moving(velocity)?, origin, velocity)?.until(end)?;
                match &self.target {
                    Target::Point(p) => {
                        let target = Point::new(vector(p))?;
                        self.ellipsoid(
                            &egg,
                            &target,
                            between(target.moving(drift)?, start, drift)?,
                            narrow,
                        )
                    }
                    Target::Segment([a, b]) => {
                        let target = Segment::new(vector(a), vector(b))?;
                        self.ellipsoid(
                            &egg,
                            &target,
                            between(target.moving(drift)?, start, drift)?,
                            narrow,
                        )
                    }
                    Target::Box { min, max } => {
                        let target = AlignedBox::new(vector(min), vector(max))?;
                        self.ellipsoid(
                            &egg,
                            &target,
                            between(target.moving(drift)?, start, drift)?,
                            narrow,
                        )
                    }
                    _ => Ok(Reply::default()),
                }
            }
        }
    }

    /// Runs the queries with time, and those at rest. A target without any motion is passed as
    /// such, any other as a moving one.
    fn sphere<T: Scalar, S, O, F: Into<Name>, const N: usize>(
        &self,
        ball: &Moving<Sphere<T, N>>,
        still: &S,
        moving: Moving<O>,
        narrow: fn(f64) -> T,
    ) -> Result<Reply, InputError>
    where
        S: Obstacle<T, N, Feature = F> + Nearby<T, N, Feature = F> + Convex<T, N>,
        S: tangency::Target<Sphere<T, N>, Answer = bool>,
        O: Shape<Scalar = T>,
        Moving<O>: Obstacle<T, N, Feature = F>,
    {
        let reply = if self.target_is_still() {
            sphere_meets(ball, still)
        } else {
            sphere_meets(ball, &moving.until(narrow(self.t_max[1]))?)
        };
        let closest = Point::new(ball.shape().center())?.closest(still).map(|closest| Closest {
            point: wide(closest.point),
            on_axis: None,
            distance: closest.distance.widen(),
            feature: closest.feature.into(),
        });
        let penetration = ball.shape().penetration(still).map(|penetration| Penetration {
            direction: wide(penetration.direction),
            depth: penetration.depth.widen(),
        });
        let intersects = Some(ball.shape().intersects(still));
        Ok(Reply { closest: Some(closest), penetration: Some(penetration), intersects, ..reply })
    }

    /// Runs the queries of an ellipsoid in the same way.
    fn ellipsoid<T: Scalar, S, O, F: Into<Name>, const N: usize>(
        &self,
        egg: &Moving<Ellipsoid<T, N>>,
        still: &S,
        moving: Moving<O>,
        narrow: fn(f64) -> T,
    ) -> Result<Reply, InputError>
    where
        S: Obstacle<T, N, Ellipsoid<T, N>, Feature = F>,
        S: tangency::Target<Ellipsoid<T, N>, Answer = bool>,
        O: Shape<Scalar = T>,
        Moving<O>: Obstacle<T, N, Ellipsoid<T, N>, Feature = F>,
    {
        let reply = if self.target_is_still() {
            ellipsoid_meets(egg, still)
        } else {
            ellipsoid_meets(egg, &moving.until(narrow(self.t_max[1]))?)
        };
        Ok(Reply { intersects: Some(egg.shape().intersects(still)), ..reply })
    }

    pub(super) fn target_is_still(&self) -> bool {
        self.drift == [0.0; 3] && self.origins[1] == [0.0; 3] && self.t_max[1] == f64::INFINITY
    }
}

/// The same motion given by two points, if its start is not the origin.
pub(super) fn between<T, S, const N: usize>(
    moving: Moving<S>,
    from: [T; N],
    to: [T; N],
) -> Result<Moving<S>, InputError>
where
    T: Scalar,
    S: Shape<Scalar = T, Vector = [T; N]>,
{
    if from == [T::ZERO; N] { Ok(moving) } else { moving.between(from, to) }
}

impl From<Feature> for Name {
    fn from(feature: Feature) -> Self {
        Name::Hull(feature)
    }
}

impl From<MeshFeature> for Name {
    fn from(feature: MeshFeature) -> Self {
        Name::Hull(feature.feature)
    }
}

impl<const N: usize> From<BoxFeature<N>> for Name {
    fn from(feature: BoxFeature<N>) -> Self {
        Name::Sides(feature.sides.to_vec())
    }
}

impl From<PlaneFeature> for Name {
    fn from(feature: PlaneFeature) -> Self {
        Name::Planes(feature.planes)
    }
}

impl From<Containment> for Position {
    fn from(containment: Containment) -> Self {
        match containment {
            Containment::Inside => Position::Inside,
            Containment::Intersecting => Position::Intersecting,
            Containment::Outside => Position::Outside,
        }
    }
}

/// Runs all queries with time.
macro_rules! meets {
    ($name:ident, $mover:ident) => {
        fn $name<T: Scalar, F: Into<Name>, const N: usize>(
            mover: &Moving<$mover<T, N>>,
            target: &impl Obstacle<T, N, $mover<T, N>, Feature = F>,
        ) -> Reply {
            let last_time_exact = mover.last_time_exact(target).map(|time| time.round::<T>());
            Reply {
                met: Some(met(mover.first_contact(target))),
                exact: Some(rounded::<T, F, _, N>(mover.first_contact_exact(target))),
                contact_time: Some(mover.contact_time(target).map(Scalar::widen)),
                time_down: Some(mover.time_down(target).map(Scalar::widen)),
                last_time: Some(mover.last_time(target).map(Scalar::widen)),
                last_time_exact: Some(last_time_exact.map(Scalar::widen)),
                ..Reply::default()
            }
        }
    };
}

meets!(sphere_meets, Sphere);
meets!(ellipsoid_meets, Ellipsoid);
