# Whether a body passes a triangle beside one of its sides: if the radius is increased by ROUNDINGS
# u A, and by as much again along W times the lengths of two sides, no touched triangle is passed.
#
# The units are A and |W| L, where L is |b - a| + |c - a|; W, the corners and the centre are the
# floats of the search. The plane that contains a side e and is parallel to the path has the normal
# W × e, of length v. The triangle is on one side of this plane. The centre of a body that touches
# the triangle is at most r beyond the plane, plus the errors of centre and corner, POINT u; heights
# are multiplied by v. y is the error of the computed normal: each component of W × e has a rounding
# of e and two of its own, which for the vector makes √2 times its length; the normal of the third
# side has one more difference. x is the error of heights: for a or b, the errors of the normal and
# of the corner and three roundings of a term, each over a distance of √3 A; for the third height,
# the sum of three such errors, rounded twice. If `whole` has the wrong sign, it is at most as great
# as its error. z is the error of half axes, as in search_triangle.g. g is the error of the root; f,
# l, q are the other roundings, and i the error of the room.
#: read ROUNDINGS src/mesh/tree/bound.rs | const ROUNDINGS: f64 = {};
#: read AXES src/mesh/tree/bound.rs | + {} * of_axes;
#: line src/mesh/tree/geometry.rs | squared.plus(E::splat(TINY)).root()
#: line src/mesh/tree/arrival.rs | let of_bc: Eights<E> = three!(k => of_ac[k].minus(of_ab[k]));
#: line src/mesh/tree/arrival.rs | let (whole, u, v) = (dot(&of_ab, &ac), dot(&of_ab, ap), zero.minus(dot(&of_ac, ap))); let w = whole.minus(u).minus(v);
#: line src/mesh/tree/arrival.rs | let room = extent(&ab).plus(extent(&ac)).times(self.blur_of_sides);
#: line src/mesh/tree/arrival.rs | let g = length(dot(d, d));
#: line src/mesh/tree/arrival.rs | outer.times_plus(g, room).below(self.half_axes.less(outside, d))
#: line src/mesh/tree/arrival.rs | blur_of_sides: E::splat(body.epsilon * length),
#: let epsilon ROUNDINGS * 2**-24
#: let ROOT up(1.7320508076)
#: let TWO up(1.4142135624)
#: let POINT 7 + 2 + 2
#: let NORMAL 3 * TWO + 1
# A height divided by |W| L: the errors of the normal and of the corner, and three roundings of a
# term.
#: let HEIGHT (NORMAL + 1 + 3) * ROOT
# Three such errors, for sides of at most twice L together; two sums of at most three and two such
# terms; the sign.
#: let HEIGHTS 2 * HEIGHT + 5 * ROOT + HEIGHT
#: fails ROUNDINGS 1/4
{ v in [0, 1] /\ r in [0, 1] /\ |y| <= $[NORMAL * 2**-24 * (1 + 2**-18)] /\ |x| <= $[HEIGHTS * 2**-24 * (1 + 2**-18)] /\
  |z| <= $[(NORMAL + 6) * ROOT / AXES * 2**-24 * (1 + 2**-18)] /\ |g| <= $[3 * 2**-24] /\ |f| <= 1b-24 /\ |l| <= 1b-24 /\ |q| <= $[(2 + 2**-10) * 2**-24] /\ |i| <= $[12 * 2**-24] /\ |p| <= $[POINT * 2**-24]
  -> ((r + $epsilon) * (v + y) * (1 + g) * (1 + f) + $epsilon * (1 + i)) * (1 + l) - (v * (r + p) + x + z) * (1 + q) >= 0 }
((r + $epsilon) * (v + y) * (1 + g) * (1 + f) + $epsilon * (1 + i)) * (1 + l) - (v * (r + p) + x + z) * (1 + q)
  -> r * v * ((1 + g) * (1 + f) * (1 + l) - (1 + q)) + r * y * ((1 + g) * (1 + f) * (1 + l)) + $epsilon * ((v + y) * ((1 + g) * (1 + f) * (1 + l)))
   + $epsilon * ((1 + i) * (1 + l)) - v * p * (1 + q) - (x + z) * (1 + q);
