//! The drawing of the car: body, wheels, and their rays with the hits of a pane's method.

use super::level_lab::LevelLab;
use crate::figures::car_shapes::{self, CarShapes};
use crate::geometry::{Point, Vector};
use crate::render::dissection::Dissection;
use crate::render::palette::{self, Color};

/// Colour of a ray with a correct answer.
pub const RAY: Color = palette::THOUGHT;
/// Length of the surface normal drawn at the hit of the picked wheel's ray, in metres of a car of scale 1.
const NORMAL: f64 = 0.6;
/// Half the length of the bar at a wheel's contact point, in metres of a car of scale 1.
const BAR: f64 = 0.18;

/// Adds the car at its current pose; nothing if the mover is not a car.
pub fn add_car(dissection: &mut Dissection, lab: &LevelLab) {
    let (Some(drive), Some(hubs)) = (&lab.walk().now().state.drive, hubs(lab)) else { return };
    let shapes = CarShapes::new(lab.figure().scale());
    dissection.surfaces.extend(shapes.surfaces(&drive.car, &hubs, lab.settings.wheel));
}

/// Hubs of the car's wheels, in metres of a car of scale 1, at the heights given by the reference's distances
/// of the wheels from the ground.
fn hubs(lab: &LevelLab) -> Option<[Point; 4]> {
    let (drive, scale) = (lab.walk().now().state.drive.as_ref()?, lab.figure().scale());
    let hub = |wheel| drive.car.hub(wheel, lab.distance(wheel).map(|distance| distance / scale));
    Some(std::array::from_fn(hub))
}

/// The wheel of the car that a ray from the camera passes near, if any.
pub fn wheel_at(lab: &LevelLab, origin: Point, direction: Vector) -> Option<usize> {
    let scale = lab.figure().scale();
    car_shapes::wheel_at(&hubs(lab)?.map(|hub| scale * hub), scale, origin, direction)
}

/// Adds the wheels' rays, each down to the hit that the pane's method reports.
pub fn add_rays(dissection: &mut Dissection, lab: &LevelLab, pane: usize) {
    let Some(lane) = lab.contest.lanes.get(pane) else { return };
    let (scale, below) = (lab.figure().scale(), lab.below());
    for (wheel, (question, answer)) in lab.questions().iter().zip(lane.answers()).enumerate() {
        let a_move = &question.a_move;
        let color = if answer.is_early() || answer.is_late() { palette::FALSE_HIT } else { RAY };
        let end = a_move.from + a_move.path() * answer.hit.map_or(1.0, |hit| hit.time);
        let width = if wheel == lab.settings.wheel { 2.5 } else { 1.5 };
        dissection.line_on_top([a_move.from, end], width, color.faded(0.9));
        dissection.dot(a_move.from, 4.0, color);
        if let Some(hit) = answer.hit.filter(|hit| !hit.inside) {
            dissection.dot(end, 10.0, palette::MARK_SHADE);
            dissection.dot(end, 7.0, color);
            if wheel == lab.settings.wheel {
                dissection.arrow(
                    [end, end + hit.normal * (scale * NORMAL)],
                    0.12 * scale,
                    2.5,
                    palette::PICKED,
                );
            }
        }
        // Mark the contact point, where the wheel should touch the ground, by a short bar across the ray.
        let contact = a_move.to - a_move.path().normalize() * below;
        let across =
            a_move.path().cross(&lab.walk().now().state.facing()).try_normalize(1e-9).unwrap_or(Vector::x());
        let bar = BAR * scale * across;
        dissection.line_on_top([contact - bar, contact + bar], 2.0, palette::PICKED);
    }
}
