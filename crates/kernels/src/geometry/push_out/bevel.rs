//! The surface of the fatter body: the mesh's triangles, with sharp vertices and edges bevelled.
//!
//! A vertex with a short push-out vector keeps that vector. A sharp vertex becomes the corners of a small
//! cube around it; each triangle at the vertex uses the corner on its own side. Where neighbouring triangles
//! use different corners, strips along their edge fill the gap, and sides of the cube fill the gap at the
//! vertex. The construction depends only on signs of normals and gives a closed surface for any signs.
//!
//! Every triangle of the surface has a *witness*: a unit vector n with n·m ≥ 1 for the push-out vectors m of
//! its three corners v. Its plane n·x = min n·v lies at most `shortfall` below the solid's support plane; this
//! is measured for each triangle. So if every corner is pushed by e, no point of the triangle is nearer to the
//! solid than e − shortfall. The moving surface never crosses a point that is nearer to the solid than that, so
//! it still encloses every such point exactly once.

use std::collections::HashMap;

use super::reach::Reach;
use super::shortest::shortest_push;
use crate::geometry::Vector;
use crate::geometry::closed::HalfEdge;

/// Length of a push-out vector above which the vertex is bevelled. For comparison: √3 at a corner of a cube,
/// 1.9 at the rim of a cone as wide as it is high.
pub const LONGEST: f64 = 1.95;

/// A component of a unit normal below this counts as zero and its sign as positive. So faces along the axes
/// use one corner despite rounding.
const NO_SIGN: f64 = 1e-12;

/// The bevelled surface, in the units of [`Reach`].
pub struct Surface {
    /// For each corner, the index of the mesh's vertex and the push-out vector.
    pub corners: Vec<(u32, Vector)>,
    /// Three corners per triangle, counter-clockwise from outside.
    pub triangles: Vec<[u32; 3]>,
    /// The witness of each triangle.
    pub witnesses: Vec<Vector>,
    /// The largest distance by which the solid reaches beyond a triangle's plane perpendicular to its witness.
    pub shortfall: f64,
}

/// The copy of a sharp vertex in one octant: bit k is set if component k of its push-out vector is 1, and
/// clear if the component is −1.
type Octant = u8;

struct BevelBuilder<'a> {
    reach: &'a Reach<'a>,
    inner: Vector,
    /// Push-out vector of each vertex; `None` for a sharp one.
    single: Vec<Option<Vector>>,
    index: HashMap<(u32, Option<Octant>), u32>,
    surface: Surface,
    /// Smallest n·m over all witnesses n and push-out vectors m.
    least: f64,
}

/// The surface of a closed convex mesh with a unit normal per triangle. `inner` is a point inside. `None` if a
/// triangle has no witness.
pub fn bevelled(
    reach: &Reach,
    triangles: &[[u32; 3]],
    edges: &[HalfEdge],
    normals: &[Vector],
    inner: Vector,
) -> Option<Surface> {
    let surface =
        Surface { corners: Vec::new(), triangles: Vec::new(), witnesses: Vec::new(), shortfall: 0.0 };
    let single = single_pushes(reach.points, triangles, normals, &inner);
    let mut builder =
        BevelBuilder { reach, inner, single, index: HashMap::new(), surface, least: f64::INFINITY };

    // 1. The mesh's own triangles.
    for (&[a, b, c], normal) in triangles.iter().zip(normals) {
        let corners = [a, b, c].map(|v| builder.corner(v, octant(normal)));
        builder.add(&[corners], &[*normal])?;
    }

    // 2. Strips along edges. At each sharp end they follow edges of the cube; `paths` records which.
    let mut paths: HashMap<u32, [i32; 12]> = HashMap::new();
    for pair in edges.chunks_exact(2) {
        let (key, left, right) = (pair[0].0, pair[0].1 as usize, pair[1].1 as usize);
        let ends = [(key >> 32) as u32, key as u32];
        let sharp = ends.map(|v| builder.single[v as usize].is_none());
        if sharp == [false; 2] {
            continue;
        }
        let mut here = octant(&normals[left]);
        for (axis, between) in turns(&normals[left], &normals[right]) {
            let next = here ^ 1 << axis;
            builder.add_strip(ends, [here, next], axis, between)?;
            let forwards = if next >> axis & 1 == 1 { 1 } else { -1 };
            for (end, sense) in
                ends.into_iter().zip([forwards, -forwards]).filter(|(v, _)| builder.is_sharp(*v))
            {
                paths.entry(end).or_default()[cube_edge(axis, here)] += sense;
            }
            here = next;
        }
    }

    // 3. Sides of the cube at sharp vertices, inside the closed paths that the strips leave there.
    let mut paths: Vec<_> = paths.into_iter().collect();
    paths.sort_unstable_by_key(|(vertex, _)| *vertex);
    for (vertex, path) in paths {
        let outwards = reach.points[vertex as usize] - inner;
        for (side, times) in sides_within(&path, &outwards).into_iter().enumerate() {
            let (mut quad, normal) = cube_side(side);
            if times < 0 {
                quad.reverse();
            }
            let [a, b, c, d] = quad.map(|octant| builder.corner(vertex, octant));
            for _ in 0..times.abs() {
                builder.add(&[[a, b, c], [a, c, d]], &[normal])?;
            }
        }
    }
    builder.finish()
}

