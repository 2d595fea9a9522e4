//! Neighbours of triangles across edges and vertices, closed meshes, and flatness at an edge or a
//! vertex: by hand, and by brute force in whole numbers.

mod mesh_oracle;
mod random;

use mesh_oracle::{
    Indexed, Surface, cube, globe, grid_cube, inside_out, joined, reversed, tetrahedron,
};
use random::Random;
use tangency::{Answer, Feature, Mesh, MeshFeature, Neighbours, Sphere};

fn neighbours((vertices, triangles): &Indexed) -> Neighbours<f64> {
    Mesh::new(vertices.clone(), triangles.clone()).unwrap().neighbours()
}

fn vertex(triangle: usize, i: u8) -> MeshFeature {
    MeshFeature { triangle, feature: Feature::Vertex(i) }
}

fn edge(triangle: usize, i: u8) -> MeshFeature {
    MeshFeature { triangle, feature: Feature::Edge(i) }
}

fn face(triangle: usize) -> MeshFeature {
    MeshFeature { triangle, feature: Feature::Face }
}

fn every_feature(triangles: usize) -> impl Iterator<Item = MeshFeature> {
    (0..triangles)
        .flat_map(|t| (0..3).flat_map(move |i| [vertex(t, i), edge(t, i)]).chain([face(t)]))
}

fn at(neighbours: &Neighbours<f64>, at: MeshFeature) -> Vec<usize> {
    neighbours.triangles_at(at).collect()
}

/// A square of `n × n` squares of size one. Each is cut along the diagonal from its least corner,
/// into triangle `2 (j n + i)` below the diagonal and the next one above.
fn floor(n: u32) -> Indexed {
    let place = |i, j| j * (n + 1) + i;
    let vertices =
        (0..=n).flat_map(|j| (0..=n).map(move |i| [f64::from(i), f64::from(j), 0.0])).collect();
    let squares = (0..n).flat_map(|j| (0..n).map(move |i| (i, j)));
    let triangles = squares
        .flat_map(|(i, j)| {
            let [a, b] = [place(i, j), place(i + 1, j)];
            let [d, c] = [place(i, j + 1), place(i + 1, j + 1)];
            [[a, b, c], [a, c, d]]
        })
        .collect();
    (vertices, triangles)
}

