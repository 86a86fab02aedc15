//! Simultaneous traversal of two trees, and the containment test when no triangles touch.

use super::cascade::{PosedNode, PosedRoot, rejects};
use super::seen::{Counts, Event, Stage, Volume};
use super::tree::{Below, Tree};
use crate::geometry::Vector;
use crate::hierarchies::separating_axes::ROUNDING;
use crate::hierarchies::triangles::touch;
use crate::hierarchies::walk::descent::{self, Search, descend};
use crate::hierarchies::walk::in_pose::Posed;

/// Where the test of a pair ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The test ends at the bodies' own boxes, the roots.
    Boxes,
    /// The test ends at pairs of triangles: it finds out whether the surfaces share a point.
    Surfaces,
    /// The containment test runs after the tests of triangle pairs: it determines whether the solids share a point.
    Solids,
}

/// One of the two bodies of a pair.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The tree of the body's shape.
    pub tree: &'a Tree,
    /// The tree's root at the body's pose.
    pub root: &'a PosedRoot,
}

/// Result of a traversal and its cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Walk {
    /// Whether two triangles share a point.
    pub touching: bool,
    /// Number of node pairs tested.
    pub node_pairs: u32,
    /// Number of triangle pairs tested.
    pub triangle_pairs: u32,
}

/// Buffers reused by the next traversal.
#[derive(Default)]
pub struct Scratch {
    open: Vec<([u32; 2], f64)>,
    posed: [Posed<PosedNode>; 2],
}

impl Scratch {
    /// Tests one pair, starting at the roots and ending at `end`. `observe` receives every event.
    #[inline]
    pub fn decide<const SPHERES: bool, const AABBS: bool>(
        &mut self,
        sides: [Side; 2],
        end: End,
        counts: &mut Counts,
        observe: &mut impl FnMut(Event),
    ) -> Walk {
        let [a, b] = sides.map(|side| side.root);
        let (offset, slack) = (a.to(b), slack(sides));
        let touching = !rejects::<SPHERES, AABBS>(&a.node, &b.node, &offset, slack, counts, observe);
        observe(Event::Nodes { nodes: [0, 0], counts });
        if !touching || end == End::Boxes {
            return Walk { touching, node_pairs: 1, triangle_pairs: 0 };
        }
        let below = self.walk::<SPHERES, AABBS>(sides, &offset, slack, counts, observe);
        let touching =
            below.touching || end == End::Solids && one_inside(sides, &offset, slack, counts, observe);
        Walk { touching, node_pairs: 1 + below.node_pairs, ..below }
    }

    /// Traverses two trees whose roots overlap, up to the first touching pair of triangles.
    /// Depth first; the node with the larger sphere is descended first.
    fn walk<const SPHERES: bool, const AABBS: bool>(
        &mut self,
        [a, b]: [Side; 2],
        offset: &Vector,
        slack: f64,
        counts: &mut Counts,
        observe: &mut impl FnMut(Event),
    ) -> Walk {
        let Self { open, posed } = self;
        for (posed, side) in posed.iter_mut().zip([a, b]) {
            posed.begin(side.tree.nodes.len());
        }
        let mut search = First::<SPHERES, AABBS, _> {
            sides: [a, b],
            offset,
            slack,
            posed,
            counts,
            observe,
            walk: Walk::default(),
        };
        descend(&mut search, [0, 0], open);
        search.walk
    }
}

/// Search for the first touching pair of triangles.
struct First<'a, 'b, const SPHERES: bool, const AABBS: bool, S> {
    sides: [Side<'a>; 2],
    offset: &'b Vector,
    slack: f64,
    posed: &'b mut [Posed<PosedNode>; 2],
    counts: &'b mut Counts,
    observe: &'b mut S,
    walk: Walk,
}

impl<const SPHERES: bool, const AABBS: bool, S: FnMut(Event)> Search for First<'_, '_, SPHERES, AABBS, S> {
    #[inline]
    fn below(&mut self, [i, j]: [u32; 2]) -> descent::Below {
        let (a, b) = (&self.sides[0].tree.nodes[i as usize], &self.sides[1].tree.nodes[j as usize]);
        let (of_a, of_b) = (a.children(), b.children());
        let is_inner = [!of_a.is_empty(), !of_b.is_empty()];
        let opens = descent::DescentRule::Larger.opens(is_inner, || a.radius >= b.radius, true);
        descent::Below::of(of_a, of_b, opens)
    }

