//! Sends a query of a capsule to the library.

use super::ask::between;
use super::check::{Closest, Name, Penetration, Reply};
use super::met::{met, rounded, wide};
use super::query::{Axis, Mover, Query, Target};
use tangency::{
    AlignedBox, Capsule, Convex, Inflatable, Inflated, InputError, Mesh, MeshInstance, Moving,
    NearbyAxis, Obstacle, OrientedBox, Parallelepiped, Point, Rotation, Scalar, Segment, Shape,
    Triangle,
};

type Asked = Result<Reply, InputError>;

impl Query {
    /// Queries the library.
    ///
    /// # Errors
    /// The numbers are not valid, which a test that made them must not ignore.
    pub fn ask_capsule(&self) -> Asked {
        match (self.single, self.plane) {
            (false, false) => self.capsule_in_space::<f64>(|x| x),
            (true, false) => self.capsule_in_space::<f32>(|x| x as f32),
            (false, true) => self.capsule_in_plane::<f64>(|x| x),
            (true, true) => self.capsule_in_plane::<f32>(|x| x as f32),
        }
    }

    fn capsule_in_space<T: Scalar>(&self, narrow: fn(f64) -> T) -> Asked {
        let vector = |v: &[f64; 3]| v.map(narrow);
        let capsule = self.capsule(vector, narrow)?;
        let way = Way { drift: vector(&self.drift), start: vector(&self.origins[1]), narrow };
        match &self.target {
            Target::Point(p) => self.still(&capsule, Point::new(vector(p))?, way),
            Target::Segment([a, b]) => {
                self.still(&capsule, Segment::new(vector(a), vector(b))?, way)
            }
            Target::Triangle([a, b, c]) => {
                self.still(&capsule, Triangle::new(vector(a), vector(b), vector(c))?, way)
            }
            Target::Box { min, max } => {
                self.still(&capsule, AlignedBox::new(vector(min), vector(max))?, way)
            }
            Target::Oriented { center, half_extents, rotation } => {
                let rotation = Rotation::<T, 3>::new(rotation.map(narrow))?;
                let target = OrientedBox::new(vector(center), vector(half_extents), rotation)?;
                self.still(&capsule, target, way)
            }
            Target::Placed { vertices, rotation, translation } => {
                let mesh = Mesh::new(vertices.each_ref().map(vector).to_vec(), vec![[0, 1, 2]])?;
                let rotation = Rotation::<T, 3>::new(rotation.map(narrow))?;
                self.placed(&capsule, mesh.instance(rotation, vector(translation))?, way)
            }
            Target::Parallelepiped { center, edges } => {
                let target = Parallelepiped::new(vector(center), edges.each_ref().map(vector))?;
                self.still(&capsule, target, way)
            }
            Target::Polytope(_) => panic!("capsules do not meet {:?}", self.target),
        }
    }

    fn capsule_in_plane<T: Scalar>(&self, narrow: fn(f64) -> T) -> Asked {
        let vector = |v: &[f64; 3]| [narrow(v[0]), narrow(v[1])];
        let capsule = self.capsule(vector, narrow)?;
        let way = Way { drift: vector(&self.drift), start: vector(&self.origins[1]), narrow };
        match &self.target {
            Target::Point(p) => self.still(&capsule, Point::new(vector(p))?, way),
            Target::Segment([a, b]) => {
                self.still(&capsule, Segment::new(vector(a), vector(b))?, way)
            }
            Target::Box { min, max } => {
                self.still(&capsule, AlignedBox::new(vector(min), vector(max))?, way)
            }
            Target::Oriented { center, half_extents, rotation: [_, _, z, w] } => {
                let rotation = Rotation::<T, 2>::new([narrow(*z), narrow(*w)])?;
                let target = OrientedBox::new(vector(center), vector(half_extents), rotation)?;
                self.still(&capsule, target, way)
            }
            _ => panic!("not in the plane: {:?}", self.target),
        }
    }

    fn capsule<T: Scalar, const N: usize>(
        &self,
        vector: impl Fn(&[f64; 3]) -> [T; N],
        narrow: fn(f64) -> T,
    ) -> Result<Moving<Capsule<T, N>>, InputError> {
        let Mover::Capsule(axis, radius) = &self.mover else { panic!("not a capsule: {self:?}") };
        let (a, radius) = (vector(&self.center), narrow(*radius));
        let capsule = match axis {
            Axis::To(b) => Capsule::new(a, vector(b), radius)?,
            Axis::Along(axis) => Capsule::with_axis(a, vector(axis), radius)?,
        };
        let velocity = vector(&self.velocity);
        let moving = between(capsule.moving(velocity)?, vector(&self.origins[0]), velocity)?;
        moving.until(narrow(self.t_max[0]))
    }
}

/// The motion of the target.
struct Way<T, const N: usize> {
    drift: [T; N],
    start: [T; N],
    narrow: fn(f64) -> T,
}

