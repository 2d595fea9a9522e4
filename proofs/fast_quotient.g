# A quotient of two `Fast` or `SemiStatic` has the sum of their depths and at most 1¼ roundings
# more, of the five that are counted.
#
# a / b is the quotient of the values, x / y the exact quotient, m and p are the magnitudes of
# dividend and divisor; M is the magnitude of the quotient (magnitude_of_quotient.g). The relative
# error of the divisor is at most 2^-10, as `DIVISOR_MARGIN` requires. `inherited` is at most the
# sum of both errors, each divided by its magnitude.
#: read DEPTH src/number/fast.rs | const DEPTH: f64 = {};
#: read MARGIN src/number/fast.rs | const DIVISOR_MARGIN: f64 = {};
#: line src/number/fast.rs | magnitude_of_quotient(self.magnitude(), b, mb, RELATIVE * DIVISOR_MARGIN);
#: line src/number/fast.rs | Self(Pair::new(self.value() / b, magnitude))
#: line src/number/semi_static.rs | magnitude_of_quotient(self.magnitude, b, mb, RELATIVE * DIVISOR_MARGIN);
#: line src/number/semi_static.rs | Self::of(self.value / b, magnitude)
#: fails MARGIN 0.25
@rnd = float<ieee_64, ne>;
a = rnd(a_); b = rnd(b_);
V rnd= a / b;
e = (a - x) / m;
f = (b - y) / p;
inherited = e * (b / p) - f * (a / m);
S = m * p / (b * b);
{ b in [1b-200, 1b1000] /\ m in [1b-1016, 1b1000] /\ p in [1b-1016, 1b1000] /\ M in [1b-240, 1b1000] /\ M / S - 1 in [-6b-53, 6b-53] /\
  |b / p| <= $[1 + 2**-40] /\ |a / m| <= $[1 + 2**-40] /\ |f * (p / b)| <= $[up(1 / MARGIN)] /\
  |inherited| <= $[DEPTH * 2**-53] /\ |S| in [1b-241, 1b1001] /\ |y| in [1b-300, 1b1001] /\
  (|a / b| in [1b-1016, 1b1000] \/ |a / b| <= 1b-1016)
  -> |(V - x / y) / M - inherited| <= $[(1 + 2**-2) * 2**-53] }
(V - x / y) / M - inherited -> (((V - a / b) / (a / b)) * ((a / m) * (b / p)) + inherited * (f * (p / b) / (1 - f * (p / b)) - (M / S - 1))) / (M / S - 1 + 1)
  { M <> 0, m <> 0, p <> 0, b <> 0, y <> 0, S <> 0, a / b <> 0 };
(V - x / y) / M - inherited -> ((V - a / b) / S + inherited * (f * (p / b) / (1 - f * (p / b)) - (M / S - 1))) / (M / S - 1 + 1)
  { M <> 0, m <> 0, p <> 0, b <> 0, y <> 0, S <> 0 };
