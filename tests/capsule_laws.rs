//! Laws of capsules.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod random;

use random::Random;
use std::cmp::Ordering;
use std::sync::Arc;
use tangency::any::{Alone, Answers};
use tangency::{
    AlignedBox, Answer, BoxFeature, Capsule, ClosestPoints, Contact, ExactAnswer, Inflated, Mesh,
    MeshFeature, Moving, OrientedBox, Overlap, Point, Rational, Rotation, Segment, Sphere, Surd,
    Triangle,
};

type Vector = [f64; 3];

fn minus(a: Vector, b: Vector) -> Vector {
    core::array::from_fn(|k| a[k] - b[k])
}
fn plus(a: Vector, b: Vector) -> Vector {
    core::array::from_fn(|k| a[k] + b[k])
}
fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// A capsule touches a triangle when the ball about `a` touches the prism that the triangle sweeps
/// as it moves by `−L`. The border of the prism is the triangle at both positions and a
/// parallelogram over each edge, given as two triangles. Small whole numbers make the prism exact;
/// it also has an interior.
#[test]
fn a_capsule_is_a_ball_and_a_prism() {
    let mut random = Random(5);
    let (mut contacts, mut overlaps, mut starts, mut along) = (0, 0, 0, 0);
    for i in 0..200_000 {
        let reach = [2, 3, 8][i % 3];
        let mut vector = || random.integers(-reach, reach);
        let (a, l, v) = (vector(), vector(), vector());
        let p = [vector(), vector(), vector()];
        let radius = random.integer(1, 4) / [1.0, 2.0][i % 2];
        let (a, v) = if i % 5 == 0 { (a, [0.0, 0.0, v[2]]) } else { (plus(a, a), v) };
        let capsule = Capsule::new(a, plus(a, l), radius).unwrap().moving(v).unwrap();
        let ball = Sphere::new(a, radius).unwrap().moving(v).unwrap();
        let q = p.map(|p| minus(p, l));
        let mut pieces = vec![p, q];
        for i in 0..3 {
            let j = (i + 1) % 3;
            pieces.extend([[p[i], p[j], q[j]], [p[i], q[j], q[i]]]);
        }
        let mut first: Option<Contact<f64, 3>> = None;
        let u = cross(minus(p[1], p[0]), minus(p[2], p[0]));
        let side = |a: Vector, b: Vector, c: Vector, x: Vector| {
            dot(cross(minus(b, a), minus(c, a)), minus(x, a))
        };
        let ul = dot(u, l);
        let mut is_inside =
            ul != 0.0 && (dot(u, minus(a, p[0])) * ul < 0.0) && (dot(u, minus(a, q[0])) * ul > 0.0);
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            is_inside &= side(p[i], p[j], q[i], a) * side(p[i], p[j], q[i], p[k]) > 0.0;
        }
        let mut overlaps_any = is_inside;
        for [a, b, c] in pieces {
            let triangle = Triangle::new(a, b, c).unwrap();
            match ball.first_contact(&triangle) {
                Answer::None => {}
                Answer::Overlap(_) => overlaps_any = true,
                Answer::Contact(hit) => {
                    if first.is_none_or(|first| hit.time < first.time) {
                        first = Some(hit);
                    }
                }
            }
        }
        let triangle = Triangle::new(p[0], p[1], p[2]).unwrap();
        let shown = || format!("{capsule:?} {p:?}");
        match capsule.first_contact(&triangle) {
            Answer::Overlap(_) => {
                overlaps += 1;
                assert!(overlaps_any, "overlap: {}", shown());
            }
            Answer::None => assert!(!overlaps_any && first.is_none(), "{first:?} {}", shown()),
            Answer::Contact(hit) => {
                contacts += 1;
                starts += usize::from(hit.time == 0.0);
                along += usize::from(hit.other_point.is_some());
                assert!(!overlaps_any, "{hit:?} {}", shown());
                let expected = first.unwrap_or_else(|| panic!("{hit:?} {}", shown()));
                assert_eq!(
                    (hit.time, hit.center, hit.normal, hit.approach),
                    (expected.time, expected.center, expected.normal, expected.approach),
                    "{expected:?} {hit:?} {}",
                    shown()
                );
            }
        }
    }
    println!("{contacts} contacts, {starts} at the start, {along} along, {overlaps} overlaps");
    assert!(contacts > 15_000 && overlaps > 20_000 && starts > 1_000 && along > 200);
}

type Body = Moving<Capsule<f64, 3>>;

/// The answer found from all triangles one by one: the one with the least exact time, or for
/// overlaps the least exact distance. Ties go to the lowest index.
fn one_by_one(mesh: &Mesh<f64>, capsule: &Body) -> Answer<f64, 3, MeshFeature> {
    let mut best: Option<(bool, Surd, usize)> = None;
    for i in 0..mesh.triangles().len() {
        let triangle = mesh.triangle(i).unwrap();
        let key = match capsule.first_contact_exact(&triangle) {
            ExactAnswer::None => continue,
            ExactAnswer::Overlap(_) => {
                // For a capsule without thickness the reported distance is the distance from the
                // axis.
                let [b, beyond] = capsule.shape().b();
                let axis = if beyond == [0.0; 3] {
                    Capsule::new(capsule.shape().a(), b, 0.0)
                } else {
                    Capsule::with_axis(capsule.shape().a(), beyond, 0.0)
                };
                (false, axis.unwrap().distance_exact(&triangle).unwrap())
            }
            ExactAnswer::Contact(Contact { time, .. }) => (true, time),
        };
        let comes_first =
            best.as_ref().is_none_or(|(is_contact, least, _)| match key.0.cmp(is_contact) {
                Ordering::Less => true,
                Ordering::Equal => key.1.cmp(least) == Ordering::Less,
                Ordering::Greater => false,
            });
        if comes_first {
            best = Some((key.0, key.1, i));
        }
    }
    let Some((_, _, triangle)) = best else { return Answer::None };
    let feature = |feature| MeshFeature { triangle, feature };
    match capsule.first_contact(&mesh.triangle(triangle).unwrap()) {
        Answer::None => Answer::None,
        Answer::Overlap(Overlap { center, point, normal, feature: of, .. }) => {
            Answer::Overlap(Overlap::new(center, point, normal, feature(of)))
        }
        Answer::Contact(Contact {
            time,
            center,
            point,
            other_point,
            normal,
            feature: of,
            approach,
            ..
        }) => {
            let feature = feature(of);
            Answer::Contact(
                Contact::new(time, center, point, normal, feature, approach)
                    .with_other_point(other_point),
            )
        }
    }
}

