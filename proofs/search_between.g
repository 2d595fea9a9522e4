# When a body is between the planes of a slab, grown by its radius: with the radius ROUNDINGS u A greater, it does not come there late nor leave
# early, whichever way it moves.
#
# In units of A, and of 128 of |n|, which is one at most. Between the planes is where low - r - h <= a + t b <= high + r + h: a is n·(C - middle),
# b is n·W, h is |n·h|. Of such a t, t b is low - r - h - a at least, so the computed b, whose product with t is off by y, has a product of
# low - r - h - a - y at least. What is computed, x over b, is not on the wrong side of t if x, rounded, is no more than that. x is low,
# the product of a byte, less the radius, less a. What a is off by: three roundings of each component of the way from the middle (the
# difference, the sum, and the middle itself, as the slab was measured from it), what the search sees the centre off by, and the products and
# sums of n·(C - middle), three roundings of a term. Of b the last, and what stands for a speed that is less than SLOW.
#: read ROUNDINGS src/mesh/tree/bound.rs | const ROUNDINGS: f64 = {};
#: read AXES src/mesh/tree/bound.rs | + {} * greatest(&half_axis);
#: read SLOW src/mesh/tree/arrival.rs | const SLOW: f32 = {};
#: line src/mesh/tree/arrival.rs | near.plus(far).times_plus(step.times(half), self.center[k].minus(origin))
#: line src/mesh/tree/arrival.rs | let (along, speed) = (dot(&n, &from_middle), dot(&n, &self.way));
#: line src/mesh/tree/arrival.rs | Some(half) => self.long_outer.plus(dot(&n, half).absolute()),
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
  |y| <= $[3 * ROOT * 2**-24 * (1 + 2**-20)] /\ |z| <= $[4 * ROOT / AXES * 2**-24 * (1 + 2**-20)] /\
  |e| <= 1b-24 /\ |k| <= 1b-24 /\ |f| <= 1b-24 /\ |g| <= 1b-24 /\ |q| <= 1b-24
  -> (((low * (1 + e) - (r + $epsilon + h + z) * (1 + k)) * (1 + f) - (a + x)) * (1 + g)) * (1 + q) - (low - r - h - a) + y <= 0 }
(((low * (1 + e) - (r + $epsilon + h + z) * (1 + k)) * (1 + f) - (a + x)) * (1 + g)) * (1 + q) - (low - r - h - a) + y
  -> low * ((1 + e) * F - 1) - (r + h) * ((1 + k) * F - 1) - ($epsilon + z) * ((1 + k) * F) - a * (G - 1) - x * G + y;
