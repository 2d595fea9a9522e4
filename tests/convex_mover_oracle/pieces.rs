//! All points, segments, triangles and parallelograms that two sets of points make in `K = B − A`.
//!
//! Each lies in `K`, and together they cover its border. So the first time at which `tV` comes
//! within `R` of `K` is the least time at which `tV` is at distance `R` of a piece, with the
//! closest point in the interior of that piece. No normals, neighbours or supports are needed. Most
//! pieces lie within `K`, and do no harm.

use super::numbers::{
    Pair, Surd, Vector, cross, dot, dot_pairs, is_zero, minus, negated, sign, sign_of_sum,
};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::cmp::Ordering;

/// Segments along one direction.
struct Lines {
    e: Vector,
    bases: Vec<Vector>,
}

/// Triangles or parallelograms along two directions.
struct Faces {
    e: Vector,
    f: Vector,
    is_parallelogram: bool,
    bases: Vec<Vector>,
}

pub struct Pieces {
    points: Vec<Vector>,
    lines: Vec<Lines>,
    faces: Vec<Faces>,
}

/// A time, and the vector at that time from the closest point of `K` to `tV`: `w / m`, with the
/// root of the time.
#[derive(Clone, Debug)]
pub struct Touch {
    pub time: Surd,
    pub w: [Pair; 3],
    pub m: BigInt,
}

impl Pieces {
    pub fn new(a: &[Vector], b: &[Vector]) -> Self {
        let k: Vec<Vec<Vector>> =
            b.iter().map(|q| a.iter().map(|p| minus(q, p)).collect()).collect();
        let (of_a, of_b) = (0..a.len(), 0..b.len());
        let points = k.iter().flatten().cloned().collect();
        let (mut lines, mut faces) = (Vec::new(), Vec::new());
        // Differences of all points of B for each point of A, and the reverse.
        let column = |j: usize| of_b.clone().map(|i| k[i][j].clone()).collect::<Vec<_>>();
        let rows: [Vec<Vec<Vector>>; 2] = [k.clone(), of_a.clone().map(column).collect()];
        for row in &rows {
            for i in 0..row.len() {
                for j in 0..i {
                    let e = minus(&row[j][0], &row[i][0]);
                    for h in 0..j {
                        let f = minus(&row[h][0], &row[i][0]);
                        let (e, bases) = (e.clone(), row[i].clone());
                        faces.push(Faces { e, f, is_parallelogram: false, bases });
                    }
                    lines.push(Lines { e, bases: row[i].clone() });
                }
            }
        }
        for i in of_b {
            for j in 0..i {
                let e = minus(&k[j][0], &k[i][0]);
                for g in of_a.clone() {
                    for h in 0..g {
                        let f = minus(&k[i][h], &k[i][g]);
                        let (e, bases) = (e.clone(), vec![k[i][g].clone()]);
                        faces.push(Faces { e, f, is_parallelogram: true, bases });
                    }
                }
            }
        }
        Self { points, lines, faces }
    }

    /// The vector from the closest point of `K` to zero, which is outside of `K`: `w`, `m` and
    /// `|w|²`.
    pub fn at_rest(&self) -> (Vector, BigInt, BigInt) {
        // The least squared distance n / d, and its vector w / m.
        let mut best: Option<(BigInt, BigInt, Vector, BigInt)> = None;
        let mut take = |n: BigInt, d: &BigInt, w: &dyn Fn() -> (Vector, BigInt)| {
            if best.as_ref().is_none_or(|(n0, d0, ..)| &n * d0 < n0 * d) {
                let (w, m) = w();
                best = Some((n, d.clone(), w, m));
            }
        };
        for p in &self.points {
            take(dot(p, p), &BigInt::one(), &|| (negated(p), BigInt::one()));
        }
        for Lines { e, bases } in &self.lines {
            let ee = dot(e, e);
            for p in bases {
                let s = -dot(e, p);
                if sign(&s) >= 0 && s <= ee {
                    let c = cross(e, p);
                    take(dot(&c, &c), &ee, &|| {
                        ([0, 1, 2].map(|k| -(&p[k] * &ee) - &e[k] * &s), ee.clone())
                    });
                }
            }
        }
        for Faces { e, f, is_parallelogram, bases } in &self.faces {
            let n = cross(e, f);
            if is_zero(&n) {
                continue;
            }
            let (nn, fn_, ne) = (dot(&n, &n), cross(f, &n), cross(&n, e));
            for p in bases {
                let (lambda, mu) = (-dot(p, &fn_), -dot(p, &ne));
                let is_within = sign(&lambda) >= 0
                    && sign(&mu) >= 0
                    && if *is_parallelogram {
                        lambda <= nn && mu <= nn
                    } else {
                        &lambda + &mu <= nn
                    };
                if is_within {
                    let h = -dot(&n, p);
                    take(&h * &h, &nn, &|| (n.clone().map(|x| x * &h), nn.clone()));
                }
            }
        }
        let (_, _, w, m) = best.unwrap();
        let square = dot(&w, &w);
        (w, m, square)
    }

