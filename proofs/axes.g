# Separating axes prove a miss by (10.5) and an entry by (10.6): the margins exceed all roundings.
#
# Lengths are divided by the size S, which bounds the coordinates of both bodies and the radius, and
# the terms that may cancel in a coordinate; speeds by the greatest component of the velocity; axes
# by their bounds, which are at least their one-norms. |a x b| <= |a| |b| and |a . b| <= |a| max(b)
# for one-norms. TURN is the error of the half of an edge of a turned box: a component of the
# rotation is a sum of products over a sum of four squares, of which no part exceeds two; each has
# at most nine roundings, and a column three components. A coordinate is a sum of at most a centre
# and three halves, or of a given float and a difference of two. A miss holds for the computed axes,
# whatever they are; an entry for the exact ones, which have the error AXIS. F makes up for the
# roundings of the bounds themselves. Numbers in range are so large that nothing underflows.
#: read MARGIN_BITS src/contact/convex/axes.rs | pub(super) const MARGIN: f64 = 1.0 / (1u64 << {}) as f64;
#: read OF_TIMES src/contact/convex/axes.rs | pub(super) const OF_TIMES: f64 = {};
#: line src/contact/convex/axes.rs | F::splat(v[0]) * n[0] + F::splat(v[1]) * n[1] + F::splat(v[2]) * n[2]
#: line src/contact/convex/axes.rs | [y * f[2] - z * f[1], z * f[0] - x * f[2], x * f[1] - y * f[0]]
#: line src/contact/convex/axes.rs | let half = a.absolute() + b.absolute() + c.absolute(); [middle - half, middle + half]
#: line src/contact/convex/axes.rs | let (mut low, mut high) = (low - own_high, high - own_low);
#: line src/contact/convex/axes.rs | let margin = F::splat(self.r) * (x * x + y * y + z * z).root(); (low, high) = (low - margin, high + margin);
#: line src/contact/convex/axes.rs | let small = F::splat(MARGIN * self.size) * bounds;
#: line src/contact/convex/axes.rs | let goes_on = is_past && pace > MARGIN * self.pace * bound;
#: line src/contact/convex/axes.rs | let error = OF_TIMES * MARGIN * self.size * self.pace * of_entry * of_exit; let is_proven = pace > MARGIN * self.pace * of_exit && enters * pace - leaves * speed > error;
#: line src/contact/convex/axes.rs | if sink <= MARGIN * pace * bound { return false; }
#: line src/contact/convex/axes.rs | let (along, error) = (height * speed, margin * bounds);
#: line src/contact/convex/axes.rs | F::and(error.below(along - low * sink), error.below(high * sink - along));
#: line src/contact/convex/axes.rs | Some(i) == along || dot(*half, n).abs() > MARGIN * extent(half) * bound
#: line src/contact/convex/axes.rs | is_top || top - dot(points[i], n) > MARGIN * self.size * bound
#: line src/contact/convex/aligned.rs | let ahead = (low - own_low) * sink - height * v[axis];
#: line src/contact/convex/core.rs | [1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)],
#: let u 2**-53
#: let M 2**-MARGIN_BITS
#: let F (1 + u)**16
#: let TURN 3 * (2 * 9 + 1) * u * F
#: let COORDINATE 3 * TURN + 4 * u * F
# A projection, a height over an axis with the radius, a speed, and the error of an axis.
#: let PROJECTION (COORDINATE + 9 * u) * F
#: let HEIGHT (2 * PROJECTION + 6 * u) * F
#: let SPEED 4 * u * F
#: let AXIS (TURN + 4 * u) * F
#: let EXACT_HEIGHT HEIGHT + 2 * AXIS * F
#: let EXACT_SPEED SPEED + AXIS * F
#: need M * (1 - u)**4 >= EXACT_HEIGHT
#: need M * (1 - u)**4 >= EXACT_SPEED
# A product of a height, which is at most two sizes and a radius, and a speed; and the difference of
# two products.
#: let PRODUCT 3 * F * EXACT_SPEED + F * EXACT_HEIGHT + EXACT_HEIGHT * EXACT_SPEED + 3 * u * F
#: need OF_TIMES * M * (1 - u)**8 >= 2 * PRODUCT + 2 * 3 * u * F
# Whether a vertex or an edge is the only one that lies farthest.
#: need M * (1 - u)**4 >= (TURN + AXIS + 4 * u) * F
#: need M * (1 - u)**4 >= (2 * AXIS + 8 * u) * F
# Whether a corner of a box is inside of a side of a face, as of a slab.
#: line src/contact/convex/axes.rs | let outside = dot(outward, minus(place, from)) * sink + dot(outward, *v) * height;
#: line src/contact/convex/axes.rs | outside < -(OF_TIMES * MARGIN * self.size * self.pace * bound * size)
# Which box begins later, along an axis of the world: a difference of floats and a speed.
#: need OF_TIMES * M * (1 - u)**8 >= 2 * F * (u + EXACT_SPEED) + 3 * F * SPEED + F * EXACT_HEIGHT + 8 * u * F
#: fails MARGIN_BITS 47/44
#: fails OF_TIMES 1/16
