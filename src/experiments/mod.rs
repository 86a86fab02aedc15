//! The sources' experiments, rerun: one file per published table or figure, one row each in
//! [`EXPERIMENTS`]. The command line, the window's page, the README's list and the tests come from that
//! table.
//!
//! An experiment is a function that measures and reports [`Figure`]s one by one through its [`Run`], so that
//! it can be watched, and stopped between any two, with what is done so far complete. A [`Worker`] runs
//! one in a thread of its own, a [`Record`] gathers what it reports. A quick run measures the same things
//! over fewer frames, bodies or pairs, and says so in its settings.

pub mod broad_phase;
pub mod claims;
mod contest;
mod figure_3;
mod figure_4;
pub mod ink;
pub mod measure;
pub mod penetration;
pub mod pivot;
pub mod plot;
pub mod published;
pub mod ray_casts;
pub mod record;
mod resolution;
pub mod results;
mod road;
pub mod run;
pub mod scale;
pub mod scenes;
pub mod schedules;
mod table_1;
mod table_2;
mod table_3;
pub mod worker;

pub use record::Record;
pub use run::{Event, Figure, Run, RunError};
pub use worker::{News, Worker};

/// One row of [`EXPERIMENTS`].
pub struct Experiment {
    /// As in `collidoscope bench ID`; part of the command line's contract.
    pub id: &'static str,
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
    /// Text under the x axis, with its unit.
    pub x_label: &'static str,
    /// Text beside the y axis, with its unit.
    pub y_label: &'static str,
    /// Whether the x axis is logarithmic.
    pub x_log: bool,
    /// Whether the y axis is logarithmic.
    pub y_log: bool,
}

/// Form of a plot: [`PlotKind::shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotShape {
    /// A line per series through its points.
    Lines,
    /// Groups of bars, one bar per series.
    Bars,
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

/// All experiments, in the order of the menus and of `bench all`.
pub const EXPERIMENTS: &[Experiment] = &[
    // First, because it times the published loop as a process finds it, before others keep freed memory.
    schedules::SCHEDULES,
    figure_3::FIGURE_3,
    figure_4::FIGURE_4,
    table_1::EXPERIMENT,
    table_2::EXPERIMENT,
    table_3::EXPERIMENT,
    resolution::RESOLUTION,
    broad_phase::EXPERIMENT,
    road::EXPERIMENT,
];

/// The experiment of this id; `None` if there is none.
pub fn find(id: &str) -> Option<&'static Experiment> {
    EXPERIMENTS.iter().find(|e| e.id == id)
}
