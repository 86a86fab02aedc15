//! Rays through a tree and the winding number, compared with exact rationals, brute force and parry.

use std::sync::Arc;

use collidoscope_kernels::geometry::{Mesh, Point, Ray, Vector, closed, primitives};
use collidoscope_kernels::hierarchies::fast::cast::Hit;
use collidoscope_kernels::hierarchies::fast::node::Tree;
use collidoscope_kernels::hierarchies::fast::scratch;
use collidoscope_kernels::hierarchies::triangles::ray::PreparedRay;
use collidoscope_kernels::simd::level::Level;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};
use parry3d_f64::math::Vector as ParryVector;
use parry3d_f64::query::{PointQuery as _, Ray as ParryRay, RayCast as _};
use parry3d_f64::shape::{TriMesh, TriMeshFlags};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::fast::{mapped, random_vector, sheet, soup};
use crate::support::solids::{hollow, joined, moved, torus};

pub type Exact = [BigRational; 3];

pub fn tree(mesh: &Mesh) -> Tree {
    scratch::tree(&Arc::new(mesh.clone()), &mut |_| true).unwrap()
}

/// The tree with each instruction set of the machine.
fn trees(mesh: &Mesh) -> impl Iterator<Item = Tree> {
    Level::available().into_iter().map(|level| Tree { level, ..tree(mesh) })
}

pub fn exact(v: &Vector) -> Exact {
    [v.x, v.y, v.z].map(|c| BigRational::from_float(c).unwrap())
}

pub fn minus(p: &Exact, q: &Exact) -> Exact {
    [0, 1, 2].map(|i| &p[i] - &q[i])
}

pub fn dot(p: &Exact, q: &Exact) -> BigRational {
    &p[0] * &q[0] + &p[1] * &q[1] + &p[2] * &q[2]
}

pub fn cross(p: &Exact, q: &Exact) -> Exact {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| &p[i] * &q[j] - &p[j] * &q[i])
}

pub fn is_zero(p: &Exact) -> bool {
    p.iter().all(Zero::is_zero)
}

/// The smallest t ≥ 0 at which the ray meets the triangle: the parameters of its line, clipped at three edges.
fn first_exactly(ray: &Ray, triangle: &[Point; 3]) -> Option<BigRational> {
    let (o, d) = (exact(&ray.origin().coords), exact(&ray.direction()));
    let [a, b, c] = triangle.map(|p| minus(&exact(&p.coords), &o));
    let normal = cross(&minus(&b, &a), &minus(&c, &a));
    if is_zero(&normal) {
        return [(&a, &b), (&b, &c), (&c, &a)].into_iter().filter_map(|(p, q)| on_segment(&d, p, q)).min();
    }
    let (along, height) = (dot(&d, &normal), dot(&a, &normal));
    if along.is_zero() && !height.is_zero() {
        return None;
    }
    let (mut low, mut high) = (BigRational::zero(), None);
    if !along.is_zero() {
        let t = height / along;
        (low, high) = (t.clone().max(low), Some(t));
    }
    for (p, q) in [(&a, &b), (&b, &c), (&c, &a)] {
        // Inside where constant + t · slope ≥ 0.
        let inwards = cross(&normal, &minus(q, p));
        let (constant, slope) = (-dot(p, &inwards), dot(&d, &inwards));
        if slope.is_zero() && constant.is_negative() {
            return None;
        }
        if !slope.is_zero() {
            let t = -constant / &slope;
            if slope.is_positive() {
                low = low.max(t);
            } else {
                high = Some(high.map_or(t.clone(), |high: BigRational| high.min(t)));
            }
        }
    }
    high.is_none_or(|high| low <= high).then_some(low)
}

/// The smallest t ≥ 0 at which the ray from 0 meets the segment.
fn on_segment(d: &Exact, p: &Exact, q: &Exact) -> Option<BigRational> {
    let along = minus(q, p);
    let across = cross(d, &along);
    if is_zero(&across) {
        if !is_zero(&cross(p, d)) {
            return None;
        }
        let [from, to] = [p, q].map(|end| dot(end, d) / dot(d, d));
        let last = from.clone().max(to.clone());
        return (!last.is_negative()).then(|| from.min(to).max(BigRational::zero()));
    }
    if !dot(p, &across).is_zero() {
        return None;
    }
    let square = dot(&across, &across);
    let t = dot(&cross(p, &along), &across) / &square;
    let share = dot(&cross(p, d), &across) / &square;
    (!t.is_negative() && !share.is_negative() && share <= BigRational::from_integer(1.into())).then_some(t)
}

