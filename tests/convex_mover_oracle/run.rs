//! Puts many requests to the library, checks the replies, and reports the wrong ones.

use super::check::Reply;
use super::request::Request;
use super::truth::{Status, Truth};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tangency::Approach;

/// The result of a run.
#[derive(Default)]
pub struct Tally {
    pub asked: usize,
    /// Whether there was anybody to ask about it.
    pub answered: usize,
    kinds: BTreeMap<String, usize>,
    wrong: Vec<(Request, String)>,
}

impl Tally {
    /// Asks, by a function that answers none where the library has no such pair.
    pub fn ask(&mut self, request: &Request, ask: impl Fn(&Request) -> Option<Reply>) {
        self.asked += 1;
        let truth = request.truth();
        self.count(request, &truth);
        let complaint = match catch_unwind(AssertUnwindSafe(|| ask(request))) {
            Err(_) => Some("the library panicked".to_string()),
            Ok(None) => None,
            Ok(Some(reply)) => {
                self.answered += 1;
                let checked = request.check(&truth, &reply);
                checked.err().map(|text| format!("{text}\n    in {reply:?}"))
            }
        };
        self.wrong.extend(complaint.map(|text| (request.clone(), text)));
    }

    pub fn count(&mut self, request: &Request, truth: &Truth) {
        let mut add = |kind: &str| *self.kinds.entry(kind.to_string()).or_default() += 1;
        match &truth.status {
            Status::None => add("none"),
            Status::Overlap => add("overlap"),
            Status::Contact(contact) => {
                add("contact");
                match contact.points.len() {
                    1 => add("one point"),
                    2 => add("two points"),
                    _ => add("polygon"),
                }
                if contact.time.sign() == 0 {
                    add("resting");
                }
                match contact.approach {
                    Approach::Approaching => {}
                    Approach::Sliding => add("sliding"),
                    Approach::Parting => add("parting"),
                }
                if !contact.enters {
                    add("passed over");
                }
                if contact.normal.is_none() {
                    add("no normal");
                }
            }
        }
        if request.mover.radius + request.obstacle.radius == 0.0 {
            add("thin");
        }
    }

    /// How many there were of a kind.
    pub fn of_kind(&self, kind: &str) -> usize {
        self.kinds.get(kind).copied().unwrap_or(0)
    }

    /// Prints the counts, and fails with the first wrong answers, if there are any.
    pub fn settle(&self, name: &str) {
        println!("{name}: {} asked, {} answered, {:?}", self.asked, self.answered, self.kinds);
        let report = |(request, text): &(Request, String)| format!("\n{request:?}\n    {text}\n");
        let reports: String = self.wrong.iter().take(3).map(report).collect();
        let wrong = self.wrong.len();
        assert!(wrong == 0, "{name}: {wrong} of {} wrong\n{reports}", self.asked);
    }
}
