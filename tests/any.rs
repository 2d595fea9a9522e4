//! The table of all pairs and queries of `any`: it answers like the types themselves, refuses with
//! an error, and equals the table of the manual.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod random;

use random::Random;
use std::fmt::Write;
use std::sync::Arc;
use tangency::any::{
    Alone, AnyObstacle, Asked, Kind, Mover, MoverKind, Movers, NotAsked, Question,
};
use tangency::{
    AlignedBox, Answer, BoxFeature, Capsule, Contact, Ellipsoid, ExactAnswer, Feature, Frustum,
    Hollow, Hull, Inflated, ItemFeature, Mesh, MeshFeature, Moving, OrientedBox, Overlap,
    Parallelepiped, Plane, Point, Polytope, Rotation, Scene, Segment, SharedInstance, SlideOptions,
    Solid, Sphere, Triangle,
};

fn wedge() -> Mesh<f64> {
    let vertices = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    Mesh::new(vertices, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).unwrap()
}

fn ring(z: f64) -> [[f64; 3]; 4] {
    [[-z, -z, -z], [z, -z, -z], [z, z, -z], [-z, z, -z]]
}

/// One obstacle of each kind, in space.
fn in_space() -> Vec<Box<dyn AnyObstacle<f64, 3>>> {
    let triangle = Triangle::new([0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]).unwrap();
    let cube = AlignedBox::new([0.0; 3], [1.0; 3]).unwrap();
    let plane = Plane::new([0.0; 3], [0.0, 0.0, 1.0]).unwrap();
    let [a, b] = [ring(1.0), ring(9.0)];
    let frustum = Frustum::from_corners([a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]]).unwrap();
    let turned = Rotation::<f64, 3>::new([0.0, 1.0, 0.0, 1.0]).unwrap();
    let edges = [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mut scene = Scene::new();
    scene.insert(triangle);
    vec![
        Moving::still(Point::new([0.0; 3]).unwrap()).boxed(),
        Moving::still(Segment::new([0.0; 3], [1.0; 3]).unwrap()).boxed(),
        Moving::still(triangle).boxed(),
        Moving::still(cube).boxed(),
        Hollow(cube).boxed(),
        Moving::still(OrientedBox::new([0.0; 3], [1.0; 3], turned).unwrap()).boxed(),
        Moving::still(Arc::new(Polytope::new(vec![plane]).unwrap())).boxed(),
        Moving::still(Arc::new(frustum)).boxed(),
        Moving::still(Parallelepiped::new([0.0; 3], edges).unwrap()).boxed(),
        Moving::still(Hull::new([[0.0; 3], edges[0], edges[1], edges[2]]).unwrap()).boxed(),
        plane.boxed(),
        Moving::still(Arc::new(wedge())).boxed(),
        Moving::still(SharedInstance::new(Arc::new(wedge()), turned, [9.0; 3]).unwrap()).boxed(),
        Solid::new(wedge()).unwrap().boxed(),
        Arc::new(scene).boxed(),
    ]
}

/// One obstacle of each kind that exists in the plane.
fn in_plane() -> Vec<Box<dyn AnyObstacle<f64, 2>>> {
    let square = AlignedBox::new([0.0; 2], [1.0; 2]).unwrap();
    let line = Plane::new([0.0; 2], [0.0, 1.0]).unwrap();
    let turned = Rotation::<f64, 2>::new([1.0, 1.0]).unwrap();
    vec![
        Box::new(Moving::still(Point::new([0.0; 2]).unwrap())),
        Box::new(Moving::still(Segment::new([0.0; 2], [1.0; 2]).unwrap())),
        Box::new(Moving::still(square)),
        Box::new(Hollow(square)),
        Box::new(Moving::still(OrientedBox::new([0.0; 2], [1.0; 2], turned).unwrap())),
        Box::new(Moving::still(Arc::new(Polytope::new(vec![line]).unwrap()))),
        Box::new(Moving::still(Hull::new([[0.0; 2], [1.0, 0.0], [1.0, 1.0]]).unwrap())),
        Box::new(line),
    ]
}

