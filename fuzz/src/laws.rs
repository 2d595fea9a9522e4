//! Laws by which two ways to a result agree to the last bit.

use crate::numbers::Bytes;
use std::sync::Arc;
use tangency::any::{AnyObstacle, Mover};
use tangency::{
    Answer, Capsule, ClosestPoint, Contact, ExactAnswer, Id, Inflated, InputError, Item, ItemShape,
    Mesh, Moving, Overlap, Point, Rational, Scene, SlideOptions, Sphere, Surd, Triangle,
};

/// Reads shapes from bytes; bytes that make no shape are skipped.
macro_rules! shapes {
    ($name:ident, $law:ident) => {
        pub(crate) fn $name(bytes: &[u8]) {
            let held: Result<(), InputError> = $law(&mut Bytes::new(bytes));
            if held.is_ok() {
                crate::taken();
            }
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

/// Compares a result by floats and a result by integers, which share no filter.
fn same<F: PartialEq + std::fmt::Debug>(answer: &Answer<f64, 3, F>, exact: &ExactAnswer<3, F>) {
    match (answer, exact) {
        (Answer::None, ExactAnswer::None) => {}
        (
            Answer::Overlap(overlap),
            ExactAnswer::Overlap(Overlap { center, point, normal, feature, .. }),
        ) => {
            assert_eq!((overlap.center, overlap.point), (rounded(center), rounded(point)));
            assert_eq!(overlap.normal, normal.as_ref().map(rounded));
            assert_eq!(&overlap.feature, feature);
        }
        (
            Answer::Contact(hit),
            ExactAnswer::Contact(Contact {
                time, center, point, other_point, normal, feature, ..
            }),
        ) => {
            assert_eq!(hit.time, time.round::<f64>());
            assert_eq!((hit.center, hit.point), (rounded(center), rounded(point)));
            assert_eq!(hit.other_point, other_point.as_ref().map(rounded));
            assert_eq!(hit.normal, normal.as_ref().map(rounded));
            assert_eq!(&hit.feature, feature);
        }
        _ => panic!("{answer:?} and {exact:?}"),
    }
}

/// A moving sphere or capsule.
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

/// A convex item in a scene of its own.
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
    let skin = Inflated::new(&mesh, radius)?;
    let triangles = corners.iter().map(|corners| {
        let [a, b, c] = corners.map(|i| vertices[i as usize]);
        Inflated::new(Triangle::new(a, b, c)?, radius)
    });
    let triangles = triangles.collect::<Result<Vec<_>, _>>()?;
    while !bytes.is_empty() {
        let mover = mover(bytes)?;
        let each: Vec<_> = triangles.iter().map(|one| of(&first(&mover, one))).collect();
        let answer = first(&mover, &skin);
        assert_eq!(of(&answer), least(each.iter().copied()));
        if let Answer::Contact(hit) = &answer {
            let those = (0..each.len()).filter(|&i| each[i] == Some(hit.time));
            let exactly = |i: usize| exact_time(&first_exactly(&mover, &triangles[i]));
            let met = those.filter_map(|i| Some((exactly(i)?, i))).min();
            assert_eq!(met.map(|(_, i)| i), Some(hit.feature.triangle), "{mover:?}");
        }
        let from = Point::new(bytes.vector())?;
        let distance = |one| from.closest(one).map(|it| it.distance);
        let closest = from.closest(&skin);
        let distances = triangles.iter().map(distance);
        assert_eq!(closest.as_ref().map(|it| it.distance), least(distances));
        if let Some(it) = closest {
            assert_eq!(distance(&triangles[it.feature.triangle]), Some(it.distance));
        }
    }
    Ok(())
}

fn first<O, F>(mover: &Mover<f64, 3>, obstacle: &O) -> Answer<f64, 3, F>
where
    O: tangency::Obstacle<f64, 3, Feature = F>
        + tangency::Obstacle<f64, 3, Capsule<f64, 3>, Feature = F>,
{
    match mover {
        Mover::Sphere(sphere) => sphere.first_contact(obstacle),
        Mover::Capsule(capsule) => capsule.first_contact(obstacle),
        other => panic!("{other:?} is not made here"),
    }
}

fn first_exactly<O, F>(mover: &Mover<f64, 3>, obstacle: &O) -> ExactAnswer<3, F>
where
    O: tangency::Obstacle<f64, 3, Feature = F>
        + tangency::Obstacle<f64, 3, Capsule<f64, 3>, Feature = F>,
{
    match mover {
        Mover::Sphere(sphere) => sphere.first_contact_exact(obstacle),
        Mover::Capsule(capsule) => capsule.first_contact_exact(obstacle),
        other => panic!("{other:?} is not made here"),
    }
}

/// The exact time of a contact, which decides between contacts whose rounded times are equal.
fn exact_time<F>(answer: &ExactAnswer<3, F>) -> Option<Surd> {
    match answer {
        ExactAnswer::Contact(Contact { time, .. }) => Some(time.clone()),
        _ => None,
    }
}

/// The time of the first touch, before all contacts if it is an overlap.
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
                let times: Vec<_> = alone.iter().map(|(_, one)| time(one)).collect();
                assert_eq!(time(&all), least(times.iter().copied()));
                if let Ok(Answer::Contact(hit)) = mover.first_contact(&all) {
                    let those = alone.iter().zip(&times).filter(|(_, at)| **at == Some(hit.time));
                    let met = those.filter_map(|((id, one), _)| {
                        Some((exact_time(&mover.first_contact_exact(one).ok()?)?, *id))
                    });
                    assert_eq!(met.min().map(|(_, id)| Some(id)), Some(hit.feature.item));
                }
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

/// Checks that each leg of a move is free: the body enters no obstacle before the end of the leg,
/// and overlaps none there.
fn moves_stay_free(bytes: &mut Bytes<'_>) -> Result<(), InputError> {
    let mut scene = Scene::new();
    for _ in 0..1 + bytes.byte() % 4 {
        // Worlds that move have another law.
        let item = bytes.item()?;
        let radius = item.radius();
        match item.shape() {
            ItemShape::Triangle(shape) => scene.insert(Inflated::new(*shape, radius)?),
            ItemShape::AlignedBox(shape) => scene.insert(Inflated::new(*shape, radius)?),
            ItemShape::OrientedBox(shape) => scene.insert(Inflated::new(*shape, radius)?),
            ItemShape::Point(shape) => scene.insert(Inflated::new(*shape, radius)?),
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
                // A leg may end at an obstacle that the body would enter if it continued.
                ExactAnswer::Contact(Contact { time, .. }) => *time == Surd::from(Rational::ONE),
                ExactAnswer::Overlap(_) => false,
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
    let obstacles: [&dyn AnyObstacle<f64, 3>; 2] = [&still, &oriented];
    for obstacle in obstacles {
        let mover = Mover::from(Moving::still(sphere));
        let (Ok(shares), Ok(out)) =
            (mover.intersects(obstacle, false), mover.penetration(obstacle))
        else {
            panic!("both are asked")
        };
        // Bodies that only touch have no penetration, and need none.
        assert!(shares || out.is_none());
        if let Some(out) = out {
            assert!(out.depth >= 0.0 && out.depth.is_finite(), "{out:?}");
            let Ok(closest) = obstacle.closest(&from) else { panic!("it is asked") };
            // If the centre is outside, the depth is the radius minus the distance.
            if let Some(distance) = closest.map(|it| it.distance).filter(|it| *it > 0.0) {
                let left = sphere.radius() - distance;
                assert!((out.depth - left).abs() <= 4.0 * ulp(sphere.radius()), "{out:?}");
            }
        }
    }
    if let Some(it) = from.closest(&triangle) {
        is_closest(&from, &triangle, &it);
        let distance = it.distance;
        // Distances and radii are both floats, so the rounded distance decides unless they are
        // equal.
        if distance != sphere.radius() {
            assert_eq!(sphere.intersects(&triangle), distance < sphere.radius());
        }
    }
    Ok(())
}

fn ulp(x: f64) -> f64 {
    x.abs().next_up() - x.abs()
}

/// Checks with plain floats that the point has the reported distance, and that no point of the
/// triangle is nearer.
fn is_closest(from: &Point<f64, 3>, triangle: &Triangle<f64>, it: &ClosestPoint<f64, 3>) {
    let (from, corners) = (from.position(), triangle.vertices());
    let size = corners.as_flattened().iter().chain(&from).fold(0.0, |m: f64, x| m.max(x.abs()));
    let slack = 32.0 * ulp(size);
    let distance = |to: [f64; 3]| {
        let way = [0, 1, 2].map(|k| to[k] - from[k]);
        way.iter().map(|x| x * x).sum::<f64>().sqrt()
    };
    assert!((distance(it.point) - it.distance).abs() <= slack, "{it:?}");
    const PARTS: i32 = 4;
    for i in 0..=PARTS {
        for j in 0..=PARTS - i {
            let parts = [i, j, PARTS - i - j].map(|part| f64::from(part) / f64::from(PARTS));
            let to = [0, 1, 2].map(|k| (0..3).map(|c| parts[c] * corners[c][k]).sum());
            assert!(it.distance <= distance(to) + slack, "{it:?} and {to:?}");
        }
    }
}
