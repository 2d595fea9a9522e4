//! A scene that changes between queries answers like a linear pass over its items, to the last bit.
//!
//! The linear pass queries each shape alone, without scene or tree.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod random;

use random::Random;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tangency::{Item, Point, Scene, Sphere};

/// Defines the tests of scenes of floats `$float`: their items, the number of queries, the mover
/// `$mover`, and a view of the scene.
macro_rules! world {
    ($name:ident, $float:ty, $mover:ident, $queries:expr, |$random:ident, $kit:ident| $make:expr, |$scene:ident| $view:expr, |$asked:ident| $axis:expr) => {
        mod $name {
            use super::Random;
            use std::cmp::Ordering;
            use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
            use tangency::{
                AlignedBox, Answer, Capsule, Contact, ExactAnswer, Id, Item, ItemFeature, Moving,
                OrientedBox, Overlap, Point, Rotation, Inflated, Scene, SceneFeature, Segment,
                Surd, Triangle,
            };

            type T = $float;
            type Mover = Moving<tangency::$mover<T, 3>>;

            #[derive(Clone)]
            enum Thing {
                Ball(Moving<Inflated<Point<T, 3>>>),
                Bone(Moving<Inflated<Segment<T, 3>>>),
                Triangle(Moving<Triangle<T>>),
                AlignedBox(Moving<AlignedBox<T, 3>>),
                OrientedBox(Moving<OrientedBox<T, 3>>),
            }

            macro_rules! each {
                ($thing:expr, $shape:ident => $ask:expr) => {
                    match $thing {
                        Thing::Ball($shape) => $ask,
                        Thing::Bone($shape) => $ask,
                        Thing::Triangle($shape) => $ask,
                        Thing::AlignedBox($shape) => $ask,
                        Thing::OrientedBox($shape) => $ask,
                    }
                };
            }

            struct Kit {
                whole: bool,
                /// Half the size of the room of the items.
                room: f64,
                /// The share of moving items, in eighths; some of these are fast.
                moving: u64,
            }

            impl Kit {
                fn vector(&self, random: &mut Random, reach: f64) -> [T; 3] {
                    let reach = reach.max(1.0);
                    match self.whole {
                        true => random.integers(-reach as i64, reach as i64),
                        false => random.vector(-reach, reach),
                    }
                    .map(|x| x as T)
                }

                fn radius(&self, random: &mut Random) -> T {
                    match self.whole {
                        true => random.below(3) as T,
                        false => random.between(0.0, 1.0) as T,
                    }
                }

                fn speed(&self, random: &mut Random) -> [T; 3] {
                    if random.below(8) >= self.moving {
                        return [0.0; 3];
                    }
                    let reach = if random.below(8) == 0 { 40.0 } else { 2.0 };
                    self.vector(random, reach)
                }

                fn thing(&self, random: &mut Random) -> Thing {
                    let place = self.vector(random, self.room);
                    let [a, b] = [(); 2].map(|()| self.vector(random, 2.0));
                    let plus = |a: [T; 3]| [0, 1, 2].map(|k| place[k] + a[k]);
                    let (speed, radius) = (self.speed(random), self.radius(random));
                    let t_max = if random.below(8) == 0 { 2.0 } else { T::INFINITY };
                    macro_rules! way {
                        ($shape:expr) => {{
                            let shape = $shape.moving(speed).unwrap();
                            if random.below(8) == 0 {
                                shape.between(place, self.vector(random, self.room)).unwrap()
                            } else {
                                shape.until(t_max).unwrap()
                            }
                        }};
                    }
                    match random.below(8) {
                        0 => Thing::Bone(way!(
                            Inflated::new(Segment::new(place, plus(a)).unwrap(), radius).unwrap()
                        )),
                        1 => Thing::Triangle(way!(
                            Triangle::new(place, plus(a), plus(b)).unwrap()
                        )),
                        2 => Thing::AlignedBox(way!(
                            AlignedBox::new(place, plus(a.map(T::abs))).unwrap()
                        )),
                        3 => {
                            let turn = [0.0, 0.0, 1.0, random.integer(0, 2) as T];
                            let turn = Rotation::<T, 3>::new(turn).unwrap();
                            Thing::OrientedBox(way!(
                                OrientedBox::new(place, a.map(T::abs), turn).unwrap()
                            ))
                        }
                        _ => Thing::Ball(way!(
                            Inflated::new(Point::new(place).unwrap(), radius).unwrap()
                        )),
                    }
                }

                fn mover(&self, random: &mut Random) -> Mover {
                    let ($random, $kit) = (random, self);
                    $make
                }
            }

            fn item(thing: &Thing) -> Item<T> {
                each!(thing, shape => (*shape).into())
            }

            fn named<F: Into<ItemFeature>>(answer: Answer<T, 3, F>, item: Id) -> Answer<T, 3, SceneFeature> {
                let name = |feature: F| SceneFeature { item, feature: feature.into() };
                match answer {
                    Answer::None => Answer::None,
                    Answer::Overlap(Overlap { center, point, normal, feature, .. }) => {
                        Answer::Overlap(Overlap::new(center, point, normal, name(feature)))
                    }
                    Answer::Contact(Contact {
                        time, center, point, other_point, normal, feature, approach, ..
                    }) => {
                        let feature = name(feature);
                        let contact = Contact::new(time, center, point, normal, feature, approach);
                        Answer::Contact(contact.with_other_point(other_point))
                    }
                }
            }

            /// The exact time of a contact.
            fn time<F>(answer: ExactAnswer<3, F>) -> Option<Surd> {
                match answer {
                    ExactAnswer::Contact(Contact { time, .. }) => Some(time),
                    ExactAnswer::None | ExactAnswer::Overlap(_) => None,
                }
            }

            /// The centre or the axis of the mover, from which the distance of overlapped items is
            /// measured.
            fn axis($asked: &Mover) -> Capsule<T, 3> {
                let [a, b] = $axis;
                Capsule::new(a, b, 0.0).unwrap()
            }

            /// The first answer of all items. Overlaps come before contacts, the closest first;
            /// contacts come by time, and equal ones by id.
            fn linear(mover: &Mover, things: &[(Id, Thing)], entries: bool) -> Answer<T, 3, SceneFeature> {
                let mut best: Option<(Answer<T, 3, SceneFeature>, &Thing)> = None;
                let rank = |answer: &Answer<T, 3, SceneFeature>| match answer {
                    Answer::Overlap(_) => (0, 0.0),
                    Answer::Contact(hit) => (1, hit.time),
                    Answer::None => (2, 0.0),
                };
                let exactly = |thing: &Thing, overlaps: bool| match entries {
                    _ if overlaps => each!(thing, shape => axis(mover).distance_exact(shape.shape())),
                    true => each!(thing, shape => time(mover.first_entry_exact(shape))),
                    false => each!(thing, shape => time(mover.first_contact_exact(shape))),
                };
                for (id, thing) in things {
                    let answer = match entries {
                        true => each!(thing, shape => named(mover.first_entry(shape), *id)),
                        false => each!(thing, shape => named(mover.first_contact(shape), *id)),
                    };
                    if answer == Answer::None {
                        continue;
                    }
                    let comes_first = best.as_ref().is_none_or(|(best, of)| {
                        match rank(&answer).partial_cmp(&rank(best)).unwrap() {
                            Ordering::Equal => {
                                let overlaps = best.overlap().is_some();
                                exactly(thing, overlaps) < exactly(of, overlaps)
                            }
                            order => order == Ordering::Less,
                        }
                    });
                    if comes_first {
                        best = Some((answer, thing));
                    }
                }
                best.map_or(Answer::None, |(answer, _)| answer)
            }

            fn all(mover: &Mover, things: &[(Id, Thing)]) -> Vec<Answer<T, 3, SceneFeature>> {
                let answers = things.iter().filter_map(|(id, thing)| {
                    let answer = each!(thing, shape => named(mover.first_contact(shape), *id));
                    let time = match &answer {
                        Answer::None => return None,
                        Answer::Overlap(_) => None,
                        Answer::Contact(_) => each!(thing, shape => time(mover.first_contact_exact(shape))),
                    };
                    Some((time.unwrap_or_else(|| Surd::from(tangency::Rational::ZERO)), answer))
                });
                let mut answers: Vec<_> = answers.collect();
                answers.sort_by(|a, b| a.0.cmp(&b.0));
                answers.into_iter().map(|(_, answer)| answer).collect()
            }

            #[derive(Debug, Default)]
            struct Count {
                none: usize,
                overlaps: usize,
                contacts: usize,
            }

            /// Runs one query, a different one for each `which`.
            fn ask($scene: &Scene<T>, mover: &Mover, things: &[(Id, Thing)], which: usize, count: &mut Count) {
                let scene = &$view;
                match which % 8 {
                    0 => assert_eq!(mover.first_entry(scene), linear(mover, things, true)),
                    1 => {
                        let time = match linear(mover, things, false) {
                            Answer::Contact(hit) => Some(hit.time),
                            _ => None,
                        };
                        assert_eq!(mover.contact_time(scene), time);
                    }
                    2 => {
                        let touched = things.iter().any(|(_, thing)| {
                            each!(thing, shape => mover.shape().intersects(shape.shape()))
                        });
                        assert_eq!(mover.shape().intersects(scene), touched);
                    }
                    3 if things.len() < 50 => assert_eq!(scene.contacts(mover), all(mover, things)),
                    _ => {
                        let answer = linear(mover, things, false);
                        match &answer {
                            Answer::None => count.none += 1,
                            Answer::Overlap(_) => count.overlaps += 1,
                            Answer::Contact(_) => count.contacts += 1,
                        }
                        assert_eq!(mover.first_contact(scene), answer, "{mover:?}");
                    }
                }
            }

            /// Changes the scene in one of several ways.
            fn edit(random: &mut Random, kit: &Kit, scene: &mut Scene<T>, things: &mut Vec<(Id, Thing)>, most: usize) {
                let at = random.below(things.len().max(1) as u64) as usize;
                let thing = kit.thing(random);
                match random.below(64) {
                    0 => scene.rebuild(),
                    1 if things.len() < most => {
                        let more: Vec<Thing> = (0..3).map(|_| kit.thing(random)).collect();
                        let ids = scene.insert_all(more.iter().map(item));
                        things.extend(ids.into_iter().zip(more));
                    }
                    2 if !things.is_empty() => {
                        // Some ids occur twice, and one does not exist. Few changes edit the tree
                        // one by one; many are made all at once, or by a rebuild.
                        let many = 1 + random.below(things.len() as u64);
                        let mut changes = Vec::new();
                        for _ in 0..many {
                            let (at, thing) = (random.below(things.len() as u64) as usize, kit.thing(random));
                            changes.push((things[at].0, item(&thing)));
                            things[at].1 = thing;
                        }
                        let absent = scene.insert(item(&thing));
                        scene.remove(absent);
                        changes.push((absent, item(&thing)));
                        assert_eq!(scene.replace_all(changes), [absent]);
                    }
                    32 => {
                        // A cancelled insertion changes nothing, whenever it is cancelled.
                        let more: Vec<Thing> = (0..40).map(|_| kit.thing(random)).collect();
                        let (calls, end) = (AtomicU64::new(0), random.below(4));
                        let is_cancelled = || calls.fetch_add(1, Relaxed) >= end;
                        let next = scene.next_number();
                        match scene.insert_all_unless(more.iter().map(item), &is_cancelled) {
                            Some(ids) => things.extend(ids.into_iter().zip(more)),
                            None => assert_eq!(scene.next_number(), next),
                        }
                    }
                    3 if things.len() > 4 => {
                        let gone: Vec<Id> = things.drain(..3).map(|(id, _)| id).collect();
                        assert_eq!(scene.remove_all(gone.iter().chain(&gone).copied()), 3);
                    }
                    4..32 if !things.is_empty() => {
                        let id = things[at].0;
                        assert!(scene.replace(id, item(&thing)).is_some());
                        things[at].1 = thing;
                    }
                    _ if things.len() < most => things.push((scene.insert(item(&thing)), thing)),
                    _ => {
                        let (id, thing) = things.remove(at);
                        assert!(scene.remove(id).is_some() && scene.remove(id).is_none());
                        assert!(scene.get(id).is_none() && scene.replace(id, item(&thing)).is_none());
                    }
                }
                assert_eq!(scene.len(), things.len());
            }

            fn run(
 seed: u64,
 whole: bool,
 rooms: [f64; 3],
 [rounds, steps, asked, most]: [usize; 4],
) {
                let mut random = Random(seed);
                let mut count = Count::default();
                for round in 0..rounds {
                    let moving = [0, 1, 8][round % 3];
                    let kit = Kit { whole, room: rooms[round / 3 % 3], moving };
                    let (mut scene, mut things) = (Scene::new(), Vec::new());
                    for step in 0..steps {
                        edit(&mut random, &kit, &mut scene, &mut things, most);
                        if step > most / 2 {
                            for which in 0..asked {
                                let mover = kit.mover(&mut random);
                                ask(&scene, &mover, &things, step + which, &mut count);
                            }
                        }
                    }
                }
                let Count { none, overlaps, contacts } = count;
                assert!(none.min(contacts) > 100 && overlaps > 20, "{none} {overlaps} {contacts}");
            }

            /// The number of rounds, with eight queries after each edit and up to two dozen items.
            const ROUNDS: usize = $queries / 2 / (8 * 400);

            #[test]
            fn whole_numbers_where_everything_ties() {
                run(11, true, [3.0, 12.0, 40.0], [ROUNDS, 413, 8, 24]);
            }

            #[test]
            fn any_numbers() {
                run(12, false, [3.0, 12.0, 40.0], [ROUNDS, 413, 8, 24]);
            }

            #[test]
            fn many_things() {
                run(13, true, [16.0; 3], [3, 1300, 2, 1000]);
                run(14, false, [16.0; 3], [3, 1300, 2, 1000]);
            }
        }
    };
}

