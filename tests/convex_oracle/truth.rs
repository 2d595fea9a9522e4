//! What is true about a query, in numbers that are not yet rounded.

use super::distance::Foot;
use super::exact::{Ratio, Real, Time, Vector, dot, sign, unit_between};
use super::scene::{Moment, Scene};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::cmp::Ordering;
use std::rc::Rc;
use tangency::Approach;

/// What a sphere meets first.
pub enum Truth {
    None,
    Overlap(Touch),
    Contact(Touch),
}

/// A meeting.
pub struct Touch {
    /// When, in units of the scene.
    pub at: Time,
    pub time: Real,
    pub center: [Real; 3],
    pub point: [Real; 3],
    /// Of an overlap, the unit vector from the point to the centre.
    pub normal: Option<[Real; 3]>,
    /// All planes that hold the point.
    pub planes: Vec<usize>,
    pub approach: Approach,
}

/// The closest point, where nothing moves.
pub struct Nearest {
    pub point: [Real; 3],
    pub distance: Real,
    pub planes: Vec<usize>,
}

/// The least translation of the sphere after which the two only touch.
pub struct PenetrationTruth {
    pub direction: [Real; 3],
    pub depth: Real,
    /// Whether the centre is in a body without an inside: which plane it leaves across, is a matter of their order.
    pub any_direction: bool,
}

/// Where a ball lies to a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Position {
    Inside,
    Intersecting,
    Outside,
}

fn whole(p: BigInt) -> Real {
    Real::Linear { p, q: BigInt::ZERO, s: BigInt::one(), exponent: 0 }
}

impl Scene {
    pub fn first_contact(&self) -> Truth {
        let Some((foot, order)) = self.start() else { return Truth::None };
        if order.is_lt() || self.center_is_within() {
            return Truth::Overlap(self.overlap(foot));
        }
        if order.is_eq() {
            return Truth::Contact(self.touch(Moment { at: Time::Start, foot }));
        }
        let Some(moment) = self.first_touch() else { return Truth::None };
        let late = self.end.is_some_and(|(m, e)| self.time().cmp(&moment.at, m, e).is_gt());
        if late { Truth::None } else { Truth::Contact(self.touch(moment)) }
    }

    fn overlap(&self, foot: Rc<Foot>) -> Touch {
        let nearest = foot.clone();
        let mut touch = self.touch(Moment { at: Time::Start, foot });
        // What is closest to the centre of an ellipsoid, is so before it is stretched.
        if let Some(at_rest) = &self.unstretched
            && let Some(foot) = at_rest.nearest(&Ratio::zero())
        {
            touch.planes = at_rest.holding(&foot, &Time::Start);
            touch.point = [0, 1, 2].map(|k| Real::Linear {
                p: foot.at_start[k].clone(),
                q: BigInt::ZERO,
                s: foot.weight.clone(),
                exponent: self.space,
            });
        }
        if self.rounding.is_zero() {
            touch.normal = unit_between(&touch.point, &touch.center);
            return touch;
        }
        touch.normal = self.is_outside(&nearest).then(|| unit(&nearest.gap_at_start));
        touch.point = self.surface(&nearest);
        touch
    }

    /// Whether the centre is in the interior of the body.
    fn center_is_within(&self) -> bool {
        self.path.planes.iter().all(|plane| dot(&plane.n, &self.path.from) < plane.h)
    }

    fn time(&self) -> Real {
        let [p, q, s] = [0, 1, 1].map(BigInt::from);
        Real::Linear { p, q, s, exponent: self.space - self.speed }
    }

