//! The triangles of a cloth: a grid of particles, or any triangle mesh as a garment.

use std::collections::BTreeSet;
use std::fmt;

use crate::geometry::Point;

/// Particles, triangles and edges of a cloth at rest; a step's contacts refer to them by index.
#[derive(Clone, Debug)]
pub struct ClothMesh {
    /// Rest positions of the particles, metres; they determine the rest lengths of springs and the longest edge.
    pub rest: Vec<Point>,
    /// Triangles by their particles; in a grid two per cell, cell by cell, row by row.
    pub faces: Vec<[u32; 3]>,
    /// Edges by their particles.
    pub edges: Vec<[u32; 2]>,
    /// Number of particles along a side, if the cloth is a grid.
    pub side: Option<usize>,
}

/// The reason why a cloth cannot be made.
#[derive(Clone, Debug, PartialEq)]
pub enum MeshError {
    /// The number of particles along a side is not from 2 to 1025.
    Side(usize),
    /// A triangle refers to a particle that does not exist.
    NoParticle(u32, usize),
    /// A triangle refers to the same particle twice.
    Folded(usize),
    /// There are no triangles.
    Empty,
    /// The position of a particle is not finite.
    NotFinite(usize),
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Side(side) => {
                write!(f, "a cloth must have 2 to {MOST_SIDE} particles along a side; got {side}")
            }
            Self::NoParticle(particle, count) => {
                write!(f, "a triangle refers to particle {particle}, but there are only {count} particles")
            }
            Self::Folded(triangle) => write!(f, "two corners of triangle {triangle} are the same particle"),
            Self::Empty => f.write_str("a cloth needs at least one triangle"),
            Self::NotFinite(particle) => write!(f, "the position of particle {particle} is not finite"),
        }
    }
}

impl std::error::Error for MeshError {}

/// The most particles along a side of a grid.
pub const MOST_SIDE: usize = 1025;

impl ClothMesh {
    /// A grid of `side` × `side` particles. Particle (u, v) has the index `v * side + u`; `place` gives its
    /// rest position for u and v from 0 to 1.
    pub fn grid(side: usize, place: impl Fn(f64, f64) -> Point) -> Result<Self, MeshError> {
        if !(2..=MOST_SIDE).contains(&side) {
            return Err(MeshError::Side(side));
        }
        let cells = side - 1;
        let share = |i: usize| i as f64 / cells as f64;
        let rest: Vec<Point> = (0..side * side).map(|p| place(share(p % side), share(p / side))).collect();
        let at = |u: usize, v: usize| (v * side + u) as u32;
        let mut faces = Vec::with_capacity(2 * cells * cells);
        for v in 0..cells {
            for u in 0..cells {
                faces.push([at(u, v), at(u + 1, v), at(u, v + 1)]);
                faces.push([at(u + 1, v + 1), at(u, v + 1), at(u + 1, v)]);
            }
        }
        let rows = |us: usize, vs: usize| (0..vs).flat_map(move |v| (0..us).map(move |u| (u, v)));
        let along_u = rows(cells, side).map(|(u, v)| [at(u, v), at(u + 1, v)]);
        let along_v = rows(side, cells).map(|(u, v)| [at(u, v), at(u, v + 1)]);
        let diagonals = rows(cells, cells).map(|(u, v)| [at(u + 1, v), at(u, v + 1)]);
        let edges = along_u.chain(along_v).chain(diagonals).collect();
        Self { rest, faces, edges, side: Some(side) }.finite()
    }

    /// A garment: any triangles. Methods that need a grid reject it.
    pub fn garment(rest: Vec<Point>, faces: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        if faces.is_empty() {
            return Err(MeshError::Empty);
        }
        for (index, &[a, b, c]) in faces.iter().enumerate() {
            if let Some(&far) = [a, b, c].iter().find(|p| **p as usize >= rest.len()) {
                return Err(MeshError::NoParticle(far, rest.len()));
            }
            if a == b || b == c || c == a {
                return Err(MeshError::Folded(index));
            }
        }
        let edges: BTreeSet<[u32; 2]> = faces.iter().flat_map(|face| sides(*face)).map(ascending).collect();
        Self { rest, faces, edges: edges.into_iter().collect(), side: None }.finite()
    }

    fn finite(self) -> Result<Self, MeshError> {
        match self.rest.iter().position(|p| !p.iter().all(|x| x.is_finite())) {
            Some(index) => Err(MeshError::NotFinite(index)),
            None => Ok(self),
        }
    }

    /// The length of the longest edge at rest, in metres.
    pub fn longest_edge(&self) -> f64 {
        self.lengths().fold(0.0, f64::max)
    }

    /// The length of the shortest edge at rest, in metres.
    pub fn shortest_edge(&self) -> f64 {
        self.lengths().fold(f64::INFINITY, f64::min)
    }

    /// The mean length of an edge at rest, in metres.
    pub fn mean_edge(&self) -> f64 {
        self.lengths().sum::<f64>() / self.edges.len() as f64
    }

    fn lengths(&self) -> impl Iterator<Item = f64> {
        self.edges.iter().map(|[a, b]| (self.rest[*a as usize] - self.rest[*b as usize]).norm())
    }
}

/// The three sides of a triangle, opposite to its third, first and second corner.
pub fn sides([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// The two numbers in ascending order.
pub fn ascending([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}
