//! Directions to slide in, and lengths. They only steer, so plain floats suffice; but they must be
//! usable at every scale. A number past the largest float is replaced by the largest float, so that
//! every result is finite: infinity times zero would be NaN.

use crate::number::sqrt;
use crate::shape::Scalar;

/// A direction may point into a plane by this fraction of its length, because of rounding.
const SLACK: f64 = 1e-12;

/// Components below this fraction of the greatest one count as zero.
const DUST: f64 = 1e-15;

fn bounded(x: f64) -> f64 {
    x.clamp(-f64::MAX, f64::MAX)
}

fn greatest<const N: usize>(v: &[f64; N]) -> f64 {
    v.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
}

/// Splits a vector into a power of two and a vector whose greatest component is from one to two, or
/// an integer if the given one is subnormal. Negligible components may become zero.
pub(super) fn split<const N: usize>(v: &[f64; N]) -> ([f64; N], f64) {
    const EXPONENT: u64 = 0x7ff << 52;
    let power = f64::from_bits(greatest(v).to_bits() & EXPONENT);
    let power = if power > 0.0 { power } else { f64::from_bits(1) };
    (v.map(|x| x / power), power)
}

/// A power of two times a vector. If a component is past the largest float, the result is a shorter
/// vector in the same direction.
pub(super) fn joined<T: Scalar, const N: usize>(v: &[f64; N], power: f64) -> [T; N] {
    let (greatest, most) = (greatest(v), T::LARGEST.widen() / power);
    let part = if greatest > most { most / greatest } else { 1.0 };
    v.map(|x| finite_float(x * part * power))
}

pub(super) fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    let sum: f64 = a.iter().zip(b).map(|(x, y)| x * y).sum();
    if sum.is_finite() {
        return sum;
    }
    let ((a, p), (b, q)) = (split(a), split(b));
    let sum: f64 = a.iter().zip(&b).map(|(x, y)| x * y).sum();
    bounded(sum * p.min(q) * p.max(q))
}

/// The length of a vector, whatever the scale of its components.
pub(super) fn norm<const N: usize>(way: &[f64; N]) -> f64 {
    let greatest = greatest(way);
    if greatest == 0.0 {
        return 0.0;
    }
    let way = way.map(|x| x / greatest);
    bounded(greatest * sqrt(dot(&way, &way)))
}

/// The nearest float that is finite.
pub(super) fn finite_float<T: Scalar>(x: f64) -> T {
    let float = T::nearest(x);
    let least = T::nearest(-T::LARGEST.widen());
    if float > T::LARGEST {
        T::LARGEST
    } else if float < least {
        least
    } else {
        float
    }
}

/// The unit vector of a direction, if the direction is not zero.
pub(super) fn unit<const N: usize>(way: [f64; N]) -> Option<[f64; N]> {
    let greatest = greatest(&way);
    if greatest == 0.0 {
        return None;
    }
    let way = tidy(way.map(|x| x / greatest));
    let length = sqrt(dot(&way, &way));
    Some(way.map(|x| x / length))
}

/// A direction without components that only rounding has made. Such components would give
/// coordinates near zero so many digits that only exact integers can compare them.
pub(super) fn tidy<const N: usize>(way: [f64; N]) -> [f64; N] {
    let least = DUST * greatest(&way);
    way.map(|x| if x.abs() <= least { 0.0 } else { x })
}

/// `way + by times`.
pub(super) fn along<const N: usize>(way: &[f64; N], by: &[f64; N], times: f64) -> [f64; N] {
    let times = bounded(times);
    core::array::from_fn(|k| bounded(way[k] + by[k] * times))
}

/// The vector from one position to another.
pub(super) fn between<T: Scalar, const N: usize>(from: &[T; N], to: &[T; N]) -> [f64; N] {
    core::array::from_fn(|k| bounded(to[k].widen() - from[k].widen()))
}

/// Whether the angle between two vectors is more than a right angle, where the first vector is
/// rounded; `None` if that is not certain. Each product has an error of three roundings at most,
/// and each addition to the sum has one more.
pub(super) fn are_opposed<const N: usize>(a: &[f64; N], b: &[f64; N]) -> Option<bool> {
    const CERTAIN: f64 = 1e-14;
    const LEAST: f64 = 1e-290;
    let (sum, size) = a.iter().zip(b).fold((0.0, 0.0), |(sum, size), (x, y)| {
        let product = x * y;
        (sum + product, size + product.abs())
    });
    // A component that equals the largest float may stand for a greater number.
    let is_known = N <= 8 && greatest(a) < f64::MAX && size > LEAST && size.is_finite();
    (is_known && sum.abs() > CERTAIN * size).then_some(sum < 0.0)
}

/// A computed direction without components that only rounding has made. A component that equals the
/// component of the original direction stays, however small it is.
pub(super) fn settled<const N: usize>(way: &[f64; N], made: [f64; N]) -> [f64; N] {
    let tidied = tidy(made);
    core::array::from_fn(|k| if made[k] == way[k] { made[k] } else { tidied[k] })
}