fn movers<const N: usize>() -> [Mover<f64, N>; 4]
where
    Mover<f64, N>: From<Moving<AlignedBox<f64, N>>>,
{
    let [mut center, mut velocity] = [[0.25; N], [0.0; N]];
    (center[N - 1], velocity[N - 1]) = (5.0, -1.0);
    let sphere = Sphere::new(center, 1.0).unwrap().moving(velocity).unwrap();
    let ellipsoid = Ellipsoid::new(center, [1.0; N]).unwrap().moving(velocity).unwrap();
    let mut axis = [0.0; N];
    axis[N - 1] = 2.0;
    let capsule = Capsule::with_axis(center, axis, 1.0).unwrap().moving(velocity).unwrap();
    let cube = AlignedBox::new(center, center.map(|x| x + 1.0)).unwrap();
    [sphere.into(), ellipsoid.into(), capsule.into(), cube.moving(velocity).unwrap().into()]
}

/// Runs every query, and returns whether this mover has it. Each error names mover, query and
/// obstacle.
fn asked<const N: usize>(
    mover: &Mover<f64, N>,
    obstacle: &dyn AnyObstacle<f64, N>,
) -> Vec<(Question, bool)> {
    fn is_answered<X>(
        answer: Asked<X>,
        kinds: (Option<MoverKind>, Kind),
        question: Question,
    ) -> (Question, bool) {
        if let Err(refusal) = &answer {
            let (mover, obstacle) = kinds;
            assert_eq!(*refusal, NotAsked::new(question, mover, obstacle));
        }
        (question, answer.is_ok())
    }
    use Question::*;
    let by_mover = (Some(mover.kind()), obstacle.kind());
    let by_point = (Some(MoverKind::Point), obstacle.kind());
    let alone = (None, obstacle.kind());
    let point = Point::new([0.5; N]).unwrap();
    let first = is_answered(mover.first_contact(obstacle), by_mover, FirstContact);
    // A query in exact numbers exists if and only if the query exists.
    assert_eq!(first, is_answered(mover.first_contact_exact(obstacle), by_mover, FirstContact));
    let entry = is_answered(mover.first_entry(obstacle), by_mover, FirstEntry);
    assert_eq!(entry, is_answered(mover.first_entry_exact(obstacle), by_mover, FirstEntry));
    let last = is_answered(mover.last_time(obstacle), by_mover, LastTime);
    assert_eq!(last, is_answered(mover.last_time_exact(obstacle), by_mover, LastTime));
    // A mesh answers with each triangle that is touched first, any other obstacle as a whole.
    let touched = match obstacle.kind() {
        Kind::Mesh | Kind::MeshInstance => {
            assert!(!is_answered(mover.touched(obstacle), by_mover, Touched).1);
            is_answered(mover.touched_triangles(obstacle), by_mover, Touched)
        }
        _ => {
            assert!(!is_answered(mover.touched_triangles(obstacle), by_mover, Touched).1);
            is_answered(mover.touched(obstacle), by_mover, Touched)
        }
    };
    vec![
        first,
        entry,
        is_answered(mover.contact_time(obstacle), by_mover, ContactTime),
        is_answered(mover.time_down(obstacle), by_mover, TimeDown),
        last,
        is_answered(mover.has_contact(obstacle), by_mover, HasContact),
        is_answered(mover.contacts(obstacle), by_mover, Contacts),
        touched,
        is_answered(mover.advance(obstacle, [1.0; N]), by_mover, Advance),
        is_answered(mover.slide(obstacle, [1.0; N], SlideOptions::default()), by_mover, Slide),
        is_answered(mover.recover(obstacle), by_mover, Recover),
        is_answered(mover.intersects(obstacle, false), by_mover, Intersects),
        is_answered(mover.penetration(obstacle), by_mover, Penetration),
        is_answered(mover.containment(obstacle), by_mover, Containment),
        is_answered(mover.containment_by_planes(obstacle), by_mover, ContainmentByPlanes),
        is_answered(mover.section(obstacle), by_mover, Section),
        is_answered(mover.intersecting(obstacle), by_mover, Intersecting),
        is_answered(obstacle.closest(&point), by_point, Closest),
        is_answered(obstacle.locate(&point), by_point, Locate),
        is_answered(obstacle.signed_distance(&point), by_point, SignedDistance),
        is_answered(obstacle.winding_number(&point), by_point, WindingNumber),
        is_answered(
            obstacle.neighbours(MeshFeature { triangle: 0, feature: Feature::Face }),
            alone,
            Neighbours,
        ),
        is_answered(obstacle.item(), alone, Item),
        is_answered(obstacle.mover(), alone, Question::Mover),
    ]
}

