//! Shader programs and their uniforms.

use std::cell::RefCell;
use std::collections::HashMap;

use glow::HasContext as _;

use super::{Gpu, GpuError};

/// A linked vertex and fragment shader. Freed when dropped.
pub struct Program {
    gpu: Gpu,
    name: &'static str,
    handle: glow::Program,
    locations: RefCell<HashMap<&'static str, Option<glow::UniformLocation>>>,
}

/// A value for a uniform. Matrices are column-major, as nalgebra stores them.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Uniform {
    Int(i32),
    Float(f32),
    Vec2([f32; 2]),
    Vec3([f32; 3]),
    Vec4([f32; 4]),
    Mat4([f32; 16]),
}

impl Program {
    /// Compiles and links with the context's GLSL version. The sources have no `#version` line.
    pub fn new(gpu: &Gpu, name: &'static str, vertex: &str, fragment: &str) -> Result<Self, GpuError> {
        Self::with_glsl(gpu, name, vertex, fragment, gpu.capabilities().glsl.min(450))
    }

    /// Compiles and links with a given GLSL version, such as 330.
    pub fn with_glsl(
        gpu: &Gpu,
        name: &'static str,
        vertex: &str,
        fragment: &str,
        glsl: u32,
    ) -> Result<Self, GpuError> {
        let gl = gpu.gl();
        unsafe {
            let handle = gl.create_program().map_err(GpuError::Refused)?;
            gpu.count_object(1);
            gpu.count_prepared([1, 0]);
            let program = Self { gpu: gpu.clone(), name, handle, locations: RefCell::default() };
            let mut shaders = Vec::new();
            let mut outcome = Ok(());
            for (stage, kind, source) in
                [("vertex", glow::VERTEX_SHADER, vertex), ("fragment", glow::FRAGMENT_SHADER, fragment)]
            {
                match compile(gl, kind, glsl, source) {
                    Ok(shader) => {
                        gl.attach_shader(handle, shader);
                        shaders.push(shader);
                    }
                    Err(log) => {
                        outcome = Err(GpuError::Refused(format!(
                            "shader {name}, {stage} stage, GLSL {glsl}: {log}"
                        )));
                        break;
                    }
                }
            }
            if outcome.is_ok() {
                gl.link_program(handle);
                if !gl.get_program_link_status(handle) {
                    let log = one_line(&gl.get_program_info_log(handle));
                    outcome = Err(GpuError::Refused(format!("shader {name}, linking, GLSL {glsl}: {log}")));
                }
            }
            for shader in shaders {
                gl.detach_shader(handle, shader);
                gl.delete_shader(shader);
            }
            outcome.map(|()| program)
        }
    }

    /// Makes this the program of the next draws.
    pub fn bind(&self) {
        unsafe { self.gpu.gl().use_program(Some(self.handle)) }
    }

    /// Sets a uniform of the bound program. A uniform that the compiler removed is ignored.
    pub fn set(&self, name: &'static str, value: Uniform) {
        let gl = self.gpu.gl();
        let mut locations = self.locations.borrow_mut();
        unsafe {
            let location =
                locations.entry(name).or_insert_with(|| gl.get_uniform_location(self.handle, name)).as_ref();
            if location.is_none() {
                return;
            }
            match value {
                Uniform::Int(v) => gl.uniform_1_i32(location, v),
                Uniform::Float(v) => gl.uniform_1_f32(location, v),
                Uniform::Vec2([x, y]) => gl.uniform_2_f32(location, x, y),
                Uniform::Vec3([x, y, z]) => gl.uniform_3_f32(location, x, y, z),
                Uniform::Vec4([x, y, z, w]) => gl.uniform_4_f32(location, x, y, z, w),
                Uniform::Mat4(m) => gl.uniform_matrix_4_f32_slice(location, false, &m),
            }
        }
    }

    /// Name of the program in error messages.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        unsafe { self.gpu.gl().delete_program(self.handle) }
        self.gpu.count_object(-1);
    }
}

unsafe fn compile(gl: &glow::Context, kind: u32, glsl: u32, source: &str) -> Result<glow::Shader, String> {
    unsafe {
        let shader = gl.create_shader(kind)?;
        gl.shader_source(shader, &format!("#version {glsl} core\n#line 1\n{source}"));
        gl.compile_shader(shader);
        if gl.get_shader_compile_status(shader) {
            return Ok(shader);
        }
        let log = one_line(&gl.get_shader_info_log(shader));
        gl.delete_shader(shader);
        Err(log)
    }
}

fn one_line(log: &str) -> String {
    log.lines().map(str::trim).filter(|l| !l.is_empty()).collect::<Vec<_>>().join("; ")
}
