//! Methods that use the rasteriser. Each is a table of passes ([`pass`]), drawn in a pair's window ([`view`]) and run
//! over many pairs by a schedule ([`schedule`]).

pub mod conservative;
pub mod cullide;
pub mod depth_lists;
pub mod depth_maps;
mod depth_only;
pub mod depth_readback;
pub mod edge_winding;
pub mod explained;
pub mod framing;
pub mod mesh_cache;
pub mod occlusion_query;
pub mod options;
pub mod own;
pub mod parity_slice;
pub mod pass;
pub mod pixel_twin;
pub mod recode;
pub mod recording;
pub mod schedule;
pub mod stencil;
pub mod view;
pub mod winding;

use std::time::Instant;

use crate::detector::{Cost, DetectError, Detection, Detector, Evidence, Tally, Tile, Verdict};
use crate::gpu::{Gpu, GpuError, Rect};
use crate::settings::Settings;
use crate::world::{Body, Pair};
use framing::Framing;
use options::Options;
use pass::{PassProgram, Repeat};
use schedule::choice::Schedules;
use schedule::instanced::Bare;
use schedule::word::Schedule;
use schedule::{Command, Job, Stage, turn_by_turn};
use view::View;

/// A method that runs a table of passes.
pub struct ImageSpace {
    table: PassProgram,
    /// Whether the table is one of the settings, as in the methods with a table of one's own.
    is_own: bool,
    options: Options,
    stage: Stage,
    schedules: Schedules,
}

/// Creates the detector of `table`, for the table of methods.
pub fn make(
    gpu: Option<&Gpu>,
    settings: &Settings,
    table: &PassProgram,
) -> Result<Box<dyn Detector>, GpuError> {
    let options = Options::of(settings).ok_or_else(of_another_method)?;
    Ok(Box::new(ImageSpace::new(require_context(gpu)?, table, options)?))
}

/// The refusal of settings that lack what the method needs.
pub fn of_another_method() -> GpuError {
    GpuError::Refused("the settings are those of another method".into())
}

/// Creates the detector of the table that these settings hold, for the table of methods.
pub fn make_own(gpu: Option<&Gpu>, settings: &Settings) -> Result<Box<dyn Detector>, GpuError> {
    let options = Options::of(settings).ok_or_else(of_another_method)?;
    let made = ImageSpace::new(require_context(gpu)?, &own::settings::table(settings).lowered(), options)?;
    Ok(Box::new(ImageSpace { is_own: true, ..made }))
}

/// The OpenGL context; `Err` if there is none.
pub fn require_context(gpu: Option<&Gpu>) -> Result<&Gpu, GpuError> {
    gpu.ok_or_else(|| GpuError::NoContext("this method needs one to draw".into()))
}

impl ImageSpace {
    /// Compiles the shader and creates one tile. `Err` if the schedule cannot run on this machine.
    pub fn new(gpu: &Gpu, table: &PassProgram, options: Options) -> Result<Self, GpuError> {
        let schedules = Schedules::new(gpu, options.schedule)?;
        if options.schedule != Schedule::PairByPair {
            gpu.keep_freed_memory();
        }
        let stage = Stage::new(gpu, options.resolution, 1)?.for_table(table)?;
        Ok(Self { table: table.clone(), is_own: false, options, stage, schedules })
    }

    /// Sets work that the processor does in every round between the last query and the first answer, in the schedule
    /// `pair-by-pair`.
    pub fn beside(&mut self, work: impl FnMut() + 'static) {
        self.stage.beside = Some(Box::new(work));
    }

    /// Decides the pairs in the schedule `pair-by-pair`, whose counts equal those of the other schedules, and returns the
    /// commands in the order of issue.
    pub fn commands(&mut self, bodies: &[Body], pairs: &[Pair]) -> Result<Vec<Command>, DetectError> {
        self.stage.commands = Some(Vec::new());
        let verdicts = self.decide(bodies, pairs, Schedule::PairByPair, &mut Cost::default());
        self.stage.take_gpu_time();
        verdicts.map(|_| self.stage.commands.take().unwrap_or_default())
    }

    /// The triangles of the first round of all pairs, ready to be drawn without anything else.
    pub fn bare(&mut self, bodies: &[Body], pairs: &[Pair]) -> Result<Bare, DetectError> {
        let framing = Framing::new(&self.table, &self.options, &mut self.stage.meshes, bodies, pairs)?;
        let jobs: Vec<Job> =
            pairs.iter().enumerate().filter_map(|(index, pair)| framing.job(index, *pair, 0)).collect();
        Bare::new(&mut self.stage, &self.table, &self.options, bodies, &jobs)
    }