impl BevelBuilder<'_> {
    fn is_sharp(&self, vertex: u32) -> bool {
        self.single[vertex as usize].is_none()
    }

    /// Index of the corner that replaces a vertex on the side of `octant`.
    fn corner(&mut self, vertex: u32, octant: Octant) -> u32 {
        let (copy, push) = match self.single[vertex as usize] {
            Some(push) => (None, push),
            None => (Some(octant), cube_corner(octant)),
        };
        *self.index.entry((vertex, copy)).or_insert_with(|| {
            self.surface.corners.push((vertex, push));
            self.surface.corners.len() as u32 - 1
        })
    }

    /// Adds triangles that share a witness: the candidate with the smallest shortfall. `None` if no candidate
    /// is a witness.
    fn add(&mut self, triangles: &[[u32; 3]], candidates: &[Vector]) -> Option<()> {
        let corners: Vec<(u32, Vector)> =
            triangles.as_flattened().iter().map(|&c| self.surface.corners[c as usize]).collect();
        let over = |measure: &dyn Fn(&(u32, Vector)) -> f64| {
            corners.iter().map(measure).fold(f64::INFINITY, f64::min)
        };
        let witness = |n: &Vector| {
            let held = over(&|(_, push)| n.dot(push));
            let offset = over(&|(v, _)| n.dot(&self.reach.points[*v as usize]));
            // The comparisons are written so that a NaN is refused.
            let holds = held > 0.999 && offset > n.dot(&self.inner);
            holds.then(|| (self.reach.beyond(n, offset), held, *n))
        };
        let (shortfall, held, n) =
            candidates.iter().filter_map(witness).min_by(|a, b| a.0.total_cmp(&b.0))?;
        self.surface.shortfall = self.surface.shortfall.max(shortfall);
        self.least = self.least.min(held);
        self.surface.triangles.extend(triangles);
        self.surface.witnesses.extend(triangles.iter().map(|_| n));
        Some(())
    }

    /// Adds the strip along an edge of the mesh between two corners of the cube that differ in `axis`.
    fn add_strip(
        &mut self,
        [a, b]: [u32; 2],
        octants: [Octant; 2],
        axis: usize,
        between: Vector,
    ) -> Option<()> {
        let [a, b] = [a, b].map(|v| octants.map(|octant| self.corner(v, octant)));
        let strip = [[b[0], a[0], a[1]], [b[0], a[1], b[1]]];
        let strip: Vec<_> = strip.into_iter().filter(|[p, q, r]| p != q && q != r && r != p).collect();
        // If the normals are nearly opposite, the normal between them is mostly rounding; normals computed
        // from the edge are accurate.
        let points = [a[0], b[0]].map(|c| self.reach.points[self.surface.corners[c as usize].0 as usize]);
        let across = (points[1] - points[0]).cross(&Vector::ith(axis, 1.0)).try_normalize(0.0);
        let across = across.into_iter().flat_map(|n| [n, -n]);
        self.add(&strip, &across.chain([between]).collect::<Vec<_>>())
    }

    /// Lengthens the push-out vectors slightly to compensate for rounding.
    fn finish(mut self) -> Option<Surface> {
        for (_, push) in &mut self.surface.corners {
            *push /= self.least.min(1.0);
        }
        self.surface.shortfall.is_finite().then_some(self.surface)
    }
}

