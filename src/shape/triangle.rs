//! The triangle in space, the element of meshes.

use super::{InputError, Moving, Scalar, Shape, finite};

/// A triangle in space: the convex hull of three points, which is a segment or a point if they are
/// collinear or equal.
///
/// Edge `i` runs from vertex `i` to vertex `i + 1` (modulo 3). The order of the vertices affects
/// only the indices of the features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<T> {
    vertices: [[T; 3]; 3],
}

impl<T: Scalar> Triangle<T> {
    /// Constructs a triangle from its three vertices; they may be collinear or equal.
    ///
    /// # Errors
    /// A component that is not finite.
    ///
    /// # Examples
    /// ```
    /// use tangency::Triangle;
    /// assert!(Triangle::new([0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]).is_ok());
    /// let error = Triangle::new([0.0, 0.0, 0.0], [4.0, 0.0, f64::NAN], [0.0, 4.0, 0.0]).unwrap_err();
    /// assert_eq!(error.to_string(), "triangle.vertices[1][2] is NaN, must be a finite number");
    /// ```
    pub fn new(
        a: impl Into<[T; 3]>,
        b: impl Into<[T; 3]>,
        c: impl Into<[T; 3]>,
    ) -> Result<Self, InputError> {
        const NAME: &str = "triangle.vertices";
        let vertex = |i, p| finite(p, NAME).map_err(|e| e.within(NAME, i));
        Ok(Self { vertices: [vertex(0, a.into())?, vertex(1, b.into())?, vertex(2, c.into())?] })
    }

    /// Returns the three vertices.
    pub fn vertices(&self) -> [[T; 3]; 3] {
        self.vertices
    }

    /// Returns this triangle in motion at a constant velocity, without an end.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; 3]>) -> Result<Moving<Self>, InputError> {
        Moving::new(self, velocity.into(), "triangle.velocity")
    }
}

impl<T: Scalar> Shape for Triangle<T> {
    type Scalar = T;
    type Vector = [T; 3];
    const STILL: [T; 3] = [T::ZERO; 3];
}
