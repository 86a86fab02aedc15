//! Compares every method of the table with brute force, and with parry.

use std::collections::HashSet;

use collidoscope_kernels::geometry::{Mesh, Point, Vector};
use collidoscope_kernels::road::methods::aabb_tree::{AabbTree, Fate, Seen};
use collidoscope_kernels::road::methods::{METHODS, REFERENCE, find};
use collidoscope_kernels::road::ray::{Ray, RayCaster};
use collidoscope_kernels::road::terrain::Terrain;
use collidoscope_kernels::road::trace::record;
use collidoscope_kernels::road::triangle::Watertight;
use collidoscope_kernels::settings::Settings;
use parry3d_f64::query::RayCast;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::roads::{both, mesh, ray, unit};

/// Rays from inside and around the box: random ones, along axes, along the ground, and through corners and
/// edges.
fn rays(mesh: &Mesh, count: usize, random: &mut Pcg64) -> Vec<Ray> {
    let bounds = mesh.aabb();
    let (center, half) = (bounds.center(), 0.5 * bounds.extents());
    let size = half.amax();
    let place = |random: &mut Pcg64, reach: f64| {
        center + Vector::from_fn(|i, _| random.random_range(-reach..reach) * (half[i] + 0.05 * size))
    };
    let make = |i: usize| {
        let origin = place(random, 1.3);
        let corners = mesh.corners(random.random_range(0..mesh.triangles().len()));
        let direction = match i % 6 {
            0 => -Vector::y(),
            1 => Vector::ith(i / 6 % 3, if (i / 18).is_multiple_of(2) { 1.0 } else { -1.0 }),
            2 => corners[0] - origin,
            3 => corners[0] + 0.5 * (corners[1] - corners[0]) - origin,
            4 => Vector::new(origin.x - center.x, 0.0, 0.3 * size),
            _ => unit(random),
        };
        // Straight down onto a corner or an edge as well.
        let onto = corners[0] + 0.25 * f64::from((i / 12 % 5) as u32) * (corners[1] - corners[0]);
        let origin = if i.is_multiple_of(12) { Point::new(onto.x, origin.y, onto.z) } else { origin };
        Ray::new(origin, direction).unwrap_or_else(|_| Ray::new(origin, -Vector::y()).unwrap())
    };
    (0..count).map(make).collect()
}

/// 100,000 rays on terrains of several sizes give answers identical to the last bit. (The terrain of 20,000
/// triangles gets a share.)
#[test]
fn the_tree_equals_brute_force_on_a_hundred_thousand_rays() {
    let mut random = Pcg64::seed_from_u64(1);
    for (seed, triangles, count) in [(1, 20_000, 1_500), (2, 3_000, 8_500), (3, 1_000, 90_000)] {
        let terrain = Terrain::seeded(seed, triangles).unwrap();
        let rays = rays(terrain.mesh(), count, &mut random);
        let hits = find(REFERENCE).unwrap();
        let reference = hits.make(terrain.mesh(), &Settings::defaults(hits.settings));
        let tree = AabbTree::<Watertight>::new(terrain.mesh(), 4);
        let mut found = 0;
        for ray in &rays {
            let truth = reference.cast(ray, f64::INFINITY).hit;
            assert_eq!(tree.cast(ray, f64::INFINITY).hit, truth, "{ray:?}");
            found += usize::from(truth.is_some());
        }
        assert!(found > count / 3 && found < count, "{found} of {count} hit");
    }
}

#[test]
fn every_row_of_the_table_keeps_its_promise() {
    let terrain = Terrain::seeded(4, 1_000).unwrap();
    let rays = rays(terrain.mesh(), 600, &mut Pcg64::seed_from_u64(2));
    let reference = find(REFERENCE).unwrap();
    let truth = reference.make(terrain.mesh(), &Settings::defaults(reference.settings));
    let ids: HashSet<_> = METHODS.iter().map(|method| method.id).collect();
    assert_eq!(ids.len(), METHODS.len());
    for method in METHODS {
        assert!(method.says.ends_with('.') && !method.source.is_empty());
        for leaf_size in ["1", "4", "64"] {
            let mut settings = Settings::defaults(method.settings);
            if settings.has("leaf-size") {
                settings.set("leaf-size", leaf_size).unwrap();
            }
            let caster = method.make(terrain.mesh(), &settings);
            for ray in &rays {
                let (cast, truth) = (caster.cast(ray, f64::INFINITY), truth.cast(ray, f64::INFINITY));
                assert_eq!(cast.hit, truth.hit, "{}, {ray:?}", method.id);
                // With a limit: the same hit, or none.
                let limit = truth.hit.map_or(1.0, |hit| hit.t);
                assert_eq!(caster.cast(ray, limit).hit, truth.hit, "a hit at the limit counts");
                assert_eq!(caster.cast(ray, 0.999 * limit).hit, None);
            }
        }
    }
}

