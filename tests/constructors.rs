//! The results of convenience constructors are as requested, and plain constructors accept them,
//! for numbers of all exponents.

mod random;

use random::Random;
use tangency::{ClipDepth, Frustum, Plane, Problem, Rational, Rotation, Scalar, Sphere};

/// A float type with random floats of any exponent, and a list of special ones: the least, the
/// greatest, plain ones, and zeros of both signs.
trait Any: Scalar {
    fn from_random(bits: u64) -> Self;
    const SPECIAL: [Self; 8];
}

impl Any for f64 {
    fn from_random(bits: u64) -> Self {
        Self::from_bits(bits)
    }
    const SPECIAL: [Self; 8] =
        [0.0, -0.0, 1.0, -1.0, f64::MAX, -f64::MAX, f64::from_bits(1), -f64::MIN_POSITIVE];
}

impl Any for f32 {
    fn from_random(bits: u64) -> Self {
        Self::from_bits(bits as u32)
    }
    const SPECIAL: [Self; 8] =
        [0.0, -0.0, 1.0, -1.0, f32::MAX, -f32::MAX, f32::from_bits(1), -f32::MIN_POSITIVE];
}

fn float<T: Any>(random: &mut Random) -> T {
    if random.below(3) == 0 {
        return T::SPECIAL[random.below(8) as usize];
    }
    loop {
        let x = T::from_random(random.bits());
        if x.widen().is_finite() {
            return x;
        }
    }
}

fn floats<T: Any, const K: usize>(random: &mut Random) -> [T; K] {
    [0; K].map(|_| float(random))
}

fn exact<T: Scalar>(x: T) -> Rational {
    Rational::try_from(x.widen()).unwrap()
}

type Vector = [Rational; 3];

fn dot(a: &Vector, b: &Vector) -> Rational {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    let part = |i: usize, j: usize| &a[i] * &b[j] - &a[j] * &b[i];
    [part(1, 2), part(2, 0), part(0, 1)]
}

/// The columns of the matrix of a quaternion, times its square.
fn columns(q: [Rational; 4]) -> [Vector; 3] {
    let [x, y, z, w] = &q;
    let two = |a: &Rational, b: &Rational| Rational::from(2) * a * b;
    let square = |x: &Rational| x * x;
    let diagonal =
        |a: &Rational, b: &Rational, c: &Rational| square(w) + square(a) - square(b) - square(c);
    [
        [diagonal(x, y, z), two(x, y) + two(z, w), two(x, z) - two(y, w)],
        [two(x, y) - two(z, w), diagonal(y, x, z), two(y, z) + two(x, w)],
        [two(x, z) + two(y, w), two(y, z) - two(x, w), diagonal(z, x, y)],
    ]
}

/// Whether two directions are the same up to some roundings.
fn is_along<T: Scalar>(a: &Vector, b: &Vector) -> bool {
    let c = cross(a, b);
    // The square of the sine of the angle, which is at most some ulps.
    let some_ulps = Rational::from(64) / exact_power(2 * T::PRECISION);
    dot(a, b) > Rational::ZERO && dot(&c, &c) <= some_ulps * dot(a, a) * dot(b, b)
}

fn exact_power(bits: u32) -> Rational {
    (0..bits).fold(Rational::ONE, |power, _| power * Rational::from(2))
}

fn has_no_minus_zero<T: Scalar>(numbers: &[T]) -> bool {
    numbers.iter().all(|x| x.widen().to_bits() != (-0.0f64).to_bits())
}

fn check_quaternion<T: Scalar>(rotation: &Rotation<T, 3>, told: &str) {
    let quaternion = rotation.quaternion();
    assert_eq!(Rotation::<T, 3>::new(quaternion).as_ref(), Ok(rotation), "{told}");
    assert!(has_no_minus_zero(&quaternion), "{told}");
}

fn check_rotor<T: Scalar>(rotation: &Rotation<T, 2>, told: &str) {
    assert_eq!(Rotation::<T, 2>::new(rotation.rotor()).as_ref(), Ok(rotation), "{told}");
    assert!(has_no_minus_zero(&rotation.rotor()), "{told}");
}

