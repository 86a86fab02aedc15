//! `bvh-fast` near its f32 tolerances, with every instruction set of the machine: pairs that f32 leaves
//! undecided must be decided like brute force.

use std::sync::Arc;

use collidoscope_kernels::geometry::{Mesh, Point, Pose, Vector};
use collidoscope_kernels::hierarchies::brute_force::BruteForce;
use collidoscope_kernels::hierarchies::fast::pair::FastPair;
use collidoscope_kernels::hierarchies::pair::MeshPair;
use collidoscope_kernels::hierarchies::query::{Answer, Query, Tolerance};
use collidoscope_kernels::hierarchies::tree::Outline;
use collidoscope_kernels::simd::level::Level;
use nalgebra::{Translation3, UnitQuaternion};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

const DISTANCE: Query = Query::Distance(Tolerance { relative: 0.0, absolute: 0.0 });

pub fn random_vector(random: &mut Pcg64, reach: f64) -> Vector {
    Vector::from_fn(|_, _| reach * random.random_range(-1.0..1.0))
}

/// Random triangles within 1 of the origin, with sides of up to `size`.
pub fn soup(count: usize, size: f64, random: &mut Pcg64) -> Mesh {
    let mut vertices = vec![];
    for _ in 0..count {
        let at = random_vector(random, 1.0);
        vertices.extend([0; 3].map(|_| Point::from(at + random_vector(random, 0.5 * size))));
    }
    let triangles = (0..count as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    Mesh::new(vertices, triangles).expect("a mesh")
}

/// A sheet of 2 n² triangles with small waves, from -1 to 1.
pub fn sheet(n: u32, height: f64) -> Mesh {
    let place = |i: u32| f64::from(i) * 2.0 / f64::from(n) - 1.0;
    let point = |i: u32, j: u32| {
        Point::new(place(i), place(j), height * (7.0 * place(i)).sin() * (5.0 * place(j)).cos())
    };
    let vertices = (0..=n).flat_map(|i| (0..=n).map(move |j| (i, j))).map(|(i, j)| point(i, j)).collect();
    let number = |i: u32, j: u32| i * (n + 1) + j;
    let squares = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let halves = squares.flat_map(|(i, j)| {
        let [a, b, c, d] = [number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)];
        [[a, b, c], [a, c, d]]
    });
    Mesh::new(vertices, halves.collect()).expect("a mesh")
}

pub fn mapped(mesh: &Mesh, f: impl Fn(Vector) -> Vector) -> Mesh {
    let vertices = mesh.vertices().iter().map(|p| Point::from(f(p.coords))).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).expect("a mesh")
}

fn turn(random: &mut Pcg64) -> UnitQuaternion<f64> {
    UnitQuaternion::new(random_vector(random, 3.0))
}

fn same_distance(answer: &Answer, exact: &Answer, rounding: f64) {
    let (found, truth) = (answer.distance.expect("asked"), exact.distance.expect("asked"));
    assert!((found - truth).abs() <= rounding, "{found:e} instead of {truth:e}");
    assert_eq!(answer.colliding, exact.colliding);
    let [p, q] = answer.closest.expect("asked");
    assert!(((p - q).norm() - found).abs() <= rounding, "closest points that are not {found:e} apart");
}

/// Compares all answers with every instruction set. `size` is the magnitude of the computed numbers, metres.
/// Returns the number of touching pairs.
fn as_brute_force(meshes: &[Arc<Mesh>; 2], pose: &Pose, size: f64) -> usize {
    let mut exact = BruteForce::new(meshes);
    let mut fast = FastPair::on_threads(meshes, 2, &mut |_| true).expect("not cancelled");
    let all = exact.answer(pose, &Query::Determine).sorted_pairs();
    let nearest = exact.answer(pose, &DISTANCE);
    let apart = nearest.distance.expect("asked");
    for level in Level::available() {
        fast.set_level(level);
        assert_eq!(fast.answer(pose, &Query::Determine).sorted_pairs(), all, "{level:?}");
        let first = fast.answer(pose, &Query::Detect);
        assert_eq!(first.colliding, !all.is_empty(), "{level:?}");
        assert!(first.pairs.iter().all(|pair| all.binary_search(pair).is_ok()), "{level:?}");
        same_distance(&fast.answer(pose, &DISTANCE), &nearest, 1e-13 * size);
        for (share, within) in [(0.999, !all.is_empty()), (1.001, true)] {
            if apart > 1e-9 * size {
                assert_eq!(fast.answer(pose, &Query::Within(apart * share)).colliding, within, "{level:?}");
            }
        }
    }
    all.len()
}

