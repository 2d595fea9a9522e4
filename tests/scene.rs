//! A scene answers like its items, one by one, to the last bit.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may stop at what cannot be"
)]

mod random;

use random::Random;
use std::cmp::Ordering;
use std::sync::Arc;
use tangency::{
    AlignedBox, Answer, ClosestPoint, Contact, ExactAnswer, Feature, Hull, Id, Inflated, Item,
    ItemFeature, Mesh, MeshFeature, Moving, Nearby, Obstacle, OrientedBox, Overlap, Parallelepiped,
    Plane, Point, Polytope, Rational, Rotation, Scene, SceneFeature, Segment, Sphere, Surd, Target,
    Triangle,
};

type Ball = Moving<Sphere<f64, 3>>;
type Met3 = Answer<f64, 3, SceneFeature>;

fn ball(center: [f64; 3], radius: f64, velocity: [f64; 3]) -> Ball {
    Sphere::new(center, radius).unwrap().moving(velocity).unwrap()
}

// ---- one by one ----

/// The answers of one item alone.
struct Alone {
    answer: Answer<f64, 3, ItemFeature>,
    /// The exact time of a contact, or the squared distance of an overlap.
    key: Option<Surd>,
    rest: AtRest,
}

/// The answers without time.
struct AtRest {
    intersects: bool,
    closest: Option<ClosestPoint<f64, 3, ItemFeature>>,
}

fn at_rest<S, F: Into<ItemFeature>>(ball: &Ball, shape: &S) -> AtRest
where
    S: Nearby<f64, 3, Feature = F> + Target<Sphere<f64, 3>, Answer = bool>,
{
    let closest = Point::new(ball.shape().center()).unwrap().closest(shape);
    let closest = closest.map(|ClosestPoint { point, distance, feature, .. }| {
        ClosestPoint::new(point, distance, feature.into())
    });
    AtRest { intersects: ball.shape().intersects(shape), closest }
}

/// A shape that is queried alone, without a scene.
type Asked = Box<dyn Fn(&Ball) -> Alone>;

fn squared_distance(a: &[Surd; 3], b: &[Surd; 3]) -> Surd {
    let square = |k: usize| {
        let d = a[k].checked_sub(&b[k]).unwrap();
        d.checked_mul(&d).unwrap()
    };
    square(0).checked_add(&square(1)).unwrap().checked_add(&square(2)).unwrap()
}

fn ask<O: Obstacle<f64, 3>>(ball: &Ball, obstacle: &O, rest: AtRest) -> Alone
where
    O::Feature: Into<ItemFeature> + Clone,
{
    let key = match ball.first_contact_exact(obstacle) {
        ExactAnswer::None => None,
        ExactAnswer::Contact(Contact { time, .. }) => Some(time),
        ExactAnswer::Overlap(Overlap { center, point, .. }) => {
            Some(squared_distance(&center, &point))
        }
    };
    let answer = match ball.first_contact(obstacle) {
        Answer::None => Answer::None,
        Answer::Overlap(Overlap { center, point, normal, feature, .. }) => {
            Answer::Overlap(Overlap::new(center, point, normal, feature.into()))
        }
        Answer::Contact(Contact {
            time,
            center,
            point,
            other_point,
            normal,
            feature,
            approach,
            ..
        }) => {
            let feature = feature.into();
            Answer::Contact(
                Contact::new(time, center, point, normal, feature, approach)
                    .with_other_point(other_point),
            )
        }
    };
    Alone { answer, key, rest }
}

/// A vector of whole numbers, or of any numbers.
fn vector(random: &mut Random, whole: bool, reach: f64) -> [f64; 3] {
    if whole { random.integers(-reach as i64, reach as i64) } else { random.vector(-reach, reach) }
}

fn plus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|k| a[k] + b[k])
}

fn some_rotation(random: &mut Random) -> Rotation<f64, 3> {
    let quaternion = match random.below(3) {
        0 => [0.0, 0.0, 1.0, 1.0],
        1 => {
            let [x, y, z] = random.integers(-2, 2);
            [x, y, z, random.integer(1, 2)]
        }
        _ => [0; 4].map(|_| random.between(-1.0, 1.0)),
    };
    Rotation::<f64, 3>::new(quaternion).unwrap()
}

