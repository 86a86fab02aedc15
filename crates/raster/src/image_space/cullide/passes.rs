//! The passes on the GPU: rows of a table, drawn body by body in the view of the whole scene.

use std::time::Duration;

use super::enlarged::{self, NearTriangles};
use super::groups;
use super::rules::{Counter, Direction, Step};
use crate::detector::{Cost, DetectError};
use crate::geometry::{Aabb, MeshError};
use crate::gpu::Compare::{GreaterEqual, LessEqual};
use crate::gpu::target::Holds;
use crate::gpu::{
    Counted, Cull, Gpu, GpuError, GpuTimer, Program, QueryPool, Rect, ShapeCache, Target, Uniform,
};
use crate::image_space::depth_only;
use crate::image_space::mesh_cache::MeshCache;
use crate::image_space::pass::{DEPTH_1, Depth::*, Pass, Surface::*, Who::*};
use crate::image_space::schedule::{facing, gl, pass_state, pixels_to_clip, uniform};
use crate::image_space::view::View;
use crate::world::Body;

/// A body's two rows of the table, in the order of the paper: count it against the surfaces drawn before, then draw it
/// for the bodies that follow. Depth is cleared once before the first body. Groups of bodies that do not overlap on the
/// picture are counted together, then drawn together ([`groups`]).
// Differs from the paper: of a closed body only the far faces are counted and only the near faces drawn; the paper
// draws all faces in both. The last sample of a closed body on a ray is on a far face, the first on a near face.
#[rustfmt::skip]
pub const ROWS: [Pass; 2] = [
    Pass::draw(Far(First)).says("Count the body's samples at or behind the surfaces drawn before")
        .depth(GreaterEqual, ReadOnly).counted(),
    Pass::draw(Near(First)).says("Draw the body's near side for the bodies that follow")
        .depth(LessEqual, Write),
];

/// The clear before a pass.
const CLEAR: Pass = Pass::draw(Tile).says("Clear depth to the far plane").clear(DEPTH_1);

/// Number of steps between two flushes, as in the pair-by-pair schedule.
const FLUSH_AFTER: usize = 64;

/// Target, meshes, program and queries.
pub struct Canvas {
    gpu: Gpu,
    target: Target,
    program: Program,
    queries: QueryPool,
    timer: GpuTimer,
    meshes: DrawnMeshes,
    resolution: u32,
    split_culling: bool,
}

/// The surfaces that are drawn.
enum DrawnMeshes {
    Exact(MeshCache),
    Enlarged(ShapeCache<NearTriangles>),
}

impl Canvas {
    /// A square target of `resolution` pixels a side. `reliable`: surfaces are enlarged, so that nothing is missed.
    pub fn new(gpu: &Gpu, resolution: u32, reliable: bool, split_culling: bool) -> Result<Self, GpuError> {
        gpu.keep_freed_memory();
        let (program, meshes) = if reliable {
            (enlarged::program(gpu)?, DrawnMeshes::Enlarged(ShapeCache::default()))
        } else {
            (depth_only::program(gpu, "image_space/depth_only", "")?, DrawnMeshes::Exact(MeshCache::new(gpu)))
        };
        Ok(Self {
            gpu: gpu.clone(),
            target: Target::new(gpu, Holds::DepthStencil, resolution, resolution)?,
            program,
            queries: QueryPool::new(gpu, Counted::Samples),
            timer: GpuTimer::new(gpu),
            meshes,
            resolution,
            split_culling,
        })
    }

    /// Takes over another resolution, in pixels along a side, and another way to cull.
    pub fn adapt(&mut self, resolution: u32, split_culling: bool) -> Result<(), GpuError> {
        if resolution != self.resolution {
            self.target = Target::new(&self.gpu, Holds::DepthStencil, resolution, resolution)?;
        }
        (self.resolution, self.split_culling) = (resolution, split_culling);
        Ok(())
    }

