//! Push-out vectors against brute force, and the surfaces that they make against winding numbers.

use std::f64::consts::PI;
use std::sync::Arc;

use collidoscope::geometry::push_out::{PushOut, shortest_push};
use collidoscope::geometry::{Mesh, Point, Shape, Vector, hull, primitives};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::pairs::{direction, shape};

/// Every set of up to three constraints that may bind, by linear algebra alone.
fn brute_force(normals: &[Vector]) -> Vector {
    let n = normals.len();
    let mut best: Option<Vector> = None;
    let mut consider = |chosen: &[usize]| {
        let rows = nalgebra::DMatrix::from_fn(chosen.len(), 3, |r, c| normals[chosen[r]][c]);
        let Ok(inverse) = rows.pseudo_inverse(1e-10) else { return };
        let m = inverse * nalgebra::DVector::from_element(chosen.len(), 1.0);
        let m = Vector::new(m[0], m[1], m[2]);
        let holds = normals.iter().all(|n| n.dot(&m) >= 1.0 - 1e-9);
        if holds && best.is_none_or(|best| m.norm() < best.norm()) {
            best = Some(m);
        }
    };
    for i in 0..n {
        consider(&[i]);
        for j in i + 1..n {
            consider(&[i, j]);
            for k in j + 1..n {
                consider(&[i, j, k]);
            }
        }
    }
    best.expect("normals around a vertex of a body have a push-out vector")
}

#[test]
fn the_shortest_push_is_the_shortest() {
    let mut random = Pcg64::seed_from_u64(1);
    for _ in 0..2000 {
        // Normals within a cone around some direction, from blunt to sharp.
        let outwards = direction(&mut random);
        let spread = random.random_range(0.05..5.0);
        let normals: Vec<Vector> = (0..random.random_range(1..9))
            .map(|_| (outwards + direction(&mut random) * spread).normalize())
            .filter(|n| n.dot(&outwards) > 0.02)
            .collect();
        if normals.is_empty() {
            continue;
        }
        let (found, expected) = (shortest_push(&normals, &outwards), brute_force(&normals));
        assert!(normals.iter().all(|n| n.dot(&found) >= 1.0 - 1e-12), "{normals:?}");
        let longer = found.norm() / expected.norm() - 1.0;
        assert!(longer.abs() < 1e-6, "{found} against {expected}, {longer:e} longer");
    }
}

/// How often the surface goes around `point`: by the solid angles of its triangles.
fn winding(corners: &[[Vector; 3]], point: &Vector) -> f64 {
    let solid_angle = |[a, b, c]: [Vector; 3]| {
        let (la, lb, lc) = (a.norm(), b.norm(), c.norm());
        let denominator = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
        2.0 * a.dot(&b.cross(&c)).atan2(denominator)
    };
    corners.iter().map(|t| solid_angle(t.map(|p| p - point))).sum::<f64>() / (4.0 * PI)
}

/// Shapes that are hard on normals: plates thinner than the tolerance of convexity, needles, boxes whose
/// faces are full of slivers.
fn awkward(random: &mut Pcg64) -> Arc<Shape> {
    let thin = 10_f64.powf(random.random_range(-8.0..-1.0));
    let mesh: Mesh = match random.random_range(0..3) {
        0 => primitives::cuboid(Vector::new(1.0, 0.6, thin) * 0.5),
        1 => primitives::cone(thin.max(1e-5), 1.0, 1),
        _ => {
            let mut points = collidoscope::geometry::Aabb::cube(Point::origin(), 0.5).corners().to_vec();
            for _ in 0..40 {
                let noise = 10_f64.powf(random.random_range(-12.0..-6.5));
                let mut p = Point::from(Vector::from_fn(|_, _| random.random_range(-0.5..0.5)));
                p[0] = (0.5 + random.random_range(-noise..noise)).copysign(p[0]);
                if random.random_bool(0.5) {
                    p[1] = (0.5 + random.random_range(-noise..noise)).copysign(p[1]);
                }
                points.push(p);
            }
            hull::convex_hull(&points).unwrap()
        }
    };
    Arc::new(Shape::polyhedron(mesh))
}

#[test]
fn the_fat_surface_goes_once_around_everything_near_the_body() {
    let mut random = Pcg64::seed_from_u64(2);
    for round in 0..300 {
        let shape = if round % 2 == 0 { shape(1.0, &mut random) } else { awkward(&mut random) };
        assert!(shape.convexity().is_ok());
        let push = PushOut::of(&shape);
        let mesh = shape.mesh();
        let fatter = 10_f64.powf(random.random_range(-4.0..0.0));
        // A face may be out of line by a millionth of the size, and its slivers by half of that.
        let sure = fatter - 1.5e-6 * shape.size();
        let moved = |v: u32| mesh.vertices()[v as usize].coords + push.vectors[v as usize] * fatter;
        let fat: Vec<[Vector; 3]> = mesh.triangles().iter().map(|t| t.map(moved)).collect();
        for _ in 0..20 {
            // A point of the surface, moved by less than the fat.
            let [p, q, r] = mesh.corners(random.random_range(0..mesh.triangles().len()));
            let (mut s, mut t) = (random.random::<f64>(), random.random::<f64>());
            if s + t > 1.0 {
                (s, t) = (1.0 - s, 1.0 - t);
            }
            let on_surface = p.coords + (q - p) * s + (r - p) * t;
            let near = on_surface + direction(&mut random) * (sure * random.random_range(0.9..0.999));
            let times = winding(&fat, &near);
            assert!((times - 1.0).abs() < 1e-3, "round {round}, fat {fatter:e}: {times} times around {near}");
        }
    }
}

#[test]
fn what_is_near_a_thin_copy_lies_in_the_body() {
    let mut random = Pcg64::seed_from_u64(3);
    for round in 0..300 {
        let shape = if round % 2 == 0 { shape(1.0, &mut random) } else { awkward(&mut random) };
        let (push, mesh) = (PushOut::of(&shape), shape.mesh());
        let tolerance = 1e-6 * shape.size();
        if push.inradius <= 0.0 {
            let thinnest = shape.local_aabb().extents().min();
            assert!(thinnest < 4.0 * tolerance, "{thinnest:e} thick, but nothing is left");
            continue;
        }
        let thinner = push.inradius * random.random_range(0.0..0.99);
        let left = 1.0 - thinner / push.inradius;
        for face in 0..mesh.triangles().len() {
            let Some(normal) = mesh.area_normal(face).try_normalize(1e-7 * shape.size()) else { continue };
            let height = |p: &Vector| normal.dot(&(p - mesh.corners(face)[0].coords));
            for v in mesh.vertices() {
                let inner = push.inner.coords + (v - push.inner) * left;
                assert!(
                    height(&inner) <= tolerance - thinner,
                    "round {round}: {:e}",
                    height(&inner) + thinner
                );
            }
        }
    }
}
