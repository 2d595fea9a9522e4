//! Interval arithmetic with two floats around a number: each end is moved outwards by one float
//! after it is rounded.
//!
//! A result rounded to nearest is one of the two floats around the exact number, so the next float
//! outwards lies beyond the exact number. No constant is needed, and no underflow or overflow leads
//! to a pair that does not enclose the number. Brackets are not for decisions, but for quick
//! rejects before them.

use super::round::Bracket;

impl Bracket {
    /// Returns the bracket whose two ends are the float.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn of(x: f64) -> Self {
        Self { lower: x, upper: x }
    }

    /// Returns a bracket for a float that may have been rounded once.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn about(x: f64) -> Self {
        Self::outwards(x, x)
    }

    #[cfg_attr(hot, inline(always))]
    fn outwards(lower: f64, upper: f64) -> Self {
        Self { lower: lower.next_down(), upper: upper.next_up() }
    }

    /// Returns a bracket around both numbers, and all numbers between them.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn joined(self, other: Self) -> Self {
        Self { lower: self.lower.min(other.lower), upper: self.upper.max(other.upper) }
    }

    #[cfg_attr(hot, inline(always))]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self::outwards(self.lower + other.lower, self.upper + other.upper)
    }

    #[cfg_attr(hot, inline(always))]
    pub(crate) fn minus(self, other: Self) -> Self {
        Self::outwards(self.lower - other.upper, self.upper - other.lower)
    }

    #[cfg_attr(hot, inline(always))]
    pub(crate) fn times(self, other: Self) -> Self {
        // The numbers are finite, so zero times an infinite end, which is NaN, is replaced by zero.
        let product = |x: f64, y: f64| if (x * y).is_nan() { 0.0 } else { x * y };
        let [a, b] = [self.lower, self.upper].map(|x| product(x, other.lower));
        let [c, d] = [self.lower, self.upper].map(|x| product(x, other.upper));
        Self::outwards(a.min(b).min(c.min(d)), a.max(b).max(c.max(d)))
    }

    /// Returns the product with a float that is finite and greater than zero.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn times_float(self, by: f64) -> Self {
        Self::outwards(self.lower * by, self.upper * by)
    }

    /// Returns the quotient if the divisor is certainly greater than zero; otherwise the bracket of
    /// all numbers.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn over(self, divisor: Self) -> Self {
        if !(divisor.lower > 0.0 && divisor.upper < f64::INFINITY) {
            return Self::ALL;
        }
        let (least, greatest) = (divisor.lower, divisor.upper);
        let lower = self.lower / if self.lower < 0.0 { least } else { greatest };
        let upper = self.upper / if self.upper < 0.0 { greatest } else { least };
        Self::outwards(lower, upper)
    }
}

#[cfg(test)]
mod tests {
    use super::Bracket;
    use crate::Rational;
    use crate::random::Random;

    fn exact(x: f64) -> Rational {
        Rational::try_from(x).unwrap()
    }

    fn holds(bracket: Bracket, x: &Rational) -> bool {
        (bracket.lower == f64::NEG_INFINITY || exact(bracket.lower) <= *x)
            && (bracket.upper == f64::INFINITY || exact(bracket.upper) >= *x)
    }

    fn float(random: &mut Random) -> f64 {
        loop {
            let x = match random.below(4) {
                0 => random.integer(-2, 2),
                1 => random.between(-4.0, 4.0),
                _ => f64::from_bits(random.bits()),
            };
            if x.is_finite() {
                return x;
            }
        }
    }

    #[test]
    fn what_they_make_encloses_the_number() {
        let mut random = Random(1);
        for _ in 0..40_000 {
            let [a, b, c, d] = [0; 4].map(|_| float(&mut random));
            let (x, y) =
                (Bracket::of(a).joined(Bracket::of(b)), Bracket::of(c).joined(Bracket::of(d)));
            let third = Rational::from(3);
            // The operands are both ends and a number between them.
            let between = |a: f64, b: f64| exact(a) + (exact(b) - exact(a)) / &third;
            for p in [exact(a), exact(b), between(a, b)] {
                for q in [exact(c), exact(d), between(c, d)] {
                    assert!(holds(x.plus(y), &(&p + &q)), "{x:?} + {y:?}");
                    assert!(holds(x.minus(y), &(&p - &q)), "{x:?} - {y:?}");
                    assert!(holds(x.times(y), &(&p * &q)), "{x:?} * {y:?}");
                    if d > 0.0 {
                        assert!(holds(x.times_float(d), &(&p * exact(d))), "{x:?} * {d}");
                    }
                    if q > Rational::ZERO {
                        assert!(holds(x.over(y), &(&p / &q)), "{x:?} / {y:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn they_are_tight() {
        let third = Bracket::of(1.0).over(Bracket::of(3.0));
        assert_eq!(third.lower.next_up().next_up(), third.upper);
        let sum = Bracket::of(0.1).plus(Bracket::of(0.2));
        assert_eq!(sum.lower.next_up().next_up(), sum.upper);
    }

    #[test]
    fn zero_times_anything_is_zero() {
        let all = Bracket::ALL.times(Bracket::of(0.0));
        assert!(all.lower <= 0.0 && all.upper >= 0.0);
    }
}