/// The sources of scenes.
struct Kit {
    whole: bool,
    /// The factors of lengths and velocities.
    scale: f64,
    speed: f64,
    meshes: [Arc<Mesh<f64>>; 2],
}

impl Kit {
    fn new(random: &mut Random, whole: bool, [scale, speed]: [f64; 2]) -> Self {
        let meshes = [0; 2].map(|_| {
            let vertex = |random: &mut Random| vector(random, whole, 2.0).map(|x| x * scale);
            let vertices = (0..8).map(|_| vertex(random)).collect();
            let mut index = || random.below(8) as u32;
            let triangles = (0..10).map(|_| [index(), index(), index()]).collect();
            Arc::new(Mesh::new(vertices, triangles).unwrap())
        });
        Self { whole, scale, speed, meshes }
    }

    fn length(&self, random: &mut Random, reach: f64) -> [f64; 3] {
        vector(random, self.whole, reach).map(|x| x * self.scale)
    }

    fn ball(&self, random: &mut Random) -> Ball {
        let (center, to) = (vector(random, self.whole, 9.0), vector(random, self.whole, 4.0));
        let velocity = match random.below(8) {
            0 => [0.0; 3],
            1 => random.integers(-1, 1),
            _ => [0, 1, 2].map(|k| to[k] - center[k]),
        };
        let radius = if self.whole { random.below(3) as f64 } else { random.between(0.0, 2.0) };
        let center = center.map(|x| x * self.scale);
        let ball = ball(center, radius * self.scale, velocity.map(|x| x * self.speed));
        match random.below(4) {
            0 => ball.until(0.75 * self.scale / self.speed).unwrap(),
            _ => ball,
        }
    }
}

/// A random shape as an item, and the same shape for queries without a scene.
fn some_item(random: &mut Random, kit: &Kit) -> (Item<f64>, Asked) {
    let [a, b, c] = [0; 3].map(|_| kit.length(random, 3.0));
    let d = kit.length(random, 6.0);
    let rotation = some_rotation(random);
    let is_still = random.below(3) > 0;
    let drift = vector(random, kit.whole, 2.0).map(|x| if is_still { 0.0 } else { x * kit.speed });
    let t_max = match random.below(6) {
        0 => 2.0 * kit.scale / kit.speed,
        _ => f64::INFINITY,
    };

    /// Makes an item and a query without a scene from a shape that can be copied.
    macro_rules! of {
        ($shape:expr) => {{
            let shape = $shape;
            let moving = shape.moving(drift).unwrap().until(t_max).unwrap();
            let asked: Asked = Box::new(move |ball| ask(ball, &moving, at_rest(ball, &shape)));
            let item =
                if is_still && t_max == f64::INFINITY { shape.into() } else { moving.into() };
            (item, asked)
        }};
    }
    let changed = |item: Item<f64>| item.moving(drift).unwrap().until(t_max).unwrap();
    match random.below(10) {
        0 => of!(Point::new(d).unwrap()),
        1 => of!(Segment::new(d, plus(d, a)).unwrap()),
        2 => of!(Triangle::new(d, plus(d, a), plus(d, b)).unwrap()),
        3 => of!(AlignedBox::new(d, plus(d, a.map(f64::abs))).unwrap()),
        4 => of!(OrientedBox::new(d, a.map(f64::abs), rotation).unwrap()),
        5 => match Parallelepiped::new(d, [a, b, c]) {
            Ok(shape) => of!(shape),
            Err(_) => of!(Point::new(d).unwrap()),
        },
        6 => {
            let mut planes = Vec::new();
            let [e, f, g] = [0; 3].map(|_| kit.length(random, 2.0));
            for n in [a, b, c, e, f, g] {
                // Each half-space contains `d`. Six of them may be unbounded.
                planes.extend(Plane::new(plus(d, n), n).ok());
            }
            let polytope = Polytope::new(planes).unwrap();
            let item = changed(polytope.clone().into());
            let asked = move |ball: &Ball| {
                let moving = polytope.moving(drift).unwrap().until(t_max).unwrap();
                ask(ball, &moving, at_rest(ball, &polytope))
            };
            (item, Box::new(asked))
        }
        7 => {
            let [e, f] = [0; 2].map(|_| kit.length(random, 2.0));
            let points = [[0.0; 3], a, b, c, e, f].map(|way| plus(d, way));
            let hull = Hull::new(points).unwrap();
            let item = changed(hull.clone().into());
            let asked = move |ball: &Ball| {
                let moving = hull.clone().moving(drift).unwrap().until(t_max).unwrap();
                ask(ball, &moving, at_rest(ball, &hull))
            };
            (item, Box::new(asked))
        }
        i => {
            let mesh = kit.meshes[i as usize - 8].clone();
            if random.below(4) == 0 {
                let item = changed(mesh.clone().into());
                let asked = move |ball: &Ball| {
                    let moving = mesh.moving(drift).unwrap().until(t_max).unwrap();
                    ask(ball, &moving, at_rest(ball, &*mesh))
                };
                return (item, Box::new(asked));
            }
            let item = changed(Item::instance(mesh.clone(), rotation, d).unwrap());
            let asked = move |ball: &Ball| {
                let placed = mesh.instance(rotation, d).unwrap();
                let moving = placed.moving(drift).unwrap().until(t_max).unwrap();
                ask(ball, &moving, at_rest(ball, &placed))
            };
            (item, Box::new(asked))
        }
    }
}

