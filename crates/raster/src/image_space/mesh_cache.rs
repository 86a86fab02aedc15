//! Bodies' meshes on the GPU: f32, centred, divided by their size, with triangles sorted into compact clusters. A
//! window shows only a part of a body, so clusters outside the window can be culled.

use std::ops::Range;
use std::sync::Arc;

use nalgebra::{Matrix4, Vector3};

use super::conservative::Girth;
use super::pass::Outline;
use crate::geometry::push_out::PushOut;
use crate::geometry::{Point, Shape, Vector};
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::{Attribute, GeometryBuffer, Gpu, GpuError, ShapeCache};

/// One shape on the GPU: `local = center + scale · vertex`.
pub struct GpuMesh {
    /// Vertices, with coordinates from −1 to 1, and indices.
    pub buffer: GeometryBuffer,
    /// Centre of the mesh in the shape's own frame, metres.
    pub center: Point,
    /// Length in metres of one unit of the buffer.
    pub scale: f64,
    /// The sizes from which margins of fat and thin bodies are computed; `None` in a cache for exact outlines.
    girth: Option<Girth>,
    /// An inner point in the shape's own frame, and its distance in metres from the nearest face.
    inner: (Point, f64),
    clusters: Vec<Cluster>,
}

/// Transform from the mesh's buffer to the shape's own frame: `local = center + scale · (vertex + grow · push)`. Here
/// `vertex` is a vertex of the buffer and `push` its push-out vector.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Placement {
    pub center: Point,
    pub scale: f64,
    pub grow: f32,
}

/// Triangles that lie close together, with bounds of their corners, normals and push-out vectors.
struct Cluster {
    indices: Range<u32>,
    corners: Bounds,
    normals: Bounds,
    pushes: Bounds,
}

/// An axis-aligned box, given by its centre and half its sides, in units of the mesh's buffer.
struct Bounds {
    center: Vector3<f32>,
    half: Vector3<f32>,
}

/// Maximum number of triangles in a cluster. With small clusters more triangles are culled; with large ones fewer
/// tests are needed.
const CLUSTER_TRIANGLES: usize = 24;

/// Tolerance of the culling tests: in spite of rounding no visible pixel may disappear.
const SLACK: f32 = 1e-3;

/// Orientation of the triangles that a pass draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facing {
    /// Towards the eye or away from it.
    Any,
    /// Towards the eye only.
    Near,
    /// Away from the eye only.
    Far,
}

impl GpuMesh {
    /// The sizes from which the margins of a fat or thin body are computed; `None` in a cache for exact outlines.
    pub fn girth(&self) -> Option<Girth> {
        self.girth
    }

    /// The mesh with its surface moved `margin` metres outwards, or inwards if negative; `None` if the shrunk
    /// mesh is empty.
    pub fn placed(&self, margin: f64) -> Option<Placement> {
        if margin >= 0.0 {
            let grow = (margin / self.scale) as f32;
            return Some(Placement { center: self.center, scale: self.scale, grow });
        }
        let (inner, inradius) = self.inner;
        let left = 1.0 + margin / inradius;
        (inradius > 0.0 && left > 0.0).then(|| Placement {
            center: inner + (self.center - inner) * left,
            scale: self.scale * left,
            grow: 0.0,
        })
    }

    /// Index ranges of the clusters that a window may show, adjacent ranges merged. `local_to_clip` maps the window to
    /// −1…1 across and up; its third row increases with depth. Culled clusters lie wholly beyond one of the window's
    /// sides, or face the wrong way.
    pub fn visible_ranges(&self, local_to_clip: &Matrix4<f32>, facing: Facing) -> Vec<Range<u32>> {
        self.visible_ranges_grown(local_to_clip, facing, 0.0)
    }

