//! Progress of an experiment: a bar on a terminal, otherwise a line from time to time.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::super::terminal::{aside, visible};
use crate::experiments::{Experiment, Record};

/// Minimum time between two lines without a terminal.
const PAUSE: Duration = Duration::from_secs(1);

/// Number of positions of the bar; finer than the steps of any experiment.
const LENGTH: u64 = 1000;

/// The progress display on standard error.
pub struct Progress {
    id: &'static str,
    bar: Option<ProgressBar>,
    last_line: Option<(Instant, String)>,
}

impl Progress {
    /// Starts the display for an experiment at 0 %.
    pub fn begin(experiment: &Experiment) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(LENGTH), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{prefix} {bar:24} {percent:>3} %  {wide_msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.set_prefix(experiment.id);
            bar
        });
        Self { id: experiment.id, bar, last_line: None }
    }

    /// Shows the record's progress: a bar on a terminal, lines elsewhere.
    pub fn update(&mut self, record: &Record) {
        let progress = &record.progress;
        let left = progress.remaining_text();
        let separator = if left.is_empty() { "" } else { ": " };
        let text = format!("{left}{separator}{}", progress.doing);
        if let Some(bar) = &self.bar {
            bar.set_position((LENGTH as f64 * progress.share()) as u64);
            bar.set_message(visible(&text));
            bar.tick();
            return;
        }
        let due = self
            .last_line
            .as_ref()
            .is_none_or(|(when, doing)| when.elapsed() > PAUSE && *doing != progress.doing);
        if due && progress.total > 0 {
            self.line(&format!("{}: {:3.0} %, {text}", self.id, 100.0 * progress.share()));
            self.last_line = Some((Instant::now(), progress.doing.clone()));
        }
    }

    /// Prints a note on its own line, above the bar.
    pub fn note(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(visible(&format!("note: {text}"))),
            None => self.line(&format!("note: {text}")),
        }
    }

    /// Removes the bar, if there is one.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }

    fn line(&self, text: &str) {
        aside(&format!("{}\n", visible(text)));
    }
}
