//! Recording of a traversal of two trees: every pair of nodes and the stage that rejected it, if any.
//!
//! The method itself is recorded (see `seen.rs`), so recording and verdict cannot differ.
//! All positions are along the world's axes, in metres from the centre of A's root ([`Trace::origin`]), so
//! that no precision is lost far from the world's origin.

use std::sync::Arc;

use super::cascade::{PosedNode, PosedRoot};
use super::seen::{Asked, Counts, Event, Numbers, Stage};
use super::traversal::{End, Scratch, Side, slack};
use super::tree::{Below, Tree, tree_of};
use super::{FIT, STAGE, Volumes};
use crate::geometry::{Aabb, Obb, Point, Sphere, Vector};
use crate::hierarchies::separating_axes::{AxisTest, axis_tests};
use crate::settings::Settings;
use crate::world::Body;

/// Maximum number of steps kept. Later steps are only counted, except for a step that ends the traversal.
pub const MOST_STEPS: usize = 4000;

/// Recorded traversal for one pair.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The volumes tested before the oriented boxes.
    pub volumes: Volumes,
    /// Where the test ends.
    pub end: End,
    /// The trees of A and of B.
    pub trees: Box<[TracedTree; 2]>,
    /// The centre of A's root in the world, metres; origin of all positions of the recording.
    pub origin: Point,
    /// Gaps up to this many metres count as touching.
    pub slack: f64,
    /// Steps in order.
    pub steps: Vec<Step>,
    /// Number of steps left out after the first [`MOST_STEPS`]; a step that ends the traversal is kept.
    pub left_out: u64,
    /// Whether the bodies collide.
    pub colliding: bool,
    /// Number of node pairs and of triangle pairs tested.
    pub pairs: [u32; 2],
    /// All counters at the end.
    pub counts: Counts,
}

/// The tree of a body's shape, with links to parents.
#[derive(Clone, Debug)]
pub struct TracedTree {
    /// The tree that the method traverses.
    pub tree: Arc<Tree>,
    /// Index of each node's parent. The root is its own parent.
    parents: Vec<u32>,
}

impl TracedTree {
    fn new(tree: Arc<Tree>) -> Self {
        let mut parents = vec![0; tree.nodes.len()];
        for (parent, node) in (0..).zip(&tree.nodes) {
            if let Below::Children(first) = node.below {
                parents[first as usize..first as usize + 2].fill(parent);
            }
        }
        Self { tree, parents }
    }

    /// Indices of the nodes from the root to this one, both included.
    pub fn path(&self, node: u32) -> Vec<u32> {
        let mut path = vec![node];
        let mut at = node;
        while at != 0 {
            at = self.parents[at as usize];
            path.push(at);
        }
        path.reverse();
        path
    }

    /// Depth of a node; 0 for the root.
    pub fn depth(&self, node: u32) -> usize {
        self.path(node).len() - 1
    }

    /// Indices of the two children; `None` for a leaf.
    pub fn children(&self, node: u32) -> Option<[u32; 2]> {
        match self.tree.nodes[node as usize].below {
            Below::Children(first) => Some([first, first + 1]),
            Below::Triangle(_) => None,
        }
    }
}

/// One pair of nodes or triangles, or one containment test.
#[derive(Clone, Debug)]
pub struct Step {
    /// Indices of the nodes in A's tree and in B's; for triangles their leaves, for a containment test the
    /// roots.
    pub nodes: [u32; 2],
    /// The volumes of both nodes, relative to [`Trace::origin`].
    pub volumes: [NodeVolumes; 2],
    /// The test and its results.
    pub what: What,
    /// Number of node pairs and of triangle pairs tested so far.
    pub pairs: [u32; 2],
    /// All counters so far.
    pub counts: Counts,
}

