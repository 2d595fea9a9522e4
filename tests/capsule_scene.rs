//! A scene answers capsules like its items, one by one, to the last bit.

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
    AlignedBox, Answer, Capsule, CapsuleScene, ClosestPoints, Contact, ExactAnswer, Id, Inflated,
    Item, ItemFeature, Mesh, Moving, NearbyAxis, NotMet, Obstacle, OrientedBox, Overlap,
    Parallelepiped, Plane, Point, Polytope, Rational, Rotation, Scalar, Scene, SceneFeature,
    Segment, Shape, Sphere, Surd, Target, Triangle,
};

type Body<T> = Moving<Capsule<T, 3>>;
type Met<T, F> = Answer<T, 3, F>;

/// The same answer with another name of the feature.
fn renamed<T, F, G>(answer: Met<T, F>, name: impl FnOnce(F) -> G) -> Met<T, G> {
    match answer {
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
    }
}

// ---- one by one ----

/// The times of the first and the last contact; without a last one if the contact lasts for ever.
type Stay = (Surd, Option<Surd>);

/// The answers of one item alone, to one capsule.
struct Alone<T: Scalar> {
    contact: Met<T, ItemFeature>,
    entry: Met<T, ItemFeature>,
    /// The exact times of contact and entry; zero for an overlap.
    times: [Option<Surd>; 2],
    /// The distances from the axis, and from the capsule.
    distances: Option<[Surd; 2]>,
    closest: Option<ClosestPoints<T, 3, ItemFeature>>,
    intersects: bool,
}

/// A query of a capsule with a shape.
type Asked<T, X> = Box<dyn Fn(&Body<T>) -> X>;

/// A shape that is queried alone, without a scene.
struct Thing<T: Scalar> {
    item: Item<T>,
    alone: Asked<T, Alone<T>>,
    stays: Asked<T, Vec<Stay>>,
}

fn zero() -> Surd {
    Surd::from(Rational::ZERO)
}

fn axis<T: Scalar>(capsule: &Capsule<T, 3>) -> Capsule<T, 3> {
    let [b, beyond] = capsule.b();
    if beyond == [T::ZERO; 3] {
        Capsule::new(capsule.a(), b, T::ZERO).unwrap()
    } else {
        Capsule::with_axis(capsule.a(), beyond, T::ZERO).unwrap()
    }
}

fn time<F>(answer: ExactAnswer<3, F>) -> Option<Surd> {
    match answer {
        ExactAnswer::None => None,
        ExactAnswer::Overlap(_) => Some(zero()),
        ExactAnswer::Contact(Contact { time, .. }) => Some(time),
    }
}

fn alone<T: Scalar, S, F>(body: &Body<T>, moving: &Moving<S>) -> Alone<T>
where
    S: Shape<Scalar = T, Vector = [T; 3]>
        + NearbyAxis<T, 3, Feature = F>
        + Target<Capsule<T, 3>, Answer = bool>,
    Moving<S>: Obstacle<T, 3, Capsule<T, 3>, Feature = F>,
    F: Into<ItemFeature> + Clone,
{
    let (shape, capsule) = (moving.shape(), body.shape());
    let closest = capsule.closest(shape);
    let closest = closest.map(|ClosestPoints { point, on_axis, distance, feature, .. }| {
        ClosestPoints::new(point, on_axis, distance, feature.into())
    });
    let distances =
        axis(capsule).distance_exact(shape).zip(capsule.distance_exact(shape)).map(|(a, b)| [a, b]);
    Alone {
        contact: renamed(body.first_contact(moving), Into::into),
        entry: renamed(body.first_entry(moving), Into::into),
        times: [time(body.first_contact_exact(moving)), time(body.first_entry_exact(moving))],
        distances,
        closest,
        intersects: capsule.intersects(shape),
    }
}

/// The times of contact with a convex shape, as if the motion had no end.
fn stay<T: Scalar, S: Shape<Scalar = T, Vector = [T; 3]> + Copy>(
    body: &Body<T>,
    moving: &Moving<S>,
) -> Option<Stay>
where
    Moving<S>: Obstacle<T, 3, Capsule<T, 3>>,
{
    let body = body.until(T::INFINITY).unwrap();
    let moving = moving.until(T::INFINITY).unwrap();
    let first = time(body.first_contact_exact(&moving))?;
    Some((first, body.last_time_exact(&moving)))
}

