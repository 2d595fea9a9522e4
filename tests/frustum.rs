//! Frusta, planes and parallelepipeds: the results of their constructors, and the errors.

#![allow(clippy::unwrap_used, reason = "a test may stop at what cannot be")]

mod random;

use num_rational::BigRational;
use num_traits::Signed;
use random::Random;
use std::array::from_fn;
use tangency::{ClipDepth, Containment, Frustum, Parallelepiped, Plane, Polytope, Sphere};

type V = [f64; 3];

fn exact(x: f64) -> BigRational {
    BigRational::from_float(x).unwrap()
}

/// Whether no other float is nearer.
fn is_nearest(float: f64, value: &BigRational) -> bool {
    let error = |x: f64| (exact(x) - value).abs();
    let error_here = error(float);
    error_here <= error(float.next_up()) && error_here <= error(float.next_down())
}

/// The corners at a depth: left bottom, right bottom, right top, left top.
fn ring(depth: f64, width: f64, height: f64) -> [V; 4] {
    [[-width, -height], [width, -height], [width, height], [-width, height]]
        .map(|[x, y]| [x, y, -depth])
}

fn both(near: [V; 4], far: [V; 4]) -> [V; 8] {
    from_fn(|i| if i < 4 { near[i] } else { far[i - 4] })
}

const PLANES: [[usize; 3]; 6] = [[0, 3, 4], [1, 2, 5], [0, 1, 4], [3, 2, 7], [0, 1, 3], [4, 5, 7]];

#[test]
fn normals_from_corners_are_rounded_once_and_point_outwards() {
    let mut random = Random(18);
    for _ in 0..200 {
        let corners = both(ring(1.0, 1.0, 0.5), ring(9.0, 7.0, 5.0))
            .map(|corner: V| from_fn(|k| corner[k] + random.between(-0.3, 0.3)));
        let frustum = Frustum::from_corners(corners).unwrap();
        let planes = frustum.polytope().planes();
        for (plane, [a, b, c]) in planes.iter().zip(PLANES) {
            assert_eq!(plane.point(), corners[a]);
            let edge = |to: usize| -> [BigRational; 3] {
                from_fn(|k| exact(corners[to][k]) - exact(corners[a][k]))
            };
            let (u, v) = (edge(b), edge(c));
            let cross: [BigRational; 3] = from_fn(|k| {
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                &u[i] * &v[j] - &u[j] * &v[i]
            });
            // The plane faces away from the sum of all corners.
            let inwards: BigRational = (0..3)
                .map(|k| {
                    let all: BigRational =
                        corners.iter().map(|p| exact(p[k]) - exact(corners[a][k])).sum();
                    all * &cross[k]
                })
                .sum();
            for (float, value) in plane.normal().into_iter().zip(cross) {
                let outward = if inwards.is_positive() { -value } else { value };
                assert!(is_nearest(float, &outward));
            }
        }
        // The middle is inside, and mirrored corners give the mirrored frustum.
        let middle: V = from_fn(|k| corners.iter().map(|p| p[k]).sum::<f64>() / 8.0);
        assert_eq!(Sphere::new(middle, 0.1).unwrap().containment(&frustum), Containment::Inside);
        let mirrored = Frustum::from_corners(corners.map(|[x, y, z]| [-x, y, z])).unwrap();
        for (plane, other) in planes.iter().zip(mirrored.polytope().planes()) {
            let [x, y, z] = plane.normal();
            assert_eq!(other.normal(), [-x, y, z]);
        }
    }
}

#[test]
fn corners_of_any_size() {
    for scale in [1e-300, 1e-160, 1e160, 1e300] {
        let corners = both(ring(1.0, 1.0, 1.0), ring(9.0, 9.0, 9.0));
        let frustum = Frustum::from_corners(corners.map(|p| p.map(|x| x * scale))).unwrap();
        let ball = |z: f64, r: f64| Sphere::new([0.0, 0.0, z * scale], r * scale).unwrap();
        assert_eq!(ball(-5.0, 1.0).containment(&frustum), Containment::Inside);
        assert_eq!(ball(-10.0, 0.9).containment(&frustum), Containment::Outside);
        assert_eq!(ball(-10.0, 1.1).containment(&frustum), Containment::Intersecting);
    }
}

#[test]
fn corners_that_make_no_plane() {
    let mut corners = both(ring(1.0, 1.0, 1.0), ring(9.0, 9.0, 9.0));
    corners[6][1] = f64::INFINITY;
    let error = Frustum::from_corners(corners).unwrap_err();
    assert_eq!(error.to_string(), "frustum.corners[6][1] is inf, must be a finite number");
    // Without a height there is no left side.
    let flat = both(ring(1.0, 1.0, 0.0), ring(9.0, 9.0, 0.0));
    let error = Frustum::from_corners(flat).unwrap_err();
    assert_eq!(error.to_string(), "frustum.left.normal is zero, must have a direction");
}

