//! Compares convexity tests and hulls with brute force: every point against every face.

use std::collections::HashMap;

use collidoscope_kernels::geometry::{Mesh, MeshError, Point, Vector, hull::convex_hull, primitives};
use nalgebra::Rotation3;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Largest distance of one of `points` in front of a face of `mesh`, in units of the mesh's size.
fn farthest_in_front(mesh: &Mesh, points: &[Point]) -> f64 {
    let size = mesh.aabb().extents().max();
    let mut farthest = 0.0_f64;
    for t in 0..mesh.triangles().len() {
        let [p, q, r] = mesh.corners(t).map(|c| (c - mesh.vertices()[0]) / size);
        let Some(n) = (q - p).cross(&(r - p)).try_normalize(1e-14) else { continue };
        for v in points {
            farthest = farthest.max(n.dot(&((v - mesh.vertices()[0]) / size - p)));
        }
    }
    farthest
}

/// Like [`farthest_in_front`], by an exact predicate for needles, whose planes have no accurate digits. The
/// sign is exact.
fn exactly_in_front(mesh: &Mesh, points: &[Point]) -> f64 {
    let size = mesh.aabb().extents().max();
    let exact = |p: Point| robust::Coord3D { x: p.x, y: p.y, z: p.z };
    let mut farthest = f64::NEG_INFINITY;
    for t in 0..mesh.triangles().len() {
        let [a, b, c] = mesh.corners(t).map(exact);
        let area = mesh.area_normal(t).norm();
        for p in points {
            farthest = farthest.max(-robust::orient3d(a, b, c, exact(*p)) / area / size);
        }
    }
    farthest
}

fn moved(mesh: &Mesh, change: impl Fn(&Point) -> Point) -> Mesh {
    Mesh::new(mesh.vertices().iter().map(change).collect(), mesh.triangles().to_vec()).unwrap()
}

fn together(a: &Mesh, b: &Mesh) -> Mesh {
    let first = a.vertices().len() as u32;
    let vertices = [a.vertices(), b.vertices()].concat();
    let triangles = b.triangles().iter().map(|t| t.map(|v| v + first));
    Mesh::new(vertices, a.triangles().iter().copied().chain(triangles).collect()).unwrap()
}

/// Point sets of every difficult kind: smooth, lattices, large coplanar faces, thin plates.
fn point_set(rng: &mut Pcg64, kind: usize) -> Vec<Point> {
    let turn = Rotation3::new(Vector::new(1.0, 2.0, 0.3));
    let count = [5, 12, 60, 300][rng.random_range(0..4)];
    let mut points: Vec<Point> = (0..count)
        .map(|_| {
            let p = Vector::from_fn(|_, _| rng.random_range(-1.0..1.0));
            Point::from(match kind {
                0 => p,
                1 => p.normalize(),
                2 => p.map(|c: f64| (c * 2.0).round()),
                3 => turn * p.map(|c: f64| (c * 4.0).round() / 3.0),
                4 => {
                    let mut on_cube = p;
                    on_cube[p.iamax()] = p[p.iamax()].signum();
                    turn * on_cube
                }
                5 => turn * Vector::new(p.x, p.y * 1e-3, p.z * 1e-6),
                6 => {
                    let angle = (p.x * 30.0).round() * 0.1;
                    turn * Vector::new(angle.cos(), p.y.signum(), angle.sin())
                }
                _ => p.map(|c| f64::from(c as f32)) + Vector::repeat(1e5),
            })
        })
        .collect();
    points.extend_from_within(..count / 2);
    points
}

#[test]
fn hulls_hold_all_their_points_and_are_convex() {
    let mut rng = Pcg64::seed_from_u64(1);
    let mut hulls = 0;
    for round in 0..800 {
        let points = point_set(&mut rng, round % 8);
        let scale = 10f64.powi(rng.random_range(-9..=9));
        let points: Vec<Point> = points.iter().map(|p| p * scale).collect();
        let mesh = match convex_hull(&points) {
            Ok(mesh) => mesh,
            // A few lattice points may all lie in one plane.
            Err(MeshError::Flat) if matches!(round % 8, 2 | 3 | 4 | 6) && is_flat(&points) => continue,
            Err(e) => panic!("round {round}: {e}"),
        };
        assert_eq!(mesh.check_convex(), Ok(()), "round {round}");
        assert!(mesh.vertices().iter().all(|v| points.contains(v)), "round {round}: a vertex moved");
        // Thin plates: the planes of the rim's faces are less certain the thinner the plate.
        let tolerance = if round % 8 == 5 { 1e-7 } else { 1e-8 };
        let distance = farthest_in_front(&mesh, &points);
        assert!(distance < tolerance, "round {round}: a point {distance:e} outside");
        hulls += 1;
    }
    assert!(hulls > 700, "only {hulls} sets were not flat");
}

