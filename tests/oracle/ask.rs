//! Sends a query to the library, and converts the answer to three dimensions and `f64`.

use super::query::Query;
use tangency::{
    Answer, Approach, Contact, ExactAnswer, Feature, InputError, Moving, Obstacle, Overlap, Point,
    Scalar, Segment, Shape, Sphere, Surd, Triangle,
};

/// The reply of the library.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    pub answer: Answer<f64, 3>,
    /// The same answer, by exact arithmetic alone.
    pub exact: Answer<f64, 3>,
    pub time_down: Option<f64>,
}

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
        let ball = Sphere::new(vector(self.center), narrow(self.radius))?;
        let origins = self.origins.map(vector);
        let ball = on_its_way(Moving::still(ball), origins[0], vector(self.velocity))?;
        let ball = ball.until(narrow(self.t_max[0]))?;
        let [a, b, c] = self.vertices.map(vector);
        let drift = vector(self.drift);
        match self.corners {
            1 => self.meet(&ball, Point::new(a)?, origins[1], drift, narrow),
            2 => self.meet(&ball, Segment::new(a, b)?, origins[1], drift, narrow),
            _ => self.meet(&ball, Triangle::new(a, b, c)?, origins[1], drift, narrow),
        }
    }

    fn ask_in_plane<T: Scalar>(&self, narrow: fn(f64) -> T) -> Result<Reply, InputError> {
        let vector = |v: [f64; 3]| [narrow(v[0]), narrow(v[1])];
        let ball = Sphere::new(vector(self.center), narrow(self.radius))?;
        let origins = self.origins.map(vector);
        let ball = on_its_way(Moving::still(ball), origins[0], vector(self.velocity))?;
        let ball = ball.until(narrow(self.t_max[0]))?;
        let [a, b, _] = self.vertices.map(vector);
        let drift = vector(self.drift);
        match self.corners {
            1 => self.meet(&ball, Point::new(a)?, origins[1], drift, narrow),
            _ => self.meet(&ball, Segment::new(a, b)?, origins[1], drift, narrow),
        }
    }

    /// Passes an obstacle without any motion as such, and any other as a moving one.
    fn meet<T: Scalar, S, const N: usize>(
        &self,
        ball: &Moving<Sphere<T, N>>,
        still: S,
        origin: [T; N],
        drift: [T; N],
        narrow: fn(f64) -> T,
    ) -> Result<Reply, InputError>
    where
        S: Shape<Scalar = T, Vector = [T; N]> + Obstacle<T, N, Feature = Feature> + Copy,
        Moving<S>: Obstacle<T, N, Feature = Feature>,
    {
        let never_moves = self.drift == [0.0; 3] && self.origins[1] == [0.0; 3];
        if never_moves && self.t_max[1] == f64::INFINITY {
            Ok(reply(ball, &still))
        } else {
            let moving = on_its_way(Moving::still(still), origin, drift)?;
            Ok(reply(ball, &moving.until(narrow(self.t_max[1]))?))
        }
    }
}

/// A shape with a velocity, or between two points if its start is not the origin.
fn on_its_way<T, S, const N: usize>(
    shape: Moving<S>,
    from: [T; N],
    to: [T; N],
) -> Result<Moving<S>, InputError>
where
    T: Scalar,
    S: Shape<Scalar = T, Vector = [T; N]>,
{
    if from == [T::ZERO; N] { shape.with_velocity(to) } else { shape.between(from, to) }
}

fn reply<T: Scalar, const N: usize>(
    ball: &Moving<Sphere<T, N>>,
    obstacle: &impl Obstacle<T, N, Feature = Feature>,
) -> Reply {
    let answer = match ball.first_contact(obstacle) {
        Answer::None => Answer::None,
        Answer::Overlap(Overlap { center, point, normal, feature, .. }) => {
            let (center, point, normal) = (wide(center), wide(point), normal.map(wide));
            Answer::Overlap(Overlap::new(center, point, normal, feature))
        }
        Answer::Contact(Contact { time, center, point, normal, feature, approach, .. }) => {
            Answer::Contact(Contact::new(
                time.widen(),
                wide(center),
                wide(point),
                normal.map(wide),
                feature,
                approach,
            ))
        }
    };
    let exact = rounded::<T, N>(ball.first_contact_exact(obstacle), &answer);
    Reply { answer, exact, time_down: ball.time_down(obstacle).map(Scalar::widen) }
}

/// The exact answer, rounded to `T` by the exact numbers themselves. An exact answer has no
/// approach.
fn rounded<T: Scalar, const N: usize>(
    exact: ExactAnswer<N>,
    answer: &Answer<f64, 3>,
) -> Answer<f64, 3> {
    let number = |surd: &Surd| surd.round::<T>().widen();
    let vector = |v: &[Surd; N]| wide::<T, N>(core::array::from_fn(|k| v[k].round()));
    match exact {
        ExactAnswer::None => Answer::None,
        ExactAnswer::Overlap(Overlap { center, point, normal, feature, .. }) => {
            let (center, point) = (vector(&center), vector(&point));
            let normal = normal.as_ref().map(vector);
            Answer::Overlap(Overlap::new(center, point, normal, feature))
        }
        ExactAnswer::Contact(Contact { time, center, point, normal, feature, .. }) => {
            Answer::Contact(Contact::new(
                number(&time),
                vector(&center),
                vector(&point),
                normal.as_ref().map(vector),
                feature,
                answer.contact().map_or(Approach::Sliding, |contact| contact.approach),
            ))
        }
    }
}

/// The vector in three dimensions; missing coordinates are zero.
fn wide<T: Scalar, const N: usize>(vector: [T; N]) -> [f64; 3] {
    [0, 1, 2].map(|k| vector.get(k).map_or(0.0, |x| x.widen()))
}
