//! Drawing of a sweep through a level: the planes that cut the path, in place and shifted, and the solid leaf
//! that was hit.

use crate::geometry::{Point, Vector};
use crate::level::brush::Brush;
use crate::level::plane::Plane;
use crate::level::sweep::{Look, Move};
use crate::render::dissection::{Dissection, Sheet};
use crate::render::palette::{self, Color};

/// Colour of a shifted plane.
pub const SHIFTED: Color = palette::WINDOW;
/// Colour of an unshifted plane.
const UNSHIFTED: Color = palette::CONTAINER;
/// The edges of the solid leaf that was hit.
pub const LEAF: Color = palette::HULL;
/// Number of dashes of an edge.
const DASHES: usize = 7;

/// A plane that cuts the path.
pub struct Cut {
    /// The plane, not shifted.
    pub plane: Plane,
    /// Intersection of the path with the shifted plane, metres.
    pub at: Point,
    /// Shift along the normal, metres.
    pub shift: f64,
}

/// The planes that cut the path, in order along it.
pub fn cuts(looks: &[Look], a_move: &Move) -> Vec<Cut> {
    let mut found: Vec<(f64, Cut)> = Vec::new();
    for look in looks {
        let Look::Node { plane, shifts, times, behind: Some(behind), ahead: Some(ahead), .. } = *look else {
            continue;
        };
        // At this time the path crosses the plane, shifted to one side or to the other.
        let (time, shift) = if behind[0] > times[0] {
            (behind[0], shifts[0])
        } else if ahead[0] > times[0] {
            (ahead[0], -shifts[1])
        } else {
            continue;
        };
        found.push((time, Cut { plane, at: a_move.from + a_move.path() * time, shift }));
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, cut)| cut).collect()
}

/// Draws a part of a plane around its intersection with the path, shifted and in place.
pub fn add_plane(dissection: &mut Dissection, Cut { plane, at, shift }: &Cut, half: f64) {
    let [u, v] = sides(plane).map(|side| side * half);
    let corner = at - u - v;
    dissection.sheets.push(Sheet { corner, sides: [2.0 * u, 2.0 * v], color: SHIFTED.faded(0.22) });
    let corners = |middle: &Point| [middle - u - v, middle + u - v, middle + u + v, middle - u + v];
    let (shifted, there) = (corners(at), corners(&(at - plane.normal * *shift)));
    for i in 0..4 {
        let next = (i + 1) % 4;
        dissection.line([shifted[i], shifted[next]], 1.75, SHIFTED);
        if shift.abs() > 1e-9 {
            dashed(dissection, [there[i], there[next]], 1.25, UNSHIFTED);
            dissection.line([there[i], shifted[i]], 1.0, UNSHIFTED.faded(0.5));
        }
    }
}

/// Draws one recorded step of a sweep: the examined piece of the path, and the plane of the node, shifted to both
/// sides.
pub fn add_look(dissection: &mut Dissection, look: &Look, a_move: &Move, half: f64) {
    let at = |time: f64| a_move.from + a_move.path() * time;
    let mut piece = |[from, to]: [f64; 2], width_px: f32, color: Color| {
        dissection.line_on_top([at(from), at(to)], width_px, color);
        for time in [from, to] {
            dissection.dot(at(time), width_px + 2.0, color);
        }
    };
    match *look {
        Look::Node { plane, shifts, times, .. } => {
            piece(times, 4.0, palette::PICKED);
            let middle = at(0.5 * (times[0] + times[1]));
            let on_plane = middle - plane.normal * plane.distance(&middle);
            for shift in [shifts[0], -shifts[1]] {
                let at = on_plane + plane.normal * shift;
                add_plane(dissection, &Cut { plane, at, shift }, 1.6 * half);
            }
        }
        Look::Plane { plane, shift, times, .. } => {
            piece(times, 4.0, palette::PICKED);
            let middle = at(times[0]);
            let on_plane = middle - plane.normal * (plane.distance(&middle) - shift);
            add_plane(dissection, &Cut { plane, at: on_plane, shift }, 1.6 * half);
        }
        Look::Skipped { times, .. } => piece(times, 3.0, palette::UNDECIDED),
        Look::Empty { times } => piece(times, 4.0, palette::THOUGHT),
        Look::Seam { times: [from, to], beside: Some(beside), .. } => {
            piece([from, to], 4.0, palette::PICKED);
            let beside = beside * (0.2 * half);
            dissection.line_on_top([at(from) + beside, at(to) + beside], 4.0, palette::THOUGHT);
        }
        Look::Solid { .. } | Look::Path { .. } | Look::Seam { .. } => {}
    }
}

/// Two directions in the plane, one of them horizontal.
fn sides(plane: &Plane) -> [Vector; 2] {
    let level = Vector::y().cross(&plane.normal).try_normalize(1e-6).unwrap_or(Vector::x());
    [level, plane.normal.cross(&level)]
}

/// The edges of a convex solid, dashed.
pub fn add_cell(dissection: &mut Dissection, cell: &Brush, width_px: f32, color: Color) {
    for face in &cell.faces {
        for (i, p) in face.corners.iter().enumerate() {
            let q = &face.corners[(i + 1) % face.corners.len()];
            // Each edge belongs to two faces and is drawn once.
            if (p.x, p.y, p.z) < (q.x, q.y, q.z) {
                dashed(dissection, [*p, *q], width_px, color);
            }
        }
    }
}

fn dashed(dissection: &mut Dissection, [from, to]: [Point; 2], width_px: f32, color: Color) {
    for dash in 0..DASHES {
        let at = |share: f64| from + (to - from) * ((dash as f64 + share) / DASHES as f64);
        dissection.line([at(0.15), at(0.75)], width_px, color);
    }
}
