//! A ball that enters a box that stands still: its numbers, for several at once, and how they tell
//! that it is so.
//!
//! On some sides of the box, in its frame, if the time `t` of (7.2) and the centre there are known,
//!
//! ```text
//! t > 0,   Vₖ towards the box on each such axis,   and Cₖ(t) on all axes just as the sides say               (7.10)
//! ```
//!
//! then (7.1) is zero at `t` and falls: being convex, it is so at no other time, and is positive
//! before. Floats in place of these numbers say the same of them, each being the nearest one:
//! rounding is monotone, and zero and the bounds are floats. So whoever guesses the sides need ask
//! no more, and where the floats do not say so nothing is told.

use super::feature::{BoxFeature, Side};
use super::frame::Outside;
use crate::contact::answer::{Approach, Contact};
use crate::contact::turn::{Turn, world_axis};
use crate::number::{Inputs, Lift, Measure, Number, OfColumns, Quantity, Range, Unit, Value};
use crate::shape::vector::{each, from_space, in_space};
use crate::shape::{AlignedBox, Moving, OrientedBox, Scalar, Sphere};
use Quantity::{Direction, Length, Speed};

/// So many steps bring a guess to the piece of (7.1) that is entered.
pub(in crate::contact) const STEPS: usize = 2;

/// On which sides of a box, in space, a ball may enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::contact) struct Sides(pub(in crate::contact) [Side; 3]);

impl Sides {
    /// By their number, which has a digit for each axis, the first the lowest.
    #[inline(always)]
    pub(in crate::contact) fn of(number: u8) -> Option<Self> {
        const ALL: [[Side; 3]; 27] = {
            const SIDE: [Side; 3] = [Side::Min, Side::Between, Side::Max];
            let (mut all, mut i) = ([[Side::Between; 3]; 27], 0);
            while i < 27 {
                all[i] = [SIDE[i % 3], SIDE[i / 3 % 3], SIDE[i / 9]];
                i += 1;
            }
            all
        };
        ALL.get(usize::from(number)).copied().map(Self)
    }

    /// The axis that counts, if it is one.
    #[inline(always)]
    pub(in crate::contact) fn straight(&self) -> Option<usize> {
        BoxFeature { sides: self.0 }.one_side().map(|(axis, _)| axis)
    }

    /// One on the side of the greater coordinates, minus one on the other.
    #[inline(always)]
    pub(super) fn up(&self, axis: usize) -> f64 {
        [-1.0, 0.0, 1.0][self.0[axis] as usize]
    }

    /// What is entered, if at a time the centre is just there, seen in the frame of the box.
    #[inline(always)]
    fn entered<T: Scalar, const N: usize>(
        &self,
        time: T,
        center: &[T; N],
        [min, max]: [&[T; N]; 2],
    ) -> Option<BoxFeature<N>> {
        let (mut sides, mut is_so) = ([Side::Between; N], T::ZERO < time);
        for k in 0..N {
            let (is_before, is_behind) = (center[k] < min[k], max[k] < center[k]);
            let is_between = (min[k] < center[k]) & (center[k] < max[k]);
            sides[k] = self.0[k];
            is_so &= [is_before, is_between, is_behind][sides[k] as usize];
        }
        is_so.then_some(BoxFeature { sides })
    }

    /// The contact with a box along the axes, if that is how the ball enters.
    #[inline(always)]
    pub(super) fn contact<T: Scalar, const N: usize>(
        &self,
        [min, max]: [[T; N]; 2],
        time: T,
        center: [T; N],
        normal: [T; N],
    ) -> Option<Contact<T, N, BoxFeature<N>>> {
        let feature = self.entered(time, &center, [&min, &max])?;
        let mut point = center;
        for k in 0..N {
            point[k] = [min[k], center[k], max[k]][feature.sides[k] as usize];
        }
        Some(touch(time, center, point, normal, feature))
    }

    /// The contact with a turned box of these numbers, if they are known, and if that is how the
    /// ball enters. The last tell where the centre is in the frame of the box: from the side that
    /// counts, and from the middle if none does. (From the middle all the way it would often be
    /// half-way between two floats.)
    #[inline(always)]
    pub(super) fn contact_of_turned<T: Scalar, const N: usize>(
        &self,
        half: [T; N],
        time: Option<T>,
        [center, point, normal, from]: [Option<[T; N]>; 4],
    ) -> Option<Contact<T, N, BoxFeature<N>>> {
        let (mut min, mut max) = ([T::ZERO; N], [T::ZERO; N]);
        for k in 0..N {
            if self.0[k] == Side::Between {
                (min[k], max[k]) = (T::nearest(-half[k].widen()), half[k]);
            }
        }
        let (time, from) = (time?, from?);
        let feature = self.entered(time, &from, [&min, &max])?;
        Some(touch(time, center?, point?, normal?, feature))
    }
}

