# The step to the part of a box between two planes: if the radius is increased by ROUNDINGS u A, the
# computed step is less than the safe step.
#
# The units are A and |d|, as in search_box.g. D is the length of d, the vector from the middle of
# the box. In (9.2), v is subtracted from it, which is at most 4, because a component of n is at
# most one and half a side at most a half. a is the sum over half axes and z its error, as in
# search_triangle.g. x is the error of D² / D, including the errors of the middle and of the centre.
# y is the error of v: its products and differences have four roundings each, and three sums follow.
# The other variables are roundings.
#: read ROUNDINGS src/mesh/tree/bound.rs | const ROUNDINGS: f64 = {};
#: read AXES src/mesh/tree/bound.rs | + {} * of_axes;
#: line src/mesh/tree/geometry.rs | squared.plus(E::splat(TINY)).root()
#: line src/mesh/tree/arrival.rs | let m = self.half_axes.less(g2.minus(support(node, &half, &d)), &d); let margin = m.minus(self.outer.times(g));
#: line src/mesh/tree/geometry.rs | let across: Eights<E> = three!(k => d[k].minus(lambda.times(n[k])).absolute().times(half[k])); along.plus(across[0]).plus(across[1].plus(across[2]))
#: let epsilon ROUNDINGS * 2**-24
#: let ROOT up(1.7320508076)
#: let STEP 4
# The errors of the centre and the vertex, and of the middle of the box.
#: let POINT 7 + 2
#: fails ROUNDINGS 1/4
step = $[STEP * 2**-24];
A = (1 + e) * (1 + f) * (1 + h);
B = (1 + f) * (1 + h);
G = (1 + g) * (1 + k) * (1 + h);
{ D in [0, $ROOT] /\ v in [0, 4] /\ |a| <= $[ROOT / AXES] /\ r in [0, 1] /\ |x| <= $[(4 * ROOT + POINT) * 2**-24 * (1 + 2**-20)] /\
  |y| <= $[7 * 4 * 2**-24 * (1 + 2**-20)] /\ |z| <= $[6 * ROOT / AXES * 2**-24 * (1 + 2**-20)] /\ |g| <= $[2.75 * 2**-24] /\
  |e| <= 1b-24 /\ |f| <= $[(2 + 2**-10) * 2**-24] /\ |h| <= 1b-24 /\ |k| <= 1b-24
  -> D - v - a - r - step - ((((D + x - v - y) * (1 + e) - a - z) * (1 + f) - (r + $epsilon) * (1 + g) * (1 + k)) * (1 + h)) >= 0 }
D - v - a - r - step - ((((D + x - v - y) * (1 + e) - a - z) * (1 + f) - (r + $epsilon) * (1 + g) * (1 + k)) * (1 + h))
  -> (D - v) * (1 - A) - a * (1 - B) - (x - y) * A + z * B + r * (G - 1) + $epsilon * G - step;
