//! Smooth lines of constant width in pixels, and the coordinates for uploads.

use nalgebra::Matrix4;

use super::camera::{Camera, Lens};
use super::palette::{Color, Scheme};
use crate::geometry::{Point, Vector};
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::{
    Attribute, Compare, DepthState, GeometryBuffer, Gpu, GpuError, PassState, Program, Rect, Uniform,
};

/// Width of the widest outline, points of the window.
pub const WIDEST_OUTLINE: f32 = 2.0;

/// Conversion from world coordinates in metres to GPU coordinates: relative to the eye, in units of the
/// camera's distance. The difference is taken in f64, so that f32 is enough after it.
#[derive(Clone, Copy, Debug)]
pub struct FromEye {
    eye: Point,
    per_metre: f64,
    camera: Camera,
    scheme: Scheme,
}

impl FromEye {
    pub fn new(camera: &Camera) -> Self {
        Self {
            eye: camera.eye(),
            per_metre: 1.0 / camera.distance(),
            camera: *camera,
            scheme: Scheme::default(),
        }
    }

    /// This view with the colours of a scheme.
    pub fn in_scheme(self, scheme: Scheme) -> Self {
        Self { scheme, ..self }
    }

    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    pub fn eye(&self) -> &Point {
        &self.eye
    }

    pub fn per_metre(&self) -> f64 {
        self.per_metre
    }

    /// The camera of these coordinates.
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// Matrix from the coordinates of [`FromEye::point`] to OpenGL's clip coordinates.
    pub fn projection(&self, [width, height]: [u32; 2]) -> Matrix4<f64> {
        self.camera.relative_view_projection(f64::from(width) / f64::from(height))
    }

    /// Direction towards the eye if rays are parallel; zero in perspective.
    fn parallel_back(&self) -> [f32; 3] {
        match self.camera.lens() {
            Lens::Perspective => [0.0; 3],
            _ => self.camera.directions()[2].cast::<f32>().into(),
        }
    }

    pub fn point(&self, p: &Point) -> [f32; 3] {
        let relative: Vector = (p - self.eye) * self.per_metre;
        relative.cast::<f32>().into()
    }
}

/// Vertex data of the line shader: both ends in the coordinates of [`FromEye::point`], width in pixels, and colour.
#[repr(C)]
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Line {
    start: [f32; 3],
    width_px: f32,
    end: [f32; 3],
    towards_eye: f32,
    tint: [f32; 4],
}

/// Lines of one pass, each three times, because the line shader places a triangle around it. Reused every frame to avoid
/// allocations.
///
/// A software rasteriser takes most of its time per instance and per triangle: with an instance of two triangles per
/// line, outlines took more than half of the time of a picture with 10,000 bodies.
#[derive(Default)]
pub struct Lines(pub Vec<[Line; 3]>);

/// Edges of a box, as indices of its eight corners, x varying fastest.
pub const BOX_EDGES: [[usize; 2]; 12] = [
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7], // along x
    [0, 2],
    [1, 3],
    [4, 6],
    [5, 7], // along y
    [0, 4],
    [1, 5],
    [2, 6],
    [3, 7], // along z
];

/// Lines are drawn nearer to the eye by this fraction of their distance from it, so that a line on a surface is
/// visible.
pub const TOWARDS_EYE: f32 = 2e-3;

impl Lines {
    /// Adds a straight line; with equal ends, a dot.
    pub fn segment(&mut self, view: &FromEye, ends: [Point; 2], width_px: f32, color: Color) {
        let [start, end] = ends.map(|p| view.point(&p));
        let tint = color.line_in(view.scheme).premultiplied();
        self.0.push([Line { start, width_px, end, towards_eye: TOWARDS_EYE, tint }; 3]);
    }

    /// Adds the edges of a box, given by its corners, x varying fastest.
    pub fn box_edges(&mut self, view: &FromEye, corners: &[Point; 8], width_px: f32, color: Color) {
        for edge in BOX_EDGES {
            self.segment(view, edge.map(|corner| corners[corner]), width_px, color);
        }
    }
}

/// Draws lists of lines to the bound target, with the geometry of [`buffer`] and the line shader. Each list
/// has an opacity and a depth test. Depth is never written. `pixel_scale`: pixels per point of the window.
pub fn draw(
    gpu: &Gpu,
    program: &Program,
    buffer: &GeometryBuffer,
    view: &FromEye,
    viewport: Rect,
    pixel_scale: f32,
    lists: &[(&Lines, f32, Option<Compare>)],
) {
    program.bind();
    let size = [viewport.width, viewport.height].map(|side| side as u32);
    program.set("view_projection", matrix_uniform(&view.projection(size)));
    program.set("parallel_back", Uniform::Vec3(view.parallel_back()));
    program.set("half_viewport", Uniform::Vec2([viewport.width as f32 / 2.0, viewport.height as f32 / 2.0]));
    program.set("pixel_scale", Uniform::Float(pixel_scale));
    for (Lines(lines), opacity, test) in lists {
        let depth = test.map(|test| DepthState { test, write: false });
        gpu.set_state(&PassState { blend: true, depth, ..PassState::plain(viewport) });
        program.set("opacity", Uniform::Float(*opacity));
        buffer.draw_vertices(lines.as_flattened());
    }
}

/// A matrix as a uniform in f32.
pub fn matrix_uniform(matrix: &Matrix4<f64>) -> Uniform {
    Uniform::Mat4(matrix.cast::<f32>().as_slice().try_into().expect("4 × 4"))
}

/// Room for the vertices of [`Lines`].
pub fn buffer(gpu: &Gpu) -> Result<GeometryBuffer, GpuError> {
    let line = [0, 1, 2].map(|location| Attribute { location, components: 4, offset: 16 * location as i32 });
    GeometryBuffer::new::<Line>(gpu, Assembly::Triangles, &[], &line, &[])
}