fn alone_of(closest: ClosestPoint<f64, 3, SceneFeature>) -> ClosestPoint<f64, 3, ItemFeature> {
    let ClosestPoint { point, distance, feature, .. } = closest;
    ClosestPoint::new(point, distance, feature.feature)
}

/// The closest of some shapes, by exact numbers; of equal ones the first in the list.
fn closest_one_by_one(point: &Point<f64, 3>, things: &[(Id, Asked)]) -> Option<(Id, f64)> {
    // A ball at rest that contains all of them overlaps each, and reports exactly the point closest
    // to the centre.
    let all = Sphere::new(point.position(), f64::MAX).unwrap().moving([0.0; 3]).unwrap();
    let mut best: Option<(Surd, Id)> = None;
    for (id, asked) in things {
        let Alone { key: Some(key), .. } = asked(&all) else { continue };
        if best.as_ref().is_none_or(|(least, _)| key < *least) {
            best = Some((key, *id));
        }
    }
    // The squared distance is rational, so its root is a surd.
    best.map(|(square, id)| {
        (id, Surd::new(Rational::ZERO, Rational::from(1), square.x().clone()).to_f64())
    })
}

/// The first contact of some shapes, by exact numbers. If some overlap, it is the closest overlap,
/// otherwise the earliest contact; of equal ones the first in the list.
fn one_by_one(ball: &Ball, things: &[(Id, Asked)]) -> Met3 {
    let mut best: Option<(bool, Surd, Met3)> = None;
    for (item, asked) in things {
        let item = *item;
        let Alone { answer, key: Some(key), .. } = asked(ball) else { continue };
        let overlaps = answer.overlap().is_some();
        let comes_first = best.as_ref().is_none_or(|(other, least, _)| match overlaps.cmp(other) {
            Ordering::Equal => key < *least,
            order => order == Ordering::Greater,
        });
        if comes_first {
            let name = |feature| SceneFeature { item, feature };
            let answer = match answer {
                Answer::None => Answer::None,
                Answer::Overlap(Overlap { center, point, normal, feature, .. }) => {
                    Answer::Overlap(Overlap::new(center, point, normal, name(feature)))
                }
                Answer::Contact(Contact {
                    time,
                    center,
                    point,
                    other_point,
                    normal,
                    feature,
                    approach,
                    ..
                }) => {
                    let feature = name(feature);
                    Answer::Contact(
                        Contact::new(time, center, point, normal, feature, approach)
                            .with_other_point(other_point),
                    )
                }
            };
            best = Some((overlaps, key, answer));
        }
    }
    best.map_or(Answer::None, |(.., answer)| answer)
}

#[derive(Debug, Default)]
struct Count([usize; 3]);

