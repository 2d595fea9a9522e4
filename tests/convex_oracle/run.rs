//! Judges the library's reply to a query.

use super::check::{Met, Reply};
use super::query::{Query, Target};
use super::tally::{self, Judged, Question};
use tangency::InputError;

pub type Tally = tally::Tally<Query>;

/// A tally with the judge of spheres and ellipsoids.
impl Default for Tally {
    fn default() -> Self {
        Self::new(|query| judged(query, Query::ask))
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
        let mut simpler = vec![Self { single: false, ..self.clone() }];
        if let Target::Polytope(planes) = &self.target {
            for i in 0..planes.len() {
                let mut fewer = planes.clone();
                fewer.remove(i);
                simpler.push(Self { target: Target::Polytope(fewer), ..self.clone() });
            }
        }
        simpler
    }
}

/// Judges the reply of `ask`, which is a parameter so that a crate compiles only the queries that
/// it uses. Contacts with two ends are of the kind "parallel".
pub fn judged(query: &Query, ask: fn(&Query) -> Result<Reply, InputError>) -> Judged {
    let reply = ask(query).map_err(|error| format!("refused: {error}"))?;
    query.check(&reply).map_err(|text| format!("{text}\n    in {reply:?}"))?;
    Ok(match reply.met {
        Some(Met::Overlap { .. }) => vec!["overlaps"],
        Some(Met::Contact { other_point: Some(_), .. }) => vec!["contacts", "parallel"],
        Some(Met::Contact { .. }) => vec!["contacts"],
        Some(Met::None) | None => vec!["none"],
    })
}
