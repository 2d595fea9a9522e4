//! The second filter, and the values from which answers are rounded: two floats, and a bound of
//! their error.
//!
//! A [`Double`] is `h + l` with `|l| ≤ u |h|`, some 106 bits, and the magnitude `m` of
//! [`Fast`](super::Fast): `|h + l − exact| ≤ n 2⁻¹⁰³ m`. Sums and products are those of Dekker
//! (1971) with the bounds of Joldes, Muller and Popescu, *Tight and rigorous error bounds for basic
//! building blocks of double-word arithmetic*, 2017: at most `3u²` and `5u²` of the magnitude, both
//! below the `8u² = 2⁻¹⁰³` that a depth of one represents. Derivation: `docs/theory.md`, §4; the
//! constants are proven by machine in `proofs/`.
//!
//! The smaller root of `Σ (dₖ + t vₖ)² = r²` is the only number that is computed by two methods. A
//! float root and one Newton step (`first_root`) come first, with the proven bound (4.2) for the
//! error that the step leaves. If that bound is poor, the formula over two floats follows, and then
//! integers. The step is defined here, below all geometry, and a law compares it with rational
//! numbers (`laws.rs`). All other numbers of an answer are one generic formula over every kind of
//! number.
//!
//! A given float, or the difference of two, is exact in two floats (*lifted*), and sums and
//! products of lifted numbers are exact in a few floats. Floors, ramps, walls and bodies at rest
//! depend on it: there, times tie and sums cancel (`docs/theory.md`, §4, "Exact at once"). The
//! price is one comparison in sums that do not cancel; in return, everyday placements need no
//! integers (`benches/everyday`).

use super::effort::COMPACT;
use super::expansion::Expansion;
use super::fast::{DIVISOR_MARGIN, LEAST_DIVISOR, UNDERFLOW, magnitude_of_quotient};
use super::kinds::{Divide, Number, dot, plane, smaller_root, sum};
use super::lanes::{Four, Real};
use super::round::Interval;
use super::scalar::Scalar;
use super::sign::{CertainSign, Sign, Unsure};
use super::two::{fast_two_sum, plus_in_two, two_product, two_square, two_sum};
use super::unrolled::unrolled;

/// The relative error bound, with room for a depth of 128: `2⁻⁹⁶`.
const RELATIVE: f64 = f64::from_bits((1023 - 96) << 52);

/// A value in two parts, and its magnitude; or several such values, in lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Double<F = f64> {
    high: F,
    low: F,
    magnitude: F,
}

impl<F: Real> Double<F> {
    /// Constructs a number from a float that is taken as exact.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn of(x: F) -> Self {
        Self { high: x, low: F::splat(0.0), magnitude: x.absolute() }
    }

    /// Returns the difference of two floats, exactly.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn difference(a: F, b: F) -> Self {
        let (high, low) = two_sum(a, -b);
        Self { high, low, magnitude: high.absolute() }
    }

    /// Returns an interval around the exact number. Its slack also covers underflow after
    /// quotients.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn interval(&self) -> Interval<F> {
        Interval::around(self.high, self.low, RELATIVE, self.magnitude)
    }

    /// Returns the number in the first lane.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn first(&self) -> Double {
        let Self { high, low, magnitude } = self;
        Double { high: high.first(), low: low.first(), magnitude: magnitude.first() }
    }
}

impl Double {
    /// Returns the value in two parts, and the bound of its error.
    #[cfg(test)]
    pub(super) fn parts(&self) -> (f64, f64, f64) {
        (self.high, self.low, self.magnitude * RELATIVE + UNDERFLOW)
    }

    /// Returns the unit vector along these values to within one ulp, if some 64 bits of each are
    /// certain.
    pub(super) fn unit_vector<const K: usize>(values: &[Self; K]) -> Option<[f64; K]> {
        const ENOUGH: f64 = f64::from_bits((1023 - 64) << 52);
        let is_known = |value: &Self| value.interval().radius() <= value.high.abs() * ENOUGH;
        if !values.iter().all(is_known) {
            return None;
        }
        let fresh = values.map(|Self { high, low, .. }| Self { high, low, magnitude: high.abs() });
        let length = fresh.iter().fold(Self::zero(), |sum, x| sum.plus(&x.squared())).root();
        let unit = fresh.map(|x| x.divided_by(&length));
        unit.iter().all(|x| x.magnitude < f64::INFINITY).then(|| unit.map(|x| x.high))
    }
}

