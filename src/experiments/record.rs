//! The results of a run so far: figures, measurement conditions and progress. They can be written at any time, as a
//! complete file.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::worker::News;
use super::{Claim, Event, Experiment, Figure, RunError};
use crate::files::shipped_csv;
use crate::gpu::capabilities::is_software;

/// The columns of the CSV file, which has a row per value. Scripts rely on the first eight.
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

/// The results of a run, complete or not.
pub struct Record {
    /// The running experiment.
    pub experiment: &'static Experiment,
    /// Seed of the run's random numbers.
    pub seed: u64,
    /// Name of the OpenGL renderer; `none` if the experiment does not draw.
    pub renderer: String,
    /// Whether the renderer is a software rasteriser.
    pub software: bool,
    /// Names and values of settings that apply to every figure.
    pub settings: Vec<(&'static str, String)>,
    /// Figures, in the order in which they were measured.
    pub figures: Vec<Figure>,
    /// Remarks that a reader of the figures must know.
    pub notes: Vec<String>,
    /// The progress of the run.
    pub progress: Progress,
    /// How the run ended; `None` while it is running.
    pub outcome: Option<Result<(), RunError>>,
}

/// The completed steps of a run, and the time they took.
pub struct Progress {
    /// Completed steps, by weight.
    pub done: u64,
    /// Total weight of all steps; 0 before it is known.
    pub total: u64,
    /// The current step, in a few words.
    pub doing: String,
    /// Weight and duration of each completed step.
    finished: Vec<(u64, Duration)>,
    /// Weight and start of the current step; `None` before the first one.
    current: Option<(u64, Instant)>,
}

impl Record {
    /// An empty record of a run that starts now.
    pub fn new(experiment: &'static Experiment, quick: bool, seed: u64) -> Self {
        let progress =
            Progress { done: 0, total: 0, doing: "preparing".into(), finished: vec![], current: None };
        Self {
            experiment,
            seed,
            renderer: "none".into(),
            software: false,
            settings: vec![("quick", if quick { "yes" } else { "no" }.into())],
            figures: Vec::new(),
            notes: Vec::new(),
            progress,
            outcome: None,
        }
    }

    /// The run of an experiment that comes with the program; `None` if there is none.
    pub fn shipped(experiment: &'static Experiment) -> Option<Self> {
        Self::of_csv(experiment, shipped_csv(experiment.id)?)
    }

    /// The record that a file of [`Self::csv`] holds; `None` if the bytes are no such file.
    pub fn of_csv(experiment: &'static Experiment, csv: &[u8]) -> Option<Self> {
        let mut record =
            Self { settings: Vec::new(), outcome: Some(Ok(())), ..Self::new(experiment, false, 0) };
        for row in csv::Reader::from_reader(csv).records() {
            let row = row.ok().filter(|row| row.len() == COLUMNS.len())?;
            let number = |at: usize| row[at].parse::<f64>().ok();
            let published = if row[7].is_empty() { None } else { Some(number(7)?) };
            let (x, value) = ((number(2)?, word(&row[3])), (number(5)?, word(&row[6])));
            let figure = Figure::new(&row[1], x, word(&row[4]), value);
            record.figures.push(Figure { published, ..figure });
            if record.settings.is_empty() {
                record.renderer = row[8].to_owned();
                record.software = is_software(&record.renderer);
                record.seed = row[9].parse().ok()?;
                let settings = row[10].split(';').filter_map(|setting| setting.split_once('='));
                record.settings = settings.map(|(name, value)| (word(name), value.to_owned())).collect();
            }
        }
        Some(record)
    }