// ---- the items of scenes ----

struct Kit<T> {
    whole: bool,
    /// The factors of lengths and velocities.
    scale: f64,
    speed: f64,
    meshes: [Arc<Mesh<T>>; 2],
}

/// A vector of whole numbers, or of any numbers.
fn vector(random: &mut Random, whole: bool, reach: f64) -> [f64; 3] {
    if whole { random.integers(-reach as i64, reach as i64) } else { random.vector(-reach, reach) }
}

fn plus<T: Scalar>(a: [T; 3], b: [T; 3]) -> [T; 3] {
    [0, 1, 2].map(|k| T::nearest(a[k].widen() + b[k].widen()))
}

fn absolute<T: Scalar>(a: [T; 3]) -> [T; 3] {
    a.map(|x| T::nearest(x.widen().abs()))
}

fn scaled<T: Scalar>(v: [f64; 3], scale: f64) -> [T; 3] {
    v.map(|x| T::nearest(x * scale))
}

fn some_rotation<T: Scalar>(random: &mut Random) -> Rotation<T, 3> {
    let quaternion = match random.below(3) {
        0 => [0.0, 0.0, 1.0, 1.0],
        1 => {
            let [x, y, z] = random.integers(-2, 2);
            [x, y, z, random.integer(1, 2)]
        }
        _ => [0; 4].map(|_| random.between(-1.0, 1.0)),
    };
    Rotation::<T, 3>::new(quaternion.map(T::nearest)).unwrap()
}

impl<T: Scalar> Kit<T> {
    fn new(random: &mut Random, whole: bool, [scale, speed]: [f64; 2]) -> Self {
        let meshes = [0; 2].map(|_| {
            let vertices = (0..8).map(|_| scaled(vector(random, whole, 2.0), scale)).collect();
            let mut index = || random.below(8) as u32;
            let triangles = (0..8).map(|_| [index(), index(), index()]).collect();
            Arc::new(Mesh::new(vertices, triangles).unwrap())
        });
        Self { whole, scale, speed, meshes }
    }

    fn length(&self, random: &mut Random, reach: f64) -> [T; 3] {
        scaled(vector(random, self.whole, reach), self.scale)
    }

    fn capsule(&self, random: &mut Random) -> Capsule<T, 3> {
        let (a, axis) = (self.length(random, 9.0), self.length(random, 3.0));
        let axis = match random.below(6) {
            0 => [T::ZERO, T::ZERO, axis[2]],
            1 => [axis[0], T::ZERO, T::ZERO],
            2 => [T::ZERO; 3],
            _ => axis,
        };
        let radius = if self.whole { random.below(3) as f64 } else { random.between(0.0, 1.5) };
        let radius = T::nearest(radius * self.scale);
        match random.below(3) {
            0 => Capsule::new(a, plus(a, axis), radius).unwrap(),
            _ => Capsule::with_axis(a, axis, radius).unwrap(),
        }
    }

    fn body(&self, random: &mut Random) -> Body<T> {
        let capsule = self.capsule(random);
        let a = capsule.a().map(|x| x.widen() / self.scale);
        let to = vector(random, self.whole, 4.0);
        let velocity = match random.below(8) {
            0 => [0.0; 3],
            1 => random.integers(-1, 1),
            _ => [0, 1, 2].map(|k| to[k] - a[k]),
        };
        let body = match random.below(4) {
            0 => capsule.moving_to(scaled(to, self.scale)),
            _ => capsule.moving(scaled(velocity, self.speed)),
        };
        match random.below(4) {
            0 => body.unwrap().until(T::nearest(0.75 * self.scale / self.speed)),
            _ => body,
        }
        .unwrap()
    }

