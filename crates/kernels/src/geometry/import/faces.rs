//! The faces of a file, triangulated.
//!
//! A polygon becomes a fan from its first corner if all triangles of the fan face the same way, as for a
//! convex polygon. Other polygons are projected onto their plane (Newell's normal) and triangulated by ear
//! clipping (crate `earcut`).

use earcut::Earcut;

use crate::geometry::budget::Budget;
use crate::geometry::{Point, Vector};

/// Limit on the corners of one polygon; the time of ear clipping grows with their square.
const MOST_CORNERS: usize = 20_000;
/// Limit on the sum of squared corner counts over all polygons of a file.
const MOST_SQUARES: usize = 4 * MOST_CORNERS * MOST_CORNERS;

/// The corner indices of all faces, one face after another.
#[derive(Debug, Default)]
pub(super) struct Faces {
    corners: Vec<u32>,
    /// End of each face in `corners`.
    ends: Vec<usize>,
}

impl Faces {
    /// Adds a face with three corners or more.
    pub(super) fn push(&mut self, corners: &[u32]) {
        self.corners.extend_from_slice(corners);
        self.ends.push(self.corners.len());
    }

    /// Adds the triangles of a strip.
    pub(super) fn push_strip(&mut self, corners: &[u32]) {
        strip(corners).for_each(|triangle| self.push(&triangle));
    }

    /// The first face with a corner index of `vertices` or more, and that index.
    pub(super) fn first_beyond(&self, vertices: usize) -> Option<(usize, u32)> {
        let place = self.corners.iter().position(|&corner| corner as usize >= vertices)?;
        Some((self.ends.partition_point(|&end| end <= place), self.corners[place]))
    }

    /// All faces as triangles. The corner indices must be in range. The error names the face, from 0.
    pub(super) fn triangles(&self, vertices: &[Point]) -> Result<Vec<[u32; 3]>, (usize, String)> {
        let mut triangles = Vec::with_capacity(self.corners.len().saturating_sub(2 * self.ends.len()));
        let (mut start, mut squares) = (0, Budget::new(MOST_SQUARES));
        for (face, &end) in self.ends.iter().enumerate() {
            let corners = &self.corners[start..end];
            start = end;
            match cut(corners.len(), |i| vertices[corners[i] as usize], &mut squares) {
                Some(found) => triangles.extend(found.into_iter().map(|t| t.map(|i| corners[i]))),
                None => {
                    let count = corners.len();
                    let text = match count > MOST_CORNERS {
                        true => {
                            format!("a concave face has {count} corners, but the limit is {MOST_CORNERS}")
                        }
                        false => format!(
                            "with this face of {count} corners there are too many large concave faces: the \
                             limit for the sum of their squared corner counts is {MOST_SQUARES}"
                        ),
                    };
                    return Err((face, format!("{text}; export it as triangles")));
                }
            }
        }
        Ok(triangles)
    }
}

/// The triangles of a strip, all facing the side of the first. Those with a repeated corner only join parts of the strip
/// and are left out.
pub(super) fn strip(corners: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let triangles = corners.windows(3).enumerate().map(|(i, corners)| match *corners {
        [a, b, c] if i % 2 == 1 => [b, a, c],
        _ => [corners[0], corners[1], corners[2]],
    });
    triangles.filter(|[a, b, c]| a != b && b != c && c != a)
}

/// Triangles of a polygon, as positions in its list of corners. `None` if the polygon has too many corners,
/// or if the squared number of its corners exceeds the rest of the budget `squares`.
fn cut(count: usize, corner: impl Fn(usize) -> Point, squares: &mut Budget) -> Option<Vec<[usize; 3]>> {
    let fan = || (2..count).map(|i| [0, i - 1, i]).collect();
    if count <= 3 {
        return Some(fan());
    }
    let flat = in_its_plane(count, corner);
    let size = flat.iter().flatten().fold(0.0_f64, |size, c| size.max(c.abs()));
    let is_turned_over =
        |[a, b, c]: [usize; 3]| double_area([flat[a], flat[b], flat[c]]) < -1e-12 * size * size;
    if !(2..count).any(|i| is_turned_over([0, i - 1, i])) {
        return Some(fan());
    }
    if count > MOST_CORNERS || squares.take(count * count).is_err() {
        return None;
    }
    let mut indices: Vec<u32> = Vec::new();
    Earcut::new().earcut_slice(&flat, &[], &mut indices);
    let mut triangles: Vec<[usize; 3]> =
        indices.chunks_exact(3).map(|t| [t[0] as usize, t[1] as usize, t[2] as usize]).collect();
    for t in &mut triangles {
        if double_area(t.map(|i| flat[i])) < 0.0 {
            t.swap(1, 2);
        }
    }
    fill_in(count, &mut triangles);
    Some(triangles)
}

/// Adds triangles without area for corners on a straight side that ear clipping left out. The faces beyond
/// that side use those corners, so without these triangles the surface would not be closed.
fn fill_in(count: usize, triangles: &mut Vec<[usize; 3]>) {
    let mut is_used = vec![false; count];
    triangles.iter().flatten().for_each(|&i| is_used[i] = true);
    let Some(first) = is_used.iter().position(|&used| used) else { return };
    let (mut last_used, mut before) = (first, first);
    for i in (1..=count).map(|step| (first + step) % count) {
        if before != last_used {
            triangles.push([last_used, before, i]);
        }
        if is_used[i] {
            last_used = i;
        }
        before = i;
    }
}

/// The corners relative to the first, along two axes of the polygon's plane, counter-clockwise.
fn in_its_plane(count: usize, corner: impl Fn(usize) -> Point) -> Vec<[f64; 2]> {
    let origin = corner(0);
    let at = |i: usize| corner(i % count) - origin;
    let normal: Vector = (0..count).map(|i| at(i).cross(&at(i + 1))).sum();
    let across = Vector::ith(normal.iamin(), 1.0).cross(&normal).try_normalize(0.0).unwrap_or_default();
    let up = normal.cross(&across).try_normalize(0.0).unwrap_or_default();
    (0..count).map(|i| [at(i).dot(&across), at(i).dot(&up)]).collect()
}

fn double_area([a, b, c]: [[f64; 2]; 3]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}
