use super::{orientation, triangulate};
use std::cmp::Ordering;

/// A linear congruential generator: only variety is needed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 33) % n as u64) as i64
    }
}

type Lattice = [i64; 2];

fn cross(a: Lattice, b: Lattice, c: Lattice) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Whether two closed segments share a point.
fn meet([a, b]: [Lattice; 2], [c, d]: [Lattice; 2]) -> bool {
    let is_on = |a: Lattice, b: Lattice, p: Lattice| {
        cross(a, b, p) == 0 && (0..2).all(|k| (a[k].min(b[k])..=a[k].max(b[k])).contains(&p[k]))
    };
    let sides = |a, b, c, d| cross(a, b, c).signum() * cross(a, b, d).signum();
    (sides(a, b, c, d) < 0 && sides(c, d, a, b) < 0)
        || is_on(a, b, c)
        || is_on(a, b, d)
        || is_on(c, d, a)
        || is_on(c, d, b)
}

/// A polygon that does not cross or touch itself, grown by one corner at a time in the middle of a
/// side. Half of the corners are on the side itself.
fn simple(numbers: &mut Numbers, size: usize) -> Vec<Lattice> {
    let mut polygon = vec![[0, 0], [64, 0], [0, 64]];
    for _ in 0..40 * size {
        if polygon.len() == size {
            break;
        }
        let at = numbers.below(polygon.len() as i64) as usize;
        let (a, b) = (polygon[at], polygon[(at + 1) % polygon.len()]);
        let mut new = [numbers.below(65), numbers.below(65)];
        if numbers.below(2) == 0 {
            new = [0, 1].map(|k| (a[k] + b[k]) / 2);
        }
        let mut grown = polygon.clone();
        grown.insert(at + 1, new);
        if is_simple(&grown) {
            polygon = grown;
        }
    }
    polygon
}

fn is_simple(polygon: &[Lattice]) -> bool {
    let n = polygon.len();
    let side = |i: usize| [polygon[i % n], polygon[(i + 1) % n]];
    (0..n).all(|i| {
        let [a, b] = side(i);
        let [_, c] = side(i + 1);
        let goes_back = cross(a, b, c) == 0
            && (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) <= 0;
        !goes_back && (i + 2..n).all(|j| (j + 1) % n == i || !meet(side(i), side(j)))
    })
}

/// Whether a point that is on no line of the lattice is inside, by the crossings of a ray.
fn contains(polygon: &[Lattice], p: [f64; 2]) -> bool {
    let sides = polygon.iter().zip(polygon.iter().cycle().skip(1));
    let crossings = sides.filter(|(a, b)| {
        let [a, b] = [a, b].map(|c| c.map(|x| x as f64));
        (a[1] > p[1]) != (b[1] > p[1])
            && p[0] < a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
    });
    crossings.count() % 2 == 1
}

fn in_space(polygon: &[Lattice], axis: usize) -> Vec<[f64; 3]> {
    let place = |p: &Lattice| {
        // The polygon is mapped to a tilted plane.
        let [x, y] = p.map(|x| x as f64);
        let mut corner = [x + 2.0 * y; 3];
        (corner[(axis + 1) % 3], corner[(axis + 2) % 3]) = (8.0 * x, 8.0 * y);
        corner
    };
    polygon.iter().map(place).collect()
}

#[test]
fn triangles_cover_a_simple_polygon_once() {
    let mut numbers = Numbers(1);
    for round in 0..600 {
        let mut polygon = simple(&mut numbers, 4 + round % 30);
        if round % 2 == 0 {
            polygon.reverse();
        }
        polygon.rotate_left(round % 4);
        let triangles = triangulate(&in_space(&polygon, round % 3)).unwrap();
        assert_eq!(triangles.len(), polygon.len() - 2);
        let area = |corners: &[Lattice]| -> i64 {
            (2..corners.len()).map(|i| cross(corners[0], corners[i - 1], corners[i])).sum()
        };
        let whole = area(&polygon);
        let areas = triangles.iter().map(|t| cross(polygon[t[0]], polygon[t[1]], polygon[t[2]]));
        assert!(areas.clone().all(|a| a * whole >= 0), "{polygon:?}");
        assert_eq!(areas.sum::<i64>(), whole);
        // No corner is dropped.
        assert!((0..polygon.len()).all(|i| triangles.as_flattened().contains(&i)));
        for _ in 0..40 {
            let p = [numbers.below(65) as f64 + 0.387, numbers.below(65) as f64 + 0.1234];
            let covering =
                triangles.iter().filter(|t| contains(&t.map(|corner| polygon[corner]), p)).count();
            assert_eq!(covering, usize::from(contains(&polygon, p)), "{polygon:?} {p:?}");
        }
    }
}

