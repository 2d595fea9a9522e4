//! Convex bodies that move, as plain float code: the cost in an engine that does not check its
//! results. It is the fastest code that we have, and measures cost, not truth.
//!
//! Boxes and triangles are swept along their separating axes: three for two boxes along the axes of
//! the world, 13 for a box and a triangle, 15 for two oriented boxes (S. Gottschalk, M. Lin, D.
//! Manocha, *OBBTree: A Hierarchical Structure for Rapid Interference Detection*, 1996; D. Eberly,
//! *Dynamic Collision Detection using Oriented Bounding Boxes*). Hulls have too many axes: the line
//! of the motion is followed to its entry into the difference of the two, by portals (G. Snethen,
//! *XenoCollide: Complex Collision Made Simple*, Game Programming Gems 7, 2008).

pub type V = [f64; 3];

/// An axis-aligned box.
#[derive(Clone, Copy)]
pub struct Aligned {
    pub min: V,
    pub max: V,
}

/// A box that is turned by the quaternion `[x, y, z, w]` of length one.
#[derive(Clone, Copy)]
pub struct Turned {
    pub center: V,
    pub half: V,
    pub turn: [f64; 4],
}

/// The result for two bodies.
#[derive(Clone, Copy, Debug)]
pub enum Meeting {
    Never,
    Overlapping,
    At(Hit),
}

/// All fields of a contact.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    pub time: f64,
    pub center: V,
    pub point: V,
    pub normal: V,
    /// The indices of the corners. For a box the sides, which are 0 (below), 1 (between) or 2
    /// (above).
    pub feature: [u8; 3],
}

