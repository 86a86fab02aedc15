//! The recording of how a tree is built: sets of triangles that were split, clusters that were merged or
//! triangles that were inserted, and the cost of the tree after each step.

use crate::geometry::{Aabb, Mesh, Obb};
use crate::hierarchies::build::parts::{Made, Pieces};
use crate::hierarchies::build::plan::AxisChoice;
use crate::hierarchies::build::surface_area::half_surface;
use crate::hierarchies::pair::MeshPair;
use crate::hierarchies::tree::Outline;

/// Maximum number of recorded steps; later ones are only counted.
const MOST_STEPS: usize = 3000;

/// The kinds of steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepKind {
    /// A set of triangles was split into two sets of these sizes, along this axis; `None` if it was simply halved.
    Split([usize; 2], Option<AxisChoice>),
    /// Two clusters were merged.
    Merged,
    /// A triangle was inserted into the tree.
    Inserted {
        /// True for the first triangle, which becomes the root.
        first: bool,
    },
}

/// A step of a construction.
#[derive(Clone, Debug)]
pub struct Step {
    /// The kind of step.
    pub kind: StepKind,
    /// The boxes of the two parts that were split, of the two clusters that were merged, or of the inserted
    /// triangle and of the node beside which it was inserted.
    pub boxes: [Aabb; 2],
    /// The method's volumes around the two parts of a split.
    pub volumes: Option<[Outline; 2]>,
    /// The oriented box whose axis determined the split of a set, if the method splits by oriented boxes.
    pub frame: Option<Obb>,
    /// The cost of the tree after this step: the sum of the surface areas of all boxes that have children,
    /// divided by the surface area of the root's box.
    pub cost: f64,
}

impl Step {
    /// The box around both boxes.
    pub fn whole(&self) -> Aabb {
        self.boxes[0].union(&self.boxes[1])
    }
}

/// The recording of a construction. All boxes are in the mesh's coordinates, metres.
pub struct Building {
    /// The first steps.
    pub steps: Vec<Step>,
    /// Number of steps that were not recorded.
    pub left_out: u64,
    /// The cost of the tree after the last step, as in [`Step::cost`].
    pub cost: f64,
}

impl Building {
    /// Rebuilds the tree of A (0) or of B (1) and records the steps; `None` if the method reports no steps.
    pub fn of(pair: &dyn MeshPair, mesh: &Mesh, body: usize) -> Option<Self> {
        let pieces = Pieces::of(mesh);
        let outermost = half_surface(&mesh.aabb()).max(f64::MIN_POSITIVE);
        let mut building = Self { steps: vec![], left_out: 0, cost: 0.0 };
        let is_told = pair.watch_construction(body, &mut |made| {
            // Steps that are only counted need no volumes.
            let volumes = match made {
                Made::Split { triangles, middle, .. } if building.steps.len() < MOST_STEPS => {
                    let volume = |part| pair.volume_around(body, part);
                    let (one, other) = triangles.split_at(middle);
                    volume(one).zip(volume(other)).map(|(one, other)| [one, other])
                }
                _ => None,
            };
            let (kind, boxes, frame, grown) = match made {
                Made::Split { triangles, middle, frame, axis } => {
                    let (one, other) = triangles.split_at(middle);
                    let boxes = [pieces.around(one), pieces.around(other)];
                    let grown = half_surface(&boxes[0].union(&boxes[1]));
                    (StepKind::Split([one.len(), other.len()], axis), boxes, frame.copied(), grown)
                }
                Made::Merged { boxes: [one, other] } => {
                    (StepKind::Merged, [*one, *other], None, half_surface(&one.union(other)))
                }
                Made::Inserted { triangle, beside, growth } => {
                    let kind = StepKind::Inserted { first: beside.is_none() };
                    (kind, [*triangle, *beside.unwrap_or(triangle)], None, growth)
                }
            };
            building.cost += grown / outermost;
            if building.steps.len() < MOST_STEPS {
                building.steps.push(Step { kind, boxes, volumes, frame, cost: building.cost });
            } else {
                building.left_out += 1;
            }
        });
        is_told.then_some(building)
    }

    /// The current boxes after `done` steps: sets that may still be split, or clusters of several triangles
    /// that may still be merged. Empty for an insertion, whose boxes grow.
    pub fn current_boxes(&self, done: usize) -> Vec<Aabb> {
        let mut current_boxes: Vec<Aabb> = vec![];
        for step in &self.steps[..done.min(self.steps.len())] {
            let mut take = |gone: &Aabb| {
                if let Some(at) = current_boxes.iter().rposition(|known| known == gone) {
                    current_boxes.swap_remove(at);
                }
            };
            match step.kind {
                StepKind::Split(..) => {
                    take(&step.whole());
                    current_boxes.extend(step.boxes);
                }
                StepKind::Merged => {
                    step.boxes.iter().for_each(take);
                    current_boxes.push(step.whole());
                }
                StepKind::Inserted { .. } => {}
            }
        }
        current_boxes
    }
}
