//! Answers have the same bits on every machine: a checksum over many answers is the same
//! wherever this runs.

#[path = "../benches/inputs/mod.rs"]
mod inputs;

use inputs::Random;
use tangency::{
    AlignedBox, Answer, BoxFeature, Capsule, Ellipsoid, Feature, Inflated, Mesh, MeshFeature,
    OrientedBox, Parallelepiped, Plane, PlaneFeature, Point, Polytope, Rotation, Scalar, Sphere,
    Triangle,
};

/// A checksum over 64-bit words (FNV-1a, a word at a time).
struct Checksum(u64);

impl Checksum {
    fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0100_0000_01b3);
    }
    fn add_all<T: Scalar>(&mut self, numbers: &[T]) {
        numbers.iter().for_each(|x| self.add(x.widen().to_bits()));
    }
    fn add_answer<T: Scalar, F: Clone>(
        &mut self,
        answer: &Answer<T, 3, F>,
        number: impl Fn(&F) -> u64,
    ) {
        match answer {
            Answer::None => self.add(0),
            Answer::Overlap(overlap) => {
                self.add(10 + number(&overlap.feature));
                self.add_all(&overlap.point);
                self.add_all(&overlap.normal.unwrap_or([T::ZERO; 3]));
            }
            Answer::Contact(contact) => {
                self.add(20 + number(&contact.feature));
                self.add(contact.approach as u64);
                self.add_all(&[contact.time]);
                self.add_all(&contact.center);
                self.add_all(&contact.point);
                self.add_all(&contact.normal.unwrap_or([T::ZERO; 3]));
            }
        }
    }
}

fn of_hull(feature: &Feature) -> u64 {
    match *feature {
        Feature::Vertex(i) => 1 + u64::from(i),
        Feature::Edge(i) => 4 + u64::from(i),
        Feature::Face => 7,
    }
}

fn of_mesh(feature: &MeshFeature) -> u64 {
    8 * feature.triangle as u64 + of_hull(&feature.feature)
}

fn of_box(feature: &BoxFeature<3>) -> u64 {
    feature.sides.iter().fold(0, |number, &side| 3 * number + side as u64)
}

fn of_planes(feature: &PlaneFeature) -> u64 {
    feature.planes.iter().map(|plane| 1 << plane).sum()
}

fn checksum<T: Scalar>(narrow: impl Fn(f64) -> T) -> u64 {
    let mut checksum = Checksum(0xcbf2_9ce4_8422_2325);
    for (_, make) in inputs::KINDS {
        let mut random = Random(1);
        for _ in 0..2_000 {
            let q = make(&mut random);
            let sphere = Sphere::new(q.center.map(&narrow), narrow(q.radius)).unwrap();
            let ball = sphere.moving(q.velocity.map(&narrow)).unwrap();
            let [a, b, c] = q.vertices.map(|v| v.map(&narrow));
            checksum.add_answer(&ball.first_contact(&Triangle::new(a, b, c).unwrap()), of_hull);
        }
    }
    checksum.0
}

