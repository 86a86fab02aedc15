//! The solid cells of a tree, as convex solids.

use super::brush::{Brush, ROUNDING};
use super::plane::Plane;
use super::polygon::{Cut, Polygon};
use super::tree::{Child, Node, Tree};
use crate::geometry::Aabb;

/// The cell of every solid leaf, in their order, cut off at the walls of `room`. `None` for a cell that rounding leaves
/// nothing of.
/// `None` if `go_on` says no: it is told the nodes that are done, and all of them.
pub fn solid_cells(
    tree: &Tree,
    room: &Aabb,
    go_on: &mut dyn FnMut(usize, usize) -> bool,
) -> Option<Vec<Option<Brush>>> {
    let tolerance = ROUNDING * room.extents().max();
    let mut cells = vec![None; tree.solid as usize];
    let Some(whole) = Brush::new(&[], room) else { return Some(cells) };
    let mut done = 0;
    let faces = whole.faces.into_iter().map(|face| (face, false)).collect();
    let mut open = vec![(tree.root, faces)];
    while let Some((at, faces)) = open.pop() {
        match at {
            Child::Empty => {}
            Child::Solid(leaf) => cells[leaf as usize] = brush(faces),
            Child::Node(node) => {
                let Node { plane, front, back } = tree.nodes[node as usize];
                let [ahead, behind] = halves(faces, &tree.planes[plane as usize], tolerance);
                open.push((front, ahead));
                open.push((back, behind));
                done += 1;
                if !go_on(done, tree.nodes.len()) {
                    return None;
                }
            }
        }
    }
    Some(cells)
}

/// Faces of a cell, and whether each is one of the level's planes.
type Faces = Vec<(Polygon, bool)>;

/// The parts of a convex cell in front of the plane and behind it; no faces where there is none.
fn halves(faces: Faces, plane: &Plane, tolerance: f64) -> [Faces; 2] {
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
            // The cell touches the plane with this face and lies behind it, or in front.
            Cut::In if face.plane.normal.dot(&plane.normal) > 0.0 => back.push((face, is_own)),
            Cut::In => front.push((face, is_own)),
        }
    }
    // A cell on one side of the plane alone has no part on the other.
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
    (faces.len() >= 4).then_some(Brush { faces, own, bounds })
}
