# A ball or a capsule certainly misses, by (7.9): the margins of single quick rejects and of rows
# exceed all roundings and all underflow, however short an edge or an axis is.
#
# Lengths are divided by the size f, as in float_filter.g, speeds by S, and the vectors to vertices
# (ways) by their own length w. N is w x V, with the rounded way and velocity or with the exact
# ones, so that N·V = 0. |a x b| <= |a| |b| for one-norms. A cross product has two roundings for
# each part, a sum of three products three, the length of a vector less than three. An edge is a
# difference of two rounded ways. Underflow: a product has an error of at most 2**-1075, in single
# precision 2**-150; a length, whose square is a sum of three products, an error of less than
# 2**-536, or 2**-73. f and S, or in rows f and the longest way, are between LEAST and its inverse.
# The margin is a multiple of w + TINY, or in rows of the longest way. The derivation is in
# docs/theory.md, §7.
#: read MARGIN_BITS src/contact/float_filter.rs | pub(super) const MARGIN: f64 = f64::from_bits((1023 - {}) << 52);
#: read GREATEST src/contact/float_filter.rs | const GREATEST: f64 = {};
#: read TINY_BITS src/contact/simplex/float_filter.rs | const TINY: f64 = f64::from_bits((1023 - {}) << 52);
#: read ROW_MARGIN src/contact/many/mod.rs | const MARGIN: f32 = 1.0 / {};
#: read ROW_GREATEST src/contact/many/mod.rs | const GREATEST: f32 = {};
#: line src/contact/float_filter.rs | (1.0 / GREATEST..=GREATEST).contains(&size)
#: line src/contact/simplex/float_filter.rs | let d = each!(|k| (F::splat(end[k]) - F::of_three(a[k], b[k], c[k])) + F::splat(beyond[k]));
#: line src/contact/simplex/float_filter.rs | (is_fair(speed) && is_fair(size)).then(|| Self {
#: line src/contact/simplex/float_filter.rs | F::splat(MARGIN * self.size * self.speed)
#: line src/contact/simplex/float_filter.rs | self.radius * dot(n, n).root() + self.margin() * (extent(ways) + F::splat(TINY))
#: line src/contact/simplex/float_filter.rs | let (a, b) = (dot(&n, &corners.d), dot(&n, &turned(&turned(&corners.d))));
#: line src/contact/capsule/float_filter.rs | let least = lesser(lesser(a, b), c) + lesser(along, zero);
#: line src/contact/many/mod.rs | const LEAST: f32 = 1.0 / GREATEST;
#: line src/contact/many/hulls.rs | let gap = self.radius.times(dot(n, n).root()).plus(self.margin.times(size));
#: line src/contact/many/hulls.rs | is_missed.and(is_fair(speed)).and(is_fair(longest)).and(far.at_most(E::splat(GREATEST)))
#: let u 2**-53
#: let M 2**-MARGIN_BITS
#: let F (1 + u)**16
#: let W 2 * F + M
# The ways, the velocity, the radius and an edge; then N, and its products with a way, an axis and
# the radius.
#: let D 2 * u * F
#: let V u * F
#: let R 3 * u * F
#: let E D + u * F * W
#: let N F * V + 2 * u * F**2
#: let ALONG N * F + F * D + 3 * u * F**3
#: let AXIS N * F + u * F**2 + 3 * u * F**3
#: let REACH N * F + F * R + 4 * u * F**3
#: need M * (1 - u)**6 >= ALONG + E + AXIS + 2 * u * F**2 + REACH + u * (2 * F**3 + M)
#: need M * 2**-TINY_BITS * (1 - u)**6 / GREATEST**2 >= 4 * (6 * GREATEST * F + 3) * 2**-1075 + GREATEST * F * 2**-536
# In rows: V × (E × V), with an error of 3 u in V and of u in E, and the greatest and the least of
# the compared values.
#: let s 2**-24
#: let Q (1 + s)**16
#: let ROW 11 * s * Q**2
#: let ROW_ALONG ROW * Q + s * Q**2 + 3 * s * Q**3
#: let ROW_REACH ROW * Q + s * Q**2 + 4 * s * Q**3
#: need (1 - s)**8 / ROW_MARGIN >= 3 * ROW_ALONG + ROW_REACH + 4 * s * Q**3
#: need (1 - s)**8 / ROW_MARGIN / ROW_GREATEST >= 4 * 18 * Q * 2**-150 * ROW_GREATEST + Q * 2**-73
#: fails MARGIN_BITS 49/46
#: fails TINY_BITS 9/8
#: fails ROW_MARGIN 2
#: fails GREATEST 2**20
#: fails ROW_GREATEST 2**50
