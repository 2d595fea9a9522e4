//! A request: two convex bodies, their motions, and the end of time.

use super::solid::span_a_body;

/// A body without its radius. In the plane third coordinates are zero.
#[derive(Clone, Debug, PartialEq)]
pub enum Core {
    Point([f64; 3]),
    Segment([f64; 3], [f64; 3]),
    /// A segment from `a` along an axis; the other end need not be a float.
    Axis([f64; 3], [f64; 3]),
    Triangle([[f64; 3]; 3]),
    Aligned {
        min: [f64; 3],
        max: [f64; 3],
    },
    /// A box with a rotation. In the plane the quaternion is `[0, 0, z, w]`.
    Oriented {
        center: [f64; 3],
        half: [f64; 3],
        rotation: [f64; 4],
    },
    /// All points `center + Σ sᵢ edgesᵢ` with `|sᵢ| ≤ ½`; the corners need not be floats.
    Sheared {
        center: [f64; 3],
        edges: [[f64; 3]; 3],
    },
    Hull(Vec<[f64; 3]>),
    /// The hull of points, moved so that the first one is at a place. The corners need not be
    /// floats.
    MovedHull {
        points: Vec<[f64; 3]>,
        place: [f64; 3],
    },
    /// A triangle of a mesh instance: turned, and then moved. It is an obstacle only.
    Placed {
        local: [[f64; 3]; 3],
        rotation: [f64; 4],
        translation: [f64; 3],
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    Velocity([f64; 3]),
    /// A motion with the velocity `to − from`, which is not rounded.
    Between([f64; 3], [f64; 3]),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    pub core: Core,
    pub radius: f64,
    pub motion: Motion,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    pub mover: Body,
    pub obstacle: Body,
    /// The end times of the mover and of the obstacle; the earlier one counts.
    pub t_max: [f64; 2],
    pub plane: bool,
    /// Whether all floats are `f32`s.
    pub single: bool,
}

impl Core {
    pub fn name(&self) -> &'static str {
        match self {
            Core::Point(_) => "point",
            Core::Segment(..) | Core::Axis(..) => "segment",
            Core::Triangle(_) => "triangle",
            Core::Aligned { .. } => "aligned box",
            Core::Oriented { .. } => "oriented box",
            Core::Sheared { .. } => "parallelepiped",
            Core::Hull(_) => "hull",
            Core::MovedHull { .. } => "moved hull",
            Core::Placed { .. } => "triangle of an instance",
        }
    }

    /// The core with a function applied to each coordinate.
    fn map(&self, f: impl Fn(f64) -> f64 + Copy) -> Self {
        match self {
            Core::Point(p) => Core::Point(p.map(f)),
            Core::Segment(a, b) => Core::Segment(a.map(f), b.map(f)),
            Core::Axis(a, axis) => Core::Axis(a.map(f), axis.map(f)),
            Core::Triangle(p) => Core::Triangle(p.map(|p| p.map(f))),
            Core::Aligned { min, max } => Core::Aligned { min: min.map(f), max: max.map(f) },
            Core::Oriented { center, half, rotation } => Core::Oriented {
                center: center.map(f),
                half: half.map(f),
                rotation: rotation.map(f),
            },
            Core::Sheared { center, edges } => {
                Core::Sheared { center: center.map(f), edges: edges.map(|edge| edge.map(f)) }
            }
            Core::Hull(points) => Core::Hull(points.iter().map(|p| p.map(f)).collect()),
            Core::MovedHull { points, place } => Core::MovedHull {
                points: points.iter().map(|p| p.map(f)).collect(),
                place: place.map(f),
            },
            Core::Placed { local, rotation, translation } => Core::Placed {
                local: local.map(|p| p.map(f)),
                rotation: rotation.map(f),
                translation: translation.map(f),
            },
        }
    }

    /// The core at another position; the sums are rounded.
    pub fn shifted(&self, by: [f64; 3]) -> Self {
        let add = |p: &[f64; 3]| [0, 1, 2].map(|k| p[k] + by[k]);
        match self {
            Core::Point(p) => Core::Point(add(p)),
            Core::Segment(a, b) => Core::Segment(add(a), add(b)),
            Core::Axis(a, axis) => Core::Axis(add(a), *axis),
            Core::Triangle(p) => Core::Triangle([add(&p[0]), add(&p[1]), add(&p[2])]),
            Core::Aligned { min, max } => Core::Aligned { min: add(min), max: add(max) },
            Core::Oriented { center, half, rotation } => {
                Core::Oriented { center: add(center), half: *half, rotation: *rotation }
            }
            Core::Sheared { center, edges } => Core::Sheared { center: add(center), edges: *edges },
            Core::Hull(points) => Core::Hull(points.iter().map(add).collect()),
            Core::MovedHull { points, place } => {
                Core::MovedHull { points: points.clone(), place: add(place) }
            }
            Core::Placed { local, rotation, translation } => {
                Core::Placed { local: *local, rotation: *rotation, translation: add(translation) }
            }
        }
    }
}

impl Request {
    /// The same request with each float rounded to an `f32`; no float less than `2^127` becomes
    /// infinite. A request with a parallelepiped that rounding makes flat stays as it is.
    pub fn single(&self) -> Self {
        let narrow = |x: f64| f64::from(x as f32);
        let motion = |motion: Motion| match motion {
            Motion::Velocity(v) => Motion::Velocity(v.map(narrow)),
            Motion::Between(from, to) => Motion::Between(from.map(narrow), to.map(narrow)),
        };
        let body = |body: &Body| Body {
            core: body.core.map(narrow),
            radius: narrow(body.radius),
            motion: motion(body.motion),
        };
        let (mover, obstacle) = (body(&self.mover), body(&self.obstacle));
        let is_flat = |body: &Body| match &body.core {
            Core::Sheared { edges, .. } => !span_a_body(edges),
            _ => false,
        };
        if is_flat(&mover) || is_flat(&obstacle) {
            return self.clone();
        }
        Self { mover, obstacle, t_max: self.t_max.map(narrow), plane: self.plane, single: true }
    }
}
