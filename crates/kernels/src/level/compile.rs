//! Compilation of a solid's faces to a BSP tree.
//!
//! Space is cut along the plane of a face and the other faces are distributed to the two sides, until no face is
//! left. A cell without faces is entirely solid or entirely empty: solid behind the face in the last plane, empty in
//! front of it. Limitation: where the faces cross each other or do not enclose a solid, a cell may be partly solid.
//! It then counts as solid or empty according to the larger area of the faces in the last plane: those with the
//! plane's normal, or those with the opposite normal.

use std::collections::HashMap;

use super::area;
use super::error::{self, Budget, LevelError};
use super::plane::Plane;
use super::polygon::{Cut, Polygon};
use super::tree::{Child, Side, Tree};
use crate::geometry::Aabb;

/// Rule for choosing a cell's split plane among the planes of its faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitRule {
    /// As many faces in front as behind it.
    Balance,
    /// The fewest faces cut in two.
    Splits,
    /// A compromise of both: a cut face costs as much as an imbalance of several faces.
    Mixed,
    /// The fewest expected nodes on a path through the cell: the surface-area heuristic.
    Area,
    /// The first face: a bad rule, for comparison.
    FirstFace,
}

/// Cost of a cut face, in units of imbalance: the imbalance is 1 if one side has one face more than the other.
const CUT: f64 = 8.0;
/// Maximum number of faces of a cell whose planes are tried as split planes.
const CANDIDATES: usize = 24;

