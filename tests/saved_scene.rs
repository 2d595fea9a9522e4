//! A saved scene gives the same answers, and damaged bytes are refused.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod random;

use random::Random;
use std::fmt::Debug;
use std::sync::Arc;
use tangency::{
    AlignedBox, Hull, Id, Inflated, Item, LoadError, Mesh, OrientedBox, Parallelepiped, Plane,
    Point, Polytope, Rotation, Scalar, Scene, Segment, Sphere, Triangle,
};
use twox_hash::XxHash64;

const WORD: usize = 8;
const LINE: usize = 64;

/// Makes items of all kinds, some of which share a mesh or a polytope.
struct Kit<T: Scalar> {
    meshes: Vec<Arc<Mesh<T>>>,
    wedge: Arc<Polytope<T, 3>>,
}

impl<T: Scalar> Kit<T> {
    fn new(random: &mut Random) -> Self {
        let mut mesh = |triangles: u32| {
            let corner = |_| random.vector(-1.0, 1.0).map(T::nearest);
            let vertices = (0..3 * triangles).map(corner).collect();
            let indices = (0..triangles).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
            Arc::new(Mesh::new(vertices, indices).unwrap())
        };
        let meshes = [1, 9, 100, 0].map(&mut mesh).into();
        let plane =
            |p: [f64; 3], n: [f64; 3]| Plane::new(p.map(T::nearest), n.map(T::nearest)).unwrap();
        let planes = vec![
            plane([1.0, 0.0, 0.0], [1.0, 0.5, 0.0]),
            plane([0.0; 3], [-1.0, 0.0, 0.0]),
            plane([0.0; 3], [0.0, -1.0, 0.0]),
        ];
        Self { meshes, wedge: Arc::new(Polytope::new(planes).unwrap()) }
    }

    fn item(&self, random: &mut Random) -> Item<T> {
        let at = random.vector(-9.0, 9.0);
        let near = |random: &mut Random| {
            let by = random.vector(-1.0, 1.0);
            [0, 1, 2].map(|k| T::nearest(at[k] + by[k]))
        };
        let turn = Rotation::<T, 3>::new([0.1, 0.2, 0.3, 0.9].map(T::nearest)).unwrap();
        let [a, b, c, d] = [(); 4].map(|()| near(random));
        let radius = T::nearest(random.between(0.0, 0.5));
        let half = [radius; 3];
        let mesh = || Arc::clone(&self.meshes[(at[0] + 9.0) as usize % 4]);
        let item: Item<T> = match random.below(13) {
            0 => Point::new(a).unwrap().into(),
            1 | 2 => Inflated::new(Point::new(a).unwrap(), radius).unwrap().into(),
            3 => Inflated::new(Segment::new(a, b).unwrap(), radius).unwrap().into(),
            4 => Triangle::new(a, b, c).unwrap().into(),
            5 => Inflated::new(Triangle::new(a, b, c).unwrap(), radius).unwrap().into(),
            6 => {
                let (min, max) = (
                    [0, 1, 2].map(|k| if a[k] < b[k] { a[k] } else { b[k] }),
                    [0, 1, 2].map(|k| if a[k] < b[k] { b[k] } else { a[k] }),
                );
                AlignedBox::new(min, max).unwrap().into()
            }
            7 => OrientedBox::new(a, half, turn).unwrap().into(),
            8 => Parallelepiped::new(a, [b, c, d]).unwrap().into(),
            9 => Item::from(Arc::clone(&self.wedge)),
            10 => Item::from(mesh()),
            11 => Inflated::new(Hull::new([a, b, c, d]).unwrap(), radius).unwrap().into(),
            _ => Item::instance(mesh(), turn, a).unwrap(),
        };
        match random.below(6) {
            0 | 1 => item.moving(random.vector(-1.0, 1.0).map(T::nearest)).unwrap(),
            2 => item.between(a, b).unwrap(),
            3 => item.between(a, b).unwrap().until(T::nearest(0.5)).unwrap(),
            4 => item.until(T::nearest(2.0)).unwrap(),
            _ => item,
        }
    }
}

fn edit<T: Scalar>(random: &mut Random, kit: &Kit<T>, scene: &mut Scene<T>, ids: &mut Vec<Id>) {
    let at = random.below(ids.len().max(1) as u64) as usize;
    match random.below(4) {
        0 if !ids.is_empty() => {
            scene.remove(ids.swap_remove(at)).unwrap();
        }
        1 if !ids.is_empty() => {
            scene.replace(ids[at], kit.item(random)).unwrap();
        }
        _ => ids.push(scene.insert(kit.item(random))),
    }
}

fn answers_are_equal<T: Scalar + Debug>(random: &mut Random, a: &Scene<T>, b: &Scene<T>) -> usize {
    let mut hits = 0;
    for _ in 0..20 {
        let [center, velocity] = [(); 2].map(|()| random.vector(-10.0, 10.0).map(T::nearest));
        let ball = Sphere::new(center, T::nearest(0.25)).unwrap().moving(velocity).unwrap();
        let answer = ball.first_contact(a);
        hits += usize::from(answer.contact().is_some());
        assert_eq!(answer, ball.first_contact(b));
        let point = Point::new(center).unwrap();
        assert_eq!(point.closest(a), point.closest(b));
    }
    let capsules = [a, b].map(|scene| scene.for_capsules().map(|_| ()));
    assert_eq!(capsules[0], capsules[1]);
    hits
}

