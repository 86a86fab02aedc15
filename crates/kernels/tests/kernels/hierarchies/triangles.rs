//! Pairs of triangles: degenerate ones are treated as the point sets that they are; and the closest points.

use collidoscope_kernels::geometry::Vector;
use collidoscope_kernels::hierarchies::triangles::distance::closest;
use collidoscope_kernels::hierarchies::triangles::exact::{Triangle, meet};
use collidoscope_kernels::hierarchies::triangles::touch::meets;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

fn triangle(corners: [[f64; 3]; 3]) -> Triangle {
    corners.map(Vector::from)
}

#[test]
fn a_triangle_without_area_is_a_segment_or_a_point() {
    let segment = triangle([[0.0; 3], [2.0, 0.0, 0.0], [1.0, 0.0, 0.0]]);
    let meets = |t: [[f64; 3]; 3]| {
        let t = triangle(t);
        assert_eq!(meet(&segment, &t), meet(&t, &segment));
        assert_eq!(meet(&segment, &t), meets(&segment, &t));
        meet(&segment, &t)
    };
    // Points.
    assert!(meets([[2.0, 0.0, 0.0]; 3]));
    assert!(meets([[0.5, 0.0, 0.0]; 3]));
    assert!(!meets([[2.5, 0.0, 0.0]; 3]));
    assert!(!meets([[1.0, 1e-300, 0.0]; 3]));
    // Segments: crossing, end to end, collinear, parallel, skew.
    assert!(meets([[1.5, -1.0, 0.0], [1.5, 1.0, 0.0], [1.5, 0.0, 0.0]]));
    assert!(meets([[2.0, 0.0, 0.0], [3.0, 1.0, 0.0], [2.5, 0.5, 0.0]]));
    assert!(meets([[2.0, 0.0, 0.0], [3.0, 0.0, 0.0], [2.5, 0.0, 0.0]]));
    assert!(!meets([[2.5, 0.0, 0.0], [3.0, 0.0, 0.0], [2.75, 0.0, 0.0]]));
    assert!(!meets([[0.0, 1.0, 0.0], [2.0, 1.0, 0.0], [1.0, 1.0, 0.0]]));
    assert!(!meets([[1.5, -1.0, 1e-9], [1.5, 1.0, 1e-9], [1.5, 0.0, 1e-9]]));
    // Proper triangles: pierced, touched in their plane, missed.
    assert!(meets([[1.0, -1.0, -1.0], [1.0, 1.0, -1.0], [1.0, 0.0, 1.0]]));
    assert!(meets([[-1.0, -1.0, 0.0], [1.0, 3.0, 0.0], [3.0, -1.0, 0.0]]));
    assert!(!meets([[3.0, -1.0, -1.0], [3.0, 1.0, -1.0], [3.0, 0.0, 1.0]]));
    assert!(!meets([[0.0, 1.0, 0.0], [1.0, 3.0, 0.0], [2.0, 1.0, 0.0]]));
}

/// The distance by von Neumann's alternating projections between the two convex sets. Each projection
/// searches the triangle's barycentric grid, refined around its best point.
fn by_search(a: &Triangle, b: &Triangle) -> f64 {
    let project = |p: &Vector, t: &Triangle| {
        let at = |u: f64, v: f64| t[0] + (t[1] - t[0]) * u + (t[2] - t[0]) * v;
        let (mut best, mut step) = ((0.25, 0.25), 0.5);
        while step > 1e-9 {
            let candidates = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1), (1, 1), (-1, -1)];
            let clamped = candidates.map(|(i, j)| {
                let u = (best.0 + step * f64::from(i)).clamp(0.0, 1.0);
                (u, (best.1 + step * f64::from(j)).clamp(0.0, 1.0 - u))
            });
            let squared = |&(u, v): &(f64, f64)| (at(u, v) - p).norm_squared();
            let next = *clamped.iter().min_by(|x, y| squared(x).total_cmp(&squared(y))).unwrap();
            if next == best {
                step *= 0.5;
            }
            best = next;
        }
        at(best.0, best.1)
    };
    let mut q = b[0];
    let mut distance = f64::INFINITY;
    for _ in 0..300 {
        let p = project(&q, a);
        q = project(&p, b);
        let now = (p - q).norm();
        if distance - now < 1e-12 {
            break;
        }
        distance = now;
    }
    distance
}

#[test]
fn the_distance_is_that_of_a_search() {
    let mut random = Pcg64::seed_from_u64(7);
    let mut apart = 0;
    for round in 0..400 {
        let mut vector = |size: f64| Vector::from_fn(|_, _| random.random_range(-size..size));
        let shift = vector(3.0);
        let (a, mut b) = ([(); 3].map(|()| vector(1.0)), [(); 3].map(|()| vector(1.0) + shift));
        if round % 5 == 4 {
            // In parallel planes, so that edges are parallel or nearly so.
            b = [a[0] + shift, a[1] + shift, a[2] + shift + vector(1e-9)];
        }
        let found = closest(&a, &b);
        let expected = by_search(&a, &b);
        assert!(found.distance <= expected + 1e-9, "{found:?} {expected} {a:?} {b:?}");
        assert!(found.distance >= expected - 1e-3, "{found:?} {expected} {a:?} {b:?}");
        assert_eq!(found.distance == 0.0, meet(&a, &b));
        assert!(((found.points[0] - found.points[1]).norm() - found.distance).abs() < 1e-12);
        apart += u32::from(found.distance > 0.1);
    }
    assert!(apart > 200, "{apart}");
}

#[test]
fn closest_points_in_closed_form() {
    let flat = triangle([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]]);
    for (other, distance) in [
        // A corner above the face; beside an edge; beyond a corner.
        ([[1.0, 1.0, 2.0], [1.0, 1.0, 5.0], [2.0, 1.0, 5.0]], 2.0),
        ([[1.0, -3.0, 0.0], [1.0, -5.0, 1.0], [2.0, -5.0, 0.0]], 3.0),
        ([[-3.0, -4.0, 0.0], [-6.0, -8.0, 0.0], [-5.0, -8.0, 1.0]], 5.0),
        // Edge against edge, crossing at right angles, and side by side.
        ([[2.0, -1.0, 1.0], [2.0, -1.0, -1.0], [2.0, -9.0, 0.0]], 1.0),
        ([[0.0, -2.0, 0.0], [4.0, -2.0, 0.0], [2.0, -3.0, 0.0]], 2.0),
        // A point, a segment.
        ([[1.0, 1.0, 3.0]; 3], 3.0),
        ([[-1.0, 1.0, 2.0], [3.0, 1.0, 2.0], [0.0, 1.0, 2.0]], 2.0),
        // Touching at a corner.
        ([[4.0, 0.0, 0.0], [5.0, 0.0, 1.0], [5.0, 0.0, -1.0]], 0.0),
    ] {
        let found = closest(&flat, &triangle(other));
        assert!((found.distance - distance).abs() < 1e-15, "{other:?}: {found:?}");
        let back = closest(&triangle(other), &flat);
        assert_eq!(back.distance, found.distance);
    }
    // A piercing triangle shares a point, which is reported.
    let through = triangle([[1.0, 1.0, -1.0], [1.0, 1.0, 3.0], [1.5, 1.5, 3.0]]);
    let found = closest(&flat, &through);
    assert_eq!(found.distance, 0.0);
    assert!(found.points[0].z.abs() < 1e-12 && (found.points[0] - Vector::new(1.0, 1.0, 0.0)).norm() < 0.2);
}