    /// All surviving pairs get the same priority, so the later of two is visited first.
    #[inline]
    fn test(&mut self, [i, j]: [u32; 2]) -> Option<f64> {
        self.walk.node_pairs += 1;
        let [a, b] = self.sides;
        let [a_posed, b_posed] = &mut *self.posed;
        let pose =
            |side: Side, node: u32| PosedNode::new::<AABBS>(&side.tree.nodes[node as usize], &side.root.turn);
        let (p, q) = (a_posed.at(i, || pose(a, i)), b_posed.at(j, || pose(b, j)));
        let is_apart = rejects::<SPHERES, AABBS>(p, q, self.offset, self.slack, self.counts, self.observe);
        (self.observe)(Event::Nodes { nodes: [i, j], counts: self.counts });
        (!is_apart).then_some(0.0)
    }

    #[inline]
    fn leaves(&mut self, [i, j]: [u32; 2]) -> bool {
        let [a, b] = self.sides;
        let (Below::Triangle(s), Below::Triangle(t)) =
            (a.tree.nodes[i as usize].below, b.tree.nodes[j as usize].below)
        else {
            unreachable!("both are leaves")
        };
        self.counts.test(Volume::Triangles);
        self.walk.triangle_pairs += 1;
        let p = a.tree.corners(s).map(|p| a.root.turn * p);
        let q = b.tree.corners(t).map(|q| b.root.turn * q + self.offset);
        let touching = touch::touch(&p, &q, self.slack);
        self.walk.touching = touching;
        self.counts.reject_if(!touching, Stage::Triangles);
        let (nodes, triangles, corners) = ([i, j], [s, t], [&p, &q]);
        (self.observe)(Event::Triangles { nodes, triangles, corners, touching, counts: self.counts });
        touching
    }
}

/// The largest gap that counts as touching, metres.
pub fn slack([a, b]: [Side; 2]) -> f64 {
    ROUNDING * (a.root.reach + b.root.reach)
}

/// Whether a connected part of one surface lies inside the other body. The surfaces must not touch, so that
/// one point represents the whole part.
fn one_inside(
    [a, b]: [Side; 2],
    offset: &Vector,
    slack: f64,
    counts: &mut Counts,
    observe: &mut impl FnMut(Event),
) -> bool {
    part_inside(0, [a, b], offset, slack, counts, observe)
        || part_inside(1, [b, a], &-offset, slack, counts, observe)
}

fn part_inside(
    body: usize,
    [of, inside]: [Side; 2],
    offset: &Vector,
    slack: f64,
    counts: &mut Counts,
    observe: &mut impl FnMut(Event),
) -> bool {
    let (there, back) = (&of.root.turn, inside.root.turn.transpose());
    let bounds = &inside.tree.nodes[0];
    of.tree.shells.iter().enumerate().any(|(part, extremes)| {
        // All points of a part that is inside lie in the other body's box; these six are its extreme points.
        let points = extremes.map(|p| back * (there * p - offset));
        let in_bounds = |p: &Vector| {
            (0..3).all(|i| bounds.axes[i].dot(&(p - bounds.center)).abs() <= bounds.half[i] + slack)
        };
        let in_box = points.iter().all(in_bounds);
        if in_box {
            counts.test(Volume::Insides);
        }
        let inside = in_box && touch::encloses(inside.tree.all_corners(), &points[0]);
        observe(Event::Inside { body, part, point: &points[0], in_box, inside, counts });
        inside
    })
}