/// Computes a sum `Σ aₖ bₖ` that has almost cancelled again, from products without error. The
/// numbers are exact in two floats each.
#[cold]
#[inline(never)]
fn dot_without_loss<F: Real, const K: usize>(a: &[Double<F>; K], b: &[Double<F>; K]) -> Double {
    let mut sum = Expansion::<ROOM_OF_DOT>::zero();
    let parts = |x: &Double<F>| (x.high.first(), x.low.first());
    unrolled!(K, |k| sum.add_product(parts(&a[k]), parts(&b[k])));
    let (high, low) = sum.in_two();
    Double { high, low, magnitude: high.abs() }
}

/// The bound of cancellation, `2⁻¹⁶`. A sum of products has almost cancelled if it is less than
/// this part of its magnitude.
const CANCELS: f64 = f64::from_bits((1023 - 16) << 52);
/// The finest digit that an exact quotient may have: `2⁻²⁰` times the last digit of a float.
const FINE: f64 = f64::from_bits((1023 - 20) << 52);
/// A relative distance, `2⁻⁹⁶`: a quotient that is no farther from a number of few digits may be
/// equal to this number.
const CLOSE: f64 = RELATIVE;

/// Returns the sum of numbers exact in two floats, if the sum is exact in two floats as well.
#[cfg_attr(hot, inline(always))]
fn terms_in_two<F: Real, const K: usize>(terms: &[Double<F>; K]) -> Option<(f64, f64)> {
    let (mut sum, mut is_exact) = ((0.0, 0.0), true);
    for term in terms {
        for part in [term.high.first(), term.low.first()] {
            let (next, holds) = plus_in_two(sum, part);
            sum = next;
            is_exact &= holds;
        }
    }
    is_exact.then(|| two_sum(sum.0, sum.1))
}

/// Returns whether a float is a power of two.
#[cfg_attr(hot, inline(always))]
fn is_power_of_two(x: f64) -> bool {
    x.to_bits() & ((1 << 52) - 1) == 0
}

/// Returns `Σ terms / divisor` for numbers exact in two floats. The result is exact, with a
/// magnitude of zero, if the quotient is a float or half-way between two floats; otherwise it is
/// approximate.
#[cold]
#[inline(never)]
fn ratio_without_loss<F: Real, const K: usize>(
    terms: &[Double<F>; K],
    divisor: &Double<F>,
) -> Double {
    let mut sum = Expansion::<ROOM_OF_DOT>::zero();
    for term in terms {
        sum.add(term.low.first());
        sum.add(term.high.first());
    }
    let (divisor, (high, low)) = (divisor.first(), sum.in_two());
    let quotient = (Double { high, low, magnitude: high.abs() }).divided_by(&divisor);
    let few = digits_of_few(&quotient);
    let negated = (-divisor.high, -divisor.low);
    sum.add_product((quotient.high, few), negated);
    match sum.sign() {
        Sign::Zero => Double { low: few, magnitude: 0.0, ..quotient },
        _ => quotient,
    }
}

/// Returns the low part of a number, rounded to some twenty digits below those of a float.
#[cfg_attr(hot, inline(always))]
fn digits_of_few(x: &Double) -> f64 {
    let grid = x.high * FINE;
    (x.low + grid) - grid
}

/// The room for a sum of four products; each factor is a number in two floats.
const ROOM_OF_DOT: usize = 40;
/// The bound of a near plane, `2⁻³⁰`. A time has too few digits left if it is less than this part
/// of its magnitude.
const NEAR: f64 = f64::from_bits((1023 - 30) << 52);
/// A bound for the terms left out of a product of sums in three floats, relative to the product of
/// their sizes: `2¹⁶ u³`, which is far more than these terms.
const LEFT_OUT: f64 = f64::from_bits((1023 - 159 + 16) << 52);
/// The error that a magnitude of one represents at a depth of 64: `2⁻⁹⁷`.
const DEEP: f64 = RELATIVE / 2.0;