/// Checks every answer about a ray; returns the number of hits.
fn check(trees: &[Tree], ray: &Ray, max: f64) -> usize {
    let mesh = &trees[0].mesh;
    let close = |t: f64, exactly: &BigRational| {
        let error = (BigRational::from_float(t).unwrap() - exactly).abs();
        error * BigRational::from_float(1e12).unwrap() <= *exactly
    };
    let all: Vec<_> = (0..mesh.triangles().len())
        .filter_map(|index| Some((index as u32, first_exactly(ray, &mesh.corners(index))?)))
        .collect();
    for tree in trees {
        let found = tree.hits(ray, f64::INFINITY);
        assert!(found.is_sorted_by(|x, y| (x.t, x.triangle) < (y.t, y.triangle)));
        assert_eq!(found.len(), all.len(), "{ray:?}: {found:?}");
        for (triangle, t) in &all {
            let hit = found.iter().find(|hit| hit.triangle == *triangle).unwrap();
            assert!(close(hit.t, t), "{ray:?}: {hit:?}, but {:?}", t.to_f64());
        }
        assert_eq!(tree.first_hit(ray, f64::INFINITY), found.first().copied());
        let before: Vec<Hit> = found.iter().copied().filter(|hit| hit.t <= max).collect();
        assert_eq!(tree.hits(ray, max), before);
        assert_eq!(tree.first_hit(ray, max), before.first().copied());
        assert_eq!(tree.is_hit(ray, max), !before.is_empty());
    }
    all.len()
}

/// A few triangles on whole coordinates: rays between them meet edges, corners and planes. Some have no area.
fn lattice(random: &mut Pcg64) -> Mesh {
    let mut point =
        |reach: i32| Point::from(Vector::from_fn(|_, _| f64::from(random.random_range(-reach..=reach))));
    let vertices: Vec<Point> = (0..12).map(|_| point(2)).collect();
    let triangles = (0..16).map(|_| [0; 3].map(|_| random.random_range(0..12))).collect();
    Mesh::new(vertices, triangles).unwrap()
}

#[test]
fn rays_hit_the_triangles_that_exact_rationals_say() {
    let mut random = Pcg64::seed_from_u64(1);
    let (mut hits, mut rays) = (0, 0);
    for round in 0..40 {
        let base = if round % 2 == 0 { lattice(&mut random) } else { soup(24, 0.7, &mut random) };
        let shift = [0.0, 1e3, 1e9][round % 3] * random_vector(&mut random, 1.0).map(f64::round);
        let scale = [1.0, 0.1, 1e-40, 1e40, 2.0_f64.powi(-100)][round % 5];
        let mesh = mapped(&base, |v| (v + shift) * scale);
        let trees: Vec<Tree> = trees(&mesh).collect();
        for _ in 0..20 {
            let corner = |random: &mut Pcg64| mesh.vertices()[random.random_range(0..mesh.vertices().len())];
            let far = [1.0, 1.0, 30.0, 1e7, 1e20][random.random_range(0..5)];
            let offset = random_vector(&mut random, 4.0).map(f64::round);
            let origin = match random.random_range(0..4) {
                0 => corner(&mut random),
                1 => corner(&mut random) + offset * (far * scale),
                2 => nalgebra::center(&corner(&mut random), &corner(&mut random)),
                _ => Point::from((random_vector(&mut random, 2.0 * far) + shift) * scale),
            };
            let target = match random.random_range(0..3) {
                0 => corner(&mut random),
                1 => nalgebra::center(&corner(&mut random), &corner(&mut random)),
                _ => Point::from((random_vector(&mut random, 1.0) + shift) * scale),
            };
            let direction = match random.random_range(0..4) {
                0 => Vector::from_fn(|_, _| f64::from(random.random_range(-1..=1))),
                _ => (target - origin) * [1.0, 0.01, 1e-5 / scale.max(1e-3)][random.random_range(0..3)],
            };
            let Ok(ray) = Ray::new(origin, direction) else { continue };
            hits += check(&trees, &ray, random.random_range(0.0..2.0));
            rays += 1;
        }
    }
    assert!(rays > 600 && hits > 600, "{hits} of {rays}");
}