    /// Frees the meshes of shapes that no longer exist.
    pub fn forget_unused(&mut self) {
        match &mut self.meshes {
            DrawnMeshes::Exact(meshes) => meshes.forget_unused(),
            DrawnMeshes::Enlarged(meshes) => meshes.forget_unused(),
        }
    }

    /// The GPU time of all passes since the last call; `None` if it was not measured.
    pub fn take_gpu_time(&mut self) -> Option<Duration> {
        self.timer.take()
    }

    /// Draws a body with the state of a row; a counted row uses query number `query`.
    fn draw(
        &mut self,
        row: &Pass,
        view: &View,
        body: &Body,
        query: Option<usize>,
        cost: &mut Cost,
    ) -> Result<(), DetectError> {
        // A surface that is open or inside out has no near and far side, and enlarged triangles are drawn whole.
        let is_open = matches!(body.shape.convexity(), Err(MeshError::Open(..)));
        let is_closed = !is_open && body.shape.volume() > 0.0;
        let exact = matches!(self.meshes, DrawnMeshes::Exact(_));
        let (cull, facing) = facing(row, self.split_culling && exact && is_closed);
        let whole = Rect::of_size(self.resolution, self.resolution);
        self.gpu.set_state(&pass_state(row, cull, whole, None));
        if let Some(query) = query {
            self.queries.begin(query).map_err(gl)?;
            cost.queries += 1;
        }
        cost.draws += 1;
        cost.triangles += match &mut self.meshes {
            DrawnMeshes::Exact(meshes) => {
                let mesh = meshes.require(&body.shape).map_err(gl)?;
                let local_to_clip = view.local_to_clip(&body.pose, &mesh.center, mesh.scale);
                self.program.set("local_to_clip", uniform(&local_to_clip));
                let ranges = mesh.visible_ranges(&local_to_clip, facing);
                mesh.buffer.draw_ranges(&ranges);
                ranges.iter().map(|range| range.len() as u64 / 3).sum()
            }
            DrawnMeshes::Enlarged(meshes) => {
                let upload = || NearTriangles::upload(&self.gpu, &body.shape);
                let mesh = meshes.require(&body.shape, upload).map_err(gl)?;
                let bits = self.gpu.capabilities().subpixel_bits;
                let growth = enlarged::growth(view, self.resolution, bits, body.shape.size());
                let (program, center) = (&self.program, &mesh.center);
                program.set("local_to_clip", uniform(&view.local_to_clip(&body.pose, center, mesh.scale)));
                program.set("grow", Uniform::Vec3(growth.grow));
                program.set("rounding", Uniform::Vec3(growth.rounding));
                program.set("far_side", Uniform::Float(if query.is_some() { 1.0 } else { -1.0 }));
                mesh.buffer.draw();
                mesh.buffer.triangles()
            }
        };
        if query.is_some() {
            self.queries.end();
        }
        Ok(())
    }

    fn run(
        &mut self,
        view: &View,
        bodies: &[Body],
        boxes: &[Aabb],
        steps: &[Step],
        cost: &mut Cost,
    ) -> Result<Vec<u64>, DetectError> {
        let whole = Rect::of_size(self.resolution, self.resolution);
        self.timer.begin().map_err(gl)?;
        self.target.bind();
        self.program.bind();
        self.program.set("tile", Uniform::Vec4(pixels_to_clip(&whole)));
        self.gpu.set_state(&pass_state(&CLEAR, Cull::None, whole, None));
        self.gpu.clear(&CLEAR.clear);
        let rectangle_of = |body: usize| groups::rectangle(view, &boxes[body], self.resolution);
        let groups = groups::groups(steps, rectangle_of);
        let (mut queries, mut since_flush) = (0, 0);
        for group in groups {
            let group = &steps[group];
            for step in group.iter().filter(|step| step.counted) {
                self.draw(&ROWS[0], view, &bodies[step.body], Some(queries), cost)?;
                queries += 1;
            }
            for step in group.iter().filter(|step| step.drawn) {
                self.draw(&ROWS[1], view, &bodies[step.body], None, cost)?;
            }
            since_flush += group.len();
            if since_flush >= FLUSH_AFTER {
                self.gpu.flush();
                since_flush = 0;
            }
        }
        self.timer.end();
        // Every query is issued before the first result is awaited.
        cost.bytes_read += 4 * queries as u64;
        Ok((0..queries).map(|query| self.queries.count(query)).collect())
    }
}

