//! The spheres with their results, and the colours of their times.

use super::color::{Color, on_scale};
use super::vector::Vector;

/// One sphere of the table with its result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    pub(crate) start: Vector,
    pub(crate) velocity: Vector,
    pub(crate) radius: f64,
    /// The time, the centre and the touched point, if there is a contact.
    pub(crate) contact: Option<(f64, Vector, Vector)>,
}

/// The span of the contact times, which maps a time to the scale of colours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    pub(super) first: f64,
    pub(super) last: f64,
}

impl Times {
    pub(super) fn of(flights: &[Flight]) -> Self {
        let times = flights.iter().filter_map(|flight| flight.contact).map(|(time, ..)| time);
        let (first, last) = times
            .fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), t| (low.min(t), high.max(t)));
        Self { first: first.min(last), last }
    }

    pub(super) fn color(&self, time: f64) -> Color {
        let span = self.last - self.first;
        on_scale(if span > 0.0 { (time - self.first) / span } else { 0.5 })
    }
}
