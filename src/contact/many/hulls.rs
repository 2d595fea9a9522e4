//! The float filter for rows of balls or capsules and obstacles with up to three vertices.

use super::{
    BlockResults, GREATEST, InRows, MARGIN, NUMBERS, cross, dot, extent, is_fair, less3,
    one_by_one, put, put_velocity, reach, touches, vector,
};
use crate::contact::answer::Answer;
use crate::number::{COMPACT, Eight, has_four};
use crate::shape::{Capsule, Moving, Point, Scalar, Segment, Sphere, Translatable, Triangle};

/// An obstacle with up to three vertices, and the centre or the axis of a mover, relative to the
/// first vertex; and the velocity, scaled to a length of about one.
struct Hulls<'a, E> {
    /// The vectors to the other vertices, and the vector along the axis.
    edges: &'a [[E; 3]],
    axis: Option<[E; 3]>,
    /// The vector to the centre, or to an end of the axis.
    center: [E; 3],
    velocity: [E; 3],
    radius: E,
    /// [`MARGIN`] times the greatest sum of lengths.
    margin: E,
}

impl<E: Eight> Hulls<'_, E> {
    /// Returns the lanes in which the distance of the two along a direction `n`, whose length is at
    /// most `size`, certainly exceeds the radius: first with the mover ahead of the obstacle, then
    /// behind it.
    #[cfg_attr(hot, inline(always))]
    fn is_apart(&self, n: [E; 3], size: E) -> [E; 2] {
        let zero = E::splat(0.0);
        let center = dot(n, self.center);
        let (mut least, mut greatest, mut low, mut high) = (zero, zero, center, center);
        for &edge in self.edges {
            let end = dot(n, edge);
            (least, greatest) = (least.or_less(end), greatest.or_greater(end));
        }
        if let Some(axis) = self.axis {
            let other = center.plus(dot(n, axis));
            (low, high) = (low.or_less(other), high.or_greater(other));
        }
        let gap = self.radius.times(dot(n, n).root()).plus(self.margin.times(size));
        [greatest.plus(gap).below(low), high.below(least.minus(gap))]
    }

    /// Returns the same lanes for a direction normal to the velocity.
    #[cfg_attr(hot, inline(always))]
    fn is_beside(&self, n: [E; 3], size: E) -> E {
        let [ahead, behind] = self.is_apart(n, size);
        ahead.or(behind)
    }

    /// Tests the direction normal to the velocity and to another vector.
    #[cfg_attr(hot, inline(always))]
    fn is_beside_edge(&self, way: [E; 3], size: E) -> E {
        self.is_beside(cross(way, self.velocity), size)
    }

    /// Tests the component of a vector normal to the velocity.
    #[cfg_attr(hot, inline(always))]
    fn is_beside_end(&self, way: [E; 3], size: E) -> E {
        self.is_beside(cross(self.velocity, cross(way, self.velocity)), size)
    }

    /// Tests the direction of the velocity.
    #[cfg_attr(hot, inline(always))]
    fn is_left_behind(&self) -> E {
        let [ahead, _] = self.is_apart(self.velocity, E::splat(1.0));
        ahead
    }
}

/// Returns the lanes in which a mover certainly misses an obstacle with `EDGES + 1` vertices.
#[cfg_attr(hot, inline(always))]
fn is_hull_missed<E: Eight, const EDGES: usize>(pair: &[E; NUMBERS], has_axis: bool) -> E {
    let (center, radius, way) = (vector(pair, 0), pair[3], vector(pair, 4));
    let (mut edges, mut size) = ([center; EDGES], E::splat(0.0));
    for (k, edge) in edges.iter_mut().enumerate() {
        *edge = vector(pair, 7 + 3 * k);
        size = size.plus(extent(*edge));
    }
    let axis = has_axis.then_some(vector(pair, 7 + 3 * EDGES));
    if let Some(axis) = axis {
        size = size.plus(extent(axis));
    }
    let distance = extent(center);
    let far = distance.plus(size).plus(radius);
    let (speed, one) = (extent(way), E::splat(1.0));
    let scale = one.over(speed);
    let velocity = [way[0].times(scale), way[1].times(scale), way[2].times(scale)];
    let margin = far.times(E::splat(MARGIN));
    let hulls = Hulls { edges: &edges, axis, center, velocity, radius, margin };
    let mut is_missed = hulls.is_left_behind();
    let mut longest = size;
    if EDGES < 2 && !has_axis {
        // The vector to the centre is a direction, too.
        longest = size.plus(distance);
        is_missed = is_missed.or(hulls.is_beside_end(center, longest));
        for &edge in &edges {
            is_missed = is_missed.or(hulls.is_beside_end(edge, longest));
        }
    }
    for &edge in &edges {
        is_missed = is_missed.or(hulls.is_beside_edge(edge, longest));
    }
    if EDGES == 2 {
        let [e, f] = [edges[0], edges[1]];
        is_missed = is_missed.or(hulls.is_beside_edge(less3(f, e), longest));
    }
    if let Some(axis) = axis {
        is_missed = is_missed.or(hulls.is_beside_edge(axis, longest));
    }
    is_missed.and(is_fair(speed)).and(is_fair(longest)).and(far.at_most(E::splat(GREATEST)))
}

