//! The part of a tree that a sweep visits: every visited node, and its children that were not entered.

use crate::geometry::Point;
use crate::level::sweep::Look;

/// The fate of a cell in the traversal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Became {
    /// A node whose plane was tested.
    Visited,
    /// A bevel that was tested: a node above a solid leaf, or a plane of the leaf's list.
    Bevel,
    /// The path does not enter the cell.
    NotEntered,
    /// Skipped, because an earlier hit is known.
    Skipped,
    /// An empty leaf.
    Empty,
    /// A solid leaf; true if it was hit.
    Solid(bool),
    /// Not reached yet.
    Waits,
}

/// A cell of the visited part.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Fate of the cell in the traversal.
    pub became: Became,
    /// Index of the recorded step that visited or skipped the cell, if any.
    pub look: Option<usize>,
    /// The parent cell.
    pub parent: Option<u32>,
    /// The cells in front of and behind the plane; none for a leaf.
    pub children: Vec<u32>,
    /// Number of visited leaves below the cell; 1 for a leaf.
    pub share: usize,
    /// Depth below the root.
    pub level: usize,
}

/// All cells of the visited part; none for a method without a tree.
#[derive(Clone, Debug, Default)]
pub struct Visited {
    /// All cells, the root first.
    pub cells: Vec<Cell>,
}

impl Visited {
    /// Reconstructs the cells from the recorded steps.
    pub fn of(looks: &[Look]) -> Self {
        let mut visited = Self::default();
        let mut open: Vec<u32> = Vec::new();
        for (index, look) in looks.iter().enumerate() {
            if let Look::Path { .. } = look {
                open = vec![visited.add(None)];
                continue;
            }
            let Some(at) = open.pop() else { continue };
            let became = match *look {
                Look::Plane { times, behind, .. } => {
                    let [front, back] = [visited.add(Some(at)), visited.add(Some(at))];
                    let is_ahead = behind != Some(times);
                    let air = if is_ahead { Became::Empty } else { Became::NotEntered };
                    visited.cells[front as usize].became = air;
                    // The next bevel or the solid leaf.
                    open.push(back);
                    visited.cells[at as usize].children = vec![front, back];
                    Became::Bevel
                }
                Look::Node { index, behind, ahead, ahead_first, .. } => {
                    let [front, back] = [visited.add(Some(at)), visited.add(Some(at))];
                    let sides = [(front, ahead.is_some()), (back, behind.is_some())];
                    for (cell, is_entered) in sides {
                        if !is_entered {
                            visited.cells[cell as usize].became = Became::NotEntered;
                        }
                    }
                    let order = if ahead_first { [sides[1], sides[0]] } else { sides };
                    open.extend(order.into_iter().filter(|(_, entered)| *entered).map(|(cell, _)| cell));
                    visited.cells[at as usize].children = vec![front, back];
                    if index.is_some() { Became::Visited } else { Became::Bevel }
                }
                Look::Skipped { .. } => Became::Skipped,
                Look::Empty { .. } => Became::Empty,
                Look::Solid { hit, .. } => Became::Solid(hit.is_some()),
                Look::Path { .. } | Look::Seam { .. } => continue,
            };
            let cell = &mut visited.cells[at as usize];
            (cell.became, cell.look) = (became, Some(index));
        }
        // A method without a tree visits no node.
        if visited.count(Became::Visited) == 0 {
            visited.cells.clear();
        }
        visited.count_leaves();
        visited
    }

    fn add(&mut self, parent: Option<u32>) -> u32 {
        let level = parent.map_or(0, |parent| self.cells[parent as usize].level + 1);
        self.cells.push(Cell {
            became: Became::Waits,
            look: None,
            parent,
            children: vec![],
            share: 0,
            level,
        });
        self.cells.len() as u32 - 1
    }

    /// Counts the leaves below each cell, from the last cell to the first, because children follow their parents.
    fn count_leaves(&mut self) {
        for at in (0..self.cells.len()).rev() {
            let below: usize =
                self.cells[at].children.iter().map(|child| self.cells[*child as usize].share).sum();
            self.cells[at].share = below.max(1);
        }
    }

    /// Number of tested nodes of the tree, including bevels that are nodes.
    pub fn nodes(&self, looks: &[Look]) -> usize {
        let is_node = |cell: &Cell| {
            let look = cell.look.and_then(|look| looks.get(look));
            cell.became != Became::Waits && matches!(look, Some(Look::Node { .. }))
        };
        self.cells.iter().filter(|cell| is_node(cell)).count()
    }

    /// Number of cells with this fate.
    pub fn count(&self, became: Became) -> usize {
        self.cells.iter().filter(|cell| cell.became == became).count()
    }

