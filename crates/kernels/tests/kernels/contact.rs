//! Contacts against brute force over all directions that can be the smallest width, and at degenerate poses.

use std::sync::Arc;

use collidoscope_kernels::geometry::{Mesh, Point, Pose, Shape, Solid, Vector, hull, primitives};
use collidoscope_kernels::object_space::contact::{Contact, contact};
use collidoscope_kernels::object_space::reference::distance;
use collidoscope_kernels::world::Body;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::pairs::{SITUATIONS, direction, pairs, pose, shape};
use crate::support::solids;

/// A polyhedron in axes of the world, around the position of A.
struct Posed {
    points: Vec<Vector>,
    /// A corner and the unit normal of every face of the hull.
    faces: Vec<(Vector, Vector)>,
    edges: Vec<Vector>,
}

impl Posed {
    fn of(body: &Body, home: &Vector) -> Self {
        let around = hull::convex_hull(body.shape.mesh().vertices()).unwrap();
        let at = body.pose.translation.vector - home;
        let place = |p: &Point| body.pose.rotation * p.coords + at;
        let faces = (0..around.triangles().len()).map(|face| {
            (place(&around.corners(face)[0]), body.pose.rotation * around.area_normal(face).normalize())
        });
        let edges = hull::edges(&around).into_iter().map(|[p, q]| body.pose.rotation * (q - p).normalize());
        Self {
            points: around.vertices().iter().map(place).collect(),
            faces: faces.collect(),
            edges: edges.collect(),
        }
    }

    fn reach(&self, along: &Vector) -> f64 {
        self.points.iter().map(|p| along.dot(p)).fold(f64::MIN, f64::max)
    }

    /// Signed distance from the hull's planes: negative inside, 0 on the surface.
    fn height(&self, point: &Vector) -> f64 {
        self.faces.iter().map(|(corner, normal)| normal.dot(&(point - corner))).fold(f64::MIN, f64::max)
    }
}

/// The smallest width of A ⊖ B over the normals of its faces: those of A's faces, of B's turned round, and the cross
/// products of two edges.
fn brute_force(a: &Posed, b: &Posed) -> f64 {
    let width = |normal: Vector| a.reach(&normal) + b.reach(&-normal);
    let of_faces = a.faces.iter().map(|(_, n)| *n).chain(b.faces.iter().map(|(_, n)| -n));
    let crossed = a.edges.iter().flat_map(|e| b.edges.iter().map(move |f| e.cross(f)));
    let crossed = crossed.filter_map(|n| n.try_normalize(1e-9)).flat_map(|n| [n, -n]);
    of_faces.chain(crossed).map(width).fold(f64::INFINITY, f64::min)
}

fn moved(body: &Body, by: Vector) -> Body {
    let at = body.pose.translation.vector + by;
    Body { pose: Pose::from_parts(at.into(), body.pose.rotation), ..body.clone() }
}

/// The contact of colliding bodies after all checks, and the largest deviation in sizes of the larger body.
fn checked(a: &Body, b: &Body) -> (Contact, f64) {
    let size = a.shape.size().max(b.shape.size());
    let home = a.pose.translation.vector;
    let found = contact(a, b).expect("colliding bodies have a contact");
    let (of_a, of_b) = (Posed::of(a, &home), Posed::of(b, &home));
    let numbers = found.point_a.iter().chain(found.point_b.iter()).chain(found.normal.iter());
    assert!(numbers.chain([&found.depth]).all(|n| n.is_finite()) && found.depth >= 0.0, "{found:?}");

    let off_depth = found.depth - brute_force(&of_a, &of_b).max(0.0);
    let off_a = of_a.height(&(found.point_a.coords - home));
    let off_b = of_b.height(&(found.point_b.coords - home));
    let off_line = (found.point_a - found.point_b - found.normal * found.depth).norm();
    let off_unit = size * (found.normal.norm() - 1.0);
    let deviations = [off_depth, off_a, off_b, off_line, off_unit].map(|off| off.abs() / size);
    assert!(deviations.iter().all(|off| *off <= 1e-9), "depth, A, B, line, unit: {deviations:?}");

    let margin = 1e-9 * size + 4.0 * f64::EPSILON * home.norm();
    let out = moved(b, found.normal * (found.depth + margin));
    assert!(distance(a, &out) > 0.0, "moving by the depth separates: {found:?}");
    let held = moved(b, found.normal * (0.999 * found.depth));
    assert!(found.depth < 1e3 * margin || distance(a, &held) == 0.0, "0.999 of it does not: {found:?}");
    (found, deviations.into_iter().fold(0.0, f64::max))
}

#[test]
fn depths_are_the_smallest_width_in_every_situation() {
    for (seed, situation) in SITUATIONS.into_iter().enumerate() {
        let all = pairs(situation, 1000, 4000 + seed as u64);
        let colliding = all.iter().filter(|[a, b]| distance(a, b) == 0.0).take(200);
        let deviations: Vec<f64> = colliding.map(|[a, b]| checked(a, b).1).collect();
        assert_eq!(deviations.len(), 200, "{situation:?}");
        println!("{situation:?}: {:e}", deviations.into_iter().fold(0.0, f64::max));
    }
}

