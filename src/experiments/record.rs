//! The results of a run so far: figures, what they were measured with, and its progress. A record can be
//! written to a file at any moment, and the file is whole.

use std::time::{Duration, Instant};

use super::worker::News;
use super::{Claim, Event, Experiment, Figure, RunError};

/// The columns of the CSV file. The first eight are a contract; one row per number.
pub const COLUMNS: [&str; 11] = [
    "experiment",
    "series",
    "x",
    "x_unit",
    "metric",
    "value",
    "unit",
    "published",
    "renderer",
    "seed",
    "settings",
];

/// A run's results, complete or not.
pub struct Record {
    /// The experiment that is run.
    pub experiment: &'static Experiment,
    /// Seed of its random numbers.
    pub seed: u64,
    /// Name of the GL renderer; `none` for an experiment that draws nothing.
    pub renderer: String,
    /// Whether the renderer is a software rasteriser.
    pub software: bool,
    /// Names and values that hold for every figure.
    pub settings: Vec<(&'static str, String)>,
    /// Figures, in the order in which they were measured.
    pub figures: Vec<Figure>,
    /// Sentences that a reader of the figures must know.
    pub notes: Vec<String>,
    /// Steps done, and the time they took.
    pub progress: Progress,
    /// How the run ended; `None` while it goes on.
    pub outcome: Option<Result<(), RunError>>,
}

/// Steps done of a run, and the time they took.
pub struct Progress {
    /// Steps done, by weight.
    pub done: u64,
    /// Steps in all, by weight; 0 before it is known.
    pub total: u64,
    /// The step that is under way, in a few words.
    pub doing: String,
    began: Instant,
    last_step: Instant,
}

impl Record {
    /// The empty record of a run that begins now.
    pub fn new(experiment: &'static Experiment, quick: bool, seed: u64) -> Self {
        let now = Instant::now();
        Self {
            experiment,
            seed,
            renderer: "none".into(),
            software: false,
            settings: vec![("quick", if quick { "yes" } else { "no" }.into())],
            figures: Vec::new(),
            notes: Vec::new(),
            progress: Progress { done: 0, total: 0, doing: "setting up".into(), began: now, last_step: now },
            outcome: None,
        }
    }

    /// Adds what the run reports.
    pub fn receive(&mut self, news: News) {
        match news {
            News::Renderer { name, software } => (self.renderer, self.software) = (name, software),
            News::Event(Event::Figure(figure)) => self.figures.push(figure),
            News::Event(Event::Note(text)) => self.notes.push(text),
            News::Event(Event::Setting { name, value }) => self.settings.push((name, value)),
            News::Event(Event::Progress { done, total, next }) => {
                let progress = &mut self.progress;
                (progress.done, progress.total, progress.doing) = (done, total, next);
                progress.last_step = Instant::now();
            }
            News::Ended(outcome) => self.outcome = Some(outcome),
        }
    }

    /// Whether the run came to its end.
    pub fn is_complete(&self) -> bool {
        matches!(self.outcome, Some(Ok(())))
    }

    /// Whether it measures less of the same.
    pub fn is_quick(&self) -> bool {
        self.settings.contains(&("quick", "yes".to_owned()))
    }

    /// Whether the run was stopped on request.
    pub fn was_stopped(&self) -> bool {
        matches!(self.outcome, Some(Err(RunError::Stopped)))
    }

    /// The source's claims beside what was measured so far.
    pub fn claims(&self) -> Vec<Claim> {
        (self.experiment.claims)(&self.figures)
    }

    /// The settings as one field of a CSV row: `quick=no;frames=1200;…`.
    pub fn settings_text(&self) -> String {
        let mut settings: Vec<_> =
            self.settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !self.is_complete() {
            settings.push("complete=no".into());
        }
        settings.join(";")
    }

    /// The renderer's name up to a bracket, with a mark if it is software: `llvmpipe (software)`.
    pub fn renderer_text(&self) -> String {
        let short = self.renderer.split(" (").next().unwrap_or_default();
        match (short, self.software) {
            ("none", _) => "on the processor".into(),
            (name, true) => format!("{name} (software)"),
            (name, false) => name.into(),
        }
    }

    /// The whole CSV file in UTF-8: [`COLUMNS`], then a row per figure.
    pub fn csv(&self) -> Result<Vec<u8>, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(COLUMNS)?;
        let (seed, settings) = (self.seed.to_string(), self.settings_text());
        for figure in &self.figures {
            let published = figure.published.map(|p| p.to_string()).unwrap_or_default();
            let (x, value) = (figure.x.to_string(), figure.value.to_string());
            writer.write_record([
                self.experiment.id,
                &figure.series,
                &x,
                figure.x_unit,
                figure.metric,
                &value,
                figure.unit,
                &published,
                &self.renderer,
                &seed,
                &settings,
            ])?;
        }
        writer.into_inner().map_err(|e| csv::Error::from(e.into_error()))
    }
}

impl Progress {
    /// Share of the weight that is done, 0 to 1.
    pub fn share(&self) -> f64 {
        if self.total == 0 { 0.0 } else { (self.done as f64 / self.total as f64).min(1.0) }
    }

    /// How much longer it will take if the rest goes on as it began; `None` before the first step is done.
    pub fn remaining(&self) -> Option<Duration> {
        let so_far = self.last_step - self.began;
        if self.done == 0 || self.total == 0 {
            return None;
        }
        let rest = so_far.mul_f64(self.total.saturating_sub(self.done) as f64 / self.done as f64);
        Some(rest.saturating_sub(self.last_step.elapsed()))
    }

    /// The remaining time as text, `about 12 s left`; empty if it is not known yet.
    pub fn remaining_text(&self) -> String {
        match self.remaining().map(|left| left.as_secs_f64().ceil() as u64) {
            None => String::new(),
            Some(seconds) if seconds < 100 => format!("about {} s left", seconds.max(1)),
            Some(seconds) => format!("about {} min left", seconds.div_ceil(60)),
        }
    }
}