/// The core of a mover, which its radius inflates: a point, or an axis.
trait LaneCore {
    const AXES: usize;
    /// Stores the vector along the axis in the numbers of a pair, at the index `from`.
    fn put_axis(&self, pair: &mut [f32; NUMBERS], from: usize);
}

impl<T: Scalar, const N: usize> LaneCore for Sphere<T, N> {
    const AXES: usize = 0;
    #[cfg_attr(hot, inline(always))]
    fn put_axis(&self, _: &mut [f32; NUMBERS], _: usize) {}
}

impl<T: Scalar, const N: usize> LaneCore for Capsule<T, N> {
    const AXES: usize = 1;
    /// The end of the axis is the sum of two vectors.
    #[cfg_attr(hot, inline(always))]
    fn put_axis(&self, pair: &mut [f32; NUMBERS], from: usize) {
        let (a, [b, beyond]) = (self.a(), self.b());
        for k in 0..N {
            pair[from + k] = ((b[k].widen() - a[k].widen()) + beyond[k].widen()) as f32;
        }
    }
}

/// Implements `InRows` for a pair with these numbers: the vector from the first vertex to the
/// centre, or to an end of the axis; the radius; the velocity; the vectors to the other vertices;
/// the vector along the axis. In the plane the third coordinates are zeros.
macro_rules! hull {
    ($N:literal, $mover:ident, $obstacle:ty, $edges:literal, $vertices:expr $(, { $($more:item)* })?) => {
        impl<T: Scalar> InRows<T, { $N }, $mover<T, { $N }>> for Moving<$obstacle> {
            const USED: usize = 7 + 3 * ($edges + <$mover<T, { $N }> as LaneCore>::AXES);

            #[cfg_attr(hot, inline(always))]
            fn pair(&self, mover: &Moving<$mover<T, { $N }>>) -> [f32; NUMBERS] {
                let (body, mut pair) = (mover.shape(), [0.0; NUMBERS]);
                let vertices: [[T; $N]; 1 + $edges] = $vertices(self.shape());
                put(&mut pair, 0, body.place(), vertices[0]);
                pair[3] = reach(body.radius(), mover, self);
                put_velocity(&mut pair, 4, mover, self);
                for (k, &vertex) in vertices[1..].iter().enumerate() {
                    put(&mut pair, 7 + 3 * k, vertex, vertices[0]);
                }
                body.put_axis(&mut pair, 7 + 3 * $edges);
                pair
            }

            #[cfg_attr(hot, inline(always))]
            fn is_missed<E: Eight>(pair: &[E; NUMBERS]) -> E {
                is_hull_missed::<E, $edges>(pair, <$mover<T, { $N }> as LaneCore>::AXES > 0)
            }

            $($($more)*)?
        }
    };
}

hull!(2, Sphere, Point<T, 2>, 0, |point: &Point<T, 2>| [point.position()]);
hull!(3, Sphere, Point<T, 3>, 0, |point: &Point<T, 3>| [point.position()]);
hull!(2, Sphere, Segment<T, 2>, 1, Segment::ends);
hull!(3, Sphere, Segment<T, 3>, 1, Segment::ends);
hull!(3, Sphere, Triangle<T>, 2, Triangle::vertices, {
    #[cfg_attr(hot, inline(always))]
    fn answer<'a>(
        pairs: usize,
        pair: &impl Fn(usize) -> (&'a Self, &'a Moving<Sphere<T, 3>>),
        results: &BlockResults,
        put: &mut impl FnMut(usize, Answer<T, 3>),
    ) where
        Self: 'a,
        Sphere<T, 3>: 'a,
    {
        if COMPACT || !has_four() {
            return one_by_one(pairs, pair, results, put);
        }
        touches::answer(pairs, pair, results, put);
    }
});
hull!(3, Capsule, Triangle<T>, 2, Triangle::vertices);
