//! A compiled level: its brushes, their faces and the tree, borrowed or shared by the methods.

use super::brush::{Brush, Extent, ROUNDING};
use super::cells::solid_cells;
use super::compile::{SplitRule, compile};
use super::error::{Budget, CUT, LevelError};
use super::faces::{Boxes, boundary};
use super::plane::Plane;
use super::polygon::Polygon;
use super::tree::Tree;
use crate::geometry::{Aabb, Mesh, Point, Vector};

/// A level that is ready for sweeps.
///
/// Coordinates are relative to `origin`: the world's origin for most levels, but the level's middle if it
/// lies far away, so that distance costs no precision.
pub struct Level {
    /// Convex solids whose union is the level's solid: the given brushes, or the solid cells of a mesh.
    pub brushes: Vec<Brush>,
    /// For each face of each brush, true if some part of the face bounds the solid; all other faces lie inside other
    /// brushes.
    pub left: Vec<Vec<bool>>,
    /// A tree over the boxes of the brushes.
    pub boxes: Boxes,
    /// The BSP tree, split along the faces of the solid.
    pub tree: Tree,
    /// The solid cell of every solid leaf.
    pub cells: Vec<Option<Brush>>,
    /// Number of brush faces of which some part bounds the solid, or of triangles of the mesh.
    pub faces: usize,
    /// Skin, metres: movers stop this far before contact. A mover that starts inside the skin may still slide or
    /// move away.
    pub tolerance: f64,
    /// Origin of the level's coordinates in the world, metres.
    pub origin: Point,
    /// The reason why the level has no tree; `None` if it has one. Without a tree, only the methods that need none
    /// can be used.
    pub treeless: Option<LevelError>,
    room: Aabb,
}

/// Distance before contact at which movers stop, as a share of the level's size. It exceeds the rounding error of a
/// point's distance from a plane.
const SKIN: f64 = 1e-12;
/// A level has its own origin of coordinates if its distance from the world's origin exceeds this many times its
/// size.
const FAR: f64 = 8.0;

