//! Sums of floats without error: a number as a few floats that do not overlap.
//!
//! Source: J. R. Shewchuk, *Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
//! Predicates*, 1997, §2: a float is added to such a sum by exact sums of two floats, from the
//! least part up, after which the parts still do not overlap. So the last part has the sign of the
//! sum, and adding the parts in plain floats, from the least up, gives a float next to the exact
//! sum.

use super::sign::Sign;
use super::two::{two_product, two_sum};

/// An exact sum of floats, unless a product underflows, which the scale excludes. `ROOM` is the
/// greatest number of additions, since each adds at most one part. A product of two numbers in two
/// floats each takes eight additions.
#[derive(Clone, Copy)]
pub(super) struct Expansion<const ROOM: usize> {
    /// The parts, none of which is zero; each is less than the last digit of the next.
    parts: [f64; ROOM],
    count: usize,
}

impl<const ROOM: usize> Expansion<ROOM> {
    pub(super) fn zero() -> Self {
        Self { parts: [0.0; ROOM], count: 0 }
    }

    /// Adds a float, exactly.
    pub(super) fn add(&mut self, x: f64) {
        let (mut carried, mut count) = (x, 0);
        for i in 0..self.count {
            let (sum, rest) = two_sum(carried, self.parts[i]);
            carried = sum;
            if rest != 0.0 {
                self.parts[count] = rest;
                count += 1;
            }
        }
        if carried != 0.0 {
            self.parts[count] = carried;
            count += 1;
        }
        self.count = count;
    }

    /// Adds the product of two numbers of two floats each.
    pub(super) fn add_product(&mut self, (a, a_low): (f64, f64), (b, b_low): (f64, f64)) {
        for (x, y) in [(a_low, b_low), (a_low, b), (a, b_low), (a, b)] {
            if x != 0.0 && y != 0.0 {
                let (product, rest) = two_product(x, y);
                self.add(rest);
                self.add(product);
            }
        }
    }

    pub(super) fn sign(&self) -> Sign {
        match self.count.checked_sub(1).map(|last| self.parts[last]) {
            None => Sign::Zero,
            Some(x) if x < 0.0 => Sign::Negative,
            Some(_) => Sign::Positive,
        }
    }

    /// Adds the parts in plain floats, from the least up. The result is the exact sum or a float
    /// next to it.
    fn plain(&self) -> f64 {
        self.parts[..self.count].iter().fold(0.0, |sum, part| sum + part)
    }

    /// Returns the sum in two floats, `|low| ≤ u |high|`, with an error of at most `4u² |high|`.
    pub(super) fn in_two(mut self) -> (f64, f64) {
        let high = self.plain();
        self.add(-high);
        two_sum(high, self.plain())
    }
}
