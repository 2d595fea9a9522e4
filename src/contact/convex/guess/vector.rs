//! Vectors of plain floats.

pub(crate) type V3 = [f64; 3];

pub(in crate::contact::convex) fn dot(a: V3, b: V3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(in crate::contact::convex) fn cross(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(in crate::contact::convex) fn minus(a: V3, b: V3) -> V3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(in crate::contact::convex) fn along(a: V3, t: f64, v: V3) -> V3 {
    [a[0] + t * v[0], a[1] + t * v[1], a[2] + t * v[2]]
}

/// Combines a vector along which the two bodies come closer with a vector along which they do not.
/// Along the result they just do not come closer, and their distance is almost constant in time.
pub(in crate::contact::convex) fn parting(before: Option<V3>, now: V3, v: V3) -> V3 {
    let Some(before) = before else { return now };
    let (closing, opening) = (-dot(before, v), dot(now, v));
    // The second vector gets a little more weight, since the result is rounded.
    let share = opening * (1.0 - 1e-7);
    core::array::from_fn(|k| now[k] * closing + before[k] * share)
}
