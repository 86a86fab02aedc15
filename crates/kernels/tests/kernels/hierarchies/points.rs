//! Nearest points, compared with exact rationals, brute force and parry.

use collidoscope_kernels::geometry::{Point, Vector, primitives};
use collidoscope_kernels::hierarchies::fast::node::Tree;
use collidoscope_kernels::hierarchies::triangles::distance::closest_to_point;
use collidoscope_kernels::simd::level::Level;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};
use parry3d_f64::query::PointQuery as _;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::fast::{mapped, random_vector, sheet, soup};
use super::rays::{Exact, cross, dot, exact, is_zero, minus, parry, place, tree};
use crate::support::solids::torus;

/// The squared distance of 0 from a triangle.
fn squared_exactly([a, b, c]: &[Exact; 3]) -> BigRational {
    let mut least: Option<BigRational> = None;
    let mut offer = |point: &Exact| {
        let squared = dot(point, point);
        least = Some(least.take().map_or(squared.clone(), |least| least.min(squared)));
    };
    for (p, q) in [(a, b), (b, c), (c, a)] {
        let along = minus(q, p);
        let square = dot(&along, &along);
        if !square.is_zero() {
            let share =
                (-dot(p, &along) / square).max(BigRational::zero()).min(BigRational::from_integer(1.into()));
            offer(&[0, 1, 2].map(|i| &p[i] + &along[i] * &share));
        }
        offer(p);
    }
    let normal = cross(&minus(b, a), &minus(c, a));
    if !is_zero(&normal) {
        let share = dot(a, &normal) / dot(&normal, &normal);
        let foot = [0, 1, 2].map(|i| &normal[i] * &share);
        let is_inside = [(a, b), (b, c), (c, a)]
            .into_iter()
            .all(|(p, q)| !dot(&cross(&minus(q, p), &minus(&foot, p)), &normal).is_negative());
        if is_inside {
            offer(&foot);
        }
    }
    least.unwrap()
}

#[test]
fn distances_are_those_of_exact_rationals_up_to_rounding() {
    let mut random = Pcg64::seed_from_u64(1);
    for round in 0..300 {
        let flat = [1.0, 1.0, 1e-3, 1e-8, 0.0][round % 5];
        let scale = [1.0, 1e-50, 1e48][round % 3];
        let shift = random_vector(&mut random, [0.0, 1e3][round % 2]);
        // A needle of this share of its length; the same needle again from another side.
        let along = random_vector(&mut random, 1.0);
        let corner =
            |random: &mut Pcg64| along * random.random_range(-1.0..1.0) + random_vector(random, flat);
        let triangle = [0; 3].map(|_| (corner(&mut random) + shift) * scale);
        let far = [1.0, 1e-3, 1e3, 1e-9][random.random_range(0..4)];
        let p = match random.random_range(0..3) {
            0 => {
                triangle[0] * 0.2
                    + triangle[1] * 0.3
                    + triangle[2] * 0.5
                    + random_vector(&mut random, far * scale)
            }
            1 => triangle[0] * 0.5 + triangle[1] * 0.5 + random_vector(&mut random, far * scale),
            _ => shift * scale + random_vector(&mut random, 2.0 * far * scale),
        };
        let (point, distance) = closest_to_point(&p, &triangle);
        let size = triangle.iter().chain([&p]).map(|q| (q - triangle[0]).amax()).fold(0.0, f64::max);
        let unit = 1.0 / size;
        let seen = |q: &Vector| exact(q).map(|c| c * BigRational::from_float(unit).unwrap());
        let from_p = triangle.each_ref().map(|q| minus(&seen(q), &seen(&p)));
        let truth = squared_exactly(&from_p).to_f64().unwrap().sqrt();
        let name = format!("round {round}: {p:?} {triangle:?}: {distance} {}", truth * size);
        assert!((distance * unit - truth).abs() < 1e-14, "{name}");
        let reached = dot(&minus(&seen(&point), &seen(&p)), &minus(&seen(&point), &seen(&p)));
        let rounding = 4e-16 * shift.amax() * scale * unit;
        assert!((reached.to_f64().unwrap().sqrt() - truth).abs() < 1e-14 + rounding, "{name}");
        // The point is of the triangle.
        let off = triangle.each_ref().map(|q| minus(&seen(q), &seen(&point)));
        assert!(squared_exactly(&off).to_f64().unwrap().sqrt() < 1e-14 + rounding, "{name}");
    }
}

#[test]
fn trees_find_the_nearest_points_of_brute_force_and_parry() {
    let mut random = Pcg64::seed_from_u64(2);
    let meshes = [
        sheet(50, 0.2),
        soup(3000, 0.1, &mut random),
        torus(1.0, 0.4, 60, 30),
        primitives::sphere(1.0, 12),
        soup(1, 1.0, &mut random),
        mapped(&soup(2, 0.0, &mut random), |_| Vector::repeat(3.0)),
    ];
    for mesh in &meshes {
        for scale in [1.0, 1e-40, 1e40] {
            let mesh = mapped(mesh, |v| v * scale);
            let other = parry(&mesh);
            let levels: Vec<Tree> =
                Level::available().into_iter().map(|level| Tree { level, ..tree(&mesh) }).collect();
            for round in 0..150 {
                let far = [1.0, 1.0, 30.0, 900.0, 1e4, 1e9, 1e18][round % 7];
                let p = match round % 5 {
                    0 => mesh.vertices()[random.random_range(0..mesh.vertices().len())],
                    1 => Point::origin(),
                    _ => Point::from(random_vector(&mut random, 1.5 * far) * scale),
                };
                let all = (0..mesh.triangles().len()).map(|index| {
                    let (point, distance) =
                        closest_to_point(&p.coords, &mesh.corners(index).map(|p| p.coords));
                    (distance, index as u32, point)
                });
                let best = all.min_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1))).unwrap();
                for tree in &levels {
                    let found = tree.nearest(&p);
                    assert_eq!((found.distance, found.triangle, found.point.coords), best, "{p}");
                }
                if scale == 1.0 {
                    let theirs = other.distance_to_local_point(place(p.coords), false).abs();
                    let rounding = 1e-9 * (1.0 + p.coords.norm());
                    assert!((best.0 - theirs).abs() < rounding, "{p}: {} {theirs}", best.0);
                }
            }
        }
    }
}
