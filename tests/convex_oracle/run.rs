//! Runs many queries past library and oracle, and reports what differs so that it can be worked on.

use super::check::{Met, Reply};
use super::query::Query;
use std::panic::catch_unwind;

/// What came out of a run.
#[derive(Default)]
pub struct Tally {
    pub none: usize,
    pub overlaps: usize,
    pub contacts: usize,
    wrong: Vec<(Query, String)>,
}

impl Tally {
    /// Asks the library, and has the reply checked.
    pub fn ask(&mut self, query: &Query) {
        match complaint(query).map(|reply| reply.met) {
            Ok(Some(Met::Overlap { .. })) => self.overlaps += 1,
            Ok(Some(Met::Contact { .. })) => self.contacts += 1,
            Ok(_) => self.none += 1,
            Err(text) => self.wrong.push((query.clone(), text)),
        }
    }

    /// How many were asked.
    pub fn asked(&self) -> usize {
        self.none + self.overlaps + self.contacts + self.wrong.len()
    }

    /// Prints the counts, and fails with the first wrong answers, made small, if there are any.
    pub fn settle(self, name: &str) {
        let (asked, wrong) = (self.asked(), self.wrong.len());
        let Self { none, overlaps, contacts, .. } = self;
        println!("{name}: {asked} asked: {none} none, {overlaps} overlaps, {contacts} contacts");
        let reports: Vec<String> =
            self.wrong.iter().take(3).map(|(query, text)| report(query, text)).collect();
        assert!(reports.is_empty(), "{name}: {wrong} of {asked} wrong\n{}", reports.join("\n"));
    }
}

/// The library's reply if it is right, or what is wrong with it.
fn complaint(query: &Query) -> Result<Reply, String> {
    let reply = catch_unwind(|| query.ask()).map_err(|_| "the library panicked".to_string())?;
    let reply = reply.map_err(|error| format!("refused: {error}"))?;
    query.check(&reply).map_err(|text| format!("{text}\n    in {reply:?}"))?;
    Ok(reply)
}

fn report(query: &Query, text: &str) -> String {
    let small = query.clone().shrunk(|query| complaint(query).is_err());
    let smaller = complaint(&small).err().unwrap_or_default();
    format!("\n{query:?}\n    {text}\nor, smaller,\n{small:?}\n    {smaller}\n")
}
