//! Levels of whole numbers: convex solids with corners on a grid that share faces, edges and corners, and moves along
//! the lines of that grid. `unions` computes the true answers with whole numbers.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::geometry::hull::convex_hull;
use crate::geometry::{Aabb, Mesh, Point};
use crate::level::mover::Mover;
use crate::level::plane::Plane;
use crate::level::sweep::Move;

/// A vector of whole numbers.
pub type Whole = [i128; 3];
/// The half-space n · x ≤ c.
pub type HalfSpace = (Whole, i128);

/// A mover of whole numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum WholeMover {
    /// A point.
    Point,
    /// A sphere with this radius.
    Sphere(i128),
    /// An upright cylinder with this radius and height.
    Cylinder(i128, i128),
    /// The convex hull of these corners.
    Hull(Vec<Whole>),
}

/// A level, a mover, and moves from the first place to the second.
pub struct Grid {
    /// The solids, each behind all its half-spaces.
    pub solids: Vec<Vec<HalfSpace>>,
    /// The cells of the grid that are solid, if all solids are cells: cell (x, y, z) has the corners 2x and 2x + 2.
    pub cells: Option<Vec<Whole>>,
    /// The mover.
    pub mover: WholeMover,
    /// Start and end of every move.
    pub moves: Vec<[Whole; 2]>,
}

/// Families of levels.
pub const FAMILIES: [&str; 5] = ["boxes", "cells", "pies", "pyramids", "polyhedra"];
/// Number of cells along an axis.
const CELLS: i128 = 4;