/// The table of the manual, with a row for each obstacle and a column for each query. Letters in a
/// cell are the movers.
fn table() -> String {
    let plane = in_plane();
    let flat = |kind: Kind| plane.iter().find(|obstacle| obstacle.kind() == kind);
    let [sphere, ellipsoid, capsule, cube] = movers::<3>();
    let [disc, ellipse, stadium, square] = movers::<2>();
    let mut text = String::from("| question |");
    let space = in_space();
    for obstacle in &space {
        let _ = write!(text, " {} |", obstacle.kind().words().split_once(' ').unwrap().1);
    }
    text.push_str("\n|---|");
    text.push_str(&"---|".repeat(space.len()));
    text.push('\n');
    let answered: Vec<_> = space
        .iter()
        .map(|obstacle| {
            let by = [&sphere, &ellipsoid, &capsule, &cube].map(|mover| asked(mover, &**obstacle));
            let closest = [&capsule, &cube].map(|mover| mover.closest_points(&**obstacle).is_ok());
            if let Some(flat) = flat(obstacle.kind()) {
                // The plane has the same queries, except that it has no items.
                let plane = [&disc, &ellipse, &stadium, &square].map(|mover| asked(mover, &**flat));
                let but_item = |list: &Vec<(Question, bool)>| -> Vec<_> {
                    list.iter()
                        .copied()
                        .filter(|(question, _)| *question != Question::Item)
                        .collect()
                };
                assert_eq!(by.each_ref().map(but_item), plane.each_ref().map(but_item));
                let in_plane =
                    [&stadium, &square].map(|mover| mover.closest_points(&**flat).is_ok());
                assert_eq!(closest, in_plane);
            }
            (by, closest)
        })
        .collect();
    for (i, question) in Question::ALL.iter().enumerate() {
        let _ = write!(text, "| `{}` |", question.name());
        for (by, closest) in &answered {
            assert!(by.iter().all(|by| by[i].0 == *question));
            let alone = matches!(
                question,
                Question::Closest
                    | Question::Locate
                    | Question::SignedDistance
                    | Question::WindingNumber
                    | Question::Neighbours
                    | Question::Item
                    | Question::Mover
            );
            let mut said = Vec::new();
            if alone {
                said.extend(by[0][i].1.then_some("yes"));
                let letters = ["C", "B"].into_iter().zip(closest);
                let has = letters.filter_map(|(letter, is_answered)| is_answered.then_some(letter));
                said.extend(has.filter(|_| *question == Question::Closest));
            } else {
                let letters = ["S", "E", "C", "B"].into_iter().zip(by);
                said.extend(letters.filter_map(|(letter, by)| by[i].1.then_some(letter)));
            }
            let _ = write!(text, " {} |", said.join(" "));
        }
        text.push('\n');
    }
    text
}

#[test]
fn the_table_of_the_manual_is_this_list() {
    let manual = std::fs::read_to_string("docs/command.md").unwrap();
    let (_, rest) = manual.split_once("<!-- who can be asked what -->\n").unwrap();
    let (stored, _) = rest.split_once("<!-- end -->").unwrap();
    assert_eq!(stored, table(), "the table should be:\n{}", table());
}

#[test]
fn every_kind_is_asked() {
    let kinds: Vec<Kind> = in_space().iter().map(|obstacle| obstacle.kind()).collect();
    assert_eq!(kinds, Kind::ALL);
}

