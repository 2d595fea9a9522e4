//! The distance from a moving point to a body, by recursion over dimensions.
//!
//! A point that violates no plane is in the body. Otherwise the closest point of the body lies on
//! one of the violated planes: descend to the foot on each of them, and repeat within that plane. A
//! descent ends after at most three feet. The least distance over all these descents is the
//! distance.
//!
//! The foot of `X(t) = C + t V` on the planes of a descent is linear in `t`. The descent can change
//! only when one of those feet crosses a plane: so between two such times the squared distance is
//! one parabola.

use super::body::Plane;
use super::exact::{Ratio, Time, Vector, cross, dot, minus, sign};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// A moving point and a body.
pub struct Approach {
    pub from: Vector,
    pub velocity: Vector,
    pub planes: Vec<Plane>,
    /// The planes at each corner, if known. Planes without a common corner bound nothing together.
    corners: Option<Vec<Planes>>,
    feet: RefCell<HashMap<Planes, Option<Rc<Foot>>>>,
    breaks: OnceCell<Vec<Ratio>>,
}

/// The foot on some planes, `weight` times too long, and the vector from it to the point, `√weight`
/// times too long.
pub struct Foot {
    pub at_start: Vector,
    pub rate: Vector,
    pub weight: BigInt,
    /// The vector from the foot to the point, `weight` times too long.
    pub gap_at_start: Vector,
    pub gap_rate: Vector,
}

/// A set of planes: those whose bits are set.
type Planes = u64;

struct Best {
    foot: Rc<Foot>,
    squared: BigInt,
}

fn combined(a: &Vector, x: &BigInt, b: &Vector, y: &BigInt) -> Vector {
    [0, 1, 2].map(|k| &a[k] * x + &b[k] * y)
}

fn at(start: &Vector, rate: &Vector, t: &Ratio) -> Vector {
    combined(start, &t.d, rate, &t.n)
}

fn times(a: &Vector, x: &BigInt) -> Vector {
    a.each_ref().map(|a| a * x)
}

fn plus(a: &Vector, b: &Vector) -> Vector {
    [0, 1, 2].map(|k| &a[k] + &b[k])
}

impl Approach {
    pub fn new(from: Vector, velocity: Vector, planes: Vec<Plane>) -> Self {
        assert!(planes.len() <= 64, "a plane is a bit");
        let (feet, breaks) = (RefCell::default(), OnceCell::new());
        Self { from, velocity, planes, corners: None, feet, breaks }
    }

    /// The approach with all corners of the body, and perhaps other points of it, each as a
    /// numerator and a denominator.
    pub fn with_corners(self, corners: &[(Vector, BigInt)]) -> Self {
        let holds = |(point, s): &(Vector, BigInt)| {
            let on = |j: &usize| dot(&self.planes[*j].n, point) == &self.planes[*j].h * s;
            (0..self.planes.len()).filter(on).fold(0, |set, j| set | 1 << j)
        };
        let mut corners: Vec<Planes> = corners.iter().map(holds).collect();
        corners.sort_unstable();
        corners.dedup();
        Self { corners: Some(corners), ..self }
    }

    /// The foot at time `t` that is the closest point, or `None` for an empty body.
    pub fn nearest(&self, t: &Ratio) -> Option<Rc<Foot>> {
        let mut best = None;
        self.descend(0, t, &mut Vec::new(), &mut best);
        best.map(|best| best.foot)
    }

    fn descend(&self, on: Planes, t: &Ratio, seen: &mut Vec<Planes>, best: &mut Option<Best>) {
        if seen.contains(&on) {
            return;
        }
        seen.push(on);
        let Some(foot) = self.foot(on) else { return };
        let place = at(&foot.at_start, &foot.rate, t);
        let scale = &foot.weight * &t.d;
        let mut inside = true;
        for (j, plane) in self.planes.iter().enumerate() {
            if dot(&plane.n, &place) > &plane.h * &scale {
                inside = false;
                self.descend(on | 1 << j, t, seen, best);
            }
        }
        if inside {
            let gap = at(&foot.gap_at_start, &foot.gap_rate, t);
            let squared = dot(&gap, &gap);
            let closer = best.as_ref().is_none_or(|best| {
                &squared * &best.foot.weight * &best.foot.weight
                    < &best.squared * &foot.weight * &foot.weight
            });
            if closer {
                *best = Some(Best { foot, squared });
            }
        }
    }

