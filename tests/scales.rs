//! Different scales within one input: coordinates, edges, axes, velocities, radii and quaternions
//! whose sizes are hundreds of powers of two apart, including subnormal numbers. The error bound of
//! a filter must not be a multiple of a length that may be negligible next to the others.
//!
//! Each answer of every filter and type equals the answer by exact arithmetic alone, rounded once.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod random;

use random::Random;
use std::fmt::Debug;
use std::sync::Arc;
use tangency::any::{Alone, Answers};
use tangency::{
    AlignedBox, Answer, Capsule, Contact, Ellipsoid, ExactAnswer, Inflated, Mesh, Moving, Obstacle,
    OrientedBox, Overlap, Parallelepiped, Plane, Point, Polytope, Rotation, Scalar, Scene, Segment,
    Shape, Sphere, Surd, Triangle,
};

/// The numbers of an answer, without its feature.
#[derive(Clone, Debug, PartialEq)]
enum Met<T, const D: usize> {
    None,
    Overlap([[T; D]; 2], Option<[T; D]>),
    Contact { time: T, at: [[T; D]; 2], other: Option<[T; D]>, normal: Option<[T; D]> },
}

fn met<T: Scalar, const D: usize, F>(answer: Answer<T, D, F>) -> Met<T, D> {
    match answer {
        Answer::None => Met::None,
        Answer::Overlap(Overlap { center, point, normal, .. }) => {
            Met::Overlap([center, point], normal)
        }
        Answer::Contact(Contact { time, center, point, other_point, normal, .. }) => {
            Met::Contact { time, at: [center, point], other: other_point, normal }
        }
    }
}

/// An exact answer, rounded by its own numbers.
fn rounded<T: Scalar, const D: usize, F>(answer: ExactAnswer<D, F>) -> Met<T, D> {
    let vector = |v: [Surd; D]| v.map(|x| x.round::<T>());
    match answer {
        ExactAnswer::None => Met::None,
        ExactAnswer::Overlap(Overlap { center, point, normal, .. }) => {
            Met::Overlap([vector(center), vector(point)], normal.map(vector))
        }
        ExactAnswer::Contact(Contact { time, center, point, other_point, normal, .. }) => {
            Met::Contact {
                time: time.round(),
                at: [vector(center), vector(point)],
                other: other_point.map(vector),
                normal: normal.map(vector),
            }
        }
    }
}

impl<T: Scalar, const D: usize> Met<T, D> {
    fn time(&self) -> Option<T> {
        match self {
            Met::Contact { time, .. } => Some(*time),
            _ => None,
        }
    }

    /// The answer without its normal, since nested roots have no exact normal.
    fn without_normal(mut self) -> Self {
        if let Met::Contact { normal, .. } | Met::Overlap(_, normal) = &mut self {
            *normal = None;
        }
        self
    }
}

/// A mover of these tests.
trait Asks<T: Scalar, const D: usize>: Shape<Scalar = T, Vector = [T; D]> + Copy + Debug {
    /// Whether its normals are numbers `x + y √d`.
    const HAS_NORMAL: bool = true;
    /// Inserts the mover as an item of a scene, if it can be one.
    fn insert_into(_: &mut Scene<T>, _: &Moving<Self>) -> bool {
        false
    }
}

impl<T: Scalar> Asks<T, 3> for Sphere<T, 3> {
    fn insert_into(scene: &mut Scene<T>, ball: &Moving<Self>) -> bool {
        let point = Point::new(ball.shape().center()).unwrap();
        let item = Inflated::new(point, ball.shape().radius()).unwrap();
        scene.insert(item.moving(ball.velocity()).unwrap());
        true
    }
}

impl<T: Scalar> Asks<T, 3> for Capsule<T, 3> {
    fn insert_into(scene: &mut Scene<T>, capsule: &Moving<Self>) -> bool {
        let [b, beyond] = capsule.shape().b();
        let axis = Segment::new(capsule.shape().a(), b).unwrap();
        let item = Inflated::new(axis, capsule.shape().radius()).unwrap();
        scene.insert(item.moving(capsule.velocity()).unwrap());
        beyond == [T::ZERO; 3]
    }
}

impl<T: Scalar> Asks<T, 3> for Ellipsoid<T, 3> {
    const HAS_NORMAL: bool = false;
}

impl<T: Scalar> Asks<T, 2> for Sphere<T, 2> {}

