//! Zeros have no sign: `-0` in any field of any shape is `+0`, and all answers are the same to the
//! last bit.

mod random;

use random::Random;
use std::cell::RefCell;
use std::fmt::{Debug, Write};
use tangency::{
    AlignedBox, AlignedBoxSlice, AlignedBoxes, ClipDepth, Ellipsoid, EllipsoidSlice, Frustum,
    Hollow, InputError, Mesh, Moving, Nearby, Obstacle, OrientedBox, Parallelepiped, Plane, Point,
    Polytope, Rotation, Scalar, Scene, Segment, Sphere, SphereSlice, Spheres, Triangle,
};

/// A sequence of numbers that are taken one after another.
struct Numbers<'a, T> {
    numbers: &'a [T],
    next: RefCell<usize>,
}

impl<T: Scalar> Numbers<'_, T> {
    fn one(&self) -> T {
        let mut next = self.next.borrow_mut();
        *next += 1;
        self.numbers[*next - 1]
    }

    fn vector<const N: usize>(&self) -> [T; N] {
        std::array::from_fn(|_| self.one())
    }

    /// A length, which is not below zero, but may be `-0`.
    fn length(&self) -> T {
        let x = self.one();
        if x < T::ZERO { T::nearest(-x.widen()) } else { x }
    }
}

/// A record of answers: `Debug` writes each float so that it reads back to the same bits, the sign
/// of a zero included.
#[derive(Default)]
struct Told(String);

impl Told {
    fn tell(&mut self, name: &str, what: impl Debug) {
        writeln!(self.0, "{name}: {what:?}").unwrap();
    }

    /// Records whether a shape was refused. Both zeros must be refused alike; the message has the
    /// given value.
    fn made<S>(&mut self, shape: Result<S, InputError>) -> Option<S> {
        if shape.is_err() {
            self.tell("refused", ());
        }
        shape.ok()
    }

    fn meet<T: Scalar, O: Obstacle<T, N>, const N: usize>(
        &mut self,
        ball: &Moving<Sphere<T, N>>,
        obstacle: &O,
    ) where
        O::Feature: Debug,
    {
        self.tell("first", ball.first_contact(obstacle));
        self.tell("exactly", ball.first_contact_exact(obstacle));
        self.tell("down", ball.time_down(obstacle));
        self.tell("last", (ball.last_time(obstacle), ball.last_time_exact(obstacle)));
    }

    fn near<T: Scalar, O: Nearby<T, N>, const N: usize>(&mut self, ball: &Sphere<T, N>, shape: &O)
    where
        O::Feature: Debug,
    {
        self.tell("closest", Point::new(ball.center()).unwrap().closest(shape));
    }
}

