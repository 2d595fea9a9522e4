# The key of a time in the tree of a scene is a quotient of two differences of `f32`, less a margin
# of SLACK times itself plus TINY. It is at most the exact time; the key of a square is at most the
# exact square.
#
# The rounded operations are the two differences, the quotient, the product and the sum of the
# margin, and the last difference. u is the underflow of the quotient, in units of TINY. SLACK is 1
# / (1 << 20), that is 2^-20.
#: read SHIFT src/scene/tree/node.rs | const SLACK: f32 = 1.0 / (1 << {}) as f32;
#: read TINY src/scene/tree/node.rs | const TINY: f32 = f32::from_bits((127 - {}) << 23);
#: line src/scene/tree/node.rs | let margin = time.absolute().times_plus(E::splat(SLACK), E::splat(TINY));
#: line src/scene/tree/node.rs | let earliest = time.minus(margin).where_set(nears, E::splat(f32::INFINITY));
#: line src/scene/tree/node.rs | sum = gap.times_plus(gap, sum);
#: line src/scene/tree/node.rs | let keys = sum.minus(margin).or_greater(E::splat(0.0));
#: fails SHIFT 1.25
#: fails TINY 1.5
slack = $[2**-SHIFT];
time = x * (1 + a) * (1 + b) / (1 + c) + u;
margin = (time * slack * (1 + d) + $[2**-TINY]) * (1 + e);
T = x + $[2**-TINY];
{ x / T in [0, 1] /\ T in [$[2**-TINY], 1b130] /\ |a| <= 1b-24 /\ |b| <= 1b-24 /\ |c| <= 1b-24 /\ |d| <= 1b-24 /\ |e| <= 1b-24 /\ |f| <= 1b-24 /\ |u| <= 1b-150
  -> ((time - margin) * (1 + f) - x) / T <= 0 }
((time - margin) * (1 + f) - x) / T -> (x / T) * ((1 + a) * (1 + b) / (1 + c) * (1 - slack * (1 + d) * (1 + e)) * (1 + f) - 1)
  + (1 - x / T) * (u / $[2**-TINY] * (1 - slack * (1 + d) * (1 + e)) - (1 + e)) * (1 + f) { T <> 0, 1 + c <> 0 };
#: then
slack = $[2**-SHIFT];
{ |a| <= 5b-24 /\ |d| <= 1b-24 /\ |e| <= 1b-24 /\ |f| <= 1b-24 -> (1 + a) * (1 - slack * (1 + d) * (1 + e)) * (1 + f) <= 1 }