#[test]
fn no_ray_leaves_a_closed_surface_through_an_edge_or_a_corner() {
    let mut random = Pcg64::seed_from_u64(2);
    for base in
        [primitives::sphere(1.0, 3), torus(1.0, 0.4, 13, 7), primitives::cuboid(Vector::new(1.0, 0.3, 0.2))]
    {
        for (scale, shift) in [(1.0, 0.0), (1e-3, 7.0), (1e30, 0.1)] {
            let mesh = moved(&base, |p| p * scale + Vector::repeat(shift * scale));
            let trees: Vec<Tree> = trees(&mesh).collect();
            let middle = |corners: [Point; 3], weights: [f64; 3]| {
                let sum: f64 = weights.iter().sum();
                Point::from((0..3).map(|k| corners[k].coords * (weights[k] / sum)).sum::<Vector>())
            };
            for _ in 0..150 {
                // From a point inside to a corner, a point near an edge, or one of a face.
                let [start, end] = [0; 2].map(|_| random.random_range(0..mesh.triangles().len()));
                let inside = middle(mesh.corners(start), [1.0; 3])
                    - mesh.area_normal(start).normalize() * (1e-3 * scale);
                let weights = [[1.0, 0.0, 0.0], [0.3, 0.7, 0.0], [0.5, 0.5, 0.0], [0.2, 0.3, 0.5]]
                    [random.random_range(0..4)];
                let ray = Ray::new(inside, middle(mesh.corners(end), weights) - inside).unwrap();
                for tree in &trees {
                    assert_eq!(tree.winding(&inside), Some(1));
                    assert!(tree.first_hit(&ray, f64::INFINITY).is_some(), "{ray:?}");
                    assert!(tree.is_hit(&ray, f64::INFINITY));
                }
            }
        }
    }
}

pub fn parry(mesh: &Mesh) -> TriMesh {
    let vertices = mesh.vertices().iter().map(|p| ParryVector::new(p.x, p.y, p.z)).collect();
    TriMesh::with_flags(vertices, mesh.triangles().to_vec(), TriMeshFlags::ORIENTED).unwrap()
}

pub fn place(v: Vector) -> ParryVector {
    ParryVector::new(v.x, v.y, v.z)
}

#[test]
fn trees_answer_as_brute_force_and_parry() {
    let mut random = Pcg64::seed_from_u64(3);
    let meshes =
        [sheet(60, 0.1), soup(5000, 0.1, &mut random), torus(1.0, 0.4, 80, 40), primitives::sphere(1.0, 20)];
    let mut hits = 0;
    for mesh in &meshes {
        let (tree, other) = (tree(mesh), parry(mesh));
        for round in 0..400 {
            let far = [1.0, 10.0, 1e5][round % 3];
            let origin = Point::from(random_vector(&mut random, 1.5 * far));
            let direction = random_vector(&mut random, 1.0) - origin.coords;
            let ray = Ray::new(origin, direction).unwrap();
            let prepared = PreparedRay::new(&ray);
            let all = (0..mesh.triangles().len()).filter_map(|index| {
                let t = prepared.hit(&mesh.corners(index).map(|p| p.coords))?;
                Some(Hit { t, triangle: index as u32 })
            });
            let mut all: Vec<Hit> = all.collect();
            all.sort_by(|x, y| x.t.total_cmp(&y.t).then(x.triangle.cmp(&y.triangle)));
            assert_eq!(tree.hits(&ray, f64::INFINITY), all);
            let first = tree.first_hit(&ray, f64::INFINITY);
            assert_eq!(first, all.first().copied());
            hits += usize::from(first.is_some());
            let theirs = ParryRay::new(place(origin.coords), place(direction));
            let theirs = other.cast_local_ray(&theirs, f64::MAX, false);
            assert_eq!(first.is_some(), theirs.is_some(), "{ray:?}");
            if let (Some(ours), Some(theirs)) = (first, theirs) {
                assert!((ours.t - theirs).abs() <= 1e-9 * theirs, "{ours:?} {theirs}");
            }
        }
    }
    assert!(hits > 800, "{hits}");
}