#[test]
fn it_answers_as_the_types_do() {
    let Mover::Sphere(ball) = movers::<3>()[0] else { panic!() };
    let triangle = Triangle::new([0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]).unwrap();
    let erased: &dyn AnyObstacle<f64, 3> = &Moving::still(triangle);
    let mover = Mover::from(ball);
    let Answer::Contact(hit) = mover.first_contact(erased).unwrap() else { panic!() };
    let direct = ball.first_contact(&triangle).contact().unwrap();
    assert_eq!(
        (hit.time, hit.center, hit.point, hit.normal),
        (direct.time, direct.center, direct.point, direct.normal)
    );
    assert_eq!((hit.feature.item, hit.feature.place), (None, ItemFeature::Simplex(direct.feature)));
    assert_eq!(mover.contact_time(erased).unwrap(), ball.contact_time(&triangle));
    assert_eq!(mover.last_time_exact(erased).unwrap(), ball.last_time_exact(&triangle));
    assert_eq!(mover.penetration(erased).unwrap(), ball.shape().penetration(&triangle));

    // An inflated obstacle becomes an inflated mover with the same motion.
    let cube = AlignedBox::new([0.5, 0.5, 5.0], [1.0, 1.0, 6.0]).unwrap();
    let falling = Moving::still(cube).with_velocity([0.0, 0.0, -1.0]).unwrap();
    let inflated = Inflated::new(cube, 0.5).unwrap().moving([0.0, 0.0, -1.0]).unwrap();
    let body = falling.towards_inflated(0.5).mover().unwrap();
    assert_eq!(body, Mover::from(inflated));
    assert_eq!(body.contact_time(erased).unwrap(), Some(4.5));
    assert_eq!(body.contact_time(erased).unwrap(), inflated.contact_time(&triangle));

    // Even a slide, which distinguishes features, is the same.
    let options = SlideOptions::default();
    let down = [1.0, 0.5, -9.0];
    let slide = mover.slide(erased, down, options).unwrap().unwrap();
    let directly = ball.shape().slide(down, &triangle, options).unwrap();
    assert_eq!((slide.position, slide.left), (directly.position, directly.left));
    assert_eq!((&slide.legs, slide.contacts.len()), (&directly.legs, directly.contacts.len()));
    assert!(slide.legs.len() > 1, "{slide:?}");
    let advance = mover.advance(erased, down).unwrap().unwrap();
    assert_eq!(advance.position(), slide.legs[0]);
    assert_eq!(advance.position(), ball.shape().advance(down, &triangle).unwrap().position());
    assert_eq!(
        mover.advance(erased, [0.0, f64::NAN, 0.0]).unwrap().unwrap_err().to_string(),
        "displacement[1] is NaN, must be a finite number"
    );

    // A batch gives the answers of single queries, also the batch of a mesh.
    let mesh = Moving::still(Arc::new(wedge()));
    let balls: Vec<_> = (0..40)
        .map(|i| {
            let center = [f64::from(i % 7), f64::from(i % 5), 6.0];
            Sphere::new(center, 0.5).unwrap().moving([0.0, 0.0, -1.0]).unwrap()
        })
        .collect();
    let mut met = 0;
    for obstacle in [&mesh as &dyn AnyObstacle<f64, 3>, erased] {
        let mut count = 0;
        obstacle
            .first_contacts(&balls, &mut |i, answer| {
                assert_eq!(answer, obstacle.first_contact(&balls[i]).unwrap());
                count += 1;
                met += usize::from(answer != Answer::None);
            })
            .unwrap();
        assert_eq!(count, balls.len());
    }
    assert!(met > 20, "{met}");
    // Batches of one kind of mover, the legs of a path, and rows with an obstacle each also give
    // these answers.
    let all = Movers::Spheres(balls.clone());
    let mut found = vec![None; balls.len()];
    all.first_contacts(mesh.as_dyn(), &mut |i, answer| found[i] = Some(answer)).unwrap();
    let each = balls.iter().map(|ball| Some(Mover::from(*ball).first_contact(&mesh).unwrap()));
    assert!(found.into_iter().eq(each));
    let (leg, on_it) = all.first_contact_along(&mesh).unwrap().unwrap();
    let earlier = balls.iter().map(|ball| ball.first_contact(&**mesh.shape()));
    assert_eq!(earlier.take_while(|answer| *answer == Answer::None).count(), leg);
    assert_eq!(on_it, Mover::from(balls[leg]).first_contact(&mesh).unwrap());
    let triangles: Vec<_> = (0..30)
        .map(|i| {
            let x = f64::from(i % 7);
            Moving::still(Triangle::new([x, 0.0, 0.0], [9.0, x, 0.0], [x, 9.0, 1.0]).unwrap())
        })
        .collect();
    let rows = Alone::boxed_rows(triangles.clone());
    let mut found = vec![None; balls.len()];
    rows.first_contacts(5, &all, &mut |i, answer| found[i] = Some(answer)).unwrap();
    for (i, answer) in found.iter().enumerate() {
        let direct =
            triangles.get(5 + i).map(|triangle| Mover::from(balls[i]).first_contact(triangle));
        assert_eq!(answer, &direct.map(Result::unwrap), "{i}");
    }
    assert!(found.iter().flatten().filter(|answer| **answer != Answer::None).count() > 10);
    assert_eq!((rows.count(), rows.row(29).is_some(), rows.row(30).is_none()), (30, true, true));
    // A scene reports the item.
    let mut scene = Scene::new();
    let id = scene.insert(erased.item().unwrap());
    let Answer::Contact(hit) = mover.first_contact(&Arc::new(scene)).unwrap() else { panic!() };
    assert_eq!((hit.feature.item, hit.time), (Some(id), direct.time));
}

