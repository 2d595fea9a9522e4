# The turn of three points in a plane is certain in plain floats.
#
# Each of two products has three roundings, of two differences and of the product, and the difference
# of the products has one. The unit is the sum of the computed products; F makes up for its rounding
# and the one of the bound. A product may also lose 2**-1075 by underflow. If a difference or a product
# overflows, the bound is infinite, or no comparison holds.
#: read MARGIN src/shape/hull/orientation.rs | const MARGIN: f64 = {} / (1u64 << 53) as f64;
#: read LEAST_BITS src/shape/hull/orientation.rs | const LEAST: f64 = 1.0 / (1u128 << {}) as f64;
#: line src/shape/hull/orientation.rs | let left = (b[0] - a[0]) * (c[1] - a[1]); let right = (b[1] - a[1]) * (c[0] - a[0]);
#: line src/shape/hull/orientation.rs | let (turn, size) = (left - right, left.abs() + right.abs());
#: line src/shape/hull/orientation.rs | let is_certain = size > LEAST && turn.abs() > MARGIN * size;
#: let u 2**-53
#: let F (1 + u)**8
#: need MARGIN * u * (1 - u)**2 >= ((1 + u)**3 - 1) * F + u * F + 2 * 2**(LEAST_BITS - 1075) * F
#: fails MARGIN 1/4
#: fails LEAST_BITS 9
