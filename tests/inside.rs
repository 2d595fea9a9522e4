//! Queries whether a point is inside of a closed mesh: against whole numbers and other rays, and by
//! hand.

mod mesh_oracle;
mod random;

use mesh_oracle::{
    Indexed, Surface, cube, globe, grid_cube, inside_out, joined, reversed, tetrahedron,
};
use random::Random;
use std::sync::Arc;
use tangency::{Location, Mesh, Point, Scalar, Solid};

fn solid((vertices, triangles): &Indexed) -> Solid<f64> {
    Solid::new(Mesh::new(vertices.clone(), triangles.clone()).unwrap()).unwrap()
}

fn winding(solid: &Solid<f64>, point: [f64; 3]) -> Option<i64> {
    solid.winding_number(&Point::new(point).unwrap())
}

/// Compares the library with the oracle; returns the numbers of points inside, on the surface and
/// outside.
fn compare<T: Scalar>(
    mesh: &Indexed,
    points: &[[f64; 3]],
    narrow: impl Fn(f64) -> T,
    random: &mut Random,
) -> [usize; 3] {
    let vertices = mesh.0.iter().map(|v| v.map(&narrow)).collect();
    let solid = Solid::new(Mesh::new(vertices, mesh.1.clone()).unwrap()).unwrap();
    let surface = Surface::new(mesh, points);
    let mut kinds = [0; 3];
    for (point, whole) in points.iter().zip(&surface.points) {
        let expected = surface.winding(whole, random);
        let asked = Point::new(point.map(&narrow)).unwrap();
        assert_eq!(solid.winding_number(&asked), expected, "{point:?} {mesh:?}");
        let location = match expected {
            None => Location::OnSurface,
            Some(0) => Location::Outside,
            Some(_) => Location::Inside,
        };
        assert_eq!(solid.locate(&asked), location, "{point:?}");
        kinds[location as usize] += 1;
    }
    kinds
}

/// All points of a grid.
fn grid(from: i32, to: i32, step: f64) -> Vec<[f64; 3]> {
    let mut points = Vec::new();
    for x in from..=to {
        for y in from..=to {
            for z in from..=to {
                points.push([x, y, z].map(|i| f64::from(i) * step));
            }
        }
    }
    points
}

// ---- by hand ----

#[test]
fn a_cube_of_a_grid_at_all_points_of_a_finer_one() {
    for mesh in [cube([0.0; 3], [4.0; 3]), grid_cube(4, 4.0)] {
        let (solid, turned) = (solid(&mesh), solid(&inside_out(mesh.clone())));
        for point in grid(-1, 9, 0.5) {
            let within = |strictly: bool| {
                point
                    .iter()
                    .all(|&x| if strictly { x > 0.0 && x < 4.0 } else { (0.0..=4.0).contains(&x) })
            };
            let expected = match (within(true), within(false)) {
                (true, _) => Some(1),
                (false, true) => None,
                _ => Some(0),
            };
            assert_eq!(winding(&solid, point), expected, "{point:?}");
            assert_eq!(winding(&turned, point), expected.map(|w| -w), "{point:?}");
        }
    }
}

#[test]
fn shells_in_shells() {
    let (outer, inner) = (cube([0.0; 3], [8.0; 3]), cube([2.0; 3], [6.0; 3]));
    let both = solid(&joined([outer.clone(), inner.clone()]));
    let hollow = solid(&joined([outer.clone(), inside_out(inner)]));
    for (point, of_both, of_hollow) in [
        ([1.0, 4.0, 4.0], Some(1), Some(1)),
        ([4.0, 4.0, 4.0], Some(2), Some(0)),
        ([2.0, 4.0, 4.0], None, None),
        ([2.0, 2.0, 2.0], None, None),
        ([2.0, 1.0, 4.0], Some(1), Some(1)),
        ([9.0, 4.0, 4.0], Some(0), Some(0)),
    ] {
        assert_eq!((winding(&both, point), winding(&hollow, point)), (of_both, of_hollow));
    }
    let at = |solid: &Solid<f64>, p: [f64; 3]| solid.locate(&Point::new(p).unwrap());
    assert_eq!(at(&both, [4.0; 3]), Location::Inside);
    assert_eq!(at(&hollow, [4.0; 3]), Location::Outside);
    // The two surfaces cancel: no point is inside, but there is a surface.
    let nothing = solid(&joined([outer.clone(), inside_out(outer)]));
    assert_eq!(at(&nothing, [4.0; 3]), Location::Outside);
    assert_eq!(at(&nothing, [4.0, 4.0, 8.0]), Location::OnSurface);
}

