//! A query in plain numbers, so that it can be made up, printed, shrunk and sent in any way.

use super::exact::{Format, decode};
use super::tally::times_power;

/// The two ways to give the axis of a capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Axis {
    /// By the other end, `b`.
    To([f64; 3]),
    /// By the vector from `a` to `b`.
    Along([f64; 3]),
}

/// A capsule cast at a point, a segment or a triangle.
///
/// With `single` set every number is an `f32` and the answers are `f32`s too; with `plane` set
/// every third coordinate is zero and the query is in two dimensions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query {
    pub a: [f64; 3],
    pub axis: Axis,
    pub radius: f64,
    pub velocity: [f64; 3],
    pub vertices: [[f64; 3]; 3],
    /// The number of valid `vertices`: 1 is a point, 2 a segment, 3 a triangle.
    pub corners: usize,
    /// The obstacle is inflated by this radius.
    pub rounding: f64,
    /// The obstacle's velocity.
    pub drift: [f64; 3],
    /// The end times of the motions of the capsule and of the obstacle.
    pub t_max: [f64; 2],
    pub plane: bool,
    pub single: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Length,
    Speed,
    Time,
}

impl Query {
    /// A query of a capsule and a triangle at rest, in space, in `f64`, without an end time.
    pub fn new(
        a: [f64; 3],
        axis: [f64; 3],
        radius: f64,
        velocity: [f64; 3],
        vertices: [[f64; 3]; 3],
    ) -> Self {
        Self {
            a,
            axis: Axis::Along(axis),
            radius,
            velocity,
            vertices,
            corners: 3,
            rounding: 0.0,
            drift: [0.0; 3],
            t_max: [f64::INFINITY; 2],
            plane: false,
            single: false,
        }
    }

    /// The kind of float of the query and its answer.
    pub fn format(&self) -> Format {
        if self.single { Format::SINGLE } else { Format::DOUBLE }
    }

    /// The earlier of the two end times.
    pub fn end(&self) -> f64 {
        self.t_max[0].min(self.t_max[1])
    }

    /// Whether neither the capsule nor the obstacle has any thickness.
    pub fn is_thin(&self) -> bool {
        self.radius == 0.0 && self.rounding == 0.0
    }

    pub fn axis_mut(&mut self) -> &mut [f64; 3] {
        match &mut self.axis {
            Axis::To(b) => b,
            Axis::Along(axis) => axis,
        }
    }

    /// The same query with the axis given by its other end, rounded to floats.
    pub fn to_other_end(self) -> Self {
        let Axis::Along(axis) = self.axis else { return self };
        Self { axis: Axis::To([0, 1, 2].map(|k| self.a[k] + axis[k])), ..self }
    }

    /// The same query with each number rounded to an `f32`; its answers will be `f32`s.
    pub fn to_single(self) -> Self {
        Self { single: true, ..self }.each(|_, x| f64::from(x as f32))
    }

    /// The shadow of the query on the plane of the first two axes; a triangle becomes its first
    /// edge.
    pub fn to_plane(mut self) -> Self {
        self.plane = true;
        self.corners = self.corners.min(2);
        let Self { a, velocity, drift, vertices, .. } = &mut self;
        [a, velocity, drift].into_iter().chain(vertices).for_each(|v| v[2] = 0.0);
        self.axis_mut()[2] = 0.0;
        self
    }

    /// The query with all lengths times `2^space` and all velocities times `2^speed`; exact within
    /// the range of floats.
    pub fn scaled(self, space: i32, speed: i32) -> Self {
        self.each(|kind, x| match kind {
            Kind::Length => times_power(x, space),
            Kind::Speed => times_power(x, speed),
            Kind::Time => times_power(x, space - speed),
        })
    }

    /// The query with every number changed.
    pub fn each(mut self, mut change: impl FnMut(Kind, f64) -> f64) -> Self {
        self.numbers().into_iter().for_each(|(kind, x)| *x = change(kind, *x));
        self
    }

    /// Every number, for changes.
    pub fn numbers(&mut self) -> Vec<(Kind, &mut f64)> {
        let Self { a, axis, radius, velocity, vertices, corners, rounding, drift, t_max, .. } =
            self;
        let (Axis::To(axis) | Axis::Along(axis)) = axis;
        let vertices = vertices[..*corners].as_flattened_mut();
        let lengths = a.iter_mut().chain(axis).chain([radius, rounding]).chain(vertices);
        let speeds = velocity.iter_mut().chain(drift);
        let lengths = lengths.map(|x| (Kind::Length, x));
        lengths
            .chain(speeds.map(|x| (Kind::Speed, x)))
            .chain(t_max.iter_mut().map(|x| (Kind::Time, x)))
            .collect()
    }

    /// Whether the constructors must accept the query, and the flags are right.
    pub fn is_valid(&self) -> bool {
        let mut copy = *self;
        let each = copy.numbers().into_iter().all(|(kind, x)| {
            (if kind == Kind::Time { *x >= 0.0 } else { x.is_finite() })
                && (!self.single || f64::from(*x as f32) == *x)
        });
        let (Axis::To(axis) | Axis::Along(axis)) = self.axis;
        let mut vectors = self.vertices[..self.corners].iter().chain([
            &self.a,
            &axis,
            &self.velocity,
            &self.drift,
        ]);
        each && self.radius >= 0.0
            && self.rounding >= 0.0
            && (!self.plane || self.corners < 3 && vectors.all(|v| v[2] == 0.0))
    }
}
