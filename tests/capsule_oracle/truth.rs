//! The truth about a query, in numbers that are not yet rounded.

use super::exact::{Real, Time, Vector, common_exponent, decode, dot, integer, minus};
use super::hull::{Hull, Place};
use super::moment::{Linear, Moment};
use super::parts::{self, Part, Path, both};
use super::query::{Axis, Query};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::cmp::Ordering;
use tangency::{Approach, Feature};

/// The first contact of a capsule.
pub enum Truth {
    None,
    Overlap(Touch),
    Contact(Touch),
}

/// A contact or an overlap.
pub struct Touch {
    /// The time in units of the scene.
    pub moment: Moment,
    pub time: Real,
    pub center: [Real; 3],
    pub point: [Real; 3],
    pub other_point: Option<[Real; 3]>,
    pub normal: Option<[Real; 3]>,
    /// The touched feature. If corners coincide or are collinear, all features that contain the
    /// point.
    pub features: Vec<Feature>,
    pub approach: Approach,
    /// The touched part of the axis, by its least and its greatest parameter.
    pub span: [Linear; 2],
}

/// A query in integers: lengths in units of `2^space`, velocities in units of `2^speed`, relative
/// to the obstacle unless noted.
pub struct Scene {
    pub space: i32,
    pub speed: i32,
    /// The end of the motion; `None` if it has no end.
    end: Option<(i64, i32)>,
    pub axis: Vector,
    pub path: Path,
    /// The velocities of the capsule and the obstacle in the world.
    own: Vector,
    pub drift: Vector,
    pub reach: BigInt,
    pub rounding: BigInt,
    pub hull: Hull,
    parts: Vec<Part>,
}

impl Scene {
    pub fn new(query: &Query) -> Self {
        let (Axis::To(other) | Axis::Along(other)) = query.axis;
        let corners = &query.vertices[..query.corners];
        let lengths = corners.iter().flatten().chain(&query.a).chain(&other);
        let lengths = lengths.chain([&query.radius, &query.rounding]);
        let space = common_exponent(lengths.copied());
        let speed = common_exponent(query.velocity.into_iter().chain(query.drift));
        let place = |v: &[f64; 3]| v.map(|x| integer(x, space));
        let pace = |v: &[f64; 3]| v.map(|x| integer(x, speed));

        let from = place(&query.a);
        let axis = match query.axis {
            Axis::To(b) => minus(&place(&b), &from),
            Axis::Along(axis) => place(&axis),
        };
        let (own, drift) = (pace(&query.velocity), pace(&query.drift));
        let path = Path { from, velocity: minus(&own, &drift) };
        let rounding = integer(query.rounding, space);
        let hull = Hull::new(corners.iter().map(place).collect());
        let parts = parts::all(&hull, &axis, &path);
        let end = query.end().is_finite().then(|| decode(query.end()));
        let reach = integer(query.radius, space) + &rounding;
        Self { space, speed, end, axis, path, own, drift, reach, rounding, hull, parts }
    }

    pub fn first_contact(&self) -> Truth {
        let start = Moment::start();
        let (foot, squared, weight) = self.nearest_at_start();
        let is_overlap = if self.reach.is_zero() {
            self.hull.is_pierced(&self.path.from, &self.axis)
        } else {
            squared < &self.reach * &self.reach * &weight
        };
        if is_overlap {
            return Truth::Overlap(self.overlap(&foot));
        }
        if squared == &self.reach * &self.reach * weight {
            return Truth::Contact(self.contact(start, &foot));
        }
        let from_start = [Some(start), None];
        let mut first: Option<(Moment, &Part)> = None;
        for part in &self.parts {
            let while_near = part.interval(&self.reach).and_then(|it| both(it, from_start.clone()));
            let Some([Some(begin), _]) = while_near else { continue };
            if first.as_ref().is_none_or(|(least, _)| begin.cmp(least).is_lt()) {
                first = Some((begin, part));
            }
        }
        match first {
            Some((moment, part)) if self.is_in_time(&moment) => {
                Truth::Contact(self.contact(moment, &part.foot))
            }
            _ => Truth::None,
        }
    }

    /// The time of the last contact, if there is a contact within the motion. It is none if the
    /// contact never ends.
    pub fn last_time(&self) -> Option<Real> {
        if matches!(self.first_contact(), Truth::None) {
            return None;
        }
        let mut last: Option<Moment> = None;
        for [_, end] in self.parts.iter().filter_map(|part| part.interval(&self.reach)) {
            let end = end?;
            if last.as_ref().is_none_or(|greatest| end.cmp(greatest).is_gt()) {
                last = Some(end);
            }
        }
        // If no part has an interval, nothing moves within the prism.
        last.map(|moment| self.time(&moment))
    }

    /// The point nearest to `a` at the start, among all points from which the axis meets the hull,
    /// and the square of its distance, as a numerator and a denominator.
    fn nearest_at_start(&self) -> (Place, BigInt, BigInt) {
        let a = Place::from(&self.path.from);
        if self.hull.clip(&a, &self.axis, &Moment::start()).is_some() {
            return (a, BigInt::ZERO, BigInt::one());
        }
        let of_part = |part: &Part| {
            let (squared, weight) = part.squared_at_start()?;
            Some((part.foot.clone(), squared, weight.clone()))
        };
        let all = self.parts.iter().filter_map(of_part);
        all.min_by(|(_, a, of_a), (_, b, of_b)| (a * of_b).cmp(&(b * of_a))).unwrap()
    }