/// Returns a sum in three floats, the least first, and a bound for the rest. Each of three passes
/// adds the terms one after another, by exact sums of two floats (Ogita, Rump and Oishi, *Accurate
/// sum and dot product*, 2005, §4).
#[cfg_attr(hot, inline(always))]
fn in_three<F: Real, const K: usize>(mut terms: [F; K]) -> ([F; 3], F) {
    for pass in 0..3 {
        for i in 1..K - pass {
            (terms[i], terms[i - 1]) = two_sum(terms[i - 1], terms[i]);
        }
    }
    let mut left = F::splat(0.0);
    for term in &terms[..K - 3] {
        left = left + term.absolute();
    }
    ([terms[K - 3], terms[K - 2], terms[K - 1]], left + left)
}

/// Returns `a b − c d` in three floats, a bound for the rest, and the size of the products. The
/// given numbers have two floats each.
#[cfg_attr(hot, inline(always))]
fn two_products_in_three<F: Real>([a, b, c, d]: [&Double<F>; 4]) -> ([F; 3], F, F) {
    let (p, q) = (product_in_seven(a, b), product_in_seven(c, d));
    let mut terms = [F::splat(0.0); 14];
    for k in 0..7 {
        (terms[2 * k], terms[2 * k + 1]) = (p[k], -q[k]);
    }
    let (parts, left) = in_three(terms);
    (parts, left, p[6].absolute() + q[6].absolute())
}

/// Returns the product of numbers in two floats each, the least part first; only the least part is
/// rounded.
#[cfg_attr(hot, inline(always))]
fn product_in_seven<F: Real>(a: &Double<F>, b: &Double<F>) -> [F; 7] {
    let (p, q, s) =
        (two_product(a.high, b.high), two_product(a.high, b.low), two_product(a.low, b.high));
    [a.low * b.low, q.1, s.1, q.0, s.0, p.1, p.0]
}

/// See [`Value::time_to_plane`](super::Value::time_to_plane): computes the remaining distance
/// again, in three floats, for a ball that almost touches the plane (theory, 4.3). `g` is the
/// divisor.
#[cold]
#[inline(never)]
fn time_to_near_plane<F: Real>(
    [e, f]: [&[Double<F>; 3]; 2],
    d: &[Double<F>; 3],
    r: &Double<F>,
    g: &Double<F>,
) -> Double<F> {
    let (zero, two, left_out) = (F::splat(0.0), F::splat(2.0), F::splat(LEFT_OUT));
    let mut unknown = zero;
    let (mut h, mut uu, mut of_uu, mut size) = ([zero; 24], [zero; 18], zero, zero);
    for k in 0..3 {
        // The component of `U` is the difference of two products.
        let (i, j, d) = ((k + 1) % 3, (k + 2) % 3, &d[k]);
        let ([c, b, a], left, m) = two_products_in_three([&e[i], &f[j], &e[j], &f[i]]);
        let (p, q, s) = (two_product(a, d.high), two_product(a, d.low), two_product(b, d.high));
        let terms = [c * d.high, b * d.low, q.1, s.1, q.0, s.0, p.1, p.0];
        for (i, term) in terms.into_iter().enumerate() {
            h[3 * i + k] = term;
        }
        let (p, q) = (two_square(a), two_product(two * a, b));
        let terms = [two * (a * c), b * b, q.1, q.0, p.1, p.0];
        for (i, term) in terms.into_iter().enumerate() {
            uu[3 * i + k] = term;
        }
        unknown = unknown + (left + left_out * m) * d.high.absolute();
        of_uu = of_uu + (two * left + left_out * m) * m;
        size = size + m * m;
    }
    let (([h0, h1, h2], of_h), ([x, y, z], left)) = (in_three(h), in_three(uu));
    let of_uu = two * (of_uu + left);
    // The root in three floats. Each float after the first is the radicand minus the square of the
    // floats before it, divided by twice the first.
    let root = z.root();
    let whole = two_square(root);
    let rest = in_three([x, y, -whole.1, z, -whole.0]).0;
    let second = (rest[2] + rest[1]) / (two * root);
    let p = two_product(two * root, second);
    let (rest, lost) = in_three([x, -p.1, -(second * second), y, -whole.1, -p.0, z, -whole.0]);
    let third = (rest[2] + rest[1]) / (two * root);
    let q = two_product(two * root, third);
    let (last, left) = in_three([-two * (second * third), -q.1, rest[0], rest[1], -q.0, rest[2]]);
    let of_root =
        (last[2].absolute() + last[1].absolute() + last[0].absolute() + left + lost + of_uu) / root
            + left_out * (size / root);
    let (p, q) = (two_product(r.high, root), two_product(r.high, second));
    let (top, left) = in_three([-(r.high * third), h0, -q.1, h1, -q.0, -p.1, h2, -p.0]);
    unknown = two * (unknown + of_h + left + r.high * (of_root + left_out * root));
    let (below, least) = two_sum(top[1], top[0]);
    let (high, low) = two_sum(top[2], below);
    let (high, low) = two_sum(high, low + least);
    let time = (Double { high, low, magnitude: high.absolute() }).divided_by(g);
    let of_g = g.high * F::splat(DEEP);
    Double { magnitude: time.magnitude + two * unknown / of_g, ..time }
}

