//! Laws that hold between answers about boxes.

#![allow(clippy::unwrap_used, reason = "a test may stop at what cannot be")]

mod random;

use random::Random;
use std::array::from_fn;
use tangency::{AlignedBox, Answer, BoxFeature, Contact, Moving, Overlap, Side, Sphere, Triangle};

type BoxAnswer<const D: usize> = Answer<f64, D, BoxFeature<D>>;

#[derive(Clone, Copy, Debug)]
struct Query<const D: usize> {
    center: [f64; D],
    radius: f64,
    velocity: [f64; D],
    min: [f64; D],
    max: [f64; D],
}

impl<const D: usize> Query<D> {
    /// Whole numbers, where ties are common, or any numbers.
    fn random(random: &mut Random) -> Self {
        let whole = random.below(2) == 0;
        let mut number = |reach: f64| {
            if whole {
                random.integer(-reach as i64, reach as i64)
            } else {
                random.between(-reach, reach)
            }
        };
        let (a, b): ([f64; D], [f64; D]) = (from_fn(|_| number(3.0)), from_fn(|_| number(3.0)));
        Self {
            center: from_fn(|_| number(6.0)),
            radius: number(3.0).abs(),
            velocity: from_fn(|_| number(3.0)),
            min: from_fn(|k| a[k].min(b[k])),
            max: from_fn(|k| a[k].max(b[k])),
        }
    }

    fn ball(&self) -> Moving<Sphere<f64, D>> {
        Sphere::new(self.center, self.radius).unwrap().moving(self.velocity).unwrap()
    }

    fn target(&self) -> AlignedBox<f64, D> {
        AlignedBox::new(self.min, self.max).unwrap()
    }

    fn answer(&self) -> BoxAnswer<D> {
        self.ball().first_contact(&self.target())
    }

    fn is_flat(&self) -> bool {
        (0..D).any(|k| self.min[k] == self.max[k])
    }
}

/// The answer with each vector and each feature changed.
fn changed<const D: usize, const E: usize>(
    answer: BoxAnswer<D>,
    vector: impl Fn([f64; D]) -> [f64; E],
    normal: impl Fn([f64; D]) -> [f64; E],
    sides: impl Fn([Side; D]) -> [Side; E],
) -> BoxAnswer<E> {
    match answer {
        Answer::None => Answer::None,
        Answer::Overlap(hit) => Answer::Overlap(Overlap::new(
            vector(hit.center),
            vector(hit.point),
            hit.normal.map(&normal),
            BoxFeature { sides: sides(hit.feature.sides) },
        )),
        Answer::Contact(hit) => Answer::Contact(Contact::new(
            hit.time,
            vector(hit.center),
            vector(hit.point),
            hit.normal.map(&normal),
            BoxFeature { sides: sides(hit.feature.sides) },
            hit.approach,
        )),
    }
}

/// Checks a law on many queries; enough of them must be contacts.
fn law<const D: usize>(count: u64, check: impl Fn(&mut Random, Query<D>)) {
    let mut random = Random(count);
    let mut contacts = 0;
    for _ in 0..count {
        let query = Query::random(&mut random);
        contacts += u64::from(query.answer().contact().is_some());
        check(&mut random, query);
    }
    assert!(contacts > count / 20, "{contacts} of {count}");
}

#[test]
fn the_plane_is_a_cut_through_a_column() {
    law::<2>(20_000, |random, flat| {
        let add = |v: [f64; 2], z: f64| [v[0], v[1], z];
        let z = random.between(-1.0, 1.0);
        let column = Query {
            center: add(flat.center, z),
            radius: flat.radius,
            velocity: add(flat.velocity, 0.0),
            min: add(flat.min, -100.0),
            max: add(flat.max, 100.0),
        };
        let raised =
            changed(flat.answer(), |v| add(v, z), |n| add(n, 0.0), |[x, y]| [x, y, Side::Between]);
        assert_eq!(column.answer(), raised, "{flat:?}");
    });
}

