//! An independent answer by rational arithmetic on integers: rays through corners, edges and other points of
//! a closed surface.

use collidoscope_kernels::geometry::{Mesh, Point, Vector};
use collidoscope_kernels::road::ray::Ray;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::roads::both;

type Whole = [i128; 3];

fn minus(a: Whole, b: Whole) -> Whole {
    [0, 1, 2].map(|i| a[i] - b[i])
}

fn volume(a: Whole, b: Whole, c: Whole) -> i128 {
    a[0] * (b[1] * c[2] - b[2] * c[1])
        + a[1] * (b[2] * c[0] - b[0] * c[2])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
}

/// The intersection of a ray with a triangle, including edges and corners, unless the ray lies in its plane:
/// `t` as a fraction with a positive denominator, and true for the front side.
fn meets(origin: Whole, direction: Whole, corners: [Whole; 3]) -> Option<(i128, i128, bool)> {
    let [p, q, r] = corners.map(|corner| minus(corner, origin));
    let sides = [volume(direction, r, q), volume(direction, p, r), volume(direction, q, p)];
    if sides.iter().any(|&s| s < 0) && sides.iter().any(|&s| s > 0) {
        return None;
    }
    let (sum, over) = (sides.iter().sum::<i128>(), -volume(p, q, r));
    match sum.signum() {
        0 => None,
        sign => (over * sign >= 0).then_some((over * sign, sum * sign, sign > 0)),
    }
}

/// All hits, nearest first.
fn hits(origin: Whole, direction: Whole, triangles: &[[Whole; 3]]) -> Vec<(i128, i128, bool)> {
    let mut hits: Vec<_> =
        triangles.iter().filter_map(|&corners| meets(origin, direction, corners)).collect();
    hits.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
    hits
}

/// True if the ray passes through the surface somewhere, not only touching its outline: at one place all
/// triangles are hit from the same side, and none is seen edge-on.
fn crosses(origin: Whole, direction: Whole, triangles: &[[Whole; 3]]) -> bool {
    let edge_on = |corners: &[Whole; 3]| {
        let [p, q, r] = corners.map(|corner| minus(corner, origin));
        let side = volume(direction, minus(q, p), minus(r, p));
        side == 0 && volume(p, q, r) == 0
    };
    let hits = hits(origin, direction, triangles);
    let same_place = |a: &(i128, i128, bool), b: &(i128, i128, bool)| a.0 * b.1 == b.0 * a.1;
    !triangles.iter().any(edge_on)
        && hits.chunk_by(same_place).any(|place| place.iter().all(|hit| hit.2 == place[0].2))
}

/// A closed bumpy surface with integer coordinates: a grid over a bottom, with vertical walls.
fn hilly(random: &mut Pcg64) -> Vec<[Whole; 3]> {
    const SIDE: i128 = 6;
    let mut heights = [[0i128; SIDE as usize + 1]; SIDE as usize + 1];
    heights.iter_mut().flatten().for_each(|height| *height = random.random_range(1..5));
    let top = |i: i128, j: i128| [4 * i, heights[i as usize][j as usize], 4 * j];
    let bottom = |i: i128, j: i128| [4 * i, -3, 4 * j];
    let mut triangles = Vec::new();
    let mut quad = |p: Whole, q: Whole, r: Whole, s: Whole| triangles.extend([[p, q, r], [p, r, s]]);
    for i in 0..SIDE {
        for j in 0..SIDE {
            quad(top(i, j), top(i, j + 1), top(i + 1, j + 1), top(i + 1, j));
            quad(bottom(i, j), bottom(i + 1, j), bottom(i + 1, j + 1), bottom(i, j + 1));
        }
        quad(top(i, 0), top(i + 1, 0), bottom(i + 1, 0), bottom(i, 0));
        quad(top(i + 1, SIDE), top(i, SIDE), bottom(i, SIDE), bottom(i + 1, SIDE));
        quad(top(0, i + 1), top(0, i), bottom(0, i), bottom(0, i + 1));
        quad(top(SIDE, i), top(SIDE, i + 1), bottom(SIDE, i + 1), bottom(SIDE, i));
    }
    triangles
}

