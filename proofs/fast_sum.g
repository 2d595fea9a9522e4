# A sum or a difference of two `Fast` or `SemiStatic` adds one rounding to the depth, and at most a
# 128th of a rounding for terms of order u².
#
# v and w are the values, m and p their magnitudes, x is the exact sum. `off` is the inherited error
# divided by m + p; it is at most the greater of the two errors, each divided by its own magnitude.
# A sum of floats has no error by underflow. The cases are v + w = 0 and v + w ≠ 0.
#: read DEPTH src/number/fast.rs | const DEPTH: f64 = {};
#: read OWN src/number/depth.rs | depth: self.depth.max(other.depth) + {}, least }
#: line src/number/fast.rs | Self(self.0.plus(other.0))
#: line src/number/fast.rs | Self(self.0.plus(other.0.first_negated()))
#: line src/number/semi_static.rs | Self::of(self.value + other.value, self.magnitude + other.magnitude)
#: line src/number/semi_static.rs | Self::of(self.value - other.value, self.magnitude + other.magnitude)
#: fails OWN 0.5
@rnd = float<ieee_64, ne>;
v = rnd(v_); w = rnd(w_); m = rnd(m_); p = rnd(p_);
V rnd= v + w;
M rnd= m + p;
off = ((v + w) - x) / (m + p);
{ m + p in [1b-1074, 1b1000] /\ |(v + w) / (m + p)| <= $[1 + 2**-40] /\ |off| <= $[DEPTH * 2**-53] /\
  (v + w in [0, 0] \/ |v + w| in [1b-1074, 1b1000])
  -> |(V - x) / M - off| <= $[OWN * (1 + 2**-7) * 2**-53] }
(V - x) / M - off -> (((V - (v + w)) / (v + w)) * ((v + w) / (m + p)) - off * ((M - (m + p)) / (m + p))) / (1 + (M - (m + p)) / (m + p))
  { M <> 0, m + p <> 0, v + w <> 0 };
(V - x) / M - off -> ((V - (v + w)) / (m + p) - off * ((M - (m + p)) / (m + p))) / (1 + (M - (m + p)) / (m + p))
  { M <> 0, m + p <> 0 };
