# An end of an `Interval`, moved outwards by ULP of itself, is past the number that it was rounded
# from; so it still encloses after another rounding, to single precision, or in a comparison.
#
# x is the exact end, y the float nearest to it, from one to two: powers of two lose nothing, as
# every slack that is not zero is at least 2^-260. So is the step.
#: given ULP 2**-52
#: line src/number/round.rs | const ULP: f64 = f64::EPSILON;
#: line src/number/round.rs | F::choose(is_float, below, below - ulp * below.absolute()), F::choose(is_float, above, above + ulp * above.absolute()),
#: line src/number/round.rs | Bracket { lower: below - ULP * below.abs(), upper: above + ULP * above.abs() };
#: fails ULP 1/2
@rnd = float<ieee_64, ne>;
y = rnd(x);
step = $ULP * y;
away rnd= y + step;
toward rnd= y - step;
{ y in [1, 1.5] \/ y in [1.5, 2] -> (away - (y + step)) + step + (y - x) >= 0 /\ (toward - (y - step)) - step + (y - x) <= 0 }