    /// A shape as an item, and the same shape for queries without a scene.
    fn thing(&self, random: &mut Random) -> Thing<T> {
        let [a, b] = [0; 2].map(|_| self.length(random, 3.0));
        let d = self.length(random, 6.0);
        let rotation = some_rotation::<T>(random);
        let drift = match random.below(3) {
            0 => vector(random, self.whole, 2.0),
            _ => [0.0; 3],
        };
        let drift = scaled(drift, self.speed);
        let t_max = match random.below(6) {
            0 => T::nearest(2.0 * self.scale / self.speed),
            _ => T::INFINITY,
        };
        let is_leg = random.below(4) == 0;
        let (from, to) = (self.length(random, 1.0), self.length(random, 1.0));
        let radius = match random.below(3) {
            0 => self.length(random, 1.0)[0].widen().abs(),
            _ => 0.0,
        };
        let radius = T::nearest(radius);

        /// Adds a motion to a shape that is copied or borrowed.
        macro_rules! on_its_way {
            ($shape:expr) => {{
                let moving = Moving::still($shape);
                if is_leg {
                    moving.between(from, to).unwrap()
                } else {
                    moving.with_velocity(drift).unwrap().until(t_max).unwrap()
                }
            }};
        }
        /// The shape, inflated or not.
        macro_rules! rounded {
            ($shape:expr, $it:ident => $use:expr) => {{
                if radius > T::ZERO {
                    let $it = Inflated::new($shape, radius).unwrap();
                    $use
                } else {
                    let $it = $shape;
                    $use
                }
            }};
        }
        macro_rules! convex {
            ($shape:expr) => {{
                let shape = $shape;
                rounded!(shape, it => {
                    let moving = on_its_way!(it);
                    Thing {
                        item: moving.into(),
                        alone: Box::new(move |body| alone(body, &moving)),
                        stays: Box::new(move |body| stay(body, &moving).into_iter().collect()),
                    }
                })
            }};
        }
        match random.below(7) {
            0 => convex!(Point::new(d).unwrap()),
            1 => convex!(Segment::new(d, plus(d, a)).unwrap()),
            2 => convex!(Triangle::new(d, plus(d, a), plus(d, b)).unwrap()),
            3 => convex!(AlignedBox::new(d, plus(d, absolute(a))).unwrap()),
            4 => convex!(OrientedBox::new(d, absolute(a), rotation).unwrap()),
            i => {
                let mesh = self.meshes[i as usize - 5].clone();
                let placed = mesh.clone();
                // Makes a mesh of each triangle.
                let triangles: Vec<Mesh<T>> = (0..mesh.triangles().len())
                    .map(|i| {
                        let corners = mesh.triangle(i).unwrap().vertices().to_vec();
                        Mesh::new(corners, vec![[0, 1, 2]]).unwrap()
                    })
                    .collect();
                if random.below(3) == 0 {
                    return Thing {
                        item: rounded!(mesh, it => on_its_way!(it).into()),
                        alone: Box::new(move |body| {
                            let it = Inflated::new(&*placed, radius).unwrap();
                            alone(body, &on_its_way!(it))
                        }),
                        stays: Box::new(move |body| {
                            let of = |triangle: &Mesh<T>| rounded!(triangle, it => stay(body, &on_its_way!(it)));
                            triangles.iter().filter_map(of).collect()
                        }),
                    };
                }
                let shared = tangency::SharedInstance::new(mesh, rotation, d).unwrap();
                Thing {
                    item: rounded!(shared, it => on_its_way!(it).into()),
                    alone: Box::new(move |body| {
                        let placed = placed.instance(rotation, d).unwrap();
                        rounded!(placed, it => alone(body, &on_its_way!(it)))
                    }),
                    stays: Box::new(move |body| {
                        let of = |triangle: &Mesh<T>| {
                            let placed = triangle.instance(rotation, d).unwrap();
                            rounded!(placed, it => stay(body, &on_its_way!(it)))
                        };
                        triangles.iter().filter_map(of).collect()
                    }),
                }
            }
        }
    }
}

// ---- the answers of all of them ----

/// The first of some answers, by exact numbers: the overlapped item that is closest to the axis,
/// else the earliest contact. If several are equal, it is the first in the list.
fn first_of<T: Scalar>(
    all: &[(Id, Alone<T>)],
    of: usize,
) -> Option<(Id, Met<T, SceneFeature>, Surd)> {
    let mut best: Option<(bool, &Surd, usize)> = None;
    for (i, (_, alone)) in all.iter().enumerate() {
        let Some(time) = &alone.times[of] else { continue };
        let answer = if of == 0 { &alone.contact } else { &alone.entry };
        let overlaps = answer.overlap().is_some();
        let key = if overlaps { &alone.distances.as_ref().unwrap()[0] } else { time };
        let comes_first = best.as_ref().is_none_or(|(other, least, _)| match overlaps.cmp(other) {
            Ordering::Equal => key < *least,
            order => order == Ordering::Greater,
        });
        if comes_first {
            best = Some((overlaps, key, i));
        }
    }
    let (item, alone) = &all[best?.2];
    let answer = if of == 0 { &alone.contact } else { &alone.entry };
    let named = renamed(answer.clone(), |feature| SceneFeature { item: *item, feature });
    Some((*item, named, alone.times[of].clone().unwrap()))
}

