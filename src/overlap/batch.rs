//! Batches of overlap tests: one sphere against many axis-aligned boxes, and many spheres against
//! one box.
//!
//! The condition is `Σ nᵢ² ≤ r²` (6.1), as in `aligned_box.rs`. Plain floats decide many pairs at a
//! time, wherever the two sides of the condition differ by more than their errors (6.4); the other
//! pairs are decided exactly.
//!
//! Source: as in `aligned_box.rs`. Derivation: `docs/theory.md`, §6.

use super::aligned_box::{Axis, share};
use crate::number::{BLOCK, Effort, Verdicts};
use crate::shape::{AlignedBox, AlignedBoxes, InputError, Problem, Scalar, Sphere, Spheres};

impl<T: Scalar, const N: usize> Sphere<T, N> {
    /// Computes whether this solid sphere and each of the solid boxes share a point, as
    /// [`intersects`](Self::intersects) does, one bit each. Touching counts.
    ///
    /// The answer for box `i` is bit `i % 64` of `bits[i / 64]`, where the lowest bit is bit 0. All
    /// bits after the last box become zero.
    ///
    /// # Errors
    /// A slice `bits` with less than one word for every 64 boxes, rounded up.
    ///
    /// # Cost
    /// About the cost of plain floats. A box that the sphere nearly or exactly touches costs as
    /// much as a single query; so does each box that contains a sphere of radius zero.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBoxes, Sphere};
    /// let ball = Sphere::new([0.0, 0.0], 5.0)?;
    /// let boxes = AlignedBoxes::new([&[3.0, 4.0, 0.0], &[4.0, 4.0, 0.0]], [&[9.0; 3], &[9.0; 3]])?;
    /// let mut bits = [0; 1];
    /// ball.intersects_each(&boxes, &mut bits)?;
    /// assert_eq!(bits[0], 0b101); // The first one is touched at (3, 4).
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn intersects_each(
        &self,
        boxes: &AlignedBoxes<'_, T, N>,
        bits: &mut [u64],
    ) -> Result<(), InputError> {
        self.intersects_each_counted(boxes, bits).map(drop)
    }

    /// Computes the same bits as [`intersects_each`](Self::intersects_each), and returns the number
    /// of boxes for which the float filter was not certain.
    ///
    /// # Errors
    /// The errors of [`intersects_each`](Self::intersects_each).
    pub fn intersects_each_counted(
        &self,
        boxes: &AlignedBoxes<'_, T, N>,
        bits: &mut [u64],
    ) -> Result<usize, InputError> {
        let (center, radius) = (self.center(), self.radius());
        answer_each(
            bits,
            boxes.min(),
            boxes.max(),
            |min, max| {
                let nearest = |k: usize, i: usize| {
                    [center[k], center[k].or_less(max[k][i]).or_greater(min[k][i])]
                };
                T::judge::<N>(nearest, |_| radius)
            },
            |min, max| exactly(center, radius, min, max),
        )
    }
}

impl<T: Scalar, const N: usize> Spheres<'_, T, N> {
    /// Computes whether each of these solid spheres and the solid box share a point, as
    /// [`Sphere::intersects`] does, one bit each. Touching counts.
    ///
    /// The answer for sphere `i` is bit `i % 64` of `bits[i / 64]`, where the lowest bit is bit 0.
    /// All bits after the last sphere become zero.
    ///
    /// # Errors
    /// A slice `bits` with less than one word for every 64 spheres, rounded up.
    ///
    /// # Cost
    /// About the cost of plain floats. A sphere that nearly or exactly touches the box costs as
    /// much as a single query; so does each sphere of radius zero that lies in the box.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Spheres};
    /// let balls = Spheres::new([&[0.0, 0.0], &[0.0, 1.0]], &[5.0, 4.0])?;
    /// let corner = AlignedBox::new([3.0, 4.0], [9.0, 9.0])?;
    /// let mut bits = [0; 1];
    /// balls.intersects_each(&corner, &mut bits)?;
    /// assert_eq!(bits[0], 0b01); // The first one touches it at (3, 4); the second one is √18 away.
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn intersects_each(
        &self,
        aligned_box: &AlignedBox<T, N>,
        bits: &mut [u64],
    ) -> Result<(), InputError> {
        self.intersects_each_counted(aligned_box, bits).map(drop)
    }

    /// Computes the same bits as [`intersects_each`](Self::intersects_each), and returns the number
    /// of spheres for which the float filter was not certain.
    ///
    /// # Errors
    /// The errors of [`intersects_each`](Self::intersects_each).
    pub fn intersects_each_counted(
        &self,
        aligned_box: &AlignedBox<T, N>,
        bits: &mut [u64],
    ) -> Result<usize, InputError> {
        let (min, max) = (aligned_box.min(), aligned_box.max());
        answer_each(
            bits,
            self.center(),
            [self.radius()],
            |center, [radius]| {
                let nearest = |k: usize, i: usize| {
                    [center[k][i], center[k][i].or_less(max[k]).or_greater(min[k])]
                };
                T::judge::<N>(nearest, |i| radius[i])
            },
            |center, [radius]| exactly(center, radius, min, max),
        )
    }
}