fn in_metres(triangles: &[[Whole; 3]]) -> Mesh {
    let vertices = triangles.iter().flatten().map(|p| Point::from(p.map(|c| c as f64))).collect();
    let triangles = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(vertices, triangles).unwrap()
}

fn to_ray(origin: Whole, direction: Whole) -> Ray {
    let [origin, direction] = [origin, direction].map(|v| v.map(|c| c as f64));
    Ray::new(Point::from(origin), Vector::from(direction)).unwrap()
}

/// Rays from outside through a point of the closed surface. A ray that passes through hits something, and
/// every hit is where the fractions say. (A ray that only touches the outline may round to either side.)
#[test]
fn rays_through_corners_edges_and_faces_hit_where_fractions_say() {
    let mut random = Pcg64::seed_from_u64(11);
    for _ in 0..3 {
        let triangles = hilly(&mut random);
        let (mut rays, mut truths) = (Vec::new(), Vec::new());
        for _ in 0..2000 {
            let [p, q, r] = triangles[random.random_range(0..triangles.len())];
            // A corner, a point of an edge, or one of a face: weights with sum 4, so the point is four times
            // as large.
            let weights = match random.random_range(0..3) {
                0 => [4, 0, 0],
                1 => [1, 3, 0],
                _ => [1, 2, 1],
            };
            let target = [0, 1, 2].map(|i| weights[0] * p[i] + weights[1] * q[i] + weights[2] * r[i]);
            let origin =
                [0, 1, 2].map(|_| if random.random_bool(0.5) { -60 } else { 90 } + random.random_range(0..9));
            // Everything is scaled by four to stay in integers.
            let direction = minus(target, origin.map(|c: i128| 4 * c));
            truths.push((hits(origin, direction, &triangles), crosses(origin, direction, &triangles)));
            rays.push(to_ray(origin, direction));
        }
        assert!(truths.iter().filter(|(_, crosses)| *crosses).count() > 1700);
        for (hit, (truth, crosses)) in both(&in_metres(&triangles), &rays).into_iter().zip(truths) {
            assert!(hit.is_some() || !crosses, "nothing falls through");
            let Some(hit) = hit else { continue };
            let near =
                |&(over, under, _): &(i128, i128, bool)| (hit.t - over as f64 / under as f64).abs() < 1e-12;
            assert!(truth.iter().any(near), "{hit:?}");
        }
    }
}

/// Along an axis there is no rounding: hit or miss equals the fractions' answer, even on the outline.
#[test]
fn rays_along_axes_agree_with_fractions_to_the_last_bit() {
    let mut random = Pcg64::seed_from_u64(12);
    let triangles = hilly(&mut random);
    let (mut rays, mut truths) = (Vec::new(), Vec::new());
    for _ in 0..6000 {
        let axis = random.random_range(0..3);
        let mut direction = [0; 3];
        direction[axis] = if random.random_bool(0.5) { -1 } else { 1 };
        let mut origin =
            [random.random_range(-2..27), random.random_range(-4..6), random.random_range(-2..27)];
        if random.random_bool(0.7) {
            origin[axis] = -40 * direction[axis];
        }
        truths.push(hits(origin, direction, &triangles).first().copied());
        rays.push(to_ray(origin, direction));
    }
    let found = both(&in_metres(&triangles), &rays);
    assert!(found.iter().filter(|hit| hit.is_some()).count() > 1500);
    assert!(found.iter().filter(|hit| hit.is_none()).count() > 500);
    for ((hit, truth), ray) in found.iter().zip(truths).zip(rays) {
        assert_eq!(hit.is_some(), truth.is_some(), "{ray:?}");
        if let (Some(hit), Some((over, under, _))) = (hit, truth) {
            assert!((hit.t - over as f64 / under as f64).abs() < 1e-12, "{ray:?}");
        }
    }
}
