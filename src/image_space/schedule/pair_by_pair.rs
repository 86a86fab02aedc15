//! One pair after the other through the same tiles: the order of the publications.
//!
//! Two tunings. [`PUBLISHED`] does what the papers say. [`FAST`] gives the same verdicts sooner: a few
//! pairs at a time, each in a tile of its own, go through a pass together, so that one clear and one
//! change of state serve them all, and then to the driver, so that the rasteriser starts before the last
//! pair is described; and triangles that no pixel of the tile can show are left out by clusters.
//! (Callers put the farther body first as well: separated pairs then mostly drop out in round 1.)
//! Where the vertex shader can choose a layer, `fast` runs as sheets of four instead, see `sheet.rs`: tiles
//! side by side can count a sample more or less than a lone one.
//! Tried and left out: a viewport wider than the tile, cut by the scissor, so that nothing is clipped. With
//! the clusters it gains nothing on llvmpipe, and as clipping moves edges by a rounding error, one verdict
//! in some ten thousand differed.

use super::sheet::{Prepared, count_equal, prepare};
use super::{Drawn, Frame, Job, Seen, Stage, role};
use crate::detector::{Cost, DetectError};
use crate::gpu::Rect;
use crate::image_space::options::Options;
use crate::image_space::pass::{Pass, PassProgram, Read, count_stencil};
use crate::world::Body;

/// Choices that change the time and not the verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Tiles along a side of the target. As many pairs as there are tiles go through a pass together.
    pub columns: u32,
    /// Leave out the clusters of a mesh that the window cannot show.
    pub skip_hidden_clusters: bool,
}

/// One pair at a time, whole meshes, as published.
pub const PUBLISHED: Tuning = Tuning { columns: 1, skip_hidden_clusters: false };
/// Four pairs at a time, without hidden clusters: the same verdicts in less time.
pub const FAST: Tuning = Tuning { columns: 2, skip_hidden_clusters: true };

/// Pairs, one at a time, after which the commands are flushed. A software rasteriser writes everything down
/// until then, and once that outgrows its caches each pair takes longer the more there are.
const FLUSH_AFTER: usize = 64;

/// Runs `table` over `jobs`; returns per job what each round counted, `None` for rounds not run.
/// The last count of a program that reads the stencil buffer is the number of pixels with its value, a count
/// of one that reads depths the number of pixels that compare.
pub fn run(
    stage: &mut Stage,
    table: &PassProgram,
    options: &Options,
    tuning: &Tuning,
    bodies: &[Body],
    jobs: &[Job],
    cost: &mut Cost,
) -> Result<Vec<[Option<u32>; 2]>, DetectError> {
    let frames: Vec<Frame> =
        (0..tuning.columns.pow(2)).map(|tile| frame(tile, options.resolution, tuning)).collect();
    stage.tiles.bind();
    stage.program.bind();

    let Prepared { seen, mut counts, mut alive } = prepare(stage, bodies, jobs, tuning.skip_hidden_clusters)?;
    for (round, passes) in table.rounds.iter().enumerate() {
        let is_last = round + 1 == table.rounds.len();
        stage.begin_timer()?;
        for (index, batch) in alive.chunks(frames.len()).enumerate() {
            let group = Group { members: batch, frames: &frames, jobs, bodies, seen: &seen };
            let mut execute = |stage: &mut Stage, pass: &Pass, cost: &mut Cost| {
                group.draw(stage, pass, options.split_culling, cost, |stage, job, cost| {
                    if pass.counted && table.read == Read::Booleans {
                        // Stop and wait.
                        counts[job][round] = Some(stage.samples.count(job) as u32);
                        cost.bytes_read += 4;
                    }
                })
            };
            // What was read back in this round, picture by picture, per pair of the batch.
            let mut depths = vec![Vec::new(); batch.len()];
            for pass in *passes {
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
        stage.end_timer();
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

/// The pairs that go through a pass together.
struct Group<'a> {
    /// Which of the jobs, one per frame.
    members: &'a [usize],
    frames: &'a [Frame],
    jobs: &'a [Job],
    bodies: &'a [Body],
    /// Bodies in the pair's window, per job and role.
    seen: &'a [[Seen; 2]],
}

impl Group<'_> {
    /// One row of the table, for every member; `after` is called behind each draw.
    fn draw(
        &self,
        stage: &mut Stage,
        pass: &Pass,
        split_culling: bool,
        cost: &mut Cost,
        mut after: impl FnMut(&Stage, usize, &mut Cost),
    ) -> Result<(), DetectError> {
        stage.clear(pass);
        for (&job, frame) in self.members.iter().zip(self.frames) {
            let drawn = role(pass.draw).map(|r| {
                let shape = &self.bodies[self.jobs[job].roles[r]].shape;
                Drawn { shape, seen: &self.seen[job][r] }
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

/// The pixels on which the second picture is not in front of the first. Where nothing was drawn the second
/// holds depth 0.
pub(super) fn count_not_in_front(pictures: &[impl AsRef<[u32]>]) -> u32 {
    let [first, second] = pictures else { return 0 };
    first.as_ref().iter().zip(second.as_ref()).filter(|&(&near, &far)| far > 0 && far >= near).count() as u32
}

/// Tile number `index` of the square.
fn frame(index: u32, resolution: u32, tuning: &Tuning) -> Frame {
    let [x, y] = [index % tuning.columns, index / tuning.columns].map(|i| (i * resolution) as i32);
    let n = resolution as i32;
    Frame {
        tile: Rect { x, y, width: n, height: n },
        // A lone tile is the whole target.
        scissored: tuning.columns > 1,
        skip_hidden_clusters: tuning.skip_hidden_clusters,
    }
}