/// The same mesh with three vertices for each triangle. A zero has the other sign now and then.
fn unshared((vertices, triangles): &Indexed) -> Indexed {
    let mut own = Vec::new();
    for (i, triangle) in triangles.iter().enumerate() {
        own.extend(
            triangle
                .map(|v| vertices[v as usize].map(|x| if x == 0.0 && i % 2 == 0 { -x } else { x })),
        );
    }
    (own, (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect())
}

// ---- by hand ----

#[test]
fn neighbours_on_a_floor() {
    let shared = floor(3);
    for mesh in [&shared, &unshared(&shared)] {
        let floor = neighbours(mesh);
        // The cell in the middle has triangles 8 and 9.
        assert_eq!(at(&floor, edge(8, 0)), [3, 8]);
        assert_eq!(at(&floor, edge(8, 1)), [8, 11]);
        assert_eq!(at(&floor, edge(8, 2)), [8, 9]);
        assert_eq!(at(&floor, vertex(8, 0)), [0, 1, 3, 6, 8, 9]);
        assert_eq!(at(&floor, vertex(0, 0)), [0, 1]);
        assert_eq!(at(&floor, vertex(0, 1)), [0, 2, 3]);
        assert_eq!(at(&floor, edge(0, 0)), [0]);
        assert_eq!(at(&floor, face(8)), [8]);
    }
}

#[test]
fn a_floor_is_flat_but_for_its_border() {
    for mesh in [floor(3), unshared(&floor(3))] {
        let surface = neighbours(&mesh);
        for feature in every_feature(mesh.1.len()) {
            let t = mesh.1[feature.triangle].map(|v| mesh.0[v as usize]);
            let at_border = |k: usize, ends: &[[f64; 3]]| {
                [0.0, 3.0].iter().any(|&limit| ends.iter().all(|end| end[k] == limit))
            };
            let on_border = |ends: &[[f64; 3]]| at_border(0, ends) || at_border(1, ends);
            let expected = match feature.feature {
                Feature::Vertex(i) => !on_border(&[t[i as usize]]),
                Feature::Edge(i) => !on_border(&[t[i as usize], t[(i as usize + 1) % 3]]),
                Feature::Face => true,
            };
            assert_eq!(surface.is_flat_at(feature), expected, "{feature:?}");
            let seen = surface.flat_as_face(feature);
            assert_eq!(seen, if expected { face(feature.triangle) } else { feature });
        }
    }
}

#[test]
fn a_fold_of_one_ulp_is_seen() {
    // Four squares, in a plane that contains no axis: x + y + z = 4.
    let (mut vertices, triangles) = floor(2);
    for v in &mut vertices {
        v[2] = 4.0 - v[0] - v[1];
    }
    let fold = |vertices: &[[f64; 3]]| {
        let surface = neighbours(&(vertices.to_vec(), triangles.clone()));
        (surface.is_flat_at(vertex(0, 2)), surface.is_flat_at(edge(0, 2)))
    };
    assert_eq!(fold(&vertices), (true, true));
    for middle in [f64::next_up(vertices[4][2]), f64::next_down(vertices[4][2])] {
        let mut vertices = vertices.clone();
        vertices[4][2] = middle;
        assert_eq!(fold(&vertices), (false, false));
    }
    // The far corner is moved. Two of the six triangles around the middle contain it, and no
    // triangle at the first cut does.
    let mut vertices = vertices.clone();
    vertices[8][2] = f64::next_up(vertices[8][2]);
    assert_eq!(fold(&vertices), (false, true));
}

/// Triangles that share the edge `a b`, each with a third corner of its own.
fn on_one_edge(thirds: &[[f64; 3]]) -> Neighbours<f64> {
    let mut vertices = vec![[0.0; 3], [4.0, 4.0, 2.0]];
    vertices.extend(thirds);
    let triangles = (0..thirds.len() as u32)
        .map(|i| if i % 2 == 0 { [0, 1, 2 + i] } else { [0, 2 + i, 1] })
        .collect();
    neighbours(&(vertices, triangles))
}

#[test]
fn what_makes_an_edge_flat() {
    // The third corners are in the plane x + y = 4 z, on both sides of the edge, or above it.
    let (left, left_too, right) = ([0.0, 4.0, 1.0], [1.0, 7.0, 2.0], [8.0, 0.0, 2.0]);
    let (above, in_line) = ([0.0, 4.0, 2.0], [8.0, 8.0, 4.0]);
    for (thirds, expected) in [
        (&[left, right][..], true),
        (&[left], false),
        (&[left, left_too], false),
        (&[left, left], false),
        (&[left, above], false),
        (&[left, right, above], false),
        (&[above, left, right], false),
        // A duplicate changes nothing.
        (&[left, right, left, right], true),
        (&[left, left_too, right], true),
        // A triangle without area makes no difference.
        (&[in_line, left, right], true),
        (&[left, in_line, right], true),
        (&[left, in_line], false),
        (&[in_line], false),
    ] {
        let flat = on_one_edge(thirds);
        let named = |i: usize| edge(i, [0, 2][i % 2]);
        for i in 0..thirds.len() {
            assert_eq!(flat.is_flat_at(named(i)), expected, "{thirds:?}");
        }
        // The other edges are borders, but no fan closes around the ends.
        assert!(!flat.is_flat_at(vertex(0, 0)));
    }
}

#[test]
fn the_face_of_a_degenerate_triangle_is_that_of_another() {
    let (in_line, left, right) = ([8.0, 8.0, 4.0], [0.0, 4.0, 1.0], [8.0, 0.0, 2.0]);
    let flat = on_one_edge(&[in_line, left, right]);
    assert_eq!(flat.flat_as_face(edge(0, 0)), face(1));
    assert_eq!(flat.flat_as_face(edge(2, 0)), face(2));
    assert_eq!(flat.flat_as_face(edge(0, 1)), edge(0, 1));
}

/// A long edge along two short ones: flat as a set of points, but no triangle shares it.
#[test]
fn a_vertex_in_the_middle_of_an_edge_is_not_flat() {
    let vertices =
        vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, -3.0, 0.0], [2.0, 3.0, 0.0]];
    let seam = neighbours(&(vertices, vec![[0, 3, 1], [0, 2, 4], [2, 1, 4]]));
    assert_eq!(at(&seam, edge(0, 2)), [0]);
    assert!(!seam.is_flat_at(edge(0, 2)));
    assert!(!seam.is_flat_at(edge(1, 0)));
    assert!(!seam.is_flat_at(vertex(1, 1)));
    assert!(seam.is_flat_at(edge(1, 1)));
}