impl Count {
    fn add<F>(&mut self, answer: &Answer<f64, 3, F>) {
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

/// Scenes with insertions and removals in any order, with queries in between.
fn as_one_by_one(seed: u64, whole: bool, powers: [f64; 2], rounds: usize) {
    let mut random = Random(seed);
    let mut count = Count::default();
    for _ in 0..rounds {
        let kit = Kit::new(&mut random, whole, powers);
        let mut scene = Scene::new();
        let mut things: Vec<(Id, Asked)> = Vec::new();
        let most = 1 + random.below(20) as usize;
        for _ in 0..30 {
            if things.len() > most {
                let (id, _) = things.remove(random.below(things.len() as u64) as usize);
                assert!(scene.remove(id).is_some() && scene.remove(id).is_none());
            } else {
                let (item, asked) = some_item(&mut random, &kit);
                things.push((scene.insert(item), asked));
            }
            assert_eq!(scene.len(), things.len());
            let ball = kit.ball(&mut random);
            let expected = one_by_one(&ball, &things);
            let answer = ball.first_contact(&scene);
            assert_eq!(answer, expected, "{ball:?} {scene:?}");
            let contact = answer.contact();
            assert_eq!(ball.contact_time(&scene), contact.as_ref().map(|hit| hit.time));
            let down = ball.time_down(&scene);
            match (ball.first_contact_exact(&scene), answer.clone()) {
                (ExactAnswer::None, Answer::None) => assert_eq!(down, None),
                (
                    ExactAnswer::Overlap(Overlap { center, point, normal, feature, .. }),
                    Answer::Overlap(overlap),
                ) => {
                    assert_eq!(down, None);
                    let rounded = |v: [Surd; 3]| v.map(|x| x.to_f64());
                    assert_eq!((rounded(center), rounded(point)), (overlap.center, overlap.point));
                    assert_eq!(normal.map(rounded), overlap.normal);
                    assert_eq!(feature, overlap.feature);
                }
                (ExactAnswer::Contact(Contact { time, feature, .. }), Answer::Contact(hit)) => {
                    assert_eq!((time.to_f64(), &feature), (hit.time, &hit.feature));
                    assert_eq!(Some(time.round_down()), down);
                }
                (exact, rounded) => panic!("{exact:?} {rounded:?}"),
            }
            let intersects = things.iter().any(|(_, asked)| asked(&ball).rest.intersects);
            assert_eq!(ball.shape().intersects(&scene), intersects);
            let point = Point::new(ball.shape().center()).unwrap();
            let nearest = point.closest(&scene);
            let item = nearest.as_ref().map(|nearest| nearest.feature.item);
            let distance = nearest.as_ref().map(|nearest| nearest.distance);
            assert_eq!(
                item.zip(distance),
                closest_one_by_one(&point, &things),
                "{point:?} {scene:?}"
            );
            let alone = things.iter().find(|(id, _)| Some(*id) == item);
            assert_eq!(
                nearest.map(alone_of),
                alone.and_then(|(_, asked)| asked(&ball).rest.closest)
            );
            count.add(&answer);
        }
    }
    count.enough();
}

#[test]
fn whole_numbers_where_everything_ties() {
    as_one_by_one(1, true, [1.0; 2], 40);
}

#[test]
fn any_numbers() {
    as_one_by_one(2, false, [1.0; 2], 40);
}

#[test]
fn huge_and_tiny_numbers() {
    as_one_by_one(3, false, [1e150, 1e-150], 6);
    as_one_by_one(4, false, [1e-160, 1e-10], 6);
    as_one_by_one(5, false, [1e306, 1e300], 6);
}

// ---- one by hand ----

fn floor(z: f64) -> Triangle<f64> {
    Triangle::new([-9.0, -9.0, z], [9.0, -9.0, z], [0.0, 9.0, z]).unwrap()
}

fn first(ball: &Ball, scene: &Scene<f64>) -> Option<(Id, f64)> {
    ball.first_contact(scene).contact().map(|hit| (hit.feature.item, hit.time))
}

#[test]
fn at_equal_times_the_one_that_came_first_counts() {
    let mut scene = Scene::new();
    let ball = ball([0.0, 0.0, 5.0], 1.0, [0.0, 0.0, -1.0]);
    assert_eq!((scene.is_empty(), ball.first_contact(&scene)), (true, Answer::None));
    let slab = AlignedBox::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]).unwrap();
    let (a, b) = (scene.insert(slab), scene.insert(floor(0.0)));
    let c =
        scene.insert(Polytope::new(vec![Plane::new([0.0; 3], [0.0, 0.0, 1.0]).unwrap()]).unwrap());
    assert!(a < b && b < c);
    assert_eq!(first(&ball, &scene), Some((a, 4.0)));
    let slab = scene.remove(a).unwrap();
    assert_eq!(first(&ball, &scene), Some((b, 4.0)));
    assert!(scene.remove(b).is_some());
    assert_eq!(first(&ball, &scene), Some((c, 4.0)));
    // After it is inserted again, the slab is the later item, and has another id.
    let again = scene.insert(slab);
    assert!(again > c && scene.get(a).is_none() && scene.remove(a).is_none());
    assert_eq!(first(&ball, &scene), Some((c, 4.0)));
    assert_eq!(scene.items().map(|(id, _)| id).collect::<Vec<_>>(), [c, again]);
    assert_eq!(again.number(), 3);
}

