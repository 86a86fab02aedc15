//! Quickhull with an exact predicate.
//!
//! 1. Begin with a tetrahedron. Assign every point to one face that it lies in front of, if there is one.
//! 2. Take a face with points, and the farthest of these points as a new vertex of the hull. Remove the faces
//!    that it lies in front of: they are connected (exactly so, thanks to the predicate). The edges around
//!    the gap form a closed line, and each becomes a face with the new vertex. Assign the points of the
//!    removed faces to the new faces, or drop them as inside.
//! 3. Repeat until no face has points.
//!
//! A point in the plane of a face is not in front of it, so triangles in one plane stay adjacent. A point
//! whose distance in front of every face is within rounding is left out; otherwise a rotated flat face would
//! become thousands of needles.
//! Cost: about n log n.

use std::ops::Range;

use robust::{Coord3D, orient3d};

use super::surface::Surface;
use crate::geometry::budget::{Budget, Spent};
use crate::geometry::{Point, Vector};

/// Minimum distance of a new vertex in front of some face, as a share of the set's longest side.
const ROUNDING: f64 = 1e-13;

/// Data beside each face of the surface.
struct Front {
    /// Points in front of this face that are assigned to it.
    points: Vec<u32>,
    /// Twice the area, in units of the set's longest side.
    double_area: f64,
}

/// A hull under construction, not yet extended by the points that are assigned to its faces.
pub(super) struct Quickhull<'a> {
    points: &'a [Point],
    /// The points relative to their middle, scaled to longest side 1.
    around_middle: &'a [Vector],
    /// Longest side of `points`, cubed.
    cube: f64,
    surface: Surface,
    /// One per face of the surface.
    fronts: Vec<Front>,
    /// Faces that had points when they were listed; some may have none left.
    open: Vec<u32>,
    /// Limit on faces; removed faces count too, because they keep their index.
    budget: Budget,
}

impl<'a> Quickhull<'a> {
    /// `around_middle`: the `points` relative to their middle, divided by their longest side `size`. `first`:
    /// four points that are not in one plane.
    pub(super) fn new(
        points: &'a [Point],
        around_middle: &'a [Vector],
        size: f64,
        first: [usize; 4],
        budget: Budget,
    ) -> Self {
        let [mut a, mut b, c, d] = first.map(|i| i as u32);
        // The fourth point must lie behind the triangle of the others.
        if in_front(points, [a, b, c], d) > 0.0 {
            (a, b) = (b, a);
        }
        let surface = Surface::tetrahedron([a, b, c, d]);
        let (cube, fronts, open) = (size.powi(3), Vec::new(), Vec::new());
        let mut hull = Self { points, around_middle, cube, surface, fronts, open, budget };
        hull.measure(0..4);
        hull.share_out(0..points.len() as u32, 0..4);
        hull
    }

    /// Adds the remaining points one by one, and returns the hull's triangles.
    pub(super) fn triangles(mut self) -> Result<Vec<[u32; 3]>, Spent> {
        let mut visited = Vec::new();
        while let Some(face) = self.open.pop() {
            if self.surface.faces()[face as usize].is_gone {
                continue;
            }
            match self.farthest(face) {
                Some((vertex, distance)) if distance > ROUNDING => self.add_vertex(vertex, face)?,
                Some(_) => self.move_on(face, &mut visited),
                None => {}
            }
        }
        Ok(self.surface.faces().iter().filter(|face| !face.is_gone).map(|face| face.corners).collect())
    }

    fn sees(&self, point: u32, face: u32) -> bool {
        in_front(self.points, self.surface.faces()[face as usize].corners, point) > 0.0
    }

    /// Signed distance of a point from the plane of a face, positive in front, in units of the longest side
    /// of the set of points. The sign is exact; the value is accurate for distant points.
    fn distance(&self, face: u32, point: u32) -> f64 {
        let corners = self.surface.faces()[face as usize].corners;
        in_front(self.points, corners, point) / self.cube / self.fronts[face as usize].double_area
    }

    fn farthest(&self, face: u32) -> Option<(u32, f64)> {
        let points = &self.fronts[face as usize].points;
        let measured = points.iter().map(|&point| (point, self.distance(face, point)));
        measured.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Prepares the data of new faces.
    fn measure(&mut self, faces: Range<u32>) {
        for face in &self.surface.faces()[faces.start as usize..faces.end as usize] {
            let [a, b, c] = face.corners.map(|v| self.around_middle[v as usize]);
            // The area is never zero, so that the distances computed from it stay finite.
            let double_area = (b - a).cross(&(c - a)).norm().max(f64::MIN_POSITIVE);
            self.fronts.push(Front { points: Vec::new(), double_area });
        }
    }

    /// Assigns each of `points` to one of `faces`: the first that it lies clearly in front of, otherwise any
    /// that it lies in front of.
    fn share_out(&mut self, points: impl Iterator<Item = u32>, faces: Range<u32>) {
        for point in points {
            let mut owner = None;
            for face in faces.clone() {
                let distance = self.distance(face, point);
                if distance > 0.0 {
                    owner = Some(face);
                }
                if distance > ROUNDING {
                    break;
                }
            }
            if let Some(owner) = owner {
                self.give(point, owner);
            }
        }
    }

    fn give(&mut self, point: u32, face: u32) {
        let points = &mut self.fronts[face as usize].points;
        if points.is_empty() {
            self.open.push(face);
        }
        points.push(point);
    }

    /// Adds the point `vertex`, which is in front of `face`, to the hull: step 2 of the module's description.
    fn add_vertex(&mut self, vertex: u32, face: u32) -> Result<(), Spent> {
        let (points, fronts) = (self.points, &mut self.fronts);
        let mut left_over = Vec::new();
        let new = self.surface.add_vertex(
            vertex,
            face,
            |corners| in_front(points, corners, vertex) > 0.0,
            // Takes the list of points out of the removed face, which would otherwise keep its memory.
            |gone| left_over.extend(std::mem::take(&mut fronts[gone as usize].points)),
        );
        self.budget.take(new.len())?;
        self.measure(new.clone());
        self.share_out(left_over.into_iter().filter(|&point| point != vertex), new);
        Ok(())
    }

    /// Handles a face whose points lie in front of it by no more than rounding: points farther in front of
    /// another face are assigned to that face, the others are inside.
    fn move_on(&mut self, face: u32, visited: &mut Vec<u32>) {
        for point in std::mem::take(&mut self.fronts[face as usize].points) {
            visited.clear();
            visited.push(face);
            let mut next = 0;
            while let Some(&here) = visited.get(next) {
                next += 1;
                if self.distance(here, point) > ROUNDING {
                    self.give(point, here);
                    break;
                }
                for beyond in self.surface.faces()[here as usize].neighbours {
                    if !visited.contains(&beyond) && self.sees(point, beyond) {
                        visited.push(beyond);
                    }
                }
            }
        }
    }
}

/// Six times the volume of the tetrahedron over the triangle, positive for a point in front. The sign is exact; 0 means
/// that the point is in the plane.
fn in_front(points: &[Point], corners: [u32; 3], point: u32) -> f64 {
    let [a, b, c, p] = [corners[0], corners[1], corners[2], point].map(|i| {
        let p = &points[i as usize];
        Coord3D { x: p.x, y: p.y, z: p.z }
    });
    -orient3d(a, b, c, p)
}