impl<T: Scalar> Asks<T, 2> for Capsule<T, 2> {}

impl<T: Scalar> Asks<T, 2> for Ellipsoid<T, 2> {
    const HAS_NORMAL: bool = false;
}

/// A shape without motion, and its answers; a shape that moves with velocity zero is another type.
trait Still<T: Scalar, const D: usize, M: Shape>: Sized {
    fn meets(&self, mover: &Moving<M>) -> [Met<T, D>; 2];
}

macro_rules! still {
    ($($mover:ident in $d:literal: $($shape:ty),*;)*) => {$($(
        impl<T: Scalar> Still<T, $d, $mover<T, $d>> for $shape
        where
            Self: Obstacle<T, $d, $mover<T, $d>>,
        {
            fn meets(&self, mover: &Moving<$mover<T, $d>>) -> [Met<T, $d>; 2] {
                [met(mover.first_contact(self)), met(mover.first_entry(self))]
            }
        }
    )*)*};
}

still! {
    Sphere in 3: Point<T, 3>, Segment<T, 3>, Triangle<T>, AlignedBox<T, 3>, OrientedBox<T, 3>,
        Parallelepiped<T>, Polytope<T, 3>, Mesh<T>;
    Capsule in 3: Point<T, 3>, Segment<T, 3>, Triangle<T>, AlignedBox<T, 3>, OrientedBox<T, 3>, Mesh<T>;
    Ellipsoid in 3: Point<T, 3>, Segment<T, 3>, Triangle<T>, AlignedBox<T, 3>, Mesh<T>;
    Sphere in 2: Point<T, 2>, Segment<T, 2>, AlignedBox<T, 2>, OrientedBox<T, 2>;
    Capsule in 2: Point<T, 2>, Segment<T, 2>, AlignedBox<T, 2>, OrientedBox<T, 2>;
    Ellipsoid in 2: Point<T, 2>, Segment<T, 2>, AlignedBox<T, 2>;
}

/// The counts of the answers.
#[derive(Default, Debug)]
struct Tally {
    none: usize,
    overlaps: usize,
    contacts: usize,
}

/// Checks pairs of the same two types, one by one and in rows. Then `others` checks more; it gets
/// the first contact and the first entry.
fn check<T, const D: usize, M, O, S>(
    pairs: &[(Moving<O>, Moving<M>)],
    shape: fn(&O) -> &S,
    others: fn(&Moving<O>, &Moving<M>, [&Met<T, D>; 2]),
    tally: &mut Tally,
) where
    T: Scalar,
    M: Asks<T, D>,
    O: Shape<Scalar = T, Vector = [T; D]>,
    Moving<O>: Answers<T, D, M> + Clone + Debug,
    S: Still<T, D, M>,
{
    let mut truths = Vec::new();
    for (obstacle, mover) in pairs {
        let exact = Answers::first_contact_exact(obstacle, mover).unwrap();
        let down = match &exact {
            ExactAnswer::Contact(Contact { time, .. }) => Some(time.round_down::<T>()),
            _ => None,
        };
        let exact = comparable::<T, D, M>(rounded(exact));
        match &exact {
            Met::None => tally.none += 1,
            Met::Overlap(..) => tally.overlaps += 1,
            Met::Contact { .. } => tally.contacts += 1,
        }
        let entry =
            comparable::<T, D, M>(rounded(Answers::first_entry_exact(obstacle, mover).unwrap()));
        let same = |what, truth, answer| same_answer(what, (obstacle, mover), truth, answer);
        same("first contact", &exact, met(Answers::first_contact(obstacle, mover).unwrap()));
        same("first entry", &entry, met(Answers::first_entry(obstacle, mover).unwrap()));
        let context = || format!("\n{mover:?}\n{obstacle:?}");
        assert_eq!(
            Answers::contact_time(obstacle, mover).unwrap(),
            exact.time(),
            "time{}",
            context()
        );
        assert_eq!(Answers::time_down(obstacle, mover).unwrap(), down, "time down{}", context());
        let has_contact = Answers::<T, D, M>::has_contact(obstacle, mover).unwrap();
        assert_eq!(has_contact, exact != Met::None, "has contact{}", context());
        if obstacle.velocity() == [T::ZERO; D] {
            let [still, still_entry] = shape(obstacle.shape()).meets(mover);
            same("what is at rest", &exact, still);
            same("entry into what is at rest", &entry, still_entry);
        }
        others(obstacle, mover, [&exact, &entry]);
        truths.push(exact);
    }
    let (obstacles, movers): (Vec<_>, Vec<_>) = pairs.iter().cloned().unzip();
    Moving::<O>::first_contacts_in_rows(&obstacles, &movers, &mut |i, answer| {
        same_answer("in rows", (&obstacles[i], &movers[i]), &truths[i], met(answer));
    })
    .unwrap();
}

