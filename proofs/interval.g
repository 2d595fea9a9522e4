# The ends of an `Interval` enclose the number: the error of the sum of high, low and slack is less
# than the margin in the slack.
#
# m is the magnitude, a the absolute value of the low part and s a its value, with s = 1 or -1.
# `below` is the computed `low - slack`. The high part is added to it with one last rounding, which
# is monotone: so the ends are the floats nearest to two numbers that enclose the exact number. The
# upper end is the same with other signs. T is the sum of the three parts of the slack, which are
# compared one by one.
#: read MORE src/number/round.rs | const MORE: f64 = 1.0 + {} * ULP;
#: read OF_LOW src/number/round.rs | low.absolute() * F::splat({} * ULP)
#: read UNDERFLOW src/number/round.rs | const UNDERFLOW_OF_VALUE: f64 = f64::from_bits((1023 - {}) << 52);
#: line src/number/round.rs | const ULP: f64 = f64::EPSILON;
#: line src/number/round.rs | let slack = magnitude * F::splat(relative * MORE) + (low.absolute() * F::splat(2.0 * ULP) + F::splat(UNDERFLOW_OF_VALUE * MORE));
#: line src/number/round.rs | (self.high + (self.low - self.slack), self.high + (self.low + self.slack))
#: each RELATIVE [2**-46, 2**-96]
#: fails MORE 1/4
#: fails OF_LOW 1/8
# Here each operation follows the standard model: exact except for a factor 1 + e and, for a
# product, the underflow d.
more = $[1 + MORE * 2**-52];
relative = $RELATIVE;
unit = $[OF_LOW * 2**-52];
least = $[2**-UNDERFLOW];
p = m * (relative * more) * (1 + e1) + d1;
l = a * unit * (1 + e2) + d2;
q = (l + least * more) * (1 + e3);
slack = (p + q) * (1 + e4);
below = (s * a - slack) * (1 + e5);
T = m * relative + a * unit + least;
{ T in [$[2**-UNDERFLOW], 1b1000] /\ m * relative / T in [0, 1] /\ a * unit / T in [0, 1] /\ least / T in [0, 1] /\ s in [-1, 1] /\
  |e1| <= 1b-53 /\ |e2| <= 1b-53 /\ |e3| <= 1b-53 /\ |e4| <= 1b-53 /\ |e5| <= 1b-53 /\ |d1| <= 1b-1074 /\ |d2| <= 1b-1074
  -> (s * a - (m * relative + least) - below) / T >= 0 }
(s * a - (m * relative + least) - below) / T
  -> (m * relative / T) * ((1 + e5) * (1 + e4) * (1 + e1) * more - 1)
  + (a * unit / T) * ((1 + e5) * (1 + e4) * (1 + e3) * (1 + e2) - e5 * s / unit)
  + (least / T) * ((1 + e5) * (1 + e4) * (1 + e3) * more - 1 + (1 + e5) * (1 + e4) * (d1 + (1 + e3) * d2) / least)
  { T <> 0, unit <> 0, least <> 0 };