/// Some triangles: around random points, a rough floor, or a flat floor of whole numbers.
fn soup(random: &mut Random, i: usize) -> Mesh<f64> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    if i.is_multiple_of(2) {
        for k in 0..40 {
            let at = random.vector(-4.0, 4.0);
            for _ in 0..3 {
                vertices.push(plus(at, random.vector(-1.0, 1.0)));
            }
            triangles.push([3 * k, 3 * k + 1, 3 * k + 2]);
        }
    } else {
        let rough = if i.is_multiple_of(3) { 0.0 } else { 0.5 };
        for k in 0..49 {
            let (x, y) = (f64::from(k % 7) - 3.0, f64::from(k / 7) - 3.0);
            vertices.push([x, y, random.between(-rough, rough)]);
        }
        for k in 0..36 {
            let k = k / 6 * 7 + k % 6;
            triangles.extend([[k, k + 1, k + 8], [k, k + 8, k + 7]]);
        }
    }
    Mesh::new(vertices, triangles).unwrap()
}

fn some_capsule(random: &mut Random, i: usize) -> Body {
    let whole = i.is_multiple_of(3);
    let mut vector = |reach: f64| {
        if whole {
            random.integers(-reach as i64, reach as i64)
        } else {
            random.vector(-reach, reach)
        }
    };
    let (a, axis, velocity) = (vector(6.0), vector(3.0), vector(2.0));
    let axis = match i % 7 {
        0 => [0.0, 0.0, axis[2]],
        1 => [axis[0], 0.0, 0.0],
        2 => [0.0; 3],
        _ => axis,
    };
    let radius = if whole { random.integer(0, 4) / 4.0 } else { random.between(0.0, 1.5) };
    Capsule::with_axis(a, axis, radius).unwrap().moving(velocity).unwrap()
}

#[test]
fn a_mesh_is_one_triangle_after_another() {
    let mut random = Random(6);
    let (mut contacts, mut overlaps, mut none) = (0, 0, 0);
    for i in 0..150 {
        let mesh = soup(&mut random, i);
        for k in 0..40 {
            let capsule = some_capsule(&mut random, i + 5 * k);
            let answer = capsule.first_contact(&mesh);
            assert_eq!(answer, one_by_one(&mesh, &capsule), "{capsule:?} {mesh:?}");
            assert_eq!(capsule.contact_time(&mesh), answer.contact().map(|hit| hit.time));
            let touches = capsule.shape().intersects(&mesh);
            let at_start = match answer {
                Answer::None => false,
                Answer::Overlap(_) => true,
                Answer::Contact(hit) => hit.time == 0.0,
            };
            assert_eq!(touches, at_start, "{capsule:?}");
            match answer {
                Answer::None => none += 1,
                Answer::Overlap(_) => overlaps += 1,
                Answer::Contact(_) => contacts += 1,
            }
        }
    }
    assert!(contacts > 500 && overlaps > 500 && none > 1_000, "{contacts} {overlaps} {none}");
}

/// The answer for each triangle of a mesh is the answer of that triangle alone.
#[test]
fn all_triangles_say_what_each_does() {
    let mut random = Random(11);
    let (mut met, mut touched, mut certain) = (0, 0, 0);
    for i in 0..150 {
        let mesh = soup(&mut random, i);
        let placed = mesh.instance(Rotation::identity(), [0.0; 3]).unwrap();
        for k in 0..40 {
            let capsule = some_capsule(&mut random, i + 5 * k);
            let capsule = match k % 4 {
                0 => capsule.until(1.5).unwrap(),
                1 => {
                    let [b, beyond] = capsule.shape().b();
                    let thick = Capsule::new(capsule.shape().a(), plus(b, beyond), 3.5).unwrap();
                    thick.moving(capsule.velocity()).unwrap()
                }
                _ => capsule,
            };
            let triangle = |i: usize| mesh.triangle(i).unwrap();
            let all = 0..mesh.triangles().len();
            let mut expected: Vec<(Surd, usize)> = Vec::new();
            for i in all.clone() {
                match capsule.first_contact_exact(&triangle(i)) {
                    ExactAnswer::None => {}
                    ExactAnswer::Overlap(_) => {
                        expected.push((Surd::from(Rational::ZERO), i));
                    }
                    ExactAnswer::Contact(Contact { time, .. }) => expected.push((time, i)),
                }
            }
            expected.sort();
            let contacts = capsule.contacts(&mesh);
            let expected: Vec<_> = expected.into_iter().map(|(_, i)| i).collect();
            let found: Vec<usize> = contacts
                .iter()
                .map(|answer| match answer {
                    Answer::None => usize::MAX,
                    Answer::Overlap(overlap) => overlap.feature.triangle,
                    Answer::Contact(hit) => hit.feature.triangle,
                })
                .collect();
            assert_eq!(found, expected, "{capsule:?} {mesh:?}");
            for (answer, &i) in contacts.iter().zip(&expected) {
                assert_eq!(numbers(answer), numbers(&capsule.first_contact(&triangle(i))));
            }
            assert_eq!(capsule.contacts(&placed), contacts, "{capsule:?} {mesh:?}");
            let has_contact = !expected.is_empty();
            assert_eq!(capsule.has_contact(&mesh), has_contact, "{capsule:?} {mesh:?}");
            assert_eq!(capsule.has_contact(&placed), has_contact, "{capsule:?} {mesh:?}");
            let shared: Vec<usize> =
                all.filter(|&i| capsule.shape().intersects(&triangle(i))).collect();
            assert_eq!(capsule.shape().intersecting(&mesh), shared, "{capsule:?} {mesh:?}");
            met += usize::from(has_contact);
            touched += shared.len();
            certain += usize::from(shared.len() > 20);
        }
    }
    assert!(met > 2_000 && touched > 10_000 && certain > 150, "{met} {touched} {certain}");
}

