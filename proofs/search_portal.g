# An upper bound by a portal: the triangle and a hull that is smaller by twice epsilon come within
# the depth by which the hull is smaller.
#
# All numbers are in units of A. `found` is the computed distance of two points that count as one:
# at most half of epsilon, with the errors g of three squares and their sums, and of the bound that
# it is compared with. `off` has the other errors: of the corners of the portal, as in
# search_hull.g, with a share of a vertex (eight roundings of a length of at most
# 2 √3 / AXES), the ball (six of a length of at most one) and two sums; of the weights, which have
# four roundings of a corner; of the mean and the path, four more; of the path, one; and of the sum
# of both times, one.
# `shrunk` is the error of the share, 2 u of a depth that no vertex exceeds. The slack of epsilon
# occurs once in the position of the hull and once in epsilon, of which half is `found`.
#: read ROUNDINGS src/mesh/tree/bound.rs | const ROUNDINGS: f64 = {};
#: read AXES src/mesh/tree/bound.rs | + {} * of_axes;
#: read MARGIN src/mesh/tree/hull_arrival.rs | let inner = self.hull.within({} * self.epsilon + blur);
#: line src/mesh/tree/hull_arrival.rs | let near = if inner.is_some() { 0.25 * self.epsilon * self.epsilon } else { -1.0 };
#: line src/mesh/tree/hull_arrival.rs | unit: E::splat(share * self.hull.unit),
#: line src/mesh/tree/hull_arrival.rs | three!(k => there.unit.times_plus(vertex[k], ball.times(d[k])))
#: line src/mesh/tree/hull_arrival.rs | let [x, y, z] = [x.times(over), y.times(over), z.times(over)];
#: line src/mesh/tree/hull_arrival.rs | let mean = x.times_plus(a[k], y.times_plus(b[k], z.times(c[k]))); later.times_plus(self.way[k], mean)
#: line src/mesh/tree/hull_arrival.rs | let is_inside = is_inside.and(dot(&off, &off).at_most(there.near));
#: line src/mesh/tree/hull.rs | return Some([1.0, self.radius - margin]);
#: line src/mesh/tree/hull.rs | (self.depth > 4.0 * margin).then(|| [1.0 - margin / self.depth, 0.0])
#: let epsilon ROUNDINGS * 2**-24
#: let ROOT up(1.7320508076)
#: let POINT 7 + 2 + 2 * ROOT
#: let CORNER POINT + 8 * ROOT * 2 / AXES + 6 + 2 * ROOT
#: let MEAN ROOT * (4 + 4 + 1 + 1)
#: fails ROUNDINGS 1/8
#: fails MARGIN 1/2
{ s in [0, 1b40] /\ |g| <= 6b-24 /\ |h| <= 4b-24
  -> 0.5 * ($epsilon + s) * (1 + g) + $[(CORNER + MEAN) * 2**-24 * (1 + 2**-20)] + s + $[2 * 2 * ROOT / AXES * 2**-24] - $MARGIN * ($epsilon + s) * (1 + h) <= 0 }
0.5 * ($epsilon + s) * (1 + g) + $[(CORNER + MEAN) * 2**-24 * (1 + 2**-20)] + s + $[2 * 2 * ROOT / AXES * 2**-24] - $MARGIN * ($epsilon + s) * (1 + h)
  -> $epsilon * (0.5 * (1 + g) - $MARGIN * (1 + h)) + s * (0.5 * (1 + g) + 1 - $MARGIN * (1 + h)) + $[(CORNER + MEAN) * 2**-24 * (1 + 2**-20) + 2 * 2 * ROOT / AXES * 2**-24];
