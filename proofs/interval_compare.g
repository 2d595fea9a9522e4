# Two intervals that `compare` reports as disjoint are disjoint: the slack exceeds both slacks and
# the error of the difference of their middles.
#
# s is the sum of both slacks. a is the sum of the absolute low parts, r the absolute error of the
# sum of the high parts, d the absolute difference. Each has an error of at most u times itself or
# its operands; f are the roundings of the slack itself, by the standard model.
#: read SUMS src/number/round.rs | let slack = (self.slack + other.slack + sums * ({} * ULP)) * (1.0 + 4.0 * ULP);
#: read MORE src/number/round.rs | sums * (2.0 * ULP)) * (1.0 + {} * ULP);
#: line src/number/round.rs | let (high, rest) = two_sum(self.high, -other.high); let difference = high + (rest + (self.low - other.low));
#: line src/number/round.rs | let sums = rest.abs() + self.low.abs() + other.low.abs() + difference.abs();
#: fails SUMS 1/4
#: fails MORE 1/4
sums = (r + a + d) * (1 + f1);
slack = (s * (1 + f2) + sums * $[SUMS * 2**-52] * (1 + f3)) * $[1 + MORE * 2**-52] * (1 + f4);
G = (1 + f1) * $[SUMS * 2**-52] * (1 + f3) * $[1 + MORE * 2**-52] * (1 + f4);
lost = (d * (1 + e1) + (r + a * (1 + e2)) + a) * 1b-53;
T = s + a + r + d;
{ T in [1b-1000, 1b1000] /\ s / T in [0, 1] /\ a / T in [0, 1] /\ r / T in [0, 1] /\ d / T in [0, 1] /\ |e1| <= 1b-52 /\ |e2| <= 1b-53 /\
  |f1| <= 4b-53 /\ |f2| <= 2b-53 /\ |f3| <= 1b-53 /\ |f4| <= 1b-53
  -> (slack - s - lost) / T >= 0 }
(slack - s - lost) / T -> (s / T) * ((1 + f2) * $[1 + MORE * 2**-52] * (1 + f4) - 1)
  + (a / T) * (G - (2 + e2) * 1b-53) + (r / T) * (G - 1b-53) + (d / T) * (G - (1 + e1) * 1b-53) { T <> 0 };
