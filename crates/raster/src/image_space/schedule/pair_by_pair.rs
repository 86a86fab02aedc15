//! One pair after the other through the same tiles, as published.
//!
//! Two tunings. [`PUBLISHED`] follows the papers. [`FAST`] gives the same verdicts sooner: a few pairs at a time, each
//! in its own tile, share a pass with one clear and one change of state; the commands are flushed after each group, so
//! that the rasteriser starts before the last pair is described; and mesh clusters outside the tile are culled.
//! (Callers also draw the farther body first: most separated pairs then end in round 1.)
//! If the vertex shader can select a layer, `fast` uses sheets of four layers instead (see `sheet.rs`), because
//! rounding can change a count by a sample when tiles lie side by side.
//! Tried and rejected: a viewport wider than the tile, cut by the scissor, so that nothing is clipped. With clusters
//! it gains nothing on llvmpipe, and because clipping moves edges by a rounding error, about one verdict in ten
//! thousand differed.

use super::sheet::{Prepared, count_equal, prepare};
use super::{BodyDraw, BodyInWindow, Command, Frame, Job, Stage, gl, role};
use crate::detector::{Cost, DetectError, RoundCounts};
use crate::gpu::Rect;
use crate::image_space::options::Options;
use crate::image_space::pass::{Pass, PassProgram, Read, count_stencil};
use crate::world::Body;

/// Choices that affect the time but not the verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Tiles along a side of the target; a pass covers one pair per tile.
    pub columns: u32,
    /// Whether to skip mesh clusters that the window cannot show.
    pub skip_hidden_clusters: bool,
}

/// One pair at a time, whole meshes, as published.
pub const PUBLISHED: Tuning = Tuning { columns: 1, skip_hidden_clusters: false };
/// Four pairs at a time, without hidden clusters: the same verdicts in less time.
pub const FAST: Tuning = Tuning { columns: 2, skip_hidden_clusters: true };

/// Number of pairs, drawn one at a time, between two flushes. A software rasteriser records all commands until a
/// flush; once the record outgrows its caches, the time per pair rises with its length.
const FLUSH_AFTER: usize = 64;

/// Runs `table` over `jobs`; returns each round's count for each job, `None` for rounds not run. If the table's
/// verdict is in the stencil buffer, the last count is the number of pixels with the value that proves a collision. If
/// the table compares two depth images, a count is the number of pixels that pass the comparison.
pub fn run(
    stage: &mut Stage,
    table: &PassProgram,
    options: &Options,
    tuning: &Tuning,
    bodies: &[Body],
    jobs: &[Job],
    cost: &mut Cost,
) -> Result<Vec<RoundCounts>, DetectError> {
    let frames: Vec<Frame> =
        (0..tuning.columns.pow(2)).map(|tile| frame(tile, options.resolution, tuning)).collect();
    stage.tiles.bind();
    stage.program.bind();

    let Prepared { in_window, mut counts, mut alive } =
        prepare(stage, bodies, jobs, tuning.skip_hidden_clusters)?;
    for (round, passes) in table.rounds.iter().enumerate() {
        let is_last = round + 1 == table.rounds.len();
        stage.timer.begin().map_err(gl)?;
        for (index, batch) in alive.chunks(frames.len()).enumerate() {
            let group = PassBatch { members: batch, frames: &frames, jobs, bodies, in_window: &in_window };
            let mut execute = |stage: &mut Stage, pass: &Pass, cost: &mut Cost| {
                group.draw(stage, pass, options.split_culling, cost, |stage, job, cost| {
                    let pair = jobs[job].index;
                    if let Some(role) = role(pass.draw) {
                        let body = jobs[job].roles[role];
                        stage.keep(Command::Draw { pair, round, body, counted: pass.counted });
                    }
                    if pass.counted && table.read == Read::Booleans {
                        // Wait for each answer, as published.
                        let count = stage.samples.count(job) as u32;
                        stage.keep(Command::Read { pair, round, count });
                        counts[job][round] = Some(count);
                        cost.bytes_read += 4;
                    }
                })
            };
            // The depth images that are read back in this round: a list for each pair of the batch.
            let mut depths = vec![Vec::new(); batch.len()];
            for pass in passes {
                execute(stage, pass, cost)?;
                if pass.depth_read {
                    for (depths, frame) in depths.iter_mut().zip(&frames) {
                        depths.push(stage.tiles.read_depth(frame.tile));
                        cost.bytes_read += 4 * depths[depths.len() - 1].len() as u64;
                    }
                }
            }
            match table.read {
                Read::Depths => {
                    for (&job, depths) in batch.iter().zip(&depths) {
                        counts[job][round] = Some(count_not_in_front(depths));
                    }
                }
                Read::Stencil(value) if is_last && options.read_pixels => {
                    for (&job, frame) in batch.iter().zip(&frames) {
                        counts[job][round] = Some(count_pixels(stage, frame.tile, value, cost));
                    }
                }
                Read::Stencil(value) if is_last => execute(stage, &count_stencil(value), cost)?,
                _ => {}
            }
            if frames.len() > 1 || (index + 1) % FLUSH_AFTER == 0 {
                stage.gpu.flush();
            }
        }
        stage.timer.end();
        if let Some(work) = &mut stage.beside {
            stage.gpu.flush();
            work();
        }
        // The results are read after the loop: every query of the round is issued before the first result is awaited.
        for &job in &alive {
            if counts[job][round].is_none() {
                let count = stage.samples.count(job) as u32;
                stage.keep(Command::Read { pair: jobs[job].index, round, count });
                counts[job][round] = Some(count);
                cost.bytes_read += 4;
            }
        }
        alive.retain(|&job| !table.read.ends_at_zero() || counts[job][round] != Some(0));
    }
    Ok(counts)
}

