//! An oracle for a sphere and a box, with whole numbers and another method than the library's.
//!
//! The times at which the centre passes a bound are sorted. Between two such times the squared
//! distance to the box is one parabola, found from the middle of this piece of time. The first
//! piece that contains the smaller root of its own parabola has the answer. The root is never
//! computed, only compared.

#![allow(dead_code, reason = "each test crate uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test may stop at what cannot be")]

#[path = "../oracle/exact.rs"]
mod exact;

use exact::{Format, Ratio, Time, sign, unit_between};
pub use exact::{Real, common_exponent, decode, integer};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::cmp::Ordering;
use tangency::{
    AlignedBox, Answer, Approach, BoxFeature, Contact, ExactAnswer, InputError, Moving, Overlap,
    Scalar, Side, Sphere, Surd,
};

/// A sphere cast at a box. With `single` set every number is an `f32`, and so are the answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query<const D: usize> {
    pub center: [f64; D],
    pub radius: f64,
    pub velocity: [f64; D],
    pub min: [f64; D],
    pub max: [f64; D],
    pub drift: [f64; D],
    pub t_max: f64,
    pub single: bool,
}

pub type BoxAnswer<const D: usize> = Answer<f64, D, BoxFeature<D>>;

/// The reply of the library.
#[derive(Clone, Copy, Debug)]
pub struct Reply<const D: usize> {
    pub answer: BoxAnswer<D>,
    /// The same answer, by exact arithmetic alone.
    pub exact: BoxAnswer<D>,
    pub time: Option<f64>,
    pub time_down: Option<f64>,
}

/// The right answer.
pub enum Truth<const D: usize> {
    None,
    Overlap(Touch<D>),
    Contact(Touch<D>),
}

pub struct Touch<const D: usize> {
    pub at: Time,
    pub time: Real,
    pub center: [Real; D],
    pub point: [Real; D],
    /// The normal of a contact.
    pub normal: Option<[Real; D]>,
    /// The sides that may be named along each axis: two, if the box is flat there and the point is
    /// on it.
    pub sides: [Vec<Side>; D],
    pub approach: Approach,
}

impl<const D: usize> Query<D> {
    /// Queries the library.
    ///
    /// # Errors
    /// The numbers are not valid, which a test that made them must not ignore.
    pub fn ask(&self) -> Result<Reply<D>, InputError> {
        if self.single { self.ask_as(|x| x as f32) } else { self.ask_as(|x| x) }
    }

    fn ask_as<T: Scalar>(&self, narrow: fn(f64) -> T) -> Result<Reply<D>, InputError> {
        let vector = |v: [f64; D]| v.map(narrow);
        let sphere = Sphere::new(vector(self.center), narrow(self.radius))?;
        let ball = sphere.moving(vector(self.velocity))?;
        let target = AlignedBox::new(vector(self.min), vector(self.max))?;
        let wide = |v: [T; D]| v.map(Scalar::widen);
        if self.drift == [0.0; D] {
            let ball = ball.until(narrow(self.t_max))?;
            Ok(Reply {
                answer: widened(ball.first_contact(&target), wide),
                exact: rounded::<T, D>(&ball, &target.moving([T::ZERO; D])?),
                time: ball.contact_time(&target).map(Scalar::widen),
                time_down: ball.time_down(&target).map(Scalar::widen),
            })
        } else {
            let target = target.moving(vector(self.drift))?.until(narrow(self.t_max))?;
            Ok(Reply {
                answer: widened(ball.first_contact(&target), wide),
                exact: rounded::<T, D>(&ball, &target),
                time: ball.contact_time(&target).map(Scalar::widen),
                time_down: ball.time_down(&target).map(Scalar::widen),
            })
        }
    }

