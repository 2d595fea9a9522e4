//! Boxes, parallelepipeds, triangles and hulls that are cast at a scene: every query has the answer
//! of the items, one by one. Times of contacts are compared exactly, and distances of overlapped
//! items as floats.
//!
//! `TANGENCY_SEEDS=100 cargo test --release --test convex_scene` runs a hundred times as many.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod random;

use random::Random;
use std::sync::Arc;
use tangency::any::{Alone, AnyFeature, AnyObstacle, Mover};
use tangency::{
    AlignedBox, Answer, ExactAnswer, Hull, Id, Inflated, Item, Mesh, Moving, OrientedBox,
    Parallelepiped, Plane, Point, Polytope, Rational, Rotation, Scene, Segment, SharedInstance,
    Surd, Triangle,
};

type Obstacle = Box<dyn AnyObstacle<f64, 3>>;

/// The numbers of a scene: whole numbers make many ties.
#[derive(Clone, Copy)]
enum Numbers {
    Whole,
    Halves,
    Any,
}

impl Numbers {
    fn vector(self, random: &mut Random, most: f64) -> [f64; 3] {
        match self {
            Self::Whole => random.integers(-(most as i64), most as i64),
            Self::Halves => {
                random.integers(-(2.0 * most) as i64, (2.0 * most) as i64).map(|x| x / 2.0)
            }
            Self::Any => random.vector(-most, most),
        }
    }
}

fn plus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|k| a[k] + b[k])
}

/// An obstacle that convex bodies meet, and its parts: the triangles of a mesh, or itself.
fn obstacle(random: &mut Random, numbers: Numbers) -> (Obstacle, Vec<Obstacle>) {
    let [a, b, c] = [0; 3].map(|_| numbers.vector(random, 2.0));
    let at = numbers.vector(random, 3.0);
    let drift = if random.below(3) == 0 { numbers.vector(random, 1.0) } else { [0.0; 3] };
    let radius = if random.below(3) == 0 { random.integer(1, 3) / 4.0 } else { 0.0 };
    let turn = Rotation::<f64, 3>::new([random.integer(-2, 2), 1.0, 0.0, random.integer(0, 2)]);
    macro_rules! of {
        ($shape:expr) => {{
            let moving = Moving::still($shape).with_velocity(drift).unwrap();
            let moving = moving.towards_inflated(radius);
            (moving.clone().boxed(), vec![moving.boxed()])
        }};
    }
    match random.below(9) {
        0 => of!(Point::new(at).unwrap()),
        1 => of!(Segment::new(at, plus(at, a)).unwrap()),
        2 => of!(Triangle::new(at, plus(at, a), plus(at, b)).unwrap()),
        3 => of!(AlignedBox::new(at, plus(at, a.map(f64::abs))).unwrap()),
        4 => of!(OrientedBox::new(at, a.map(f64::abs), turn.unwrap()).unwrap()),
        5 => match Parallelepiped::new(at, [a, b, c]) {
            Ok(shape) => of!(shape),
            Err(_) => of!(Point::new(at).unwrap()),
        },
        6 => of!(Hull::new([[0.0; 3], a, b, c].map(|way| plus(at, way))).unwrap()),
        kind => {
            let corners = [[0.0; 3], a, b, c].map(|way| plus(at, way));
            let triangles = vec![[0, 1, 2], [0, 2, 3], [1, 2, 3]];
            let mesh = Arc::new(Mesh::new(corners.to_vec(), triangles.clone()).unwrap());
            let moving = Moving::still(mesh.clone()).with_velocity(drift).unwrap();
            let moving = moving.towards_inflated(radius);
            let triangle = |i: usize| moving.carrying(mesh.triangle(i).unwrap()).boxed();
            let parts = (0..triangles.len()).map(triangle).collect();
            if kind == 7 {
                return (moving.boxed(), parts);
            }
            // The same mesh, as an instance that turns its vertices back.
            let back = corners.map(|[x, y, z]| [y, z, x]).to_vec();
            let turn = Rotation::<f64, 3>::new([1.0; 4]).unwrap();
            let given = Arc::new(Mesh::new(back, triangles).unwrap());
            let instance = SharedInstance::new(given, turn, [0.0; 3]).unwrap();
            (moving.carrying(instance).boxed(), parts)
        }
    }
}