/// The items without their meshes, which their answers identify.
fn told<T: Scalar + Debug>(scene: &Scene<T>) -> String {
    let all = format!("{:?}", scene.items().collect::<Vec<_>>());
    let mut parts = all.split("Mesh { vertices: ");
    let mut told = parts.next().unwrap().to_owned();
    for part in parts {
        told += part.split_once(" leaves: ").unwrap().1.split_once(" } }").unwrap().1;
    }
    told
}

fn survives<T: Scalar + Debug>() {
    let mut random = Random(1);
    let kit = Kit::<T>::new(&mut random);
    let mut hits = 0;
    for count in [0, 1, 2, 8, 9, 70, 500] {
        let (mut scene, mut ids) = (Scene::new(), Vec::new());
        ids.extend(scene.insert_all((0..count).map(|_| kit.item(&mut random))));
        for round in 0..4 {
            let bytes = scene.to_bytes();
            let loaded = Scene::<T>::from_bytes(bytes.clone()).unwrap();
            assert_eq!(told(&scene), told(&loaded));
            hits += answers_are_equal(&mut random, &scene, &loaded);
            assert!(loaded.to_bytes() == bytes, "{count} items, round {round}");
            // Changes have the same effect on the loaded scene as on the saved one.
            let (mut changed, mut same) = (loaded, ids.clone());
            let mut again = Random(random.below(u64::MAX));
            let mut too = Random(again.0);
            for _ in 0..30 {
                edit(&mut again, &kit, &mut scene, &mut ids);
                edit(&mut too, &kit, &mut changed, &mut same);
            }
            assert_eq!((told(&scene), &ids), (told(&changed), &same));
            answers_are_equal(&mut random, &scene, &changed);
        }
        // After a rebuild the history of the scene does not matter.
        scene.rebuild();
        let mut anew = Scene::<T>::from_bytes(scene.to_bytes()).unwrap();
        anew.rebuild();
        assert!(anew.to_bytes() == scene.to_bytes());
    }
    assert!(hits > 50, "{hits}");
}

#[test]
fn what_is_loaded_is_what_was_saved() {
    survives::<f64>();
    survives::<f32>();
}

#[test]
fn what_items_share_is_saved_once_and_shared_again() {
    let mut random = Random(2);
    let kit = Kit::<f64>::new(&mut random);
    let turn = Rotation::<f64, 3>::new([0.0, 0.0, 1.0, 1.0]).unwrap();
    let many = |count: usize| {
        let mut scene = Scene::new();
        let mesh = &kit.meshes[2];
        let place = |i: usize| Item::instance(Arc::clone(mesh), turn, [i as f64, 0.0, 0.0]);
        scene.insert_all((0..count).map(|i| place(i).unwrap()));
        scene
    };
    let (few, more) = (many(1000).to_bytes().len(), many(2000).to_bytes().len());
    let (alone, mesh) = (many(1).to_bytes().len(), kit.meshes[2].to_bytes().len());
    // A mesh of ten thousand bytes is stored once; an instance adds its numbers and its part of the
    // tree.
    assert!(mesh > 5000 && alone < mesh + 2048 && more - few < 1000 * 150, "{alone} {few} {more}");
    // Loaded meshes are shared, so a loaded scene takes no more memory than the original.
    let loaded = Scene::<f64>::from_bytes(many(1000).to_bytes()).unwrap();
    assert!(loaded.memory() < many(1000).memory());
}

fn sample() -> Vec<u8> {
    let mut random = Random(3);
    let kit = Kit::<f64>::new(&mut random);
    let (mut scene, mut ids) = (Scene::new(), Vec::new());
    for _ in 0..60 {
        edit(&mut random, &kit, &mut scene, &mut ids);
    }
    scene.to_bytes()
}

#[test]
fn what_is_damaged_or_cut_off_is_refused() {
    let bytes = sample();
    assert!(Scene::<f64>::is_saved(&bytes) && !Mesh::<f64>::is_saved(&bytes));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(Scene::<f64>::from_bytes(damaged).is_err(), "byte {at} of {}", bytes.len());
    }
    for length in (0..bytes.len()).step_by(7) {
        assert!(Scene::<f64>::from_bytes(bytes[..length].to_vec()).is_err());
    }
    let refusal = |bytes: &[u8]| Scene::<f64>::from_bytes(bytes.to_vec()).unwrap_err();
    assert_eq!(refusal(b"ply"), LoadError::NotAScene);
    let one_more = bytes.iter().copied().chain([0]).collect::<Vec<u8>>();
    let found = one_more.len() as u64;
    assert_eq!(refusal(&one_more), LoadError::Length { found, expected: found - 1 });
    let mut later = bytes.clone();
    later[WORD] += 1;
    assert_eq!(refusal(&later), LoadError::Version { found: 2, known: 1 });
    let mut other = bytes.clone();
    other[WORD..2 * WORD].reverse();
    assert_eq!(refusal(&other), LoadError::ByteOrder);
    let of_f32 = Scene::<f32>::from_bytes(bytes).unwrap_err();
    assert_eq!(of_f32, LoadError::Scalar { found: 64, wanted: 32 });
}