    pub fn truth(&self) -> Truth<D> {
        let space = common_exponent(
            self.center.into_iter().chain(self.min).chain(self.max).chain([self.radius]),
        );
        let speed = common_exponent(self.velocity.into_iter().chain(self.drift));
        let lengths = |v: &[f64; D]| -> [BigInt; D] { v.map(|x| integer(x, space)) };
        let speeds = |v: &[f64; D]| -> [BigInt; D] { v.map(|x| integer(x, speed)) };
        let (c, low, high) = (lengths(&self.center), lengths(&self.min), lengths(&self.max));
        let (vs, vt) = (speeds(&self.velocity), speeds(&self.drift));
        let v: [BigInt; D] = std::array::from_fn(|k| &vs[k] - &vt[k]);
        let r = integer(self.radius, space);

        // The state at time zero.
        let gap = |k: usize| -> BigInt {
            if c[k] < low[k] {
                &c[k] - &low[k]
            } else if c[k] > high[k] {
                &c[k] - &high[k]
            } else {
                BigInt::ZERO
            }
        };
        let squared: BigInt = (0..D).map(|k| gap(k) * gap(k)).sum();
        let inside = (0..D).all(|k| low[k] < c[k] && c[k] < high[k]);
        let order = squared.cmp(&(&r * &r));
        let overlaps = order.is_lt() || inside;
        let mut trend = BigInt::ZERO;
        let mut at = Time::Start;
        if order.is_gt() {
            let Some((root, _)) = self.entry(&c, &low, &high, &v, &r) else { return Truth::None };
            at = root;
        } else {
            trend = (0..D).map(|k| gap(k) * &v[k]).sum();
        }
        let later = matches!(at, Time::Root { .. });
        let time = Real::Linear {
            p: BigInt::ZERO,
            q: BigInt::one(),
            s: BigInt::one(),
            exponent: space - speed,
        };
        if self.t_max < f64::INFINITY && !overlaps {
            let (m, e) = decode(self.t_max);
            if time.cmp(&at, m, e).is_gt() {
                return Truth::None;
            }
        }

        // The position of the centre at the time of the touch.
        let below = |k: usize| at.sign_of(&(&c[k] - &low[k]), &v[k]);
        let above = |k: usize| at.sign_of(&(&c[k] - &high[k]), &v[k]);
        let sides: [Vec<Side>; D] = std::array::from_fn(|k| match (below(k), above(k)) {
            (Ordering::Equal, Ordering::Equal) => vec![Side::Min, Side::Max],
            (Ordering::Less | Ordering::Equal, _) => vec![Side::Min],
            (_, Ordering::Greater | Ordering::Equal) => vec![Side::Max],
            _ => vec![Side::Between],
        });
        let linear = |p: &BigInt, q: &BigInt| Real::Linear {
            p: p.clone(),
            q: q.clone(),
            s: BigInt::one(),
            exponent: space,
        };
        let center = std::array::from_fn(|k| linear(&c[k], &vs[k]));
        let point = std::array::from_fn(|k| match sides[k][0] {
            Side::Min => linear(&low[k], &vt[k]),
            Side::Between => linear(&c[k], &vs[k]),
            Side::Max => linear(&high[k], &vt[k]),
        });

        // The normal, and the relative velocity along it.
        let ratio =
            |p: BigInt, q: BigInt, s: &BigInt| Real::Linear { p, q, s: s.clone(), exponent: 0 };
        let as_approach = |sign: Ordering| match sign {
            Ordering::Less => Approach::Approaching,
            Ordering::Equal => Approach::Sliding,
            Ordering::Greater => Approach::Parting,
        };
        let (normal, approach) = if !r.is_zero() {
            let normal = std::array::from_fn(|k| match (below(k), above(k)) {
                (Ordering::Less, _) => ratio(&c[k] - &low[k], v[k].clone(), &r),
                (_, Ordering::Greater) => ratio(&c[k] - &high[k], v[k].clone(), &r),
                _ => ratio(BigInt::ZERO, BigInt::ZERO, &r),
            });
            let approach = if later {
                let Some((_, [b, a])) = self.entry(&c, &low, &high, &v, &r) else { unreachable!() };
                at.sign_of(&b, &a)
            } else {
                sign(&trend)
            };
            (Some(normal), as_approach(approach))
        } else {
            let beside: Vec<usize> = (0..D).filter(|&k| sides[k] != [Side::Between]).collect();
            let outward = match beside[..] {
                [k] => match sides[k][..] {
                    [Side::Min] => Some((k, -1)),
                    [Side::Max] => Some((k, 1)),
                    // The box is flat: the centre starts on this side.
                    _ => match sign(&v[k]) {
                        Ordering::Greater => Some((k, -1)),
                        Ordering::Equal => None,
                        Ordering::Less => Some((k, 1)),
                    },
                },
                _ => None,
            };
            let approach = match outward {
                _ if later => Approach::Approaching,
                Some((k, n)) => as_approach(sign(&(&v[k] * n))),
                None => Approach::Sliding,
            };
            let normal = outward.map(|(axis, n)| {
                std::array::from_fn(|k| {
                    let p = BigInt::from(if k == axis { n } else { 0 });
                    ratio(p, BigInt::ZERO, &BigInt::one())
                })
            });
            (normal, approach)
        };
        let touch = Touch { at, time, center, point, normal, sides, approach };
        if overlaps { Truth::Overlap(touch) } else { Truth::Contact(touch) }
    }

