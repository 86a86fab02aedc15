//! Attacks the certain answers of image space with pairs whose truth is known by construction: if fat bodies
//! miss, the pair is separated; if thin ones hit, it collides; and false hits of fat bodies end within 3
//! pixels. `docs/proofs/conservative.md` says which inequality each test is for.

mod fans;

use std::f64::consts::PI;
use std::sync::Arc;

use collidoscope::detector::Detector as _;
use collidoscope::experiments::truth::families::FAMILIES;
use collidoscope::experiments::truth::pair::{Case, Truth};
use collidoscope::experiments::truth::solids::separation;
use collidoscope::geometry::push_out::PushOut;
use collidoscope::geometry::{Point, Pose, Shape, Solid, Vector, hull, primitives};
use collidoscope::gpu::Gpu;
use collidoscope::image_space::ImageSpace;
use collidoscope::image_space::conservative::{FAT, THIN};
use collidoscope::image_space::framing::Framing;
use collidoscope::image_space::mesh_cache::MeshCache;
use collidoscope::image_space::options::Options;
use collidoscope::image_space::pass::PassProgram;
use collidoscope::methods;
use collidoscope::world::{Body, Pair};
use nalgebra::UnitQuaternion;
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

use crate::support::pairs::{direction, flatten, pose};
use crate::support::{assert_no_complaints, gpu};

const RESOLUTIONS: [u32; 4] = [16, 33, 128, 512];

fn options(set: &[(&str, &str)]) -> Options {
    let mut settings = methods::find("occlusion-conservative").unwrap().default_settings();
    for (name, value) in set {
        settings.set(name, value).unwrap();
    }
    Options::of(&settings).unwrap()
}

fn decide(gpu: &Gpu, table: &'static PassProgram, options: Options, all: &[[Body; 2]]) -> Vec<bool> {
    let (bodies, indices) = flatten(all);
    let mut method = ImageSpace::new(gpu, table, options).unwrap();
    method.detect(&bodies, &indices).unwrap().verdicts.iter().map(|v| v.colliding).collect()
}

/// Results for a family of pairs.
#[derive(Debug, Default)]
struct Tally {
    pairs: usize,
    misses: usize,
    thin_false_hits: usize,
    false_hits: usize,
    /// Largest distance of a false hit, in pixels of its window, over pairs without round bodies and with
    /// rounding below a twentieth of a pixel.
    farthest_px: f64,
    /// Largest distance of any false hit, as a fraction of what its margins allow.
    of_allowed: f64,
    certain: usize,
}

/// Sum of the enlargements of a pair's fat bodies, and the size of a pixel, metres; `None` without a window.
fn reach(gpu: &Gpu, options: &Options, pair: &[Body; 2]) -> Option<(f64, f64)> {
    let mut meshes = MeshCache::for_outline(gpu, FAT.outline);
    let pairs = [Pair::new(0, 1)];
    let framing = Framing::new(&FAT, options, &mut meshes, pair, &pairs).unwrap();
    let job = framing.job(0, pairs[0], 0)?;
    let longest = job.roles.map(|role| PushOut::of(&pair[role].shape).longest);
    Some(((0..2).map(|i| longest[i] * job.margins[i]).sum(), job.view.pixel(options.resolution)))
}

/// True if a point, relative to the body's origin in world directions, lies in the body, to 1e-13 of its
/// size.
fn holds(body: &Body, from_origin: &Vector) -> bool {
    let p = body.pose.rotation.inverse() * from_origin;
    let slack = 1e-13 * body.shape.size();
    let across = p.x.hypot(p.z);
    match body.shape.solid() {
        Solid::Ball { radius } => p.norm() <= radius + slack,
        Solid::Cuboid { half_extents } => (0..3).all(|k| p[k].abs() <= half_extents[k] + slack),
        Solid::Cylinder { radius, height } => across <= radius + slack && p.y.abs() <= 0.5 * height + slack,
        Solid::Cone { radius, height } => {
            let slope = Vector::new(height, radius, 0.0).normalize();
            let below = slope.x * across + slope.y * (p.y - 0.5 * height) <= slack;
            below && p.y >= -0.5 * height - slack
        }
        Solid::Polyhedron => {
            let mesh = body.shape.mesh();
            (0..mesh.triangles().len()).all(|t| {
                let normal = mesh.area_normal(t).try_normalize(0.0).unwrap_or_default();
                normal.dot(&(p - mesh.corners(t)[0].coords)) <= slack
            })
        }
    }
}