/// The matrix of a symmetric view down −z, from depth 1 to 3: the rows of x, y and w, and the given
/// row of the depth.
fn view(z: [f64; 4]) -> [[f64; 4]; 4] {
    [[1.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0], z, [0.0, 0.0, -1.0, 0.0]]
}

#[test]
fn each_convention_of_depth() {
    // With z' = a z + b and w = −z, these are z'/w at −1 and −3.
    for (row, depth) in [
        ([0.0, 0.0, -2.0, -3.0], ClipDepth::MinusOneToOne),
        ([0.0, 0.0, -1.5, -1.5], ClipDepth::ZeroToOne),
        ([0.0, 0.0, 0.5, 1.5], ClipDepth::OneToZero),
    ] {
        let frustum = Frustum::from_view_projection(view(row), depth).unwrap();
        let planes = frustum.polytope().planes();
        assert_eq!(planes.len(), 6);
        assert_eq!((planes[4].point(), planes[5].point()), ([0.0, 0.0, -1.0], [0.0, 0.0, -3.0]));
        let directions: Vec<V> =
            planes.iter().map(|plane| plane.normal().map(f64::signum)).collect();
        assert_eq!(directions[0][0], -1.0);
        assert_eq!(directions[1][0], 1.0);
        assert_eq!((directions[2][1], directions[3][1]), (-1.0, 1.0));
        assert_eq!((directions[4][2], directions[5][2]), (1.0, -1.0));
        // Along x the view reaches as far as along z, along y half as far.
        let side = |p: V| Sphere::new(p, 0.0).unwrap().containment(&frustum);
        assert_eq!(side([1.9, 0.9, -2.0]), Containment::Inside);
        assert_eq!(side([2.0, 1.0, -2.0]), Containment::Intersecting);
        assert_eq!(side([2.1, 0.0, -2.0]), Containment::Outside);
        assert_eq!(side([0.0, -1.1, -2.0]), Containment::Outside);
        assert_eq!(side([0.0, 0.0, -0.9]), Containment::Outside);
        assert_eq!(side([0.0, 0.0, -3.1]), Containment::Outside);
    }
}

#[test]
fn a_far_plane_that_is_infinitely_far() {
    for (row, depth) in [
        ([0.0, 0.0, -1.0, -2.0], ClipDepth::MinusOneToOne),
        ([0.0, 0.0, -1.0, -1.0], ClipDepth::ZeroToOne),
        ([0.0, 0.0, 0.0, 1.0], ClipDepth::OneToZero),
    ] {
        let frustum = Frustum::from_view_projection(view(row), depth).unwrap();
        assert_eq!(frustum.polytope().planes().len(), 5);
        let side = |z: f64, r| Sphere::new([0.0, 0.0, z], r).unwrap().containment(&frustum);
        assert_eq!(side(-1e300, 1.0), Containment::Inside);
        assert_eq!(side(-1.0, 0.5), Containment::Intersecting);
    }
}

#[test]
fn coefficients_of_a_matrix_are_rounded_once() {
    let mut random = Random(19);
    for _ in 0..200 {
        let rows: [[f64; 4]; 4] = from_fn(|_| from_fn(|_| random.between(-1.0, 1.0)));
        let frustum = Frustum::from_view_projection(rows, ClipDepth::MinusOneToOne).unwrap();
        for (i, plane) in frustum.polytope().planes().iter().enumerate() {
            // −(w + a) and a − w.
            let entry = |k: usize| {
                let (a, w) = (exact(rows[i / 2][k]), exact(rows[3][k]));
                if i % 2 == 0 { -(w + a) } else { a - w }
            };
            let normal: [BigRational; 3] = from_fn(entry);
            let square: BigRational = normal.iter().map(|x| x * x).sum();
            for (k, n) in normal.iter().enumerate() {
                assert!(is_nearest(plane.normal()[k], n));
                assert!(is_nearest(plane.point()[k], &(-entry(3) * n / &square)));
            }
        }
    }
}

#[test]
fn matrices_that_make_no_plane() {
    let error = |rows| Frustum::from_view_projection(rows, ClipDepth::ZeroToOne).unwrap_err();
    let mut rows = view([0.0, 0.0, -1.5, -1.5]);
    rows[0] = rows[3];
    assert_eq!(error(rows).to_string(), "frustum.right.normal is zero, must have a direction");
    // This far plane has no points behind it.
    let rows = view([0.0, 0.0, -1.0, 1.0]);
    assert_eq!(error(rows).to_string(), "frustum.far.normal is zero, must have a direction");
    let mut rows = view([0.0, 0.0, -1.5, -1.5]);
    rows[2][3] = f64::NAN;
    assert_eq!(error(rows).to_string(), "frustum.matrix[2][3] is NaN, must be a finite number");
    let rows = view([0.0, 0.0, -1e-300, 1e300]);
    assert_eq!(error(rows).to_string(), "frustum.near.point[2] is inf, must be a finite number");
}