/// True if even the largest tetrahedron is tiny. Only for small sets.
fn is_flat(points: &[Point]) -> bool {
    let size = points.iter().map(|p| (p - points[0]).norm()).fold(0.0, f64::max);
    let v: Vec<Vector> = points.iter().map(|p| (p - points[0]) / size).collect();
    let solid = |a: &Vector, b: &Vector, c: &Vector| a.cross(b).dot(c).abs() > 1e-7;
    !v.iter().any(|a| v.iter().any(|b| v.iter().any(|c| solid(a, b, c))))
}

#[test]
fn hull_of_a_cube_with_points_inside_and_on_it() {
    let steps = [-1.0, -0.5, 0.0, 0.5, 1.0];
    let lattice = |x: f64| steps.map(|y| steps.map(|z| Point::new(x, y, z))).concat();
    for (scale, shift) in [(1.0, 0.0), (1e-9, 0.0), (1e9, 0.0), (1.0, 1e7), (1e-9, 1e-2)] {
        let points: Vec<Point> =
            steps.iter().flat_map(|&x| lattice(x)).map(|p| p * scale + Vector::repeat(shift)).collect();
        let mesh = convex_hull(&points).unwrap();
        assert_eq!(mesh.check_convex(), Ok(()));
        let volume = mesh.volume() / scale.powi(3);
        assert!((volume - 8.0).abs() < 1e-5, "scale {scale:e}, shift {shift:e}: volume {volume}");
    }
}

/// `n` points along each side of a cube.
fn lattice(n: usize) -> Vec<Vector> {
    let at = |i: usize| i as f64 / (n - 1) as f64 - 0.5;
    (0..n * n * n).map(|i| Vector::new(at(i % n), at(i / n % n), at(i / n / n))).collect()
}

#[test]
fn nearly_coplanar_points_have_a_hull() {
    let mut rng = Pcg64::seed_from_u64(4);
    let check = |what: &str, points: &[Point], volume: f64| {
        let mesh = convex_hull(points).unwrap_or_else(|e| panic!("{what}: {e}"));
        mesh.check_closed().unwrap();
        assert!(exactly_in_front(&mesh, mesh.vertices()) <= 0.0, "{what}: not convex");
        let outside = exactly_in_front(&mesh, points);
        assert!(outside <= 1e-13, "{what}: a point {outside:e} outside");
        assert!((mesh.volume() / volume - 1.0).abs() < 1e-4, "{what}: {}", mesh.volume());
    };
    for round in 0..40 {
        let turn = Rotation3::new(Vector::from_fn(|_, _| rng.random_range(-3.0..3.0)));
        let unit = 10f64.powi(9 + round % 4);
        let written = |p: Vector| Point::from((turn * p).map(|c| (c * unit).round() / unit));
        let points: Vec<Point> = lattice(6).into_iter().map(written).collect();
        check("turned and written", &points, 1.0);
        let noise = 10f64.powi(-12 + round % 5);
        let shaken = |p: Vector| Point::from(p + Vector::from_fn(|_, _| rng.random_range(-noise..noise)));
        let points: Vec<Point> = lattice(8).into_iter().map(shaken).collect();
        check("shaken", &points, 1.0);
    }
    // Needles and plates, with little volume.
    for thin in [1e-4, 1e-6] {
        let turn = Rotation3::new(Vector::new(0.3, 1.0, -2.0));
        for size in [Vector::new(1.0, thin, thin), Vector::new(1.0, 0.7, thin)] {
            let corners = collidoscope_kernels::geometry::Aabb::cube(Point::origin(), 0.5).corners();
            let points = corners.map(|p| turn * Point::from(p.coords.component_mul(&size)));
            check("thin", &points, size.product());
        }
    }
}

