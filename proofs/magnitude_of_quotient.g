# The computed magnitude of a quotient, m p / b², has an error of at most EACH roundings.
#
# If a product is below 2^-1016, so is the result, or it is replaced by 2^-240, which is more: p / b
# is at most 2^36.
#: given EACH 6
#: line src/number/fast.rs | let inverse = F::splat(1.0) / b; let magnitude = (ma * inverse) * (mb * inverse);
#: line src/number/fast.rs | let is_known = F::and((mb * margin).below(b), F::splat(LEAST_DIVISOR).below(b)); F::choose(is_known, magnitude, F::splat(f64::INFINITY))
#: fails EACH 5/6
@rnd = float<ieee_64, ne>;
b = rnd(b_); m = rnd(m_); p = rnd(p_);
I rnd= 1 / b;
P rnd= m * I;
Q rnd= p * I;
M rnd= P * Q;
S = m * p / (b * b);
{ b in [1b-200, 1b1000] /\ m in [1b-1016, 1b1000] /\ p in [1b-1016, 1b1000] /\
  |m * I| in [1b-1016, 1b1000] /\ |p * I| in [1b-1016, 1b1000] /\ |P * Q| in [1b-1016, 1b1000] /\ |S| in [1b-1020, 1b1001]
  -> M / S - 1 in [-$[EACH * 2**-53], $[EACH * 2**-53]] }
M / S - 1 -> (1 + (M - P * Q) / (P * Q)) * (1 + (P - m * I) / (m * I)) * (1 + (Q - p * I) / (p * I)) * (1 + (I - 1 / b) / (1 / b)) * (1 + (I - 1 / b) / (1 / b)) - 1
  { S <> 0, m <> 0, p <> 0, b <> 0, I <> 0, P <> 0, Q <> 0, P * Q <> 0, m * I <> 0, p * I <> 0, 1 / b <> 0 };
