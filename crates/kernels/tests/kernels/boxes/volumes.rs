//! Volumes enclose their contents and are no larger than necessary; trees have every triangle once.

use collidoscope_kernels::geometry::{Dop18, Fit, Mesh, Obb, Point, Sphere, Vector, kdop::Kdop, primitives};
use collidoscope_kernels::object_space::hybrid_boxes::tree::{Below, Tree};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::pairs::{direction, pose, shape};
use crate::support::solids::{hollow, moved, torus};

const FITS: [Fit; 4] = [Fit::HullArea, Fit::HullAreaCentroid, Fit::VertexPca, Fit::VertexPcaMean];

/// Ordinary and degenerate meshes of every size, near and far.
fn meshes(random: &mut Pcg64) -> Vec<(String, Mesh)> {
    let mut list: Vec<(String, Mesh)> =
        (0..12).map(|i| (format!("convex {i}"), shape(1.0, random).mesh().clone())).collect();
    list.push(("torus".into(), torus(1.0, 0.3, 12, 8)));
    list.push(("hollow".into(), hollow(1.0, 0.6)));
    let cube = || primitives::cuboid(Vector::repeat(0.5));
    list.push(("cube".into(), cube()));
    list.push(("plate".into(), moved(&cube(), |p| Point::new(p.x, 0.0, 2.0 * p.z))));
    list.push(("thin plate".into(), moved(&cube(), |p| Point::new(p.x + p.z, 1e-10 * p.y, p.z))));
    list.push(("needle".into(), moved(&cube(), |p| Point::new(p.x, 2.0 * p.x, -p.x))));
    list.push(("thin needle".into(), moved(&cube(), |p| Point::new(p.x, 1e-8 * p.y, 1e-8 * p.z))));
    list.push(("dot".into(), moved(&cube(), |_| Point::new(0.1, 0.2, 0.3))));
    let resized = list.clone().into_iter().flat_map(|(name, mesh)| {
        let home = Vector::new(1e6, -3e6, 2e6);
        [
            (format!("{name}, tiny"), moved(&mesh, |p| p * 1e-6)),
            (format!("{name}, huge"), moved(&mesh, |p| p * 1e6)),
            (format!("{name}, far"), moved(&mesh, |p| p + home)),
        ]
    });
    list.extend(resized.collect::<Vec<_>>());
    list
}

#[test]
fn every_volume_encloses_its_mesh_in_every_pose() {
    let mut random = Pcg64::seed_from_u64(31);
    for (name, mesh) in meshes(&mut random) {
        let size = mesh.aabb().extents().max();
        let ball = Sphere::around(mesh.vertices());
        for p in mesh.vertices() {
            assert!((p - ball.center).norm() <= ball.radius, "{name}: sphere");
        }
        for fit in FITS {
            let bounds = Obb::of_mesh(&mesh, fit);
            assert!(mesh.vertices().iter().all(|p| bounds.contains(p, 0.0)), "{name} {fit:?}: at rest");
            for k in 0..3 {
                let along = bounds.axes[k].dot(&bounds.axes[(k + 1) % 3]);
                assert!(along.abs() < 1e-14 && (bounds.axes[k].norm() - 1.0).abs() < 1e-14, "{name} {fit:?}");
            }
            for _ in 0..10 {
                let place = direction(&mut random) * size * random.random_range(0.0..10.0);
                let pose = pose(place, &mut random);
                let posed = bounds.posed(&pose);
                let (aabb, sphere) = (posed.aabb(), posed.sphere());
                // Coordinates at that distance have no finer digits.
                let slack =
                    8.0 * f64::EPSILON * (posed.center.coords.norm() + mesh.vertices()[0].coords.norm());
                for p in mesh.vertices().iter().map(|v| pose * v) {
                    assert!(posed.contains(&p, slack), "{name} {fit:?}: OBB");
                    let inside = |i: usize| aabb.min[i] - slack <= p[i] && p[i] <= aabb.max[i] + slack;
                    assert!((0..3).all(inside), "{name} {fit:?}: AABB");
                    assert!((p - sphere.center).norm() <= sphere.radius + slack, "{name} {fit:?}: sphere");
                }
                let corners = posed.corners();
                assert!(corners.iter().all(|c| (c - sphere.center).norm() <= sphere.radius + slack));
                let dop = Dop18::of_mesh(&mesh, &pose);
                assert!(mesh.vertices().iter().all(|v| dop.contains(&(pose * v), 0.0)), "{name}: 18-DOP");
            }
        }
    }
}