/// Compiles the tree of a solid with these outward-facing faces. Points closer than `tolerance` metres to a
/// plane count as lying in it. `go_on` receives the numbers of finished faces and of all faces, and cancels
/// by returning false.
pub fn compile(
    faces: Vec<Polygon>,
    rule: SplitRule,
    tolerance: f64,
    budget: &Budget,
    go_on: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Tree, LevelError> {
    let held = faces.iter().map(Polygon::bytes).sum();
    let mut builder = Builder { tree: Tree::default(), plane_indices: HashMap::new(), tolerance, held };
    let all = faces.len();
    let mut done = 0;
    // A cell still to be split: its faces, their box, its parent node and side, and its depth.
    let room = Aabb::around(faces.iter().flat_map(|face| face.corners.iter().copied()));
    let mut open = vec![(faces, room, None, 0)];
    if all == 0 {
        builder.tree.empty = 1;
        return Ok(builder.tree);
    }
    while let Some((faces, room, parent, depth)) = open.pop() {
        budget.spend((CANDIDATES as u64 + error::CUT) * faces.len() as u64)?;
        let plane = choose(&faces, &room, rule, tolerance);
        let partition = builder.part(faces, &plane);
        done += partition.in_plane;
        if !go_on(done.min(all), all) {
            return Err(LevelError::Stopped);
        }
        budget.check(builder.tree.nodes.len() + open.len(), builder.held)?;
        let node = builder.add(&plane, depth + 1, parent);
        let sides =
            [(partition.front, true, partition.area < 0.0), (partition.back, false, partition.area >= 0.0)];
        for (faces, is_front, is_solid) in sides {
            if faces.is_empty() {
                let leaf = builder.leaf(is_solid);
                builder.tree.hang(leaf, Some((node, is_front)));
            } else {
                open.push((faces, side(&room, &plane, is_front), Some((node, is_front)), depth + 1));
            }
        }
    }
    Ok(builder.tree)
}

/// The unfinished tree.
struct Builder {
    tree: Tree,
    /// Index of each known plane, by the bits of its normal and offset. Parts of the same face have the same bits.
    plane_indices: HashMap<[u64; 4], u32>,
    tolerance: f64,
    /// Bytes of the faces still to be cut.
    held: usize,
}

/// The faces on the two sides of a plane, and the faces in it.
struct Partition {
    front: Vec<Polygon>,
    back: Vec<Polygon>,
    in_plane: usize,
    /// Twice the signed area of the faces in the plane: positive for a face whose normal is the plane's, negative
    /// for a face with the opposite normal.
    area: f64,
}

impl Builder {
    fn part(&mut self, faces: Vec<Polygon>, plane: &Plane) -> Partition {
        let mut partition = Partition { front: vec![], back: vec![], in_plane: 0, area: 0.0 };
        for face in faces {
            let before = face.bytes();
            match face.cut(plane, self.tolerance) {
                Cut::In => {
                    self.held -= before;
                    partition.in_plane += 1;
                    partition.area += face.area_normal().dot(&plane.normal);
                }
                Cut::Front => partition.front.push(face),
                Cut::Back => partition.back.push(face),
                Cut::Both(front, back) => {
                    self.tree.splits += 1;
                    self.held = self.held + front.bytes() + back.bytes() - before;
                    partition.front.push(front);
                    partition.back.push(back);
                }
            }
        }
        partition
    }

    fn add(&mut self, plane: &Plane, depth: u32, parent: Side) -> u32 {
        let n = plane.normal;
        let bits = [n.x, n.y, n.z, plane.offset].map(f64::to_bits);
        let planes = &mut self.tree.planes;
        let plane = *self.plane_indices.entry(bits).or_insert_with(|| {
            planes.push(*plane);
            planes.len() as u32 - 1
        });
        self.tree.depth = self.tree.depth.max(depth);
        self.tree.add(plane, parent)
    }

    fn leaf(&mut self, is_solid: bool) -> Child {
        let Tree { solid, empty, .. } = &mut self.tree;
        if is_solid {
            *solid += 1;
            Child::Solid(*solid - 1)
        } else {
            *empty += 1;
            Child::Empty
        }
    }
}

/// Chooses the plane that cuts the cell.
fn choose(faces: &[Polygon], room: &Aabb, rule: SplitRule, tolerance: f64) -> Plane {
    if rule == SplitRule::FirstFace {
        return faces[0].plane;
    }
    if rule == SplitRule::Area {
        return area::choose(faces, room, tolerance);
    }
    let step = faces.len().div_ceil(CANDIDATES);
    let candidates = faces.iter().step_by(step).map(|face| face.plane);
    let scored = candidates.map(|plane| (score(faces, &plane, rule, tolerance), plane));
    scored.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(faces[0].plane, |(_, plane)| plane)
}

/// The score of a plane; the lowest wins.
fn score(faces: &[Polygon], plane: &Plane, rule: SplitRule, tolerance: f64) -> f64 {
    let (mut front, mut back, mut cut, mut within) = (0, 0, 0, 0);
    for face in faces {
        let (mut ahead, mut behind) = (false, false);
        for corner in &face.corners {
            let distance = plane.distance(corner);
            ahead |= distance > tolerance;
            behind |= distance < -tolerance;
        }
        match (ahead, behind) {
            (true, true) => cut += 1,
            (true, false) => front += 1,
            (false, true) => back += 1,
            (false, false) => within += 1,
        }
    }
    let (cut, uneven) = (f64::from(cut), f64::from(i32::abs(front - back)));
    match rule {
        SplitRule::Balance => uneven,
        SplitRule::Splits => cut,
        SplitRule::Mixed | SplitRule::Area | SplitRule::FirstFace => CUT * cut + uneven - f64::from(within),
    }
}

/// The part of a box on one side of an axis-aligned plane; the whole box for any other plane.
fn side(room: &Aabb, plane: &Plane, is_front: bool) -> Aabb {
    let mut part = *room;
    if let Some(i) = (0..3).find(|i| plane.normal[*i].abs() > 1.0 - 1e-12) {
        let at = (plane.offset * plane.normal[i]).clamp(room.min[i], room.max[i]);
        *if is_front == (plane.normal[i] > 0.0) { &mut part.min[i] } else { &mut part.max[i] } = at;
    }
    part
}
