//! Rotations by quaternions, exact for the given floats.

use super::{InputError, Problem, Scalar, all_finite, plain};
use crate::number::{Rational, Surd, axis_and_half_angle, fraction, half_angle};

/// A rotation about the origin, in two or three dimensions, which is exactly orthogonal for any
/// given floats.
///
/// In space it is given by a quaternion `q = [x, y, z, w]` of any length except zero. In the plane
/// it is given by `[z, w]`, a rotation about the third axis, that is `[sin(a/2), cos(a/2)]` for an
/// angle `a`. The rotation is the matrix of `q` divided by `|q|²`, which is exactly orthogonal and
/// rational in the given floats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation<T, const N: usize> {
    /// `[x, y, z, w]`.
    quaternion: [T; 4],
}

const NAME: &str = "rotation";
const DIRECTION: &str = "rotation.direction";
const MATRIX: &str = "rotation.matrix";

fn finite_angle<T: Scalar>(angle: T) -> Result<f64, InputError> {
    let angle = angle.widen();
    if angle.is_finite() {
        Ok(angle)
    } else {
        Err(InputError::new("rotation.angle", Problem::NotFinite(angle)))
    }
}

/// Returns the exact entries of a matrix that is a rotation within the bound of
/// [`Rotation::from_matrix`].
///
/// The bound limits products of columns, not the distance to the nearest rotation. Products need no
/// root, and they separate rounding errors from scales. The bound lies between the two kinds of
/// matrices that occur in practice. Entries that were rounded to `f32`, or printed with four
/// decimals, change a product by at most 0.0002; an intended scale or shear changes it by some per
/// cent.
fn rotating<T: Scalar, const N: usize>(
    rows: [[T; N]; N],
) -> Result<[[Rational; N]; N], InputError> {
    for (i, row) in rows.iter().enumerate() {
        all_finite(row, MATRIX).map_err(|e| e.within(MATRIX, i))?;
    }
    let m = rows.map(exactly);
    let (one, bound) = (Rational::ONE, fraction(BOUND));
    for i in 0..N {
        for j in i..N {
            let terms = m.iter().map(|row| &row[i] * &row[j]);
            let product = terms.fold(Rational::ZERO, |sum, term| sum + term);
            let wanted = if i == j { one.clone() } else { Rational::ZERO };
            let error = &product - &wanted;
            if error > bound || -error > bound {
                let product = Surd::from(product).round::<f64>();
                let problem = Problem::NotARotation { columns: [i, j], product };
                return Err(InputError::new(MATRIX, problem));
            }
        }
    }
    Ok(m)
}

/// The greatest difference between the scalar product of two columns and 0, or 1 for a column and
/// itself.
const BOUND: f64 = 1.0 / 4096.0;

/// Returns an error for a matrix that mirrors, by the sign of its determinant.
fn turning(determinant: Rational) -> Result<(), InputError> {
    if determinant > Rational::ZERO {
        return Ok(());
    }
    Err(InputError::new(MATRIX, Problem::Mirrors(Surd::from(determinant).round())))
}

/// Returns finite floats as exact rational numbers.
fn exactly<T: Scalar, const K: usize>(floats: [T; K]) -> [Rational; K] {
    floats.map(|x| fraction(x.widen()))
}

/// Returns four numbers as floats, after a scale by a power of two that brings the largest to about
/// one; each is the nearest float. Only their ratio counts.
fn rounded<T: Scalar>(parts: [Surd; 4]) -> [T; 4] {
    let size = |x: &Surd| x.magnitude();
    let largest = parts.iter().filter_map(size).max().unwrap_or(0);
    parts.map(|x| x.scaled(-largest).round())
}

impl<T: Scalar, const N: usize> Rotation<T, N> {
    fn checked(given: &[T], quaternion: [T; 4]) -> Result<Self, InputError> {
        all_finite(given, NAME)?;
        if given.iter().all(|&x| x == T::ZERO) {
            return Err(InputError::new(NAME, Problem::NoDirection));
        }
        Ok(Self { quaternion: quaternion.map(plain) })
    }

    /// Returns the quaternion `[x, y, z, w]`, also in the plane.
    pub(crate) fn in_space(&self) -> [T; 4] {
        self.quaternion
    }