#[test]
fn random_soups_of_every_size_and_place_are_decided_as_by_brute_force() {
    let mut random = Pcg64::seed_from_u64(12);
    let mut touching = 0;
    for round in 0..40 {
        let sizes = [1e-6, 1.0, 1e6, 1e-30, 1e30];
        let (scale, other) = (sizes[round % 5], [1.0, 1.0, 0.05, 20.0][round % 4]);
        let far = random_vector(&mut random, [0.0, 1e4][round / 2 % 2] * scale);
        let side = [0.02, 0.3, 1.5][round % 3];
        let a = mapped(&soup(60 + 7 * round, side, &mut random), |p| p * scale + far);
        let b = mapped(&soup(90, side, &mut random), |p| p * (scale * other) + far);
        let turn = turn(&mut random);
        // The mesh of B, not its origin, is moved near A.
        let shift = far - turn * far + random_vector(&mut random, 0.8 * scale);
        let pose = Pose::from_parts(Translation3::from(shift), turn);
        let size = (far.norm() + scale * (1.0 + other)) * 2.0;
        touching += usize::from(as_brute_force(&[Arc::new(a), Arc::new(b)], &pose, size) > 0);
    }
    assert!((10..40).contains(&touching), "{touching} of 40 touch");
}

#[test]
fn a_mesh_on_its_own_copy_finds_every_pair() {
    for (mesh, least) in [(sheet(12, 0.1), 288 * 7), (sheet(9, 0.0), 162 * 7)] {
        let mesh = Arc::new(mesh);
        let found = as_brute_force(&[mesh.clone(), mesh.clone()], &Pose::identity(), 2.0);
        assert!(found >= least, "{found}");
        // The same surface with its triangles and vertices renumbered.
        let mut reversed = mesh.triangles().to_vec();
        reversed.reverse();
        let other = Arc::new(Mesh::new(mesh.vertices().to_vec(), reversed).expect("a mesh"));
        assert_eq!(as_brute_force(&[mesh, other], &Pose::identity(), 2.0), found);
    }
}

