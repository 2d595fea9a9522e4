//! The regions of the listing, carried over to a sphere and a box. The next feature is touched, or
//! none, where the centre enters the box grown by `r`, or at its start if that is inside. This code
//! is no published listing.
//!
//! In the plane the plan is right, since the centre leaves the square next to a corner only through
//! the corner's arc or for good. In space it can leave a corner's cube towards an edge, in front of
//! the cylinder about it.

use super::rectangle_listing::Time;

type V = [f64; 3];

fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The time of first contact with the box `|xᵢ| ≤ eᵢ`. It is also zero if they overlap. In the
/// mended version, a corner includes its three edges, each with both its ends.
pub fn time<const MENDED: bool>(center: V, radius: f64, velocity: V, extent: V) -> Option<Time> {
    let mirror = center.map(|x| if x < 0.0 { -1.0 } else { 1.0 });
    let (c, v) =
        ([0, 1, 2].map(|i| mirror[i] * center[i]), [0, 1, 2].map(|i| mirror[i] * velocity[i]));

    // The last plane at distance r that the centre must pass.
    let mut entry = Time::ZERO;
    for i in 0..3 {
        if c[i] > extent[i] + radius {
            if v[i] >= 0.0 {
                return None;
            }
            let time = Time { q0: extent[i] + radius - c[i], q1: 0.0, q2: v[i] };
            if time.in_floats() > entry.in_floats() {
                entry = time;
            }
        }
    }
    let at = [0, 1, 2].map(|i| c[i] + entry.in_floats() * v[i]);
    if (0..3).any(|i| at[i].abs() > extent[i] + radius) {
        return None;
    }

    // At a face the entry is the contact; else an edge with its ends or a vertex is touched.
    let beside = [0, 1, 2].map(|i| at[i].abs() > extent[i]);
    let next = [0, 1, 2].map(|i| if beside[i] { extent[i].copysign(at[i]) } else { at[i] });
    let gap = [0, 1, 2].map(|i| at[i] - next[i]);
    if beside.iter().filter(|outside| **outside).count() <= 1 || dot(gap, gap) <= radius * radius {
        return Some(entry);
    }
    let edge = |i: usize| {
        let time = rounded(c, radius, v, next, [0, 1, 2].map(|k| k != i))?;
        let along = c[i] + time.in_floats() * v[i];
        if along.abs() <= extent[i] {
            return Some(time);
        }
        let mut end = next;
        end[i] = extent[i].copysign(along);
        rounded(c, radius, v, end, [true; 3])
    };
    if let Some(i) = (0..3).find(|&i| !beside[i]) {
        return edge(i);
    }
    let corner = rounded(c, radius, v, next, [true; 3]);
    let edges = (0..3).filter(|_| MENDED).filter_map(edge);
    corner.into_iter().chain(edges).min_by(|a, b| a.nearest().total_cmp(&b.nearest()))
}

/// The entry into the sphere about a vertex, or, if only two axes count, into the cylinder about an
/// edge.
fn rounded(c: V, radius: f64, v: V, around: V, axes: [bool; 3]) -> Option<Time> {
    let v = [0, 1, 2].map(|i| if axes[i] { v[i] } else { 0.0 });
    let delta = [0, 1, 2].map(|i| if axes[i] { c[i] - around[i] } else { 0.0 });
    let (q2, q0) = (dot(v, v), -dot(v, delta));
    let outside = dot(delta, delta) - radius * radius;
    let q1 = q0 * q0 - q2 * outside;
    (outside > 0.0 && q0 > 0.0 && q1 >= 0.0).then_some(Time { q0, q1, q2 })
}
