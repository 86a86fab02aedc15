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
    /// For each face of each brush whether something of it bounds the solid; the others lie in other brushes.
    pub left: Vec<Vec<bool>>,
    /// A tree over the boxes of the brushes.
    pub boxes: Boxes,
    /// The tree along the faces of the solid.
    pub tree: Tree,
    /// The solid cell of every solid leaf.
    pub cells: Vec<Option<Brush>>,
    /// Faces of the brushes of which something bounds the solid, or triangles of the mesh.
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
    #[error(
        "its planes have no solid between them, or one thinner than rounding, 1e-10 of the level with all moves; n·x + d is negative inside, so normals point outwards"
    )]
    Hollow(usize),
    /// `go_on` said no.
    #[error("stopped")]
    Stopped,
}

impl Level {
    /// The union of brushes, each given by its planes. What moves stays in `around`; brushes without end are cut off far
    /// beyond it. `go_on` is told what is done and of how much, and stops it by saying no.
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
        let (made, room) = built(brushes, room, &mut part(go_on, [0, 300]))?;
        let tolerance = ROUNDING * room.extents().max();
        let boxes = Boxes::of(&made, tolerance);
        let (faces, left) =
            boundary(&made, &boxes, tolerance, &mut part(go_on, [300, 500])).ok_or(LevelError::Stopped)?;
        Self::assemble(Some((made, boxes, left)), faces, room, rule, go_on)
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
        brushes: Option<(Vec<Brush>, Boxes, Vec<Vec<bool>>)>,
        faces: Vec<Polygon>,
        room: Aabb,
        rule: SplitRule,
        go_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Self, LevelError> {
        let size = room.extents().max();
        let triangles = faces.len();
        let tree = compile(faces, rule, ROUNDING * size, &mut part(go_on, [500, 800]));
        let tree = tree.ok_or(LevelError::Stopped)?;
        let cells = solid_cells(&tree, &room, &mut part(go_on, [800, WORK])).ok_or(LevelError::Stopped)?;
        let faces = brushes
            .as_ref()
            .map_or(triangles, |(_, _, left)| left.iter().flatten().filter(|is| **is).count());
        let (brushes, boxes, left) = brushes.unwrap_or_else(|| {
            let brushes: Vec<Brush> = cells.iter().flatten().cloned().collect();
            let boxes = Boxes::of(&brushes, ROUNDING * size);
            let left = brushes.iter().map(|brush| brush.own.clone()).collect();
            (brushes, boxes, left)
        });
        let tolerance = SKIN * size;
        Ok(Self { brushes, left, boxes, tree, cells, faces, tolerance, room })
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

/// All work, in parts.
const WORK: usize = 1000;

/// Tells `go_on` of a part of all work.
fn part(
    go_on: &mut dyn FnMut(usize, usize) -> bool,
    [from, to]: [usize; 2],
) -> impl FnMut(usize, usize) -> bool {
    move |done, all| go_on(from + (to - from) * done / all.max(1), WORK)
}

/// The brushes, and the room with all in it that is bounded by its own planes. A brush without end goes as far as the room.
fn built(
    brushes: &[Vec<Plane>],
    mut room: Aabb,
    go_on: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<(Vec<Brush>, Aabb), LevelError> {
    let is_whole = |brush: &Brush| brush.own.iter().all(|own| *own);
    let far = grown(&grown(&grown(&room)));
    let mut made: Vec<Option<Brush>> = Vec::with_capacity(brushes.len());
    for (i, planes) in brushes.iter().enumerate() {
        // What the room cuts off may be bounded by its own planes farther out.
        let near = Brush::new(planes, &room).filter(is_whole);
        let whole = near.or_else(|| Brush::new(planes, &far).filter(is_whole));
        room = whole.iter().fold(room, |room, brush| room.union(&brush.bounds));
        made.push(whole);
        if !go_on(i + 1, brushes.len()) {
            return Err(LevelError::Stopped);
        }
    }
    let bounded = |(i, brush): (usize, Option<Brush>)| {
        brush.or_else(|| Brush::new(&brushes[i], &room)).ok_or(LevelError::Hollow(i))
    };
    let all: Result<_, _> = made.into_iter().enumerate().map(bounded).collect();
    Ok((all?, room))
}