#[cold]
#[inline(never)]
fn by_formula<F: Real, const K: usize>(
    d: &[Double<F>; K],
    v: &[Double<F>; K],
    rr: &Double<F>,
) -> Double<F> {
    smaller_root(d, v, rr)
}

/// The relative error of one rounding to two floats, `2⁻¹⁰³`.
const ROUNDING: f64 = f64::from_bits((1023 - 103) << 52);
/// The margin of the slope, `2⁻²⁰`: the slope must exceed this part of its magnitude, so that some
/// 30 digits are certain.
const WELL_KNOWN: f64 = f64::from_bits((1023 - 20) << 52);
/// The greatest number of axes. Over more axes the small parts of the sum, added one by one, could
/// lose more than the magnitude allows for.
const MOST_AXES: usize = 64;

/// The contribution of one coordinate to the sums of a Newton step from `t`.
#[derive(Clone, Copy)]
struct Term<F> {
    square: F,
    below: F,
    rest: F,
    slope: F,
    size: F,
    size_of_slope: F,
}

impl<F: Real> Term<F> {
    #[cfg_attr(hot, inline(always))]
    fn at(t: F, d: &Double<F>, v: &Double<F>) -> Self {
        let (product, rest) = two_product(t, v.high);
        let (gap, more) = two_sum(d.high, product);
        let gap_low = (rest + more) + (d.low + t * v.low);
        let (square, below) = two_square(gap);
        let rest = (gap + gap + gap_low) * gap_low;
        let magnitude = d.magnitude + t.absolute() * v.magnitude;
        let (size, size_of_slope) = (magnitude * magnitude, magnitude * v.magnitude);
        Self { square, below, rest, slope: gap * v.high, size, size_of_slope }
    }
}

/// The residue `f(t)`, as an exact sum of large parts and a rounded sum of small parts; and `w`.
struct Residue<F> {
    large: F,
    small: F,
    w: F,
    size: F,
    size_of_w: F,
}

impl<F: Real> Residue<F> {
    #[cfg_attr(hot, inline(always))]
    fn less(rr: &Double<F>) -> Self {
        let zero = F::splat(0.0);
        let (large, small) = (-rr.high, -rr.low);
        Self { large, small, w: zero, size: rr.magnitude, size_of_w: zero }
    }

    #[cfg_attr(hot, inline(always))]
    fn add(&mut self, term: Term<F>) {
        let Term { square, below, rest, slope, size, size_of_slope } = term;
        let (sum, lost) = two_sum(self.large, square);
        self.large = sum;
        self.small = self.small + ((below + lost) + rest);
        self.w = self.w - slope;
        self.size = self.size + size;
        self.size_of_w = self.size_of_w + size_of_slope;
    }

