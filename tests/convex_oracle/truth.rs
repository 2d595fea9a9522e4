//! The truth about a query, in numbers that are not yet rounded.

use super::distance::{Approach as Path, Foot};
use super::exact::{Ratio, Real, Time, Vector, dot, sign, unit_between};
use super::scene::{Moment, Scene};
use super::sweep::Spot;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::cell::OnceCell;
use std::cmp::Ordering;
use std::rc::Rc;
use tangency::Approach;

/// The first contact of a sphere.
pub enum Truth {
    None,
    Overlap(Touch),
    Contact(Touch),
}

/// A contact or an overlap.
pub struct Touch {
    /// The time, in units of the scene.
    pub at: Time,
    pub time: Real,
    pub center: [Real; 3],
    pub point: [Real; 3],
    /// The last touched point, if an axis touches in more than one.
    pub other_point: Option<[Real; 3]>,
    /// The normal; for an overlap, the unit vector from the point to the centre or to the axis.
    pub normal: Option<[Real; 3]>,
    /// The indices of all planes that contain the point.
    pub planes: Vec<usize>,
    pub approach: Approach,
}

/// The closest point at rest; for a capsule, the point closest to its axis.
pub struct Nearest {
    /// The time in the numbers of this point. For an axis it is the parameter along the axis.
    pub at: Time,
    pub point: [Real; 3],
    /// The point of an axis that is closest to the body.
    pub on_axis: Option<[Real; 3]>,
    pub distance: Real,
    pub planes: Vec<usize>,
}

/// The least translation of the sphere after which the two only touch.
pub struct PenetrationTruth {
    pub direction: [Real; 3],
    /// Other directions of translations with the same length.
    pub others: Vec<[Real; 3]>,
    pub depth: Real,
    /// Whether the centre is in a body without an interior. Then the plane across which it leaves
    /// depends on the order of the planes.
    pub any_direction: bool,
}