/// All contacts in order of their exact times; at equal times in the order of the list.
fn all_in_order<T: Scalar>(all: &[(Id, Alone<T>)]) -> Vec<Met<T, SceneFeature>> {
    let mut met: Vec<_> = all.iter().filter(|(_, alone)| alone.times[0].is_some()).collect();
    met.sort_by(|(_, a), (_, b)| a.times[0].cmp(&b.times[0]));
    let named = |(item, alone): &(Id, Alone<T>)| {
        renamed(alone.contact.clone(), |feature| SceneFeature { item: *item, feature })
    };
    met.into_iter().map(named).collect()
}

/// The time until which some item is touched without a pause, from a time on; none if the contact
/// never ends.
fn end_of(mut stays: Vec<Stay>, mut end: Surd) -> Option<Surd> {
    stays.sort_by(|(a, _), (b, _)| a.cmp(b));
    for (first, last) in stays {
        if first <= end {
            end = end.max(last?);
        }
    }
    Some(end)
}

#[derive(Debug, Default)]
struct Count {
    none: usize,
    overlaps: usize,
    contacts: usize,
    ends: usize,
    ties: usize,
}

fn holds<T: Scalar>(
    body: &Body<T>,
    scene: &Scene<T>,
    things: &[(Id, Thing<T>)],
    count: &mut Count,
    ends: bool,
) {
    let view: CapsuleScene<'_, T> = scene.for_capsules().unwrap();
    let shown = || format!("{body:?} {scene:?}");
    let all: Vec<_> = things.iter().map(|(id, thing)| (*id, (thing.alone)(body))).collect();

    let (answer, first) = (body.first_contact(&view), first_of(&all, 0));
    let expected = first.as_ref().map_or(Answer::None, |(_, answer, _)| answer.clone());
    assert_eq!(answer, expected, "{}", shown());
    let contact = answer.contact();
    assert_eq!(body.contact_time(&view), contact.as_ref().map(|hit| hit.time), "{}", shown());
    let exact = first.as_ref().filter(|_| contact.is_some()).map(|(_, _, time)| time);
    assert_eq!(body.time_down(&view), exact.map(Surd::round_down::<T>), "{}", shown());
    assert_eq!(
        time(body.first_contact_exact(&view)),
        first.as_ref().map(|(_, _, time)| time.clone()),
        "{}",
        shown()
    );

    let (entry, first_entry) = (body.first_entry(&view), first_of(&all, 1));
    let expected = first_entry.as_ref().map_or(Answer::None, |(_, answer, _)| answer.clone());
    assert_eq!(entry, expected, "{}", shown());
    let entry_time = time(body.first_entry_exact(&view));
    assert_eq!(entry_time, first_entry.map(|(_, _, time)| time), "{}", shown());

    assert_eq!(view.contacts(body), all_in_order(&all), "{}", shown());

    let capsule = body.shape();
    let intersects = all.iter().any(|(_, alone)| alone.intersects);
    assert_eq!(capsule.intersects(&view), intersects, "{}", shown());

    let near = all.iter().filter(|(_, alone)| alone.distances.is_some());
    let near = near.min_by(|(_, a), (_, b)| {
        let axis = |alone: &Alone<T>| alone.distances.as_ref().unwrap()[0].clone();
        axis(a).cmp(&axis(b))
    });
    let closest = near.map(|(item, alone)| {
        let ClosestPoints { point, on_axis, distance, feature, .. } =
            alone.closest.clone().unwrap();
        let feature = SceneFeature { item: *item, feature };
        ClosestPoints::new(point, on_axis, distance, feature)
    });
    assert_eq!(capsule.closest(&view), closest, "{}", shown());
    let exact = near.map(|(_, alone)| alone.distances.as_ref().unwrap()[1].clone());
    assert_eq!(capsule.distance_exact(&view), exact, "{}", shown());

    if ends {
        let stays = things.iter().flat_map(|(_, thing)| (thing.stays)(body)).collect();
        let end = first.as_ref().and_then(|(_, _, time)| end_of(stays, time.clone()));
        count.ends += usize::from(end.is_some());
        assert_eq!(body.last_time(&view), end.as_ref().map(Surd::round::<T>), "{}", shown());
        assert_eq!(body.last_time_exact(&view), end, "{}", shown());
    }

    let at_first = |alone: &Alone<T>| {
        first.as_ref().is_some_and(|(_, _, time)| alone.times[0].as_ref() == Some(time))
    };
    count.ties += usize::from(all.iter().filter(|(_, alone)| at_first(alone)).count() > 1);
    match answer {
        Answer::None => count.none += 1,
        Answer::Overlap(_) => count.overlaps += 1,
        Answer::Contact(_) => count.contacts += 1,
    }
}