#[test]
fn hulls_of_prisms_may_have_thousands_of_corners() {
    let corner = |i: u32| {
        let (sin, cos) = (std::f64::consts::TAU * f64::from(i / 2) / 6000.0).sin_cos();
        Point::new(cos, f64::from(i % 2), sin)
    };
    let mesh = convex_hull(&(0..12_000).map(corner).collect::<Vec<_>>()).unwrap();
    assert_eq!((mesh.vertices().len(), mesh.triangles().len()), (12_000, 23_996));
}

#[test]
fn sets_without_a_hull_are_refused() {
    let p = Point::new;
    let line: Vec<Point> = (0..9).map(|i| p(f64::from(i) * 0.1, f64::from(i) * 0.3, 7.0)).collect();
    let turn = Rotation3::new(Vector::new(1.0, 2.0, 0.3));
    let plane: Vec<Point> =
        (0..50).map(|i| turn * p(f64::from(i % 7) * 0.1, f64::from(i / 7), 5.0)).collect();
    assert_eq!(convex_hull(&[]), Err(MeshError::Empty));
    for flat in [&[p(1.0, 2.0, 3.0)][..], &[p(1.0, 2.0, 3.0); 9], &line, &plane, &plane[..3]] {
        for scale in [1e-9, 1.0, 1e9] {
            let flat: Vec<Point> = flat.iter().map(|p| p * scale).collect();
            assert_eq!(convex_hull(&flat), Err(MeshError::Flat));
        }
    }
    for bad in [f64::NAN, f64::INFINITY] {
        let mut points = plane.clone();
        points[3].y = bad;
        assert_eq!(convex_hull(&points), Err(MeshError::NotFinite(3)));
    }
    // Finite coordinates whose differences overflow: any answer is allowed, but no panic.
    let huge = [p(1e308, 0.0, 0.0), p(-1e308, 0.0, 0.0), p(0.0, 1e308, 0.0), p(0.0, 0.0, 1e308)];
    assert_eq!(convex_hull(&huge).map(|m| m.triangles().len()), Ok(4));
}

#[test]
fn the_check_agrees_with_brute_force() {
    let mut rng = Pcg64::seed_from_u64(2);
    let (mut convex, mut not) = (0, 0);
    for round in 0..400 {
        let kind = [0, 1, 4, 7][round % 4];
        let mesh = convex_hull(&point_set(&mut rng, kind)).unwrap();
        // One vertex moved by an insignificant or a significant distance.
        let dent = [0.0, 1e-9, 1e-4, 1e-2, 0.3][rng.random_range(0..5)] * mesh.aabb().extents().max();
        let chosen = mesh.vertices()[rng.random_range(0..mesh.vertices().len())];
        let push = (mesh.aabb().center() - chosen).normalize() * dent * [1.0, -1.0][round % 2];
        let mesh = moved(&mesh, |v| if *v == chosen { v + push } else { *v });
        let brute = farthest_in_front(&mesh, mesh.vertices());
        match mesh.check_convex() {
            Ok(()) => {
                assert!(brute < 3e-6, "round {round}: accepted, but a vertex is {brute:e} in front");
                convex += 1;
            }
            Err(MeshError::NotConvex { triangle, vertex, distance }) => {
                assert!(
                    brute > 1e-6,
                    "round {round}: refused, but nothing is farther in front than {brute:e}"
                );
                let [p, ..] = mesh.corners(triangle);
                let n = mesh.area_normal(triangle).normalize();
                let again = n.dot(&(mesh.vertices()[vertex] - p));
                assert!((again - distance).abs() < 1e-6 * distance, "{again} is not {distance}");
                not += 1;
            }
            // The dent passes through the opposite face.
            Err(MeshError::Flat) if mesh.volume() <= 0.0 => {}
            Err(e) => panic!("round {round}: {e}"),
        }
    }
    assert!(convex > 100 && not > 50, "{convex} convex, {not} not");
}