    /// Returns the root after the step from `t`, for a number of axes. Its magnitude is infinite if
    /// nothing is certain.
    #[cfg_attr(hot, inline(always))]
    fn step(self, t: F, a: F, axes: usize) -> Double<F> {
        let (Self { large, small, w, size, size_of_w }, splat) = (self, F::splat);
        let f = large + small;
        let h = f / (w + w);
        // In units of one rounding: the error of `f` is at most `axes` times its size, the error of
        // `w` adds at most `axes` times `of_step`, and the last term is (4.2).
        let of_step = h.absolute() * (size_of_w * splat(16.0 * f64::EPSILON / ROUNDING));
        let unknown = splat(axes as f64) * (size + of_step) + (a * (h * h)) * splat(1.0 / ROUNDING);
        let is_known =
            F::and((size_of_w * splat(WELL_KNOWN)).below(w), splat(LEAST_DIVISOR).below(w));
        let is_near = F::and(is_known, (a * f.absolute()).below(splat(0.25) * (w * w)));
        let magnitude = if axes <= MOST_AXES {
            F::choose(is_near, unknown / w, splat(f64::INFINITY))
        } else {
            splat(f64::INFINITY)
        };
        let (high, low) = fast_two_sum(t, h);
        Double { high, low, magnitude }
    }
}

/// Returns the smaller root of `a t² + 2 b t + c` in plain floats: its quality affects only the
/// size of the Newton step.
#[cfg_attr(hot, inline(always))]
fn plain_root<F: Real>(a: F, b: F, c: F) -> F {
    let (zero, beta) = (F::splat(0.0), b * b - a * c);
    (-b - F::choose(zero.below(beta), beta, zero).root()) / a
}

/// See [`Divide::first_root`]; the magnitude is infinite if nothing is certain. If the bound leaves
/// only one nearest float, then there are two roots, and the result is the smaller one. Therefore
/// the caller need not test the discriminant (theory, §4).
#[cfg_attr(hot, inline(always))]
pub(super) fn newton<F: Real, const K: usize>(
    d: &[Double<F>; K],
    v: &[Double<F>; K],
    rr: &Double<F>,
) -> Double<F> {
    let (mut a, mut b, mut c) = (F::splat(0.0), F::splat(0.0), -rr.high);
    unrolled!(K, |k| {
        let (d, v) = (d[k].high, v[k].high);
        (a, b, c) = (a + v * v, b + d * v, c + d * d);
    });
    let t = plain_root(a, b, c);
    let mut residue = Residue::less(rr);
    unrolled!(K, |k| residue.add(Term::at(t, &d[k], &v[k])));
    residue.step(t, a, K)
}

/// Computes the smaller root for three axes, each in a lane; the fourth lane does not count.
#[cfg_attr(hot, inline(always))]
pub(crate) fn first_root_in_lanes<F: Four>(d: &Double<F>, v: &Double<F>, rr: &Double) -> Double {
    let a = (v.high * v.high).sum_of_three();
    let b = (d.high * v.high).sum_of_three();
    let [x, y, z, _] = (d.high * d.high).store();
    let t = plain_root(a, b, -rr.high + x + y + z);
    let term = Term::at(F::splat(t), d, v);
    let (square, below, rest) = (term.square.store(), term.below.store(), term.rest.store());
    let slope = term.slope.store();
    let (size, size_of_slope) = (term.size.store(), term.size_of_slope.store());
    let mut residue = Residue::less(rr);
    for k in 0..3 {
        residue.add(Term {
            square: square[k],
            below: below[k],
            rest: rest[k],
            slope: slope[k],
            size: size[k],
            size_of_slope: size_of_slope[k],
        });
    }
    residue.step(t, a, 3)
}

impl Double {
    /// Returns the float nearest to the number, if it is certain.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn nearest<T: Scalar>(&self) -> Option<T> {
        self.interval().nearest(0)
    }

    /// Returns the same number in each lane.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn in_lanes<F: Real>(&self) -> Double<F> {
        let Self { high, low, magnitude } = *self;
        Double { high: F::splat(high), low: F::splat(low), magnitude: F::splat(magnitude) }
    }
}

