# A ball certainly enters a triangle: the margin in (7.11) exceeds all roundings, including the
# roundings of the bounds themselves.
#
# Lengths and their errors are divided by the size f, the sum of the absolute components of the
# vectors to the ball; speeds and their errors by the speed of the ball. Terms with edges as factors
# are divided by as many powers of the width w of all edges, and their errors by one power less,
# because w <= 2 f. F makes up for the roundings of f, w and the speed. |a x b| <= |a| |b| for
# one-norms. A cross product has two roundings for each part, a sum of three products three. The
# time of a root is at most 4 f divided by the speed. The derivation is in docs/theory.md, §7. Y
# exceeds the effect of underflow on any number here, in the unit of the number: each of at most 256
# operations has an error of 2**-1075, and its result is multiplied by at most nine lengths, speeds
# or widths, none above 2**27; a root has an error of 2**-536. f and the speed are at least LEAST,
# and so w, which contains M f, is at least M LEAST; an axis counts as at least TINY long.
#: read MARGIN_BITS src/contact/float_filter.rs | pub(super) const MARGIN: f64 = f64::from_bits((1023 - {}) << 52);
#: read EDGE_VALUE src/contact/simplex/float_filter.rs | let value = Sizes::<F>::margin({}) * square * size * width;
#: read EDGE_SLOPE src/contact/simplex/float_filter.rs | let slope = Sizes::<F>::margin({}) * square * width * speed;
#: read CORNER_VALUE src/contact/simplex/float_filter.rs | let value = Sizes::<F>::margin({}) * square;
#: read CORNER_SLOPE src/contact/simplex/float_filter.rs | let slope = Sizes::<F>::margin({}) * size * speed;
#: read ALONG src/contact/simplex/float_filter.rs | Self::margin({}) * self.size * self.size + self.width * self.speed * root.off
#: read FACE src/contact/simplex/float_filter.rs | let least = Sizes::<F>::margin({}) * size * width;
#: read STEEP src/contact/simplex/float_filter.rs | let is_steep = F::and(slope.below(fall), (F::splat({}) * a * value).below(fall * fall));
#: read FAR src/contact/simplex/float_filter.rs | let is_here = (time * self.speed).below(F::splat({}) * self.size);
#: read GREATEST src/contact/float_filter.rs | const GREATEST: f64 = {};
#: read TINY_BITS src/contact/simplex/float_filter.rs | const TINY: f64 = f64::from_bits((1023 - {}) << 52);
#: line src/contact/float_filter.rs | (1.0 / GREATEST..=GREATEST).contains(&size)
#: line src/contact/simplex/float_filter.rs | let length = axis.map_or(zero, |axis| extent(axis) + F::splat(TINY));
#: line src/contact/simplex/float_filter.rs | let d = each!(|k| (F::splat(end[k]) - F::of_three(a[k], b[k], c[k])) + F::splat(beyond[k]));
#: line src/contact/simplex/float_filter.rs | let (speed, size) = (extent(&v).first(), extent(&d).sum_of_three() + (length + radius));
#: line src/contact/simplex/float_filter.rs | let time = c / ((b * b - a * c).root() - b); let fall = -(b + a * time) - slope; let off = value / fall;
#: line src/contact/simplex/float_filter.rs | let width = F::splat(extent(e).sum_of_three() + MARGIN * self.size);
#: line src/contact/simplex/float_filter.rs | let u = &cross(e, &turned(e)); let (h, g) = (dot(u, d), dot(u, v));
#: line src/contact/simplex/float_filter.rs | let height = h.absolute() - self.radius * dot(u, u).root();
#: line src/contact/simplex/float_filter.rs | let outside = out_d * sink + height * out_v; let most = (least + least) * (size * speed) * (width * width * width);
#: line src/contact/simplex/float_filter.rs | let polynomial = [dot(m, m), dot(m, n), dot(n, n) - ee * rr];
#: line src/contact/simplex/float_filter.rs | let polynomial = [dot(v, v), dot(d, v), dot(d, d) - rr];
#: line src/contact/simplex/float_filter.rs | let is_over = F::and(off.below(along), off.below(ee - along)); let is_outside = (off * width * width).below(out_d + root.time * out_v);
#: each u [2**-53]
#: let M 2**-MARGIN_BITS
#: let F (1 + u)**16
#: let W 2 * F + M
#: let T FAR * F
#: let Y 2**-380
#: let LEAST 1 / GREATEST
#: need 256 * 2**-1075 * (2**27)**9 <= Y * LEAST**4 * (M * LEAST)**4
#: need 2**-536 * 2**27 <= Y * LEAST**2 * (M * LEAST)
#: need 256 * 2**-1075 * (2**27)**6 <= Y * LEAST**2 * (M * LEAST) * 2**-TINY_BITS
# Vectors to corners, edges, the velocity and the radius. A vector to the end of an axis is rounded
# twice; a direction along an axis replaces a velocity.
#: let D 2 * u * F
#: let V u * F
#: let R 3 * u * F
#: let E D + u * F * W
#: need M >= 3 * E + 16 * u * F * W + Y
# The normal u, h, g, the length of the normal times r, and the height.
#: let U 2 * E * F + 2 * u * F**3 * W
#: let H U * F + F**2 * D * W + 3 * u * F**4 * W
#: let G U * F + F**2 * V * W + 3 * u * F**4 * W
#: let L (U + 3 * u * F**2 * W) * F + F * R * W + u * F**4 * W
#: let K H + L + u * F * 2 * W * F**3
#: need FACE * M * (1 - u)**4 >= K + Y
#: need FACE * M * (1 - u)**4 >= G + Y
# Outwards in the plane: `out`, and its products with vectors to corners and the velocity.
#: let O E * F**2 + F * U + 2 * u * F**4 * W
#: let OD O * F + F**3 * D * W + 3 * u * F**4 * W
#: let OV O * F + F**3 * V * W + 3 * u * F**4 * W
#: let C OD * F**2 + F**4 * G + K * F**4 + 2 * F**4 * OV + 6 * u * F**8 * W
#: need 2 * FACE * M * (1 - u)**10 >= C + Y
# Edges: m = e x v and n = e x d, and the polynomial. Its value at the computed root has an error of
# 13 roundings of c.
#: let MV E * F + F * V * W + 2 * u * F**2 * W
#: let ND E * F + F * D * W + 2 * u * F**2 * W
#: let A 2 * F**2 * MV + 3 * u * F**4 * W
#: let B F**2 * MV + F**2 * ND + 3 * u * F**4 * W
#: let EE 2 * F * E + 3 * u * F**4 * W
#: let RC EE * F**2 + 2 * F**3 * R * W + 2 * u * F**6 * W
#: let CC 2 * F**2 * ND + 3 * u * F**4 * W + RC + u * 2 * F**4 * W
#: need EDGE_VALUE * M * (1 - u)**6 >= CC + 2 * T * B + T**2 * A + 13 * u * F**4 * W + Y
#: need EDGE_SLOPE * M * (1 - u)**6 >= B + T * A + 3 * u * F**4 * W * (1 + 2 * T) + Y
# Whether the point is along the edge, beside the next corner, and outside: the root and its error,
# times w and the speed.
#: let ED E * F + F * D * W + 3 * u * F**3 * W
#: let EV E * F + F * V * W + 3 * u * F**3 * W
#: let X ED + T * EV + 3 * u * F**3 * W * (1 + 2 * T)
#: need ALONG * M * (1 - u)**8 >= X + EE * W + 2 * u * F**4 * W**2 + Y
#: need ALONG * M * (1 - u)**8 >= OD + T * OV + 3 * u * F**4 * W * (1 + 2 * T) + Y
# Corners.
#: let CA 2 * F * V + V**2 + 3 * u * F**3
#: let CB F * V + F * D + D * V + 3 * u * F**3
#: let CD 2 * F * D + D**2 + 3 * u * F**3 + 2 * F * R + R**2 + u * F**3 + u * 2 * F**3
#: need CORNER_VALUE * M * (1 - u)**6 >= CD + 2 * T * CB + T**2 * CA + 13 * u * F**3 + Y
#: need CORNER_SLOPE * M * (1 - u)**6 >= CB + T * CA + 3 * u * F**3 * (1 + 2 * T) + Y
# The polynomial changes its sign within `off` of the root: its first coefficient times the value is
# less than the square of the slope.
#: need 1 / STEEP + A * EDGE_VALUE / (EDGE_SLOPE**2 * M) <= 1 - 16 * u
#: need 1 / STEEP + CA * CORNER_VALUE / (CORNER_SLOPE**2 * M) <= 1 - 16 * u
#: fails MARGIN_BITS 54/46
#: fails EDGE_VALUE 1/4
#: fails EDGE_SLOPE 1/4
#: fails CORNER_VALUE 1/4
#: fails CORNER_SLOPE 1/8
#: fails ALONG 1/8
#: fails FACE 1/4
#: fails STEEP 1/2
#: fails FAR 4
#: fails TINY_BITS 9/8
