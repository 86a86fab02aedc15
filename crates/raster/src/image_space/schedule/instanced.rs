//! All pairs of a sheet in one draw per pass.
//!
//! The bodies' meshes lie in one arena, the pairs' matrices in an instance buffer, and a pass is one indirect
//! draw over both. Passing fragments increment an atomic counter per pair. On a GPU, all rounds run for every pair, so
//! that one read-back at the end suffices, and whole meshes are drawn, grouped by shape: unnecessary draws cost less
//! than waiting or culling. On a software rasteriser they cost more: there, clusters are culled, and a round draws only
//! the pairs that the round before left undecided.
//! Tried and rejected: culling single triangles as well. Seven in ten are culled, but on llvmpipe the time falls by only
//! a fifteenth, because the rasteriser discards them almost as fast.

use std::ops::Range;

use super::atlas::count_pixels;
use super::sheet::{Prepared, Sheets, most_layers, prepare};
use super::{Job, Stage, facing, gl, pass_state, role};
use crate::detector::{Cost, DetectError, RoundCounts};
use crate::gpu::geometry_arena::{Command, Placed};
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::{
    Attribute, Capabilities, Clear, Counters, GeometryArena, GeometryBuffer, Gpu, GpuError, Program, Uniform,
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
    /// Whether drawing costs more than culling and waiting. Then mesh clusters that a window cannot show are skipped,
    /// and each round is awaited. Otherwise whole meshes are drawn, grouped by shape, and all rounds for all pairs.
    pub spares_draws: bool,
}

impl Tuning {
    /// The tuning for this machine, `resolution` in pixels along a tile's side.
    pub fn of(capabilities: &Capabilities, resolution: u32) -> Self {
        Self { most_layers: most_layers(capabilities, resolution), spares_draws: capabilities.is_software() }
    }
}

/// The schedule with its programs and buffers.
pub struct Instanced {
    gpu: Gpu,
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

/// Where the meshes of some pairs lie, by role and pair, and the surfaces (role and facing) to draw of them.
struct Gathered<'a> {
    meshes: [Vec<&'a GpuMesh>; 2],
    placed: [Vec<Placed>; 2],
    surfaces: Vec<(usize, Facing)>,
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
            gpu: gpu.clone(),
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
        let mut prepared = prepare(stage, bodies, jobs, self.tuning.spares_draws)?;
        let all = table.rounds.len();
        let at_once = if self.tuning.spares_draws { 1 } else { all };
        for first in (0..all).step_by(at_once) {
            if prepared.alive.is_empty() {
                break;
            }
            self.run_rounds(
                first..first + at_once,
                stage,
                table,
                options,
                bodies,
                jobs,
                &mut prepared,
                cost,
            )?;
        }
        Ok(prepared.counts)
    }

    /// Runs some rounds for the pairs that are left, reads their counters, and removes the pairs with a zero.
    #[allow(clippy::too_many_arguments)]
    fn run_rounds(
        &mut self,
        rounds: Range<usize>,
        stage: &mut Stage,
        table: &PassProgram,
        options: &Options,
        bodies: &[Body],
        jobs: &[Job],
        prepared: &mut Prepared,
        cost: &mut Cost,
    ) -> Result<(), DetectError> {
        let pairs = prepared.alive.len();
        let layers = self.sheets.require(pairs).map_err(gl)?.layers() as usize;
        stage.timer.begin().map_err(gl)?;
        let passes = rounds.clone().flat_map(|round| &table.rounds[round]);
        let gathered = self.gather(stage, passes, options, bodies, jobs, prepared)?;
        self.counters.reset(rounds.len() * pairs);
        let sheet = self.sheets.stack();
        sheet.bind();
        let mut pixels = Vec::new();
        for first in (0..pairs).step_by(layers) {
            // The rasteriser draws a sheet while the next is described.
            let draws = &self.describe(first..pairs.min(first + layers), &gathered, prepared);
            for (nth, round) in rounds.clone().enumerate() {
                let passes = &table.rounds[round];
                let is_last = round + 1 == table.rounds.len();
                let reads_stencil = match table.read {
                    Read::Stencil(value) if is_last => Some(value),
                    _ => None,
                };
                // The last counted pass of a round gives the round's result, unless the table reads its verdict from
                // the stencil buffer.
                let deciding = passes.iter().rposition(|p| p.counted).filter(|_| reads_stencil.is_none());
                for (index, pass) in passes.iter().enumerate() {
                    let counts_from = (deciding == Some(index)).then_some(nth * pairs);
                    self.execute(pass, counts_from, draws, options, cost);
                }
                match reads_stencil {
                    Some(value) if options.read_pixels => {
                        let layers = 0..draws.pairs.len() as u32;
                        pixels.extend(layers.map(|layer| count_pixels(sheet, layer, value, cost)));
                    }
                    Some(value) => {
                        let pass = count_stencil(value);
                        self.execute(&pass, Some(nth * pairs), draws, options, cost);
                    }
                    None => {}
                }
            }
            stage.gpu.flush();
        }
        stage.timer.end();
        let counted = self.counters.read();
        cost.bytes_read += size_of_val(&counted[..]) as u64;
        for (pair, &job) in prepared.alive.iter().enumerate() {
            for (nth, round) in rounds.clone().enumerate() {
                let is_last = round + 1 == table.rounds.len();
                let read = pixels.get(pair).filter(|_| is_last);
                let count = read.copied().unwrap_or(counted[nth * pairs + pair]);
                prepared.counts[job][round] = Some(count);
                if count == 0 {
                    break;
                }
            }
        }
        let Prepared { alive, counts, .. } = prepared;
        alive.retain(|&job| !counts[job].contains(&Some(0)));
        Ok(())
    }

