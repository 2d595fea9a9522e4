//! A mesh that is turned and moved gives the answers of the same mesh elsewhere, to the last bit,
//! and so does a hull that is translated.

#![allow(clippy::unwrap_used, reason = "a test may stop at what cannot be")]

mod random;

use random::Random;
use std::cmp::Ordering;
use tangency::any::{AnyConvex, Mover};
use tangency::{
    Answer, Contact, ExactAnswer, Hull, HullFeature, Inflated, InputError, Mesh, MeshFeature,
    MeshInstance, Moving, Overlap, Point, Rational, Rotation, Scalar, Scene, Sphere, Surd,
};

type V = [f64; 3];
type Ball = Moving<Sphere<f64, 3>>;
type Met = Answer<f64, 3, MeshFeature>;

/// A mesh of triangles that share vertices, some of them twice, some flat.
fn soup(
    random: &mut Random,
    triangles: u64,
    mut vertex: impl FnMut(&mut Random) -> V,
) -> Mesh<f64> {
    let vertices: Vec<V> = (0..triangles).map(|_| vertex(random)).collect();
    let mut index = || random.below(triangles) as u32;
    let triangles = (0..triangles).map(|_| [index(), index(), index()]).collect();
    Mesh::new(vertices, triangles).unwrap()
}

fn whole(random: &mut Random) -> V {
    random.integers(-4, 4)
}

fn real(random: &mut Random) -> V {
    random.vector(-1.0, 1.0)
}

fn rotation(quaternion: [f64; 4]) -> Rotation<f64, 3> {
    Rotation::<f64, 3>::new(quaternion).unwrap()
}

fn changed(answer: Met, change: impl Fn(V) -> V) -> Met {
    match answer {
        Answer::None => Answer::None,
        Answer::Overlap(hit) => Answer::Overlap(Overlap::new(
            change(hit.center),
            change(hit.point),
            hit.normal.map(&change),
            hit.feature,
        )),
        Answer::Contact(hit) => Answer::Contact(
            Contact::new(
                hit.time,
                change(hit.center),
                change(hit.point),
                hit.normal.map(&change),
                hit.feature,
                hit.approach,
            )
            .with_other_point(hit.other_point),
        ),
    }
}

/// Compares all queries of two meshes that must be the same.
fn same(ball: &Ball, placed: &MeshInstance<f64>, mesh: &Mesh<f64>, change: impl Fn(V) -> V) -> Met {
    let back = Sphere::new(change(ball.shape().center()), ball.shape().radius()).unwrap();
    let there = back.moving(change(ball.velocity())).unwrap().until(ball.t_max()).unwrap();
    let answer = there.first_contact(placed);
    assert_eq!(answer, changed(ball.first_contact(mesh), &change), "{ball:?}");
    assert_eq!(there.contact_time(placed), ball.contact_time(mesh));
    assert_eq!(there.time_down(placed), ball.time_down(mesh));
    assert_eq!(there.last_time(placed), ball.last_time(mesh));
    assert_eq!(there.last_time_exact(placed), ball.last_time_exact(mesh));
    assert_eq!(back.intersects(placed), ball.shape().intersects(mesh));
    if let (
        ExactAnswer::Contact(Contact { time, .. }),
        ExactAnswer::Contact(Contact { time: other, .. }),
    ) = (there.first_contact_exact(placed), ball.first_contact_exact(mesh))
    {
        assert_eq!(time, other);
    }
    let closest =
        |point: V, of: &MeshInstance<f64>| Point::new(point).unwrap().closest(of).unwrap();
    let (there, here) = (
        closest(back.center(), placed),
        Point::new(ball.shape().center()).unwrap().closest(mesh).unwrap(),
    );
    assert_eq!((there.feature, there.distance), (here.feature, here.distance));
    assert_eq!(there.point, change(here.point));
    same_of_rounded(ball, placed, mesh, change);
    answer
}

