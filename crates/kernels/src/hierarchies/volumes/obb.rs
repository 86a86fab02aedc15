//! Oriented boxes as nodes of a tree (Gottschalk, Lin, Manocha 1996).

use super::{Rigid, Volume, vertices_of};
use crate::geometry::obb::{Fit, Obb};
use crate::geometry::{Mesh, Point, Pose};
use crate::hierarchies::query::Placed;
use crate::hierarchies::separating_axes::{SeparatingAxis, first_axis};
use crate::hierarchies::tree::Outline;

/// Nodes of at most this many triangles use the covariance of their own triangles.
/// Differs from the paper: for so few triangles, computing a hull costs more than its tighter box saves.
pub const FEW: usize = 8;

impl Volume for Obb {
    fn around(mesh: &Mesh, triangles: &[u32], fit: Fit) -> Self {
        Self::around_triangles(mesh, triangles, fit)
    }

    fn frame(&self) -> Option<Obb> {
        Some(*self)
    }

    fn reach(&self) -> f64 {
        self.half.norm()
    }

    fn overlap(&self, other: &Self, slack: f64) -> Option<f64> {
        let offset = other.center - self.center;
        let mut depth = f64::INFINITY;
        let found = first_axis(
            (&self.axes, &self.half),
            (&other.axes, &other.half),
            &offset,
            |axis, along, reach| {
                let overlap = reach - along.abs();
                // Edge axes are not normalised, so they show separation but not depth.
                if !matches!(axis, SeparatingAxis::Edges(..)) {
                    depth = depth.min(overlap);
                }
                overlap < -slack
            },
        );
        found.is_none().then_some(depth.max(0.0))
    }

    fn distance(&self, other: &Self) -> f64 {
        let offset = other.center - self.center;
        let mut gaps = [[0.0_f64; 3]; 2];
        let mut best = 0.0_f64;
        first_axis((&self.axes, &self.half), (&other.axes, &other.half), &offset, |axis, along, reach| {
            let gap = (along.abs() - reach).max(0.0);
            match axis {
                SeparatingAxis::FaceOfA(i) => gaps[0][usize::from(i)] = gap,
                SeparatingAxis::FaceOfB(j) => gaps[1][usize::from(j)] = gap,
                SeparatingAxis::Edges(i, j) if gap > 0.0 => {
                    let axis = self.axes[usize::from(i)].cross(&other.axes[usize::from(j)]);
                    // The cross product of nearly parallel edges is mostly rounding error, which dividing by
                    // its length would magnify.
                    let length = axis.norm();
                    if length > 1e-3 {
                        best = best.max(gap / length);
                    }
                }
                SeparatingAxis::Edges(..) => (),
            }
            false
        });
        // Three gaps along orthogonal axes combine by Pythagoras.
        let diagonal = |gaps: [f64; 3]| gaps.iter().map(|gap| gap * gap).sum::<f64>().sqrt();
        best.max(diagonal(gaps[0])).max(diagonal(gaps[1]))
    }

    fn contains(&self, point: &Point, slack: f64) -> bool {
        let from_center = point - self.center;
        (0..3).all(|i| self.axes[i].dot(&from_center).abs() <= self.half[i] + slack)
    }

    fn outline(&self, pose: &Pose) -> Outline {
        Outline::Obb(Obb::posed(self, pose))
    }
}

impl Obb {
    /// The box around these triangles of the mesh; for a single triangle the tightest with a side along its
    /// longest edge.
    pub fn around_triangles(mesh: &Mesh, triangles: &[u32], fit: Fit) -> Self {
        if let [triangle] = *triangles {
            return Self::of_triangle(mesh.corners(triangle as usize));
        }
        let points = vertices_of(mesh, triangles);
        let surface = triangles.iter().map(|&t| mesh.corners(t as usize));
        if triangles.len() <= FEW {
            return Self::around_surface(&points, surface, fit);
        }
        Self::around(&points, surface, fit)
    }
}

impl Rigid for Obb {
    fn posed(&self, placed: &Placed) -> Self {
        Self {
            center: placed.point(&self.center),
            axes: self.axes.map(|axis| placed.turn * axis),
            half: self.half,
        }
    }
}