/// The solid angles of all triangles, as seen from the point.
fn winding_of_angles(mesh: &Mesh, p: &Point) -> i32 {
    let angle = |t| closed::solid_angle(mesh.corners(t).map(|q| q - p));
    ((0..mesh.triangles().len()).map(angle).sum::<f64>() / (4.0 * std::f64::consts::PI)).round() as i32
}

#[test]
fn winding_numbers_are_those_of_solid_angles_and_parry() {
    let mut random = Pcg64::seed_from_u64(4);
    let ball = primitives::sphere(1.0, 4);
    let two = joined(&ball, &moved(&ball, |p| p + Vector::new(0.7, 0.0, 0.0)));
    let mut counts = [0; 3];
    for (mesh, overlaps) in
        [(&ball, false), (&torus(1.0, 0.4, 20, 12), false), (&hollow(1.0, 0.5), false), (&two, true)]
    {
        for (scale, shift) in [(1.0, 0.0), (1e-40, 0.0), (1e40, 0.0), (1.0, 1e6)] {
            let placed = moved(mesh, |p| p * scale + Vector::repeat(shift));
            let (tree, other) = (tree(&placed), parry(&placed));
            for _ in 0..100 {
                let p = Point::from(random_vector(&mut random, 1.8) * scale) + Vector::repeat(shift);
                let winding = winding_of_angles(&placed, &p);
                assert_eq!(tree.winding(&p), Some(winding), "{p}");
                counts[winding as usize] += 1;
                let signed = tree.signed_distance(&p);
                assert_eq!(signed < 0.0, winding > 0);
                if scale == 1.0 && !overlaps {
                    let nearest = other.project_local_point(place(p.coords), false);
                    assert_eq!(nearest.is_inside, winding > 0, "{p}");
                }
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 10), "{counts:?}");
}

/// Points of a lattice in, on and around boxes with corners on it: most are in planes of faces or on lines of edges.
#[test]
fn points_in_the_planes_of_faces_are_inside_on_or_outside_exactly() {
    let [outer, inner] = [3.0, 1.0].map(|half| primitives::cuboid(Vector::repeat(half)));
    let beside = moved(&primitives::cuboid(Vector::new(1.0, 2.0, 1.0)), |p| p + Vector::new(6.0, 1.0, 0.0));
    let solid = joined(&joined(&outer, &inner.flipped()), &beside);
    // Sheared by whole numbers, which is exact, so that no face is across an axis.
    for shear in [0.0, 1.0] {
        let place = |p: &Point| Point::new(p.x + shear * p.y, p.y + 2.0 * shear * p.z, p.z + shear * p.x);
        let tree = tree(&moved(&solid, place));
        for index in 0..13 * 121 {
            let p = Point::new(
                f64::from(index % 13 - 4),
                f64::from(index / 13 % 11 - 5),
                f64::from(index / 143 - 5),
            );
            let within = |middle: [f64; 3], half: [f64; 3]| {
                let beyond =
                    (0..3).map(|i| (p[i] - middle[i]).abs() - half[i]).fold(f64::NEG_INFINITY, f64::max);
                beyond.partial_cmp(&0.0).unwrap() as i32
            };
            // -1 inside, 0 on the surface, 1 outside.
            let [outer, inner, beside] = [
                within([0.0; 3], [3.0; 3]),
                within([0.0; 3], [1.0; 3]),
                within([6.0, 1.0, 0.0], [1.0, 2.0, 1.0]),
            ];
            let expected = match [outer, inner, beside] {
                signs if signs.contains(&0) => None,
                [-1, 1, _] | [_, _, -1] => Some(1),
                _ => Some(0),
            };
            assert_eq!(tree.winding(&place(&p)), expected, "{p}");
            assert_eq!(tree.signed_distance(&place(&p)) == 0.0, expected.is_none(), "{p}");
        }
    }
}