#[inline(always)]
fn touch<T: Scalar, const N: usize>(
    time: T,
    center: [T; N],
    point: [T; N],
    normal: [T; N],
    feature: BoxFeature<N>,
) -> Contact<T, N, BoxFeature<N>> {
    let approach = Approach::Approaching;
    Contact { time, center, point, other_point: None, normal: Some(normal), feature, approach }
}

/// What a ball and a box have on the axes, in some order of them.
#[derive(Clone, Copy, Debug)]
struct Axes {
    center: [f64; 3],
    velocity: [f64; 3],
    /// The bound that counts; the centre's own coordinate if none does.
    bound: [f64; 3],
    radius: f64,
}

impl Axes {
    #[inline(always)]
    fn of<T: Scalar, const N: usize>(
        ball: &Moving<Sphere<T, N>>,
        target: &AlignedBox<T, N>,
        sides: &Sides,
    ) -> Self {
        let (center, velocity) = (in_space(ball.shape().center()), in_space(ball.way()[0]));
        let (min, max) = (in_space(target.min()), in_space(target.max()));
        let bound = each!(|k| [min[k], center[k], max[k]][sides.0[k] as usize]);
        Self { center, velocity, bound, radius: ball.shape().radius().widen() }
    }

    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        see(Length, self.center);
        see(Length, self.bound);
        see(Length, [self.radius; 3]);
        see(Speed, self.velocity);
    }

    #[inline(always)]
    fn replaced(&self, change: &mut impl FnMut(f64) -> f64) -> Self {
        let Self { center, velocity, bound, radius } = *self;
        Self {
            center: each!(|k| change(center[k])),
            velocity: each!(|k| change(velocity[k])),
            bound: each!(|k| change(bound[k])),
            radius: change(radius),
        }
    }
}

/// A ball that enters an edge or a corner: the time, the centre and the normal.
#[derive(Clone, Copy, Debug)]
pub(in crate::contact) struct OntoEdge {
    axes: Axes,
    /// The velocity along the axes that count.
    towards: [f64; 3],
}

impl OntoEdge {
    #[inline(always)]
    pub(in crate::contact) fn of<T: Scalar, const N: usize>(
        ball: &Moving<Sphere<T, N>>,
        target: &AlignedBox<T, N>,
        sides: &Sides,
    ) -> Self {
        let axes = Axes::of(ball, target, sides);
        let towards = each!(|k| [axes.velocity[k], 0.0][usize::from(sides.0[k] == Side::Between)]);
        Self { axes, towards }
    }

    /// What these numbers tell, if they say that it is so: the smaller root was found, and there
    /// (7.1) falls.
    #[inline(always)]
    pub(in crate::contact) fn contact<T: Scalar, const N: usize>(
        &[time, cx, cy, cz, nx, ny, nz]: &[T; 7],
        target: &AlignedBox<T, N>,
        sides: &Sides,
    ) -> Option<Contact<T, N, BoxFeature<N>>> {
        sides.contact(
            [target.min(), target.max()],
            time,
            from_space(&[cx, cy, cz]),
            from_space(&[nx, ny, nz]),
        )
    }
}

impl Inputs for OntoEdge {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.axes.visit(see);
    }
}

impl OfColumns for OntoEdge {
    #[inline(always)]
    fn replaced(&self, change: &mut impl FnMut(f64) -> f64) -> Self {
        let axes = self.axes.replaced(change);
        Self { axes, towards: each!(|k| change(self.towards[k])) }
    }
}

impl Measure<7> for OntoEdge {
    const UNITS: [Unit; 7] = {
        use Unit::{Pure, Time};
        [Time, Unit::Length, Unit::Length, Unit::Length, Pure, Pure, Pure]
    };

