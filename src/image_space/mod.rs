//! Methods that let the rasteriser decide: each is a table of passes ([`pass`]), looked at through a
//! pair's window ([`view`]) and run over many pairs by a schedule ([`schedule`]).

pub mod conservative;
pub mod depth_readback;
pub mod mesh_cache;
pub mod occlusion_boolean;
pub mod occlusion_query;
pub mod options;
pub mod pass;
pub mod pixel_twin;
pub mod recode;
pub mod recording;
pub mod schedule;
pub mod stencil;
pub mod view;

use std::time::Instant;

use crate::detector::{
    Cost, DetectError, Detection, Detector, Evidence, Tally, Tile, Verdict, require_convex,
};
use crate::geometry::{Aabb, Vector};
use crate::gpu::{Gpu, GpuError, Rect};
use crate::settings::Settings;
use crate::world::{Body, Pair};
use conservative::Girth;
use options::Options;
use pass::{Outline, PassProgram, Read};
use schedule::choice::{Schedule, Schedules};
use schedule::{Job, Stage};
use view::View;

/// A table of passes at work.
pub struct ImageSpace {
    table: &'static PassProgram,
    options: Options,
    stage: Stage,
    schedules: Schedules,
}

/// For the table of methods.
pub fn make(
    gpu: Option<&Gpu>,
    settings: &Settings,
    table: &'static PassProgram,
) -> Result<Box<dyn Detector>, GpuError> {
    Ok(Box::new(ImageSpace::new(require_context(gpu)?, table, Options::from(settings))?))
}

/// The context, or that there must be one.
pub fn require_context(gpu: Option<&Gpu>) -> Result<&Gpu, GpuError> {
    gpu.ok_or_else(|| GpuError::NoContext("this method draws, so it needs one".into()))
}

impl ImageSpace {
    /// Compiles the shader and makes the tiles.
    pub fn new(gpu: &Gpu, table: &'static PassProgram, options: Options) -> Result<Self, GpuError> {
        let schedules = Schedules::new(gpu, options.schedule)?;
        if options.schedule != Schedule::PairByPair {
            gpu.keep_freed_memory();
        }
        let stage = Stage::new(gpu, options.resolution, 1)?.for_table(table)?;
        Ok(Self { table, options, stage, schedules })
    }

    fn decide(
        &mut self,
        bodies: &[Body],
        pairs: &[Pair],
        schedule: Schedule,
        cost: &mut Cost,
    ) -> Result<Vec<Verdict>, DetectError> {
        require_convex(bodies, pairs)?;
        self.stage.meshes.forget_unused();
        let girths = self.girths(bodies, pairs)?;
        let boxes = boxes_of(bodies, pairs, &girths);
        let window = Verdict { colliding: false, evidence: Evidence::EmptyWindow };
        let mut verdicts = vec![window; pairs.len()];
        // The published loop leaves the roles as they are. Whatever `auto` chooses must count alike.
        let farther_first = self.options.schedule != Schedule::PairByPair;
        // With one axis this runs once; with all three, only undecided pairs go on to the next: a hit settles a
        // pair, and of fat bodies a miss does.
        let open = |verdict: &Verdict| verdict.colliding == (self.table.outline == Outline::Fat);
        for attempt in 0..3 {
            let mut jobs = Vec::new();
            for (index, pair) in pairs.iter().enumerate() {
                let (a, b) = (&boxes[pair.a], &boxes[pair.b]);
                let axis = self.options.axis.axes(a, b).nth(attempt);
                let axis = axis.filter(|_| attempt == 0 || open(&verdicts[index]));
                if let Some(mut view) = axis.and_then(|axis| View::of(a, b, axis, self.options.view_volume)) {
                    let swap = farther_first && self.table.symmetric && view.is_farther(b, a);
                    let roles = if swap { [pair.b, pair.a] } else { [pair.a, pair.b] };
                    let margins = match &girths[..] {
                        [] => [0.0; 2],
                        girths => {
                            let pair = roles.map(|body| girths[body]);
                            conservative::margins(
                                self.table.outline,
                                &mut view,
                                self.options.resolution,
                                pair,
                            )
                        }
                    };
                    jobs.push(Job { index, view, roles, margins });
                }
            }
            if jobs.is_empty() {
                break;
            }
            let (stage, options) = (&mut self.stage, &self.options);
            let rounds = self.schedules.run(schedule, stage, self.table, options, bodies, &jobs, cost)?;
            for (job, rounds) in jobs.iter().zip(rounds) {
                verdicts[job.index] = Verdict {
                    // A table of one round leaves the second `None`.
                    colliding: rounds[..self.table.rounds.len()].iter().all(|c| c.is_some_and(|c| c > 0)),
                    evidence: Evidence::Samples { rounds, axis: job.view.axis },
                };
            }
        }
        Ok(verdicts)
    }
}