/// The times of the two contacts differ by less than any float resolves, and the item with the
/// later contact was inserted first.
#[test]
fn times_that_round_alike_are_told_apart() {
    // The contacts are at (4 − ε) / 3 and at 4 / 3.
    let (lower, upper) = (floor(0.0), floor(5e-324));
    let ball = ball([0.0, 0.0, 5.0], 1.0, [0.0, 0.0, -3.0]);
    let mut scene = Scene::new();
    let (_, b) = (scene.insert(lower), scene.insert(upper));
    assert_eq!(ball.contact_time(&lower), ball.contact_time(&upper));
    assert_eq!(first(&ball, &scene), Some((b, 4.0 / 3.0)));
    let (_, effort) = ball.first_contact_counted(&scene);
    assert!(effort.exact);
}

#[test]
fn two_places_of_one_mesh_are_two_items() {
    let tile = Arc::new(Mesh::new(floor(0.0).vertices().to_vec(), vec![[0, 1, 2]]).unwrap());
    let mut scene = Scene::new();
    let upright = Rotation::<f64, 3>::new([0.0, 1.0, 0.0, 1.0]).unwrap();
    let place = |rotation, at| Item::instance(tile.clone(), rotation, at).unwrap();
    let wall = scene.insert(place(upright, [6.0, 0.0, 0.0]));
    let low = scene.insert(place(Rotation::identity(), [6.0, 0.0, -4.0]));
    let rising = scene
        .insert(place(Rotation::identity(), [0.0, 0.0, -7.0]).moving([0.0, 0.0, 1.0]).unwrap());
    assert_eq!(Arc::strong_count(&tile), 4);
    let ball = ball([0.0; 3], 1.0, [1.0, 0.0, -0.5]);
    assert_eq!(first(&ball, &scene), Some((rising, 4.0)));
    assert!(scene.remove(rising).is_some());
    assert_eq!(first(&ball, &scene), Some((wall, 5.0)));
    assert!(scene.remove(wall).is_some());
    let hit = ball.first_contact(&scene).contact().unwrap();
    assert_eq!((hit.time, hit.feature.item), (6.0, low));
    let feature = MeshFeature { triangle: 0, feature: Feature::Face };
    assert_eq!(hit.feature.feature, ItemFeature::Mesh(feature));
}

