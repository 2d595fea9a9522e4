# The error of f(t), the sum from which Newton's step starts, over K axes is at most the bound by
# the magnitude of the step.
#
# All numbers are in units of M, the sum of the absolute values of all axes and the radius; so no
# axis is more than one. `rest`, `more`, `below` and `lost` are the low parts of exact products and
# sums (README.md); l is the low part of d, q the product of t with the low part of v. The error of
# the low part of the path, G, is one unit of 8u² more than the errors of d and v. The sum of the
# small parts of an axis has an error of less than AXIS u².
#: read ROUNDING src/number/double.rs | const ROUNDING: f64 = f64::from_bits((1023 - {}) << 52);
#: given AXIS 24
#: line src/number/double.rs | let (product, rest) = two_product(t, v.high); let (gap, more) = two_sum(d.high, product); let gap_low = (rest + more) + (d.low + t * v.low); let (square, below) = two_square(gap); let rest = (gap + gap + gap_low) * gap_low; let magnitude = d.magnitude + t.absolute() * v.magnitude; let (size, size_of_slope) = (magnitude * magnitude, magnitude * v.magnitude);
#: line src/number/double.rs | let (sum, lost) = two_sum(self.large, square); self.large = sum; self.small = self.small + ((below + lost) + rest); self.w = self.w - slope; self.size = self.size + size; self.size_of_w = self.size_of_w + size_of_slope;
#: line src/number/double.rs | let of_step = h.absolute() * (size_of_w * splat(16.0 * f64::EPSILON / ROUNDING)); let unknown = splat(axes as f64) * (size + of_step) +
# The parts sum to 9u and another u for each axis, and each of these sums is rounded. If d and v
# have a depth of n, f / 2w has n + 1 units, and the total is less than n + 6 units of K M in the
# magnitude. w has an error of K + 3 roundings and h of 4 more, of the allowed 32 K.
#: read MOST src/number/double.rs | const MOST_AXES: usize = {};
#: line src/number/double.rs | let magnitude = if axes <= MOST_AXES { F::choose(is_near, unknown / w, splat(f64::INFINITY)) } else { splat(f64::INFINITY) };
#: each K [*range(1, MOST + 1)]
#: each n [0, 128]
#: let UNIT 2**-ROUNDING
#: need (n + 1) * UNIT + K * (AXIS + 9 + (K + 1) / 2) * 2**-106 / 2 <= K * (n + 6) * UNIT * (1 - 2**-30)
#: need K + 3 + 4 <= 32 * K
#: fails AXIS 7/8
#: fails MOST 4
#: fails ROUNDING 106/103
{ |rest| <= 1b-53 /\ |more| <= $[2**-53 * (1 + 2**-50)] /\ |l + q| <= 1b-53 /\ |q| <= 1b-53 /\ |gap| <= $[1 + 2**-50] /\ |below| <= $[2**-53 * (1 + 2**-50)] /\
  |lost| <= $[2**-53 * (1 + 2**-50)] /\ |e1| <= 1b-53 /\ |e2| <= 1b-53 /\ |e3| <= 1b-53 /\ |e4| <= 1b-53 /\
  |low| <= $[(3 + 2**-30) * 2**-53] /\ |e5| <= 1b-53 /\ |e6| <= 1b-53 /\ |e7| <= 1b-53 /\ |e8| <= 1b-53
  -> |((rest + more) * (1 + e1) + (l + q * (1 + e2)) * (1 + e3)) * (1 + e4) - (rest + more + l + q)| <= $[8 * 2**-106]
  /\ |((below + lost) * (1 + e7) + (2 * gap + low) * (1 + e5) * low * (1 + e6)) * (1 + e8) - (below + lost + (2 * gap + low) * low)| <= $[AXIS * 2**-106] }
((rest + more) * (1 + e1) + (l + q * (1 + e2)) * (1 + e3)) * (1 + e4) - (rest + more + l + q)
  -> (rest + more) * (e1 + e4 + e1 * e4) + (l + q) * (e3 + e4 + e3 * e4) + q * e2 * (1 + e3) * (1 + e4);
((below + lost) * (1 + e7) + (2 * gap + low) * (1 + e5) * low * (1 + e6)) * (1 + e8) - (below + lost + (2 * gap + low) * low)
  -> (below + lost) * (e7 + e8 + e7 * e8) + (2 * gap + low) * low * ((1 + e5) * (1 + e6) * (1 + e8) - 1);
