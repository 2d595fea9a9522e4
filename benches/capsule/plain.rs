//! A capsule against a triangle as plain float code: the cost in an engine that does not check its
//! results.
//!
//! The end `a` of the axis moves like a ball past the prism that the triangle sweeps as it moves by
//! `−L`. The first contact is the earliest with a face, an edge or a corner of the prism; those
//! that face away from the motion are skipped.

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

/// The smaller root of `aa t² + 2 ab t + bb = 0`, if it is not negative.
#[inline]
fn root(aa: f64, ab: f64, bb: f64) -> f64 {
    let under = ab * ab - aa * bb;
    if ab > 0.0 || under < 0.0 {
        return f64::INFINITY;
    }
    let t = (-ab - under.sqrt()) / aa;
    if t >= 0.0 { t } else { f64::INFINITY }
}

/// The time of first contact of the capsule from `a` to `a + l`.
#[inline]
pub fn time(a: V, l: V, r: f64, v: V, p: [V; 3]) -> Option<f64> {
    let rr = r * r;
    let vv = dot(v, v);
    // Most paths miss a ball about the prism.
    let middle: V = [0, 1, 2].map(|k| (p[0][k] + p[1][k] + p[2][k]) * (1.0 / 3.0) - 0.5 * l[k]);
    let centroid = along(middle, 0.5, l);
    let widest = p.map(|p| dot(sub(p, centroid), sub(p, centroid)));
    let reach = widest[0].max(widest[1]).max(widest[2]).sqrt() + 0.5 * dot(l, l).sqrt() + r;
    let c = sub(a, middle);
    let (cv, outside) = (dot(c, v), dot(c, c) - reach * reach);
    if outside > 0.0 && (cv >= 0.0 || cv * cv < vv * outside) {
        return None;
    }
    let d = p.map(|p| sub(a, p));
    let db = d.map(|d| along(d, 1.0, l));
    let e = [sub(p[1], p[0]), sub(p[2], p[1]), sub(p[0], p[2])];
    let u = cross(e[0], e[1]);
    let ul = dot(u, l);
    let flip = if ul < 0.0 { -1.0 } else { 1.0 };
    let is_flat = ul == 0.0;
    let mut apart = false;
    // Whether each face points against the motion: the triangle at `a`, the triangle at `b`, the
    // three sides.
    let mut faces = [true; 5];
    for (i, faced) in faces.iter_mut().enumerate() {
        let (n, d) = match i {
            0 => (u.map(|x| x * flip), d[0]),
            1 => (u.map(|x| -x * flip), db[0]),
            _ => (cross(e[i - 2], l).map(|x| x * flip), d[i - 2]),
        };
        let nn = dot(n, n);
        if nn == 0.0 {
            continue;
        }
        let length = nn.sqrt();
        let (mut height, mut speed) = (dot(n, d), dot(n, v));
        if is_flat && height < 0.0 {
            (height, speed) = (-height, -speed);
        } else if !is_flat {
            *faced = speed < 0.0;
        }
        if height <= r * length {
            continue;
        }
        if speed >= 0.0 {
            return None;
        }
        apart = true;
        let t = (r * length - height) / speed;
        let x = along(d, t, v);
        let over = if i < 2 {
            let d = d_at(&e, x);
            (0..3).all(|j| dot(cross(u, e[j]), d[j]) >= 0.0)
        } else {
            // Gram's equations give x = s E − w L, with both s and w from 0 to 1.
            let f = e[i - 2];
            let (ff, fl, ll) = (dot(f, f), dot(f, l), dot(l, l));
            let (xf, xl) = (dot(x, f), dot(x, l));
            let det = ff * ll - fl * fl;
            let (s, w) = (xf * ll - xl * fl, xf * fl - xl * ff);
            (0.0..=det).contains(&s) && (0.0..=det).contains(&w)
        };
        if over {
            return Some(t);
        }
    }
    if !apart && touches(&d, &db, &e, l, u, r) {
        return Some(0.0);
    }
    if vv == 0.0 {
        return None;
    }
    // The edges with their faces: three edges of the triangle at `a`, three at `b`, three along the
    // axis.
    let mut first = f64::INFINITY;
    let mut edge = |f: V, from: V| {
        let (fd, fv) = (cross(f, from), cross(f, v));
        let ff = dot(f, f);
        let t = root(dot(fv, fv), dot(fv, fd), dot(fd, fd) - rr * ff);
        if t < first {
            let s = dot(f, from) + t * dot(f, v);
            if (0.0..=ff).contains(&s) {
                first = t;
            }
        }
    };
    let back = l.map(|x| -x);
    for i in 0..3 {
        if faces[0] || faces[2 + i] {
            edge(e[i], d[i]);
        }
        if faces[1] || faces[2 + i] {
            edge(e[i], db[i]);
        }
        if faces[2 + i] || faces[2 + (i + 2) % 3] {
            edge(back, d[i]);
        }
    }
    for i in 0..3 {
        let beside = faces[2 + i] || faces[2 + (i + 2) % 3];
        if faces[0] || beside {
            first = first.min(root(vv, dot(v, d[i]), dot(d[i], d[i]) - rr));
        }
        if faces[1] || beside {
            first = first.min(root(vv, dot(v, db[i]), dot(db[i], db[i]) - rr));
        }
    }
    first.is_finite().then_some(first)
}

/// The vector `x`, which is relative to the first corner, relative to each corner.
#[inline]
fn d_at(e: &[V; 3], x: V) -> [V; 3] {
    let second = sub(x, e[0]);
    [x, second, sub(second, e[1])]
}

/// Whether the segment is within `r` of the triangle.
fn touches(d: &[V; 3], db: &[V; 3], e: &[V; 3], l: V, u: V, r: f64) -> bool {
    let rr = r * r;
    let uu = dot(u, u);
    let over = |d: [V; 3]| (0..3).all(|j| dot(cross(u, e[j]), d[j]) >= 0.0);
    let (ha, hb) = (dot(u, d[0]), dot(u, db[0]));
    if (ha * ha <= rr * uu && over(*d)) || (hb * hb <= rr * uu && over(*db)) {
        return true;
    }
    if ha * hb < 0.0 && over(d_at(e, along(d[0], ha / (ha - hb), l))) {
        return true;
    }
    // This finds the closest points of two segments, by C. Ericson, *Real-Time Collision
    // Detection*, §5.1.9.
    (0..3).any(|i| {
        let (ll, ff, fl) = (dot(l, l), dot(e[i], e[i]), dot(e[i], l));
        let (ld, fd) = (dot(l, d[i]), dot(e[i], d[i]));
        let det = ll * ff - fl * fl;
        let share = |x: f64, of: f64| if of > 0.0 { (x / of).clamp(0.0, 1.0) } else { 0.0 };
        let mut s = share(fl * fd - ld * ff, det);
        let w = if ff > 0.0 { (fl * s + fd) / ff } else { 0.0 };
        if w < 0.0 {
            s = share(-ld, ll);
        } else if w > 1.0 {
            s = share(fl - ld, ll);
        }
        let gap = along(along(d[i], s, l), -w.clamp(0.0, 1.0), e[i]);
        dot(gap, gap) <= rr
    })
}