#[test]
fn one_ulp_off_the_surface() {
    // The slanted face is in the plane x + y + z = 4.
    let solid = solid(&tetrahedron([[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]]));
    for k in 0..3 {
        for [a, b, c] in [[1.0, 1.0, 2.0], [2.0, 2.0, 0.0], [4.0, 0.0, 0.0], [0.5, 0.25, 3.25]] {
            let at = |c: f64| {
                let mut point = [a, b, c];
                point.rotate_right(k);
                winding(&solid, point)
            };
            assert_eq!(at(c), None);
            assert_eq!(at(f64::next_up(c)), Some(0));
            let is_inside = b > 0.0 && c > 0.0;
            assert_eq!(at(f64::next_down(c)), Some(i64::from(is_inside)));
        }
    }
}

#[test]
fn open_meshes_are_refused() {
    let (vertices, triangles) = cube([0.0; 3], [1.0; 3]);
    for left_out in 0..12 {
        let mut triangles = triangles.clone();
        triangles.remove(left_out);
        let mesh = Mesh::new(vertices.clone(), triangles).unwrap();
        let error = Solid::new(mesh).unwrap_err();
        assert_eq!(error.field.name, "mesh.triangles");
        assert!(error.to_string().ends_with("begins an open edge, the mesh must be closed"));
    }
    let mut turned = triangles;
    turned[5] = reversed(turned[5]);
    assert!(Solid::new(Mesh::new(vertices, turned).unwrap()).is_err());
}

#[test]
fn a_shared_mesh_is_not_copied() {
    let (vertices, triangles) = cube([0.0; 3], [1.0; 3]);
    let mesh = Arc::new(Mesh::new(vertices, triangles).unwrap());
    let solid = Solid::new(Arc::clone(&mesh)).unwrap();
    assert!(std::ptr::eq(solid.mesh(), &*mesh));
    // The other owner of the mesh keeps it.
    assert_eq!(solid.into_mesh().vertices(), mesh.vertices());
}

#[test]
fn an_empty_mesh_bounds_nothing() {
    let empty = Solid::new(Mesh::<f32>::new(vec![], vec![]).unwrap()).unwrap();
    let origin = Point::new([0.0f32; 3]).unwrap();
    assert_eq!(empty.locate(&origin), Location::Outside);
    assert_eq!(empty.signed_distance(&origin), None);
}

#[test]
fn distances_have_a_sign() {
    let solid = solid(&cube([0.0; 3], [8.0; 3]));
    let distance = |p: [f64; 3]| solid.signed_distance(&Point::new(p).unwrap()).unwrap();
    assert_eq!(distance([4.0, 4.0, 3.0]), -3.0);
    assert_eq!(distance([4.0, 8.0, 3.0]), 0.0);
    assert_eq!(distance([11.0, 12.0, 3.0]), 5.0);
    assert_eq!(distance([4.0, 4.0, 5e-324]), -5e-324);
    assert_eq!(distance([4.0, 4.0, -5e-324]), 5e-324);
    let hollow = joined([cube([0.0; 3], [8.0; 3]), inside_out(cube([2.0; 3], [6.0; 3]))]);
    let hollow = self::solid(&hollow);
    assert_eq!(hollow.signed_distance(&Point::new([4.0, 4.0, 3.0]).unwrap()), Some(1.0));
    assert_eq!(hollow.signed_distance(&Point::new([4.0, 4.0, 1.5]).unwrap()), Some(-0.5));
}

