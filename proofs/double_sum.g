# A sum of two `Double` has an error of at most OWN units of 8u² of the magnitude, in addition to
# inherited errors.
#
# The terms are h + l and k + n; each low part is at most u times its high part. `rest` is the error
# of the sum of the high parts, and the result is s + c: both sums of two floats are exact
# (README.md). The second part proves that the high part exceeds the magnitude by little at most.
#
# The inherited errors are twice those of a depth of DEPTH, for the deepest numbers (theory, §4).
#: read DEPTH src/number/fast.rs | const DEPTH: f64 = {};
#: read RELATIVE src/number/double.rs | const RELATIVE: f64 = f64::from_bits((1023 - {}) << 52);
#: read OWN src/number/depth.rs | depth: self.depth.max(other.depth) + {}, least }
#: line src/number/double.rs | let (sum, rest) = two_sum(self.high, other.high); let (high, low) = fast_two_sum(sum, rest + (self.low + other.low)); Self { high, low, magnitude: self.magnitude + other.magnitude }
#: let UNIT down(2**-RELATIVE / DEPTH)
#: fails OWN 1/4
#: fails DEPTH 4
@rnd = float<ieee_64, ne>;
h = rnd(h_); l = rnd(l_); k = rnd(k_); n = rnd(n_); m = rnd(m_); p = rnd(p_);
s rnd= h + k;
rest = rnd(rest_);
b rnd= l + n;
c rnd= rest + b;
M rnd= m + p;
off = ((h + l + k + n) - x) / (m + p);
{ m + p in [1b-1016, 1b1000] /\ |(h + k) / (m + p)| <= $[1 + 2**-40] /\ |(l + n) / (m + p)| <= $[2**-53 * (1 + 2**-40)] /\
  rest - (h + k - s) in [0, 0] /\ |rest / (m + p)| <= $[2**-53 * (1 + 2**-40)] /\ |off| <= $[2 * DEPTH * UNIT] /\
  (l + n in [0, 0] \/ |l + n| in [1b-1074, 1b1000]) /\ (rest + b in [0, 0] \/ |rest + b| in [1b-1074, 1b1000])
  -> |(s + c - x) / M - off| <= $[OWN * UNIT] }
(s + c - x) / M - off -> ((c - (rest + b)) / (m + p) + (b - (l + n)) / (m + p) + (rest - (h + k - s)) / (m + p) - off * ((M - (m + p)) / (m + p))) / (1 + (M - (m + p)) / (m + p))
  { M <> 0, m + p <> 0 };
(c - (rest + b)) / (m + p) -> ((c - (rest + b)) / (rest + b)) * (rest / (m + p) + b / (m + p)) { m + p <> 0, rest + b <> 0 };
(b - (l + n)) / (m + p) -> ((b - (l + n)) / (l + n)) * ((l + n) / (m + p)) { m + p <> 0, l + n <> 0 };
b / (m + p) -> ((l + n) / (m + p)) * (1 + (b - (l + n)) / (l + n)) { m + p <> 0, l + n <> 0 };
