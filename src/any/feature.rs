//! The type of feature that serves for all obstacles.

use crate::contact::{Answer, ClosestPoint, ClosestPoints, Touched};
use crate::scene::{Id, ItemFeature, SceneFeature};

/// A feature of any obstacle in `N` dimensions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AnyFeature<const N: usize> {
    /// The item that has the feature; `None` if the obstacle is not a scene.
    pub item: Option<Id>,
    /// The feature of the obstacle, or of that item.
    pub place: ItemFeature<N>,
}

impl<const N: usize> AnyFeature<N> {
    /// Creates a feature of an obstacle, or of an item of a scene if an item is given.
    pub const fn new(item: Option<Id>, place: ItemFeature<N>) -> Self {
        Self { item, place }
    }
}

impl<F: Into<ItemFeature<N>>, const N: usize> From<F> for AnyFeature<N> {
    fn from(place: F) -> Self {
        Self { item: None, place: place.into() }
    }
}

impl From<SceneFeature> for AnyFeature<3> {
    fn from(SceneFeature { item, feature: place }: SceneFeature) -> Self {
        Self { item: Some(item), place }
    }
}

/// Converts an answer with any type of feature to an answer with [`AnyFeature`].
pub(super) trait Erased {
    type Any;
    fn erased(self) -> Self::Any;
}

impl<T, F: Into<AnyFeature<N>>, const N: usize> Erased for Answer<T, N, F> {
    type Any = Answer<T, N, AnyFeature<N>>;
    fn erased(self) -> Self::Any {
        self.map_feature(Into::into)
    }
}

impl<T, F: Into<AnyFeature<N>>, const N: usize> Erased for ClosestPoint<T, N, F> {
    type Any = ClosestPoint<T, N, AnyFeature<N>>;
    fn erased(self) -> Self::Any {
        self.map_feature(Into::into)
    }
}

impl<T, F: Into<AnyFeature<N>>, const N: usize> Erased for ClosestPoints<T, N, F> {
    type Any = ClosestPoints<T, N, AnyFeature<N>>;
    fn erased(self) -> Self::Any {
        self.map_feature(Into::into)
    }
}

impl<T, F, G, const N: usize> Erased for Touched<T, N, F, G>
where
    F: Into<AnyFeature<N>>,
    G: Into<AnyFeature<N>>,
{
    type Any = Touched<T, N, AnyFeature<N>, AnyFeature<N>>;
    fn erased(self) -> Self::Any {
        let Self { points, feature, mover_feature } = self;
        Touched { points, feature: feature.into(), mover_feature: mover_feature.into() }
    }
}