/// The pairs that are drawn together in one pass.
struct PassBatch<'a> {
    /// Indices of the jobs, one per frame.
    members: &'a [usize],
    frames: &'a [Frame],
    jobs: &'a [Job],
    bodies: &'a [Body],
    /// Bodies in the pair's window, per job and role.
    in_window: &'a [[BodyInWindow; 2]],
}

impl PassBatch<'_> {
    /// Draws one row of the table for every member; `after` is called after each draw.
    fn draw(
        &self,
        stage: &mut Stage,
        pass: &Pass,
        split_culling: bool,
        cost: &mut Cost,
        mut after: impl FnMut(&mut Stage, usize, &mut Cost),
    ) -> Result<(), DetectError> {
        stage.clear(pass);
        for (&job, frame) in self.members.iter().zip(self.frames) {
            let drawn = role(pass.draw).map(|r| {
                let shape = &self.bodies[self.jobs[job].roles[r]].shape;
                BodyDraw { shape, in_window: &self.in_window[job][r] }
            });
            stage.draw(pass, split_culling, frame, drawn, job, cost)?;
            after(stage, job, cost);
        }
        Ok(())
    }
}

/// Reads the tile's stencil back and counts the pixels with `value`.
fn count_pixels(stage: &Stage, tile: Rect, value: u8, cost: &mut Cost) -> u32 {
    let pixels = stage.tiles.read_stencil(tile);
    cost.bytes_read += pixels.len() as u64;
    count_equal(&pixels, value)
}

/// Number of pixels on which the second depth image is not in front of the first. A pixel that the second surface does
/// not cover has depth 0 in the second image and does not count.
pub(super) fn count_not_in_front(pictures: &[impl AsRef<[u32]>]) -> u32 {
    let [first, second] = pictures else { return 0 };
    first.as_ref().iter().zip(second.as_ref()).filter(|&(&near, &far)| far > 0 && far >= near).count() as u32
}

/// The frame of tile number `index` in the square.
fn frame(index: u32, resolution: u32, tuning: &Tuning) -> Frame {
    let [x, y] = [index % tuning.columns, index / tuning.columns].map(|i| (i * resolution) as i32);
    let n = resolution as i32;
    Frame {
        tile: Rect { x, y, width: n, height: n },
        // A single tile fills the whole target.
        scissored: tuning.columns > 1,
        skip_hidden_clusters: tuning.skip_hidden_clusters,
    }
}
