//! D. Eberly, *Intersection of Moving Circle and Rectangle*, listings 14 and 15, as plain float
//! code. Their errors are kept (see `docs/errata.md`); names and order are as published.

use tangency::{Rational, Surd};

type V = [f64; 2];

#[derive(Clone, Copy)]
pub struct Circle {
    pub center: V,
    pub radius: f64,
    pub velocity: V,
}

#[derive(Clone, Copy)]
pub struct Rectangle {
    pub center: V,
    pub axis: [V; 2],
    pub extent: V,
    pub velocity: V,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Overlap,
    None,
    Contact,
}

#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub kind: Kind,
    pub time: Time,
    pub point: V,
}

/// `(q0 − √q1) / q2`, not yet rounded: small numbers make the three exact, so such a time can be
/// judged without a tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Time {
    pub q0: f64,
    pub q1: f64,
    pub q2: f64,
}

impl Time {
    pub const ZERO: Self = Self { q0: 0.0, q1: 0.0, q2: 1.0 };

    /// The time as the listings compute it.
    pub fn in_floats(self) -> f64 {
        (self.q0 - self.q1.sqrt()) / self.q2
    }

    /// The float nearest to the exact value of the formula.
    pub fn nearest(self) -> f64 {
        let [q0, q1, q2] =
            [self.q0, self.q1, self.q2].map(|q| Rational::try_from(q).expect("finite"));
        Surd::new(q0 / &q2, -Rational::ONE / q2, q1).round()
    }
}

fn sub(a: V, b: V) -> V {
    [a[0] - b[0], a[1] - b[1]]
}

fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn perp([x, y]: V) -> V {
    [y, -x]
}

/// Listing 14, for the rectangle from `min` to `max`: listing 15 with axes along the coordinate
/// axes, optionally with the misprint `radius * V[1]` instead of `radius * V[i1]`.
pub fn aligned<const MISPRINT: bool>(circle: Circle, [min, max]: [V; 2], velocity: V) -> Found {
    let box_center = [0, 1].map(|i| (max[i] + min[i]) * 0.5);
    let extent = [0, 1].map(|i| (max[i] - min[i]) * 0.5);
    let axis = [[1.0, 0.0], [0.0, 1.0]];
    oriented::<MISPRINT>(circle, Rectangle { center: box_center, axis, extent, velocity })
}

/// Listing 15, for an oriented rectangle.
pub fn oriented<const MISPRINT: bool>(circle: Circle, rectangle: Rectangle) -> Found {
    let (found, sign) = canonical::<MISPRINT>(circle, rectangle);
    let (p, axis) = (found.point, rectangle.axis);
    let back = |k: usize| {
        rectangle.center[k] + (sign[0] * p[0]) * axis[0][k] + (sign[1] * p[1]) * axis[1][k]
    };
    Found { point: [back(0), back(1)], ..found }
}

/// Listing 1, whose last step adds a vector to a component. Here the vector's component replaces
/// the vector.
pub fn pseudocode(circle: Circle, rectangle: Rectangle) -> Found {
    let (found, sign) = canonical::<false>(circle, rectangle);
    let back = |i: usize| rectangle.center[i] + sign[i] * found.point[i] * rectangle.axis[i][i];
    Found { point: [back(0), back(1)], ..found }
}

/// The query in the rectangle's frame, mirrored so that the centre is in the first quadrant, and
/// the mirroring.
fn canonical<const MISPRINT: bool>(circle: Circle, rectangle: Rectangle) -> (Found, V) {
    let cdiff = sub(circle.center, rectangle.center);
    let vdiff = sub(circle.velocity, rectangle.velocity);
    let mut c = rectangle.axis.map(|axis| dot(cdiff, axis));
    let mut v = rectangle.axis.map(|axis| dot(vdiff, axis));
    let mut sign = [1.0; 2];
    for i in 0..2 {
        if c[i] < 0.0 {
            (c[i], v[i], sign[i]) = (-c[i], -v[i], -1.0);
        }
    }
    (Query { k: rectangle.extent, c, radius: circle.radius, v }.run::<MISPRINT>(), sign)
}

struct Query {
    k: V,
    c: V,
    radius: f64,
    v: V,
}

