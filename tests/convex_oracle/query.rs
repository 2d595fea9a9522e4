//! A query in plain numbers, so that it can be made up, printed, shrunk and sent in any way.

use super::exact::common_exponent;
use super::tally::times_power;
use crate::oracle;

/// The mover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mover {
    /// A sphere with its radius.
    Sphere(f64),
    /// An ellipsoid with its radii.
    Ellipsoid([f64; 3]),
    /// A capsule with its radius; the centre of a query is one end of its axis.
    Capsule(Axis, f64),
}

/// The two ways to give the axis of a capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Axis {
    /// By the other end.
    To([f64; 3]),
    /// By the vector to the other end.
    Along([f64; 3]),
}

impl Mover {
    /// The mover with another radius; an ellipsoid stays as it is.
    pub fn with_radius(self, radius: f64) -> Self {
        match self {
            Mover::Sphere(_) => Mover::Sphere(radius),
            Mover::Ellipsoid(_) => self,
            Mover::Capsule(axis, _) => Mover::Capsule(axis, radius),
        }
    }

    /// The radius; an ellipsoid has none.
    pub fn radius(self) -> Option<f64> {
        match self {
            Mover::Sphere(radius) | Mover::Capsule(_, radius) => Some(radius),
            Mover::Ellipsoid(_) => None,
        }
    }
}

/// The target.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    Point([f64; 3]),
    Segment([[f64; 3]; 2]),
    Triangle([[f64; 3]; 3]),
    Box {
        min: [f64; 3],
        max: [f64; 3],
    },
    Oriented {
        center: [f64; 3],
        half_extents: [f64; 3],
        rotation: [f64; 4],
    },
    Parallelepiped {
        center: [f64; 3],
        edges: [[f64; 3]; 3],
    },
    /// A triangle that is turned and then moved.
    Placed {
        vertices: [[f64; 3]; 3],
        rotation: [f64; 4],
        translation: [f64; 3],
    },
    /// A polytope, by a point and a normal for each plane.
    Polytope(Vec<[[f64; 3]; 2]>),
}

/// A sphere, an ellipsoid or a capsule cast at a body.
///
/// With `single` set every number is an `f32` and the answers are `f32`s too; with `plane` set the
/// query is in two dimensions, with two components of each vector, and the last two of a rotation.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    pub center: [f64; 3],
    pub mover: Mover,
    pub velocity: [f64; 3],
    pub target: Target,
    /// The target is inflated by this radius.
    pub rounding: f64,
    /// The target's velocity.
    pub drift: [f64; 3],
    /// The starts of motions between two points: they are subtracted from the two velocities,
    /// without rounding.
    pub origins: [[f64; 3]; 2],
    /// The end times of the two motions.
    pub t_max: [f64; 2],
    pub plane: bool,
    pub single: bool,
}

/// The kind of a number, for scaling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Length,
    Speed,
    /// A component of a vector that may have any length, with the index of the vector.
    Direction(usize),
    Time,
}

impl Query {
    /// A query of a sphere and a target at rest, in space, in `f64`, without an end time.
    pub fn new(center: [f64; 3], radius: f64, velocity: [f64; 3], target: Target) -> Self {
        let (mover, drift, t_max) = (Mover::Sphere(radius), [0.0; 3], [f64::INFINITY; 2]);
        let rounding = 0.0;
        let (origins, plane, single) = ([[0.0; 3]; 2], false, false);
        Self { center, mover, velocity, target, rounding, drift, origins, t_max, plane, single }
    }

    /// Every number, for changes.
    pub fn numbers(&mut self) -> Vec<(Kind, &mut f64)> {
        let Self { center, mover, velocity, target, rounding, drift, origins, t_max, .. } = self;
        let mut list: Vec<(Kind, &mut f64)> = Vec::new();
        list.extend(velocity.iter_mut().chain(drift).map(|x| (Kind::Speed, x)));
        // Origins of zero are not counted.
        if *origins != [[0.0; 3]; 2] {
            list.extend(origins.as_flattened_mut().iter_mut().map(|x| (Kind::Speed, x)));
        }
        list.extend(t_max.iter_mut().map(|x| (Kind::Time, x)));
        let mut lengths: Vec<&mut [f64]> = vec![center];
        if *rounding > 0.0 {
            lengths.push(std::slice::from_mut(rounding));
        }
        match mover {
            Mover::Sphere(radius) => lengths.push(std::slice::from_mut(radius)),
            Mover::Ellipsoid(radii) => lengths.push(radii),
            Mover::Capsule(Axis::To(axis) | Axis::Along(axis), radius) => {
                lengths.extend([&mut axis[..], std::slice::from_mut(radius)]);
            }
        }
        match target {
            Target::Point(p) => lengths.push(p),
            Target::Segment(ends) => lengths.push(ends.as_flattened_mut()),
            Target::Triangle(vertices) => lengths.push(vertices.as_flattened_mut()),
            Target::Box { min, max } => lengths.extend([&mut min[..], max]),
            Target::Oriented { center, half_extents, rotation } => {
                lengths.extend([&mut center[..], half_extents]);
                list.extend(rotation.iter_mut().map(|x| (Kind::Direction(0), x)));
            }
            Target::Parallelepiped { center, edges } => {
                lengths.extend([&mut center[..], edges.as_flattened_mut()]);
            }
            Target::Placed { vertices, rotation, translation } => {
                lengths.extend([&mut translation[..], vertices.as_flattened_mut()]);
                list.extend(rotation.iter_mut().map(|x| (Kind::Direction(0), x)));
            }
            Target::Polytope(planes) => {
                for (i, [point, normal]) in planes.iter_mut().enumerate() {
                    lengths.push(point);
                    list.extend(normal.iter_mut().map(|x| (Kind::Direction(i), x)));
                }
            }
        }
        list.extend(lengths.into_iter().flatten().map(|x| (Kind::Length, x)));
        list
    }