#[test]
fn of_what_is_overlapped_the_closest_counts() {
    let mut scene = Scene::new();
    let resting = |radius| ball([0.0; 3], radius, [0.0; 3]);
    let overlapped = |radius| {
        move |scene: &Scene<f64>| {
            let overlap = resting(radius).first_contact(scene).overlap().unwrap();
            (overlap.feature.item, overlap.point)
        }
    };
    let high = scene.insert(floor(1.0));
    let touched = scene.insert(floor(2.0));
    let low = scene.insert(floor(-1.0));
    assert_eq!(overlapped(2.0)(&scene), (high, [0.0, 0.0, 1.0]));
    assert_eq!(overlapped(3.0)(&scene), (high, [0.0, 0.0, 1.0]));
    scene.remove(high);
    assert_eq!(overlapped(2.0)(&scene), (low, [0.0, 0.0, -1.0]));
    let nearer = scene.insert(floor(1f64.next_down()));
    assert_eq!(overlapped(2.0)(&scene).0, nearer);
    // From inside a solid the distance is zero, however near its side is.
    let side = |z: f64| AlignedBox::new([-3.0, -3.0, -9.0], [3.0, 3.0, z]).unwrap();
    let deep = scene.insert(side(9.0));
    scene.insert(side(0.25));
    assert_eq!(overlapped(2.0)(&scene), (deep, [0.0; 3]));
    // A point overlaps only solids that contain it.
    let within = Sphere::new([0.0, 0.0, 8.0], 0.0).unwrap().moving([0.0; 3]).unwrap();
    assert_eq!(within.first_contact(&scene).overlap().unwrap().feature.item, deep);
    assert!(scene.remove(touched).is_some());
}

/// Two boxes whose distances have the same nearest float: the exact ones decide which is closer.
/// The lower id is farther.
#[test]
fn distances_that_floats_do_not_tell_apart_are_compared() {
    let from = Point::new([0.0; 3]).unwrap();
    let aside = 1e-12;
    let mut scene = Scene::new();
    scene.insert(AlignedBox::new([1.0, aside, -1.0], [2.0, 2.0, 1.0]).unwrap());
    let closer = scene.insert(AlignedBox::new([1.0, -1.0, -1.0], [2.0, 1.0, 1.0]).unwrap());
    let closest = from.closest(&scene).unwrap();
    assert_eq!((closest.feature.item, closest.distance), (closer, 1.0));
    let turn = Rotation::<f64, 3>::new([0.0, 0.0, 3.0, 3.0]).unwrap();
    let turned = |y: f64| OrientedBox::new([2.0, y, 0.0], [0.5, 1.0, 1.0], turn).unwrap();
    let mut scene = Scene::new();
    // After the turn, the half extent along the second axis is one half.
    scene.insert(turned(0.5 + aside));
    let closer = scene.insert(turned(0.0));
    let closest = from.closest(&scene).unwrap();
    assert_eq!((closest.feature.item, closest.distance), (closer, 1.0));
}

#[test]
fn what_has_no_end_is_never_out_of_reach() {
    let mut scene = Scene::new();
    let far = Plane::new([1e9, 0.0, 0.0], [-1.0, 0.0, 0.0]).unwrap();
    let wall = scene.insert(Polytope::new(vec![far]).unwrap());
    let empty = Polytope::new(vec![far, Plane::new([0.0; 3], [1.0, 0.0, 0.0]).unwrap()]).unwrap();
    scene.insert(empty);
    scene.insert(Arc::new(Mesh::new(vec![], vec![]).unwrap()));
    assert_eq!(first(&ball([0.0; 3], 1.0, [1.0, 2.0, 0.0]), &scene), Some((wall, 999_999_999.0)));
    assert_eq!(first(&ball([0.0; 3], 1.0, [0.0, 2.0, 0.0]), &scene), None);
}

#[test]
fn the_end_of_each_motion_counts() {
    let mut scene = Scene::new();
    let ball = ball([0.0, 0.0, 5.0], 1.0, [0.0, 0.0, -1.0]);
    let high = scene.insert(Item::from(floor(0.0)).until(3.5).unwrap());
    let low = scene.insert(floor(-1.0));
    assert_eq!(first(&ball, &scene), Some((low, 5.0)));
    assert_eq!(first(&ball.until(4.5).unwrap(), &scene), None);
    assert_eq!(scene.get(high).unwrap().t_max(), 3.5);
    scene.insert(floor(0.0).moving([0.0, 0.0, 0.0]).unwrap().until(4.0).unwrap());
    assert_eq!(first(&ball, &scene).unwrap().1, 4.0);
}

