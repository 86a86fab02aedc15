//! A horizontal slice through the level at one height: positions of the mover's reference point at which the
//! mover overlaps the solid, by the exact Minkowski sum and by a method's shifted planes. The method's error
//! is the area by which its positions exceed the exact ones.

use std::collections::HashMap;

use super::flat::{Flat, Patch, Window, behind, hull, shadow};
use crate::geometry::hull::edges as hull_edges;
use crate::geometry::{Aabb, Mesh, Point};
use crate::level::brush::Brush;
use crate::level::compiled::Level;
use crate::level::methods::{BRUSH_PLANES, BSP_OFFSET, REFERENCE};
use crate::level::mover::Mover;
use crate::level::plane::Plane;
use crate::level::sweep::bevels;
use crate::level::tree::Child;

/// Number of directions in which a rounded edge is sampled.
const DIRECTIONS: usize = 32;
/// Number of heights at which a sphere is intersected with a brush that is not an upright prism.
const CUTS: usize = 13;

/// Height of the slice above the mover's place, metres: at height 0, the mover would touch the floor
/// everywhere.
pub const LIFT: f64 = 0.02;

/// The slice of a level at one height; each part is a list of polygons that may overlap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slice {
    /// The section of the solid at the mover's height, seen from above.
    pub solid: Vec<Patch>,
    /// The positions at which the mover overlaps the solid.
    pub exact: Vec<Patch>,
    /// The positions at which the mover overlaps the solid according to the method.
    pub method: Vec<Patch>,
}

/// A method's approximation of the Minkowski sum of solid and mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// The tree's cells: each is bounded by its ancestors' planes, shifted, and by bevels if a rule is given.
    Cells(Option<bevels::Rule>),
    /// The brushes: each is bounded by its planes, shifted, and by axis-aligned bevels if true.
    Brushes(bool),
    /// The exact Minkowski sum.
    Exact,
}

impl Region {
    /// The region of a method from the table; `rule` is the rule for its bevels, if it has any.
    pub fn of(method: &str, rule: Option<bevels::Rule>) -> Self {
        match method {
            REFERENCE => Self::Exact,
            BSP_OFFSET => Self::Brushes(false),
            BRUSH_PLANES => Self::Brushes(true),
            _ => Self::Cells(rule),
        }
    }
}

/// A cache of the bevels of one level's cells and brushes.
#[derive(Default)]
pub struct Bevels(HashMap<(Region, usize), Vec<Plane>>);

impl Bevels {
    fn of(&mut self, region: Region, index: usize, brush: &Brush) -> &[Plane] {
        self.0.entry((region, index)).or_insert_with(|| match region {
            Region::Cells(Some(rule)) => bevels::of(brush, rule),
            Region::Brushes(true) => bevels::axial(brush),
            _ => Vec::new(),
        })
    }
}

/// Slices the space of the mover's reference points at the height `y`.
pub fn of(
    level: &Level,
    mover: &Mover,
    y: f64,
    window: Window,
    region: Region,
    bevels: &mut Bevels,
) -> Slice {
    let own = mover.bounds();
    let room = Aabb {
        min: Point::new(window.min[0], y, window.min[1]) + own.min.coords.map(|c| 2.0 * c.min(0.0)),
        max: Point::new(window.max[0], y, window.max[1]) + own.max.coords.map(|c| 2.0 * c.max(0.0)),
    };
    let mut near = level.boxes.near(&room);
    near.sort_unstable();
    let span = match mover {
        Mover::Sphere { .. } => [y; 2],
        _ => [y + own.min.y, y + own.max.y],
    };
    let mut slice = Slice::default();
    for &index in &near {
        let brush = &level.brushes[index];
        slice.solid.push(hull(shadow(brush, span)));
        slice.exact.push(exact(brush, mover, y));
    }
    slice.method = match region {
        Region::Exact => Vec::new(),
        Region::Brushes(_) => near
            .iter()
            .map(|&index| {
                let brush = &level.brushes[index];
                let more = bevels.of(region, index, brush);
                clipped(window.corners(), brush.planes().chain(more), mover, y)
            })
            .collect(),
        Region::Cells(_) => cells(level, mover, y, window, region, bevels),
    };
    for patches in [&mut slice.solid, &mut slice.exact, &mut slice.method] {
        patches.retain(|patch| !patch.is_empty());
    }
    slice
}

/// The part of a polygon behind all planes, each shifted by the mover's reach.
fn clipped<'a>(patch: Patch, planes: impl Iterator<Item = &'a Plane>, mover: &Mover, y: f64) -> Patch {
    let mut patch = patch;
    for plane in planes {
        if patch.is_empty() {
            break;
        }
        patch = behind(&patch, &plane.shifted(mover.reach(&plane.normal)), y);
    }
    patch
}