    fn touch(&self, Moment { at, foot }: Moment) -> Touch {
        let planes = self.path.holding(&foot, &at);
        let (normal, approach) = if self.radius.is_zero() {
            self.normal_of_ray(&at, &planes)
        } else {
            (Some(self.normal(&foot)), self.approach(&at, &foot))
        };
        let place = |p, q, s| Real::Linear { p, q, s, exponent: self.space };
        let center =
            [0, 1, 2].map(|k| place(self.center[k].clone(), self.own[k].clone(), BigInt::one()));
        let point = [0, 1, 2].map(|k| {
            let s = &foot.weight * &self.stretch[k];
            let (p, q) = (foot.at_start[k].clone(), &foot.rate[k] + &s * &self.drift[k]);
            if self.rounding.is_zero() {
                return place(p, q, s);
            }
            // As far towards the centre as the target is rounded: so much of the reach.
            let out = |foot: BigInt, gap: &BigInt| foot * &self.radius + gap * &self.rounding;
            let (p, q) = (out(p, &foot.gap_at_start[k]), out(q, &foot.gap_rate[k]));
            place(p, q, s * &self.radius)
        });
        Touch { time: self.time(), at, center, point, normal, planes, approach }
    }

    /// The direction from the point to the centre, or where an ellipsoid is stretched to a sphere, that of its normal.
    fn normal(&self, foot: &Foot) -> [Real; 3] {
        let (start, rate) = (&foot.gap_at_start, &foot.gap_rate);
        if self.stretch.iter().all(One::is_one) {
            let s = &foot.weight * &self.radius;
            return [0, 1, 2].map(|k| Real::Linear {
                p: start[k].clone(),
                q: rate[k].clone(),
                s: s.clone(),
                exponent: 0,
            });
        }
        let bent = |v: &Vector| [0, 1, 2].map(|k| &v[k] * &self.stretch[k]);
        let (start, rate) = (bent(start), bent(rate));
        let square = [dot(&start, &start), dot(&start, &rate) * 2, dot(&rate, &rate)];
        [0, 1, 2].map(|k| Real::Slant {
            p: start[k].clone(),
            q: rate[k].clone(),
            square: square.clone(),
        })
    }

    fn approach(&self, at: &Time, foot: &Foot) -> Approach {
        let slope = match at {
            Time::Start => sign(&dot(&foot.gap_at_start, &self.path.velocity)),
            // The smaller root of two, or the only one.
            Time::Root { a, b, c } if b * b == a * c => Ordering::Equal,
            Time::Root { .. } => Ordering::Less,
        };
        as_approach(slope)
    }

    /// A point has a normal where all planes that hold it are the same or opposite: on the side that it comes from.
    fn normal_of_ray(&self, at: &Time, planes: &[usize]) -> (Option<[Real; 3]>, Approach) {
        let n = |j: usize| &self.path.planes[j].n;
        let later = matches!(at, Time::Root { .. });
        let parallel = planes.iter().all(|j| {
            let product = dot(n(*j), n(planes[0]));
            &product * &product == dot(n(*j), n(*j)) * dot(n(planes[0]), n(planes[0]))
        });
        let outward = if planes.is_empty() || !parallel {
            None
        } else if planes.iter().all(|j| dot(n(*j), n(planes[0])) > BigInt::ZERO) {
            Some(n(planes[0]))
        } else {
            planes.iter().map(|j| n(*j)).find(|n| dot(*n, &self.path.velocity) < BigInt::ZERO)
        };
        let approach = match outward {
            _ if later => Approach::Approaching,
            Some(n) => as_approach(sign(&dot(n, &self.path.velocity))),
            None => Approach::Sliding,
        };
        (outward.map(unit), approach)
    }

    /// The end of the interval of contact, as a time of its own; only if there is a contact or an overlap, and an end.
    pub fn last_time(&self) -> Option<(Time, Real)> {
        if matches!(self.first_contact(), Truth::None) {
            return None;
        }
        let Moment { at, .. } = self.last_touch()?;
        let [p, q, s] = [0, -1, 1].map(BigInt::from);
        let time = Real::Linear { p, q, s, exponent: self.space - self.speed };
        assert!(time.cmp(&at, 0, 0).is_ge(), "a contact that ends before it begins");
        Some((at, time))
    }

    /// The closest point to the centre at time zero; `None` for an empty body.
    pub fn closest(&self) -> Option<Nearest> {
        let (foot, _) = self.start()?;
        let planes = self.path.holding(&foot, &Time::Start);
        let point = self.surface(&foot);
        if !self.rounding.is_zero() && !self.is_outside(&foot) {
            return Some(Nearest { point, distance: whole(BigInt::ZERO), planes });
        }
        let distance = Real::Surd {
            x: -&self.rounding * &foot.weight,
            y: BigInt::one(),
            q: dot(&foot.gap_at_start, &foot.gap_at_start),
            s: foot.weight.clone(),
            exponent: self.space,
        };
        Some(Nearest { point, distance, planes })
    }