#[test]
fn a_refusal_names_the_pair() {
    let [sphere, ellipsoid, _, cube] = movers::<3>();
    let obstacles = in_space();
    let of = |kind: Kind| &**obstacles.iter().find(|obstacle| obstacle.kind() == kind).unwrap();
    let words = [
        ellipsoid.first_contact(of(Kind::Polytope)).unwrap_err(),
        sphere.intersects(of(Kind::Mesh), true).unwrap_err(),
        of(Kind::Plane).closest(&Point::new([0.0; 3]).unwrap()).unwrap_err(),
        of(Kind::Scene).item().unwrap_err(),
        cube.has_contact(of(Kind::Polytope)).unwrap_err(),
        of(Kind::Polytope).mover().unwrap_err(),
    ];
    assert_eq!(
        words.map(|refusal| refusal.to_string()),
        [
            "first_contact is not asked of an ellipsoid and a polytope",
            "intersects is not asked of a hollow sphere and a mesh",
            "closest is not asked of a point and a plane",
            "item is not asked of a scene",
            "has_contact is not asked of a convex body and a polytope",
            "mover is not asked of a polytope",
        ]
    );
    // Only boxes have queries for hollow bodies.
    assert!(
        sphere.intersects(of(Kind::Box), true).is_ok()
            && ellipsoid.intersects(of(Kind::HollowBox), true).is_ok()
    );
}

#[test]
fn a_refusal_of_what_is_rounded_names_the_three() {
    let [sphere, ellipsoid, ..] = movers::<3>();
    let post = Moving::still(Point::new([0.0; 3]).unwrap()).towards_inflated(0.5);
    let cube = Moving::still(AlignedBox::new([0.0; 3], [1.0; 3]).unwrap()).towards_inflated(0.5);
    let words = |refusal: NotAsked| refusal.to_string();
    assert_eq!(
        ellipsoid.has_contact(&post).map_err(words).unwrap_err(),
        "has_contact is not asked of an ellipsoid and a point with a rounding radius"
    );
    assert_eq!(
        sphere.intersects(&cube, true).map_err(words).unwrap_err(),
        "intersects is not asked of a hollow sphere and a box with a rounding radius"
    );
    assert_eq!(
        ellipsoid.intersects(&cube, false).map_err(words).unwrap_err(),
        "intersects is not asked of an ellipsoid and a box with a rounding radius"
    );
    assert_eq!((sphere.has_contact(&post), sphere.intersects(&cube, false)), (Ok(true), Ok(false)));
}

