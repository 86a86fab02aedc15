//! Bodies' meshes on the GPU, in f32, recentred and divided by their size, their triangles sorted into
//! compact clusters: a window shows a part of a body, and clusters wholly outside need not be drawn.

use std::ops::Range;
use std::sync::Arc;

use nalgebra::{Matrix4, Vector3};

use crate::geometry::{Point, Shape};
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::{Attribute, GeometryBuffer, Gpu, GpuError, ShapeCache};

/// One shape on the GPU: `local = center + scale · vertex`.
pub struct GpuMesh {
    /// The vertices lie in −1…1.
    pub buffer: GeometryBuffer,
    /// In the shape's own coordinates.
    pub center: Point,
    /// Metres per unit.
    pub scale: f64,
    clusters: Vec<Cluster>,
}

/// Triangles that lie close together, with a box around their corners and one around their normals.
struct Cluster {
    indices: Range<u32>,
    corners: Bounds,
    normals: Bounds,
}

/// A box by its middle and half its sides.
struct Bounds {
    center: Vector3<f32>,
    half: Vector3<f32>,
}

/// More triangles than this are split: small clusters cut off more, large ones cost fewer tests.
const CLUSTER_TRIANGLES: usize = 24;

/// A thousandth more than exact, so that no rounding cuts off a pixel.
const SLACK: f32 = 1e-3;

/// Which way the triangles of a pass face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facing {
    /// Both ways.
    Any,
    /// Towards the eye.
    Near,
    /// Away from it.
    Far,
}

impl GpuMesh {
    /// The index ranges of the clusters that a window may show, neighbours joined. `local_to_clip` maps the
    /// window across and up to −1…1 and grows with depth in its third row; what is left out lies wholly
    /// beyond one of the window's sides, or faces the wrong way.
    pub fn visible_ranges(&self, local_to_clip: &Matrix4<f32>, facing: Facing) -> Vec<Range<u32>> {
        let row = |i: usize| local_to_clip.fixed_view::<1, 3>(i, 0).transpose();
        let sides = [(row(0), local_to_clip[(0, 3)]), (row(1), local_to_clip[(1, 3)])];
        let away = row(2).normalize();
        let mut ranges: Vec<Range<u32>> = Vec::new();
        for cluster in &self.clusters {
            let beyond = sides.iter().any(|(direction, offset)| {
                let [low, high] = cluster.corners.along(direction);
                low + offset > 1.0 + SLACK || high + offset < -1.0 - SLACK
            });
            let [most_near, most_far] = cluster.normals.along(&away);
            let turned_away = match facing {
                Facing::Any => false,
                Facing::Near => most_near > SLACK,
                Facing::Far => most_far < -SLACK,
            };
            match ranges.last_mut() {
                _ if beyond || turned_away => {}
                Some(last) if last.end == cluster.indices.start => last.end = cluster.indices.end,
                _ => ranges.push(cluster.indices.clone()),
            }
        }
        ranges
    }
}

impl Bounds {
    fn around(points: impl Iterator<Item = Vector3<f32>>) -> Self {
        let none = (Vector3::repeat(f32::INFINITY), Vector3::repeat(f32::NEG_INFINITY));
        let (min, max) = points.fold(none, |(min, max), p| (min.inf(&p), max.sup(&p)));
        Self { center: (min + max) * 0.5, half: (max - min) * 0.5 }
    }

    /// The least and the greatest component along `direction` that a point of the box can have.
    fn along(&self, direction: &Vector3<f32>) -> [f32; 2] {
        let (middle, reach) = (direction.dot(&self.center), direction.abs().dot(&self.half));
        [middle - reach, middle + reach]
    }
}

/// The meshes of all shapes that were drawn and that somebody still holds.
pub struct MeshCache {
    gpu: Gpu,
    meshes: ShapeCache<GpuMesh>,
}

impl MeshCache {
    /// Empty.
    pub fn new(gpu: &Gpu) -> Self {
        Self { gpu: gpu.clone(), meshes: ShapeCache::default() }
    }

    /// Frees the meshes of shapes that nobody else holds any more.
    pub fn forget_unused(&mut self) {
        self.meshes.forget_unused();
    }

    /// The mesh of `shape`, if it is here.
    pub fn get(&self, shape: &Arc<Shape>) -> Option<&GpuMesh> {
        self.meshes.get(shape)
    }

    /// The mesh of `shape`, uploaded now unless it is here already.
    pub fn require(&mut self, shape: &Arc<Shape>) -> Result<&GpuMesh, GpuError> {
        Ok(self.meshes.require(shape, || upload(&self.gpu, shape))?)
    }
}

fn upload(gpu: &Gpu, shape: &Shape) -> Result<GpuMesh, GpuError> {
    let bounds = shape.local_aabb();
    let (center, scale) = (bounds.center(), 0.5 * bounds.extents().max());
    let vertices: Vec<Vector3<f32>> =
        shape.mesh().vertices().iter().map(|v| ((v - center) / scale).cast::<f32>()).collect();
    let mut triangles = shape.mesh().triangles().to_vec();
    let mut clusters = Vec::new();
    split(&vertices, &mut triangles, 0, &mut clusters);
    let layout = [Attribute { location: 0, components: 3, offset: 0 }];
    let plain: Vec<[f32; 3]> = vertices.iter().map(|v| (*v).into()).collect();
    let indices = triangles.as_flattened();
    let buffer = GeometryBuffer::new(gpu, Assembly::Triangles, &plain, &layout, indices)?;
    Ok(GpuMesh { buffer, center, scale, clusters })
}

/// Halves the triangles at the median of the longest side of their box until they are few. `first` is the
/// index buffer's position of the first of them.
fn split(vertices: &[Vector3<f32>], triangles: &mut [[u32; 3]], first: u32, clusters: &mut Vec<Cluster>) {
    let corners = Bounds::around(triangles.as_flattened().iter().map(|&v| vertices[v as usize]));
    if triangles.len() <= CLUSTER_TRIANGLES {
        let indices = first..first + 3 * triangles.len() as u32;
        let normals =
            Bounds::around(triangles.iter().filter_map(|t| normal(t.map(|v| vertices[v as usize]))));
        clusters.push(Cluster { indices, corners, normals });
        return;
    }
    let axis = corners.half.imax();
    let along = |t: &[u32; 3]| t.iter().map(|&v| vertices[v as usize][axis]).sum::<f32>();
    let middle = triangles.len() / 2;
    triangles.select_nth_unstable_by(middle, |s, t| along(s).total_cmp(&along(t)));
    let (near, far) = triangles.split_at_mut(middle);
    split(vertices, near, first, clusters);
    split(vertices, far, first + 3 * middle as u32, clusters);
}

/// `None` for a triangle without area, which draws nothing whichever way it faces.
fn normal([p, q, r]: [Vector3<f32>; 3]) -> Option<Vector3<f32>> {
    (q - p).cross(&(r - p)).try_normalize(0.0)
}
