//! Many meshes in one pair of buffers, so that one call can draw parts of any of them (GL 4.3).

use std::collections::HashMap;
use std::ops::Range;

use glow::HasContext as _;

use super::geometry_buffer::describe;
use super::{Attribute, GeometryBuffer, Gpu, GpuError};

/// One draw of a part of a mesh, in the layout of `glMultiDrawElementsIndirect`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Command {
    index_count: u32,
    instance_count: u32,
    first_index: u32,
    base_vertex: i32,
    base_instance: u32,
}

/// Position of a mesh in the arena's buffers, in indices and vertices.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    first_index: u32,
    base_vertex: i32,
}

impl Command {
    /// Number of triangles drawn, summed over all instances.
    pub fn triangles(&self) -> u64 {
        u64::from(self.index_count) / 3 * u64::from(self.instance_count)
    }
}

impl Placed {
    /// A command that draws the range `part` of the mesh's indices once for each of `instances`, a range in the
    /// arena's instances.
    pub fn command(&self, part: Range<u32>, instances: Range<u32>) -> Command {
        Command {
            index_count: part.len() as u32,
            instance_count: instances.len() as u32,
            first_index: self.first_index + part.start,
            base_vertex: self.base_vertex,
            base_instance: instances.start,
        }
    }
}

/// Copies of triangle meshes with one vertex layout, plus instances and draw commands.
/// Freed when dropped.
pub struct GeometryArena {
    gpu: Gpu,
    array: glow::VertexArray,
    /// The copies of all meshes: the vertex buffer and the index buffer.
    copies: [Store; 2],
    instances: glow::Buffer,
    commands: glow::Buffer,
    instance_layout: (&'static [Attribute], i32),
    vertex_layout: Option<(Vec<Attribute>, i32)>,
    placed: HashMap<u64, Placed>,
}

/// A buffer filled from its start; sizes in bytes.
struct Store {
    buffer: glow::Buffer,
    used: i32,
    capacity: i32,
}

/// Smallest capacity of a buffer, bytes.
const LEAST_BYTES: i32 = 1 << 16;

impl GeometryArena {
    /// An empty arena. Instances take `stride` bytes and have the attributes of `layout`.
    pub fn new(gpu: &Gpu, stride: usize, layout: &'static [Attribute]) -> Result<Self, GpuError> {
        let gl = gpu.gl();
        let buffer = || {
            gpu.count_object(1);
            unsafe { gl.create_buffer() }.map_err(GpuError::Refused)
        };
        let store = || Ok::<_, GpuError>(Store { buffer: buffer()?, used: 0, capacity: 0 });
        let array = unsafe { gl.create_vertex_array() }.map_err(GpuError::Refused)?;
        gpu.count_object(1);
        Ok(Self {
            gpu: gpu.clone(),
            array,
            copies: [store()?, store()?],
            instances: buffer()?,
            commands: buffer()?,
            instance_layout: (layout, stride as i32),
            vertex_layout: None,
            placed: HashMap::new(),
        })
    }

    /// Positions of the meshes, in order; new meshes are copied in. The arena is emptied first when unused meshes take
    /// up more room than the requested ones.
    pub fn place(&mut self, meshes: &[&GeometryBuffer]) -> Result<Vec<Placed>, GpuError> {
        let mut wanted: HashMap<u64, &GeometryBuffer> = meshes.iter().map(|m| (m.serial(), *m)).collect();
        let asked_for: i64 =
            wanted.values().map(|m| m.bytes().iter().map(|b| i64::from(*b)).sum::<i64>()).sum();
        let held: i64 = self.copies.iter().map(|c| i64::from(c.used)).sum();
        if held > 2 * asked_for + i64::from(LEAST_BYTES) {
            self.placed.clear();
            self.copies.iter_mut().for_each(|copy| copy.used = 0);
        }
        wanted.retain(|serial, _| !self.placed.contains_key(serial));
        if !wanted.is_empty() {
            self.copy_in(&wanted)?;
        }
        Ok(meshes.iter().map(|m| self.placed[&m.serial()]).collect())
    }

