//! The bounds of a patch: the box of its positions and the cone of its normals, at the end of a step or over
//! the whole step.

use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::Step;
use crate::geometry::{Aabb, Point, Vector};

/// The times at which boxes and cones enclose a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// Only at the end of the step, as published: contacts during the step are missed.
    End,
    /// During the whole step.
    Swept,
}

/// Box and cone of a node.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Encloses the positions.
    pub aabb: Aabb,
    /// Encloses the directions of the normals.
    pub cone: Cone,
}

/// A cone of normals by Provot 1997: an axis and a half-angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// Unit vector.
    pub axis: Vector,
    /// Radians; π if nothing is known.
    pub half_angle: f64,
}

/// Normals within a smaller half-angle lie on one side of a plane, with a margin for rounding: a merge adds
/// about 1e-8 at angles near 0 and π, and there are at most about twenty levels of merges.
const LESS_THAN_HALF_PI: f64 = std::f64::consts::FRAC_PI_2 - 1e-6;

impl Cone {
    /// The cone of all directions: that of a triangle without area, or of opposite normals.
    const ALL: Self = Self { axis: Vector::new(0.0, 0.0, 1.0), half_angle: std::f64::consts::PI };

    /// The cone around two cones, by Provot: the axis is half-way between both axes; the half-angle is half the angle
    /// between the axes plus the greater half-angle.
    ///
    /// Proof: let β be the angle between the axes, and α the first half-angle. A direction within α of the first axis
    /// is within α + β/2 of the axis half-way, by the triangle inequality of angles; likewise for the second.
    pub fn merged(&self, other: &Self) -> Self {
        if self.half_angle.max(other.half_angle) >= std::f64::consts::PI {
            return Self::ALL;
        }
        let Some(axis) = (self.axis + other.axis).try_normalize(1e-6) else { return Self::ALL };
        let between = self.axis.dot(&other.axis).clamp(-1.0, 1.0).acos();
        Self { axis, half_angle: 0.5 * between + self.half_angle.max(other.half_angle) }
    }

    /// True if all normals lie on one side of the plane perpendicular to the axis.
    pub fn is_narrow(&self) -> bool {
        self.half_angle < LESS_THAN_HALF_PI
    }

    /// The cone of a triangle. Over a step the normal is a quadratic function of time, the cross product of
    /// two sides that move linearly; it lies in the convex hull of its three Bernstein coefficients, so its
    /// direction lies in a cone around theirs.
    fn of_face(step: &Step, corners: [u32; 3], span: Span) -> Self {
        let sides = |at: &[Point]| {
            let [a, b, c] = corners.map(|p| at[p as usize]);
            (b - a, c - a)
        };
        let (u1, v1) = sides(&step.end);
        let end = u1.cross(&v1);
        if span == Span::End {
            return end.try_normalize(0.0).map_or(Self::ALL, |axis| Self { axis, half_angle: 0.0 });
        }
        let (u0, v0) = sides(&step.start);
        let coefficients = [u0.cross(&v0), 0.5 * (u0.cross(&v1) + u1.cross(&v0)), end];
        let [Some(a), Some(b), Some(c)] =
            coefficients.map(|n| n.try_normalize(1e-12 * u0.norm().max(u1.norm()).powi(2)))
        else {
            return Self::ALL;
        };
        let Some(axis) = (a + b + c).try_normalize(1e-6) else { return Self::ALL };
        let angle = |n: &Vector| n.dot(&axis).clamp(-1.0, 1.0).acos();
        Self { axis, half_angle: angle(&a).max(angle(&b)).max(angle(&c)) + 1e-7 }
    }
}

impl Bounds {
    /// The bounds of a triangle.
    pub fn of_face(mesh: &ClothMesh, step: &Step, face: u32, span: Span, cones: bool) -> Self {
        let corners = mesh.faces[face as usize];
        let end = corners.map(|p| step.end[p as usize]);
        let aabb = match span {
            Span::End => Aabb::around(end),
            Span::Swept => Aabb::around(end.into_iter().chain(corners.map(|p| step.start[p as usize]))),
        };
        Self { aabb, cone: if cones { Cone::of_face(step, corners, span) } else { Cone::ALL } }
    }

    /// The bounds of a node with up to four children: cones are merged in two pairs, then the two results.
    pub fn merged(children: &[Self]) -> Self {
        let pair = |pair: &[Self]| match pair {
            [a, b] => Self { aabb: a.aabb.union(&b.aabb), cone: a.cone.merged(&b.cone) },
            _ => pair[0],
        };
        match children {
            [_, _, _, ..] => pair(&[pair(&children[..2]), pair(&children[2..])]),
            _ => pair(children),
        }
    }
}