/// Compares the first contact and the closest point of the inflated meshes.
fn same_of_rounded(
    ball: &Ball,
    placed: &MeshInstance<f64>,
    mesh: &Mesh<f64>,
    change: impl Fn(V) -> V,
) {
    let back = Sphere::new(change(ball.shape().center()), ball.shape().radius()).unwrap();
    let there = back.moving(change(ball.velocity())).unwrap().until(ball.t_max()).unwrap();
    let placed = Inflated::new(*placed, 0.5).unwrap();
    let mesh = Inflated::new(mesh, 0.5).unwrap();
    assert_eq!(there.first_contact(&placed), changed(ball.first_contact(&mesh), &change));
    let there = Point::new(back.center()).unwrap().closest(&placed).unwrap();
    let here = Point::new(ball.shape().center()).unwrap().closest(&mesh).unwrap();
    assert_eq!((there.feature, there.distance), (here.feature, here.distance));
    assert_eq!(there.point, change(here.point));
}

#[derive(Debug, Default)]
struct Count([usize; 3]);

impl Count {
    fn add(&mut self, answer: &Met) {
        self.0[match answer {
            Answer::None => 0,
            Answer::Overlap(_) => 1,
            Answer::Contact(_) => 2,
        }] += 1;
    }
    fn enough(&self) {
        assert!(self.0.iter().all(|&n| n > 10), "{self:?}");
    }
}

fn some_ball(random: &mut Random, vector: impl Fn(&mut Random) -> V, reach: f64) -> Ball {
    let center = vector(random).map(|x| x * reach);
    let radius = [0.0, 0.25, 1.0][random.below(3) as usize];
    let velocity = vector(random);
    let ball = Sphere::new(center, radius).unwrap().moving(velocity).unwrap();
    if random.below(3) == 0 { ball.until(1.5).unwrap() } else { ball }
}

#[test]
fn turned_by_a_quarter_it_is_the_mesh_with_other_coordinates() {
    type Turn = ([f64; 4], fn(V) -> V);
    let turns: [Turn; 5] = [
        ([0.0, 0.0, 1.0, 1.0], |[x, y, z]| [-y, x, z]),
        ([3.0, 0.0, 0.0, 3.0], |[x, y, z]| [x, -z, y]),
        ([0.0, -0.1, 0.0, 0.1], |[x, y, z]| [-z, y, x]),
        ([1.0, 1.0, 1.0, 1.0], |[x, y, z]| [z, x, y]),
        ([1e-200, 0.0, 0.0, 0.0], |[x, y, z]| [x, -y, -z]),
    ];
    for (i, (quaternion, turn)) in turns.into_iter().enumerate() {
        let mut random = Random(i as u64);
        let mut count = Count::default();
        for _ in 0..20 {
            let vector = [whole, real][random.below(2) as usize];
            let mesh = soup(&mut random, 20, vector);
            let placed = mesh.instance(rotation(quaternion), [0.0; 3]).unwrap();
            for _ in 0..20 {
                let ball = some_ball(&mut random, vector, 2.0);
                count.add(&same(&ball, &placed, &mesh, turn));
            }
        }
        count.enough();
    }
}

#[test]
fn not_turned_it_is_the_mesh_however_long_the_quaternion() {
    for (i, w) in [1.0, -1.0, 0.3, 1e300, 5e-324].into_iter().enumerate() {
        let mut random = Random(i as u64);
        let mut count = Count::default();
        for _ in 0..20 {
            let mesh = soup(&mut random, 20, real);
            let placed = mesh.instance(rotation([0.0, 0.0, 0.0, w]), [0.0; 3]).unwrap();
            for _ in 0..20 {
                let ball = some_ball(&mut random, real, 2.0);
                count.add(&same(&ball, &placed, &mesh, |v| v));
            }
        }
        count.enough();
    }
}

