//! Convex polygons in the plane of a slice: x and z in metres, y is the height of the slice.

use crate::level::brush::Brush;
use crate::level::plane::Plane;
use crate::level::polygon::clipped;

/// x and z, metres.
pub type Flat = [f64; 2];

/// A convex polygon; fewer than three corners mean that it is empty.
pub type Patch = Vec<Flat>;

/// The part of the level that a slice shows, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// The corner with the least x and z.
    pub min: Flat,
    /// The corner with the largest x and z.
    pub max: Flat,
}

impl Window {
    /// The corners in order.
    pub fn corners(&self) -> Patch {
        let Self { min, max } = *self;
        vec![min, [max[0], min[1]], max, [min[0], max[1]]]
    }
}

/// The part of the polygon that lies behind the plane; `y` is the height of the polygon.
pub fn behind(patch: &[Flat], plane: &Plane, y: f64) -> Patch {
    let depth = |i: usize| {
        let [x, z] = patch[i];
        -(plane.normal.x * x + plane.normal.z * z + plane.normal.y * y - plane.offset)
    };
    let between = |p: Flat, q: Flat, share: f64| [0, 1].map(|i| p[i] + (q[i] - p[i]) * share);
    let kept = clipped(patch, depth, 0.0, between);
    if kept.len() < 3 { Patch::new() } else { kept }
}

/// The convex hull, counter-clockwise with x to the right and z up (Andrew's monotone chain).
pub fn hull(mut points: Vec<Flat>) -> Patch {
    points.sort_by(|p, q| p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1])));
    points.dedup();
    if points.len() < 3 {
        return Patch::new();
    }
    let turn = |a: &Flat, b: &Flat, c: &Flat| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let half = |points: &mut dyn Iterator<Item = &Flat>| {
        let mut chain: Patch = Vec::new();
        for p in points {
            while chain.len() >= 2 && turn(&chain[chain.len() - 2], &chain[chain.len() - 1], p) <= 0.0 {
                chain.pop();
            }
            chain.push(*p);
        }
        chain.pop();
        chain
    };
    let mut all = half(&mut points.iter());
    all.extend(half(&mut points.iter().rev()));
    if all.len() < 3 { Patch::new() } else { all }
}

/// Points of the part of the brush between two heights, projected onto the floor. Their convex hull is the shadow of
/// that part.
pub fn shadow(brush: &Brush, [low, high]: [f64; 2]) -> Vec<Flat> {
    let mut points = Vec::new();
    for face in &brush.faces {
        for (i, p) in face.corners.iter().enumerate() {
            let next = &face.corners[(i + 1) % face.corners.len()];
            if (low..=high).contains(&p.y) {
                points.push([p.x, p.z]);
            }
            for level in [low, high] {
                if (p.y < level) != (next.y < level) {
                    let share = (level - p.y) / (next.y - p.y);
                    points.push([p.x + (next.x - p.x) * share, p.z + (next.z - p.z) * share]);
                }
            }
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vector;

    fn area(patch: &[Flat]) -> f64 {
        let cross = |i: usize| {
            let (a, b) = (patch[i], patch[(i + 1) % patch.len()]);
            a[0] * b[1] - a[1] * b[0]
        };
        0.5 * (0..patch.len()).map(cross).sum::<f64>()
    }

    #[test]
    fn a_square_is_cut_along_a_diagonal() {
        let square = Window { min: [0.0, 0.0], max: [2.0, 2.0] }.corners();
        let normal = Vector::new(1.0, 0.0, 1.0).normalize();
        let cut = behind(&square, &Plane::new(normal, 2.0 * normal.x), 5.0);
        assert!((area(&cut).abs() - 2.0).abs() < 1e-12, "{cut:?}");
        let level = Plane::new(Vector::y(), 1.0);
        assert!(behind(&square, &level, 1.5).is_empty(), "the slice lies over the plane");
        assert_eq!(behind(&square, &level, 0.5), square);
    }

    #[test]
    fn the_hull_leaves_inner_points_out() {
        let mut points = vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.5, 0.0]];
        points.extend([[0.4, 0.6], [0.5, 0.5], [1.0, 0.0]]);
        let hull = hull(points);
        assert_eq!(hull.len(), 4);
        assert!((area(&hull) - 1.0).abs() < 1e-12);
    }
}
