# The filter of a batch: a sum of N squares is compared with the float that is K steps before or
# after the square of the radius. These steps exceed all roundings of the square and of the sum.
#
# u is half the spacing after one. The unit of underflow is the least subnormal number: the sum has
# an error of N units, the square of half a unit. Of the K steps, RELATIVE are for relative errors;
# each is a factor of at least 1 + u. The other steps are for underflow; each is at least a unit.
# `sum < before` and `sum > after` are two inequalities between polynomials in the square and the
# unit. Both coefficients of each are compared here, exactly. docs/theory.md, §6, derives these two
# inequalities.
#: read TIMES src/number/many.rs | {} * (terms as u32 + 3)
#: read MORE src/number/many.rs | 2 * (terms as u32 + {})
#: line src/number/many.rs | (a - b) * (a - b)
#: line src/number/many.rs | let sum = (1..N).fold(square_of(0, item), |sum, k| sum + square_of(k, item)); let square = (radius(item) * radius(item)).to_bits();
#: line src/number/many.rs | yes |= if sum < before { BIT[i] } else { 0 }; perhaps |= if sum > after { 0 } else { BIT[i] };
#: each u [2**-24, 2**-53]
#: each N [*range(1, 33), 64, 256, 1024]
#: let RELATIVE N + 4
#: let REST TIMES * (N + MORE) - RELATIVE
#: need (1 + u)**RELATIVE * (1 - u)**(N + 2) >= 1 + u
#: need REST * (1 + u)**RELATIVE * (1 - u)**(N + 2) >= N * (1 + u) + 0.5
#: need (1 + u)**RELATIVE * (1 - u) >= (1 + u)**(N + 2)
#: need (REST * (1 + u)**RELATIVE - N) * (1 - u) * 2 >= (1 + u)**(N + 2)
#: fails TIMES 1/2
#: fails MORE 1/3
