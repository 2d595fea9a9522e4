# The computed closeness of a box or a triangle, less ROUNDINGS u A, is at most the distance.
#
# The units are A and |d|, as in search_triangle.g. m is the exact least d·(p - x), which is at most
# the distance; x, y and z are the errors of its parts, and the other variables are roundings. For a
# slab, y is as in search_slab.g, which is more than for a triangle; for a box, m is |d|.
#: read ROUNDINGS src/mesh/tree/bound.rs | const ROUNDINGS: f64 = {};
#: read AXES src/mesh/tree/bound.rs | + {} * of_axes;
#: line src/mesh/tree/geometry.rs | squared.plus(E::splat(TINY)).root()
#: line src/mesh/tree/closeness.rs | let mut distance = dot(&d, &d).root().minus(self.epsilon).or_greater(E::splat(start));
#: line src/mesh/tree/closeness.rs | let margin = self.half_axes.less(g2.minus(support(node, &half, &d)), &d); let beyond = margin.over(length(g2)).minus(self.epsilon);
#: line src/mesh/tree/closeness.rs | let lower = m.over(g).minus(epsilon);
#: line src/mesh/tree/bound.rs | epsilon: above(epsilon),
#: let epsilon ROUNDINGS * 2**-24
#: let ROOT up(1.7320508076)
#: let POINT 7 + 2 + 2
#: fails ROUNDINGS 1/4
A = (1 + e) * (1 + f) * (1 + k) * (1 + h) / (1 + g);
B = (1 + f) * (1 + k) * (1 + h) / (1 + g);
{ |m| <= $ROOT /\ |a| <= $[ROOT / AXES] /\ |x| <= $[(4 * ROOT + POINT) * 2**-24 * (1 + 2**-20)] /\ |y| <= $[28 * 2**-24 * (1 + 2**-20)] /\
  |z| <= $[6 * ROOT / AXES * 2**-24 * (1 + 2**-20)] /\ |g| <= $[2.75 * 2**-24] /\
  |e| <= 1b-24 /\ |f| <= $[(2 + 2**-10) * 2**-24] /\ |h| <= 1b-24 /\ |k| <= 1b-24
  -> (((m + a + x - y) * (1 + e) - a - z) * (1 + f) * (1 + k) / (1 + g) - $epsilon) * (1 + h) - m <= 0 }
(((m + a + x - y) * (1 + e) - a - z) * (1 + f) * (1 + k) / (1 + g) - $epsilon) * (1 + h) - m
  -> m * (A - 1) + a * (A - B) + (x - y) * A - z * B - $epsilon * (1 + h) { 1 + g <> 0 };