#[test]
fn moved_and_turned_by_whole_numbers_it_is_the_mesh_that_is_made_so() {
    // The quaternion has |q|² = 9, and the vertices are multiples of it.
    let quaternion = [2.0, 0.0, 1.0, 2.0];
    let rows = [[7.0, -4.0, 4.0], [4.0, -1.0, -8.0], [4.0, 8.0, 1.0]];
    let turn = |v: V| rows.map(|row| (row[0] * v[0] + row[1] * v[1] + row[2] * v[2]) / 9.0);
    let mut random = Random(8);
    let mut count = Count::default();
    for _ in 0..60 {
        let mesh = soup(&mut random, 20, |random| whole(random).map(|x| 9.0 * x));
        let by = whole(&mut random);
        let vertices = mesh.vertices().iter().map(|&v| turn(v));
        let vertices = vertices.map(|v| [0, 1, 2].map(|k| v[k] + by[k])).collect();
        let made = Mesh::new(vertices, mesh.triangles().to_vec()).unwrap();
        let placed = mesh.instance(rotation(quaternion), by).unwrap();
        for _ in 0..20 {
            let (center, velocity) = (whole(&mut random).map(|x| 20.0 * x), whole(&mut random));
            let radius = random.below(12) as f64;
            let ball = Sphere::new(center, radius).unwrap().moving(velocity).unwrap();
            count.add(&same(&ball, &placed, &made, |v| v));
        }
    }
    count.enough();
}

fn squared_distance(a: &[Surd; 3], b: &[Surd; 3]) -> Surd {
    let square = |k: usize| {
        let d = a[k].checked_sub(&b[k]).unwrap();
        d.checked_mul(&d).unwrap()
    };
    square(0).checked_add(&square(1)).unwrap().checked_add(&square(2)).unwrap()
}

/// The center and the point of an answer in exact numbers.
fn places(answer: &ExactAnswer<3, MeshFeature>) -> Option<[&[Surd; 3]; 2]> {
    match answer {
        ExactAnswer::None => None,
        ExactAnswer::Overlap(hit) => Some([&hit.center, &hit.point]),
        ExactAnswer::Contact(hit) => Some([&hit.center, &hit.point]),
    }
}

