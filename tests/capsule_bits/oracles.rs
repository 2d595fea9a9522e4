//! Tests of the oracle for all convex bodies before it judges capsules: the oracle for simplices,
//! which has another method, and spheres have the same answers, and wrong answers are detected.

use super::capsule_oracle::families::{FAMILIES, varied};
use super::capsule_oracle::{self, Met as CapsuleMet};
use super::convex_oracle::capsules::{SHAPES, capsule, rounded};
use super::convex_oracle::families::FAMILIES as OF_SHAPES;
use super::convex_oracle::{Axis, Met, Mover, Query, Reply, Target};
use super::random::Random;

/// The same query for the oracle for all convex bodies.
fn query(other: &capsule_oracle::Query) -> Query {
    let axis = match other.axis {
        capsule_oracle::Axis::To(b) => Axis::To(b),
        capsule_oracle::Axis::Along(axis) => Axis::Along(axis),
    };
    let [a, b, c] = other.vertices;
    let target = match other.corners {
        1 => Target::Point(a),
        2 => Target::Segment([a, b]),
        _ => Target::Triangle([a, b, c]),
    };
    Query {
        mover: Mover::Capsule(axis, other.radius),
        rounding: other.rounding,
        drift: other.drift,
        t_max: other.t_max,
        plane: other.plane,
        single: other.single,
        ..Query::new(other.a, 0.0, other.velocity, target)
    }
}

/// The same answer with the other oracle's name of the feature, since each oracle has names of its
/// own.
fn named(met: Option<Met>, like: &CapsuleMet) -> Option<CapsuleMet> {
    Some(match (met?, like) {
        (Met::None, _) => CapsuleMet::None,
        (Met::Overlap { center, point, normal, .. }, CapsuleMet::Overlap { feature, .. }) => {
            CapsuleMet::Overlap { center, point, normal, feature: *feature }
        }
        (
            Met::Contact { time, center, point, other_point, normal, approach, .. },
            CapsuleMet::Contact { feature, .. },
        ) => {
            let feature = *feature;
            CapsuleMet::Contact { time, center, point, other_point, normal, feature, approach }
        }
        _ => return None,
    })
}

#[test]
fn two_oracles_for_capsules() {
    let mut asked = 0;
    for (place, (name, make)) in FAMILIES.into_iter().enumerate() {
        let mut random = Random(22_000 + place as u64);
        for _ in 0..60 {
            let other = make(&mut random);
            let other = varied(&mut random, other);
            let (of_other, own) = (other.expected(), query(&other).expected());
            let shown = || format!("{name}: {other:?}\n{of_other:?}\n{own:?}");
            let met =
                named(own.met.clone(), &of_other.met).unwrap_or_else(|| panic!("{}", shown()));
            let entry = named(own.entry.clone(), &of_other.entry);
            let reply = capsule_oracle::Reply {
                exact: met.clone(),
                met,
                entry: entry.unwrap_or_else(|| panic!("{}", shown())),
                contact_time: own.contact_time.flatten(),
                time_down: own.time_down.flatten(),
                last_time: own.last_time.flatten(),
            };
            let checked = other.check(&reply);
            assert!(checked.is_ok(), "{:?}\n{}", checked.err(), shown());
            asked += 1;
        }
    }
    assert!(asked > 1_200, "{asked}");
}

fn some(mut visit: impl FnMut(&mut Random, Query)) {
    for (s, shape) in SHAPES.into_iter().enumerate() {
        for (i, (_, make)) in OF_SHAPES.into_iter().enumerate() {
            let mut random = Random(23_000 + (100 * s + i) as u64);
            for j in 0..4 {
                let query = make(&mut random, shape);
                let Some(mut query) = capsule(&mut random, query) else { continue };
                if j % 2 == 0 {
                    query = rounded(&mut random, query.clone()).unwrap_or(query);
                }
                visit(&mut random, query);
            }
        }
    }
}

/// A capsule with an axis of length zero is a sphere.
#[test]
fn an_axis_without_length() {
    let mut met = 0;
    some(|_, query| {
        let Mover::Capsule(_, radius) = query.mover else { panic!() };
        let thin = Query { mover: Mover::Capsule(Axis::Along([0.0; 3]), radius), ..query.clone() };
        let sphere = Query { mover: Mover::Sphere(radius), ..query };
        let (capsule, sphere) = (thin.expected(), sphere.expected());
        // The indices of all planes that contain the point, also for a point of a line.
        assert_eq!(capsule.met, sphere.met, "{thin:?}");
        assert_eq!(capsule.entry, sphere.entry, "{thin:?}");
        assert_eq!(capsule.time_down, sphere.time_down, "{thin:?}");
        assert_eq!(capsule.last_time, sphere.last_time, "{thin:?}");
        assert_eq!(capsule.intersects, sphere.intersects, "{thin:?}");
        let depth = |reply: &Reply| reply.penetration.clone().flatten().map(|out| out.depth);
        assert_eq!(depth(&capsule), depth(&sphere), "{thin:?}");
        met += usize::from(capsule.met != Some(Met::None));
    });
    assert!(met > 150, "{met}");
}

fn bump(x: &mut f64) -> bool {
    let next = if *x > 0.0 { x.next_down() } else { x.next_up() };
    let changed = x.is_finite() && next.is_finite();
    *x = next;
    changed
}

/// One unit in the last place is noticed, wherever only a capsule has a number.
#[test]
fn wrong_numbers_are_noticed() {
    let mut noticed = [0; 4];
    some(|random, query| {
        if query.single || query.is_thin() {
            return;
        }
        let reply = query.expected();
        assert_eq!(query.check(&reply), Ok(()), "{query:?}");
        let k = random.below(if query.plane { 2 } else { 3 }) as usize;
        let mut spoilt: Vec<(usize, Reply)> = Vec::new();
        let mut spoil = |place: usize, change: &mut dyn FnMut(&mut Reply) -> bool| {
            let mut wrong = reply.clone();
            if change(&mut wrong) {
                spoilt.push((place, wrong));
            }
        };
        spoil(0, &mut |reply| match &mut reply.met {
            Some(Met::Contact { other_point: Some(point), .. }) => bump(&mut point[k]),
            _ => false,
        });
        spoil(1, &mut |reply| match &mut reply.closest {
            Some(Some(closest)) => {
                closest.on_axis.as_mut().is_some_and(|point| bump(&mut point[k]))
            }
            _ => false,
        });
        spoil(2, &mut |reply| match &mut reply.closest {
            Some(Some(closest)) => bump(&mut closest.distance),
            _ => false,
        });
        spoil(3, &mut |reply| match &mut reply.entry {
            Some(Met::Contact { time, .. }) => bump(time),
            _ => false,
        });
        for (place, wrong) in spoilt {
            assert!(query.check(&wrong).is_err(), "{query:?}\n{wrong:?}");
            noticed[place] += 1;
        }
    });
    assert!(noticed[0] > 10 && noticed[1..].iter().all(|count| *count > 50), "{noticed:?}");
}
