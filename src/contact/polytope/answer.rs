//! What is answered: the first touch, the closest point, the way out, the last time.

use super::super::answer::{Answer, Approach, Contact, ExactAnswer, Overlap};
use super::super::sealed::{Leave, Meets, Near};
use super::super::{ClosestPoint, Penetration, TimeDomain, from_space, in_space, still};
use super::body::{Body, Skew, Walls};
use super::numbers::{Distance, Numbers, Out, Time};
use super::{
    Asked, AtRest, Closest, Meeting, NearestPlane, PlaneFeature, PolytopeCast, Touch, When, ask,
};
use crate::number::{
    Decision, Effort, Rational, Rounding, Scaled, Sign, Surd, compare, decide, decide_exactly,
    measure, measure_exactly,
};
use crate::shape::{Frustum, Moving, Parallelepiped, Part, Point, Polytope, Scalar, Sphere};
use Sign::Negative;
use core::cmp::Ordering;

fn feature<B: Body>(cast: &PolytopeCast<B>, at: Closest) -> PlaneFeature {
    PlaneFeature { planes: cast.body.holders(at.held) }
}

/// The closest point at time zero as a touch, for its numbers.
pub(super) fn touch_of(at: Closest) -> Touch {
    Touch { when: When::Start, at, approach: Approach::Sliding, has_normal: false }
}

fn meet<T: Scalar, const N: usize, B: Body>(
    cast: PolytopeCast<B>,
    t_max: T,
    effort: &mut Effort,
) -> Answer<T, N, PlaneFeature> {
    let scaled = Scaled::new(cast);
    let touch = match decide(&scaled, effort) {
        Meeting::Apart => return Answer::None,
        Meeting::Overlap(at) => {
            let numbers = ask(&scaled, Numbers(touch_of(at)));
            let [_, cx, cy, cz, px, py, pz, ..] = measure::<T, _, 10>(&numbers, effort);
            let normal = is_away(&scaled, at.part, Some(effort)).then(|| {
                let [x, y, z, _] = measure::<T, _, 4>(&ask(&scaled, Out(at.part)), effort);
                from_space(&[x, y, z])
            });
            return Answer::Overlap(Overlap {
                center: from_space(&[cx, cy, cz]),
                point: from_space(&[px, py, pz]),
                normal,
                feature: feature(&scaled.inputs, at),
            });
        }
        Meeting::Contact(touch) => touch,
    };
    let is_late = t_max < T::INFINITY
        && compare(&ask(&scaled, Time(touch)), t_max.widen(), effort) == Ordering::Greater;
    if is_late {
        return Answer::None;
    }
    let numbers = ask(&scaled, Numbers(touch));
    let [time, cx, cy, cz, px, py, pz, nx, ny, nz] = measure::<T, _, 10>(&numbers, effort);
    Answer::Contact(Contact {
        time,
        center: from_space(&[cx, cy, cz]),
        point: from_space(&[px, py, pz]),
        normal: touch.has_normal.then(|| from_space(&[nx, ny, nz])),
        feature: feature(&scaled.inputs, touch.at),
        approach: touch.approach,
    })
}

fn meet_exactly<T: Scalar, const N: usize, B: Body>(
    cast: PolytopeCast<B>,
    t_max: T,
) -> ExactAnswer<N, PlaneFeature> {
    let scaled = Scaled::new(cast);
    let numbers = |touch| -> (Surd, [Surd; N], [Surd; N], [Surd; N]) {
        let values = measure_exactly(&ask(&scaled, Numbers(touch)));
        let [time, cx, cy, cz, px, py, pz, nx, ny, nz] = values;
        let (center, point, normal) = ([cx, cy, cz], [px, py, pz], [nx, ny, nz]);
        (time, from_space(&center), from_space(&point), from_space(&normal))
    };
    match decide_exactly(&scaled) {
        Meeting::Apart => ExactAnswer::None,
        Meeting::Overlap(at) => {
            let (_, center, point, _) = numbers(touch_of(at));
            let normal = is_away(&scaled, at.part, None).then(|| {
                let [x, y, z, _] = measure_exactly(&ask(&scaled, Out(at.part)));
                from_space(&[x, y, z])
            });
            ExactAnswer::Overlap { center, point, normal, feature: feature(&scaled.inputs, at) }
        }
        Meeting::Contact(touch) => {
            let (time, center, point, normal) = numbers(touch);
            if time.compare_with(t_max.widen()) == Ordering::Greater {
                return ExactAnswer::None;
            }
            let normal = touch.has_normal.then_some(normal);
            let feature = feature(&scaled.inputs, touch.at);
            ExactAnswer::Contact { time, center, point, normal, feature }
        }
    }
}

fn contact_time<T: Scalar, B: Body>(
    cast: PolytopeCast<B>,
    t_max: T,
    rounding: Rounding,
) -> Option<T> {
    let scaled = Scaled::new(cast);
    let effort = &mut Effort::default();
    let Meeting::Contact(touch) = decide(&scaled, effort) else { return None };
    let time = ask(&scaled, Time(touch));
    if t_max < T::INFINITY && compare(&time, t_max.widen(), effort) == Ordering::Greater {
        return None;
    }
    let [nearest] = measure::<T, _, 1>(&time, effort);
    let is_above =
        rounding == Rounding::Down && compare(&time, nearest.widen(), effort) == Ordering::Less;
    Some(if is_above { nearest.below() } else { nearest })
}

