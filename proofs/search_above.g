# An upper bound: a point that the search finds within the inner radius of its centre is within the
# radius of the exact centre.
#
# All numbers are in units of A. `found` is the computed distance. It is at most the inner radius,
# which is the radius less ROUNDINGS u A; it has the error g, as in search_box.g, and the errors of
# the compared squares. `off` is the error of the vector, which has these parts: POINT for centre,
# vertex, corner and stretch; two products with sides, each rounded twice, and two differences, of
# lengths of at most two, for the point on the triangle, which may be outside by a rounding; a
# product and a sum for the path to the later time; and the sum of both times.
#: read ROUNDINGS src/mesh/tree/bound.rs | const ROUNDINGS: f64 = {};
#: line src/mesh/tree/bound.rs | inner: (radius - epsilon) as f32 - f32::EPSILON * radius as f32,
#: line src/mesh/tree/arrival.rs | let then: Eights<E> = three!(k => later.times_plus(self.way[k], d[k]));
#: line src/mesh/tree/arrival.rs | let inside = dot(&then, &then).at_most(inner_squared).and(zero.at_most(time));
#: line src/mesh/tree/arrival.rs | upper = upper.or_less(time.plus(later).where_set(inside, upper));
#: line src/mesh/tree/geometry.rs | three!(k => ap[k].minus_product(v, self.ab[k]).minus_product(w, self.ac[k]))
#: let epsilon ROUNDINGS * 2**-24
#: let ROOT up(1.7320508076)
#: let POINT 7 + 2 + 2
#: let PLACE ROOT * (2 + 2 + 2 + 1 + 1)
#: let LATER ROOT * (1 + 1 + 2 + 1)
#: fails ROUNDINGS 1/8
off = $[(POINT + PLACE + LATER) * 2**-24 * (1 + 2**-20)];
inner = ((r - $epsilon) * (1 + e) - $[2**-23] * r * (1 + f)) * (1 + h);
{ r in [0, 1] /\ |g| <= 3b-24 /\ |e| <= 1b-24 /\ |f| <= 2b-24 /\ |h| <= 1b-24
  -> inner * (1 + g) + off - r <= 0 }
inner * (1 + g) + off - r -> r * (((1 + e) - $[2**-23] * (1 + f)) * (1 + h) * (1 + g) - 1) - $epsilon * (1 + e) * (1 + h) * (1 + g) + off;
