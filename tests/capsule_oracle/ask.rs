//! Sends a query to the library, and converts the reply to three dimensions and `f64`.

use super::check::Reply;
use super::met::{met, rounded};
use super::query::{Axis, Query};
use tangency::{
    Capsule, Feature, Inflatable, Inflated, InputError, Moving, Obstacle, Point, Scalar, Segment,
    Triangle,
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
        let vector = |v: [f64; 3]| v.map(narrow);
        let (capsule, drift) = (self.capsule(vector, narrow)?, vector(self.drift));
        let [a, b, c] = self.vertices.map(vector);
        match self.corners {
            1 => {
                let point = Point::new(a)?;
                self.meet(&capsule, point, point.moving(drift)?, drift, narrow)
            }
            2 => {
                let segment = Segment::new(a, b)?;
                self.meet(&capsule, segment, segment.moving(drift)?, drift, narrow)
            }
            _ => {
                let triangle = Triangle::new(a, b, c)?;
                self.meet(&capsule, triangle, triangle.moving(drift)?, drift, narrow)
            }
        }
    }

    fn ask_in_plane<T: Scalar>(&self, narrow: fn(f64) -> T) -> Result<Reply, InputError> {
        let vector = |v: [f64; 3]| [narrow(v[0]), narrow(v[1])];
        let (capsule, drift) = (self.capsule(vector, narrow)?, vector(self.drift));
        let [a, b, _] = self.vertices.map(vector);
        match self.corners {
            1 => {
                let point = Point::new(a)?;
                self.meet(&capsule, point, point.moving(drift)?, drift, narrow)
            }
            _ => {
                let segment = Segment::new(a, b)?;
                self.meet(&capsule, segment, segment.moving(drift)?, drift, narrow)
            }
        }
    }

    fn capsule<T: Scalar, const N: usize>(
        &self,
        vector: impl Fn([f64; 3]) -> [T; N],
        narrow: fn(f64) -> T,
    ) -> Result<Moving<Capsule<T, N>>, InputError> {
        let (a, radius) = (vector(self.a), narrow(self.radius));
        let capsule = match self.axis {
            Axis::To(b) => Capsule::new(a, vector(b), radius)?,
            Axis::Along(axis) => Capsule::with_axis(a, vector(axis), radius)?,
        };
        capsule.moving(vector(self.velocity))?.until(narrow(self.t_max[0]))
    }

    /// Passes an obstacle without any motion as such, and any other as a moving one.
    fn meet<T: Scalar, S, const N: usize>(
        &self,
        capsule: &Moving<Capsule<T, N>>,
        shape: S,
        moving: Moving<S>,
        drift: [T; N],
        narrow: fn(f64) -> T,
    ) -> Result<Reply, InputError>
    where
        S: Copy + Inflatable<Scalar = T, Vector = [T; N]>,
        S: Obstacle<T, N, Capsule<T, N>, Feature = Feature>,
        Moving<S>: Obstacle<T, N, Capsule<T, N>, Feature = Feature>,
        Inflated<S>: Obstacle<T, N, Capsule<T, N>, Feature = Feature>,
        Moving<Inflated<S>>: Obstacle<T, N, Capsule<T, N>, Feature = Feature>,
    {
        let end = narrow(self.t_max[1]);
        let is_still = self.drift == [0.0; 3] && self.t_max[1] == f64::INFINITY;
        let rounding = narrow(self.rounding);
        Ok(match (self.rounding == 0.0, is_still) {
            (true, true) => reply(capsule, &shape),
            (true, false) => reply(capsule, &moving.until(end)?),
            (false, true) => reply(capsule, &Inflated::new(shape, rounding)?),
            (false, false) => {
                reply(capsule, &Inflated::new(shape, rounding)?.moving(drift)?.until(end)?)
            }
        })
    }
}

fn reply<T: Scalar, const N: usize>(
    capsule: &Moving<Capsule<T, N>>,
    obstacle: &impl Obstacle<T, N, Capsule<T, N>, Feature = Feature>,
) -> Reply {
    Reply {
        met: met(capsule.first_contact(obstacle)),
        exact: rounded::<T, _, _, N>(capsule.first_contact_exact(obstacle)),
        entry: met(capsule.first_entry(obstacle)),
        contact_time: capsule.contact_time(obstacle).map(Scalar::widen),
        time_down: capsule.time_down(obstacle).map(Scalar::widen),
        last_time: capsule.last_time(obstacle).map(Scalar::widen),
    }
}
