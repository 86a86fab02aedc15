//! Convex decomposition: the pieces are convex and cover the mesh, and their overshoot is reported.

use std::f64::consts::TAU;

use collidoscope::geometry::{Mesh, MeshError, Point, Shape, Vector, primitives};
use collidoscope::solids::decomposition::{self, DecomposeError, Decomposition, FINE, Parameters, Progress};
use collidoscope::world::PRESETS;
use nalgebra::UnitQuaternion;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// A closed ring around the y axis of `around` times `across` quads.
pub fn torus(ring: f64, tube: f64, around: u32, across: u32) -> Mesh {
    let mut vertices = Vec::new();
    for i in 0..around {
        let (s, c) = (TAU * f64::from(i) / f64::from(around)).sin_cos();
        for j in 0..across {
            let (up, out) = (TAU * f64::from(j) / f64::from(across)).sin_cos();
            let radius = ring + tube * out;
            vertices.push(Point::new(radius * c, tube * up, radius * s));
        }
    }
    let at = |i: u32, j: u32| (i % around) * across + j % across;
    let quad = |i, j| {
        let [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
        [[a, b, c], [a, c, d]]
    };
    let triangles = (0..around).flat_map(|i| (0..across).flat_map(move |j| quad(i, j))).collect();
    Mesh::new(vertices, triangles).unwrap()
}

/// A letter as a prism: its counter-clockwise outline, fanned from the first corner, extruded by `depth`.
fn letter(outline: &[[f64; 2]], fan: &[[u32; 3]], depth: f64) -> Mesh {
    let n = outline.len() as u32;
    let at = |z: f64| outline.iter().map(move |&[x, y]| Point::new(x, y, z));
    let vertices = at(depth).chain(at(0.0)).collect();
    let mut triangles: Vec<[u32; 3]> = fan.to_vec();
    triangles.extend(fan.iter().map(|&[a, b, c]| [n + a, n + c, n + b]));
    for i in 0..n {
        let j = (i + 1) % n;
        triangles.extend([[n + i, n + j, j], [n + i, j, i]]);
    }
    Mesh::new(vertices, triangles).unwrap()
}

/// An L with arms of length 2 and 3, one thick.
pub fn letter_l() -> Mesh {
    let outline = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
    letter(&outline, &[[0, 1, 3], [1, 2, 3], [0, 3, 5], [3, 4, 5]], 1.0)
}

/// A box with a box-shaped cavity inside.
fn hollow() -> Mesh {
    let (outer, inner) =
        (primitives::cuboid(Vector::repeat(1.0)), primitives::cuboid(Vector::repeat(0.5)).flipped());
    join(&outer, &inner)
}

fn join(a: &Mesh, b: &Mesh) -> Mesh {
    let n = a.vertices().len() as u32;
    let vertices = a.vertices().iter().chain(b.vertices()).copied().collect();
    let moved = b.triangles().iter().map(|t| t.map(|v| v + n));
    Mesh::new(vertices, a.triangles().iter().copied().chain(moved).collect()).unwrap()
}

fn moved(mesh: &Mesh, to: impl Fn(&Point) -> Point) -> Mesh {
    Mesh::new(mesh.vertices().iter().map(to).collect(), mesh.triangles().to_vec()).unwrap()
}

/// A ball whose radius varies by a third.
fn star(seed: u64) -> Mesh {
    let mut random = Pcg64::seed_from_u64(seed);
    let waves: Vec<Vector> = (0..3).map(|_| Vector::from_fn(|_, _| random.random_range(-3.0..3.0))).collect();
    let bumps = |d: &Vector| waves.iter().map(|w| w.dot(d).sin()).sum::<f64>() / 3.0;
    moved(&primitives::sphere(1.0, 2), |p| p * (1.0 + 0.33 * bumps(&p.coords)))
}

fn decompose(mesh: &Mesh, parameters: Parameters) -> Decomposition {
    decomposition::decompose(mesh, &parameters, &mut |_| true).unwrap()
}

/// Distance of `p` outside the union of the pieces, metres.
fn outside(pieces: &[Mesh], p: &Point) -> f64 {
    let from_piece = |piece: &Mesh| {
        let faces = 0..piece.triangles().len();
        let in_front = |t| {
            let normal = piece.area_normal(t);
            // The plane of a sliver is mostly rounding error.
            let unit = normal.try_normalize(1e-12 * piece.aabb().extents().max().powi(2));
            unit.map_or(0.0, |unit| unit.dot(&(p - piece.corners(t)[0])))
        };
        faces.map(in_front).fold(0.0, f64::max)
    };
    pieces.iter().map(from_piece).fold(f64::INFINITY, f64::min)
}

/// True if a ray from the point crosses the mesh an odd number of times; independent of winding numbers.
fn is_inside(mesh: &Mesh, p: &Point) -> bool {
    let direction = Vector::new(0.5772, 0.3217, 0.7591).normalize();
    let crossed = |t: &usize| {
        let [a, b, c] = mesh.corners(*t);
        let system = nalgebra::Matrix3::from_columns(&[b - a, c - a, -direction]);
        let Some(solution) = system.lu().solve(&(p - a)) else {
            return false;
        };
        solution.x >= 0.0 && solution.y >= 0.0 && solution.x + solution.y <= 1.0 && solution.z > 0.0
    };
    (0..mesh.triangles().len()).filter(crossed).count() % 2 == 1
}

/// Asserts that the pieces are convex, that they contain every vertex, points of the surface and points
/// inside up to 1e-9 of the size, and that no point of a piece is farther out than reported.
fn assert_covers(what: &str, mesh: &Mesh, found: &Decomposition) {
    let size = mesh.aabb().extents().max();
    let mut random = Pcg64::seed_from_u64(5);
    let mut points: Vec<Point> = mesh.vertices().to_vec();
    for _ in 0..400 {
        let [a, b, c] = mesh.corners(random.random_range(0..mesh.triangles().len()));
        let (mut u, mut v) = (random.random_range(0.0..1.0), random.random_range(0.0..1.0));
        if u + v > 1.0 {
            (u, v) = (1.0 - u, 1.0 - v);
        }
        points.push(a + (b - a) * u + (c - a) * v);
    }
    let bounds = mesh.aabb();
    let anywhere = |random: &mut Pcg64| {
        Point::from(Vector::from_fn(|i, _| random.random_range(bounds.min[i]..=bounds.max[i])))
    };
    let within: Vec<Point> =
        (0..1500).map(|_| anywhere(&mut random)).filter(|p| is_inside(mesh, p)).collect();
    assert!(within.len() > 50, "{what}: {} points inside", within.len());
    points.extend(within);
    for p in &points {
        let outside = outside(&found.pieces, p) / size;
        assert!(outside < 1e-9, "{what}: {p} lies {outside:e} of the size outside all pieces");
    }
    for piece in &found.pieces {
        assert_eq!(piece.check_convex(), Ok(()), "{what}");
        // Points of the pieces outside the mesh are no farther out than reported. The nearest of many points
        // on the surface is an upper bound; they are dense enough for a few per cent.
        let center = Point::from(
            piece.vertices().iter().map(|v| v.coords).sum::<Vector>() / piece.vertices().len() as f64,
        );
        for v in piece.vertices().iter().take(40) {
            let p = v + (center - v) * 1e-7;
            if !is_inside(mesh, &p) {
                let far = distance_to(mesh, &p) / size;
                assert!(far <= found.overshoot + FINE, "{what}: {far} of the size, told {}", found.overshoot);
            }
        }
    }
}

/// The distance to the nearest of a dense set of points on each triangle.
fn distance_to(mesh: &Mesh, p: &Point) -> f64 {
    let mut nearest = f64::INFINITY;
    for t in 0..mesh.triangles().len() {
        let [a, b, c] = mesh.corners(t);
        for i in 0..=6 {
            for j in 0..=6 - i {
                let q = a + (b - a) * (f64::from(i) / 6.0) + (c - a) * (f64::from(j) / 6.0);
                nearest = nearest.min((q - p).norm());
            }
        }
    }
    nearest
}

fn assert_each_covers(cases: &[(&str, Mesh)], most_told: f64) {
    for (what, mesh) in cases {
        let found = decompose(mesh, Parameters::default());
        let volume = found.pieces.iter().map(Mesh::volume).sum::<f64>() / mesh.volume();
        println!(
            "{what}: {} pieces, overshoot {:.2} %, volume {volume:.4}",
            found.pieces.len(),
            100.0 * found.overshoot
        );
        assert_covers(what, mesh, &found);
        assert!(volume >= 0.999_999 && found.overshoot <= most_told, "{what}");
    }
}

#[test]
fn pieces_of_flat_sided_bodies_cover_them() {
    let turn = UnitQuaternion::from_scaled_axis(Vector::new(0.3, -1.1, 0.4));
    let apart =
        join(&primitives::cuboid(Vector::repeat(1.0)), &moved(&letter_l(), |p| p + Vector::x() * 3.0));
    let tilted = moved(&letter_l(), |p| turn * p);
    let cases =
        [("letter L", letter_l()), ("tilted letter", tilted), ("hollow box", hollow()), ("two apart", apart)];
    assert_each_covers(&cases, 1e-9);
}

#[test]
fn pieces_of_a_ring_cover_it() {
    assert_each_covers(&[("ring", torus(1.0, 0.35, 24, 12))], 0.02);
}

#[test]
fn pieces_of_bumpy_bodies_cover_them() {
    assert_each_covers(&[("star", star(1)), ("another star", star(2))], 0.03);
}

#[test]
fn flat_sided_bodies_come_apart_exactly() {
    for (what, mesh, pieces) in [("letter L", letter_l(), 2), ("hollow box", hollow(), 6)] {
        let found = decompose(&mesh, Parameters::default());
        assert_eq!(found.pieces.len(), pieces, "{what}");
        assert!(found.overshoot < 1e-9, "{what}: {}", found.overshoot);
        let volume: f64 = found.pieces.iter().map(Mesh::volume).sum();
        assert!((volume / mesh.volume() - 1.0).abs() < 1e-9, "{what}: {volume}");
    }
}

#[test]
fn size_and_place_change_nothing() {
    let here = decompose(&letter_l(), Parameters::default());
    for scale in [1e-7, 1e7] {
        let mesh = moved(&letter_l(), |p| Point::from((p.coords + Vector::new(50.0, -20.0, 3.0)) * scale));
        let found = decompose(&mesh, Parameters::default());
        assert_eq!(found.pieces.len(), here.pieces.len());
        assert_covers("scaled", &mesh, &found);
        assert!(found.overshoot < 1e-9);
    }
}

#[test]
fn a_convex_mesh_is_its_own_single_piece() {
    for mesh in [primitives::cone(1.0, 2.0, 2), primitives::cuboid(Vector::new(1e-5, 1.0, 3.0))] {
        let found = decompose(&mesh, Parameters::default());
        assert_eq!((found.pieces, found.overshoot), (vec![mesh], 0.0));
    }
}

#[test]
fn fewer_pieces_stick_out_farther() {
    let ring = torus(1.0, 0.35, 24, 12);
    let with = |most_pieces| decompose(&ring, Parameters { most_pieces, tolerance: 0.0 });
    let (few, many) = (with(4), with(12));
    assert!(few.pieces.len() <= 4 && many.pieces.len() <= 12);
    assert!(few.overshoot > many.overshoot + 0.01, "{} and {}", few.overshoot, many.overshoot);
    assert_covers("few", &ring, &few);
    // The hull of the whole closes the hole; its farthest point lies on the axis at the height of the tube's top.
    let one = with(1);
    assert_eq!(one.pieces.len(), 1);
    let expected = 1.0_f64.hypot(0.35) - 0.35;
    assert!((one.overshoot - expected / 2.7).abs() < 0.5 * FINE, "{} of 2.7 m", one.overshoot);
}

#[test]
fn it_stops_when_told_and_tells_its_progress() {
    let ring = torus(1.0, 0.35, 24, 12);
    let mut heard: Vec<Progress> = Vec::new();
    let found = decomposition::decompose(&ring, &Parameters::default(), &mut |progress| {
        heard.push(progress);
        heard.len() < 200
    });
    assert_eq!((found, heard.len()), (Err(DecomposeError::Stopped), 200));
    assert!(heard[0].overshoot > 0.2 && heard[199].pieces > heard[0].pieces);
}

#[test]
fn broken_meshes_are_refused_with_the_place() {
    let ring = torus(1.0, 0.35, 8, 6);
    let without_one = Mesh::new(ring.vertices().to_vec(), ring.triangles()[1..].to_vec()).unwrap();
    let mut turned = ring.triangles().to_vec();
    turned[7].swap(0, 1);
    let turned = Mesh::new(ring.vertices().to_vec(), turned).unwrap();
    let mut fin = ring.triangles().to_vec();
    fin.push(fin[0]);
    let fin = Mesh::new(ring.vertices().to_vec(), fin).unwrap();
    let inside_out = join(
        &letter_l(),
        &moved(&primitives::cuboid(Vector::repeat(0.5)), |p| p + Vector::x() * 9.0).flipped(),
    );
    let flat = Mesh::new(
        ring.vertices().iter().map(|p| Point::new(p.x, 0.0, p.z)).collect(),
        ring.triangles().to_vec(),
    );
    let refused = |mesh: &Mesh| match decomposition::decompose(mesh, &Parameters::default(), &mut |_| true) {
        Err(DecomposeError::Broken(why)) => (mesh.explain(&why, None), why),
        other => panic!("not refused: {other:?}"),
    };
    let (text, why) = refused(&without_one);
    assert!(matches!(why, MeshError::Open(..)) && text.contains("the edge from the vertex at ("), "{text}");
    assert!(matches!(refused(&turned).1, MeshError::Twisted(..)), "{}", refused(&turned).0);
    assert!(matches!(refused(&fin).1, MeshError::NonManifold(_, _, 3)), "{}", refused(&fin).0);
    assert!(matches!(refused(&inside_out).1, MeshError::InsideOut(_)), "{}", refused(&inside_out).0);
    assert_eq!(refused(&flat.unwrap()).1, MeshError::Flat);
}

/// The mesh as read from a file with this number of decimals.
fn rounded(mesh: &Mesh, digits: i32) -> Mesh {
    let unit = 10f64.powi(digits);
    moved(mesh, |p| Point::from(p.coords.map(|c| (c * unit).round() / unit)))
}

#[test]
fn rings_written_with_few_digits_come_apart() {
    // Cuts through nearly flat quads leave slivers; none of these pieces may make the whole fail.
    let turn = UnitQuaternion::from_scaled_axis(Vector::new(0.7, 0.2, -0.4));
    for (around, across) in [(8, 6), (8, 12), (16, 6)] {
        for tube in [0.1, 0.25, 0.35] {
            for digits in [4, 6] {
                let straight = torus(1.0, tube, around, across);
                for ring in [straight.clone(), moved(&straight, |p| turn * p)] {
                    let ring = rounded(&ring, digits);
                    let found = decompose(&ring, Parameters::default());
                    let what = format!("{around} by {across}, tube {tube}, {digits} digits");
                    let volume: f64 = found.pieces.iter().map(Mesh::volume).sum();
                    assert!((0.999_999..1.3).contains(&(volume / ring.volume())), "{what}: {volume}");
                    let shape = Shape::concave(ring, found.pieces);
                    assert!(shape.is_ok_and(|shape| shape.pieces().len() > 4), "{what}");
                }
            }
        }
    }
}

#[test]
fn a_shape_keeps_its_pieces_when_it_is_fitted() {
    let found = decompose(&letter_l(), Parameters::default());
    let shape = Shape::concave(letter_l(), found.pieces).unwrap();
    assert!(shape.convexity().is_err());
    let fitted = shape.fitted(0.5).unwrap();
    assert!((fitted.size() - 0.5).abs() < 1e-15 && fitted.local_aabb().center().coords.norm() < 1e-15);
    assert_eq!((fitted.pieces().len(), fitted.convexity()), (2, shape.convexity()));
    let volume: f64 = fitted.pieces().iter().map(|p| p.volume()).sum();
    assert!((volume / fitted.volume() - 1.0).abs() < 1e-12);
    // A convex mesh needs no pieces.
    let ball = primitives::sphere(1.0, 1);
    assert!(Shape::concave(ball.clone(), vec![ball]).unwrap().pieces().is_empty());
    assert!(Shape::concave(letter_l(), vec![letter_l()]).is_err(), "a piece that is not convex");
}

/// The table of the lesson on decomposition, and the statement of its answer about the bracket.
#[test]
fn the_lessons_ring_and_bracket_are_cut_as_told() {
    let with = |mesh: &Mesh, most_pieces| decompose(mesh, Parameters { most_pieces, tolerance: 0.01 });
    let ring = torus(1.0, 0.35, 24, 12);
    for (pieces, overshoot, volume) in [(1, 26.1, 1.52), (4, 7.2, 1.19), (16, 4.9, 1.08), (32, 2.0, 1.02)] {
        let found = with(&ring, pieces);
        let here = found.pieces.iter().map(Mesh::volume).sum::<f64>() / ring.volume();
        assert_eq!(found.pieces.len(), pieces);
        assert!((100.0 * found.overshoot - overshoot).abs() < 0.05, "{pieces}: {}", found.overshoot);
        assert!((here - volume).abs() < 0.005, "{pieces}: {here}");
    }
    let preset = PRESETS.iter().find(|preset| preset.id == "in-the-notch").unwrap();
    let bodies = (preset.build)();
    let hull = with(bodies[0].shape.mesh(), 1);
    assert!((hull.overshoot - 0.375).abs() < 0.01, "{}", hull.overshoot);
    assert_eq!(with(bodies[0].shape.mesh(), 32).pieces.len(), 2);
}