/// A node's volumes, in metres from [`Trace::origin`]. `None` for a volume that the method does not use.
#[derive(Clone, Copy, Debug)]
pub struct NodeVolumes {
    /// Sphere around the oriented box, concentric with it.
    pub sphere: Option<Sphere>,
    /// Axis-aligned box around the oriented box, along the world's axes.
    pub aabb: Option<Aabb>,
    /// Oriented box around the node's triangles.
    pub obb: Obb,
}

/// The test of a step and its results.
#[derive(Clone, Debug)]
pub enum What {
    /// The cascade on a pair of nodes: the stages tested, in order.
    Nodes(Vec<Asked>),
    /// The triangles of a pair of leaves.
    Triangles {
        /// Index of the triangle in A's mesh and in B's.
        triangles: [u32; 2],
        /// Corners of both triangles, metres from [`Trace::origin`].
        corners: [[Point; 3]; 2],
        /// Whether the triangles share a point.
        touching: bool,
    },
    /// No triangles touch: a connected part of one surface is tested for lying inside the other body.
    Inside {
        /// 0: a part of A, tested against B; 1: a part of B, tested against A.
        body: usize,
        /// Index of the connected part of that surface.
        part: usize,
        /// The tested point, which represents the whole part, metres from [`Trace::origin`].
        point: Point,
        /// Whether the part lies within the other root's box. Otherwise it is not inside.
        in_box: bool,
        /// Whether the part is inside the other body.
        inside: bool,
    },
}

/// Result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This stage proves the pair disjoint.
    Rejected(Stage),
    /// No stage rejects the pair: the traversal descends, or reports a collision if it ends at the boxes.
    PassedOn,
    /// Two triangles touch: the bodies collide.
    Touching,
    /// A body lies inside the other: the bodies collide.
    Inside,
    /// The tested part is not inside the other body.
    Outside,
}

impl Step {
    /// Result of the step.
    pub fn outcome(&self) -> Outcome {
        match &self.what {
            What::Nodes(asked) => {
                let last = asked.last().filter(|last| last.rejects);
                last.map_or(Outcome::PassedOn, |last| Outcome::Rejected(last.stage))
            }
            What::Triangles { touching: true, .. } => Outcome::Touching,
            What::Triangles { touching: false, .. } => Outcome::Rejected(Stage::Triangles),
            What::Inside { inside: true, .. } => Outcome::Inside,
            What::Inside { inside: false, .. } => Outcome::Outside,
        }
    }

    /// The stages of the cascade that were tested, in order; empty for triangle pairs and containment tests.
    pub fn asked(&self) -> &[Asked] {
        if let What::Nodes(asked) = &self.what { asked } else { &[] }
    }

    /// The 15 axes of the two oriented boxes, whether or not the method tested them; gaps of up to `slack`
    /// metres count as touching.
    pub fn axes(&self, slack: f64) -> [AxisTest; 15] {
        let [a, b] = &self.volumes;
        // If the method compared the boxes, use its own vector, so that the numbers agree to the last bit.
        let compared = self.asked().iter().find_map(|asked| match asked.numbers {
            Numbers::Axes { between, .. } => Some(between),
            _ => None,
        });
        let between = compared.unwrap_or(b.obb.center - a.obb.center);
        axis_tests(&a.obb, &b.obb, &between, slack)
    }
}

/// Runs the method and keeps at most [`MOST_STEPS`] steps, plus a step that ends the traversal.
pub fn record(volumes: Volumes, settings: &Settings, bodies: &[Body; 2]) -> Trace {
    match volumes {
        Volumes::SpheresAndAabbs => walk::<true, true>(volumes, settings, bodies),
        Volumes::Spheres => walk::<true, false>(volumes, settings, bodies),
        Volumes::Aabbs => walk::<false, true>(volumes, settings, bodies),
        Volumes::None => walk::<false, false>(volumes, settings, bodies),
    }
}

