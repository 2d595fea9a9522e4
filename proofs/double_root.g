# A root of a `Double` has an error of less than OWN units of 8u² of itself.
#
# h + l is the number, with h from one to four; s is the exact root of h, and y the exact root of h
# + l. r is the root in floats; the remainder is computed with the exact square of r in two floats
# (README.md).
#
# The inherited errors are twice those of a depth of DEPTH, for the deepest numbers (theory, §4).
#: read DEPTH src/number/fast.rs | const DEPTH: f64 = {};
#: read RELATIVE src/number/double.rs | const RELATIVE: f64 = f64::from_bits((1023 - {}) << 52);
#: read OWN src/number/depth.rs | Self { value, depth: self.depth + {}, least: self.least / 2 - 1 }
#: line src/number/double.rs | let (square, rest) = two_product(root, root); let residual = ((self.high - square) - rest) + self.low; let (high, low) = fast_two_sum(root, residual / (F::splat(2.0) * root));
#: line src/number/double.rs | magnitude: F::choose(is_positive, self.magnitude / root, unknown),
#: let UNIT down(2**-RELATIVE / DEPTH)
#: fails OWN 1/4
@rnd = float<ieee_64, ne>;
h = rnd(h_); l = rnd(l_);
r = rnd(s);
p rnd= r * r;
rest = r * r - p;
a rnd= h - p;
b rnd= a - rest;
c rnd= b + l;
d rnd= c / (2 * r);
e = y - r;
{ (h in [1, 2] /\ |l| <= 1b-53 /\ s in [1, 1.42] \/ h in [2, 4] /\ |l| <= 1b-52 /\ s in [1.41, 2]) /\
  h - s * s in [0, 0] /\ h + l - y * y in [0, 0] /\ y in [0.99, 2.01]
  -> |(r + d - y) / r| <= $[OWN * UNIT * (1 - 2**-4)] }
(r + d - y) / r -> ((d - c / (2 * r)) + ((c - (b + l)) + (b - (a - rest)) + (a - (h - p)) + e * e + (h + l - y * y)) / (2 * r)) / r { r <> 0 };
e -> (s - r) + (l + (h - s * s) - (h + l - y * y)) / (y + s) { y + s <> 0 };
h - p -> (s - r) * (s + r) + (h - s * s) + (r * r - p);
a - rest -> (s - r) * (s + r) + (h - s * s) + (a - (h - p));
# V is the result, y is the root of the operand, and q the root of the exact number, which may be
# any number.
#: then
@rnd = float<ieee_64, ne>;
m = rnd(m_);
M rnd= m / r;
off = (y * y - q * q) / m;
inherited = off * (y / (y + q));
{ y in [1b-500, 1b500] /\ r in [1b-501, 1b501] /\ m in [1b-1000, 1b1000] /\ q in [0, 1b1000] /\ |m / r| in [1b-1016, 1b1020] /\
  (y * y) / m in [0, $[1 + 2**-40]] /\ r / y - 1 in [-1b-51, 1b-51] /\ |(V - y) / y| <= $[OWN * UNIT * (1 - 2**-5)] /\
  |off| <= $[2 * DEPTH * UNIT] /\ y / (y + q) in [0, 1]
  -> |(V - q) / M - inherited| <= $[OWN * UNIT] }
(V - q) / M - inherited -> (((V - y) / y) * ((y * y) / m) * (r / y - 1 + 1) + inherited * ((r / y - 1) - (M - m / r) / (m / r))) / (1 + (M - m / r) / (m / r))
  { M <> 0, m <> 0, y <> 0, r <> 0, m / r <> 0, y + q <> 0 };