world!(
    balls,
    f64,
    Sphere,
    500_000,
    |random, kit| {
        let center = kit.vector(random, kit.room);
        let to = kit.vector(random, kit.room);
        let way = [0, 1, 2].map(|k| to[k] - center[k]);
        let way = if random.below(8) == 0 { [0.0; 3] } else { way };
        let ball = tangency::Sphere::new(center, kit.radius(random)).unwrap().moving(way).unwrap();
        if random.below(4) == 0 { ball.until(0.5).unwrap() } else { ball }
    },
    |scene| *scene,
    |ball| [ball.shape().center(); 2]
);

world!(
    small_floats,
    f32,
    Sphere,
    300_000,
    |random, kit| {
        let center = kit.vector(random, kit.room);
        let to = kit.vector(random, kit.room);
        let ball = tangency::Sphere::new(center, kit.radius(random)).unwrap();
        if random.below(4) == 0 {
            return ball.moving_to(to).unwrap();
        }
        ball.moving([0, 1, 2].map(|k| to[k] - center[k])).unwrap()
    },
    |scene| *scene,
    |ball| [ball.shape().center(); 2]
);

world!(
    capsules,
    f64,
    Capsule,
    200_000,
    |random, kit| {
        let a = kit.vector(random, kit.room);
        let axis = kit.vector(random, 2.0);
        let b = [0, 1, 2].map(|k| a[k] + axis[k]);
        let capsule = Capsule::new(a, b, kit.radius(random)).unwrap();
        capsule.moving(kit.vector(random, 10.0)).unwrap()
    },
    |scene| scene.for_capsules().unwrap(),
    |capsule| [capsule.shape().a(), capsule.shape().b()[0]]
);