#[test]
fn disjoint_bodies_have_no_contact() {
    let mut disjoint = 0;
    for situation in SITUATIONS {
        for [a, b] in pairs(situation, 100, 77) {
            assert_eq!(contact(&a, &b).is_some(), distance(&a, &b) == 0.0);
            disjoint += usize::from(distance(&a, &b) > 0.0);
        }
    }
    assert!(disjoint > 100);
}

fn solid(solid: Solid) -> Arc<Shape> {
    Arc::new(Shape::primitive(solid, 2).unwrap())
}

fn cube(side: f64) -> Arc<Shape> {
    solid(Solid::Cuboid { half_extents: Vector::repeat(0.5 * side) })
}

/// Scales and places at which every degenerate pose is tried, metres.
const PLACES: [(f64, f64); 5] = [(1.0, 0.0), (1e-6, 0.0), (1e6, 0.0), (1.0, 1e6), (1e-6, 1e-1)];

#[test]
fn identical_and_concentric_bodies_leave_by_the_shortest_way() {
    let mut random = Pcg64::seed_from_u64(5);
    let mut concentric = 0;
    for (unit, home) in PLACES {
        for _ in 0..40 {
            let at = pose(direction(&mut random) * home, &mut random);
            let first = Body::at_rest(shape(unit, &mut random), at);
            checked(&first, &first.clone());
            let inside = Body::at_rest(shape(0.5 * unit, &mut random), at);
            let turned = Body { pose: pose(at.translation.vector, &mut random), ..first.clone() };
            // A random hull need not contain its origin.
            for second in [inside, turned] {
                if distance(&first, &second) == 0.0 {
                    checked(&first, &second);
                    concentric += 1;
                }
            }
        }
        let at = Pose::new(Vector::repeat(home), Vector::zeros());
        let (found, _) = checked(&Body::at_rest(cube(unit), at), &Body::at_rest(cube(unit), at));
        assert!((found.depth - unit).abs() < 1e-12 * unit);
    }
    assert!(concentric > 300, "{concentric}");
}

#[test]
fn bodies_that_touch_have_depth_zero() {
    let offsets = [
        Vector::x(),
        Vector::new(1.0, 0.3, 0.2),
        Vector::new(1.0, 0.5, 0.5),
        Vector::new(1.0, 1.0, 0.0),
        Vector::new(1.0, 1.0, 0.4),
        Vector::repeat(1.0),
        Vector::new(-1.0, 1.0, -1.0),
    ];
    let mut random = Pcg64::seed_from_u64(6);
    for (unit, home) in PLACES {
        let home = Vector::new(home, -home, 0.0);
        for offset in offsets {
            for turn in [Vector::zeros(), direction(&mut random)] {
                let turn = nalgebra::UnitQuaternion::from_scaled_axis(turn);
                let at = |v: Vector| Pose::from_parts((home + turn * v * unit).into(), turn);
                let a = Body::at_rest(cube(unit), at(Vector::zeros()));
                let b = Body::at_rest(cube(unit), at(offset));
                // A rotated or distant pose is rounded, so the pair may be disjoint.
                if turn.angle() == 0.0 && home.norm() == 0.0 || distance(&a, &b) == 0.0 {
                    let (found, _) = checked(&a, &b);
                    assert!(found.depth <= 1e-9 * unit, "{offset}: {}", found.depth);
                }
                for depth in [1e-12, 1e-9, 1e-6, 1e-3] {
                    let deeper = moved(&b, -(turn * offset) * (unit * depth));
                    if distance(&a, &deeper) == 0.0 {
                        checked(&a, &deeper);
                    }
                }
            }
        }
    }
}