/// A scene with an item that capsules cannot be cast at is refused by the name of that item.
#[test]
fn a_scene_is_asked_by_capsules_that_meet_all_of_it() {
    let [sphere, _, capsule, _] = movers::<3>();
    let mut scene = Scene::new();
    let floor = scene.insert(AlignedBox::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]).unwrap());
    let Answer::Contact(hit) = capsule.first_contact(&Arc::new(scene.clone())).unwrap() else {
        panic!()
    };
    assert_eq!((hit.time, hit.feature.item), (4.0, Some(floor)));
    let slide = capsule.slide(&Arc::new(scene.clone()), [1.0, 0.0, -9.0], SlideOptions::default());
    let slide = slide.unwrap().unwrap();
    assert_eq!(slide.contacts[0].feature.item, Some(floor));
    assert_eq!(slide.position[2], 1.0);
    let plane = Plane::new([0.0; 3], [0.0, 0.0, 1.0]).unwrap();
    scene.insert(Polytope::new(vec![plane]).unwrap());
    let scene = Arc::new(scene);
    assert_eq!(sphere.contacts(&scene).unwrap().len(), 2);
    let words = [
        capsule.first_contact(&scene).unwrap_err(),
        capsule.contacts(&scene).unwrap_err(),
        capsule.advance(&scene, [1.0; 3]).unwrap_err(),
        capsule.slide(&scene, [1.0; 3], SlideOptions::default()).unwrap_err(),
        capsule.recover(&scene).unwrap_err(),
        capsule.intersects(&scene, false).unwrap_err(),
        capsule.closest_points(&scene).unwrap_err(),
    ];
    assert_eq!(
        words.map(|refusal| refusal.to_string()),
        [
            "first_contact is not asked of a capsule and a polytope",
            "contacts is not asked of a capsule and a polytope",
            "advance is not asked of a capsule and a polytope",
            "slide is not asked of a capsule and a polytope",
            "recover is not asked of a capsule and a polytope",
            "intersects is not asked of a capsule and a polytope",
            "closest is not asked of a capsule and a polytope",
        ]
    );
}

/// The answer of the types themselves to a query, without the feature.
fn plainly<const N: usize>(
    answer: Answer<f64, N, tangency::any::AnyFeature<N>>,
) -> Answer<f64, N, ItemFeature<N>> {
    match answer {
        Answer::None => Answer::None,
        Answer::Overlap(overlap) => Answer::Overlap(overlap.map_feature(|feature| feature.place)),
        Answer::Contact(contact) => Answer::Contact(contact.map_feature(|feature| feature.place)),
    }
}

