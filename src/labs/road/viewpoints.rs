//! The road's viewpoints: behind the car and beside the picked wheel.

use super::picture::hub;
use super::road_lab::RoadLab;
use crate::geometry::{Aabb, Vector};
use crate::render::viewpoint::{Seen, Viewpoint};

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
        says: "Stays beside the picked wheel, so that its ray is visible.",
        needs: "There is no wheel.",
    },
];

/// Half the size of the box that the view from behind frames, metres.
const AROUND_CAR: f64 = 2.6;
/// Half the size of the box around a wheel, metres.
const AROUND_WHEEL: f64 = 0.9;

/// The current pose of a viewpoint in [`VIEWPOINTS`]; `None` for an unknown id.
pub fn viewpoint(lab: &RoadLab, id: &str) -> Option<Seen> {
    let pose = lab.road.car().pose;
    // The car may tilt; the camera stays upright.
    let level = |way: Vector| Vector::new(way.x, 0.0, way.z).try_normalize(1e-6).unwrap_or(Vector::z());
    let ahead = level(pose.rotation * Vector::z());
    let (bounds, back) = match id {
        BEHIND => (Aabb::cube(pose.translation.vector.into(), AROUND_CAR), Vector::y() * 0.45 - ahead),
        WHEEL => {
            let center = hub(&lab.road, lab.settings.wheel);
            let left = level(pose.rotation * Vector::x());
            // The even wheels are on the left.
            let outward = if lab.settings.wheel.is_multiple_of(2) { left } else { -left };
            (Aabb::cube(center, AROUND_WHEEL), outward + ahead * 0.35 + Vector::y() * 0.2)
        }
        _ => return None,
    };
    Some(Seen { bounds, back: Some(back), lens: None })
}
