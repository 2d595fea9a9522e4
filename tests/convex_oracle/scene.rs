//! The search along the path.
//!
//! `f(t) = distance^2 - radius^2` is convex and its slope continuous. So its value and slope at one
//! time decide on which side of that time the first zero lies, if there is one, and likewise for
//! the last. The search bisects the list of the times at which the parabola may change, until two
//! neighbours enclose the zero. Between them the zero belongs to one parabola, and is never
//! computed.

use super::distance::{Approach, Foot};
use super::exact::{Ratio, Time, Vector, common_exponent, decode, integer, minus, parabola, sign};
use super::query::{Axis, Mover, Query};
use super::sweep::Sweep;
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::cell::OnceCell;
use std::cmp::Ordering;
use std::rc::Rc;

/// A query in whole numbers: lengths in units of `2^space`, velocities in units of `2^speed`.
///
/// An ellipsoid is a sphere after each axis is stretched so that its radii become equal.
pub struct Scene {
    pub space: i32,
    pub speed: i32,
    /// The end time of the motion; `None` if there is none.
    pub end: Option<(i64, i32)>,
    pub center: Vector,
    pub own: Vector,
    pub drift: Vector,
    pub stretch: Vector,
    /// The radius after stretching, including the inflation radius of the target.
    pub radius: BigInt,
    /// The inflation radius.
    pub rounding: BigInt,
    /// The path relative to the target, after stretching.
    pub path: Approach,
    /// The body and the centre without stretching and motion.
    pub unstretched: Option<Approach>,
    /// The sweep for a capsule; then the path leads to all points from which the capsule's axis
    /// meets the body.
    pub sweep: Option<Sweep>,
    pub touched: OnceCell<Option<Moment>>,
}

/// The time at which the distance becomes the radius, and the closest point at that time.
#[derive(Clone)]
pub struct Moment {
    pub at: Time,
    pub foot: Rc<Foot>,
}

impl Scene {
    /// `None` if the target is not bounded by planes.
    pub fn new(query: &Query) -> Option<Self> {
        let radii = match query.mover {
            Mover::Sphere(radius) | Mover::Capsule(_, radius) => vec![radius],
            Mover::Ellipsoid(radii) => radii[..if query.plane { 2 } else { 3 }].to_vec(),
        };
        let space = query.space();
        let velocities = [query.velocity, query.drift];
        let speeds = velocities.iter().chain(&query.origins).flatten();
        let speed = common_exponent(speeds.copied());
        let center = query.center.map(|x| integer(x, space));
        let velocity = |i: usize| {
            [0, 1, 2]
                .map(|k| integer(velocities[i][k], speed) - integer(query.origins[i][k], speed))
        };
        let [own, drift] = [velocity(0), velocity(1)];
        let mut planes = query.target.planes(space, query.plane)?;
        let (mut sweep, mut corners) = (None, None);
        if let Mover::Capsule(axis, _) = query.mover {
            let axis = match axis {
                Axis::To(b) => minus(&b.map(|x| integer(x, space)), &center),
                Axis::Along(axis) => axis.map(|x| integer(x, space)),
            };
            let (of_axis, bounds, all) = Sweep::new(axis, planes, query.plane);
            (sweep, planes, corners) = (Some(of_axis), bounds, Some(all));
        }

        // Coordinates become `x_k L / a_k`, where `L` is the product of the radii `a_k`, so that
        // all radii become `L`.
        let radii: Vec<BigInt> = radii.into_iter().map(|x| integer(x, space)).collect();
        let rounding = integer(query.rounding, space);
        // No ellipsoid is cast at an inflated target.
        let radius = radii.iter().product::<BigInt>() + &rounding;
        let mut stretch = [0; 3].map(|_| BigInt::one());
        let mut unstretched = None;
        if matches!(query.mover, Mover::Ellipsoid(_)) {
            let still = [0; 3].map(|_| BigInt::ZERO);
            unstretched = Some(Approach::new(center.clone(), still, planes.clone()));
            for (k, a) in radii.iter().enumerate() {
                stretch[k] = &radius / a;
                planes.iter_mut().for_each(|plane| plane.n[k] *= a);
            }
            planes.iter_mut().for_each(|plane| plane.h *= &radius);
        }
        let stretched = |v: &Vector| [0, 1, 2].map(|k| &v[k] * &stretch[k]);
        let path = Approach::new(stretched(&center), stretched(&minus(&own, &drift)), planes);
        let path = match corners {
            None => path,
            Some(corners) => path.with_corners(&corners),
        };

        let end = query.t_max[0].min(query.t_max[1]);
        let end = end.is_finite().then(|| decode(end));
        Some(Self {
            space,
            speed,
            end,
            center,
            own,
            drift,
            stretch,
            radius,
            rounding,
            path,
            unstretched,
            sweep,
            touched: OnceCell::new(),
        })
    }

