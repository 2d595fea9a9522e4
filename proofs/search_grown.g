# The times when a body enters and leaves a box that is grown by its radius, along one axis: if the
# radius is increased by ROUNDINGS u A, the entry is not late, and the exit not early.
#
# All numbers are in units of A; times are multiplied by W, so that they are lengths. n is the place
# of the plane on the grid of the node, o the origin of the grid, c the centre. l is the sum of the
# outer radius and half axes, in up to three sums; l + e is computed. i is the error of the inverse
# displacement, including the error of the displacement. d is the error of the decoded plane and of
# a vertex. The other variables are roundings, one for each operation.
#: read ROUNDINGS src/mesh/tree/bound.rs | const ROUNDINGS: f64 = {};
#: line src/mesh/tree/node.rs | [E::splat(self.scale[axis]), E::splat(self.origin[axis])]
#: line src/mesh/tree/arrival.rs | let ([near, far], [step, origin]) = (planes[k], node.steps::<E>(k)); let rate = step.times(self.inverse[k]);
#: line src/mesh/tree/arrival.rs | let enters = origin.times_plus(self.inverse[k], self.enters[k]); let leaves = enters.plus(self.within[k]); [near.times_plus(rate, enters), far.times_plus(rate, leaves)]
#: line src/mesh/tree/arrival.rs | let of_axes = body.half_axes.total(|half| half[k].abs()); (body.outer + of_axes) * inverse[k].abs()
#: line src/mesh/tree/arrival.rs | inverse: three!(k => E::splat(body.stretch[k] * inverse[k])),
#: line src/mesh/tree/arrival.rs | enters: three!(k => E::splat(-(body.center[k] * inverse[k] + lead[k]))), within: three!(k => E::splat(2.0 * lead[k])),
#: let epsilon ROUNDINGS * 2**-24
#: fails ROUNDINGS 1/16
# The roundings of the inverse, which is stretched by e1, of the step, of the product and of the
# last sum.
R = (1 + i) * (1 + e1) * (1 + e2) * (1 + e3) * (1 + e9);
O = (1 + i) * (1 + e1) * (1 + e4) * (1 + e8) * (1 + e9);
X = (1 + i) * (1 + e5) * (1 + e7) * (1 + e8) * (1 + e9);
L = (1 + i) * (1 + e10) * (1 + e11) * (1 + e7) * (1 + e8) * (1 + e9);
{ n in [0, 1] /\ o in [-1, 1] /\ c in [-1, 1] /\ l in [0, 1] /\ |d| <= 3b-24 /\ |i| <= 2b-24 /\
  |e1| <= 1b-24 /\ |e2| <= 1b-24 /\ |e3| <= 1b-24 /\ |e4| <= 1b-24 /\ |e5| <= 1b-24 /\ |e7| <= 1b-24 /\
  |e8| <= 1b-24 /\ |e9| <= 1b-24 /\ |e10| <= $[(3 + 2**-10) * 2**-24] /\ |e11| <= 1b-24
  -> n * (R - 1) + o * (O - 1) - c * (X - 1) - l * (L - 1) - $epsilon * L + d <= 0 }
#: then
# The exit has one more sum, which adds twice the lead.
R = (1 + i) * (1 + e1) * (1 + e2) * (1 + e3) * (1 + e9);
O = (1 + i) * (1 + e1) * (1 + e4) * (1 + e8) * (1 + e12) * (1 + e9);
X = (1 + i) * (1 + e5) * (1 + e7) * (1 + e8) * (1 + e12) * (1 + e9);
L = (1 + i) * (1 + e10) * (1 + e11) * (1 + e7) * (1 + e8) * (1 + e12) * (1 + e9);
M = (1 + i) * (1 + e10) * (1 + e11) * (1 + e12) * (1 + e9);
{ n in [0, 1] /\ o in [-1, 1] /\ c in [-1, 1] /\ l in [0, 1] /\ |d| <= 3b-24 /\ |i| <= 2b-24 /\
  |e1| <= 1b-24 /\ |e2| <= 1b-24 /\ |e3| <= 1b-24 /\ |e4| <= 1b-24 /\ |e5| <= 1b-24 /\ |e7| <= 1b-24 /\
  |e8| <= 1b-24 /\ |e9| <= 1b-24 /\ |e10| <= $[(3 + 2**-10) * 2**-24] /\ |e11| <= 1b-24 /\ |e12| <= 1b-24
  -> n * (R - 1) + o * (O - 1) - c * (X - 1) + l * (2 * (M - 1) - (L - 1)) + $epsilon * (2 * M - L) - d >= 0 }
