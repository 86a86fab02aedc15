//! Schedules: how a table of passes runs over many pairs. All schedules give the same verdicts.

pub mod atlas;
pub mod auto;
pub mod choice;
pub mod instanced;
pub mod pair_by_pair;
pub mod sheet;
pub mod step_by_step;
pub mod turn_by_turn;
pub mod word;

use std::sync::Arc;
use std::time::Duration;

use nalgebra::Matrix4;

use super::depth_only;
use super::mesh_cache::{Facing, GpuMesh, MeshCache, Placement};
use super::pass::{DEPTH_1_STENCIL_0, Outline, Pass, PassProgram, Read, Surface, Who};
use super::view::View;
use crate::detector::{Cost, DetectError, RoundCounts};
use crate::geometry::Shape;
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::target::Holds;
use crate::gpu::{
    Attribute, Counted, Cull, GeometryBuffer, Gpu, GpuError, GpuTimer, PassState, Program, QueryPool, Rect,
    Target, Uniform,
};
use crate::world::Body;

/// One pair to test, viewed along one axis.
pub struct Job {
    /// Index into the list of pairs.
    pub index: usize,
    /// The pair's window in the world.
    pub view: View,
    /// Indices of the bodies drawn as A and as B.
    pub roles: [usize; 2],
    /// Metres by which the surfaces of A and B are moved outwards; negative for inwards.
    pub margins: [f64; 2],
    /// For A and B: a distance across the window, in metres. The body's depths are moved inwards by their change over
    /// this distance. 0 for exact outlines.
    pub shifts: [f64; 2],
}

/// Result of a table on one pair.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Found {
    /// The count of each round; `None` for rounds not run. For tables that read lists, the first is the number of
    /// pixels with a depth in both bodies.
    pub rounds: RoundCounts,
    /// For tables that read lists: the lengths in both bodies, added over the pixels, as a fraction of the window's
    /// depth. 0 for other tables.
    pub length: f64,
}

impl From<RoundCounts> for Found {
    fn from(rounds: RoundCounts) -> Self {
        Self { rounds, length: 0.0 }
    }
}

/// A command of the schedule `pair-by-pair` that draws a body or reads a query's result. `pair` is the index into the
/// list of pairs, `round` counts from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Command {
    /// A body, by its index, is drawn; the samples that pass are counted by a query or not.
    Draw { pair: usize, round: usize, body: usize, counted: bool },
    /// The result of the round's query is read.
    Read { pair: usize, round: usize, count: u32 },
}

/// Target, meshes, program and queries shared by the schedules.
pub struct Stage {
    /// Depth and stencil of the current pairs, in a square of tiles.
    pub tiles: Target,
    /// The meshes of the bodies' shapes.
    pub meshes: MeshCache,
    gpu: Gpu,
    program: Program,
    quad: GeometryBuffer,
    samples: QueryPool,
    timer: GpuTimer,
    outline: Outline,
    /// Work of the processor between the last query of a round and the first answer, in the schedule `pair-by-pair`.
    pub beside: Option<Box<dyn FnMut()>>,
    /// The commands in the order of issue; `None`: they are not kept.
    pub commands: Option<Vec<Command>>,
}

/// A pair's part of the target, and drawing options.
#[derive(Clone, Copy)]
pub struct Frame {
    /// The pair's rectangle of pixels.
    pub tile: Rect,
    /// Whether the scissor test clips to the tile.
    pub scissored: bool,
    /// Whether mesh clusters that the window cannot show are skipped.
    pub skip_hidden_clusters: bool,
}

/// A body as seen in a pair's window: its matrix to clip space and, for fat and thin bodies, two distances.
#[derive(Clone, Copy)]
struct BodyInWindow {
    local_to_clip: Matrix4<f32>,
    /// The distance by which the surface of a fat body is moved outwards, in units of the mesh's buffer; 0 for other
    /// bodies.
    grow: f32,
    /// The distance of [`Job::shifts`] in clip space: measured across the window, and up.
    shift: [f32; 2],
}

/// One body to draw: its shape, and its position and size in the pair's window.
#[derive(Clone, Copy)]
struct BodyDraw<'a> {
    shape: &'a Arc<Shape>,
    in_window: &'a BodyInWindow,
}