/// A level of the family with this index, a mover of the kind with this index, and `count` moves. Spheres and cylinders
/// move among boxes only.
pub fn grid(family: usize, kind: usize, seed: u64, index: u64, count: usize) -> Grid {
    let key = (index << 6 | (family as u64) << 3 | kind as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let random = &mut Pcg64::seed_from_u64(seed ^ key);
    let family = if kind == 1 || kind == 2 { family % 2 } else { family };
    let mut cells = None;
    let solids = match FAMILIES[family] {
        "boxes" => (0..random.random_range(2..14)).map(|_| any_box(random)).collect(),
        "cells" => {
            let share = random.random_range(0.3..1.0);
            let all = (0..CELLS.pow(3)).map(|i| [i % CELLS, i / CELLS % CELLS, i / CELLS / CELLS]);
            let some: Vec<Whole> = all.filter(|_| random.random_bool(share)).collect();
            let solids = some.iter().map(|at| boxed(at.map(|c| 2 * c), at.map(|c| 2 * c + 2))).collect();
            cells = Some(some);
            solids
        }
        "pies" => pie(random),
        "pyramids" => pyramids(random),
        _ => (0..random.random_range(2..8)).map(|_| polyhedron(random)).collect(),
    };
    let mover = match kind {
        0 => WholeMover::Point,
        1 => WholeMover::Sphere(random.random_range(1..3)),
        2 => WholeMover::Cylinder(random.random_range(1..3), random.random_range(1..4)),
        _ => WholeMover::Hull(hull(random)),
    };
    let moves = (0..count).map(|_| a_move(random)).collect();
    Grid { solids, cells, mover, moves }
}

fn boxed(min: Whole, max: Whole) -> Vec<HalfSpace> {
    let sides = |i: usize| {
        let axis = |sign: i128| std::array::from_fn(|j| if i == j { sign } else { 0 });
        [(axis(1), max[i]), (axis(-1), -min[i])]
    };
    (0..3).flat_map(sides).collect()
}

fn any_box(random: &mut Pcg64) -> Vec<HalfSpace> {
    let min: Whole = std::array::from_fn(|_| 2 * random.random_range(0..CELLS));
    boxed(min, min.map(|c| c + 2 * random.random_range(1..3)))
}

/// Sectors around a line, all of the circle or with gaps, between two planes across it.
fn pie(random: &mut Pcg64) -> Vec<Vec<HalfSpace>> {
    let mut rays: Vec<[i128; 2]> =
        vec![[1, 0], [2, 1], [1, 1], [1, 2], [0, 1], [-1, 2], [-1, 1], [-2, 1], [-1, 0]];
    rays.extend([[-2, -1], [-1, -1], [-1, -2], [0, -1], [1, -2], [1, -1], [2, -1]]);
    // No sector may be wider than a quarter.
    rays.retain(|[x, y]| x * y == 0 || random.random_bool(0.5));
    let (axis, shift) = (random.random_range(0..3), random.random_range(0..3));
    let missing = if random.random_bool(0.5) { 0.0 } else { 0.3 };
    let layers = random.random_range(1..3);
    let mut solids = Vec::new();
    for layer in 0..layers {
        for (i, a) in rays.iter().enumerate() {
            let b = rays[(i + 1) % rays.len()];
            if random.random_bool(missing) {
                continue;
            }
            // The sector counter-clockwise from a to b, in coordinates u and v across the axis.
            let place = |[u, v, along]: Whole| {
                let mut normal = [0; 3];
                (normal[axis], normal[(axis + 1) % 3], normal[(axis + 2) % 3]) = (along, u, v);
                normal
            };
            let middle = place([4 + shift, 4, 0]);
            let through = |normal: Whole| (normal, dot(&normal, &middle));
            let mut sector = vec![through(place([a[1], -a[0], 0])), through(place([-b[1], b[0], 0]))];
            let far = place([a[0] + b[0], a[1] + b[1], 0]);
            sector.push((far, dot(&far, &middle) + 12));
            sector.push((place([0, 0, 1]), 4 + 2 * layer));
            sector.push((place([0, 0, -1]), -2 - 2 * layer));
            solids.push(sector);
        }
    }
    solids
}

/// Cubes cut into the six pyramids from the middle to the faces, some missing, beside each other.
fn pyramids(random: &mut Pcg64) -> Vec<Vec<HalfSpace>> {
    let share = random.random_range(0.6..1.0_f64);
    let mut solids = Vec::new();
    for _ in 0..random.random_range(1..4) {
        let middle: Whole = std::array::from_fn(|_| 2 + 4 * random.random_range(0..2));
        for face in 0..6 {
            if !random.random_bool(share) {
                continue;
            }
            let (i, sign) = (face / 2, if face % 2 == 0 { 1 } else { -1 });
            let mut axis = [0; 3];
            axis[i] = sign;
            let mut planes = vec![(axis, dot(&axis, &middle) + 2)];
            for (j, other) in [(1, 1), (1, -1), (2, 1), (2, -1)] {
                let mut normal = axis.map(|c: i128| -c);
                normal[(i + j) % 3] = other;
                planes.push((normal, dot(&normal, &middle)));
            }
            solids.push(planes);
        }
    }
    solids
}

/// A box whose corners and edges are cut off by planes through points of the grid.
fn polyhedron(random: &mut Pcg64) -> Vec<HalfSpace> {
    let mut planes = any_box(random);
    let middle: Whole = std::array::from_fn(|i| (planes[2 * i].1 - planes[2 * i + 1].1) / 2);
    for _ in 0..random.random_range(0..4) {
        let normal: Whole = std::array::from_fn(|_| random.random_range(-2..3));
        let through: Whole = std::array::from_fn(|i| middle[i] + random.random_range(-1..2));
        let plane = (normal, dot(&normal, &through));
        // The middle stays inside.
        if dot(&normal, &middle) < plane.1 {
            planes.push(plane);
        }
    }
    planes
}

/// The corners of a small solid around the origin.
fn hull(random: &mut Pcg64) -> Vec<Whole> {
    loop {
        let count = random.random_range(4..8);
        let corners: Vec<Whole> =
            (0..count).map(|_| std::array::from_fn(|_| random.random_range(-1..2))).collect();
        if convex_hull(&corners.iter().map(point).collect::<Vec<_>>()).is_ok() {
            return corners;
        }
    }
}

/// A move through a point of the grid, mostly along an axis or a diagonal.
fn a_move(random: &mut Pcg64) -> [Whole; 2] {
    let most = if random.random_bool(0.8) { 1 } else { 3 };
    let way: Whole = std::array::from_fn(|_| random.random_range(-most..=most));
    let step = if random.random_bool(0.7) { 2 } else { 1 };
    let through: Whole = std::array::from_fn(|_| step * random.random_range(0..=8 / step));
    let [back, on] = [0, 1].map(|_| random.random_range(0..7));
    let at = |by: i128| std::array::from_fn(|i| through[i] + by * way[i]);
    [at(-back), at(on)]
}

/// The scalar product.
pub fn dot(a: &Whole, b: &Whole) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn point(p: &Whole) -> Point {
    Point::from(p.map(|c| c as f64))
}

/// A place for a level in the world: p becomes (turn · p + shift) · unit.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Rows of a rotation, times `length`.
    pub turn: [Whole; 3],
    /// Length of the rows.
    pub length: i128,
    /// The shift.
    pub shift: Whole,
    /// The unit, metres. A power of two keeps all numbers exact.
    pub unit: f64,
}