/// Makes every shape of these numbers, and runs all queries.
fn all_answers<T: Scalar>(numbers: &[T]) -> Result<String, InputError> {
    let n = Numbers { numbers, next: RefCell::new(0) };
    let mut told = Told::default();
    let sphere = Sphere::new(n.vector::<3>(), n.length())?;
    let (velocity, drift, t_max) = (n.vector::<3>(), n.vector::<3>(), n.length());
    let endless = sphere.moving(velocity)?;
    let flat_sphere = Sphere::new(n.vector::<2>(), n.length())?;
    let flat_ball = flat_sphere.moving(n.vector::<2>())?.until(t_max)?;
    told.tell("spheres", (endless, flat_ball));
    let vertices: [[T; 3]; 4] = [0; 4].map(|_| n.vector());
    let [a, b, c, d] = vertices;
    let triangle = Triangle::new(a, b, c)?;
    let rotation = told.made(Rotation::<T, 3>::new(n.vector::<4>()));
    let rotor = told.made(Rotation::<T, 2>::new(n.vector::<2>()));
    let half: [T; 3] = std::array::from_fn(|_| n.length());
    let mesh = Mesh::new(vertices.to_vec(), vec![[0, 1, 2], [1, 3, 2], [0, 3, 1]])?;
    told.tell("vertices", mesh.vertices());
    let mut moved = Mesh::new(vec![[T::ONE; 3]; 4], mesh.triangles().to_vec())?;
    moved.set_vertices(&vertices)?;
    told.tell("vertices", moved.vertices());
    let planes: Vec<Plane<T, 3>> =
        [(a, b), (c, d), (d, a)].into_iter().filter_map(|(p, n)| Plane::new(p, n).ok()).collect();
    let flat_planes: Vec<Plane<T, 2>> = [0; 3]
        .into_iter()
        .filter_map(|_| Plane::new(n.vector::<2>(), n.vector::<2>()).ok())
        .collect();
    let polytope = Polytope::new(planes.clone())?;
    let flat_polytope = Polytope::new(flat_planes)?;
    let low: [T; 3] = std::array::from_fn(|k| if a[k] < b[k] { a[k] } else { b[k] });
    let high: [T; 3] = std::array::from_fn(|k| if a[k] < b[k] { b[k] } else { a[k] });
    let aligned = AlignedBox::new(low, high)?;
    let turned = rotation.and_then(|rotation| told.made(OrientedBox::new(c, half, rotation)));
    let flat_turned = rotor
        .and_then(|rotor| told.made(OrientedBox::new([c[0], c[1]], [half[0], half[1]], rotor)));
    let skew = told.made(Parallelepiped::new(a, [b, c, d]));
    for ball in [endless, endless.until(t_max)?] {
        told.meet(&ball, &Point::new(a)?.moving(drift)?);
        told.meet(&ball, &Segment::new(a, b)?.moving(drift)?);
        told.meet(&ball, &triangle.moving(drift)?);
        told.meet(&ball, &mesh.moving(drift)?);
        told.meet(&ball, &moved);
        told.tell("any", (ball.has_contact(&mesh), ball.contacts(&mesh)));
        told.meet(&ball, &aligned.moving(drift)?);
        told.meet(&ball, &polytope.moving(drift)?);
        if let Some(turned) = turned {
            told.meet(&ball, &turned.moving(drift)?);
        }
        if let Some(skew) = skew {
            told.meet(&ball, &skew.moving(drift)?);
        }
        if let Some(rotation) = rotation {
            told.meet(&ball, &mesh.instance(rotation, d)?.moving(drift)?);
            let mut scene = Scene::new();
            scene.insert(triangle.moving(drift)?);
            scene.insert(aligned);
            told.meet(&ball, &scene);
        }
    }
    told.meet(&flat_ball, &Point::new([a[0], a[1]])?);
    told.meet(&flat_ball, &Segment::new([a[0], a[1]], [b[0], b[1]])?);
    told.meet(&flat_ball, &AlignedBox::new([low[0], low[1]], [high[0], high[1]])?);
    told.meet(&flat_ball, &flat_polytope);
    if let Some(turned) = flat_turned {
        told.meet(&flat_ball, &turned);
        told.near(&flat_sphere, &turned);
    }
    told.near(&sphere, &triangle);
    told.near(&sphere, &mesh);
    told.near(&sphere, &aligned);
    told.near(&sphere, &polytope);
    told.tell("out", (sphere.penetration(&triangle), sphere.penetration(&aligned)));
    told.tell("out", sphere.penetration(&polytope));
    told.tell("touched", sphere.intersecting(&mesh));
    told.tell("side", (sphere.containment(&polytope), sphere.containment_by_planes(&polytope)));
    for plane in &planes {
        told.tell("plane", (plane, sphere.containment(plane), sphere.section(plane)));
    }

    let radii = half;
    if let Some(egg) = told.made(Ellipsoid::new(c, radii)) {
        let still = egg;
        let egg = egg.moving(velocity)?.until(t_max)?;
        told.tell("egg", (egg.first_contact(&triangle), egg.first_contact_exact(&triangle)));
        told.tell("egg", (egg.first_contact(&aligned), egg.last_time(&aligned)));
        told.tell("egg", egg.first_contact(&mesh));
        told.tell("egg", (still.intersects(&aligned), still.intersects(&Hollow(aligned))));
        let (slice, room) = (EllipsoidSlice::new(&c, &radii)?, AlignedBoxSlice::new(&low, &high)?);
        told.tell("egg", (slice.intersects(&room)?, slice.intersects(&Hollow(room))?));
    }
    let room = AlignedBoxSlice::new(&low, &high)?;
    let (center, radius) = (n.vector::<3>(), n.length());
    let slice = SphereSlice::new(&center, radius)?;
    told.tell("slices", (slice.intersects(&room)?, slice.intersects(&Hollow(room))?));
    told.tell("hollow", Hollow(sphere).intersects(&Hollow(aligned)));
    let columns: [[T; 1]; 3] = center.map(|x| [x]);
    let columns = columns.each_ref().map(|x| &x[..]);
    let mut bits = [0];
    Spheres::new(columns, &[radius])?.intersects_each(&aligned, &mut bits)?;
    told.tell("many spheres", bits);
    let (lows, highs) = (low.map(|x| [x]), high.map(|x| [x]));
    let (lows, highs) = (lows.each_ref().map(|x| &x[..]), highs.each_ref().map(|x| &x[..]));
    sphere.intersects_each(&AlignedBoxes::new(lows, highs)?, &mut bits)?;
    told.tell("many boxes", bits);
    let mut sides = Vec::new();
    polytope.cull(columns[0], columns[1], columns[2], &[radius], &mut sides)?;
    told.tell("cull", sides);

    let angle = n.one();
    told.tell("turn", Rotation::<T, 2>::from_angle(angle)?);
    told.tell("turn", Rotation::<T, 3>::from_axis_angle(a, angle).ok());
    told.tell("turn", Rotation::<T, 3>::from_direction(b).ok());
    told.tell("turn", Rotation::<T, 2>::from_direction([b[0], b[1]]).ok());
    told.tell("turn", Rotation::<T, 3>::from_matrix([a, b, c]).ok());
    told.tell("turn", Rotation::<T, 2>::from_matrix([[a[0], a[1]], [b[0], b[1]]]).ok());
    let rows: [[T; 4]; 4] = [0; 4].map(|_| n.vector());
    for depth in [ClipDepth::MinusOneToOne, ClipDepth::ZeroToOne, ClipDepth::OneToZero] {
        let frustum = Frustum::from_view_projection(rows, depth);
        told.tell("frustum", frustum.map(|frustum| frustum.polytope().planes().to_vec()).ok());
    }
    Ok(told.0)
}

