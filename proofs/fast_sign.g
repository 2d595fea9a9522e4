# A sign of `Fast` or `SemiStatic` is the sign of the exact number: the computed bound exceeds the
# error bound of the depth.
#
# m is the magnitude of a number that has the greatest depth of a decision. Half of `UNDERFLOW`
# exceeds all errors by underflow.
#: read DEPTH src/number/fast.rs | const DEPTH: f64 = {};
#: read GREATEST src/number/fast.rs | const GREATEST_DEPTH: u32 = {};
#: read UNDERFLOW src/number/fast.rs | const UNDERFLOW: f64 = f64::from_bits((1023 - {}) << 52);
#: line src/number/fast.rs | const RELATIVE: f64 = DEPTH / (1u64 << 53) as f64;
#: line src/number/fast.rs | let bound = magnitude * RELATIVE + UNDERFLOW; if value > bound { Ok(Sign::Positive) } else if value < -bound { Ok(Sign::Negative) } else if magnitude == 0.0 { Ok(Sign::Zero) } else { Err(Unsure) }
#: line src/number/semi_static.rs | self.magnitude * RELATIVE + UNDERFLOW
#: fails GREATEST 2.5
#: fails DEPTH 3/8
@rnd = float<ieee_64, ne>;
m = rnd(m_);
relative = $[DEPTH * 2**-53];
least = $[2**-UNDERFLOW];
used = $[GREATEST * (1 + 2**-7) * 2**-53];
product rnd= m * relative;
bound rnd= product + least;
S = m * relative + least;
{ m in [0, 1b1000] /\ S in [$[2**-UNDERFLOW], 1b1001] /\ m * relative / S in [0, 1] /\ (m in [1b-900, 1b1000] \/ m in [0, 1b-900])
  -> (bound - (m * used + least / 2)) / S >= 0 }
(bound - (m * used + least / 2)) / S
  -> (1 + (bound - (product + least)) / (product + least)) * (1 + (product - m * relative) / S) - (used / relative) * (m * relative / S) - 0.5 * (1 - m * relative / S)
  { S <> 0, product + least <> 0, relative <> 0 };
(product - m * relative) / S -> ((product - m * relative) / (m * relative)) * (m * relative / S) { S <> 0, m * relative <> 0 };