impl ImageSpace {
    /// Of the bodies that occur in `pairs`; empty if bodies are drawn as they are.
    fn girths(&mut self, bodies: &[Body], pairs: &[Pair]) -> Result<Vec<Girth>, DetectError> {
        if self.table.outline == Outline::True {
            return Ok(Vec::new());
        }
        let unused = Girth { size: 0.0, longest_push: 0.0, excess: 0.0 };
        let mut girths = vec![unused; bodies.len()];
        for index in pairs.iter().flat_map(|p| [p.a, p.b]) {
            let mesh = self.stage.meshes.require(&bodies[index].shape);
            let mesh = mesh.map_err(|error| DetectError::Gl(error.to_string()))?;
            girths[index] = mesh.girth().unwrap_or(unused);
        }
        Ok(girths)
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
        self.schedules.took(schedule, cost.cpu, pairs.len());
        cost.rejections = rejections(&verdicts);
        // llvmpipe's first answer can be the age of the machine: what took longer than the call is no time.
        cost.gpu = gpu.filter(|time| *time <= cost.cpu);
        Ok(Detection { verdicts, cost })
    }

    fn note(&self) -> Option<String> {
        self.schedules.note()
    }

    fn tile(&mut self, bodies: &[Body], pair: Pair) -> Result<Option<Tile>, DetectError> {
        // This one draws on the stage's own tile, and counts as the others do.
        let verdict = self.decide(bodies, &[pair], Schedule::PairByPair, &mut Cost::default())?[0];
        self.stage.take_gpu_time();
        if verdict.evidence == Evidence::EmptyWindow {
            return Ok(None);
        }
        let side = self.options.resolution;
        let (depth, stencil) = self.stage.tiles.read_depth_stencil(Rect::of_size(side, side));
        let proof = match self.table.read {
            Read::Stencil(value) => Some(value),
            _ => None,
        };
        Ok(Some(Tile { side, depth, stencil, proof, verdict }))
    }
}

/// What settles a pair as disjoint, in the order of the counters.
pub const REJECTIONS: &[&str] = &["boxes", "round 1", "round 2"];

/// How many pairs had no window, and how many each round found to be disjoint.
fn rejections(verdicts: &[Verdict]) -> Tally {
    let mut tally = Tally::of(REJECTIONS);
    for verdict in verdicts.iter().filter(|v| !v.colliding) {
        match verdict.evidence {
            Evidence::Samples { rounds: [Some(0), _], .. } => tally.add(1, 1),
            Evidence::Samples { .. } => tally.add(2, 1),
            _ => tally.add(0, 1),
        }
    }
    tally
}

/// The boxes of the bodies that occur in `pairs`; the others' are empty. A body with a girth gets a box
/// that is certain to hold it.
fn boxes_of(bodies: &[Body], pairs: &[Pair], girths: &[Girth]) -> Vec<Aabb> {
    let mut boxes = vec![Aabb::EMPTY; bodies.len()];
    for index in pairs.iter().flat_map(|p| [p.a, p.b]) {
        if boxes[index] == Aabb::EMPTY {
            let mut tight = bodies[index].aabb();
            if let Some(girth) = girths.get(index) {
                let farthest = tight.min.coords.abs().max().max(tight.max.coords.abs().max());
                let margin = Vector::repeat(conservative::box_margin(girth, farthest));
                tight = Aabb { min: tight.min - margin, max: tight.max + margin };
            }
            boxes[index] = tight;
        }
    }
    boxes
}