/// The fields of an answer except the feature.
type Numbers = (f64, Vector, Vector, Option<Vector>, Option<Vector>);

fn numbers<F>(answer: &Answer<f64, 3, F>) -> Option<Numbers> {
    match answer {
        Answer::None => None,
        Answer::Overlap(it) => Some((0.0, it.center, it.point, None, it.normal)),
        Answer::Contact(it) => Some((it.time, it.center, it.point, it.other_point, it.normal)),
    }
}

/// A mesh that is placed by whole numbers equals the same mesh with moved vertices, and one with
/// the identity equals itself.
#[test]
fn a_placed_mesh_is_the_mesh_made_there() {
    let mut random = Random(7);
    for i in 0..60 {
        let mesh = soup(&mut random, 3 + 6 * i);
        let shift = random.integers(-3, 3);
        let turned = |[x, y, z]: Vector| [-y, x, z];
        let made = mesh.vertices().iter().map(|&v| plus(turned(v), shift)).collect();
        let made = Mesh::new(made, mesh.triangles().to_vec()).unwrap();
        let rotation = Rotation::<f64, 3>::new([0.0, 0.0, 1.0, 1.0]).unwrap();
        let placed = mesh.instance(rotation, shift).unwrap();
        for k in 0..40 {
            let capsule = some_capsule(&mut random, i + 5 * k);
            let (a, b) = (capsule.first_contact(&placed), capsule.first_contact(&made));
            assert_eq!(a, b, "{capsule:?} {shift:?}");
            let (a, b) = (capsule.last_time(&placed), capsule.last_time(&made));
            assert_eq!(a, b, "{capsule:?} {shift:?}");
        }
    }
}

/// A capsule with an axis of length zero is the sphere. A capsule with its axis reversed arrives at
/// the same time on the same side.
#[test]
fn spheres_and_reversed_axes() {
    let mut random = Random(8);
    let mut hits = 0;
    for i in 0..40_000 {
        let capsule = some_capsule(&mut random, i);
        let mut vector = || random.vector(-3.0, 3.0);
        let [p, q, r] = [vector(), vector(), vector()];
        let triangle = Triangle::new(p, q, r).unwrap();
        let shape = capsule.shape();
        let (a, [b, beyond]) = (shape.a(), shape.b());
        let b = plus(b, beyond);
        let (velocity, radius) = (capsule.velocity(), shape.radius());
        let there = Capsule::new(a, b, radius).unwrap().moving(velocity).unwrap();
        let back = Capsule::new(b, a, radius).unwrap().moving(velocity).unwrap();
        let (hit, other) = (there.first_contact(&triangle), back.first_contact(&triangle));
        if let (Answer::Contact(hit), Answer::Contact(other)) = (hit, other) {
            hits += 1;
            assert_eq!(
                (hit.time, hit.normal, hit.approach),
                (other.time, other.normal, other.approach)
            );
            let ends = (hit.point, hit.other_point.unwrap_or(hit.point));
            assert_eq!(ends, (other.other_point.unwrap_or(other.point), other.point));
        } else {
            assert_eq!(hit.overlap().is_some(), other.overlap().is_some());
        }
        let point = Capsule::new(a, a, radius).unwrap().moving(velocity).unwrap();
        let ball = Sphere::new(a, radius).unwrap().moving(velocity).unwrap();
        assert_eq!(point.first_contact(&triangle), ball.first_contact(&triangle));
        assert_eq!(point.last_time(&triangle), ball.last_time(&triangle));
        assert_eq!(point.shape().penetration(&triangle), ball.shape().penetration(&triangle));
        let wire = Segment::new(p, q).unwrap();
        assert_eq!(point.first_contact(&wire), ball.first_contact(&wire));
    }
    assert!(hits > 1_000, "{hits}");
}

/// Casting a capsule at another one, given as an inflated segment, is symmetric.
#[test]
fn two_capsules_meet_each_other() {
    let mut random = Random(9);
    let mut hits = 0;
    for i in 0..20_000 {
        let (one, other) = (some_capsule(&mut random, i), some_capsule(&mut random, i / 2));
        let ends = |it: &Body| [it.shape().a(), plus(it.shape().b()[0], it.shape().b()[1])];
        let ([a, b], [c, d]) = (ends(&one), ends(&other));
        let meet = |[a, b]: [Vector; 2], r, v, [c, d]: [Vector; 2], s| {
            let still = Inflated::new(Segment::new(c, d).unwrap(), s).unwrap();
            Capsule::new(a, b, r).unwrap().moving(v).unwrap().first_contact(&still)
        };
        let (r, s, v) = (one.shape().radius(), other.shape().radius(), one.velocity());
        let there = meet([a, b], r, v, [c, d], s);
        let back = meet([c, d], s, v.map(|x| -x), [a, b], r);
        match (there, back) {
            (Answer::Contact(there), Answer::Contact(back)) => {
                hits += 1;
                assert_eq!((there.time, there.approach), (back.time, back.approach));
                if r + s > 0.0 {
                    assert_eq!(there.normal, back.normal.map(|n| n.map(|x| 0.0 - x)));
                }
            }
            (there, back) => assert_eq!(
                (there == Answer::None, there.overlap().is_some()),
                (back == Answer::None, back.overlap().is_some())
            ),
        }
    }
    assert!(hits > 500, "{hits}");
}