impl Query {
    /// Queries a convex shape, inflated or not.
    fn still<T: Scalar, S, F: Into<Name>, const N: usize>(
        &self,
        capsule: &Moving<Capsule<T, N>>,
        shape: S,
        way: Way<T, N>,
    ) -> Asked
    where
        S: Copy + Inflatable<Scalar = T, Vector = [T; N]>,
        S: Obstacle<T, N, Capsule<T, N>, Feature = F> + NearbyAxis<T, N, Feature = F>,
        S: Convex<T, N, Capsule<T, N>> + tangency::Target<Capsule<T, N>, Answer = bool>,
        Moving<S>: Obstacle<T, N, Capsule<T, N>, Feature = F>,
        Inflated<S>: Obstacle<T, N, Capsule<T, N>, Feature = F> + NearbyAxis<T, N, Feature = F>,
        Inflated<S>: Convex<T, N, Capsule<T, N>> + tangency::Target<Capsule<T, N>, Answer = bool>,
        Moving<Inflated<S>>: Obstacle<T, N, Capsule<T, N>, Feature = F>,
    {
        let body = capsule.shape();
        if self.rounding == 0.0 {
            let penetration = Some(body.penetration(&shape).map(way_out));
            return Ok(Reply { penetration, ..self.meet(capsule, shape, way)? });
        }
        let shape = Inflated::new(shape, (way.narrow)(self.rounding))?;
        let penetration = Some(body.penetration(&shape).map(way_out));
        Ok(Reply { penetration, ..self.meet(capsule, shape, way)? })
    }

    /// Queries a triangle of a placed mesh, inflated or not. Meshes have no penetration.
    fn placed<T: Scalar>(
        &self,
        capsule: &Moving<Capsule<T, 3>>,
        placed: MeshInstance<'_, T>,
        way: Way<T, 3>,
    ) -> Asked {
        if self.rounding == 0.0 {
            return self.meet(capsule, placed, way);
        }
        let placed = Inflated::new(placed, (way.narrow)(self.rounding))?;
        self.meet(capsule, placed, way)
    }

    /// Passes a target without any motion as such, and any other as a moving one.
    fn meet<T: Scalar, S, F: Into<Name>, const N: usize>(
        &self,
        capsule: &Moving<Capsule<T, N>>,
        shape: S,
        Way { drift, start, narrow }: Way<T, N>,
    ) -> Asked
    where
        S: Copy + Shape<Scalar = T, Vector = [T; N]>,
        S: Obstacle<T, N, Capsule<T, N>, Feature = F> + NearbyAxis<T, N, Feature = F>,
        S: tangency::Target<Capsule<T, N>, Answer = bool>,
        Moving<S>: Obstacle<T, N, Capsule<T, N>, Feature = F>,
    {
        let reply = if self.target_is_still() {
            with_time(capsule, &shape)
        } else {
            let moving = between(Moving::still(shape).with_velocity(drift)?, start, drift)?;
            with_time(capsule, &moving.until(narrow(self.t_max[1]))?)
        };
        let closest = capsule.shape().closest(&shape).map(|closest| Closest {
            point: wide(closest.point),
            on_axis: Some(wide(closest.on_axis)),
            distance: closest.distance.widen(),
            feature: closest.feature.into(),
        });
        let distance_exact = capsule.shape().distance_exact(&shape);
        Ok(Reply {
            closest: Some(closest),
            distance_exact: Some(distance_exact.map(|distance| distance.round::<T>().widen())),
            intersects: Some(capsule.shape().intersects(&shape)),
            ..reply
        })
    }
}

fn way_out<T: Scalar, const N: usize>(out: tangency::Penetration<T, N>) -> Penetration {
    Penetration { direction: wide(out.direction), depth: out.depth.widen() }
}

/// Runs all queries with time.
fn with_time<T: Scalar, F: Into<Name>, const N: usize>(
    capsule: &Moving<Capsule<T, N>>,
    target: &impl Obstacle<T, N, Capsule<T, N>, Feature = F>,
) -> Reply {
    let last_time_exact = capsule.last_time_exact(target).map(|time| time.round::<T>());
    Reply {
        met: Some(met(capsule.first_contact(target))),
        exact: Some(rounded::<T, F, _, N>(capsule.first_contact_exact(target))),
        entry: Some(met(capsule.first_entry(target))),
        entry_exact: Some(rounded::<T, F, _, N>(capsule.first_entry_exact(target))),
        contact_time: Some(capsule.contact_time(target).map(Scalar::widen)),
        time_down: Some(capsule.time_down(target).map(Scalar::widen)),
        last_time: Some(capsule.last_time(target).map(Scalar::widen)),
        last_time_exact: Some(last_time_exact.map(Scalar::widen)),
        ..Reply::default()
    }
}
