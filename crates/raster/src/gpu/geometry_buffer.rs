//! Vertices, indices and instances on the GPU.

use std::ops::Range;

use glow::HasContext as _;

use super::{Gpu, GpuError};

/// One vertex attribute: `layout(location = …) in vecN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Number in `layout(location = …)` in the vertex shader.
    pub location: u32,
    /// Number of floats, 1 to 4.
    pub components: i32,
    /// Bytes from the start of the vertex or instance.
    pub offset: i32,
}

/// The primitive that a draw assembles from the indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Assembly {
    Triangles,
    Lines,
}

/// An indexed mesh with a vertex layout, and optionally a buffer with one entry per instance.
/// Freed when dropped.
pub struct GeometryBuffer {
    gpu: Gpu,
    array: glow::VertexArray,
    vertices: glow::Buffer,
    indices: glow::Buffer,
    instances: Option<glow::Buffer>,
    index_count: i32,
    assembly: Assembly,
    serial: u64,
    layout: Vec<Attribute>,
    stride: i32,
    vertex_bytes: i32,
}

impl GeometryBuffer {
    /// Uploads vertices and indices. `V` is plain data whose floats `layout` describes.
    pub fn new<V: bytemuck::Pod>(
        gpu: &Gpu,
        assembly: Assembly,
        vertices: &[V],
        layout: &[Attribute],
        indices: &[u32],
    ) -> Result<Self, GpuError> {
        let gl = gpu.gl();
        unsafe {
            let array = gl.create_vertex_array().map_err(GpuError::Refused)?;
            let vertex_buffer = gl.create_buffer().map_err(GpuError::Refused)?;
            let index_buffer = gl.create_buffer().map_err(GpuError::Refused)?;
            gpu.count_object(3);
            gpu.count_prepared([0, 1]);
            gl.bind_vertex_array(Some(array));
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(vertex_buffer));
            gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, bytemuck::cast_slice(vertices), glow::STATIC_DRAW);
            describe(gl, layout, size_of::<V>() as i32, 0);
            gl.bind_buffer(glow::ELEMENT_ARRAY_BUFFER, Some(index_buffer));
            gl.buffer_data_u8_slice(
                glow::ELEMENT_ARRAY_BUFFER,
                bytemuck::cast_slice(indices),
                glow::STATIC_DRAW,
            );
            gl.bind_vertex_array(None);
            Ok(Self {
                gpu: gpu.clone(),
                array,
                vertices: vertex_buffer,
                indices: index_buffer,
                instances: None,
                index_count: indices.len() as i32,
                assembly,
                serial: gpu.next_serial(),
                layout: layout.to_vec(),
                stride: size_of::<V>() as i32,
                vertex_bytes: size_of_val(vertices) as i32,
            })
        }
    }

    /// Adds per-instance attributes: `stride` bytes each, described by `layout`.
    pub fn with_instances(mut self, stride: usize, layout: &[Attribute]) -> Result<Self, GpuError> {
        let gl = self.gpu.gl();
        unsafe {
            let buffer = gl.create_buffer().map_err(GpuError::Refused)?;
            self.gpu.count_object(1);
            gl.bind_vertex_array(Some(self.array));
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer));
            describe(gl, layout, stride as i32, 1);
            gl.bind_vertex_array(None);
            self.instances = Some(buffer);
        }
        Ok(self)
    }

    /// Draws the whole mesh once, without instances.
    pub fn draw(&self) {
        unsafe {
            self.gpu.gl().bind_vertex_array(Some(self.array));
            self.gpu.gl().draw_elements(self.mode(), self.index_count, glow::UNSIGNED_INT, 0);
        }
    }

    /// Replaces the vertices, and draws them in their order, without the indices.
    pub fn draw_vertices<V: bytemuck::Pod>(&self, vertices: &[V]) {
        if vertices.is_empty() {
            return;
        }
        debug_assert_eq!(size_of::<V>(), self.stride as usize);
        let gl = self.gpu.gl();
        unsafe {
            gl.bind_vertex_array(Some(self.array));
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(self.vertices));
            gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, bytemuck::cast_slice(vertices), glow::STREAM_DRAW);
            gl.draw_arrays(self.mode(), 0, vertices.len() as i32);
        }
    }

    /// Draws ranges of the mesh's indices, in one call if the driver supports it.
    pub fn draw_ranges(&self, ranges: &[Range<u32>]) {
        debug_assert!(ranges.iter().all(|r| r.end <= self.index_count as u32));
        unsafe {
            self.gpu.gl().bind_vertex_array(Some(self.array));
            if !self.gpu.0.extra.multi_draw_elements(self.mode(), ranges) {
                for range in ranges {
                    let byte_offset = (range.start as usize * size_of::<u32>()) as i32;
                    self.gpu.gl().draw_elements(
                        self.mode(),
                        range.len() as i32,
                        glow::UNSIGNED_INT,
                        byte_offset,
                    );
                }
            }
        }
    }

    /// Draws the mesh once per entry of `instances`, which must have the stride of
    /// [`GeometryBuffer::with_instances`].
    pub fn draw_instances<I: bytemuck::Pod>(&self, instances: &[I]) {
        if instances.is_empty() {
            return;
        }
        let gl = self.gpu.gl();
        unsafe {
            gl.bind_vertex_array(Some(self.array));
            gl.bind_buffer(glow::ARRAY_BUFFER, self.instances);
            gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, bytemuck::cast_slice(instances), glow::STREAM_DRAW);
            gl.draw_elements_instanced(
                self.mode(),
                self.index_count,
                glow::UNSIGNED_INT,
                0,
                instances.len() as i32,
            );
        }
    }

    /// Triangles of one instance; 0 for lines.
    pub fn triangles(&self) -> u64 {
        if self.assembly == Assembly::Triangles { self.index_count as u64 / 3 } else { 0 }
    }

    /// A number unique to this buffer during the life of the context.
    pub(super) fn serial(&self) -> u64 {
        self.serial
    }

    /// The vertex attributes, and the size of a vertex in bytes.
    pub(super) fn layout(&self) -> (&[Attribute], i32) {
        (&self.layout, self.stride)
    }

    /// The vertex buffer and the index buffer.
    pub(super) fn buffers(&self) -> [glow::Buffer; 2] {
        [self.vertices, self.indices]
    }

    /// Sizes of the vertex and the index data, bytes.
    pub(super) fn bytes(&self) -> [i32; 2] {
        [self.vertex_bytes, self.index_count * size_of::<u32>() as i32]
    }

    fn mode(&self) -> u32 {
        match self.assembly {
            Assembly::Triangles => glow::TRIANGLES,
            Assembly::Lines => glow::LINES,
        }
    }
}

impl Drop for GeometryBuffer {
    fn drop(&mut self) {
        let gl = self.gpu.gl();
        unsafe {
            gl.delete_vertex_array(self.array);
            gl.delete_buffer(self.vertices);
            gl.delete_buffer(self.indices);
            if let Some(buffer) = self.instances {
                gl.delete_buffer(buffer);
            }
        }
        self.gpu.count_object(-3 - i64::from(self.instances.is_some()));
    }
}

pub(super) unsafe fn describe(gl: &glow::Context, layout: &[Attribute], stride: i32, divisor: u32) {
    for a in layout {
        unsafe {
            gl.enable_vertex_attrib_array(a.location);
            gl.vertex_attrib_pointer_f32(a.location, a.components, glow::FLOAT, false, stride, a.offset);
            gl.vertex_attrib_divisor(a.location, divisor);
        }
    }
}
