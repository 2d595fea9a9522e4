//! Directions to slide in. They only steer, so plain floats do.

use crate::number::sqrt;
use crate::shape::Scalar;

/// How far below a plane a direction may point, in parts of its length: as much as rounding makes
/// of it.
const SLACK: f64 = 1e-12;

/// What is less than this part of the greatest component of a direction is none.
const DUST: f64 = 1e-15;

pub(super) fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The length of a vector, of whatever size its components are.
pub(super) fn norm<const N: usize>(way: &[f64; N]) -> f64 {
    let greatest = way.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    if greatest == 0.0 {
        return 0.0;
    }
    let way = way.map(|x| x / greatest);
    greatest * sqrt(dot(&way, &way))
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

/// The unit vector of a direction, if it has one.
pub(super) fn unit<const N: usize>(way: [f64; N]) -> Option<[f64; N]> {
    let greatest = way.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    if greatest == 0.0 {
        return None;
    }
    let way = tidy(way.map(|x| x / greatest));
    let length = sqrt(dot(&way, &way));
    Some(way.map(|x| x / length))
}

/// A direction without what only rounding has made of it. Where it leads, coordinates near zero
/// would have digits that only integers can tell apart.
pub(super) fn tidy<const N: usize>(way: [f64; N]) -> [f64; N] {
    let least = DUST * way.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    way.map(|x| if x.abs() <= least { 0.0 } else { x })
}

/// `way + by times`.
pub(super) fn along<const N: usize>(way: &[f64; N], by: &[f64; N], times: f64) -> [f64; N] {
    core::array::from_fn(|k| way[k] + by[k] * times)
}

/// What is left of a way between planes of which these are the unit normals: the nearest one that
/// points into none of them. Zero if nothing is left.
pub(super) fn clipped<const N: usize>(way: &[f64; N], normals: &[[f64; N]]) -> [f64; N] {
    let length = norm(way);
    let suits = |v: &[f64; N]| normals.iter().all(|n| dot(n, v) >= -SLACK * length);
    if suits(way) {
        return *way;
    }
    let within = |n: &[f64; N]| along(way, n, -dot(way, n));
    let nearest = |a: Option<[f64; N]>, b: [f64; N]| match a {
        Some(a) if dot(&a, &a) >= dot(&b, &b) => Some(a),
        _ => Some(b),
    };
    // A projection is nearest if it is longest.
    let blocks = |n: &&[f64; N]| dot(n, way) < 0.0;
    let planes = normals.iter().filter(blocks).map(within).filter(suits);
    if let Some(best) = planes.fold(None, nearest) {
        return best;
    }
    let pairs =
        normals.iter().enumerate().flat_map(|(i, a)| normals[..i].iter().map(move |b| (a, b)));
    let creases = pairs.filter_map(|(a, b)| {
        // The part of the way that is along both planes. Twice: of normals that are nearly opposite
        // little is left, and that is rounded.
        let across = |b: &[f64; N]| unit(along(b, a, -dot(a, b)));
        let across = across(&across(b)?)?;
        Some(along(&within(a), &across, -dot(way, &across)))
    });
    creases.filter(suits).fold(None, nearest).unwrap_or([0.0; N])
}

#[cfg(test)]
mod tests {
    use super::{clipped, dot};
    use crate::random::Random;

    /// The projection onto a cone is known by two signs for each plane, and by being across what it
    /// takes away.
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
            // Nothing that suits is nearer: seen from what is left, the rest of the way leads out
            // of the cone.
            for _ in 0..20 {
                let other = clipped(&vector(), &normals);
                let from_left: [f64; 3] = core::array::from_fn(|k| other[k] - left[k]);
                assert!(dot(&taken, &from_left) < 1e-9);
            }
            blocked += usize::from(left == [0.0; 3]);
        }
        assert!(blocked > 100);
    }
}
