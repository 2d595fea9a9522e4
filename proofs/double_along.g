# A point of a path, `from + self by` of `Double`, has an error of less than the units of 8u² of its
# magnitude that are counted for a product and a sum.
#
# The product of h + l and k + n, with h and k from one to two, is added to f + g. s is the exact
# part: `rest` is the error of the product h k, and `more` the error of the sum. The result s + z is
# exact in two floats (README.md). S is the sum of the absolute values.
#: read DEPTH src/number/fast.rs | const DEPTH: f64 = {};
#: read RELATIVE src/number/double.rs | const RELATIVE: f64 = f64::from_bits((1023 - {}) << 52);
#: read PRODUCT src/number/depth.rs | from.plus(&self.product(by, self.value * by.value, {}))
#: read SUM src/number/depth.rs | depth: self.depth.max(other.depth) + {}, least }
#: line src/number/double.rs | let (product, rest) = two_product(self.high, by.high); let (sum, more) = two_sum(from.high, product); let small = rest + (self.high * by.low + self.low * by.high); let (high, low) = fast_two_sum(sum, (more + from.low) + small); Self { high, low, magnitude: from.magnitude + self.magnitude * by.magnitude }
#: let UNIT down(2**-RELATIVE / DEPTH)
#: fails PRODUCT 1/4
@rnd = float<ieee_64, ne>;
h = rnd(h_); l = rnd(l_); k = rnd(k_); n = rnd(n_); g = rnd(g_); more = rnd(more_);
p rnd= h * k;
rest = h * k - p;
a rnd= h * n;
b rnd= l * k;
c rnd= a + b;
small rnd= rest + c;
w rnd= more + g;
z rnd= w + small;
S = F + h * k;
{ h in [1, 2] /\ k in [1, 2] /\ |l| <= 1b-53 /\ |n| <= 1b-53 /\ F in [0, 1b1000] /\ S in [1, 1b1001] /\
  |more / S| <= $[2**-53 + 2**-104] /\ |g / S| <= 1b-53 /\ |w / S| <= $[2**-52 + 2**-100] /\ |small / S| <= $[2**-51 + 2**-100] /\ h * k in [1, 4] /\ h * k / S in [0, 1] /\
  (h * k in [1, 1.5] /\ |h * n + l * k| <= 5b-54 \/ h * k in [1.5, 4]) /\
  (w + small in [0, 0] \/ |w + small| in [1b-1074, 1b1001]) /\ (more + g in [0, 0] \/ |more + g| in [1b-1074, 1b1001])
  -> |((z - (w + small)) + (w - (more + g)) + (small - (rest + c)) + (c - (a + b)) + (a - h * n) + (b - l * k) - l * n) / S| <= $[(PRODUCT + SUM) * UNIT * (1 - 2**-4)] }
((z - (w + small)) + (w - (more + g)) + (small - (rest + c)) + (c - (a + b)) + (a - h * n) + (b - l * k) - l * n) / S
  -> (z - (w + small)) / S + (w - (more + g)) / S + (((small - (rest + c)) + (c - (a + b)) + (a - h * n) + (b - l * k) - l * n) / (h * k)) * (h * k / S)
  { S <> 0, h * k <> 0 };
(z - (w + small)) / S -> ((z - (w + small)) / (w + small)) * (w / S + small / S) { S <> 0, w + small <> 0 };
(w - (more + g)) / S -> ((w - (more + g)) / (more + g)) * (more / S + g / S) { S <> 0, more + g <> 0 };
a + b -> (h * n + l * k) + (a - h * n) + (b - l * k);
