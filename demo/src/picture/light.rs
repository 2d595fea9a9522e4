//! Light: one lamp with a soft edge, and a bright sky.

use super::bins::Bins;
use super::camera::Ray;
use super::color::Color;
use super::scene::{Ball, Finish, Part};
use super::vector::{Vector, along, dot, frame, length, mix, scale, sub, unit};

/// The direction to the lamp, before it is made a unit vector.
const LAMP: Vector = [-0.62, -0.34, 0.86];

/// The radius of the lamp's disc at distance one.
const SOFTNESS: f64 = 0.07;

/// The greatest distance at which the part hides the sky, in millimetres.
const NEARBY: f64 = 45.0;

/// The distance above a surface at which rays begin. A place on a surface is rounded, so it may be
/// on the wrong side of the surface.
const LIFT: f64 = 1e-3;

/// The number of places along the side of a square whose places share their directions.
pub(super) const SHARED_BY: usize = 4;

/// The numbers of directions to the lamp and into the sky that one place samples.
const LAMP_RAYS: usize = 4;
const SKY_RAYS: usize = 8;

/// The shares of the lamp and the sky that are visible from a place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sight {
    /// The share of the lamp.
    pub(super) lamp: f64,
    /// The share of the sky.
    pub(super) sky: f64,
}

/// The objects that block light. For the part its shape counts, for balls only a round shadow.
#[derive(Clone, Debug)]
pub(super) struct Light {
    to_lamp: Vector,
    across: [Vector; 2],
    disc: Vec<[f64; 2]>,
    balls: Vec<Ball>,
    /// The balls by their place in the view from the lamp.
    in_lamp_light: Bins,
    /// The balls by their place in the view from above.
    in_plan: Bins,
}

impl Light {
    pub(super) fn new(balls: &[Ball]) -> Self {
        let to_lamp = unit(LAMP);
        let [u, v, _] = frame(to_lamp);
        let balls: Vec<Ball> =
            balls.iter().filter(|ball| ball.finish == Finish::Glass).copied().collect();
        let lamp_place = |ball: &Ball| [dot(ball.center, u), dot(ball.center, v)];
        let plan_place = |ball: &Ball| [ball.center[0], ball.center[1]];
        let in_lamp_light = bins(&balls, lamp_place, |ball| ball.radius + 8.0);
        let in_plan = bins(&balls, plan_place, |ball| 4.0 * ball.radius);
        Self { to_lamp, across: [u, v], disc: disc(), balls, in_lamp_light, in_plan }
    }

    /// The direction to the middle of the lamp.
    pub(super) fn to_lamp(&self) -> Vector {
        self.to_lamp
    }

    /// The shares that the part leaves open to a place, sampled in all directions.
    pub(super) fn whole_sight(&self, part: &Part, position: Vector, normal: Vector) -> Sight {
        const SHARES: usize = SHARED_BY * SHARED_BY;
        let sights = (0..SHARES).map(|share| self.sight(part, position, normal, share));
        let sum = sights.fold(Sight::default(), |sum, one| Sight {
            lamp: sum.lamp + one.lamp,
            sky: sum.sky + one.sky,
        });
        Sight { lamp: sum.lamp / SHARES as f64, sky: sum.sky / SHARES as f64 }
    }

    /// The shares that the part leaves open to a place, sampled in the directions that belong to
    /// this place of its square.
    pub(super) fn sight(
        &self,
        part: &Part,
        position: Vector,
        normal: Vector,
        share: usize,
    ) -> Sight {
        let every = SHARED_BY * SHARED_BY;
        let pick = |count: usize| (0..count).map(move |k| k * every + share % every);
        let origin = along(position, normal, LIFT);
        let lamp: f64 = pick(LAMP_RAYS).map(|i| self.lamp_ray(part, origin, i)).sum();
        let sky: f64 = pick(SKY_RAYS).map(|i| self.sky_ray(part, origin, normal, i)).sum();
        Sight { lamp: lamp / LAMP_RAYS as f64, sky: sky / SKY_RAYS as f64 }
    }

    fn lamp_ray(&self, part: &Part, origin: Vector, i: usize) -> f64 {
        let [u, v] = self.disc[(i * self.disc.len()) / (LAMP_RAYS * SHARED_BY * SHARED_BY)];
        let side = along(scale(self.across[0], u), self.across[1], v);
        let direction = unit(along(self.to_lamp, side, SOFTNESS));
        let ray = Ray { origin, direction };
        if part.obstructed(ray, f64::INFINITY).is_some() { 0.0 } else { 1.0 }
    }

