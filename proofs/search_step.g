# Newton's step (9.1): its divisor is at least -d·W; and the roundings of the quotient and of the
# sum of times, as lengths along the path, are at most STEP u A.
#
# The unit is |d| |W|. q is -d·W; the product of rounded floats has the error `lost`: three
# roundings of each term, and one of W. g is the error of the computed |d|, f the rounding of the
# length and of the product with SLOPE, h the rounding of the difference. For times: a step s that
# is safe for the radius r ends at time one at the latest. So its error is at most a rounding of
# one, and the error of the sum is another such rounding. As lengths, both are multiplied by |W|,
# which is at most √3 A.
#: read SLOPE src/mesh/tree/geometry.rs | const SLOPE: f32 = {} * f32::EPSILON;
#: given STEP 4
#: line src/mesh/tree/arrival.rs | let toward = g.times(self.slope).minus(dot(d, &self.way));
#: line src/mesh/tree/arrival.rs | margin.over(toward).and(apart)
#: line src/mesh/tree/arrival.rs | slope: E::splat(length * SLOPE),
#: line src/mesh/tree/eights.rs | a[0].times_plus(b[0], a[1].times_plus(b[1], a[2].times(b[2])))
#: fails SLOPE 1/4
#: fails STEP 1/2
{ |q| <= 1 /\ |lost| <= $[(4 + 2**-20) * 2**-24] /\ |g| <= 3b-24 /\ |f| <= 4b-24 /\ |h| <= 1b-24 /\ s in [0, 1] /\ |e| <= 1b-24 /\ |k| <= 1b-24 /\ t in [0, 1]
  -> ((1 + g) * (1 + f) * $[SLOPE * 2**-23] + q - lost) * (1 + h) - q >= 0
  /\ (s * e + k * (1 + s * e)) * $[up(1.7320508076)] <= $[STEP * 2**-24] }
((1 + g) * (1 + f) * $[SLOPE * 2**-23] + q - lost) * (1 + h) - q -> ((1 + g) * (1 + f) * $[SLOPE * 2**-23] - lost) * (1 + h) + q * h;