/// The closest points have the reported distance, and no two of some other points are closer.
#[test]
fn closest_points_are_the_closest() {
    let mut random = Random(10);
    let mut apart = 0;
    for i in 0..20_000 {
        let capsule = some_capsule(&mut random, i);
        let shape = capsule.shape();
        let corners = match i % 2 {
            0 => [0; 3].map(|_| random.integers(-3, 3)),
            _ => [0; 3].map(|_| random.vector(-3.0, 3.0)),
        };
        let triangle = Triangle::new(corners[0], corners[1], corners[2]).unwrap();
        let closest = shape.closest(&triangle).unwrap();
        let gap = minus(closest.point, closest.on_axis);
        let gap = dot(gap, gap).sqrt() - shape.radius();
        let distance = if shape.intersects(&triangle) { 0.0 } else { gap };
        assert!(
            (distance - closest.distance).abs() < 1e-12,
            "{capsule:?} {triangle:?} {closest:?}"
        );
        if closest.distance > 0.0 {
            apart += 1;
        }
        // Other points of the axis are not closer to the triangle.
        let axis = minus(plus(shape.b()[0], shape.b()[1]), shape.a());
        for k in 0..=8 {
            let at = plus(shape.a(), axis.map(|x| x * f64::from(k) / 8.0));
            let of_point = Point::new(at).unwrap().closest(&triangle).unwrap().distance;
            assert!(of_point >= gap + shape.radius() - 1e-12, "{capsule:?} {triangle:?}");
        }
        let own = Point::new(closest.on_axis).unwrap().closest(&triangle).unwrap();
        assert!((own.distance - (gap + shape.radius())).abs() < 1e-12);
        if let Some(out) = shape.penetration(&triangle) {
            // A capsule that is moved out by a little more is free; by a little less it is not.
            let moved = |by: f64| {
                let by = out.direction.map(|x| x * out.depth * by);
                Capsule::with_axis(plus(shape.a(), by), axis, shape.radius()).unwrap()
            };
            assert!(!moved(1.0 + 1e-9).intersects(&triangle), "{capsule:?} {triangle:?} {out:?}");
            assert!(moved(1.0 - 1e-9).intersects(&triangle), "{capsule:?} {triangle:?} {out:?}");
        } else {
            assert!(closest.distance >= 0.0);
        }
    }
    assert!(apart > 5_000, "{apart}");
}

/// A box equals its twelve triangles, unless the capsule starts inside; an oriented box turned by a
/// quarter is the box with permuted sides.
#[test]
fn a_box_is_its_twelve_triangles() {
    let mut random = Random(12);
    let (mut contacts, mut overlaps, mut along) = (0, 0, 0);
    for i in 0..12_000 {
        let capsule = some_capsule(&mut random, i);
        let whole = i % 2 == 0;
        let mut corner = || if whole { random.integers(-3, 3) } else { random.vector(-3.0, 3.0) };
        let (p, q) = (corner(), corner());
        let min: Vector = core::array::from_fn(|k| p[k].min(q[k]));
        let max: Vector = core::array::from_fn(|k| p[k].max(q[k]));
        let target = AlignedBox::new(min, max).unwrap();
        let corners =
            (0..8).map(|c| core::array::from_fn(|k| if c >> k & 1 == 0 { min[k] } else { max[k] }));
        let faces =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
        let mesh = Mesh::new(corners.collect(), triangles.collect()).unwrap();
        let shown = || format!("{capsule:?} {target:?}");
        let (a, b) = (capsule.first_contact(&target), capsule.first_contact(&mesh));
        match (a, b) {
            (Answer::Contact(a), Answer::Contact(b)) => {
                contacts += 1;
                along += usize::from(a.other_point.is_some());
                assert_eq!((a.time, a.center), (b.time, b.center), "{}", shown());
                if capsule.shape().radius() > 0.0 {
                    assert_eq!((a.normal, a.approach), (b.normal, b.approach), "{}", shown());
                }
                // The box is solid, so a capsule that has moved inside still touches it; the mesh
                // is a surface.
                let [of_box, of_mesh] = [capsule.last_time(&target), capsule.last_time(&mesh)];
                assert!(of_box.is_none() == of_mesh.is_none() && of_box >= of_mesh, "{}", shown());
                // A capsule without thickness may touch in several points at time zero.
                if a.other_point.is_none() && capsule.shape().radius() > 0.0 {
                    assert_eq!(a.point, b.point, "{}", shown());
                }
            }
            (Answer::Overlap(a), Answer::Overlap(b)) => {
                overlaps += 1;
                // The box reports the first of several equally near points; the mesh the point of
                // its first triangle.
                if a.normal.is_some() {
                    assert_eq!(a.normal, b.normal, "{}", shown());
                }
            }
            // The capsule starts inside, or is a segment that only touches the surface.
            (Answer::Overlap(a), _) => {
                let inside = (0..3).all(|k| min[k] <= a.point[k] && a.point[k] <= max[k]);
                assert!(inside && a.normal.is_none(), "{a:?} {}", shown());
            }
            (a, b) => {
                assert_eq!((a == Answer::None, b == Answer::None), (true, true), "{}", shown())
            }
        }
        // The same pair in another frame.
        let half = [0, 1, 2].map(|k| (max[k] - min[k]) / 2.0);
        let middle = [0, 1, 2].map(|k| (max[k] + min[k]) / 2.0);
        if whole && capsule.shape().radius() > 0.0 {
            let quarter = Rotation::<f64, 3>::new([0.0, 0.0, 1.0, 1.0]).unwrap();
            let turned = OrientedBox::new(middle, [half[1], half[0], half[2]], quarter).unwrap();
            let met = |answer: Answer<f64, 3, BoxFeature<3>>| {
                (
                    answer
                        .contact()
                        .map(|hit| (hit.time, hit.center, hit.point, hit.other_point, hit.normal)),
                    answer.overlap().map(|hit| (hit.center, hit.point, hit.normal)),
                )
            };
            assert_eq!(met(capsule.first_contact(&turned)), met(a), "{}", shown());
            assert_eq!(capsule.last_time(&turned), capsule.last_time(&target), "{}", shown());
            let (p, q) = (capsule.shape().closest(&turned), capsule.shape().closest(&target));
            let numbers =
                |it: ClosestPoints<f64, 3, BoxFeature<3>>| (it.point, it.on_axis, it.distance);
            assert_eq!(p.map(numbers), q.map(numbers), "{}", shown());
        }
        let closest = capsule.shape().closest(&target).unwrap();
        let gap = minus(closest.point, closest.on_axis);
        let gap = dot(gap, gap).sqrt() - capsule.shape().radius();
        assert!((gap.max(0.0) - closest.distance).abs() < 1e-12, "{closest:?} {}", shown());
        if let Some(out) = capsule.shape().penetration(&target) {
            let axis =
                minus(plus(capsule.shape().b()[0], capsule.shape().b()[1]), capsule.shape().a());
            let moved = |by: f64| {
                let by = out.direction.map(|x| x * out.depth * by);
                Capsule::with_axis(plus(capsule.shape().a(), by), axis, capsule.shape().radius())
                    .unwrap()
            };
            assert!(!moved(1.0 + 1e-9).intersects(&target), "{out:?} {}", shown());
            assert!(moved(1.0 - 1e-9).intersects(&target), "{out:?} {}", shown());
            // None of some other directions has a shorter way out.
            for _ in 0..20 {
                let d = random.vector(-1.0, 1.0);
                let by = d.map(|x| x / dot(d, d).sqrt() * out.depth * (1.0 - 1e-9));
                let moved = Capsule::with_axis(
                    plus(capsule.shape().a(), by),
                    axis,
                    capsule.shape().radius(),
                );
                assert!(moved.unwrap().intersects(&target), "{out:?} {by:?} {}", shown());
            }
        }
    }
    assert!(contacts > 500 && overlaps > 300 && along > 50, "{contacts} {overlaps} {along}");
}

