# A difference of two inputs has a depth of one: for `SemiStatic`, with TIMES the greatest input g
# as its magnitude, and for `Fast`, with the result y as its magnitude.
#
# p and q are the inputs divided by g. e is the rounding of their difference, which has no error by
# underflow.
#: read TIMES src/number/scaled.rs | fn length_difference(&self, a: f64, b: f64) -> SemiStatic { SemiStatic::of(a - b, {} * self.length) }
#: read SPEEDS src/number/scaled.rs | fn speed_difference(&self, a: f64, b: f64) -> SemiStatic { SemiStatic::of(a - b, {} * self.speed) }
#: line src/number/scaled.rs | Fast::of(a - b)
#: line src/number/fast.rs | Self(Pair::new(x, x.abs()))
#: each times [TIMES, SPEEDS]
#: fails TIMES 1/2
#: fails SPEEDS 1/2
{ |p| <= 1 /\ |q| <= 1 /\ |e| <= 1b-53 -> |(p - q) * (1 + e)| - $times * $[1 + 2**-40] <= 0 /\ |(p - q) * e| - $times * 1b-53 <= 0 }
#: then
@rnd = float<ieee_64, ne>;
y = rnd(x);
{ y in [1, 2] -> |y - x| - 1b-53 * y <= 0 }
