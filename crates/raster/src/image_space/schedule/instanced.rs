//! All pairs of a sheet in one draw per pass, and no read-back before the end.
//!
//! The bodies' meshes lie in one arena, the pairs' matrices in an instance buffer, and a pass is one indirect
//! draw over both. Passing fragments increment an atomic counter per pair. Both rounds run for every pair, so
//! that one read-back suffices: on a GPU unnecessary draws cost less than waiting. On a GPU, whole meshes are
//! drawn, grouped by shape, because culling clusters would cost the CPU more than it saves. On a software
//! rasteriser clusters are culled.

use std::ops::Range;

use super::atlas::count_pixels;
use super::sheet::{Prepared, Sheets, most_layers, prepare};
use super::{Job, Stage, facing, gl, pass_state, role};
use crate::detector::{Cost, DetectError, RoundCounts};
use crate::gpu::geometry_arena::{Command, Placed};
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::{
    Attribute, Capabilities, Counters, GeometryArena, GeometryBuffer, Gpu, GpuError, Program, Stack, Uniform,
};
use crate::image_space::depth_only;
use crate::image_space::mesh_cache::{Facing, GpuMesh};
use crate::image_space::options::Options;
use crate::image_space::pass::{Pass, PassProgram, Read, count_stencil};
use crate::world::Body;

/// Choices that affect the time but not the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Largest number of pairs per sheet.
    pub most_layers: u32,
    /// Whether mesh clusters that a window cannot show are skipped; otherwise whole meshes are drawn, grouped by
    /// shape.
    pub skip_hidden_clusters: bool,
}

impl Tuning {
    /// The tuning for this machine, `resolution` in pixels along a tile's side.
    pub fn of(capabilities: &Capabilities, resolution: u32) -> Self {
        Self {
            most_layers: most_layers(capabilities, resolution),
            skip_hidden_clusters: capabilities.is_software(),
        }
    }
}

/// The schedule with its programs and buffers.
pub struct Instanced {
    /// Draws to the depth and stencil buffers only.
    plain: Program,
    /// Draws, and counts the passing fragments.
    counting: Program,
    sheets: Sheets,
    arena: GeometryArena,
    quad: GeometryBuffer,
    counters: Counters,
    tuning: Tuning,
}

/// Instance data of a body, or of the quad, in the window of a pair.
#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
struct Instance {
    local_to_clip: [f32; 16],
    /// Index of the pair's layer, and index of its counter. They are stored as floats, which are exact for integers
    /// below 2²⁴.
    place: [f32; 2],
}

const LAYOUT: &[Attribute] = &[
    Attribute { location: 4, components: 4, offset: 0 },
    Attribute { location: 5, components: 4, offset: 16 },
    Attribute { location: 6, components: 4, offset: 32 },
    Attribute { location: 7, components: 4, offset: 48 },
    Attribute { location: 8, components: 2, offset: 64 },
];

/// All draws of one sheet, uploaded before the first draw.
struct SheetDraws {
    /// The sheet's range in the list of pairs to draw.
    pairs: Range<usize>,
    /// One entry for each kind of body draw in the table: the body's role, the facing of the drawn triangles, the
    /// range of the draw commands in the arena, and the number of triangles.
    commands: Vec<(usize, Facing, Range<u32>, u64)>,
}

impl Instanced {
    /// Compiles both programs. `Err` if the driver refuses them.
    pub fn new(gpu: &Gpu, resolution: u32, tuning: Tuning) -> Result<Self, GpuError> {
        let defines = "#define STACKED\n#define INSTANCED\n";
        let corners: [[f32; 3]; 4] =
            [[-1.0, -1.0, -1.0], [1.0, -1.0, -1.0], [1.0, 1.0, -1.0], [-1.0, 1.0, -1.0]];
        let layout = [Attribute { location: 0, components: 3, offset: 0 }];
        let quad = GeometryBuffer::new(gpu, Assembly::Triangles, &corners, &layout, &[0, 1, 2, 0, 2, 3])?;
        Ok(Self {
            plain: depth_only::program(gpu, "image_space/depth_only, instanced", defines)?,
            counting: depth_only::counting(gpu, "image_space/count", defines)?,
            sheets: Sheets::new(gpu, resolution, tuning.most_layers),
            arena: GeometryArena::new(gpu, size_of::<Instance>(), LAYOUT)?,
            quad: quad.with_instances(size_of::<Instance>(), LAYOUT)?,
            counters: Counters::new(gpu)?,
            tuning,
        })
    }

