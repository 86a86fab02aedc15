//! What an experiment is: how it measures, how its figures are plotted, and what its source claims.

use super::run::{Figure, Run, RunError};

/// One row of the table.
pub struct Experiment {
    /// As in `collidoscope bench ID`; part of the command line's contract.
    pub id: &'static str,
    /// In menus and over the plot.
    pub title: &'static str,
    /// Publication and place.
    pub source: &'static str,
    /// One sentence: what is measured, over what.
    pub says: &'static str,
    /// Whether it draws.
    pub needs_gpu: bool,
    /// How its figures are plotted.
    pub plot: PlotKind,
    /// Measures.
    pub run: fn(&mut Run) -> Result<(), RunError>,
    /// What the source claims, beside what was measured here. Gets whatever has been measured so far.
    pub claims: fn(&[Figure]) -> Vec<Claim>,
}

/// How an experiment's figures become a picture: one metric against x, a line or a group of bars per series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlotKind {
    /// Which [`Figure::metric`] is plotted.
    pub metric: &'static str,
    /// Lines over x, or bars grouped by x.
    pub shape: PlotShape,
    /// Under the axis, with its unit.
    pub x_label: &'static str,
    /// Beside the axis, with its unit.
    pub y_label: &'static str,
    /// Whether x is drawn logarithmically.
    pub x_log: bool,
    /// Whether y is drawn logarithmically.
    pub y_log: bool,
}

/// See [`PlotKind::shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotShape {
    /// Points joined by lines.
    Lines,
    /// Bars side by side.
    Bars,
}

/// A published claim beside what was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// What the source says, such as "≥ 20 % less time than RECODE".
    pub published: String,
    /// What was measured, such as "62 % less". Says so if too little has been measured yet.
    pub here: String,
    /// Whether the claim holds here; `None` if too little has been measured to say.
    pub holds: Option<bool>,
}