impl<B: Body> PolytopeCast<B> {
    /// The body's point closest to the centre at time zero; none if the body is empty.
    pub(crate) fn closest_point<T: Scalar, const N: usize>(
        self,
        effort: &mut Effort,
    ) -> Option<ClosestPoint<T, N, PlaneFeature>> {
        let scaled = Scaled::new(self);
        let (at, _) = decide(&ask(&scaled, AtRest), effort)?;
        let [_, _, _, _, px, py, pz, ..] =
            measure::<T, _, 10>(&ask(&scaled, Numbers(touch_of(at))), effort);
        let distance = ask(&scaled, Distance(at.part));
        let [distance] = measure(&distance, effort);
        let feature = feature(&scaled.inputs, at);
        Some(ClosestPoint { point: from_space(&[px, py, pz]), feature, distance })
    }

    /// How far that point is, by exact arithmetic alone.
    pub(crate) fn exact_distance(self) -> Option<Surd> {
        let scaled = Scaled::new(self);
        let (at, _) = decide_exactly(&ask(&scaled, AtRest))?;
        let [distance] = measure_exactly(&ask(&scaled, Distance(at.part)));
        Some(distance)
    }

    /// The way out of an overlap at time zero; none if there is no overlap, or if the body has no planes.
    pub(crate) fn penetration<T: Scalar, const N: usize>(
        self,
        effort: &mut Effort,
    ) -> Option<Penetration<T, N>> {
        let out = self.way(Some(effort))?;
        let [x, y, z, depth] = measure(&out, effort);
        Some(Penetration { direction: from_space(&[x, y, z]), depth })
    }

    fn way(self, mut effort: Option<&mut Effort>) -> Option<Scaled<Asked<B, Out>>> {
        let scaled = Scaled::new(self);
        let at_rest = ask(&scaled, AtRest);
        let (closest, gap) = settle(&at_rest, effort.as_deref_mut())?;
        let is_on_boundary = scaled.inputs.radius == 0.0 && closest.part != Part::Inside;
        if gap != Negative || is_on_boundary {
            return None;
        }
        let part = if is_away(&scaled, closest.part, effort.as_deref_mut()) {
            closest.part
        } else {
            let nearest = ask(&scaled, NearestPlane);
            let plane = settle(&nearest, effort)?;
            let [faces, ..] = scaled.inputs.body.counts();
            Part::Face((0..faces).find(|&i| scaled.inputs.body.plane_of_face(i) == plane)?)
        };
        Some(ask(&scaled, Out(part)))
    }

    /// The first touch of the motion backwards.
    fn backwards(self, effort: Option<&mut Effort>) -> Option<(Scaled<Self>, Touch)> {
        let back = |velocity: [f64; 3]| velocity.map(|x| -x);
        let (velocity, obstacle_velocity) = (back(self.velocity), back(self.obstacle_velocity));
        let scaled =
            Scaled::new(Self { velocity, obstacle_velocity, domain: TimeDomain::Always, ..self });
        match settle(&scaled, effort) {
            Meeting::Contact(touch) => Some((scaled, touch)),
            Meeting::Apart | Meeting::Overlap(_) => None,
        }
    }
}

/// Whether the centre is away from the closest part at time zero, and not on it.
fn is_away<B: Body>(
    scaled: &Scaled<PolytopeCast<B>>,
    part: Part,
    effort: Option<&mut Effort>,
) -> bool {
    let distance = ask(scaled, Distance(part));
    part != Part::Inside
        && match effort {
            Some(effort) => compare(&distance, 0.0, effort) == Ordering::Greater,
            None => measure_exactly(&distance)[0].sign() == Ordering::Greater,
        }
}

/// Decides, with filters or without.
fn settle<D: Decision>(scaled: &Scaled<D>, effort: Option<&mut Effort>) -> D::Outcome {
    match effort {
        Some(effort) => decide(scaled, effort),
        None => decide_exactly(scaled),
    }
}

/// The touch of the motion backwards that is the last one, if the two ever touch before the end of the motion.
fn last_touch<T: Scalar, B: Body>(
    cast: PolytopeCast<B>,
    t_max: T,
    mut effort: Option<&mut Effort>,
) -> Option<(Scaled<PolytopeCast<B>>, Touch)> {
    let scaled = Scaled::new(cast.clone());
    match settle(&scaled, effort.as_deref_mut()) {
        Meeting::Apart => return None,
        Meeting::Overlap(_) => {}
        Meeting::Contact(touch) => {
            let (time, effort) = (ask(&scaled, Time(touch)), &mut Effort::default());
            let is_late =
                t_max < T::INFINITY && compare(&time, t_max.widen(), effort) == Ordering::Greater;
            if is_late {
                return None;
            }
        }
    }
    cast.backwards(effort)
}

