//! Makes the result columns of a table from the outcomes of its rows.

use super::error::Problem;
use super::row::{Form, ITEM, LEG, Outcome, Question};
use crate::number::Scalar;
use arrow_array::{ArrayRef, Float32Array, Float64Array, StringArray, UInt64Array};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::slice;
use std::sync::Arc;
use tangency::{Feature, ItemFeature, MeshFeature, Side};

/// The first word of a feature of a box, before -1, 0 or 1 for each axis.
pub(super) const SIDES: &str = "sides";

/// The first word of a feature of a polytope, before the planes that contain the point.
pub(super) const PLANES: &str = "planes";

/// The first word of a feature of a hull, before the points at its corners.
pub(super) const VERTICES: &str = "vertices";

/// One row of the output.
pub(super) struct Entry<'o> {
    /// The row of the input to which the entry belongs.
    pub(super) row: usize,
    /// The index of the contact among the contacts of the row, in a query for all contacts.
    contact: Option<u64>,
    outcome: &'o Outcome,
}

/// The only outcome of a row without contacts.
static NO_CONTACT: [Outcome; 1] = [Outcome::None];

/// The rows of the output, in their order.
pub(super) fn entries(outcomes: &[Outcome]) -> impl Iterator<Item = Entry<'_>> {
    outcomes.iter().enumerate().flat_map(|(row, outcome)| {
        let (each, is_numbered) = match outcome {
            Outcome::Each(each) if each.is_empty() => (&NO_CONTACT[..], false),
            Outcome::Each(each) => (&each[..], true),
            one => (slice::from_ref(one), false),
        };
        (0..).zip(each).map(move |(number, outcome)| Entry {
            row,
            contact: is_numbered.then_some(number),
            outcome,
        })
    })
}

/// The columns of the input, then the columns of the result.
pub(super) fn extended(
    input: &Schema,
    scalar: Scalar,
    question: Question,
    form: Form,
) -> Result<SchemaRef, Problem> {
    let names = question.columns(form);
    let is_taken = |name: &&str| input.fields().iter().any(|field| field.name().trim() == *name);
    let taken: Vec<String> = names.iter().filter(|n| is_taken(n)).map(|s| s.to_string()).collect();
    if !taken.is_empty() {
        return Err(Problem::Taken(taken));
    }
    let answers =
        names.iter().map(|&name| Arc::new(Field::new(name, column_type(name, scalar), true)));
    let fields: Vec<_> = input.fields().iter().cloned().chain(answers).collect();
    Ok(Arc::new(Schema::new_with_metadata(fields, input.metadata().clone())))
}

fn column_type(name: &str, scalar: Scalar) -> DataType {
    match (name, scalar) {
        ("status" | "feature" | "error", _) => DataType::Utf8,
        ("contact" | "triangle" | ITEM | LEG, _) => DataType::UInt64,
        (_, Scalar::F32) => DataType::Float32,
        (_, Scalar::F64) => DataType::Float64,
    }
}

/// The columns of the result, in the order of [`Question::columns`].
pub(super) fn columns(
    entries: &[Entry<'_>],
    scalar: Scalar,
    question: Question,
    form: Form,
) -> Vec<ArrayRef> {
    let outcomes = || entries.iter().map(|entry| entry.outcome);
    let (statuses, errors) = (texts(outcomes().map(status)), texts(outcomes().map(error)));
    if question == Question::Any {
        return vec![statuses, errors];
    }
    let mut columns: Vec<ArrayRef> = Vec::new();
    if question == Question::All {
        columns.push(Arc::new(UInt64Array::from_iter(entries.iter().map(|entry| entry.contact))));
    }
    let vector = |vector: fn(&Outcome) -> Option<[f64; 3]>| {
        (0..3).map(move |axis| {
            floats(outcomes().map(|outcome| vector(outcome).map(|v| v[axis])), scalar)
        })
    };
    columns.extend([statuses, floats(outcomes().map(time), scalar)]);
    if form.is_path {
        columns.push(Arc::new(UInt64Array::from_iter(outcomes().map(leg))));
    }
    columns.extend(vector(center));
    columns.extend(vector(point));
    if form.has_other_point() {
        columns.extend(vector(other_point));
    }
    columns.extend(vector(normal));
    if form.has_item {
        columns.push(Arc::new(UInt64Array::from_iter(outcomes().map(item))));
    }
    columns.push(Arc::new(UInt64Array::from_iter(outcomes().map(triangle))));
    columns.push(texts(outcomes().map(|outcome| feature(outcome).map(feature_name))));
    columns.push(errors);
    columns
}

fn texts<T: AsRef<str>>(values: impl Iterator<Item = Option<T>>) -> ArrayRef {
    Arc::new(StringArray::from_iter(values))
}

fn floats(values: impl Iterator<Item = Option<f64>>, scalar: Scalar) -> ArrayRef {
    match scalar {
        Scalar::F32 => {
            Arc::new(Float32Array::from_iter(values.map(|value| value.map(|v| v as f32))))
        }
        Scalar::F64 => Arc::new(Float64Array::from_iter(values)),
    }
}

fn status(outcome: &Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::None => Some("none"),
        Outcome::Overlap { .. } => Some("overlap"),
        Outcome::Contact { .. } | Outcome::Touch => Some("contact"),
        Outcome::Error(_) | Outcome::Each(_) => None,
    }
}