/// Writes the answers for all items, whose coordinates are in the columns `a` and `b`. Returns the
/// number of items for which `judge` is not certain; `ask` decides these.
#[cfg_attr(hot, inline(always))]
fn answer_each<T: Scalar, const A: usize, const B: usize>(
    bits: &mut [u64],
    a: [&[T]; A],
    b: [&[T]; B],
    judge: impl Fn([&[T; BLOCK]; A], [&[T; BLOCK]; B]) -> Verdicts,
    ask: impl Fn([T; A], [T; B]) -> bool,
) -> Result<usize, InputError> {
    let count = b[0].len();
    let words = count.div_ceil(BLOCK);
    if bits.len() < words {
        let problem = Problem::TooShort { length: bits.len(), least: words };
        return Err(InputError::new("bits", problem));
    }
    let (answers, after) = bits.split_at_mut(words);
    after.fill(0);
    let mut asked = 0;
    let mut settle = |block: usize, Verdicts { yes, perhaps }: Verdicts| {
        let unsure = perhaps & !yes;
        if unsure == 0 {
            return yes;
        }
        asked += unsure.count_ones() as usize;
        let item = |i| block * BLOCK + i;
        yes | those(unsure, |i| ask(a.map(|x| x[item(i)]), b.map(|x| x[item(i)])))
    };
    let (whole_a, whole_b) = (a.map(whole), b.map(whole));
    for (block, word) in answers.iter_mut().enumerate().take(count / BLOCK) {
        *word = settle(block, judge(whole_a.map(|x| &x[block]), whole_b.map(|x| &x[block])));
    }
    if let Some(word) = answers.get_mut(count / BLOCK) {
        let (a, b) = (a.map(rest), b.map(rest));
        let Verdicts { yes, perhaps } = judge(a.each_ref(), b.each_ref());
        let items = (1 << (count % BLOCK)) - 1;
        let verdicts = Verdicts { yes: yes & items, perhaps: perhaps & items };
        *word = settle(count / BLOCK, verdicts);
    }
    Ok(asked)
}

/// All whole blocks of an array.
#[cfg_attr(hot, inline(always))]
fn whole<T>(array: &[T]) -> &[[T; BLOCK]] {
    array.as_chunks().0
}

/// The rest of an array, filled up with zeros.
#[cfg_attr(hot, inline(always))]
fn rest<T: Scalar>(array: &[T]) -> [T; BLOCK] {
    let rest = array.as_chunks::<BLOCK>().1;
    let mut block = [T::ZERO; BLOCK];
    block[..rest.len()].copy_from_slice(rest);
    block
}

/// Those of the set bits for whose index a condition holds.
#[cold]
#[inline(never)]
fn those(mut bits: u64, holds: impl Fn(usize) -> bool) -> u64 {
    let mut found = 0;
    while bits != 0 {
        let lowest = bits.trailing_zeros();
        found |= u64::from(holds(lowest as usize)) << lowest;
        bits &= bits - 1;
    }
    found
}

/// The exact answer for one sphere and one box.
fn exactly<T: Scalar, const N: usize>(center: [T; N], radius: T, min: [T; N], max: [T; N]) -> bool {
    let axes: [Axis; N] = core::array::from_fn(|k| {
        let [center, radius, min, max] = [center[k], radius, min[k], max[k]].map(T::widen);
        Axis { center, radius, min, max }
    });
    share(axes, true, false, false, &mut Effort::default())
}