#[test]
fn edges_vertices_and_coplanar_faces_meet() {
    let quarter = std::f64::consts::FRAC_PI_4;
    let tilt = (1.0f64 / 3.0).sqrt().acos();
    for (unit, home) in PLACES {
        let body = |shape: &Arc<Shape>, at: Vector, turn: Vector| {
            Body::at_rest(Arc::clone(shape), Pose::new(Vector::repeat(home) + at * unit, turn))
        };
        let cube = cube(unit);
        let root = 0.5f64.sqrt();
        for gap in [0.0, 1e-7, 1e-3, 0.1] {
            // Two crossed edges, then a vertex on a face, then two vertices.
            let low = body(&cube, Vector::zeros(), Vector::z() * quarter);
            let high = body(&cube, Vector::y() * (2.0 * root - gap), Vector::x() * quarter);
            let upright =
                nalgebra::UnitQuaternion::from_scaled_axis(Vector::new(1.0, 0.0, -1.0).normalize() * tilt);
            let on_tip = |y: f64| body(&cube, Vector::y() * y, upright.scaled_axis());
            let tall = 0.75f64.sqrt();
            let flat = body(&cube, Vector::zeros(), Vector::zeros());
            let pairs = [
                (&low, &high),
                (&flat, &on_tip(0.5 + tall - gap)),
                (&on_tip(0.0), &on_tip(2.0 * tall - gap)),
            ];
            for (a, b) in pairs {
                if distance(a, b) == 0.0 {
                    checked(a, b);
                }
            }
        }
        // Stacks: caps with many corners, one upon the other.
        let mut random = Pcg64::seed_from_u64(8);
        for level in 1..4 {
            let meshes = [
                primitives::cylinder(0.5 * unit, unit, level),
                primitives::cone(0.5 * unit, unit, level),
                primitives::cuboid(Vector::repeat(0.5 * unit)),
            ];
            for mesh in &meshes {
                for depth in [0.0, 1e-10, 1e-5, 0.01, 0.5, 0.9] {
                    let (of_a, of_b) = (&meshes[0], mesh);
                    let shape = |mesh: &Mesh| Arc::new(Shape::polyhedron(mesh.clone()));
                    let turn = Vector::y() * random.random_range(0.0..1.0);
                    let aside = Vector::x() * random.random_range(0.0..0.4);
                    let a = body(&shape(of_a), Vector::zeros(), turn);
                    let b = body(&shape(of_b), Vector::y() * (1.0 - depth) + aside, Vector::zeros());
                    if distance(&a, &b) == 0.0 {
                        checked(&a, &b);
                    }
                }
            }
        }
    }
}

#[test]
fn round_solids_keep_to_closed_forms() {
    let at = |x: f64, y: f64, z: f64| Pose::new(Vector::new(x, y, z), Vector::zeros());
    let ball = |radius| solid(Solid::Ball { radius });
    let can = solid(Solid::Cylinder { radius: 0.5, height: 2.0 });
    let hat = solid(Solid::Cone { radius: 1.0, height: 2.0 });
    let depth = |a: &Arc<Shape>, b: &Arc<Shape>, pose| {
        let (a, b) = (Body::at_rest(Arc::clone(a), Pose::identity()), Body::at_rest(Arc::clone(b), pose));
        let found = contact(&a, &b).unwrap();
        let out = moved(&b, found.normal * (found.depth + 1e-8));
        assert!(distance(&a, &out) > 0.0, "{found:?}");
        assert!((found.point_a - found.point_b - found.normal * found.depth).norm() < 1e-12);
        found.depth
    };
    let cases = [
        (depth(&ball(1.0), &ball(0.5), at(1.2, 0.0, 0.0)), 0.3),
        (depth(&ball(1.0), &ball(0.5), at(0.0, 0.0, 0.0)), 1.5),
        (depth(&ball(1.0), &ball(0.5), at(0.0, 1.5, 0.0)), 0.0),
        (depth(&cube(2.0), &ball(0.5), at(0.1, 1.3, 0.2)), 0.2),
        (depth(&cube(2.0), &ball(0.5), at(1.2, 1.2, 0.0)), 0.5 - 0.2 * 2f64.sqrt()),
        (depth(&cube(2.0), &ball(0.5), at(1.2, 1.2, 1.2)), 0.5 - 0.2 * 3f64.sqrt()),
        (depth(&can, &can, at(0.3, 0.0, 0.0)), 0.7),
        (depth(&can, &can, at(0.3, 1.9, 0.0)), 0.1),
        (depth(&can, &ball(0.5), at(0.6, 0.0, 0.3)), 1.0 - 0.45f64.sqrt()),
        (depth(&hat, &can, at(0.0, 1.95, 0.0)), 0.05),
    ];
    for (i, (found, expected)) in cases.into_iter().enumerate() {
        assert!((found - expected).abs() < 1e-8, "case {i}: {found} and not {expected}");
    }
    // Concentric: every direction across is the shortest, and the limit may end the search.
    for round in [&can, &ball(0.5)] {
        let found = depth(&can, round, at(0.0, 0.0, 0.0)) + 1e-12;
        assert!((1.0..1.0001).contains(&found), "{found}");
    }
}

#[test]
fn concave_bodies_touch_by_their_hulls_and_wrong_input_has_no_contact() {
    let ring = solids::body(solids::torus(1.0, 0.25, 16, 8), solids::at(0.0, 0.0, 0.0));
    let inside = Body::at_rest(cube(0.2), solids::at(0.0, 0.0, 0.0));
    let (found, _) = checked(&ring, &inside);
    assert!((found.depth - 0.35).abs() < 1e-12, "over the top of the hull: {}", found.depth);

    let nowhere = moved(&inside, Vector::repeat(f64::NAN));
    assert_eq!([contact(&ring, &nowhere), contact(&nowhere, &ring)], [None, None]);
    let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, z)| Point::new(x, 0.0, z));
    let square = Mesh::new(square.to_vec(), vec![[0, 2, 1], [0, 3, 2]]).unwrap();
    let flat = solids::body(square, solids::at(0.0, 0.0, 0.0));
    assert_eq!(contact(&flat, &flat), None, "two flat bodies in one plane");
    let over = contact(&flat, &inside).unwrap();
    assert!((over.depth - 0.1).abs() < 1e-12, "{over:?}");
}
