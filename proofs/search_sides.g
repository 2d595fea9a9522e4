# Whether a body goes past a triangle beside one of its sides: with the radius ROUNDINGS u A greater, and as much again along W times the lengths
# of two sides, none is past that is met.
#
# In units of A and of |W| L, where L is |b - a| + |c - a| and W, the corners and the centre are the floats that the search has. The plane
# through a side e and along the way has the normal W × e, of the length v, and a triangle does not reach beyond it; what is met is no farther
# from it than v times what is between the centre and the triangle: r, and what both are off by, POINT u. y is what the computed normal is
# off by: each component of W × e has a rounding of e and two of its own, of which the vector has √2 times the length, and that of the third
# side is a difference once more. x is what heights are off by: that of a or b the normal, the corner and three roundings of a term,
# each over a way of √3 A; the third is the sum of three such, twice rounded; and if `whole` has the wrong sign, it is no more than it is off by.
# z is that of half an axis. g is how far the root is off; f, l, q are the other roundings, and i what the room is off by.
#: read ROUNDINGS src/mesh/tree/bound.rs | const ROUNDINGS: f64 = {};
#: read AXES src/mesh/tree/bound.rs | + {} * greatest(&half_axis);
#: line src/mesh/tree/seen.rs | squared.plus(E::splat(TINY)).root()
#: line src/mesh/tree/arrival.rs | let of_bc: Eights<E> = three!(k => of_ac[k].minus(of_ab[k]));
#: line src/mesh/tree/arrival.rs | let (whole, u, v) = (dot(&of_ab, &ac), dot(&of_ab, ap), zero.minus(dot(&of_ac, ap))); let w = whole.minus(u).minus(v);
#: line src/mesh/tree/arrival.rs | let room = extent(&ab).plus(extent(&ac)).times(self.blur_of_sides);
#: line src/mesh/tree/arrival.rs | let g = length(dot(d, d));
#: line src/mesh/tree/arrival.rs | outer.times_plus(g, room).below(less_axis(outside, d, &self.half_axis))
#: line src/mesh/tree/arrival.rs | blur_of_sides: E::splat(body.epsilon * length),
#: let epsilon ROUNDINGS * 2**-24
#: let ROOT up(1.7320508076)
#: let TWO up(1.4142135624)
#: let POINT 7 + 2 + 2
#: let NORMAL 3 * TWO + 1
# A height over |W| L: the normal, the corner, three roundings of a term.
#: let HEIGHT (NORMAL + 1 + 3) * ROOT
# Three of them, of which the sides are L twice at most; two sums of at most three and two such; the sign.
#: let HEIGHTS 2 * HEIGHT + 5 * ROOT + HEIGHT
#: fails ROUNDINGS 1/4
{ v in [0, 1] /\ r in [0, 1] /\ |y| <= $[NORMAL * 2**-24 * (1 + 2**-18)] /\ |x| <= $[HEIGHTS * 2**-24 * (1 + 2**-18)] /\
  |z| <= $[(NORMAL + 4) * ROOT / AXES * 2**-24 * (1 + 2**-18)] /\ |g| <= $[3 * 2**-24] /\ |f| <= 1b-24 /\ |l| <= 1b-24 /\ |q| <= 1b-24 /\ |i| <= $[12 * 2**-24] /\ |p| <= $[POINT * 2**-24]
  -> ((r + $epsilon) * (v + y) * (1 + g) * (1 + f) + $epsilon * (1 + i)) * (1 + l) - (v * (r + p) + x + z) * (1 + q) >= 0 }
((r + $epsilon) * (v + y) * (1 + g) * (1 + f) + $epsilon * (1 + i)) * (1 + l) - (v * (r + p) + x + z) * (1 + q)
  -> r * v * ((1 + g) * (1 + f) * (1 + l) - (1 + q)) + r * y * ((1 + g) * (1 + f) * (1 + l)) + $epsilon * ((v + y) * ((1 + g) * (1 + f) * (1 + l)))
   + $epsilon * ((1 + i) * (1 + l)) - v * p * (1 + q) - (x + z) * (1 + q);
