//! What an experiment measures with: its context, its seed, and the one who listens.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::detector::{DetectError, Detector};
use crate::gpu::{Gpu, GpuError};
use crate::methods;
use crate::world::ParameterError;

/// One measured number: a row of the CSV file.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What is compared, such as a method, or `method/schedule`.
    pub series: String,
    /// Where on the horizontal axis.
    pub x: f64,
    /// What `x` counts, such as `bodies`.
    pub x_unit: &'static str,
    /// What was measured; `time` is in milliseconds.
    pub metric: &'static str,
    /// The number.
    pub value: f64,
    /// Of the value; empty for a count.
    pub unit: &'static str,
    /// What the source prints for it, where it survived.
    pub published: Option<f64>,
}

/// What an experiment tells while it runs.
#[derive(Clone, Debug)]
pub enum Event {
    /// A number is measured.
    Figure(Figure),
    /// Something that holds for every figure, such as how many frames were run: for the CSV file.
    Setting {
        /// Such as `frames`.
        name: &'static str,
        /// As text.
        value: String,
    },
    /// So much of it is done.
    Progress {
        /// Steps done, by their weight.
        done: u64,
        /// Steps in all, by their weight.
        total: u64,
        /// What comes next, in a few words.
        next: String,
    },
    /// Something that a reader of the figures must know, such as a method that cannot run here.
    Note(String),
}

/// Why an experiment ended early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Somebody asked it to.
    #[error("stopped")]
    Stopped,
    /// It draws, and there is nothing to draw with.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// A method could not decide.
    #[error(transparent)]
    Detect(#[from] DetectError),
    /// A world could not be made.
    #[error(transparent)]
    World(#[from] ParameterError),
    /// No method has this id.
    #[error("no method is called {0:?}")]
    NoMethod(String),
    /// It panicked: a mistake in the program.
    #[error("it broke off; what it said is on the terminal")]
    BrokeOff,
    /// A setting was refused.
    #[error("{0}")]
    Setting(String),
}

/// One run of an experiment.
pub struct Run<'a> {
    /// Less of everything, so that it takes a few seconds.
    pub quick: bool,
    /// Start of the random numbers.
    pub seed: u64,
    gpu: Option<&'a Gpu>,
    tell: &'a mut dyn FnMut(Event),
    stop: &'a AtomicBool,
    done: u64,
    total: u64,
}

impl<'a> Run<'a> {
    /// `tell` hears every event as it happens; `stop` ends the run at the next step.
    pub fn new(
        quick: bool,
        seed: u64,
        gpu: Option<&'a Gpu>,
        stop: &'a AtomicBool,
        tell: &'a mut dyn FnMut(Event),
    ) -> Self {
        Self { quick, seed, gpu, tell, stop, done: 0, total: 0 }
    }

    /// How many steps there will be, or how much they weigh together. Called once, before the first
    /// [`Run::step`].
    pub fn expect(&mut self, steps: usize) {
        self.total = steps as u64;
    }

    /// Begins the next step, or ends the run if somebody asked for that.
    pub fn step(&mut self, next: impl Into<String>) -> Result<(), RunError> {
        self.step_of(1, next)
    }

    /// The same for a step that takes as long as `weight` others, so that the remaining time can be told.
    pub fn step_of(&mut self, weight: usize, next: impl Into<String>) -> Result<(), RunError> {
        self.check()?;
        (self.tell)(Event::Progress { done: self.done, total: self.total, next: next.into() });
        self.done += weight as u64;
        Ok(())
    }

    /// Ends the run if somebody asked for that; for the inside of long steps.
    pub fn check(&self) -> Result<(), RunError> {
        if self.stop.load(Ordering::Relaxed) { Err(RunError::Stopped) } else { Ok(()) }
    }

    /// Hands out a number.
    pub fn figure(&mut self, figure: Figure) {
        (self.tell)(Event::Figure(figure));
    }

    /// Says what holds for every figure, such as how many frames are run.
    pub fn setting(&mut self, name: &'static str, value: impl std::fmt::Display) {
        (self.tell)(Event::Setting { name, value: value.to_string() });
    }

    /// Says something that a reader of the figures must know.
    pub fn note(&mut self, text: impl Into<String>) {
        (self.tell)(Event::Note(text.into()));
    }

    /// What to draw with.
    pub fn gpu(&self) -> Result<&'a Gpu, RunError> {
        self.gpu.ok_or_else(|| GpuError::NoContext("this experiment draws, so it needs one".into()).into())
    }

    /// A method of the table, built afresh, at its defaults but for `set`.
    pub fn detector(&self, id: &str, set: &[(&str, &str)]) -> Result<Box<dyn Detector>, RunError> {
        let method = methods::find(id).ok_or_else(|| RunError::NoMethod(id.into()))?;
        let mut settings = method.default_settings();
        for (name, value) in set {
            settings.set(name, value).map_err(|why| RunError::Setting(format!("{id}: {why}")))?;
        }
        Ok(method.detector(self.gpu, &settings)?)
    }
}
