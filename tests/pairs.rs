//! Items of a scene meet each other at the same times as single pairs, in exact order.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]
#![allow(
    clippy::clone_on_copy,
    reason = "macros are for all bodies, of which hulls are not `Copy`"
)]

mod random;

use random::Random;
use std::sync::Arc;
use tangency::{
    AlignedBox, Answer, Capsule, Contact, ConvexBody, ExactAnswer, Hull, Id, Inflated, Mesh,
    Moving, NoPair, NotMet, OrientedBox, PairContact, Parallelepiped, Plane, Point, Polytope,
    Rational, Rotation, Scene, SceneFeature, Segment, Shape, Sphere, Surd, Triangle,
};

#[derive(Clone, Debug)]
enum Thing {
    Ball(Moving<Inflated<Point<f64, 3>>>),
    Bone(Moving<Inflated<Segment<f64, 3>>>),
    Triangle(Moving<Inflated<Triangle<f64>>>),
    Box(Moving<Inflated<AlignedBox<f64, 3>>>),
    Turned(Moving<Inflated<OrientedBox<f64, 3>>>),
    Slanted(Moving<Inflated<Parallelepiped<f64>>>),
    Hull(Moving<Inflated<Hull<f64, 3>>>),
    Mesh(Moving<Arc<Mesh<f64>>>),
}

macro_rules! each {
    ($thing:expr, $shape:ident => $ask:expr) => {
        match $thing {
            Thing::Ball($shape) => $ask,
            Thing::Bone($shape) => $ask,
            Thing::Triangle($shape) => $ask,
            Thing::Box($shape) => $ask,
            Thing::Turned($shape) => $ask,
            Thing::Slanted($shape) => $ask,
            Thing::Hull($shape) => $ask,
            // The triangle of the mesh, instead of the mesh.
            Thing::Mesh(mesh) => {
                let $shape = &mesh.clone().carrying(mesh.shape().triangle(0).unwrap());
                $ask
            }
        }
    };
}

impl Thing {
    fn some(random: &mut Random, whole: bool) -> Self {
        let mut vector = |reach: f64| match whole {
            true => random.integers(-reach as i64, reach as i64),
            false => random.vector(-reach, reach),
        };
        let (place, a, b) = (vector(6.0), vector(2.0), vector(2.0));
        let speed = vector(3.0);
        let plus = |a: [f64; 3]| [0, 1, 2].map(|k| place[k] + a[k]);
        let speed = if random.below(3) == 0 { [0.0; 3] } else { speed };
        let radius = if whole { random.below(3) as f64 } else { random.between(0.0, 1.0) };
        let t_max = if random.below(4) == 0 { 1.0 } else { f64::INFINITY };
        macro_rules! way {
            ($shape:expr) => {
                $shape.moving(speed).unwrap().until(t_max).unwrap()
            };
        }
        let turn = Rotation::<f64, 3>::new([random.integer(-2, 2), 1.0, 0.0, random.integer(0, 2)]);
        // Half of them without a radius: bodies of whole numbers then touch in faces and edges.
        let grown = if random.below(2) == 0 { radius } else { 0.0 };
        macro_rules! inflated {
            ($shape:expr) => {
                way!(Inflated::new($shape, grown).unwrap())
            };
        }
        let corners = [[0.0; 3], a, b].map(plus);
        match random.below(12) {
            0 => Self::Triangle(inflated!(Triangle::new(place, plus(a), plus(b)).unwrap())),
            1 | 2 => Self::Box(inflated!(AlignedBox::new(place, plus(a.map(f64::abs))).unwrap())),
            3 => Self::Turned(inflated!(
                OrientedBox::new(place, b.map(f64::abs), turn.unwrap()).unwrap()
            )),
            4 => match Parallelepiped::new(place, [a, b, [0.5, 0.25, 1.0]]) {
                Ok(shape) => Self::Slanted(inflated!(shape)),
                Err(_) => Self::Hull(inflated!(Hull::new(corners).unwrap())),
            },
            5 => Self::Hull(inflated!(Hull::new(corners).unwrap())),
            6 => {
                let mesh = Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
                let moving = Moving::still(Arc::new(mesh)).with_velocity(speed).unwrap();
                Self::Mesh(moving.until(t_max).unwrap())
            }
            7 | 8 => {
                let segment = Segment::new(place, plus(a)).unwrap();
                Self::Bone(way!(Inflated::new(segment, radius).unwrap()))
            }
            _ => Self::Ball(way!(Inflated::new(Point::new(place).unwrap(), radius).unwrap())),
        }
    }

