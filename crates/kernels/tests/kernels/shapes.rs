//! Spheres, capsules and boxes against meshes and each other, and hulls in each other.

use collidoscope_kernels::{
    Closest, Error, Hull, Mesh, Mover, Part, Pose, Queries, Ray, Scene, Shape, Tolerance, penetration,
};
use parry3d_f64::query;
use parry3d_f64::shape::{Ball, Capsule, Cuboid, Shape as ParryShape, Triangle};
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

use crate::support::arrays::{Array, dot, for_parry, length, minus, parrys_pose, plus, pose, times, vector};

/// Random triangles in a cube.
fn soup(random: &mut Pcg64, count: u32, size: f64) -> Mesh {
    let corners = (0..count).flat_map(|_| {
        let middle = vector(random, size);
        [0; 3].map(|_| plus(middle, vector(random, 0.3 * size)))
    });
    let corners: Vec<Array> = corners.collect();
    Mesh::new(&corners, &(0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect::<Vec<_>>()).unwrap()
}

/// A shape, the same for another library in units of its size, and the distance of a point from it by a closed form.
type Known = (Shape, Box<dyn ParryShape>, Box<dyn Fn(Array) -> f64>);

fn from_segment(p: Array, [a, b]: [Array; 2]) -> f64 {
    let (along, from) = (minus(b, a), minus(p, a));
    let share = (dot(along, from) / dot(along, along).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    length(minus(from, times(along, share)))
}

fn known(random: &mut Pcg64, size: f64) -> Known {
    let radius = size * random.random_range(0.05..0.8);
    match random.random_range(0..3) {
        0 => (
            Shape::sphere(radius).unwrap(),
            Box::new(Ball::new(radius / size)),
            Box::new(move |p| (length(p) - radius).max(0.0)),
        ),
        1 => {
            let ends = [vector(random, size), vector(random, size)];
            let [a, b] = ends.map(|end| for_parry(times(end, 1.0 / size)));
            let from = move |p| (from_segment(p, ends) - radius).max(0.0);
            (
                Shape::capsule(radius, ends).unwrap(),
                Box::new(Capsule::new(a, b, radius / size)),
                Box::new(from),
            )
        }
        _ => {
            let half = [0; 3].map(|_| size * random.random_range(0.05..1.0));
            let from = move |p: Array| length([0, 1, 2].map(|i| (p[i].abs() - half[i]).max(0.0)));
            (
                Shape::cuboid(half).unwrap(),
                Box::new(Cuboid::new(for_parry(times(half, 1.0 / size)))),
                Box::new(from),
            )
        }
    }
}

fn closest<'a>(a: impl Into<Part<'a>>, b: impl Into<Part<'a>>, b_in_a: &Pose) -> Closest {
    Queries::default().closest(a, b, b_in_a, Tolerance::default())
}

#[test]
fn shapes_and_meshes_are_as_far_apart_as_another_library_says() {
    let random = &mut Pcg64::seed_from_u64(1);
    let (mut touching, mut apart) = (0, 0);
    for round in 0..300 {
        let size = [1.0, 1e-9, 1e9][round % 3];
        let mesh = soup(random, 30, 2.0 * size);
        let (shape, parrys, outside) = known(random, size);
        let (turn, shift) = (vector(random, 3.0), vector(random, 3.0 * size));
        let placed = pose(turn, shift);
        let found = closest(&mesh, &shape, &placed);
        let others = (0..30).map(|i| {
            let [a, b, c] = mesh.triangle(i).unwrap().map(|p| for_parry(times(p, 1.0 / size)));
            let there = parrys_pose(turn, times(shift, 1.0 / size));
            query::distance(&parrys_pose([0.0; 3], [0.0; 3]), &Triangle::new(a, b, c), &there, &*parrys)
                .unwrap()
        });
        let other = others.map(|found| found.distance).fold(f64::INFINITY, f64::min) * size;
        // It may be too large by a share of its tolerance. Ours is proved by the points below.
        assert!(
            found.distance < other + 1e-9 * size && found.distance > other - 1e-4 * size,
            "{found:?} {other}"
        );
        // The points are at this distance, one on the triangle, one on the shape.
        let [p, q] = found.points;
        assert!((length(minus(p, q)) - found.distance).abs() < 1e-13 * size, "{found:?}");
        assert!(mesh.nearest(p).unwrap().distance < 1e-13 * size || found.distance == 0.0);
        assert!(outside(placed.inverse().place(q)) < 1e-13 * size, "{found:?}");
        let mut queries = Queries::default();
        assert_eq!(queries.touch(&mesh, &shape, &placed), found.distance == 0.0);
        let error = 1e-12 * size;
        assert!(queries.within(&mesh, &shape, &placed, found.distance + error));
        assert!(!queries.within(&mesh, &shape, &placed, found.distance - error) || found.distance <= error);
        // Both orders agree.
        let back = closest(&shape, &mesh, &placed.inverse());
        assert!((back.distance - found.distance).abs() < 1e-13 * size);
        assert!(queries.touch(&shape, &mesh, &placed.inverse()) == (back.distance == 0.0));
        if found.distance > 0.0 {
            apart += 1;
            let normal = found.normal.unwrap();
            assert!(length(minus(times(normal, found.distance), minus(q, p))) < 1e-12 * size);
        } else {
            touching += 1;
            assert!(mesh.nearest(p).unwrap().distance < 1e-13 * size, "a common point: {found:?}");
        }
    }
    assert!(touching > 50 && apart > 50, "{touching} {apart}");
}

#[test]
fn a_shape_holds_what_is_inside_it_and_a_mesh_does_not() {
    let random = &mut Pcg64::seed_from_u64(2);
    let long = Shape::cuboid([9.0, 1.0, 1.0]).unwrap();
    for _ in 0..100 {
        // One small triangle near an end of the box, among many beside it, some of which are nearer to its middle.
        let inside = random.random_bool(0.5);
        let at =
            [random.random_range(-8.5..8.5), if inside { 0.8 } else { 1.2 }, random.random_range(-0.8..0.8)];
        let mut corners: Vec<Array> = [0; 3].map(|_| plus(at, vector(random, 0.1))).to_vec();
        for _ in 0..50 {
            let beside = [random.random_range(-12.0..12.0), random.random_range(1.3..2.0), 0.0];
            corners.extend([0; 3].map(|_| plus(beside, vector(random, 0.2))));
        }
        let triangles: Vec<_> = (0..51).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let mesh = Mesh::new(&corners, &triangles).unwrap();
        let placed = pose(vector(random, 3.0), vector(random, 100.0));
        let found = closest(&mesh, &long, &placed.inverse());
        let other =
            Mesh::new(&corners.iter().map(|p| placed.place(*p)).collect::<Vec<_>>(), &triangles).unwrap();
        let moved = closest(&long, &other, &placed.inverse());
        let touches = Queries::default().touch(&long, &mesh, &Pose::identity());
        assert_eq!(touches, inside);
        assert_eq!(closest(&long, &mesh, &Pose::identity()).distance == 0.0, inside);
        assert_eq!(moved.distance == 0.0, inside);
        if inside {
            let held = closest(&long, &mesh, &Pose::identity());
            assert_eq!(held.triangles[1], 0, "the triangle inside");
            assert!(corners[..3].contains(&held.points[0]) && held.points[0] == held.points[1]);
        }
        assert!(found.distance >= 0.0);
    }
    // A sphere inside a closed mesh, and a mesh inside a sphere.
    let cube = Shape::cuboid([1.0; 3]).unwrap();
    let (vertices, triangles) = boxed([1.0; 3]);
    let hollow = Mesh::new(&vertices, &triangles).unwrap();
    let [small, large] = [0.25, 5.0].map(|radius| Shape::sphere(radius).unwrap());
    assert_eq!(closest(&hollow, &small, &Pose::identity()).distance, 0.75);
    assert_eq!(closest(&cube, &small, &Pose::identity()).distance, 0.0);
    assert_eq!(closest(&small, &cube, &Pose::identity()).distance, 0.0);
    assert!(Queries::default().touch(&hollow, &large, &Pose::identity()));
    // Two spheres: the points where both surfaces face each other, or a common point.
    let at = |x| Pose::translation([x, 0.0, 0.0]).unwrap();
    let found = closest(&small, &large, &at(6.0));
    assert_eq!((found.distance, found.points), (0.75, [[0.25, 0.0, 0.0], [1.0, 0.0, 0.0]]));
    let found = closest(&small, &large, &at(5.125));
    assert_eq!((found.distance, found.points), (0.0, [[0.25, 0.0, 0.0]; 2]));
    assert_eq!(Shape::sphere(-1.0).unwrap_err(), Error::Length("radius"));
    assert_eq!(Shape::cuboid([1.0, f64::NAN, 1.0]).unwrap_err(), Error::Length("half y"));
    let wrong = Shape::capsule(1.0, [[0.0; 3], [1e60, 0.0, 0.0]]).unwrap_err();
    assert_eq!(wrong, Error::Coordinate { what: "end", index: 1 });
}

#[test]
fn a_scene_takes_shapes_beside_meshes() {
    let random = &mut Pcg64::seed_from_u64(4);
    let mut found = 0;
    for _ in 0..40 {
        let bodies: Vec<Shape> = (0..12)
            .map(|i| if i % 4 == 0 { soup(random, 6, 1.0).into() } else { known(random, 1.0).0 })
            .collect();
        let poses: Vec<Pose> =
            bodies.iter().map(|_| pose(vector(random, 3.0), vector(random, 4.0))).collect();
        let mut scene = Scene::of_shapes(bodies.clone());
        let mut queries = Queries::default();
        let mut all = |distance: f64| -> Vec<[u32; 2]> {
            let pairs = (0..12).flat_map(|i| (i + 1..12).map(move |j| [i, j]));
            let near = pairs.filter(|[i, j]| {
                let relative = Pose::relative(&poses[*i], &poses[*j]);
                queries.within(&bodies[*i], &bodies[*j], &relative, distance)
            });
            near.map(|pair| pair.map(|body| body as u32)).collect()
        };
        assert_eq!(scene.touching(&poses).unwrap(), all(0.0));
        let near = scene.near(&poses, 0.5).unwrap();
        assert_eq!(near.iter().map(|near| near.bodies).collect::<Vec<_>>(), all(0.5));
        found += near.iter().filter(|near| near.closest.distance > 0.0).count();
        let ray = Ray::new([0.0; 3], [1.0, 0.0, 0.0]).unwrap();
        let is_flat = |shape: &Shape| format!("{shape:?}").contains("radius: 0.0,");
        assert_eq!(scene.first_hit(&poses, &ray).is_ok(), bodies.iter().all(is_flat));
    }
    assert!(found > 30, "{found}");
    let cube = Shape::cuboid([1.0; 3]).unwrap();
    let ray = Ray::new([-5.0, 0.25, 0.5], [1.0, 0.0, 0.0]).unwrap();
    let hit = Scene::of_shapes(vec![cube]).first_hit(&[Pose::identity()], &ray).unwrap().unwrap();
    assert_eq!(hit.hit.t, 4.0);
}

/// A box around the origin, 12 triangles.
fn boxed(half: Array) -> (Vec<Array>, Vec<[u32; 3]>) {
    let corner = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 1 { half[axis] } else { -half[axis] });
    let squares = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let halves = squares.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]);
    ((0..8).map(corner).collect(), halves.collect())
}

