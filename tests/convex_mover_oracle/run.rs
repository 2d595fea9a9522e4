//! Judges the library's reply to a request.

use super::check::Reply;
use super::request::Request;
use super::tally::{self, Judged, Question};
use super::truth::{Status, Truth};
use tangency::Approach;

pub type Tally = tally::Tally<Request>;

/// Requests are reported unshrunk.
impl Question for Request {
    fn numbers(&mut self) -> Vec<&mut f64> {
        Vec::new()
    }
    fn is_valid(&self) -> bool {
        true
    }
    fn simpler(&self) -> Vec<Self> {
        Vec::new()
    }
}

/// Judges the reply of `ask`, which is none if the library has no such pair.
pub fn judged(request: &Request, ask: impl Fn(&Request) -> Option<Reply>) -> Judged {
    let reply = ask(request).ok_or("the library has no such pair")?;
    let truth = request.truth();
    request.check(&truth, &reply).map_err(|text| format!("{text}\n    in {reply:?}"))?;
    Ok(kinds(request, &truth))
}

pub fn kinds(request: &Request, truth: &Truth) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    match &truth.status {
        Status::None => kinds.push("none"),
        Status::Overlap => kinds.push("overlap"),
        Status::Contact(contact) => {
            kinds.push("contact");
            kinds.push(match contact.points.len() {
                1 => "one point",
                2 => "two points",
                _ => "polygon",
            });
            kinds.extend((contact.time.sign() == 0).then_some("resting"));
            kinds.extend(match contact.approach {
                Approach::Approaching => None,
                Approach::Sliding => Some("sliding"),
                Approach::Parting => Some("parting"),
            });
            kinds.extend((!contact.enters).then_some("passed over"));
            kinds.extend(contact.normal.is_none().then_some("no normal"));
        }
    }
    let is_thin = request.mover.radius + request.obstacle.radius == 0.0;
    kinds.extend(is_thin.then_some("thin"));
    kinds
}