/// A hull at a translated mesh has the answers of the translated hull at the mesh. The vertices of
/// the mesh are floats in both places. The vertices of the translated hull are no floats.
#[test]
fn a_translated_hull_is_the_hull_at_a_mesh_that_is_moved_the_other_way() {
    // The gaps of two grids. A sum of numbers of both needs 61 bits.
    let (fine, coarse) = (1.0 / (1u64 << 50) as f64, 1.0 / (1u64 << 40) as f64);
    let random = &mut Random(91);
    let (mut count, mut unequal) = (Count::default(), 0);
    for i in 0..400 {
        // Half of the vectors are whole, so that there are ties.
        let on_grid = |random: &mut Random, size: f64, gap: f64| -> V {
            let gap = if i % 2 == 0 { 1.0 } else { gap };
            random.vector(-size, size).map(|x| (x / gap).round() * gap)
        };
        let translation = on_grid(random, 1000.0, coarse);
        let there = |point: V| -> V { [0, 1, 2].map(|k| point[k] + translation[k]) };
        let here = soup(random, 12, |random| on_grid(random, 4.0, coarse));
        let moved: Vec<V> = here.vertices().iter().map(|&vertex| there(vertex)).collect();
        let moved = Mesh::new(moved, here.triangles().to_vec()).unwrap();
        // The first point is the reference point of the hull that is given, and the origin of the
        // translated one.
        let offset = on_grid(random, 3.0, fine);
        let points: Vec<V> = (0..2 + random.below(7))
            .map(|_| on_grid(random, 1.0, fine))
            .map(|point| [0, 1, 2].map(|k| point[k] + offset[k]))
            .collect();
        let hull = Hull::new([[0.0; 3]].into_iter().chain(points.iter().copied())).unwrap();
        let radius = [0.0, 0.5, random.between(0.0, 1.0)][i % 3];
        let velocity = on_grid(random, 3.0, fine);
        let given = Inflated::new(AnyConvex::from(hull.clone()), radius).unwrap();
        let translated = AnyConvex::from(hull.with_translation(translation).unwrap());
        assert_eq!(translated.place(), translation);
        let translated = Inflated::new(translated, radius).unwrap();
        let is_float = |x: f64, y: f64| (x + y) - y == x && (x + y) - x == y;
        unequal += usize::from(!is_float(points[0][0], translation[0]));

        let body = given.clone().moving(velocity).unwrap();
        let moving = translated.clone().moving(velocity).unwrap();
        let (answer, expected) = (moving.first_contact(&moved), body.first_contact(&here));
        count.add(&expected);
        let (exact, expected_exact) =
            (moving.first_contact_exact(&moved), body.first_contact_exact(&here));
        assert_eq!(places(&exact).is_some(), places(&expected_exact).is_some());
        if let (Some(found), Some(expected)) = (places(&exact), places(&expected_exact)) {
            for (found, expected) in found.into_iter().zip(expected) {
                for k in 0..3 {
                    let by = Surd::from(Rational::try_from(translation[k]).unwrap());
                    assert_eq!(found[k], expected[k].checked_add(&by).unwrap(), "{i}");
                }
            }
        }
        let rounded = places(&exact).map(|places| places.map(|p| p.each_ref().map(Surd::to_f64)));
        match (answer, expected, rounded) {
            (Answer::None, Answer::None, None) => {}
            (Answer::Overlap(hit), Answer::Overlap(other), Some([center, point])) => {
                assert_eq!((hit.center, hit.point), (center, point));
                assert_eq!((hit.normal, hit.feature), (other.normal, other.feature));
            }
            (Answer::Contact(hit), Answer::Contact(other), Some([center, point])) => {
                assert_eq!((hit.center, hit.point), (center, point));
                assert_eq!((hit.time, hit.normal), (other.time, other.normal));
                assert_eq!((hit.feature, hit.approach), (other.feature, other.approach));
            }
            (answer, expected, _) => panic!("{i}: {answer:?}, not {expected:?}"),
        }
        assert_eq!(moving.last_time_exact(&moved), body.last_time_exact(&here));
        assert_eq!(moving.has_contact(&moved), body.has_contact(&here));
        let all: Vec<_> = moving.contacts(&moved).iter().map(time_and_triangle).collect();
        let expected: Vec<_> = body.contacts(&here).iter().map(time_and_triangle).collect();
        assert_eq!(all, expected);

        let stops: Vec<V> = (0..3).map(|_| on_grid(random, 5.0, coarse)).collect();
        let path =
            translated.moving_along(stops.iter().map(|&stop| there(stop)).collect::<Vec<_>>());
        let found = path.unwrap().first_contact(&moved);
        let legs = Mover::from(Moving::still(given)).moving_along(stops).unwrap();
        let here = Moving::still(std::sync::Arc::new(here));
        let expected = legs.first_contact_along(&here).unwrap();
        assert_eq!(
            found.map(|(leg, answer)| (leg, answer.contact().map(|hit| hit.time))),
            expected.map(|(leg, answer)| (leg, answer.contact().map(|hit| hit.time))),
        );
    }
    count.enough();
    assert!(unequal > 100, "{unequal}");
}

fn time_and_triangle(answer: &Met) -> (Option<f64>, Option<usize>) {
    match answer {
        Answer::None => (None, None),
        Answer::Overlap(hit) => (None, Some(hit.feature.triangle)),
        Answer::Contact(hit) => (Some(hit.time), Some(hit.feature.triangle)),
    }
}

