//! The tree in the layout that a traversal reads: compact nodes, distinct normals, and the mover's reach for
//! each normal.

use std::collections::HashMap;

use super::contact::Move;
use super::interval::PlaneMotion;
use super::span::Code;
use crate::geometry::Vector;
use crate::level::mover::Mover;
use crate::level::plane::Plane;
use crate::level::tree::{Child, Tree};

/// A node in 16 bytes, because a traversal spends most of its time reading nodes that are not in cache. If
/// the child behind is a node, it comes next in memory.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Offset of its plane, metres.
    pub offset: f64,
    /// Index of the plane's normal in a mover's table, with the flags `LEAF` and `NOTHING`, which describe the child
    /// behind the plane, and `BEVEL`.
    normal: u32,
    /// The child in front of the plane, encoded as the index of a node, as [`EMPTY`], or with the flag [`LEAF`].
    ahead: u32,
}

/// The encoding of a child that is an empty leaf.
pub const EMPTY: u32 = u32::MAX;
/// Flag in the encoding of a child that is a leaf. The other bits are twice the index of the leaf's parent, plus 1
/// if the leaf is the child in front.
pub const LEAF: u32 = 1 << 31;
/// Flag in `normal`: the child behind is an empty leaf.
const NOTHING: u32 = 1 << 30;
/// Flag in `normal`: the plane is a bevel.
const BEVEL: u32 = 1 << 29;

impl Node {
    /// True if the plane is a bevel.
    #[inline]
    pub fn is_bevel(&self) -> bool {
        self.normal & BEVEL != 0
    }
}

/// The bevels of the solid leaf with an index.
pub type BevelsOf<'a> = &'a dyn Fn(u32) -> Vec<Plane>;

/// A normal, and the distances from a plane with that normal from which on a mover lies entirely on one side of the
/// plane.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Unit vector.
    pub normal: Vector,
    /// Distances in front of the plane and behind it from which on the mover lies entirely on that side: the shifts
    /// of the plane plus the tolerance, metres.
    pub limits: [f64; 2],
}

/// The mover's reach for every normal.
#[derive(Default)]
pub struct Reaches {
    /// The table that a traversal reads at every node.
    pub table: Vec<Reach>,
    /// For each normal, the shifts of its planes, metres: for the child behind the plane, and for the child in
    /// front.
    pub shifts: Vec<[f64; 2]>,
}

/// A bevel of a leaf.
#[derive(Clone, Copy, Debug)]
pub struct Bevel {
    /// The plane.
    pub plane: Plane,
    /// Index of its normal in a mover's table.
    pub normal: u32,
}

/// A plane of a leaf, towards the outside.
pub struct Wall {
    normal: Vector,
    offset: f64,
    reach: f64,
}

impl Wall {
    /// The wall's motion, seen by the mover.
    pub fn seen_by(&self, a_move: &Move) -> PlaneMotion {
        PlaneMotion::of(&Plane::new(self.normal, self.offset), None, self.reach, a_move)
    }
}

/// The tree with its bevels: as nodes, or as lists of the leaves.
pub struct Flat {
    /// The nodes, in the order of the tree.
    pub nodes: Vec<Node>,
    /// For each node, the indices of the solid cells behind and in front of its plane; 0 if there is none.
    cells: Vec<u32>,
    /// For each node, the index of its plane in [`Tree::planes`].
    pub planes: Vec<u32>,
    /// The root, encoded like a child.
    pub root: u32,
    /// The bevels in lists, leaf by leaf.
    pub bevels: Vec<Bevel>,
    /// Normals and offsets of the bevels in single precision, which suffices to skip most bevels.
    pub coarse: Vec<[f32; 4]>,
    /// For each leaf, the index in `bevels` of its first bevel; empty if there are no bevels.
    first: Vec<u32>,
    /// The distinct normals.
    pub normals: Vec<Vector>,
    /// The parent of each node and of each solid leaf; `None` for the root.
    above: [Vec<Option<Above>>; 2],
}

/// A parent node, and the side on which the child lies: 1 in front, 0 behind.
type Above = (u32, usize);