/// Scenes with insertions and removals in any order, with queries in between.
fn as_one_by_one<T: Scalar>(seed: u64, whole: bool, powers: [f64; 2], rounds: usize) -> Count {
    let mut random = Random(seed);
    let mut count = Count::default();
    for _ in 0..rounds {
        let kit = Kit::<T>::new(&mut random, whole, powers);
        let mut scene = Scene::new();
        let mut things: Vec<(Id, Thing<T>)> = Vec::new();
        let most = 1 + random.below(14) as usize;
        for i in 0..30 {
            if things.len() > most {
                let (id, _) = things.remove(random.below(things.len() as u64) as usize);
                assert!(scene.remove(id).is_some());
            } else {
                let thing = kit.thing(&mut random);
                things.push((scene.insert(thing.item.clone()), thing));
            }
            holds(&kit.body(&mut random), &scene, &things, &mut count, i % 3 == 0);
        }
    }
    println!("{count:?}");
    let Count { none, overlaps, contacts, .. } = count;
    assert!(none > 10 && overlaps > 4 && contacts > 10, "{count:?}");
    count
}

#[test]
fn whole_numbers_where_everything_ties() {
    let doubles = as_one_by_one::<f64>(1, true, [1.0; 2], 70);
    let singles = as_one_by_one::<f32>(2, true, [1.0; 2], 50);
    for Count { ends, ties, .. } in [doubles, singles] {
        assert!(ends > 50 && ties > 30, "{ends} {ties}");
    }
}

#[test]
fn any_numbers() {
    as_one_by_one::<f64>(3, false, [1.0; 2], 50);
    as_one_by_one::<f32>(4, false, [1.0; 2], 40);
}

#[test]
fn huge_and_tiny_numbers() {
    as_one_by_one::<f64>(5, false, [1e150, 1e-150], 10);
    as_one_by_one::<f64>(6, false, [1e-160, 1e-10], 10);
    as_one_by_one::<f64>(7, false, [1e307, 1e300], 10);
    as_one_by_one::<f32>(8, false, [1e37, 1e30], 10);
}

/// A capsule whose axis has no length gets the answers of the sphere.
#[test]
fn without_a_length_it_answers_as_the_sphere() {
    let mut random = Random(9);
    let (mut met, mut overlaps) = (0, 0);
    for i in 0..1_000 {
        // The kit has no flat boxes: these name the same point by other features and faces.
        let kit = Kit::<f64>::new(&mut random, false, [1.0; 2]);
        let mut scene = Scene::new();
        for _ in 0..1 + random.below(12) {
            scene.insert(kit.thing(&mut random).item);
        }
        let view = scene.for_capsules().unwrap();
        let body = kit.body(&mut random);
        let (a, radius) = (body.shape().a(), body.shape().radius());
        let (velocity, t_max) = (body.velocity(), body.t_max());
        let ball = Sphere::new(a, radius).unwrap().moving(velocity).unwrap();
        let ball = ball.until(t_max).unwrap();
        let dot = match i % 3 {
            0 => Capsule::with_axis(a, [0.0; 3], radius).unwrap(),
            _ => Capsule::new(a, a, radius).unwrap(),
        };
        let dot = dot.moving(velocity).unwrap().until(t_max).unwrap();
        let shown = || format!("{ball:?} {scene:?}");
        let answer = ball.first_contact(&scene);
        assert_eq!(dot.first_contact(&view), answer, "{}", shown());
        assert_eq!(dot.first_entry(&view), ball.first_entry(&scene), "{}", shown());
        assert_eq!(dot.time_down(&view), ball.time_down(&scene), "{}", shown());
        assert_eq!(dot.last_time(&view), ball.last_time(&scene), "{}", shown());
        assert_eq!(view.contacts(&dot), scene.contacts(&ball), "{}", shown());
        assert_eq!(dot.shape().intersects(&view), ball.shape().intersects(&scene), "{}", shown());
        let point = Point::new(a).unwrap().closest(&scene).unwrap();
        let closest = Capsule::new(a, a, 0.0).unwrap().closest(&view).unwrap();
        assert_eq!(
            (closest.point, closest.on_axis, closest.distance, closest.feature.item),
            (point.point, a, point.distance, point.feature.item),
            "{}",
            shown()
        );
        met += usize::from(answer != Answer::None);
        overlaps += usize::from(answer.overlap().is_some());
    }
    assert!(met > 100 && overlaps > 15, "{met} {overlaps}");
}

