# The centre of the body in the search, `time * way + center`: each coordinate has an error of at
# most EACH u (|C| + |W|).
#
# The search is in `f32`, with u = 2^-24. C and W are given in doubles, and are rounded by e and f.
# g is the rounding of the product, or zero if the product is fused with the sum, which is rounded
# by h. The lemma bounds the relative errors of both terms of the sum, each by EACH u. In three
# coordinates the total is 3 √3 u A, of the 7 u A that search_box.g and the other lemmas allow. The
# remaining √3 u is for a vertex of the mesh, which is rounded by less than u (`TreeFrame::vertex`).
#: given EACH 3
#: line src/mesh/tree/arrival.rs | three!(k => time.times_plus(self.way[k], self.center[k]))
#: line src/mesh/tree/bound.rs | center: each!(|k| center[k] as f32),
#: line src/mesh/tree/bound.rs | way: each!(|k| way[k] as f32),
#: fails EACH 1/2
{ |e| <= 1b-24 /\ |f| <= 1b-24 /\ |g| <= 1b-24 /\ |h| <= 1b-24
  -> |(1 + e) * (1 + h) - 1| <= $[EACH * 2**-24 * (1 + 2**-20)] /\ |(1 + f) * (1 + g) * (1 + h) - 1| <= $[EACH * 2**-24 * (1 + 2**-20)] }
