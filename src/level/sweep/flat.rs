//! The tree as a walk reads it: small nodes, every normal once, and how far a mover reaches against each.

use std::collections::HashMap;

use super::bevels;
use super::span::Code;
use crate::geometry::Vector;
use crate::level::brush::Brush;
use crate::level::mover::Mover;
use crate::level::plane::Plane;
use crate::level::tree::{Child, Tree};

/// A node, in 16 bytes: most of a walk's time goes into reading nodes that are in no cache. The node behind it, if there is
/// one, is the next.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Of its plane, metres.
    pub offset: f64,
    /// Its normal, by its index in the table of a mover, and whether there is a leaf behind.
    normal: u32,
    /// What is in front of the plane.
    ahead: u32,
}

/// A leaf without solid, as a child.
pub const EMPTY: u32 = u32::MAX;
/// A child with this bit is a leaf; the others are twice the node that it hangs from, and one more in front.
pub const LEAF: u32 = 1 << 31;
/// With this bit in `normal` the leaf behind has no solid.
const NOTHING: u32 = 1 << 30;

/// A normal, and from where on a mover is on one side of a plane.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Of length 1.
    pub normal: Vector,
    /// Metres in front of the plane, and metres behind it, from which on the mover is wholly on that side: its shifts, and
    /// the tolerance.
    pub limits: [f64; 2],
}

/// How far a mover reaches, for every normal.
#[derive(Default)]
pub struct Reaches {
    /// What a walk reads at every node.
    pub table: Vec<Reach>,
    /// Metres: the shift of a plane for the side behind it, and for the side in front.
    pub shifts: Vec<[f64; 2]>,
}

/// A bevel of a leaf.
#[derive(Clone, Copy, Debug)]
pub struct Bevel {
    /// Its plane.
    pub plane: Plane,
    /// Its normal, by its index in the table of a mover.
    pub normal: u32,
}

/// Tree and bevels.
pub struct Flat {
    /// In the order of the tree.
    pub nodes: Vec<Node>,
    /// The cell behind each node, and that in front of it, by their indices; 0 where there is none.
    cells: Vec<u32>,
    /// The plane of each node, by its index in the tree.
    pub planes: Vec<u32>,
    /// Where it begins.
    pub root: u32,
    /// All bevels, leaf by leaf.
    pub bevels: Vec<Bevel>,
    /// Normal and offset of each in half the digits: most bevels need no more to be passed over.
    pub coarse: Vec<[f32; 4]>,
    /// Where in `bevels` those of a leaf begin; empty without bevels.
    first: Vec<u32>,
    /// Every normal once.
    pub normals: Vec<Vector>,
    /// The node and side that each node hangs from, and those of each solid leaf.
    above: [Vec<Option<Above>>; 2],
}

/// A node, and whether the side in front of it (1) or behind it (0) is meant.
type Above = (u32, usize);

impl Flat {
    /// The tree, with bevels around these cells if a rule says at which edges.
    pub fn of(tree: &Tree, solids: &[Option<Brush>], rule: Option<bevels::Rule>) -> Self {
        let mut normals = Normals::default();
        let child = |child: Child, side: u32| match child {
            Child::Node(node) => node,
            Child::Empty => EMPTY,
            Child::Solid(_) => LEAF | side,
        };
        let mut node = |(at, node): (usize, &crate::level::tree::Node)| {
            let Plane { normal, offset, .. } = tree.planes[node.plane as usize];
            let behind = match node.back {
                Child::Node(behind) => {
                    debug_assert_eq!(behind as usize, at + 1);
                    0
                }
                Child::Empty => LEAF | NOTHING,
                Child::Solid(_) => LEAF,
            };
            let ahead = child(node.front, (at << 1 | 1) as u32);
            Node { offset, normal: normals.index(normal) | behind, ahead }
        };
        let nodes: Vec<Node> = tree.nodes.iter().enumerate().map(&mut node).collect();
        let planes = tree.nodes.iter().map(|node| node.plane).collect();
        let mut above = [vec![None; nodes.len()], vec![None; tree.solid as usize]];
        let mut cells = vec![0; 2 * nodes.len()];
        for (i, node) in tree.nodes.iter().enumerate() {
            for (side, child) in [node.back, node.front].into_iter().enumerate() {
                match child {
                    Child::Empty => {}
                    Child::Node(node) => above[0][node as usize] = Some((i as u32, side)),
                    Child::Solid(cell) => {
                        above[1][cell as usize] = Some((i as u32, side));
                        cells[2 * i + side] = cell;
                    }
                }
            }
        }
        let (mut all, mut first) = (Vec::new(), Vec::new());
        if let Some(rule) = rule {
            for cell in solids {
                first.push(all.len() as u32);
                for plane in cell.iter().flat_map(|cell| bevels::of(cell, rule)) {
                    all.push(Bevel { plane, normal: normals.index(plane.normal) });
                }
            }
            first.push(all.len() as u32);
        }
        let coarse = |Bevel { plane: Plane { normal: n, offset, .. }, .. }: &Bevel| {
            [n.x, n.y, n.z, *offset].map(|c| c as f32)
        };
        let coarse = all.iter().map(coarse).collect();
        Self {
            nodes,
            cells,
            planes,
            root: child(tree.root, 0),
            bevels: all,
            coarse,
            first,
            normals: normals.all,
            above,
        }
    }