// ---- one by hand ----

fn floor(z: f64) -> Triangle<f64> {
    Triangle::new([-9.0, -9.0, z], [9.0, -9.0, z], [0.0, 9.0, z]).unwrap()
}

/// An upright capsule whose axis goes from one height to another.
fn pole(from: f64, to: f64, radius: f64, velocity: [f64; 3]) -> Body<f64> {
    Capsule::new([0.0, 0.0, from], [0.0, 0.0, to], radius).unwrap().moving(velocity).unwrap()
}

fn first(body: &Body<f64>, scene: &Scene<f64>) -> Option<(Id, f64)> {
    let view = scene.for_capsules().unwrap();
    body.first_contact(&view).contact().map(|hit| (hit.feature.item, hit.time))
}

#[test]
fn at_equal_times_the_one_that_came_first_counts() {
    let mut scene = Scene::new();
    let body = pole(5.0, 8.0, 1.0, [0.0, 0.0, -1.0]);
    assert_eq!(body.first_contact(&scene.for_capsules().unwrap()), Answer::None);
    let slab = AlignedBox::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]).unwrap();
    let (a, b) = (scene.insert(slab), scene.insert(floor(0.0)));
    assert_eq!(first(&body, &scene), Some((a, 4.0)));
    let slab = scene.remove(a).unwrap();
    assert_eq!(first(&body, &scene), Some((b, 4.0)));
    // After it is inserted again, the slab is the later item.
    scene.insert(slab);
    assert_eq!(first(&body, &scene), Some((b, 4.0)));
}

/// The times of the two contacts differ by less than any float resolves, and the item with the
/// later contact was inserted first.
#[test]
fn times_that_round_alike_are_told_apart() {
    // The contacts are at (4 − ε) / 3 and at 4 / 3.
    let (lower, upper) = (floor(0.0), floor(5e-324));
    let body = pole(5.0, 6.0, 1.0, [0.0, 0.0, -3.0]);
    let mut scene = Scene::new();
    let (_, b) = (scene.insert(lower), scene.insert(upper));
    assert_eq!(body.contact_time(&lower), body.contact_time(&upper));
    assert_eq!(first(&body, &scene), Some((b, 4.0 / 3.0)));
}

#[test]
fn of_what_is_overlapped_the_closest_to_the_axis_counts() {
    let mut scene = Scene::new();
    // The axis goes from −1 to 1.
    let overlapped = |radius, scene: &Scene<f64>| {
        let body = pole(-1.0, 1.0, radius, [0.0; 3]);
        let overlap = body.first_contact(&scene.for_capsules().unwrap()).overlap().unwrap();
        (overlap.feature.item, overlap.point)
    };
    let high = scene.insert(floor(2.0));
    let touched = scene.insert(floor(-3.0));
    let low = scene.insert(floor(-2.0));
    assert_eq!(overlapped(2.0, &scene), (high, [0.0, 0.0, 2.0]));
    scene.remove(high);
    assert_eq!(overlapped(2.0, &scene), (low, [0.0, 0.0, -2.0]));
    let nearer = scene.insert(floor(2f64.next_down()));
    assert_eq!(overlapped(2.0, &scene).0, nearer);
    // Two items that the axis meets are at distance zero, however deep the axis is in them.
    let deep = scene.insert(floor(0.5));
    scene.insert(floor(0.0));
    assert_eq!(overlapped(2.0, &scene).0, deep);
    assert!(scene.remove(touched).is_some());
}