    /// The first or the last time at which `tV` is at distance `r > 0` of a piece whose interior
    /// has the closest point, on the whole line of time.
    pub fn root<'p>(&'p self, v: &Vector, r: &BigInt, is_last: bool) -> Option<Touch> {
        let mut best = None;
        let mut take = |time: Surd, foot: Foot<'p>| {
            let is_better =
                best.as_ref().is_none_or(|(old, _): &(Surd, Foot)| match time.compare(old) {
                    Ordering::Less => !is_last,
                    Ordering::Greater => is_last,
                    Ordering::Equal => false,
                });
            if is_better {
                best = Some((time, foot));
            }
        };
        let vv = dot(v, v);
        if vv.is_zero() {
            return None;
        }
        let one = if is_last { BigInt::one() } else { -BigInt::one() };
        for p in &self.points {
            let (b, c) = (-dot(v, p), dot(p, p) - r * r);
            let q = &b * &b - &vv * c;
            if sign(&q) >= 0 {
                take(Surd::new(-b, one.clone(), q, vv.clone()), Foot::Corner(p));
            }
        }
        for Lines { e, bases } in &self.lines {
            let ev = cross(e, v);
            let a = dot(&ev, &ev);
            if a.is_zero() {
                continue;
            }
            let (ee, nu) = (dot(e, e), dot(e, v));
            for p in bases {
                let ew = cross(p, e);
                let (b, c) = (dot(&ev, &ew), dot(&ew, &ew) - &ee * r * r);
                let q = &b * &b - &a * c;
                if sign(&q) < 0 {
                    continue;
                }
                // The product e·(tV − p) a is x + y √q.
                let (x, y) = (-dot(e, p) * &a - &b * &nu, &one * &nu);
                if sign_of_sum(&x, &y, &q) >= 0 && sign_of_sum(&(x - &ee * &a), &y, &q) <= 0 {
                    take(Surd::new(-b, one.clone(), q, a.clone()), Foot::Line(e, p));
                }
            }
        }
        for Faces { e, f, is_parallelogram, bases } in &self.faces {
            let n = cross(e, f);
            let g = dot(&n, v);
            if g.is_zero() {
                continue;
            }
            let (nn, fn_, ne) = (dot(&n, &n), cross(f, &n), cross(&n, e));
            let (of_v, of_w) = (dot(v, &fn_), dot(v, &ne));
            // The first time is on the side from which `tV` comes, the last on the side to which it
            // moves.
            let rise = if is_last == (sign(&g) > 0) { r.clone() } else { -r };
            for p in bases {
                // The equation of the time is n·(tV − p) = rise √nn.
                let time = Surd::new(dot(&n, p), rise.clone(), nn.clone(), g.clone());
                let within = |base: BigInt, slope: &BigInt| Pair {
                    x: slope * &time.x - base * &time.s,
                    y: slope * &time.y,
                };
                let lambda = within(dot(p, &fn_), &of_v);
                if lambda.sign(&nn) < 0 {
                    continue;
                }
                let mu = within(dot(p, &ne), &of_w);
                if mu.sign(&nn) < 0 {
                    continue;
                }
                let whole = Pair::whole(&nn * &time.s);
                let is_within = if *is_parallelogram {
                    lambda.minus(&whole).sign(&nn) <= 0 && mu.minus(&whole).sign(&nn) <= 0
                } else {
                    lambda.plus(&mu).minus(&whole).sign(&nn) <= 0
                };
                if is_within {
                    take(time, Foot::Face(n.clone(), p));
                }
            }
        }
        best.map(|(time, foot)| foot.touch(time, v))
    }
}

/// The piece that a root belongs to.
enum Foot<'a> {
    Corner(&'a Vector),
    Line(&'a Vector, &'a Vector),
    Face(Vector, &'a Vector),
}

impl Foot<'_> {
    /// The touch at a time, with the vector from the closest point of the piece.
    fn touch(self, time: Surd, v: &Vector) -> Touch {
        let (Foot::Corner(p) | Foot::Line(_, p) | Foot::Face(_, p)) = &self;
        // The vector s (tV − p).
        let from_base =
            [0, 1, 2].map(|k| Pair { x: &v[k] * &time.x - &p[k] * &time.s, y: &v[k] * &time.y });
        let (w, m) = match &self {
            Foot::Corner(_) => (from_base, time.s.clone()),
            Foot::Line(e, _) => {
                let (ee, along) = (dot(e, e), dot_pairs(e, &from_base));
                let w = [0, 1, 2].map(|k| from_base[k].times(&ee).minus(&along.times(&e[k])));
                (w, ee * &time.s)
            }
            Foot::Face(n, _) => {
                let (nn, rise) = (dot(n, n), dot_pairs(n, &from_base));
                (n.clone().map(|x| rise.times(&x)), nn * &time.s)
            }
        };
        Touch { time, w, m }
    }
}
