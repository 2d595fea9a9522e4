//! Queries of closed meshes: whether a point is inside, its distance, its winding number, and the
//! neighbours of triangles.

use super::files::line;
use super::json::{Object, array, string};
use super::meshes::{Indexed, MeshQuery, first_least, scene, squared_distance};
use super::questions::{answer, ask, or_null};
use super::request::style;
use crate::convex_oracle::Time;
use crate::mesh_oracle::{Surface, cube, globe, inside_out, joined, tetrahedron};
use crate::random::Random;
use tangency::{Feature, MeshFeature};

pub fn questions() -> Vec<String> {
    let mut random = Random(70_000);
    let mut lines = Vec::new();
    for i in 0..60 {
        let scale = [1.0, 1.0, 1.0, 1e-300, 1e300][i % 5];
        let (vertices, triangles) = mesh(i, &mut random);
        let mesh = (vertices.into_iter().map(|v| v.map(|x| x * scale)).collect(), triangles);
        assert!(Surface::new(&mesh, &[]).is_closed(), "line {}", lines.len() + 1);
        for name in ["locate", "signed_distance", "winding_number"] {
            let point = point(&mesh, scale, &mut random);
            let single = scale == 1.0 && i % 3 == 2;
            lines.push(place(name, MeshQuery::of_point(point, mesh.clone(), single)));
        }
        lines.push(neighbours(MeshQuery::of_point([0.0; 3], mesh, false), &mut random));
    }
    lines
}

/// A mesh: a box, a shell, crossing parts, some flat or inside out, or a round body.
fn mesh(i: usize, random: &mut Random) -> Indexed {
    let mut part = || tetrahedron([(); 4].map(|()| random.integers(-2, 2)));
    match i % 4 {
        0 => cube([-2.0, -1.0, 0.0], [2.0, 2.0, 2.0]),
        1 => joined([part(), part(), part()]),
        2 => joined([cube([-2.0; 3], [2.0; 3]), inside_out(cube([-1.0; 3], [1.0; 3])), part()]),
        _ => globe(1, 2.0),
    }
}

/// A point on a grid, at a corner, or the least step off a corner.
fn point((vertices, _): &Indexed, scale: f64, random: &mut Random) -> [f64; 3] {
    let mut corner = vertices[random.below(vertices.len() as u64) as usize];
    let x = &mut corner[random.below(3) as usize];
    match random.below(6) {
        0 => *x = x.next_up(),
        1 => *x = x.next_down(),
        2 => {}
        _ => return random.integers(-5, 5).map(|x| x / 2.0 * scale),
    }
    corner
}

/// The query of a point's position. The triangles decide the distance, and the rays of the oracle
/// for meshes decide the side.
fn place(name: &str, mesh: MeshQuery) -> String {
    let (query, style) = (&mesh.query, style(&mesh.query));
    let surface = Surface::new(&mesh.mesh, &[query.center]);
    let winding = surface.winding(&surface.points[0], &mut Random(1));
    let value = match (name, winding) {
        ("winding_number", winding) => or_null(winding.map(|winding| winding.to_string())),
        ("locate", None) => string("on surface"),
        ("locate", Some(0)) => string("outside"),
        ("locate", Some(_)) => string("inside"),
        _ => {
            let each = mesh.each();
            let i = first_least(each.iter().map(squared_distance)).expect("a mesh has triangles");
            let nearest = scene(&each[i]).closest().expect("a triangle is not empty");
            let distance = nearest.distance.nearest(&Time::Start, query.format());
            let is_inside = winding.is_some_and(|winding| winding != 0);
            style.number(if is_inside { 0.0 - distance } else { distance })
        }
    };
    let position = ("position", style.vector(&query.center));
    line(ask(query, name, position, mesh.target(), false), answer(name, value))
}

fn neighbours(mesh: MeshQuery, random: &mut Random) -> String {
    let triangle = random.below(mesh.mesh.1.len() as u64) as usize;
    let index = random.below(3) as u8;
    let kind = |kind: &str| Object::default().with("kind", string(kind));
    let numbered = |name: &str| kind(name).with("index", index.to_string());
    let (feature, named) = match random.below(5) {
        0 => (Feature::Face, kind("face")),
        1 | 2 => (Feature::Edge(index), numbered("edge")),
        _ => (Feature::Vertex(index), numbered("vertex")),
    };
    let at = Object::default().with("triangle", triangle.to_string()).with("feature", named.text());
    let surface = Surface::new(&mesh.mesh, &[]);
    let shared = surface.triangles_at(MeshFeature { triangle, feature });
    let shared = array(shared.iter().map(usize::to_string));
    let request = ask(&mesh.query, "neighbours", ("at", at.text()), mesh.target(), false);
    line(request, answer("neighbours", shared))
}
