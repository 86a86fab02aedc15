//! The solid cells of a tree, as convex solids.

use super::brush::{Brush, FINE, ROUNDING};
use super::error::{Budget, CUT, LevelError};
use super::faces::Boxes;
use super::plane::Plane;
use super::polygon::{Cut, Polygon};
use super::tree::{Child, Node, Tree};
use crate::geometry::{Aabb, Point};

/// Depth inside a brush, as a share of the room's size, beyond which every point must lie in a solid leaf.
const DEEP: f64 = 2.5 * ROUNDING;

/// The cell of every solid leaf, in the order of the leaves, clipped to `room`. `None` for a cell that
/// rounding makes empty. An empty leaf becomes solid if a brush shrunk by [`DEEP`] reaches into it: where
/// planes are closer than rounding errors, faces alone do not determine the solid. `go_on` receives the
/// numbers of finished nodes and of all nodes, and cancels by returning false.
pub fn solid_cells(
    tree: &mut Tree,
    room: &Aabb,
    brushes: Option<(&[Brush], &Boxes)>,
    budget: &Budget,
    go_on: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Vec<Option<Brush>>, LevelError> {
    let size = room.extents().max();
    let tolerance = ROUNDING * size;
    let mut cells = vec![None; tree.solid as usize];
    let Some(whole) = Brush::new(&[], room, ROUNDING) else { return Ok(cells) };
    let (mut done, mut held) = (0, 0);
    let faces = whole.faces.into_iter().map(|face| (face, false)).collect();
    let mut open = vec![(tree.root, None, faces)];
    while let Some((at, above, faces)) = open.pop() {
        match at {
            Child::Empty
                if brushes.is_some_and(|(all, boxes)| is_overlooked(&faces, all, boxes, DEEP * size)) =>
            {
                tree.fill(above);
                cells.push(brush(faces));
            }
            Child::Empty => {}
            Child::Solid(leaf) => {
                let cell = brush(faces);
                held += cell.iter().flat_map(|cell| &cell.faces).map(Polygon::bytes).sum::<usize>();
                budget.check(tree.nodes.len(), held)?;
                cells[leaf as usize] = cell;
            }
            Child::Node(node) => {
                let Node { plane, front, back } = tree.nodes[node as usize];
                budget.spend(2 * CUT * faces.len() as u64)?;
                let [ahead, behind] = halves(faces, &tree.planes[plane as usize], tolerance);
                open.push((front, Some((node, true)), ahead));
                open.push((back, Some((node, false)), behind));
                done += 1;
                if !go_on(done, tree.nodes.len()) {
                    return Err(LevelError::Stopped);
                }
            }
        }
    }
    Ok(cells)
}

/// True if some brush, shrunk by `deep` metres, shares a point with the cell.
fn is_overlooked(cell: &Faces, brushes: &[Brush], boxes: &Boxes, deep: f64) -> bool {
    let corners = || cell.iter().flat_map(|(face, _)| &face.corners);
    let bounds = Aabb::around(corners().copied());
    let reaches_into = |index: usize| {
        let brush = &brushes[index];
        // Usually a plane of the brush or of the cell separates the two.
        if brush.planes().any(|plane| is_in_front(corners(), plane, deep))
            || cell.iter().any(|(face, _)| is_in_front(brush.corners(), &face.plane, deep))
        {
            return false;
        }
        let own = cell.iter().map(|(face, _)| face.plane);
        let both: Vec<Plane> = own.chain(brush.planes().map(|plane| plane.shifted(-deep))).collect();
        Brush::new(&both, &bounds, FINE).is_some()
    };
    cell.len() >= 4 && boxes.near(&bounds).into_iter().any(reaches_into)
}

/// True if all points lie in front of the plane or at most `deep` metres behind it.
fn is_in_front<'p>(mut points: impl Iterator<Item = &'p Point>, plane: &Plane, deep: f64) -> bool {
    points.all(|p| plane.distance(p) >= -deep)
}

/// The faces of a cell, each with a flag: true if the face lies in a plane of the level, false if it lies in a side
/// of the room.
pub type Faces = Vec<(Polygon, bool)>;

/// The two parts of a convex cell: in front of the plane, and behind it. An empty part has no faces.
pub fn halves(faces: Faces, plane: &Plane, tolerance: f64) -> [Faces; 2] {
    let Some(seed) = faces.first().map(|(face, _)| face.bounds()) else { return [vec![], vec![]] };
    let bounds = faces.iter().fold(seed, |all, (face, _)| all.union(&face.bounds()));
    let square = Polygon::square(*plane, &bounds.center(), 2.0 * bounds.extents().norm());
    let mut walls = faces.iter().map(|(face, _)| face.plane);
    let cap = walls.try_fold(square, |cap, wall| cap.behind(&wall, 0.1 * tolerance));
    let (mut front, mut back) = (Vec::new(), Vec::new());
    for (face, is_own) in faces {
        match face.cut(plane, 0.1 * tolerance) {
            Cut::Front => front.push((face, is_own)),
            Cut::Back => back.push((face, is_own)),
            Cut::Both(ahead, behind) => {
                front.push((ahead, is_own));
                back.push((behind, is_own));
            }
            // All of the cell lies on one side of a plane that contains a face; the face's normal tells on which
            // side.
            Cut::In if face.plane.normal.dot(&plane.normal) > 0.0 => back.push((face, is_own)),
            Cut::In => front.push((face, is_own)),
        }
    }
    // A cell on one side of the plane has no part on the other side.
    let (on_both, cap) = (front.len() > 1 && back.len() > 1, cap.filter(|cap| cap.corners.len() >= 3));
    match cap {
        Some(cap) if on_both => {
            front.push((cap.clone().flipped(), true));
            back.push((cap, true));
            [front, back]
        }
        _ if front.len() >= back.len() => [front, vec![]],
        _ => [vec![], back],
    }
}

fn brush(faces: Faces) -> Option<Brush> {
    let bounds = Aabb::around(faces.iter().flat_map(|(face, _)| face.corners.iter().copied()));
    let (faces, own): (Vec<_>, Vec<_>) = faces.into_iter().unzip();
    (faces.len() >= 4).then_some(Brush { faces, own, bounds, endless: vec![], faceless: vec![] })
}
