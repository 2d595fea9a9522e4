//! Judges the library's answer to a query.

use super::query::Query;
use super::tally::{self, Judged, Question};
use std::ops::Range;
use tangency::Answer;

/// The seeds to run: `TANGENCY_SEEDS` is their number, or a range such as `8..16`; one seed if it
/// is not set.
pub fn seeds() -> Range<u64> {
    let Ok(text) = std::env::var("TANGENCY_SEEDS") else { return 0..1 };
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("TANGENCY_SEEDS: {text}"));
    text.split_once("..").map_or_else(|| 0..number(&text), |(low, high)| number(low)..number(high))
}

pub type Tally = tally::Tally<Query>;

impl Default for Tally {
    fn default() -> Self {
        Self::new(judged)
    }
}

impl Question for Query {
    fn numbers(&mut self) -> Vec<&mut f64> {
        self.numbers()
    }
    fn is_valid(&self) -> bool {
        self.is_valid()
    }
    fn simpler(&self) -> Vec<Self> {
        vec![Self { plane: false, ..*self }, Self { single: false, ..*self }]
    }
    fn text(&self) -> String {
        self.to_string()
    }
    fn expected(&self) -> String {
        format!("truth: {:?}", self.expected())
    }
}

fn judged(query: &Query) -> Judged {
    let reply = query.ask().map_err(|error| format!("refused: {error}"))?;
    query
        .check(&reply.answer, reply.time_down)
        .map_err(|text| format!("{text}\n    in {:?}", reply.answer))?;
    // Equality of numbers suffices: the check has excluded zeros with a minus sign.
    if reply.exact != reply.answer {
        return Err(format!("by exact arithmetic alone {:?}", reply.exact));
    }
    Ok(vec![match reply.answer {
        Answer::None => "none",
        Answer::Overlap(_) => "overlaps",
        Answer::Contact(_) => "contacts",
    }])
}