#[test]
fn it_is_touched_until_nothing_of_it_is() {
    let part = |from: f64, to: f64| AlignedBox::new([from, 0.0, 0.0], [to, 1.0, 1.0]).unwrap();
    let ball = ball([0.0, 0.5, 0.5], 1.0, [1.0, 0.0, 0.0]);
    let mut scene = Scene::new();
    // Items are touched from 4 to 7, from 7 to 11, and from 13 on.
    scene.insert(part(5.0, 6.0));
    assert_eq!(ball.last_time(&scene), Some(7.0));
    let bridge = scene.insert(part(8.0, 10.0));
    assert_eq!(ball.last_time(&scene), Some(11.0));
    scene.insert(part(14.0, 15.0));
    assert_eq!(ball.last_time(&scene), Some(11.0));
    assert_eq!(ball.last_time_exact(&scene).unwrap().to_string(), "11");
    // A mesh of two parts; the contact reaches the farther part over other items.
    let post = |x: f64| [[x, 0.5, 0.5], [x, 0.5, 1.5], [x, 1.5, 0.5]];
    let posts = [post(6.5), post(12.0)].concat();
    let mesh = Arc::new(Mesh::new(posts, vec![[0, 1, 2], [3, 4, 5]]).unwrap());
    let posts = scene.insert(mesh);
    assert_eq!(ball.last_time(&scene), Some(16.0));
    assert!(scene.remove(bridge).is_some());
    assert_eq!(ball.last_time(&scene), Some(7.5));
    assert!(scene.remove(posts).is_some());
    // An obstacle that moves along with the sphere is touched for ever.
    let along = floor(-0.5).moving([1.0, 0.0, 0.0]).unwrap();
    let along = scene.insert(along);
    assert_eq!(ball.last_time(&scene), None);
    assert!(scene.remove(along).is_some());
    let early = ball.until(3.0).unwrap();
    assert_eq!((ball.last_time(&scene), early.last_time(&scene)), (Some(7.0), None));
}

#[test]
fn what_is_no_motion_is_refused() {
    let item = || Item::from(floor(0.0));
    let error = item().moving([0.0, f64::INFINITY, 0.0]).unwrap_err();
    assert_eq!(error.to_string(), "item.velocity[1] is inf, must be a finite number");
    assert_eq!(item().until(-1.0).unwrap_err().to_string(), "t_max is -1, must not be negative");
    let mesh = Arc::new(Mesh::new(vec![], vec![]).unwrap());
    let error = Item::instance(mesh, Rotation::identity(), [f64::NAN, 0.0, 0.0]).unwrap_err();
    assert_eq!(error.to_string(), "item.translation[0] is NaN, must be a finite number");
    assert_eq!(item().moving([1.0, 2.0, 3.0]).unwrap().velocity(), [1.0, 2.0, 3.0]);
}

// ---- the closest point ----

fn nearest(point: [f64; 3], scene: &Scene<f64>) -> Option<(Id, f64)> {
    let closest = Point::new(point).unwrap().closest(scene)?;
    Some((closest.feature.item, closest.distance))
}

#[test]
fn of_equally_close_ones_the_one_that_came_first_counts() {
    let mut scene = Scene::new();
    assert_eq!(nearest([0.0; 3], &scene), None);
    scene.insert(Arc::new(Mesh::new(vec![], vec![]).unwrap()));
    let never = Plane::new([1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]).unwrap();
    let empty = vec![never, Plane::new([0.0; 3], [1.0, 0.0, 0.0]).unwrap()];
    scene.insert(Polytope::new(empty).unwrap());
    assert_eq!(nearest([0.0; 3], &scene), None);
    let a = scene.insert(floor(3.0));
    let b = scene.insert(Point::new([1.0, 2.0, 2.0]).unwrap());
    // The point comes near later, but only its position at time zero counts.
    scene.insert(Point::new([9.0, 0.0, 0.0]).unwrap().moving([-9.0, 0.0, 0.0]).unwrap());
    assert_eq!(nearest([0.0; 3], &scene), Some((a, 3.0)));
    let ceiling = scene.remove(a).unwrap();
    assert_eq!(nearest([0.0; 3], &scene), Some((b, 3.0)));
    scene.insert(ceiling);
    assert_eq!(nearest([0.0; 3], &scene), Some((b, 3.0)));
}