// ---- against the oracle ----

/// Tetrahedra of whole numbers that cross each other, some flat, some inside out, some duplicated.
/// Ties are common.
#[test]
fn heaps_of_tetrahedra_on_a_grid() {
    let mut random = Random(1);
    let mut kinds = [0; 3];
    for _ in 0..400 {
        let count = 1 + random.below(5);
        let part = |_| tetrahedron([(); 4].map(|()| random.integers(-2, 2)));
        let mut parts: Vec<Indexed> = (0..count).map(part).collect();
        if random.below(3) == 0 {
            parts.push(parts[0].clone());
        }
        let points: Vec<_> = (0..60).map(|_| random.integers(-4, 4).map(|x| x / 2.0)).collect();
        let mesh = joined(parts);
        let more = compare(&mesh, &points, |x| x, &mut random);
        compare(&mesh, &points, |x| x as f32, &mut random);
        kinds = [0, 1, 2].map(|i| kinds[i] + more[i]);
    }
    assert!(kinds.iter().all(|&count| count > 500), "{kinds:?}");
}

#[test]
fn a_globe_seen_along_the_axes_from_its_vertices() {
    let mut random = Random(2);
    let mesh = globe(3, 1.0);
    let mut points = Vec::new();
    for (i, &vertex) in mesh.0.iter().enumerate().step_by(5) {
        points.push(vertex);
        for factor in [-2.0, -0.5, 0.0, 0.99, 1.01] {
            let mut point = vertex;
            point[i % 3] *= factor;
            points.push(point);
        }
    }
    let kinds = compare(&mesh, &points, |x| x, &mut random);
    assert!(kinds.iter().all(|&count| count > 50), "{kinds:?}");
}

#[test]
fn points_anywhere_about_a_globe() {
    let mut random = Random(3);
    let mesh = globe(3, 1e3);
    let points: Vec<_> = (0..400).map(|_| random.vector(-1e3, 1e3)).collect();
    let kinds = compare(&mesh, &points, |x| x, &mut random);
    assert!(kinds[0] > 100 && kinds[2] > 100, "{kinds:?}");
}

/// Meshes at scales at which floats cannot be trusted, and huge parts next to tiny ones.
#[test]
fn huge_and_tiny() {
    let mut random = Random(4);
    for scale in [5e-324, 1e-300, 1e-160, 1e150, 1e300, 4e307] {
        let mut kinds = [0; 3];
        for _ in 0..60 {
            let mut vector = || random.integers(-3, 3).map(|x| x * scale);
            let mesh = joined([
                tetrahedron([(); 4].map(|()| vector())),
                tetrahedron([(); 4].map(|()| vector())),
            ]);
            let points: Vec<_> = (0..40).map(|_| vector()).collect();
            let more = compare(&mesh, &points, |x| x, &mut random);
            kinds = [0, 1, 2].map(|i| kinds[i] + more[i]);
        }
        assert!(kinds.iter().all(|&count| count > 20), "{scale:e}: {kinds:?}");
    }
    let mut kinds = [0; 3];
    for _ in 0..300 {
        let mut vector = || {
            [(); 3].map(|()| {
                let scale = [1e-300, 1.0, 1e17, 1e300][random.below(4) as usize];
                random.integer(-3, 3) * scale
            })
        };
        let mesh = tetrahedron([(); 4].map(|()| vector()));
        let mut points: Vec<_> = (0..10).map(|_| vector()).collect();
        points.push(mesh.0[0]);
        for k in 0..3 {
            points.push(core::array::from_fn(|i| mesh.0[(k + i) % 4][i]));
        }
        let more = compare(&mesh, &points, |x| x, &mut random);
        kinds = [0, 1, 2].map(|i| kinds[i] + more[i]);
    }
    assert!(kinds.iter().all(|&count| count > 30), "{kinds:?}");
}

