//! Vectors in space.

/// A point or a direction in space.
pub(super) type Vector = [f64; 3];

pub(super) fn add(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] + b[i])
}

pub(super) fn sub(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] - b[i])
}

pub(super) fn scale(a: Vector, s: f64) -> Vector {
    a.map(|x| x * s)
}

pub(super) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// The vector of length one in this direction; zero stays zero.
pub(super) fn unit(a: Vector) -> Vector {
    let length = length(a);
    if length > 0.0 { scale(a, 1.0 / length) } else { a }
}

/// The point `origin + t step`.
pub(super) fn along(origin: Vector, step: Vector, t: f64) -> Vector {
    add(origin, scale(step, t))
}

/// The mixture of `a` and `b`: `a` if `t` is 0, and `b` if `t` is 1.
pub(super) fn mix(a: Vector, b: Vector, t: f64) -> Vector {
    add(scale(a, 1.0 - t), scale(b, t))
}

/// Three unit vectors at right angles, the third of which is `n`.
pub(super) fn frame(n: Vector) -> [Vector; 3] {
    let aside = if n[2].abs() < 0.9 { [0.0, 0.0, 1.0] } else { [1.0, 0.0, 0.0] };
    let u = unit(cross(aside, n));
    [u, cross(n, u), n]
}
