//! Self-crossings of a patch's contour in the projection along an axis.

use crate::geometry::{Point, Vector};

/// Limit on the edges of a contour; longer contours are not examined. 257 × 257 particles have 1024 edges.
const MOST: usize = 1100;

/// A point in the plane perpendicular to an axis, metres.
pub type Flat = [f64; 2];

/// A crossing of two edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// Indices of the edges in the contour.
    pub edges: [usize; 2],
    /// Position on each edge, from 0 to 1.
    pub shares: [f64; 2],
}

/// A function that projects points along an axis.
pub fn flat(axis: &Vector) -> impl Fn(&Point) -> Flat + use<> {
    let across = axis.cross(&Vector::ith(axis.iamin(), 1.0)).normalize();
    let up = axis.cross(&across);
    move |place| [across.dot(&place.coords), up.dot(&place.coords)]
}

/// All crossings of a contour seen along an axis. A crossing is returned as the two points, one on each edge,
/// that coincide in the projection; `place` gives the particles' positions.
pub fn places(edges: &[[u32; 2]], place: &dyn Fn(u32) -> Point, axis: &Vector) -> Vec<[Point; 2]> {
    let ends: Vec<[Point; 2]> = edges.iter().map(|edge| edge.map(place)).collect();
    let flat = flat(axis);
    let seen: Vec<[Flat; 2]> = ends.iter().map(|edge| edge.each_ref().map(&flat)).collect();
    let along = |[from, to]: &[Point; 2], share: f64| from + (to - from) * share;
    let both = |crossing: Crossing| [0, 1].map(|i| along(&ends[crossing.edges[i]], crossing.shares[i]));
    crossings(edges, &seen).into_iter().map(both).collect()
}

/// All crossings between edges without a common particle; `seen` holds the projected ends of each edge. Empty
/// for a contour with too many edges.
pub fn crossings(edges: &[[u32; 2]], seen: &[[Flat; 2]]) -> Vec<Crossing> {
    let mut all = Vec::new();
    if edges.len() > MOST {
        return all;
    }
    for (i, first) in edges.iter().enumerate() {
        for (j, second) in edges.iter().enumerate().skip(i + 1) {
            if first.iter().any(|p| second.contains(p)) {
                continue;
            }
            if let Some(shares) = crossed(&seen[i], &seen[j]) {
                all.push(Crossing { edges: [i, j], shares });
            }
        }
    }
    all
}

/// Position of the crossing on each of two segments; `None` if they do not cross.
fn crossed([a, b]: &[Flat; 2], [c, d]: &[Flat; 2]) -> Option<[f64; 2]> {
    let side = |p: &Flat, q: &Flat, r: &Flat| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    let ends = [side(c, d, a), side(c, d, b), side(a, b, c), side(a, b, d)];
    let share = |from: f64, to: f64| (from * to < 0.0).then(|| from / (from - to));
    Some([share(ends[0], ends[1])?, share(ends[2], ends[3])?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossing_edges_are_found_with_their_place() {
        // An hourglass: only its first and third edges cross, in the middle.
        let corners = [[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]];
        let edges: Vec<[u32; 2]> = (0..4).map(|i| [i, (i + 1) % 4]).collect();
        let seen: Vec<[Flat; 2]> = edges.iter().map(|edge| edge.map(|p| corners[p as usize])).collect();
        assert_eq!(crossings(&edges, &seen), [Crossing { edges: [0, 2], shares: [0.5, 0.5] }]);
        // In the order of a square, these corners have no crossing.
        let square = [corners[0], corners[3], corners[1], corners[2]];
        let seen: Vec<[Flat; 2]> = edges.iter().map(|edge| edge.map(|p| square[p as usize])).collect();
        assert!(crossings(&edges, &seen).is_empty());
    }

    #[test]
    fn along_the_axis_nothing_is_seen_of_height() {
        let seen = flat(&Vector::y());
        let (low, high) = (seen(&Point::new(1.0, 0.0, 2.0)), seen(&Point::new(1.0, 5.0, 2.0)));
        assert_eq!(low, high);
        let other = seen(&Point::new(1.0, 0.0, 3.0));
        assert!(((low[0] - other[0]).hypot(low[1] - other[1]) - 1.0).abs() < 1e-12);
    }
}
