//! Enlarged surfaces, for `reliable`: every triangle is replaced by all points near it.
//!
//! Source: R-CULLIDE (Govindaraju, Lin & Manocha 2004) draws boxes that contain each triangle's Minkowski sum with a
//! ball of half a pixel's diagonal. Here the ball is a box of half a pixel, a few snapping steps and all rounding,
//! along the window's own axes. On a sample's ray the sum is one interval; the fragment shader computes its near or
//! its far end from the triangle's plane, so no box has to be drawn around it.
//! It needs no inside: surfaces may be open, concave or cross themselves. The push-out of
//! [`crate::image_space::conservative`] draws a quarter of the triangles but needs convex bodies.
//! Fails where: nothing is missed; bodies within about two pixels of each other stay in the set. Cost: two triangles
//! per triangle, of 44 floats, with a computed depth per fragment, in both kinds of draws.

use crate::geometry::{Point, Shape};
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::{Attribute, GeometryBuffer, Gpu, GpuError, Program};
use crate::image_space::conservative;
use crate::image_space::view::View;

/// Every triangle of a shape as a rectangle whose corners know the whole triangle. `local = center + scale · vertex`.
pub struct NearTriangles {
    /// Four vertices and two triangles for each triangle of the mesh.
    pub buffer: GeometryBuffer,
    /// Centre of the mesh in the shape's own frame, metres.
    pub center: Point,
    /// Length in metres of one unit of the buffer.
    pub scale: f64,
}

impl NearTriangles {
    /// Uploads the triangles of a shape.
    pub fn upload(gpu: &Gpu, shape: &Shape) -> Result<Self, GpuError> {
        let bounds = shape.local_aabb();
        let (center, scale) = (bounds.center(), 0.5 * bounds.extents().max());
        let mesh = shape.mesh();
        let (mut vertices, mut indices): (Vec<[f32; 11]>, Vec<u32>) = (Vec::new(), Vec::new());
        for triangle in 0..mesh.triangles().len() {
            let [a, b, c] = mesh.corners(triangle).map(|corner| ((corner - center) / scale).cast::<f32>());
            let first = vertices.len() as u32;
            for [across, up] in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]] {
                vertices.push([a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, across, up]);
            }
            indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
        }
        let corner = |number: u32| Attribute { location: number, components: 3, offset: 12 * number as i32 };
        let layout = [corner(0), corner(1), corner(2), Attribute { location: 3, components: 2, offset: 36 }];
        let buffer = GeometryBuffer::new(gpu, Assembly::Triangles, &vertices, &layout, &indices)?;
        Ok(Self { buffer, center, scale })
    }
}

/// Compiles the program that draws [`NearTriangles`].
pub fn program(gpu: &Gpu) -> Result<Program, GpuError> {
    Program::new(
        gpu,
        "image_space/near_triangle",
        include_str!("../../../../../shaders/image_space/near_triangle.vert"),
        include_str!("../../../../../shaders/image_space/near_triangle.frag"),
    )
}

/// Half the sides of the box by which triangles are enlarged, and the largest error of a corner's position: clip units
/// across, up and away from the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Growth {
    pub grow: [f32; 3],
    pub rounding: [f32; 3],
}

/// Rounding of any coordinate in clip space, in units of half the window: 16 roundings of f32.
const OF_WINDOW: f64 = 1e-6;
/// Half the spacing of two neighbouring samples, and the snapping of a rectangle's corners, in pixels.
const HALF_A_PIXEL: f64 = 0.5;
/// Steps of a 24-bit depth buffer by which depths are moved outwards.
const DEPTH_STEPS: f64 = 8.0;

/// The growth for a body of this size in metres. `subpixel_bits` is the number of bits to which corners are snapped.
pub fn growth(view: &View, resolution: u32, subpixel_bits: u32, size: f64) -> Growth {
    let extents = view.volume.extents();
    let pixel = 2.0 / f64::from(resolution);
    let snapping = conservative::FAT_STEPS * conservative::step_px(subpixel_bits);
    let rounding = view
        .axes()
        .map(|(world_axis, _)| 2.0 * conservative::OF_SIZE * size / extents[world_axis] + OF_WINDOW);
    let across = (HALF_A_PIXEL + snapping) * pixel;
    let depth = DEPTH_STEPS * 2.0 * 0.5_f64.powi(24);
    let grow = [across + rounding[0], across + rounding[1], depth + rounding[2]];
    Growth { grow: grow.map(|length| length as f32), rounding: rounding.map(|length| length as f32) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Aabb;
    use crate::image_space::cullide::passes::view_of;

    #[test]
    fn triangles_grow_by_half_a_pixel_and_more_with_fewer_subpixel_bits() {
        let scene = [Aabb::cube(Point::origin(), 1.0)];
        let view = view_of(scene.iter(), 2, 256);
        let pixel = 2.0 / 256.0;
        for (bits, step) in [(4, 1.0 / 16.0), (8, 1.0 / 256.0)] {
            let Growth { grow, rounding } = growth(&view, 256, bits, 0.5);
            for i in 0..2 {
                let pixels = f64::from(grow[i] - rounding[i]) / pixel;
                assert!((pixels - 0.5 - 2.0 * step).abs() < 1e-4, "{bits} bits: {pixels} pixels");
            }
            assert!(grow[2] > 8.0 / f32::from(1_u16 << 15) / 512.0 && grow[2] < 1e-5, "{}", grow[2]);
        }
        assert!(growth(&view, 256, 8, 1e3).rounding[0] > 100.0 * growth(&view, 256, 8, 1.0).rounding[0]);
    }
}