/// Along its axis, or with an axis of length zero, a capsule arrives like the ball at its leading
/// end.
#[test]
fn along_its_axis_it_is_its_leading_ball() {
    let mut random = Random(13);
    let mut hits = 0;
    for i in 0..6_000 {
        let capsule = some_capsule(&mut random, 3 * i);
        let (a, radius) = (capsule.shape().a(), capsule.shape().radius());
        let axis = random.integers(-3, 3);
        let times = [1.0, 2.0, -1.0][i % 3];
        let velocity = axis.map(|x| x * times);
        let capsule = Capsule::with_axis(a, axis, radius).unwrap().moving(velocity).unwrap();
        let lead = if times > 0.0 { plus(a, axis) } else { a };
        let ball = Sphere::new(lead, radius).unwrap().moving(velocity).unwrap();
        let [p, q, r] = [0; 3].map(|_| random.integers(-4, 4));
        let triangle = Triangle::new(p, q, r).unwrap();
        let min = [0, 1, 2].map(|k| p[k].min(q[k]));
        let max = [0, 1, 2].map(|k| p[k].max(q[k]));
        let target = AlignedBox::new(min, max).unwrap();
        let seen = |hit: Contact<f64, 3>| (hit.time, hit.normal, hit.approach);
        // An obstacle that the leading ball has already passed may touch any point along the
        // capsule.
        if let (Answer::Contact(hit), Answer::Contact(of_ball)) =
            (capsule.first_contact(&triangle), ball.first_contact(&triangle))
            && of_ball.time > 0.0
            && hit.time > 0.0
            && radius > 0.0
        {
            assert_eq!(seen(hit), seen(of_ball), "{capsule:?} {triangle:?}");
            hits += 1;
        }
        if let (Answer::Contact(hit), Answer::Contact(of_ball)) =
            (capsule.first_contact(&target), ball.first_contact(&target))
            && of_ball.time > 0.0
            && hit.time > 0.0
            && radius > 0.0
        {
            assert_eq!(
                (hit.time, hit.normal, hit.approach),
                (of_ball.time, of_ball.normal, of_ball.approach),
                "{capsule:?} {target:?}"
            );
            hits += 1;
        }
        // A capsule never arrives later than the ball at its end.
        if let Some(time) = ball.contact_time(&target) {
            let first = capsule.first_contact(&target);
            assert!(first.contact().is_none_or(|hit| hit.time <= time), "{capsule:?} {target:?}");
            assert!(first != Answer::None, "{capsule:?} {target:?}");
        }
    }
    assert!(hits > 200, "{hits}");
}

/// A capsule with its axis reversed reaches a box at the same time, on the same side, with the same
/// contact.
#[test]
fn a_reversed_axis_before_a_box() {
    let mut random = Random(14);
    let (mut hits, mut two, mut overlaps) = (0, 0, 0);
    for i in 0..6_000 {
        let capsule = some_capsule(&mut random, 3 * i);
        let (shape, velocity) = (capsule.shape(), capsule.velocity());
        let (a, b, radius) = (shape.a(), plus(shape.b()[0], shape.b()[1]), shape.radius());
        let back = Capsule::new(b, a, radius).unwrap().moving(velocity).unwrap();
        let (p, q) = (random.integers(-4, 4), random.integers(-4, 4));
        let min = [0, 1, 2].map(|k| p[k].min(q[k]));
        let max = [0, 1, 2].map(|k| p[k].max(q[k]));
        let target = AlignedBox::new(min, max).unwrap();
        let shown = || format!("{capsule:?} {target:?}");
        match (capsule.first_contact(&target), back.first_contact(&target)) {
            (Answer::Contact(hit), Answer::Contact(other)) => {
                hits += 1;
                two += usize::from(hit.other_point.is_some());
                assert_eq!((hit.time, hit.approach), (other.time, other.approach), "{}", shown());
                if radius > 0.0 {
                    assert_eq!(hit.normal, other.normal, "{}", shown());
                }
                let ends = (hit.point, hit.other_point.unwrap_or(hit.point));
                let reversed = (other.other_point.unwrap_or(other.point), other.point);
                assert_eq!(ends, reversed, "{}", shown());
            }
            (hit, other) => {
                overlaps += usize::from(hit.overlap().is_some());
                assert_eq!(hit.overlap().is_some(), other.overlap().is_some(), "{}", shown());
                assert_eq!(hit == Answer::None, other == Answer::None, "{}", shown());
            }
        }
        assert_eq!(capsule.last_time(&target), back.last_time(&target), "{}", shown());
    }
    assert!(hits > 300 && two > 50 && overlaps > 200, "{hits} {two} {overlaps}");
}