impl Level {
    /// Compiles the union of brushes, each given by its planes. Unbounded brushes are cut off far beyond `around`,
    /// the box that contains all movement. `go_on` receives the finished and the total work, and cancels by
    /// returning false.
    pub fn of_brushes(
        brushes: &[Vec<Plane>],
        around: &Aabb,
        rule: SplitRule,
        go_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Self, LevelError> {
        let outlines = Outlines::of(brushes, &mut part(go_on, [0, 300]))?;
        Self::of_outlines(&outlines, around, rule, go_on)
    }

    /// Compiles the union of brushes whose extents are already computed.
    pub fn of_outlines(
        outlines: &Outlines,
        around: &Aabb,
        rule: SplitRule,
        go_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Self, LevelError> {
        let (made, room, origin) = outlines.within(around);
        let size = room.extents().max();
        // The room is three times as large as its content.
        if size < 3.0 * SMALLEST {
            return Err(LevelError::Small);
        }
        let boxes = Boxes::of(made.iter().map(|brush| &brush.bounds), ROUNDING * size);
        if let Some(thin) = made.iter().position(|brush| !is_thick(brush, size)) {
            return Ok(Self::without_tree(made, boxes, room, origin, LevelError::Thin(thin)));
        }
        let budget = Budget::default();
        budget.spend(CUT * outlines.cuts())?;
        let bounding = boundary(&made, &boxes, ROUNDING * size, &budget, &mut part(go_on, [300, 500]));
        match bounding {
            Ok((faces, left)) => {
                Self::assemble(Some((made, boxes, left)), faces, (room, origin), (rule, &budget), go_on)
            }
            Err(LevelError::TooLarge) => {
                Ok(Self::without_tree(made, boxes, room, origin, LevelError::TooLarge))
            }
            Err(why) => Err(why),
        }
    }

    /// Compiles the inside of a closed mesh.
    pub fn of_mesh(
        mesh: &Mesh,
        rule: SplitRule,
        go_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Self, LevelError> {
        if mesh.aabb().extents().max() < SMALLEST {
            return Err(LevelError::Small);
        }
        let origin = origin_of(&mesh.aabb());
        let local = |p: Point| Point::from(p - origin);
        let face = |index: usize| {
            let corners = mesh.corners(index).map(local);
            let [a, b, c] = &corners;
            Some(Polygon { plane: Plane::through([a, b, c])?, corners: corners.to_vec() })
        };
        let faces: Vec<Polygon> = (0..mesh.triangles().len()).filter_map(face).collect();
        let Aabb { min, max } = mesh.aabb();
        Self::assemble(
            None,
            faces,
            (grown(&Aabb { min: local(min), max: local(max) }), origin),
            (rule, &Budget::default()),
            go_on,
        )
    }

    fn assemble(
        brushes: Option<(Vec<Brush>, Boxes, Vec<Vec<bool>>)>,
        faces: Vec<Polygon>,
        (room, origin): (Aabb, Point),
        (rule, budget): (SplitRule, &Budget),
        go_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Self, LevelError> {
        let (size, triangles) = (room.extents().max(), faces.len());
        let tree = compile(faces, rule, ROUNDING * size, budget, &mut part(go_on, [500, 800]));
        let known = brushes.as_ref().map(|(brushes, boxes, _)| (&brushes[..], boxes));
        let tree = tree.and_then(|mut tree| {
            let cells = solid_cells(&mut tree, &room, known, budget, &mut part(go_on, [800, WORK]))?;
            Ok((tree, cells))
        });
        match (tree, brushes) {
            (Ok(made), brushes) => Ok(Self::with_tree(made, brushes, triangles, room, origin)),
            (Err(LevelError::TooLarge), Some((brushes, boxes, _))) => {
                Ok(Self::without_tree(brushes, boxes, room, origin, LevelError::TooLarge))
            }
            (Err(why), _) => Err(why),
        }
    }

    fn with_tree(
        (tree, cells): (Tree, Vec<Option<Brush>>),
        brushes: Option<(Vec<Brush>, Boxes, Vec<Vec<bool>>)>,
        triangles: usize,
        room: Aabb,
        origin: Point,
    ) -> Self {
        let size = room.extents().max();
        let faces = brushes
            .as_ref()
            .map_or(triangles, |(_, _, left)| left.iter().flatten().filter(|is| **is).count());
        let (brushes, boxes, left) = brushes.unwrap_or_else(|| {
            let brushes: Vec<Brush> = cells.iter().flatten().cloned().collect();
            let boxes = Boxes::of(brushes.iter().map(|brush| &brush.bounds), ROUNDING * size);
            let left = brushes.iter().map(|brush| brush.own.clone()).collect();
            (brushes, boxes, left)
        });
        Self {
            brushes,
            left,
            boxes,
            tree,
            cells,
            faces,
            tolerance: SKIN * size,
            origin,
            treeless: None,
            room,
        }
    }

    /// A level of brushes for which no tree can be made; `why` is the reason.
    fn without_tree(brushes: Vec<Brush>, boxes: Boxes, room: Aabb, origin: Point, why: LevelError) -> Self {
        Self {
            left: brushes.iter().map(|brush| brush.own.clone()).collect(),
            faces: brushes.iter().map(|brush| brush.faces.len()).sum(),
            brushes,
            boxes,
            tree: Tree::default(),
            cells: vec![],
            tolerance: SKIN * room.extents().max(),
            origin,
            treeless: Some(why),
            room,
        }
    }

    /// Size of the level and of the moves in it, metres. The errors of the level's trees are proportional to this
    /// size.
    pub fn size(&self) -> f64 {
        self.room.extents().max() / 3.0
    }

    /// The room that bounds all cells, in the level's coordinates.
    pub fn bounds(&self) -> &Aabb {
        &self.room
    }

    /// The union of these brushes with each plane moved outwards by `by(normal)` metres. The origin of the
    /// coordinates stays the same.
    pub fn offset(&self, by: &dyn Fn(&Vector) -> f64, rule: SplitRule) -> Result<Self, LevelError> {
        let shifted = |plane: &Plane| plane.shifted(by(&plane.normal));
        let planes = |brush: &Brush| -> Vec<Plane> {
            if !brush.endless.is_empty() {
                return brush.endless.iter().map(shifted).collect();
            }
            let own = brush.faces.iter().zip(&brush.own).filter(|(_, own)| **own);
            own.map(|(face, _)| shifted(&face.plane)).collect()
        };
        let brushes: Vec<Vec<Plane>> = self.brushes.iter().map(planes).collect();
        // The box for the mover's reference point: the room without its margin, with each side moved by the mover's
        // reach. The reference point may lie far outside the mover, so the room need not contain it.
        let own = |axis: usize| {
            let along = Vector::ith(axis, 1.0);
            let (min, max) = (self.room.min[axis] + self.size(), self.room.max[axis] - self.size());
            (min - by(&-along), max + by(&along))
        };
        let [x, y, z] = [0, 1, 2].map(own);
        let around = Aabb { min: Point::new(x.0, y.0, z.0), max: Point::new(x.1, y.1, z.1) };
        let level = Self::of_brushes(&brushes, &around, rule, &mut |_, _| true)?;
        level.treeless.clone().map_or(Ok(level), Err)
    }
}

/// The box, extended on every side by the length of its longest edge.
fn grown(bounds: &Aabb) -> Aabb {
    let by = Vector::repeat(bounds.extents().max().max(f64::MIN_POSITIVE));
    Aabb { min: bounds.min - by, max: bounds.max + by }
}

/// Lower limit of the longest side of a level, metres.
pub const SMALLEST: f64 = 1e-15;

/// Total work as reported to `go_on`.
const WORK: usize = 1000;

/// Converts the progress of one phase to progress between `from` and `to` of the total [`WORK`], and passes it to
/// `go_on`.
fn part(
    go_on: &mut dyn FnMut(usize, usize) -> bool,
    [from, to]: [usize; 2],
) -> impl FnMut(usize, usize) -> bool {
    move |done, all| go_on(from + (to - from) * done / all.max(1), WORK)
}

/// Maximum number of planes of a brush. Each plane cuts all faces left by the previous planes, so a brush with this
/// many planes takes some seconds to compute.
pub const MOST_PLANES: usize = 4000;

/// A brush with at most this many planes takes only microseconds to compute.
const FEW_PLANES: usize = 64;

/// Brushes and their extents.
pub struct Outlines {
    /// The planes of every brush.
    brushes: Vec<Vec<Plane>>,
    alone: Vec<Extent>,
    /// The box around all bounded brushes, in the world.
    bounded: Option<Aabb>,
}

impl Outlines {
    /// Computes the extents of all brushes.
    pub fn of(
        brushes: &[Vec<Plane>],
        go_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Self, LevelError> {
        if brushes.is_empty() {
            return Err(LevelError::Empty);
        }
        let mut cuts = 0;
        for (i, planes) in brushes.iter().enumerate() {
            let count = planes.len();
            cuts += if count > FEW_PLANES { count * count } else { 0 };
            if count > MOST_PLANES || cuts > MOST_PLANES * MOST_PLANES {
                return Err(LevelError::ManyPlanes(i));
            }
        }
        let mut alone = Vec::with_capacity(brushes.len());
        let mut bounded: Option<Aabb> = None;
        for (i, planes) in brushes.iter().enumerate() {
            alone.push(Brush::alone(planes));
            match &alone[i] {
                Extent::Bounded(brush, middle) => {
                    let Aabb { min, max } = brush.bounds;
                    let bounds = Aabb { min: min + middle.coords, max: max + middle.coords };
                    bounded = Some(bounded.map_or(bounds, |all| all.union(&bounds)));
                }
                Extent::Endless => {}
                Extent::Nothing => return Err(LevelError::Hollow(i)),
            }
            if !go_on(i + 1, brushes.len()) {
                return Err(LevelError::Stopped);
            }
        }
        Ok(Self { brushes: brushes.to_vec(), alone, bounded })
    }

    /// Sum of the squared numbers of planes of all brushes.
    fn cuts(&self) -> u64 {
        self.brushes.iter().map(|planes| (planes.len() * planes.len()) as u64).sum()
    }

    /// Number of brushes.
    pub fn count(&self) -> usize {
        self.brushes.len()
    }

    /// The box at which unbounded brushes are cut off for a move within the box `swept`. The choice of boxes is
    /// small, so that many moves have the same box. If every brush is bounded, it is the box around all brushes. If
    /// only some are bounded, it is a cube around their centre; its side is their largest extent times a power of
    /// two. If no brush is bounded, it consists of cells of a grid whose step is a power of two.
    pub fn around(&self, swept: &Aabb) -> Aabb {
        if self.alone.iter().all(|extent| matches!(extent, Extent::Bounded(..))) {
            return self.bounded.unwrap_or(*swept);
        }
        let size = |bounds: &Aabb| bounds.extents().max();
        let Some(bounded) = &self.bounded else {
            let far = swept.min.coords.amax().max(swept.max.coords.amax());
            let step = size(swept).max(far * FEW).max(FEW).log2().ceil().exp2();
            let min = swept.min.map(|c| (c / step).floor() * step);
            return Aabb { min, max: min + Vector::repeat(2.0 * step) };
        };
        let center = bounded.center();
        let out = (swept.min - center).amax().max((swept.max - center).amax());
        let power = (out / size(bounded)).log2().ceil().max(0.0);
        Aabb::cube(center, size(bounded) * power.exp2())
    }

    /// The brushes in the coordinates of the new level, with unbounded ones cut off beyond `around`; the room around
    /// all of them; and the origin of the coordinates.
    fn within(&self, around: &Aabb) -> (Vec<Brush>, Aabb, Point) {
        let mut all = self.bounded;
        let mut add = |bounds: Aabb| all = Some(all.map_or(bounds, |all| all.union(&bounds)));
        for (planes, extent) in self.brushes.iter().zip(&self.alone) {
            if let Extent::Endless = extent {
                add(*around);
                // Extends the room by the point of each plane that is nearest to the middle of `around`.
                let middle = around.center();
                for plane in planes {
                    let nearest = middle + plane.normal * plane.seen_from(&middle).offset;
                    add(Aabb { min: nearest, max: nearest });
                }
            }
        }
        let all = all.unwrap_or(*around);
        let origin = origin_of(&all);
        let room = grown(&Aabb { min: (all.min - origin).into(), max: (all.max - origin).into() });
        let placed = |(planes, extent): (&Vec<Plane>, &Extent)| match extent {
            Extent::Bounded(brush, middle) => brush.clone().seen_from(middle, &origin),
            Extent::Endless | Extent::Nothing => {
                let endless: Vec<Plane> = planes.iter().map(|plane| plane.seen_from(&origin)).collect();
                let none =
                    Brush { faces: vec![], own: vec![], bounds: room, endless: vec![], faceless: vec![] };
                let part = Brush::new(&endless, &room, ROUNDING)
                    .map_or(none, |part| part.sharpened(ROUNDING * room.extents().max()));
                Brush { endless, ..part }
            }
        };
        (self.brushes.iter().zip(&self.alone).map(placed).collect(), room, origin)
    }
}

/// The grid step for unbounded brushes is at least this many metres, and at least this factor times the largest
/// coordinate.
const FEW: f64 = 1.0 / (1_u64 << 40) as f64;

/// The origin of the coordinates for a level that fills this box of the world.
fn origin_of(bounds: &Aabb) -> Point {
    let (middle, size) = (bounds.center(), bounds.extents().max());
    if middle.coords.amax() <= FAR * size {
        return Point::origin();
    }
    // An origin on a coarse grid has few digits, so that subtracting it from coordinates is exact. For a small level
    // the grid is fine enough to put the origin inside the level.
    let step = size.max(f64::MIN_POSITIVE).log2().floor().exp2();
    let near = middle.map(|c| (c / step).round() * step);
    if near.iter().all(|c| c.is_finite()) { near } else { middle }
}

/// True if a tree, which treats lengths below [`ROUNDING`] of the room's size as zero, can distinguish the two
/// sides of the brush. An unbounded brush without faces in the room also passes, because the tree need not contain
/// it.
fn is_thick(brush: &Brush, size: f64) -> bool {
    !brush.endless.is_empty() && brush.faces.is_empty()
        || brush.faces.len() >= 4 && brush.thickness() > 2.0 * ROUNDING * size
}
