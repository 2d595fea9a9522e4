//! Whether the floats of a reply are right, to the last bit.

use super::exact::{Format, Real, Time};
use super::query::Query;
use super::truth::{Scene, Touch, Truth};
use tangency::{Approach, Feature};

/// A first contact of a capsule, in three dimensions and `f64`.
pub type Met = super::met::Met<Feature>;

/// The reply of the library.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    pub met: Met,
    /// The same answer, by exact arithmetic alone.
    pub exact: Met,
    pub entry: Met,
    pub contact_time: Option<f64>,
    pub time_down: Option<f64>,
    pub last_time: Option<f64>,
}

type Checked = Result<(), String>;

impl Query {
    /// The right reply.
    pub fn expected(&self) -> Reply {
        let scene = Scene::new(self);
        let format = self.format();
        let truth = scene.first_contact();
        let contact = match &truth {
            Truth::Contact(touch) => Some(touch),
            _ => None,
        };
        let met = truth.round(format);
        Reply {
            exact: met.clone(),
            entry: if truth.is_entry() || self.is_thin() { met.clone() } else { Met::None },
            met,
            contact_time: contact.map(|touch| nearest(&touch.time, format)),
            time_down: contact.map(|touch| touch.time.down(&Time::Start, format)),
            last_time: scene.last_time().map(|time| nearest(&time, format)),
        }
    }

    /// Checks every field of a reply, and returns the truth; the error names the wrong field.
    pub fn check(&self, reply: &Reply) -> Result<Truth, String> {
        let scene = Scene::new(self);
        let truth = scene.first_contact();
        let judge = Judge { format: self.format(), is_thin: self.is_thin() };
        judge.met(&truth, &reply.met)?;
        judge
            .met(&truth, &reply.exact)
            .map_err(|text| format!("by exact arithmetic alone, {text}"))?;
        // A capsule without thickness cannot be inside of any obstacle.
        let entry = if truth.is_entry() || self.is_thin() { &truth } else { &Truth::None };
        judge.met(entry, &reply.entry).map_err(|text| format!("first_entry: {text}"))?;

        let time = match &truth {
            Truth::Contact(touch) => Some(&touch.time),
            _ => None,
        };
        judge.maybe("contact_time", time, reply.contact_time)?;
        judge.maybe("last_time", scene.last_time().as_ref(), reply.last_time)?;
        let is_right = match (time, reply.time_down) {
            (Some(truth), Some(time)) => {
                time.is_sign_positive() && truth.rounds_down_to(&Time::Start, time, judge.format)
            }
            (truth, got) => truth.is_none() && got.is_none(),
        };
        if !is_right {
            return Err(format!("time_down is {:?}", reply.time_down));
        }
        Ok(truth)
    }
}

impl Truth {
    /// Whether the capsule and the obstacle overlap just after the contact.
    fn is_entry(&self) -> bool {
        match self {
            Truth::None => false,
            Truth::Overlap(_) => true,
            Truth::Contact(touch) => touch.approach == Approach::Approaching,
        }
    }

    fn round(&self, format: Format) -> Met {
        let vector = |v: &[Real; 3]| v.each_ref().map(|x| nearest(x, format));
        match self {
            Truth::None => Met::None,
            Truth::Overlap(Touch { center, point, normal, features, .. }) => Met::Overlap {
                center: vector(center),
                point: vector(point),
                normal: normal.as_ref().map(vector),
                feature: features[0],
            },
            Truth::Contact(touch) => Met::Contact {
                time: nearest(&touch.time, format),
                center: vector(&touch.center),
                point: vector(&touch.point),
                other_point: touch.other_point.as_ref().map(vector),
                normal: touch.normal.as_ref().map(vector),
                feature: touch.features[0],
                approach: Some(touch.approach),
            },
        }
    }
}

fn nearest(x: &Real, format: Format) -> f64 {
    x.nearest(&Time::Start, format)
}

struct Judge {
    format: Format,
    /// For a capsule without thickness neither normal nor approach are checked.
    is_thin: bool,
}

impl Judge {
    fn met(&self, truth: &Truth, met: &Met) -> Checked {
        match (truth, met) {
            (Truth::None, Met::None) => Ok(()),
            (Truth::Overlap(touch), Met::Overlap { center, point, normal, feature }) => {
                self.feature(&touch.features, *feature)?;
                self.vector("center", &touch.center, center)?;
                self.vector("point", &touch.point, point)?;
                self.maybe_vector("normal", touch.normal.as_ref(), normal.as_ref())
            }
            (
                Truth::Contact(touch),
                Met::Contact { time, center, point, other_point, normal, feature, approach },
            ) => {
                self.number("time", &touch.time, *time)?;
                self.feature(&touch.features, *feature)?;
                self.vector("center", &touch.center, center)?;
                self.vector("point", &touch.point, point)?;
                let other = touch.other_point.as_ref();
                self.maybe_vector("other_point", other, other_point.as_ref())?;
                if self.is_thin {
                    return Ok(());
                }
                if approach.is_some_and(|approach| approach != touch.approach) {
                    return Err(format!("approach: expected {:?}", touch.approach));
                }
                self.maybe_vector("normal", touch.normal.as_ref(), normal.as_ref())
            }
            (Truth::None, _) => Err("status: expected none".to_string()),
            (Truth::Overlap(_), _) => Err("status: expected an overlap".to_string()),
            (Truth::Contact(touch), _) => {
                let time = nearest(&touch.time, self.format);
                Err(format!("status: expected a contact at {time:?}"))
            }
        }
    }

    fn feature(&self, truth: &[Feature], got: Feature) -> Checked {
        if truth.contains(&got) {
            return Ok(());
        }
        Err(format!("feature is {got:?}, expected one of {truth:?}"))
    }

    fn number(&self, name: &str, truth: &Real, got: f64) -> Checked {
        if got == 0.0 && got.is_sign_negative() {
            return Err(format!("{name}: a zero has no minus sign"));
        }
        if truth.rounds_to(&Time::Start, got, self.format) {
            return Ok(());
        }
        Err(format!("{name} is {got:?}, expected {:?}", nearest(truth, self.format)))
    }

    fn maybe(&self, name: &str, truth: Option<&Real>, got: Option<f64>) -> Checked {
        match (truth, got) {
            (None, None) => Ok(()),
            (Some(truth), Some(got)) => self.number(name, truth, got),
            (truth, _) => {
                let truth = truth.map(|truth| nearest(truth, self.format));
                Err(format!("{name} is {got:?}, expected {truth:?}"))
            }
        }
    }

    fn vector(&self, name: &str, truth: &[Real; 3], got: &[f64; 3]) -> Checked {
        (0..3).try_for_each(|k| self.number(&format!("{name}[{k}]"), &truth[k], got[k]))
    }

    fn maybe_vector(
        &self,
        name: &str,
        truth: Option<&[Real; 3]>,
        got: Option<&[f64; 3]>,
    ) -> Checked {
        match (truth, got) {
            (None, None) => Ok(()),
            (Some(truth), Some(got)) => self.vector(name, truth, got),
            (truth, _) => {
                let truth = truth.map(|v| v.each_ref().map(|x| nearest(x, self.format)));
                Err(format!("{name} is {got:?}, expected {truth:?}"))
            }
        }
    }
}
