# When a body comes to a box that is grown by its radius, along one axis: with the radius ROUNDINGS u A greater, no time is late.
#
# In units of A, and as a length: times W. n is the place of the plane on the grid of the node, o where the grid begins, c the centre, l the
# outer radius and half an axis together, l + e of which are taken. i is what the inverse of the way is off by, with the way itself; the others
# are roundings, one for each operation; d is what the plane, as it is decoded, and a vertex are off by.
#: read ROUNDINGS src/mesh/tree/bound.rs | const ROUNDINGS: f64 = {};
#: line src/mesh/tree/node.rs | [self.scale[axis] * stretch * inverse, (self.origin[axis] * stretch - center) * inverse]
#: line src/mesh/tree/arrival.rs | near.times_plus(E::splat(rate), E::splat(base - self.lead[k])),
#: line src/mesh/tree/arrival.rs | lead: three!(k => (body.outer + body.half_axis[k].abs()) * inverse[k].abs()),
#: let epsilon ROUNDINGS * 2**-24
#: fails ROUNDINGS 1/16
R = (1 + i) * (1 + e1) * (1 + e2) * (1 + e3) * (1 + e9);
O = (1 + e4) * (1 + e5) * (1 + i) * (1 + e6) * (1 + e8) * (1 + e9);
X = (1 + e10) * (1 + e5) * (1 + i) * (1 + e6) * (1 + e8) * (1 + e9);
L = (1 + e11) * (1 + i) * (1 + e7) * (1 + e8) * (1 + e9);
{ n in [0, 1] /\ o in [-1, 1] /\ c in [-1, 1] /\ l in [0, 1] /\ |d| <= 3b-24 /\ |i| <= 2b-24 /\
  |e1| <= 1b-24 /\ |e2| <= 1b-24 /\ |e3| <= 1b-24 /\ |e4| <= 1b-24 /\ |e5| <= 1b-24 /\ |e6| <= 1b-24 /\
  |e7| <= 1b-24 /\ |e8| <= 1b-24 /\ |e9| <= 1b-24 /\ |e10| <= 1b-24 /\ |e11| <= 1b-24
  -> n * (R - 1) + o * (O - 1) - c * (X - 1) - l * (L - 1) - $epsilon * L + d <= 0 }
