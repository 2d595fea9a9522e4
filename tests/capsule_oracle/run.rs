//! Runs many queries past library and oracle, and reports what differs so that it can be worked on.

use super::query::Query;
use super::truth::{Touch, Truth};
use std::panic::catch_unwind;
use tangency::{Approach, Feature};

/// What came out of a run.
#[derive(Default)]
pub struct Tally {
    pub asked: usize,
    pub none: usize,
    pub overlaps: usize,
    /// Overlaps without any thickness.
    pub pierced: usize,
    pub contacts: usize,
    /// Contacts at time zero.
    pub resting: usize,
    pub sliding: usize,
    pub parting: usize,
    /// Contacts with two ends.
    pub parallel: usize,
    pub on_vertices: usize,
    pub on_edges: usize,
    pub on_faces: usize,
    wrong: Vec<(Query, String)>,
}

impl Tally {
    /// Asks the library, and has the reply checked.
    pub fn ask(&mut self, query: &Query) {
        self.asked += 1;
        match complaint(query) {
            Ok(truth) => self.count(query, &truth),
            Err(text) => self.wrong.push((*query, text)),
        }
    }

    fn count(&mut self, query: &Query, truth: &Truth) {
        let touch = match truth {
            Truth::None => {
                self.none += 1;
                return;
            }
            Truth::Overlap(_) => {
                self.overlaps += 1;
                self.pierced += usize::from(query.is_thin());
                return;
            }
            Truth::Contact(touch) => touch,
        };
        let Touch { moment, other_point, features, approach, .. } = touch;
        self.contacts += 1;
        self.resting += usize::from(moment.is_start());
        self.sliding += usize::from(*approach == Approach::Sliding);
        self.parting += usize::from(*approach == Approach::Parting);
        self.parallel += usize::from(other_point.is_some());
        *match features[0] {
            Feature::Vertex(_) => &mut self.on_vertices,
            Feature::Edge(_) => &mut self.on_edges,
            Feature::Face => &mut self.on_faces,
        } += 1;
    }

    /// How many there were of a kind, by its name.
    pub fn of_kind(&self, kind: &str) -> usize {
        match kind {
            "none" => self.none,
            "overlaps" => self.overlaps,
            "pierced" => self.pierced,
            "contacts" => self.contacts,
            "resting" => self.resting,
            "sliding" => self.sliding,
            "parting" => self.parting,
            "parallel" => self.parallel,
            "vertices" => self.on_vertices,
            "edges" => self.on_edges,
            "faces" => self.on_faces,
            other => panic!("no kind: {other}"),
        }
    }

    /// Prints the counts, and fails with the first wrong answers, made small, if there are any.
    pub fn settle(&self, name: &str) {
        let Self { asked, none, overlaps, contacts, resting, sliding, parting, .. } = self;
        let Self { pierced, parallel, on_vertices, on_edges, on_faces, wrong, .. } = self;
        println!(
            "{name}: {asked} asked: {none} none, {overlaps} overlaps ({pierced} pierced), {contacts} contacts: {resting} at the start, \
             {sliding} sliding, {parting} parting, {parallel} with two ends, on {on_vertices} vertices, {on_edges} \
             edges, {on_faces} faces"
        );
        let reports: Vec<String> =
            wrong.iter().take(3).map(|(query, text)| report(query, text)).collect();
        let wrong = wrong.len();
        assert!(reports.is_empty(), "{name}: {wrong} of {asked} wrong\n{}", reports.join("\n"));
    }
}

/// What is true if the library's reply is right, or what is wrong with it.
fn complaint(query: &Query) -> Result<Truth, String> {
    let reply = catch_unwind(|| query.ask()).map_err(|_| "the library panicked".to_string())?;
    let reply = reply.map_err(|error| format!("refused: {error}"))?;
    query.check(&reply).map_err(|text| format!("{text}\n    in {reply:?}"))
}

fn report(query: &Query, text: &str) -> String {
    let small = query.shrunk(|query| complaint(query).is_err());
    let smaller = complaint(&small).err().unwrap_or_default();
    let expected = small.expected();
    format!(
        "\n{query:?}\n    {text}\nor, smaller,\n{small:?}\n    {smaller}\n    expected {expected:?}\n"
    )
}