    /// Finds the meshes of the pairs that are left, and the surfaces that `passes` draw.
    fn gather<'a>(
        &mut self,
        stage: &'a Stage,
        passes: impl Iterator<Item = &'a Pass>,
        options: &Options,
        bodies: &[Body],
        jobs: &[Job],
        prepared: &Prepared,
    ) -> Result<Gathered<'a>, DetectError> {
        let shape = |job: usize, role: usize| &bodies[jobs[job].roles[role]].shape;
        let mut meshes: [Vec<&GpuMesh>; 2] = Default::default();
        for (role, meshes) in meshes.iter_mut().enumerate() {
            let found = prepared.alive.iter().map(|&job| stage.meshes.get(shape(job, role)));
            *meshes = found.collect::<Option<_>>().expect("prepared meshes are there");
        }
        let buffers = |meshes: &[&'a GpuMesh]| meshes.iter().map(|mesh| &mesh.buffer).collect::<Vec<_>>();
        let mut placed = self.arena.place(&meshes.each_ref().map(|m| buffers(m)).concat()).map_err(gl)?;
        let second = placed.split_off(meshes[0].len());
        let mut surfaces: Vec<(usize, Facing)> = Vec::new();
        for pass in passes {
            let surface = role(pass.draw).map(|role| (role, facing(pass, options.split_culling).1));
            surfaces.extend(surface.filter(|s| !surfaces.contains(s)));
        }
        Ok(Gathered { meshes, placed: [placed, second], surfaces })
    }

    /// Lists the draws of a sheet and uploads them.
    fn describe(
        &self,
        pairs: Range<usize>,
        Gathered { meshes, placed, surfaces }: &Gathered,
        prepared: &Prepared,
    ) -> SheetDraws {
        let layers = self.sheets.stack().layers() as usize;
        let mut instances: Vec<Instance> = Vec::with_capacity(2 * pairs.len());
        let mut commands: Vec<Command> = Vec::new();
        let mut sheet = SheetDraws { pairs: pairs.clone(), commands: Vec::new() };
        for role in 0..2 {
            let matrix = |pair: usize| &prepared.in_window[prepared.alive[pair]][role].local_to_clip;
            let mut order: Vec<usize> = pairs.clone().collect();
            if !self.tuning.spares_draws {
                order.sort_by_key(|&pair| std::ptr::from_ref(meshes[role][pair]));
            }
            let base = instances.len() as u32;
            instances.extend(order.iter().map(|&pair| Instance {
                local_to_clip: std::array::from_fn(|i| matrix(pair).as_slice()[i]),
                place: [((pair - pairs.start) % layers) as f32, pair as f32],
            }));
            for &(_, facing) in surfaces.iter().filter(|s| s.0 == role) {
                let start = commands.len();
                if self.tuning.spares_draws {
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
        self.arena.upload(&instances, &commands);
        sheet
    }

    /// Executes one row of the table for every pair of the sheet; counters start at index `counts_from`.
    fn execute(
        &self,
        pass: &Pass,
        counts_from: Option<usize>,
        draws: &SheetDraws,
        options: &Options,
        cost: &mut Cost,
    ) {
        let (cull, facing) = facing(pass, options.split_culling);
        self.gpu.set_state(&pass_state(pass, cull, self.sheets.stack().whole(), None));
        if !pass.clear.is_empty() {
            self.gpu.clear(&pass.clear);
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

/// The triangles of a table's first round for all pairs, uploaded. Drawing them is the least work that the rasteriser
/// can have with these pairs: nothing is cleared, counted or read back, and the state changes once per row.
pub struct Bare {
    instanced: Instanced,
    draws: SheetDraws,
    rows: Vec<Pass>,
    options: Options,
}

impl Bare {
    /// Uploads the triangles of `jobs`. Mesh clusters that a window cannot show are left out, on a GPU too.
    pub fn new(
        stage: &mut Stage,
        table: &PassProgram,
        options: &Options,
        bodies: &[Body],
        jobs: &[Job],
    ) -> Result<Self, DetectError> {
        let tuning =
            Tuning { spares_draws: true, ..Tuning::of(stage.gpu.capabilities(), options.resolution) };
        let mut instanced = Instanced::new(&stage.gpu, options.resolution, tuning).map_err(gl)?;
        let prepared = prepare(stage, bodies, jobs, true)?;
        let pairs = prepared.alive.len();
        instanced.sheets.require(pairs.max(1)).map_err(gl)?;
        let rows = table.rounds.iter().next().unwrap_or_default();
        let gathered = instanced.gather(stage, rows.iter(), options, bodies, jobs, &prepared)?;
        let draws = instanced.describe(0..pairs, &gathered, &prepared);
        let rows = rows.iter().map(|row| Pass { clear: Clear::default(), ..*row }).collect();
        Ok(Self { instanced, draws, rows, options: *options })
    }

    /// Draws the triangles and waits until the GPU has finished.
    pub fn draw(&self) {
        self.instanced.sheets.stack().bind();
        for row in &self.rows {
            self.instanced.execute(row, None, &self.draws, &self.options, &mut Cost::default());
        }
        self.instanced.gpu.finish();
    }
}
