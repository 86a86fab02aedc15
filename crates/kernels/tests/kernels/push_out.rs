//! Compares push-out vectors with brute force, and the surfaces made by them with winding numbers.

use std::f64::consts::PI;
use std::sync::Arc;

use collidoscope_kernels::geometry::push_out::PushOut;
use collidoscope_kernels::geometry::push_out::shortest::shortest_push;
use collidoscope_kernels::geometry::{Mesh, Point, Shape, Solid, Vector, hull, primitives};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::pairs::{direction, shape};

/// Tries every set of up to three active constraints by linear algebra.
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
        // Normals within a cone around a direction, from blunt to sharp.
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

/// The winding number of the surface around `point`, by the solid angles of its triangles.
fn winding(corners: &[[Vector; 3]], point: &Vector) -> f64 {
    let solid_angle = |[a, b, c]: [Vector; 3]| {
        let (la, lb, lc) = (a.norm(), b.norm(), c.norm());
        let denominator = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
        2.0 * a.dot(&b.cross(&c)).atan2(denominator)
    };
    corners.iter().map(|t| solid_angle(t.map(|p| p - point))).sum::<f64>() / (4.0 * PI)
}

/// Shapes with difficult normals: plates and double pyramids thinner than the tolerance of convexity,
/// needles, boxes whose faces are full of slivers.
fn awkward(random: &mut Pcg64) -> Arc<Shape> {
    let thin = 10_f64.powf(random.random_range(-9.0..-1.0));
    let mesh: Mesh = match random.random_range(0..4) {
        0 => primitives::cuboid(Vector::new(1.0, 0.6, thin) * 0.5),
        1 => primitives::cone(thin.max(1e-5), 1.0, 1),
        2 => {
            let sides = random.random_range(3..17);
            let rim = (0..sides).map(|i| {
                let angle = 2.0 * PI * f64::from(i) / f64::from(sides) + 0.3;
                Point::new(0.5 * angle.cos(), 0.0, 0.5 * angle.sin())
            });
            let tips = [Point::new(0.0, thin, 0.0), Point::new(0.0, -thin, 0.0)];
            hull::convex_hull(&rim.chain(tips).collect::<Vec<_>>()).unwrap()
        }
        _ => {
            let mut points =
                collidoscope_kernels::geometry::Aabb::cube(Point::origin(), 0.5).corners().to_vec();
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

/// Balls, cones and cylinders, which extend beyond their meshes.
fn round(random: &mut Pcg64) -> Arc<Shape> {
    let height = 10_f64.powf(random.random_range(-8.0..0.5));
    let solid = match random.random_range(0..5) {
        0 => Solid::Ball { radius: 0.5 },
        1 | 2 => Solid::Cone { radius: 0.5, height },
        _ => Solid::Cylinder { radius: 0.5, height },
    };
    Arc::new(Shape::primitive(solid, random.random_range(1..4)).unwrap())
}

#[test]
fn the_fat_surface_goes_once_around_everything_near_the_body() {
    let mut random = Pcg64::seed_from_u64(2);
    for turn in 0..600 {
        let shape = match turn % 3 {
            0 => shape(1.0, &mut random),
            1 => awkward(&mut random),
            _ => round(&mut random),
        };
        assert!(shape.convexity().is_ok());
        let push = PushOut::of(&shape);
        assert!(push.longest <= 1.9501, "{}", push.longest);
        let fatter = push.excess + 10_f64.powf(random.random_range(-4.0..0.0)) * shape.size();
        let sure = fatter - push.excess;
        let fat = push.fatter(fatter).unwrap();
        let corners: Vec<[Vector; 3]> =
            (0..fat.triangles().len()).map(|t| fat.corners(t).map(|p| p.coords)).collect();
        for _ in 0..20 {
            // A support point of the solid or a random point of its mesh, moved by less than the enlargement.
            let towards = direction(&mut random);
            let on_surface = if random.random_bool(0.5) {
                shape.support(&towards).coords
            } else {
                let mesh = shape.mesh();
                let [p, q, r] = mesh.corners(random.random_range(0..mesh.triangles().len()));
                let (mut s, mut t) = (random.random::<f64>(), random.random::<f64>());
                if s + t > 1.0 {
                    (s, t) = (1.0 - s, 1.0 - t);
                }
                p.coords + (q - p) * s + (r - p) * t
            };
            let way = if random.random_bool(0.5) { towards } else { direction(&mut random) };
            let near = on_surface + way * (sure * random.random_range(0.9..0.999));
            let times = winding(&corners, &near);
            assert!((times - 1.0).abs() < 1e-3, "turn {turn}, fat {fatter:e}: {times} times around {near}");
        }
    }
}

#[test]
fn what_a_polyhedron_falls_short_by_is_rounding() {
    let mut random = Pcg64::seed_from_u64(4);
    for turn in 0..300 {
        let shape = if turn % 2 == 0 { shape(1.0, &mut random) } else { awkward(&mut random) };
        let excess = PushOut::of(&shape).excess / shape.size();
        assert!(excess < 1e-6, "turn {turn}: {excess:e} of the size");
    }
}

#[test]
fn what_is_near_a_thin_copy_lies_in_the_body() {
    let mut random = Pcg64::seed_from_u64(3);
    for turn in 0..400 {
        let shape = match turn % 3 {
            0 => shape(1.0, &mut random),
            1 => awkward(&mut random),
            _ => round(&mut random),
        };
        let (push, mesh) = (PushOut::of(&shape), shape.mesh());
        assert!(push.inradius > 0.0, "turn {turn}: nothing is left");
        // The fat surface encloses a ball around the inner point; its distance is smallest along the faces'
        // normals.
        for face in 0..mesh.triangles().len() {
            let normal = mesh.area_normal(face).try_normalize(0.0).unwrap_or_else(|| direction(&mut random));
            let depth = normal.dot(&(shape.support(&normal) - push.inner));
            assert!(push.inradius <= depth + 1e-14 * shape.size(), "turn {turn}: {depth:e}");
        }
        // No point of the surface is nearer.
        for _ in 0..200 {
            let [p, q, r] = mesh.corners(random.random_range(0..mesh.triangles().len()));
            let (s, t) = (random.random::<f64>(), random.random::<f64>());
            let at = p + ((q - p) * s + (r - p) * (1.0 - s)) * t;
            let away = (at - push.inner).norm();
            assert!(push.inradius <= away + 1e-14 * shape.size(), "turn {turn}: {away:e}");
        }
    }
}
