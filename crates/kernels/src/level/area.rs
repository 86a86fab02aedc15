//! Split planes chosen by the surface-area heuristic.
//!
//! The probability that a path through a convex cell also crosses a part of the cell is proportional to the part's
//! surface area (Goldsmith & Salmon 1987; MacDonald & Booth 1990). The expected cost inside the part grows with its
//! number of faces. So large empty parts are cut off first. The surface area of a cell is approximated by the area
//! of a box around it: the level's box, clipped by the axis-aligned split planes of the cell's ancestors.

use super::plane::Plane;
use super::polygon::Polygon;
use crate::geometry::Aabb;

/// Maximum number of candidate planes for a cell: planes of its faces.
const CANDIDATES: usize = 48;
/// Maximum number of faces against which a candidate plane is tested. If a cell has more, a sample of them is used.
const SAMPLE: usize = 600;
/// Cost of cutting a face, in addition to the cost of its two parts. A face on one side of the plane costs 1.
const CUT: f64 = 8.0;

/// Returns the face plane with the lowest expected cost.
pub fn choose(faces: &[Polygon], room: &Aabb, tolerance: f64) -> Plane {
    let mut planes: Vec<Plane> = Vec::with_capacity(CANDIDATES);
    for Polygon { plane, .. } in faces.iter().step_by(faces.len().div_ceil(4 * CANDIDATES)) {
        let is_other = |known: &Plane| {
            let along = known.normal.dot(&plane.normal);
            along.abs() < 1.0 - 1e-12 || (known.offset * along.signum() - plane.offset).abs() > tolerance
        };
        if planes.len() < CANDIDATES && planes.iter().all(is_other) {
            planes.push(*plane);
        }
    }
    let room = Room::of(room);
    let scored = planes.iter().map(|plane| (room.expected(faces, plane, tolerance), plane));
    scored.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(faces[0].plane, |(_, plane)| *plane)
}

/// A box with its precomputed half surface area and volume.
struct Room {
    around: Aabb,
    half_surface: f64,
    volume: f64,
}

impl Room {
    fn of(around: &Aabb) -> Self {
        let size = around.extents();
        let half_surface = size.x * size.y + size.y * size.z + size.z * size.x;
        Self { around: *around, half_surface, volume: size.x * size.y * size.z }
    }

    /// Expected cost of a path through the cell if the plane splits it, times half the box's surface area. A face on
    /// one side of the plane costs 1.
    fn expected(&self, faces: &[Polygon], plane: &Plane, tolerance: f64) -> f64 {
        let (mut front, mut back, mut cut) = (0, 0, 0);
        for face in faces.iter().step_by(faces.len().div_ceil(SAMPLE)) {
            let (mut ahead, mut behind) = (false, false);
            for corner in &face.corners {
                let distance = plane.distance(corner);
                ahead |= distance > tolerance;
                behind |= distance < -tolerance;
            }
            front += i32::from(ahead);
            back += i32::from(behind);
            cut += i32::from(ahead && behind);
        }
        let reach = plane.normal.abs().dot(&self.around.extents()) / 2.0;
        let behind = (0.5 - plane.distance(&self.around.center()) / (2.0 * reach)).clamp(0.0, 1.0);
        // Area of the box's cross-section along the plane: exact for an axis-aligned plane, approximate for any
        // other plane.
        let across = (self.volume / (2.0 * reach)).min(self.half_surface);
        let part = |share: f64| across + share * (self.half_surface - across);
        let tests = |count: i32| f64::from(count) + CUT * f64::from(cut);
        part(1.0 - behind) * tests(front) + part(behind) * tests(back)
    }
}
