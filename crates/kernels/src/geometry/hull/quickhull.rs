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

use robust::{Coord3D, orient3d};

use crate::geometry::budget::{Budget, Spent};
use crate::geometry::{Point, Vector};

/// Minimum distance of a new vertex in front of some face, as a share of the set's longest side.
const ROUNDING: f64 = 1e-13;

struct HullFace {
    /// Indices of the corners, counter-clockwise seen from outside.
    corners: [u32; 3],
    /// For i = 0, 1, 2: the face across the edge from corner i to corner i + 1.
    neighbours: [u32; 3],
    /// Points in front of this face that are assigned to it.
    points: Vec<u32>,
    /// Twice the area, in units of the set's longest side.
    double_area: f64,
    is_gone: bool,
}

/// A hull under construction, not yet extended by the points that are assigned to its faces.
pub(super) struct Quickhull<'a> {
    points: &'a [Point],
    /// The points relative to their middle, scaled to longest side 1.
    around_middle: &'a [Vector],
    /// Longest side of `points`, cubed.
    cube: f64,
    faces: Vec<HullFace>,
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
        let mut hull =
            Self { points, around_middle, cube: size.powi(3), faces: Vec::new(), open: Vec::new(), budget };
        let [mut a, mut b, c, d] = first.map(|i| i as u32);
        // The fourth point must lie behind the triangle of the others.
        if hull.in_front([a, b, c], d) > 0.0 {
            (a, b) = (b, a);
        }
        let neighbours = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];
        for (corners, neighbours) in [[a, b, c], [b, a, d], [c, b, d], [a, c, d]].into_iter().zip(neighbours)
        {
            hull.add_face(corners, neighbours);
        }
        hull.share_out(0..points.len() as u32, 0..4);
        hull
    }

    /// Adds the remaining points one by one, and returns the hull's triangles.
    pub(super) fn triangles(mut self) -> Result<Vec<[u32; 3]>, Spent> {
        let mut gap = Gap::new(self.points.len());
        while let Some(face) = self.open.pop() {
            if self.faces[face as usize].is_gone {
                continue;
            }
            match self.farthest(face) {
                Some((vertex, distance)) if distance > ROUNDING => self.add_vertex(vertex, face, &mut gap)?,
                Some(_) => self.move_on(face, &mut gap),
                None => {}
            }
        }
        Ok(self.faces.iter().filter(|face| !face.is_gone).map(|face| face.corners).collect())
    }

    /// Six times the volume of the tetrahedron over the triangle, positive for a point in front. The sign is
    /// exact; 0 means that the point is in the plane.
    fn in_front(&self, corners: [u32; 3], point: u32) -> f64 {
        let [a, b, c, p] = [corners[0], corners[1], corners[2], point].map(|i| {
            let p = &self.points[i as usize];
            Coord3D { x: p.x, y: p.y, z: p.z }
        });
        -orient3d(a, b, c, p)
    }

    fn sees(&self, point: u32, face: u32) -> bool {
        self.in_front(self.faces[face as usize].corners, point) > 0.0
    }

    /// Signed distance of a point from the plane of a face, positive in front, in units of the longest side
    /// of the set of points. The sign is exact; the value is accurate for distant points.
    fn distance(&self, face: u32, point: u32) -> f64 {
        let face = &self.faces[face as usize];
        self.in_front(face.corners, point) / self.cube / face.double_area
    }

    fn farthest(&self, face: u32) -> Option<(u32, f64)> {
        let points = &self.faces[face as usize].points;
        let measured = points.iter().map(|&point| (point, self.distance(face, point)));
        measured.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    fn add_face(&mut self, corners: [u32; 3], neighbours: [u32; 3]) -> u32 {
        let [a, b, c] = corners.map(|v| self.around_middle[v as usize]);
        // The area is never zero, so that the distances computed from it stay finite.
        let double_area = (b - a).cross(&(c - a)).norm().max(f64::MIN_POSITIVE);
        self.faces.push(HullFace { corners, neighbours, points: Vec::new(), double_area, is_gone: false });
        self.faces.len() as u32 - 1
    }

    /// Assigns each of `points` to one of `faces`: the first that it lies clearly in front of, otherwise any
    /// that it lies in front of.
    fn share_out(&mut self, points: impl Iterator<Item = u32>, faces: std::ops::Range<u32>) {
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
        let points = &mut self.faces[face as usize].points;
        if points.is_empty() {
            self.open.push(face);
        }
        points.push(point);
    }

    /// Adds the point `vertex`, which is in front of `face`, to the hull: step 2 of the module's description.
    fn add_vertex(&mut self, vertex: u32, face: u32, gap: &mut Gap) -> Result<(), Spent> {
        // Collect the faces to remove, and the edges around them with the faces beyond.
        gap.edges.clear();
        let mut left_over = Vec::new();
        let mut open = vec![face];
        self.faces[face as usize].is_gone = true;
        while let Some(face) = open.pop() {
            let HullFace { corners, neighbours, .. } = self.faces[face as usize];
            // Takes the list of points out of the removed face, which would otherwise keep its memory.
            left_over.extend(std::mem::take(&mut self.faces[face as usize].points));
            for (i, beyond) in neighbours.into_iter().enumerate() {
                if self.faces[beyond as usize].is_gone {
                    continue;
                }
                if self.sees(vertex, beyond) {
                    self.faces[beyond as usize].is_gone = true;
                    open.push(beyond);
                } else {
                    gap.edges.push((corners[i], corners[(i + 1) % 3], beyond));
                }
            }
        }

        // Add a face for every edge of the gap.
        self.budget.take(gap.edges.len())?;
        let first = self.faces.len() as u32;
        for (new, &(from, to, beyond)) in (first..).zip(&gap.edges) {
            self.add_face([from, to, vertex], [beyond, new, new]);
            gap.face_from[from as usize] = new;
            let beyond = &mut self.faces[beyond as usize];
            for i in 0..3 {
                if beyond.corners[i] == to && beyond.corners[(i + 1) % 3] == from {
                    beyond.neighbours[i] = new;
                }
            }
        }
        for (new, &(_, to, _)) in (first..).zip(&gap.edges) {
            let next = gap.face_from[to as usize];
            self.faces[new as usize].neighbours[1] = next;
            self.faces[next as usize].neighbours[2] = new;
        }
        let last = self.faces.len() as u32;
        self.share_out(left_over.into_iter().filter(|&point| point != vertex), first..last);
        Ok(())
    }

    /// Handles a face whose points lie in front of it by no more than rounding: points farther in front of
    /// another face are assigned to that face, the others are inside.
    fn move_on(&mut self, face: u32, gap: &mut Gap) {
        for point in std::mem::take(&mut self.faces[face as usize].points) {
            gap.visited.clear();
            gap.visited.push(face);
            let mut next = 0;
            while let Some(&here) = gap.visited.get(next) {
                next += 1;
                if self.distance(here, point) > ROUNDING {
                    self.give(point, here);
                    break;
                }
                for beyond in self.faces[here as usize].neighbours {
                    if !gap.visited.contains(&beyond) && self.sees(point, beyond) {
                        gap.visited.push(beyond);
                    }
                }
            }
        }
    }
}

/// Working memory of [`Quickhull::add_vertex`] and [`Quickhull::move_on`].
struct Gap {
    /// For each edge of the gap: start vertex, end vertex, and the face beyond the edge.
    edges: Vec<(u32, u32, u32)>,
    /// For each vertex around the gap, the new face whose edge begins there.
    face_from: Vec<u32>,
    visited: Vec<u32>,
}

impl Gap {
    fn new(points: usize) -> Self {
        Self { edges: Vec::new(), face_from: vec![0; points], visited: Vec::new() }
    }
}