impl Place {
    /// No turn, no shift.
    pub const PLAIN: Self =
        Self { turn: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], length: 1, shift: [0; 3], unit: 1.0 };

    /// A random place; `unit` is a power of two. A turn for cylinders is about the vertical.
    pub fn any(random: &mut Pcg64, is_upright: bool) -> Self {
        let turns: [([Whole; 3], i128); 4] = [
            (Self::PLAIN.turn, 1),
            ([[3, 0, 4], [0, 5, 0], [-4, 0, 3]], 5),
            ([[1, 2, 2], [2, 1, -2], [2, -2, 1]], 3),
            ([[2, 3, 6], [3, -6, 2], [6, 2, -3]], 7),
        ];
        let (turn, length) = turns[random.random_range(0..if is_upright { 2 } else { 4 })];
        let unit = f64::from(random.random_range(-20..20)).exp2();
        let far = 10_f64.powi(random.random_range(0..10)).min(1e10 / unit) as i128;
        let shift = if random.random_bool(0.5) {
            [0; 3]
        } else {
            std::array::from_fn(|_| random.random_range(-far..=far))
        };
        Self { turn, length, shift, unit }
    }

    fn turned(&self, p: &Whole) -> Whole {
        self.turn.map(|row| dot(&row, p))
    }

    fn point(&self, p: &Whole) -> Point {
        let turned = self.turned(p);
        Point::from(std::array::from_fn::<f64, 3, _>(|i| (turned[i] + self.shift[i]) as f64 * self.unit))
    }

    fn plane(&self, (normal, c): &HalfSpace) -> Option<Plane> {
        let turned = self.turned(normal);
        let offset = c * self.length * self.length + dot(&turned, &self.shift);
        Plane::of(turned.map(|c| c as f64), offset as f64 * self.unit)
    }

    /// The planes of all solids.
    pub fn planes(&self, grid: &Grid) -> Option<Vec<Vec<Plane>>> {
        grid.solids.iter().map(|solid| solid.iter().map(|plane| self.plane(plane)).collect()).collect()
    }

    /// The moves.
    pub fn moves(&self, grid: &Grid) -> Option<Vec<Move>> {
        let size = |length: i128| (length * self.length) as f64 * self.unit;
        let mover = match &grid.mover {
            WholeMover::Point => Mover::Point,
            WholeMover::Sphere(radius) => Mover::Sphere { radius: size(*radius) },
            WholeMover::Cylinder(radius, height) => {
                Mover::Cylinder { radius: size(*radius), height: size(*height) }
            }
            WholeMover::Hull(corners) => {
                let turned = |p: &Whole| Point::from(self.turned(p).map(|c| c as f64 * self.unit));
                let corners: Vec<Point> = corners.iter().map(turned).collect();
                Mover::Hull { hull: convex_hull(&corners).ok()?.into() }
            }
        };
        let a_move = |[from, to]: &[Whole; 2]| Move {
            mover: mover.clone(),
            from: self.point(from),
            to: self.point(to),
        };
        Some(grid.moves.iter().map(a_move).collect())
    }

    /// The surface of the solid cells as a closed mesh; `None` if the solids are no cells.
    pub fn mesh(&self, grid: &Grid) -> Option<Mesh> {
        let cells = grid.cells.as_ref()?;
        let mut corners: Vec<Whole> = Vec::new();
        let mut triangles = Vec::new();
        let mut index = |p: Whole| {
            let known = corners.iter().position(|q| *q == p);
            known.unwrap_or_else(|| {
                corners.push(p);
                corners.len() - 1
            }) as u32
        };
        for cell in cells {
            for (i, sign) in (0..3).flat_map(|i| [(i, 1), (i, -1)]) {
                let mut beside = *cell;
                beside[i] += sign;
                if cells.contains(&beside) {
                    continue;
                }
                // The corners run counter-clockwise seen from outside.
                let around = if sign > 0 {
                    [[0, 0], [2, 0], [2, 2], [0, 2]]
                } else {
                    [[0, 0], [0, 2], [2, 2], [2, 0]]
                };
                let corner = |[u, v]: [i128; 2]| {
                    let mut p = cell.map(|c| 2 * c);
                    p[i] += 1 + sign;
                    p[(i + 1) % 3] += u;
                    p[(i + 2) % 3] += v;
                    p
                };
                let [a, b, c, d] = around.map(|at| index(corner(at)));
                triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        // A turn may be a reflection, which turns triangles inside out.
        let [x, y, z] = &self.turn;
        let cross = [y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2], y[0] * z[1] - y[1] * z[0]];
        if dot(x, &cross) < 0 {
            triangles.iter_mut().for_each(|triangle: &mut [u32; 3]| triangle.reverse());
        }
        Mesh::new(corners.iter().map(|p| self.point(p)).collect(), triangles).ok()
    }
}

/// The box around all moves.
pub fn around(moves: &[Move]) -> Option<Aabb> {
    let swept = moves.iter().map(|a_move| a_move.mover.swept(&a_move.from, &a_move.to));
    swept.reduce(|all, one| all.union(&one))
}