/// An answer without the fields that have no exact counterpart.
fn comparable<T: Scalar, const D: usize, M: Asks<T, D>>(answer: Met<T, D>) -> Met<T, D> {
    if M::HAS_NORMAL { answer } else { answer.without_normal() }
}

fn same_answer<T: Scalar, const D: usize, M: Asks<T, D>, O>(
    what: &str,
    (obstacle, mover): (&Moving<O>, &Moving<M>),
    truth: &Met<T, D>,
    answer: Met<T, D>,
) where
    Moving<O>: Debug,
    O: Shape,
{
    let answer = comparable::<T, D, M>(answer);
    assert_eq!(answer, *truth, "{what}, expected {truth:?}\n{mover:?}\n{obstacle:?}");
}

/// The obstacle as an item of a scene, and mover and obstacle as two items.
fn in_scenes<T, M, O>(obstacle: &Moving<O>, mover: &Moving<M>, [exact, entry]: [&Met<T, 3>; 2])
where
    T: Scalar,
    M: Asks<T, 3>,
    O: Shape<Scalar = T, Vector = [T; 3]>,
    Moving<O>: Alone<T, 3> + Debug,
    Arc<Scene<T>>: Answers<T, 3, M>,
{
    let same = |what, truth, answer| same_answer(what, (obstacle, mover), truth, answer);
    let mut scene = Scene::new();
    scene.insert(obstacle.item().unwrap());
    let scene = Arc::new(scene);
    if let Ok(answer) = scene.first_contact(mover) {
        same("item of a scene", exact, met(answer));
        same("entry of a scene", entry, met(scene.first_entry(mover).unwrap()));
    }
    // Pairs of items at rest are not reported.
    let moves = [mover.velocity(), obstacle.velocity()] != [[T::ZERO; 3]; 2];
    let mut scene = Scene::new();
    if moves && M::insert_into(&mut scene, mover) {
        scene.insert(obstacle.item().unwrap());
        let pairs = scene.pairs(T::INFINITY).unwrap();
        let first = pairs.first().map_or(Met::None, |pair| met(pair.answer.clone()));
        same("pair of items", exact, first);
    }
}

/// There are no further checks in the plane, which has no scenes.
fn nothing_else<T: Scalar, M: Shape, O: Shape>(_: &Moving<O>, _: &Moving<M>, _: [&Met<T, 2>; 2]) {}

/// Draws numbers of all sizes of `T`.
struct Draw<'a, T> {
    random: &'a mut Random,
    float: std::marker::PhantomData<T>,
}

/// A power of two; with the least exponent it is the least positive float.
fn power_of_two(exponent: f64) -> f64 {
    match exponent as i64 {
        subnormal @ ..-1022 => f64::from_bits(1 << (subnormal + 1074)),
        exponent => f64::from_bits(((1023 + exponent) as u64) << 52),
    }
}