#[test]
fn gaps_and_overlaps_around_the_rounding_of_f32_are_decided_exactly() {
    // Two sheets that touch along a side, coplanar or at an angle, and gaps far below and above the
    // tolerances.
    let mesh = Arc::new(sheet(8, 0.0));
    let mut counts = [0; 2];
    for (k, gap) in [0.0, 1e-16, 1e-15, 1e-12, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4].into_iter().enumerate() {
        for sign in [-1.0, 1.0] {
            for (axis, angle) in [(Vector::y_axis(), 0.0), (Vector::y_axis(), 1.0), (Vector::x_axis(), 0.3)] {
                let shift = Vector::new(2.0 * f64::from(angle == 0.0) + sign * gap, 0.0, sign * gap);
                let turn = UnitQuaternion::from_axis_angle(&axis, angle + 1e-7 * k as f64);
                let pose = Pose::from_parts(Translation3::from(shift), turn);
                counts[usize::from(as_brute_force(&[mesh.clone(), mesh.clone()], &pose, 4.0) > 0)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 5), "{counts:?}");
}

#[test]
fn touches_in_whole_numbers_and_one_unit_in_the_last_place_beside_them_are_decided_exactly() {
    // Corners that touch corners, edges and faces: every deciding volume is 0, and the nudge makes it the
    // smallest possible one.
    let mut random = Pcg64::seed_from_u64(31);
    let mut decided_by_the_nudge = 0;
    for round in 0..24 {
        let scale = [1.0, 2.0_f64.powi(-20), 2.0_f64.powi(30), 1.0 / 3.0][round % 4];
        let mut lattice = || {
            let corner = |random: &mut Pcg64| {
                Point::from(Vector::from_fn(|_, _| f64::from(random.random_range(-3..=3)) * scale))
            };
            let vertices = (0..180).map(|_| corner(&mut random)).collect();
            Arc::new(
                Mesh::new(vertices, (0..60).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect())
                    .expect("a mesh"),
            )
        };
        let meshes = [lattice(), lattice()];
        let shift = Vector::new(5.0, f64::from(round as u32 % 3), -1.0) * scale;
        let found = [shift.x.next_down(), shift.x, shift.x.next_up()].map(|x| {
            let pose = Pose::translation(x, shift.y, shift.z);
            as_brute_force(&meshes, &pose, 20.0 * scale)
        });
        decided_by_the_nudge += usize::from(found[0] != found[1] || found[1] != found[2]);
    }
    assert!(decided_by_the_nudge > 8, "{decided_by_the_nudge}");
}

#[test]
fn slivers_and_triangles_without_area_are_decided_as_by_brute_force() {
    let mut random = Pcg64::seed_from_u64(5);
    for round in 0..24 {
        let thin = [1e-3, 1e-7, 1e-12, 0.0][round % 4];
        let squeezed = |mesh: Mesh, random: &mut Pcg64| {
            let turn = turn(random);
            mapped(&mesh, |p| turn * Vector::new(p.x, p.y, p.z * thin))
        };
        let a = soup(80, 0.6, &mut random);
        let a = Arc::new(squeezed(a, &mut random));
        let b = soup(70, 0.8, &mut random);
        let b = Arc::new(squeezed(b, &mut random));
        let pose = Pose::from_parts(Translation3::from(random_vector(&mut random, 0.2)), turn(&mut random));
        as_brute_force(&[a, b], &pose, 4.0);
    }
}

#[test]
fn few_triangles_need_no_node() {
    let mut random = Pcg64::seed_from_u64(8);
    for (a, b) in [(1, 1), (1, 4), (4, 5), (2, 300), (17, 3), (64, 65)] {
        let meshes = [a, b].map(|count| Arc::new(soup(count, 1.0, &mut random)));
        let pose = Pose::from_parts(Translation3::from(random_vector(&mut random, 0.3)), turn(&mut random));
        as_brute_force(&meshes, &pose, 4.0);
    }
}

#[test]
fn building_can_be_cancelled_and_tells_how_far_it_is() {
    let mesh = Arc::new(sheet(60, 0.1));
    let mut told = vec![];
    let cancelled = FastPair::new(&[mesh.clone(), mesh.clone()], &mut |done| {
        told.push(done);
        told.len() < 3
    });
    assert!(cancelled.is_none());
    assert_eq!(told.len(), 3);
    let mut last = 0.0;
    let progress = &mut |done: f64| {
        assert!((last..=1.0).contains(&done), "{done} after {last}");
        last = done;
        true
    };
    assert!(FastPair::new(&[mesh.clone(), mesh], progress).is_some());
    assert_eq!(last, 1.0);
}

#[test]
fn a_triangle_needs_no_more_than_135_bytes() {
    let mesh = Arc::new(sheet(50, 0.1));
    let pair = FastPair::new(&[mesh.clone(), mesh.clone()], &mut |_| true).expect("not cancelled");
    assert!(pair.built().shared);
    assert!(pair.built().bytes[0] <= 135 * mesh.triangles().len(), "{:?}", pair.built());
}

#[test]
fn the_trees_on_show_hold_every_triangle_in_every_box_above_it() {
    let mut random = Pcg64::seed_from_u64(21);
    for count in [1, 5, 90, 700] {
        let far = random_vector(&mut random, 50.0);
        let mesh = Arc::new(mapped(&soup(count, 0.3, &mut random), |p| p * 3.0 + far));
        let pair = FastPair::new(&[mesh.clone(), mesh.clone()], &mut |_| true).expect("not cancelled");
        let tree = pair.tree(0).expect("it has one");
        let mut below: Vec<u32> = tree.triangles(0).to_vec();
        below.sort_unstable();
        assert!(below.into_iter().eq(0..mesh.triangles().len() as u32), "each triangle once");
        for node in 0..tree.node_count() as u32 {
            let children = tree.children(node);
            let all: Vec<u32> = children.clone().flat_map(|child| tree.triangles(child).to_vec()).collect();
            assert!(children.is_empty() || all == tree.triangles(node), "children share the triangles out");
            let Outline::Obb(hull) = tree.outline(node, &Pose::identity()) else { panic!("no oriented box") };
            let corners = tree.triangles(node).iter().flat_map(|t| mesh.corners(*t as usize));
            assert!(corners.into_iter().all(|p| hull.contains(&p, 1e-12 * 50.0)), "node {node} of {count}");
        }
    }
}

#[test]
fn remote_meshes_are_measured_as_exactly_as_near_ones_by_few_tests() {
    let mesh = Arc::new(sheet(12, 0.2));
    let meshes = [mesh.clone(), mesh];
    let mut fast = FastPair::new(&meshes, &mut |_| true).expect("not cancelled");
    let mut exact = BruteForce::new(&meshes);
    for (k, far) in [3e2, 3e3, 1e5, 1e8].into_iter().enumerate() {
        let turn = UnitQuaternion::from_scaled_axis(Vector::new(0.3, 0.5 * k as f64, 1.0));
        let pose = Pose::from_parts(Translation3::from(Vector::new(0.6, 0.5, 0.62) * far), turn);
        let answer = fast.answer(&pose, &DISTANCE);
        same_distance(&answer, &exact.answer(&pose, &DISTANCE), 1e-15 * far * 4.0);
        assert!(answer.cost.triangle_tests < 1000, "{} tests at {far:e}", answer.cost.triangle_tests);
        let apart = answer.distance.expect("asked");
        for (share, within) in [(0.999_999, false), (1.000_001, true)] {
            assert_eq!(fast.answer(&pose, &Query::Within(apart * share)).colliding, within);
        }
    }
}
