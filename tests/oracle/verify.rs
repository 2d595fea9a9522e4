//! Whether an answer is right, to the last bit.

use super::exact::{Format, Real, Time};
use super::first::{Touch, Truth};
use super::query::Query;
use tangency::{Answer, Contact, Feature, Overlap};

impl Query {
    /// Checks every field of an answer, and the time rounded down. The error names the wrong field.
    pub fn check(&self, answer: &Answer<f64, 3>, time_down: Option<f64>) -> Result<(), String> {
        let truth = self.truth();
        let format = self.format();
        match (&truth, answer) {
            (Truth::None, Answer::None) | (Truth::Overlap(_), Answer::Overlap(_))
                if time_down.is_some() =>
            {
                Err(format!("time_down is {time_down:?} without a contact"))
            }
            (Truth::None, Answer::None) => Ok(()),
            (Truth::Overlap(touch), Answer::Overlap(overlap)) => {
                touch.check_overlap(overlap, format)
            }
            (Truth::Contact(touch), Answer::Contact(contact)) => {
                touch.check_contact(contact, format)?;
                touch.check_time_down(time_down, format)
            }
            _ => Err(format!("status: expected {:?}", self.expected())),
        }
    }

    /// Checks status, feature and time only.
    pub fn check_briefly(&self, answer: &Answer<f64, 3>) -> Result<(), String> {
        match (&self.truth(), answer) {
            (Truth::None, Answer::None) => Ok(()),
            (Truth::Overlap(touch), Answer::Overlap(overlap)) => {
                touch.check_feature(overlap.feature)
            }
            (Truth::Contact(touch), Answer::Contact(contact)) => {
                touch.check_feature(contact.feature)?;
                touch.check_time(contact.time, self.format())
            }
            _ => Err(format!("status: expected {:?}", self.expected())),
        }
    }
}

impl Touch {
    fn check_overlap(&self, overlap: &Overlap<f64, 3>, format: Format) -> Result<(), String> {
        self.check_feature(overlap.feature)?;
        self.check_vector("center", &self.center, &overlap.center, format)?;
        self.check_vector("point", &self.point, &overlap.point, format)?;
        self.check_normal(self.across().as_ref(), overlap.normal.as_ref(), format)
    }

    fn check_contact(&self, contact: &Contact<f64, 3>, format: Format) -> Result<(), String> {
        self.check_feature(contact.feature)?;
        self.check_time(contact.time, format)?;
        if contact.approach != self.approach {
            return Err(format!("approach: expected {:?}", self.approach));
        }
        self.check_vector("center", &self.center, &contact.center, format)?;
        self.check_vector("point", &self.point, &contact.point, format)?;
        self.check_normal(self.normal.as_ref(), contact.normal.as_ref(), format)
    }

    fn check_normal(
        &self,
        truth: Option<&[Real; 3]>,
        got: Option<&[f64; 3]>,
        format: Format,
    ) -> Result<(), String> {
        match (truth, got) {
            (None, None) => Ok(()),
            (Some(truth), Some(normal)) => self.check_vector("normal", truth, normal, format),
            (Some(_), None) => Err("normal: expected one".to_string()),
            (None, Some(_)) => Err("normal: expected none".to_string()),
        }
    }

    fn check_feature(&self, feature: Feature) -> Result<(), String> {
        if self.features.contains(&feature) {
            Ok(())
        } else {
            Err(format!("feature: expected one of {:?}", self.features))
        }
    }

    fn check_time(&self, time: f64, format: Format) -> Result<(), String> {
        check_number("time", &self.time, &self.at, time, format)
    }

    fn check_vector(
        &self,
        name: &str,
        truth: &[Real; 3],
        got: &[f64; 3],
        format: Format,
    ) -> Result<(), String> {
        (0..3).try_for_each(|k| {
            check_number(&format!("{name}[{k}]"), &truth[k], &self.at, got[k], format)
        })
    }

    fn check_time_down(&self, time_down: Option<f64>, format: Format) -> Result<(), String> {
        match time_down {
            Some(time)
                if time.is_sign_positive() && self.time.rounds_down_to(&self.at, time, format) =>
            {
                Ok(())
            }
            _ => Err(format!(
                "time_down is {time_down:?}, expected {:?}",
                self.time.down(&self.at, format)
            )),
        }
    }
}

fn check_number(
    name: &str,
    truth: &Real,
    at: &Time,
    got: f64,
    format: Format,
) -> Result<(), String> {
    if got == 0.0 && got.is_sign_negative() {
        return Err(format!("{name}: a zero has no minus sign"));
    }
    if truth.rounds_to(at, got, format) {
        return Ok(());
    }
    let expected = truth.nearest(at, format);
    Err(format!(
        "{name} is {got:?} ({:#x}), expected {expected:?} ({:#x})",
        got.to_bits(),
        expected.to_bits()
    ))
}
