//! The fastest plain float code that we have for one moving ball: the time of the first contact,
//! and no other field.
//!
//! For a triangle it is the published listing (D. Eberly, *Intersection of Moving Sphere and
//! Triangle*, listing 1), for a box the ray against the box grown by the radius, and then only the
//! edges and corners that can be touched near its entry (C. Ericson, *Real-Time Collision
//! Detection*, 5.5.7). The code measures cost, not truth.

/// Defines the same functions for each float type.
macro_rules! plain {
    ($float:ident) => {
        pub mod $float {
            type Vector = [$float; 3];

            fn sub(a: Vector, b: Vector) -> Vector {
                [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
            }
            fn dot(a: Vector, b: Vector) -> $float {
                a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
            }
            fn cross(a: Vector, b: Vector) -> Vector {
                [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
            }
            fn along(a: Vector, s: $float, b: Vector) -> Vector {
                [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
            }

            /// The squared distance of a point and a triangle.
            fn square_distance(p: Vector, [a, b, c]: [Vector; 3]) -> $float {
                let (ab, ac, ap) = (sub(b, a), sub(c, a), sub(p, a));
                let (d1, d2) = (dot(ab, ap), dot(ac, ap));
                if d1 <= 0.0 && d2 <= 0.0 {
                    return dot(ap, ap);
                }
                let bp = sub(p, b);
                let (d3, d4) = (dot(ab, bp), dot(ac, bp));
                if d3 >= 0.0 && d4 <= d3 {
                    return dot(bp, bp);
                }
                let vc = d1 * d4 - d3 * d2;
                if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
                    let q = along(ap, -(d1 / (d1 - d3)), ab);
                    return dot(q, q);
                }
                let cp = sub(p, c);
                let (d5, d6) = (dot(ab, cp), dot(ac, cp));
                if d6 >= 0.0 && d5 <= d6 {
                    return dot(cp, cp);
                }
                let vb = d5 * d2 - d1 * d6;
                if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
                    let q = along(ap, -(d2 / (d2 - d6)), ac);
                    return dot(q, q);
                }
                let va = d3 * d6 - d5 * d4;
                if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
                    let q = along(bp, -((d4 - d3) / ((d4 - d3) + (d5 - d6))), sub(c, b));
                    return dot(q, q);
                }
                let inverse = 1.0 / (va + vb + vc);
                let q = along(along(ap, -vb * inverse, ab), -vc * inverse, ac);
                dot(q, q)
            }

            /// The time for a ball with the centre `c`, the radius `r` and the velocity `v`, and a
            /// triangle.
            pub fn triangle(c: Vector, r: $float, v: Vector, p: [Vector; 3]) -> Option<$float> {
                let rr = r * r;
                if square_distance(c, p) <= rr {
                    return Some(0.0);
                }
                let vv = dot(v, v);
                if vv == 0.0 {
                    return None;
                }
                let e = [sub(p[1], p[0]), sub(p[2], p[1]), sub(p[0], p[2])];
                let ee = [dot(e[0], e[0]), dot(e[1], e[1]), dot(e[2], e[2])];
                let u = cross(e[0], e[1]);
                let inverse = 1.0 / dot(u, u).sqrt();
                let u = [u[0] * inverse, u[1] * inverse, u[2] * inverse];
                let across = [cross(e[0], u), cross(e[1], u), cross(e[2], u)];
                let d = [sub(c, p[0]), sub(c, p[1]), sub(c, p[2])];
                let ud = dot(u, d[0]);
                let beside = |i: usize, t: $float| dot(across[i], d[i]) + dot(across[i], v) * t;
                if ud >= r || ud <= -r {
                    let uv = dot(u, v);
                    if if ud >= r { uv >= 0.0 } else { uv <= 0.0 } {
                        return None;
                    }
                    let t = ((if ud >= r { r } else { -r }) - ud) / uv;
                    if (0..3).all(|i| beside(i, t) <= 0.0) {
                        return Some(t);
                    }
                }
                let (mut start, mut end, mut speed) = ([0.0; 3], [0.0; 3], [0.0; 3]);
                for i in 0..3 {
                    let before = (i + 2) % 3;
                    start[i] = dot(e[i], d[i]);
                    end[before] = dot(e[before], d[i]);
                    speed[i] = dot(e[i], v);
                }
                for i in [2, 0, 1] {
                    let hv = along(v, -(speed[i] / ee[i]), e[i]);
                    let square = dot(hv, hv);
                    if square > 0.0 {
                        let hd = along(d[i], -(start[i] / ee[i]), e[i]);
                        let closer = -dot(hv, hd);
                        let beta = closer * closer - square * (dot(hd, hd) - rr);
                        if closer >= 0.0 && beta >= 0.0 {
                            let t = (closer - beta.sqrt()) / square;
                            let is_on =
                                start[i] + speed[i] * t >= 0.0 && end[i] + speed[i] * t <= 0.0;
                            if is_on && dot(across[i], d[i]) + dot(across[i], hv) * t >= 0.0 {
                                return Some(t);
                            }
                        }
                    }
                }
                for i in 0..3 {
                    let before = (i + 2) % 3;
                    let closer = -dot(v, d[i]);
                    let beta = closer * closer - vv * (dot(d[i], d[i]) - rr);
                    if closer >= 0.0 && beta >= 0.0 {
                        let t = (closer - beta.sqrt()) / vv;
                        let is_behind = end[before] + speed[before] * t >= 0.0;
                        if is_behind && start[i] + speed[i] * t <= 0.0 {
                            return Some(t);
                        }
                    }
                }
                None
            }

            /// The time when a point that moves straight, from `c` on, comes within `r` of the
            /// origin, or of an axis.
            fn round<const D: usize>(
                c: [$float; D],
                v: [$float; D],
                axis: Option<usize>,
                r: $float,
            ) -> Option<$float> {
                let (mut vv, mut cv, mut rest) = (0.0, 0.0, -r * r);
                for k in 0..D {
                    if axis != Some(k) {
                        (vv, cv, rest) = (vv + v[k] * v[k], cv + v[k] * c[k], rest + c[k] * c[k]);
                    }
                }
                if rest <= 0.0 {
                    return Some(0.0);
                }
                let beta = cv * cv - vv * rest;
                (cv < 0.0 && beta >= 0.0).then(|| rest / (beta.sqrt() - cv))
            }

            /// The time for a ball and an aligned box with the half extents `h`. The centre of the
            /// ball is relative to the middle of the box.
            #[allow(clippy::manual_range_contains, reason = "as it is written elsewhere")]
            pub fn aligned<const D: usize>(
                h: [$float; D],
                c: [$float; D],
                r: $float,
                v: [$float; D],
            ) -> Option<$float> {
                let mut square = 0.0;
                for k in 0..D {
                    let beyond = c[k].abs() - h[k];
                    square += if beyond > 0.0 { beyond * beyond } else { 0.0 };
                }
                if square <= r * r {
                    return Some(0.0);
                }
                let (mut enter, mut leave) = (0.0 as $float, <$float>::INFINITY);
                for k in 0..D {
                    let grown = h[k] + r;
                    if v[k] == 0.0 {
                        if c[k].abs() > grown {
                            return None;
                        }
                        continue;
                    }
                    let inverse = 1.0 / v[k];
                    let (a, b) = ((-grown - c[k]) * inverse, (grown - c[k]) * inverse);
                    (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
                    if enter > leave {
                        return None;
                    }
                }
                let (mut outside, mut within) = (0, 0);
                let (mut corner, mut side) = ([0.0; D], [0.0; D]);
                for k in 0..D {
                    let at = c[k] + v[k] * enter;
                    side[k] = (1.0 as $float).copysign(at);
                    corner[k] = c[k] - side[k] * h[k];
                    if at.abs() > h[k] {
                        outside += 1;
                    } else {
                        within = k;
                    }
                }
                if outside <= 1 {
                    return Some(enter);
                }
                let mut first: Option<$float> = None;
                let mut or = |time: Option<$float>| {
                    if let Some(t) = time
                        && first.is_none_or(|first| t < first)
                    {
                        first = Some(t);
                    }
                };
                if D == 2 {
                    return round(corner, v, None, r);
                }
                let edge = |k: usize| {
                    round(corner, v, Some(k), r).filter(|t| (c[k] + v[k] * t).abs() <= h[k])
                };
                let end = |k: usize, side: $float| {
                    let mut from = corner;
                    from[k] = c[k] - side * h[k];
                    round(from, v, None, r)
                };
                if outside == 2 {
                    or(edge(within));
                    or(end(within, -1.0));
                    or(end(within, 1.0));
                    return first;
                }
                or(round(corner, v, None, r));
                for k in 0..D {
                    or(edge(k));
                    or(end(k, -side[k]));
                }
                first
            }

            /// The time for a box that is turned by the quaternion `[x, y, z, w]` of length one.
            pub fn oriented(
                h: Vector,
                [x, y, z, w]: [$float; 4],
                c: Vector,
                r: $float,
                v: Vector,
            ) -> Option<$float> {
                let axes = [
                    [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
                    [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
                    [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
                ];
                aligned(h, axes.map(|axis| dot(axis, c)), r, axes.map(|axis| dot(axis, v)))
            }
        }
    };
}

plain!(f32);
plain!(f64);