    /// The foot on some planes. It is `None` if the planes are not independent, or share no corner.
    fn foot(&self, on: Planes) -> Option<Rc<Foot>> {
        if let Some(corners) = &self.corners
            && on != 0
            && !corners.iter().any(|corner| corner & on == on)
        {
            return None;
        }
        if let Some(known) = self.feet.borrow().get(&on) {
            return known.clone();
        }
        let list: Vec<&Plane> =
            (0..self.planes.len()).filter(|j| on >> j & 1 == 1).map(|j| &self.planes[j]).collect();
        let zero = || [0; 3].map(|_| BigInt::ZERO);
        let still = |(point, weight): (Vector, BigInt)| (point, zero(), weight);
        let found = match list[..] {
            [] => Some((self.from.clone(), self.velocity.clone(), BigInt::one())),
            [a] => {
                let weight = dot(&a.n, &a.n);
                let down = |x: &Vector, h: &BigInt| combined(x, &weight, &a.n, &(h - dot(&a.n, x)));
                Some((down(&self.from, &a.h), down(&self.velocity, &BigInt::ZERO), weight))
            }
            [a, b] => {
                let along = cross(&a.n, &b.n);
                let weight = dot(&along, &along);
                let base = combined(&cross(&b.n, &along), &a.h, &cross(&along, &a.n), &b.h);
                let slide = |x: &Vector| times(&along, &dot(&along, x));
                let foot = plus(&base, &slide(&self.from));
                (!weight.is_zero()).then(|| (foot, slide(&self.velocity), weight))
            }
            [a, b, c] => {
                let bc = cross(&b.n, &c.n);
                let det = dot(&a.n, &bc);
                let two = combined(&bc, &a.h, &cross(&c.n, &a.n), &b.h);
                let point = plus(&two, &times(&cross(&a.n, &b.n), &c.h));
                let sign = det.signum();
                (!det.is_zero()).then(|| still((times(&point, &sign), det.abs())))
            }
            _ => None,
        };
        let foot = found.map(|(at_start, rate, weight)| {
            let gap_at_start = minus(&times(&self.from, &weight), &at_start);
            let gap_rate = minus(&times(&self.velocity, &weight), &rate);
            Rc::new(Foot { at_start, rate, weight, gap_at_start, gap_rate })
        });
        self.feet.borrow_mut().insert(on, foot.clone());
        foot
    }

    /// The times at which the descent may change.
    pub fn breaks(&self) -> &[Ratio] {
        self.breaks.get_or_init(|| self.find_breaks())
    }

    fn find_breaks(&self) -> Vec<Ratio> {
        let mut list = Vec::new();
        let count = self.planes.len();
        let mut add = |on: Planes| {
            let Some(foot) = self.foot(on) else { return };
            for (j, plane) in self.planes.iter().enumerate() {
                let rate = dot(&plane.n, &foot.rate);
                if on >> j & 1 == 1 || rate.is_zero() {
                    continue;
                }
                let height = dot(&plane.n, &foot.at_start) - &plane.h * &foot.weight;
                list.push(Ratio { n: -height * rate.signum(), d: rate.abs() });
            }
        };
        add(0);
        for a in 0..count {
            add(1 << a);
            (0..a).for_each(|b| add(1 << a | 1 << b));
        }
        list
    }

    /// The planes that contain the foot at a time.
    pub fn holding(&self, foot: &Foot, t: &Time) -> Vec<usize> {
        let holds = |plane: &Plane| {
            let height = dot(&plane.n, &foot.at_start) - &plane.h * &foot.weight;
            t.sign_of(&height, &dot(&plane.n, &foot.rate)).is_eq()
        };
        (0..self.planes.len()).filter(|j| holds(&self.planes[*j])).collect()
    }
}

impl Foot {
    /// `a t^2 + 2 b t + c`, a positive multiple of `distance^2 - radius^2` while this is the
    /// closest point.
    pub fn parabola(&self, radius: &BigInt) -> [BigInt; 3] {
        let (start, rate) = (&self.gap_at_start, &self.gap_rate);
        let reach = &self.weight * radius;
        [dot(rate, rate), dot(start, rate), dot(start, start) - &reach * &reach]
    }
}