/// `any` treats boxes in one and in four to seven dimensions as boxes in eight dimensions; the
/// types do not. The numbers are from a small lattice, so that bodies touch, overlap, slide and lie
/// in corners.
#[test]
fn boxes_are_asked_in_up_to_eight_dimensions() {
    fn ask<const N: usize>()
    where
        Moving<AlignedBox<f64, N>>: AnyObstacle<f64, N>,
    {
        let mut random = Random(N as u64);
        let (mut contacts, mut overlaps, mut exits) = (0, 0, 0);
        for _ in 0..1_500 {
            let mut vector = |most: i64| -> [f64; N] {
                std::array::from_fn(|_| random.integer(-most, most) / 2.0)
            };
            let (a, b, center, velocity) = (vector(4), vector(4), vector(5), vector(3));
            let (radii, of_box) = (vector(3).map(|x| x.abs() + 0.5), vector(1));
            let (min, max) = (a.map(|x| -x.abs()), b.map(f64::abs));
            let radius = random.integer(0, 4) / 2.0;
            let still = AlignedBox::new(min, max).unwrap();
            let target = Moving::still(still).with_velocity(of_box).unwrap();
            let target = target.until(random.integer(2, 9)).unwrap();
            let ball = Sphere::new(center, radius).unwrap().moving(velocity).unwrap();
            let egg = Ellipsoid::new(center, radii).unwrap().moving(velocity).unwrap();
            let mover = Mover::from(ball);

            let answer = ball.first_contact(&target);
            contacts += usize::from(matches!(answer, Answer::Contact(_)));
            overlaps += usize::from(matches!(answer, Answer::Overlap(_)));
            let renamed = |answer: Answer<f64, N, BoxFeature<N>>| match answer {
                Answer::None => Answer::None,
                Answer::Overlap(it) => Answer::Overlap(it.map_feature(ItemFeature::Box)),
                Answer::Contact(it) => Answer::Contact(it.map_feature(ItemFeature::Box)),
            };
            let said = (ball, &target);
            assert_eq!(plainly(mover.first_contact(&target).unwrap()), renamed(answer), "{said:?}");
            let entry = renamed(ball.first_entry(&target));
            assert_eq!(plainly(mover.first_entry(&target).unwrap()), entry, "{said:?}");
            let of_egg = plainly(Mover::from(egg).first_contact(&target).unwrap());
            assert_eq!(of_egg, renamed(egg.first_contact(&target)), "{egg:?}, {target:?}");
            assert_eq!(mover.contact_time(&target), Ok(ball.contact_time(&target)), "{said:?}");
            assert_eq!(mover.time_down(&target), Ok(ball.time_down(&target)), "{said:?}");
            assert_eq!(mover.last_time(&target), Ok(ball.last_time(&target)), "{said:?}");
            let last = mover.last_time_exact(&target).unwrap();
            assert_eq!(last, ball.last_time_exact(&target), "{said:?}");
            let exact = mover.first_contact_exact(&target).unwrap();
            let directly = ball.first_contact_exact(&target);
            match (exact, directly) {
                (ExactAnswer::None, ExactAnswer::None) => {}
                (
                    ExactAnswer::Overlap(Overlap { center, point, normal, feature, .. }),
                    ExactAnswer::Overlap(Overlap {
                        center: its_center,
                        point: its_point,
                        normal: its_normal,
                        feature: its_feature,
                        ..
                    }),
                ) => {
                    assert_eq!((center, point, normal), (its_center, its_point, its_normal));
                    assert_eq!(feature.place, ItemFeature::Box(its_feature));
                }
                (
                    ExactAnswer::Contact(Contact { time, center, point, normal, feature, .. }),
                    ExactAnswer::Contact(Contact {
                        time: its_time,
                        center: its_center,
                        point: its_point,
                        normal: its_normal,
                        feature: its_feature,
                        ..
                    }),
                ) => {
                    assert_eq!((time, center), (its_time, its_center));
                    assert_eq!((point, normal), (its_point, its_normal));
                    assert_eq!(feature.place, ItemFeature::Box(its_feature));
                }
                (a, b) => panic!("{a:?}, but {b:?} of {said:?}"),
            }

            // Queries of a sphere at rest.
            let sphere = ball.shape();
            let out = mover.penetration(&target).unwrap();
            exits += usize::from(out.is_some());
            assert_eq!(out, sphere.penetration(&still), "{said:?}");
            assert_eq!(mover.intersects(&target, false), Ok(sphere.intersects(&still)), "{said:?}");
            let shell = Hollow(*sphere).intersects(&still);
            assert_eq!(mover.intersects(&target, true), Ok(shell), "{said:?}");
            let point = Point::new(center).unwrap();
            let closest = target.closest(&point).unwrap().unwrap();
            let directly = point.closest(&still).unwrap();
            assert_eq!((closest.point, closest.distance), (directly.point, directly.distance));
            assert_eq!(closest.feature.place, ItemFeature::Box(directly.feature), "{said:?}");
            let at_rest = Moving::still(still);
            let moved = mover.slide(&at_rest, velocity, SlideOptions::default()).unwrap().unwrap();
            let directly = sphere.slide(velocity, &still, SlideOptions::default()).unwrap();
            assert_eq!((moved.position, moved.left), (directly.position, directly.left));
        }
        assert!(contacts > 20 && overlaps > 20 && exits > 20, "{contacts}, {overlaps}, {exits}");
    }
    ask::<1>();
    ask::<2>();
    ask::<3>();
    ask::<4>();
    ask::<5>();
    ask::<6>();
    ask::<7>();
    ask::<8>();
}

// ---- the shared cases ----