    fn copy_in(&mut self, meshes: &HashMap<u64, &GeometryBuffer>) -> Result<(), GpuError> {
        let gl = self.gpu.gl();
        for (part, copy) in self.copies.iter_mut().enumerate() {
            let more: i64 = meshes.values().map(|m| i64::from(m.bytes()[part])).sum();
            let needed = i32::try_from(i64::from(copy.used) + more)
                .map_err(|_| GpuError::Refused("the bodies' meshes need more than 2 GiB".into()))?;
            if needed > copy.capacity {
                copy.grow(&self.gpu, needed.max(copy.capacity.saturating_mul(2)).max(LEAST_BYTES))?;
            }
        }
        for (serial, mesh) in meshes {
            let (layout, stride) = mesh.layout();
            let known = self.vertex_layout.get_or_insert_with(|| (layout.to_vec(), stride));
            if known.0 != layout || known.1 != stride {
                return Err(GpuError::Refused(
                    "meshes with different vertex layouts cannot be drawn together".into(),
                ));
            }
            let placed = Placed {
                first_index: self.copies[1].used as u32 / size_of::<u32>() as u32,
                base_vertex: self.copies[0].used / stride,
            };
            for ((copy, bytes), from) in self.copies.iter_mut().zip(mesh.bytes()).zip(mesh.buffers()) {
                unsafe {
                    gl.bind_buffer(glow::COPY_READ_BUFFER, Some(from));
                    gl.bind_buffer(glow::COPY_WRITE_BUFFER, Some(copy.buffer));
                    let (read, write) = (glow::COPY_READ_BUFFER, glow::COPY_WRITE_BUFFER);
                    gl.copy_buffer_sub_data(read, write, 0, copy.used, bytes);
                }
                copy.used += bytes;
            }
            self.placed.insert(*serial, placed);
        }
        self.describe();
        Ok(())
    }

    /// Points the vertex array at the current buffers.
    fn describe(&self) {
        let gl = self.gpu.gl();
        unsafe {
            gl.bind_vertex_array(Some(self.array));
            if let Some((layout, stride)) = &self.vertex_layout {
                gl.bind_buffer(glow::ARRAY_BUFFER, Some(self.copies[0].buffer));
                describe(gl, layout, *stride, 0);
            }
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(self.instances));
            describe(gl, self.instance_layout.0, self.instance_layout.1, 1);
            gl.bind_buffer(glow::ELEMENT_ARRAY_BUFFER, Some(self.copies[1].buffer));
            gl.bind_vertex_array(None);
        }
    }

    /// Uploads the instances and commands of the next draws. `I` has the arena's stride.
    pub fn upload<I: bytemuck::Pod>(&self, instances: &[I], commands: &[Command]) {
        debug_assert_eq!(size_of::<I>(), self.instance_layout.1 as usize);
        let gl = self.gpu.gl();
        unsafe {
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(self.instances));
            gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, bytemuck::cast_slice(instances), glow::STREAM_DRAW);
            gl.bind_buffer(glow::DRAW_INDIRECT_BUFFER, Some(self.commands));
            let bytes = bytemuck::cast_slice(commands);
            gl.buffer_data_u8_slice(glow::DRAW_INDIRECT_BUFFER, bytes, glow::STREAM_DRAW);
        }
    }

    /// Executes a range of the uploaded commands in one call.
    pub fn draw(&self, commands: Range<u32>) {
        if commands.is_empty() {
            return;
        }
        let gl = self.gpu.gl();
        unsafe {
            gl.bind_vertex_array(Some(self.array));
            gl.bind_buffer(glow::DRAW_INDIRECT_BUFFER, Some(self.commands));
            self.gpu.0.extra.multi_draw_elements_indirect(
                glow::TRIANGLES,
                commands.start as usize * size_of::<Command>(),
                commands.len() as i32,
            );
        }
    }
}

impl Store {
    /// Replaces the buffer by a larger one of `capacity` bytes with the same contents.
    fn grow(&mut self, gpu: &Gpu, capacity: i32) -> Result<(), GpuError> {
        let gl = gpu.gl();
        unsafe {
            let larger = gl.create_buffer().map_err(GpuError::Refused)?;
            let (read, write) = (glow::COPY_READ_BUFFER, glow::COPY_WRITE_BUFFER);
            gl.bind_buffer(write, Some(larger));
            gl.buffer_data_size(write, capacity, glow::STATIC_DRAW);
            if self.used > 0 {
                gl.bind_buffer(read, Some(self.buffer));
                gl.copy_buffer_sub_data(read, write, 0, 0, self.used);
            }
            gl.delete_buffer(self.buffer);
            self.buffer = larger;
        }
        self.capacity = capacity;
        Ok(())
    }
}

impl Drop for GeometryArena {
    fn drop(&mut self) {
        let gl = self.gpu.gl();
        unsafe {
            gl.delete_vertex_array(self.array);
            for buffer in [self.copies[0].buffer, self.copies[1].buffer, self.instances, self.commands] {
                gl.delete_buffer(buffer);
            }
        }
        self.gpu.count_object(-5);
    }
}