/// Checks that the rotation really turns the first axis into the direction.
fn directions<T: Any>(seed: u64) {
    let mut random = Random(seed);
    for _ in 0..10_000 {
        let direction: [T; 3] = floats(&mut random);
        let told = format!("{direction:?}");
        match Rotation::<T, 3>::from_direction(direction) {
            Ok(rotation) => {
                check_quaternion(&rotation, &told);
                let [first, ..] = columns(rotation.quaternion().map(exact));
                assert!(is_along::<T>(&first, &direction.map(exact)), "{told}: {rotation:?}");
            }
            Err(error) => {
                assert!(direction.iter().all(|x| x.widen() == 0.0), "{told}: {error}");
            }
        }
        let [x, y, _] = direction;
        match Rotation::<T, 2>::from_direction([x, y]) {
            Ok(rotation) => {
                check_rotor(&rotation, &told);
                let [z, w] = rotation.rotor().map(exact);
                let [first, ..] = columns([Rational::ZERO, Rational::ZERO, z, w]);
                let wanted = [exact(x), exact(y), Rational::ZERO];
                assert!(is_along::<T>(&first, &wanted), "{told}: {rotation:?}");
            }
            Err(error) => assert!([x, y].iter().all(|x| x.widen() == 0.0), "{told}: {error}"),
        }
    }
}

#[test]
fn directions_of_any_exponents() {
    directions::<f64>(1);
    directions::<f32>(2);
}

/// Directions nearly opposite to the first axis, where the terms of `|d| + x` cancel.
#[test]
fn nearly_half_a_turn() {
    for d in [[-1e200, 1e-150, 0.0], [-1.0, -1e-300, 5e-324], [-f64::MAX, 0.0, -5e-324]] {
        let rotation = Rotation::<f64, 3>::from_direction(d).unwrap();
        check_quaternion(&rotation, "f64");
        let [first, ..] = columns(rotation.quaternion().map(exact));
        assert!(is_along::<f64>(&first, &d.map(exact)), "{d:?}: {rotation:?}");
        // A box with this rotation can be queried.
        let turned = tangency::OrientedBox::new([0.0; 3], [1.0, 2.0, 3.0], rotation).unwrap();
        let ball = Sphere::new([9.0, 0.0, 0.0], 1.0).unwrap().moving([-1.0, 0.0, 0.0]).unwrap();
        match ball.first_contact_exact(&turned) {
            tangency::ExactAnswer::Contact(tangency::Contact { time, .. }) => {
                assert_eq!(time.to_f64(), 7.0)
            }
            other => panic!("{other:?}"),
        }
    }
    check_quaternion(
        &Rotation::<f32, 3>::from_direction([-3.4e38, -5.7e-14, 2.9e-39]).unwrap(),
        "f32",
    );
    check_rotor(&Rotation::<f64, 2>::from_direction([-1e200, 1e-150]).unwrap(), "plane");
    let rows = [[-1.0, -1e-150], [1e-150, -1.0]];
    check_rotor(&Rotation::<f64, 2>::from_matrix(rows).unwrap(), "plane, matrix");
}

fn angles<T: Any>(seed: u64) {
    let mut random = Random(seed);
    for _ in 0..2_000 {
        let ([x, y, z, angle], told): ([T; 4], _) = (floats(&mut random), "angle");
        check_rotor(&Rotation::<T, 2>::from_angle(angle).unwrap(), told);
        match Rotation::<T, 3>::from_axis_angle([x, y, z], angle) {
            Ok(rotation) => check_quaternion(&rotation, &format!("{x} {y} {z} {angle}")),
            Err(_) => assert!([x, y, z].iter().all(|x| x.widen() == 0.0)),
        }
    }
}

#[test]
fn angles_about_axes_of_any_exponents() {
    angles::<f64>(3);
    angles::<f32>(4);
}

