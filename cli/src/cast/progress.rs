//! A bar for people: on standard error, and only if that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// How many rows are done; the bar goes away with this.
#[derive(Debug)]
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// Of so many rows, if that is known.
    pub(super) fn new(rows: Option<u64>) -> Self {
        let template = match rows {
            Some(_) => "{bar:30} {human_pos} of {human_len} rows, {per_sec}, {eta} left",
            None => "{spinner} {human_pos} rows, {per_sec}",
        };
        let bar = ProgressBar::with_draw_target(rows, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Self(bar)
    }

    pub(super) fn add(&self, rows: usize) {
        self.0.inc(rows as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
