//! Queries of tangency, for all fields of a contact or the time alone.

use super::{
    Block, MISS,
    surface::Surface,
    workload::{Body, Question, Set},
};
use std::hint::black_box;
use tangency::{
    AlignedBox, Answer, Capsule, Hull, Mesh, Moving, Obstacle, OrientedBox, Point, Rotation, Shape,
    Sphere,
};

pub fn build(surface: &Surface) -> Mesh<f32> {
    Mesh::new(surface.vertices.clone(), surface.triangles.clone()).expect("a valid mesh")
}

/// The fields that a cast computes.
#[derive(Clone, Copy)]
enum Fields {
    All,
    Time,
}

/// Casts each body of a set.
fn cast_all<'a>(mesh: &'a Mesh<f32>, set: &Set, fields: Fields) -> Block<'a> {
    match set.body {
        Body::Sphere => cast(mesh, moving(set), fields),
        Body::Capsule => cast(mesh, capsules(set), fields),
        Body::Cube => cast(mesh, cubes(set), fields),
        Body::TurnedCube => cast(mesh, turned_cubes(set), fields),
        Body::Hull => cast(mesh, hulls(set), fields),
    }
}

fn cast<'a, M>(mesh: &'a Mesh<f32>, bodies: Vec<Moving<M>>, fields: Fields) -> Block<'a>
where
    M: Shape<Scalar = f32, Vector = [f32; 3]> + 'a,
    Mesh<f32>: Obstacle<f32, 3, M>,
{
    match fields {
        Fields::All => Box::new(move |answers| {
            for (body, answer) in bodies.iter().zip(answers) {
                *answer = told(black_box(body.first_contact(mesh)));
            }
        }),
        Fields::Time => Box::new(move |answers| {
            for (body, answer) in bodies.iter().zip(answers) {
                *answer = body.contact_time(mesh).unwrap_or(MISS);
            }
        }),
    }
}

pub fn all_fields<'a>(mesh: &'a Mesh<f32>, set: &Set) -> Block<'a> {
    match set.question {
        Question::Cast => cast_all(mesh, set, Fields::All),
        Question::Intersects => {
            let balls: Vec<_> = balls(set).collect();
            Box::new(move |answers| {
                for (ball, answer) in balls.iter().zip(answers) {
                    *answer = if ball.intersects(mesh) { 0.0 } else { MISS };
                }
            })
        }
        Question::Closest => {
            let point = |row: &super::workload::Row| Point::new(row.center).expect("a valid point");
            let points: Vec<_> = set.rows.iter().map(point).collect();
            Box::new(move |answers| {
                for (point, answer) in points.iter().zip(answers) {
                    *answer = black_box(point.closest(mesh)).expect("not empty").distance;
                }
            })
        }
    }
}

fn told<X>(answer: Answer<f32, 3, X>) -> f32 {
    match answer {
        Answer::None => MISS,
        Answer::Overlap(_) => 0.0,
        Answer::Contact(contact) => contact.time,
    }
}

/// Runs the queries for the contact time alone. If they overlap at the start, there is no time.
pub fn time_alone<'a>(mesh: &'a Mesh<f32>, set: &Set) -> Block<'a> {
    cast_all(mesh, set, Fields::Time)
}

fn balls(set: &Set) -> impl Iterator<Item = Sphere<f32, 3>> {
    set.rows.iter().map(|row| Sphere::new(row.center, row.radius).expect("a valid sphere"))
}

fn moving(set: &Set) -> Vec<Moving<Sphere<f32, 3>>> {
    let moving = balls(set).zip(&set.rows).map(|(ball, row)| ball.moving(row.path)?.until(1.0));
    moving.collect::<Result<_, _>>().expect("valid motions")
}

fn capsules(set: &Set) -> Vec<Moving<Capsule<f32, 3>>> {
    let capsule = |row: &super::workload::Row| {
        Capsule::with_axis(row.center, row.axis, row.radius)?.moving(row.path)?.until(1.0)
    };
    set.rows.iter().map(capsule).collect::<Result<_, _>>().expect("valid capsules")
}

fn cubes(set: &Set) -> Vec<Moving<AlignedBox<f32, 3>>> {
    let cube = |row: &super::workload::Row| {
        let corner = |side: f32| row.center.map(|x| x + side * row.radius);
        AlignedBox::new(corner(-1.0), corner(1.0))?.moving(row.path)?.until(1.0)
    };
    set.rows.iter().map(cube).collect::<Result<_, _>>().expect("valid cubes")
}

fn turned_cubes(set: &Set) -> Vec<Moving<OrientedBox<f32, 3>>> {
    let cube = |row: &super::workload::Row| {
        let turn = Rotation::<f32, 3>::new(row.turn)?;
        OrientedBox::new(row.center, [row.radius; 3], turn)?.moving(row.path)?.until(1.0)
    };
    set.rows.iter().map(cube).collect::<Result<_, _>>().expect("valid cubes")
}

fn hulls(set: &Set) -> Vec<Moving<Hull<f32, 3>>> {
    let hull = |row: &super::workload::Row| Hull::new(row.points())?.moving(row.path)?.until(1.0);
    set.rows.iter().map(hull).collect::<Result<_, _>>().expect("valid hulls")
}
