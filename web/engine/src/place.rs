//! A touched feature, encoded for columns.

use tangency::MeshFeature;
use tangency::{ItemFeature, Side, any::AnyFeature};
use tangency_protocol::number::of_feature;

/// The code of no vertex, edge or face.
const NO_FEATURE: u8 = 255;

/// The code of the first feature of a box. There are 27 in space, followed by 9 in the plane.
const BOX: u8 = 7;

/// The code of a feature of a polytope, a frustum or a parallelepiped, which has no other code.
const PLANES: u8 = 254;

/// The code of a feature of a hull, which has no other code either.
const HULL: u8 = 253;

/// A feature as numbers.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// The index of the item of a scene.
    pub(crate) item: i32,
    pub(crate) triangle: i32,
    pub(crate) feature: u8,
}

impl Place {
    /// A place without a feature.
    pub(crate) const NONE: Self = Self { item: -1, triangle: -1, feature: NO_FEATURE };
}

impl From<MeshFeature> for Place {
    fn from(MeshFeature { triangle, feature }: MeshFeature) -> Self {
        let triangle = i32::try_from(triangle).unwrap_or(-1);
        Self { item: -1, triangle, feature: of_feature(feature) }
    }
}

impl<const N: usize> From<AnyFeature<N>> for Place {
    fn from(AnyFeature { item, place, .. }: AnyFeature<N>) -> Self {
        let none = Self::NONE;
        let place = match place {
            ItemFeature::Simplex(feature) => Self { feature: of_feature(feature), ..none },
            ItemFeature::Mesh(feature) => feature.into(),
            ItemFeature::Planes(_) => Self { feature: PLANES, ..none },
            ItemFeature::Hull(_) => Self { feature: HULL, ..none },
            ItemFeature::Box(feature) => {
                let number = |side: &Side| match side {
                    Side::Min => 0,
                    Side::Between => 1,
                    Side::Max => 2,
                };
                let first = if N == 2 { BOX + 27 } else { BOX };
                let place =
                    feature.sides.iter().rev().fold(0, |place, side| 3 * place + number(side));
                Self { feature: first + place, ..none }
            }
            // The enum is non-exhaustive. All its variants of this version are above.
            _ => none,
        };
        let item = item.and_then(|item| i32::try_from(item.number()).ok());
        Self { item: item.unwrap_or(-1), ..place }
    }
}
