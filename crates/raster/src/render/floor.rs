//! The floor: a disc of light that fades out, with a grid of round lengths, and soft shadows of contact.

use super::close_up::round_length;
use super::lines::{FromEye, Lines};
use super::palette;
use super::palette::Color;
use super::scene::Scene;
use crate::geometry::{Aabb, Point};
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::{Attribute, GeometryBuffer, Gpu, GpuError};
use crate::world::Body;

/// A level floor. It fades out beyond the part in use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floor {
    /// Middle of the floor in the world, metres.
    pub middle: Point,
    /// Half the length of the part in use, along x and along z, metres.
    pub half: [f64; 2],
}

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

/// Height at which a body's shadow of contact vanishes, as a fraction of the container's height.
const SHADOW_REACH: f64 = 0.45;
/// Height up to which the floor darkens bodies, as a fraction of the container's height.
pub const DARKENED: f64 = 0.12;
/// Opacity of a shadow of contact beside the shadows of the key light.
const BESIDE_SHADOWS: f32 = 0.55;
/// Half the length of the disc, in lengths of the part in use.
const DISC: f64 = 3.0;
/// Most grid squares along half of the part in use.
const SQUARES: f64 = 8.0;
/// Opacity of the grid in rings around the part in use, each half as wide as that part.
const RINGS: [f32; 2] = [0.55, 0.22];
/// Ends of the pieces of a line, in halves of the part in use.
const PIECES: [f64; 6] = [-2.0, -1.5, -1.0, 1.0, 1.5, 2.0];

impl Floor {
    /// The floor of a container.
    pub fn of(container: &Aabb) -> Self {
        let (middle, half) = (container.center(), 0.5 * container.extents());
        Self { middle: Point::new(middle.x, container.min.y, middle.z), half: [half.x, half.z] }
    }

    /// Distance between two lines of the grid, 1, 2 or 5 times a power of ten: in metres, and as text with its unit.
    pub fn square(&self) -> (f64, String) {
        round_length(2.5 * self.half[0].max(self.half[1]) / SQUARES)
    }

    /// The disc of light; `None` if the eye is below the floor.
    pub fn disc(&self, view: &FromEye) -> Option<Decal> {
        let is_seen = view.eye().y > self.middle.y;
        let half = self.half.map(|half| DISC * half);
        is_seen.then(|| decal(view, self.middle, half, 1.0, view.scheme().surroundings().floor))
    }

    /// Adds the grid, with a line through the middle.
    pub fn grid(&self, lines: &mut Lines, view: &FromEye) {
        let spacing = self.square().0;
        if !(spacing > 0.0 && self.half.iter().all(|half| half.is_finite() && *half < 1e3 * spacing)) {
            return;
        }
        for axis in [0, 1] {
            let (half, length) = (self.half[axis], self.half[1 - axis]);
            let reach = (half * (1.0 + 0.5 * RINGS.len() as f64) / spacing) as i32;
            for step in -reach..=reach {
                let at = f64::from(step) * spacing;
                let ring =
                    |place: f64, half: f64| ((place.abs() / half - 1.0).max(0.0) * 2.0).ceil() as usize;
                let across = ring(at, half * (1.0 + 1e-9));
                for piece in PIECES.windows(2) {
                    let ends = [piece[0] * length, piece[1] * length];
                    let along = ring(0.5 * (ends[0] + ends[1]), length);
                    let strength = match across.max(along) {
                        0 => 1.0,
                        ring => RINGS.get(ring - 1).copied().unwrap_or(0.0),
                    };
                    let place = |end: f64| {
                        let [x, z] = if axis == 0 { [at, end] } else { [end, at] };
                        Point::new(self.middle.x + x, self.middle.y, self.middle.z + z)
                    };
                    if strength > 0.0 {
                        lines.segment(view, ends.map(place), 1.0, palette::GRID.faded(strength));
                    }
                }
            }
        }
    }
}

/// The disc of the floor, and a shadow of contact for every body near it: the nearer, the darker and sharper. Empty if
/// the eye is below the floor.
pub fn decals(decals: &mut Vec<Decal>, scene: &Scene, view: &FromEye, shadows: bool) {
    decals.clear();
    let Some(disc) = Floor::of(&scene.container).disc(view) else { return };
    decals.push(disc);
    let (low, size) = (scene.container.min, scene.container.extents());
    let reach = SHADOW_REACH * size.y;
    let shadow = view.scheme().surroundings().shadow.faded(if shadows { BESIDE_SHADOWS } else { 1.0 });
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
            let place = Point::new(aabb.center().x, low.y, aabb.center().z);
            decals.push(decal(view, place, half_size, 1.0, shadow.faded(strength as f32)));
        }
    }
}

fn decal(view: &FromEye, place: Point, half_size: [f64; 2], softness: f32, color: Color) -> Decal {
    Decal {
        center: view.point(&place),
        softness,
        half_size: half_size.map(|half| (half * view.per_metre()) as f32),
        padding: [0.0; 2],
        tint: color.premultiplied(),
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