/// If the sum of radii is a float, it does not matter which of the two bodies is inflated.
#[test]
fn a_rounded_point_is_a_ball() {
    let mut random = Random(15);
    let mut hits = 0;
    for i in 0..6_000 {
        let capsule = some_capsule(&mut random, 3 * i);
        let (shape, velocity) = (capsule.shape(), capsule.velocity());
        let (a, axis) = (shape.a(), minus(plus(shape.b()[0], shape.b()[1]), shape.a()));
        let [r, rho] = [0; 2].map(|_| random.integer(0, 4) / 4.0);
        let at = random.integers(-4, 4);
        let capsule =
            |radius| Capsule::with_axis(a, axis, radius).unwrap().moving(velocity).unwrap();
        let round = Inflated::new(Point::new(at).unwrap(), rho).unwrap();
        let (both, point) = (capsule(r).first_contact(&round), Point::new(at).unwrap());
        let whole = capsule(r + rho).first_contact(&point);
        match (both, whole) {
            (Answer::Contact(both), Answer::Contact(whole)) => {
                hits += 1;
                let seen = |hit: Contact<f64, 3>| (hit.time, hit.center, hit.normal, hit.approach);
                assert_eq!(seen(both), seen(whole), "{:?} {round:?}", capsule(r));
            }
            (both, whole) => {
                assert_eq!(both.overlap().is_some(), whole.overlap().is_some());
                assert_eq!(both == Answer::None, whole == Answer::None);
            }
        }
        // The symmetric cast of the ball has the opposite normal.
        if axis == [0.0; 3] && r + rho > 0.0 {
            let ball = Sphere::new(a, r + rho).unwrap().moving(velocity).unwrap();
            assert_eq!(ball.contact_time(&point), capsule(r).contact_time(&round));
        }
    }
    assert!(hits > 80, "{hits}");
}

/// A path that is cut at any of its points gives the same answers.
#[test]
fn a_path_is_the_sum_of_its_parts() {
    let mut random = Random(16);
    let (mut later, mut entered, mut none) = (0, 0, 0);
    for i in 0..600 {
        let mesh = soup(&mut random, 3 + 6 * i);
        let some = some_capsule(&mut random, 3 * i);
        let (start, radius) = (some.shape().a(), some.shape().radius());
        let axis = minus(plus(some.shape().b()[0], some.shape().b()[1]), start);
        let at = |a| Capsule::with_axis(a, axis, radius).unwrap();
        let points: Vec<Vector> = (0..4).map(|_| random.integers(-6, 6)).collect();
        let path = at(start).moving_along(points.clone()).unwrap();
        let (whole, entry) = (path.first_contact(&mesh), path.first_entry(&mesh));
        later += usize::from(whole.as_ref().is_some_and(|(leg, _)| *leg > 0));
        entered += usize::from(entry.as_ref().is_some_and(|(leg, _)| *leg > 0));
        none += usize::from(whole.is_none());
        for cut in 1..points.len() {
            let first = at(start).moving_along(&points[..cut]).unwrap();
            let second = at(points[cut - 1]).moving_along(&points[cut..]).unwrap();
            let of_second = |(leg, answer)| (leg + cut, answer);
            let parts = first.first_contact(&mesh);
            let parts = parts.or_else(|| second.first_contact(&mesh).map(of_second));
            assert_eq!(parts, whole, "{path:?}");
            // A contact exactly at a cut is an entry of the second part. An axis without thickness,
            // however, enters as soon as it touches, in the first part.
            let parts = first.first_entry(&mesh).filter(|(leg, answer)| {
                radius == 0.0 || *leg + 1 < cut || answer.contact().is_none_or(|hit| hit.time < 1.0)
            });
            let parts = parts.or_else(|| second.first_entry(&mesh).map(of_second));
            assert_eq!(parts, entry, "{path:?}");
        }
    }
    assert!(later > 50 && entered > 50 && none > 20, "{later} {entered} {none}");
}

// ---- boxes, by hand ----

/// A capsule without thickness overlaps a box as soon as any of its points is inside.
#[test]
fn an_axis_through_a_box_overlaps_it() {
    let cube = AlignedBox::new([0.0; 3], [2.0; 3]).unwrap();
    let thin = |a: Vector, b: Vector| {
        let wire = Capsule::new(a, b, 0.0).unwrap().moving([0.0; 3]).unwrap();
        wire.first_contact(&cube)
    };
    // The axis goes from edge to edge, or from vertex to vertex, and crosses no face.
    let across = thin([-1.0, -1.0, 1.0], [3.0, 3.0, 1.0]).overlap().unwrap();
    assert_eq!((across.point, across.normal), ([0.0, 0.0, 1.0], None));
    let through = thin([-1.0; 3], [3.0; 3]).overlap().unwrap();
    assert_eq!(through.point, [0.0; 3]);
    // An axis from a vertex into the box overlaps it. An axis that only reaches the vertex, or runs
    // along an edge or a face, does not.
    assert!(thin([0.0; 3], [1.0, 1.0, 0.5]).overlap().is_some());
    assert!(thin([0.0; 3], [-1.0, -1.0, 0.5]).contact().is_some());
    assert!(thin([0.0; 3], [5.0, 0.0, 0.0]).contact().is_some());
    let on_top = thin([-1.0, 1.0, 2.0], [3.0, 1.0, 2.0]).contact().unwrap();
    assert_eq!((on_top.point, on_top.other_point), ([0.0, 1.0, 2.0], Some([2.0, 1.0, 2.0])));
}

