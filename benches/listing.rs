//! The published listing as plain float code: the cost in an engine that does not check its
//! results.
//!
//! This code follows D. Eberly, *Intersection of Moving Sphere and Triangle*, listing 1 (static
//! triangle, `f64`), with the initial test by the closest point of C. Ericson, *Real-Time Collision
//! Detection*, §5.1.5. Its errors are kept (see `docs/errata.md`), since it measures cost, not
//! truth.

type V = [f64; 3];

#[inline]
fn sub(a: V, b: V) -> V {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
#[inline]
fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
#[inline]
fn cross(a: V, b: V) -> V {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
#[inline]
fn along(a: V, s: f64, b: V) -> V {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}

/// The point of the triangle closest to `p`.
fn closest(p: V, [a, b, c]: [V; 3]) -> V {
    let (ab, ac, ap) = (sub(b, a), sub(c, a), sub(p, a));
    let (d1, d2) = (dot(ab, ap), dot(ac, ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    let bp = sub(p, b);
    let (d3, d4) = (dot(ab, bp), dot(ac, bp));
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return along(a, d1 / (d1 - d3), ab);
    }
    let cp = sub(p, c);
    let (d5, d6) = (dot(ab, cp), dot(ac, cp));
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return along(a, d2 / (d2 - d6), ac);
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        return along(b, (d4 - d3) / ((d4 - d3) + (d5 - d6)), sub(c, b));
    }
    let scale = 1.0 / (va + vb + vc);
    along(along(a, vb * scale, ab), vc * scale, ac)
}

/// The time of first contact, by listing 1.
#[inline]
pub fn time(c: V, r: f64, v: V, p: [V; 3]) -> Option<f64> {
    time_as_printed::<false>(c, r, v, p)
}

/// The time by listing 1, optionally with the misprint of section 5.2, which has `delp[i]` twice
/// instead of `del[i]` once.
#[inline]
pub fn time_as_printed<const MISPRINT: bool>(c: V, r: f64, v: V, p: [V; 3]) -> Option<f64> {
    let rr = r * r;
    let q = sub(c, closest(c, p));
    if dot(q, q) <= rr {
        return Some(0.0);
    }
    let vv = dot(v, v);
    if vv == 0.0 {
        return None;
    }
    let e = [sub(p[1], p[0]), sub(p[2], p[1]), sub(p[0], p[2])];
    let ee = [dot(e[0], e[0]), dot(e[1], e[1]), dot(e[2], e[2])];
    let u = cross(e[0], e[1]);
    let scale = 1.0 / dot(u, u).sqrt();
    let u = [u[0] * scale, u[1] * scale, u[2] * scale];
    let outward = [cross(e[0], u), cross(e[1], u), cross(e[2], u)];
    let d = [sub(c, p[0]), sub(c, p[1]), sub(c, p[2])];
    let height = dot(u, d[0]);
    let over_face = |t: f64| (0..3).all(|i| dot(outward[i], d[i]) + dot(outward[i], v) * t <= 0.0);
    if height >= r {
        let uv = dot(u, v);
        if uv >= 0.0 {
            return None;
        }
        let t = (r - height) / uv;
        if over_face(t) {
            return Some(t);
        }
    } else if height <= -r {
        let uv = dot(u, v);
        if uv <= 0.0 {
            return None;
        }
        let t = (-r - height) / uv;
        if over_face(t) {
            return Some(t);
        }
    }
    let (mut along_start, mut along_end, mut nu) = ([0.0; 3], [0.0; 3], [0.0; 3]);
    let mut before = 2;
    for i in 0..3 {
        along_start[i] = dot(e[i], d[i]);
        along_end[before] = dot(e[before], d[i]);
        nu[i] = dot(e[i], v);
        before = i;
    }
    for i in [2, 0, 1] {
        let hv = along(v, -(nu[i] / ee[i]), e[i]);
        let a = dot(hv, hv);
        if a > 0.0 {
            let hd = along(d[i], -(along_start[i] / ee[i]), e[i]);
            let b = -dot(hv, hd);
            if b >= 0.0 {
                let beta = b * b - a * (dot(hd, hd) - rr);
                if beta >= 0.0 {
                    let t = (b - beta.sqrt()) / a;
                    let from_start = if MISPRINT { along_end[i] } else { along_start[i] };
                    if dot(outward[i], d[i]) + dot(outward[i], hv) * t >= 0.0
                        && from_start + nu[i] * t >= 0.0
                        && along_end[i] + nu[i] * t <= 0.0
                    {
                        return Some(t);
                    }
                }
            }
        }
    }
    let mut before = 2;
    for i in 0..3 {
        let b = -dot(v, d[i]);
        if b >= 0.0 {
            let beta = b * b - vv * (dot(d[i], d[i]) - rr);
            if beta >= 0.0 {
                let t = (b - beta.sqrt()) / vv;
                if along_end[before] + nu[before] * t >= 0.0 && along_start[i] + nu[i] * t <= 0.0 {
                    return Some(t);
                }
            }
        }
        before = i;
    }
    None
}