    /// The time of the entry, and half the slope of the squared distance before it, `b + a t`.
    fn entry(
        &self,
        c: &[BigInt; D],
        low: &[BigInt; D],
        high: &[BigInt; D],
        v: &[BigInt; D],
        r: &BigInt,
    ) -> Option<(Time, [BigInt; 2])> {
        let mut passes: Vec<Ratio> = (0..D)
            .flat_map(|k| [(k, &low[k]), (k, &high[k])])
            .filter_map(|(k, bound)| Ratio::root_of(&(&c[k] - bound), &v[k]))
            .collect();
        passes.sort_by(Ratio::cmp);
        let mut from = Ratio::zero();
        for until in passes.iter().map(Some).chain([None]) {
            if until.is_some_and(|until| until.cmp(&from).is_eq()) {
                continue;
            }
            let middle = until.map_or_else(|| from.plus_one(), |until| from.between(until));
            let (mut a, mut b, mut rest) = (BigInt::ZERO, BigInt::ZERO, -(r * r));
            for k in 0..D {
                let x = &c[k] * &middle.d + &v[k] * &middle.n;
                let bound = if x < &low[k] * &middle.d {
                    &low[k]
                } else if x > &high[k] * &middle.d {
                    &high[k]
                } else {
                    continue;
                };
                let d = &c[k] - bound;
                a += &v[k] * &v[k];
                b += &d * &v[k];
                rest += &d * &d;
            }
            let real = &b * &b >= &a * &rest;
            if a.is_zero() {
                // The squared distance is constant, so an entry was at the end of an earlier piece,
                // or there is none. A point within the box has distance zero.
                assert!(rest > BigInt::ZERO, "a level piece below zero without an entry before it");
            } else if real {
                let time = Time::Root { a: a.clone(), b: b.clone(), c: rest };
                let begun = time.cmp(&from.n, &from.d).is_ge();
                if begun && until.is_none_or(|until| time.cmp(&until.n, &until.d).is_le()) {
                    return Some((time, [b, a]));
                }
            }
            if let Some(until) = until {
                from = until.clone();
            }
        }
        None
    }

    /// The kind of float of the query and its answer.
    pub fn format(&self) -> Format {
        if self.single { Format::SINGLE } else { Format::DOUBLE }
    }

    /// Checks every field of a reply. The error names the wrong field.
    pub fn check(&self, reply: &Reply<D>) -> Result<(), String> {
        let format = self.format();
        if reply.answer != reply.exact {
            return Err(format!("by exact arithmetic alone {:?}", reply.exact));
        }
        if reply.time != reply.answer.contact().map(|contact| contact.time) {
            return Err(format!("contact_time is {:?}", reply.time));
        }
        match (&self.truth(), &reply.answer) {
            (Truth::None, Answer::None) => no_time(reply),
            (Truth::Overlap(touch), Answer::Overlap(overlap)) => {
                no_time(reply)?;
                touch.check_feature(&overlap.feature)?;
                touch.check_vector("center", &touch.center, &overlap.center, format)?;
                touch.check_vector("point", &touch.point, &overlap.point, format)?;
                touch.check_normal(touch.across().as_ref(), overlap.normal.as_ref(), format)
            }
            (Truth::Contact(touch), Answer::Contact(contact)) => {
                touch.check_feature(&contact.feature)?;
                check_number("time", &touch.time, &touch.at, contact.time, format)?;
                match reply.time_down {
                    Some(t) if touch.time.rounds_down_to(&touch.at, t, format) => {}
                    other => return Err(format!("time_down is {other:?}")),
                }
                if contact.approach != touch.approach {
                    return Err(format!("approach: expected {:?}", touch.approach));
                }
                touch.check_vector("center", &touch.center, &contact.center, format)?;
                touch.check_vector("point", &touch.point, &contact.point, format)?;
                touch.check_normal(touch.normal.as_ref(), contact.normal.as_ref(), format)
            }
            (Truth::None, _) => Err("status: expected none".to_string()),
            (Truth::Overlap(_), _) => Err("status: expected an overlap".to_string()),
            (Truth::Contact(touch), _) => {
                let time = touch.time.nearest(&touch.at, format);
                Err(format!("status: expected a contact at {time:?}"))
            }
        }
    }
}

