//! Two ways to an answer that must be the same to the last bit.

use crate::numbers::Bytes;
use std::sync::Arc;
use tangency::any::{Mover, Obstacle};
use tangency::{
    Answer, Capsule, ExactAnswer, Id, InputError, Item, ItemShape, Mesh, Moving, Point, Rational,
    Rounded, Scene, SlideOptions, Sphere, Surd, Triangle,
};

/// What bytes make no shape of is passed over.
macro_rules! shapes {
    ($name:ident, $law:ident) => {
        pub(crate) fn $name(bytes: &[u8]) {
            let _: Result<(), InputError> = $law(&mut Bytes::new(bytes));
        }
    };
}

shapes!(exact, numbers_are_the_exact_ones_rounded);
shapes!(mesh, a_mesh_answers_as_its_triangles);
shapes!(scene, a_scene_answers_as_its_items);
shapes!(moves, moves_stay_free);
shapes!(at_rest, what_is_closest_and_the_way_out_agree);

fn rounded<const N: usize>(surds: &[Surd; N]) -> [f64; N] {
    std::array::from_fn(|k| surds[k].round())
}

/// Answers of floats and answers of integers, which share no filter.
fn same<F: PartialEq + std::fmt::Debug>(answer: &Answer<f64, 3, F>, exact: &ExactAnswer<3, F>) {
    match (answer, exact) {
        (Answer::None, ExactAnswer::None) => {}
        (Answer::Overlap(overlap), ExactAnswer::Overlap { center, point, normal, feature }) => {
            assert_eq!((overlap.center, overlap.point), (rounded(center), rounded(point)));
            assert_eq!(overlap.normal, normal.as_ref().map(rounded));
            assert_eq!(&overlap.feature, feature);
        }
        (
            Answer::Contact(hit),
            ExactAnswer::Contact { time, center, point, other_point, normal, .. },
        ) => {
            assert_eq!(hit.time, time.round::<f64>());
            assert_eq!((hit.center, hit.point), (rounded(center), rounded(point)));
            assert_eq!(hit.other_point, other_point.as_ref().map(rounded));
            assert_eq!(hit.normal, normal.as_ref().map(rounded));
        }
        _ => panic!("{answer:?} and {exact:?}"),
    }
}

/// A sphere or a capsule on its way.
fn mover(bytes: &mut Bytes<'_>) -> Result<Mover<f64, 3>, InputError> {
    let kind = bytes.byte();
    let velocity = bytes.vector();
    let end = if kind & 2 == 0 { f64::INFINITY } else { bytes.length() };
    Ok(if kind & 1 == 0 {
        bytes.sphere()?.moving(velocity)?.until(end)?.into()
    } else {
        bytes.capsule()?.moving(velocity)?.until(end)?.into()
    })
}

/// One item of each kind that is convex, in a scene of its own.
fn alone(item: Item<f64>) -> Arc<Scene<f64>> {
    let mut scene = Scene::new();
    scene.insert(item);
    Arc::new(scene)
}

fn numbers_are_the_exact_ones_rounded(bytes: &mut Bytes<'_>) -> Result<(), InputError> {
    let (mover, scene) = (mover(bytes)?, alone(bytes.item()?));
    let (answer, exact) = (mover.first_contact(&scene), mover.first_contact_exact(&scene));
    let (Ok(answer), Ok(exact)) = (answer, exact) else { panic!("all are asked") };
    same(&answer, &exact);
    let (Ok(answer), Ok(exact)) = (mover.first_entry(&scene), mover.first_entry_exact(&scene))
    else {
        panic!("all are asked")
    };
    same(&answer, &exact);
    let (Ok(time), Ok(down)) = (mover.contact_time(&scene), mover.time_down(&scene)) else {
        panic!("all are asked")
    };
    if let (Some(time), Some(down)) = (time, down) {
        assert!(down <= time && time <= down.next_up(), "{down} {time}");
    }
    Ok(())
}

/// The earliest of some times.
fn least(times: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    times.flatten().reduce(f64::min)
}

fn a_mesh_answers_as_its_triangles(bytes: &mut Bytes<'_>) -> Result<(), InputError> {
    let (vertices, corners) = bytes.surface();
    let radius = if bytes.byte() & 1 == 0 { 0.0 } else { bytes.length() };
    let mesh = Mesh::new(vertices.clone(), corners.clone())?;
    let skin = Rounded::new(&mesh, radius)?;
    let triangles = corners.iter().map(|corners| {
        let [a, b, c] = corners.map(|i| vertices[i as usize]);
        Rounded::new(Triangle::new(a, b, c)?, radius)
    });
    let triangles = triangles.collect::<Result<Vec<_>, _>>()?;
    while !bytes.is_empty() {
        let mover = mover(bytes)?;
        let each = triangles.iter().map(|triangle| time(&mover, triangle));
        assert_eq!(time(&mover, &skin), least(each));
        let from = Point::new(bytes.vector())?;
        let distances = triangles.iter().map(|one| from.closest(one).map(|it| it.distance));
        assert_eq!(from.closest(&skin).map(|it| it.distance), least(distances));
    }
    Ok(())
}