const NONE: Found = Found { kind: Kind::None, time: Time::ZERO, point: [0.0; 2] };

fn at_start(overlap: bool, point: V) -> Found {
    let kind = if overlap { Kind::Overlap } else { Kind::Contact };
    Found { kind, time: Time::ZERO, point }
}

impl Query {
    fn run<const MISPRINT: bool>(&self) -> Found {
        let delta = sub(self.c, self.k);
        let radius = self.radius;
        if delta[1] <= radius {
            if delta[0] <= radius {
                if delta[1] <= 0.0 {
                    if delta[0] <= 0.0 {
                        at_start(true, self.c)
                    } else {
                        at_start(delta[0] < radius, [self.k[0], self.c[1]])
                    }
                } else if delta[0] <= 0.0 {
                    at_start(delta[1] < radius, [self.c[0], self.k[1]])
                } else {
                    let (distance, reach) = (dot(delta, delta), radius * radius);
                    if distance <= reach {
                        at_start(distance < reach, self.k)
                    } else {
                        self.vertex_separated(delta)
                    }
                }
            } else {
                self.edge_unbounded::<MISPRINT>(0, 1, delta)
            }
        } else if delta[0] <= radius {
            self.edge_unbounded::<MISPRINT>(1, 0, delta)
        } else {
            self.vertex_unbounded(delta)
        }
    }

    fn vertex_separated(&self, delta0: V) -> Found {
        if -dot(self.v, delta0) > 0.0 { self.vertex_if_met(self.k, delta0) } else { NONE }
    }

    fn edge_unbounded<const MISPRINT: bool>(&self, i0: usize, i1: usize, delta0: V) -> Found {
        let Query { k, c, radius, v } = *self;
        let slip = if MISPRINT { radius * v[1] } else { radius * v[i1] };
        if v[i0] >= 0.0 {
            return NONE;
        }
        if slip + (v[i0] * delta0[i1] - v[i1] * delta0[i0]) >= 0.0 {
            let mut k1 = k;
            k1[i1] = -k[i1];
            let delta1 = sub(c, k1);
            if slip + (v[i0] * delta1[i1] - v[i1] * delta1[i0]) <= 0.0 {
                self.edge(i0, i1)
            } else {
                self.vertex_if_met(k1, delta1)
            }
        } else {
            self.vertex_if_met(k, delta0)
        }
    }

    fn vertex_unbounded(&self, delta0: V) -> Found {
        let Query { k, c, radius, v } = *self;
        if v[0] >= 0.0 || v[1] >= 0.0 {
            return NONE;
        }
        let across = |delta: V| dot(v, perp(delta));
        if radius * v[0] - across(delta0) <= 0.0 {
            if -radius * v[1] - across(delta0) >= 0.0 {
                return self.vertex(k, delta0);
            }
            let k1 = [k[0], -k[1]];
            let delta1 = sub(c, k1);
            if -radius * v[1] - across(delta1) >= 0.0 {
                self.edge(0, 1)
            } else {
                self.vertex_if_met(k1, delta1)
            }
        } else {
            let k2 = [-k[0], k[1]];
            let delta2 = sub(c, k2);
            if radius * v[0] - across(delta2) <= 0.0 {
                self.edge(1, 0)
            } else {
                self.vertex_if_met(k2, delta2)
            }
        }
    }

    fn vertex_if_met(&self, k: V, delta: V) -> Found {
        let found = self.vertex(k, delta);
        if found.time.q1 >= 0.0 { found } else { NONE }
    }

    fn vertex(&self, k: V, delta: V) -> Found {
        let Query { radius, v, .. } = *self;
        let across = dot(v, perp(delta));
        let q2 = dot(v, v);
        let q1 = radius * radius * q2 - across * across;
        let time = Time { q0: -dot(v, delta), q1, q2 };
        Found { kind: Kind::Contact, time, point: k }
    }

    fn edge(&self, i0: usize, i1: usize) -> Found {
        let Query { k, c, radius, v } = *self;
        let time = Time { q0: k[i0] + radius - c[i0], q1: 0.0, q2: v[i0] };
        let mut point = [0.0; 2];
        point[i0] = k[i0];
        point[i1] = c[i1] + time.in_floats() * v[i1];
        Found { kind: Kind::Contact, time, point }
    }
}
