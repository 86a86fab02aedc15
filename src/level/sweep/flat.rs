//! The tree as a walk reads it: small nodes, every normal once, and how far a mover reaches against each.

use std::collections::HashMap;

use super::bevels;
use super::span::Code;
use crate::geometry::Vector;
use crate::level::brush::Brush;
use crate::level::mover::Mover;
use crate::level::plane::Plane;
use crate::level::tree::{Child, Tree};

/// A node, in 24 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Of its plane, metres.
    pub offset: f64,
    /// Its normal, by its index in the table of a mover.
    pub normal: u32,
    /// Its plane, by its index in the tree.
    pub plane: u32,
    /// What is behind the plane, and what in front.
    pub children: [u32; 2],
}

/// A leaf without solid, as a child.
pub const EMPTY: u32 = u32::MAX;
/// A child with this bit is a leaf; the others are the index of its cell.
pub const LEAF: u32 = 1 << 31;

/// A normal, and how far a mover reaches against it and along it.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Of length 1.
    pub normal: Vector,
    /// Metres: the shift of a plane for the side behind it, and for the side in front.
    pub shifts: [f64; 2],
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
    /// Where it begins.
    pub root: u32,
    /// All bevels, leaf by leaf.
    pub bevels: Vec<Bevel>,
    /// Normal and offset of each in half the digits: most bevels need no more to be passed over.
    pub coarse: Vec<[f32; 4]>,
    /// Where in `bevels` those of a leaf begin; empty without bevels.
    first: Vec<u32>,
    normals: Vec<Vector>,
    /// The node and side that each node hangs from, and those of each solid leaf.
    above: [Vec<Option<Above>>; 2],
}

/// A node, and whether the side in front of it (1) or behind it (0) is meant.
type Above = (u32, usize);

impl Flat {
    /// The tree, with bevels around these cells if a rule says at which edges.
    pub fn of(tree: &Tree, cells: &[Option<Brush>], rule: Option<bevels::Rule>) -> Self {
        let mut normals = Normals::default();
        let child = |child: Child| match child {
            Child::Node(node) => node,
            Child::Empty => EMPTY,
            Child::Solid(leaf) => LEAF | leaf,
        };
        let mut node = |node: &crate::level::tree::Node| {
            let Plane { normal, offset } = tree.planes[node.plane as usize];
            let children = [child(node.back), child(node.front)];
            Node { offset, normal: normals.index(normal), plane: node.plane, children }
        };
        let nodes: Vec<Node> = tree.nodes.iter().map(&mut node).collect();
        let mut above = [vec![None; nodes.len()], vec![None; tree.solid as usize]];
        for (i, node) in nodes.iter().enumerate() {
            for (side, child) in node.children.into_iter().enumerate().filter(|(_, child)| *child != EMPTY) {
                above[usize::from(child & LEAF != 0)][(child & !LEAF) as usize] = Some((i as u32, side));
            }
        }
        let (mut all, mut first) = (Vec::new(), Vec::new());
        if let Some(rule) = rule {
            for cell in cells {
                first.push(all.len() as u32);
                for plane in cell.iter().flat_map(|cell| bevels::of(cell, rule)) {
                    all.push(Bevel { plane, normal: normals.index(plane.normal) });
                }
            }
            first.push(all.len() as u32);
        }
        let coarse = |Bevel { plane: Plane { normal: n, offset }, .. }: &Bevel| {
            [n.x, n.y, n.z, *offset].map(|c| c as f32)
        };
        let coarse = all.iter().map(coarse).collect();
        Self { nodes, root: child(tree.root), bevels: all, coarse, first, normals: normals.all, above }
    }

    /// The bevels of a leaf, by their indices.
    pub fn bevels_of(&self, leaf: u32) -> std::ops::Range<usize> {
        let leaf = leaf as usize;
        self.first.get(leaf..leaf + 2).map_or(0..0, |ends| ends[0] as usize..ends[1] as usize)
    }

    /// How far a mover reaches against every normal.
    pub fn reaches(&self, mover: &Mover) -> Vec<Reach> {
        let of =
            |normal: &Vector| Reach { normal: *normal, shifts: [mover.reach(normal), mover.reach(&-normal)] };
        self.normals.iter().map(of).collect()
    }

    /// The least shift of any bevel.
    pub fn least_shift(&self, reaches: &[Reach]) -> f64 {
        let shifts = self.bevels.iter().map(|bevel| reaches[bevel.normal as usize].shifts[0]);
        shifts.fold(f64::INFINITY, f64::min)
    }

    /// The plane of a leaf, or of its bevels, that a mover inside it at `place` would leave through soonest.
    pub fn way_out(&self, leaf: u32, place: &Vector, reaches: &[Reach]) -> Option<Code> {
        let mut least: Option<(f64, Code)> = None;
        let mut offer = |past: f64, code| {
            if least.is_none_or(|(least, _)| past < least) {
                least = Some((past, code));
            }
        };
        let mut at = self.above[1][leaf as usize];
        while let Some((index, side)) = at {
            let node = self.nodes[index as usize];
            let Reach { normal, shifts } = reaches[node.normal as usize];
            let start = normal.dot(place) - node.offset;
            offer(shifts[side] - if side == 0 { start } else { -start }, Code::Node(index as usize, side));
            at = self.above[0][index as usize];
        }
        for index in self.bevels_of(leaf) {
            let Bevel { plane, normal } = self.bevels[index];
            let [shift, _] = reaches[normal as usize].shifts;
            offer(shift - plane.normal.dot(place) + plane.offset, Code::Bevel(index));
        }
        least.map(|(_, code)| code)
    }

    /// The normal towards the mover that a code stands for, and the plane of the tree if it is one of those.
    pub fn met(&self, code: Code) -> (Vector, Option<u32>) {
        match code {
            Code::Bevel(bevel) => (self.bevels[bevel].plane.normal, None),
            Code::Node(node, side) => {
                let node = self.nodes[node];
                let normal = self.normals[node.normal as usize];
                (if side == 0 { normal } else { -normal }, Some(node.plane))
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