/// Makes `$shape`, moving, an obstacle of spheres: `$body` says what it is.
macro_rules! bounded {
    ($shape:ty, $dimension:tt, [$($generic:tt)*], $body:expr) => {
        impl<T: Scalar, $($generic)*> Meets<T, $dimension, Sphere<T, $dimension>> for Moving<$shape> {
            type Feature = PlaneFeature;

            fn meet(
                &self,
                ball: &Moving<Sphere<T, $dimension>>,
                effort: &mut Effort,
            ) -> Answer<T, $dimension, PlaneFeature> {
                let cast = cast(ball, $body(self.shape()), self.velocity());
                meet(cast, self.end_with(ball), effort)
            }

            fn meet_exactly(
                &self,
                ball: &Moving<Sphere<T, $dimension>>,
            ) -> ExactAnswer<$dimension, PlaneFeature> {
                let cast = cast(ball, $body(self.shape()), self.velocity());
                meet_exactly(cast, self.end_with(ball))
            }

            fn time(&self, ball: &Moving<Sphere<T, $dimension>>, rounding: Rounding) -> Option<T> {
                let cast = cast(ball, $body(self.shape()), self.velocity());
                contact_time(cast, self.end_with(ball), rounding)
            }

            fn last_time(&self, ball: &Moving<Sphere<T, $dimension>>) -> Option<T> {
                let cast = cast(ball, $body(self.shape()), self.velocity());
                let effort = &mut Effort::default();
                let (scaled, touch) = last_touch(cast, self.end_with(ball), Some(effort))?;
                let [time] = measure::<T, _, 1>(&ask(&scaled, Time(touch)), effort);
                Some(T::nearest(-time.widen()))
            }

            fn last_time_exactly(&self, ball: &Moving<Sphere<T, $dimension>>) -> Option<Surd> {
                let cast = cast(ball, $body(self.shape()), self.velocity());
                let (scaled, touch) = last_touch(cast, self.end_with(ball), None)?;
                let [time] = measure_exactly(&ask(&scaled, Time(touch)));
                Surd::from(Rational::ZERO).checked_sub(&time)
            }

            fn touches(
                &self,
                ball: &Moving<Sphere<T, $dimension>>,
                effort: &mut Effort,
            ) -> bool {
                let cast = cast(ball, $body(self.shape()), self.velocity());
                decide(&Scaled::new(cast), effort) != Meeting::Apart
            }
        }
    };
}

/// Makes `$shape` answer at rest: `$body` says what it is, `$moving` how it moves if it does not.
macro_rules! at_rest {
    ($shape:ty, $dimension:tt, [$($generic:tt)*], $body:expr, $moving:expr) => {
        still!(Sphere<T, $dimension>, $shape, {$($generic)*}, $dimension, PlaneFeature, $moving);

        impl<T: Scalar, $($generic)*> Near<T, $dimension> for $shape {
            type Feature = PlaneFeature;

            fn closest_to(
                &self,
                point: &Point<T, $dimension>,
            ) -> Option<ClosestPoint<T, $dimension, PlaneFeature>> {
                let cast = PolytopeCast::at_rest(&Sphere::at(point), $body(self));
                cast.closest_point(&mut Effort::default())
            }

            fn exact_distance(&self, point: &Point<T, $dimension>) -> Option<Surd> {
                PolytopeCast::at_rest(&Sphere::at(point), $body(self)).exact_distance()
            }
        }

        impl<T: Scalar, $($generic)*> Leave<T, $dimension> for $shape {
            fn penetration(&self, sphere: &Sphere<T, $dimension>) -> Option<Penetration<T, $dimension>> {
                PolytopeCast::at_rest(sphere, $body(self)).penetration(&mut Effort::default())
            }
        }
    };
}

fn cast<T: Scalar, const N: usize, B: Body>(
    ball: &Moving<Sphere<T, N>>,
    body: B,
    obstacle_velocity: [T; N],
) -> PolytopeCast<B> {
    let (velocity, obstacle_velocity) = (in_space(ball.velocity()), in_space(obstacle_velocity));
    PolytopeCast { velocity, obstacle_velocity, ..PolytopeCast::at_rest(ball.shape(), body) }
}

fn walls<'a, T, const N: usize>(body: &&'a Polytope<T, N>) -> Walls<'a> {
    Walls::of(body)
}

fn walls_of_frustum<T: Scalar>(body: &Frustum<T>) -> Walls<'_> {
    Walls::of(body.polytope())
}

fn still_frustum<T: Scalar>(body: &Frustum<T>) -> Moving<&Polytope<T, 3>> {
    Moving::still(body.polytope())
}

fn still_copy<T: Scalar>(body: &Parallelepiped<T>) -> Moving<Parallelepiped<T>> {
    Moving::still(*body)
}

bounded!(&Polytope<T, N>, N, [const N: usize], walls);
bounded!(Parallelepiped<T>, 3, [], Skew::of);
at_rest!(Polytope<T, N>, N, [const N: usize], Walls::of, Moving::still);
at_rest!(Frustum<T>, 3, [], walls_of_frustum, still_frustum);
at_rest!(Parallelepiped<T>, 3, [], Skew::of, still_copy);
