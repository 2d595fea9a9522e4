//! Boxes in one, four, five to eight dimensions, asked as boxes in eight, so that code for one
//! number of dimensions answers for all.
//!
//! Along the axes that are left the body stands still at zero, in the middle of the box, which goes
//! as far there as its farthest coordinate. So these axes have no part in any distance, and the box
//! is left by none of them: where the centre is inside, a given side is as near, and comes first.
//! But a surface has more points in more dimensions: whether two share one is asked of slices.

use crate::fields::BadRequest;
use crate::number::Number;
use crate::request::{BodyFields, Request, left_out};
use tangency::any::MoverKind;
use tangency::{
    AlignedBox, AlignedBoxSlice, Ellipsoid, EllipsoidSlice, Hollow, Sphere, SphereSlice,
};

/// As many dimensions as a box can have.
pub(crate) const ROOM: usize = 8;

/// Widens a box along the axes that are left.
pub(crate) fn widen<T: Number>(min: &mut [T], max: &mut [T], dimension: usize) {
    let magnitude = |x: &T| x.widen().abs();
    let farthest = min.iter().chain(&*max).map(magnitude).fold(0.0, f64::max);
    let farthest = if farthest == 0.0 { 1.0 } else { farthest };
    min[dimension..].fill(T::nearest(-farthest));
    max[dimension..].fill(T::nearest(farthest));
}

/// Whether a body and a box share a point.
pub(crate) fn shares<T: Number>(
    request: &Request<'_>,
    body: &BodyFields<'_>,
    target: &AlignedBox<T, ROOM>,
    is_hollow: bool,
) -> Result<bool, BadRequest> {
    let (given, min, max) = (..request.dimension, target.min(), target.max());
    let target = AlignedBoxSlice::new(&min[given], &max[given])?;
    macro_rules! answer {
        ($shape:expr, $shape_is_hollow:expr) => {
            match ($shape_is_hollow, is_hollow) {
                (false, false) => $shape.intersects(&target),
                (false, true) => $shape.intersects(&Hollow(target)),
                (true, false) => Hollow($shape).intersects(&target),
                (true, true) => Hollow($shape).intersects(&Hollow(target)),
            }
        };
    }
    Ok(match body.kind() {
        MoverKind::Sphere => {
            let (sphere, is_shell) = request.mover::<T, Sphere<T, ROOM>>(body)?;
            let center = sphere.shape().center();
            answer!(SphereSlice::new(&center[given], sphere.shape().radius())?, is_shell)
        }
        MoverKind::Ellipsoid => {
            let (ellipsoid, is_shell) = request.mover::<T, Ellipsoid<T, ROOM>>(body)?;
            let (center, radii) = (ellipsoid.shape().center(), ellipsoid.shape().radii());
            answer!(EllipsoidSlice::new(&center[given], &radii[given])?, is_shell)
        }
        _ => return Err(left_out()),
    }?)
}