#[test]
fn a_fan_with_a_gap_or_wound_up_is_not_flat() {
    let rim: Vec<[f64; 3]> = [[2, 0], [1, 2], [-2, 2], [-2, -1], [1, -2]]
        .map(|p| [f64::from(p[0]), f64::from(p[1]), 0.0])
        .to_vec();
    let fan = |triangles: &[[u32; 3]]| {
        let vertices = [vec![[0.0; 3]], rim.clone()].concat();
        neighbours(&(vertices, triangles.to_vec())).is_flat_at(vertex(0, 0))
    };
    let all = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5], [0, 5, 1]];
    assert!(fan(&all));
    for left_out in 1..5 {
        let mut gap = all.to_vec();
        gap.remove(left_out);
        assert!(!fan(&gap));
        // A duplicate of a neighbour replaces it.
        gap.push(all[left_out - 1]);
        assert!(!fan(&gap));
    }
    // The orientations and the order of corners do not matter.
    assert!(fan(&[[0, 1, 2], [2, 0, 3], [3, 0, 4], [5, 4, 0], [0, 5, 1]]));
}

#[test]
fn twins_share_their_face() {
    let (vertices, _) = floor(1);
    let twins = neighbours(&(vertices, vec![[0, 1, 3], [1, 0, 3], [0, 3, 2]]));
    assert_eq!(at(&twins, face(0)), [0, 1]);
    assert_eq!(at(&twins, edge(0, 2)), [0, 1, 2]);
    assert!(twins.is_flat_at(edge(0, 2)));
}

#[test]
fn an_edge_of_no_length_is_a_vertex() {
    let (vertices, mut triangles) = floor(2);
    triangles.push([4, 4, 0]);
    let mesh = neighbours(&(vertices, triangles));
    assert_eq!(at(&mesh, edge(8, 0)), at(&mesh, vertex(8, 0)));
    assert_eq!(at(&mesh, edge(8, 0)), [0, 1, 3, 4, 6, 7, 8]);
    assert!(mesh.is_flat_at(edge(8, 0)));
    assert_eq!(mesh.flat_as_face(edge(8, 0)), face(0));
}

#[test]
fn what_there_is_not_has_no_neighbours() {
    let floor = neighbours(&floor(1));
    for nowhere in [vertex(2, 0), edge(usize::MAX, 0), face(2), vertex(0, 3), edge(0, 255)] {
        assert_eq!(at(&floor, nowhere), []);
        assert!(!floor.is_flat_at(nowhere));
        assert_eq!(floor.flat_as_face(nowhere), nowhere);
    }
    let empty = Mesh::<f32>::new(vec![], vec![]).unwrap().neighbours();
    assert!(empty.is_closed() && empty.triangles_at(face(0)).next().is_none());
    let unused = Mesh::new(vec![[1.0, 2.0, 3.0]], vec![]).unwrap().neighbours();
    assert!(unused.is_closed());
}

