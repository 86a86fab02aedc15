//! Volumes and their updates: they enclose everything in every pose, and the tight ones are tighter.

use std::sync::Arc;

use collidoscope_kernels::geometry::kdop::Kdop;
use collidoscope_kernels::geometry::{Fit, Mesh, Obb, Point, Sphere, Vector};
use collidoscope_kernels::hierarchies::build::plan::{Construction, Plan, Rule};
use collidoscope_kernels::hierarchies::query::Placed;
use collidoscope_kernels::hierarchies::tree::Tree;
use collidoscope_kernels::hierarchies::tree_pair::tree;
use collidoscope_kernels::hierarchies::update::approximation::Approximation;
use collidoscope_kernels::hierarchies::update::hill_climbing::HillClimbing;
use collidoscope_kernels::hierarchies::update::refit::Refit;
use collidoscope_kernels::hierarchies::update::{Applied, Turning};
use collidoscope_kernels::hierarchies::volumes::Volume;
use collidoscope_kernels::hierarchies::volumes::rss::Rss;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::scenes::{self, poses};

fn meshes() -> Vec<Arc<Mesh>> {
    let mut meshes: Vec<Arc<Mesh>> = scenes::all().into_iter().flat_map(|scene| scene.meshes).collect();
    meshes.dedup_by(|a, b| Arc::ptr_eq(a, b));
    // Far from the origin of its coordinates.
    let far = meshes[0].vertices().iter().map(|p| p + nalgebra::Vector3::new(1e4, -3e4, 2e4)).collect();
    meshes.push(Arc::new(Mesh::new(far, meshes[0].triangles().to_vec()).unwrap()));
    meshes
}

fn built<V: Volume>(mesh: &Mesh) -> Tree<V> {
    let plan =
        Plan { construction: Construction::TopDown(Rule::Median), arity: 2, leaf_size: 2, on_demand: false };
    tree(mesh, &plan, Fit::HullArea, &mut |_| true).unwrap()
}

/// Asserts that the volume of every node contains all vertices below it, in several poses.
fn encloses<V: Volume>(mesh: &Arc<Mesh>, mut turning: impl Turning<V>) {
    let tree = built::<V>(mesh);
    let size = mesh.aabb().extents().norm();
    for pose in poses(2, 10.0, 21) {
        let placed = Placed::new(&pose);
        turning.begin(&tree, &placed);
        let far = mesh.vertices().iter().map(|p| placed.point(p).coords.norm()).fold(0.0, f64::max);
        for node in 0..tree.nodes.len() as u32 {
            let volume = turning.volume(&tree, node);
            let corners = tree.triangles(node).iter().flat_map(|&t| mesh.corners(t as usize));
            for p in corners.map(|p| placed.point(&p)) {
                assert!(volume.contains(&p, 1e-14 * (size + far)), "node {node}");
            }
        }
    }
}

#[test]
fn every_volume_holds_its_triangles_in_every_pose() {
    for mesh in &meshes() {
        encloses::<Sphere>(mesh, Applied::default());
        encloses::<Obb>(mesh, Applied::default());
        encloses::<Rss>(mesh, Applied::default());
        encloses::<Kdop<3>>(mesh, Approximation::new(mesh.clone()));
        encloses::<Kdop<7>>(mesh, Approximation::new(mesh.clone()));
        encloses::<Kdop<9>>(mesh, Approximation::new(mesh.clone()));
        encloses::<Kdop<13>>(mesh, Approximation::new(mesh.clone()));
        encloses::<Kdop<3>>(mesh, HillClimbing::<3>::new(mesh.clone()));
        encloses::<Kdop<9>>(mesh, HillClimbing::<9>::new(mesh.clone()));
        encloses::<Kdop<13>>(mesh, HillClimbing::<13>::new(mesh.clone()));
        encloses::<Kdop<9>>(mesh, Refit::<9>::new(mesh.clone()));
    }
}

#[test]
fn hill_climbing_is_as_tight_as_refitting_and_tighter_than_approximation() {
    let mesh = meshes()[0].clone();
    let tree = built::<Kdop<9>>(&mesh);
    let mut updates: [Box<dyn Turning<Kdop<9>>>; 3] = [
        Box::new(Refit::<9>::new(mesh.clone())),
        Box::new(HillClimbing::<9>::new(mesh.clone())),
        Box::new(Approximation::new(mesh.clone())),
    ];
    let mut sums = [0.0; 3];
    // Half a turn in small steps, then a jump far away.
    let steps = (0..12).map(|step| {
        nalgebra::Isometry3::rotation(nalgebra::Vector3::new(0.3, 1.0, 0.2) * 0.25 * f64::from(step))
    });
    for pose in steps.chain(poses(5, 3.0, 4)) {
        let placed = Placed::new(&pose);
        updates
            .iter_mut()
            .for_each(|update| assert_eq!(update.begin(&tree, &placed) > 0, !update.is_by_node()));
        for node in 0..tree.nodes.len() as u32 {
            let [refitted, climbed, approximated] = [0, 1, 2].map(|i: usize| updates[i].volume(&tree, node));
            for i in 0..9 {
                let width = |dop: &Kdop<9>| dop.max[i] - dop.min[i];
                let tolerance = 1e-6 * width(&refitted).max(0.1);
                assert!((width(&climbed) - width(&refitted)).abs() < tolerance, "node {node}");
                assert!(width(&approximated) > width(&refitted) - tolerance, "node {node}");
            }
            for (sum, dop) in sums.iter_mut().zip([refitted, climbed, approximated]) {
                *sum += dop.max[0] - dop.min[0];
            }
        }
    }
    assert!(sums[2] > 1.005 * sums[0], "{sums:?}");
}