/// A square target of `side` pixels a side. It is cleared, because some drivers do not clear new memory and some
/// tables use only depth or only stencil.
fn tiles(gpu: &Gpu, side: u32) -> Result<Target, GpuError> {
    let tiles = Target::new(gpu, Holds::DepthStencil, side, side)?;
    tiles.bind();
    clear(gpu, &tiles, &Pass::draw(Surface::Tile).clear(DEPTH_1_STENCIL_0));
    Ok(tiles)
}

fn clear(gpu: &Gpu, tiles: &Target, pass: &Pass) {
    if !pass.clear.is_empty() {
        let [width, height] = tiles.size();
        gpu.set_state(&pass_state(pass, Cull::None, Rect::of_size(width, height), None));
        gpu.clear(&pass.clear);
    }
}

impl Stage {
    /// Compiles the shader and creates a square of `columns` × `columns` tiles of `resolution` pixels a side.
    pub fn new(gpu: &Gpu, resolution: u32, columns: u32) -> Result<Self, GpuError> {
        let program = depth_only::program(gpu, "image_space/depth_only", "")?;
        let corners: [[f32; 3]; 4] =
            [[-1.0, -1.0, -1.0], [1.0, -1.0, -1.0], [1.0, 1.0, -1.0], [-1.0, 1.0, -1.0]];
        let layout = [Attribute { location: 0, components: 3, offset: 0 }];
        Ok(Self {
            tiles: tiles(gpu, columns * resolution)?,
            meshes: MeshCache::new(gpu),
            gpu: gpu.clone(),
            program,
            quad: GeometryBuffer::new(gpu, Assembly::Triangles, &corners, &layout, &[0, 1, 2, 0, 2, 3])?,
            samples: QueryPool::new(gpu, Counted::Samples),
            timer: GpuTimer::new(gpu),
            outline: Outline::True,
            beside: None,
            commands: None,
        })
    }

    /// Replaces the square of tiles by a single tile of `resolution` pixels a side.
    pub fn resize(&mut self, resolution: u32) -> Result<(), GpuError> {
        self.tiles = tiles(&self.gpu, resolution)?;
        Ok(())
    }

    /// Adapts the stage to `table`: it gets queries of the kind that the table counts with, and meshes with the
    /// attributes that the table's outline needs.
    pub fn for_table(mut self, table: &PassProgram) -> Result<Self, GpuError> {
        if table.read == Read::Booleans {
            self.samples = QueryPool::new(&self.gpu, Counted::AnySample);
        }
        if table.outline != Outline::True {
            self.meshes = MeshCache::for_outline(&self.gpu, table.outline);
        }
        match table.outline {
            Outline::True => {}
            Outline::Fat | Outline::Thin => {
                self.program = Program::new(
                    &self.gpu,
                    "image_space/plane_depth",
                    include_str!("../../../../../shaders/image_space/plane_depth.vert"),
                    include_str!("../../../../../shaders/image_space/plane_depth.frag"),
                )?;
            }
        }
        self.outline = table.outline;
        Ok(self)
    }

    /// The GPU time of all rounds since the last call; `None` if no round was timed.
    pub fn take_gpu_time(&mut self) -> Option<Duration> {
        self.timer.take()
    }

    /// The body in role 0 or 1 of a pair as seen in the pair's window: its mesh, and matrix, margin and shift
    /// for every pass. `None` if a thin body has shrunk to nothing.
    fn body_in_window(
        &mut self,
        job: &Job,
        role: usize,
        bodies: &[Body],
    ) -> Result<Option<(&GpuMesh, BodyInWindow)>, DetectError> {
        let Body { shape, pose, .. } = &bodies[job.roles[role]];
        let mesh = self.meshes.require(shape).map_err(gl)?;
        let shift = job.view.across_in_clip(job.shifts[role]);
        Ok(mesh.placed(job.margins[role]).map(|Placement { center, scale, grow }| {
            (mesh, BodyInWindow { local_to_clip: job.view.local_to_clip(pose, &center, scale), grow, shift })
        }))
    }

    fn keep(&mut self, command: Command) {
        if let Some(commands) = &mut self.commands {
            commands.push(command);
        }
    }

    /// Executes the clear of a row, in all tiles.
    fn clear(&self, pass: &Pass) {
        clear(&self.gpu, &self.tiles, pass);
    }

