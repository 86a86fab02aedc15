//! The environment of a running experiment: its OpenGL context, its seed, and the callback for its reports.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::detector::{DetectError, Detector};
use crate::gpu::{Gpu, GpuError};
use crate::methods;
use crate::world::ParameterError;

/// A measured value: a row of the CSV file.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The compared thing, such as a method, or `method/schedule`.
    pub series: String,
    /// Position on the horizontal axis, in `x_unit`.
    pub x: f64,
    /// Unit of `x`, such as `bodies`.
    pub x_unit: &'static str,
    /// The measured quantity; `time` is in milliseconds.
    pub metric: &'static str,
    /// The measured number, in `unit`.
    pub value: f64,
    /// Unit of the value; empty for a count.
    pub unit: &'static str,
    /// The source's value, if it is known.
    pub published: Option<f64>,
}

impl Figure {
    /// A value without a published counterpart: `x` and `value` with their units.
    pub fn new(
        series: impl Into<String>,
        (x, x_unit): (f64, &'static str),
        metric: &'static str,
        (value, unit): (f64, &'static str),
    ) -> Self {
        Self { series: series.into(), x, x_unit, metric, value, unit, published: None }
    }
}

/// A report of an experiment while it runs.
#[derive(Clone, Debug)]
pub enum Event {
    /// A measured value.
    Figure(Figure),
    /// A setting that applies to every figure, such as the number of frames; written to the CSV file.
    Setting {
        /// Name, such as `frames`.
        name: &'static str,
        /// Value, as text.
        value: String,
    },
    /// A new step begins.
    Progress {
        /// Completed steps, by weight.
        done: u64,
        /// Weight of the step that begins.
        weight: u64,
        /// All steps, by weight.
        total: u64,
        /// The step that begins, in a few words.
        next: String,
    },
    /// A remark that a reader of the figures must know, such as a method that cannot run here.
    Note(String),
}

/// Why an experiment did not complete.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The run was stopped on request.
    #[error("stopped")]
    Stopped,
    /// The experiment draws, but there is no OpenGL context.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// A method failed to evaluate a frame.
    #[error(transparent)]
    Detect(#[from] DetectError),
    /// A world could not be created.
    #[error(transparent)]
    World(#[from] ParameterError),
    /// No method has this id.
    #[error("no method is called {0:?}")]
    NoMethod(String),
    /// The experiment panicked: a bug in the program.
    #[error("the experiment panicked; see the terminal for the message")]
    Panicked,
    /// A setting was refused.
    #[error("{0}")]
    Setting(String),
}

/// A run of an experiment.
pub struct Run<'a> {
    /// Whether to measure less of everything, so that the run takes a few seconds.
    pub quick: bool,
    /// Seed of the random numbers.
    pub seed: u64,
    gpu: Option<&'a Gpu>,
    observer: &'a mut dyn FnMut(Event),
    stop: &'a AtomicBool,
    done: u64,
    total: u64,
}

impl<'a> Run<'a> {
    /// Creates a run: `observer` receives every event as it happens; setting `stop` ends the run at the next
    /// step.
    pub fn new(
        quick: bool,
        seed: u64,
        gpu: Option<&'a Gpu>,
        stop: &'a AtomicBool,
        observer: &'a mut dyn FnMut(Event),
    ) -> Self {
        Self { quick, seed, gpu, observer, stop, done: 0, total: 0 }
    }

    /// Sets the total number, or weight, of the steps. Called once, before the first [`Run::step`].
    pub fn expect(&mut self, steps: usize) {
        self.total = steps as u64;
    }

    /// Begins a step; `Err` if the run has been stopped.
    pub fn step(&mut self, next: impl Into<String>) -> Result<(), RunError> {
        self.step_of(1, next)
    }

    /// Begins a step that takes about `weight` times as long as a step of weight 1; used to estimate the
    /// remaining time.
    pub fn step_of(&mut self, weight: usize, next: impl Into<String>) -> Result<(), RunError> {
        self.check()?;
        let (done, weight) = (self.done, weight as u64);
        (self.observer)(Event::Progress { done, weight, total: self.total, next: next.into() });
        self.done += weight;
        Ok(())
    }

    /// Returns `Err` if the run has been stopped; for use within long steps.
    pub fn check(&self) -> Result<(), RunError> {
        if self.stop.load(Ordering::Relaxed) { Err(RunError::Stopped) } else { Ok(()) }
    }

    /// Reports a measured value.
    pub fn figure(&mut self, figure: Figure) {
        (self.observer)(Event::Figure(figure));
    }

    /// Reports a value without a published counterpart: `x` and `value` with their units.
    pub fn measured(
        &mut self,
        series: impl Into<String>,
        x: (f64, &'static str),
        metric: &'static str,
        value: (f64, &'static str),
    ) {
        self.figure(Figure::new(series, x, metric, value));
    }

    /// Reports a setting that applies to every figure, such as the number of frames.
    pub fn setting(&mut self, name: &'static str, value: impl std::fmt::Display) {
        (self.observer)(Event::Setting { name, value: value.to_string() });
    }

    /// Reports a remark that a reader of the figures must know.
    pub fn note(&mut self, text: impl Into<String>) {
        (self.observer)(Event::Note(text.into()));
    }

    /// The OpenGL context; `Err` if there is none.
    pub fn gpu(&self) -> Result<&'a Gpu, RunError> {
        self.gpu.ok_or_else(|| GpuError::NoContext("this experiment draws, so it needs one".into()).into())
    }

    /// A new detector of the method with this id: default settings, changed by `set` (setting ids and
    /// values).
    pub fn detector(&self, id: &str, set: &[(&str, &str)]) -> Result<Box<dyn Detector>, RunError> {
        let method = methods::find(id).ok_or_else(|| RunError::NoMethod(id.into()))?;
        let mut settings = method.default_settings();
        for (name, value) in set {
            settings.set(name, value).map_err(|why| RunError::Setting(format!("{id}: {why}")))?;
        }
        Ok(method.detector(self.gpu, &settings)?)
    }
}
