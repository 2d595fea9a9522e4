//! Judges the library's reply to a query.

use super::query::Query;
use super::tally::{self, Judged, Question};
use super::truth::{Touch, Truth};
use tangency::{Approach, Feature};

pub type Tally = tally::Tally<Query>;

impl Default for Tally {
    fn default() -> Self {
        Self::new(judged)
    }
}

impl Question for Query {
    fn numbers(&mut self) -> Vec<&mut f64> {
        self.numbers().into_iter().map(|(_, x)| x).collect()
    }
    fn is_valid(&self) -> bool {
        self.is_valid()
    }
    fn simpler(&self) -> Vec<Self> {
        vec![Self { plane: false, ..*self }, Self { single: false, ..*self }]
    }
    fn expected(&self) -> String {
        format!("expected {:?}", self.expected())
    }
}

fn judged(query: &Query) -> Judged {
    let reply = query.ask().map_err(|error| format!("refused: {error}"))?;
    let truth = query.check(&reply).map_err(|text| format!("{text}\n    in {reply:?}"))?;
    Ok(kinds(query, &truth))
}

/// Kinds of an answer: an overlap without any thickness is also "pierced", a contact with two ends
/// "parallel".
fn kinds(query: &Query, truth: &Truth) -> Vec<&'static str> {
    let touch = match truth {
        Truth::None => return vec!["none"],
        Truth::Overlap(_) if query.is_thin() => return vec!["overlaps", "pierced"],
        Truth::Overlap(_) => return vec!["overlaps"],
        Truth::Contact(touch) => touch,
    };
    let Touch { moment, other_point, features, approach, .. } = touch;
    let mut kinds = vec!["contacts"];
    kinds.extend(moment.is_start().then_some("resting"));
    kinds.extend(match approach {
        Approach::Approaching => None,
        Approach::Sliding => Some("sliding"),
        Approach::Parting => Some("parting"),
    });
    kinds.extend(other_point.is_some().then_some("parallel"));
    kinds.push(match features[0] {
        Feature::Vertex(_) => "vertices",
        Feature::Edge(_) => "edges",
        Feature::Face => "faces",
    });
    kinds
}