    /// Whether the centre is outside of the rounded target at time zero.
    fn is_outside(&self, foot: &Foot) -> bool {
        let within = &self.rounding * &foot.weight;
        dot(&foot.gap_at_start, &foot.gap_at_start) > &within * &within
    }

    /// The point of the rounded target closest to the centre at time zero: the centre itself, or so far from the foot towards it.
    fn surface(&self, foot: &Foot) -> [Real; 3] {
        let exponent = self.space;
        if !self.is_outside(foot) {
            let place = |p| Real::Linear { p, q: BigInt::ZERO, s: BigInt::one(), exponent };
            return self.center.clone().map(place);
        }
        let squared = dot(&foot.gap_at_start, &foot.gap_at_start);
        [0, 1, 2].map(|k| Real::Surd {
            x: &foot.at_start[k] * &squared,
            y: &foot.gap_at_start[k] * &self.rounding * &foot.weight,
            q: squared.clone(),
            s: &foot.weight * &squared,
            exponent,
        })
    }

    /// The square of that distance, from what is not rounded.
    pub fn squared_distance(&self) -> Option<BigRational> {
        let (foot, _) = self.start()?;
        let square = BigRational::new(
            dot(&foot.gap_at_start, &foot.gap_at_start),
            &foot.weight * &foot.weight,
        );
        let unit = BigRational::from(BigInt::from(2)).pow(2 * self.space);
        Some(square * unit)
    }

    pub fn intersects(&self) -> bool {
        self.start().is_some_and(|(_, order)| order.is_le())
    }

    pub fn side(&self) -> Position {
        // How far the centre is below a plane, times the length of the normal.
        let clear = self.path.planes.iter().all(|plane| {
            let below = &plane.h - dot(&plane.n, &self.path.from);
            let reach = &self.radius * &self.radius * dot(&plane.n, &plane.n);
            below > BigInt::ZERO && &below * &below > reach
        });
        match (self.intersects(), clear) {
            (false, _) => Position::Outside,
            (true, true) => Position::Inside,
            (true, false) => Position::Intersecting,
        }
    }

    /// Only if they overlap, and there is an outside.
    pub fn penetration(&self) -> Option<PenetrationTruth> {
        let Truth::Overlap(_) = self.first_contact() else { return None };
        let (foot, _) = self.start()?;
        let gap = &foot.gap_at_start;
        let squared = dot(gap, gap);
        if !squared.is_zero() {
            let depth = Real::Surd {
                x: &self.radius * &foot.weight,
                y: -BigInt::one(),
                q: squared,
                s: foot.weight.clone(),
                exponent: self.space,
            };
            return Some(PenetrationTruth { direction: unit(gap), depth, any_direction: false });
        }
        let below = |j: usize| {
            let plane = &self.path.planes[j];
            (&plane.h - dot(&plane.n, &self.path.from), dot(&plane.n, &plane.n))
        };
        let closer = |i: usize, j: usize| {
            let ((a, of_a), (b, of_b)) = (below(i), below(j));
            &a * &a * of_b < &b * &b * of_a
        };
        let j = (0..self.path.planes.len()).reduce(|i, j| if closer(j, i) { j } else { i })?;
        let (below, squared) = below(j);
        let depth = Real::Surd {
            x: &self.radius * &squared,
            y: below,
            q: squared.clone(),
            s: squared,
            exponent: self.space,
        };
        let any_direction = !self.center_is_within();
        Some(PenetrationTruth { direction: unit(&self.path.planes[j].n), depth, any_direction })
    }
}

fn as_approach(slope: Ordering) -> Approach {
    match slope {
        Ordering::Less => Approach::Approaching,
        Ordering::Equal => Approach::Sliding,
        Ordering::Greater => Approach::Parting,
    }
}

fn unit(n: &Vector) -> [Real; 3] {
    [0, 1, 2].map(|k| Real::Unit { n: n[k].clone(), square: dot(n, n) })
}
