//! The schedules by name, what each needs, and the dispatch to them.

use std::time::Duration;

use super::atlas::Atlas;
use super::auto::Auto;
use super::instanced::Instanced;
use super::pair_by_pair::{self, FAST, PUBLISHED};
use super::{Job, Stage, gl};
use crate::detector::{Cost, DetectError};
use crate::gpu::target::Holds;
use crate::gpu::{Capabilities, Gpu, GpuError, Target};
use crate::image_space::options::Options;
use crate::image_space::pass::PassProgram;
use crate::world::Body;

/// One way to run a table of passes over many pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Whichever of the others is fastest here.
    Auto,
    /// Four pairs at a time.
    Fast,
    /// Pass by pass over sheets of pairs.
    Atlas,
    /// One draw per pass and sheet.
    Instanced,
    /// As published.
    PairByPair,
}

impl Schedule {
    /// Those that do the work, in the order in which they are tried.
    pub const WORKING: [Self; 4] = [Self::Fast, Self::Atlas, Self::Instanced, Self::PairByPair];

    /// As in `--set schedule=WORD`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Fast => "fast",
            Self::Atlas => "atlas",
            Self::Instanced => "instanced",
            Self::PairByPair => "pair-by-pair",
        }
    }

    /// The schedule of this name; `PairByPair` for any other.
    pub fn of(word: &str) -> Self {
        let all = [Self::Auto].into_iter().chain(Self::WORKING);
        all.into_iter().find(|s| s.word() == word).unwrap_or(Self::PairByPair)
    }

    /// What is missing on this machine, or `None` if the schedule runs here.
    pub fn why_not(self, capabilities: &Capabilities) -> Option<&'static str> {
        let layers = matches!(self, Self::Atlas | Self::Instanced);
        if layers && capabilities.max_layers == 0 {
            Some("layers chosen by the vertex shader (GL_ARB_shader_viewport_layer_array)")
        } else if self == Self::Instanced && !capabilities.storage {
            Some("storage buffers in fragment shaders and indirect draws (version 4.3)")
        } else {
            None
        }
    }

    fn require(self, capabilities: &Capabilities) -> Result<(), GpuError> {
        match self.why_not(capabilities) {
            None => Ok(()),
            Some(missing) => Err(GpuError::Missing {
                missing: format!("{missing}, which schedule={} needs", self.word()),
                still_works: "schedule=fast decides the same pairs here",
            }),
        }
    }
}

/// The schedules of one detector; each is made when it is first used.
pub struct Schedules {
    gpu: Gpu,
    atlas: Option<Atlas>,
    instanced: Option<Instanced>,
    /// The published loop's own tile, where the stage has more than one.
    lone_tile: Option<Target>,
    auto: Option<Auto>,
}

impl Schedules {
    /// Refused where the chosen one cannot run.
    pub fn new(gpu: &Gpu, chosen: Schedule) -> Result<Self, GpuError> {
        chosen.require(gpu.capabilities())?;
        let can_run = |s: &Schedule| s.why_not(gpu.capabilities()).is_none();
        let auto = (chosen == Schedule::Auto)
            .then(|| Auto::new(Schedule::WORKING.into_iter().filter(can_run).collect()));
        Ok(Self { gpu: gpu.clone(), atlas: None, instanced: None, lone_tile: None, auto })
    }

    /// Which one shall do the next detection, over `pairs` pairs: `chosen`, or what it stands for.
    pub fn choose(&mut self, chosen: Schedule, pairs: usize) -> Schedule {
        self.auto.as_mut().map_or(chosen, |auto| auto.choose(pairs))
    }

    /// Hears how long that detection took.
    pub fn took(&mut self, schedule: Schedule, time: Duration, pairs: usize) {
        if let Some(auto) = &mut self.auto {
            auto.took(schedule, time, pairs);
        }
    }

    /// What `auto` has found out.
    pub fn note(&self) -> Option<String> {
        self.auto.as_ref()?.note()
    }

    /// Runs `table` over `jobs`; returns per job what each round counted, `None` for rounds not run.
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
    ) -> Result<Vec<[Option<u32>; 2]>, DetectError> {
        let side = options.resolution;
        match schedule {
            Schedule::Atlas => {
                let atlas = match &mut self.atlas {
                    Some(atlas) => atlas,
                    none => none.insert(Atlas::new(&self.gpu, side).map_err(gl)?),
                };
                atlas.run(stage, table, options, bodies, jobs, cost)
            }
            Schedule::Instanced => {
                let instanced = match &mut self.instanced {
                    Some(instanced) => instanced,
                    none => none.insert(Instanced::new(&self.gpu, side).map_err(gl)?),
                };
                instanced.run(stage, table, options, bodies, jobs, cost)
            }
            Schedule::PairByPair if stage.tiles.size() != [side; 2] => {
                let mut tile = match self.lone_tile.take() {
                    Some(tile) => tile,
                    None => Target::new(&self.gpu, Holds::DepthStencil, side, side).map_err(gl)?,
                };
                std::mem::swap(&mut stage.tiles, &mut tile);
                let counts = pair_by_pair::run(stage, table, options, &PUBLISHED, bodies, jobs, cost);
                std::mem::swap(&mut stage.tiles, &mut tile);
                self.lone_tile = Some(tile);
                counts
            }
            Schedule::PairByPair => pair_by_pair::run(stage, table, options, &PUBLISHED, bodies, jobs, cost),
            Schedule::Fast | Schedule::Auto => {
                pair_by_pair::run(stage, table, options, &FAST, bodies, jobs, cost)
            }
        }
    }
}
