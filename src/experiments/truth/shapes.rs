//! Shapes of pairs with a known answer: convex kinds, meshes with flat triangles, and concave unions of boxes.

use std::collections::HashMap;
use std::f64::consts::TAU;

use rand::Rng;
use rand_pcg::Pcg64;

use crate::experiments::scenes::direction;
use crate::geometry::{Mesh, Point, Shape, Solid, Vector, hull, primitives};

/// Kinds of convex bodies that a homework may ask about.
pub const KINDS: [&str; 8] = ["box", "sphere", "cone", "cylinder", "hull", "needle", "plate", "bipyramid"];

/// Triangle level of round bodies.
const LEVEL: u32 = 2;

/// A body of one of these kinds, about a metre in size; `None` if the random numbers give no valid shape.
pub fn any(random: &mut Pcg64, kinds: &[String]) -> Option<Shape> {
    let kind = kinds.get(random.random_range(0..kinds.len().max(1))).map_or("box", String::as_str);
    convex(random, kind)
}

/// A body of this kind, about a metre in size.
pub fn convex(random: &mut Pcg64, kind: &str) -> Option<Shape> {
    let mut side = || random.random_range(0.3..1.0);
    let (x, y, z) = (side(), side(), side());
    match kind {
        "sphere" => ball(0.5 * x),
        "cone" => Shape::primitive(Solid::Cone { radius: 0.5 * x, height: y }, LEVEL).ok(),
        "cylinder" => Shape::primitive(Solid::Cylinder { radius: 0.5 * x, height: y }, LEVEL).ok(),
        "hull" => {
            let count = random.random_range(5..14);
            let points: Vec<Point> = (0..count).map(|_| Point::from(direction(random) * 0.5)).collect();
            Some(Shape::polyhedron(hull::convex_hull(&points).ok()?))
        }
        "needle" => needle(random),
        "plate" => cuboid(Vector::new(0.5 * x, 10_f64.powf(random.random_range(-5.0..-2.0)), 0.5 * z)),
        "bipyramid" => {
            let half = 10_f64.powf(random.random_range(-5.0..-1.0));
            bipyramid(0.5, half, random.random_range(3..10))
        }
        _ => cuboid(Vector::new(x, y, z) * 0.5),
    }
}

/// A ball around its own origin.
pub fn ball(radius: f64) -> Option<Shape> {
    Shape::primitive(Solid::Ball { radius }, LEVEL).ok()
}

/// An axis-aligned box around its own origin.
pub fn cuboid(half_extents: Vector) -> Option<Shape> {
    Shape::primitive(Solid::Cuboid { half_extents }, 1).ok()
}

/// A long thin tetrahedron, down to a width of 1e-5 of its length.
fn needle(random: &mut Pcg64) -> Option<Shape> {
    let width = 10_f64.powf(random.random_range(-5.0..-1.0));
    let mut across = |x: f64| {
        let mut c = || width * random.random_range(-1.0..1.0);
        Point::new(x, c(), c())
    };
    let points = [across(-0.5), across(-0.2), across(0.3), across(0.5)];
    tetrahedron(points)
}

/// The tetrahedron with these corners, in any order.
pub fn tetrahedron(corners: [Point; 4]) -> Option<Shape> {
    polyhedron(corners.to_vec(), vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]])
}

/// Two pyramids base to base, of height `half` each.
pub fn bipyramid(radius: f64, half: f64, sides: u32) -> Option<Shape> {
    let rim = (0..sides).map(|i| {
        let angle = TAU * f64::from(i) / f64::from(sides);
        Point::new(radius * angle.cos(), 0.0, radius * angle.sin())
    });
    let vertices = [Point::new(0.0, half, 0.0), Point::new(0.0, -half, 0.0)].into_iter().chain(rim).collect();
    let triangles = (0..sides).flat_map(|i| {
        let (here, next) = (2 + i, 2 + (i + 1) % sides);
        [[0, next, here], [1, here, next]]
    });
    polyhedron(vertices, triangles.collect())
}

/// A convex body with triangles of no area and slivers: points are added on edges of a box or hull, near their ends
/// or in the middle, and the gap to the neighbouring face is closed by a flat triangle.
pub fn degenerate(random: &mut Pcg64) -> Option<Shape> {
    let kind = if random.random_bool(0.5) { "box" } else { "hull" };
    let shape = convex(random, kind)?;
    let (mut vertices, mut triangles) = (shape.mesh().vertices().to_vec(), shape.mesh().triangles().to_vec());
    for _ in 0..random.random_range(1..4) {
        let index = random.random_range(0..triangles.len());
        let [u, v, w] = triangles[index];
        let share = 0.5_f64.powi(random.random_range(1..20));
        let (from, to) = (vertices[u as usize], vertices[v as usize]);
        let middle = vertices.len() as u32;
        vertices.push(from + (to - from) * share);
        triangles[index] = [u, middle, w];
        triangles.extend([[middle, v, w], [u, v, middle]]);
    }
    polyhedron(vertices, triangles)
}

