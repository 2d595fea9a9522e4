# A root of a `Fast` or `SemiStatic` adds one rounding to the depth, and at most a 128th of a
# rounding for terms of order u².
#
# s is the exact root of the value, so that the value is s²; q is the root of the exact number,
# which may be any number that is not negative. The second part proves that the value exceeds the
# magnitude by a few roundings at most.
#: read DEPTH src/number/fast.rs | const DEPTH: f64 = {};
#: read OWN src/number/depth.rs | Self { value, depth: self.depth + {}, least: self.least / 2 - 1 }
#: line src/number/fast.rs | let root = sqrt(if value > 0.0 { value } else { 0.0 });
#: line src/number/fast.rs | let magnitude = if root > 0.0 { magnitude / root }
#: line src/number/semi_static.rs | let magnitude = if root > 0.0 { self.magnitude / root }
#: fails OWN 0.5
@rnd = float<ieee_64, ne>;
m = rnd(m_);
R = rnd(s);
M rnd= m / R;
off = (s * s - q * q) / m;
inherited = off * (s / (s + q));
{ s in [1b-537, 1b500] /\ m in [1b-1074, 1b1000] /\ q in [0, 1b1000] /\ |m / R| in [1b-1016, 1b1020] /\ (s * s) / m in [0, $[1 + 2**-40]] /\
  |off| <= $[DEPTH * 2**-53] /\ s / (s + q) in [0, 1]
  -> |(R - q) / M - inherited| <= $[OWN * (1 + 2**-7) * 2**-53] /\ R / M in [0, $[1 + 2**-40 + 2**-50]] }
(R - q) / M - inherited -> (((R - s) / s) * ((s * s) / m) * (1 + (R - s) / s) + inherited * ((R - s) / s - (M - m / R) / (m / R))) / (1 + (M - m / R) / (m / R))
  { M <> 0, m <> 0, s <> 0, R <> 0, m / R <> 0, s + q <> 0 };
R / M -> ((s * s) / m) * (1 + (R - s) / s) * (1 + (R - s) / s) / (1 + (M - m / R) / (m / R))
  { M <> 0, m <> 0, s <> 0, R <> 0, m / R <> 0 };