    /// The light from one direction into the half space. Steeper directions are sampled more often,
    /// and a distant obstacle counts less.
    fn sky_ray(&self, part: &Part, origin: Vector, normal: Vector, i: usize) -> f64 {
        let [x, y] = self.disc[i % self.disc.len()];
        let [u, v, n] = frame(normal);
        let up = (1.0 - x * x - y * y).max(0.0).sqrt();
        let direction = unit(along(along(scale(u, x), v, y), n, up));
        match part.obstructed(Ray { origin, direction }, NEARBY) {
            Some(distance) => 0.85 * distance / NEARBY,
            // The ground is bright, but not as bright as the sky.
            None => {
                if direction[2] < 0.0 {
                    0.6
                } else {
                    1.0
                }
            }
        }
    }

    /// The share of the lamp's light that the balls let through to a place. Balls of glass colour
    /// this light.
    pub(super) fn through_balls(&self, position: Vector, besides: Option<usize>) -> Color {
        let spot = self.across.map(|axis| dot(position, axis));
        let near = self.in_lamp_light.at(spot).iter().filter(|&&i| Some(i) != besides);
        near.fold([1.0; 3], |light, &i| {
            let ball = &self.balls[i];
            let shade = self.shade(ball, position);
            let tint = mix([0.25; 3], ball.color, 0.45);
            std::array::from_fn(|k| light[k] * (1.0 - shade * (1.0 - tint[k])))
        })
    }

    /// The share of the lamp that a ball hides.
    fn shade(&self, ball: &Ball, position: Vector) -> f64 {
        let away = sub(ball.center, position);
        let ahead = dot(away, self.to_lamp);
        if ahead <= 0.0 {
            return 0.0;
        }
        let aside = length(along(away, self.to_lamp, -ahead));
        let lamp = ahead * SOFTNESS;
        let covered = 0.5 + 0.5 * (ball.radius - aside) / (lamp + 0.05);
        let most = (ball.radius / lamp) * (ball.radius / lamp);
        smooth(covered) * most.min(1.0)
    }

    /// The share of the sky that the balls leave open above a place.
    pub(super) fn open_past_balls(
        &self,
        position: Vector,
        normal: Vector,
        besides: Option<usize>,
    ) -> f64 {
        let near =
            self.in_plan.at([position[0], position[1]]).iter().filter(|&&i| Some(i) != besides);
        near.fold(1.0, |open, &i| {
            let ball = &self.balls[i];
            let away = sub(ball.center, position);
            let far = length(away).max(ball.radius);
            let cosine = dot(away, normal) / far;
            let ratio = ball.radius / far;
            // The factor is zero at the range of the bins, so a ball has no visible edge of
            // influence.
            let fade = (1.25 - 5.0 * far / (16.0 * ball.radius)).clamp(0.0, 1.0);
            open * (1.0 - 0.85 * fade * cosine.max(0.0) * ratio * ratio)
        })
    }
}

/// Rises smoothly from 0 to 1.
pub(super) fn smooth(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

fn bins(balls: &[Ball], place: impl Fn(&Ball) -> [f64; 2], reach: impl Fn(&Ball) -> f64) -> Bins {
    let mut low = [f64::INFINITY; 2];
    let mut high = [-f64::INFINITY; 2];
    for ball in balls {
        let (at, reach) = (place(ball), reach(ball));
        low = std::array::from_fn(|i| low[i].min(at[i] - reach));
        high = std::array::from_fn(|i| high[i].max(at[i] + reach));
    }
    let mut bins = Bins::over(low.map(finite), high.map(finite), 2.0);
    for (i, ball) in balls.iter().enumerate() {
        bins.put(i, place(ball), reach(ball));
    }
    bins
}

fn finite(x: f64) -> f64 {
    if x.is_finite() { x } else { 0.0 }
}

/// Points that fill the unit disc evenly, as does every first part of them.
///
/// Multiples of the plastic number's inverse powers fill the unit square evenly; points outside of
/// the disc are left out.
fn disc() -> Vec<[f64; 2]> {
    const STEP: [f64; 2] = [0.754_877_666_246_692_7, 0.569_840_290_998_053_2];
    let point = |i: i32| STEP.map(|step| 2.0 * (f64::from(i) * step).fract() - 1.0);
    let inside = (1..).map(point).filter(|[x, y]| x * x + y * y < 1.0);
    inside.take(SKY_RAYS * SHARED_BY * SHARED_BY).collect()
}
