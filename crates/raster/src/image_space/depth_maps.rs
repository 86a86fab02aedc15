//! The front and the back depth map of a solid (`src/geometry/depth_maps/`), drawn with OpenGL: two passes, one with
//! depth test `GL_LESS` on an empty depth buffer, one with `GL_GREATER` on a buffer cleared to 0. The colours are the
//! normals.
//!
//! After Vassilev, Spanlang and Chrysanthou 2001. The pixels are those of the CPU twin, except that the rasteriser
//! rounds vertices to fractions of a pixel, and depths to 24 bits.

use crate::geometry::Mesh;
use crate::geometry::depth_maps::{DepthMaps, MapWindow, Texel};
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::target::Holds;
use crate::gpu::{
    Attribute, Clear, Compare, DepthState, GeometryBuffer, Gpu, GpuError, PassState, Program, Rect, Target,
    Uniform,
};

/// Draws the maps of one solid.
pub struct MapRenderer {
    gpu: Gpu,
    program: Program,
    solid: GeometryBuffer,
    target: Target,
    window: MapWindow,
}

/// A corner of a triangle: its place relative to the window's centre, in units of half the window, and the triangle's
/// normal. Triangles share no vertices, because each has its own normal.
#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
struct TriangleCorner {
    place: [f32; 3],
    normal: [f32; 3],
}

impl MapRenderer {
    /// Uploads a closed solid whose triangles face outwards.
    pub fn new(gpu: &Gpu, window: MapWindow, solid: &Mesh) -> Result<Self, GpuError> {
        let program = Program::new(
            gpu,
            "image_space/depth_map",
            include_str!("../../../../shaders/image_space/depth_map.vert"),
            include_str!("../../../../shaders/image_space/depth_map.frag"),
        )?;
        let corners: Vec<TriangleCorner> = (0..solid.triangles().len())
            .flat_map(|face| {
                let normal = solid.area_normal(face).try_normalize(0.0).unwrap_or_default();
                solid.corners(face).map(|p| TriangleCorner {
                    place: ((p - window.center) / window.half).map(|x| x as f32).into(),
                    normal: normal.map(|x| x as f32).into(),
                })
            })
            .collect();
        let layout = [
            Attribute { location: 0, components: 3, offset: 0 },
            Attribute { location: 1, components: 3, offset: 12 },
        ];
        let indices: Vec<u32> = (0..corners.len() as u32).collect();
        Ok(Self {
            gpu: gpu.clone(),
            program,
            solid: GeometryBuffer::new(gpu, Assembly::Triangles, &corners, &layout, &indices)?,
            target: Target::new(gpu, Holds::ColorAndDepthStencil, window.side, window.side)?,
            window,
        })
    }

    /// Draws both maps and reads them back.
    pub fn maps(&self) -> DepthMaps {
        // Nearest surface first, then the farthest.
        let layers = [(Compare::Less, 1.0), (Compare::Greater, 0.0)].map(|(test, cleared)| {
            self.draw(test, cleared);
            self.read()
        });
        DepthMaps { window: self.window, layers }
    }

    fn draw(&self, test: Compare, cleared: f32) {
        let viewport = Rect::of_size(self.window.side, self.window.side);
        self.target.bind();
        self.gpu.set_state(&PassState {
            depth: Some(DepthState { test, write: true }),
            ..PassState::plain(viewport)
        });
        self.gpu.clear(&Clear { color: Some([0.0; 4]), depth: Some(cleared), stencil: None });
        self.program.bind();
        self.program.set("local_to_clip", Uniform::Mat4(local_to_clip(&self.window)));
        self.solid.draw();
    }

    fn read(&self) -> Vec<Option<Texel>> {
        let side = self.window.side;
        let depths = self.target.read_depth(Rect::of_size(side, side));
        // The picture's rows are from the top, those of the maps from the bottom.
        let colors = image::imageops::flip_vertical(&self.target.read_color());
        let texel = |(depth, color): (u32, &image::Rgba<u8>)| {
            let [r, g, b, alpha] = color.0;
            let depth = (f64::from(depth) / f64::from(u32::MAX)) as f32;
            (alpha > 0).then_some(Texel { depth, color: [r, g, b] })
        };
        depths.into_iter().zip(colors.pixels()).map(texel).collect()
    }
}

/// Columns of the matrix from places in units of half the window to clip space: across, up, and away from the eye at
/// the positive end of the view's axis.
fn local_to_clip(window: &MapWindow) -> [f32; 16] {
    let [u, v] = window.across();
    let mut columns = [0.0; 16];
    columns[4 * u] = 1.0;
    columns[4 * v + 1] = 1.0;
    columns[4 * window.axis + 2] = -(window.half / window.half_depth) as f32;
    columns[15] = 1.0;
    columns
}