/// A side cut in two at the middle of an edge, while the neighbour across the edge is left whole.
/// Degenerate triangles close such a seam, or stick out.
#[test]
fn seams_that_do_not_share_their_vertices() {
    let mut random = Random(5);
    let mut kinds = [0; 3];
    for _ in 0..200 {
        let (mut vertices, mut triangles) =
            tetrahedron([(); 4].map(|()| random.integers(-2, 2).map(|x| 2.0 * x)));
        let [a, b, c] = triangles.swap_remove(random.below(4) as usize);
        let (p, q) = (vertices[a as usize], vertices[b as usize]);
        vertices.push([0, 1, 2].map(|k| (p[k] + q[k]) / 2.0));
        vertices.push([9.0, 9.0, 9.0]);
        triangles.extend([[a, 4, c], [4, b, c]]);
        match random.below(3) {
            0 => triangles.push([a, b, 4]),
            1 => triangles.extend([[5, 5, a], [c, c, c], [5, c, c]]),
            _ => {}
        }
        let points: Vec<_> = (0..60).map(|_| random.integers(-3, 3)).collect();
        let more = compare(&(vertices, triangles), &points, |x| x, &mut random);
        kinds = [0, 1, 2].map(|i| kinds[i] + more[i]);
    }
    assert!(kinds.iter().all(|&count| count > 200), "{kinds:?}");
}

// ---- laws ----

/// A change of position, size or names of a mesh does not change the answer.
#[test]
fn changes_that_change_nothing() {
    let mut random = Random(6);
    let mut inside = 0;
    for _ in 0..200 {
        let mut part = || tetrahedron([(); 4].map(|()| random.integers(-3, 3)));
        let (vertices, mut triangles) = joined([part(), part(), part()]);
        let points: Vec<_> = (0..20).map(|_| random.integers(-6, 6).map(|x| x / 2.0)).collect();
        let before = solid(&(vertices.clone(), triangles.clone()));
        let turned = solid(&inside_out((vertices.clone(), triangles.clone())));
        let moved = |change: &dyn Fn([f64; 3]) -> [f64; 3]| {
            solid(&(vertices.iter().map(|&v| change(v)).collect(), triangles.clone()))
        };
        let (cycle, swap) = (|[x, y, z]: [f64; 3]| [z, x, y], |[x, y, z]: [f64; 3]| [y, x, z]);
        let shift = |v: [f64; 3]| [v[0] + 1024.25, v[1] - 0.5, v[2] + 3.0];
        let scale = |v: [f64; 3]| v.map(|x| x * f64::from_bits(123 << 52));
        let mirror = |[x, y, z]: [f64; 3]| [-x, y, z];
        let [cycled, swapped, shifted, scaled, mirrored] =
            [&cycle as &dyn Fn(_) -> _, &swap, &shift, &scale, &mirror].map(moved);
        triangles.rotate_left(3);
        triangles.iter_mut().for_each(|t| t.rotate_left(1));
        let renamed = solid(&(vertices.clone(), triangles.clone()));
        for point in points {
            let expected = winding(&before, point);
            inside += usize::from(expected.is_some_and(|w| w != 0));
            assert_eq!(winding(&turned, point), expected.map(|w| -w));
            assert_eq!(winding(&cycled, cycle(point)), expected);
            assert_eq!(winding(&swapped, swap(point)), expected.map(|w| -w));
            assert_eq!(winding(&mirrored, mirror(point)), expected.map(|w| -w));
            assert_eq!(winding(&shifted, shift(point)), expected);
            assert_eq!(winding(&scaled, scale(point)), expected);
            assert_eq!(winding(&renamed, point), expected);
        }
    }
    assert!(inside > 100, "{inside}");
}
