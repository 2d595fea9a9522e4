# Where the search sees the centre of the body, `time * way + center`: each coordinate is off by no more than EACH u of |C| + |W|.
#
# The search is in `f32`, with u = 2^-24. C and W are given in doubles and rounded, by e and f; g is the rounding of the product, or zero where
# it is fused with the sum, which is rounded by h. Of both parts of the sum the factors by which they are off; what they are off by together
# is no more than EACH u of both sizes. In three coordinates that is 3 √3 u A, of the 7 that search_box.g and the others allow for; the rest,
# √3 u, is for a vertex of the mesh, which is rounded by less than u (`Frame::vertex`).
#: given EACH 3
#: line src/mesh/tree/arrival.rs | three!(k => time.times_plus(self.way[k], self.center[k]))
#: line src/mesh/tree/bound.rs | center: center.map(|x| x as f32),
#: line src/mesh/tree/bound.rs | way: way.map(|x| x as f32),
#: fails EACH 1/2
{ |e| <= 1b-24 /\ |f| <= 1b-24 /\ |g| <= 1b-24 /\ |h| <= 1b-24
  -> |(1 + e) * (1 + h) - 1| <= $[EACH * 2**-24 * (1 + 2**-20)] /\ |(1 + f) * (1 + g) * (1 + h) - 1| <= $[EACH * 2**-24 * (1 + 2**-20)] }