#[test]
fn a_notch_stays_open() {
    // The fan of the first corner would cover the notch.
    let corners = [[4.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 4.0, 0.0], [0.0; 3]];
    let mut triangles = triangulate(&corners).unwrap();
    triangles.iter_mut().for_each(|t| t.sort_unstable());
    triangles.sort_unstable();
    assert_eq!(triangles, [[0, 1, 3], [1, 2, 3]]);
}

#[test]
fn holes_may_be_bridged() {
    // A square with a square hole, and a bridge, both corners of which occur twice.
    let polygon: Vec<Lattice> =
        [[0, 0], [8, 0], [8, 8], [0, 8], [0, 0], [2, 2], [2, 6], [6, 6], [6, 2], [2, 2]].to_vec();
    let triangles = triangulate(&in_space(&polygon, 0)).unwrap();
    let covers = |p| triangles.iter().any(|t| contains(&t.map(|corner| polygon[corner]), p));
    for (p, is_covered) in [([4.3, 4.1], false), ([1.3, 4.1], true), ([7.3, 4.1], true)] {
        assert_eq!(covers(p), is_covered, "{p:?}");
    }
}

#[test]
fn what_crosses_itself_or_is_intricate_is_refused() {
    let bow_tie = [[0, 0], [4, 4], [4, 0], [0, 4]];
    assert_eq!(triangulate(&in_space(&bow_tie, 0)).unwrap_err(), "the face crosses itself");
    // A comb with this number of teeth.
    let comb = |teeth: i64| -> Vec<Lattice> {
        let ups = (0..teeth).flat_map(|i| [[2 * i, 1], [2 * i + 1, 9]]);
        ups.chain([[2 * teeth, 0], [-1, 0]]).collect()
    };
    assert_eq!(triangulate(&in_space(&comb(2_000), 0)).map(|t| t.len()), Ok(4_000));
    assert_eq!(
        triangulate(&in_space(&comb(3_000), 0)).unwrap_err(),
        "the face is not convex and has 6002 vertices, at most 5000 are read"
    );
    // A convex polygon may have any number of corners.
    let round: Vec<[f64; 3]> = (0..20_000i64).map(|i| [i as f64, (i * i) as f64, 1.0]).collect();
    assert_eq!(triangulate(&round).map(|t| t.len()), Ok(19_998));
}

#[test]
fn orientation_is_exact_at_all_scales() {
    // Three points on a line, one of which is moved by a last bit, times powers of two: the sign
    // equals the sign in integers, also where floats underflow.
    for exponent in [-1070, -600, -300, 0, 300, 900] {
        let scale = if exponent < -1022 {
            f64::from_bits(1 << (exponent + 1074))
        } else {
            f64::from_bits(((exponent + 1023) as u64) << 52)
        };
        let at = |x: i64, y: i64| [x as f64 * scale, y as f64 * scale];
        for (point, turn) in [
            (at(9, 9), Ordering::Equal),
            (at(9, 10), Ordering::Greater),
            (at(10, 9), Ordering::Less),
        ] {
            assert_eq!(orientation(&[at(1, 1), at(3, 3), point], [0, 1, 2]), turn, "{exponent}");
        }
    }
    let tiny = f64::from_bits(1);
    let points = [[0.0, 0.0], [1e300, 0.0], [1e-300, tiny], [-1e300, tiny]];
    assert_eq!(orientation(&points, [0, 1, 2]), Ordering::Greater);
    assert_eq!(orientation(&points, [2, 3, 0]), Ordering::Greater);
}