/// Whether the scalar products of the columns of a matrix differ by at most 2⁻¹² from orthonormal
/// vectors, and it does not mirror: the condition for a rotation.
fn turns(columns: &[Vector; 3]) -> bool {
    let bound = Rational::ONE / exact_power(12);
    let products = (0..9).map(|k| (k / 3, k % 3)).map(|(i, j)| {
        dot(&columns[i], &columns[j]) - if i == j { Rational::ONE } else { Rational::ZERO }
    });
    let are_near = products.into_iter().all(|error| error <= bound && -error <= bound);
    are_near && dot(&cross(&columns[0], &columns[1]), &columns[2]) > Rational::ZERO
}

/// Checks matrices of rotations. Each entry is rounded to a float; some are scaled or sheared by a
/// fraction that is a power of two, some are mirrored.
fn matrices<T: Any>(seed: u64) {
    let mut random = Random(seed);
    let (mut taken, mut refused) = (0, 0);
    for round in 0..4_000 {
        let in_plane = round % 2 == 0;
        let mut q = [0; 4].map(|_| Rational::from(random.integer(-9, 9) as i64));
        if in_plane {
            (q[0], q[1]) = (Rational::ZERO, Rational::ZERO);
        }
        let square = dot(
            &[q[0].clone(), q[1].clone(), q[2].clone()],
            &[q[0].clone(), q[1].clone(), q[2].clone()],
        ) + &q[3] * &q[3];
        if square == Rational::ZERO {
            continue;
        }
        let change = Rational::ONE / exact_power(random.below(24) as u32);
        let [stretch, shear] =
            [0; 2].map(|_| Rational::from(random.integer(-1, 1) as i64) * &change);
        let mut made = columns(q).map(|column| column.map(|x| x / &square));
        let first = made[0].clone();
        for (x, of_first) in made[1].iter_mut().zip(&first) {
            *x = &*x * (Rational::ONE + &stretch) + of_first * &shear;
        }
        if random.below(8) == 0 {
            made[0] = first.map(|x| -x);
        }
        // The matrix of a turn in the plane gets a third axis, which stays.
        let made = made.map(|column| column.map(|x| T::nearest(x.to_f64().value())));
        let rows: [[T; 3]; 3] = [0, 1, 2].map(|i| [made[0][i], made[1][i], made[2][i]]);
        let told = format!("{rows:?}");
        let given = made.map(|column| column.map(exact));
        let answers = [
            Some(Rotation::<T, 3>::from_matrix(rows).map(|turn| turn.quaternion())),
            in_plane.then(|| {
                let rows = [[rows[0][0], rows[0][1]], [rows[1][0], rows[1][1]]];
                let turn = Rotation::<T, 2>::from_matrix(rows);
                turn.map(|turn| [T::ZERO, T::ZERO, turn.rotor()[0], turn.rotor()[1]])
            }),
        ];
        for answer in answers.into_iter().flatten() {
            assert_eq!(answer.is_ok(), turns(&given), "{told}");
            let Ok(quaternion) = answer else {
                refused += 1;
                continue;
            };
            check_quaternion(&Rotation::<T, 3>::new(quaternion).unwrap(), &told);
            let turned = columns(quaternion.map(exact));
            for (turned, given) in turned.iter().zip(&given) {
                let across = cross(turned, given);
                // The two columns differ in direction by less than the bound and some ulps.
                let most = dot(turned, turned) * dot(given, given) / exact_power(20);
                assert!(
                    dot(turned, given) > Rational::ZERO && dot(&across, &across) < most,
                    "{told}"
                );
            }
            taken += 1;
        }
    }
    assert!(taken > 1_000 && refused > 1_000, "{taken} {refused}");
}

#[test]
fn matrices_that_turn_and_others() {
    matrices::<f64>(5);
    matrices::<f32>(6);
}

