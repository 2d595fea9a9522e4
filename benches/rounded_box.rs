//! A moving sphere and an aligned box as plain float code, which has the mathematics of the library
//! without any check of the results.
//!
//! The path is clipped by the box grown by the radius, which bounds the contact time. From then on,
//! piece by piece, the code takes the distance to the sides, edges or vertices whose region
//! contains the centre. The root of its quadratic counts if it is before the end of the piece. The
//! code measures cost, not truth.

/// A contact, with all fields of the library.
#[allow(missing_docs, dead_code, reason = "named as in the library; computed to be timed")]
#[derive(Clone, Copy, Debug)]
pub enum Plain<const D: usize> {
    None,
    Overlap { center: [f64; D], point: [f64; D], sides: [i8; D] },
    Contact { time: f64, center: [f64; D], point: [f64; D], normal: [f64; D], sides: [i8; D] },
}

/// A sphere, and a box at rest.
#[allow(missing_docs, reason = "named as in the library")]
#[derive(Clone, Copy, Debug)]
pub struct Query<const D: usize> {
    pub center: [f64; D],
    pub radius: f64,
    pub velocity: [f64; D],
    pub min: [f64; D],
    pub max: [f64; D],
}

#[inline]
fn side(x: f64, min: f64, max: f64) -> i8 {
    if x < min {
        -1
    } else if x > max {
        1
    } else {
        0
    }
}

/// The first contact, with every number of it.
#[inline]
pub fn first_contact<const D: usize>(q: &Query<D>) -> Plain<D> {
    let Query { center: c, radius: r, velocity: v, min, max } = *q;
    let rr = r * r;
    let mut sides = [0; D];
    let mut point = c;
    let mut start = -rr;
    for k in 0..D {
        sides[k] = side(c[k], min[k], max[k]);
        point[k] = if c[k] < min[k] {
            min[k]
        } else if c[k] > max[k] {
            max[k]
        } else {
            c[k]
        };
        start += (c[k] - point[k]) * (c[k] - point[k]);
    }
    if start < 0.0 {
        return Plain::Overlap { center: c, point, sides };
    }
    // The times of entry into the box grown by the radius, and of exit out of it.
    let (mut enter, mut leave) = (0.0, f64::INFINITY);
    for k in 0..D {
        let (low, high) = (min[k] - r, max[k] + r);
        if v[k] == 0.0 {
            if c[k] < low || c[k] > high {
                return Plain::None;
            }
        } else {
            let inverse = 1.0 / v[k];
            let (a, b) = ((low - c[k]) * inverse, (high - c[k]) * inverse);
            let (a, b) = if a < b { (a, b) } else { (b, a) };
            enter = if a > enter { a } else { enter };
            leave = if b < leave { b } else { leave };
        }
    }
    if enter > leave {
        return Plain::None;
    }
    let mut t = enter;
    for k in 0..D {
        sides[k] = side(c[k] + t * v[k], min[k], max[k]);
    }
    // Each bound is passed once at most.
    for _ in 0..=2 * D {
        let (mut vv, mut dv, mut dd) = (0.0, 0.0, 0.0);
        let (mut end, mut passed) = (f64::INFINITY, 0);
        for k in 0..D {
            let bound = if sides[k] < 0 { min[k] } else { max[k] };
            if sides[k] != 0 {
                let d = c[k] - bound;
                vv += v[k] * v[k];
                dv += d * v[k];
                dd += d * d;
            }
            // The time of the next bound on this axis, if there is one.
            let ahead = if v[k] > 0.0 && sides[k] < 1 {
                if sides[k] < 0 { min[k] } else { max[k] }
            } else if v[k] < 0.0 && sides[k] > -1 {
                if sides[k] > 0 { max[k] } else { min[k] }
            } else {
                continue;
            };
            let s = (ahead - c[k]) / v[k];
            if s < end {
                (end, passed) = (s, k);
            }
        }
        if dv + t * vv >= 0.0 && vv > 0.0 {
            return Plain::None;
        }
        let beta = dv * dv - vv * (dd - rr);
        if beta >= 0.0 {
            let root = (-dv - beta.sqrt()) / vv;
            if root <= end {
                let center: [f64; D] = std::array::from_fn(|k| c[k] + root * v[k]);
                let point: [f64; D] = std::array::from_fn(|k| match sides[k] {
                    -1 => min[k],
                    1 => max[k],
                    _ => center[k],
                });
                let inverse = 1.0 / r;
                let normal = std::array::from_fn(|k| (center[k] - point[k]) * inverse);
                return Plain::Contact { time: root, center, point, normal, sides };
            }
        }
        if end > leave {
            return Plain::None;
        }
        t = end;
        sides[passed] += if v[passed] > 0.0 { 1 } else { -1 };
    }
    Plain::None
}
