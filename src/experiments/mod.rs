//! The sources' experiments, rerun: one file per published table or figure and one row each in
//! [`EXPERIMENTS`]. The command line, the window's page, `docs/results.md` and the tests are derived
//! from that table.
//!
//! An experiment is a function that measures [`Figure`]s and reports them one by one through its [`Run`]. So it can be
//! shown while it runs, and stopped after any figure without losing the earlier ones. A [`Worker`] runs an experiment
//! on its own thread, and a [`Record`] collects its reports. A quick run measures the same quantities over fewer
//! frames, bodies or pairs, and records that in its settings.

pub mod broad_phase;
pub mod ccd;
pub mod claims;
mod cloth;
pub mod contest;
mod cullide;
mod experiment;
mod figure_3;
pub mod figure_4;
pub mod image_space;
pub mod ink;
pub mod level;
mod limit;
pub mod measure;
pub mod meshes;
pub mod overlap;
pub mod penetration;
pub mod pivot;
pub mod plot;
mod processor_load;
pub mod published;
pub mod ray_casts;
pub mod record;
mod resolution;
mod resting;
pub mod results;
mod road;
pub mod run;
pub mod scenes;
pub mod schedules;
pub mod shortcuts;
mod table_1;
pub mod table_2;
mod table_3;
pub mod truth;
pub mod worker;

pub use experiment::{ALL, Axis, Claim, Experiment, Judgement, Original, PlotKind, PlotShape};
pub use record::Record;
pub use run::{Event, Figure, Run, RunError};
pub use worker::{News, Worker};

/// All experiments, in the order of the menus and of `bench all`.
pub const EXPERIMENTS: &[Experiment] = &[
    // This experiment comes first: it must time the published loop before other experiments make the allocator keep
    // freed memory.
    schedules::SCHEDULES,
    figure_3::FIGURE_3,
    figure_4::FIGURE_4,
    overlap::EXPERIMENT,
    processor_load::EXPERIMENT,
    table_1::EXPERIMENT,
    table_2::EXPERIMENT,
    table_3::EXPERIMENT,
    resolution::RESOLUTION,
    image_space::IMAGE_SPACE,
    broad_phase::EXPERIMENT,
    resting::EXPERIMENT,
    cullide::EXPERIMENT,
    limit::EXPERIMENT,
    road::EXPERIMENT,
    meshes::obbtree_gap::EXPERIMENT,
    meshes::split_rules::EXPERIMENT,
    meshes::construction::EXPERIMENT,
    meshes::kdop_updates::EXPERIMENT,
    meshes::leaf_size::EXPERIMENT,
    meshes::best_k::EXPERIMENT,
    meshes::cost_function::EXPERIMENT,
    meshes::balance::EXPERIMENT,
    meshes::on_demand::EXPERIMENT,
    meshes::descent::EXPERIMENT,
    meshes::front::EXPERIMENT,
    meshes::time_critical::EXPERIMENT,
    meshes::distance::EXPERIMENT,
    meshes::peers::EXPERIMENT,
    level::scale::EXPERIMENT,
    level::bevels::EXPERIMENT,
    level::error::EXPERIMENT,
    level::movers::EXPERIMENT,
    level::peers::EXPERIMENT,
    cloth::tables::TABLE_1,
    cloth::tables::TABLE_2,
    cloth::tables::TABLE_3,
    cloth::tables::TABLE_4,
    cloth::tables::TABLE_5,
    cloth::sweep::TABLE_6,
    cloth::scale::EXPERIMENT,
    cloth::filters::EXPERIMENT,
    cloth::rivals::EXPERIMENT,
    cloth::guard::EXPERIMENT,
    cloth::depth_maps::EXPERIMENT,
    cloth::sweep::THRESHOLD,
    shortcuts::EXPERIMENT,
    truth::EXPERIMENT,
    truth::images::EXPERIMENT,
    truth::sweeps::EXPERIMENT,
    ccd::EXPERIMENT,
];

/// The experiment with this id; `None` if there is none.
pub fn find(id: &str) -> Option<&'static Experiment> {
    EXPERIMENTS.iter().find(|e| e.id == id)
}
