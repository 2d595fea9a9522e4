//! Runs many queries past library and oracle, and reports what differs so that it can be worked on.

use super::check::{Met, Reply};
use super::query::Query;
use std::panic::catch_unwind;
use tangency::InputError;

/// Who asks the library: so a crate compiles no question that it does not ask.
type Ask = fn(&Query) -> Result<Reply, InputError>;

/// What came out of a run.
pub struct Tally {
    ask: Ask,
    pub none: usize,
    pub overlaps: usize,
    pub contacts: usize,
    /// Contacts with two ends.
    pub parallel: usize,
    wrong: Vec<(Query, String)>,
}

/// Of spheres and ellipsoids.
impl Default for Tally {
    fn default() -> Self {
        Self::new(Query::ask)
    }
}

impl Tally {
    pub fn new(ask: Ask) -> Self {
        Self { ask, none: 0, overlaps: 0, contacts: 0, parallel: 0, wrong: Vec::new() }
    }

    /// Asks the library, and has the reply checked.
    pub fn ask(&mut self, query: &Query) {
        match complaint(self.ask, query).map(|reply| reply.met) {
            Ok(Some(Met::Overlap { .. })) => self.overlaps += 1,
            Ok(Some(Met::Contact { other_point, .. })) => {
                self.contacts += 1;
                self.parallel += usize::from(other_point.is_some());
            }
            Ok(_) => self.none += 1,
            Err(text) => self.wrong.push((query.clone(), text)),
        }
    }

    /// How many were asked.
    pub fn asked(&self) -> usize {
        self.none + self.overlaps + self.contacts + self.wrong.len()
    }

    /// Prints the counts, and tells of the first wrong answers, made small, if there are any.
    pub fn verdict(&self, name: &str) -> Result<(), String> {
        let (asked, wrong) = (self.asked(), self.wrong.len());
        let Self { none, overlaps, contacts, parallel, .. } = self;
        println!(
            "{name}: {asked} asked: {none} none, {overlaps} overlaps, {contacts} contacts, {parallel} with two ends"
        );
        let reports: Vec<String> =
            self.wrong.iter().take(3).map(|(query, text)| report(self.ask, query, text)).collect();
        if reports.is_empty() {
            return Ok(());
        }
        Err(format!("{name}: {wrong} of {asked} wrong\n{}", reports.join("\n")))
    }

    /// The same, and fails.
    pub fn settle(&self, name: &str) {
        self.verdict(name).unwrap_or_else(|text| panic!("{text}"));
    }
}

/// The library's reply if it is right, or what is wrong with it.
fn complaint(ask: Ask, query: &Query) -> Result<Reply, String> {
    let reply = catch_unwind(|| ask(query)).map_err(|_| "the library panicked".to_string())?;
    let reply = reply.map_err(|error| format!("refused: {error}"))?;
    query.check(&reply).map_err(|text| format!("{text}\n    in {reply:?}"))?;
    Ok(reply)
}

fn report(ask: Ask, query: &Query, text: &str) -> String {
    let small = query.clone().shrunk(|query| complaint(ask, query).is_err());
    let smaller = complaint(ask, &small).err().unwrap_or_default();
    format!("\n{query:?}\n    {text}\nor, smaller,\n{small:?}\n    {smaller}\n")
}
