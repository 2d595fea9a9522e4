# A square of a `Double` has an error of less than OWN units of 8u² of itself, as in
# double_product.g.
#: read DEPTH src/number/fast.rs | const DEPTH: f64 = {};
#: read RELATIVE src/number/double.rs | const RELATIVE: f64 = f64::from_bits((1023 - {}) << 52);
#: read OWN src/number/depth.rs | self.product(other, self.value * other.value, {})
#: line src/number/double.rs | let (product, rest) = two_square(self.high); let (high, low) = fast_two_sum(product, rest + F::splat(2.0) * (self.high * self.low)); Self { high, low, magnitude: self.magnitude * self.magnitude }
#: let UNIT down(2**-RELATIVE / DEPTH)
#: fails OWN 1/2
@rnd = float<ieee_64, ne>;
h = rnd(h_); l = rnd(l_);
s rnd= h * h;
rest = h * h - s;
a rnd= h * l;
d rnd= rest + 2 * a;
{ |l| <= 1b-53 /\ (h in [1, 1.125] \/ h in [1.125, 1.25] \/ h in [1.25, 2])
  -> |(s + d - (h + l) * (h + l)) / (h * h)| <= $[OWN * UNIT * (1 - 2**-4)] }
(s + d - (h + l) * (h + l)) / (h * h) -> ((d - (rest + 2 * a)) + 2 * (a - h * l) - l * l) / (h * h) { h * h <> 0 };