    /// Returns the rotation that takes the first axis to the direction `d = (x, y, z)`. Its
    /// quaternion is `[0, −z, y, |d| + x]`, rounded once.
    fn along(name: &'static str, [x, y, z]: [Rational; 3]) -> Result<Self, InputError> {
        let zero = Rational::ZERO;
        let square = &x * &x + &y * &y + &z * &z;
        if square == zero {
            return Err(InputError::new(name, Problem::NoDirection));
        }
        if x < zero && y == zero && z == zero {
            return Ok(Self { quaternion: [T::ZERO, T::ZERO, T::ONE, T::ZERO] });
        }
        let w = Surd::new(x, Rational::ONE, square);
        let parts = [Surd::from(zero), Surd::from(-z), Surd::from(y), w];
        Ok(Self { quaternion: rounded(parts) })
    }

    /// Returns the identity.
    pub fn identity() -> Self {
        Self { quaternion: [T::ZERO, T::ZERO, T::ZERO, T::ONE] }
    }
}

impl<T: Scalar> Rotation<T, 3> {
    /// Constructs the rotation of a quaternion `[x, y, z, w]` of any length except zero.
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

    /// Constructs the rotation by `angle` radians, counterclockwise about an axis of any length.
    ///
    /// Each component of the quaternion is rounded once, to the nearest float; a box with this
    /// rotation is rotated by exactly that quaternion. The result is the same on every machine.
    ///
    /// # Errors
    /// A number that is not finite; an axis of zero.
    ///
    /// # Examples
    /// ```
    /// use tangency::Rotation;
    /// let half_turn = Rotation::<f64, 3>::from_axis_angle([0.0, 0.0, 1.0], std::f64::consts::PI)?;
    /// // The float π is a little less than π, and so is the turn.
    /// assert_eq!(half_turn.quaternion(), [0.0, 0.0, 0.5, 3.061616997868383e-17]);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn from_axis_angle(axis: impl Into<[T; 3]>, angle: T) -> Result<Self, InputError> {
        const AXIS: &str = "rotation.axis";
        let axis = axis.into();
        all_finite(&axis, AXIS)?;
        if axis == [T::ZERO; 3] {
            return Err(InputError::new(AXIS, Problem::NoDirection));
        }
        let angle = finite_angle(angle)?;
        Ok(Self { quaternion: axis_and_half_angle(axis.map(Scalar::widen), angle) })
    }

    /// Constructs the shortest rotation that takes the first axis to a direction, which is given by
    /// a vector of any length.
    ///
    /// Each component of the quaternion is rounded once, to the nearest float.
    ///
    /// # Errors
    /// A component that is not finite; a vector of zero.
    ///
    /// # Examples
    /// ```
    /// use tangency::Rotation;
    /// let upwards = Rotation::<f64, 3>::from_direction([0.0, 0.0, 2.0])?;
    /// assert_eq!(upwards.quaternion(), [0.0, -1.0, 0.0, 1.0]);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn from_direction(direction: impl Into<[T; 3]>) -> Result<Self, InputError> {
        let direction = direction.into();
        all_finite(&direction, DIRECTION)?;
        Self::along(DIRECTION, exactly(direction))
    }

    /// Constructs the rotation of a matrix, given row by row, that is orthogonal except for the
    /// rounding of its entries.
    ///
    /// Each component of the quaternion is a sum of entries, rounded once, to the nearest float.
    ///
    /// # Errors
    /// An entry that is not finite. A matrix `M` for which an entry of `MᵀM − I` exceeds 2⁻¹², in
    /// exact arithmetic: it scales or shears, which a rotation cannot express. A matrix that
    /// mirrors. Entries of a rotation that were rounded to `f32`, or to four decimals, are within
    /// the bound.
    ///
    /// # Examples
    /// ```
    /// use tangency::Rotation;
    /// let third = Rotation::<f64, 3>::from_matrix([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])?;
    /// assert_eq!(third.quaternion(), [1.0; 4]);
    /// let mirror = Rotation::<f64, 3>::from_matrix([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]]);
    /// assert_eq!(mirror.unwrap_err().to_string(), "rotation.matrix has the determinant -1, must not mirror");
    /// let scaled = Rotation::<f64, 3>::from_matrix([[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]);
    /// assert_eq!(
    ///     scaled.unwrap_err().to_string(),
    ///     "rotation.matrix is no rotation, its columns 0 and 0 have the scalar product 4, must have 1",
    /// );
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn from_matrix(rows: [[T; 3]; 3]) -> Result<Self, InputError> {
        let m = rotating(rows)?;
        let minor = |i: usize, j: usize| &m[1][i] * &m[2][j] - &m[1][j] * &m[2][i];
        let determinant = &m[0][0] * minor(1, 2) + &m[0][1] * minor(2, 0) + &m[0][2] * minor(0, 1);
        turning(determinant)?;
        // Each row of `forms` is four times the product of one component with all four; the row of
        // the component with the largest square is used.
        let sum = |i: usize, j: usize| &m[i][j] + &m[j][i];
        let difference = |i: usize, j: usize| &m[i][j] - &m[j][i];
        let trace = |x: i8, y: i8, z: i8| {
            let term = |sign: i8, k: usize| Rational::from(sign) * &m[k][k];
            Rational::ONE + term(x, 0) + term(y, 1) + term(z, 2)
        };
        let [x, y, z] = [trace(1, -1, -1), trace(-1, 1, -1), trace(-1, -1, 1)];
        let (xy, xz, yz) = (sum(0, 1), sum(0, 2), sum(1, 2));
        let (xw, yw, zw) = (difference(2, 1), difference(0, 2), difference(1, 0));
        let forms = [
            [xw.clone(), yw.clone(), zw.clone(), trace(1, 1, 1)],
            [x, xy.clone(), xz.clone(), xw],
            [xy, y, yz.clone(), yw],
            [xz, yz, z, zw],
        ];
        let square = |k: usize| &forms[k][(k + 3) % 4];
        let largest = (1..4).fold(0, |best, k| if square(k) > square(best) { k } else { best });
        Ok(Self { quaternion: rounded(forms[largest].clone().map(Surd::from)) })
    }

    /// Returns the quaternion `[x, y, z, w]`.
    pub fn quaternion(&self) -> [T; 4] {
        self.quaternion
    }
}