/// When something is met: an overlap is before all contacts.
fn time<O>(mover: &Mover<f64, 3>, obstacle: &O) -> Option<f64>
where
    O: tangency::Obstacle<f64, 3> + tangency::Obstacle<f64, 3, Capsule<f64, 3>>,
{
    match mover {
        Mover::Sphere(sphere) => of(&sphere.first_contact(obstacle)),
        Mover::Capsule(capsule) => of(&capsule.first_contact(obstacle)),
        Mover::Ellipsoid(_) => None,
    }
}

fn of<F>(answer: &Answer<f64, 3, F>) -> Option<f64> {
    match answer {
        Answer::None => None,
        Answer::Overlap(_) => Some(-1.0),
        Answer::Contact(hit) => Some(hit.time),
    }
}

fn a_scene_answers_as_its_items(bytes: &mut Bytes<'_>) -> Result<(), InputError> {
    let mut scene = Scene::new();
    let mut ids: Vec<Id> = Vec::new();
    while !bytes.is_empty() {
        let (what, which) = (bytes.byte() % 8, usize::from(bytes.byte()));
        match (what, ids.is_empty()) {
            (0..=2, _) | (_, true) => ids.push(scene.insert(bytes.item()?)),
            (3, _) => {
                scene.replace(ids[which % ids.len()], bytes.item()?);
            }
            (4, _) => {
                scene.remove(ids.swap_remove(which % ids.len()));
            }
            (5, _) => scene.rebuild(),
            _ => {
                let mover = mover(bytes)?;
                let items =
                    ids.iter().filter_map(|id| scene.get(*id).cloned().map(|item| (*id, item)));
                let alone: Vec<_> = items.map(|(id, item)| (id, alone(item))).collect();
                let time = |scene: &Arc<Scene<f64>>| {
                    mover.first_contact(scene).map_or(None, |answer| of(&answer))
                };
                let all = Arc::new(scene.clone());
                assert_eq!(time(&all), least(alone.iter().map(|(_, one)| time(one))));
                let from = Point::new(bytes.vector())?;
                let distance = |scene: &Scene<f64>| from.closest(scene).map(|it| it.distance);
                assert_eq!(distance(&scene), least(alone.iter().map(|(_, one)| distance(one))));
            }
        }
    }
    let Ok(pairs) = scene.pairs(4.0) else { panic!("all are asked") };
    let Ok(first) = scene.first_pair(4.0) else { panic!("all are asked") };
    assert_eq!(pairs.first(), first.as_ref());
    Ok(())
}

/// Each leg is free: nothing is entered on it before its end, and there nothing is overlapped.
fn moves_stay_free(bytes: &mut Bytes<'_>) -> Result<(), InputError> {
    let mut scene = Scene::new();
    for _ in 0..1 + bytes.byte() % 4 {
        // Worlds that move have another law.
        let item = bytes.item()?;
        let radius = item.radius();
        match item.shape() {
            ItemShape::Triangle(shape) => scene.insert(Rounded::new(*shape, radius)?),
            ItemShape::AlignedBox(shape) => scene.insert(Rounded::new(*shape, radius)?),
            ItemShape::OrientedBox(shape) => scene.insert(Rounded::new(*shape, radius)?),
            ItemShape::Point(shape) => scene.insert(Rounded::new(*shape, radius)?),
            _ => continue,
        };
    }
    let mut sphere = bytes.sphere()?;
    while !bytes.is_empty() {
        let Ok(moved) = sphere.slide(bytes.vector(), &scene, SlideOptions::default()) else {
            return Ok(());
        };
        for &to in &moved.legs {
            let entry = sphere.moving_to(to)?.first_entry_exact(&scene);
            let is_free = match &entry {
                ExactAnswer::None => true,
                // It may end at what it would enter if it went on.
                ExactAnswer::Contact { time, .. } => *time == Surd::from(Rational::ONE),
                ExactAnswer::Overlap { .. } => false,
            };
            assert!(is_free, "{sphere:?} to {to:?}: {entry:?}");
            sphere = Sphere::new(to, sphere.radius())?;
            let rests = Moving::still(sphere).first_contact(&scene);
            assert!(!matches!(rests, Answer::Overlap(_)), "{sphere:?}: {rests:?}");
        }
        assert_eq!(sphere.center(), moved.position);
    }
    Ok(())
}

fn what_is_closest_and_the_way_out_agree(bytes: &mut Bytes<'_>) -> Result<(), InputError> {
    let sphere = bytes.sphere()?;
    let triangle = bytes.triangle()?;
    let (still, oriented) = (Moving::still(triangle), Moving::still(bytes.oriented_box()?));
    let from = Point::new(sphere.center())?;
    let obstacles: [&dyn Obstacle<f64, 3>; 2] = [&still, &oriented];
    for obstacle in obstacles {
        let mover = Mover::from(Moving::still(sphere));
        let (Ok(shares), Ok(out)) =
            (mover.intersects(obstacle, false), mover.penetration(obstacle))
        else {
            panic!("both are asked")
        };
        // Out of what only touches there is no way, and none is needed.
        assert!(shares || out.is_none());
        if let Some(out) = out {
            assert!(out.depth >= 0.0 && out.depth.is_finite(), "{out:?}");
        }
    }
    if let Some(distance) = from.closest(&triangle).map(|it| it.distance) {
        // Distances and radii are both floats, so the rounded one decides unless they are equal.
        if distance != sphere.radius() {
            assert_eq!(sphere.intersects(&triangle), distance < sphere.radius());
        }
    }
    Ok(())
}
