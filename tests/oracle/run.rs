//! Runs many queries past library and oracle, and reports what differs so that it can be worked on.

use super::query::Query;
use std::ops::Range;
use std::panic::catch_unwind;
use tangency::Answer;

/// The seeds to run: `TANGENCY_SEEDS` holds how many, or a range as in `8..16`; one if it is not
/// set.
pub fn seeds() -> Range<u64> {
    let Ok(text) = std::env::var("TANGENCY_SEEDS") else { return 0..1 };
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("TANGENCY_SEEDS: {text}"));
    text.split_once("..").map_or_else(|| 0..number(&text), |(low, high)| number(low)..number(high))
}

/// What came out of a run.
#[derive(Default)]
pub struct Tally {
    pub none: usize,
    pub overlaps: usize,
    pub contacts: usize,
    wrong: Vec<(Query, String)>,
}

impl Tally {
    /// Asks the library, and has the answer checked.
    pub fn ask(&mut self, query: Query) {
        match complaint(&query) {
            Ok(Answer::None) => self.none += 1,
            Ok(Answer::Overlap(_)) => self.overlaps += 1,
            Ok(Answer::Contact(_)) => self.contacts += 1,
            Err(text) => self.wrong.push((query, text)),
        }
    }

    /// How many were asked.
    pub fn asked(&self) -> usize {
        self.none + self.overlaps + self.contacts + self.wrong.len()
    }

    /// Prints the counts, and fails with the first wrong answers, made small, if there are any.
    pub fn settle(self, name: &str) {
        let Self { none, overlaps, contacts, .. } = self;
        println!(
            "{name}: {} asked: {none} none, {overlaps} overlaps, {contacts} contacts",
            self.asked()
        );
        let reports: Vec<String> =
            self.wrong.iter().take(3).map(|(query, text)| report(query, text)).collect();
        let (wrong, asked) = (self.wrong.len(), self.asked());
        assert!(reports.is_empty(), "{name}: {wrong} of {asked} wrong\n{}", reports.join("\n"));
    }
}

/// The library's answer if it is right, or what is wrong with it.
fn complaint(query: &Query) -> Result<Answer<f64, 3>, String> {
    let query = *query;
    let reply =
        catch_unwind(move || query.ask()).map_err(|_| "the library panicked".to_string())?;
    let reply = reply.map_err(|error| format!("refused: {error}"))?;
    query
        .check(&reply.answer, reply.time_down)
        .map_err(|text| format!("{text}\n    in {:?}", reply.answer))?;
    // Equal as numbers suffices: no zero has a minus sign, as the check has seen.
    if reply.exact != reply.answer {
        return Err(format!("by exact arithmetic alone {:?}", reply.exact));
    }
    Ok(reply.answer)
}

fn report(query: &Query, text: &str) -> String {
    let small = query.shrunk(|query| complaint(query).is_err());
    let smaller = complaint(&small).err().unwrap_or_default();
    format!(
        "\n{query}\n    {text}\nor, smaller,\n{small}\n    {smaller}\n    truth: {:?}\n",
        small.expected()
    )
}