/// The answer found from meshes of one triangle each, which need no BVH. Other tests compare their
/// answers with an oracle.
fn one_by_one<T: Scalar>(
    ball: &Moving<Sphere<T, 3>>,
    mesh: &Mesh<T>,
    rotation: Rotation<T, 3>,
    translation: [T; 3],
) -> Answer<T, 3, MeshFeature> {
    let mut best: Option<(bool, Surd, Answer<T, 3, MeshFeature>)> = None;
    for index in 0..mesh.triangles().len() {
        let vertices = mesh.triangle(index).unwrap().vertices().to_vec();
        let alone = Mesh::new(vertices, vec![[0, 1, 2]]).unwrap();
        let placed = alone.instance(rotation, translation).unwrap();
        let (overlaps, key) = match ball.first_contact_exact(&placed) {
            ExactAnswer::None => continue,
            ExactAnswer::Overlap(Overlap { center, point, .. }) => {
                (true, squared_distance(&center, &point))
            }
            ExactAnswer::Contact(Contact { time, .. }) => (false, time),
        };
        let comes_first = match &best {
            None => true,
            Some((other, least, _)) => match overlaps.cmp(other) {
                Ordering::Equal => key < *least,
                order => order == Ordering::Greater,
            },
        };
        if comes_first {
            let name = |f: MeshFeature| MeshFeature { triangle: index, feature: f.feature };
            let answer = match ball.first_contact(&placed) {
                Answer::None => Answer::None,
                Answer::Overlap(o) => Answer::Overlap(o.map_feature(|_| name(o.feature))),
                Answer::Contact(c) => Answer::Contact(c.map_feature(|_| name(c.feature))),
            };
            best = Some((overlaps, key, answer));
        }
    }
    best.map_or(Answer::None, |(.., answer)| answer)
}

fn searched_as_one_by_one<T: Scalar>(
    seed: u64,
    [scale, speed]: [f64; 2],
    narrow: impl Fn(f64) -> T,
) {
    let mut random = Random(seed);
    let mut count = Count::default();
    for _ in 0..40 {
        let mesh = soup(&mut random, 40, real);
        let vertices = mesh.vertices().iter().map(|v| v.map(|x| narrow(x * scale))).collect();
        let mesh = Mesh::new(vertices, mesh.triangles().to_vec()).unwrap();
        let quaternion = [0; 4].map(|_| narrow(random.between(-1.0, 1.0)));
        let rotation = Rotation::<T, 3>::new(quaternion).unwrap();
        let translation = real(&mut random).map(|x| narrow(x * scale));
        let placed = mesh.instance(rotation, translation).unwrap();
        for _ in 0..12 {
            let center = random.vector(-3.0, 3.0).map(|x| narrow(x * scale));
            let radius = narrow(random.between(0.0, 0.8) * scale);
            let velocity = random.vector(-2.0, 2.0).map(|x| narrow(x * speed));
            let ball = Sphere::new(center, radius).unwrap().moving(velocity).unwrap();
            let answer = ball.first_contact(&placed);
            assert_eq!(answer, one_by_one(&ball, &mesh, rotation, translation), "{ball:?}");
            count.0[match answer {
                Answer::None => 0,
                Answer::Overlap(_) => 1,
                Answer::Contact(_) => 2,
            }] += 1;
        }
    }
    count.enough();
}

#[test]
fn the_search_forgets_nothing() {
    searched_as_one_by_one(1, [1.0, 1.0], |x| x);
    searched_as_one_by_one(2, [1e12, 1.0], |x| x);
    searched_as_one_by_one(3, [1e-160, 1e-10], |x| x);
    searched_as_one_by_one(4, [1e155, 1.0], |x| x);
    searched_as_one_by_one(5, [1.0, 1e-160], |x| x);
    searched_as_one_by_one(6, [1.0, 1e160], |x| x);
    searched_as_one_by_one(7, [1.0, 1.0], |x| x as f32);
}

