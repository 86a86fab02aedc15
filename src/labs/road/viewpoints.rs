//! The road's viewpoints: behind the car and beside the picked wheel.

use super::Road;
use super::picture::hub;
use super::road_lab::RoadLab;
use crate::geometry::{Aabb, Vector};
use crate::render::viewpoint::{Seen, Viewpoint};
use crate::road::wheel::WheelAnswer;

/// Id of the viewpoint behind the car.
pub const BEHIND: &str = "behind";
const WHEEL: &str = "wheel";

/// The road's viewpoints, in the order of the menu.
pub const VIEWPOINTS: &[Viewpoint] = &[
    Viewpoint {
        id: BEHIND,
        title: "Behind the car",
        says: "Follows the car from behind, until the mouse turns the view.",
        needs: "There is no car.",
    },
    Viewpoint {
        id: WHEEL,
        title: "Beside the wheel",
        says: "Stays beside the picked wheel, so that its whole ray is visible.",
        needs: "There is no wheel.",
    },
];

/// Half the size of the box that the view from behind frames, metres.
const AROUND_CAR: f64 = 2.6;
/// Space around a wheel and its ray, metres.
const AROUND_WHEEL: f64 = 0.7;
/// A view of more height than this is from low down, metres: a long ray may hit a bridge, which would hide the wheel.
const TALL: f64 = 3.0;

/// The current pose of a viewpoint in [`VIEWPOINTS`]; `None` for an unknown id.
pub fn viewpoint(lab: &RoadLab, id: &str) -> Option<Seen> {
    let pose = lab.road.car().pose;
    let wheel = lab.settings.wheel;
    let (bounds, back) = match id {
        BEHIND => {
            let ahead = level(pose.rotation * Vector::z());
            (Aabb::cube(pose.translation.vector.into(), AROUND_CAR), Vector::y() * 0.45 - ahead)
        }
        WHEEL => beside(&lab.road, wheel, lab.road.answers().map(|answers| &answers[wheel])),
        _ => return None,
    };
    Some(Seen { bounds, back: Some(back), lens: None })
}

/// A wheel with its whole ray, and the direction to a camera beside the car.
pub fn beside(road: &Road, wheel: usize, answer: Option<&WheelAnswer>) -> (Aabb, Vector) {
    let rotation = road.car().pose.rotation;
    let [left, ahead] = [Vector::x(), Vector::z()].map(|way| level(rotation * way));
    // The even wheels are on the left.
    let outward = if wheel.is_multiple_of(2) { left } else { -left };
    let ray = answer.into_iter().flat_map(|answer| {
        let ends = [0.0, answer.offset].into_iter().chain(answer.cast.hit.map(|hit| hit.t));
        ends.map(|t| answer.ray.at(t))
    });
    let bounds = Aabb::around(ray.chain([hub(road, wheel)])).grown(AROUND_WHEEL);
    let up = if bounds.extents().y > TALL { 0.15 } else { 0.45 };
    (bounds, outward + ahead * 0.35 + Vector::y() * up)
}

/// The horizontal part of a direction: the car may tilt, the camera stays upright.
fn level(way: Vector) -> Vector {
    Vector::new(way.x, 0.0, way.z).try_normalize(1e-6).unwrap_or(Vector::z())
}
