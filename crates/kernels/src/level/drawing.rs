//! The level's faces grouped by part for drawing, cut off above a height so that the inside is visible.

use std::sync::Arc;

use super::flat::{hull, shadow};
use crate::geometry::{Mesh, Point, Shape, Vector};
use crate::level::brush::Brush;
use crate::level::made::Part;
use crate::level::plane::Plane;
use crate::level::polygon::Polygon;

/// Walls are cut off this far above the mover's foot, metres.
const ABOVE: f64 = 1.0;
/// The height of the cut is a multiple of this, metres, so that climbing stairs does not recompute the cut at
/// every step.
const STEP: f64 = 0.5;
/// Levels with more brushes are drawn without the horizontal cut, which would take too long during a walk.
pub const MOST_CUT: usize = 3333;

/// Faces that share a colour.
pub struct Drawn {
    /// The part of the level that the faces belong to; `None` in a level from a file.
    pub part: Option<Part>,
    /// The faces, in world coordinates.
    pub shape: Arc<Shape>,
}

/// The drawing of a level.
pub struct Drawing {
    /// Height above which nothing is drawn, metres.
    pub cut: Option<f64>,
    /// Faces, grouped by part.
    pub drawn: Vec<Drawn>,
    /// Edges of the brushes.
    pub edges: Vec<[Point; 2]>,
}

/// Whether a level with this many brushes can be cut off at a height.
pub fn can_be_cut(brushes: usize) -> bool {
    brushes <= MOST_CUT
}

/// The height of the cut for a mover whose foot is at this height; `None` if the level [cannot be cut](can_be_cut).
pub fn cut_for(foot: f64, brushes: usize) -> Option<f64> {
    can_be_cut(brushes).then(|| (foot / STEP).round() * STEP + ABOVE)
}

impl Drawing {
    /// Collects the faces of the brushes, grouped by part.
    pub fn new(brushes: &[Brush], parts: &[Option<Part>], cut: Option<f64>) -> Self {
        let mut kinds: Vec<Option<Part>> = Vec::new();
        let mut meshes: Vec<(Vec<Point>, Vec<[u32; 3]>)> = Vec::new();
        let mut edges = Vec::new();
        for (brush, part) in brushes.iter().zip(parts) {
            if cut.is_some_and(|cut| brush.bounds.min.y >= cut) {
                continue;
            }
            let at = kinds.iter().position(|known| known == part).unwrap_or_else(|| {
                kinds.push(*part);
                meshes.push(Default::default());
                kinds.len() - 1
            });
            let (corners, triangles) = &mut meshes[at];
            for face in below(brush, cut) {
                let first = corners.len() as u32;
                corners.extend(&face);
                let last = face.len() as u32 - 1;
                triangles.extend((1..last).map(|i| [first, first + i, first + i + 1]));
                for (i, p) in face.iter().enumerate() {
                    let q = &face[(i + 1) % face.len()];
                    // Each edge belongs to two faces, which run along it in opposite directions; one direction is
                    // enough.
                    if (p.x, p.y, p.z) < (q.x, q.y, q.z) {
                        edges.push([*p, *q]);
                    }
                }
            }
        }
        let shape =
            |(corners, triangles)| Some(Arc::new(Shape::polyhedron(Mesh::new(corners, triangles).ok()?)));
        let all = kinds.into_iter().zip(meshes);
        let drawn = all.filter_map(|(part, mesh)| Some(Drawn { part, shape: shape(mesh)? })).collect();
        Self { cut, drawn, edges }
    }
}

/// The faces of the part of the brush below a height.
fn below(brush: &Brush, cut: Option<f64>) -> Vec<Vec<Point>> {
    let whole = || brush.faces.iter().map(|face| face.corners.clone());
    let Some(cut) = cut.filter(|cut| *cut < brush.bounds.max.y) else { return whole().collect() };
    let plane = Plane::new(Vector::y(), cut);
    let kept = |face: &Polygon| Some(face.clone().behind(&plane, 1e-9)?.corners);
    let mut faces: Vec<Vec<Point>> = brush.faces.iter().filter_map(kept).collect();
    // The hull runs counter-clockwise with z up, which is clockwise seen from above.
    let lid = hull(shadow(brush, [cut; 2]));
    if lid.len() >= 3 {
        faces.push(lid.iter().rev().map(|[x, z]| Point::new(*x, cut, *z)).collect());
    }
    faces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Aabb;

    #[test]
    fn a_level_that_is_too_large_is_not_cut() {
        assert!(can_be_cut(MOST_CUT) && cut_for(0.0, MOST_CUT) == Some(ABOVE));
        assert!(!can_be_cut(MOST_CUT + 1) && cut_for(0.0, MOST_CUT + 1).is_none());
    }

    #[test]
    fn a_brush_is_cut_off_and_gets_a_lid() {
        let planes = Brush::planes_of_box(&Point::new(0.0, 0.0, 0.0), &Point::new(2.0, 3.0, 1.0));
        let brush = Brush::new(&planes, &Aabb::cube(Point::origin(), 10.0), 1e-10).unwrap();
        let whole = Drawing::new(std::slice::from_ref(&brush), &[None], None);
        assert!((whole.drawn[0].shape.volume() - 6.0).abs() < 1e-9);
        let cut = Drawing::new(std::slice::from_ref(&brush), &[None], Some(1.0));
        assert!((cut.drawn[0].shape.volume() - 2.0).abs() < 1e-9, "closed, and turned the right way");
        assert!(Drawing::new(&[brush], &[None], Some(0.0)).drawn.is_empty());
    }
}