/// A checksum of shapes of the same numbers: the first vertex is a centre, the others are edges,
/// extents, planes, or a rotation.
fn checksum_of_solids<T: Scalar>(narrow: impl Fn(f64) -> T) -> u64 {
    let mut checksum = Checksum(0xcbf2_9ce4_8422_2325);
    for (_, make) in inputs::KINDS {
        let mut random = Random(2);
        for _ in 0..300 {
            let q = make(&mut random);
            let [middle, a, b] = q.vertices;
            let away = |p: [f64; 3]| -> [f64; 3] { std::array::from_fn(|k| p[k] - middle[k]) };
            let edges = [away(a), away(b), [0.25, 0.5, 1.0]];
            let extents = edges[0].map(f64::abs);
            let vector = |v: [f64; 3]| v.map(&narrow);
            let center = vector(q.center);
            let ball = Sphere::new(center, narrow(q.radius)).unwrap();
            let ball = ball.moving(vector(q.velocity)).unwrap();

            let [x, y, z] = vector(edges[1]);
            let rotation = Rotation::<T, 3>::new([x, y, z, narrow(0.5)]).unwrap();
            let turned = OrientedBox::new(vector(middle), vector(extents), rotation).unwrap();
            checksum.add_answer(&ball.first_contact(&turned), of_box);
            checksum.add_all(&[ball.last_time(&turned).unwrap_or(T::ZERO)]);
            if let Some(out) = ball.shape().penetration(&turned) {
                checksum.add_all(&out.direction);
                checksum.add_all(&[out.depth]);
            }

            if let Ok(skew) = Parallelepiped::new(vector(middle), edges.map(vector)) {
                checksum.add_answer(&ball.first_contact(&skew), of_planes);
            }
            let outwards = [edges[0], edges[1], [-1.0, -1.0, -0.5], [0.0, 0.0, 1.0]];
            let planes = outwards.map(|n| Plane::new(vector(middle), vector(n)));
            let planes = planes.into_iter().filter_map(Result::ok).collect();
            let polytope = Polytope::new(planes).unwrap();
            checksum.add_answer(&ball.first_contact(&polytope), of_planes);
            checksum.add(ball.shape().containment(&polytope) as u64);

            let radii = extents.map(|x| narrow(x + 0.5));
            let egg = Ellipsoid::new(center, radii).unwrap().moving(vector(q.velocity)).unwrap();
            let [p, q, r] = q.vertices.map(vector);
            checksum.add_answer(&egg.first_contact(&Triangle::new(p, q, r).unwrap()), of_hull);
            let low: [f64; 3] = std::array::from_fn(|k| a[k].min(b[k]));
            let high: [f64; 3] = std::array::from_fn(|k| a[k].max(b[k]));
            let aligned = AlignedBox::new(vector(low), vector(high)).unwrap();
            checksum.add_answer(&egg.first_contact(&aligned), of_box);
        }
    }
    checksum.0
}

/// A hilly floor of `2 (n − 1)²` triangles over `[0, 1]²`.
fn floor<T: Scalar>(n: u32, narrow: impl Fn(f64) -> T) -> Mesh<T> {
    let mut random = Random(3);
    let at = |i: u32| f64::from(i) / f64::from(n - 1);
    let vertices = (0..n * n)
        .map(|k| [at(k % n), at(k / n), random.between(0.0, 0.02)].map(&narrow))
        .collect();
    let corners = (0..(n - 1) * (n - 1)).map(|k| k / (n - 1) * n + k % (n - 1));
    let triangles = corners.flat_map(|k| [[k, k + 1, k + n], [k + 1, k + n + 1, k + n]]).collect();
    Mesh::new(vertices, triangles).unwrap()
}

fn checksum_of_meshes<T: Scalar>(narrow: impl Fn(f64) -> T) -> u64 {
    let mut checksum = Checksum(0xcbf2_9ce4_8422_2325);
    let mesh = floor(60, &narrow);
    let quarter = Rotation::<T, 3>::new([0.0, 1.0, 0.0, 1.0].map(&narrow)).unwrap();
    let placed = mesh.instance(quarter, [0.0, 0.5, 0.25].map(&narrow)).unwrap();
    let mut random = Random(4);
    for k in 0..1_500 {
        let center = random.vector(-0.2, 1.2).map(&narrow);
        let radius = narrow([0.0, 0.003, 0.05, 0.7][k % 4] * random.between(0.5, 1.5));
        let velocity = if k % 16 == 0 { [0.0; 3] } else { random.vector(-1.0, 1.0) };
        let sphere = Sphere::new(center, radius).unwrap();
        let ball = sphere.moving(velocity.map(&narrow)).unwrap();
        checksum.add_answer(&ball.first_contact(&mesh), of_mesh);
        checksum.add_answer(&ball.first_contact(&placed), of_mesh);
        let closest = Point::new(center).unwrap().closest(&mesh).unwrap();
        checksum.add(of_mesh(&closest.feature));
        checksum.add_all(&[closest.distance]);
        if k % 4 == 1 {
            let contacts = ball.until(narrow(0.3)).unwrap().contacts(&mesh);
            checksum.add(contacts.len() as u64);
            contacts.iter().for_each(|answer| checksum.add_answer(answer, of_mesh));
        }
    }
    checksum.0
}