#[test]
fn the_penetration_is_the_smallest_width() {
    let random = &mut Pcg64::seed_from_u64(3);
    let (mut deep, mut apart) = (0, 0);
    for round in 0..200 {
        let size = [1.0, 1e-9, 1e9][round % 3];
        let corners = [0; 2].map(|_| (0..random.random_range(4..40)).map(|_| vector(random, size)).collect());
        let [a, b]: [Vec<Array>; 2] = corners;
        let (placed, hulls) = (
            pose(vector(random, 3.0), vector(random, 1.5 * size)),
            [&a, &b].map(|of| Hull::new(of).unwrap()),
        );
        let there: Vec<Array> = b.iter().map(|p| placed.place(*p)).collect();
        // How far B must move along a direction to leave A.
        let width = |d: Array| {
            let over = |of: &[Array]| of.iter().map(|p| dot(d, *p)).fold(f64::NEG_INFINITY, f64::max);
            over(&a) - there.iter().map(|p| dot(d, *p)).fold(f64::INFINITY, f64::min)
        };
        let tried = (0..3000).map(|_| vector(random, 1.0)).filter(|d| length(*d) > 0.1);
        let least = tried.map(|d| width(times(d, 1.0 / length(d)))).fold(f64::INFINITY, f64::min);
        let Some(found) = penetration(&hulls[0], &hulls[1], &placed) else {
            apart += 1;
            assert!(least < 0.1 * size, "not apart: {least}");
            continue;
        };
        deep += 1;
        assert!((width(found.normal) - found.depth).abs() < 1e-11 * size, "{found:?}");
        assert!(found.depth <= least + 1e-11 * size, "{found:?}, but {least}");
        assert!((length(found.normal) - 1.0).abs() < 1e-12);
        let [p, q] = found.points;
        assert!(length(minus(minus(p, q), times(found.normal, found.depth))) < 1e-12 * size);
    }
    assert!(deep > 80 && apart > 20, "{deep} {apart}");
    let flat = Hull::new(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]]).unwrap_err();
    assert!(flat.to_string().starts_with("corners: "), "{flat}");
    let corners = boxed([1.0; 3]).0;
    assert_eq!(Mover::from(&Hull::new(&corners).unwrap()), Mover::hull(&corners).unwrap());
}