/// Clips a direction to planes with these unit normals: returns the nearest direction that points
/// into no plane, or zero if there is no such direction.
pub(super) fn clipped<const N: usize>(way: &[f64; N], normals: &[[f64; N]]) -> [f64; N] {
    if normals.is_empty() {
        return *way;
    }
    let (scaled, power) = split(way);
    let length = norm(&scaled);
    let suits = |v: &[f64; N]| normals.iter().all(|n| dot(n, v) >= -SLACK * length);
    if suits(&scaled) {
        return *way;
    }
    let within = |n: &[f64; N]| along(&scaled, n, -dot(&scaled, n));
    let nearest = |a: Option<[f64; N]>, b: [f64; N]| match a {
        Some(a) if dot(&a, &a) >= dot(&b, &b) => Some(a),
        _ => Some(b),
    };
    // The nearest projection is the longest one.
    let blocks = |n: &&[f64; N]| dot(n, &scaled) < 0.0;
    let planes = normals.iter().filter(blocks).map(within).filter(suits);
    let pairs =
        normals.iter().enumerate().flat_map(|(i, a)| normals[..i].iter().map(move |b| (a, b)));
    let creases = pairs.filter_map(|(a, b)| {
        // The direction of the crease of two planes. The projection is applied twice: if the
        // normals are nearly opposite, the first result is short, and so has a great relative
        // error.
        let across = |b: &[f64; N]| unit(along(b, a, -dot(a, b)));
        let across = across(&across(b)?)?;
        Some(along(&within(a), &across, -dot(&scaled, &across)))
    });
    let best = planes.fold(None, nearest).or_else(|| creases.filter(suits).fold(None, nearest));
    best.map_or([0.0; N], |best| joined(&best, power))
}

#[cfg(test)]
mod tests {
    use super::{along, clipped, dot, joined, norm, settled, split};
    use crate::random::Random;

    /// The projection onto a cone is characterised by two properties: it points into no plane, and
    /// it is perpendicular to the removed part.
    #[test]
    fn what_is_left_is_the_nearest_that_points_into_nothing() {
        let mut random = Random(3);
        let mut blocked = 0;
        for _ in 0..20_000 {
            let count = random.below(4) as usize;
            let mut vector = || [(); 3].map(|()| random.between(-1.0, 1.0));
            let way = vector();
            let normals: alloc::vec::Vec<_> =
                (0..count).filter_map(|_| super::unit(vector())).collect();
            let left = clipped(&way, &normals);
            let taken: [f64; 3] = core::array::from_fn(|k| way[k] - left[k]);
            assert!(normals.iter().all(|n| dot(n, &left) > -1e-9));
            assert!(dot(&left, &taken).abs() < 1e-9, "{way:?} {normals:?} {left:?}");
            // No other allowed direction is nearer: from the result to each of them, the angle to
            // the removed part is at least a right angle.
            for _ in 0..20 {
                let other = clipped(&vector(), &normals);
                let from_left: [f64; 3] = core::array::from_fn(|k| other[k] - left[k]);
                assert!(dot(&taken, &from_left) < 1e-9);
            }
            blocked += usize::from(left == [0.0; 3]);
        }
        assert!(blocked > 100);
    }

    /// The clipped direction scales with the input.
    #[test]
    fn what_is_left_is_so_at_all_scales() {
        let mut random = Random(4);
        for _ in 0..2_000 {
            let mut vector = || [(); 3].map(|()| random.between(-1.0, 1.0));
            let way = vector();
            let normals: alloc::vec::Vec<_> =
                (0..3).filter_map(|_| super::unit(vector())).collect();
            let left = clipped(&way, &normals);
            for power in [f64::from_bits(1523 << 52), f64::from_bits(123 << 52)] {
                let scaled = clipped(&way.map(|x| x * power), &normals);
                assert_eq!(scaled, left.map(|x| x * power));
            }
            // At the limits of floats, no result is NaN or infinite.
            for power in [f64::from_bits(2046 << 52), f64::MAX, 1e-310, f64::from_bits(1)] {
                let way = way.map(|x| x * power);
                let left = clipped(&way, &normals);
                assert!(left.iter().all(|x| x.is_finite()), "{way:?} {left:?}");
                let all = [norm(&way), dot(&way, &way), dot(&way, &normals[0])];
                assert!(all.iter().all(|x| x.is_finite()), "{way:?} {all:?}");
                let sum = along(&way, &normals[0], f64::INFINITY);
                assert!(sum.iter().all(|x| x.is_finite()), "{sum:?}");
                let (scaled, power) = split(&way);
                assert_eq!(joined::<f64, 3>(&scaled, power), way);
            }
        }
        // A component that is not blocked is unchanged.
        let way = [2e15, 1.0, -1e5];
        let slid = settled(&way, clipped(&way, &[[0.0, 0.0, 1.0]]));
        assert_eq!((slid, clipped(&way, &[])), ([2e15, 1.0, 0.0], way));
    }
}
