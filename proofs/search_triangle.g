# The step to a triangle: if the radius is increased by ROUNDINGS u A, the computed step is less
# than the safe step, for every d.
#
# The units are A and |d|, as in search_box.g. m is the exact least d·(p - x) of all points of the
# triangle and the axis, at most √3. x is the error of d·(p - a), which has three products and two
# sums and is at most 3 √3 u, and of the centre and the corner. y is the error of the sides, which
# are rounded once more. z is the error of a, the sum of |d·hᵢ| over up to three half axes, whose
# greatest coordinates add up to at most 1 / AXES: four roundings of a term, one of a sum of two,
# and one of the first difference as far as it counts for the second. f has the roundings of both
# differences. g is the error of the computed |d|; the other variables are roundings.
#: read ROUNDINGS src/mesh/tree/bound.rs | const ROUNDINGS: f64 = {};
#: read AXES src/mesh/tree/bound.rs | + {} * of_axes;
#: line src/mesh/tree/geometry.rs | squared.plus(E::splat(TINY)).root()
#: line src/mesh/tree/arrival.rs | let from_corner: Eights<E> = three!(k => self.center[k].minus(corners[0][k]));
#: line src/mesh/tree/arrival.rs | let ap: Eights<E> = three!(k => time.times_plus(self.way[k], from_corner[k]));
#: line src/mesh/tree/arrival.rs | let g = length(squared); let m = self.half_axes.less(triangles.support(ap, d), d); self.step(d, g, m.minus(outer.times(g)), possible)
#: line src/mesh/tree/geometry.rs | let greatest = dot(d, &self.ab).or_greater(dot(d, &self.ac)).or_greater(E::splat(0.0)); dot(d, ap).minus(greatest)
#: line src/mesh/tree/geometry.rs | let Some(half) = &self.first else { return m }; let m = m.minus(dot(d, half).absolute());
#: let epsilon ROUNDINGS * 2**-24
#: let ROOT up(1.7320508076)
#: let STEP 4
# The errors of the centre and the vertex, of the corner as decoded from a leaf, and of its stretch.
#: let POINT 7 + 2 + 2
#: fails ROUNDINGS 1/4
step = $[STEP * 2**-24];
A = (1 + e) * (1 + f) * (1 + h);
B = (1 + f) * (1 + h);
G = (1 + g) * (1 + k) * (1 + h);
{ |m| <= $ROOT /\ |a| <= $[ROOT / AXES] /\ r in [0, 1] /\ |x| <= $[(3 * ROOT + POINT) * 2**-24 * (1 + 2**-20)] /\ |y| <= $[4 * ROOT * 2**-24 * (1 + 2**-20)] /\
  |z| <= $[6 * ROOT / AXES * 2**-24 * (1 + 2**-20)] /\ |g| <= $[2.75 * 2**-24] /\
  |e| <= 1b-24 /\ |f| <= $[(2 + 2**-10) * 2**-24] /\ |h| <= 1b-24 /\ |k| <= 1b-24
  -> m - r - step - ((((m + a + x - y) * (1 + e) - a - z) * (1 + f) - (r + $epsilon) * (1 + g) * (1 + k)) * (1 + h)) >= 0 }
m - r - step - ((((m + a + x - y) * (1 + e) - a - z) * (1 + f) - (r + $epsilon) * (1 + g) * (1 + k)) * (1 + h))
  -> m * (1 - A) - a * (A - B) - (x - y) * A + z * B + r * (G - 1) + $epsilon * G - step;
