//! The definition of an experiment: how it measures, how its figures are plotted, and what its source claims.

use super::run::{Figure, Run, RunError};

/// One row of [`super::EXPERIMENTS`].
pub struct Experiment {
    /// The id in `collidoscope bench ID`; scripts rely on it.
    pub id: &'static str,
    /// Id of the experiment's lab.
    pub lab: &'static str,
    /// The name in menus and the heading of the plot, in English.
    pub title: &'static str,
    /// Authors, and the table or figure of the publication.
    pub source: &'static str,
    /// One English sentence with the measured quantity and its range.
    pub says: &'static str,
    /// Whether the experiment needs an OpenGL context.
    pub needs_gpu: bool,
    /// How its figures are plotted.
    pub plot: PlotKind,
    /// Runs the measurements and reports figures and progress through its [`Run`].
    pub run: fn(&mut Run) -> Result<(), RunError>,
    /// Judges the source's claims by the figures so far.
    pub claims: fn(&[Figure]) -> Vec<Claim>,
}

/// How an experiment's figures are plotted: one metric against x, with a line or a group of bars per series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlotKind {
    /// The [`Figure::metric`] that is plotted.
    pub metric: &'static str,
    /// Whether the plot has lines over x or bars grouped by x.
    pub shape: PlotShape,
    /// The axis of [`Figure::x`].
    pub x: Axis,
    /// The axis of the metric.
    pub y: Axis,
    /// The series of the publication's own figure, which a plot shows until others are chosen; empty: all.
    pub series: &'static [&'static str],
}

/// The choice of every series of a plot.
pub const ALL: &str = "all";

impl PlotKind {
    /// A line per series.
    pub const fn lines(metric: &'static str, x: Axis, y: Axis) -> Self {
        Self { metric, shape: PlotShape::Lines, x, y, series: &[] }
    }

    /// A bar per series at every x.
    pub const fn bars(metric: &'static str, x: Axis, y: Axis) -> Self {
        Self { metric, shape: PlotShape::Bars, x, y, series: &[] }
    }

    /// The plot with these series until others are chosen.
    pub const fn of_series(self, series: &'static [&'static str]) -> Self {
        Self { series, ..self }
    }

    /// Whether a choice has this series: names separated by commas, [`ALL`], or nothing for [`Self::series`].
    pub fn shows(&self, choice: &str, series: &str) -> bool {
        match choice.trim() {
            "" => self.series.is_empty() || self.series.contains(&series),
            ALL => true,
            names => names.split(',').any(|name| name.trim() == series),
        }
    }
}

/// The form of a plot, see [`PlotKind::shape`].
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

/// A published claim and the result measured here.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The claim, such as "≥ 20 % less time than RECODE".
    pub published: String,
    /// The result, such as "62 % less time", or why there is none yet.
    pub here: String,
    /// The judgement, or why there is none.
    pub judgement: Judgement,
    /// The source's own sentence, if it prints one.
    pub original: Option<Original>,
    /// A condition of the comparison that limits the judgement.
    pub remark: Option<String>,
}

/// A sentence of a source in the source's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Original {
    /// The sentence, or the part of it that makes the claim.
    pub sentence: String,
    /// The section, slide or table that contains the sentence.
    pub section: String,
}

/// The judgement on a claim, or (the last two variants) the reason why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Every measured case agrees with the claim.
    Holds,
    /// Some of the measured cases agree with the claim.
    HoldsInPart,
    /// The published number or effect does not appear here, under conditions that differ from the source's.
    NotReproduced,
    /// The claim is general, and a measured case refutes it.
    Contradicted,
    /// The source does not make this claim; the row shows what is measured.
    NoSuchClaim,
    /// Too little has been measured so far.
    Open,
    /// A quick run measures too little to judge.
    TooSmall,
}