fn time(outcome: &Outcome) -> Option<f64> {
    match outcome {
        Outcome::Contact { time, .. } => Some(*time),
        Outcome::Overlap { .. } => Some(0.0),
        _ => None,
    }
}

fn leg(outcome: &Outcome) -> Option<u64> {
    match outcome {
        Outcome::Contact { leg, .. } | Outcome::Overlap { leg, .. } => *leg,
        _ => None,
    }
}

fn center(outcome: &Outcome) -> Option<[f64; 3]> {
    match outcome {
        Outcome::Contact { center, .. } | Outcome::Overlap { center, .. } => Some(*center),
        _ => None,
    }
}

fn point(outcome: &Outcome) -> Option<[f64; 3]> {
    match outcome {
        Outcome::Contact { point, .. } | Outcome::Overlap { point, .. } => Some(*point),
        _ => None,
    }
}

fn other_point(outcome: &Outcome) -> Option<[f64; 3]> {
    match outcome {
        Outcome::Contact { other_point, .. } => *other_point,
        _ => None,
    }
}

fn normal(outcome: &Outcome) -> Option<[f64; 3]> {
    match outcome {
        Outcome::Contact { normal, .. } | Outcome::Overlap { normal, .. } => *normal,
        _ => None,
    }
}

fn item(outcome: &Outcome) -> Option<u64> {
    match outcome {
        Outcome::Contact { item, .. } | Outcome::Overlap { item, .. } => *item,
        _ => None,
    }
}

fn feature(outcome: &Outcome) -> Option<&ItemFeature> {
    match outcome {
        Outcome::Contact { feature, .. } | Outcome::Overlap { feature, .. } => Some(feature),
        _ => None,
    }
}

fn triangle(outcome: &Outcome) -> Option<u64> {
    match feature(outcome) {
        Some(ItemFeature::Mesh(MeshFeature { triangle, .. })) => Some(*triangle as u64),
        _ => None,
    }
}

/// The text of a feature.
fn feature_name(feature: &ItemFeature) -> String {
    let words = |kind: &str, numbers: &mut dyn Iterator<Item = i64>| {
        numbers.fold(kind.to_owned(), |words, number| format!("{words} {number}"))
    };
    match feature {
        ItemFeature::Simplex(part) | ItemFeature::Mesh(MeshFeature { feature: part, .. }) => {
            match part {
                Feature::Vertex(index) => format!("vertex {index}"),
                Feature::Edge(index) => format!("edge {index}"),
                Feature::Face => "face".to_string(),
            }
        }
        ItemFeature::Box(part) => words(
            SIDES,
            &mut part.sides.iter().map(|side| match side {
                Side::Min => -1,
                Side::Between => 0,
                Side::Max => 1,
            }),
        ),
        ItemFeature::Planes(part) => {
            words(PLANES, &mut part.planes.iter().map(|plane| i64::from(*plane)))
        }
        ItemFeature::Hull(part) => {
            words(VERTICES, &mut part.vertices.iter().map(|vertex| i64::from(*vertex)))
        }
        // A kind of feature that a later version of the library adds has no name until one is added
        // here.
        _ => "unnamed".to_owned(),
    }
}

fn error(outcome: &Outcome) -> Option<&str> {
    match outcome {
        Outcome::Error(error) => Some(error),
        _ => None,
    }
}
