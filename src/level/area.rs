//! A plane that cuts a cell by the surfaces of both parts.
//!
//! A path that crosses a convex cell crosses a part of it about as often as the part's surface is large (the surface-area
//! heuristic: Goldsmith & Salmon 1987; MacDonald & Booth 1990). What it finds there costs about as much as there are faces.
//! So large empty parts are cut off first. The cell is taken for the box that the planes along axes leave of the level.

use super::plane::Plane;
use super::polygon::Polygon;
use crate::geometry::Aabb;

/// Planes that are tried, of those of the faces in a cell.
const CANDIDATES: usize = 48;
/// About how many faces a plane is tried on; in a larger cell they stand for the others.
const SAMPLE: usize = 600;
/// What a face that is cut counts, in faces, beyond one on each side.
const CUT: f64 = 8.0;

/// The plane of one of the faces for which the fewest tests are expected.
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

/// A box, and half its surface.
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

    /// Expected tests, times half the surface.
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
        // The cut itself, of a box by a plane along an axis; about that for any other plane.
        let across = (self.volume / (2.0 * reach)).min(self.half_surface);
        let part = |share: f64| across + share * (self.half_surface - across);
        let tests = |count: i32| f64::from(count) + CUT * f64::from(cut);
        part(1.0 - behind) * tests(front) + part(behind) * tests(back)
    }
}
