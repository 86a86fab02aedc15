//! A level, compiled: its brushes, their faces, and the tree.

use super::brush::{Brush, ROUNDING};
use super::cells::solid_cells;
use super::compile::{SplitRule, compile};
use super::faces::{Boxes, boundary};
use super::plane::Plane;
use super::polygon::Polygon;
use super::tree::Tree;
use crate::geometry::{Aabb, Mesh, Vector};

/// A level that can be moved through.
pub struct Level {
    /// Convex solids whose union is the level's solid: those that were given, or the solid cells of a mesh.
    pub brushes: Vec<Brush>,
    /// A tree over the boxes of the brushes.
    pub boxes: Boxes,
    /// The tree along the faces of the solid.
    pub tree: Tree,
    /// The solid cell of every solid leaf.
    pub cells: Vec<Option<Brush>>,
    /// Faces of the solid, before the tree cut them.
    pub faces: usize,
    /// Metres: movers stop this far before they touch, and one that begins nearer than this may slide and leave.
    pub tolerance: f64,
    room: Aabb,
}

/// Share of the level's size that movers stop before they touch: more than rounding loses of a plane's distance.
const SKIN: f64 = 1e-12;

/// Why a level cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LevelError {
    /// There is no brush.
    #[error("there are no brushes; a level needs one at least")]
    Empty,
    /// A brush has no inside.
    #[error("its planes have no solid between them; n·x + d is negative inside, so normals point outwards")]
    Hollow(usize),
    /// `go_on` said no.
    #[error("stopped")]
    Stopped,
}

impl Level {
    /// The union of brushes, each given by its planes. What moves stays in `around`; brushes without end are cut off far
    /// beyond it.
    pub fn of_brushes(
        brushes: &[Vec<Plane>],
        around: &Aabb,
        rule: SplitRule,
        go_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Self, LevelError> {
        if brushes.is_empty() {
            return Err(LevelError::Empty);
        }
        let room = grown(&brushes.iter().flatten().fold(*around, |room, plane| {
            // The plane's point nearest to the middle of what moves.
            let middle = around.center();
            let nearest = middle - plane.normal * plane.distance(&middle);
            room.union(&Aabb { min: nearest, max: nearest })
        }));
        let room = corners_of_bounded(brushes, &room).fold(room, |room, bounds| room.union(&bounds));
        let made: Vec<Brush> = brushes
            .iter()
            .enumerate()
            .map(|(i, planes)| Brush::new(planes, &room).ok_or(LevelError::Hollow(i)))
            .collect::<Result<_, _>>()?;
        let tolerance = ROUNDING * room.extents().max();
        let boxes = Boxes::of(&made, tolerance);
        let faces = boundary(&made, &boxes, tolerance);
        Self::assemble(Some((made, boxes)), faces, room, rule, go_on)
    }

    /// The inside of a closed mesh.
    pub fn of_mesh(
        mesh: &Mesh,
        rule: SplitRule,
        go_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Self, LevelError> {
        let face = |index: usize| {
            let (corners, normal) = (mesh.corners(index), mesh.area_normal(index));
            let normal = normal.try_normalize(0.0)?;
            let plane = Plane { normal, offset: normal.dot(&corners[0].coords) };
            Some(Polygon { plane, corners: corners.to_vec() })
        };
        let faces: Vec<Polygon> = (0..mesh.triangles().len()).filter_map(face).collect();
        Self::assemble(None, faces, grown(&mesh.aabb()), rule, go_on)
    }

    fn assemble(
        brushes: Option<(Vec<Brush>, Boxes)>,
        faces: Vec<Polygon>,
        room: Aabb,
        rule: SplitRule,
        go_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Self, LevelError> {
        let size = room.extents().max();
        let count = faces.len();
        let tree = compile(faces, rule, ROUNDING * size, go_on).ok_or(LevelError::Stopped)?;
        let cells = solid_cells(&tree, &room);
        let (brushes, boxes) = brushes.unwrap_or_else(|| {
            let brushes: Vec<Brush> = cells.iter().flatten().cloned().collect();
            let boxes = Boxes::of(&brushes, ROUNDING * size);
            (brushes, boxes)
        });
        let tolerance = SKIN * size;
        Ok(Self { brushes, boxes, tree, cells, faces: count, tolerance, room })
    }

    /// The room that its cells are cut off at.
    pub fn bounds(&self) -> &Aabb {
        &self.room
    }

    /// The union of the same brushes, each plane moved outwards by what `by` says of its normal.
    pub fn offset(&self, by: &dyn Fn(&Vector) -> f64, rule: SplitRule) -> Result<Self, LevelError> {
        let planes = |brush: &Brush| -> Vec<Plane> {
            let own = brush.faces.iter().zip(&brush.own).filter(|(_, own)| **own);
            own.map(|(face, _)| face.plane.shifted(by(&face.plane.normal))).collect()
        };
        let brushes: Vec<Vec<Plane>> = self.brushes.iter().map(planes).collect();
        Self::of_brushes(&brushes, &self.room, rule, &mut |_, _| true)
    }
}

/// The box, larger on every side by its longest side.
fn grown(bounds: &Aabb) -> Aabb {
    let by = Vector::repeat(bounds.extents().max().max(f64::MIN_POSITIVE));
    Aabb { min: bounds.min - by, max: bounds.max + by }
}

/// The boxes of those brushes that are bounded by their own planes.
fn corners_of_bounded<'a>(brushes: &'a [Vec<Plane>], room: &Aabb) -> impl Iterator<Item = Aabb> + 'a {
    let far = grown(&grown(&grown(room)));
    brushes.iter().filter_map(move |planes| {
        let brush = Brush::new(planes, &far)?;
        brush.own.iter().all(|own| *own).then_some(brush.bounds)
    })
}