/// The end `b` is a sum that is no float. The post is there, outside of the box of floats around
/// the axis.
#[test]
fn an_end_that_is_no_float_is_within_reach() {
    let mut scene = Scene::new();
    let post = scene.insert(Point::new([1e16 + 2.0, 5.0, 0.0]).unwrap());
    let beam = Capsule::with_axis([1e16, 0.0, 0.0], [1.0, 0.0, 0.0], 1.0).unwrap();
    assert_eq!(first(&beam.moving([0.0, 1.0, 0.0]).unwrap(), &scene), Some((post, 5.0)));
    assert_eq!(first(&beam.moving_to([1e16, 5.0, 0.0]).unwrap(), &scene), Some((post, 1.0)));
    let most = Capsule::with_axis([f64::MAX; 3], [f64::MAX; 3], f64::MAX).unwrap();
    let corner = scene.insert(Point::new([f64::MAX; 3]).unwrap());
    assert_eq!(
        most.moving([-1.0; 3])
            .unwrap()
            .first_contact(&scene.for_capsules().unwrap())
            .overlap()
            .unwrap()
            .feature
            .item,
        corner
    );
}

/// The distances of the two items differ by less than any float resolves, and the farther item was
/// inserted first.
#[test]
fn distances_that_round_alike_are_told_apart() {
    let mut scene = Scene::new();
    let arm = Capsule::new([0.0; 3], [0.0, 0.0, -2.0], 0.5).unwrap();
    assert!(arm.closest(&scene.for_capsules().unwrap()).is_none());
    scene.insert(Point::new([3.0, 4.0, 1e-200]).unwrap());
    let near = scene.insert(Point::new([3.0, 4.0, 0.0]).unwrap());
    let again = scene.insert(Point::new([3.0, 4.0, -1.0]).unwrap());
    let view = scene.for_capsules().unwrap();
    let closest = arm.closest(&view).unwrap();
    assert_eq!((closest.feature.item, closest.distance), (near, 4.5));
    assert_eq!(arm.distance_exact(&view).unwrap().to_string(), "9/2");
    // The one of two overlapped items that is closer to the axis is the closest, though both are at
    // distance zero from the capsule.
    let thick = Capsule::new([0.0; 3], [0.0, 0.0, -2.0], 7.0).unwrap();
    let closest = thick.closest(&view).unwrap();
    assert_eq!((closest.feature.item, closest.distance), (near, 0.0));
    assert!(near < again);
}

#[test]
fn it_is_touched_until_nothing_of_it_is() {
    let part = |from: f64, to: f64| AlignedBox::new([from, -1.0, 0.0], [to, 1.0, 1.0]).unwrap();
    let body = pole(0.5, 3.0, 1.0, [1.0, 0.0, 0.0]);
    let mut scene = Scene::new();
    let last = |scene: &Scene<f64>| body.last_time(&scene.for_capsules().unwrap());
    assert_eq!(last(&scene), None);
    // Items are touched from 4 to 7, from 7 to 11, and from 13 on.
    scene.insert(part(5.0, 6.0));
    assert_eq!(last(&scene), Some(7.0));
    scene.insert(part(8.0, 10.0));
    scene.insert(part(14.0, 15.0));
    assert_eq!(last(&scene), Some(11.0));
    let along = scene.insert(floor(1.0).moving([1.0, 0.0, 0.0]).unwrap());
    assert_eq!(last(&scene), None);
    assert!(scene.remove(along).is_some());
    assert_eq!(last(&scene), Some(11.0));
}

#[test]
fn what_capsules_do_not_meet_is_named() {
    let mut scene = Scene::new();
    scene.insert(floor(0.0));
    assert!(scene.for_capsules().is_ok());
    let edges = [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    scene.insert(Parallelepiped::new([0.0; 3], edges).unwrap());
    assert!(scene.for_capsules().is_ok());
    let plane = Plane::new([0.0; 3], [0.0, 0.0, 1.0]).unwrap();
    let half = scene.insert(Polytope::new(vec![plane]).unwrap());
    let refusal = scene.for_capsules().unwrap_err();
    assert_eq!(refusal, NotMet::Polytope(half));
    assert_eq!(
        refusal.to_string(),
        "item 2 of the scene is a polytope, at which capsules and convex bodies cannot be cast"
    );
    assert!(scene.remove(half).is_some() && scene.for_capsules().is_ok());
}
