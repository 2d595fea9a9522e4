//! From the outcomes of a table's rows to the columns that are added to it.

use super::error::Problem;
use super::{ANSWER_COLUMNS, Outcome, Scalar};
use arrow_array::{ArrayRef, Float32Array, Float64Array, StringArray, UInt64Array};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::sync::Arc;
use tangency::Feature;

/// The columns of the input, then those of the answer.
pub(super) fn extended(input: &Schema, scalar: Scalar) -> Result<SchemaRef, Problem> {
    let is_taken = |name: &&str| input.fields().iter().any(|field| field.name().trim() == *name);
    let taken: Vec<String> =
        ANSWER_COLUMNS.iter().filter(|n| is_taken(n)).map(|s| s.to_string()).collect();
    if !taken.is_empty() {
        return Err(Problem::Taken(taken));
    }
    let answers =
        ANSWER_COLUMNS.map(|name| Arc::new(Field::new(name, column_type(name, scalar), true)));
    let fields: Vec<_> = input.fields().iter().cloned().chain(answers).collect();
    Ok(Arc::new(Schema::new_with_metadata(fields, input.metadata().clone())))
}

fn column_type(name: &str, scalar: Scalar) -> DataType {
    match (name, scalar) {
        ("status" | "feature" | "error", _) => DataType::Utf8,
        ("triangle", _) => DataType::UInt64,
        (_, Scalar::F32) => DataType::Float32,
        (_, Scalar::F64) => DataType::Float64,
    }
}

/// The columns of the answer, in the order of [`ANSWER_COLUMNS`].
pub(super) fn columns(outcomes: &[Outcome], scalar: Scalar) -> Vec<ArrayRef> {
    let vector = |vector: fn(&Outcome) -> Option<[f64; 3]>| {
        (0..3).map(move |axis| {
            floats(outcomes.iter().map(|outcome| vector(outcome).map(|v| v[axis])), scalar)
        })
    };
    let mut columns =
        vec![texts(outcomes.iter().map(status)), floats(outcomes.iter().map(time), scalar)];
    columns.extend(vector(center));
    columns.extend(vector(point));
    columns.extend(vector(normal));
    columns.push(Arc::new(UInt64Array::from_iter(outcomes.iter().map(triangle))));
    columns.push(texts(outcomes.iter().map(|outcome| feature(outcome).map(feature_name))));
    columns.push(texts(outcomes.iter().map(error)));
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
        Outcome::Contact { .. } => Some("contact"),
        Outcome::Error(_) => None,
    }
}

fn time(outcome: &Outcome) -> Option<f64> {
    match outcome {
        Outcome::Contact { time, .. } => Some(*time),
        Outcome::Overlap { .. } => Some(0.0),
        Outcome::None | Outcome::Error(_) => None,
    }
}

fn center(outcome: &Outcome) -> Option<[f64; 3]> {
    match outcome {
        Outcome::Contact { center, .. } | Outcome::Overlap { center, .. } => Some(*center),
        Outcome::None | Outcome::Error(_) => None,
    }
}

fn point(outcome: &Outcome) -> Option<[f64; 3]> {
    match outcome {
        Outcome::Contact { point, .. } | Outcome::Overlap { point, .. } => Some(*point),
        Outcome::None | Outcome::Error(_) => None,
    }
}

fn normal(outcome: &Outcome) -> Option<[f64; 3]> {
    match outcome {
        Outcome::Contact { normal, .. } => *normal,
        Outcome::Overlap { .. } | Outcome::None | Outcome::Error(_) => None,
    }
}

fn triangle(outcome: &Outcome) -> Option<u64> {
    match outcome {
        Outcome::Contact { triangle, .. } | Outcome::Overlap { triangle, .. } => Some(*triangle),
        Outcome::None | Outcome::Error(_) => None,
    }
}

fn feature(outcome: &Outcome) -> Option<Feature> {
    match outcome {
        Outcome::Contact { feature, .. } | Outcome::Overlap { feature, .. } => Some(*feature),
        Outcome::None | Outcome::Error(_) => None,
    }
}

fn feature_name(feature: Feature) -> String {
    match feature {
        Feature::Vertex(index) => format!("vertex {index}"),
        Feature::Edge(index) => format!("edge {index}"),
        Feature::Face => "face".to_string(),
    }
}

fn error(outcome: &Outcome) -> Option<&str> {
    match outcome {
        Outcome::Error(error) => Some(error),
        _ => None,
    }
}