/// Gaps in the ids, here and there or many in a row, do not lead to other items.
#[test]
fn each_number_leads_to_its_own_item_or_to_none() {
    use std::collections::BTreeMap;
    use tangency::{Id, Point, Scene};
    let mut random = Random(15);
    let (mut scene, mut names) = (Scene::<f64>::new(), BTreeMap::<u64, Id>::new());
    let mut next = 0;
    for step in 0..4000 {
        let comes = if step / 500 % 2 == 0 { 7 } else { 2 };
        if names.is_empty() || random.below(8) < comes {
            // Its velocity identifies it.
            let point = Point::new([0.0; 3]).unwrap().moving([next as f64, 0.0, 0.0]).unwrap();
            let id = scene.insert(point);
            assert_eq!(id.number(), next);
            names.insert(next, id);
            next += 1;
        } else {
            // The oldest item, the newest, or any.
            let at = match random.below(3) {
                0 => 0,
                1 => names.len() - 1,
                _ => random.below(names.len() as u64) as usize,
            };
            let (&number, &id) = names.iter().nth(at).unwrap();
            assert_eq!(scene.remove(id).unwrap().velocity()[0], number as f64);
            names.remove(&number);
        }
        if step % 40 == 0 {
            for number in (0..next + 3).chain([u64::MAX]) {
                assert_eq!(scene.id(number), names.get(&number).copied());
            }
            for (&number, &id) in &names {
                assert_eq!(scene.get(id).unwrap().velocity()[0], number as f64);
            }
        }
    }
    assert!(next > 1500);
}