#[test]
fn nested_separate_doubled_and_star_shaped_surfaces_are_not_convex() {
    let ball = primitives::sphere(1.0, 4);
    let small = moved(&ball, |v| v * 0.5);
    let beside = moved(&ball, |v| v + Vector::new(3.0, 0.0, 0.0));
    for other in [small.clone(), small.flipped(), beside] {
        let error = together(&ball, &other).check_convex().unwrap_err();
        assert!(matches!(error, MeshError::NotConvex { .. }), "{error}");
    }
    assert_eq!(together(&ball, &ball).check_convex(), Err(MeshError::Layers(2)));

    // A surface that winds twice around the y axis like a pentagram, with every edge convex.
    let star: Vec<Point> = (0..5)
        .map(|i| std::f64::consts::TAU * 2.0 * f64::from(i) / 5.0)
        .map(|angle| Point::new(angle.cos(), 0.0, angle.sin()))
        .chain([Point::new(0.0, 1.0, 0.0), Point::new(0.0, -1.0, 0.0)])
        .collect();
    let triangles = (0..5).flat_map(|i| [[5, (i + 1) % 5, i], [6, i, (i + 1) % 5]]).collect();
    let star = Mesh::new(star, triangles).unwrap();
    assert!(star.volume() > 0.0);
    assert!(matches!(star.check_convex(), Err(MeshError::NotConvex { .. })));

    assert_eq!(ball.clone().flipped().check_convex(), Err(MeshError::Flat));
    let open = Mesh::new(ball.vertices().to_vec(), ball.triangles()[1..].to_vec()).unwrap();
    assert!(matches!(open.check_convex(), Err(MeshError::Open(..))));
    // An outlying vertex that no triangle uses.
    let stray = [ball.vertices(), &[Point::new(0.0, 0.0, 1.5)]].concat();
    let stray = Mesh::new(stray, ball.triangles().to_vec()).unwrap();
    assert!(matches!(stray.check_convex(), Err(MeshError::NotConvex { vertex, .. })
        if vertex == ball.vertices().len()));
}

#[test]
fn wide_shallow_dents_are_found_in_fine_meshes() {
    // Each edge of the dent bends inwards by far less than the tolerance; the whole is 0.2 % deep.
    let dented = |v: &Point| {
        let dent = (-(v.x * v.x + v.z * v.z) * 8.0).exp() * 0.07;
        if v.y > 0.0 { Point::new(v.x, v.y - dent, v.z) } else { *v }
    };
    let ball = moved(&primitives::sphere(1.0, 20), |v| Point::new(v.x, v.y.min(0.97), v.z));
    assert_eq!(ball.check_convex(), Ok(()));
    let mesh = moved(&ball, dented);
    assert!(matches!(mesh.check_convex(), Err(MeshError::NotConvex { .. })));
}

#[test]
fn half_a_million_triangles_are_convex() {
    let turn = Rotation3::new(Vector::new(1.0, 2.0, 0.3));
    let single = |p: Point| p.map(|c| f64::from(c as f32));
    let exact = primitives::sphere(1.0, 71);
    let as_in_stl = moved(&exact, |v| single(turn * v));
    let needles = primitives::cylinder(1.0, 2.0, 15_000);
    let cube = moved(&fine_cube(200), |v| turn * v);
    for (name, mesh) in
        [("sphere", exact), ("single precision", as_in_stl), ("needles", needles), ("cube", cube)]
    {
        // Brute force would take minutes, and the test runner would end the test.
        assert_eq!(mesh.check_convex(), Ok(()), "{name}");
    }
}

/// A cube with every side cut into `n` times `n` squares.
fn fine_cube(n: i32) -> Mesh {
    let mut numbers = HashMap::new();
    let mut vertices = Vec::new();
    let mut number = |p: [i32; 3]| {
        *numbers.entry(p).or_insert_with(|| {
            vertices.push(Point::from(p.map(|c| f64::from(c) / f64::from(n) - 0.5)));
            vertices.len() as u32 - 1
        })
    };
    let mut triangles = Vec::new();
    for (side, i, j) in (0..6).flat_map(|s| (0..n).flat_map(move |i| (0..n).map(move |j| (s, i, j)))) {
        let (axis, level) = (side % 3, if side < 3 { n } else { 0 });
        let mut corner = |i, j| {
            let mut p = [0; 3];
            (p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3]) = (level, i, j);
            number(p)
        };
        let mut square = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
        if level == 0 {
            square.reverse();
        }
        let [a, b, c, d] = square;
        triangles.extend([[a, b, c], [a, c, d]]);
    }
    Mesh::new(vertices, triangles).unwrap()
}