fn walk<const SPHERES: bool, const AABBS: bool>(
    volumes: Volumes,
    settings: &Settings,
    bodies: &[Body; 2],
) -> Trace {
    // 1. Preparation, as in the method.
    let trees = [0, 1].map(|i| tree_of(&bodies[i].shape, FIT.of(settings)));
    let roots = [0, 1].map(|i| PosedRoot::new::<AABBS>(&trees[i], &bodies[i].pose));
    let sides = [0, 1].map(|i| Side { tree: &trees[i], root: &roots[i] });
    // 2. Traversal.
    let mut recorder = TraceRecorder::<SPHERES, AABBS> {
        sides,
        offset: roots[0].to(&roots[1]),
        asked: Vec::new(),
        pairs: [0; 2],
        steps: Vec::new(),
        left_out: 0,
    };
    let (mut counts, end) = (Counts::default(), STAGE.of(settings));
    let decided = Scratch::default().decide::<SPHERES, AABBS>(sides, end, &mut counts, &mut |event| {
        recorder.observe(event);
    });
    let TraceRecorder { steps, left_out, .. } = recorder;
    Trace {
        volumes,
        end,
        origin: bodies[0].pose * trees[0].origin,
        slack: slack(sides),
        trees: Box::new(trees.clone().map(TracedTree::new)),
        steps,
        left_out,
        colliding: decided.touching,
        pairs: [decided.node_pairs, decided.triangle_pairs],
        counts,
    }
}

/// Collects the events of a traversal into steps.
struct TraceRecorder<'a, const SPHERES: bool, const AABBS: bool> {
    sides: [Side<'a>; 2],
    /// From A's root to B's, metres along the world's axes.
    offset: Vector,
    /// Stages tested so far on the current pair of nodes.
    asked: Vec<Asked>,
    pairs: [u32; 2],
    steps: Vec<Step>,
    left_out: u64,
}

impl<const SPHERES: bool, const AABBS: bool> TraceRecorder<'_, SPHERES, AABBS> {
    fn observe(&mut self, event: Event) {
        let place = |from_a: Vector| Point::from(from_a);
        match event {
            Event::Asked(asked) => self.asked.push(asked),
            Event::Nodes { nodes, counts } => {
                self.pairs[0] += 1;
                let what = What::Nodes(std::mem::take(&mut self.asked));
                self.keep(nodes, what, counts);
            }
            Event::Triangles { nodes, triangles, corners, touching, counts } => {
                self.pairs[1] += 1;
                let corners = corners.map(|triangle| triangle.map(place));
                self.keep(nodes, What::Triangles { triangles, corners, touching }, counts);
            }
            Event::Inside { body, part, point, in_box, inside, counts } => {
                let other = 1 - body;
                let from_a = if other == 0 { Vector::zeros() } else { self.offset };
                let point = place(self.sides[other].root.turn * point + from_a);
                self.keep([0, 0], What::Inside { body, part, point, in_box, inside }, counts);
            }
        }
    }

    fn keep(&mut self, nodes: [u32; 2], what: What, counts: &Counts) {
        let (volumes, pairs) = ([self.volumes(0, nodes[0]), self.volumes(1, nodes[1])], self.pairs);
        let step = Step { nodes, volumes, what, pairs, counts: *counts };
        let ends = matches!(step.outcome(), Outcome::Touching | Outcome::Inside);
        if ends || self.steps.len() < MOST_STEPS {
            self.steps.push(step);
        } else {
            self.left_out += 1;
        }
    }

    fn volumes(&self, body: usize, node: u32) -> NodeVolumes {
        let Side { tree, root } = self.sides[body];
        let posed = PosedNode::new::<AABBS>(&tree.nodes[node as usize], &root.turn);
        let from_a = if body == 0 { Vector::zeros() } else { self.offset };
        let center = Point::from(from_a + posed.center);
        let around = || Aabb { min: center - posed.aabb_half, max: center + posed.aabb_half };
        NodeVolumes {
            sphere: SPHERES.then_some(Sphere { center, radius: posed.radius }),
            aabb: AABBS.then(around),
            obb: Obb { center, axes: posed.axes, half: posed.half },
        }
    }
}