#[inline(always)]
fn sub(a: V, b: V) -> V {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
#[inline(always)]
fn add(a: V, b: V) -> V {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}
#[inline(always)]
fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
#[inline(always)]
fn cross(a: V, b: V) -> V {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
#[inline(always)]
fn along(a: V, s: f64, b: V) -> V {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}
#[inline(always)]
fn each(f: impl Fn(usize) -> f64) -> V {
    [f(0), f(1), f(2)]
}
/// A unit vector of the direction of `n`, or the opposite one, against the velocity.
#[inline(always)]
fn against(v: V, n: V) -> V {
    let long = dot(n, n).sqrt().copysign(-dot(n, v));
    n.map(|x| x / long)
}
const UNITS: [V; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The axes of a turned box.
#[inline(always)]
fn axes([x, y, z, w]: [f64; 4]) -> [V; 3] {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}
#[inline(always)]
fn seen(axes: &[V; 3], v: V) -> V {
    each(|k| dot(axes[k], v))
}
#[inline(always)]
fn back(axes: &[V; 3], v: V) -> V {
    each(|k| axes[0][k] * v[0] + axes[1][k] * v[1] + axes[2][k] * v[2])
}

/// The interval of time in which the two bodies overlap along all axes swept so far, and the axis
/// with the latest start.
struct Sweep {
    enter: f64,
    leave: f64,
    axis: usize,
}

const NONE: usize = usize::MAX;

impl Sweep {
    #[inline(always)]
    fn new() -> Self {
        Self { enter: 0.0, leave: f64::INFINITY, axis: NONE }
    }
    /// Adds an axis, along which the bodies overlap while `low ≤ speed t ≤ high`.
    #[inline(always)]
    fn along(&mut self, axis: usize, low: f64, high: f64, speed: f64) {
        if speed == 0.0 {
            if low > 0.0 || high < 0.0 {
                self.leave = f64::NEG_INFINITY;
            }
            return;
        }
        let inverse = 1.0 / speed;
        let (a, b) = (low * inverse, high * inverse);
        let first = if a < b { a } else { b };
        let last = if a < b { b } else { a };
        if first > self.enter {
            (self.enter, self.axis) = (first, axis);
        }
        self.leave = if last < self.leave { last } else { self.leave };
    }
    #[inline(always)]
    fn is_apart(&self) -> bool {
        self.enter > self.leave
    }
    #[inline(always)]
    fn meeting(&self, hit: impl FnOnce(f64, usize) -> Hit) -> Meeting {
        match self.axis {
            _ if self.is_apart() => Meeting::Never,
            NONE => Meeting::Overlapping,
            axis => Meeting::At(hit(self.enter, axis)),
        }
    }
    #[inline(always)]
    fn time(&self) -> Option<f64> {
        (!self.is_apart()).then_some(self.enter)
    }
}

/// Sweeps a box with the half extents `h`, which starts at the origin and moves by `v`, and a
/// triangle with the corners `q` in the frame of the box. Axes 0 to 2 are the box's, 3 is the
/// triangle's normal, `4 + 3 i + k` belongs to edge `i` and axis `k`.
#[inline(always)]
fn sweep_triangle(h: V, q: &[V; 3], v: V) -> Sweep {
    let mut sweep = Sweep::new();
    for k in 0..3 {
        let low = q[0][k].min(q[1][k]).min(q[2][k]) - h[k];
        let high = q[0][k].max(q[1][k]).max(q[2][k]) + h[k];
        sweep.along(k, low, high, v[k]);
    }
    if sweep.is_apart() {
        return sweep;
    }
    let f = [sub(q[1], q[0]), sub(q[2], q[1]), sub(q[0], q[2])];
    let n = cross(f[0], f[1]);
    let (height, reach) = (dot(n, q[0]), dot(n.map(f64::abs), h));
    sweep.along(3, height - reach, height + reach, dot(n, v));
    if sweep.is_apart() {
        return sweep;
    }
    for i in 0..3 {
        let other = q[(i + 2) % 3];
        for k in 0..3 {
            let (a, b) = ((k + 1) % 3, (k + 2) % 3);
            // The axis is `e_k × f`: its component along `a` is `−f_b`, and along `b` it is `f_a`.
            let of = |p: V| p[b] * f[i][a] - p[a] * f[i][b];
            let reach = h[a] * f[i][b].abs() + h[b] * f[i][a].abs();
            let (p, q) = (of(q[i]), of(other));
            sweep.along(4 + 3 * i + k, p.min(q) - reach, p.max(q) + reach, of(v));
        }
        if sweep.is_apart() {
            return sweep;
        }
    }
    sweep
}

/// The normal, the touched point and the feature, in the frame of the box.
#[inline(always)]
fn touch_triangle(h: V, q: &[V; 3], v: V, t: f64, axis: usize) -> (V, V, [u8; 3]) {
    let f = |i: usize| sub(q[(i + 1) % 3], q[i]);
    // The corner of the box that is deepest against the normal, at this time.
    let deepest = |n: V| each(|k| v[k] * t - h[k].copysign(n[k]));
    match axis {
        0..3 => {
            let n = UNITS[axis].map(|x| x * 1.0_f64.copysign(-v[axis]));
            let mut i = 0;
            for j in 1..3 {
                if q[j][axis] * n[axis] > q[i][axis] * n[axis] {
                    i = j;
                }
            }
            (n, q[i], [i as u8; 3])
        }
        3 => {
            let n = against(v, cross(f(0), f(1)));
            (n, deepest(n), [0, 1, 2])
        }
        _ => {
            let (i, k) = ((axis - 4) / 3, (axis - 4) % 3);
            let (a, b) = ((k + 1) % 3, (k + 2) % 3);
            let f = f(i);
            let n = against(v, cross(UNITS[k], f));
            let at = deepest(n);
            let j = if f[a].abs() > f[b].abs() { a } else { b };
            let point = along(q[i], (at[j] - q[i][j]) / f[j], f);
            (n, point, [i as u8, ((i + 1) % 3) as u8, i as u8])
        }
    }
}

#[inline(always)]
fn from_middle(it: &Aligned, q: &[V; 3]) -> (V, V, [V; 3]) {
    let middle = each(|k| 0.5 * (it.min[k] + it.max[k]));
    (middle, each(|k| 0.5 * (it.max[k] - it.min[k])), q.map(|p| sub(p, middle)))
}

pub fn box_triangle_time(it: &Aligned, v: V, q: &[V; 3]) -> Option<f64> {
    let (_, h, q) = from_middle(it, q);
    sweep_triangle(h, &q, v).time()
}

pub fn box_triangle(it: &Aligned, v: V, q: &[V; 3]) -> Meeting {
    let (middle, h, q) = from_middle(it, q);
    sweep_triangle(h, &q, v).meeting(|time, axis| {
        let (normal, point, feature) = touch_triangle(h, &q, v, time, axis);
        Hit { time, center: along(it.min, time, v), point: add(middle, point), normal, feature }
    })
}

pub fn turned_triangle_time(it: &Turned, v: V, q: &[V; 3]) -> Option<f64> {
    let axes = axes(it.turn);
    let q = q.map(|p| seen(&axes, sub(p, it.center)));
    sweep_triangle(it.half, &q, seen(&axes, v)).time()
}

pub fn turned_triangle(it: &Turned, velocity: V, q: &[V; 3]) -> Meeting {
    let axes = axes(it.turn);
    let (q, v) = (q.map(|p| seen(&axes, sub(p, it.center))), seen(&axes, velocity));
    sweep_triangle(it.half, &q, v).meeting(|time, axis| {
        let (normal, point, feature) = touch_triangle(it.half, &q, v, time, axis);
        let point = add(it.center, back(&axes, point));
        let center = along(it.center, time, velocity);
        Hit { time, center, point, normal: back(&axes, normal), feature }
    })
}

#[inline(always)]
fn sweep_boxes(a: &Aligned, v: V, b: &Aligned) -> Sweep {
    let mut sweep = Sweep::new();
    for (k, speed) in v.into_iter().enumerate() {
        sweep.along(k, b.min[k] - a.max[k], b.max[k] - a.min[k], speed);
    }
    sweep
}

pub fn boxes_time(a: &Aligned, v: V, b: &Aligned) -> Option<f64> {
    sweep_boxes(a, v, b).time()
}

/// The first contact of two aligned boxes. Its point is the least corner of the rectangle that both
/// touch.
pub fn boxes(a: &Aligned, v: V, b: &Aligned) -> Meeting {
    sweep_boxes(a, v, b).meeting(|time, axis| {
        let center = along(a.min, time, v);
        let is_below = v[axis] > 0.0;
        let mut point = each(|k| center[k].max(b.min[k]));
        point[axis] = if is_below { b.min[axis] } else { b.max[axis] };
        let mut normal = [0.0; 3];
        normal[axis] = if is_below { -1.0 } else { 1.0 };
        let mut feature = [0, 1, 2].map(|k: usize| u8::from(center[k] > b.min[k]));
        feature[axis] = if is_below { 0 } else { 2 };
        Hit { time, center, point, normal, feature }
    })
}

/// The other box in the frame of an oriented box `a`: the frame's axes, the axes and the middle of
/// the other box, and the velocity of `a`.
#[inline(always)]
fn seen_by(a: &Turned, v: V, b: &Turned) -> ([V; 3], [V; 3], V, V) {
    let own = axes(a.turn);
    let others = axes(b.turn).map(|axis| seen(&own, axis));
    (own, others, seen(&own, sub(b.center, a.center)), seen(&own, v))
}

/// Sweeps two oriented boxes. Axes 0 to 2 belong to `a`, 3 to 5 to `b`; `6 + 3 i + j` are their
/// cross products.
#[inline(always)]
fn sweep_turned(ha: V, hb: V, r: &[V; 3], d: V, v: V) -> Sweep {
    let mut sweep = Sweep::new();
    let size = r.map(|axis| axis.map(f64::abs));
    for i in 0..3 {
        let reach = ha[i] + (hb[0] * size[0][i] + hb[1] * size[1][i] + hb[2] * size[2][i]);
        sweep.along(i, d[i] - reach, d[i] + reach, v[i]);
    }
    if sweep.is_apart() {
        return sweep;
    }
    for j in 0..3 {
        let (reach, from) = (hb[j] + dot(ha, size[j]), dot(d, r[j]));
        sweep.along(3 + j, from - reach, from + reach, dot(v, r[j]));
    }
    if sweep.is_apart() {
        return sweep;
    }
    for i in 0..3 {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
            let of = |p: V| p[i2] * r[j][i1] - p[i1] * r[j][i2];
            let reach = ha[i1] * size[j][i2] + ha[i2] * size[j][i1];
            let reach = reach + hb[j1] * size[j2][i] + hb[j2] * size[j1][i];
            sweep.along(6 + 3 * i + j, of(d) - reach, of(d) + reach, of(v));
        }
        if sweep.is_apart() {
            return sweep;
        }
    }
    sweep
}

pub fn turned_boxes_time(a: &Turned, v: V, b: &Turned) -> Option<f64> {
    let (_, r, d, v) = seen_by(a, v, b);
    sweep_turned(a.half, b.half, &r, d, v).time()
}

pub fn turned_boxes(a: &Turned, velocity: V, b: &Turned) -> Meeting {
    let (own, r, d, v) = seen_by(a, velocity, b);
    sweep_turned(a.half, b.half, &r, d, v).meeting(|time, axis| {
        let (ha, hb) = (a.half, b.half);
        let side = |x: f64| if x < 0.0 { 0 } else { 2 };
        let deepest = |n: V| each(|k| v[k] * time - ha[k].copysign(n[k]));
        let other = |n: V| r.map(|axis| dot(axis, n));
        let corner = |to: V| (0..3).fold(d, |at, j| along(at, hb[j].copysign(to[j]), r[j]));
        let (normal, point, feature) = match axis {
            0..3 => {
                let n = UNITS[axis].map(|x| x * 1.0_f64.copysign(-v[axis]));
                let to = other(n);
                (n, corner(to), to.map(side))
            }
            3..6 => {
                let n = against(v, r[axis - 3]);
                let mut feature = [1; 3];
                feature[axis - 3] = side(dot(n, r[axis - 3]));
                (n, deepest(n), feature)
            }
            _ => {
                let (i, j) = ((axis - 6) / 3, (axis - 6) % 3);
                let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
                let n = against(v, cross(UNITS[i], r[j]));
                let to = other(n);
                let (at, from) = (deepest(n), corner(to));
                let k = if r[j][i1].abs() > r[j][i2].abs() { i1 } else { i2 };
                let mut feature = to.map(side);
                feature[j] = 1;
                (n, along(from, (at[k] - from[k]) / r[j][k], r[j]), feature)
            }
        };
        let point = add(a.center, back(&own, point));
        let center = along(a.center, time, velocity);
        Hit { time, center, point, normal: back(&own, normal), feature }
    })
}

/// A corner of the difference `B − A`, and its corners of `A` and `B`.
#[derive(Clone, Copy)]
struct Corner {
    at: V,
    of: [usize; 2],
}

/// The index of the corner that is farthest along a direction.
#[inline(always)]
fn farthest(points: &[V], direction: V) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (i, point) in points.iter().enumerate() {
        let height = dot(*point, direction);
        if height > best.1 {
            best = (i, height);
        }
    }
    best.0
}

/// The triangle of `B − A` through which the line `tV` enters, with its outward normal against `V`;
/// nothing if the line misses.
#[inline(always)]
fn pierced(a: &[V], v: V, b: &[V]) -> Option<([Corner; 3], V)> {
    let support = |n: V| {
        let (i, j) = (farthest(b, n), farthest(a, n.map(|x| -x)));
        Corner { at: sub(b[i], a[j]), of: [i, j] }
    };
    // Two directions perpendicular to `V`. In their plane the line is the origin.
    let least = if v[0].abs() < v[1].abs() { 0 } else { 1 };
    let x = cross(v, UNITS[least]);
    let y = cross(v, x);
    let flat = |c: &Corner| [dot(c.at, x), dot(c.at, y)];
    let towards = |d: [f64; 2]| support(each(|k| x[k] * d[0] + y[k] * d[1]));
    let beyond = |p: [f64; 2], d: [f64; 2]| p[0] * d[0] + p[1] * d[1];
    let turn = |p: [f64; 2], q: [f64; 2]| p[0] * q[1] - p[1] * q[0];
    let from = |p: [f64; 2], q: [f64; 2]| [q[0] - p[0], q[1] - p[1]];

    let first = support(v.map(|x| -x));
    let p0 = flat(&first);
    let to = [-p0[0], -p0[1]];
    let mut one = towards(to);
    let mut p1 = flat(&one);
    if beyond(p1, to) < 0.0 {
        return None;
    }
    // First, the line must lie between the two other corners as seen from the first one.
    let mut other;
    let mut p2;
    loop {
        let side = from(p0, p1);
        let sign = 1.0_f64.copysign(turn(side, to));
        let d = [-side[1] * sign, side[0] * sign];
        other = towards(d);
        p2 = flat(&other);
        if beyond(p2, d) < 0.0 || other.of == one.of {
            return None;
        }
        if turn(from(p0, p2), to) * sign <= 0.0 {
            break;
        }
        (one, p1) = (other, p2);
    }
    // Then the line must lie on this side of these two corners.
    loop {
        let side = from(p1, p2);
        let sign = 1.0_f64.copysign(turn(side, from(p1, p0)));
        let d = [side[1] * sign, -side[0] * sign];
        if beyond(p1, d) >= 0.0 {
            break;
        }
        let more = towards(d);
        let p = flat(&more);
        if beyond(p, d) < 0.0 || more.of == one.of || more.of == other.of {
            return None;
        }
        let way = from(p0, p);
        if (turn(way, to) < 0.0) == (turn(way, from(p0, p1)) < 0.0) {
            (other, p2) = (more, p);
        } else {
            (one, p1) = (more, p);
        }
    }
    let mut portal = [first, one, other];
    let normal = |c: &[Corner; 3]| cross(sub(c[1].at, c[0].at), sub(c[2].at, c[0].at));
    if dot(normal(&portal), v) > 0.0 {
        portal.swap(1, 2);
    }
    loop {
        let n = normal(&portal);
        let more = support(n);
        let gain = dot(n, sub(more.at, portal[0].at));
        if gain * gain <= 1e-26 * dot(n, n) || portal.iter().any(|c| c.of == more.of) {
            return Some((portal, n));
        }
        let across = cross(more.at, v);
        let side = portal.map(|c| dot(across, c.at));
        // The line goes through one of the triangles of the new corner and a side of the portal.
        let leave = match (side[0] < 0.0, side[1] < 0.0, side[2] < 0.0) {
            (false, true, _) => 2,
            (_, false, true) => 0,
            _ => 1,
        };
        portal[leave] = more;
    }
}

#[inline(always)]
fn pierced_at(portal: &[Corner; 3], n: V, v: V) -> f64 {
    dot(n, portal[0].at) / dot(n, v)
}

/// Whether the line is in `B − A` at the start; it has then entered before.
#[inline(never)]
fn is_inside(a: &[V], v: V, b: &[V]) -> bool {
    let v = v.map(|x| -x);
    pierced(a, v, b).is_some_and(|(portal, n)| pierced_at(&portal, n, v) <= 0.0)
}

#[inline(always)]
pub fn hulls_time(a: &[V], v: V, b: &[V]) -> Option<f64> {
    let (portal, n) = pierced(a, v, b)?;
    let time = pierced_at(&portal, n, v);
    if time >= 0.0 { Some(time) } else { is_inside(a, v, b).then_some(0.0) }
}

#[inline(always)]
pub fn hulls(a: &[V], v: V, b: &[V]) -> Meeting {
    let Some((portal, n)) = pierced(a, v, b) else { return Meeting::Never };
    let time = pierced_at(&portal, n, v);
    if time < 0.0 {
        return if is_inside(a, v, b) { Meeting::Overlapping } else { Meeting::Never };
    }
    let [p, q, r] = portal.map(|c| c.at);
    let parts = [dot(v, cross(q, r)), dot(v, cross(r, p)), dot(v, cross(p, q))];
    let all = parts[0] + parts[1] + parts[2];
    let mut point = [0.0; 3];
    for (part, corner) in parts.iter().zip(&portal) {
        point = along(point, part / all, b[corner.of[0]]);
    }
    let feature = portal.map(|corner| corner.of[0] as u8);
    Meeting::At(Hit { time, center: along(a[0], time, v), point, normal: against(v, n), feature })
}
