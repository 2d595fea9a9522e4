# One step of Newton's method (4.2): if |x| ≤ LIMIT, the smaller root lies between h and h (1 +
# x/2), and so within a h² / w of h.
#
# With f(t + s) = f - 2 w s + a s², h = f / 2w and x = a f / w², f(t + h (1 + y)) is w h times -2 y
# + (1 + y)² x / 2. At y = 0 this has the sign of x. At y = x/2 it has the other sign: it is x times
# the term that the first part bounds. By the second part, f decreases in between, so the root there
# is the smaller root. The computed test has an error of a few roundings.
#: read LIMIT src/number/double.rs | (a * f.absolute()).below(splat({}) * (w * w))
#: line src/number/double.rs | let f = large + small; let h = f / (w + w);
#: line src/number/double.rs | + (a * (h * h)) * splat(1.0 / ROUNDING); let is_known = F::and((size_of_w * splat(WELL_KNOWN)).below(w), splat(LEAST_DIVISOR).below(w));
#: fails LIMIT 4
{ |x| <= $[LIMIT * (1 + 2**-20)] /\ y / x in [0, 0.5] /\ |y| <= $[LIMIT] -> 0.5 * (1 + x / 2) * (1 + x / 2) - 1 <= -1b-20 /\ x * (1 + y) - 2 <= -1b-20 }