    fn decide(
        &mut self,
        bodies: &[Body],
        pairs: &[Pair],
        schedule: Schedule,
        cost: &mut Cost,
    ) -> Result<Vec<Verdict>, DetectError> {
        framing::require_bodies(&self.table, bodies, pairs)?;
        self.stage.meshes.forget_unused();
        let framing = Framing::new(&self.table, &self.options, &mut self.stage.meshes, bodies, pairs)?;
        let window = Verdict { colliding: false, evidence: Evidence::EmptyWindow };
        let mut verdicts = vec![window; pairs.len()];
        // With one axis the loop runs once; with all three, only undecided pairs continue.
        for attempt in 0..3 {
            let to_try = |index: usize| attempt == 0 || framing::is_undecided(&self.table, &verdicts[index]);
            let jobs: Vec<Job> = (pairs.iter().enumerate().filter(|(index, _)| to_try(*index)))
                .filter_map(|(index, pair)| framing.job(index, *pair, attempt))
                .collect();
            if jobs.is_empty() {
                break;
            }
            let (stage, options) = (&mut self.stage, &self.options);
            let rounds = self.schedules.run(schedule, stage, &self.table, options, bodies, &jobs, cost)?;
            for (job, rounds) in jobs.iter().zip(rounds) {
                verdicts[job.index] = framing::verdict(&self.table, &self.options, &job.view, rounds);
            }
        }
        Ok(verdicts)
    }
}

impl Detector for ImageSpace {
    fn detect(&mut self, bodies: &[Body], pairs: &[Pair]) -> Result<Detection, DetectError> {
        let mut cost = Cost { pairs: pairs.len() as u64, ..Cost::default() };
        let start = Instant::now();
        let schedule = self.schedules.choose(self.options.schedule, pairs.len());
        let verdicts = self.decide(bodies, pairs, schedule, &mut cost)?;
        let gpu = self.stage.take_gpu_time();
        cost.cpu = start.elapsed();
        self.schedules.record_time(schedule, cost.cpu, pairs.len());
        cost.rejections = rejections(&verdicts);
        // llvmpipe's first result can be the machine's uptime, so a time longer than the call is ignored.
        cost.gpu = gpu.filter(|time| *time <= cost.cpu);
        Ok(Detection { verdicts, cost })
    }

    fn adapt(&mut self, settings: &Settings) -> bool {
        let is_same = |options: &Options| {
            let is_same_table = || own::settings::table(settings).lowered() == self.table;
            options.schedule == self.options.schedule && (!self.is_own || is_same_table())
        };
        let Some(options) = Options::of(settings).filter(is_same) else { return false };
        if options.resolution != self.options.resolution {
            if self.stage.resize(options.resolution).is_err() {
                return false;
            }
            self.schedules.resize(options.resolution);
        }
        self.options = options;
        true
    }

    fn note(&self) -> Option<String> {
        self.schedules.note()
    }

    fn tile(&mut self, bodies: &[Body], pair: Pair) -> Result<Option<Tile>, DetectError> {
        // The pair-by-pair schedule is used because it draws to the stage's own tile, which is then read. Its counts
        // equal those of the other schedules.
        let verdict = self.decide(bodies, &[pair], Schedule::PairByPair, &mut Cost::default())?[0];
        self.stage.take_gpu_time();
        if verdict.evidence == Evidence::EmptyWindow {
            return Ok(None);
        }
        let framing = Framing::new(
            &self.table,
            &self.options,
            &mut self.stage.meshes,
            bodies,
            std::slice::from_ref(&pair),
        )?;
        let mut jobs = (0..3).filter_map(|attempt| framing.job(0, pair, attempt));
        let by_axis = |job: &Job| match verdict.evidence {
            Evidence::Samples { axis, .. } | Evidence::Volume { axis, .. } => axis == job.view.axis,
            _ => false,
        };
        let Some(job) = jobs.find(by_axis) else { return Ok(None) };
        if self.table.repeat != Repeat::Once {
            // The tile of the last turn says little about the others: the one that counted most is shown.
            turn_by_turn::draw_fullest(&mut self.stage, &self.table, &self.options, bodies, &job)?;
        }
        let side = self.options.resolution;
        let (depth, stencil) = self.stage.tiles.read_depth_stencil(Rect::of_size(side, side));
        let View { axis, volume, .. } = job.view;
        Ok(Some(Tile { side, depth, stencil, proof: self.table.proof(), verdict, axis, volume }))
    }
}

/// Names of the stages that prove a pair disjoint, in the order of the counters.
pub const REJECTIONS: &[&str] = &["boxes", "round 1", "round 2"];

/// The number of pairs proved disjoint by each stage in [`REJECTIONS`]: by their boxes, by round 1, by round 2 or
/// a later one.
fn rejections(verdicts: &[Verdict]) -> Tally {
    let mut tally = Tally::of(REJECTIONS);
    for verdict in verdicts.iter().filter(|v| !v.colliding) {
        match verdict.evidence {
            Evidence::Samples { rounds: [Some(0), None, ..], .. } => tally.add(1, 1),
            Evidence::Samples { .. } => tally.add(2, 1),
            Evidence::Volume { .. } => tally.add(1, 1),
            _ => tally.add(0, 1),
        }
    }
    tally
}
