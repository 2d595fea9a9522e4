//! How a box is turned.

use super::{InputError, Problem, Scalar, all_finite};

/// A rotation about the origin, in two or three dimensions, exact whatever floats it is made of.
///
/// It is given by a quaternion `q = [x, y, z, w]` of any length but zero; in the plane by `[z, w]`, the same about the third
/// axis, that is `[sin(a/2), cos(a/2)]` for an angle `a`. The rotation is the matrix of `q` divided by `|q|²`, which is exactly
/// orthogonal and rational in the given floats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation<T, const N: usize> {
    /// `[x, y, z, w]`.
    quaternion: [T; 4],
}

const NAME: &str = "rotation";

impl<T: Scalar, const N: usize> Rotation<T, N> {
    fn checked(given: &[T], quaternion: [T; 4]) -> Result<Self, InputError> {
        all_finite(given, NAME)?;
        if given.iter().all(|&x| x == T::ZERO) {
            return Err(InputError::new(NAME, Problem::Zero));
        }
        Ok(Self { quaternion })
    }

    /// As a quaternion `[x, y, z, w]`, also in the plane.
    pub(crate) fn in_space(&self) -> [T; 4] {
        self.quaternion
    }

    /// No rotation.
    pub fn identity() -> Self {
        Self { quaternion: [T::ZERO, T::ZERO, T::ZERO, T::ONE] }
    }
}

impl<T: Scalar> Rotation<T, 3> {
    /// The rotation of the quaternion `[x, y, z, w]`, of any length.
    ///
    /// # Errors
    /// A component that is not finite; four zeros.
    ///
    /// # Examples
    /// ```
    /// use tangency::Rotation;
    /// assert!(Rotation::<f64, 3>::new([0.0, 0.0, 3.0, 4.0]).is_ok());
    /// let error = Rotation::<f64, 3>::new([0.0; 4]).unwrap_err();
    /// assert_eq!(error.to_string(), "rotation is zero, must have a direction");
    /// ```
    pub fn new(quaternion: impl Into<[T; 4]>) -> Result<Self, InputError> {
        let quaternion = quaternion.into();
        Self::checked(&quaternion, quaternion)
    }

    /// The quaternion `[x, y, z, w]`, as it was given.
    pub fn quaternion(&self) -> [T; 4] {
        self.quaternion
    }
}

impl<T: Scalar> Rotation<T, 2> {
    /// The rotation of `[z, w]`, of any length: by an angle `a`, if that is `[sin(a/2), cos(a/2)]` or a multiple of it.
    ///
    /// # Errors
    /// A component that is not finite; two zeros.
    ///
    /// # Examples
    /// ```
    /// use tangency::Rotation;
    /// let quarter_turn = Rotation::<f64, 2>::new([1.0, 1.0])?;
    /// assert_eq!(quarter_turn.rotor(), [1.0, 1.0]);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn new(rotor: impl Into<[T; 2]>) -> Result<Self, InputError> {
        let [z, w] = rotor.into();
        Self::checked(&[z, w], [T::ZERO, T::ZERO, z, w])
    }

    /// `[z, w]`, as it was given.
    pub fn rotor(&self) -> [T; 2] {
        [self.quaternion[2], self.quaternion[3]]
    }
}