impl<T: Scalar> Draw<'_, T> {
    fn once_in(&mut self, n: u64) -> bool {
        self.random.below(n) == 0
    }

    /// A power of two between one and the least number.
    fn tiny(&mut self) -> f64 {
        let least = if T::PRECISION < f64::MANTISSA_DIGITS { -149 } else { -1074 };
        let exponent = self.random.integer(least, 0);
        self.random.between(1.0, 2.0) * power_of_two(exponent)
    }

    fn number(&mut self) -> f64 {
        let sign = self.random.integer(0, 1) * 2.0 - 1.0;
        match self.random.below(12) {
            0..=2 => 0.0,
            3..=6 => self.random.integer(-3, 3),
            7 | 8 => self.random.between(-3.0, 3.0),
            9 => sign * power_of_two(self.random.integer(-24, 24)),
            _ => sign * self.tiny(),
        }
    }

    /// A vector of ordinary numbers, of numbers of every size, or of tiny numbers.
    fn vector(&mut self) -> [f64; 3] {
        match self.random.below(8) {
            0..=2 => self.random.integers(-3, 3),
            3 => self.random.vector(-3.0, 3.0),
            4 | 5 => [0; 3].map(|_| self.number()),
            _ => {
                let size = self.tiny();
                self.random.integers(-2, 2).map(|x| x * size)
            }
        }
    }

    /// Four corners, of which one is the origin more often than not, so that edges from it may be
    /// of any length.
    fn corners(&mut self) -> [[f64; 3]; 4] {
        let mut corners = [0; 4].map(|_| self.vector());
        if !self.once_in(4) {
            corners[0] = [0.0; 3];
        }
        let by = self.random.index(3);
        corners[..3].rotate_left(by);
        corners
    }

    /// The start, the velocity and the radius of a ball that at some time touches one of these
    /// corners, or passes close by.
    fn way(&mut self, corners: &[[f64; 3]]) -> ([f64; 3], [f64; 3], f64) {
        let goal = match self.random.below(3) {
            0 => [0, 1, 2].map(|k| 0.5 * corners[0][k] + 0.5 * corners[1][k]),
            1 => [0, 1, 2].map(|k| corners.iter().map(|v| v[k]).sum::<f64>() * 0.25),
            _ => corners[self.random.index(corners.len())],
        };
        let radius = match self.random.below(6) {
            0 => 0.0,
            1 => self.tiny(),
            2 => self.number().abs(),
            _ => self.random.integer(1, 4) / 2.0,
        };
        let (velocity, out) = (self.vector(), self.vector());
        let length = out.iter().map(|x| x * x).sum::<f64>().sqrt();
        let reach = if length > 0.0 { radius / length } else { 0.0 };
        let by = [1.0, 0.5, 0.999, 1.001][self.random.index(4)];
        let time = self.number().abs();
        let center = |k: usize| goal[k] + by * reach * out[k] - time * velocity[k];
        ([0, 1, 2].map(center), velocity, radius)
    }
}

/// Makes pairs, and checks them. In the plane the third coordinate is dropped.
fn run<T, const D: usize, M, O, S>(
    seed: u64,
    count: usize,
    body: impl Fn(&mut Draw<T>, [f64; 3], f64) -> Option<M>,
    make: impl Fn(&mut Draw<T>, &[[f64; 3]; 4]) -> Option<O>,
    shape: fn(&O) -> &S,
    others: fn(&Moving<O>, &Moving<M>, [&Met<T, D>; 2]),
) where
    T: Scalar,
    M: Asks<T, D>,
    O: Shape<Scalar = T, Vector = [T; D]>,
    Moving<O>: Answers<T, D, M> + Clone + Debug,
    S: Still<T, D, M>,
{
    let mut random = Random(seed);
    let draw = &mut Draw { random: &mut random, float: std::marker::PhantomData::<T> };
    let mut tally = Tally::default();
    let mut pairs = Vec::new();
    while tally.none + tally.overlaps + tally.contacts < count {
        let corners = draw.corners();
        let (center, velocity, radius) = draw.way(&corners);
        let drift = if draw.once_in(3) { draw.vector() } else { [0.0; 3] };
        let mut pair = || {
            let own = [0, 1, 2].map(|k| velocity[k] + drift[k]);
            let obstacle = Moving::still(make(draw, &corners)?);
            let mover = Moving::still(body(draw, center, radius)?);
            let mover = mover.with_velocity(nearest(own)).ok()?;
            Some((obstacle.with_velocity(nearest(drift)).ok()?, mover))
        };
        pairs.extend(pair());
        if pairs.len() == 16 {
            check(&pairs, shape, others, &mut tally);
            pairs.clear();
        }
    }
    println!("{}: {tally:?}", std::any::type_name::<(M, O)>());
    assert!(tally.contacts > count / 20 && tally.none > count / 80, "{tally:?}");
}

/// The floats nearest to the first coordinates.
fn nearest<T: Scalar, const D: usize>(v: [f64; 3]) -> [T; D] {
    std::array::from_fn(|k| T::nearest(v[k]))
}

fn sphere<T: Scalar, const D: usize>(
    _: &mut Draw<T>,
    center: [f64; 3],
    radius: f64,
) -> Option<Sphere<T, D>> {
    Sphere::new(nearest(center), T::nearest(radius)).ok()
}

