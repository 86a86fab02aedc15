//! The schedules by name, their requirements, and the dispatch to them.

use std::time::Duration;

use super::atlas::Atlas;
use super::auto::Auto;
use super::instanced::{self, Instanced};
use super::pair_by_pair::{self, FAST, PUBLISHED};
use super::sheet::most_layers;
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
    /// Four pairs at a time through each pass.
    Fast,
    /// Pass by pass over sheets of pairs.
    Atlas,
    /// One draw per pass and sheet.
    Instanced,
    /// One pair after the other, as published.
    PairByPair,
}

impl Schedule {
    /// The schedules that run tables themselves, in the order in which they are tried.
    pub const WORKING: [Self; 4] = [Self::Fast, Self::Atlas, Self::Instanced, Self::PairByPair];

    /// The word in `--set schedule=WORD`.
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
    /// Drawing to layers. Where the shader cannot choose them the four tiles lie side by side.
    fast: Option<Atlas>,
    four_tiles: Option<Target>,
    atlas: Option<Atlas>,
    instanced: Option<Instanced>,
    auto: Option<Auto>,
}

impl Schedules {
    /// `Err` names what `chosen` needs and this machine lacks.
    pub fn new(gpu: &Gpu, chosen: Schedule) -> Result<Self, GpuError> {
        chosen.require(gpu.capabilities())?;
        // Without layers the fast schedule's tiles lie side by side, where an edge may round to another
        // sample than alone; then nothing else may take turns with it.
        let candidates = match gpu.capabilities().max_layers {
            0 => vec![Schedule::Fast],
            _ => Schedule::WORKING.into_iter().filter(|s| s.why_not(gpu.capabilities()).is_none()).collect(),
        };
        let auto = (chosen == Schedule::Auto).then(|| Auto::new(candidates));
        Ok(Self { gpu: gpu.clone(), fast: None, four_tiles: None, atlas: None, instanced: None, auto })
    }

    /// The schedule for the next detection, over `pairs` pairs: `chosen`, or the one that `auto` stands for.
    pub fn choose(&mut self, chosen: Schedule, pairs: usize) -> Schedule {
        self.auto.as_mut().map_or(chosen, |auto| auto.choose(pairs))
    }

    /// Records how long that detection took.
    pub fn took(&mut self, schedule: Schedule, time: Duration, pairs: usize) {
        if let Some(auto) = &mut self.auto {
            auto.took(schedule, time, pairs);
        }
    }

    /// Result of the measurement by `auto`, or how far it is; `None` for other schedules.
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
        let capabilities = self.gpu.capabilities();
        match schedule {
            Schedule::PairByPair => pair_by_pair::run(stage, table, options, &PUBLISHED, bodies, jobs, cost),
            Schedule::Fast | Schedule::Auto if capabilities.max_layers > 0 && table.fits_sheets() => {
                let make = || Atlas::new(&self.gpu, side, FAST.columns.pow(2));
                require(&mut self.fast, make)?.run(stage, table, options, bodies, jobs, cost)
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

/// The content of `slot`, made by `make` if there is none yet.
fn require<T>(
    slot: &mut Option<T>,
    make: impl FnOnce() -> Result<T, GpuError>,
) -> Result<&mut T, DetectError> {
    Ok(match slot {
        Some(made) => made,
        none => none.insert(make().map_err(gl)?),
    })
}