    fn insert_in(&self, scene: &mut Scene<f64>) -> Id {
        match self {
            Self::Mesh(mesh) => scene.insert(mesh.clone()),
            convex => each!(convex, shape => scene.insert(shape.clone())),
        }
    }

    /// How likely it is the mover of a pair; none if it cannot be.
    fn rank(&self) -> Option<u8> {
        match self {
            Self::Ball(_) | Self::Bone(_) => Some(0),
            Self::Mesh(_) => None,
            _ => Some(1),
        }
    }

    fn is_still(&self) -> bool {
        each!(self, shape => shape.velocity()) == [0.0; 3]
    }

    /// The contact time with another item, exact and as a float; zero for an overlap.
    fn meets(&self, other: &Self, t_max: f64) -> Option<(Surd, f64)> {
        macro_rules! times {
            ($mover:expr, $way:expr) => {{
                let end = t_max.min($way.t_max());
                let mover = $mover.moving($way.velocity()).unwrap().until(end).unwrap();
                let exact = match each!(other, shape => mover.first_contact_exact(shape).time()) {
                    None => return None,
                    Some(exact) => exact,
                };
                let time = exact.to_f64();
                Some((exact, time))
            }};
        }
        match self {
            Self::Ball(way) => {
                let (center, radius) = (way.shape().shape().position(), way.shape().radius());
                times!(Sphere::new(center, radius).unwrap(), way)
            }
            Self::Bone(way) => {
                let ([a, b], radius) = (way.shape().shape().ends(), way.shape().radius());
                times!(Capsule::new(a, b, radius).unwrap(), way)
            }
            Self::Triangle(way) => times!(way.shape().clone(), way),
            Self::Box(way) => times!(way.shape().clone(), way),
            Self::Turned(way) => times!(way.shape().clone(), way),
            Self::Slanted(way) => times!(way.shape().clone(), way),
            Self::Hull(way) => times!(way.shape().clone(), way),
            Self::Mesh(_) => None,
        }
    }
}

/// The exact time of an answer; zero for an overlap.
trait Timed {
    fn time(self) -> Option<Surd>;
}

impl<F> Timed for ExactAnswer<3, F> {
    fn time(self) -> Option<Surd> {
        match self {
            Self::None => None,
            Self::Overlap(_) => Some(Surd::from(Rational::ZERO)),
            Self::Contact(Contact { time, .. }) => Some(time),
        }
    }
}

/// The mover, the other item and the time of a scene's answer.
fn told(pair: &PairContact<f64>) -> (Id, Id, f64) {
    match &pair.answer {
        Answer::Contact(hit) => (pair.mover, hit.feature.item, hit.time),
        Answer::Overlap(overlap) => (pair.mover, overlap.feature.item, 0.0),
        Answer::None => panic!("{pair:?}"),
    }
}

/// Both times are zero as floats, but the exact time of the pair with the lower ids is a little
/// later.
#[test]
fn a_time_that_vanishes_as_a_float_is_not_zero() {
    let mut scene = Scene::<f32>::new();
    let mut put = |at: [f32; 3], velocity: [f32; 3]| {
        scene.insert(Point::new(at).unwrap().moving(velocity).unwrap())
    };
    let late = [put([0.0; 3], [3e38, 0.0, 0.0]), put([1e-10, 0.0, 0.0], [0.0; 3])];
    let at_once = [put([0.0, 5.0, 0.0], [0.0, 1.0, 0.0]), put([0.0, 5.0, 0.0], [0.0; 3])];
    let pairs = scene.pairs(1.0).unwrap();
    let order = pairs.iter().map(|pair| match &pair.answer {
        Answer::Contact(hit) => {
            assert_eq!(hit.time, 0.0);
            [pair.mover, hit.feature.item]
        }
        answer => panic!("{answer:?}"),
    });
    assert!(order.eq([at_once, late]), "{pairs:?}");
}

/// The first contact of a convex body with a scene.
fn alone<B>(body: &Moving<B>, scene: &Scene<f64>) -> Result<Answer<f64, 3, SceneFeature>, NoPair>
where
    B: ConvexBody + Shape<Scalar = f64, Vector = [f64; 3]>,
{
    Ok(body.first_contact(&scene.for_convex_bodies().unwrap()))
}