    /// The cells from the root down to this cell, inclusive; empty if the cell does not exist.
    pub fn path(&self, cell: u32) -> Vec<u32> {
        let mut path = Vec::new();
        let mut at = (self.cells.len() > cell as usize).then_some(cell);
        while let Some(cell) = at {
            path.push(cell);
            at = self.cells[cell as usize].parent;
        }
        path.reverse();
        path
    }

    /// The deepest visited cell that contains the point `p` of the level; `None` without a tree.
    pub fn at(&self, looks: &[Look], p: &Point) -> Option<u32> {
        let mut at = (!self.cells.is_empty()).then_some(0)?;
        while let Cell { look: Some(look), children, .. } = &self.cells[at as usize]
            && let (Look::Node { plane, .. } | Look::Plane { plane, .. }, &[front, back]) =
                (&looks[*look], &children[..])
        {
            at = if plane.distance(p) > 0.0 { front } else { back };
        }
        Some(at)
    }

    /// The cell that the recorded step with this index visited or skipped.
    pub fn of_look(&self, look: usize) -> Option<u32> {
        self.cells.iter().position(|cell| cell.look == Some(look)).map(|cell| cell as u32)
    }

    /// These cells with their fates after the first `count` steps: cells that are visited later are
    /// [`Became::Waits`].
    pub fn after(&self, count: usize) -> Self {
        let mut earlier = self.clone();
        for cell in &mut earlier.cells {
            let is_seen = |look: Option<usize>| look.is_some_and(|look| look < count);
            let above = cell.parent.and_then(|parent| self.cells[parent as usize].look);
            if !is_seen(cell.look) && (cell.look.is_some() || !is_seen(above)) {
                cell.became = Became::Waits;
            }
        }
        earlier
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Aabb;
    use crate::level::brush::Brush;
    use crate::level::compile::SplitRule;
    use crate::level::compiled::Level;
    use crate::level::methods::{BSP_SHIFT_BEVELS, METHODS, REFERENCE, find};
    use crate::level::mover::Mover;
    use crate::level::sweep::Move;

    #[test]
    fn every_visited_node_has_a_cell_and_the_hit_is_in_a_solid_leaf() {
        let boxed =
            |x: f64| Brush::planes_of_box(&Point::new(x, 0.0, -1.0), &Point::new(x + 1.0, 2.0, 1.0)).to_vec();
        let brushes = [boxed(0.0), boxed(3.0), boxed(6.0)];
        let around = Aabb::cube(Point::origin(), 9.0);
        let level = Level::of_brushes(&brushes, &around, SplitRule::Mixed, &mut |_, _| true).unwrap();
        let (from, to) = (Point::new(-4.0, 1.0, 0.2), Point::new(8.0, 1.1, 0.3));
        let a_move = Move { mover: Mover::Sphere { radius: 0.3 }, from, to };
        let mut all: Vec<_> = METHODS.iter().map(|method| (method, method.default_settings())).collect();
        let with_bevels = find(BSP_SHIFT_BEVELS).unwrap();
        for rule in ["published", "all-edges"] {
            let mut settings = with_bevels.default_settings();
            settings.set("bevels", rule).unwrap();
            settings.set("bevel-nodes", "nodes").unwrap();
            all.push((with_bevels, settings));
        }
        for (method, settings) in all {
            let mut looks = Vec::new();
            let mut sweep = method.make(&level, &settings);
            let (hit, cost) = sweep.watch(&a_move, &mut |look| looks.push(*look)).unwrap();
            assert!(hit.is_some(), "{}", method.id);
            let visited = Visited::of(&looks);
            assert_eq!(visited.nodes(&looks) as u64, cost.nodes, "{}", method.id);
            assert_eq!(visited.count(Became::Waits), 0, "{}", method.id);
            if cost.nodes > 0 {
                assert_eq!(visited.count(Became::Bevel) as u64, cost.bevels, "{}", method.id);
            }
            if cost.nodes == 0 {
                assert!(visited.cells.is_empty() && [REFERENCE, "brush-planes"].contains(&method.id));
                continue;
            }
            assert!(visited.count(Became::Solid(true)) > 0, "{}", method.id);
            assert_eq!(visited.after(0).count(Became::Waits), visited.cells.len());
            let leaves = visited.cells.iter().filter(|cell| cell.children.is_empty()).count();
            assert_eq!(visited.cells[0].share, leaves);
            let at = visited.at(&looks, &(from + a_move.path() * hit.unwrap().time)).unwrap();
            assert!(visited.cells[at as usize].children.is_empty(), "{}: a leaf", method.id);
            let last = visited.cells.len() as u32 - 1;
            let path = visited.path(last);
            assert_eq!((path[0], path.last()), (0, Some(&last)));
        }
    }
}