#[test]
fn boxes_centred_between_the_extremes_are_tight_and_never_larger_than_those_on_the_centroid() {
    let mut random = Pcg64::seed_from_u64(32);
    for (name, mesh) in meshes(&mut random) {
        let size = mesh.aabb().extents().max();
        // Far away the rounding of the vertices dominates.
        let slack = 1e-12 * size + 8.0 * f64::EPSILON * mesh.vertices()[0].coords.norm();
        for (between, on_mean) in
            [(Fit::HullArea, Fit::HullAreaCentroid), (Fit::VertexPca, Fit::VertexPcaMean)]
        {
            let (tight, loose) = (Obb::of_mesh(&mesh, between), Obb::of_mesh(&mesh, on_mean));
            for i in 0..3 {
                let along = mesh.vertices().iter().map(|p| tight.axes[i].dot(&(p - tight.center)));
                let (min, max) = along.fold((f64::MAX, f64::MIN), |(lo, hi), x| (lo.min(x), hi.max(x)));
                assert!(2.0 * tight.half[i] - (max - min) <= slack, "{name} {between:?} axis {i}");
                assert!(tight.half[i] <= loose.half[i] + slack, "{name} {between:?} axis {i}");
            }
        }
    }
}

#[test]
fn a_turned_box_is_found_again() {
    let mut random = Pcg64::seed_from_u64(33);
    for _ in 0..50 {
        let mut side = || random.random_range(0.1..3.0);
        let half = Vector::new(side(), side(), side());
        let place = direction(&mut random) * 5.0;
        let turn = pose(place, &mut random);
        let mesh = moved(&primitives::cuboid(half), |p| turn * p);
        // The covariances of its eight corners and of its surface both have eigenvectors along its sides.
        for fit in FITS {
            let volume = Obb::of_mesh(&mesh, fit).volume();
            assert!((volume / (8.0 * half.product()) - 1.0).abs() < 1e-6, "{half:?} {fit:?}: {volume}");
        }
    }
}

#[test]
fn the_surface_decides_not_how_finely_it_is_cut() {
    // Each triangle is cut into four: the same surface with other vertices. Vertex PCA changes with them,
    // surface area does not.
    let mesh = Mesh::new(
        vec![
            Point::new(0.0, 0.0, 0.0),
            Point::new(3.0, 0.2, 0.1),
            Point::new(0.4, 1.0, 0.0),
            Point::new(0.2, 0.3, 0.7),
        ],
        vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]],
    )
    .unwrap();
    let mut pieces: Vec<[Point; 3]> = (0..4).map(|t| mesh.corners(t)).collect();
    let whole = Obb::of_mesh(&mesh, Fit::HullAreaCentroid);
    for cut in 0..6 {
        // An independent sum with each piece as a point weighted by its area. It converges with finer cuts.
        let area = |[p, q, r]: &[Point; 3]| (q - p).cross(&(r - p)).norm();
        let total: f64 = pieces.iter().map(area).sum();
        let middle = |t: &[Point; 3]| (t[0].coords + t[1].coords + t[2].coords) / 3.0;
        let mean = pieces.iter().map(|t| middle(t) * area(t)).sum::<Vector>() / total;
        assert!((mean - whole.center.coords).norm() < 1e-12, "the centroid");
        let mut off_axis = 0.0_f64;
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            let product = |t: &[Point; 3]| {
                let d = middle(t) - mean;
                whole.axes[i].dot(&d) * whole.axes[j].dot(&d) * area(t)
            };
            off_axis = off_axis.max((pieces.iter().map(product).sum::<f64>() / total).abs());
        }
        assert!(off_axis < 0.05 * 0.25_f64.powi(cut), "after {cut} cuts: {off_axis}");
        let points: Vec<Point> = pieces.iter().flatten().copied().collect();
        let again = Obb::around_surface(&points, pieces.iter().copied(), Fit::HullAreaCentroid);
        for i in 0..3 {
            assert!(again.axes[i].dot(&whole.axes[i]).abs() > 1.0 - 1e-9, "axis {i} after {cut} cuts");
        }
        pieces = pieces
            .iter()
            .flat_map(|&[p, q, r]| {
                let [pq, qr, rp] = [(p, q), (q, r), (r, p)].map(|(a, b)| nalgebra::center(&a, &b));
                [[p, pq, rp], [pq, q, qr], [rp, qr, r], [pq, qr, rp]]
            })
            .collect();
    }
}

