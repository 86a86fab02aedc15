//! CPU twin of the depth maps: the ray through every pixel's centre, intersected with the plane of every triangle that
//! it hits, in f64.

use super::{DepthMaps, MapWindow, Texel};
use crate::geometry::{Point, Vector};

/// The maps of a closed solid whose triangles face outwards.
pub fn maps(window: MapWindow, points: &[Point], faces: &[[u32; 3]]) -> DepthMaps {
    let texels = (window.side * window.side) as usize;
    let mut maps = DepthMaps { window, layers: [vec![None; texels], vec![None; texels]] };
    for face in faces {
        add(&mut maps, face.map(|p| points[p as usize]));
    }
    maps
}

/// Adds a triangle to both maps. A triangle seen edge-on covers no pixel.
fn add(maps: &mut DepthMaps, corners: [Point; 3]) {
    let window = maps.window;
    let Some(normal) = (corners[1] - corners[0]).cross(&(corners[2] - corners[0])).try_normalize(0.0) else {
        return;
    };
    let [a, b, c] = corners.map(|p| Vector::from(window.place(&p)));
    if edge(&a, &b, [c.x, c.y]) == 0.0 {
        return;
    }
    let last = f64::from(window.side - 1);
    let range = |i: usize| {
        let low = a[i].min(b[i]).min(c[i]) - 0.5;
        let high = a[i].max(b[i]).max(c[i]) - 0.5;
        (low.ceil().max(0.0) as i64..=high.floor().min(last) as i64).map(|at| at as u32)
    };
    for row in range(1) {
        for column in range(0) {
            let center = [f64::from(column) + 0.5, f64::from(row) + 0.5];
            let weights = [edge(&b, &c, center), edge(&c, &a, center), edge(&a, &b, center)];
            if weights.iter().any(|w| *w > 0.0) && weights.iter().any(|w| *w < 0.0) {
                continue;
            }
            let sum: f64 = weights.iter().sum();
            let depth = (weights[0] * a.z + weights[1] * b.z + weights[2] * c.z) / sum;
            if !depth.is_finite() {
                continue;
            }
            let texel = Texel::new(depth, &normal);
            let index = (row * window.side + column) as usize;
            let [front, back] = &mut maps.layers;
            if front[index].is_none_or(|known| texel.depth < known.depth) {
                front[index] = Some(texel);
            }
            if back[index].is_none_or(|known| texel.depth > known.depth) {
                back[index] = Some(texel);
            }
        }
    }
}

/// Twice the area of the triangle of two points and a pixel's centre; positive if it is counter-clockwise. Exchanging
/// the points changes only the sign, so a centre near a common edge of two triangles belongs to at least one of them.
fn edge(p: &Vector, q: &Vector, at: [f64; 2]) -> f64 {
    let area = |p: &Vector, q: &Vector| (q.x - p.x) * (at[1] - p.y) - (q.y - p.y) * (at[0] - p.x);
    if (p.x, p.y) <= (q.x, q.y) { area(p, q) } else { -area(q, p) }
}
