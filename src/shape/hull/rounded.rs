//! A convex hull in single precision, for the bounds of searches.

use crate::number::sqrt;
use crate::shape::vector::each;
use alloc::vec::Vec;

/// The vertices and the faces of a convex hull in floats, relative to its middle and in units of
/// its size.
///
/// A hull contains these numbers, so that no query has to compute them. They do not depend on the
/// position of the hull, except for roundings.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundedHull {
    /// The mean of the vertices, rounded.
    pub(crate) middle: [f64; 3],
    /// The greatest sum of the coordinates of a vertex, relative to the middle. It is positive.
    pub(crate) size: f64,
    pub(crate) vertices: Vec<[f32; 3]>,
    /// The faces of a solid: a unit normal, about, and a bound on the heights of all vertices along
    /// this normal.
    pub(crate) faces: Vec<([f32; 3], f32)>,
    /// The radius of a ball about the middle that lies in the hull; zero if no such ball is known.
    pub(crate) depth: f32,
}

impl RoundedHull {
    /// Rounds the hull of these vertices. `faces` are three vertices of each face of a solid,
    /// counterclockwise as seen from outside. The result is `None` if floats cannot hold it.
    pub(crate) fn new(
        vertices: &[[f64; 3]],
        faces: impl Iterator<Item = [u32; 3]>,
    ) -> Option<Self> {
        // Halves first, so that no sum of two numbers overflows.
        let share = 0.5 / vertices.len() as f64;
        let middle: [f64; 3] = each!(|k| 2.0 * vertices.iter().map(|v| share * v[k]).sum::<f64>());
        let from_middle = |v: &[f64; 3]| -> [f64; 3] { each!(|k| v[k] - middle[k]) };
        let size = vertices.iter().map(|v| sum(&from_middle(v))).fold(0.0, f64::max);
        if !(f64::MIN_POSITIVE..f64::MAX).contains(&size) || middle.iter().any(|x| x.is_nan()) {
            return None;
        }
        // In units of the size nothing below overflows, and no underflow matters.
        let local = |v: &[f64; 3]| -> [f64; 3] {
            let v = from_middle(v);
            each!(|k| v[k] / size)
        };
        let single = |v: [f64; 3]| v.map(|x| x as f32);
        let (mut depth, mut rounded) = (f64::INFINITY, Vec::new());
        for face in faces {
            let [a, b, c] = face.map(|vertex| local(&vertices[vertex as usize]));
            let (ab, ac): ([f64; 3], [f64; 3]) = (each!(|k| b[k] - a[k]), each!(|k| c[k] - a[k]));
            let normal = cross(&ab, &ac);
            let length = sqrt(dot(&normal, &normal));
            // A coordinate of a vertex is off by up to 3 u, and of a side by 8 u. So the normal is
            // off by less than 32 u times the sides, and the height of the face by less than twice
            // as much, in units of the length of the normal.
            let error = 16.0 * f64::EPSILON * (sum(&ab) + sum(&ac));
            if length <= 8.0 * error {
                depth = 0.0;
                continue;
            }
            let height = dot(&normal, &a);
            depth = depth.min((height - 4.0 * error) / (length + error));
            let highest = (height + 8.0 * error) / length;
            let normal = single(each!(|k| normal[k] / length));
            rounded.push((normal, (highest as f32).next_up()));
        }
        let depth = if depth < f64::INFINITY { (depth as f32).next_down() } else { 0.0 };
        let vertices = vertices.iter().map(|v| single(local(v))).collect();
        let depth = if depth > 0.0 { depth } else { 0.0 };
        Some(Self { middle, size, vertices, faces: rounded, depth })
    }
}

fn sum([x, y, z]: &[f64; 3]) -> f64 {
    x.abs() + y.abs() + z.abs()
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use crate::Rational;
    use crate::random::Random;
    use crate::shape::Hull;
    use std::vec::Vec;

    fn exact(x: f64) -> Rational {
        Rational::try_from(x).unwrap()
    }

    fn dot(a: &[Rational; 3], b: &[Rational; 3]) -> Rational {
        &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
    }

    /// The ball is in the hull, the faces are not below a vertex by more than the rounding of their
    /// normals, and both are close to the truth for a hull that is not thin.
    #[test]
    fn balls_are_inside_and_faces_are_outside() {
        let mut random = Random(31);
        let (mut deep, mut faces) = (0, 0);
        for i in 0..600 {
            let sides = [[1.0; 3], [1.0, 1e-5, 1.0], [1.0, 1.0, 1e-12], [1e-9, 1.0, 1e-3]][i % 4];
            let scale = [1.0, 1e-200, 1e200][random.index(3)];
            let away = [0.0, 0.0, 1e3, 1e8][random.index(4)];
            let middle = random.vector(-away, away);
            let count = [4, 5, 8, 20, 60][random.index(5)];
            let points = (0..count).map(|_| {
                let v = if i % 3 == 0 { random.integers(-2, 2) } else { random.vector(-1.0, 1.0) };
                [0, 1, 2].map(|k| scale * (middle[k] + sides[k] * v[k]))
            });
            let points: Vec<[f64; 3]> = points.collect();
            let hull = Hull::new(points.iter().copied()).unwrap();
            let Some(rounded) = hull.rounded() else { continue };
            let size = exact(rounded.size);
            let local = |v: &[f64; 3]| -> [Rational; 3] {
                [0, 1, 2].map(|k| (exact(v[k]) - exact(rounded.middle[k])) / &size)
            };
            let corners: Vec<[Rational; 3]> = hull.corners().iter().map(local).collect();
            for (corner, single) in corners.iter().zip(&rounded.vertices) {
                for k in 0..3 {
                    let off = &corner[k] - exact(f64::from(single[k]));
                    let off = if off < Rational::ZERO { -off } else { off };
                    assert!(off <= exact(f64::from(f32::EPSILON) / 2.0), "{points:?}");
                }
            }
            for (normal, height) in &rounded.faces {
                faces += 1;
                let normal = normal.map(|x| exact(f64::from(x)));
                let highest = corners.iter().map(|v| dot(&normal, v)).max().unwrap();
                let room = exact(f64::from(f32::EPSILON));
                assert!(highest <= exact(f64::from(*height)) + room, "{points:?}");
            }
            if hull.topology().dimension < 3 {
                assert!(rounded.depth == 0.0 && rounded.faces.is_empty(), "{points:?}");
                continue;
            }
            let depth = exact(f64::from(rounded.depth));
            let mut is_close = false;
            for face in hull.topology().face_corners() {
                let [a, b, c] = face.map(|vertex| &corners[vertex as usize]);
                let side =
                    |to: &[Rational; 3]| -> [Rational; 3] { [0, 1, 2].map(|k| &to[k] - &a[k]) };
                let (u, v) = (side(b), side(c));
                let normal = [0, 1, 2].map(|k: usize| {
                    let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                    &u[i] * &v[j] - &u[j] * &v[i]
                });
                let (height, squared) = (dot(&normal, a), dot(&normal, &normal));
                if rounded.depth > 0.0 {
                    let least = &depth * &depth * &squared;
                    assert!(height > Rational::ZERO && &height * &height >= least, "{points:?}");
                    let room = exact(1.0 + 1e-5);
                    is_close |= &height * &height <= least * room;
                }
            }
            deep += usize::from(is_close);
            // Only slivers have no ball.
            assert!(is_close || i % 4 > 0 || i % 3 == 0, "{} {points:?}", rounded.depth);
        }
        assert!(deep > 150 && faces > 5_000, "{deep} {faces}");
    }
}