#[test]
fn pairs_are_those_of_each_with_each() {
    let mut random = Random(1);
    let (mut met, mut ties, mut solids) = (0, 0, 0);
    for round in 0..240 {
        let whole = round % 2 == 0;
        let count = 2 + random.below(40) as usize;
        let things: Vec<Thing> = (0..count).map(|_| Thing::some(&mut random, whole)).collect();
        let mut scene = Scene::new();
        let ids: Vec<Id> = things.iter().map(|thing| thing.insert_in(&mut scene)).collect();
        if round % 3 == 0 {
            scene.rebuild();
        }
        let t_max = [f64::INFINITY, 2.0, 0.0][random.below(3) as usize];
        let mut expected = Vec::new();
        for i in 0..count {
            for j in i + 1..count {
                let (a, b) = match [i, j].map(|k| things[k].rank()) {
                    [None, None] => continue,
                    [Some(one), Some(other)] if one <= other => (i, j),
                    [Some(_), None] => (i, j),
                    _ => (j, i),
                };
                if things[a].is_still() && things[b].is_still() {
                    continue;
                }
                let met = things[a].meets(&things[b], t_max);
                if t_max == f64::INFINITY {
                    let exact = met.as_ref().map(|(exact, _)| exact.clone());
                    assert_eq!(scene.time_of_pair_exact(ids[a], ids[b]), Ok(exact));
                }
                if let Some((exact, time)) = met {
                    solids += usize::from(things[a].rank() == Some(1));
                    expected.push((exact, [i, j], (ids[a], ids[b], time)));
                }
            }
        }
        expected.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
        ties += expected.windows(2).filter(|two| two[0].0 == two[1].0).count();
        met += expected.len();
        let expected: Vec<_> = expected.into_iter().map(|(.., told)| told).collect();
        let pairs = scene.pairs(t_max).unwrap();
        assert_eq!(pairs.iter().map(told).collect::<Vec<_>>(), expected);
        assert_eq!(scene.first_pair(t_max).unwrap().as_ref(), pairs.first());

        // An item by itself queries the other items.
        for (k, thing) in things.iter().enumerate() {
            let answer = scene.first_contact_of(ids[k]);
            let others = |scene: &Scene<f64>| {
                let mut others = scene.clone();
                others.remove(ids[k]);
                others
            };
            match thing {
                Thing::Ball(way) => {
                    let (center, radius) = (way.shape().shape().position(), way.shape().radius());
                    let ball = Sphere::new(center, radius).unwrap();
                    let ball = ball.moving(way.velocity()).unwrap().until(way.t_max()).unwrap();
                    assert_eq!(answer, Ok(ball.first_contact(&others(&scene))));
                    // Without the first item, the answer is the first of the rest.
                    let Ok(Answer::Contact(first)) = answer else { continue };
                    let but = |item: Id| {
                        scene.first_contact_of_where(ids[k], move |answer| match answer {
                            Answer::Contact(hit) => hit.feature.item != item,
                            _ => true,
                        })
                    };
                    let mut fewer = others(&scene);
                    fewer.remove(first.feature.item);
                    assert_eq!(but(first.feature.item), Ok(ball.first_contact(&fewer)));
                }
                Thing::Bone(way) => {
                    let ([a, b], radius) = (way.shape().shape().ends(), way.shape().radius());
                    let capsule = Capsule::new(a, b, radius).unwrap();
                    let capsule =
                        capsule.moving(way.velocity()).unwrap().until(way.t_max()).unwrap();
                    let others = others(&scene);
                    let view = others.for_capsules().unwrap();
                    assert_eq!(answer, Ok(capsule.first_contact(&view)));
                }
                Thing::Mesh(_) => assert_eq!(answer, Err(NoPair::NoMover(ids[k]))),
                Thing::Triangle(way) => assert_eq!(answer, alone(way, &others(&scene))),
                Thing::Box(way) => assert_eq!(answer, alone(way, &others(&scene))),
                Thing::Turned(way) => assert_eq!(answer, alone(way, &others(&scene))),
                Thing::Slanted(way) => assert_eq!(answer, alone(way, &others(&scene))),
                Thing::Hull(way) => assert_eq!(answer, alone(way, &others(&scene))),
            }
        }
    }
    assert!(met > 1000 && ties > 50 && solids > 1000, "{met} {ties} {solids}");
}