/// A moving convex body, and its core at rest.
fn mover(random: &mut Random, numbers: Numbers) -> [Mover<f64, 3>; 2] {
    let [a, b, c] = [0; 3].map(|_| numbers.vector(random, 1.0));
    let at = numbers.vector(random, 4.0);
    let velocity = match random.below(12) {
        0 => [0.0; 3],
        _ => numbers.vector(random, 3.0),
    };
    let radius = if random.below(2) == 0 { random.integer(1, 4) / 4.0 } else { 0.0 };
    let end = if random.below(4) == 0 { 2.0 } else { f64::INFINITY };
    macro_rules! of {
        ($shape:expr) => {{
            let shape = $shape;
            let moving = Inflated::new(shape.clone(), radius).unwrap().moving(velocity).unwrap();
            [moving.until(end).unwrap().into(), Moving::still(shape).into()]
        }};
    }
    match random.below(5) {
        0 => of!(AlignedBox::new(at, plus(at, a.map(f64::abs))).unwrap()),
        1 => {
            let turn = Rotation::<f64, 3>::new([0.0, 0.0, random.integer(0, 2), 1.0]).unwrap();
            of!(OrientedBox::new(at, a.map(f64::abs), turn).unwrap())
        }
        2 => of!(Triangle::new(at, plus(at, a), plus(at, b)).unwrap()),
        3 => match Parallelepiped::new(at, [a, b, c]) {
            Ok(shape) => of!(shape),
            Err(_) => of!(Hull::new([at]).unwrap()),
        },
        _ => of!(Hull::new([[0.0; 3], a, b, c].map(|way| plus(at, way))).unwrap()),
    }
}

type Met = Answer<f64, 3, AnyFeature<3>>;

fn item_of(answer: &Met) -> Option<Id> {
    match answer {
        Answer::None => None,
        Answer::Overlap(overlap) => overlap.feature.item,
        Answer::Contact(contact) => contact.feature.item,
    }
}

fn in_scene(answer: Met, id: Id) -> Met {
    answer.map_feature(|feature| AnyFeature::new(Some(id), feature.place))
}

/// The exact time of a contact; zero for an overlap.
fn time_of<F>(answer: &ExactAnswer<3, F>) -> Option<Surd> {
    match answer {
        ExactAnswer::None => None,
        ExactAnswer::Overlap(_) => Some(Surd::from(Rational::ZERO)),
        ExactAnswer::Contact(contact) => Some(contact.time.clone()),
    }
}

#[derive(Default)]
struct Counts {
    all: usize,
    contacts: usize,
    overlaps: usize,
    several: usize,
    last: usize,
}