    #[inline(always)]
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 7] {
        let Self { axes: Axes { center, velocity, bound, radius }, towards } = self;
        let outside = Outside {
            distance: each!(|k| lift.length_difference(center[k], bound[k])),
            velocity: each!(|k| lift.speed(towards[k])),
            radius: lift.length(*radius),
            turn: (),
        };
        let t = outside.first_root();
        let [cx, cy, cz] = each!(|k| t.along(&lift.length(center[k]), &lift.speed(velocity[k])));
        let [x, y, z] = each!(|k| t.along(&outside.distance[k], &outside.velocity[k]));
        let r = &outside.radius;
        [t, cx, cy, cz, x.over(r), y.over(r), z.over(r)]
    }
}

/// A ball that enters a face: the time and the centre, with the axis across the face first, and
/// that one mirrored if need be, so that the ball comes down on the face.
#[derive(Clone, Copy, Debug)]
pub(in crate::contact) struct OntoFace(Axes);

impl OntoFace {
    /// If it comes closer to the face across this axis.
    #[inline(always)]
    pub(in crate::contact) fn of<T: Scalar, const N: usize>(
        ball: &Moving<Sphere<T, N>>,
        target: &AlignedBox<T, N>,
        sides: &Sides,
        axis: usize,
    ) -> Option<Self> {
        let Axes { center, velocity, bound, radius } = Axes::of(ball, target, sides);
        let up = sides.up(axis);
        let turned = |x: [f64; 3]| [up * x[axis], x[(axis + 1) % 3], x[(axis + 2) % 3]];
        let (center, velocity, bound) = (turned(center), turned(velocity), turned(bound));
        (velocity[0] < 0.0).then_some(Self(Axes { center, velocity, bound, radius }))
    }

    /// What these numbers tell, if they say that it is so.
    #[inline(always)]
    pub(in crate::contact) fn contact<T: Scalar, const N: usize>(
        &[time, height, x, y]: &[T; 4],
        target: &AlignedBox<T, N>,
        sides: &Sides,
        axis: usize,
    ) -> Option<Contact<T, N, BoxFeature<N>>> {
        let up = sides.up(axis);
        let (mut center, mut normal) = ([T::ZERO; N], [T::ZERO; N]);
        for (k, number) in [up * height.widen() + 0.0, x.widen(), y.widen()].into_iter().enumerate()
        {
            if let Some(at) = center.get_mut((axis + k) % 3) {
                *at = T::nearest(number);
            }
        }
        if let Some(across) = normal.get_mut(axis) {
            *across = T::nearest(up);
        }
        sides.contact([target.min(), target.max()], time, center, normal)
    }
}

impl Inputs for OntoFace {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.0.visit(see);
    }
}

impl OfColumns for OntoFace {
    #[inline(always)]
    fn replaced(&self, change: &mut impl FnMut(f64) -> f64) -> Self {
        Self(self.0.replaced(change))
    }
}

impl Measure<4> for OntoFace {
    const UNITS: [Unit; 4] = [Unit::Time, Unit::Length, Unit::Length, Unit::Length];

    #[inline(always)]
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 4] {
        let Axes { center, velocity, bound, radius } = &self.0;
        let ahead = [lift.length_difference(center[0], bound[0]), lift.length(-radius)];
        let t = N::Value::lifted_ratio(&ahead, &lift.speed(-velocity[0]));
        let height = N::Value::lifted(&lift.length_difference(bound[0], -radius));
        // With no closure, which would be called.
        let x = t.along(&lift.length(center[1]), &lift.speed(velocity[1]));
        let y = t.along(&lift.length(center[2]), &lift.speed(velocity[2]));
        [t, height, x, y]
    }
}

/// A ball that enters a turned box: the time, the centre, the point, the normal, and where the
/// centre is in the frame of the box: from the side that counts, and from the middle if none does.
#[derive(Clone, Copy, Debug)]
pub(in crate::contact) struct OntoTurned {
    center: [f64; 3],
    velocity: [f64; 3],
    radius: f64,
    middle: [f64; 3],
    quaternion: [f64; 4],
    /// From the side that counts on each axis of the box to its middle; and one, or zero if none
    /// does.
    half: [f64; 3],
    counts: [f64; 3],
}

impl OntoTurned {
    #[inline(always)]
    pub(in crate::contact) fn of<T: Scalar>(
        ball: &Moving<Sphere<T, 3>>,
        target: &OrientedBox<T, 3>,
        sides: &Sides,
    ) -> Self {
        let half = target.half_extents();
        Self {
            center: in_space(ball.shape().center()),
            velocity: in_space(ball.way()[0]),
            radius: ball.shape().radius().widen(),
            middle: in_space(target.center()),
            quaternion: target.rotation().in_space().map(Scalar::widen),
            half: each!(|k| -sides.up(k) * half[k].widen()),
            counts: each!(|k| sides.up(k).abs()),
        }
    }