fn no_time<const D: usize>(reply: &Reply<D>) -> Result<(), String> {
    if reply.time_down.is_none() { Ok(()) } else { Err("a time_down without a contact".into()) }
}

impl<const D: usize> Touch<D> {
    /// The unit vector from the touched point to the centre, the normal of an overlap.
    pub fn across(&self) -> Option<[Real; D]> {
        unit_between(&self.point, &self.center)
    }

    fn check_feature(&self, feature: &BoxFeature<D>) -> Result<(), String> {
        if (0..D).all(|k| self.sides[k].contains(&feature.sides[k])) {
            Ok(())
        } else {
            Err(format!("feature: expected one of {:?}", self.sides))
        }
    }

    fn check_normal(
        &self,
        truth: Option<&[Real; D]>,
        got: Option<&[f64; D]>,
        format: Format,
    ) -> Result<(), String> {
        match (truth, got) {
            (None, None) => Ok(()),
            (Some(truth), Some(normal)) => self.check_vector("normal", truth, normal, format),
            (truth, _) => Err(format!("normal: expected {}", truth.is_some())),
        }
    }

    fn check_vector(
        &self,
        name: &str,
        truth: &[Real; D],
        got: &[f64; D],
        format: Format,
    ) -> Result<(), String> {
        (0..D).try_for_each(|k| {
            check_number(&format!("{name}[{k}]"), &truth[k], &self.at, got[k], format)
        })
    }
}

fn check_number(
    name: &str,
    truth: &Real,
    at: &Time,
    got: f64,
    format: Format,
) -> Result<(), String> {
    if got == 0.0 && got.is_sign_negative() {
        return Err(format!("{name}: a zero has no minus sign"));
    }
    if truth.rounds_to(at, got, format) {
        return Ok(());
    }
    Err(format!("{name} is {got:?}, expected {:?}", truth.nearest(at, format)))
}

fn widened<T: Scalar, const D: usize>(
    answer: Answer<T, D, BoxFeature<D>>,
    wide: impl Fn([T; D]) -> [f64; D],
) -> BoxAnswer<D> {
    match answer {
        Answer::None => Answer::None,
        Answer::Overlap(Overlap { center, point, normal, feature, .. }) => {
            let (center, point, normal) = (wide(center), wide(point), normal.map(wide));
            Answer::Overlap(Overlap::new(center, point, normal, feature))
        }
        Answer::Contact(Contact { time, center, point, normal, feature, approach, .. }) => {
            Answer::Contact(Contact::new(
                time.widen(),
                wide(center),
                wide(point),
                normal.map(wide),
                feature,
                approach,
            ))
        }
    }
}

/// The exact answer, rounded to `T` by the exact numbers themselves. An exact answer has no
/// approach.
fn rounded<T: Scalar, const D: usize>(
    ball: &Moving<Sphere<T, D>>,
    target: &Moving<AlignedBox<T, D>>,
) -> BoxAnswer<D> {
    let vector = |v: &[Surd; D]| v.each_ref().map(|x| x.round::<T>().widen());
    match ball.first_contact_exact(target) {
        ExactAnswer::None => Answer::None,
        ExactAnswer::Overlap(Overlap { center, point, normal, feature, .. }) => {
            let (center, point) = (vector(&center), vector(&point));
            let normal = normal.as_ref().map(vector);
            Answer::Overlap(Overlap::new(center, point, normal, feature))
        }
        ExactAnswer::Contact(Contact { time, center, point, normal, feature, .. }) => {
            let approach = ball.first_contact(target).contact().map(|contact| contact.approach);
            Answer::Contact(Contact::new(
                time.round::<T>().widen(),
                vector(&center),
                vector(&point),
                normal.as_ref().map(vector),
                feature,
                approach.unwrap_or(Approach::Sliding),
            ))
        }
    }
}
