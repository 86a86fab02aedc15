//! Pass by pass over a whole sheet of pairs, with one clear and one change of state for all of them.
//!
//! Each pair keeps its own draws and its own query. Pairs that round 1 proves disjoint are not drawn in round 2.

use super::sheet::{Prepared, Sheets, count_equal, prepare};
use super::{Job, Stage, facing, gl, pass_state, role, uniform};
use crate::detector::{Cost, DetectError, RoundCounts};
use crate::gpu::{Counted, Gpu, GpuError, Program, QueryPool, Stack, Uniform};
use crate::image_space::depth_only;
use crate::image_space::options::Options;
use crate::image_space::pass::{Pass, PassProgram, Read, count_stencil};
use crate::world::Body;

/// The schedule with its program and buffers.
pub struct Atlas {
    program: Program,
    sheets: Sheets,
    samples: QueryPool,
}

/// The pairs of one sheet.
struct Batch<'a> {
    bodies: &'a [Body],
    jobs: &'a [Job],
    prepared: &'a Prepared,
    /// Index of the job in each layer.
    layers: &'a [usize],
    split_culling: bool,
}

impl Atlas {
    /// Compiles the shader for sheets of at most `most_layers` pairs.
    pub fn new(gpu: &Gpu, resolution: u32, most_layers: u32) -> Result<Self, GpuError> {
        let program = depth_only::program(gpu, "image_space/depth_only, stacked", "#define STACKED\n")?;
        let samples = QueryPool::new(gpu, Counted::Samples);
        Ok(Self { program, sheets: Sheets::new(gpu, resolution, most_layers), samples })
    }

    /// Takes over another resolution, in pixels along a tile's side, and another largest number of pairs.
    pub fn resize(&mut self, resolution: u32, most_layers: u32) {
        self.sheets.resize(resolution, most_layers);
    }

    /// Runs `table` over `jobs`; returns each round's count per job, `None` for rounds not run.
    pub fn run(
        &mut self,
        stage: &mut Stage,
        table: &PassProgram,
        options: &Options,
        bodies: &[Body],
        jobs: &[Job],
        cost: &mut Cost,
    ) -> Result<Vec<RoundCounts>, DetectError> {
        let mut prepared = prepare(stage, bodies, jobs, true)?;
        for (round, passes) in table.rounds.iter().enumerate() {
            let is_last = round + 1 == table.rounds.len();
            if prepared.alive.is_empty() {
                break;
            }
            let sheet = self.sheets.require(prepared.alive.len()).map_err(gl)?;
            sheet.bind();
            self.program.bind();
            stage.timer.begin().map_err(gl)?;
            let mut pixels = Vec::new();
            for layers in prepared.alive.chunks(sheet.layers() as usize) {
                let batch =
                    Batch { bodies, jobs, prepared: &prepared, layers, split_culling: options.split_culling };
                for pass in passes {
                    batch.execute(pass, stage, sheet, &self.program, &mut self.samples, cost)?;
                }
                match table.read {
                    Read::Stencil(value) if is_last && options.read_pixels => {
                        let layers = 0..layers.len() as u32;
                        pixels.extend(layers.map(|layer| count_pixels(sheet, layer, value, cost)));
                    }
                    Read::Stencil(value) if is_last => {
                        let pass = count_stencil(value);
                        batch.execute(&pass, stage, sheet, &self.program, &mut self.samples, cost)?;
                    }
                    _ => {}
                }
                stage.gpu.flush();
            }
            stage.timer.end();
            // The results are read after the loop: every query of the round is issued before the first result is
            // awaited.
            for (index, &job) in prepared.alive.iter().enumerate() {
                prepared.counts[job][round] = Some(match pixels.get(index) {
                    Some(&count) => count,
                    None => {
                        cost.bytes_read += 4;
                        self.samples.count(job) as u32
                    }
                });
            }
            prepared.alive.retain(|&job| prepared.counts[job][round] != Some(0));
        }
        Ok(prepared.counts)
    }
}

impl Batch<'_> {
    /// Executes one row of the table for every pair of the sheet.
    fn execute(
        &self,
        pass: &Pass,
        stage: &mut Stage,
        sheet: &Stack,
        program: &Program,
        samples: &mut QueryPool,
        cost: &mut Cost,
    ) -> Result<(), DetectError> {
        let (cull, facing) = facing(pass, self.split_culling);
        stage.gpu.set_state(&pass_state(pass, cull, sheet.whole(), None));
        if !pass.clear.is_empty() {
            stage.gpu.clear(&pass.clear);
        }
        for (layer, &job) in self.layers.iter().enumerate() {
            program.set("layer", Uniform::Int(layer as i32));
            if pass.counted {
                samples.begin(job).map_err(gl)?;
                cost.queries += 1;
            }
            if let Some(role) = role(pass.draw) {
                let shape = &self.bodies[self.jobs[job].roles[role]].shape;
                let local_to_clip = &self.prepared.in_window[job][role].local_to_clip;
                let mesh = stage.meshes.require(shape).map_err(gl)?;
                program.set("local_to_clip", uniform(local_to_clip));
                let ranges = mesh.visible_ranges(local_to_clip, facing);
                mesh.buffer.draw_ranges(&ranges);
                cost.triangles += ranges.iter().map(|r| r.len() as u64 / 3).sum::<u64>();
                cost.draws += u64::from(!ranges.is_empty());
            } else {
                program.set("local_to_clip", uniform(&nalgebra::Matrix4::identity()));
                stage.quad.draw();
                cost.triangles += stage.quad.triangles();
                cost.draws += 1;
            }
            if pass.counted {
                samples.end();
            }
        }
        Ok(())
    }
}

/// Reads the whole tile back and counts the pixels with `value`.
pub(super) fn count_pixels(sheet: &Stack, layer: u32, value: u8, cost: &mut Cost) -> u32 {
    let pixels = sheet.read_stencil(layer);
    cost.bytes_read += pixels.len() as u64;
    count_equal(&pixels, value)
}
