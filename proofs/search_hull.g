# The step of a hull to a triangle: if the radius is increased by ROUNDINGS u A, the computed gap
# along a direction d is less than the safe gap, for every d.
#
# The units are A and |d|, as in search_box.g. -m is the exact least d·(p - x), the gap without the
# body, over all corners x of the triangle; p is the middle of the hull. a is the greatest d·h over
# its vertices, which are in the box around it, so |h| is at most twice the sum of its half axes,
# 2 √3 / AXES. x is the error of m: three products and two sums, the centre, the corner and its
# leaf, and two more roundings of the centre, to which the middle of the hull is added. z is the
# error of a: a vertex is rounded twice, in its own frame and in the frame of the mesh, its unit
# once, its product with the unit once, and three roundings are in the sum of products. g is the
# error of the computed |d|; the other variables are roundings. The divisor is that of search_step.g.
#: read ROUNDINGS src/mesh/tree/bound.rs | const ROUNDINGS: f64 = {};
#: read AXES src/mesh/tree/bound.rs | + {} * of_axes;
#: line src/mesh/tree/geometry.rs | squared.plus(E::splat(TINY)).root()
#: line src/mesh/tree/hull_arrival.rs | center: split(&three!(k => (center[k] + hull.middle[k]) as f32)),
#: line src/mesh/tree/hull_arrival.rs | three!(k => self.center[k].minus(corner[k]))
#: line src/mesh/tree/hull_arrival.rs | from: three!(j => three!(k => start.times_plus(self.way[k], from[j][k]))),
#: line src/mesh/tree/hull_arrival.rs | let most = dot(d, a).or_greater(dot(d, b)).or_greater(dot(d, c)); let least = E::splat(self.hull.unit).times_plus(support, most); let margin = zero.minus(there.outer.times_plus(g, least));
#: line src/mesh/tree/hull_arrival.rs | let toward = g.times(self.slope).plus(dot(d, &self.way));
#: line src/mesh/tree/hull_arrival.rs | slope: E::splat(speed as f32 * SLOPE),
#: line src/mesh/tree/hull_arrival.rs | times.lower = times.lower.or_greater(there.start.plus(margin.over(toward).and(apart)));
#: let epsilon ROUNDINGS * 2**-24
#: let ROOT up(1.7320508076)
#: let STEP 4
# The errors of the centre and the vertex, of the corner as decoded from a leaf, and of the middle.
#: let POINT 7 + 2 + 2 * ROOT
#: fails ROUNDINGS 1/4
step = $[STEP * 2**-24];
M = (1 + f) * (1 + h);
G = (1 + g) * (1 + k) * (1 + h);
{ |m| <= $ROOT /\ |a| <= $[2 * ROOT / AXES] /\ r in [0, 1] /\ |x| <= $[(3 * ROOT + POINT) * 2**-24 * (1 + 2**-20)] /\ |z| <= $[7 * ROOT * 2 / AXES * 2**-24 * (1 + 2**-20)] /\
  |g| <= $[2.75 * 2**-24] /\ |f| <= 1b-24 /\ |h| <= 1b-24 /\ |k| <= 1b-24
  -> m + a + r + step - (((m + x) + (a + z)) * (1 + f) + (r + $epsilon) * (1 + g) * (1 + k)) * (1 + h) <= 0 }
m + a + r + step - (((m + x) + (a + z)) * (1 + f) + (r + $epsilon) * (1 + g) * (1 + k)) * (1 + h)
  -> m * (1 - M) + a * (1 - M) - (x + z) * M + r * (1 - G) - $epsilon * G + step;