/// Horizontal sections, at height `y`, of the solid cells as a traversal with shifted planes sees them: each cell is
/// bounded by the shifted planes of its ancestors.
fn cells(
    level: &Level,
    mover: &Mover,
    y: f64,
    window: Window,
    region: Region,
    bevels: &mut Bevels,
) -> Vec<Patch> {
    let mut found = Vec::new();
    let mut open = vec![(level.tree.root, window.corners())];
    while let Some((at, patch)) = open.pop() {
        match at {
            _ if patch.is_empty() => {}
            Child::Empty => {}
            Child::Solid(leaf) => {
                let more = match &level.cells[leaf as usize] {
                    Some(cell) => bevels.of(region, leaf as usize, cell),
                    None => &[],
                };
                found.push(clipped(patch, more.iter(), mover, y));
            }
            Child::Node(node) => {
                let node = level.tree.nodes[node as usize];
                let plane = level.tree.planes[node.plane as usize];
                let other = plane.flipped();
                open.push((node.back, behind(&patch, &plane.shifted(mover.reach(&plane.normal)), y)));
                open.push((node.front, behind(&patch, &other.shifted(mover.reach(&other.normal)), y)));
            }
        }
    }
    found
}

/// The positions at the height `y` at which the mover overlaps the brush.
fn exact(brush: &Brush, mover: &Mover, y: f64) -> Patch {
    match mover {
        Mover::Point => hull(shadow(brush, [y; 2])),
        Mover::Cylinder { radius, height } => rounded(&hull(shadow(brush, [y, y + height])), *radius),
        Mover::Sphere { radius } => {
            let mut points = Vec::new();
            for at in cuts(brush, y, *radius) {
                let across = (radius * radius - (at - y) * (at - y)).max(0.0).sqrt();
                points.extend(rounded(&hull(shadow(brush, [at; 2])), across));
            }
            hull(points)
        }
        // The lab has no such mover.
        Mover::Rod { .. } => Patch::new(),
        Mover::Hull { hull: mover } => hull(section_of_sum(brush, mover, y)),
    }
}

/// Points of the section of B ⊕ (−M) at a height, among them all corners of the section: every edge of the
/// sum is an edge of one body at a corner of the other.
fn section_of_sum(brush: &Brush, mover: &Mesh, y: f64) -> Vec<Flat> {
    let mut points = Vec::new();
    let mut cross = |p: Point, q: Point| {
        if (p.y < y) != (q.y < y) {
            let share = (y - p.y) / (q.y - p.y);
            points.push([p.x + (q.x - p.x) * share, p.z + (q.z - p.z) * share]);
        }
    };
    let edges = hull_edges(mover);
    for face in &brush.faces {
        for (i, p) in face.corners.iter().enumerate() {
            let q = &face.corners[(i + 1) % face.corners.len()];
            // Each edge belongs to two faces, which run along it in opposite directions; one direction is enough.
            if (p.x, p.y, p.z) < (q.x, q.y, q.z) {
                mover.vertices().iter().for_each(|m| cross(p - m.coords, q - m.coords));
            }
            edges.iter().for_each(|[m, n]| cross(p - m.coords, p - n.coords));
        }
    }
    points
}

/// Heights at which the brush is cut to find its overlap with a sphere whose centre has the height `y`. If the brush
/// is an upright prism, one cut suffices, at the point of its height range nearest to `y`.
fn cuts(brush: &Brush, y: f64, radius: f64) -> Vec<f64> {
    let [low, high] = [brush.bounds.min.y, brush.bounds.max.y];
    let nearest = y.clamp(low, high);
    if (nearest - y).abs() > radius {
        return Vec::new();
    }
    let is_prism =
        brush.planes().all(|plane| plane.normal.y.abs() < 1e-9 || plane.normal.y.abs() > 1.0 - 1e-9);
    if is_prism {
        return vec![inside(nearest, low, high)];
    }
    let sampled = (0..CUTS).map(|i| {
        let angle = std::f64::consts::PI * (i as f64 / (CUTS - 1) as f64 - 0.5);
        y + radius * angle.sin()
    });
    let corners = brush.corners().map(|p| p.y).filter(|at| (at - y).abs() <= radius);
    let all = sampled.chain(corners).filter(|at| (low..=high).contains(at));
    all.chain([nearest]).map(|at| inside(at, low, high)).collect()
}

/// The height `at`, moved slightly into the brush if it is its top or bottom, so that the section at a flat top
/// still has an area.
fn inside(at: f64, low: f64, high: f64) -> f64 {
    let margin = 1e-9 * (high - low);
    at.clamp(low + margin, high - margin)
}

