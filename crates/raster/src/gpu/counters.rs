//! Atomic counters for fragments, in a storage buffer.

use glow::HasContext as _;

use super::{Gpu, GpuError};

/// A growing array of `u32` counters in a storage buffer (GL 4.3). Freed when dropped.
pub struct Counters {
    gpu: Gpu,
    buffer: glow::Buffer,
    count: usize,
}

impl Counters {
    /// An empty array.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let buffer = unsafe { gpu.gl().create_buffer() }.map_err(GpuError::Refused)?;
        gpu.count_object(1);
        Ok(Self { gpu: gpu.clone(), buffer, count: 0 })
    }

    /// Creates `count` counters, all zero, and binds them as storage block 0 for the following draws.
    pub fn reset(&mut self, count: usize) {
        let gl = self.gpu.gl();
        self.count = count;
        // An empty buffer cannot be bound.
        let zeros = vec![0u32; count.max(1)];
        unsafe {
            gl.bind_buffer(glow::SHADER_STORAGE_BUFFER, Some(self.buffer));
            let bytes = bytemuck::cast_slice(&zeros);
            gl.buffer_data_u8_slice(glow::SHADER_STORAGE_BUFFER, bytes, glow::DYNAMIC_READ);
            gl.bind_buffer_base(glow::SHADER_STORAGE_BUFFER, 0, Some(self.buffer));
        }
    }

    /// All counters; waits until all draws have finished.
    pub fn read(&self) -> Vec<u32> {
        let gl = self.gpu.gl();
        let mut counts = vec![0; self.count];
        unsafe {
            gl.memory_barrier(glow::BUFFER_UPDATE_BARRIER_BIT);
            gl.bind_buffer(glow::SHADER_STORAGE_BUFFER, Some(self.buffer));
            gl.get_buffer_sub_data(glow::SHADER_STORAGE_BUFFER, 0, bytemuck::cast_slice_mut(&mut counts));
        }
        counts
    }
}

impl Drop for Counters {
    fn drop(&mut self) {
        unsafe { self.gpu.gl().delete_buffer(self.buffer) }
        self.gpu.count_object(-1);
    }
}
