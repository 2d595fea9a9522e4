# The times when a body is between the planes of a slab, grown by its radius: if the radius is
# increased by ROUNDINGS u A, the entry is not late and the exit not early, for any direction of the
# motion.
#
# All numbers are in units of A, and of 128 |n|, which is at most one. A body is between the planes
# if low - r - h <= a + t b <= high + r + h: a is n·(C - middle), b is n·W, and h the sum of |n·hᵢ|
# over up to three half axes, with two more sums. For such a t, the product t b is at least
# low - r - h - a. The product of t with the computed b has the error y, so it is at least
# low - r - h - a - y. The computed quotient, x over b, is not on the wrong side of t if the rounded
# x is no more than that. x is low, the product of a byte, less the radius, less a. The error of a
# has these parts: three roundings of each component of the vector from the middle (the difference,
# the sum, and the middle itself, from which the slab was measured), the error of the centre in the
# search, and three roundings of a term for the products and sums of n·(C - middle). b has that last
# error, and an error of less than SLOW for a replaced speed.
#: read ROUNDINGS src/mesh/tree/bound.rs | const ROUNDINGS: f64 = {};
#: read AXES src/mesh/tree/bound.rs | + {} * of_axes;
#: read SLOW src/mesh/tree/arrival.rs | const SLOW: f32 = {};
#: line src/mesh/tree/arrival.rs | near.plus(far).times_plus(step.times(half), self.center[k].minus(origin))
#: line src/mesh/tree/arrival.rs | let (along, speed) = (dot(&n, &from_middle), dot(&n, &self.way));
#: line src/mesh/tree/arrival.rs | Some(along) => self.long_outer.plus(along),
#: line src/mesh/tree/arrival.rs | let enter = low.minus(radius).minus(along).over(speed); let leave = high.plus(radius).minus(along).over(speed);
#: line src/mesh/tree/node.rs | [signed::<E>(low).times(scale), signed::<E>(high).times(scale)],
#: let epsilon ROUNDINGS * 2**-24
#: let ROOT up(1.7320508076)
#: let POINT 7
#: need SLOW < 2**-60
#: fails ROUNDINGS 1/8
F = (1 + f) * (1 + g) * (1 + q);
G = (1 + g) * (1 + q);
{ |low| <= 1 /\ r in [0, 1] /\ h in [0, $[ROOT / AXES]] /\ |a| <= $ROOT /\ |x| <= $[(3 * ROOT + 3 * ROOT + POINT) * 2**-24 * (1 + 2**-20)] /\
  |y| <= $[3 * ROOT * 2**-24 * (1 + 2**-20)] /\ |z| <= $[6 * ROOT / AXES * 2**-24 * (1 + 2**-20)] /\
  |e| <= 1b-24 /\ |k| <= 1b-24 /\ |f| <= 1b-24 /\ |g| <= 1b-24 /\ |q| <= 1b-24
  -> (((low * (1 + e) - (r + $epsilon + h + z) * (1 + k)) * (1 + f) - (a + x)) * (1 + g)) * (1 + q) - (low - r - h - a) + y <= 0 }
(((low * (1 + e) - (r + $epsilon + h + z) * (1 + k)) * (1 + f) - (a + x)) * (1 + g)) * (1 + q) - (low - r - h - a) + y
  -> low * ((1 + e) * F - 1) - (r + h) * ((1 + k) * F - 1) - ($epsilon + z) * ((1 + k) * F) - a * (G - 1) - x * G + y;
