//! Down two trees at once, and the test for one body inside the other when no triangles touch.

use super::cascade::{PosedNode, PosedRoot, rejects};
use super::seen::{Counts, Seen, Stage, Volume};
use super::tree::{Below, Tree};
use crate::geometry::Vector;
use crate::hierarchies::separating_axes::ROUNDING;
use crate::hierarchies::triangles::touch;

/// Where the test of a pair ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At the bodies' own boxes.
    Boxes,
    /// At pairs of triangles: whether the surfaces meet.
    Surfaces,
    /// The same, and at a body inside the other: whether the solids meet.
    Solids,
}

/// One of the two bodies of a pair.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The tree of its shape.
    pub tree: &'a Tree,
    /// The tree's root at the body's pose.
    pub root: &'a PosedRoot,
}

/// Result of a walk and the work it took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Walk {
    /// Whether two triangles share a point.
    pub touching: bool,
    /// Number of pairs of nodes tested.
    pub node_pairs: u32,
    /// Number of pairs of triangles tested.
    pub triangle_pairs: u32,
}

/// Memory of a walk, kept for the next.
#[derive(Default)]
pub struct Scratch {
    open: Vec<[u32; 2]>,
    posed: [PosedNodes; 2],
}

/// The nodes of one body that a walk has come to, each posed once.
#[derive(Default)]
struct PosedNodes {
    nodes: Vec<PosedNode>,
    /// Per node of the tree, the walk that posed it last, and where in `nodes`.
    seen: Vec<(u32, u32)>,
    walk: u32,
}

impl PosedNodes {
    fn begin(&mut self, tree: &Tree) {
        self.nodes.clear();
        if self.walk == u32::MAX {
            self.seen.clear();
            self.walk = 0;
        }
        self.walk += 1;
        if self.seen.len() < tree.nodes.len() {
            self.seen.resize(tree.nodes.len(), (0, 0));
        }
    }

    #[inline]
    fn at<const AABBS: bool>(&mut self, side: &Side, node: u32) -> &PosedNode {
        let seen = &mut self.seen[node as usize];
        if seen.0 != self.walk {
            *seen = (self.walk, self.nodes.len() as u32);
            self.nodes.push(PosedNode::new::<AABBS>(&side.tree.nodes[node as usize], &side.root.turn));
        }
        &self.nodes[seen.1 as usize]
    }
}

impl Scratch {
    /// Decides one pair from its roots on, as far as `end`. `see` is called with every event.
    #[inline]
    pub fn decide<const SPHERES: bool, const AABBS: bool>(
        &mut self,
        sides: [Side; 2],
        end: End,
        counts: &mut Counts,
        see: &mut impl FnMut(Seen),
    ) -> Walk {
        let [a, b] = sides.map(|side| side.root);
        let (offset, slack) = (a.to(b), slack(sides));
        let touching = !rejects::<SPHERES, AABBS>(&a.node, &b.node, &offset, slack, counts, see);
        see(Seen::Nodes { nodes: [0, 0], counts });
        if !touching || end == End::Boxes {
            return Walk { touching, node_pairs: 1, triangle_pairs: 0 };
        }
        let below = self.walk::<SPHERES, AABBS>(sides, &offset, slack, counts, see);
        let touching = below.touching || end == End::Solids && one_inside(sides, &offset, slack, counts, see);
        Walk { touching, node_pairs: 1 + below.node_pairs, ..below }
    }

    /// Walks down from two roots that no volume keeps apart, to the first pair of triangles that touch.
    /// Depth first; the node with the larger sphere goes down, the smaller waits.
    fn walk<const SPHERES: bool, const AABBS: bool>(
        &mut self,
        [a, b]: [Side; 2],
        offset: &Vector,
        slack: f64,
        counts: &mut Counts,
        see: &mut impl FnMut(Seen),
    ) -> Walk {
        let mut walk = Walk::default();
        let [a_posed, b_posed] = &mut self.posed;
        a_posed.begin(a.tree);
        b_posed.begin(b.tree);
        self.open.clear();
        self.open.push([0, 0]);
        // Pairs on the stack have passed the cascade.
        while let Some([i, j]) = self.open.pop() {
            let (a_node, b_node) = (&a.tree.nodes[i as usize], &b.tree.nodes[j as usize]);
            let below = match (a_node.below, b_node.below) {
                (Below::Triangle(s), Below::Triangle(t)) => {
                    counts.test(Volume::Triangles);
                    walk.triangle_pairs += 1;
                    let p = a.tree.corners(s).map(|p| a.root.turn * p);
                    let q = b.tree.corners(t).map(|q| b.root.turn * q + offset);
                    walk.touching = touch::touch(&p, &q, slack);
                    counts.reject_if(!walk.touching, Stage::Triangles);
                    let (corners, touching) = ([&p, &q], walk.touching);
                    see(Seen::Triangles { nodes: [i, j], triangles: [s, t], corners, touching, counts });
                    if touching {
                        return walk;
                    }
                    continue;
                }
                (Below::Children(first), Below::Children(_)) if a_node.radius >= b_node.radius => {
                    [[first, j], [first + 1, j]]
                }
                (_, Below::Children(first)) => [[i, first], [i, first + 1]],
                (Below::Children(first), _) => [[first, j], [first + 1, j]],
            };
            for [i, j] in below {
                walk.node_pairs += 1;
                let (p, q) = (a_posed.at::<AABBS>(&a, i), b_posed.at::<AABBS>(&b, j));
                if !rejects::<SPHERES, AABBS>(p, q, offset, slack, counts, see) {
                    self.open.push([i, j]);
                }
                see(Seen::Nodes { nodes: [i, j], counts });
            }
        }
        walk
    }
}

/// The largest gap that counts as touching, metres.
pub fn slack([a, b]: [Side; 2]) -> f64 {
    ROUNDING * (a.root.reach + b.root.reach)
}

/// Whether a connected part of one surface lies inside the other body. The surfaces must not touch, so any
/// point of a part answers for all of it.
fn one_inside(
    [a, b]: [Side; 2],
    offset: &Vector,
    slack: f64,
    counts: &mut Counts,
    see: &mut impl FnMut(Seen),
) -> bool {
    part_inside(0, [a, b], offset, slack, counts, see) || part_inside(1, [b, a], &-offset, slack, counts, see)
}

fn part_inside(
    body: usize,
    [of, inside]: [Side; 2],
    offset: &Vector,
    slack: f64,
    counts: &mut Counts,
    see: &mut impl FnMut(Seen),
) -> bool {
    let (there, back) = (&of.root.turn, inside.root.turn.transpose());
    let bounds = &inside.tree.nodes[0];
    of.tree.shells.iter().enumerate().any(|(part, extremes)| {
        // A part that is inside has all its points in the other's box; these six reach farthest out.
        let points = extremes.map(|p| back * (there * p - offset));
        let in_bounds = |p: &Vector| {
            (0..3).all(|i| bounds.axes[i].dot(&(p - bounds.center)).abs() <= bounds.half[i] + slack)
        };
        let in_box = points.iter().all(in_bounds);
        if in_box {
            counts.test(Volume::Insides);
        }
        let inside = in_box && touch::encloses(inside.tree.all_corners(), &points[0]);
        see(Seen::Inside { body, part, point: &points[0], in_box, inside, counts });
        inside
    })
}
