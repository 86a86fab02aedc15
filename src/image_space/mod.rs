//! Methods that let the rasteriser decide: each is a table of passes ([`pass`]), looked at through a
//! pair's window ([`view`]) and run over many pairs by a schedule ([`schedule`]).

pub mod mesh_cache;
pub mod occlusion_query;
pub mod options;
pub mod pass;
pub mod pixel_twin;
pub mod schedule;
pub mod stencil;
pub mod view;

use std::time::Instant;

use crate::detector::{Cost, DetectError, Detection, Detector, Evidence, Tile, Verdict, require_convex};
use crate::geometry::Aabb;
use crate::gpu::{Gpu, GpuError, Rect};
use crate::settings::Settings;
use crate::world::{Body, Pair};
use options::Options;
use pass::{PassProgram, Read};
use schedule::pair_by_pair::{self, FAST, PUBLISHED, Tuning};
use schedule::{Job, Stage};
use view::View;

/// A table of passes at work.
pub struct ImageSpace {
    table: &'static PassProgram,
    options: Options,
    stage: Stage,
}

/// For the table of methods.
pub fn make(
    gpu: Option<&Gpu>,
    settings: &Settings,
    table: &'static PassProgram,
) -> Result<Box<dyn Detector>, GpuError> {
    let gpu = gpu.ok_or_else(|| GpuError::NoContext("this method draws, so it needs one".into()))?;
    Ok(Box::new(ImageSpace::new(gpu, table, Options::from(settings))?))
}

impl ImageSpace {
    /// Compiles the shader and makes the tiles.
    pub fn new(gpu: &Gpu, table: &'static PassProgram, options: Options) -> Result<Self, GpuError> {
        if options.fast {
            gpu.keep_freed_memory();
        }
        Ok(Self { table, options, stage: Stage::new(gpu, options.resolution, tuning(&options).columns)? })
    }

    fn decide(
        &mut self,
        bodies: &[Body],
        pairs: &[Pair],
        cost: &mut Cost,
    ) -> Result<Vec<Verdict>, DetectError> {
        require_convex(bodies, pairs)?;
        self.stage.meshes.forget_unused();
        let boxes = boxes_of(bodies, pairs);
        let window = Verdict { colliding: false, evidence: Evidence::EmptyWindow };
        let mut verdicts = vec![window; pairs.len()];
        // With one axis this runs once; with all three, only undecided pairs go on to the next.
        for attempt in 0..3 {
            let mut jobs = Vec::new();
            for (index, pair) in pairs.iter().enumerate() {
                let (a, b) = (&boxes[pair.a], &boxes[pair.b]);
                let axis = self.options.axis.axes(a, b).nth(attempt).filter(|_| !verdicts[index].colliding);
                if let Some(view) = axis.and_then(|axis| View::of(a, b, axis, self.options.view_volume)) {
                    let swap = self.options.fast && self.table.symmetric && view.is_farther(b, a);
                    let roles = if swap { [pair.b, pair.a] } else { [pair.a, pair.b] };
                    jobs.push(Job { index, view, roles });
                }
            }
            if jobs.is_empty() {
                break;
            }
            let rounds = pair_by_pair::run(
                &mut self.stage,
                self.table,
                &self.options,
                tuning(&self.options),
                bodies,
                &jobs,
                cost,
            )?;
            for (job, rounds) in jobs.iter().zip(rounds) {
                verdicts[job.index] = Verdict {
                    colliding: rounds.iter().all(|count| count.is_some_and(|c| c > 0)),
                    evidence: Evidence::Samples { rounds, axis: job.view.axis },
                };
            }
        }
        Ok(verdicts)
    }
}

impl Detector for ImageSpace {
    fn detect(&mut self, bodies: &[Body], pairs: &[Pair]) -> Result<Detection, DetectError> {
        let mut cost = Cost { pairs: pairs.len() as u64, ..Cost::default() };
        let start = Instant::now();
        let verdicts = self.decide(bodies, pairs, &mut cost)?;
        let gpu = self.stage.take_gpu_time();
        cost.cpu = start.elapsed();
        // llvmpipe's first answer can be the age of the machine: what took longer than the call is no time.
        cost.gpu = gpu.filter(|time| *time <= cost.cpu);
        Ok(Detection { verdicts, cost })
    }

    fn tile(&mut self, bodies: &[Body], pair: Pair) -> Result<Option<Tile>, DetectError> {
        let verdict = self.decide(bodies, &[pair], &mut Cost::default())?[0];
        self.stage.take_gpu_time();
        if verdict.evidence == Evidence::EmptyWindow {
            return Ok(None);
        }
        let side = self.options.resolution;
        let (depth, stencil) = self.stage.tiles.read_depth_stencil(Rect::of_size(side, side));
        let shows_stencil = matches!(self.table.read, Read::Stencil(_));
        Ok(Some(Tile { side, depth, stencil, shows_stencil, verdict }))
    }
}

fn tuning(options: &Options) -> &'static Tuning {
    if options.fast { &FAST } else { &PUBLISHED }
}

/// The boxes of the bodies that occur in `pairs`; the others' are empty.
fn boxes_of(bodies: &[Body], pairs: &[Pair]) -> Vec<Aabb> {
    let mut boxes = vec![Aabb::EMPTY; bodies.len()];
    for index in pairs.iter().flat_map(|p| [p.a, p.b]) {
        if boxes[index] == Aabb::EMPTY {
            boxes[index] = bodies[index].aabb();
        }
    }
    boxes
}