    /// Draws one row of the table for one pair: a shape in its window, or the tile's quad. A counted row uses
    /// query number `query`.
    fn draw(
        &mut self,
        pass: &Pass,
        split_culling: bool,
        frame: &Frame,
        drawn: Option<BodyDraw>,
        query: usize,
        cost: &mut Cost,
    ) -> Result<(), DetectError> {
        let (cull, facing) = facing(pass, split_culling);
        let scissor = frame.scissored.then_some(frame.tile);
        self.gpu.set_state(&pass_state(pass, cull, frame.tile, scissor));
        if pass.counted {
            self.samples.begin(query).map_err(gl)?;
            cost.queries += 1;
        }
        if let Some(BodyDraw { shape, in_window: BodyInWindow { local_to_clip, grow, shift } }) = drawn {
            let mesh = self.meshes.require(shape).map_err(gl)?;
            self.program.set("local_to_clip", uniform(local_to_clip));
            if self.outline != Outline::True {
                let inwards = if matches!(pass.draw, Surface::Far(_)) { -1.0 } else { 1.0 };
                self.program.set("grow", Uniform::Float(*grow));
                self.program.set("inwards", Uniform::Float(inwards));
                self.program.set("shift", Uniform::Vec2(*shift));
                self.program.set("tile", Uniform::Vec4(pixels_to_clip(&frame.tile)));
            }
            if matches!(pass.draw, Surface::Edges(_)) {
                self.meshes.require_edges(shape).map_err(gl)?.draw();
                cost.draws += 1;
            } else if frame.skip_hidden_clusters {
                let ranges = mesh.visible_ranges_grown(local_to_clip, facing, *grow);
                mesh.buffer.draw_ranges(&ranges);
                cost.triangles += ranges.iter().map(|r| r.len() as u64 / 3).sum::<u64>();
                cost.draws += u64::from(!ranges.is_empty());
            } else {
                mesh.buffer.draw();
                cost.triangles += mesh.buffer.triangles();
                cost.draws += 1;
            }
        } else {
            self.program.set("local_to_clip", uniform(&Matrix4::identity()));
            self.quad.draw();
            cost.triangles += self.quad.triangles();
            cost.draws += 1;
        }
        if pass.counted {
            self.samples.end();
        }
        Ok(())
    }
}

/// The faces that a row culls.
pub fn culling(pass: &Pass, split_culling: bool) -> Cull {
    facing(pass, split_culling).0
}

/// The faces that a row culls, and the facing of those it draws.
pub(super) fn facing(pass: &Pass, split_culling: bool) -> (Cull, Facing) {
    match pass.draw {
        Surface::Near(_) if split_culling => (Cull::Clockwise, Facing::Near),
        Surface::Far(_) if split_culling => (Cull::CounterClockwise, Facing::Far),
        _ => (Cull::None, Facing::Any),
    }
}

pub(super) fn pass_state(pass: &Pass, cull: Cull, viewport: Rect, scissor: Option<Rect>) -> PassState {
    PassState {
        viewport,
        scissor,
        color: false,
        blend: false,
        depth: pass.depth,
        stencil: pass.stencil,
        cull,
    }
}

/// The role of a surface, 0 for A and 1 for B; `None` for the quad.
fn role(surface: Surface) -> Option<usize> {
    match surface {
        Surface::Whole(who) | Surface::Near(who) | Surface::Far(who) | Surface::Edges(who) => {
            Some(match who {
                Who::First => 0,
                Who::Second => 1,
            })
        }
        Surface::Tile => None,
    }
}

/// The centre of a tile in pixels (x, y), and the size of a pixel in clip coordinates (across, up).
pub(super) fn pixels_to_clip(tile: &Rect) -> [f32; 4] {
    let [x, y, width, height] = [tile.x, tile.y, tile.width, tile.height].map(|pixels| pixels as f32);
    [x + 0.5 * width, y + 0.5 * height, 2.0 / width, 2.0 / height]
}

pub(super) fn uniform(matrix: &Matrix4<f32>) -> Uniform {
    Uniform::Mat4(std::array::from_fn(|i| matrix.as_slice()[i]))
}

pub(super) fn gl(error: GpuError) -> DetectError {
    DetectError::Gl(error.to_string())
}
