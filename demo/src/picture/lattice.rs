//! The visible shares of the lamp and the sky, measured at every other pixel and smoothed between
//! these.
//!
//! Neighbouring places sample different directions, and a square of places samples all of them. The
//! mean over such a square, taken only over places on the same smooth piece of surface, is as good
//! as if each place had sampled every direction, so no grain is visible.

use super::camera::{Camera, Spot};
use super::light::{SHARED_BY, Sight};
use super::scene::Place;
use super::vector::{Vector, dot, sub};
use rayon::prelude::*;

/// The number of pixels from one measured place to the next.
const EVERY: usize = 2;

/// A place on a surface, with the shares of the lamp and the sky there.
#[derive(Clone, Copy, Debug)]
struct Measured {
    position: Vector,
    normal: Vector,
    /// The distance to the next places of the lattice here, in millimetres.
    step: f64,
    sight: Sight,
}

/// Measured places over the picture.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    columns: usize,
    rows: usize,
    places: Vec<Option<Measured>>,
}

impl Lattice {
    /// Measures the result of `place` at every other pixel; `tick` is called after each row.
    pub(super) fn measure(
        [width, height]: [usize; 2],
        camera: &Camera,
        place: impl Fn(Spot) -> Option<Place> + Sync,
        sight: impl Fn(Vector, Vector, usize) -> Sight + Sync,
        tick: impl Fn() + Sync,
    ) -> Self {
        let (columns, rows) = (width.div_ceil(EVERY), height.div_ceil(EVERY));
        let row = |row: usize| {
            let measured = |column: usize| {
                let place = place([column, row].map(|i| (i * EVERY) as f64 + 0.5))?;
                let step = EVERY as f64 / camera.pixels(1.0, camera.depth(place.position));
                let share = SHARED_BY * (row % SHARED_BY) + column % SHARED_BY;
                let sight = sight(place.position, place.normal, share);
                Some(Measured { position: place.position, normal: place.normal, step, sight })
            };
            let row: Vec<Option<Measured>> = (0..columns).map(measured).collect();
            tick();
            row
        };
        let places = (0..rows).into_par_iter().flat_map_iter(row).collect();
        Self { columns, rows, places }.smoothed()
    }

    /// The shares at a place, from the measured places around it, or `None` if none of these is
    /// like the place.
    pub(super) fn sight(&self, [x, y]: Spot, position: Vector, normal: Vector) -> Option<Sight> {
        let place = [x, y].map(|at| (at - 0.5) / EVERY as f64);
        let [column, row] = place.map(f64::floor);
        let [right, down] = [place[0] - column, place[1] - row];
        let mut sum = Sum::default();
        for (dx, wx) in [(0.0, 1.0 - right), (1.0, right)] {
            for (dy, wy) in [(0.0, 1.0 - down), (1.0, down)] {
                if let Some(near) = self.at(column + dx, row + dy) {
                    // Every corner gets a little weight: exactly at one corner, the other corners
                    // must still count.
                    sum.add(near.sight, (wx * wy + 0.01) * near.likeness(position, normal));
                }
            }
        }
        sum.mean()
    }

    fn at(&self, column: f64, row: f64) -> Option<&Measured> {
        let inside =
            column >= 0.0 && row >= 0.0 && column < self.columns as f64 && row < self.rows as f64;
        if inside {
            self.places[row as usize * self.columns + column as usize].as_ref()
        } else {
            None
        }
    }

    /// Replaces the shares of each place by the mean over the square around it. The outermost
    /// places count half, since the pattern of directions repeats there.
    fn smoothed(self) -> Self {
        const REACH: i32 = SHARED_BY as i32 / 2;
        let weight = |offset: i32| if offset.abs() == REACH { 0.5 } else { 1.0 };
        let smooth = |i: usize| {
            let here = self.places[i]?;
            let (column, row) = ((i % self.columns) as f64, (i / self.columns) as f64);
            let mut sum = Sum::default();
            for dy in -REACH..=REACH {
                for dx in -REACH..=REACH {
                    if let Some(near) = self.at(column + f64::from(dx), row + f64::from(dy)) {
                        let like = near.likeness(here.position, here.normal);
                        sum.add(near.sight, weight(dx) * weight(dy) * like);
                    }
                }
            }
            Some(Measured { sight: sum.mean().unwrap_or(here.sight), ..here })
        };
        let places = (0..self.places.len()).into_par_iter().map(smooth).collect();
        Self { places, ..self }
    }
}

impl Measured {
    /// The likeness of two places: 1 if they are on the same smooth piece of surface, and near 0 if
    /// they are not.
    fn likeness(&self, position: Vector, normal: Vector) -> f64 {
        let away = sub(position, self.position);
        let above = dot(away, self.normal) / self.step;
        let far = dot(away, away) / (self.step * self.step);
        let bent = dot(normal, self.normal).max(0.0);
        let bent = bent * bent * bent * bent;
        bent * bent / ((1.0 + 4.0 * above * above) * (1.0 + 0.0005 * far * far))
    }
}

/// A weighted mean that is being computed.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    weight: f64,
    sight: Sight,
}

impl Sum {
    fn add(&mut self, sight: Sight, weight: f64) {
        self.weight += weight;
        self.sight.lamp += weight * sight.lamp;
        self.sight.sky += weight * sight.sky;
    }

    /// The mean, if there is enough weight.
    fn mean(&self) -> Option<Sight> {
        let Sight { lamp, sky } = self.sight;
        (self.weight > 1e-4).then(|| Sight { lamp: lamp / self.weight, sky: sky / self.weight })
    }
}
