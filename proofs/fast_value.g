# A value of `Fast` is rounded from an interval around it. The interval allows for the depth that
# values may have.
#
# Each rounding of the depth stands for an error of 1 1/128 roundings (fast_sum.g, fast_product.g,
# fast_root.g). A value of that depth is a quotient, for which five roundings are counted and 1¼
# suffice (fast_quotient.g). `around` has a margin greater than the error of the computed slack: see
# interval.g.
#: read DEPTH src/number/fast.rs | const DEPTH: f64 = {};
#: read GREATEST src/number/fast.rs | const GREATEST_DEPTH_OF_VALUES: u32 = {};
#: read QUOTIENT src/number/depth.rs | self.depth + divisor.depth + {});
#: line src/number/fast.rs | Interval::around(self.value(), 0.0, RELATIVE, self.magnitude())
#: line src/number/fast.rs | const RELATIVE: f64 = DEPTH / (1u64 << 53) as f64;
#: fails DEPTH 1/2
#: fails QUOTIENT 1/5
{ n in [0, $[GREATEST - QUOTIENT]] -> n * $[1 + 2**-7] + 1.25 <= $DEPTH }