#[test]
fn placed_twice_a_mesh_is_one_mesh_in_two_places() -> Result<(), InputError> {
    let tile = Mesh::new(vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]], vec![[0, 1, 2]])?;
    let near = tile.instance(Rotation::identity(), [0.0, 0.0, 2.0])?;
    let far = tile.instance(Rotation::identity(), [0.0, 0.0, -2.0])?.moving([0.0, 0.0, 1.0])?;
    assert!(std::ptr::eq(near.mesh(), far.shape().mesh()));
    let ball = Sphere::new([1.0, 1.0, 5.0], 1.0)?.moving([0.0, 0.0, -1.0])?;
    assert_eq!(ball.contact_time(&near), Some(2.0));
    assert_eq!(ball.contact_time(&far), Some(3.0));
    Ok(())
}

#[test]
fn what_is_no_place_is_refused() -> Result<(), InputError> {
    let mesh = Mesh::new(vec![], vec![])?;
    let error = mesh.instance(Rotation::identity(), [0.0, f64::NAN, 0.0]).unwrap_err();
    assert_eq!(error.to_string(), "mesh.translation[1] is NaN, must be a finite number");
    let empty = mesh.instance(Rotation::identity(), [0.0; 3])?;
    let ball = Sphere::new([0.0; 3], 1.0)?.moving([1.0, 0.0, 0.0])?;
    assert_eq!(ball.first_contact(&empty), Answer::None);
    Ok(())
}

/// A scene with hulls at positions answers as the hulls do alone, also if it was saved, and each
/// such hull answers as a hull of moved points if these are floats.
#[test]
fn a_scene_has_hulls_at_positions() {
    let random = &mut Random(57);
    let mut met = 0;
    for i in 0..200 {
        // Sums of such numbers are floats.
        let tenth_bits =
            |random: &mut Random| random.vector(-4.0, 4.0).map(|x| (x * 64.0).round() / 64.0);
        let points: Vec<V> = (0..5).map(|_| tenth_bits(random)).collect();
        let hull = Hull::new(points.iter().copied()).unwrap();
        let place = tenth_bits(random).map(|x| 8.0 * x);
        let is_about_origin = i % 2 == 0;
        let reference = if is_about_origin { [0.0; 3] } else { points[0] };
        let moved: Vec<V> =
            points.iter().map(|p| [0, 1, 2].map(|k| p[k] - reference[k] + place[k])).collect();
        let placed = match is_about_origin {
            true => hull.clone().with_translation(place).unwrap(),
            false => hull.clone().at(place).unwrap(),
        };
        assert_eq!((placed.points(), placed.position()), (hull.points(), place));
        let moved = Hull::new(moved).unwrap();
        // Another hull of the same points, which is far away, and which a search must not confuse
        // with the first one.
        let mut scene = Scene::new();
        let far = scene.insert(hull.clone().at([1e6, 0.0, 0.0]).unwrap());
        let id = scene.insert(placed.clone());
        scene.rebuild();
        let saved = Scene::<f64>::from_bytes(scene.to_bytes()).unwrap();
        for scene in [&scene, &saved] {
            for _ in 0..10 {
                let from = random.vector(-20.0, 20.0);
                let ball = Sphere::new([0, 1, 2].map(|k| place[k] + from[k]), 0.5).unwrap();
                let ball = ball.moving(from.map(|x| -x)).unwrap();
                let expected = ball.first_contact(&moved);
                assert_eq!(ball.first_contact(&placed), expected);
                let answer = ball.first_contact(scene).map_feature(|it| (it.item, it.feature));
                let named = |feature: HullFeature| (id, feature.into());
                assert_eq!(answer, expected.clone().map_feature(named));
                met += usize::from(expected != Answer::None);
            }
            let away =
                Sphere::new([1e6, 0.0, 50.0], 0.5).unwrap().moving([0.0, 0.0, -1.0]).unwrap();
            let answer = away.first_contact(scene).map_feature(|it| (it.item, it.feature));
            let alone = away.first_contact(&hull.clone().at([1e6, 0.0, 0.0]).unwrap());
            assert_eq!(answer, alone.map_feature(|feature| (far, feature.into())));
        }
    }
    assert!(met > 1000, "{met}");
}