    /// The bevels of a leaf, by their indices.
    pub fn bevels_of(&self, leaf: u32) -> std::ops::Range<usize> {
        let leaf = leaf as usize;
        self.first.get(leaf..leaf + 2).map_or(0..0, |ends| ends[0] as usize..ends[1] as usize)
    }

    /// How far a mover reaches against every normal and along it.
    pub fn reaches(&self, mover: &Mover, tolerance: f64) -> Reaches {
        let of = |normal: &Vector| [mover.reach(normal), mover.reach(&-normal)];
        let shifts: Vec<[f64; 2]> = self.normals.iter().map(of).collect();
        let reach = |(normal, shifts): (&Vector, &[f64; 2])| Reach {
            normal: *normal,
            limits: shifts.map(|shift| shift + tolerance),
        };
        Reaches { table: self.normals.iter().zip(&shifts).map(reach).collect(), shifts }
    }

    /// A node: its offset and, by its index in the tables of a mover, its normal.
    #[inline]
    pub fn node(&self, at: u32) -> (&Node, usize) {
        let node = &self.nodes[at as usize];
        (node, (node.normal & !(LEAF | NOTHING)) as usize)
    }

    /// What is behind a node, and what in front of it.
    #[inline]
    pub fn children(&self, at: u32, node: &Node) -> [u32; 2] {
        // All bits of `EMPTY` where there is nothing.
        let leaf = LEAF | at << 1 | ((node.normal << 1) as i32 >> 31) as u32;
        [if node.normal & LEAF == 0 { at + 1 } else { leaf }, node.ahead]
    }

    /// The cell of a solid leaf, by its index.
    pub fn cell(&self, leaf: u32) -> u32 {
        // A level without faces has no nodes that a cell could hang from.
        self.cells.get((leaf & !LEAF) as usize).copied().unwrap_or_default()
    }

    /// The least shift of any bevel.
    pub fn least_shift(&self, reaches: &Reaches) -> f64 {
        let shifts = self.bevels.iter().map(|bevel| reaches.shifts[bevel.normal as usize][0]);
        shifts.fold(f64::INFINITY, f64::min)
    }

    /// The plane of a leaf, or of its bevels, that a mover inside it at `place` would leave through soonest.
    pub fn way_out(&self, leaf: u32, place: &Vector, reaches: &Reaches) -> Option<Code> {
        let mut least: Option<(f64, Code)> = None;
        let mut offer = |past: f64, code| {
            if least.is_none_or(|(least, _)| past < least) {
                least = Some((past, code));
            }
        };
        let mut at = self.above[1][leaf as usize];
        while let Some((index, side)) = at {
            let (node, normal) = self.node(index);
            let start = self.normals[normal].dot(place) - node.offset;
            let shifts = reaches.shifts[normal];
            offer(shifts[side] - if side == 0 { start } else { -start }, Code::Node(index as usize, side));
            at = self.above[0][index as usize];
        }
        for index in self.bevels_of(leaf) {
            let Bevel { plane, normal } = self.bevels[index];
            let [shift, _] = reaches.shifts[normal as usize];
            offer(shift - plane.normal.dot(place) + plane.offset, Code::Bevel(index));
        }
        least.map(|(_, code)| code)
    }

    /// The normal towards the mover that a code stands for, and the plane of the tree if it is one of those.
    pub fn met(&self, code: Code) -> (Vector, Option<u32>) {
        match code {
            Code::Bevel(bevel) => (self.bevels[bevel].plane.normal, None),
            Code::Node(node, side) => {
                let normal = self.normals[self.node(node as u32).1];
                (if side == 0 { normal } else { -normal }, Some(self.planes[node]))
            }
        }
    }
}

/// Normals, each once.
#[derive(Default)]
struct Normals {
    all: Vec<Vector>,
    known: HashMap<[u64; 3], u32>,
}

impl Normals {
    fn index(&mut self, normal: Vector) -> u32 {
        let all = &mut self.all;
        // Zero has two signs.
        *self.known.entry(normal.map(|c| (c + 0.0).to_bits()).into()).or_insert_with(|| {
            all.push(normal);
            all.len() as u32 - 1
        })
    }
}