/// The position of a ball relative to a body.
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
        if self.sweep.is_some() {
            if let Some(along) = self.along_axis(&nearest) {
                let (time, center) = (whole(BigInt::ZERO), self.center_at_rest());
                return Touch { time, center, other_point: None, normal: None, ..along };
            }
            let touch = self.touch(Moment { at: Time::Start, foot });
            let (point, normal) = (self.surface(&nearest), Some(unit(&nearest.gap_at_start)));
            return Touch { point, normal, other_point: None, ..touch };
        }
        let mut touch = self.touch(Moment { at: Time::Start, foot });
        // The point closest to the centre of an ellipsoid is found before stretching.
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

    /// Whether the centre is in the interior of the body; for a capsule, whether its axis meets the
    /// interior, or crosses a face in space.
    fn center_is_within(&self) -> bool {
        self.sweep.as_ref().is_none_or(|sweep| sweep.can_be_pierced)
            && self.path.planes.iter().all(|plane| dot(&plane.n, &self.path.from) < plane.h)
    }

    fn time(&self) -> Real {
        let [p, q, s] = [0, 1, 1].map(BigInt::from);
        Real::Linear { p, q, s, exponent: self.space - self.speed }
    }

    fn touch(&self, Moment { at, foot }: Moment) -> Touch {
        let holding = self.path.holding(&foot, &at);
        let (normal, approach) = if self.radius.is_zero() {
            self.normal_of_ray(&at, &holding)
        } else {
            (Some(self.normal(&foot)), self.approach(&at, &foot))
        };
        let place = |p, q, s| Real::Linear { p, q, s, exponent: self.space };
        let center =
            [0, 1, 2].map(|k| place(self.center[k].clone(), self.own[k].clone(), BigInt::one()));
        let [first, last] = self.spots(&foot, &at);
        let point = |spot: &Spot| {
            [0, 1, 2].map(|k| {
                let s = &spot.weight * &self.stretch[k];
                let (p, q) = (spot.at_start[k].clone(), &spot.rate[k] + &s * &self.drift[k]);
                if self.rounding.is_zero() {
                    return place(p, q, s);
                }
                // The offset towards the centre by the inflation radius, as a part of the total
                // radius.
                let out = |spot: BigInt, gap: &BigInt| {
                    (spot * &self.radius * &foot.weight) + gap * &self.rounding * &s
                };
                let (p, q) = (out(p, &foot.gap_at_start[k]), out(q, &foot.gap_rate[k]));
                place(p, q, s * &self.radius * &foot.weight)
            })
        };
        let planes = match &self.sweep {
            None => holding,
            Some(sweep) => sweep.holding(&first, &at),
        };
        let other_point = last.is_apart(&first, &at).then(|| point(&last));
        let (time, point) = (self.time(), point(&first));
        Touch { time, center, point, other_point, normal, planes, approach, at }
    }

    /// The points of the body that are touched from a foot; a sphere touches in one.
    fn spots(&self, foot: &Foot, at: &Time) -> [Spot; 2] {
        match &self.sweep {
            Some(sweep) => sweep.spots(foot, at),
            None => [0; 2].map(|_| Spot {
                at_start: foot.at_start.clone(),
                rate: foot.rate.clone(),
                weight: foot.weight.clone(),
            }),
        }
    }

    /// The direction from the point to the centre, or the unstretched normal of an ellipsoid.
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
            // At the smaller root of two the distance decreases; at a double root its slope is
            // zero.
            Time::Root { a, b, c } if b * b == a * c => Ordering::Equal,
            Time::Root { .. } => Ordering::Less,
        };
        as_approach(slope)
    }

    /// The normal and the approach of a moving point. It has a normal if all planes that contain it
    /// are the same or opposite; the normal is on the side of its start.
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

    /// The end of the interval of contactand that end as a number, only if there is a contact or an
    /// overlap that ends.
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
        let at = Time::Start;
        if let Some(Touch { at, point, planes, .. }) = self.along_axis(&foot) {
            let (on_axis, distance) = (Some(point.clone()), whole(BigInt::ZERO));
            return Some(Nearest { at, point, on_axis, distance, planes });
        }
        let [spot, _] = self.spots(&foot, &at);
        let planes = match &self.sweep {
            None => self.path.holding(&foot, &at),
            Some(sweep) => sweep.holding(&spot, &at),
        };
        let point = self.surface(&foot);
        // The vector from the spot is the same as from the foot to `a`.
        let of_axis = |k: usize| Real::Linear {
            p: &spot.at_start[k] * &foot.weight + &foot.gap_at_start[k] * &spot.weight,
            q: BigInt::ZERO,
            s: &spot.weight * &foot.weight,
            exponent: self.space,
        };
        let on_axis = self.sweep.is_some().then(|| [0, 1, 2].map(of_axis));
        // The distance is from the surface of a capsule, but from the centre of a sphere.
        let from = if self.sweep.is_some() { &self.radius } else { &self.rounding };
        let squared = dot(&foot.gap_at_start, &foot.gap_at_start);
        let within = from * &foot.weight;
        if !from.is_zero() && squared <= &within * &within {
            return Some(Nearest { at, point, on_axis, distance: whole(BigInt::ZERO), planes });
        }
        let distance = Real::Surd {
            x: -within,
            y: BigInt::one(),
            q: squared,
            s: foot.weight.clone(),
            exponent: self.space,
        };
        Some(Nearest { at, point, on_axis, distance, planes })
    }

    /// If the axis of a capsule enters the inflated body at the start: the first contact of a point
    /// that moves along the axis.
    fn along_axis(&self, foot: &Foot) -> Option<Touch> {
        let sweep = self.sweep.as_ref()?;
        if self.is_outside(foot) {
            return None;
        }
        let still = || [0; 3].map(|_| BigInt::ZERO);
        let (center, axis) = (self.center.clone(), sweep.axis.clone());
        let along = Self {
            space: self.space,
            speed: self.space,
            end: None,
            own: axis.clone(),
            drift: still(),
            stretch: [0; 3].map(|_| BigInt::one()),
            radius: self.rounding.clone(),
            rounding: self.rounding.clone(),
            path: Path::new(center.clone(), axis, sweep.planes.clone()),
            unstretched: None,
            sweep: None,
            touched: OnceCell::new(),
            center,
        };
        match along.first_contact() {
            Truth::None => None,
            Truth::Overlap(touch) | Truth::Contact(touch) => Some(touch),
        }
    }

    fn center_at_rest(&self) -> [Real; 3] {
        let (s, exponent) = (BigInt::one(), self.space);
        let place = |p| Real::Linear { p, q: BigInt::ZERO, s: s.clone(), exponent };
        self.center.clone().map(place)
    }

    /// Whether the centre is outside of the inflated target at time zero.
    fn is_outside(&self, foot: &Foot) -> bool {
        let within = &self.rounding * &foot.weight;
        dot(&foot.gap_at_start, &foot.gap_at_start) > &within * &within
    }

    /// The point of the inflated target closest to the centre at time zero: the centre itself, or a
    /// point from the foot towards it.
    fn surface(&self, foot: &Foot) -> [Real; 3] {
        if !self.is_outside(foot) {
            return self.center_at_rest();
        }
        let [spot, _] = self.spots(foot, &Time::Start);
        let exponent = self.space;
        if self.rounding.is_zero() {
            let s = &spot.weight;
            let place = |p| Real::Linear { p, q: BigInt::ZERO, s: s.clone(), exponent };
            return spot.at_start.map(place);
        }
        let squared = dot(&foot.gap_at_start, &foot.gap_at_start);
        [0, 1, 2].map(|k| Real::Surd {
            x: &spot.at_start[k] * &squared,
            y: &foot.gap_at_start[k] * &self.rounding * &spot.weight,
            q: squared.clone(),
            s: &spot.weight * &squared,
            exponent,
        })
    }

    /// The square of the distance from the closest point, without inflation.
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
        // The depth of the centre below a plane, times the length of the normal.
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

    /// The penetration, only if the two overlap and the body does not fill the whole space.
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
            let (direction, others) = (unit(gap), Vec::new());
            return Some(PenetrationTruth { direction, others, depth, any_direction: false });
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
        let as_close = (0..self.path.planes.len()).filter(|&i| !closer(j, i));
        let others = as_close.map(|i| unit(&self.path.planes[i].n)).collect();
        let direction = unit(&self.path.planes[j].n);
        Some(PenetrationTruth { direction, others, depth, any_direction })
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