    /// The closest point at time zero, and whether the distance is less than the radius; `None` for
    /// an empty body.
    pub fn start(&self) -> Option<(Rc<Foot>, Ordering)> {
        let foot = self.path.nearest(&Ratio::zero())?;
        let [.., c] = foot.parabola(&self.radius);
        Some((foot, sign(&c)))
    }

    /// The signs of the value and the slope of `f`.
    fn trend(&self, t: &Ratio) -> (Ordering, Ordering) {
        let foot = self.path.nearest(t).unwrap();
        let [a, b, c] = foot.parabola(&self.radius);
        let (value, slope) = parabola(&a, &b, &c, &t.n, &t.d);
        (sign(&value), sign(&slope))
    }

    /// Bisects `times` until no time is left between two of them; `early` decides whether a time is
    /// before the wanted one.
    fn bracket(
        &self,
        mut times: Vec<Ratio>,
        early: impl Fn(&Ratio) -> bool,
    ) -> (Option<Ratio>, Option<Ratio>) {
        let (mut low, mut high) = (None, None);
        while !times.is_empty() {
            let time = times.swap_remove(times.len() / 2);
            if early(&time) {
                times.retain(|other| other.cmp(&time).is_gt());
                low = Some(time);
            } else {
                times.retain(|other| other.cmp(&time).is_lt());
                high = Some(time);
            }
        }
        (low, high)
    }

    /// The least time after the start at which the distance decreases to the radius, if the two are
    /// apart at the start.
    pub fn first_touch(&self) -> Option<Moment> {
        self.touched.get_or_init(|| self.find_first_touch()).clone()
    }

    fn find_first_touch(&self) -> Option<Moment> {
        let falling = |t: &Ratio| self.trend(t) == (Ordering::Greater, Ordering::Less);
        if !falling(&Ratio::zero()) {
            return None;
        }
        let later = self.path.breaks().iter().filter(|t| t.n > BigInt::ZERO).cloned().collect();
        let (low, high) = self.bracket(later, falling);
        let low = low.unwrap_or_else(Ratio::zero);
        let sample = high.as_ref().map_or_else(|| low.plus_one(), |high| low.between(high));
        let foot = self.path.nearest(&sample).unwrap();
        let [a, b, c] = foot.parabola(&self.radius);
        assert!(!a.is_zero(), "a distance that falls does not stay the same");
        if &b * &b < &a * &c {
            return None;
        }
        let at = Time::Root { a, b, c };
        assert!(at.cmp(&low.n, &low.d).is_gt(), "the pieces must fit together");
        assert!(high.is_none_or(|high| at.cmp(&high.n, &high.d).is_le()));
        Some(Moment { at, foot })
    }

    /// The negated end of the contact on the whole line of time; `None` if there is none.
    pub fn last_touch(&self) -> Option<Moment> {
        self.path.nearest(&Ratio::zero())?;
        let rising =
            |t: &Ratio| matches!(self.trend(t), (Ordering::Greater, slope) if slope.is_ge());
        let (low, high) = self.bracket(self.path.breaks().to_vec(), |t| !rising(t));
        let sample = match (&low, &high) {
            (Some(low), Some(high)) => low.between(high),
            (Some(low), None) => low.plus_one(),
            (None, Some(high)) => Ratio { n: &high.n - &high.d, d: high.d.clone() },
            (None, None) => Ratio::zero(),
        };
        let foot = self.path.nearest(&sample).unwrap();
        let [a, b, c] = foot.parabola(&self.radius);
        if a.is_zero() || &b * &b < &a * &c {
            return None;
        }
        // The larger root of a parabola is minus the smaller one of its mirror image.
        let at = Time::Root { a, b: -b, c };
        assert!(low.is_none_or(|low| at.cmp(&-low.n, &low.d).is_le()), "pieces must fit together");
        assert!(high.is_none_or(|high| at.cmp(&-high.n, &high.d).is_gt()));
        Some(Moment { at, foot })
    }
}