#[test]
fn flat_at_every_scale() {
    // The scales are 2⁻¹⁰⁷⁴, 2⁻¹⁰⁰⁰, 2¹⁰⁰⁰ and 2¹⁰²⁰.
    for scale in [1, 23 << 52, 2023 << 52, 2043 << 52].map(f64::from_bits) {
        let (mut vertices, triangles) = floor(2);
        for v in &mut vertices {
            *v = [v[0] * scale, v[1] * scale, (v[0] + v[1]) * scale];
        }
        let flat = neighbours(&(vertices.clone(), triangles.clone()));
        assert!(flat.is_flat_at(vertex(0, 2)) && flat.is_flat_at(edge(0, 2)));
        vertices[4][2] = 0.0;
        let bent = neighbours(&(vertices, triangles));
        assert!(!bent.is_flat_at(vertex(0, 2)) && !bent.is_flat_at(edge(0, 2)));
    }
}

#[test]
fn closed_and_open() {
    for closed in [
        cube([0.0; 3], [3.0; 3]),
        grid_cube(4, 1.0),
        globe(2, 7.0),
        unshared(&cube([0.0; 3], [3.0; 3])),
    ] {
        assert_eq!(neighbours(&closed).open_edge(), None);
        assert_eq!(neighbours(&inside_out(closed.clone())).open_edge(), None);
        let mut open = closed.clone();
        open.1.pop();
        assert!(!neighbours(&open).is_closed());
        let mut one_turned = closed;
        one_turned.1[0] = reversed(one_turned.1[0]);
        assert_eq!(neighbours(&one_turned).open_edge(), Some(edge(0, 0)));
    }
}

/// The directed border edges at a point add up to zero though the border turns at the corner, so
/// lines must be distinguished.
#[test]
fn a_border_that_turns_is_a_border() {
    let (vertices, _) = floor(1);
    let single = neighbours(&(vertices, vec![[0, 1, 2]]));
    assert_eq!(single.open_edge(), Some(edge(0, 0)));
}

#[test]
fn the_first_contact_on_a_flat_seam_is_one_with_a_face() {
    let (vertices, triangles) = floor(4);
    let mesh = Mesh::new(vertices, triangles).unwrap();
    let surface = mesh.neighbours();
    let (mut of_faces, mut of_borders) = (0, 0);
    for i in -1..=17 {
        for j in -1..=17 {
            let center = [f64::from(i) / 4.0, f64::from(j) / 4.0, 3.0];
            let ball = Sphere::new(center, 1.0).unwrap().moving([0.0, 0.0, -1.0]).unwrap();
            let Answer::Contact(hit) = ball.first_contact(&mesh) else { panic!("missed") };
            let is_inner = [i, j].iter().all(|&i| 0 < i && i < 16);
            let seen = surface.flat_as_face(hit.feature).feature;
            assert_eq!(seen == Feature::Face, is_inner, "{center:?}");
            *(if is_inner { &mut of_faces } else { &mut of_borders }) += 1;
        }
    }
    assert_eq!((of_faces, of_borders), (15 * 15, 19 * 19 - 15 * 15));
}

// ---- by brute force ----

/// Compares every feature with the oracle; returns how many edges and vertices were flat, and how
/// many not.
fn compare(mesh: &Indexed) -> [usize; 4] {
    let (ours, theirs) = (neighbours(mesh), Surface::new(mesh, &[]));
    let mut kinds = [0; 4];
    for feature in every_feature(mesh.1.len()) {
        let sharing = theirs.triangles_at(feature);
        assert_eq!(at(&ours, feature), sharing, "{feature:?} {mesh:?}");
        let is_vertex = match feature.feature {
            Feature::Vertex(_) => true,
            Feature::Edge(_) => false,
            Feature::Face => continue,
        };
        let is_flat = theirs.is_flat_at(feature);
        assert_eq!(ours.is_flat_at(feature), is_flat, "{feature:?} {mesh:?}");
        if let (Feature::Vertex(i), true) = (feature.feature, is_flat) {
            let point = &theirs.triangles[feature.triangle][i as usize];
            assert!(theirs.surround(&sharing, point), "{feature:?} {mesh:?}");
        }
        kinds[2 * usize::from(is_vertex) + usize::from(is_flat)] += 1;
    }
    kinds
}