/// The distances of the two items differ by less than any float resolves, and the farther item was
/// inserted first.
#[test]
fn distances_that_round_alike_are_told_apart() {
    let mut scene = Scene::new();
    let (far, near) = ([3.0, 4.0, 1e-200], [3.0, 4.0, 0.0]);
    scene.insert(Point::new(far).unwrap());
    let near = scene.insert(Point::new(near).unwrap());
    assert_eq!(nearest([0.0; 3], &scene), Some((near, 5.0)));
}

#[test]
fn distances_past_the_largest_float_are_told_apart() {
    let most = f64::MAX;
    let mut scene = Scene::new();
    let far = scene.insert(Point::new([most, most, most]).unwrap());
    let near = scene.insert(Point::new([most, most, most.next_down()]).unwrap());
    assert_eq!(nearest([-most; 3], &scene), Some((near, f64::INFINITY)));
    let side = AlignedBox::new([0.0, most, most], [most; 3]).unwrap();
    let side = scene.insert(side);
    assert_eq!(nearest([-most; 3], &scene), Some((side, f64::INFINITY)));
    assert_eq!(nearest([most; 3], &scene), Some((far, 0.0)));
}

/// The fields of an answer except the feature: time, centre, point, normal.
type Numbers = (f64, [f64; 3], [f64; 3], Option<[f64; 3]>);

fn numbers<F>(answer: Answer<f64, 3, F>) -> Option<Numbers> {
    match answer {
        Answer::None => None,
        Answer::Overlap(Overlap { center, point, normal, .. }) => {
            Some((0.0, center, point, normal))
        }
        Answer::Contact(Contact { time, center, point, normal, .. }) => {
            Some((time, center, point, normal))
        }
    }
}

/// A ball, a capsule and an inflated box in a scene answer as they do alone.
#[test]
fn rounded_items_answer_as_by_themselves() {
    let mut random = Random(31);
    let (mut met, mut shared) = (0, 0);
    for _ in 0..2_000 {
        let [a, b, c] = [0; 3].map(|_| random.integers(-3, 3));
        let max = [0, 1, 2].map(|k| a[k] + b[k].abs());
        let radius = random.integer(0, 2);
        let post = Inflated::new(Point::new(a).unwrap(), radius).unwrap();
        let pipe = Inflated::new(Segment::new(a, b).unwrap(), radius).unwrap();
        let room = Inflated::new(AlignedBox::new(a, max).unwrap(), radius).unwrap();
        let still = random.below(2) == 0;
        let drift = if still { [0.0; 3] } else { random.integers(-1, 1) };
        let ball = ball(c, random.integer(0, 2), random.integers(-2, 2));
        let point = Point::new(c).unwrap();
        macro_rules! holds {
            ($shape:expr) => {{
                let (shape, mut scene) = ($shape, Scene::new());
                let item = scene.insert(shape.moving(drift).unwrap());
                let moving = shape.moving(drift).unwrap();
                let first = numbers(ball.first_contact(&moving));
                assert_eq!(numbers(ball.first_contact(&scene)), first, "{ball:?} {moving:?}");
                let entry = numbers(ball.first_entry(&moving));
                assert_eq!(numbers(ball.first_entry(&scene)), entry, "{ball:?} {moving:?}");
                let shares = ball.shape().intersects(&shape);
                assert_eq!(ball.shape().intersects(&scene), shares, "{ball:?} {shape:?}");
                let (of_scene, closest) =
                    (point.closest(&scene).unwrap(), point.closest(&shape).unwrap());
                assert_eq!(
                    (of_scene.feature.item, of_scene.point),
                    (item, closest.point),
                    "{shape:?}"
                );
                assert_eq!(of_scene.distance, closest.distance, "{shape:?}");
                met += usize::from(first.is_some());
                shared += usize::from(shares);
            }};
        }
        holds!(post);
        holds!(pipe);
        holds!(room);
    }
    assert!(met > 1_000 && shared > 500, "{met} {shared}");
}
