//! Boxes in one and in four to eight dimensions are read as boxes in eight
//! ([`widen`](tangency::any::widen)), so that queries are compiled for one dimension. A hollow box
//! is an exception, as it has more surface in eight dimensions: whether it shares a point with a
//! body is decided on slices of the given dimension.

use crate::fields::BadRequest;
use crate::number::Number;
use crate::request::{BodyFields, Request, unsupported};
use tangency::any::{MoverKind, ROOM};
use tangency::{
    AlignedBox, AlignedBoxSlice, Ellipsoid, EllipsoidSlice, Hollow, Sphere, SphereSlice,
};

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
            let (sphere, is_shell) = request.body::<T, Sphere<T, ROOM>>(body)?;
            let center = sphere.shape().center();
            answer!(SphereSlice::new(&center[given], sphere.shape().radius())?, is_shell)
        }
        MoverKind::Ellipsoid => {
            let (ellipsoid, is_shell) = request.body::<T, Ellipsoid<T, ROOM>>(body)?;
            let (center, radii) = (ellipsoid.shape().center(), ellipsoid.shape().radii());
            answer!(EllipsoidSlice::new(&center[given], &radii[given])?, is_shell)
        }
        _ => return Err(unsupported()),
    }?)
}
