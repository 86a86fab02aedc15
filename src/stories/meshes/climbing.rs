//! The recording of hill climbing, which updates the k-DOP of a node of B after B has moved. For each
//! direction, the search starts at the vertex that was extreme at the previous pose and moves over the convex
//! hull of the node's vertices to the vertex that is extreme now. For comparison, the recording has the
//! result of another update, the approximation.

use crate::geometry::climb::Climb;
use crate::geometry::kdop::Kdop;
use crate::geometry::{Mesh, Point, Pose, Vector, hull};
use crate::hierarchies::tree::{Outline, TreeView};
use crate::hierarchies::volumes::vertices_of;

/// A vertex of the hull that the search visited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The index of the direction, and true if the search looks for the farthest vertex along it, false for
    /// the farthest in the opposite direction.
    pub along: (usize, bool),
    /// Index of the vertex in the hull.
    pub vertex: u32,
    /// True for the vertex at which the search along the direction starts, the extreme vertex of the previous
    /// pose.
    pub is_start: bool,
}

/// The recording of hill climbing along all directions of a k-DOP.
pub struct Climbing {
    /// The directions, unit vectors in world coordinates.
    pub directions: Vec<Vector>,
    /// The hull of the node's vertices, in B's coordinates.
    pub hull: Mesh,
    /// The steps: for each direction its start, and every vertex that the path moved to.
    pub steps: Vec<Step>,
    /// The node's volume as the approximation updates it, in world coordinates.
    pub approximated: Outline,
    /// The interval of the approximated volume along every direction, metres.
    pub wide: Vec<[f64; 2]>,
    /// The interval of the hull along every direction, which hill climbing finds, metres.
    pub tight: Vec<[f64; 2]>,
}

impl Climbing {
    /// Records the update of a node from the pose `before` to its present pose, along these directions.
    /// `None` if the node's vertices are flat and have no hull.
    pub fn of(
        (mesh, tree): (&Mesh, &dyn TreeView),
        node: u32,
        [before, now]: [&Pose; 2],
        directions: Vec<Vector>,
    ) -> Option<Self> {
        let hull = hull::convex_hull(&vertices_of(mesh, tree.triangles(node))).ok()?;
        let climb = Climb::of(&hull);
        let height = |vertex: u32, unit: &Vector| (now * hull.vertices()[vertex as usize]).coords.dot(unit);
        let mut steps = vec![];
        let mut tight = vec![];
        for (row, unit) in directions.iter().enumerate() {
            let ends = [false, true].map(|forwards| {
                let unit = if forwards { *unit } else { -unit };
                let start = climb.farthest(hull.vertices(), &before.inverse_transform_vector(&unit));
                let along = now.inverse_transform_vector(&unit);
                let mut is_start = true;
                climb.watch(start, hull.vertices(), &along, |vertex| {
                    steps.push(Step { along: (row, forwards), vertex, is_start });
                    is_start = false;
                })
            });
            tight.push(ends.map(|end| height(end, unit)));
        }
        let approximated = tree.outline(node, now);
        let wide = directions.iter().map(|unit| interval(&approximated, unit)).collect();
        Some(Self { directions, hull, steps, approximated, wide, tight })
    }

    /// Number of moves between vertices.
    pub fn moves(&self) -> usize {
        self.steps.iter().filter(|step| !step.is_start).count()
    }

    /// Sum over all directions of the widths of the hull, as a fraction of the sum of the widths of the
    /// approximated volume.
    pub fn share(&self) -> f64 {
        let sum = |intervals: &[[f64; 2]]| intervals.iter().map(|[low, high]| high - low).sum::<f64>();
        sum(&self.tight) / sum(&self.wide)
    }

    /// The k-DOP that hill climbing finds, in world coordinates, for drawing.
    pub fn tight_volume(&self) -> Outline {
        match self.directions.len() {
            7 => tight::<7>(&self.tight),
            9 => tight::<9>(&self.tight),
            13 => tight::<13>(&self.tight),
            _ => tight::<3>(&self.tight),
        }
    }
}

fn tight<const SLABS: usize>(intervals: &[[f64; 2]]) -> Outline {
    // The intervals are measured along unit vectors; the directions of a k-DOP have other lengths.
    let end = |end: usize| std::array::from_fn(|i| intervals[i][end] * Kdop::<SLABS>::length(i));
    Outline::Hull(Kdop::<SLABS> { min: end(0), max: end(1) }.corners())
}

/// The interval of a volume along a unit vector, metres.
fn interval(volume: &Outline, unit: &Vector) -> [f64; 2] {
    let corners: Vec<Point> = match volume {
        Outline::Hull(corners) => corners.clone(),
        Outline::Aabb(aabb) => aabb.corners().to_vec(),
        // The methods whose updates are shown have boxes and k-DOPs only.
        Outline::Sphere(_) | Outline::Obb(_) | Outline::Rss { .. } => vec![],
    };
    let along = corners.iter().map(|corner| corner.coords.dot(unit));
    along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
}
