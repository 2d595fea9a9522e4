//! Queries of tangency, for all fields of a contact or the time alone.

use super::{
    Block, MISS,
    surface::Surface,
    workload::{Question, Set},
};
use std::hint::black_box;
use tangency::{Answer, Capsule, Mesh, Moving, Point, Sphere};

pub fn build(surface: &Surface) -> Mesh<f32> {
    Mesh::new(surface.vertices.clone(), surface.triangles.clone()).expect("a valid mesh")
}

pub fn all_fields<'a>(mesh: &'a Mesh<f32>, set: &Set) -> Block<'a> {
    match set.question {
        Question::Cast if set.is_of_capsules() => {
            let capsules = capsules(set);
            Box::new(move |answers| {
                for (capsule, answer) in capsules.iter().zip(answers) {
                    *answer = told(black_box(capsule.first_contact(mesh)));
                }
            })
        }
        Question::Cast => {
            let balls = moving(set);
            Box::new(move |answers| {
                for (ball, answer) in balls.iter().zip(answers) {
                    *answer = told(black_box(ball.first_contact(mesh)));
                }
            })
        }
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
    if set.is_of_capsules() {
        let capsules = capsules(set);
        return Box::new(move |answers| {
            for (capsule, answer) in capsules.iter().zip(answers) {
                *answer = capsule.contact_time(mesh).unwrap_or(MISS);
            }
        });
    }
    let balls = moving(set);
    Box::new(move |answers| {
        for (ball, answer) in balls.iter().zip(answers) {
            *answer = ball.contact_time(mesh).unwrap_or(MISS);
        }
    })
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