const COUNT: usize = 128;

fn zeros_of_either_sign<T: Scalar>(seed: u64, rounds: usize) {
    let mut random = Random(seed);
    for _ in 0..rounds {
        let most = 1 + random.below(3) as i64;
        let plain: Vec<f64> = (0..COUNT).map(|_| random.integer(-most, most) + 0.0).collect();
        let some = random.below(3);
        let signed: Vec<f64> = plain
            .iter()
            .map(|&x| if x == 0.0 && random.below(3) >= some { -0.0 } else { x })
            .collect();
        let answers = |numbers: &[f64]| {
            // `nearest` would take the sign of a zero, so it is not used.
            let numbers: Vec<T> = numbers.iter().map(|&x| with_sign(x)).collect();
            all_answers(&numbers).unwrap()
        };
        let (wanted, found) = (answers(&plain), answers(&signed));
        for (wanted, found) in wanted.lines().zip(found.lines()) {
            assert_eq!(found, wanted, "{signed:?}");
        }
        let is_minus_zero = |word: &str| word == "-0.0" || word == "-0";
        let mut words = wanted.split(|c: char| !c.is_ascii_alphanumeric() && !"-.".contains(c));
        assert!(!words.any(is_minus_zero), "{plain:?} {wanted}");
        assert_eq!(found, wanted, "{signed:?}");
    }
}

/// The same number of this type, including the sign of a zero.
fn with_sign<T: Scalar>(x: f64) -> T {
    // The float after the greatest negative one is −0.
    if x.to_bits() == (-0.0f64).to_bits() { T::ZERO.below().above() } else { T::nearest(x) }
}

#[test]
fn zeros_have_no_sign() {
    assert_eq!(with_sign::<f32>(-0.0).to_bits(), (-0.0f32).to_bits());
    assert_eq!(with_sign::<f64>(-0.0).to_bits(), (-0.0f64).to_bits());
    zeros_of_either_sign::<f64>(1, 1_500);
    zeros_of_either_sign::<f32>(2, 500);
}

/// Zeros of a mesh that another program saved have no sign either.
#[test]
fn nor_have_those_of_saved_meshes() {
    let vertices = vec![[0.0, 1.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 3.0]];
    let plain = Mesh::new(vertices, vec![[0, 1, 2]]).unwrap();
    let mut bytes = plain.to_bytes();
    // The first coordinate gets a sign, and the checksum is computed again.
    bytes[192 + 7] = 0x80;
    let end = bytes.len() - 8;
    let checksum = twox_hash::XxHash64::oneshot(0, &bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    let mesh = Mesh::<f64>::from_bytes(bytes).unwrap();
    assert_eq!(format!("{:?}", mesh.vertices()), format!("{:?}", plain.vertices()));
}