impl<F: Four> Double<F> {
    /// Returns four numbers in lanes.
    #[cfg(test)]
    pub(super) fn each_of(numbers: &[Double; 4]) -> Self {
        let lanes = |of: fn(&Double) -> f64| F::load(&numbers.each_ref().map(of));
        Self { high: lanes(|x| x.high), low: lanes(|x| x.low), magnitude: lanes(|x| x.magnitude) }
    }

    /// See [`Four::turned`].
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn turned(&self) -> Self {
        let Self { high, low, magnitude } = *self;
        Self { high: high.turned(), low: low.turned(), magnitude: magnitude.turned() }
    }

    /// Returns zero in the lanes in which the mask is not set.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn only(&self, mask: F::Mask) -> Self {
        let zero = F::splat(0.0);
        Self {
            high: F::choose(mask, self.high, zero),
            low: F::choose(mask, self.low, zero),
            magnitude: F::choose(mask, self.magnitude, zero),
        }
    }

    /// Returns the float nearest to each number, and a bit for each that is certain; the lowest bit
    /// is for the first number.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn each_nearest<T: Scalar>(&self) -> ([T; 4], u32) {
        let (mut below, mut above) = self.interval().rounding_ends::<T>();
        if T::PRECISION < f64::MANTISSA_DIGITS {
            (below, above) = (below.in_single(), above.in_single());
        }
        let [a, b, c, d] = below.store();
        let floats = [T::nearest(a), T::nearest(b), T::nearest(c), T::nearest(d)];
        (floats, F::bits(below.equals(above)))
    }
}

/// A number in two floats.
pub(super) trait TwoFloats: Number<Value = Self> {
    /// Constructs a number from a float that is taken as exact.
    fn exactly(x: f64) -> Self;
    /// Returns the difference of two floats, exactly.
    fn exact_difference(a: f64, b: f64) -> Self;
    /// Returns an interval around the exact number. Its slack also covers underflow after
    /// quotients.
    fn interval(&self) -> Interval;
}

impl<F: Real> TwoFloats for Double<F> {
    #[cfg_attr(hot, inline(always))]
    fn exactly(x: f64) -> Self {
        Self::of(F::splat(x))
    }
    #[cfg_attr(hot, inline(always))]
    fn exact_difference(a: f64, b: f64) -> Self {
        Self::difference(F::splat(a), F::splat(b))
    }
    /// For several lanes, returns the interval of the first.
    #[cfg_attr(hot, inline(always))]
    fn interval(&self) -> Interval {
        self.first().interval()
    }
}

impl<F: Real> Number for Double<F> {
    type Root = Self;
    type Value = Self;

