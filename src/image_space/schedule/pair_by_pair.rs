//! One pair after the other through the same tile: the order of the publications.
//!
//! Two tunings. [`PUBLISHED`] does what the papers say. [`FAST`] gives the same verdicts sooner: where
//! the published loop clips every triangle at the window's edge, it draws into a viewport wider than the
//! tile and lets the scissor cut, and it hands work to the driver every few pairs, so that the
//! rasteriser starts before the last pair is described. (Callers put the farther body first as well:
//! separated pairs then mostly drop out in round 1.)

use super::{Frame, Job, Stage, gl, role};
use crate::detector::{Cost, DetectError};
use crate::gpu::Rect;
use crate::image_space::options::Options;
use crate::image_space::pass::{Pass, PassProgram, Read, count_stencil};
use crate::world::Body;

/// What may differ between two runs with the same verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Viewport side over tile side, a power of two; 1 leaves the cutting to the clipper.
    pub widening: u32,
    /// Hand over to the driver after this many pairs; 0: when a result is asked for.
    pub flush_every: usize,
    /// Leave out the clusters of a mesh that the window cannot show.
    pub skip_hidden_clusters: bool,
}

/// As published.
pub const PUBLISHED: Tuning = Tuning { widening: 1, flush_every: 0, skip_hidden_clusters: false };
/// The same verdicts sooner.
pub const FAST: Tuning = Tuning { widening: 8, flush_every: 8, skip_hidden_clusters: true };

/// Runs `table` over `jobs`; returns per job what each round counted, `None` for rounds not run.
/// The last count of a program that reads the stencil buffer is the number of pixels with its value.
pub fn run(
    stage: &mut Stage,
    table: &PassProgram,
    options: &Options,
    tuning: &Tuning,
    bodies: &[Body],
    jobs: &[Job],
    cost: &mut Cost,
) -> Result<Vec<[Option<u32>; 2]>, DetectError> {
    for body in jobs.iter().flat_map(|job| job.roles) {
        stage.meshes.require(&bodies[body].shape).map_err(gl)?;
    }
    let frame = frame(options.resolution, tuning, stage);
    stage.tile.bind();
    stage.program.bind();

    let mut counts = vec![[None; 2]; jobs.len()];
    let mut alive: Vec<usize> = (0..jobs.len()).collect();
    for (round, passes) in table.rounds.iter().enumerate() {
        let is_last = round + 1 == table.rounds.len();
        for (done, &job) in alive.iter().enumerate() {
            let mut execute = |pass: &Pass, cost: &mut Cost| {
                let drawn = role(pass.draw).map(|r| (&bodies[jobs[job].roles[r]], &jobs[job].view));
                stage.execute(pass, options.split_culling, &frame, drawn, job, cost)
            };
            for pass in *passes {
                execute(pass, cost)?;
            }
            if let (Read::Stencil(value), true) = (table.read, is_last) {
                if options.read_pixels {
                    counts[job][round] = Some(count_pixels(stage, value, cost));
                } else {
                    execute(&count_stencil(value), cost)?;
                }
            }
            if tuning.flush_every > 0 && done % tuning.flush_every == tuning.flush_every - 1 {
                stage.gpu.flush();
            }
        }
        // All results in one go: every query of the round is under way before the first is waited for.
        for &job in &alive {
            if counts[job][round].is_none() {
                counts[job][round] = Some(stage.samples.count(job) as u32);
                cost.bytes_read += 4;
            }
        }
        alive.retain(|&job| counts[job][round] != Some(0));
    }
    Ok(counts)
}

/// The whole tile comes back and is looked through here.
fn count_pixels(stage: &Stage, value: u8, cost: &mut Cost) -> u32 {
    let [width, height] = stage.tile.size();
    let pixels = stage.tile.read_stencil(Rect::of_size(width, height));
    cost.bytes_read += pixels.len() as u64;
    pixels.iter().filter(|&&p| p == value).count() as u32
}

/// The tile, and around it a viewport as wide as the driver allows up to `widening` times.
fn frame(resolution: u32, tuning: &Tuning, stage: &Stage) -> Frame {
    let tile = Rect::of_size(resolution, resolution);
    let widest = stage.gpu.capabilities().max_viewport.into_iter().min().unwrap_or(resolution);
    let mut widening = tuning.widening;
    let skip_hidden_clusters = tuning.skip_hidden_clusters;
    while widening > 1 && widening * resolution > widest {
        widening /= 2;
    }
    if widening == 1 {
        return Frame { viewport: tile, scissor: None, widening: 1.0, skip_hidden_clusters };
    }
    let (n, wide) = (resolution as i32, (widening * resolution) as i32);
    let viewport = Rect { x: (n - wide) / 2, y: (n - wide) / 2, width: wide, height: wide };
    Frame { viewport, scissor: Some(tile), widening: widening as f32, skip_hidden_clusters }
}
