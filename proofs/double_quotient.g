# A quotient of two `Double` has an error of less than OWN units of 8u² of itself; OWN is five.
#
# The quotient is (h + l) / (b + n). h and b are from one to two, because multiplication by powers
# of two is exact, and signs change nothing. q b is exact in two floats, and so is the result, q + d
# (README.md).
#: read DEPTH src/number/fast.rs | const DEPTH: f64 = {};
#: read RELATIVE src/number/double.rs | const RELATIVE: f64 = f64::from_bits((1023 - {}) << 52);
#: read OWN src/number/depth.rs | self.depth + divisor.depth + {});
#: line src/number/double.rs | let inverse = F::splat(1.0) / b; let quotient = self.high * inverse; let (product, rest) = two_product(quotient, b); let remainder = ((self.high - product) - rest) + (self.low - quotient * divisor.low); let (high, low) = fast_two_sum(quotient, remainder * inverse);
#: let UNIT down(2**-RELATIVE / DEPTH)
#: fails OWN 1/5
@rnd = float<ieee_64, ne>;
h = rnd(h_); l = rnd(l_); b = rnd(b_); n = rnd(n_);
i rnd= 1 / b;
q rnd= h * i;
p rnd= q * b;
rest = q * b - p;
c rnd= h - p;
e rnd= c - rest;
f rnd= q * n;
g rnd= l - f;
r rnd= e + g;
d rnd= r * i;
whole = (h - q * b) + l - q * n;
{ h in [1, 2] /\ b in [1, 2] /\ |l| <= 1b-53 /\ |n| <= 1b-53 /\ h / b in [0.5, 2]
  -> |(q + d - (h + l) / (b + n)) / (h / b)| <= $[OWN * UNIT * (1 - 2**-4)] }
(q + d - (h + l) / (b + n)) / (h / b) -> ((d - r * i) + ((r - (e + g)) + (e - (c - rest)) + (c - (h - p)) + (g - (l - f)) - (f - q * n)) * i + whole * ((i - 1 / b) + n / (b * (b + n)))) / (h / b)
  { h / b <> 0, b <> 0, b + n <> 0 };
h - q * b -> - b * ((q - h * i) + h * (i - 1 / b)) { b <> 0 };
h - p -> (h - q * b) + (q * b - p);
c - rest -> (h - q * b) + (c - (h - p));
$ h in 4, b in 4;
# V is the result, H and B are the operands, m and p their magnitudes, and M is the magnitude of the
# quotient.
#: read MARGIN src/number/fast.rs | const DIVISOR_MARGIN: f64 = {};
#: line src/number/double.rs | let margin = F::splat(RELATIVE * DIVISOR_MARGIN); let magnitude = magnitude_of_quotient(self.magnitude, b, divisor.magnitude, margin);
#: fails MARGIN 1/16
#: then
e = (H - x) / m;
f = (B - y) / p;
inherited = e * (B / p) - f * (H / m);
S = m * p / (B * B);
{ B in [1b-200, 1b1000] /\ m in [1b-1016, 1b1000] /\ p in [1b-1016, 1b1000] /\ M in [1b-240, 1b1000] /\ M / S - 1 in [-10b-53, 10b-53] /\
  |B / p| <= $[1 + 2**-40] /\ |H / m| <= $[1 + 2**-40] /\ |f * (p / B)| <= $[up(1 / MARGIN)] /\
  |inherited| <= $[DEPTH * UNIT] /\ |S| in [1b-241, 1b1001] /\ |y| in [1b-300, 1b1001] /\ |(V - H / B) / (H / B)| <= $[OWN * UNIT * (1 - 2**-5)] /\ |H / B| in [1b-1000, 1b1000]
  -> |(V - x / y) / M - inherited| <= $[OWN * UNIT] }
(V - x / y) / M - inherited -> (((V - H / B) / (H / B)) * ((H / m) * (B / p)) + inherited * (f * (p / B) / (1 - f * (p / B)) - (M / S - 1))) / (M / S - 1 + 1)
  { M <> 0, m <> 0, p <> 0, B <> 0, y <> 0, S <> 0, H / B <> 0 };
# The same for numbers that are twice as deep: the divisor is less certain, and a quotient counts
# one more.
#: then
e = (H - x) / m;
f = (B - y) / p;
inherited = e * (B / p) - f * (H / m);
S = m * p / (B * B);
{ B in [1b-200, 1b1000] /\ m in [1b-1016, 1b1000] /\ p in [1b-1016, 1b1000] /\ M in [1b-240, 1b1000] /\ M / S - 1 in [-10b-53, 10b-53] /\
  |B / p| <= $[1 + 2**-40] /\ |H / m| <= $[1 + 2**-40] /\ |f * (p / B)| <= $[up(2 / MARGIN)] /\
  |inherited| <= $[2 * DEPTH * UNIT] /\ |S| in [1b-241, 1b1001] /\ |y| in [1b-300, 1b1001] /\ |(V - H / B) / (H / B)| <= $[OWN * UNIT * (1 - 2**-5)] /\ |H / B| in [1b-1000, 1b1000]
  -> |(V - x / y) / M - inherited| <= $[(OWN + 1) * UNIT] }
(V - x / y) / M - inherited -> (((V - H / B) / (H / B)) * ((H / m) * (B / p)) + inherited * (f * (p / B) / (1 - f * (p / B)) - (M / S - 1))) / (M / S - 1 + 1)
  { M <> 0, m <> 0, p <> 0, B <> 0, y <> 0, S <> 0, H / B <> 0 };