/// The points within `radius` metres of a convex polygon.
fn rounded(patch: &[Flat], radius: f64) -> Patch {
    let around = |p: &Flat| {
        let p = *p;
        (0..DIRECTIONS).map(move |i| {
            let (sin, cos) = (std::f64::consts::TAU * i as f64 / DIRECTIONS as f64).sin_cos();
            [p[0] + radius * cos, p[1] + radius * sin]
        })
    };
    if patch.is_empty() { Patch::new() } else { hull(patch.iter().flat_map(around).collect()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::hull::convex_hull;
    use crate::level::compile::SplitRule;
    use std::f64::consts::PI;
    use std::sync::Arc;

    const WINDOW: Window = Window { min: [-6.0; 2], max: [6.0; 2] };

    /// A box of 2 m × 3 m × 2 m.
    fn level() -> Level {
        let planes = Brush::planes_of_box(&Point::new(-1.0, 0.0, -1.0), &Point::new(1.0, 3.0, 1.0)).to_vec();
        Level::of_brushes(&[planes], &Aabb::cube(Point::origin(), 8.0), SplitRule::Mixed, &mut |_, _| true)
            .unwrap()
    }

    /// Total area of patches that do not overlap, square metres.
    fn area(patches: &[Patch]) -> f64 {
        let cross = |a: &Flat, b: &Flat| a[0] * b[1] - a[1] * b[0];
        let one = |patch: &Patch| -> f64 {
            (0..patch.len()).map(|i| cross(&patch[i], &patch[(i + 1) % patch.len()])).sum::<f64>().abs() / 2.0
        };
        patches.iter().map(one).sum()
    }

    fn areas(mover: &Mover, y: f64, region: Region) -> [f64; 3] {
        let slice = of(&level(), mover, y, WINDOW, region, &mut Bevels::default());
        [&slice.solid, &slice.exact, &slice.method].map(|patches| area(patches))
    }

    #[test]
    fn around_a_box_the_exact_sum_is_rounded_and_the_shifted_planes_are_not() {
        let r = 0.5;
        let rounded = 4.0 + 8.0 * r + PI * r * r;
        for mover in [Mover::Sphere { radius: r }, Mover::Cylinder { radius: r, height: 0.7 }] {
            let [solid, exact, method] = areas(&mover, 1.0, Region::Cells(None));
            assert!((solid - 4.0).abs() < 1e-9, "{solid}");
            // A circle approximated by 32 corners loses 0.7 % of its area.
            assert!((exact - rounded).abs() < 0.008 * PI * r * r, "{exact} and {rounded}");
            assert!((method - (2.0 + 2.0 * r).powi(2)).abs() < 1e-9, "{method}");
        }
    }

    #[test]
    fn bevels_cut_most_of_the_corners_off_and_nothing_of_the_sum() {
        let mover = Mover::Sphere { radius: 0.5 };
        let [_, exact, plain] = areas(&mover, 1.0, Region::Cells(None));
        let [.., beveled] = areas(&mover, 1.0, Region::Cells(Some(bevels::Rule::AllEdges)));
        assert!(exact < beveled && beveled - exact < 0.3 * (plain - exact), "{exact} {beveled} {plain}");
        assert_eq!(areas(&mover, 1.0, Region::Brushes(false))[2], plain, "a tree for one size is as early");
        assert_eq!(areas(&mover, 1.0, Region::Exact)[2], 0.0, "nothing lies beyond the exact sum");
    }

    #[test]
    fn over_the_box_a_sphere_is_smaller_and_a_hull_is_met_by_its_corners() {
        let sphere = Mover::Sphere { radius: 0.5 };
        let across: f64 = (0.25 - 0.16_f64).sqrt();
        let [_, exact, _] = areas(&sphere, 3.4, Region::Exact);
        let rounded = 4.0 + 8.0 * across + PI * across * across;
        assert!((exact - rounded).abs() < 0.008 * PI * across * across, "{exact} and {rounded}");
        assert_eq!(areas(&sphere, 3.6, Region::Exact)[1], 0.0);
        // A pyramid with a base of 1 m × 1 m, at a height at which its base touches the vertical sides of the box
        // first.
        let corners =
            [[-0.5, 0.0, -0.5], [0.5, 0.0, -0.5], [0.5, 0.0, 0.5], [-0.5, 0.0, 0.5], [0.0, 1.0, 0.0]];
        let hull = Arc::new(convex_hull(&corners.map(Point::from)).unwrap());
        let [_, exact, _] = areas(&Mover::Hull { hull }, 1.0, Region::Exact);
        assert!((exact - 9.0).abs() < 1e-9, "{exact}");
    }
}