/// One run over these bodies.
pub struct Drawing<'a> {
    canvas: &'a mut Canvas,
    bodies: &'a [Body],
    /// The box of every body of the set, by its index.
    boxes: &'a [Aabb],
    view: Option<View>,
    cost: &'a mut Cost,
}

impl<'a> Drawing<'a> {
    /// A run that draws `bodies` on `canvas`, of which `boxes` are the world boxes, and adds to `cost`.
    pub fn new(canvas: &'a mut Canvas, bodies: &'a [Body], boxes: &'a [Aabb], cost: &'a mut Cost) -> Self {
        Self { canvas, bodies, boxes, view: None, cost }
    }
}

impl Counter for Drawing<'_> {
    type Error = DetectError;

    fn look(&mut self, axis: u8, set: &[usize]) {
        let boxes = set.iter().map(|&body| &self.boxes[body]);
        self.view = Some(view_of(boxes, axis, self.canvas.resolution));
    }

    fn pass(&mut self, _direction: Direction, steps: &[Step]) -> Result<Vec<u64>, DetectError> {
        let Some(view) = &self.view else { return Ok(Vec::new()) };
        self.canvas.run(view, self.bodies, self.boxes, steps, self.cost)
    }
}

/// Border around the scene on every side, as a share of its extent. It keeps all surfaces, enlarged ones too, off the
/// near and far plane, so that no depth equals the cleared one.
const BORDER: f64 = 0.025;

/// Rounding of a body's position in its box, as a share of the farthest coordinate.
const OF_PLACE: f64 = 16.0 * f64::EPSILON;

/// The view along `axis` of everything in these boxes, of which there is at least one. `resolution` is the number of
/// pixels along a side.
pub fn view_of<'a>(boxes: impl Iterator<Item = &'a Aabb>, axis: u8, resolution: u32) -> View {
    let scene = boxes.fold(Aabb::EMPTY, |scene, of_body| scene.union(of_body));
    let mut volume = scene;
    let farthest = scene.min.coords.amax().max(scene.max.coords.amax());
    // A flat scene gets some depth, and one without any extent a tiny window.
    let longest = scene.extents().max();
    let least = if longest > 0.0 { 1e-3 * longest } else { farthest.max(1.0) };
    // Enlarged surfaces reach a little more than half a pixel beyond the scene: at 64 pixels a side, 1 %.
    let border = BORDER.max(1.0 / f64::from(resolution));
    for i in 0..3 {
        let extent = (scene.max[i] - scene.min[i]).max(least);
        let margin = border * extent + OF_PLACE * farthest + 0.5 * (extent - (scene.max[i] - scene.min[i]));
        volume.min[i] -= margin;
        volume.max[i] += margin;
    }
    let along = usize::from(axis);
    View { axis, volume, shared: [scene.min[along], scene.max[along]] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    #[test]
    fn the_window_holds_the_scene_with_a_border_and_is_never_flat() {
        let boxes = [
            Aabb { min: Point::new(-1.0, 2.0, 3.0), max: Point::new(1.0, 2.0, 4.0) },
            Aabb::cube(Point::new(5.0, 2.0, 3.5), 0.0),
        ];
        for axis in 0..3 {
            let view = view_of(boxes.iter(), axis, 512);
            assert!(boxes.iter().all(|of_body| view.volume.contains(of_body, -1e-9)), "{view:?}");
            assert!(view.volume.extents().min() > 1e-3);
        }
        let point = [Aabb::cube(Point::new(7.0, 0.0, 0.0), 0.0)];
        assert!(view_of(point.iter(), 0, 64).volume.extents().min() > 0.0);
    }
}