    /// Adds a report of the run.
    pub fn receive(&mut self, news: News) {
        match news {
            News::Renderer { name, software } => (self.renderer, self.software) = (name, software),
            News::Event(Event::Figure(figure)) => self.figures.push(figure),
            News::Event(Event::Note(text)) => self.notes.push(text),
            News::Event(Event::Setting { name, value }) => self.settings.push((name, value)),
            News::Event(Event::Progress { done, weight, total, next }) => {
                let progress = &mut self.progress;
                (progress.done, progress.total, progress.doing) = (done, total, next);
                let before = progress.current.replace((weight, Instant::now()));
                progress.finished.extend(before.map(|(weight, began)| (weight, began.elapsed())));
            }
            News::Ended(outcome) => self.outcome = Some(outcome),
        }
    }

    /// Whether the run completed.
    pub fn is_complete(&self) -> bool {
        matches!(self.outcome, Some(Ok(())))
    }

    /// Whether this is a quick run.
    pub fn is_quick(&self) -> bool {
        self.settings.contains(&("quick", "yes".to_owned()))
    }

    /// Whether the run was stopped on request.
    pub fn was_stopped(&self) -> bool {
        matches!(self.outcome, Some(Err(RunError::Stopped)))
    }

    /// The source's claims, judged by the figures so far. The claims of a quick run are not judged.
    pub fn claims(&self) -> Vec<Claim> {
        let claims = (self.experiment.claims)(&self.figures);
        if self.is_quick() { claims.into_iter().map(Claim::of_quick_run).collect() } else { claims }
    }

    /// The settings as one CSV field: `quick=no;frames=1200;…`.
    pub fn settings_text(&self) -> String {
        let mut settings: Vec<_> =
            self.settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !self.is_complete() {
            settings.push("complete=no".into());
        }
        settings.join(";")
    }

    /// The renderer's name up to the first bracket, marked if it is software: `llvmpipe (software)`.
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

/// A word of a file that lives as long as the program. Files hold few different ones: names of metrics and units.
fn word(text: &str) -> &'static str {
    static WORDS: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    let words = words.get_or_insert_default();
    match words.get(text) {
        Some(known) => known,
        None => {
            let new: &'static str = text.to_owned().leak();
            words.insert(new);
            new
        }
    }
}

impl Progress {
    /// The completed part of the run, 0 to 1: the weight of the completed steps divided by that of all steps.
    pub fn share(&self) -> f64 {
        if self.total == 0 { 0.0 } else { (self.done as f64 / self.total as f64).min(1.0) }
    }

    /// The estimated remaining time; `None` before the first step is done.
    pub fn remaining(&self) -> Option<Duration> {
        let (weight, began) = self.current?;
        let later = self.total.saturating_sub(self.done + weight);
        time_left(&self.finished, (weight, began.elapsed()), later)
    }

    /// The remaining time as text, `about 12 s left`; empty if it is unknown.
    pub fn remaining_text(&self) -> String {
        match self.remaining().map(|left| left.as_secs_f64().ceil() as u64) {
            None => String::new(),
            Some(seconds) if seconds < 100 => format!("about {} s left", seconds.max(1)),
            Some(seconds) => format!("about {} min left", seconds.div_ceil(60)),
        }
    }
}

/// Remaining time of a run, from the weight and the duration of its finished steps, of its current step so far, and the
/// weight of later steps; `None` while nothing is measured.
///
/// The speed is that of the newer half of the finished steps, because the first ones compile shaders. A step that takes
/// longer than its weight says is expected to take as much longer again, and later steps to be as slow.
pub fn time_left(
    finished: &[(u64, Duration)],
    (weight, so_far): (u64, Duration),
    later: u64,
) -> Option<Duration> {
    let newer = &finished[finished.len() / 2..];
    let done: u64 = newer.iter().map(|(weight, _)| weight).sum();
    let speed =
        newer.iter().map(|(_, time)| time.as_secs_f64()).sum::<f64>() / (done > 0).then_some(done as f64)?;
    let (expected, so_far) = (speed * weight as f64, so_far.as_secs_f64());
    let slower = (so_far / expected.max(1e-9)).max(1.0);
    Duration::try_from_secs_f64((expected - so_far).abs() + slower * speed * later as f64).ok()
}
