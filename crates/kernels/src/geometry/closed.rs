//! Closed surfaces: their half edges, the test that every edge has two triangles, neighbours, connected parts, and the
//! solid angle of a triangle, which counts how often a surface winds around a point.

use super::{MeshError, Vector};

/// One triangle's side of an edge: the edge's key (smaller vertex index in the upper 32 bits, larger in the
/// lower), the triangle's index, and whether the triangle runs from the larger vertex to the smaller.
pub(super) type HalfEdge = (u64, u32, bool);

/// All half edges, sorted so that those of one edge are adjacent.
pub fn sorted_half_edges(triangles: &[[u32; 3]]) -> Vec<HalfEdge> {
    let mut edges = Vec::with_capacity(3 * triangles.len());
    for (t, &[a, b, c]) in triangles.iter().enumerate() {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            edges.push((u64::from(from.min(to)) << 32 | u64::from(from.max(to)), t as u32, from > to));
        }
    }
    edges.sort_unstable_by_key(|&(key, _, backwards)| (key, backwards));
    edges
}

/// Returns an error that names an edge without exactly two triangles, one in each direction.
pub fn check_closed(edges: &[HalfEdge]) -> Result<(), MeshError> {
    for run in edges.chunk_by(|a, b| a.0 == b.0) {
        if let [(_, _, false), (_, _, true)] = run {
            continue;
        }
        let (key, _, backwards) = run[0];
        let (low, high) = ((key >> 32) as u32, key as u32);
        let (from, to) = if backwards { (high, low) } else { (low, high) };
        return Err(match run.len() {
            1 => MeshError::Open(from, to),
            2 => MeshError::Twisted(from, to),
            count => MeshError::NonManifold(from, to, count),
        });
    }
    Ok(())
}

/// The three triangles across each triangle's edges, in no particular order.
pub fn neighbours(triangles: &[[u32; 3]], edges: &[HalfEdge]) -> Vec<[u32; 3]> {
    let mut found = vec![0; triangles.len()];
    let mut neighbours = vec![[0; 3]; found.len()];
    for pair in edges.chunks_exact(2) {
        for (here, there) in [(pair[0].1, pair[1].1), (pair[1].1, pair[0].1)] {
            let here = here as usize;
            neighbours[here][found[here]] = there;
            found[here] += 1;
        }
    }
    neighbours
}

/// Connected parts of a closed surface, each as a list of triangle indices.
pub fn components(triangles: &[[u32; 3]]) -> Vec<Vec<usize>> {
    let neighbours = neighbours(triangles, &sorted_half_edges(triangles));
    let mut seen = vec![false; neighbours.len()];
    let mut components = Vec::new();
    for seed in 0..seen.len() {
        if std::mem::replace(&mut seen[seed], true) {
            continue;
        }
        let mut component = vec![seed];
        let mut next = 0;
        while let Some(&t) = component.get(next) {
            next += 1;
            for n in neighbours[t].map(|n| n as usize) {
                if !std::mem::replace(&mut seen[n], true) {
                    component.push(n);
                }
            }
        }
        components.push(component);
    }
    components
}

/// Signed solid angle (steradians, −2π to 2π) of the triangle seen from the origin (van Oosterom, Strackee
/// 1983).
pub fn solid_angle([a, b, c]: [Vector; 3]) -> f64 {
    let (la, lb, lc) = (a.norm(), b.norm(), c.norm());
    let denominator = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
    2.0 * a.dot(&b.cross(&c)).atan2(denominator)
}
