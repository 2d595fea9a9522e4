# A sign of `Double` is the sign of the exact number: the computed bound exceeds the error bound of
# the depth. The comparison ignores the low part, which is at most u times the high part. See
# fast_sign.g.
#: read DEPTH src/number/fast.rs | const DEPTH: f64 = {};
#: read GREATEST src/number/fast.rs | const GREATEST_DEPTH: u32 = {};
#: read UNDERFLOW src/number/fast.rs | const UNDERFLOW: f64 = f64::from_bits((1023 - {}) << 52);
#: read RELATIVE src/number/double.rs | const RELATIVE: f64 = f64::from_bits((1023 - {}) << 52);
#: line src/number/double.rs | let bound = self.magnitude * F::splat(RELATIVE) + F::splat(UNDERFLOW); if F::all(bound.below(self.high)) { Ok(Sign::Positive) } else if F::all(self.high.below(-bound)) { Ok(Sign::Negative) } else if F::all(self.magnitude.equals(F::splat(0.0))) { Ok(Sign::Zero) } else { Err(Unsure) }
#: let UNIT 2**-103
#: need DEPTH * UNIT == 2**-96
#: fails GREATEST 2.5
#: fails RELATIVE 33/32
@rnd = float<ieee_64, ne>;
m = rnd(m_);
relative = $[2**-RELATIVE];
least = $[2**-UNDERFLOW];
used = $[GREATEST * UNIT];
product rnd= m * relative;
bound rnd= product + least;
S = m * relative + least;
{ m in [0, 1b1000] /\ S in [$[2**-UNDERFLOW], 1b1001] /\ m * relative / S in [0, 1] /\ (m in [1b-900, 1b1000] \/ m in [0, 1b-900])
  -> (bound * (1 - 1b-53) - (m * used + least / 2)) / S >= 0 }
(bound * (1 - 1b-53) - (m * used + least / 2)) / S
  -> (1 + (bound - (product + least)) / (product + least)) * (1 - 1b-53) * (1 + (product - m * relative) / S) - (used / relative) * (m * relative / S) - 0.5 * (1 - m * relative / S)
  { S <> 0, product + least <> 0, relative <> 0 };
(product - m * relative) / S -> ((product - m * relative) / (m * relative)) * (m * relative / S) { S <> 0, m * relative <> 0 };
