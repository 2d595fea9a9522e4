# The box around a mesh on the path of a body, in doubles: the box is grown by more than the
# roundings of its faces, and the times have margins greater than their roundings.
#
# The unit is the greatest coordinate. x is a face, a the radius, h the sum of half axes, in up to
# two sums, and c the centre; PAD is added, and `rest` is the remaining slack. Each of these
# operations is rounded. So are the velocity, its inverse, the product with a distance, and the
# product with SHRINK or STRETCH.
#: read PAD src/mesh/sweep.rs | const PAD: f64 = {} * U;
#: read SHRINK src/mesh/sweep.rs | const SHRINK: f64 = 1.0 - {} * U;
#: read STRETCH src/mesh/sweep.rs | const STRETCH: f64 = 1.0 + {} * U;
#: line src/mesh/sweep.rs | const U: f64 = f64::EPSILON / 2.0;
#: line src/mesh/sweep.rs | let pad = PAD * greatest + slack;
#: line src/mesh/sweep.rs | let reach = radii[k] + (half[k] + pad); let below = bounds.min[k] - reach - center[k]; let above = bounds.max[k] + reach - center[k];
#: line src/mesh/sweep.rs | let inverse = 1.0 / velocity[k]; let (a, b) = (below * inverse, above * inverse);
#: line src/mesh/sweep.rs | let (enter, leave) = (enter * SHRINK - TINY, leave * STRETCH + TINY);
#: fails PAD 1/2
#: fails SHRINK 1/2
#: fails STRETCH 1/2
pad = $[PAD * 2**-53] * (1 + e1) * (1 + e2);
reach = (a + (h * (1 + e7) + pad) * (1 + e3)) * (1 + e4);
below = ((x - reach) * (1 + e5) - c) * (1 + e6);
{ |x| <= 1 /\ a in [0, 1] /\ h in [0, 1] /\ |c| <= 1 /\
  |e1| <= 1b-53 /\ |e2| <= 1b-53 /\ |e3| <= 1b-53 /\ |e4| <= 1b-53 /\ |e5| <= 1b-53 /\ |e6| <= 1b-53 /\ |e7| <= $[(2 + 2**-10) * 2**-53]
  -> below - (x - a - h - c) <= 0 }
below - (x - a - h - c) -> x * ((1 + e5) * (1 + e6) - 1) - a * ((1 + e4) * (1 + e5) * (1 + e6) - 1) - h * ((1 + e7) * (1 + e3) * (1 + e4) * (1 + e5) * (1 + e6) - 1)
  - c * e6 - pad * ((1 + e3) * (1 + e4) * (1 + e5) * (1 + e6));
#: then
{ |v| <= 1b-53 /\ |e1| <= 1b-53 /\ |e2| <= 1b-53 /\ |e3| <= 1b-53 /\ |e4| <= 1b-53
  -> (1 + e1) * (1 + e2) * (1 + e3) * (1 + e4) * $[1 - SHRINK * 2**-53] / (1 + v) <= 1
  /\ (1 + e1) * (1 + e2) * (1 + e3) * (1 + e4) * $[1 + STRETCH * 2**-53] / (1 + v) >= 1 }
