//! The contacts and overlaps of the library, converted to three dimensions and `f64`, so that one
//! judge compares them for all obstacles and features.

use tangency::{Answer, Approach, Contact, ExactAnswer, Overlap, Scalar, Surd};

/// A first contact or a first entry; `F` names a feature of the obstacle.
#[derive(Clone, Debug, PartialEq)]
pub enum Met<F> {
    None,
    Overlap {
        center: [f64; 3],
        point: [f64; 3],
        normal: Option<[f64; 3]>,
        feature: F,
    },
    Contact {
        time: f64,
        center: [f64; 3],
        point: [f64; 3],
        other_point: Option<[f64; 3]>,
        normal: Option<[f64; 3]>,
        feature: F,
        /// The approach, which exact answers do not have.
        approach: Option<Approach>,
    },
}

pub fn met<T: Scalar, F: Into<G>, G, const N: usize>(answer: Answer<T, N, F>) -> Met<G> {
    match answer {
        Answer::None => Met::None,
        Answer::Overlap(Overlap { center, point, normal, feature, .. }) => {
            let (center, point, normal) = (wide(center), wide(point), normal.map(wide));
            Met::Overlap { center, point, normal, feature: feature.into() }
        }
        Answer::Contact(contact) => {
            let Contact { time, center, point, other_point, normal, feature, approach, .. } =
                contact;
            Met::Contact {
                time: time.widen(),
                center: wide(center),
                point: wide(point),
                other_point: other_point.map(wide),
                normal: normal.map(wide),
                feature: feature.into(),
                approach: Some(approach),
            }
        }
    }
}

/// The exact answer, rounded to `T` by the exact numbers themselves.
pub fn rounded<T: Scalar, F: Into<G>, G, const N: usize>(exact: ExactAnswer<N, F>) -> Met<G> {
    let vector = |v: [Surd; N]| wide::<T, N>(v.map(|x| x.round()));
    match exact {
        ExactAnswer::None => Met::None,
        ExactAnswer::Overlap(Overlap { center, point, normal, feature, .. }) => {
            let (center, point, normal) = (vector(center), vector(point), normal.map(vector));
            Met::Overlap { center, point, normal, feature: feature.into() }
        }
        ExactAnswer::Contact(Contact {
            time, center, point, other_point, normal, feature, ..
        }) => Met::Contact {
            time: time.round::<T>().widen(),
            center: vector(center),
            point: vector(point),
            other_point: other_point.map(vector),
            normal: normal.map(vector),
            feature: feature.into(),
            approach: None,
        },
    }
}

/// The vector in three dimensions; missing coordinates are zero.
pub fn wide<T: Scalar, const N: usize>(vector: [T; N]) -> [f64; 3] {
    [0, 1, 2].map(|k| vector.get(k).map_or(0.0, |x| x.widen()))
}