/// Floors with a bump here and there, holes, duplicate patches, needles, and duplicate vertices.
/// They are sheared, so that no axis is in the plane.
#[test]
fn patched_floors() {
    let mut random = Random(1);
    let mut kinds = [0; 4];
    for _ in 0..300 {
        let (mut vertices, mut triangles) = floor(3);
        for _ in 0..random.below(3) {
            vertices[random.below(16) as usize] = random.integers(0, 2);
        }
        for _ in 0..random.below(3) {
            triangles.swap_remove(random.below(triangles.len() as u64) as usize);
        }
        for _ in 0..random.below(4) {
            let [a, b, c] = triangles[random.below(triangles.len() as u64) as usize];
            triangles.push([[a, b, c], [c, b, a], [a, a, b], [c, c, c]][random.below(4) as usize]);
        }
        if random.below(3) == 0 {
            triangles.push([(); 3].map(|()| random.below(16) as u32));
        }
        let [p, q] = [(); 2].map(|()| random.integer(-3, 3));
        vertices.iter_mut().for_each(|v| v[2] += p * v[0] + q * v[1]);
        let mesh = (vertices, triangles);
        let mesh = if random.below(2) == 0 { unshared(&mesh) } else { mesh };
        let more = compare(&mesh);
        kinds = core::array::from_fn(|i| kinds[i] + more[i]);
    }
    assert!(kinds.iter().all(|&count| count > 1_000), "{kinds:?}");
}

/// Triangles between the points of a small grid.
#[test]
fn heaps_of_triangles() {
    let mut random = Random(2);
    let mut kinds = [0; 4];
    for _ in 0..300 {
        let height = random.below(2) as i64;
        let vertices = (0..9)
            .map(|_| [random.integer(0, 2), random.integer(0, 2), random.integer(0, height)])
            .collect();
        let triangles = (0..24).map(|_| [(); 3].map(|()| random.below(9) as u32)).collect();
        let more = compare(&(vertices, triangles));
        kinds = core::array::from_fn(|i| kinds[i] + more[i]);
    }
    assert!(kinds.iter().all(|&count| count > 40), "{kinds:?}");
}

#[test]
fn closed_is_what_has_no_border() {
    let mut random = Random(3);
    let mut kinds = [0; 2];
    for _ in 0..2_000 {
        let mut corners = || [(); 4].map(|()| random.integers(0, 2));
        let (mut vertices, mut triangles) =
            joined([tetrahedron(corners()), tetrahedron(corners())]);
        // Some triangles are cut at the middle of an edge, or anywhere.
        for _ in 0..random.below(3) {
            let [a, b, c] = triangles.swap_remove(random.below(triangles.len() as u64) as usize);
            let (p, q) = (vertices[a as usize], vertices[b as usize]);
            let new = vertices.len() as u32;
            vertices.push([0, 1, 2].map(|k| (p[k] + q[k]) / 2.0));
            triangles.extend([[a, new, c], [new, b, c]]);
        }
        let n = triangles.len() as u64;
        match random.below(6) {
            0 => drop(triangles.swap_remove(random.below(n) as usize)),
            1 => triangles.push([(); 3].map(|()| random.below(vertices.len() as u64) as u32)),
            2 => {
                let turned = random.below(n) as usize;
                triangles[turned] = reversed(triangles[turned]);
            }
            _ => {}
        }
        let mesh = (vertices, triangles);
        let is_closed = Surface::new(&mesh, &[]).is_closed();
        assert_eq!(neighbours(&mesh).is_closed(), is_closed, "{mesh:?}");
        assert_eq!(neighbours(&unshared(&mesh)).is_closed(), is_closed, "{mesh:?}");
        kinds[usize::from(is_closed)] += 1;
    }
    assert!(kinds.iter().all(|&count| count > 400), "{kinds:?}");
}