/// A checksum of capsules, inflated obstacles, blocking hits, and motions between two points.
fn checksum_of_capsules<T: Scalar>(narrow: impl Fn(f64) -> T) -> u64 {
    let mut checksum = Checksum(0xcbf2_9ce4_8422_2325);
    let mesh = floor(30, &narrow);
    for (_, make) in inputs::KINDS {
        let mut random = Random(5);
        for k in 0..150 {
            let q = make(&mut random);
            let vector = |v: [f64; 3]| v.map(&narrow);
            let axis = [[0.0, 0.0, 1.5], [0.5, -0.25, 0.75]][k % 2];
            let (center, radius) = (vector(q.center), narrow(q.radius));
            let capsule = Capsule::with_axis(center, vector(axis), radius).unwrap();
            let moving = capsule.moving(vector(q.velocity)).unwrap();
            let [a, b, c] = q.vertices.map(vector);
            let triangle = Triangle::new(a, b, c).unwrap();
            let skin = Inflated::new(triangle, narrow(0.125)).unwrap();
            for answer in [
                moving.first_contact(&triangle),
                moving.first_entry(&triangle),
                moving.first_contact(&skin),
                capsule.moving_to(b).unwrap().first_contact(&triangle),
            ] {
                checksum.add_answer(&answer, of_hull);
                let other = answer.contact().and_then(|hit| hit.other_point);
                checksum.add_all(&other.unwrap_or([T::ZERO; 3]));
            }
            checksum.add_all(&[moving.last_time(&triangle).unwrap_or(T::ZERO)]);
            let closest = capsule.closest(&triangle).unwrap();
            checksum.add_all(&closest.on_axis);
            checksum.add_all(&[closest.distance]);
            if let Some(out) = capsule.penetration(&triangle) {
                checksum.add_all(&out.direction);
                checksum.add_all(&[out.depth]);
            }
            let low: [f64; 3] = std::array::from_fn(|k| q.vertices[0][k].min(q.vertices[1][k]));
            let high: [f64; 3] = std::array::from_fn(|k| q.vertices[0][k].max(q.vertices[1][k]));
            let aligned = AlignedBox::new(vector(low), vector(high)).unwrap();
            checksum.add_answer(&moving.first_contact(&aligned), of_box);
            let ball = Sphere::new(center, radius).unwrap();
            checksum.add_answer(&ball.moving_to(a).unwrap().first_entry(&skin), of_hull);
            checksum.add_answer(&moving.first_contact(&mesh), of_mesh);
            checksum
                .add_answer(&moving.first_contact(&Inflated::new(&mesh, radius).unwrap()), of_mesh);
        }
    }
    checksum.0
}

#[test]
fn capsules_have_the_same_bits_everywhere() {
    let both = [checksum_of_capsules(|x| x), checksum_of_capsules(|x| x as f32)];
    assert_eq!(both, [0x8df1_b605_f86d_1507, 0xe5e2_d180_bed3_0021], "f64, f32");
}

#[test]
fn answers_have_the_same_bits_everywhere() {
    assert_eq!(checksum(|x| x), 0xc8be_5ba0_c182_33ba, "f64");
    assert_eq!(checksum(|x| x as f32), 0xd862_8a26_4e99_d734, "f32");
}

#[test]
fn solids_have_the_same_bits_everywhere() {
    assert_eq!(checksum_of_solids(|x| x), 0x0411_f343_9367_5d68, "f64");
    assert_eq!(checksum_of_solids(|x| x as f32), 0x7989_d3e8_a19d_3eeb, "f32");
}

#[test]
fn meshes_have_the_same_bits_everywhere() {
    assert_eq!(checksum_of_meshes(|x| x), 0x36c5_f807_aed1_7041, "f64");
    assert_eq!(checksum_of_meshes(|x| x as f32), 0x6bb9_ce50_5e67_1277, "f32");
}
