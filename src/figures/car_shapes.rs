//! Drawing of the car: body, cabin and four wheels, which can be picked; and the ground of the road.

use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

use nalgebra::UnitQuaternion;

use crate::geometry::{Point, Pose, Shape, Solid, Vector};
use crate::render::Part;
use crate::render::dissection::{Dissection, Material, Surface};
use crate::render::palette::{self, Color};
use crate::road::car::{Car, HALF_BODY, WHEEL_RADIUS};
use crate::road::terrain::Terrain;
use crate::road::wheel::WheelAnswer;

/// Colour of the body.
pub const BODY: Color = palette::A;
const CABIN: Color = palette::hex(0xc9_d8ea);
const TYRE: Color = palette::hex(0x2b_333d);
/// Colour of the selected wheel.
pub const PICKED_TYRE: Color = palette::B;
/// Colour of the ground: dull, so that drawings on it stand out.
const TERRAIN: Color = palette::hex(0x6f_7f74);
/// Width of a tyre, metres.
const TYRE_WIDTH: f64 = 0.24;

/// A wheel is picked within this distance from its hub, in metres for a car of scale 1.
const REACH: f64 = 0.6;

/// Shapes of a car of some size.
pub struct CarShapes {
    body: Arc<Shape>,
    cabin: Arc<Shape>,
    tyre: Arc<Shape>,
    scale: f64,
}

impl CarShapes {
    /// Shapes of a car `scale` times as large as [`Car`]; `scale` must be positive.
    pub fn new(scale: f64) -> Self {
        let solid = |solid, level| Arc::new(Shape::primitive(solid, level).expect("sizes are positive"));
        let [x, y, z] = HALF_BODY.map(|half| scale * half);
        let cuboid = |x, y, z| solid(Solid::Cuboid { half_extents: Vector::new(x, y, z) }, 1);
        let tyre = Solid::Cylinder { radius: scale * WHEEL_RADIUS, height: scale * TYRE_WIDTH };
        Self {
            body: cuboid(x, 0.55 * y, z),
            cabin: cuboid(0.82 * x, 0.45 * y, 0.45 * z),
            tyre: solid(tyre, 3),
            scale,
        }
    }

    /// All surfaces of the car; its pose and the positions of the `hubs` are given for scale 1 and multiplied by the
    /// scale. `picked` is the index of the selected wheel.
    pub fn surfaces(&self, car: &Car, hubs: &[Point; 4], picked: usize) -> Vec<Surface> {
        let [_, y, z] = HALF_BODY;
        let placed =
            |pose: Pose| Pose::from_parts((self.scale * pose.translation.vector).into(), pose.rotation);
        let at = |up: f64, along: f64| placed(car.pose * Pose::translation(0.0, up, along));
        let mut surfaces = vec![
            surface(&self.body, at(-0.1 * y, 0.0), BODY, true),
            surface(&self.cabin, at(0.9 * y, -0.15 * z), CABIN, true),
        ];
        for (wheel, hub) in hubs.iter().enumerate() {
            let steer = if wheel < 2 { car.steer } else { 0.0 };
            // The cylinder's axis is y; the axle is x.
            let turn = UnitQuaternion::from_axis_angle(&Vector::y_axis(), steer)
                * UnitQuaternion::from_axis_angle(&Vector::x_axis(), car.rolled[wheel])
                * UnitQuaternion::from_axis_angle(&Vector::z_axis(), FRAC_PI_2);
            let pose = placed(Pose::from_parts(hub.coords.into(), car.pose.rotation * turn));
            let color = if wheel == picked { PICKED_TYRE } else { TYRE };
            surfaces.push(surface(&self.tyre, pose, color, false));
        }
        surfaces
    }
}

fn surface(shape: &Arc<Shape>, pose: Pose, color: Color, outlined: bool) -> Surface {
    let (part, material) = (Part::Whole, Material::Plain);
    Surface { shape: Arc::clone(shape), pose, part, color, see_through: false, outlined, material }
}

/// The wheel whose hub is nearest to the mouse ray, within the picking radius; hubs and ray in scaled coordinates.
pub fn wheel_at(hubs: &[Point; 4], scale: f64, origin: Point, direction: Vector) -> Option<usize> {
    let beside = |wheel: usize| (hubs[wheel] - origin).cross(&direction.normalize()).norm();
    let nearest = (0..4).min_by(|a, b| beside(*a).total_cmp(&beside(*b)))?;
    (beside(nearest) < scale * REACH).then_some(nearest)
}

/// Adds a wheel's ray from its origin to its hit (without a hit, to a point below the wheel), with a bar at the
/// contact point.
pub fn add_ray(dissection: &mut Dissection, answer: &WheelAnswer, width_px: f32, color: Color) {
    let origin = answer.ray.origin();
    let contact = answer.ray.at(answer.offset);
    let end = match answer.cast.hit {
        Some(hit) => answer.ray.at(hit.t),
        None => contact + answer.ray.direction() * 1.5,
    };
    dissection.line_on_top([origin, end], width_px, color.faded(0.9));
    // From a hit overhead the line goes on, faint, to the wheel.
    dissection.line_on_top([end, contact], 1.0, color.faded(0.5));
    dissection.dot(origin, 4.0, color);
    if answer.cast.hit.is_some() {
        dissection.dot(end, 10.0, palette::MARK_SHADE);
        dissection.dot(end, 7.0, color);
    }
    // Mark the contact point, where the wheel should touch the ground, by a short bar across the ray.
    let across = 0.18 * answer.ray.direction().cross(&Vector::z()).try_normalize(1e-9).unwrap_or(Vector::x());
    dissection.line_on_top([contact - across, contact + across], 2.0, palette::PICKED);
}

/// The whole terrain as a surface.
pub fn ground(terrain: &Terrain) -> Surface {
    Surface {
        shape: terrain.drawn(),
        pose: Pose::identity(),
        part: Part::Whole,
        color: TERRAIN,
        see_through: false,
        outlined: false,
        material: Material::Ground,
    }
}
