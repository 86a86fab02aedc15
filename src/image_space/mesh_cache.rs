//! Bodies' meshes on the GPU, in f32, recentred and divided by their size.

use std::collections::HashMap;
use std::sync::Arc;

use crate::geometry::{Point, Shape};
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::{Attribute, GeometryBuffer, Gpu, GpuError};

/// One shape on the GPU: `local = center + scale · vertex`.
pub struct GpuMesh {
    /// The vertices lie in −1…1.
    pub buffer: GeometryBuffer,
    /// In the shape's own coordinates.
    pub center: Point,
    /// Metres per unit.
    pub scale: f64,
    shape: Arc<Shape>,
}

/// Uploaded once per shape, found again by the shape's address, which stays taken while it is here.
pub struct MeshCache {
    gpu: Gpu,
    meshes: HashMap<*const Shape, GpuMesh>,
}

impl MeshCache {
    /// Empty.
    pub fn new(gpu: &Gpu) -> Self {
        Self { gpu: gpu.clone(), meshes: HashMap::new() }
    }

    /// Frees the meshes of shapes that nobody else holds any more.
    pub fn forget_unused(&mut self) {
        self.meshes.retain(|_, mesh| Arc::strong_count(&mesh.shape) > 1);
    }

    /// Uploads `shape` unless it is here already.
    pub fn require(&mut self, shape: &Arc<Shape>) -> Result<(), GpuError> {
        if let std::collections::hash_map::Entry::Vacant(entry) = self.meshes.entry(Arc::as_ptr(shape)) {
            entry.insert(upload(&self.gpu, shape)?);
        }
        Ok(())
    }

    /// A shape that was required before.
    pub fn get(&self, shape: &Arc<Shape>) -> Option<&GpuMesh> {
        self.meshes.get(&Arc::as_ptr(shape))
    }
}

fn upload(gpu: &Gpu, shape: &Arc<Shape>) -> Result<GpuMesh, GpuError> {
    let bounds = shape.local_aabb();
    let (center, scale) = (bounds.center(), 0.5 * bounds.extents().max());
    let vertices: Vec<[f32; 3]> =
        shape.mesh().vertices().iter().map(|v| ((v - center) / scale).cast::<f32>().into()).collect();
    let indices = shape.mesh().triangles().as_flattened();
    let layout = [Attribute { location: 0, components: 3, offset: 0 }];
    let buffer = GeometryBuffer::new(gpu, Assembly::Triangles, &vertices, &layout, indices)?;
    Ok(GpuMesh { buffer, center, scale, shape: Arc::clone(shape) })
}
