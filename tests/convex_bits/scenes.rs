//! The first contact with a scene, and its closest point, against the oracle, which judges each
//! item alone. Contacts are ordered by their rounded times, closest points by rational squares of
//! distances.

use super::convex_oracle::families::{FAMILIES, Shape};
use super::convex_oracle::{Closest, Met, Mover, Name, Query, Reply, Target};
use super::random::Random;
use std::sync::Arc;
use tangency::{
    AlignedBox, Answer, Contact, Id, InputError, Item, ItemFeature, Mesh, Moving, OrientedBox,
    Overlap, Parallelepiped, Plane, Point, Polytope, Rotation, Scene, SceneFeature, Segment,
    Sphere, Triangle,
};

/// A target of the oracle as an item.
fn item_of(target: &Target) -> Result<Item<f64>, InputError> {
    Ok(match target {
        Target::Point(p) => Point::new(*p)?.into(),
        Target::Segment([a, b]) => Segment::new(*a, *b)?.into(),
        Target::Triangle([a, b, c]) => Triangle::new(*a, *b, *c)?.into(),
        Target::Box { min, max } => AlignedBox::new(*min, *max)?.into(),
        Target::Oriented { center, half_extents, rotation } => {
            let rotation = Rotation::<f64, 3>::new(*rotation)?;
            OrientedBox::new(*center, *half_extents, rotation)?.into()
        }
        Target::Parallelepiped { center, edges } => Parallelepiped::new(*center, *edges)?.into(),
        Target::Placed { vertices, rotation, translation } => {
            let mesh = Mesh::new(vertices.to_vec(), vec![[0, 1, 2]])?;
            let rotation = Rotation::<f64, 3>::new(*rotation)?;
            Item::instance(Arc::new(mesh), rotation, *translation)?
        }
        Target::Polytope(planes) => {
            let plane = |[p, n]: &[[f64; 3]; 2]| Plane::new(*p, *n);
            Polytope::new(planes.iter().map(plane).collect::<Result<_, _>>()?)?.into()
        }
    })
}

/// An item that moves between two points, or with a velocity.
fn on_its_way(item: Item<f64>, query: &Query) -> Item<f64> {
    if query.origins[1] == [0.0; 3] {
        return item.moving(query.drift).unwrap();
    }
    item.between(query.origins[1], query.drift).unwrap().until(f64::INFINITY).unwrap()
}

fn name_of(feature: ItemFeature) -> Name {
    match feature {
        ItemFeature::Simplex(feature) => feature.into(),
        ItemFeature::Box(feature) => feature.into(),
        ItemFeature::Planes(feature) => feature.into(),
        ItemFeature::Mesh(feature) => feature.into(),
        other => panic!("{other:?} has no name"),
    }
}

/// Targets of some query, one of each kind of shape.
fn some_questions(random: &mut Random) -> Vec<Query> {
    const SHAPES: [Shape; 6] = [
        Shape::Oriented,
        Shape::Parallelepiped,
        Shape::Polytope,
        Shape::Placed,
        Shape::EllipsoidHull,
        Shape::EllipsoidBox,
    ];
    let mut make = |shape: Shape| {
        const NAMES: [&str; 6] =
            ["realistic", "small integers", "aimed", "grazing", "resting", "within"];
        let name = NAMES[random.below(6) as usize];
        let (_, make) = FAMILIES.iter().find(|family| family.0 == name).unwrap();
        make(random, shape)
    };
    let first = make(Shape::Placed);
    let others = SHAPES.map(|shape| make(shape).target);
    let drifts = others.map(|target| (target, random.integers(-1, 1)));
    let other = |(target, drift)| Query { target, drift, ..first.clone() };
    let mut all: Vec<Query> = [first.clone()].into_iter().chain(drifts.map(other)).collect();
    // Half of the queries are of a scene in which the sphere and some items move between points.
    if random.below(2) == 0 {
        let origin = random.vector(-9.0, 9.0);
        for (i, query) in all.iter_mut().enumerate() {
            let start = if i % 2 == 0 { [0.0; 3] } else { random.vector(-9.0, 9.0) };
            for k in 0..3 {
                query.velocity[k] += origin[k];
                query.drift[k] += start[k];
            }
            query.origins = [origin, start];
        }
    }
    all.retain(Query::is_valid);
    all
}

