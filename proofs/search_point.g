# The centre of the body in the search, `time * way + center`: each coordinate has an error of at
# most EACH u of |C| + |W|.
#
# The search is in `f32`, with u = 2^-24. C and W are given in doubles and rounded, by e and f; g is
# the rounding of the product, or zero if it is fused with the sum, which is rounded by h. The lemma
# has the error factors of both parts of the sum; their joint error is at most EACH u of both sizes.
# In three coordinates that is 3 √3 u A, of the 7 that search_box.g and the others allow; the rest,
# √3 u, is for a vertex of the mesh, which is rounded by less than u (`Frame::vertex`).
#: given EACH 3
#: line src/mesh/tree/arrival.rs | three!(k => time.times_plus(self.way[k], self.center[k]))
#: line src/mesh/tree/bound.rs | center: center.map(|x| x as f32),
#: line src/mesh/tree/bound.rs | way: way.map(|x| x as f32),
#: fails EACH 1/2
{ |e| <= 1b-24 /\ |f| <= 1b-24 /\ |g| <= 1b-24 /\ |h| <= 1b-24
  -> |(1 + e) * (1 + h) - 1| <= $[EACH * 2**-24 * (1 + 2**-20)] /\ |(1 + f) * (1 + g) * (1 + h) - 1| <= $[EACH * 2**-24 * (1 + 2**-20)] }