impl<T: Scalar> Rotation<T, 2> {
    /// Constructs the rotation of a vector `[z, w]` of any length except zero; its angle is `a` if
    /// the vector is a multiple of `[sin(a/2), cos(a/2)]`.
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

    /// Constructs the rotation by `angle` radians, counterclockwise.
    ///
    /// Each of `[sin(angle/2), cos(angle/2)]` is rounded once, to the nearest float; a box with
    /// this rotation is rotated by exactly these numbers. The result is the same on every machine.
    ///
    /// # Errors
    /// An angle that is not finite.
    ///
    /// # Examples
    /// ```
    /// use tangency::Rotation;
    /// let [z, w] = Rotation::<f64, 2>::from_angle(2.0)?.rotor();
    /// assert_eq!((z, w), (0.8414709848078965, 0.5403023058681398)); // sin 1, cos 1
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn from_angle(angle: T) -> Result<Self, InputError> {
        let [z, w] = half_angle(finite_angle(angle)?);
        Ok(Self { quaternion: [T::ZERO, T::ZERO, z, w] })
    }

    /// Constructs the rotation that takes the first axis to a direction, which is given by a vector
    /// of any length. Each component is rounded once, to the nearest float.
    ///
    /// # Errors
    /// A component that is not finite; a vector of zero.
    pub fn from_direction(direction: impl Into<[T; 2]>) -> Result<Self, InputError> {
        let direction = direction.into();
        all_finite(&direction, DIRECTION)?;
        let [x, y] = exactly(direction);
        Self::along(DIRECTION, [x, y, Rational::ZERO])
    }

    /// Constructs the rotation of a matrix, given row by row, that is orthogonal except for the
    /// rounding of its entries. Each component is rounded once, to the nearest float.
    ///
    /// # Errors
    /// As in space: an entry that is not finite, an entry of `MᵀM − I` above 2⁻¹², a matrix that
    /// mirrors.
    pub fn from_matrix(rows: [[T; 2]; 2]) -> Result<Self, InputError> {
        let [[a, b], [c, d]] = rotating(rows)?;
        turning(&a * &d - &b * &c)?;
        Self::along(MATRIX, [a + d, c - b, Rational::ZERO])
    }

    /// Returns `[z, w]`.
    pub fn rotor(&self) -> [T; 2] {
        [self.quaternion[2], self.quaternion[3]]
    }
}