#[test]
fn in_single_precision_everything_is_rounded_to_it() {
    let corners = both(ring(1.0, 1.0, 1.0), ring(9.0, 9.0, 9.0)).map(|p| p.map(|x| x as f32 / 3.0));
    let frustum = Frustum::from_corners(corners).unwrap();
    let exact_normal = |a: usize, b: usize, c: usize| -> V {
        let edge =
            |to: usize| -> V { from_fn(|k| f64::from(corners[to][k]) - f64::from(corners[a][k])) };
        let (u, v) = (edge(b), edge(c));
        // Products of 24-digit numbers are exact in doubles, and so is this difference here.
        from_fn(|k| u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3])
    };
    let normal = frustum.polytope().planes()[0].normal();
    let [x, y, z] = exact_normal(0, 3, 4).map(|x| x.abs() as f32);
    assert_eq!(normal.map(f32::abs), [x, y, z]);
    let planes: [Plane<f32, 3>; 6] = frustum.polytope().planes().try_into().unwrap();
    let again = Frustum::from_planes(planes).unwrap();
    assert_eq!(again.polytope().planes(), frustum.polytope().planes());
}

#[test]
fn planes_and_velocities_are_checked() {
    let error = Plane::new([0.0, f64::NAN], [0.0, 1.0]).unwrap_err();
    assert_eq!(error.to_string(), "plane.point[1] is NaN, must be a finite number");
    let error = Plane::new([0.0, 0.0], [-f64::INFINITY, 1.0]).unwrap_err();
    assert_eq!(error.to_string(), "plane.normal[0] is -inf, must be a finite number");
    let error = Plane::new([0.0, 0.0], [0.0, -0.0]).unwrap_err();
    assert_eq!(error.to_string(), "plane.normal is zero, must have a direction");
    assert!(Plane::new([0.0, 0.0], [0.0, 5e-324]).is_ok());
    let whole = Polytope::<f64, 2>::new(vec![]).unwrap();
    let error = whole.moving([0.0, f64::NAN]).unwrap_err();
    assert_eq!(error.to_string(), "polytope.velocity[1] is NaN, must be a finite number");
}

#[test]
fn edges_must_span_a_body_however_slightly() {
    let edges = |z: f64| [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, z]];
    assert!(Parallelepiped::new([0.0; 3], edges(9.0)).is_err());
    assert!(Parallelepiped::new([0.0; 3], edges(9f64.next_up())).is_ok());
    let tiny = 5e-324;
    assert!(
        Parallelepiped::new([0.0; 3], [[tiny, 0.0, 0.0], [0.0, tiny, 0.0], [0.0, 0.0, 1e300]])
            .is_ok()
    );
    let error = Parallelepiped::new([0.0; 3], edges(f64::NAN)).unwrap_err();
    assert_eq!(error.to_string(), "parallelepiped.edges[2][2] is NaN, must be a finite number");
    let error = Parallelepiped::new([f64::NAN, 0.0, 0.0], edges(1.0)).unwrap_err();
    assert_eq!(error.to_string(), "parallelepiped.center[0] is NaN, must be a finite number");
}

/// A pyramid without its tip. At a depth from 1 to 2, half its width and half its height equal the
/// depth. Its closest points were worked out by hand.
#[test]
fn a_ball_shares_a_point_with_the_solid() {
    let frustum = Frustum::from_corners(both(ring(1.0, 1.0, 1.0), ring(2.0, 2.0, 2.0))).unwrap();
    let cases = [
        // These centres are inside, in front of the near plane, and behind the far plane.
        ([0.0, 0.0, -1.5], 0.0, true),
        ([0.0, 0.0, 0.0], 1.0, true),
        ([0.0, 0.0, 0.0], 0.75, false),
        ([0.0, 0.0, -5.0], 3.0, true),
        ([0.0, 0.0, -5.0], 2.75, false),
        // This centre is next to the wall on the right, √2 from the wall's middle.
        ([2.5, 0.0, -0.5], 1.5, true),
        ([2.5, 0.0, -0.5], 1.25, false),
        // This centre is beyond the edge of that wall and the far plane: 2.5 from the edge, and at
        // most 1.5 from any plane.
        ([4.0, 0.0, -3.5], 2.5, true),
        ([4.0, 0.0, -3.5], 2.25, false),
        // This centre is beyond a corner, 3 from it.
        ([4.0, 4.0, -3.0], 3.0, true),
        ([4.0, 4.0, -3.0], 2.75, false),
    ];
    for (center, radius, expected) in cases {
        let ball = Sphere::new(center, radius).unwrap();
        assert_eq!(ball.intersects(&frustum), expected, "{center:?} {radius}");
    }
}