    /// The query with every number changed.
    pub fn each(mut self, mut change: impl FnMut(Kind, f64) -> f64) -> Self {
        self.numbers().into_iter().for_each(|(kind, x)| *x = change(kind, *x));
        self
    }

    /// The query with all lengths times `2^space` and all velocities times `2^speed`; exact within
    /// the range of floats.
    pub fn scaled(self, space: i32, speed: i32) -> Self {
        self.each(|kind, x| match kind {
            Kind::Length => times_power(x, space),
            Kind::Speed => times_power(x, speed),
            Kind::Time => times_power(x, space - speed),
            Kind::Direction(_) => x,
        })
    }

    /// The query with each number rounded to an `f32`; its answers will be `f32`s.
    pub fn rounded_to_single(self) -> Self {
        Self { single: true, ..self.each(|_, x| f64::from(x as f32)) }
    }

    /// Whether the constructors must accept the query, and the flags are right.
    pub fn is_valid(&self) -> bool {
        let mut copy = self.clone();
        let each = copy.numbers().into_iter().all(|(kind, x)| {
            (if kind == Kind::Time { *x >= 0.0 } else { x.is_finite() })
                && (!self.single || f64::from(*x as f32) == *x)
        });
        let mover = match self.mover {
            Mover::Sphere(radius) => radius >= 0.0 && self.rounding >= 0.0,
            Mover::Capsule(Axis::To(axis) | Axis::Along(axis), radius) => {
                radius >= 0.0 && self.rounding >= 0.0 && (!self.plane || axis[2] == 0.0)
            }
            Mover::Ellipsoid(radii) => self.rounding == 0.0 && radii.iter().all(|x| *x > 0.0),
        };
        let is_flat = |v: &[f64; 3]| v[2] == 0.0;
        let not_zero = |v: &[f64]| v.iter().any(|x| *x != 0.0);
        let (target, flat) = match &self.target {
            Target::Point(p) => (true, is_flat(p)),
            Target::Segment(ends) => (true, ends.iter().all(is_flat)),
            Target::Triangle(_) => (true, false),
            Target::Placed { rotation, .. } => (not_zero(rotation), false),
            Target::Box { min, max } => {
                ((0..3).all(|k| min[k] <= max[k]), is_flat(min) && is_flat(max))
            }
            Target::Oriented { center, half_extents, rotation } => (
                half_extents.iter().all(|x| *x >= 0.0) && not_zero(rotation),
                is_flat(center) && rotation[..2] == [0.0; 2],
            ),
            Target::Parallelepiped { .. } => {
                (self.target.planes(self.space(), false).is_some(), false)
            }
            Target::Polytope(planes) => (
                planes.iter().all(|[_, normal]| not_zero(normal)),
                planes.iter().flatten().all(is_flat),
            ),
        };
        let others = [&self.center, &self.velocity, &self.drift];
        let flat = flat && others.into_iter().chain(&self.origins).all(is_flat);
        each && mover && target && (!self.plane || flat)
    }

    /// The largest `e` such that every length is an integer times `2^e`.
    pub fn space(&self) -> i32 {
        let of_mover = match self.mover {
            Mover::Sphere(radius) => vec![radius],
            Mover::Ellipsoid(radii) => radii.to_vec(),
            Mover::Capsule(Axis::To(axis) | Axis::Along(axis), radius) => {
                [&axis[..], &[radius]].concat()
            }
        };
        let lengths = self.target.lengths().into_iter().chain(self.center);
        common_exponent(lengths.chain(of_mover).chain([self.rounding]))
    }

    /// Whether neither of the two has any thickness.
    pub fn is_thin(&self) -> bool {
        self.mover.radius() == Some(0.0) && self.rounding == 0.0
    }
}

/// A query of the oracle for hulls.
impl From<&oracle::Query> for Query {
    fn from(query: &oracle::Query) -> Self {
        let [a, b, c] = query.vertices;
        let target = match query.corners {
            1 => Target::Point(a),
            2 => Target::Segment([a, b]),
            _ => Target::Triangle([a, b, c]),
        };
        Self {
            drift: query.drift,
            origins: query.origins,
            t_max: query.t_max,
            plane: query.plane,
            single: query.single,
            ..Self::new(query.center, query.radius, query.velocity, target)
        }
    }
}