fn compare(random: &mut Random, numbers: Numbers, counts: &mut Counts) {
    let mut scene = Scene::new();
    let count = if random.below(3) == 0 { 1 } else { random.below(12) };
    let things: Vec<(Id, Obstacle, Vec<Obstacle>)> = (0..count)
        .map(|_| {
            let (whole, parts) = obstacle(random, numbers);
            (scene.insert(whole.item().unwrap()), whole, parts)
        })
        .collect();
    let scene = Arc::new(scene);
    for _ in 0..6 {
        let [mover, core] = mover(random, numbers);
        let context = || format!("{mover:?} {things:?}");

        // All contacts: overlaps first, then by exact time, and by name at equal times.
        let mut all: Vec<(Surd, Id, &Obstacle)> = Vec::new();
        let mut overlapped = Vec::new();
        for (id, thing, parts) in &things {
            let exact = mover.first_contact_exact(&**thing).unwrap();
            let Some(time) = time_of(&exact) else { continue };
            if let ExactAnswer::Overlap(_) = exact {
                let near =
                    |part: &Obstacle| core.closest_points(&**part).unwrap().unwrap().distance;
                let distance = parts.iter().map(near).fold(f64::INFINITY, f64::min);
                overlapped.push((distance, *id));
            }
            all.push((time, *id, thing));
        }
        all.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
        let expected: Vec<Met> = all
            .iter()
            .map(|(_, id, thing)| in_scene(mover.first_contact(&***thing).unwrap(), *id))
            .collect();
        assert_eq!(mover.contacts(&scene).unwrap(), expected, "{}", context());

        let answer = mover.first_contact(&scene).unwrap();
        let expected = match overlapped.iter().map(|(distance, _)| *distance).reduce(f64::min) {
            None => all.first().map(|(_, id, _)| *id),
            Some(least) => {
                let chosen = item_of(&answer).unwrap();
                let closest = overlapped.iter().any(|(d, id)| *d == least && *id == chosen);
                assert!(closest, "{overlapped:?} {answer:?} {}", context());
                Some(chosen)
            }
        };
        assert_eq!(item_of(&answer), expected, "{}", context());
        let alone = expected.map(|id| things.iter().find(|(of, ..)| *of == id).unwrap());
        let own = alone.map_or(Answer::None, |(id, thing, _)| {
            in_scene(mover.first_contact(&**thing).unwrap(), *id)
        });
        assert_eq!(answer, own, "{}", context());
        assert_eq!(mover.has_contact(&scene).unwrap(), expected.is_some(), "{}", context());
        let time = |ask: fn(&Mover<f64, 3>, &dyn AnyObstacle<f64, 3>) -> _| {
            let own = alone.and_then(|(_, thing, _)| ask(&mover, &**thing));
            assert_eq!(ask(&mover, &scene), own, "{}", context());
        };
        time(|mover, thing| mover.contact_time(thing).unwrap());
        time(|mover, thing| mover.time_down(thing).unwrap());
        let exact = mover.first_contact_exact(&scene).unwrap();
        assert_eq!(time_of(&exact), expected.and(all.first().map(|(time, ..)| time.clone())));

        // The blocking hit.
        let entry = mover.first_entry(&scene).unwrap();
        if overlapped.is_empty() {
            let entries = things.iter().filter_map(|(id, thing, _)| {
                Some((time_of(&mover.first_entry_exact(&**thing).unwrap())?, *id))
            });
            let first = entries.min_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
            assert_eq!(item_of(&entry), first.map(|(_, id)| id), "{}", context());
        } else {
            assert_eq!(entry, answer, "{}", context());
        }

        // The closest item, by the distance from the body without its radius.
        let distances: Vec<(f64, Id)> = things
            .iter()
            .map(|(id, thing, parts)| {
                let near =
                    |part: &Obstacle| core.closest_points(&**part).unwrap().unwrap().distance;
                let least = parts.iter().map(near).fold(f64::INFINITY, f64::min);
                assert_eq!(core.closest_points(&**thing).unwrap().unwrap().distance, least);
                (least, *id)
            })
            .collect();
        let least = distances.iter().map(|(distance, _)| *distance).reduce(f64::min);
        let closest = mover.closest_points(&scene).unwrap();
        let chosen = closest.as_ref().map(|closest| closest.feature.item.unwrap());
        let is_least =
            |(distance, id): &&(f64, Id)| Some(*distance) == least && Some(*id) == chosen;
        assert_eq!(distances.iter().find(is_least).map(|(_, id)| *id), chosen, "{}", context());
        assert_eq!(chosen.is_some(), !things.is_empty());
        // Items that overlap the body are at the same distance, so the first of them counts.
        if least == Some(0.0) {
            let shared = |id: Id| {
                let thing = &things.iter().find(|(of, ..)| *of == id).unwrap().1;
                core.intersects(&**thing, false).unwrap()
            };
            let first = distances.iter().map(|(_, id)| *id).find(|id| shared(*id));
            assert!(first.is_none() || first == chosen, "{}", context());
        }
        let own = chosen.map(|id| {
            let thing = &things.iter().find(|(of, ..)| *of == id).unwrap().1;
            let own = mover.closest_points(&**thing).unwrap().unwrap();
            own.map_feature(|feature| AnyFeature::new(Some(id), feature.place))
        });
        assert_eq!(closest, own, "{}", context());

        // At the start, where only the positions count, nothing moves.
        let intersects =
            things.iter().any(|(_, thing, _)| mover.intersects(&**thing, false).unwrap());
        assert_eq!(mover.intersects(&scene, false).unwrap(), intersects, "{}", context());

        counts.all += 1;
        counts.contacts += usize::from(matches!(answer, Answer::Contact(_)));
        counts.overlaps += usize::from(matches!(answer, Answer::Overlap(_)));
        counts.several += usize::from(overlapped.len() > 1);
        // A scene of one item ceases to be touched when the item does.
        if let [(_, thing, _)] = &things[..] {
            let last = mover.last_time_exact(&scene).unwrap();
            assert_eq!(last, mover.last_time_exact(&**thing).unwrap(), "{}", context());
            counts.last += usize::from(last.is_some());
        }
    }
}

