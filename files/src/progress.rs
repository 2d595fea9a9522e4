//! The progress of a job, for a user who watches.

/// Called once at the start of a job, with the number of its rows if that is known. The function
/// that it returns is called repeatedly with the number of further rows done, and dropped after the
/// last call.
pub type Progress = dyn Fn(Option<u64>) -> Box<dyn FnMut(usize) + Send>;

/// Shows nothing.
pub fn hidden(_: Option<u64>) -> Box<dyn FnMut(usize) + Send> {
    Box::new(|_| ())
}

/// Shows a progress bar on standard error, if that is a terminal.
#[cfg(feature = "bar")]
pub fn bar(rows: Option<u64>) -> Box<dyn FnMut(usize) + Send> {
    let bar = bar::Bar::new(rows);
    Box::new(move |rows| bar.add(rows))
}

#[cfg(feature = "bar")]
mod bar {
    use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
    use std::fmt::Write;
    use std::time::Duration;

    /// The number of rows done; the bar disappears when this is dropped.
    pub(super) struct Bar(ProgressBar);

    impl Bar {
        pub(super) fn new(rows: Option<u64>) -> Self {
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

        pub(super) fn add(&self, rows: usize) {
            self.0.inc(rows as u64);
        }
    }

    /// Rows per second, without decimals.
    fn whole_rate(state: &ProgressState, out: &mut dyn Write) {
        // An error of the terminal is ignored, since only this number is lost.
        let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
    }

    impl Drop for Bar {
        fn drop(&mut self) {
            self.0.finish_and_clear();
        }
    }
}