    #[cfg_attr(hot, inline(always))]
    fn zero() -> Self {
        Self::of(F::splat(0.0))
    }
    #[cfg_attr(hot, inline(always))]
    fn one() -> Self {
        Self::of(F::splat(1.0))
    }
    // A closure, as in the default, would be compiled as a call.
    #[cfg(not(feature = "compact"))]
    #[cfg_attr(hot, inline(always))]
    fn row<const K: usize>() -> [Self; K] {
        [Self::zero(); K]
    }
    #[cfg(not(feature = "compact"))]
    #[cfg_attr(hot, inline(always))]
    fn rows<const V: usize, const K: usize>() -> [[Self; K]; V] {
        [[Self::zero(); K]; V]
    }
    #[cfg_attr(hot, inline(always))]
    fn plus(&self, other: &Self) -> Self {
        let (sum, rest) = two_sum(self.high, other.high);
        let (high, low) = fast_two_sum(sum, rest + (self.low + other.low));
        Self { high, low, magnitude: self.magnitude + other.magnitude }
    }
    #[cfg_attr(hot, inline(always))]
    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }
    #[cfg_attr(hot, inline(always))]
    fn times(&self, other: &Self) -> Self {
        let (product, rest) = two_product(self.high, other.high);
        let (high, low) =
            fast_two_sum(product, rest + (self.high * other.low + self.low * other.high));
        Self { high, low, magnitude: self.magnitude * other.magnitude }
    }
    #[cfg_attr(hot, inline(always))]
    fn squared(&self) -> Self {
        let (product, rest) = two_square(self.high);
        let (high, low) = fast_two_sum(product, rest + F::splat(2.0) * (self.high * self.low));
        Self { high, low, magnitude: self.magnitude * self.magnitude }
    }
    #[cfg_attr(hot, inline(always))]
    fn doubled(&self) -> Self {
        let (two, Self { high, low, magnitude }) = (F::splat(2.0), *self);
        Self { high: two * high, low: two * low, magnitude: two * magnitude }
    }
    #[cfg_attr(hot, inline(always))]
    fn negated(&self) -> Self {
        Self { high: -self.high, low: -self.low, magnitude: self.magnitude }
    }

    #[cfg_attr(hot, inline(always))]
    fn or_greater(&self, other: &Self) -> Self {
        let is_lower = F::and(self.high.equals(other.high), self.low.below(other.low));
        let is_less = F::or(self.high.below(other.high), is_lower);
        let has_less = self.magnitude.below(other.magnitude);
        Self {
            high: F::choose(is_less, other.high, self.high),
            low: F::choose(is_less, other.low, self.low),
            magnitude: F::choose(has_less, other.magnitude, self.magnitude),
        }
    }

    /// Returns the sign of the numbers in all lanes, if they have one sign.
    #[cfg_attr(hot, inline(always))]
    fn sign(&self) -> CertainSign {
        let bound = self.magnitude * F::splat(RELATIVE) + F::splat(UNDERFLOW);
        if F::all(bound.below(self.high)) {
            Ok(Sign::Positive)
        } else if F::all(self.high.below(-bound)) {
            Ok(Sign::Negative)
        } else if F::all(self.magnitude.equals(F::splat(0.0))) {
            Ok(Sign::Zero)
        } else {
            Err(Unsure)
        }
    }

    /// One Newton step from the float root doubles its digits.
    #[cfg_attr(hot, inline(always))]
    fn root(&self) -> Self {
        let zero = F::splat(0.0);
        let is_positive = zero.below(self.high);
        let root = F::choose(is_positive, self.high, zero).root();
        let (square, rest) = two_product(root, root);
        let residual = ((self.high - square) - rest) + self.low;
        let (high, low) = fast_two_sum(root, residual / (F::splat(2.0) * root));
        // The root is zero if the magnitude is zero; otherwise nothing is certain about the root of
        // a number that is not positive.
        let unknown = F::choose(self.magnitude.equals(zero), zero, F::splat(f64::INFINITY));
        Self {
            high: F::choose(is_positive, high, zero),
            low: F::choose(is_positive, low, zero),
            magnitude: F::choose(is_positive, self.magnitude / root, unknown),
        }
    }

    #[cfg_attr(hot, inline(always))]
    fn sign_with_root(x: &Self, y: &Self, q: &Self) -> CertainSign {
        x.plus(&y.times(q)).sign()
    }

    #[cfg_attr(hot, inline(always))]
    fn lifted_dot<const K: usize>(a: &[Self; K], b: &[Self; K]) -> Self {
        let sum = dot(a, b);
        if K > MOST_LIFTED {
            return sum;
        }
        sum.or_if_cancelled(|| dot_without_loss(a, b).in_lanes())
    }
    /// Only single numbers are computed again: in lanes, the other lanes would wait.
    #[cfg_attr(hot, inline(always))]
    fn or_if_cancelled(self, anew: impl FnOnce() -> Self) -> Self {
        if F::IS_ONE && Divide::has_cancelled(&self) { anew() } else { self }
    }
}

/// The greatest number of products for which there is room; each factor is a number in two floats.
const MOST_LIFTED: usize = 4;

impl<F: Real> Divide for Double<F> {
    /// Returns whether a number in any lane has cancelled.
    #[cfg_attr(hot, inline(always))]
    fn has_cancelled(&self) -> bool {
        F::any(self.high.absolute().below(self.magnitude * F::splat(CANCELS)))
    }