fn run(numbers: Numbers, seed: u64) {
    let times = std::env::var("TANGENCY_SEEDS").map_or(1, |text| text.parse().unwrap());
    let (mut random, mut counts) = (Random(seed), Counts::default());
    for _ in 0..150 * times {
        compare(&mut random, numbers, &mut counts);
    }
    let Counts { all, contacts, overlaps, several, last } = counts;
    assert!(contacts * 15 > all && overlaps * 20 > all, "{contacts}, {overlaps} of {all}");
    assert!(several * 200 > all && last > 10 * times, "{several}, {last} of {all}");
}

#[test]
fn whole_numbers() {
    run(Numbers::Whole, 1);
}

#[test]
fn halves() {
    run(Numbers::Halves, 2);
}

#[test]
fn any_numbers() {
    run(Numbers::Any, 3);
}

/// A scene with an item that convex bodies do not meet refuses each query by the name of that item.
#[test]
fn items_that_are_not_met_are_named() {
    let cube = AlignedBox::new([0.0; 3], [1.0; 3]).unwrap().moving([1.0, 0.0, 0.0]).unwrap();
    let refusal = |scene: &Scene<f64>| {
        let refused = Mover::from(cube).has_contact(&Arc::new(scene.clone())).unwrap_err();
        [refused.to_string(), scene.for_convex_bodies().unwrap_err().to_string()]
    };
    let mut scene = Scene::new();
    let ball = scene.insert(Inflated::new(Point::new([5.0, 0.5, 0.5]).unwrap(), 1.0).unwrap());
    let hit = cube.first_contact(&scene.for_convex_bodies().unwrap()).contact().unwrap();
    assert_eq!((hit.feature.item, hit.time), (ball, 3.0));

    let plane = Plane::new([0.0; 3], [0.0, 0.0, 1.0]).unwrap();
    let polytope = || Polytope::new(vec![plane]).unwrap();
    let ids = scene.insert_all([polytope(), polytope()]);
    let words = "has_contact is not asked of a convex body and a polytope";
    let of = |number: usize| {
        format!(
            "item {number} of the scene is a polytope, at which capsules and convex bodies cannot \
             be cast"
        )
    };
    assert_eq!(refusal(&scene), [words, &of(1)]);
    scene.remove(ids[0]).unwrap();
    assert_eq!(refusal(&scene), [words, &of(2)]);
    let saved = Scene::<f64>::from_bytes(scene.to_bytes()).unwrap();
    assert_eq!(refusal(&saved), [words, &of(2)]);
    scene.replace(ids[1], Point::new([9.0, 0.0, 0.0]).unwrap()).unwrap();
    assert!(scene.for_convex_bodies().is_ok());
    scene.replace(ids[1], polytope()).unwrap();
    scene.remove(ids[1]).unwrap();
    assert!(scene.for_convex_bodies().is_ok());
    // A batch that is cancelled leaves nothing behind.
    let mut many = Scene::new();
    let polytopes = || std::iter::repeat_n(Item::from(polytope()), 100_000);
    assert!(many.insert_all_unless(polytopes(), &|| true).is_none());
    assert!(many.for_convex_bodies().is_ok());
}