const SHARED: &str = "tests/cases/saved.scene";

/// The scene of `web/test/scene.test.mjs`, which is compared with the same bytes.
fn shared() -> Scene<f64> {
    let mut scene = Scene::new();
    let ball = |x: f64, radius| Inflated::new(Point::new([x, 0.0, 0.0]).unwrap(), radius).unwrap();
    let balls = [(0.0, 1.0), (6.0, 0.5), (-7.5, 0.25)].map(|(x, radius)| ball(x, radius));
    let gone = scene.insert_all(balls)[2];
    let lift = AlignedBox::new([-2.0, -2.0, -1.0], [2.0, 2.0, 0.1]).unwrap();
    let lift = Item::from(lift).moving([0.0, 0.0, 0.25]).unwrap();
    scene.insert_all([lift.until(4.0).unwrap()]);
    scene.insert_all([Triangle::new([9.0, 0.0, 0.0], [9.0, 1.0, 0.0], [9.0, 0.0, 1.0]).unwrap()]);
    let vertices = vec![[-2.0, -2.0, 0.0], [2.0, -2.0, 0.0], [2.0, 2.0, 0.5], [-2.0, 2.0, 0.0]];
    let mesh = Arc::new(Mesh::new(vertices, vec![[0, 1, 2], [0, 2, 3]]).unwrap());
    let turn = Rotation::<f64, 3>::new([0.0, 0.0, 1.0, 2.0]).unwrap();
    let tile = |y| Item::instance(Arc::clone(&mesh), turn, [0.0, y, -3.0]).unwrap();
    scene.insert_all([tile(0.0), tile(4.0)]);
    let ground = Polytope::new(vec![Plane::new([0.0, 0.0, -9.0], [0.0, 0.0, 1.0]).unwrap()]);
    let ground = scene.insert(ground.unwrap());
    assert_eq!(ground.number(), 7);
    scene.remove(gone);
    scene
}

/// A saved scene has the same bytes on all machines and in all languages.
#[test]
fn these_are_the_bytes() {
    let bytes = std::fs::read(SHARED).unwrap();
    assert!(shared().to_bytes() == bytes);
    let loaded = Scene::<f64>::from_bytes(bytes).unwrap();
    assert_eq!((told(&loaded), loaded.next_number()), (told(&shared()), 8));
}

#[test]
#[ignore = "writes them anew"]
fn write_these_bytes() {
    std::fs::write(SHARED, shared().to_bytes()).unwrap();
}

/// The length of everything in front of the meshes and their checksums.
fn own_length(bytes: &[u8]) -> usize {
    let end = (32 * WORD..bytes.len()).step_by(LINE).find(|&end| {
        bytes
            .get(end..end + WORD)
            .is_some_and(|sum| sum == XxHash64::oneshot(0, &bytes[..end]).to_le_bytes())
    });
    end.unwrap()
}

/// A forged checksum leads to an error or to some scene, but to no panic and no endless search.
#[test]
fn what_is_forged_is_refused_or_some_scene() {
    let bytes = sample();
    let own = own_length(&bytes);
    let mut random = Random(4);
    let kit = Kit::<f64>::new(&mut random);
    let (mut refused, mut taken) = (0, 0);
    for _ in 0..6000 {
        let mut forged = bytes.clone();
        for _ in 0..1 + random.below(3) {
            let at = random.below(own as u64) as usize & !3;
            let word = match random.below(4) {
                0 => u32::MAX,
                1 => random.below(80) as u32,
                2 => u32::from_le_bytes(forged[at..at + 4].try_into().unwrap()).wrapping_add(1),
                _ => random.below(u64::MAX) as u32,
            };
            forged[at..at + 4].copy_from_slice(&word.to_le_bytes());
        }
        let sum = XxHash64::oneshot(0, &forged[..own]).to_le_bytes();
        forged[own..own + WORD].copy_from_slice(&sum);
        let Ok(mut scene) = Scene::<f64>::from_bytes(forged) else {
            refused += 1;
            continue;
        };
        taken += 1;
        let ball = Sphere::new([0.0; 3], 0.5).unwrap().moving(random.vector(-1.0, 1.0)).unwrap();
        let _ = (ball.first_contact(&scene), Point::new([1.0; 3]).unwrap().closest(&scene));
        let mut ids: Vec<Id> = scene.items().map(|(id, _)| id).collect();
        for _ in 0..4 {
            edit(&mut random, &kit, &mut scene, &mut ids);
        }
    }
    assert!(refused > 1000 && taken > 500, "{refused} {taken}");
}