    /// Takes over another resolution, in pixels along a tile's side.
    pub fn resize(&mut self, resolution: u32, tuning: Tuning) {
        self.sheets.resize(resolution, tuning.most_layers);
        self.tuning = tuning;
    }

    /// Runs `table` over `jobs`; returns each round's count per job, `None` for rounds that an earlier one
    /// made unnecessary.
    pub fn run(
        &mut self,
        stage: &mut Stage,
        table: &PassProgram,
        options: &Options,
        bodies: &[Body],
        jobs: &[Job],
        cost: &mut Cost,
    ) -> Result<Vec<RoundCounts>, DetectError> {
        let prepared = prepare(stage, bodies, jobs, self.tuning.skip_hidden_clusters)?;
        let pairs = prepared.alive.len();
        if pairs == 0 {
            return Ok(prepared.counts);
        }
        let layers = self.sheets.require(pairs).map_err(gl)?.layers() as usize;
        let draws = self.describe(stage, table, options, bodies, jobs, &prepared, layers)?;
        self.counters.reset(table.rounds.len() * pairs);
        let sheet = self.sheets.stack();
        sheet.bind();
        stage.timer.begin().map_err(gl)?;
        let mut pixels = Vec::new();
        for draws in &draws {
            for (round, passes) in table.rounds.iter().enumerate() {
                let is_last = round + 1 == table.rounds.len();
                let reads_stencil = match table.read {
                    Read::Stencil(value) if is_last => Some(value),
                    _ => None,
                };
                // The last counted pass of a round gives the round's result, unless the table reads its verdict from
                // the stencil buffer.
                let deciding = passes.iter().rposition(|p| p.counted).filter(|_| reads_stencil.is_none());
                for (index, pass) in passes.iter().enumerate() {
                    let counts_from = (deciding == Some(index)).then_some(round * pairs);
                    self.execute(pass, counts_from, draws, stage, sheet, options, cost);
                }
                match reads_stencil {
                    Some(value) if options.read_pixels => {
                        let layers = 0..draws.pairs.len() as u32;
                        pixels.extend(layers.map(|layer| count_pixels(sheet, layer, value, cost)));
                    }
                    Some(value) => {
                        let pass = count_stencil(value);
                        self.execute(&pass, Some(round * pairs), draws, stage, sheet, options, cost);
                    }
                    None => {}
                }
            }
            stage.gpu.flush();
        }
        stage.timer.end();
        let counted = self.counters.read();
        cost.bytes_read += size_of_val(&counted[..]) as u64;
        let mut counts = prepared.counts;
        for (pair, &job) in prepared.alive.iter().enumerate() {
            for round in 0..table.rounds.len() {
                let is_last = round + 1 == table.rounds.len();
                let read = pixels.get(pair).filter(|_| is_last);
                let count = read.copied().unwrap_or(counted[round * pairs + pair]);
                counts[job][round] = Some(count);
                if count == 0 {
                    break;
                }
            }
        }
        Ok(counts)
    }