#[test]
fn an_approximation_does_not_grow_from_pose_to_pose() {
    let mesh = meshes()[0].clone();
    let tree = built::<Kdop<7>>(&mesh);
    let mut update = Approximation::new(mesh);
    let mut volume_at = |pose: &nalgebra::Isometry3<f64>| {
        Turning::<Kdop<7>>::begin(&mut update, &tree, &Placed::new(pose));
        update.volume(&tree, 0)
    };
    let first = volume_at(&poses(1, 1.0, 0)[0]);
    poses(100, 1.0, 1).iter().for_each(|pose| {
        volume_at(pose);
    });
    assert_eq!(volume_at(&poses(1, 1.0, 0)[0]), first);
}

#[test]
fn distances_of_volumes_are_below_those_of_their_points_and_in_closed_form_for_spheres() {
    fn check<V: Volume>(a: &Mesh, b: &Mesh) {
        let (s, t) = (built::<V>(a), built::<V>(b));
        let mut apart = 0;
        for i in &s.nodes {
            for j in &t.nodes {
                let bound = i.volume.distance(&j.volume);
                let of = |mesh: &Mesh, triangles: &[u32]| -> Vec<Point> {
                    triangles.iter().flat_map(|&t| mesh.corners(t as usize)).collect()
                };
                let (p, q) = (of(a, &s.order[i.places()]), of(b, &t.order[j.places()]));
                let points = p.iter().flat_map(|p| q.iter().map(move |q| (p - q).norm()));
                let closest = points.fold(f64::INFINITY, f64::min);
                assert!(bound <= closest + 1e-9, "{bound} {closest}");
                assert_eq!(i.volume.overlap(&j.volume, 1e-9).is_some(), i.volume.distance(&j.volume) <= 1e-9);
                apart += u32::from(bound > 0.0);
            }
        }
        assert!(apart > 20);
    }
    let (a, b) = (scenes::soup(12, 1), scenes::soup(12, 2));
    check::<Sphere>(&a, &b);
    check::<Rss>(&a, &b);
    check::<Kdop<3>>(&a, &b);
    let at = |x, radius| Sphere { center: Point::new(x, 0.0, 0.0), radius };
    assert_eq!(Volume::distance(&at(0.0, 1.0), &at(5.0, 1.5)), 2.5);
    // The sphere around a right triangle goes through its corners, with the longest side as a diameter.
    let corners = vec![Point::origin(), Point::new(3.0, 0.0, 0.0), Point::new(0.0, 4.0, 0.0)];
    let sphere =
        <Sphere as Volume>::around(&Mesh::new(corners, vec![[0, 1, 2]]).unwrap(), &[0], Fit::HullArea);
    assert!(
        (sphere.radius - 2.5).abs() < 1e-12 && (sphere.center - Point::new(1.5, 2.0, 0.0)).norm() < 1e-12
    );
}

/// The normal of a needle is mostly rounding, and often not perpendicular to its sides.
#[test]
fn boxes_of_needles_have_right_angles_and_hold_them() {
    let mut random = Pcg64::seed_from_u64(17);
    for round in 0..3000 {
        let mut vector = || Vector::from_fn(|_, _| random.random_range(-1.0..1.0));
        let (start, along, aside) = (vector(), vector(), vector());
        let thin = 10.0_f64.powf(-16.0 + 13.0 * f64::from(round) / 3000.0);
        let corners = [start, start + along, start + along * 0.5 + aside * thin].map(Point::from);
        let Obb { center, axes, half } = Obb::of_triangle(corners);
        for i in 0..3 {
            for j in 0..3 {
                let wanted = f64::from(u8::from(i == j));
                assert!((axes[i].dot(&axes[j]) - wanted).abs() < 1e-14, "{thin:e}: {axes:?}");
            }
            let inside = |p: &Point| axes[i].dot(&(p - center)).abs() <= half[i] + 1e-14;
            assert!(corners.iter().all(inside), "{thin:e}");
        }
        assert!(half.min() <= 2.0 * thin + 1e-13, "{thin:e}: {half:?}");
    }
}
