# The times between which a box may touch a triangle, by one direction d: if the radius is increased
# by ROUNDINGS u A, the entry is not late and the exit not early, for any d.
#
# The units are A and |d|, as in search_box.g. For a contact at the time t, (9.6) says that
# -r - h - a <= t b: a is the greatest d·(C - x) of all points x of the triangle, h the sum of
# |d·hᵢ| over three half axes, and b is d·W. The product of t and the computed b, which may be
# replaced by SLOW |d|, has the error y, so it is at least -r - h - a - y. The computed quotient is
# not late if the computed and rounded -r - h - a is no more than that. x is the error of a, with
# the centre, the corner and its leaf, three roundings of a term for d·(C - a), and four for the
# other corners, whose sides are rounded. z is the error of h, as in search_triangle.g. g is the
# error of the computed |d|; the other variables are roundings. The exit is the entry of the
# opposite motion. The faces of the box have fewer roundings: their h is computed in doubles. So have
# the faces of a hull, whose corners have a height each; its centre has two more roundings.
#: read ROUNDINGS src/mesh/tree/bound.rs | const ROUNDINGS: f64 = {};
#: read AXES src/mesh/tree/bound.rs | + {} * of_axes;
#: line src/mesh/tree/geometry.rs | squared.plus(E::splat(TINY)).root()
#: line src/mesh/tree/box_arrival.rs | const SLOW: f32 = f32::EPSILON / 2.0;
#: line src/mesh/tree/box_arrival.rs | let outer = radius.times_plus(g, x.plus(y).plus(z));
#: line src/mesh/tree/box_arrival.rs | let most = along.minus(of_b.or_less(of_c).or_less(zero));
#: line src/mesh/tree/box_arrival.rs | let still = g.times(E::splat(SLOW)); let inverse = E::splat(1.0).over(still.where_set(speed.absolute().below(still), speed));
#: line src/mesh/tree/box_arrival.rs | let first = zero.minus(outer).minus(most).times(inverse); let second = outer.minus(least).times(inverse);
#: line src/mesh/tree/hull_arrival.rs | let outer = E::splat(face.outer + blur).plus(most); let first = zero.minus(outer).times(E::splat(face.inverse));
#: line src/mesh/tree/hull.rs | outer: above(f64::from(*height) * unit + f64::from(body.outer)),
#: let epsilon ROUNDINGS * 2**-24
#: let ROOT up(1.7320508076)
# The errors of the centre and the vertex, of the corner as decoded from a leaf, and of the middle of
# a hull.
#: let POINT 7 + 2 + 2 * ROOT
#: fails ROUNDINGS 1/4
K = (1 + k) * (1 + f) * (1 + p) * (1 + q);
G = (1 + g) * (1 + j) * K;
L = (1 + e) * (1 + f) * (1 + p) * (1 + q);
{ |a| <= $ROOT /\ h in [0, $[ROOT / AXES]] /\ r in [0, 1] /\ |x| <= $[(3 * ROOT + 4 * ROOT + POINT) * 2**-24 * (1 + 2**-20)] /\
  |y| <= $[(3 * ROOT + 2 + 2**-10) * 2**-24 * (1 + 2**-20)] /\ |z| <= $[6 * ROOT / AXES * 2**-24 * (1 + 2**-20)] /\ |g| <= $[2.75 * 2**-24] /\
  |e| <= 1b-24 /\ |f| <= 1b-24 /\ |j| <= 1b-24 /\ |k| <= 1b-24 /\ |p| <= 1b-24 /\ |q| <= 1b-24
  -> r + h + a + y - (((((r + $epsilon) * (1 + g) * (1 + j) + h + z) * (1 + k) + (a + x) * (1 + e)) * (1 + f)) * (1 + p)) * (1 + q) <= 0 }
r + h + a + y - (((((r + $epsilon) * (1 + g) * (1 + j) + h + z) * (1 + k) + (a + x) * (1 + e)) * (1 + f)) * (1 + p)) * (1 + q)
  -> r * (1 - G) - $epsilon * G + h * (1 - K) - z * K + a * (1 - L) - x * L + y;
