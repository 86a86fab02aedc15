//! What an experiment is: how it measures, how its figures are plotted, and what its source claims.

use super::run::{Figure, Run, RunError};

/// One row of [`super::EXPERIMENTS`].
pub struct Experiment {
    /// As in `collidoscope bench ID`; part of the command line's contract.
    pub id: &'static str,
    /// The lab that it belongs to, by its id.
    pub lab: &'static str,
    /// Menu text in English and heading of the plot.
    pub title: &'static str,
    /// Authors, and the place in the publication.
    pub source: &'static str,
    /// One English sentence: what is measured, over what.
    pub says: &'static str,
    /// Whether it needs a GL context.
    pub needs_gpu: bool,
    /// How its figures are plotted.
    pub plot: PlotKind,
    /// Measures, and reports figures and progress through its [`Run`].
    pub run: fn(&mut Run) -> Result<(), RunError>,
    /// The source's claims, beside what was measured here, from the figures so far.
    pub claims: fn(&[Figure]) -> Vec<Claim>,
}

/// How an experiment's figures become a picture: one metric against x, a line or a group of bars per series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlotKind {
    /// The [`Figure::metric`] that is plotted.
    pub metric: &'static str,
    /// Lines over x, or bars grouped by x.
    pub shape: PlotShape,
    /// The axis of [`Figure::x`].
    pub x: Axis,
    /// The axis of the metric.
    pub y: Axis,
}

impl PlotKind {
    /// A line per series.
    pub const fn lines(metric: &'static str, x: Axis, y: Axis) -> Self {
        Self { metric, shape: PlotShape::Lines, x, y }
    }

    /// A bar per series at every x.
    pub const fn bars(metric: &'static str, x: Axis, y: Axis) -> Self {
        Self { metric, shape: PlotShape::Bars, x, y }
    }
}

/// Form of a plot: [`PlotKind::shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotShape {
    /// A line per series through its points.
    Lines,
    /// Groups of bars, one bar per series.
    Bars,
}

/// An axis of a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// English text beside the axis, with its unit.
    pub label: &'static str,
    /// Whether the axis is logarithmic.
    pub log: bool,
}

impl Axis {
    /// A linear axis.
    pub const fn linear(label: &'static str) -> Self {
        Self { label, log: false }
    }

    /// A logarithmic axis.
    pub const fn log(label: &'static str) -> Self {
        Self { label, log: true }
    }
}

/// A published claim beside what was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// What the source says, such as "≥ 20 % less time than RECODE".
    pub published: String,
    /// What was measured, such as "62 % less", or that too little has been measured yet.
    pub here: String,
    /// Whether the claim holds here; `None` if too little has been measured to say.
    pub holds: Option<bool>,
}