/// The error names the condition for a rotation; the cases are by hand.
#[test]
fn a_matrix_that_scales_shears_or_mirrors_is_no_rotation() {
    let words = |rows| Rotation::<f64, 3>::from_matrix(rows).unwrap_err().to_string();
    let products = "rotation.matrix is no rotation, its columns";
    let cases = [
        (
            [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]],
            "0 and 0 have the scalar product 4, must have 1",
        ),
        (
            [[0.0, -0.5, 0.0], [0.5, 0.0, 0.0], [0.0, 0.0, 0.5]],
            "0 and 0 have the scalar product 0.25, must have 1",
        ),
        (
            [[1.0, 0.5, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            "0 and 1 have the scalar product 0.5, must have 0",
        ),
        (
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]],
            "2 and 2 have the scalar product 0, must have 1",
        ),
        (
            [[1e200, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            "0 and 0 have the scalar product inf, must have 1",
        ),
    ];
    for (rows, rest) in cases {
        assert_eq!(words(rows), format!("{products} {rest}"));
    }
    let mirror = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]];
    assert_eq!(words(mirror), "rotation.matrix has the determinant -1, must not mirror");
    // A shear at the bound is accepted, and one by the next float is not.
    let shear = |by: f64| Rotation::<f64, 2>::from_matrix([[1.0, by], [0.0, 1.0]]);
    let (bound, beyond) = (1.0 / 4096.0, f64::from_bits((1.0f64 / 4096.0).to_bits() + 1));
    assert!(shear(bound).is_ok() && shear(-bound).is_ok());
    for product in [beyond, -beyond] {
        let problem = Problem::NotARotation { columns: [0, 1], product };
        assert_eq!(shear(product).unwrap_err().problem, problem);
    }
    // A rotation by 30 degrees about (1, 1, 1), with four decimals.
    let printed = [[0.9107, -0.2440, 0.3333], [0.3333, 0.9107, -0.2440], [-0.2440, 0.3333, 0.9107]];
    assert!(Rotation::<f64, 3>::from_matrix(printed).is_ok());
}

fn check_planes<T: Scalar>(frustum: &Frustum<T>, told: &str) {
    for plane in frustum.polytope().planes() {
        assert_eq!(Plane::new(plane.point(), plane.normal()).as_ref(), Ok(plane), "{told}");
        assert!(has_no_minus_zero(&plane.point()) && has_no_minus_zero(&plane.normal()), "{told}");
    }
}

/// Checks frusta. They are slow, so there are fewer of them; most have similar exponents, as others
/// are invalid.
fn frustums<T: Any>(seed: u64, count: usize) {
    let mut random = Random(seed);
    let mut taken = [0; 2];
    for i in 0..count {
        let unit: T = float(&mut random);
        let mut number = |place: usize| -> T {
            let whole = random.integer(-3, 3);
            match i % 4 {
                0 => float(&mut random),
                1 if place % 4 == 3 => float(&mut random),
                _ => T::nearest(unit.widen() * 0.125 * whole),
            }
        };
        let corners: [[T; 3]; 8] =
            std::array::from_fn(|i| std::array::from_fn(|k| number(3 * i + k)));
        let rows: [[T; 4]; 4] = std::array::from_fn(|i| std::array::from_fn(|k| number(4 * i + k)));
        let depth = [ClipDepth::MinusOneToOne, ClipDepth::ZeroToOne, ClipDepth::OneToZero][i % 3];
        let made = [Frustum::from_corners(corners), Frustum::from_view_projection(rows, depth)];
        for (taken, made) in taken.iter_mut().zip(made) {
            let told = format!("{corners:?} {rows:?}");
            match made {
                Ok(frustum) => {
                    check_planes(&frustum, &told);
                    *taken += 1;
                }
                // A point may be past the largest float, or a normal may have no direction.
                Err(error) => assert!(
                    matches!(error.problem, Problem::NoDirection)
                        || error.field.name.ends_with("point"),
                    "{error}: {told}"
                ),
            }
        }
    }
    assert!(taken.iter().all(|&taken| taken > count / 8), "{taken:?}");
}

#[test]
fn frustums_of_any_exponents() {
    frustums::<f64>(7, 150);
    frustums::<f32>(8, 150);
}