impl Flat {
    /// Converts the tree, whose planes are bevels from the index `first_bevel` on, and lists the bevels of its leaves.
    pub fn of(tree: &Tree, first_bevel: usize, lists: Option<BevelsOf>) -> Self {
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
            let bevel = if (node.plane as usize) < first_bevel { 0 } else { BEVEL };
            Node { offset, normal: normals.index(normal) | behind | bevel, ahead }
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
        if let Some(bevels_of) = lists {
            for leaf in 0..tree.solid {
                first.push(all.len() as u32);
                for plane in bevels_of(leaf) {
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

    /// Indices of the bevels in a leaf's list.
    pub fn bevels_of(&self, leaf: u32) -> std::ops::Range<usize> {
        let leaf = leaf as usize;
        self.first.get(leaf..leaf + 2).map_or(0..0, |ends| ends[0] as usize..ends[1] as usize)
    }

    /// Computes the mover's reach against every normal and along every normal.
    pub fn reaches(&self, mover: &Mover, tolerance: f64) -> Reaches {
        let of = |normal: &Vector| [mover.reach(normal), mover.reach(&-normal)];
        let shifts: Vec<[f64; 2]> = self.normals.iter().map(of).collect();
        let reach = |(normal, shifts): (&Vector, &[f64; 2])| Reach {
            normal: *normal,
            limits: shifts.map(|shift| shift + tolerance),
        };
        Reaches { table: self.normals.iter().zip(&shifts).map(reach).collect(), shifts }
    }

    /// A node, and the index of its normal in a mover's tables.
    #[inline]
    pub fn node(&self, at: u32) -> (&Node, usize) {
        let node = &self.nodes[at as usize];
        (node, (node.normal & !(LEAF | NOTHING | BEVEL)) as usize)
    }

    /// The children behind and in front of a node.
    #[inline]
    pub fn children(&self, at: u32, node: &Node) -> [u32; 2] {
        // The result is `EMPTY` (all bits set) if the leaf is empty.
        let leaf = LEAF | at << 1 | ((node.normal << 1) as i32 >> 31) as u32;
        [if node.normal & LEAF == 0 { at + 1 } else { leaf }, node.ahead]
    }

    /// Index of a solid leaf's cell.
    pub fn cell(&self, leaf: u32) -> u32 {
        // A level without faces has no nodes, and so no entry in `cells`.
        self.cells.get((leaf & !LEAF) as usize).copied().unwrap_or_default()
    }

    /// True if the parent of a node or of a leaf, encoded like a child, is a bevel.
    pub fn is_below_bevel(&self, at: u32) -> bool {
        let above = match at & LEAF {
            0 => self.above[0][at as usize].map(|(node, _)| node),
            _ => Some((at & !LEAF) >> 1),
        };
        above.and_then(|node| self.nodes.get(node as usize)).is_some_and(Node::is_bevel)
    }

    /// Position of a bevel in the order of the tests of its leaf; `None` for any other plane.
    pub fn bevel(&self, code: Code) -> Option<usize> {
        match code {
            Code::Bevel(index) => Some(index),
            Code::Node(node, _) => self.nodes[node].is_bevel().then_some(node),
        }
    }

    /// The smallest shift of any bevel in a list, metres.
    pub fn least_shift(&self, reaches: &Reaches) -> f64 {
        let shifts = self.bevels.iter().map(|bevel| reaches.shifts[bevel.normal as usize][0]);
        shifts.fold(f64::INFINITY, f64::min)
    }

    /// The planes around a leaf, each towards the outside and with its code: those of its ancestors, then its bevels.
    pub fn walls<'f>(&'f self, leaf: u32, reaches: &'f Reaches) -> impl Iterator<Item = (Wall, Code)> + 'f {
        let mut at = self.above[1].get(leaf as usize).copied().flatten();
        let ancestors = std::iter::from_fn(move || {
            let (index, side) = at?;
            at = self.above[0][index as usize];
            let (node, normal) = self.node(index);
            let sign = if side == 0 { 1.0 } else { -1.0 };
            let (normal, reach) = (self.normals[normal] * sign, reaches.shifts[normal][side]);
            Some((Wall { normal, offset: node.offset * sign, reach }, Code::Node(index as usize, side)))
        });
        let bevels = self.bevels_of(leaf).map(|index| {
            let Bevel { plane, normal } = self.bevels[index];
            let reach = reaches.shifts[normal as usize][0];
            (Wall { normal: plane.normal, offset: plane.offset, reach }, Code::Bevel(index))
        });
        ancestors.chain(bevels)
    }

    /// The solid leaves that come within `near` metres of a path.
    pub fn leaves_near(&self, from: &Vector, path: &Vector, near: f64) -> Vec<u32> {
        let mut found = Vec::new();
        let mut open = vec![self.root];
        while let Some(at) = open.pop() {
            if at == EMPTY {
                continue;
            }
            if at & LEAF != 0 {
                found.push(self.cell(at));
                continue;
            }
            let (node, normal) = self.node(at);
            let normal = &self.normals[normal];
            let (start, rate) = (normal.dot(from) - node.offset, normal.dot(path));
            let [behind, ahead] = self.children(at, node);
            if start.max(start + rate) >= -near {
                open.push(ahead);
            }
            if start.min(start + rate) <= near {
                open.push(behind);
            }
        }
        found
    }

    /// The plane that is nearest to a mover inside the leaf, whose reference point is at `place`: a shifted plane of
    /// an ancestor, or a shifted bevel of the leaf. Of equally near planes, a bevel comes last.
    pub fn way_out(&self, leaf: u32, place: &Vector, reaches: &Reaches) -> Option<Code> {
        let past = |wall: &Wall| wall.reach - (wall.normal.dot(place) - wall.offset);
        let walls = self.walls(leaf, reaches).map(|(wall, code)| (past(&wall), code));
        let rank = |code: Code| self.bevel(code);
        walls.min_by(|a, b| a.0.total_cmp(&b.0).then(rank(a.1).cmp(&rank(b.1)))).map(|(_, code)| code)
    }

    /// The normal of the plane with this code, towards the mover, and the plane's index if it belongs to the level's
    /// tree.
    pub fn met(&self, code: Code) -> (Vector, Option<u32>) {
        match code {
            Code::Bevel(bevel) => (self.bevels[bevel].plane.normal, None),
            Code::Node(node, side) => {
                let normal = self.normals[self.node(node as u32).1];
                let own = self.bevel(code).is_none().then(|| self.planes[node]);
                (if side == 0 { normal } else { -normal }, own)
            }
        }
    }
}

/// A set of distinct normals.
#[derive(Default)]
struct Normals {
    all: Vec<Vector>,
    known: HashMap<[u64; 3], u32>,
}

impl Normals {
    fn index(&mut self, normal: Vector) -> u32 {
        let all = &mut self.all;
        // Adding zero makes −0 and 0 equal.
        *self.known.entry(normal.map(|c| (c + 0.0).to_bits()).into()).or_insert_with(|| {
            all.push(normal);
            all.len() as u32 - 1
        })
    }
}
