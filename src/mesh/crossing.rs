//! Whether a ray along an axis crosses a triangle, and from which side.
//!
//! The ray starts at `P` and goes up or down an axis `x`; `y` and `z` are the axes that follow.
//! With the corners relative to `P`, `Dᵢ = Pᵢ − P`, and the component `mᵢ` of `Dᵢ × Dᵢ₊₁` along
//! `x`,
//!
//! ```text
//! the line of the ray passes through the triangle    m₀, m₁, m₂ have one sign σ
//! the triangle lies ahead                            ±σ (x₀ m₁ + x₁ m₂ + x₂ m₀) > 0                          (5.4)
//! ```
//!
//! and `σ` is the sign of the triangle's normal along `x`. A line through a vertex or an edge,
//! where some `mᵢ = 0`, is perturbed: moved by `ε` along `y` and by `ε²` along `z`. Then
//!
//! ```text
//! mᵢ(ε) = mᵢ + ε (zᵢ − zᵢ₊₁) + ε² (yᵢ₊₁ − yᵢ)                                                                (5.5)
//! ```
//!
//! whose sign for all small `ε` is the sign of the first term that is not zero. So all triangles
//! are tested against one line that passes through no edge. A triangle whose projection along the
//! ray is a segment is not crossed, since its `mᵢ(ε)` sum to zero. For a triangle that is crossed,
//! the second sign is zero only if `P` is on it, so this sign needs no perturbation.
//!
//! Source: H. Edelsbrunner, E. P. Mücke, *Simulation of simplicity: a technique to cope with
//! degenerate cases in geometric algorithms*, 1990.

use crate::number::{CertainSign, Decision, Inputs, Lift, Number, Quantity, Rescale, Sign, Unsure};
use Sign::{Negative, Positive, Zero};
use core::cmp::Ordering;

/// A ray along an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    pub(super) from: [f64; 3],
    pub(super) axis: usize,
    pub(super) goes_up: bool,
}

/// A ray, and a triangle that does not contain its start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    pub(super) ray: Ray,
    pub(super) corners: [[f64; 3]; 3],
}

impl Inputs for Crossing {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        see(Quantity::Length, self.ray.from);
        self.corners.iter().for_each(|&corner| see(Quantity::Length, corner));
    }
}

impl Rescale for Crossing {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        let from = self.ray.from.map(|x| change(Quantity::Length, x));
        let corners = self.corners.map(|corner| corner.map(|x| change(Quantity::Length, x)));
        Self { ray: Ray { from, ..self.ray }, corners }
    }
}

impl Crossing {
    /// Whether comparisons of coordinates prove that the ray misses the triangle or starts past it.
    pub(super) fn passes_by(&self) -> bool {
        let Ray { from, axis, goes_up } = self.ray;
        (0..3).any(|k| {
            let is_above = self.corners.iter().all(|corner| corner[k] > from[k]);
            let is_below = self.corners.iter().all(|corner| corner[k] < from[k]);
            if k == axis { if goes_up { is_below } else { is_above } } else { is_above || is_below }
        })
    }

    /// Whether the ray starts within the bounding box of the triangle.
    pub(super) fn starts_in_box(&self) -> bool {
        self.ray.from.iter().enumerate().all(|(k, from)| {
            self.corners.iter().any(|corner| corner[k] <= *from)
                && self.corners.iter().any(|corner| corner[k] >= *from)
        })
    }

    /// The sign of `mᵢ(ε)` where `mᵢ` is zero.
    fn when_moved(&self, i: usize) -> Sign {
        let [y, z] = [1, 2].map(|k| (self.ray.axis + k) % 3);
        let (start, end) = (&self.corners[i], &self.corners[(i + 1) % 3]);
        match order(start[z], end[z]) {
            Zero => order(end[y], start[y]),
            sign => sign,
        }
    }
}

/// The sign of `a − b`.
fn order(a: f64, b: f64) -> Sign {
    match a.partial_cmp(&b) {
        Some(Ordering::Greater) => Positive,
        Some(Ordering::Less) => Negative,
        _ => Zero,
    }
}

impl Decision for Crossing {
    /// The sign of the normal along the ray; zero if the ray does not cross the triangle.
    type Outcome = Sign;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Sign, Unsure> {
        let Ray { from, axis, goes_up } = self.ray;
        let coordinate = |k: usize| -> [N; 3] {
            let k = (axis + k) % 3;
            core::array::from_fn(|i| lift.length_difference(self.corners[i][k], from[k]))
        };
        let [x, y, z] = [0, 1, 2].map(coordinate);
        let m: [N; 3] = core::array::from_fn(|i| {
            let next = (i + 1) % 3;
            y[i].times(&z[next]).minus(&z[i].times(&y[next]))
        });
        let side = |i: usize| -> CertainSign {
            match m[i].sign()? {
                Zero => Ok(self.when_moved(i)),
                sign => Ok(sign),
            }
        };
        let sides = [0, 1, 2].map(side);
        let has = |sign| sides.contains(&Ok(sign));
        if has(Zero) || has(Negative) && has(Positive) {
            return Ok(Zero);
        }
        let [normal, second, third] = sides;
        let (normal, _, _) = (normal?, second?, third?);
        let depth = x[0].times(&m[1]).plus(&x[1].times(&m[2])).plus(&x[2].times(&m[0]));
        Ok(match (depth.sign()?.times(normal), goes_up) {
            (Positive, true) => normal,
            (Negative, false) => -normal,
            _ => Zero,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Crossing, Ray};
    use crate::number::depth::{Counting, greatest_depth};
    use crate::number::{Decision, GREATEST_DEPTH, Sign};
    use crate::random::Random;

    #[test]
    fn the_decision_is_no_deeper_than_the_filters_allow() {
        let mut random = Random(1);
        let mut crossed = 0;
        greatest_depth();
        for _ in 0..10_000 {
            let axis = random.below(3) as usize;
            let ray = Ray { from: random.integers(-2, 2), axis, goes_up: random.below(2) == 0 };
            let corners = [(); 3].map(|()| random.integers(-3, 3));
            let sign = Crossing { ray, corners }.decide(&Counting);
            crossed += usize::from(sign.is_ok_and(|sign| sign != Sign::Zero));
        }
        let depth = greatest_depth();
        assert!((7..=GREATEST_DEPTH).contains(&depth), "{depth}");
        assert!(crossed > 300, "{crossed}");
    }
}