/// The same ground, tiny, huge, and far away, where coordinates have few digits left for its size.
#[test]
fn scale_and_place_do_not_part_the_tree_from_brute_force() {
    let terrain = Terrain::seeded(5, 1_000).unwrap();
    for (scale, offset) in [(1e-6, 0.0), (1e6, 0.0), (1.0, 1e6), (1e-3, 1e6), (1.0, 1e12), (1e-30, 0.0)] {
        let vertices = terrain.mesh().vertices().iter();
        let vertices = vertices.map(|p| Point::from(p.coords * scale + Vector::repeat(offset))).collect();
        let moved = Mesh::new(vertices, terrain.mesh().triangles().to_vec()).unwrap();
        let rays = rays(&moved, 1200, &mut Pcg64::seed_from_u64(6));
        let found = both(&moved, &rays).into_iter().flatten().count();
        assert!(found > 300, "{found} hits at scale {scale} and offset {offset}");
        // Every ray straight down onto the interior of the ground hits.
        let bounds = moved.aabb();
        let (center, half) = (bounds.center(), bounds.extents() / 2.0);
        let mut random = Pcg64::seed_from_u64(7);
        let down: Vec<_> = (0..300)
            .map(|_| {
                let [x, z] = [0, 2].map(|i| center[i] + random.random_range(-0.9..0.9) * half[i]);
                ray([x, center.y + 3.0 * half.y, z], [0.0, -1.0, 0.0])
            })
            .collect();
        assert!(both(&moved, &down).iter().all(Option::is_some), "scale {scale}, offset {offset}");
    }
}

/// Unordered, overlapping triangles, some without area: not a surface.
#[test]
fn a_soup_and_tiny_trees() {
    let mut random = Pcg64::seed_from_u64(8);
    for count in [1, 2, 3, 5, 17, 400] {
        let mut corner = |i: usize| {
            let near = f64::from((i / 3) as u32);
            let numbers = [0, 1, 2].map(|_| random.random_range(-8..8));
            Point::from(numbers.map(|n: i32| f64::from(n) + near % 3.0))
        };
        let vertices: Vec<_> = (0..3 * count).map(&mut corner).collect();
        let triangles = (0..count as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let soup = Mesh::new(vertices, triangles).unwrap();
        both(&soup, &rays(&soup, 1500, &mut Pcg64::seed_from_u64(9)));
    }
}

/// More triangles at one place than a leaf may have: no split separates them.
#[test]
fn triangles_at_one_place_are_split_by_number() {
    let stack = mesh(&[[0.0; 3], [0.0, 0.0, 4.0], [4.0, 0.0, 0.0]], &[[0, 1, 2]; 1000]);
    let hit = both(&stack, &[ray([1.0, 5.0, 1.0], [0.0, -1.0, 0.0])])[0].unwrap();
    assert_eq!((hit.t, hit.triangle), (5.0, 0));
}

#[test]
fn parry_finds_the_same_places() {
    let terrain = Terrain::seeded(9, 4_000).unwrap();
    let place = |p: &Point| parry3d_f64::math::Vector::new(p.x, p.y, p.z);
    let vertices = terrain.mesh().vertices().iter().map(place).collect();
    let other = parry3d_f64::shape::TriMesh::new(vertices, terrain.mesh().triangles().to_vec()).unwrap();
    let tree = AabbTree::<Watertight>::new(terrain.mesh(), 4);
    let mut random = Pcg64::seed_from_u64(10);
    let (mut compared, mut apart) = (0, 0);
    for _ in 0..5_000 {
        let origin = Point::new(random.random_range(-90.0..90.0), 20.0, random.random_range(-50.0..50.0));
        let direction = (unit(&mut random) - 2.0 * Vector::y()).normalize();
        let theirs = parry3d_f64::query::Ray::new(place(&origin), place(&Point::from(direction)));
        let theirs = other.cast_local_ray(&theirs, f64::MAX, false);
        let ours = tree.cast(&Ray::new(origin, direction).unwrap(), f64::INFINITY).hit.map(|hit| hit.t);
        match (ours, theirs) {
            (Some(ours), Some(theirs)) => apart += usize::from((ours - theirs).abs() > 1e-9 * (1.0 + ours)),
            (ours, theirs) => apart += usize::from(ours.is_some() != theirs.is_some()),
        }
        compared += usize::from(ours.is_some());
    }
    assert!(compared > 3_000);
    assert_eq!(apart, 0);
}

#[test]
fn a_recorded_descent_is_the_one_that_answers() {
    let terrain = Terrain::seeded(1, 2_000).unwrap();
    let tree = AabbTree::<Watertight>::new(terrain.mesh(), 2);
    let mut fates = HashSet::new();
    for ray in rays(terrain.mesh(), 300, &mut Pcg64::seed_from_u64(3)) {
        let trace = record(&tree, &ray, f64::INFINITY);
        assert_eq!(trace.cast, tree.cast(&ray, f64::INFINITY));
        assert_eq!(trace.left_out, 0);
        let last = trace.steps.last().unwrap();
        assert_eq!((last.nodes, last.triangles), (trace.cast.nodes, trace.cast.triangles));
        let mut limit = f64::INFINITY;
        for step in &trace.steps {
            assert!(step.boxes.iter().all(|(_, bounds)| trace.bounds.contains(bounds, 0.0)));
            match step.seen {
                Seen::Opened { fates: [a, b], limit: now, .. } => {
                    fates.extend([format!("{a:?}"), format!("{b:?}")]);
                    assert!(now <= limit && (a != Fate::Waits || b == Fate::Next));
                    limit = now;
                }
                Seen::Tested { t, limit: now, .. } => {
                    assert!(t.is_none_or(|t| t >= now));
                    limit = now;
                }
                Seen::Dropped { near, limit: now, .. } => assert!(near > now),
            }
        }
        assert_eq!(trace.cast.hit.map_or(f64::INFINITY, |hit| hit.t), limit);
    }
    assert_eq!(fates.len(), 5, "every fate is seen: {fates:?}");
}