/// Cells of concave bodies, as columns x and rows y of a grid: an L, a U, a ring, a T and a step.
const PLANS: [&[[i32; 2]]; 5] = [
    &[[0, 0], [1, 0], [2, 0], [0, 1], [0, 2]],
    &[[0, 0], [1, 0], [2, 0], [0, 1], [0, 2], [2, 1], [2, 2]],
    &[[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2]],
    &[[0, 2], [1, 2], [2, 2], [1, 1], [1, 0]],
    &[[0, 0], [1, 0], [1, 1], [2, 1]],
];

/// A concave body: a union of equal boxes, with the boxes as its convex pieces. They cover it exactly.
pub fn concave(random: &mut Pcg64) -> Option<Shape> {
    let plan = PLANS[random.random_range(0..PLANS.len())];
    // Powers of two and small integers make all coordinates exact.
    let mut cell = || f64::from(random.random_range(2..6_u32)) / 16.0;
    let cell = Vector::new(cell(), cell(), cell());
    let corner = |[x, y, z]: [i32; 3]| {
        Point::new(f64::from(x - 1) * cell.x, f64::from(y - 1) * cell.y, f64::from(z) * cell.z)
    };
    let (mut numbers, mut vertices, mut triangles) = (HashMap::new(), Vec::new(), Vec::new());
    let is_filled = |x: i32, y: i32, z: i32| z == 0 && plan.contains(&[x, y]);
    for &[x, y] in plan {
        for (axis, side) in (0..3).flat_map(|axis| [(axis, 0), (axis, 1)]) {
            let mut beside = [x, y, 0];
            beside[axis] += 2 * side - 1;
            if is_filled(beside[0], beside[1], beside[2]) {
                continue;
            }
            let [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
            let mut quad = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[p, q]| {
                let mut place = [x, y, 0];
                place[axis] += side;
                (place[i], place[j]) = (place[i] + p, place[j] + q);
                *numbers.entry(place).or_insert_with(|| {
                    vertices.push(corner(place));
                    vertices.len() as u32 - 1
                })
            });
            if side == 0 {
                quad.reverse();
            }
            triangles.extend([[quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]]);
        }
    }
    let piece = |&[x, y]: &[i32; 2]| {
        let (low, high) = (corner([x, y, 0]), corner([x + 1, y + 1, 1]));
        let cube = primitives::cuboid(Vector::repeat(1.0));
        let place =
            |p: &Point| Point::from(Vector::from_fn(|i, _| if p[i] < 0.0 { low[i] } else { high[i] }));
        Mesh::new(cube.vertices().iter().map(place).collect(), cube.triangles().to_vec()).ok()
    };
    let pieces = plan.iter().map(piece).collect::<Option<_>>()?;
    let shape = Shape::concave(Mesh::new(vertices, triangles).ok()?, pieces).ok()?;
    (!shape.pieces().is_empty()).then_some(shape)
}

/// The shape scaled around its origin by a power of two, which changes no digit, or by any other factor.
pub fn scaled(shape: &Shape, factor: f64) -> Option<Shape> {
    let mesh = |mesh: &Mesh| {
        let vertices = mesh.vertices().iter().map(|p| p * factor).collect();
        Mesh::new(vertices, mesh.triangles().to_vec()).ok()
    };
    match shape.solid() {
        Solid::Ball { radius } => ball(radius * factor),
        Solid::Cuboid { half_extents } => cuboid(half_extents * factor),
        Solid::Cone { radius, height } => {
            Shape::primitive(Solid::Cone { radius: radius * factor, height: height * factor }, LEVEL).ok()
        }
        Solid::Cylinder { radius, height } => {
            Shape::primitive(Solid::Cylinder { radius: radius * factor, height: height * factor }, LEVEL).ok()
        }
        Solid::Polyhedron => {
            let pieces = shape.pieces().iter().map(|piece| mesh(piece.mesh())).collect::<Option<_>>()?;
            Shape::concave(mesh(shape.mesh())?, pieces).ok()
        }
    }
}

/// A convex body from a mesh; `None` if rounding leaves none.
pub fn polyhedron(vertices: Vec<Point>, triangles: Vec<[u32; 3]>) -> Option<Shape> {
    let mesh = Mesh::new(vertices, triangles).ok()?;
    let mesh = if mesh.volume() < 0.0 { mesh.flipped() } else { mesh };
    let shape = Shape::polyhedron(mesh);
    shape.convexity().is_ok().then_some(shape)
}
