# The step to a box: if the radius is increased by ROUNDINGS u A, the computed step is less than the
# safe step, with a margin for search_step.g.
#
# All numbers are in units of A, so that C, W, r and a box are at most one each, and products with d
# are divided by |d|, so that they are lengths. d is the vector from the box to the centre in the
# search, with each component rounded by e, and D is its length. So the least d·(p - x) of all x in
# the box is at least D (1 - u) D, less the error of p. The computed D has the error g, half of
# three roundings of the square and one of the root; f and h are the roundings of the difference and
# the product. The outer radius is at least r + ε. If the box was grown by the boxes of up to three
# axes, or stretched, these roundings count too.
#: read ROUNDINGS src/mesh/tree/bound.rs | const ROUNDINGS: f64 = {};
#: read AXES src/mesh/tree/bound.rs | + {} * of_axes;
#: line src/mesh/tree/bound.rs | const U: f64 = f32::EPSILON as f64 / 2.0;
#: line src/mesh/tree/bound.rs | let size = 1.0 + greatest(&center) + greatest(&way) + radius + 4.0 * of_axes; let epsilon = ROUNDINGS * U * size + slack;
#: line src/mesh/tree/bound.rs | outer: above(radius + epsilon),
#: line src/mesh/tree/arrival.rs | three!(k => point[k].minus(point[k].or_greater(min[k]).or_less(max[k])))
#: line src/mesh/tree/arrival.rs | let g = dot(&d, &d).root(); time = time.plus(self.step(&d, g, g.minus(self.outer).times(g), &mut possible));
#: let epsilon ROUNDINGS * 2**-24
#: let POINT 7
#: let GROWN up(1.7320508076) * (4 + 4 / AXES)
#: let STEP 4
#: fails ROUNDINGS 1/8
step = $[STEP * 2**-24];
off = $[(POINT + GROWN) * 2**-24];
F = (1 + g) * (1 + f) * (1 + h);
{ D in [0, $[up(1.7320508076)]] /\ r in [0, 1] /\ |g| <= $[2.75 * 2**-24] /\ |f| <= 1b-24 /\ |h| <= 1b-24
  -> D * (1 - 1b-24) - off - r - step - (D * (1 + g) - r - $epsilon) * F >= 0 }
D * (1 - 1b-24) - off - r - step - (D * (1 + g) - r - $epsilon) * F -> D * ((1 - 1b-24) - (1 + g) * F) - r * (1 - F) + $epsilon * F - off - step;
