# The path of a body in the frame of a placed mesh is off by no more than SLACK, by (5.6): with that of half an axis.
#
# In units of the greatest length G, and of u. Each component is a sum of three products of a coordinate, which is a difference, with an entry of the
# rotation, over the square of the quaternion: eleven roundings of each term, of which the sizes come to three times the coordinate. That
# is so of the centre and of half an axis, at most G each, and of the velocity, whose way until the last touch is at most (3 √3 + 1) G.
#: read SLACK src/mesh/in_frame.rs | const SLACK: f64 = {} * f64::EPSILON;
#: line src/mesh/in_frame.rs | columns.map(|column| (column[0] * v[0] + column[1] * v[1] + column[2] * v[2]) / scale)
#: line src/mesh/in_frame.rs | let scale = (xx + yy) + (zz + ww);
#: line src/mesh/in_frame.rs | [(ww + xx) - (yy + zz), xy + zw, xz - yw],
#: line src/mesh/in_frame.rs | let slack = SLACK * size + f64::MIN_POSITIVE;
#: fails SLACK 3/4
# Of an entry three, of the difference, the product, two sums, the quotient; of the square three.
entry = (1 + a1) * (1 + a2) * (1 + a3);
square = (1 + b1) * (1 + b2) * (1 + b3);
{ |a1| <= 1b-53 /\ |a2| <= 1b-53 /\ |a3| <= 1b-53 /\ |b1| <= 1b-53 /\ |b2| <= 1b-53 /\ |b3| <= 1b-53 /\
  |c1| <= 1b-53 /\ |c2| <= 1b-53 /\ |c3| <= 1b-53 /\ |c4| <= 1b-53 /\ |c5| <= 1b-53
  -> |entry * (1 + c1) * (1 + c2) * (1 + c3) * (1 + c4) / square * (1 + c5) - 1| * (3 * (2 + 3 * $[up(1.7320508076)] + 1)) <= $[SLACK * 2 * (1 - 2**-40) * 2**-53] }