    /// Returns the quotient of the high parts plus the quotient of the remainder. Both are products
    /// with the inverse, which serves for many numbers. The magnitude is as for
    /// [`Fast`](super::Fast).
    #[cfg_attr(hot, inline(always))]
    fn divided_by(&self, divisor: &Self) -> Self {
        let b = divisor.high;
        let margin = F::splat(RELATIVE * DIVISOR_MARGIN);
        let magnitude = magnitude_of_quotient(self.magnitude, b, divisor.magnitude, margin);
        let inverse = F::splat(1.0) / b;
        let quotient = self.high * inverse;
        let (product, rest) = two_product(quotient, b);
        let remainder = ((self.high - product) - rest) + (self.low - quotient * divisor.low);
        let (high, low) = fast_two_sum(quotient, remainder * inverse);
        Self { high, low, magnitude }
    }

    /// Computes a float root by the formula, and one Newton step from the exact residue there. The
    /// error of the step is at most the rest of the parabola: with `f(t) = Σ (dₖ + t vₖ)² − rr`,
    /// `w = −f'(t)/2` and `h = f(t) / 2w`,
    ///
    /// ```text
    /// |t* − t − h| ≤ a h² / w,   if a |f(t)| ≤ w² / 4                                              (4.2)
    /// ```
    ///
    /// If this bound is poor, the formula over two floats replaces the step.
    #[cfg_attr(hot, inline(always))]
    fn first_root<const K: usize>(d: &[Self; K], v: &[Self; K], rr: &Self) -> Self {
        let root = newton(d, v, rr);
        if !F::IS_ONE || root.magnitude.first() < f64::INFINITY {
            return root;
        }
        by_formula(d, v, rr)
    }

    /// Rounds to two floats once instead of twice.
    #[cfg_attr(hot, inline(always))]
    fn along(&self, from: &Self, by: &Self) -> Self {
        let (product, rest) = two_product(self.high, by.high);
        let (sum, more) = two_sum(from.high, product);
        let small = rest + (self.high * by.low + self.low * by.high);
        let (high, low) = fast_two_sum(sum, (more + from.low) + small);
        Self { high, low, magnitude: from.magnitude + self.magnitude * by.magnitude }
    }

    #[cfg_attr(hot, inline(always))]
    fn lifted_ratio<const K: usize>(terms: &[Self; K], divisor: &Self) -> Self {
        // This is the case for a fall at unit speed, and for sums of two or three lengths.
        if F::IS_ONE
            && let [high, low] = [divisor.high.first(), divisor.low.first()]
            && low == 0.0
            && is_power_of_two(high)
            && high > LEAST_DIVISOR
            && let Some((sum, rest)) = terms_in_two(terms)
        {
            let inverse = 1.0 / high;
            let [high, low] = [sum * inverse, rest * inverse];
            return Double { high, low, magnitude: 0.0 }.in_lanes();
        }
        let sum = sum(terms);
        let quotient = sum.divided_by(divisor);
        if COMPACT || !F::IS_ONE || K > MOST_LIFTED {
            return quotient;
        }
        let one = quotient.first();
        let is_close = (one.low - digits_of_few(&one)).abs() <= one.high.abs() * CLOSE;
        let cancels = Divide::has_cancelled(&sum);
        let is_known = one.magnitude > 0.0 && one.magnitude < f64::INFINITY;
        if (is_close || cancels) && is_known {
            ratio_without_loss(terms, divisor).in_lanes()
        } else {
            quotient
        }
    }

    #[cfg_attr(hot, inline(always))]
    fn time_to_plane(
        edges: [&[Self; 3]; 2],
        u: &[Self; 3],
        d: &[Self; 3],
        v: &[Self; 3],
        r: &Self,
    ) -> Self {
        let time: Self = plane(u, d, v, r);
        if COMPACT || !F::IS_ONE {
            return time;
        }
        let one = time.first();
        let is_known = one.magnitude < f64::INFINITY;
        if !(is_known && one.high.abs() < one.magnitude * NEAR) {
            return time;
        }
        time_to_near_plane(edges, d, r, &dot(u, v).negated())
    }

    /// A difference of two floats is exact here, and the error bound of an exact number is zero.
    #[cfg_attr(hot, inline(always))]
    fn lifted(&self) -> Self {
        Self { magnitude: F::splat(0.0), ..*self }
    }
}
