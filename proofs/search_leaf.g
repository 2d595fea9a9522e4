# A corner on the grid of a leaf has an error of less than BLUR times a step of the grid along each
# axis, as `ChildGrid::blur` allows.
#
# The unit is a step, a 255th of the side. x is the position of the corner, from 0 to 255, or a
# little more because the step is rounded. The difference and the quotient are rounded, and so is
# the sum with a half before it is truncated: so the error of the byte is a half and these
# roundings. The blur itself is rounded too: three products and two sums under a root, the root, the
# product and BLUR.
#: read BLUR src/mesh/tree/node.rs | {} * sqrt(f64::from(x * x + y * y + z * z)) as f32
#: line src/mesh/tree/leaf.rs | let steps = (corner[k] - grid.origin[k]) / grid.step[k];
#: line src/mesh/tree/leaf.rs | along[place] = (steps + 0.5) as u8;
#: line src/mesh/tree/node.rs | let step = three!(k => (at(self.sides[1][k][lane], k) - origin[k]) * (1.0 / 255.0));
#: fails BLUR 0.95
{ x in [0, 256] /\ |e| <= 1b-24 /\ |f| <= 1b-24 /\ |g| <= 1b-24 /\ |h| <= 6b-24
  -> |(x * (1 + e) * (1 + f) + 0.5) * (1 + g) - 0.5 - x| + 0.5 - $[single(BLUR)] * (1 + h) <= 0 }
(x * (1 + e) * (1 + f) + 0.5) * (1 + g) - 0.5 - x -> x * ((1 + e) * (1 + f) * (1 + g) - 1) + 0.5 * g;
