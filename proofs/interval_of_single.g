# An end of an `Interval`, moved outwards by ULP times itself, is past the number that it was
# rounded from. So it still encloses that number after a further rounding to single precision or in
# a comparison.
#
# x is the exact end, and y the float nearest to it, from one to two: multiplication by powers of
# two is exact, because every slack that is not zero is at least 2^-260. The step outwards is at
# least that, too.
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