fn capsule<T: Scalar, const D: usize>(
    draw: &mut Draw<T>,
    a: [f64; 3],
    radius: f64,
) -> Option<Capsule<T, D>> {
    let (axis, radius) = (draw.vector(), T::nearest(radius));
    if draw.once_in(2) {
        return Capsule::with_axis(nearest(a), nearest(axis), radius).ok();
    }
    let b = [0, 1, 2].map(|k| T::nearest(a[k]).widen() + axis[k]);
    Capsule::new(nearest(a), nearest(b), radius).ok()
}

fn ellipsoid<T: Scalar, const D: usize>(
    draw: &mut Draw<T>,
    a: [f64; 3],
    radius: f64,
) -> Option<Ellipsoid<T, D>> {
    let radii = draw.vector().map(|x| x.abs() + radius);
    Ellipsoid::new(nearest(a), nearest(radii)).ok()
}

fn point<T: Scalar, const D: usize>(
    _: &mut Draw<T>,
    [a, ..]: &[[f64; 3]; 4],
) -> Option<Point<T, D>> {
    Point::new(nearest(*a)).ok()
}

fn segment<T: Scalar, const D: usize>(
    _: &mut Draw<T>,
    [a, b, ..]: &[[f64; 3]; 4],
) -> Option<Segment<T, D>> {
    Segment::new(nearest(*a), nearest(*b)).ok()
}

fn triangle<T: Scalar>(_: &mut Draw<T>, [a, b, c, _]: &[[f64; 3]; 4]) -> Option<Triangle<T>> {
    Triangle::new(a.map(T::nearest), b.map(T::nearest), c.map(T::nearest)).ok()
}

fn cuboid<T: Scalar, const D: usize>(
    _: &mut Draw<T>,
    [a, b, ..]: &[[f64; 3]; 4],
) -> Option<AlignedBox<T, D>> {
    let min = [0, 1, 2].map(|k| a[k].min(b[k]));
    AlignedBox::new(nearest(min), nearest([0, 1, 2].map(|k| a[k].max(b[k])))).ok()
}

fn turned_in_plane<T: Scalar>(
    _: &mut Draw<T>,
    [a, b, c, _]: &[[f64; 3]; 4],
) -> Option<OrientedBox<T, 2>> {
    let rotation = Rotation::<T, 2>::new(nearest(*c)).ok()?;
    OrientedBox::new(nearest(*a), nearest(b.map(f64::abs)), rotation).ok()
}

fn turned<T: Scalar>(
    draw: &mut Draw<T>,
    [a, b, c, _]: &[[f64; 3]; 4],
) -> Option<OrientedBox<T, 3>> {
    let w = draw.number();
    let rotation = Rotation::<T, 3>::new([c[0], c[1], c[2], w].map(T::nearest)).ok()?;
    OrientedBox::new(a.map(T::nearest), b.map(|x| T::nearest(x.abs())), rotation).ok()
}

fn skew<T: Scalar>(_: &mut Draw<T>, [a, b, c, d]: &[[f64; 3]; 4]) -> Option<Parallelepiped<T>> {
    Parallelepiped::new(a.map(T::nearest), [b, c, d].map(|v| v.map(T::nearest))).ok()
}

/// A polytope of the half-spaces of a box, and one more.
fn polytope<T: Scalar>(draw: &mut Draw<T>, corners: &[[f64; 3]; 4]) -> Option<Arc<Polytope<T, 3>>> {
    let it = cuboid(draw, corners)?;
    let mut planes = Vec::new();
    for k in 0..3 {
        let mut normal = [T::ZERO; 3];
        normal[k] = T::ONE;
        planes.push(Plane::new(it.max(), normal).ok()?);
        normal[k] = T::nearest(-1.0);
        planes.push(Plane::new(it.min(), normal).ok()?);
    }
    planes.push(Plane::new(corners[2].map(T::nearest), draw.vector().map(T::nearest)).ok()?);
    Some(Arc::new(Polytope::new(planes).ok()?))
}

fn mesh<T: Scalar>(draw: &mut Draw<T>, corners: &[[f64; 3]; 4]) -> Option<Arc<Mesh<T>>> {
    let mut vertices = corners.map(|v| v.map(T::nearest)).to_vec();
    vertices.push(draw.vector().map(T::nearest));
    let triangles = vec![[0, 1, 2], [2, 1, 3], [0, 3, 4], [4, 2, 1]];
    Some(Arc::new(Mesh::new(vertices, triangles).ok()?))
}