    /// Whether floats can be trusted with the rotation, and it is no face across an axis of the
    /// world that is entered, where numbers are often half-way between two floats.
    #[inline(always)]
    pub(in crate::contact) fn is_general(&self, sides: &Sides) -> bool {
        let across = sides.straight().and_then(|axis| world_axis(self.quaternion, axis));
        across.is_none() && Range::DIRECTIONS.holds_all(&self.quaternion)
    }

    /// What these numbers tell, if they say that it is so.
    #[inline(always)]
    pub(in crate::contact) fn contact<T: Scalar>(
        &[time, cx, cy, cz, px, py, pz, nx, ny, nz, x, y, z]: &[T; 13],
        target: &OrientedBox<T, 3>,
        sides: &Sides,
    ) -> Option<Contact<T, 3, BoxFeature<3>>> {
        let vectors = [[cx, cy, cz], [px, py, pz], [nx, ny, nz], [x, y, z]].map(Some);
        sides.contact_of_turned(target.half_extents(), Some(time), vectors)
    }
}

impl Inputs for OntoTurned {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        let [x, y, z, w] = self.quaternion;
        see(Length, self.center);
        see(Length, self.middle);
        see(Length, self.half);
        see(Length, [self.radius; 3]);
        see(Speed, self.velocity);
        see(Direction, [x, y, z]);
        see(Direction, [w; 3]);
        see(Direction, self.counts);
    }
}

impl OfColumns for OntoTurned {
    #[inline(always)]
    fn replaced(&self, change: &mut impl FnMut(f64) -> f64) -> Self {
        let Self { center, velocity, radius, middle, quaternion: [x, y, z, w], half, counts } =
            *self;
        Self {
            center: each!(|k| change(center[k])),
            velocity: each!(|k| change(velocity[k])),
            radius: change(radius),
            middle: each!(|k| change(middle[k])),
            quaternion: [change(x), change(y), change(z), change(w)],
            half: each!(|k| change(half[k])),
            counts: each!(|k| change(counts[k])),
        }
    }
}

impl Measure<13> for OntoTurned {
    const UNITS: [Unit; 13] = {
        use Unit::{Length, Pure, Time};
        let [l, p] = [Length, Pure];
        [Time, l, l, l, l, l, l, p, p, p, l, l, l]
    };

    #[inline(always)]
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 13] {
        let Self { center, velocity, radius, middle, half, counts, .. } = self;
        let turn: Turn<N, 3> = Turn::of(self.quaternion, lift);
        let scale = &turn.scale;
        let radius = lift.length(*radius);
        let offset: [N; 3] = each!(|k| lift.length_difference(center[k], middle[k]));
        let speed: [N; 3] = each!(|k| lift.speed(velocity[k]));
        let (from, along) = (turn.seen_from_frame(&offset), turn.seen_from_frame(&speed));
        let from: [N; 3] = each!(|k| from[k].plus(&lift.length(half[k]).times(scale)));
        let counts: [N; 3] = each!(|k| lift.direction(counts[k]));
        let outside = Outside {
            distance: each!(|k| from[k].times(&counts[k])),
            velocity: each!(|k| along[k].times(&counts[k])),
            radius: radius.times(scale),
            turn: (),
        };
        let t = outside.first_root();
        let away: [N::Value; 3] = each!(|k| t.along(&outside.distance[k], &outside.velocity[k]));
        let divisor = outside.radius.times(scale);
        let normal: [N::Value; 3] = each!(|j| {
            let [a, b, c] = [&turn.axes[0][j], &turn.axes[1][j], &turn.axes[2][j]];
            away[0].times(a).plus(&away[1].times(b)).plus(&away[2].times(c)).over(&divisor)
        });
        let at: [N::Value; 3] = each!(|k| t.along(&lift.length(center[k]), &speed[k]));
        let [px, py, pz] = each!(|k| at[k].minus(&normal[k].times(&radius)));
        let [x, y, z] = each!(|k| t.along(&from[k], &along[k]).over(scale));
        let ([cx, cy, cz], [nx, ny, nz]) = (at, normal);
        [t, cx, cy, cz, px, py, pz, nx, ny, nz, x, y, z]
    }
}
