//! A bar for people: on standard error, and only if that is a terminal.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::time::Duration;

/// How many rows are done; the bar goes away with this.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Of so many rows, if that is known.
    pub(crate) fn new(rows: Option<u64>) -> Self {
        let template = match rows {
            Some(_) => "{bar:30} {human_pos} of {human_len} rows, {rate} a second, {eta} left",
            None => "{spinner} {human_pos} rows, {rate} a second",
        };
        let bar = ProgressBar::with_draw_target(rows, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("rate", whole_rate));
        }
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Self(bar)
    }

    pub(crate) fn add(&self, rows: usize) {
        self.0.inc(rows as u64);
    }
}

/// Rows a second, without the digits behind the point.
fn whole_rate(state: &ProgressState, out: &mut dyn Write) {
    // The terminal is a place for words; what cannot be written there is not missed.
    let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
