//! The schedules of a detector and their dispatch.

use std::time::Duration;

use super::atlas::Atlas;
use super::auto::Auto;
use super::instanced::{self, Instanced};
use super::pair_by_pair::{self, FAST, PUBLISHED, Tuning};
use super::sheet::most_layers;
use super::word::Schedule;
use super::{Found, Job, Stage, gl, turn_by_turn};
use crate::detector::{Cost, DetectError, RoundCounts};
use crate::gpu::target::Holds;
use crate::gpu::{Capabilities, Gpu, GpuError, Target};
use crate::image_space::options::Options;
use crate::image_space::pass::{PassProgram, Read, Repeat};
use crate::world::Body;

/// The schedules of one detector, each created on first use.
pub struct Schedules {
    gpu: Gpu,
    /// Draws to layers. If the shader cannot select layers, `four_tiles` is used, which places the tiles side by side.
    fast: Option<Atlas>,
    four_tiles: Option<Target>,
    atlas: Option<Atlas>,
    instanced: Option<Instanced>,
    auto: Option<Auto>,
}

impl Schedules {
    /// `Err` names the capability that `chosen` needs and this machine lacks.
    pub fn new(gpu: &Gpu, chosen: Schedule) -> Result<Self, GpuError> {
        require_here(chosen, gpu.capabilities())?;
        // Without layers the fast schedule's tiles lie side by side, where rounding may move an edge to another
        // sample. Its counts can then differ from the other schedules', so `auto` has no other candidate.
        let candidates = match gpu.capabilities().max_layers {
            0 => vec![Schedule::Fast],
            _ => Schedule::WORKING.into_iter().filter(|s| s.why_not(gpu.capabilities()).is_none()).collect(),
        };
        let auto = (chosen == Schedule::Auto).then(|| Auto::new(candidates));
        Ok(Self { gpu: gpu.clone(), fast: None, four_tiles: None, atlas: None, instanced: None, auto })
    }

    /// Takes over another resolution, in pixels along a tile's side; `auto` measures again.
    pub fn resize(&mut self, resolution: u32) {
        let capabilities = self.gpu.capabilities();
        self.four_tiles = None;
        if let Some(fast) = &mut self.fast {
            fast.resize(resolution, FAST.columns.pow(2));
        }
        if let Some(atlas) = &mut self.atlas {
            atlas.resize(resolution, most_layers(capabilities, resolution));
        }
        if let Some(instanced) = &mut self.instanced {
            instanced.resize(resolution, instanced::Tuning::of(capabilities, resolution));
        }
        if let Some(auto) = &mut self.auto {
            auto.begin_again();
        }
    }

    /// The schedule for the next detection, over `pairs` pairs: `chosen`, or the choice of `auto`.
    pub fn choose(&mut self, chosen: Schedule, pairs: usize) -> Schedule {
        self.auto.as_mut().map_or(chosen, |auto| auto.choose(pairs))
    }

    /// Records the duration of a detection over `pairs` pairs with this schedule.
    pub fn record_time(&mut self, schedule: Schedule, time: Duration, pairs: usize) {
        if let Some(auto) = &mut self.auto {
            auto.record_time(schedule, time, pairs);
        }
    }

    /// Result or progress of the measurement by `auto`; `None` for other schedules.
    pub fn note(&self) -> Option<String> {
        self.auto.as_ref()?.note()
    }

    /// Runs `table` over `jobs`.
    #[allow(clippy::too_many_arguments)]
    pub fn run(
        &mut self,
        schedule: Schedule,
        stage: &mut Stage,
        table: &PassProgram,
        options: &Options,
        bodies: &[Body],
        jobs: &[Job],
        cost: &mut Cost,
    ) -> Result<Vec<Found>, DetectError> {
        if table.read == Read::Lists {
            return turn_by_turn::lists(stage, table, options, bodies, jobs, cost);
        }
        let counts = self.counts(schedule, stage, table, options, bodies, jobs, cost)?;
        Ok(counts.into_iter().map(Found::from).collect())
    }

    /// Runs a table that counts; returns each round's count per job, `None` for rounds not run.
    #[allow(clippy::too_many_arguments)]
    fn counts(
        &mut self,
        schedule: Schedule,
        stage: &mut Stage,
        table: &PassProgram,
        options: &Options,
        bodies: &[Body],
        jobs: &[Job],
        cost: &mut Cost,
    ) -> Result<Vec<RoundCounts>, DetectError> {
        let side = options.resolution;
        let capabilities = self.gpu.capabilities();
        if table.repeat != Repeat::Once {
            let skip_hidden = schedule != Schedule::PairByPair;
            return turn_by_turn::run(stage, table, options, skip_hidden, bodies, jobs, cost);
        }
        match schedule {
            Schedule::PairByPair => pair_by_pair::run(stage, table, options, &PUBLISHED, bodies, jobs, cost),
            Schedule::Fast | Schedule::Auto if capabilities.max_layers > 0 && table.fits_sheets() => {
                let make = || Atlas::new(&self.gpu, side, FAST.columns.pow(2));
                require(&mut self.fast, make)?.run(stage, table, options, bodies, jobs, cost)
            }
            // On a GPU tiles side by side gain nothing, and their rounding changed verdicts (seen on an NVIDIA H200).
            Schedule::Fast | Schedule::Auto if !capabilities.is_software() => {
                let tuning = Tuning { columns: 1, ..FAST };
                pair_by_pair::run(stage, table, options, &tuning, bodies, jobs, cost)
            }
            Schedule::Fast | Schedule::Auto => {
                let sides = FAST.columns * side;
                let make = || Target::new(&self.gpu, Holds::DepthStencil, sides, sides);
                let four_tiles = require(&mut self.four_tiles, make)?;
                std::mem::swap(&mut stage.tiles, four_tiles);
                let counts = pair_by_pair::run(stage, table, options, &FAST, bodies, jobs, cost);
                std::mem::swap(&mut stage.tiles, four_tiles);
                counts
            }
            Schedule::Atlas => {
                let make = || Atlas::new(&self.gpu, side, most_layers(capabilities, side));
                require(&mut self.atlas, make)?.run(stage, table, options, bodies, jobs, cost)
            }
            Schedule::Instanced => {
                let make = || Instanced::new(&self.gpu, side, instanced::Tuning::of(capabilities, side));
                require(&mut self.instanced, make)?.run(stage, table, options, bodies, jobs, cost)
            }
        }
    }
}

/// The schedule in `slot`. If the slot is empty, `make` first creates the schedule.
fn require<T>(
    slot: &mut Option<T>,
    make: impl FnOnce() -> Result<T, GpuError>,
) -> Result<&mut T, DetectError> {
    Ok(match slot {
        Some(made) => made,
        none => none.insert(make().map_err(gl)?),
    })
}

/// Refuses a schedule that this machine cannot run, and names an alternative.
fn require_here(schedule: Schedule, capabilities: &Capabilities) -> Result<(), GpuError> {
    match schedule.why_not(capabilities) {
        None => Ok(()),
        Some(missing) => Err(GpuError::Missing {
            missing: format!("{missing}, which schedule={} needs", schedule.word()),
            still_works: "schedule=fast decides the same pairs here",
        }),
    }
}
