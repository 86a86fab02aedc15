//! Candidate planes for cutting a part, and the cut by the best plane.

use super::part::{Part, length_squared};
use super::plane::Plane;
use super::solid::Solid;
use crate::geometry::{Aabb, Vector};

/// Number of planes along concave edges that are tried, the sharpest and longest edges first.
const ALONG_EDGES: usize = 24;
/// Number of planes across the part's box that are tried per axis.
const PER_AXIS: usize = 7;
/// Planes count as equal if their normals and offsets together differ by less than this.
const SAME: f64 = 1e-6;

/// Weight of an uneven cut, as a share of the hull's empty volume. No single cut makes the parts of a ring
/// nearer to convex: without this weight, thin slices would be cut off until the allowed number of pieces is
/// reached.
const UNEVEN: f64 = 0.5;
/// Weight of halves that stay as long as the part: without it, a ring would be sliced into thinner and
/// thinner rings.
const LONG: f64 = 1.0;
/// Bonus of a cut that leaves a convex half, which needs no further cut.
const CLEAN: f64 = 0.1;
/// Outcome of [`cut`].
pub enum Cut {
    /// One or two parts that replace the cut part; one half may be empty.
    Halves(Vec<Part>),
    /// No candidate plane gives halves whose hulls can be computed.
    Impossible,
    /// The caller's `go_on` returned `false`.
    Stopped,
}

/// Cuts `part` by the best candidate plane. `go_on` is called before every candidate; if it returns `false`,
/// the cut stops.
pub fn cut(part: &Part, solid: &Solid, go_on: &mut dyn FnMut() -> bool) -> Cut {
    let mut ranked: Vec<(f64, Plane)> = Vec::new();
    for plane in candidates(part, solid) {
        if !go_on() {
            return Cut::Stopped;
        }
        let (front, back) = (part.rough_half(&plane, solid), part.rough_half(&plane.flipped(), solid));
        let sum = front.hull_volume + back.hull_volume;
        let uneven = (front.hull_volume - back.hull_volume).abs() / sum.max(f64::MIN_POSITIVE);
        let long = (front.hull_volume * front.length_squared + back.hull_volume * back.length_squared)
            / (sum * length_squared(part.hull.vertices())).max(f64::MIN_POSITIVE);
        let clean = front.is_convex || back.is_convex;
        let penalty = if clean { -CLEAN } else { UNEVEN * uneven + LONG * long };
        ranked.push((sum + part.excess_volume * penalty, plane));
    }
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Cut by the best plane for which the hulls of both halves can be computed.
    for (_, plane) in ranked {
        if !go_on() {
            return Cut::Stopped;
        }
        if let Some(halves) = part.halves(&plane, solid) {
            return Cut::Halves(halves);
        }
    }
    Cut::Impossible
}

/// Candidate planes that leave more than a sliver of `part` on both sides: first those along concave edges,
/// then those perpendicular to the axes.
fn candidates(part: &Part, solid: &Solid) -> Vec<Plane> {
    let mut found: Vec<Plane> = Vec::new();
    // 1. Per concave edge: the planes of its two faces, and the plane that bisects their angle.
    for [a, b] in concave_edges(part, solid) {
        if found.len() >= ALONG_EDGES {
            break;
        }
        let [p, ..] = solid.mesh.corners(a);
        let [na, nb] = [a, b].map(|t| solid.mesh.area_normal(t).try_normalize(0.0).unwrap_or_default());
        let Some(q) = shared_corner(solid, a, b) else { continue };
        for (normal, through) in [(na, p), (nb, q), (na - nb, q)] {
            let Some(normal) = normal.try_normalize(1e-9) else { continue };
            let plane = Plane { normal, offset: normal.dot(&through.coords) };
            if part.is_split_by(&plane) && !found.iter().any(|other| same(other, &plane)) {
                found.push(plane);
            }
        }
    }
    // 2. Evenly spaced planes across the box.
    let bounds = Aabb::around(part.hull.vertices().iter().copied());
    for axis in 0..3 {
        for step in 1..=PER_AXIS {
            let share = step as f64 / (PER_AXIS + 1) as f64;
            let offset = bounds.min[axis] + share * bounds.extents()[axis];
            let plane = Plane { normal: Vector::ith(axis, 1.0), offset };
            if part.is_split_by(&plane) {
                found.push(plane);
            }
        }
    }
    found
}

fn same(a: &Plane, b: &Plane) -> bool {
    let difference = |sign: f64| (a.normal - b.normal * sign).norm() + (a.offset - b.offset * sign).abs();
    difference(1.0).min(difference(-1.0)) < SAME
}

/// Pairs of triangles that meet in a concave edge, both in the part; the longest and sharpest edges first.
fn concave_edges(part: &Part, solid: &Solid) -> Vec<[usize; 2]> {
    let mut here = vec![false; solid.neighbours.len()];
    part.polygons.iter().filter_map(|polygon| polygon.triangle).for_each(|t| here[t] = true);
    let mut edges = Vec::new();
    for a in (0..here.len()).filter(|&t| here[t]) {
        for b in solid.neighbours[a].map(|n| n as usize).into_iter().filter(|&b| a < b && here[b]) {
            if let Some(weight) = concavity(solid, a, b) {
                edges.push((weight, [a, b]));
            }
        }
    }
    edges.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
    edges.into_iter().map(|(_, edge)| edge).collect()
}

/// Length of the edge between two triangles, times the sine of half the angle by which it bends inwards.
/// `None` for a flat or convex edge.
fn concavity(solid: &Solid, a: usize, b: usize) -> Option<f64> {
    let [ta, tb] = [a, b].map(|t| solid.mesh.triangles()[t]);
    let beyond = *tb.iter().find(|v| !ta.contains(v))?;
    let common: Vec<u32> = ta.iter().copied().filter(|v| tb.contains(v)).collect();
    let at = |v: u32| solid.mesh.vertices()[v as usize];
    let [na, nb] = [a, b].map(|t| solid.mesh.area_normal(t).try_normalize(0.0).unwrap_or_default());
    let length = (at(*common.first()?) - at(*common.get(1)?)).norm();
    let bends_inwards = na.dot(&(at(beyond) - at(common[0]))) > SAME * length;
    bends_inwards.then(|| length * 0.5 * (na - nb).norm())
}

fn shared_corner(solid: &Solid, a: usize, b: usize) -> Option<crate::geometry::Point> {
    let [ta, tb] = [a, b].map(|t| solid.mesh.triangles()[t]);
    let v = *ta.iter().find(|v| tb.contains(v))?;
    Some(solid.mesh.vertices()[v as usize])
}