#[test]
fn the_order_of_the_axes_does_not_matter() {
    law::<3>(20_000, |random, query| {
        let orders = [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let order = orders[random.below(5) as usize];
        let swap = |v: [f64; 3]| order.map(|k| v[k]);
        let swapped = Query {
            center: swap(query.center),
            radius: query.radius,
            velocity: swap(query.velocity),
            min: swap(query.min),
            max: swap(query.max),
        };
        let expected = changed(query.answer(), swap, swap, |sides| order.map(|k| sides[k]));
        assert_eq!(swapped.answer(), expected, "{query:?}");
    });
}

#[test]
fn a_mirror_changes_sides_only() {
    law::<3>(20_000, |random, query| {
        let axis = random.below(3) as usize;
        let flip = |mut v: [f64; 3]| {
            v[axis] = -v[axis];
            v
        };
        let (a, b) = (flip(query.min), flip(query.max));
        let mirrored = Query {
            center: flip(query.center),
            radius: query.radius,
            velocity: flip(query.velocity),
            min: from_fn(|k| a[k].min(b[k])),
            max: from_fn(|k| a[k].max(b[k])),
        };
        let expected = changed(query.answer(), flip, flip, |mut sides| {
            sides[axis] = match sides[axis] {
                Side::Min => Side::Max,
                Side::Between => Side::Between,
                Side::Max => Side::Min,
            };
            sides
        });
        // A sphere that is neither beside a flat box nor moves towards it has the side `Min`, which
        // mirroring does not change.
        if !query.is_flat() {
            assert_eq!(mirrored.answer(), expected, "{query:?}");
        }
    });
}

fn power_of_two(e: i32) -> f64 {
    f64::from_bits(((1023 + e) as u64) << 52)
}

#[test]
fn powers_of_two_only_scale() {
    law::<3>(10_000, |random, query| {
        let (space, speed) = (random.integer(-300, 300) as i32, random.integer(-300, 300) as i32);
        let (length, rate) = (power_of_two(space), power_of_two(speed));
        let larger = |v: [f64; 3]| v.map(|x| x * length);
        let scaled = Query {
            center: larger(query.center),
            radius: query.radius * length,
            velocity: query.velocity.map(|x| x * rate),
            min: larger(query.min),
            max: larger(query.max),
        };
        let mut expected = changed(query.answer(), larger, |n| n, |sides| sides);
        if let Answer::Contact(hit) = &mut expected {
            hit.time *= length / rate;
        }
        assert_eq!(scaled.answer(), expected, "{query:?}");
    });
}

#[test]
fn only_the_relative_motion_matters_to_the_time() {
    law::<3>(10_000, |random, query| {
        let drift: [f64; 3] = random.integers(-4, 4);
        let sum = from_fn(|k| query.velocity[k] + drift[k]);
        if (0..3).any(|k| sum[k] - drift[k] != query.velocity[k]) {
            return;
        }
        let moving = query.target().moving(drift).unwrap();
        let ball = Query { velocity: sum, ..query }.ball();
        let (still, moved) = (query.answer().contact(), ball.first_contact(&moving).contact());
        let told = |hit: Contact<f64, 3, BoxFeature<3>>| (hit.time, hit.normal, hit.feature);
        assert_eq!(still.map(told), moved.map(told), "{query:?}");
    });
}

#[test]
fn typical_questions_pass_the_first_filter() {
    let mut random = Random(3);
    let (mut asked, mut contacts, mut left) = (0, 0, 0);
    for _ in 0..50_000 {
        let query = Query {
            center: random.vector(-6.0, 6.0),
            radius: random.between(0.0, 2.0),
            velocity: random.vector(-3.0, 3.0),
            min: random.vector(-3.0, 0.0),
            max: random.vector(0.0, 3.0),
        };
        let (answer, effort) = query.ball().first_contact_counted(&query.target());
        asked += 1;
        contacts += usize::from(answer.contact().is_some());
        left += usize::from(effort.left_first_filter);
    }
    println!("{left} of {asked} left the first filter; {contacts} contacts");
    assert!(contacts > asked / 20 && left * 10_000 < asked, "{left} of {asked}");
}

/// The surface of the box: two triangles for each face.
fn triangles(query: &Query<3>) -> Vec<Triangle<f64>> {
    let corner = |i: usize| -> [f64; 3] {
        from_fn(|k| if i >> k & 1 == 0 { query.min[k] } else { query.max[k] })
    };
    let mut all = Vec::new();
    for axis in 0..3 {
        let (u, v) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3));
        for side in [0, 1 << axis] {
            for middle in [u, v] {
                let corners = [side, side + middle, side + u + v].map(corner);
                all.push(Triangle::new(corners[0], corners[1], corners[2]).unwrap());
            }
        }
    }
    all
}

#[test]
fn from_outside_a_box_is_its_twelve_triangles() {
    law::<3>(20_000, |_, query| {
        let ball = query.ball();
        let times = triangles(&query).into_iter().filter_map(|t| ball.contact_time(&t));
        let earliest = times.min_by(f64::total_cmp);
        match query.answer() {
            Answer::Overlap(_) => {}
            answer => assert_eq!(answer.contact().map(|hit| hit.time), earliest, "{query:?}"),
        }
    });
}
