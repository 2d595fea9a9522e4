//! First contact with a mesh by brute force over its triangles.
//!
//! Rounding is monotone, so the first contact is among those with the least rounded time; where several have it, their
//! exact times decide, then the lowest index. Where triangles overlap, the exact distances do.

use std::cmp::Ordering;
use tangency::{
    Answer, Contact, ExactAnswer, Mesh, MeshFeature, Moving, Overlap, Scalar, Sphere, Surd,
};

/// What brute force says.
pub fn first_contact<T: Scalar>(
    mesh: &Mesh<T>,
    ball: &Moving<Sphere<T, 3>>,
) -> Answer<T, 3, MeshFeature> {
    let each = |i: usize| ball.first_contact(&mesh.triangle(i).unwrap());
    let indices = 0..mesh.triangles().len();
    let overlapping: Vec<usize> =
        indices.clone().filter(|&i| each(i).overlap().is_some()).collect();
    let distance = |&i: &usize| match ball.first_contact_exact(&mesh.triangle(i).unwrap()) {
        ExactAnswer::Overlap { center, point, .. } => squared_distance(&center, &point),
        other => panic!("{other:?}"),
    };
    let winner = if overlapping.is_empty() {
        let time = |i: usize| each(i).contact().map(|contact| contact.time);
        let least = indices.clone().filter_map(time).fold(None, |least: Option<T>, t| {
            Some(if least.is_some_and(|least| least <= t) { least.unwrap() } else { t })
        });
        let Some(least) = least else { return Answer::None };
        let ties: Vec<usize> = indices.filter(|&i| time(i) == Some(least)).collect();
        first_least(&ties, |&i| match ball.first_contact_exact(&mesh.triangle(i).unwrap()) {
            ExactAnswer::Contact { time, .. } => time,
            other => panic!("{other:?}"),
        })
    } else {
        first_least(&overlapping, distance)
    };
    name(each(winner), winner)
}

fn squared_distance(a: &[Surd; 3], b: &[Surd; 3]) -> Surd {
    let square = |k: usize| {
        let d = a[k].checked_sub(&b[k]).unwrap();
        d.checked_mul(&d).unwrap()
    };
    square(0).checked_add(&square(1)).unwrap().checked_add(&square(2)).unwrap()
}

fn first_least(of: &[usize], key: impl Fn(&usize) -> Surd) -> usize {
    if let [only] = of {
        return *only;
    }
    let mut best = (of[0], key(&of[0]));
    for i in &of[1..] {
        let key = key(i);
        if key.cmp(&best.1) == Ordering::Less {
            best = (*i, key);
        }
    }
    best.0
}

fn name<T: Scalar>(answer: Answer<T, 3>, triangle: usize) -> Answer<T, 3, MeshFeature> {
    match answer {
        Answer::None => Answer::None,
        Answer::Overlap(o) => Answer::Overlap(Overlap {
            center: o.center,
            point: o.point,
            feature: MeshFeature { triangle, feature: o.feature },
        }),
        Answer::Contact(c) => Answer::Contact(Contact {
            time: c.time,
            center: c.center,
            point: c.point,
            normal: c.normal,
            feature: MeshFeature { triangle, feature: c.feature },
            approach: c.approach,
        }),
    }
}