    fn is_in_time(&self, moment: &Moment) -> bool {
        self.end.is_none_or(|(m, e)| self.time(moment).cmp(&Time::Start, m, e).is_le())
    }

    fn time(&self, moment: &Moment) -> Real {
        let [p, r, s] = [0, 1, 1].map(BigInt::from);
        Linear { p, r, s }.at(moment, self.space - self.speed)
    }

    /// The vector from a foot to `a`, over the denominator of the foot.
    fn gap(&self, foot: &Place) -> Place {
        let gap =
            |own: &Vector, foot: &Vector, s: &BigInt| [0, 1, 2].map(|k| &own[k] * s - &foot[k]);
        Place {
            p: gap(&self.path.from, &foot.p, &foot.s),
            r: gap(&self.path.velocity, &foot.r, &foot.s),
            s: foot.s.clone(),
        }
    }

    fn contact(&self, moment: Moment, foot: &Place) -> Touch {
        let span = self.hull.clip(foot, &self.axis, &moment).unwrap();
        let gap = self.gap(foot);
        let numbers =
            |place: &Place| [0, 1, 2].map(|k| place.coordinate(k).at(&moment, self.space));
        // A point in the world, on the inflated surface.
        let point = |core: &Place| {
            let (mut p, mut r, mut s) = (core.p.clone(), core.r.clone(), core.s.clone());
            r.iter_mut().zip(&self.drift).for_each(|(r, drift)| *r += drift * &s);
            if !self.rounding.is_zero() {
                // The total radius is the length of the gap.
                let times = &gap.s * &self.reach;
                let out = |own: &BigInt, gap: &BigInt| own * &times + gap * &self.rounding * &s;
                p = [0, 1, 2].map(|k| out(&p[k], &gap.p[k]));
                r = [0, 1, 2].map(|k| out(&r[k], &gap.r[k]));
                s *= times;
            }
            numbers(&Place { p, r, s })
        };
        let core = span.each_ref().map(|s| foot.plus(s, &self.axis));
        let has_length = self.axis.iter().any(|x| !x.is_zero());
        let is_one = !has_length || span[0].cmp(&span[1], &moment).is_eq();
        let normal = (!self.reach.is_zero()).then(|| {
            let s = &gap.s * &self.reach;
            let part = |k: usize| Linear { p: gap.p[k].clone(), r: gap.r[k].clone(), s: s.clone() };
            [0, 1, 2].map(|k| part(k).at(&moment, 0))
        });
        let v = &self.path.velocity;
        let slope = moment.sign_of(&dot(v, &gap.p), &dot(v, &gap.r));
        let center = Place { p: self.path.from.clone(), r: self.own.clone(), s: BigInt::one() };
        Touch {
            time: self.time(&moment),
            center: numbers(&center),
            point: point(&core[0]),
            other_point: (!is_one).then(|| point(&core[1])),
            normal,
            features: self.hull.features(&core[0], &moment),
            approach: match slope {
                Ordering::Less => Approach::Approaching,
                Ordering::Equal => Approach::Sliding,
                Ordering::Greater => Approach::Parting,
            },
            span,
            moment,
        }
    }

    /// For an axis that enters the inflated obstacle: the first contact of a point that moves along
    /// the axis.
    fn along_axis(&self) -> Option<Touch> {
        if self.axis.iter().all(Zero::is_zero) {
            return None;
        }
        let still = || [0; 3].map(BigInt::from);
        let path = Path { from: self.path.from.clone(), velocity: self.axis.clone() };
        let along = Self {
            space: self.space,
            speed: self.space,
            end: None,
            axis: still(),
            own: self.axis.clone(),
            drift: still(),
            reach: self.rounding.clone(),
            rounding: self.rounding.clone(),
            hull: self.hull.clone(),
            parts: parts::all(&self.hull, &still(), &path),
            path,
        };
        match along.first_contact() {
            Truth::None => None,
            Truth::Overlap(touch) | Truth::Contact(touch) => Some(touch),
        }
    }

    fn overlap(&self, foot: &Place) -> Touch {
        let moment = Moment::start();
        let span = self.hull.clip(foot, &self.axis, &moment).unwrap();
        let core = foot.plus(&span[0], &self.axis);
        let gap = self.gap(foot);
        let squared = dot(&gap.p, &gap.p);
        let within = &self.rounding * &gap.s;
        let exponent = self.space;
        let a = Place::from(&self.path.from);
        let numbers = |place: &Place| [0, 1, 2].map(|k| place.coordinate(k).at(&moment, exponent));
        let is_outside = squared > &within * &within;
        let along = if is_outside { None } else { self.along_axis() };
        let features = match &along {
            Some(touch) => touch.features.clone(),
            None => self.hull.features(&core, &moment),
        };
        let point = if let Some(touch) = along {
            touch.point
        } else if !is_outside {
            numbers(&a)
        } else {
            // This leads from the core outwards by the inflation radius.
            [0, 1, 2].map(|k| Real::Surd {
                x: &core.p[k] * &squared,
                y: &gap.p[k] * &self.rounding * &core.s,
                q: squared.clone(),
                s: &core.s * &squared,
                exponent,
            })
        };
        let unit = || gap.p.clone().map(|n| Real::Unit { n, square: squared.clone() });
        Touch {
            time: self.time(&moment),
            center: numbers(&a),
            point,
            other_point: None,
            normal: is_outside.then(unit),
            features,
            approach: Approach::Sliding,
            span,
            moment,
        }
    }
}
