//! The floor and the soft shadows on it.

use super::lines::FromEye;
use super::palette;
use super::palette::Color;
use super::scene::Scene;
use crate::geometry::Point;
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::{Attribute, GeometryBuffer, Gpu, GpuError};
use crate::world::Body;

/// Instance data of the decal shader: a rectangle on the floor.
#[repr(C)]
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Decal {
    center: [f32; 3],
    softness: f32,
    half_size: [f32; 2],
    padding: [f32; 2],
    tint: [f32; 4],
}

/// Height at which a body's shadow vanishes, as a fraction of the container's height.
const SHADOW_REACH: f64 = 0.45;

/// The floor, and a shadow for every body near it: the nearer, the darker and sharper. Empty if the eye is
/// below the floor.
pub fn decals(decals: &mut Vec<Decal>, scene: &Scene, view: &FromEye) {
    decals.clear();
    let (low, size) = (scene.container.min, scene.container.extents());
    if view.eye().y <= low.y {
        return;
    }
    let mut add = |x: f64, z: f64, half_size: [f64; 2], softness, color: Color| {
        decals.push(Decal {
            center: view.point(&Point::new(x, low.y, z)),
            softness,
            half_size: half_size.map(|half| (half * view.per_metre()) as f32),
            padding: [0.0; 2],
            tint: color.premultiplied(),
        });
    };
    let middle = scene.container.center();
    add(middle.x, middle.z, [0.5 * size.x, 0.5 * size.z], 0.0, palette::FLOOR);
    let reach = SHADOW_REACH * size.y;
    // The box around a body is expensive, so it is computed only for bodies that may be near the floor.
    let may_be_near = |body: &&Body| {
        let center = body.pose * body.shape.local_aabb().center();
        center.y - body.shape.size() < low.y + reach
    };
    for body in scene.bodies.iter().filter(may_be_near) {
        let aabb = body.aabb();
        let height = ((aabb.min.y - low.y) / reach).max(0.0);
        if height < 1.0 {
            let spread = 0.5 * (1.25 + 0.6 * height);
            let half_size = [aabb.extents().x * spread, aabb.extents().z * spread];
            let strength = (1.0 - height) * (1.0 - height);
            add(aabb.center().x, aabb.center().z, half_size, 1.0, palette::SHADOW.faded(strength as f32));
        }
    }
}

/// The square that the decal shader places, with room for [`Decal`]s.
pub fn buffer(gpu: &Gpu) -> Result<GeometryBuffer, GpuError> {
    let corners = [[-1f32, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let corner = [Attribute { location: 0, components: 2, offset: 0 }];
    let decal = [
        Attribute { location: 1, components: 4, offset: 0 },
        Attribute { location: 2, components: 2, offset: 16 },
        Attribute { location: 3, components: 4, offset: 32 },
    ];
    GeometryBuffer::new(gpu, Assembly::Triangles, &corners, &corner, &[0, 1, 2, 0, 2, 3])?
        .with_instances(size_of::<Decal>(), &decal)
}