/// Checks the evidence for the truth of a pair.
fn is_proved(case: &Case) -> bool {
    let [a, b] = &case.bodies;
    let between = b.pose.translation.vector - a.pose.translation.vector;
    match case.truth {
        Truth::Colliding { point, .. } => holds(a, &point) && holds(b, &(point - between)),
        Truth::Apart { direction, gap } => separation([a, b], &direction.unwrap()) >= 0.999 * gap,
    }
}

fn attack(gpu: &Gpu, cases: &[Case], options: Options, tally: &mut Tally) {
    let all: Vec<[Body; 2]> = cases.iter().map(|case| case.bodies.clone()).collect();
    let (fat, thin) = (decide(gpu, &FAT, options, &all), decide(gpu, &THIN, options, &all));
    for (i, case) in cases.iter().enumerate() {
        tally.pairs += 1;
        tally.misses += usize::from(case.colliding() && !fat[i]);
        tally.thin_false_hits += usize::from(!case.colliding() && thin[i]);
        tally.certain += usize::from(!fat[i] || thin[i]);
        let Truth::Apart { gap, .. } = case.truth else { continue };
        if !fat[i] {
            continue;
        }
        tally.false_hits += 1;
        if let Some((allowed, pixel)) = reach(gpu, &options, &case.bodies) {
            tally.of_allowed = tally.of_allowed.max(gap / allowed);
            let round = |body: &Body| !matches!(body.shape.solid(), Solid::Polyhedron | Solid::Cuboid { .. });
            let coarse = 2e-5 * case.size() > pixel * 0.05 || case.bodies.iter().any(round);
            if !coarse {
                tally.farthest_px = tally.farthest_px.max(gap / pixel);
            }
        }
    }
}