/// A cancelled insertion leaves the scene unchanged, whenever it is cancelled: both if few items
/// are added to many, which are inserted one by one, and if many are added to few. An insertion can
/// be cancelled every few thousand items.
#[test]
fn a_cancelled_insertion_changes_nothing() {
    let mut random = Random(9);
    for (count, more) in [(16_000, 1_900), (200, 9_000), (0, 5_000)] {
        let mut items = |count: usize, is_far: bool| -> Vec<Item<f64>> {
            let item = |i: usize| {
                let mut place = random.vector(-20.0, 20.0);
                // Some items are in no tree, as no box in `f32` contains them.
                place[0] = if is_far && i.is_multiple_of(100) { 1e200 } else { place[0] };
                let speed = if i.is_multiple_of(3) { random.vector(-1.0, 1.0) } else { [0.0; 3] };
                Item::from(Point::new(place).unwrap().moving(speed).unwrap())
            };
            (0..count).map(item).collect()
        };
        let (mut scene, more) = (Scene::new(), items(more, true));
        scene.insert_all(items(count, false));
        let before = scene.clone();
        let mut expected = scene.clone();
        let ids = expected.insert_all(more.clone());
        let balls: Vec<_> = (0..20)
            .map(|_| {
                let ball = Sphere::new(random.vector(-20.0, 20.0), 0.25).unwrap();
                ball.moving(random.vector(-1.0, 1.0)).unwrap()
            })
            .collect();
        let answers = |scene: &Scene<f64>| -> Vec<_> {
            balls.iter().map(|ball| (ball.first_contact(scene), ball.contact_time(scene))).collect()
        };
        let (told, told_more) = (answers(&before), answers(&expected));
        let mut end = 0;
        loop {
            let calls = AtomicUsize::new(0);
            let is_cancelled = || calls.fetch_add(1, Relaxed) >= end;
            let inserted = scene.insert_all_unless(more.clone(), &is_cancelled);
            if let Some(inserted) = inserted {
                assert_eq!((inserted, answers(&scene)), (ids, told_more));
                break;
            }
            assert_eq!((scene.len(), scene.next_number()), (count, count as u64));
            assert_eq!(scene.items().count(), count);
            assert_eq!(answers(&scene), told);
            end += 1 + end / 8;
        }
        assert!(end > more.len() / 1024, "{end}");
    }
}
