# A product of two `Fast` or `SemiStatic` has the sum of their depths and one rounding more, plus at
# most a 128th of a rounding for terms of order u².
#
# v and w are the values, m and p their magnitudes, x and y the exact factors. In the frame
# (`Range`), the magnitude of a product that is not zero is above 2^-1016. So the error of the value
# by underflow is less than a rounding of the magnitude.
#: read DEPTH src/number/fast.rs | const DEPTH: f64 = {};
#: read OWN src/number/depth.rs | self.product(other, self.value * other.value, {})
#: line src/number/fast.rs | Self(self.0.times(other.0))
#: line src/number/semi_static.rs | Self::of(self.value * other.value, self.magnitude * other.magnitude)
#: line src/number/depth.rs | Self { value, depth: self.depth + other.depth + own, least }
#: fails OWN 0.5
@rnd = float<ieee_64, ne>;
v = rnd(v_); w = rnd(w_); m = rnd(m_); p = rnd(p_);
V rnd= v * w;
M rnd= m * p;
a = (v - x) / m;
b = (w - y) / p;
inherited = a * (w / p) + b * (v / m);
{ m in [1b-1074, 1b1000] /\ p in [1b-1074, 1b1000] /\ |m * p| in [1b-1016, 1b1000] /\
  |v / m| <= $[1 + 2**-40] /\ |w / p| <= $[1 + 2**-40] /\
  |a| <= $[DEPTH * 2**-53] /\ |b| <= $[DEPTH * 2**-53] /\ |inherited| <= $[DEPTH * 2**-53] /\
  (|v * w| in [1b-1020, 1b1000] \/ |v * w| <= 1b-1020)
  -> |(V - x * y) / M - inherited| <= $[OWN * (1 + 2**-7) * 2**-53] }
(V - x * y) / M - inherited -> (((V - v * w) / (v * w)) * ((v / m) * (w / p)) - a * b - inherited * ((M - m * p) / (m * p))) / (1 + (M - m * p) / (m * p))
  { M <> 0, m <> 0, p <> 0, m * p <> 0, v * w <> 0 };
(V - x * y) / M - inherited -> ((V - v * w) / (m * p) - a * b - inherited * ((M - m * p) / (m * p))) / (1 + (M - m * p) / (m * p))
  { M <> 0, m <> 0, p <> 0, m * p <> 0 };
