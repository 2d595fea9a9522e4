//! Vectors of plain floats.

pub(crate) type V3 = [f64; 3];

pub(super) fn dot(a: V3, b: V3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn minus(a: V3, b: V3) -> V3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn along(a: V3, t: f64, v: V3) -> V3 {
    [a[0] + t * v[0], a[1] + t * v[1], a[2] + t * v[2]]
}

/// Returns a combination of two vectors, where the two bodies come closer along the first one and
/// not along the second: a vector along which they only just do not come closer, so that their
/// distance along it is almost constant in time.
pub(super) fn parting(before: Option<V3>, now: V3, v: V3) -> V3 {
    let Some(before) = before else { return now };
    let (closing, opening) = (-dot(before, v), dot(now, v));
    // A little more weight for the second vector, since this is rounded.
    let share = opening * (1.0 - 1e-7);
    core::array::from_fn(|k| now[k] * closing + before[k] * share)
}