#[test]
fn spheres_are_close_to_the_smallest() {
    let mut random = Pcg64::seed_from_u64(34);
    for _ in 0..100 {
        // The corners of a regular tetrahedron, or both ends of a diameter, and points inside: the smallest
        // ball is known.
        let (place, radius) = (direction(&mut random) * 10.0, random.random_range(0.1..10.0));
        let turn = pose(place, &mut random);
        let ends: &[[f64; 3]] = if random.random() {
            &[[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]]
        } else {
            &[[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]
        };
        let mut points: Vec<Point> =
            ends.iter().map(|e| turn * Point::from(Vector::from(*e).normalize() * radius)).collect();
        let within = |random: &mut Pcg64| direction(random) * radius * random.random_range(0.0..1.0);
        points.extend((0..20).map(|_| turn * Point::from(within(&mut random))));
        let ratio = Sphere::around(&points).radius / radius;
        assert!((1.0..1.01).contains(&(ratio + 1e-12)), "{ratio}");
    }
}

#[test]
fn k_dops_have_the_volume_of_closed_forms_and_more_slabs_cut_off_more() {
    let cube = primitives::cuboid(Vector::repeat(0.5));
    let of = |mesh: &Mesh| Dop18::around(mesh.vertices().iter().copied()).volume();
    assert!((of(&cube) - 1.0).abs() < 1e-9);
    // A cuboctahedron is bounded by three axes and eight corner directions. Of the 18 directions only the
    // axes touch it with a face, and the face diagonals touch its corners. The 18-DOP is a cube of side 2
    // minus tetrahedra at its corners, of volume 20/3; the 14-DOP is the cuboctahedron itself.
    let corners = [(0, 1), (0, 2), (1, 2)].into_iter().flat_map(|(i, j)| {
        [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)].map(|(s, t)| {
            let mut p = Point::origin();
            (p[i], p[j]) = (s, t);
            p
        })
    });
    let dop14 = Kdop::<7>::around(corners.clone());
    assert!((dop14.volume() - 20.0 / 3.0).abs() < 1e-8, "{}", dop14.volume());
    // A rhombic dodecahedron of 12 faces x ± y ≤ 1 … has volume 2, and the axes cut nothing off.
    let mut tips: Vec<Point> =
        (0..6).map(|i| Point::from(Vector::ith(i % 3, if i < 3 { 1.0 } else { -1.0 }))).collect();
    tips.extend(primitives::cuboid(Vector::repeat(0.5)).vertices());
    let dop18 = Dop18::around(tips);
    assert!((dop18.volume() - 2.0).abs() < 1e-8, "{}", dop18.volume());

    let mut random = Pcg64::seed_from_u64(35);
    for _ in 0..20 {
        let place = direction(&mut random) * 100.0;
        let turn = pose(place, &mut random);
        let body = moved(shape(1.0, &mut random).mesh(), |p| turn * p);
        let points = || body.vertices().iter().copied();
        let [k6, k14, k18, k26] = [
            Kdop::<3>::around(points()).volume(),
            Kdop::<7>::around(points()).volume(),
            Kdop::<9>::around(points()).volume(),
            Kdop::<13>::around(points()).volume(),
        ];
        assert!((k6 / body.aabb().extents().product() - 1.0).abs() < 1e-9);
        let most = 1.0 + 1e-9;
        assert!(k14 <= k6 * most && k18 <= k6 * most && k26 <= k14.min(k18) * most, "{k6} {k14} {k18} {k26}");
        assert!(body.volume() <= k26 * most);
    }
}

#[test]
fn a_tree_holds_every_triangle_once_and_every_node_what_is_below_it() {
    let mut random = Pcg64::seed_from_u64(36);
    let mut list = meshes(&mut random);
    // Each triangle is ten times smaller than the previous one, so every cut splits off one. And many at one
    // place.
    let vertices = (0..200).map(|i| {
        let r = 1e-1_f64.powi(i / 3);
        [Point::new(r, 0.0, 0.0), Point::new(r, 0.1 * r, 0.0), Point::new(r, 0.0, 0.1 * r)][i as usize % 3]
    });
    let triangles = (0..66).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    list.push(("dwindling".into(), Mesh::new(vertices.collect(), triangles.collect()).unwrap()));
    let cube = primitives::cuboid(Vector::repeat(0.5));
    list.push((
        "stacked".into(),
        Mesh::new(cube.vertices().to_vec(), vec![cube.triangles()[0]; 100]).unwrap(),
    ));
    for (name, mesh) in list {
        for fit in [Fit::HullArea, Fit::HullAreaCentroid, Fit::VertexPca] {
            let tree = Tree::build(&mesh, fit);
            let below = |root: u32| {
                let (mut open, mut found) = (vec![root], vec![]);
                while let Some(node) = open.pop() {
                    match tree.nodes[node as usize].below {
                        Below::Triangle(t) => found.push(t),
                        Below::Children(first) => open.extend([first, first + 1]),
                    }
                }
                found
            };
            let mut all = below(0);
            all.sort_unstable();
            assert!(all.windows(2).all(|w| w[0] != w[1]), "{name}: a triangle twice");
            let has_area = |t: &u32| {
                let [p, q, r] = tree.corners(*t);
                (q - p).cross(&(r - p)).norm() > 1e-9 * tree.reach * tree.reach
            };
            let wanted = (0..mesh.triangles().len() as u32).filter(has_area);
            assert!(wanted.into_iter().all(|t| all.binary_search(&t).is_ok()), "{name}: a triangle lost");
            for (i, node) in tree.nodes.iter().enumerate() {
                for p in below(i as u32).into_iter().flat_map(|t| tree.corners(t)) {
                    let d = p - node.center;
                    let inside = (0..3).all(|k| node.axes[k].dot(&d).abs() <= node.half[k]);
                    assert!(inside && d.norm() <= node.radius, "{name} {fit:?}: node {i}");
                }
            }
        }
    }
}
