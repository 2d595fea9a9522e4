//! A query in plain numbers, so that it can be made up, printed, shrunk and sent in any way.

use super::tally::times_power;
use std::fmt;

/// A sphere cast at a point, a segment or a triangle.
///
/// All numbers are stored as `f64`. With `single` set every number is an `f32` and the answers are
/// `f32`s too; with `plane` set every third coordinate is zero and the query is in two dimensions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query {
    pub center: [f64; 3],
    pub radius: f64,
    pub velocity: [f64; 3],
    pub vertices: [[f64; 3]; 3],
    /// The number of valid `vertices`: 1 is a point, 2 a segment, 3 a triangle.
    pub corners: usize,
    /// The obstacle's velocity.
    pub drift: [f64; 3],
    /// The starts of motions between two points: they are subtracted from the two velocities,
    /// without rounding.
    pub origins: [[f64; 3]; 2],
    /// The end times of the motions of the sphere and of the obstacle.
    pub t_max: [f64; 2],
    pub plane: bool,
    pub single: bool,
}

impl Query {
    /// A query of a sphere and a triangle at rest, in `f64`, without an end time.
    pub fn new(center: [f64; 3], radius: f64, velocity: [f64; 3], vertices: [[f64; 3]; 3]) -> Self {
        Self {
            center,
            radius,
            velocity,
            vertices,
            corners: 3,
            drift: [0.0; 3],
            origins: [[0.0; 3]; 2],
            t_max: [f64::INFINITY; 2],
            plane: false,
            single: false,
        }
    }

    /// The query with only the first `corners` vertices.
    pub fn with_corners(self, corners: usize) -> Self {
        Self { corners, ..self }
    }

    /// The earlier of the two end times.
    pub fn end(&self) -> f64 {
        self.t_max[0].min(self.t_max[1])
    }

    /// The query with each number rounded to an `f32`; its answers will be `f32`s.
    pub fn to_single(mut self) -> Self {
        self.single = true;
        self.each(|x| f64::from(x as f32))
    }

    /// The shadow of the query on the plane of the first two axes; a triangle becomes its first
    /// edge.
    pub fn to_plane(mut self) -> Self {
        self.plane = true;
        self.corners = self.corners.min(2);
        let [own, other] = &mut self.origins;
        for v in [&mut self.center, &mut self.velocity, &mut self.drift, own, other] {
            v[2] = 0.0;
        }
        self.vertices.iter_mut().for_each(|p| p[2] = 0.0);
        self
    }

    /// The query with all lengths times `2^space` and all velocities times `2^speed`; exact within
    /// the range of floats.
    pub fn scaled(mut self, space: i32, speed: i32) -> Self {
        let by = |x: &mut f64, k| *x = times_power(*x, k);
        self.vertices.iter_mut().flatten().chain(&mut self.center).for_each(|x| by(x, space));
        by(&mut self.radius, space);
        let origins = self.origins.as_flattened_mut();
        self.velocity.iter_mut().chain(&mut self.drift).chain(origins).for_each(|x| by(x, speed));
        self.t_max.iter_mut().for_each(|x| by(x, space - speed));
        self
    }

    /// The query with every number changed except the flags.
    pub fn each(mut self, change: impl Fn(f64) -> f64) -> Self {
        self.numbers().into_iter().for_each(|x| *x = change(*x));
        self
    }

    /// Every number, for changes.
    pub fn numbers(&mut self) -> Vec<&mut f64> {
        let Self { center, radius, velocity, vertices, drift, origins, t_max, .. } = self;
        let vectors = center.iter_mut().chain(velocity).chain(drift).chain(t_max);
        // Origins of zero are not counted.
        let origins = if *origins == [[0.0; 3]; 2] { &mut [][..] } else { &mut origins[..] };
        let vectors = vectors.chain(vertices.iter_mut().flatten()).chain([radius]);
        vectors.chain(origins.as_flattened_mut()).collect()
    }

    /// Whether the constructors accept the query, and the flags are right.
    pub fn is_valid(&self) -> bool {
        let mut copy = *self;
        let is_single = |x: &f64| f64::from(*x as f32) == *x;
        let vectors = || {
            let others = [&self.center, &self.velocity, &self.drift];
            self.vertices.iter().chain(others).chain(&self.origins)
        };
        let mut numbers = copy.numbers().into_iter().map(|x| *x);
        self.t_max.iter().all(|t| *t >= 0.0)
            && self.radius >= 0.0
            && self.radius.is_finite()
            && vectors().flatten().all(|x| x.is_finite())
            && (!self.single || numbers.all(|x| is_single(&x)))
            && (!self.plane || (self.corners < 3 && vectors().all(|v| v[2] == 0.0)))
    }
}

impl fmt::Display for Query {
    /// The query as a Rust literal, with the shortest decimals that read back to the same bits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |x: f64| match x {
            f64::INFINITY => "f64::INFINITY".to_string(),
            _ => format!("{x:?}"),
        };
        let list = |xs: &[f64]| xs.iter().map(|x| number(*x)).collect::<Vec<_>>().join(", ");
        writeln!(f, "Query {{")?;
        writeln!(f, "    center: [{}],", list(&self.center))?;
        writeln!(f, "    radius: {},", number(self.radius))?;
        writeln!(f, "    velocity: [{}],", list(&self.velocity))?;
        let vertices: Vec<_> = self.vertices.iter().map(|p| format!("[{}]", list(p))).collect();
        writeln!(f, "    vertices: [{}],", vertices.join(", "))?;
        writeln!(f, "    corners: {},", self.corners)?;
        writeln!(f, "    drift: [{}],", list(&self.drift))?;
        let origins: Vec<_> = self.origins.iter().map(|p| format!("[{}]", list(p))).collect();
        writeln!(f, "    origins: [{}],", origins.join(", "))?;
        writeln!(f, "    t_max: [{}],", list(&self.t_max))?;
        write!(f, "    plane: {}, single: {},\n}}", self.plane, self.single)
    }
}