fn attack_families(count: u64, seed: u64) {
    let gpu = gpu();
    let mut bad = Vec::new();
    for family in FAMILIES {
        let mut tally = Tally::default();
        for (variant, resolution) in RESOLUTIONS.into_iter().enumerate() {
            let text = resolution.to_string();
            let schedule = ["fast", "pair-by-pair"][variant % 2];
            let axis = ["smallest-window", "x", "y", "all"][variant];
            let set = [("resolution", &text[..]), ("axis", axis), ("schedule", schedule)];
            let first = variant as u64 * count;
            let cases: Vec<Case> =
                (first..first + count).map(|i| family.case(seed, i)).filter(is_proved).collect();
            attack(&gpu, &cases, options(&set), &mut tally);
        }
        println!("{}: {tally:?}", family.id);
        if tally.misses + tally.thin_false_hits > 0 || tally.of_allowed > 1.0 || tally.farthest_px > 3.0 {
            bad.push((family.id, tally));
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
    assert_no_complaints(&gpu);
}

#[test]
fn certain_answers_are_right_for_every_family() {
    attack_families(40, 31);
}

/// Runs the attack on many more pairs; started by hand.
#[test]
#[ignore = "takes minutes"]
fn certain_answers_are_right_for_many_pairs_of_every_family() {
    let count = std::env::var("PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(1000);
    let seed = std::env::var("SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(77);
    attack_families(count, seed);
}

fn at(shape: Shape, x: f64) -> Body {
    Body::at_rest(Arc::new(shape), Pose::translation(x, 0.0, 0.0))
}

fn cuboid(half: f64) -> Shape {
    Shape::primitive(Solid::Cuboid { half_extents: Vector::repeat(half) }, 1).unwrap()
}

/// Asserts that fat bodies of these pairs, which all collide, hit at every resolution along every axis.
fn assert_none_missed(name: &str, all: &[[Body; 2]]) {
    let gpu = gpu();
    for resolution in RESOLUTIONS {
        for axis in ["smallest-window", "x", "y", "z"] {
            let text = resolution.to_string();
            let hits = decide(&gpu, &FAT, options(&[("resolution", &text), ("axis", axis)]), all);
            let missed: Vec<usize> = (0..all.len()).filter(|&i| !hits[i]).collect();
            assert!(missed.is_empty(), "{name}: {missed:?} of {} at {resolution}, {axis}", all.len());
        }
    }
    assert_no_complaints(&gpu);
}

#[test]
fn hulls_far_thinner_than_a_millionth_are_not_missed() {
    let mut all = Vec::new();
    for sides in [3, 4, 7, 16] {
        for half in [1e-5, 1e-6, 5e-7, 4e-7, 1e-7, 1e-8, 2e-9] {
            let rim = (0..sides).map(|i| {
                let angle = 2.0 * PI * f64::from(i) / f64::from(sides);
                Point::new(angle.cos(), 0.0, angle.sin())
            });
            let points: Vec<Point> =
                rim.chain([Point::new(0.0, half, 0.0), Point::new(0.0, -half, 0.0)]).collect();
            let flat = Shape::polyhedron(hull::convex_hull(&points).unwrap());
            assert!(flat.convexity().is_ok());
            let mut turned = at(flat.clone(), 0.0);
            turned.pose.rotation = UnitQuaternion::from_euler_angles(0.3, 1.1, -0.7);
            all.extend([[at(flat, 0.0), at(cuboid(0.3), 0.0)], [turned, at(cuboid(0.3), 0.1)]]);
        }
    }
    assert_none_missed("bipyramids", &all);
}

#[test]
fn the_rims_of_round_bodies_are_not_missed() {
    let mut all = Vec::new();
    for level in [1, 2, 4] {
        for (radius, height) in [(0.5, 1.0), (1.0, 0.1), (1.0, 0.01), (1.0, 1e-4), (1.0, 1e-8)] {
            for (solid, sides) in [
                (Solid::Cone { radius, height }, 14 * level),
                (Solid::Cylinder { radius, height }, 8 * level),
            ] {
                // The centre of a side of the mesh faces the box, whose side is as high as the rim.
                for overlap in [1e-5, 1e-8] {
                    let mut round = at(Shape::primitive(solid, level).unwrap(), 0.0);
                    round.pose.rotation =
                        UnitQuaternion::from_axis_angle(&Vector::y_axis(), PI / f64::from(sides));
                    all.push([round, at(cuboid(0.5), radius + 0.5 - overlap)]);
                }
            }
        }
    }
    assert_none_missed("rims", &all);
    // Two cones base to base, seen along an axis across theirs.
    let cone = Solid::Cone { radius: 0.5, height: 1.0 };
    let pairs: Vec<[Body; 2]> = (1..40)
        .map(|i| {
            let [mut a, mut b] = [0.0, 0.99999].map(|x| at(Shape::primitive(cone, 1).unwrap(), x));
            a.pose.rotation = UnitQuaternion::from_axis_angle(&Vector::y_axis(), PI / 14.0);
            b.pose.rotation = UnitQuaternion::from_axis_angle(&Vector::y_axis(), f64::from(i) * 0.01);
            [a, b]
        })
        .collect();
    assert_none_missed("two cones", &pairs);
}

#[test]
fn nothing_is_missed_far_from_the_origin() {
    let mut all = Vec::new();
    for (size, away) in [(1e-2, 4e11), (1e-3, 4e11), (1e-3, 1e9), (1.0, 1e13)] {
        for i in 0..400 {
            let turn = |k: f64| {
                let i = f64::from(i);
                UnitQuaternion::from_euler_angles(0.7 * i + k, 1.3 * i * k, 0.4 * i)
            };
            let home = Vector::new(1.0, -0.3, 0.7) * away + Vector::repeat(f64::from(i) * size);
            // A corner of each is put at the same place; rounding then moves it by 3e-17 of the distance.
            let mesh = primitives::cuboid(Vector::new(0.5, 0.2, 0.4) * size);
            let shape = Arc::new(Shape::polyhedron(mesh.clone()));
            let corner = |k: usize| mesh.vertices()[k].coords;
            let (rotate_a, rotate_b) = (turn(1.0), turn(2.0));
            let wanted = home + rotate_a * corner(7) - rotate_b * corner(i as usize % 8);
            let a = Body::at_rest(shape.clone(), Pose::from_parts(home.into(), rotate_a));
            let b = Body::at_rest(shape.clone(), Pose::from_parts(wanted.into(), rotate_b));
            // Only pairs whose rounded corner of A lies inside B are tested.
            let to_b = a.pose.translation.vector - b.pose.translation.vector + rotate_a * corner(7);
            let in_b = rotate_b.inverse() * to_b;
            if (0..3).all(|k| in_b[k].abs() < (1.0 - 1e-9) * [0.5, 0.2, 0.4][k] * size) {
                all.push([a, b]);
            }
        }
    }
    assert!(all.len() > 100, "{}", all.len());
    assert_none_missed("far away", &all);
}

/// Sharp vertices that point at a side of a tilted box: measures the largest distance of a false hit, in
/// pixels.
#[test]
fn false_hits_at_sharp_vertices_end_within_three_pixels() {
    let gpu = gpu();
    let mut random = Pcg64::seed_from_u64(12);
    let gaps_px: Vec<f64> = (1..=13).map(|i| 0.25 * f64::from(i)).collect();
    let (mut farthest, mut bevelled) = (0.0_f64, 0);
    for resolution in RESOLUTIONS {
        let text = resolution.to_string();
        let options = options(&[("resolution", &text)]);
        for _ in 0..40 {
            let width = 10_f64.powf(random.random_range(-3.0..-0.3));
            let base = [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)];
            let base =
                base.map(|(x, z)| Point::new(x * width, 1.0, z * width * random.random_range(0.1..1.0)));
            let needle = hull::convex_hull(&[&base[..], &[Point::origin()]].concat()).unwrap();
            let needle = Arc::new(Shape::polyhedron(needle));
            bevelled += usize::from(PushOut::of(&needle).corners.len() > 5);
            let turn = pose(Vector::zeros(), &mut random).rotation;
            let side = turn * Vector::y();
            let tilt =
                UnitQuaternion::from_scaled_axis(direction(&mut random) * random.random_range(0.0..0.6));
            let block = Body::at_rest(Arc::new(cuboid(0.5)), Pose::from_parts(Vector::zeros().into(), turn));
            let at = |gap: f64| {
                let tip = side * (0.5 + gap);
                [Body::at_rest(needle.clone(), Pose::from_parts(tip.into(), tilt * turn)), block.clone()]
            };
            // The size of a pixel, in windows so large that the gap hardly changes it.
            let Some((_, pixel)) = reach(&gpu, &options, &at(0.0)) else { continue };
            let pairs: Vec<[Body; 2]> = gaps_px.iter().map(|px| at(px * pixel)).collect();
            let hits = decide(&gpu, &FAT, options, &pairs);
            for (pair, px) in
                pairs.iter().zip(&gaps_px).zip(hits).filter(|(_, hit)| *hit).map(|(pair, _)| pair)
            {
                let pixel_now = reach(&gpu, &options, pair).map_or(pixel, |(_, pixel)| pixel);
                farthest = farthest.max(px * pixel / pixel_now);
            }
        }
    }
    println!("the farthest false hit at a sharp vertex: {farthest} px");
    assert!(bevelled > 80, "only {bevelled} needles were sharp");
    assert!(farthest > 0.5 && farthest < 3.0, "{farthest} px");
    assert_no_complaints(&gpu);
}

/// Bevels add triangles only at sharp vertices.
#[test]
fn bodies_without_sharp_vertices_are_drawn_as_they_are() {
    for solid in [
        Solid::Ball { radius: 0.5 },
        Solid::Cuboid { half_extents: Vector::new(0.5, 0.4, 0.3) },
        Solid::Cylinder { radius: 0.5, height: 1.0 },
        Solid::Cone { radius: 0.5, height: 1.0 },
    ] {
        let shape = Shape::primitive(solid, 4).unwrap();
        let (drawn, own) = (PushOut::of(&shape).triangles.len(), shape.mesh().triangles().len());
        println!("{solid:?}: {own} triangles, {drawn} drawn");
        // Only the cone has a sharp vertex, its apex.
        let most = if matches!(solid, Solid::Cone { .. }) { own + 16 } else { own };
        assert!((own..=most).contains(&drawn), "{solid:?}: {own} triangles, {drawn} drawn");
    }
}