#[test]
fn the_first_of_all_is_what_the_oracle_says() {
    let mut random = Random(6);
    let (mut contacts, mut overlaps) = (0, 0);
    for _ in 0..1_500 {
        let questions = some_questions(&mut random);
        let mut scene = Scene::new();
        let ids: Vec<Id> = questions
            .iter()
            .map(|query| scene.insert(on_its_way(item_of(&query.target).unwrap(), query)))
            .collect();
        let Mover::Sphere(radius) = questions[0].mover else { panic!("a sphere moves") };
        let ball = Sphere::new(questions[0].center, radius).unwrap();
        let ball = Moving::still(ball).between(questions[0].origins[0], questions[0].velocity);
        let ball = ball.unwrap().until(f64::INFINITY).unwrap();
        let answer = ball.first_contact(&scene);

        let truths: Vec<_> = questions.iter().map(Query::expected).collect();
        let met = |i: usize| truths[i].met.as_ref().unwrap();
        let distance = |i: usize| truths[i].closest.as_ref().unwrap().as_ref().unwrap().distance;
        let overlapped: Vec<usize> =
            (0..ids.len()).filter(|&i| matches!(met(i), Met::Overlap { .. })).collect();
        let of = |feature: &SceneFeature| ids.iter().position(|&id| id == feature.item).unwrap();
        let (winner, said) = match answer {
            Answer::None => {
                assert!((0..ids.len()).all(|i| *met(i) == Met::None), "{questions:?}");
                continue;
            }
            Answer::Overlap(Overlap { center, point, normal, feature, .. }) => {
                let (winner, feature) = (of(&feature), name_of(feature.feature));
                assert!(overlapped.contains(&winner));
                assert!(overlapped.iter().all(|&i| distance(winner) <= distance(i)));
                overlaps += 1;
                (winner, Met::Overlap { center, point, normal, feature })
            }
            Answer::Contact(Contact { time, center, point, normal, feature, approach, .. }) => {
                assert!(overlapped.is_empty(), "{questions:?}");
                let (winner, feature) = (of(&feature), name_of(feature.feature));
                for i in 0..ids.len() {
                    if let Met::Contact { time: other, .. } = met(i) {
                        assert!(time <= *other, "{questions:?}");
                    }
                }
                contacts += 1;
                let approach = Some(approach);
                let other_point = None;
                (
                    winner,
                    Met::Contact { time, center, point, other_point, normal, feature, approach },
                )
            }
        };
        let reply = Reply { met: Some(said), ..Reply::default() };
        questions[winner].check(&reply).unwrap();
    }
    assert!(contacts > 500 && overlaps > 100, "{contacts} {overlaps}");
}

#[test]
fn the_closest_of_all_is_what_the_oracle_says() {
    let mut random = Random(7);
    let (mut outside, mut ties) = (0, 0);
    for _ in 0..1_500 {
        let questions = some_questions(&mut random);
        let mut scene = Scene::new();
        // Items move with the velocities of their queries; for the closest point only time zero
        // counts.
        let items =
            questions.iter().map(|query| item_of(&query.target).unwrap().moving(query.drift));
        let ids: Vec<Id> = items.map(|item| scene.insert(item.unwrap())).collect();
        let distances: Vec<_> = questions.iter().map(Query::truth_squared_distance).collect();
        let there = (0..ids.len()).filter(|&i| distances[i].is_some());
        // At equal distances the first one counts.
        let winner = there.min_by(|&i, &j| distances[i].cmp(&distances[j]));
        let closest = Point::new(questions[0].center).unwrap().closest(&scene);
        let Some((winner, closest)) = winner.zip(closest) else {
            panic!("something has an inside: {questions:?}")
        };
        assert_eq!(closest.feature.item, ids[winner], "{questions:?}");
        let feature = name_of(closest.feature.feature);
        let (point, distance) = (closest.point, closest.distance);
        let said = Closest { point, on_axis: None, distance, feature };
        let reply = Reply { closest: Some(Some(said)), ..Reply::default() };
        questions[winner].check(&reply).unwrap();
        let equal = |i: &usize| distances[*i] == distances[winner];
        outside += usize::from(closest.distance > 0.0);
        ties += usize::from((0..ids.len()).filter(equal).count() > 1);
    }
    assert!(outside > 500 && ties > 60, "{outside} {ties}");
}
