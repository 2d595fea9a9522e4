# A product in doubles decides that a corner lies beyond a plane: if its absolute value is at least
# SAFE times `room`, the exact product has the same sign.
#
# The units are the sum of the absolute components of the vector to the corner, and the greatest
# component of the vector `across`. Each term of the product has the roundings of the difference, of
# the product and of two sums, four in all, and the error e of `across`. `room` is computed by three
# sums, a product and a sum.
#: read ROUNDINGS src/mesh/separating_plane.rs | let room = size * (self.error + {} * U * greatest(&self.across)) + f64::MIN_POSITIVE;
#: read SAFE src/mesh/separating_plane.rs | let certain = beyond < -{} * room
#: line src/mesh/separating_plane.rs | let size = from[0].abs() + from[1].abs() + from[2].abs();
#: line src/mesh/separating_plane.rs | let beyond = from[0] * self.across[0] + from[1] * self.across[1] + from[2] * self.across[2];
#: fails ROUNDINGS 3/8
#: fails SAFE 1/2
room = (e + $[ROUNDINGS * 2**-53] * (1 + f)) * (1 + g);
{ e in [0, 1b500] /\ |f| <= 2b-53 /\ |g| <= 6b-53 /\ |k| <= 1b-53
  -> e * (1 + k) + $[(4 + 2**-20) * 2**-53] - $[double(SAFE)] * room * (1 + k) <= 0 }
e * (1 + k) + $[(4 + 2**-20) * 2**-53] - $[double(SAFE)] * room * (1 + k)
  -> e * (1 + k) * (1 - $[double(SAFE)] * (1 + g)) + $[(4 + 2**-20) * 2**-53] - $[double(SAFE)] * $[ROUNDINGS * 2**-53] * (1 + f) * (1 + g) * (1 + k);
