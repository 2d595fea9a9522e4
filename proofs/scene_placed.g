# The computed box around a rotated and translated box contains it: the sum of all roundings is less
# than SLACK times the sum of the greatest coordinates.
#
# An entry of the matrix is (P - Q) / S, where S is the square of the quaternion, P and Q are not
# negative, and P + Q = S. On the diagonal, P and Q are sums of two squares each; elsewhere, twice a
# product is at most the sum of two squares. p is P / S. t and u are the errors of P and Q, and s is
# the error of the sum of all four squares.
#: read SLACK src/scene/start_bounds.rs | const SLACK: f64 = f64::EPSILON * {};
#: line src/scene/start_bounds.rs | let size = self.0.iter().fold(0.0, |sum, along| sum + along.upper.max(-along.lower));
#: line src/scene/start_bounds.rs | let slack = size * SLACK + TINY;
#: line src/scene/start_bounds.rs | let over = 1.0 / ((xx + yy) + (zz + ww));
#: line src/scene/start_bounds.rs | [(ww + xx) - (yy + zz), 2.0 * (xy - zw), 2.0 * (xz + yw)],
#: line src/scene/start_bounds.rs | [2.0 * (xy + zw), (ww + yy) - (xx + zz), 2.0 * (yz - xw)],
#: line src/scene/start_bounds.rs | [2.0 * (xz - yw), 2.0 * (yz + xw), (ww + zz) - (xx + yy)],
#: line src/scene/start_bounds.rs | let entry = entry * over;
#: line src/scene/start_bounds.rs | middle += entry * (0.5 * along.lower + 0.5 * along.upper);
#: line src/scene/start_bounds.rs | half += entry.abs() * (0.5 * along.upper - 0.5 * along.lower);
#: line src/scene/start_bounds.rs | let around = Bracket { lower: middle - half, upper: middle + half };
#: fails SLACK 0.109375
k = (1 + g) * (1 + h) * (1 + i) / (1 + s);
{ p in [0, 1] /\ |t| <= 129b-59 /\ |u| <= 129b-59 /\ |s| <= 195b-59 /\ |g| <= 1b-53 /\ |h| <= 1b-53 /\ |i| <= 1b-53
  -> |p * ((1 + t) * k - 1) - (1 - p) * ((1 + u) * k - 1)| <= 67b-56 }
$ p in 64;
#: then
# An entry is multiplied by the middle of an axis, or by half its extent. The roundings are those of
# the middle or the extent, of the product, of three sums, and of the end.
k = (1 + a) * (1 + b) * (1 + c) * (1 + f) * (1 + g) * (1 + h);
{ |e| <= 1 /\ |d| <= 67b-56 /\ |a| <= 1b-53 /\ |b| <= 1b-53 /\ |c| <= 1b-53 /\ |f| <= 1b-53 /\ |g| <= 1b-53 /\ |h| <= 1b-53
  -> |(e + d) * k - e| <= 15b-53 }
(e + d) * k - e -> e * (k - 1) + d * k;
#: then
# The slack is a fraction of the sum of the coordinates. It is rounded, and so are sums with it.
slack = $[down(SLACK / 2**52)];
{ |s| <= 195b-59 /\ |a| <= 1b-53 /\ |b| <= 1b-53 /\ |c| <= 1b-53 /\ |d| <= 1b-53 /\ |e| <= 1b-53 /\ |f| <= 1b-53
  -> slack * (1 + s) * (1 + a) * (1 + b) * (1 + c) * (1 + d) * (1 + e) * (1 + f) >= 15b-53 }
