//! Initial positions of bodies: random, inside the container, and separated if there is room.

use std::collections::HashMap;

use rand::Rng;

use crate::geometry::{Aabb, Point, Pose, Shape, Vector};

type Rotation = nalgebra::UnitQuaternion<f64>;
type Cell = nalgebra::Vector3<i64>;

/// Number of random positions tried for a body before all bodies are placed on a grid instead.
const TRIES: usize = 200;

/// One pose per shape (given with the radius of its bounding sphere). Up to a density of about 10 % the bodies get
/// random, separated positions; above it, positions on a jittered grid. On the grid they are separated too, unless the
/// cells are smaller than a body, as for cones alone at 30 %; such bodies start in contact and separate in the first
/// frames.
pub fn place(shapes: &[(&Shape, f64)], container: &Aabb, rng: &mut impl Rng) -> Vec<Pose> {
    let rotations: Vec<_> = shapes.iter().map(|_| random_rotation(rng)).collect();
    if let Some(centers) = scatter(shapes, container, rng) {
        let poses = centers.iter().zip(rotations);
        return poses.map(|(center, rotation)| Pose::from_parts(center.coords.into(), rotation)).collect();
    }
    on_grid(shapes, rotations, container, rng)
}

/// Random sequential addition of the bounding spheres; `None` if one of them finds no free position.
fn scatter(shapes: &[(&Shape, f64)], container: &Aabb, rng: &mut impl Rng) -> Option<Vec<Point>> {
    let widest = shapes.iter().map(|&(_, reach)| 2.0 * reach).fold(0.0, f64::max);
    let cell_of = |p: &Point| ((p - container.min) / widest).map(|c| c.floor() as i64);
    let mut cells: HashMap<Cell, Vec<usize>> = HashMap::new();
    let mut centers: Vec<Point> = Vec::with_capacity(shapes.len());
    for &(_, reach) in shapes {
        let free = (0..TRIES).find_map(|_| {
            let p = Point::from(Vector::from_fn(|axis, _| {
                rng.random_range(container.min[axis] + reach..=container.max[axis] - reach)
            }));
            let near = neighbourhood(cell_of(&p)).filter_map(|cell| cells.get(&cell)).flatten();
            let is_clear = |&other: &usize| (centers[other] - p).norm() > reach + shapes[other].1;
            near.into_iter().all(is_clear).then_some(p)
        })?;
        cells.entry(cell_of(&free)).or_default().push(centers.len());
        centers.push(free);
    }
    Some(centers)
}

/// A cell and the 26 around it.
fn neighbourhood(cell: Cell) -> impl Iterator<Item = Cell> {
    (0..27).map(move |i| cell + Cell::new(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1))
}

/// Places each body at a random position in its own cell of a grid.
fn on_grid(
    shapes: &[(&Shape, f64)],
    rotations: Vec<Rotation>,
    container: &Aabb,
    rng: &mut impl Rng,
) -> Vec<Pose> {
    let cells = cells_for(shapes.len());
    let cell_size = container.extents().component_div(&cells.map(|n| n as f64));
    let mut poses = Vec::with_capacity(shapes.len());
    for (i, (&(shape, _), rotation)) in shapes.iter().zip(rotations).enumerate() {
        let (rotation, bounds) = turned_to_fit(shape, rotation, &cell_size);
        let cell = nalgebra::Vector3::new(i % cells.x, i / cells.x % cells.y, i / cells.x / cells.y);
        let middle = cell.map(|c| c as f64 + 0.5).component_mul(&cell_size);
        let room = (cell_size - bounds.extents()).map(|r| r.max(0.0));
        let jitter = Vector::from_fn(|axis, _| rng.random_range(-0.5..=0.5) * room[axis]);
        let center = container.min + middle + jitter - bounds.center();
        poses.push(Pose::from_parts(center.into(), rotation));
    }
    poses
}

/// The rotation, halved until the shape's box fits into `cell_size` or the rotation is the identity; also
/// returns the box around the rotated shape at the origin.
fn turned_to_fit(shape: &Shape, mut rotation: Rotation, cell_size: &Vector) -> (Rotation, Aabb) {
    for _ in 0..8 {
        let bounds = shape.aabb_at(&Pose::from_parts(Vector::zeros().into(), rotation));
        if (cell_size - bounds.extents()).min() > 0.0 {
            return (rotation, bounds);
        }
        rotation = rotation.powf(0.5);
    }
    (Rotation::identity(), shape.local_aabb())
}

/// The smallest grid of roughly equal length, width and height with at least `count` cells.
fn cells_for(count: usize) -> nalgebra::Vector3<usize> {
    let x = (count as f64).cbrt().ceil() as usize;
    let y = (count as f64 / x as f64).sqrt().ceil() as usize;
    nalgebra::Vector3::new(x, y, count.div_ceil(x * y))
}

/// A uniformly distributed rotation: a random point of the four-dimensional ball, projected to its sphere.
fn random_rotation(rng: &mut impl Rng) -> Rotation {
    loop {
        let q = nalgebra::Vector4::from_fn(|_, _| rng.random_range(-1.0..1.0));
        if (0.01..=1.0).contains(&q.norm_squared()) {
            return Rotation::new_normalize(nalgebra::Quaternion::from(q));
        }
    }
}

/// A uniformly distributed unit vector.
pub fn random_direction(rng: &mut impl Rng) -> Vector {
    loop {
        let v = Vector::from_fn(|_, _| rng.random_range(-1.0..1.0));
        if (0.01..=1.0).contains(&v.norm_squared()) {
            return v.normalize();
        }
    }
}