/// The axis crosses the border of the face at one vertex, and again at the opposite one.
#[test]
fn an_axis_along_a_diagonal_of_a_face() {
    let cube = AlignedBox::new([0.0; 3], [2.0; 3]).unwrap();
    let touched = |a: Vector, b: Vector| {
        let log = Capsule::new(a, b, 1.0).unwrap().moving([0.0, 0.0, -1.0]).unwrap();
        let hit = log.first_contact(&cube).contact().unwrap();
        (hit.point, hit.other_point.unwrap())
    };
    let [near, far] = [[0.0, 0.0, 2.0], [2.0, 2.0, 2.0]];
    assert_eq!(touched([-1.0, -1.0, 4.0], [3.0, 3.0, 4.0]), (near, far));
    assert_eq!(touched([3.0, 3.0, 4.0], [-1.0, -1.0, 4.0]), (far, near));
    assert_eq!(touched([1.0, 1.0, 4.0], [3.0, 3.0, 4.0]), ([1.0, 1.0, 2.0], far));
    assert_eq!(touched([1.0, 1.0, 4.0], [-1.0, -1.0, 4.0]), ([1.0, 1.0, 2.0], near));
    let [left, right] = [[0.0, 2.0, 2.0], [2.0, 0.0, 2.0]];
    assert_eq!(touched([-1.0, 3.0, 4.0], [3.0, -1.0, 4.0]), (left, right));
    assert_eq!(touched([3.0, -1.0, 4.0], [-1.0, 3.0, 4.0]), (right, left));
}

/// The shortest way out of a box without an interior is found as for any other box: over the face
/// that the capsule sweeps.
#[test]
fn the_way_out_of_a_flat_box_that_is_turned() {
    let quarter = Rotation::<f64, 3>::new([0.0, 0.0, 1.0, 1.0]).unwrap();
    let flat = OrientedBox::new([-3.0, 0.0, 0.0], [0.5, 0.0, 1.0], quarter).unwrap();
    let wire = Capsule::with_axis([0.0; 3], [-4.0, 0.0, 0.0], 0.0).unwrap();
    let out = wire.penetration(&flat).unwrap();
    assert_eq!((out.direction.map(f64::abs), out.depth), ([0.0, 1.0, 0.0], 0.5));
}

/// In the plane a capsule cannot be moved over or under a segment.
#[test]
fn the_way_out_of_a_wire_in_the_plane() {
    let wire = Segment::new([1.0, 0.0], [-3.0, 1.0]).unwrap();
    let stadium = Capsule::new([0.0, 0.0], [0.0, 1.0], 1.0).unwrap();
    let out = stadium.penetration(&wire).unwrap();
    let root = 17.0_f64.sqrt();
    assert_eq!((out.direction, out.depth), ([1.0 / root, 4.0 / root], 1.242535625036333));
    // The way out past the end of the segment is shorter.
    let short = Segment::new([0.125, 0.5], [-3.0, 0.5]).unwrap();
    let out = stadium.penetration(&short).unwrap();
    assert_eq!((out.direction, out.depth), ([1.0, 0.0], 1.125));
}

/// A face that is touched later is not the first contact, though the path leads down on it.
#[test]
fn a_touch_at_the_start_is_not_passed_over() {
    let quarter = Rotation::<f64, 3>::new([1.0; 4]).unwrap();
    let target = OrientedBox::new([-4.0, 4.0, 0.0], [3.0, 1.0, 1.0], quarter).unwrap();
    let target = Inflated::new(target, 6.0).unwrap();
    let wire = Capsule::new([-6.0, -5.0, 0.0], [-4.0, -5.0, 0.0], 0.0).unwrap();
    let hit = wire.moving([-1.0, 1.0, 0.0]).unwrap().first_contact(&target).contact().unwrap();
    assert_eq!((hit.time, hit.normal), (0.0, Some([0.0, -1.0, 0.0])));
}

/// A capsule that comes from above and a capsule that lies there get the same name for the same
/// side.
#[test]
fn a_flat_box_has_one_name_for_a_side() {
    let floor = AlignedBox::new([0.0, 0.0, 1.0], [4.0, 4.0, 1.0]).unwrap();
    for (from, to, axis, down) in [
        (3.0, 2.5, [0.0, 0.0, 1.0], -1.0),
        (-1.0, -0.5, [0.0, 0.0, -1.0], 1.0),
        (3.0, 2.5, [1.0, 0.0, 0.0], -1.0),
        (-1.0, -0.5, [1.0, 0.0, 0.0], 1.0),
    ] {
        let at = |z: f64| Capsule::with_axis([1.0, 1.0, z], axis, 1.0).unwrap();
        let hit = at(from).moving([0.0, 0.0, down]).unwrap().first_contact(&floor);
        let closest = at(to).closest(&floor).unwrap();
        assert_eq!(closest.feature, hit.contact().unwrap().feature);
    }
}

/// A capsule with an axis of length zero has the same closest feature on every shape as its point.
/// This includes flat boxes, also seen from within their plane.
#[test]
fn an_axis_of_no_length_is_closest_where_its_point_is() {
    fn check(
        obstacle: &(impl Answers<f64, 3, Capsule<f64, 3>> + Alone<f64, 3>),
        at: Vector,
    ) -> bool {
        let by_end = Capsule::new(at, at, 0.0).unwrap();
        let by_axis = Capsule::with_axis(at, [0.0; 3], 0.0).unwrap();
        let closest = obstacle.closest(&Point::new(at).unwrap()).unwrap().unwrap();
        for capsule in [by_end, by_axis] {
            let points = obstacle.closest_points(&capsule).unwrap().unwrap();
            assert_eq!(
                (points.point, points.distance),
                (closest.point, closest.distance),
                "{at:?}"
            );
            assert_eq!(points.feature, closest.feature, "{at:?}");
        }
        closest.distance > 0.0
    }
    let mut random = Random(31);
    let (mut apart, mut within) = (0, 0);
    for i in 0..6_000 {
        let mut vector = || match i % 3 {
            0 => random.vector(-2.0, 2.0),
            _ => random.integers(-2, 2),
        };
        let (at, a, b, c) = (vector(), vector(), vector(), vector());
        let mut corners = [a, b];
        if i % 2 == 0 {
            // The box is flat along one axis or two.
            (0..=random.index(2)).for_each(|_| {
                let k = random.index(3);
                corners[1][k] = a[k];
            });
        }
        let [min, max] = [f64::min, f64::max]
            .map(|of| core::array::from_fn(|k| of(corners[0][k], corners[1][k])));
        let cuboid = AlignedBox::new(min, max).unwrap();
        let half = core::array::from_fn(|k| 0.5 * (max[k] - min[k]));
        let turn = [c[0], c[1], c[2], random.integer(-1, 1)];
        let turn = Rotation::<f64, 3>::new(turn).unwrap_or(Rotation::<f64, 3>::identity());
        let turned = OrientedBox::new(a, half, turn).unwrap();
        let triangle = Triangle::new(a, b, c).unwrap();
        let mesh = Mesh::new(vec![a, b, c, at], vec![[0, 1, 2], [1, 0, 2]]).unwrap();
        for is_apart in [
            check(&Moving::still(cuboid), at),
            check(&Moving::still(turned), at),
            check(&Moving::still(triangle), at),
            check(&Moving::still(Segment::new(a, b).unwrap()), at),
            check(&Moving::still(Point::new(a).unwrap()), at),
            check(&Moving::still(Arc::new(mesh)), at),
        ] {
            *if is_apart { &mut apart } else { &mut within } += 1;
        }
    }
    assert!(apart > 10_000 && within > 200, "{apart} {within}");
}