/// The shortest push-out vector of each vertex; `None` for a vertex where it is too long.
fn single_pushes(
    points: &[Vector],
    triangles: &[[u32; 3]],
    normals: &[Vector],
    inner: &Vector,
) -> Vec<Option<Vector>> {
    let mut around: Vec<Vec<Vector>> = vec![Vec::new(); points.len()];
    for (triangle, normal) in triangles.iter().zip(normals) {
        for &v in triangle {
            if !around[v as usize].contains(normal) {
                around[v as usize].push(*normal);
            }
        }
    }
    let short = |(point, normals): (&Vector, &Vec<Vector>)| {
        let push = shortest_push(normals, &(point - inner));
        Some(push).filter(|m| normals.iter().all(|n| n.dot(m) >= 0.999) && m.norm() <= LONGEST)
    };
    points.iter().zip(&around).map(short).collect()
}

fn octant(normal: &Vector) -> Octant {
    (0..3).filter(|&k| normal[k] > -NO_SIGN).map(|k| 1 << k).sum()
}

fn cube_corner(octant: Octant) -> Vector {
    Vector::from_fn(|k, _| if octant >> k & 1 == 1 { 1.0 } else { -1.0 })
}

/// The changes of octant along the arc from one normal to another, in order: the component that changes its
/// sign, and the unit normal there.
fn turns(from: &Vector, to: &Vector) -> Vec<(usize, Vector)> {
    let differ = octant(from) ^ octant(to);
    let mut turns: Vec<(f64, usize)> = (0..3)
        .filter(|k| differ >> k & 1 == 1)
        .map(|k| ((from[k] / (from[k] - to[k])).clamp(0.0, 1.0), k))
        .collect();
    turns.sort_by(|a, b| a.0.total_cmp(&b.0));
    let normal = |(share, axis): (f64, usize)| {
        let mut n = from * (1.0 - share) + to * share;
        n[axis] = 0.0;
        (axis, n.try_normalize(0.0).unwrap_or_default())
    };
    turns.into_iter().map(normal).collect()
}

/// Number of the cube's edge along `axis` at this corner.
fn cube_edge(axis: usize, octant: Octant) -> usize {
    let bit = |k: usize| usize::from(octant >> (k % 3) & 1);
    4 * axis + 2 * bit(axis + 1) + bit(axis + 2)
}

/// The corners of a side of the cube, counter-clockwise from outside, and its normal. Side 2k faces along
/// component k, side 2k + 1 against it.
fn cube_side(side: usize) -> ([Octant; 4], Vector) {
    let (k, positive) = (side / 2, side.is_multiple_of(2));
    let (i, j) = ((k + 1) % 3, (k + 2) % 3);
    let fixed = if positive { 1 << k } else { 0 };
    let mut quad = [fixed, fixed | 1 << i, fixed | 1 << i | 1 << j, fixed | 1 << j];
    if !positive {
        quad.reverse();
    }
    (quad, Vector::ith(k, if positive { 1.0 } else { -1.0 }))
}

/// How many times each side of the cube must be added so that the rims of all added sides together cancel a
/// closed path along the cube's edges. The side that faces away from `outwards` most is not added, which
/// makes the solution unique.
fn sides_within(path: &[i32; 12], outwards: &Vector) -> [i32; 6] {
    let away =
        (0..6).max_by(|&s, &t| (-cube_side(s).1.dot(outwards)).total_cmp(&-cube_side(t).1.dot(outwards)));
    let mut times: [Option<i32>; 6] = [None; 6];
    times[away.unwrap_or(0)] = Some(0);
    // Three rounds are enough: any two sides are at most two steps apart.
    for _ in 0..3 {
        for (edge, along) in path.iter().enumerate() {
            // The edge runs along +k between the side along ±i and the side along ±j. It runs
            // counter-clockwise around the first side if both signs agree, around the second if they differ.
            let (k, plus_i, plus_j) = (edge / 4, edge >> 1 & 1 == 1, edge & 1 == 1);
            let first = 2 * ((k + 1) % 3) + usize::from(!plus_i);
            let second = 2 * ((k + 2) % 3) + usize::from(!plus_j);
            let difference = if plus_i == plus_j { -along } else { *along };
            match (times[first], times[second]) {
                (Some(known), None) => times[second] = Some(known - difference),
                (None, Some(known)) => times[first] = Some(known + difference),
                _ => {}
            }
        }
    }
    times.map(Option::unwrap_or_default)
}
