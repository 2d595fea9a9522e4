# The path of a box in the frame of a mesh instance has an error of at most twice SLACK, including
# the errors of three half axes.
#
# All numbers are in units of the greatest length G, and errors also of u. Each component is a sum
# of three products, divided by the square of the quaternion; each product is a coordinate, which is
# a difference, times an entry of the rotation. Each term has eleven roundings, and the sum of the
# absolute terms is at most three times the coordinate. This holds for the centre and the half axes,
# which are at most G each, and for the velocity, whose path until the last contact is at most (5 √3
# + 1) G long.
#: read SLACK src/mesh/in_frame.rs | const SLACK: f64 = {} * f64::EPSILON;
#: line src/mesh/in_frame.rs | columns.map(|column| (column[0] * v[0] + column[1] * v[1] + column[2] * v[2]) / scale)
#: line src/mesh/in_frame.rs | let scale = (xx + yy) + (zz + ww);
#: line src/mesh/in_frame.rs | [(ww + xx) - (yy + zz), xy + zw, xz - yw],
#: line src/mesh/in_frame.rs | let slack = 2.0 * around.slack + 2.0 * SLACK * size + f64::MIN_POSITIVE;
#: fails SLACK 5/8
# The roundings are three of an entry, those of the difference, the product, two sums and the
# quotient, and three of the square.
entry = (1 + a1) * (1 + a2) * (1 + a3);
square = (1 + b1) * (1 + b2) * (1 + b3);
{ |a1| <= 1b-53 /\ |a2| <= 1b-53 /\ |a3| <= 1b-53 /\ |b1| <= 1b-53 /\ |b2| <= 1b-53 /\ |b3| <= 1b-53 /\
  |c1| <= 1b-53 /\ |c2| <= 1b-53 /\ |c3| <= 1b-53 /\ |c4| <= 1b-53 /\ |c5| <= 1b-53
  -> |entry * (1 + c1) * (1 + c2) * (1 + c3) * (1 + c4) / square * (1 + c5) - 1| * (3 * (4 + 5 * $[up(1.7320508076)] + 1)) <= $[2 * SLACK * 2 * (1 - 2**-40) * 2**-53] }