/// A capsule with an axis of length zero leaves a box like its sphere, by the same one of several
/// equal directions: from all corners and sides, and from inside.
#[test]
fn an_axis_of_no_length_leaves_by_the_way_of_its_sphere() {
    fn check<const N: usize>(
        obstacle: &(impl Answers<f64, N, Capsule<f64, N>> + Answers<f64, N, Sphere<f64, N>>),
        at: [f64; N],
        radius: f64,
    ) -> bool {
        let axis = obstacle.penetration(&Capsule::new(at, at, radius).unwrap()).unwrap();
        let sphere = obstacle.penetration(&Sphere::new(at, radius).unwrap()).unwrap();
        assert_eq!(axis, sphere, "{at:?}");
        sphere.is_some()
    }
    let quarter = Rotation::<f64, 3>::new([0.0, 0.0, 1.0, 1.0]).unwrap();
    let flat_quarter = Rotation::<f64, 2>::new([1.0, 1.0]).unwrap();
    let mut met = 0;
    for i in 0..5 * 5 * 5 * 2 {
        let [x, y, z] = [1, 5, 25].map(|power| f64::from(i / power % 5));
        let radius = f64::from(i / 125);
        for half in [[2.0, 2.0, 2.0], [2.0, 1.0, 1.0], [1.0, 2.0, 1.0]] {
            let flat_half = [half[0], half[1]];
            let flat =
                AlignedBox::new([2.0 - half[0], 2.0 - half[1]], [2.0 + half[0], 2.0 + half[1]]);
            let solid = AlignedBox::new(half.map(|h| 2.0 - h), half.map(|h| 2.0 + h));
            met += u32::from(check(&Moving::still(flat.unwrap()), [x, y], radius));
            met += u32::from(check(&Moving::still(solid.unwrap()), [x, y, z], radius));
            for turn in [Rotation::<f64, 2>::identity(), flat_quarter] {
                let turned = OrientedBox::new([2.0; 2], flat_half, turn).unwrap();
                met += u32::from(check(&Moving::still(turned), [x, y], radius));
            }
            for turn in [Rotation::<f64, 3>::identity(), quarter] {
                let turned = OrientedBox::new([2.0; 3], half, turn).unwrap();
                met += u32::from(check(&Moving::still(turned), [x, y, z], radius));
            }
        }
    }
    assert!(met > 1_000, "{met}");
}

/// An axis without thickness that stands on a face, or lies on one, at the start: the normal leads
/// out of the box, for any direction of the axis. By hand.
#[test]
fn what_starts_on_a_face_has_the_normal_that_leads_out() {
    use tangency::Approach::{Parting, Sliding};
    let cube = AlignedBox::new([0.0; 3], [1.0; 3]).unwrap();
    let turn = Rotation::<f64, 3>::identity();
    let turned = OrientedBox::new([0.5; 3], [0.5; 3], turn).unwrap();
    let cases = [
        // The axis stands on the upper side and slides.
        ([0.5, 1.0, 0.5], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], Sliding),
        // It touches the lower side with either end, and parts.
        ([0.0, 0.5, 0.5], [-1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], Parting),
        ([-1.0, 0.5, 0.5], [1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], Parting),
        // It rests.
        ([0.5, 0.5, 1.0], [0.25, 0.0, 1.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0], Sliding),
        // It lies there; it parts, or slides.
        ([0.0, 0.25, 0.5], [0.0, 0.5, 0.0], [-1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], Parting),
        ([0.0, 0.25, 0.5], [0.0, 0.5, 0.0], [0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], Sliding),
    ];
    for (a, axis, velocity, normal, approach) in cases {
        let capsule = Capsule::with_axis(a, axis, 0.0).unwrap().moving(velocity).unwrap();
        for answer in [capsule.first_contact(&cube), capsule.first_contact(&turned)] {
            let contact = answer.contact().unwrap();
            assert_eq!((contact.time, contact.center), (0.0, a), "{capsule:?}");
            assert_eq!((contact.normal, contact.approach), (Some(normal), approach), "{capsule:?}");
        }
    }
    let triangle = Triangle::new([0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]).unwrap();
    let mesh = Mesh::new(triangle.vertices().to_vec(), vec![[0, 1, 2]]).unwrap();
    for up in [1.0, -1.0] {
        for speed in [0.0, up] {
            let capsule = Capsule::with_axis([0.25, 0.25, 0.0], [0.0, 0.0, up], 0.0).unwrap();
            let capsule = capsule.moving([0.0, 0.0, speed]).unwrap();
            let approach = if speed == 0.0 { Sliding } else { Parting };
            let of_triangle = capsule.first_contact(&triangle).contact().unwrap();
            let of_mesh = capsule.first_contact(&mesh).contact().unwrap();
            for (normal, approach_of) in
                [(of_triangle.normal, of_triangle.approach), (of_mesh.normal, of_mesh.approach)]
            {
                assert_eq!((normal, approach_of), (Some([0.0, 0.0, up]), approach), "{capsule:?}");
            }
        }
    }
}
