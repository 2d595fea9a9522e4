//! A box whose three edges may have any directions.
//!
//! It is not converted into a polytope, because the planes of that polytope would be rounded.
//! Instead, each decision computes the normals as polynomials in the edges
//! (`contact/polytope/skew.rs`).

use super::vector::{cross, dot};
use super::{InputError, Moving, Problem, Scalar, Shape, finite};
use crate::number::{
    Decision, Effort, Inputs, Lift, Number, Quantity, Rescale, Scaled, Sign, Unsure, decide,
};

/// The solid parallelepiped `{ center + Σ sᵢ edgesᵢ : |sᵢ| ≤ ½ }`: a box whose edges may have any
/// lengths and directions.
///
/// No plane of it is ever rounded to floats. Plane `2k` is the side towards `−edges[k]`, plane
/// `2k + 1` the side towards `+edges[k]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parallelepiped<T> {
    center: [T; 3],
    edges: [[T; 3]; 3],
    is_left_handed: bool,
}

impl<T: Scalar> Parallelepiped<T> {
    /// Constructs a parallelepiped from its centre and the three vectors along its edges, each from
    /// one end of the edge to the other.
    ///
    /// # Errors
    /// A component that is not finite; edges that lie in one plane.
    ///
    /// # Examples
    /// ```
    /// use tangency::Parallelepiped;
    /// let right = [[2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.0, 1.0]];
    /// assert!(Parallelepiped::new([0.0, 0.0, 0.0], right).is_ok());
    /// let flat = [[2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
    /// let error = Parallelepiped::new([0.0, 0.0, 0.0], flat).unwrap_err();
    /// assert_eq!(error.to_string(), "parallelepiped.edges lie in one plane, must span a body");
    /// ```
    pub fn new(
        center: impl Into<[T; 3]>,
        edges: [impl Into<[T; 3]>; 3],
    ) -> Result<Self, InputError> {
        const EDGES: &str = "parallelepiped.edges";
        let center = finite(center.into(), "parallelepiped.center")?;
        let mut edges = edges.map(Into::into);
        for (i, edge) in edges.iter_mut().enumerate() {
            *edge = finite(*edge, EDGES).map_err(|e| e.within(EDGES, i))?;
        }
        let orientation = Orientation(edges.map(|edge| edge.map(Scalar::widen)));
        match decide(&Scaled::new(orientation), &mut Effort::default()) {
            Sign::Zero => Err(InputError::new(EDGES, Problem::Flat)),
            sign => Ok(Self { center, edges, is_left_handed: sign == Sign::Negative }),
        }
    }

    /// Returns the centre.
    pub fn center(&self) -> [T; 3] {
        self.center
    }

    /// Returns the vectors along the edges.
    pub fn edges(&self) -> [[T; 3]; 3] {
        self.edges
    }

    /// Returns whether the determinant of the edges, in their order, is negative.
    pub(crate) fn is_left_handed(&self) -> bool {
        self.is_left_handed
    }

    /// Returns this parallelepiped in motion at a constant velocity, without an end.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; 3]>) -> Result<Moving<Self>, InputError> {
        Moving::new(self, velocity.into(), "parallelepiped.velocity")
    }
}

impl<T: Scalar> Shape for Parallelepiped<T> {
    type Scalar = T;
    type Vector = [T; 3];
    const STILL: [T; 3] = [T::ZERO; 3];
}

/// The sign of the determinant of three edges.
#[derive(Clone, Copy, Debug)]
struct Orientation([[f64; 3]; 3]);

impl Inputs for Orientation {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.0.iter().for_each(|&edge| see(Quantity::Length, edge));
    }
}

impl Rescale for Orientation {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self(self.0.map(|edge| edge.map(|x| change(Quantity::Length, x))))
    }
}

impl Decision for Orientation {
    type Outcome = Sign;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Sign, Unsure> {
        let [a, b, c] = self.0.map(|edge| edge.map(|x| lift.length(x)));
        dot(&a, &cross(&b, &c)).sign()
    }
}

#[cfg(test)]
mod tests {
    use super::Orientation;
    use crate::number::depth::{Counting, greatest_depth};
    use crate::number::{Decision, GREATEST_DEPTH};
    use crate::random::Random;

    #[test]
    fn no_decision_is_deeper_than_the_filters_allow() {
        let mut random = Random(19);
        greatest_depth();
        for _ in 0..1_000 {
            let edges = [(); 3].map(|()| random.integers(-4, 4));
            assert!(Orientation(edges).decide(&Counting).is_ok());
        }
        let greatest = greatest_depth();
        assert!(0 < greatest && greatest <= GREATEST_DEPTH, "{greatest}");
    }
}