    /// Lists the draws of a sheet and uploads them.
    #[allow(clippy::too_many_arguments)]
    fn describe(
        &mut self,
        stage: &Stage,
        table: &PassProgram,
        options: &Options,
        bodies: &[Body],
        jobs: &[Job],
        prepared: &Prepared,
        layers: usize,
    ) -> Result<Vec<SheetDraws>, DetectError> {
        let shape = |job: usize, role: usize| &bodies[jobs[job].roles[role]].shape;
        let mut meshes: [Vec<&GpuMesh>; 2] = Default::default();
        for (role, meshes) in meshes.iter_mut().enumerate() {
            let found = prepared.alive.iter().map(|&job| stage.meshes.get(shape(job, role)));
            *meshes = found.collect::<Option<_>>().expect("prepared meshes are there");
        }
        let buffers: Vec<&GeometryBuffer> = meshes.iter().flatten().map(|m| &m.buffer).collect();
        let placed = self.arena.place(&buffers).map_err(gl)?;
        let placed: [&[Placed]; 2] = placed.split_at(prepared.alive.len()).into();

        let mut surfaces: Vec<(usize, Facing)> = Vec::new();
        for pass in table.rounds.iter().flat_map(|round| round.iter()) {
            let surface = role(pass.draw).map(|role| (role, facing(pass, options.split_culling).1));
            surfaces.extend(surface.filter(|s| !surfaces.contains(s)));
        }
        let mut instances: Vec<Instance> = Vec::with_capacity(2 * prepared.alive.len());
        let mut commands: Vec<Command> = Vec::new();
        let mut sheets = Vec::new();
        for (first, batch) in (0..).step_by(layers).zip(prepared.alive.chunks(layers)) {
            let pairs = first..first + batch.len();
            let mut sheet = SheetDraws { pairs: pairs.clone(), commands: Vec::new() };
            for role in 0..2 {
                let matrix = |pair: usize| &prepared.in_window[prepared.alive[pair]][role].local_to_clip;
                let mut order: Vec<usize> = pairs.clone().collect();
                if !self.tuning.skip_hidden_clusters {
                    order.sort_by_key(|&pair| std::ptr::from_ref(meshes[role][pair]));
                }
                let base = instances.len() as u32;
                instances.extend(order.iter().map(|&pair| Instance {
                    local_to_clip: std::array::from_fn(|i| matrix(pair).as_slice()[i]),
                    place: [(pair - first) as f32, pair as f32],
                }));
                for &(_, facing) in surfaces.iter().filter(|s| s.0 == role) {
                    let start = commands.len();
                    if self.tuning.skip_hidden_clusters {
                        for (instance, &pair) in (base..).zip(&order) {
                            let ranges = meshes[role][pair].visible_ranges(matrix(pair), facing);
                            let draw = |r| placed[role][pair].command(r, instance..instance + 1);
                            commands.extend(ranges.into_iter().map(draw));
                        }
                    } else {
                        let mut instance = base;
                        let same = |a: &usize, b: &usize| std::ptr::eq(meshes[role][*a], meshes[role][*b]);
                        for group in order.chunk_by(same) {
                            let end = instance + group.len() as u32;
                            let whole = 0..3 * meshes[role][group[0]].buffer.triangles() as u32;
                            commands.push(placed[role][group[0]].command(whole, instance..end));
                            instance = end;
                        }
                    }
                    let triangles = commands[start..].iter().map(Command::triangles).sum();
                    let range = start as u32..commands.len() as u32;
                    sheet.commands.push((role, facing, range, triangles));
                }
            }
            sheets.push(sheet);
        }
        self.arena.upload(&instances, &commands);
        Ok(sheets)
    }

    /// Executes one row of the table for every pair of the sheet; counters start at index `counts_from`.
    #[allow(clippy::too_many_arguments)]
    fn execute(
        &self,
        pass: &Pass,
        counts_from: Option<usize>,
        draws: &SheetDraws,
        stage: &Stage,
        sheet: &Stack,
        options: &Options,
        cost: &mut Cost,
    ) {
        let (cull, facing) = facing(pass, options.split_culling);
        stage.gpu.set_state(&pass_state(pass, cull, sheet.whole(), None));
        if !pass.clear.is_empty() {
            stage.gpu.clear(&pass.clear);
        }
        match counts_from {
            Some(first) => {
                self.counting.bind();
                self.counting.set("first", Uniform::Int(first as i32));
            }
            None => self.plain.bind(),
        }
        if let Some(role) = role(pass.draw) {
            let rows = draws.commands.iter().filter(|(r, f, ..)| (*r, *f) == (role, facing));
            for (_, _, commands, triangles) in rows {
                self.arena.draw(commands.clone());
                cost.draws += u64::from(!commands.is_empty());
                cost.triangles += triangles;
            }
        } else {
            let identity = std::array::from_fn(|i| if i % 5 == 0 { 1.0 } else { 0.0 });
            let quads = draws.pairs.clone().map(|pair| Instance {
                local_to_clip: identity,
                place: [(pair - draws.pairs.start) as f32, pair as f32],
            });
            let quads: Vec<Instance> = quads.collect();
            self.quad.draw_instances(&quads);
            cost.draws += 1;
            cost.triangles += 2 * quads.len() as u64;
        }
    }
}