/// The query, mover and obstacle of a request of the shared cases, as `question: mover, obstacle`.
fn triples(request: &serde_json::Value) -> Vec<String> {
    let Some(name) = request["query"].as_str() else { return Vec::new() };
    let mut questions = vec![name];
    if request["more"] == true {
        questions.extend(["time_down", "last_time"]);
    }
    // A mover may be given by its own name, or in the field `mover`; so may an obstacle.
    let mover_in = request.get("mover").unwrap_or(request);
    let round = ["ellipsoid", "capsule", "sphere"];
    let mover = match round.into_iter().find(|name| mover_in.get(name).is_some()) {
        Some(name) => name,
        None if request.get("mover").is_some() => "convex",
        None => "sphere",
    };
    let is_of_solid = matches!(name, "locate" | "signed_distance" | "winding_number");
    // A world holds a target, or the items of a scene.
    let request = request.get("world").or(request.get("obstacle")).unwrap_or(request);
    const NAMES: [&str; 12] = [
        "point",
        "segment",
        "triangle",
        "box",
        "oriented_box",
        "polytope",
        "frustum",
        "parallelepiped",
        "hull",
        "plane",
        "mesh",
        "scene",
    ];
    let is_scene = request.get("items").is_some().then_some("scene");
    let named = || NAMES.into_iter().find(|name| request.get(name).is_some());
    let Some(target) = is_scene.or_else(named) else { return Vec::new() };
    let given = &request[target];
    let obstacle = match target {
        "box" if given["hollow"] == true => "hollow box",
        "oriented_box" => "oriented box",
        "mesh" if is_of_solid => "solid",
        "mesh" if given.get("rotation").is_some() => "mesh instance",
        _ => target,
    };
    questions.into_iter().map(|question| format!("{question}: {mover}, {obstacle}")).collect()
}

/// Queries that no request can express, as a mesh in a request stands for the solid that it bounds
/// only if the query needs a solid. Moves at hulls, which use the text of moves at all obstacles.
/// The last time of convex bodies at meshes, and their queries of scenes, which `convex_mesh.rs`
/// and `convex_scene.rs` judge by brute force.
const WITHOUT_CASES: &[&str] = &[
    "advance: sphere, hull",
    "slide: sphere, hull",
    "recover: sphere, hull",
    "advance: capsule, hull",
    "slide: capsule, hull",
    "recover: capsule, hull",
    "advance: convex, hull",
    "slide: convex, hull",
    "recover: convex, hull",
    "last_time: convex, mesh",
    "last_time: convex, mesh instance",
    "closest: sphere, solid",
    "neighbours: sphere, solid",
    "first_contact: convex, scene",
    "first_entry: convex, scene",
    "contact_time: convex, scene",
    "time_down: convex, scene",
    "last_time: convex, scene",
    "has_contact: convex, scene",
    "contacts: convex, scene",
    "intersects: convex, scene",
    "closest: convex, scene",
];

#[test]
fn what_is_answered_has_shared_cases() {
    let mut covered = std::collections::BTreeSet::new();
    for folder in ["tests/cases", "tests/cases/questions"] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_of_answers = path.file_stem().is_some_and(|name| name != "errors");
            if is_of_answers && path.extension().is_some_and(|e| e == "jsonl") {
                for line in std::fs::read_to_string(path).unwrap().lines() {
                    let case: serde_json::Value = serde_json::from_str(line).unwrap();
                    if case["answer"].get("error").is_none() {
                        covered.extend(triples(&case["request"]));
                    }
                }
            }
        }
    }
    let movers = movers::<3>();
    let mut missing = Vec::new();
    for obstacle in in_space() {
        for (mover, name) in movers.iter().zip(["sphere", "ellipsoid", "capsule", "convex"]) {
            for (question, is_answered) in asked(mover, &*obstacle) {
                let (_, words) = obstacle.kind().words().split_once(' ').unwrap();
                let triple = format!("{}: {name}, {words}", question.name());
                // Some queries have a point or nothing as their mover: they are listed once, under
                // the sphere. An item and a mover are no parts of a request.
                let of_axis = matches!(name, "capsule" | "convex") && question == Question::Closest;
                let is_answered = match of_axis {
                    true => mover.closest_points(&*obstacle).is_ok(),
                    false => is_answered,
                };
                let is_said_once = question >= Question::Closest && name != "sphere" && !of_axis;
                if is_answered
                    && !matches!(question, Question::Item | Question::Mover)
                    && !is_said_once
                    && !covered.contains(&triple)
                {
                    missing.push(triple);
                }
            }
        }
    }
    assert_eq!(missing, WITHOUT_CASES, "{missing:#?}");
}
