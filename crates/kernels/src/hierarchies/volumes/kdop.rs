//! k-DOPs as nodes of a tree (Klosowski and others 1998). An axis-aligned box is a k-DOP with k = 6.

use super::{Volume, corners_of};
use crate::geometry::kdop::Kdop;
use crate::geometry::obb::Fit;
use crate::geometry::{Aabb, Mesh, Obb, Point, Pose};
use crate::hierarchies::tree::Outline;

impl<const SLABS: usize> Volume for Kdop<SLABS> {
    fn around(mesh: &Mesh, triangles: &[u32], _: Fit) -> Self {
        Self::around(corners_of(mesh, triangles))
    }

    fn frame(&self) -> Option<Obb> {
        Some(Obb::upright(&aabb(self)))
    }

    fn reach(&self) -> f64 {
        aabb(self).extents().norm() / 2.0
    }

    fn overlap(&self, other: &Self, slack: f64) -> Option<f64> {
        let mut depth = f64::INFINITY;
        for i in 0..SLABS {
            let overlap = self.max[i].min(other.max[i]) - self.min[i].max(other.min[i]);
            // Neither the normals nor the slack are normalised; the slack exceeds the rounding along any normal.
            if overlap < -slack {
                return None;
            }
            depth = depth.min(overlap / Self::length(i));
        }
        Some(depth.max(0.0))
    }

    fn distance(&self, other: &Self) -> f64 {
        let gap = |i: usize| (self.min[i] - other.max[i]).max(other.min[i] - self.max[i]).max(0.0);
        // Gaps along x, y and z combine by Pythagoras; along any other normal, the gap itself is the bound.
        let straight = (0..3).map(|i| gap(i) * gap(i)).sum::<f64>().sqrt();
        (3..SLABS).map(|i| gap(i) / Self::length(i)).fold(straight, f64::max)
    }

    fn contains(&self, point: &Point, slack: f64) -> bool {
        self.contains(point, slack)
    }

    fn outline(&self, pose: &Pose) -> Outline {
        let corners: Vec<Point> = self.corners().iter().map(|p| pose * p).collect();
        // The update by approximation computes the same k-DOP.
        let turned = Self::around(corners);
        if SLABS == 3 { Outline::Aabb(aabb(&turned)) } else { Outline::Hull(turned.corners()) }
    }
}

/// The box of the first three slabs.
fn aabb<const SLABS: usize>(dop: &Kdop<SLABS>) -> Aabb {
    let corner = |of: &[f64; SLABS]| Point::new(of[0], of[1], of[2]);
    Aabb { min: corner(&dop.min), max: corner(&dop.max) }
}
