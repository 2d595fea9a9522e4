# A product of two `Double` has an error of less than OWN units of 8u² of itself, and so of its
# magnitude, in addition to inherited errors.
#
# The factors are h + l and k + n. h and k are from one to two, because multiplication by powers of
# two is exact, and signs change nothing; so each low part is at most u. `rest` is the error of the
# product of the high parts, and the result is s + c: both are exact (README.md). If h k ≤ 3/2, then
# h + k ≤ 5/2, because (h - 1)(k - 1) ≥ 0.
#
# The inherited errors are twice those of a depth of DEPTH, for the deepest numbers (theory, §4).
#: read DEPTH src/number/fast.rs | const DEPTH: f64 = {};
#: read RELATIVE src/number/double.rs | const RELATIVE: f64 = f64::from_bits((1023 - {}) << 52);
#: read OWN src/number/depth.rs | self.product(other, self.value * other.value, {})
#: line src/number/double.rs | let (product, rest) = two_product(self.high, other.high); let (high, low) = fast_two_sum(product, rest + (self.high * other.low + self.low * other.high)); Self { high, low, magnitude: self.magnitude * other.magnitude }
#: let UNIT down(2**-RELATIVE / DEPTH)
#: fails OWN 1/2
@rnd = float<ieee_64, ne>;
h = rnd(h_); l = rnd(l_); k = rnd(k_); n = rnd(n_);
s rnd= h * k;
rest = h * k - s;
a rnd= h * n;
b rnd= l * k;
c rnd= a + b;
d rnd= rest + c;
{ h in [1, 2] /\ k in [1, 2] /\ |l| <= 1b-53 /\ |n| <= 1b-53 /\
  (h * k in [1, 1.5] /\ |h * n + l * k| <= 5b-54 \/ h * k in [1.5, 4])
  -> |(s + d - (h + l) * (k + n)) / (h * k)| <= $[OWN * UNIT * (1 - 2**-4)] }
(s + d - (h + l) * (k + n)) / (h * k) -> ((d - (rest + c)) + (c - (a + b)) + (a - h * n) + (b - l * k) - l * n) / (h * k) { h * k <> 0 };
a + b -> (h * n + l * k) + (a - h * n) + (b - l * k);
# V is the result, and H and K are the operands. a and b are the errors of the operands, divided by
# their magnitudes.
#: then
@rnd = float<ieee_64, ne>;
m = rnd(m_); p = rnd(p_);
M rnd= m * p;
a = (H - x) / m;
b = (K - y) / p;
inherited = a * (K / p) + b * (H / m);
{ m in [1b-1016, 1b1000] /\ p in [1b-1016, 1b1000] /\ |m * p| in [1b-1016, 1b1000] /\ |H / m| <= $[1 + 2**-40] /\ |K / p| <= $[1 + 2**-40] /\
  |(V - H * K) / (m * p)| <= $[OWN * UNIT * (1 - 2**-5)] /\ |a| <= $[2 * DEPTH * UNIT] /\ |b| <= $[2 * DEPTH * UNIT] /\ |inherited| <= $[2 * DEPTH * UNIT]
  -> |(V - x * y) / M - inherited| <= $[OWN * UNIT] }
(V - x * y) / M - inherited -> ((V - H * K) / (m * p) - a * b - inherited * ((M - m * p) / (m * p))) / (1 + (M - m * p) / (m * p))
  { M <> 0, m <> 0, p <> 0, m * p <> 0 };
