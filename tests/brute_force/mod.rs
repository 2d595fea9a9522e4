//! The answers of a mesh, by brute force over its triangles.
//!
//! Rounding is monotone, so the first contact is among those with the least rounded time; if
//! several have it, their exact times decide, then the lowest index. If triangles overlap, the
//! exact distances decide.

use std::cmp::Ordering;
use tangency::{
    Answer, ClosestPoint, Contact, ExactAnswer, Mesh, MeshFeature, Moving, Overlap, Point,
    Rational, Scalar, Sphere, Surd,
};

/// The first contact by brute force.
pub fn first_contact<T: Scalar>(
    mesh: &Mesh<T>,
    ball: &Moving<Sphere<T, 3>>,
) -> Answer<T, 3, MeshFeature> {
    let each: Vec<Answer<T, 3>> = (0..mesh.triangles().len())
        .map(|i| ball.first_contact(&mesh.triangle(i).unwrap()))
        .collect();
    let overlapping: Vec<usize> =
        (0..each.len()).filter(|&i| each[i].overlap().is_some()).collect();
    let winner = if overlapping.is_empty() {
        let time = |i: usize| each[i].contact().map(|contact| contact.time);
        let Some(ties) = least_of((0..each.len()).collect(), time) else { return Answer::None };
        first_least(&ties, |&i| match ball.first_contact_exact(&mesh.triangle(i).unwrap()) {
            ExactAnswer::Contact(Contact { time, .. }) => time,
            other => panic!("{other:?}"),
        })
    } else {
        let center = Point::new(ball.shape().center()).unwrap();
        let distance = |i: usize| {
            let closest = center.closest(&mesh.triangle(i).unwrap());
            closest.map(|closest| closest.distance)
        };
        let ties = least_of(overlapping, distance).unwrap();
        first_least(&ties, |&i| match ball.first_contact_exact(&mesh.triangle(i).unwrap()) {
            ExactAnswer::Overlap(Overlap { center, point, .. }) => {
                squared_distance(&center, &point)
            }
            other => panic!("{other:?}"),
        })
    };
    name(each[winner], winner)
}

/// The triangles with the least rounded number.
fn least_of<T: Scalar>(of: Vec<usize>, key: impl Fn(usize) -> Option<T>) -> Option<Vec<usize>> {
    let keys: Vec<Option<T>> = of.iter().map(|&i| key(i)).collect();
    let least = keys.iter().flatten().fold(None, |least: Option<T>, &key| {
        Some(if least.is_some_and(|least| least <= key) { least.unwrap() } else { key })
    })?;
    Some(of.into_iter().zip(keys).filter(|(_, key)| *key == Some(least)).map(|(i, _)| i).collect())
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
        Answer::Overlap(o) => Answer::Overlap(Overlap::new(
            o.center,
            o.point,
            o.normal,
            MeshFeature { triangle, feature: o.feature },
        )),
        Answer::Contact(c) => Answer::Contact(Contact::new(
            c.time,
            c.center,
            c.point,
            c.normal,
            MeshFeature { triangle, feature: c.feature },
            c.approach,
        )),
    }
}

/// The contacts with all triangles, in order of exact time; at equal times the lower index comes
/// first.
#[allow(dead_code, reason = "each test uses what it needs")]
pub fn contacts<T: Scalar>(
    mesh: &Mesh<T>,
    ball: &Moving<Sphere<T, 3>>,
) -> Vec<Answer<T, 3, MeshFeature>> {
    let mut found = Vec::new();
    for i in 0..mesh.triangles().len() {
        let triangle = mesh.triangle(i).unwrap();
        let answer = ball.first_contact(&triangle);
        let time = match ball.first_contact_exact(&triangle) {
            ExactAnswer::None => continue,
            ExactAnswer::Overlap(_) => Surd::from(Rational::from(0)),
            ExactAnswer::Contact(Contact { time, .. }) => time,
        };
        found.push((time, i, answer));
    }
    found.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
    found.into_iter().map(|(_, i, answer)| name(answer, i)).collect()
}

/// The triangles that share a point with a sphere.
#[allow(dead_code, reason = "each test uses what it needs")]
pub fn touched<T: Scalar>(mesh: &Mesh<T>, ball: &Sphere<T, 3>) -> Vec<usize> {
    let touches = |&i: &usize| ball.intersects(&mesh.triangle(i).unwrap());
    (0..mesh.triangles().len()).filter(touches).collect()
}

/// The closest point of the closest triangle. At equal distances it is the triangle with the lowest
/// index.
#[allow(dead_code, reason = "each test uses what it needs")]
pub fn closest<T: Scalar>(
    mesh: &Mesh<T>,
    point: &Point<T, 3>,
) -> Option<ClosestPoint<T, 3, MeshFeature>> {
    let of = |i: usize| point.closest(&mesh.triangle(i).unwrap());
    let all = (0..mesh.triangles().len()).collect();
    let ties = least_of(all, |i| of(i).map(|closest| closest.distance))?;
    let sphere = Sphere::new(point.position(), T::LARGEST).unwrap().moving([T::ZERO; 3]).unwrap();
    let triangle =
        first_least(&ties, |&i| match sphere.first_contact_exact(&mesh.triangle(i).unwrap()) {
            ExactAnswer::Overlap(Overlap { center, point, .. }) => {
                squared_distance(&center, &point)
            }
            other => panic!("{other:?}"),
        });
    let ClosestPoint { point, distance, feature, .. } = of(triangle)?;
    Some(ClosestPoint::new(point, distance, MeshFeature { triangle, feature }))
}