fn same<S>(shape: &S) -> &S {
    shape
}

macro_rules! laws {
    ($($test:ident: $body:ident, $count:literal, $others:ident, [$($make:ident $shape:path),*];)*) => {$(
        #[test]
        fn $test() {
            $(
                run::<f64, _, _, _, _>(1, $count, $body, $make, $shape, $others);
                run::<f32, _, _, _, _>(2, $count / 2, $body, $make, $shape, $others);
            )*
        }
    )*};
}

laws! {
    spheres_and_simplices: sphere, 640, in_scenes, [point same, segment same, triangle same];
    spheres_and_boxes: sphere, 640, in_scenes, [cuboid same, turned same];
    spheres_and_solids: sphere, 480, in_scenes, [skew same, polytope Arc::as_ref, mesh Arc::as_ref];
    capsules_and_simplices: capsule, 640, in_scenes, [point same, segment same, triangle same];
    capsules_and_boxes: capsule, 480, in_scenes, [cuboid same, turned same, mesh Arc::as_ref];
    ellipsoids: ellipsoid, 240, in_scenes, [point same, segment same, triangle same, cuboid same, mesh Arc::as_ref];
    circles: sphere, 640, nothing_else, [point same, segment same, cuboid same, turned_in_plane same];
    capsules_in_the_plane: capsule, 480, nothing_else, [point same, segment same, cuboid same, turned_in_plane same];
    ellipses: ellipsoid, 240, nothing_else, [point same, segment same, cuboid same];
}

/// A ball above a triangle with an edge of almost no length: floats cannot separate the two along
/// the direction of the edge between the first two vertices.
#[test]
fn a_triangle_with_an_edge_of_next_to_no_length_is_not_missed() {
    let ball = Sphere::new([0.0, 0.5, 3.0], 1.0).unwrap().moving([0.0, 0.0, -1.0]).unwrap();
    for tiny in [1e-150, 1e-163, 1e-200, 5e-324] {
        let triangle = Triangle::new([0.0; 3], [tiny, 0.0, 0.0], [0.0, -1.0, 0.0]).unwrap();
        // The contact is half a unit beside the corner, at 3 − √3 / 2.
        let time = ball.first_contact(&triangle).contact().unwrap().time;
        assert_eq!(time, 2.133974596215561, "{tiny:e}");
    }
}

/// A sheet of many triangles across a box about the origin, and many small triangles farther away.
/// All queries begin very near the origin.
fn sheets() -> Mesh<f64> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for (middle, size) in [(0.0, 0.5), (-0.25, 0.03125)] {
        let [h, l] = [middle + size, middle - size];
        for _ in 0..12 {
            let first = vertices.len() as u32;
            vertices.extend([[h, l, l], [l, h, l], [l, l, h]]);
            triangles.push([first, first + 1, first + 2]);
        }
    }
    Mesh::new(vertices, triangles).unwrap()
}

/// If a query begins nearer to the middle of a box than the square of an `f32` resolves, the search
/// still finds the closest point and the first contact.
#[test]
fn next_to_nothing_beside_the_middle_of_a_box_nothing_is_lost() {
    let mesh = sheets();
    for tiny in [1e-18, 1e-22, 1e-24, 1e-26, 1e-30, 1e-40, 5e-324] {
        for at in [[tiny; 3], [-tiny; 3], [tiny, 0.0, 0.0], [0.0, -tiny, tiny]] {
            // In the plane of the sheet, coordinates add up to one half.
            let closest = Point::new(at).unwrap().closest(&mesh).unwrap();
            assert!((closest.distance - 0.5 / 3f64.sqrt()).abs() < 1e-9, "{at:?} {closest:?}");
            for speed in [1.0, 1e-30, 1e30] {
                let ball = Sphere::new(at, 0.25).unwrap().moving([-speed; 3]).unwrap();
                let time = ball.contact_time(&mesh).unwrap();
                // The ball moves by `√3 speed` in a unit of time.
                let expected = (0.5 / 3f64.sqrt() - 0.25) / 3f64.sqrt() / speed;
                assert!((time / expected - 1.0).abs() < 1e-9, "{ball:?}: {time} {expected}");
            }
        }
    }
}