    /// Like [`Self::visible_ranges`], for the mesh with its surface moved outwards by `grow`, in units of the buffer.
    pub fn visible_ranges_grown(
        &self,
        local_to_clip: &Matrix4<f32>,
        facing: Facing,
        grow: f32,
    ) -> Vec<Range<u32>> {
        // Pushing vertices outwards rotates the triangles between them, so culling by facing would be wrong.
        let facing = if grow > 0.0 { Facing::Any } else { facing };
        let row = |i: usize| local_to_clip.fixed_view::<1, 3>(i, 0).transpose();
        let sides = [(row(0), local_to_clip[(0, 3)]), (row(1), local_to_clip[(1, 3)])];
        let away = row(2).normalize();
        let mut ranges: Vec<Range<u32>> = Vec::new();
        for cluster in &self.clusters {
            let beyond = sides.iter().any(|(direction, offset)| {
                let [mut low, mut high] = cluster.corners.along(direction);
                if grow > 0.0 {
                    let [least, most] = cluster.pushes.along(direction);
                    (low, high) = (low + grow * least, high + grow * most);
                }
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

    /// Smallest and largest projection of the box's points on `direction`.
    fn along(&self, direction: &Vector3<f32>) -> [f32; 2] {
        let (middle, reach) = (direction.dot(&self.center), direction.abs().dot(&self.half));
        [middle - reach, middle + reach]
    }
}

/// Meshes of the shapes in use.
pub struct MeshCache {
    gpu: Gpu,
    meshes: ShapeCache<GpuMesh>,
    /// Edges of the shapes as lines, with the coordinates of [`GpuMesh::buffer`].
    edges: ShapeCache<GeometryBuffer>,
    outline: Outline,
}

impl MeshCache {
    /// An empty cache for exact outlines.
    pub fn new(gpu: &Gpu) -> Self {
        let (meshes, edges) = Default::default();
        Self { gpu: gpu.clone(), meshes, edges, outline: Outline::True }
    }

    /// An empty cache for bodies that are drawn with this outline. For fat and thin bodies each mesh has a girth, and
    /// each vertex has two more attributes: the push-out vector (attribute 1) and the plane of the vertex's triangle
    /// (attribute 2).
    pub fn for_outline(gpu: &Gpu, outline: Outline) -> Self {
        Self { outline, ..Self::new(gpu) }
    }

    /// Number of subpixel bits to which this GPU snaps corners.
    pub fn subpixel_bits(&self) -> u32 {
        self.gpu.capabilities().subpixel_bits
    }

    /// Frees the meshes of shapes that no longer exist.
    pub fn forget_unused(&mut self) {
        self.meshes.forget_unused();
        self.edges.forget_unused();
    }

    /// The mesh of `shape`, if it is cached.
    pub fn get(&self, shape: &Arc<Shape>) -> Option<&GpuMesh> {
        self.meshes.get(shape)
    }

    /// The mesh of `shape`, uploaded if it is not cached.
    pub fn require(&mut self, shape: &Arc<Shape>) -> Result<&GpuMesh, GpuError> {
        let outline = self.outline;
        Ok(self.meshes.require(shape, || upload(&self.gpu, shape, outline))?)
    }

    /// The edges of `shape` as lines, each once, uploaded if they are not cached.
    pub fn require_edges(&mut self, shape: &Arc<Shape>) -> Result<&GeometryBuffer, GpuError> {
        Ok(self.edges.require(shape, || upload_edges(&self.gpu, shape))?)
    }
}

fn upload_edges(gpu: &Gpu, shape: &Shape) -> Result<GeometryBuffer, GpuError> {
    let (center, scale) = center_and_scale(shape);
    let vertices: Vec<[f32; 3]> =
        (shape.mesh().vertices().iter()).map(|p| ((p - center) / scale).cast::<f32>().into()).collect();
    let mut edges: Vec<[u32; 2]> = (shape.mesh().triangles().iter())
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
        .map(|[a, b]| [a.min(b), a.max(b)])
        .collect();
    edges.sort_unstable();
    edges.dedup();
    let position = Attribute { location: 0, components: 3, offset: 0 };
    GeometryBuffer::new(gpu, Assembly::Lines, &vertices, &[position], edges.as_flattened())
}

/// The centre of a shape, and half of its longest side: the buffer's coordinates are relative to them.
fn center_and_scale(shape: &Shape) -> (Point, f64) {
    let bounds = shape.local_aabb();
    (bounds.center(), 0.5 * bounds.extents().max())
}

fn upload(gpu: &Gpu, shape: &Shape, outline: Outline) -> Result<GpuMesh, GpuError> {
    let (center, scale) = center_and_scale(shape);
    let in_buffer = |p: &Point| (p - center) / scale;
    let push_out = (outline != Outline::True).then(|| PushOut::of(shape));
    let (points, pushes, triangles): (Vec<Vector>, Vec<Vector3<f32>>, &[[u32; 3]]) = match &push_out {
        Some(fat) if outline == Outline::Fat => {
            let corners = fat.corners.iter().map(|c| (in_buffer(&c.at), c.push.cast::<f32>()));
            let (at, push) = corners.unzip();
            (at, push, &fat.triangles)
        }
        _ => {
            let at: Vec<_> = shape.mesh().vertices().iter().map(in_buffer).collect();
            let still = vec![Vector3::zeros(); at.len()];
            (at, still, shape.mesh().triangles())
        }
    };
    let vertices: Vec<Vector3<f32>> = points.iter().map(|p| p.cast()).collect();
    let face = |(index, corners): (usize, &[u32; 3])| {
        let at = corners.map(|v| points[v as usize]);
        let plane = match (&push_out, outline) {
            (_, Outline::True) => [0.0; 4],
            (Some(fat), Outline::Fat) => plane(&fat.witnesses[index], at),
            // A degenerate triangle has no plane, so its fragments would prove nothing: it is left out. Leaving a
            // triangle out of a thin body cannot cause a false hit.
            _ => plane(&(at[1] - at[0]).cross(&(at[2] - at[0])).try_normalize(0.0)?, at),
        };
        Some(Face { corners: *corners, plane })
    };
    let mut faces: Vec<Face> = triangles.iter().enumerate().filter_map(face).collect();
    let mut clusters = Vec::new();
    split(&Corners { vertices: &vertices, pushes: &pushes }, &mut faces, 0, &mut clusters);
    let position = Attribute { location: 0, components: 3, offset: 0 };
    let buffer = if outline == Outline::True {
        let plain: Vec<[f32; 3]> = vertices.iter().map(|v| (*v).into()).collect();
        let indices: Vec<u32> = faces.iter().flat_map(|face| face.corners).collect();
        GeometryBuffer::new(gpu, Assembly::Triangles, &plain, &[position], &indices)?
    } else {
        // Corners are not shared, because each carries its triangle's plane.
        let push = Attribute { location: 1, components: 3, offset: size_of::<[f32; 3]>() as i32 };
        let plane = Attribute { location: 2, components: 4, offset: size_of::<[f32; 6]>() as i32 };
        let own = |face: &Face| {
            let [a, b, c, d] = face.plane;
            face.corners.map(|v| {
                let (at, push) = (vertices[v as usize], pushes[v as usize]);
                [at.x, at.y, at.z, push.x, push.y, push.z, a, b, c, d]
            })
        };
        let corners: Vec<[f32; 10]> = faces.iter().flat_map(own).collect();
        let in_order: Vec<u32> = (0..corners.len() as u32).collect();
        GeometryBuffer::new(gpu, Assembly::Triangles, &corners, &[position, push, plane], &in_order)?
    };
    let girth = push_out.as_ref().map(|p| Girth::of(shape, p));
    let inner = push_out.map_or((center, 0.0), |p| (p.inner, p.inradius));
    Ok(GpuMesh { buffer, center, scale, girth, inner, clusters })
}

/// The plane of a triangle: the unit vector n, and the offset d with n · p ≥ d at the triangle's corners p. The proof
/// for thin bodies uses this inequality alone, so n may be wrong. For fat bodies n has to be the triangle's witness,
/// see `docs/proofs/conservative.md`.
fn plane(n: &Vector, corners: [Vector; 3]) -> [f32; 4] {
    let n = n.cast::<f32>();
    let d = corners.map(|p| n.cast::<f64>().dot(&p)).into_iter().fold(f64::INFINITY, f64::min);
    [n.x, n.y, n.z, d as f32]
}

/// A triangle: vertex indices, and normal and offset of the plane that gives its depth.
struct Face {
    corners: [u32; 3],
    plane: [f32; 4],
}

/// The vertices of a mesh: the position and the push-out vector of each.
struct Corners<'a> {
    vertices: &'a [Vector3<f32>],
    pushes: &'a [Vector3<f32>],
}

/// Splits the triangles into clusters. A set of triangles is halved at the median along the longest side of its box
/// until it is small enough. `first` is the position of the first triangle in the index buffer.
fn split(of: &Corners, triangles: &mut [Face], first: u32, clusters: &mut Vec<Cluster>) {
    let Corners { vertices, pushes } = of;
    let all = || triangles.iter().flat_map(|t| t.corners);
    let corners = Bounds::around(all().map(|v| vertices[v as usize]));
    if triangles.len() <= CLUSTER_TRIANGLES {
        let indices = first..first + 3 * triangles.len() as u32;
        let normals =
            Bounds::around(triangles.iter().filter_map(|t| normal(t.corners.map(|v| vertices[v as usize]))));
        let pushes = Bounds::around(all().map(|v| pushes[v as usize]));
        clusters.push(Cluster { indices, corners, normals, pushes });
        return;
    }
    let axis = corners.half.imax();
    let along = |t: &Face| t.corners.iter().map(|&v| vertices[v as usize][axis]).sum::<f32>();
    let middle = triangles.len() / 2;
    triangles.select_nth_unstable_by(middle, |s, t| along(s).total_cmp(&along(t)));
    let (near, far) = triangles.split_at_mut(middle);
    split(of, near, first, clusters);
    split(of, far, first + 3 * middle as u32, clusters);
}

/// Unit normal; `None` for a triangle without area, which draws nothing.
fn normal([p, q, r]: [Vector3<f32>; 3]) -> Option<Vector3<f32>> {
    (q - p).cross(&(r - p)).try_normalize(0.0)
}