#[test]
fn what_cannot_be_asked_is_said() {
    let mut scene = Scene::new();
    let ball = scene.insert(Point::new([0.0; 3]).unwrap().moving([1.0, 0.0, 0.0]).unwrap());
    let side = Plane::new([4.5, 0.0, 0.0], [-1.0, 0.0, 0.0]).unwrap();
    let block = scene.insert(Polytope::new(vec![side]).unwrap());
    let first = scene.first_pair(f64::INFINITY).unwrap().unwrap();
    assert_eq!(told(&first), (ball, block, 4.5));
    // Items at rest are not a pair, and nothing is left out.
    let segment = Segment::new([0.0, 9.0, 0.0], [0.0, 9.0, 9.0]).unwrap();
    let bone = scene.insert(segment);
    let solid = AlignedBox::new([0.0, 12.0, 0.0], [1.0, 13.0, 1.0]).unwrap();
    let cube = scene.insert(solid);
    assert_eq!(told(&scene.first_pair(f64::INFINITY).unwrap().unwrap()), (ball, block, 4.5));
    let refusal = NoPair::NotMet(bone, NotMet::Polytope(block));
    assert_eq!(scene.first_contact_of(bone), Err(refusal));
    assert_eq!(scene.first_contact_of(cube), Err(NoPair::NotMet(cube, NotMet::Polytope(block))));
    scene.replace(cube, solid.moving([1.0, 0.0, 0.0]).unwrap());
    assert_eq!(scene.pairs(1.0), Err(NoPair::NotMet(cube, NotMet::Polytope(block))));
    scene.replace(bone, segment.moving([1.0, 0.0, 0.0]).unwrap());
    assert_eq!(scene.first_pair(f64::INFINITY), Err(refusal));
    assert_eq!(scene.pairs(1.0), Err(refusal));
    assert_eq!(
        refusal.to_string(),
        "item 2 is a capsule or a convex body: item 1 of the scene is a polytope, at which capsules \
         and convex bodies cannot be cast"
    );
    // A polytope that moves would meet the segment at rest.
    scene.remove(cube);
    scene.replace(bone, segment);
    let side = Plane::new([4.5, 0.0, 0.0], [-1.0, 0.0, 0.0]).unwrap();
    let moving = Moving::still(Arc::new(Polytope::new(vec![side]).unwrap()));
    scene.replace(block, moving.with_velocity([-1.0, 0.0, 0.0]).unwrap());
    assert_eq!(scene.pairs(1.0), Err(refusal));
    assert_eq!(scene.time_of_pair_exact(bone, ball), Err(refusal));
    assert_eq!(scene.time_of_pair_exact(block, ball), Err(NoPair::NoMover(block)));
    assert!(scene.first_contact_of(ball).is_ok());
    scene.remove(block);
    assert_eq!(scene.first_pair(f64::INFINITY), Ok(None));
    assert_eq!(scene.first_contact_of(block), Err(NoPair::Absent(block)));
    assert_eq!(scene.time_of_pair_exact(ball, block), Err(NoPair::Absent(block)));
    assert_eq!(NoPair::Absent(block).to_string(), "the scene has no item 1");
}

/// A pair at rest is not reported, and a pair whose contact has no end is reported.
#[test]
fn what_rests_meets_what_comes() {
    let mut scene = Scene::new();
    let ball = |x: f64| Inflated::new(Point::new([x, 0.0, 0.0]).unwrap(), 1.0).unwrap();
    let (a, _b) = (scene.insert(ball(0.0)), scene.insert(ball(1.0)));
    assert_eq!(scene.first_pair(f64::INFINITY), Ok(None));
    let wall = AlignedBox::new([5.0, -1.0, -1.0], [6.0, 1.0, 1.0]).unwrap();
    let wall = scene.insert(wall.moving([-1.0, 0.0, 0.0]).unwrap());
    let pairs = scene.pairs(f64::INFINITY).unwrap();
    let times: Vec<_> = pairs.iter().map(told).collect();
    assert_eq!(times, [(_b, wall, 3.0), (a, wall, 4.0)]);
    let far = scene.insert(ball(1e300).moving([-1e299, 0.0, 0.0]).unwrap());
    let pairs = scene.pairs(f64::INFINITY).unwrap();
    let last = pairs.iter().map(told).filter(|&(mover, item, _)| mover == far || item == far);
    assert_eq!(last.count(), 3);
}
