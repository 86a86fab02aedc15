//! What a run has brought so far: figures, what they were measured with, and how it is going. It can be
//! written down at any moment, and what is written is whole.

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
    /// What was run.
    pub experiment: &'static Experiment,
    /// Start of its random numbers.
    pub seed: u64,
    /// Who drew; `none` for an experiment that draws nothing.
    pub renderer: String,
    /// Whether that is a software rasteriser.
    pub software: bool,
    /// What holds for every figure.
    pub settings: Vec<(&'static str, String)>,
    /// In the order in which they were measured.
    pub figures: Vec<Figure>,
    /// What a reader must know.
    pub notes: Vec<String>,
    /// How far it is.
    pub progress: Progress,
    /// How it ended, once it has.
    pub outcome: Option<Result<(), RunError>>,
}

/// How far a run is.
pub struct Progress {
    /// Steps done, by weight.
    pub done: u64,
    /// Steps in all, by weight; 0 before it is known.
    pub total: u64,
    /// What is being done, in a few words.
    pub doing: String,
    began: Instant,
    last_step: Instant,
}

impl Record {
    /// Of a run that begins now.
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

    /// Takes in what the run tells.
    pub fn hear(&mut self, news: News) {
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

    /// Whether it ran to its end.
    pub fn is_complete(&self) -> bool {
        matches!(self.outcome, Some(Ok(())))
    }

    /// Whether somebody stopped it.
    pub fn was_stopped(&self) -> bool {
        matches!(self.outcome, Some(Err(RunError::Stopped)))
    }

    /// The source's claims beside what was measured so far.
    pub fn claims(&self) -> Vec<Claim> {
        (self.experiment.claims)(&self.figures)
    }

    /// `quick=no;frames=1200;…`: one field, so that the rows stay tidy.
    pub fn settings_text(&self) -> String {
        let mut settings: Vec<_> =
            self.settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !self.is_complete() {
            settings.push("complete=no".into());
        }
        settings.join(";")
    }

    /// The renderer as a reader should see it: `llvmpipe (software)`.
    pub fn renderer_text(&self) -> String {
        let short = self.renderer.split(" (").next().unwrap_or_default();
        match (short, self.software) {
            ("none", _) => "on the processor".into(),
            (name, true) => format!("{name} (software)"),
            (name, false) => name.into(),
        }
    }

    /// The whole file.
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
    /// From 0 to 1.
    pub fn share(&self) -> f64 {
        if self.total == 0 { 0.0 } else { (self.done as f64 / self.total as f64).min(1.0) }
    }

    /// How much longer it will take if the rest goes on as it began; unknown before the first step is done.
    pub fn remaining(&self) -> Option<Duration> {
        let so_far = self.last_step - self.began;
        if self.done == 0 || self.total == 0 {
            return None;
        }
        let rest = so_far.mul_f64(self.total.saturating_sub(self.done) as f64 / self.done as f64);
        Some(rest.saturating_sub(self.last_step.elapsed()))
    }

    /// `about 12 s left`, or nothing if that is not known yet.
    pub fn remaining_text(&self) -> String {
        match self.remaining().map(|left| left.as_secs_f64().ceil() as u64) {
            None => String::new(),
            Some(seconds) if seconds < 100 => format!("about {} s left", seconds.max(1)),
            Some(seconds) => format!("about {} min left", seconds.div_ceil(60)),
        }
    }
}
