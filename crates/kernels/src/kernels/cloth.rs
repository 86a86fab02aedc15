//! The contacts of a cloth with itself in a step.

use std::fmt;
use std::sync::Arc;

use super::error::{Error, points};
use crate::cloth::detect::exact::SameSide;
use crate::cloth::detect::{Detect as _, MOST_CONTACTS};
use crate::cloth::fast::{self, Fast};
use crate::cloth::mesh::{ClothMesh, MeshError};
use crate::cloth::step::Step;
use crate::cloth::tree;
use crate::cloth::tree::bounds::Span;
use crate::cloth::tree::detect::{Centroid, Cones, Stages, Tree};

pub use crate::cloth::step::{Contact as ClothContact, Features as ClothFeatures};

/// The triangles of a cloth; a clone shares them.
#[derive(Clone, Debug)]
pub struct Cloth(Arc<ClothMesh>);

impl Cloth {
    /// A square grid of `side` × `side` particles, 2 to 1,025 a side; particle (u, v) has the index `v * side + u`.
    /// Cell (u, v) has two triangles, split from particle (u + 1, v) to (u, v + 1). Grids have the fastest method.
    pub fn grid(side: usize) -> Result<Self, Error> {
        let flat = |u: f64, v: f64| crate::geometry::Point::new(u, 0.0, v);
        ClothMesh::grid(side, flat).map(Self::of).map_err(refused)
    }

    /// Any triangles, for example a garment. `rest` are the places of the particles at rest.
    pub fn new(rest: &[[f64; 3]], triangles: &[[u32; 3]]) -> Result<Self, Error> {
        ClothMesh::garment(points(rest, "particle")?, triangles.to_vec()).map(Self::of).map_err(refused)
    }

    fn of(mesh: ClothMesh) -> Self {
        Self(Arc::new(mesh))
    }

    /// Number of particles.
    pub fn particle_count(&self) -> usize {
        self.0.rest.len()
    }

    /// The triangles by their particles; [`ClothFeatures::VertexFace`] has an index of this list.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.0.faces
    }

    /// The edges by their particles; [`ClothFeatures::EdgeEdge`] has two indices of this list.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.0.edges
    }

    /// The four particles of two features: a particle and the corners of a triangle, or the ends of two edges. `None`
    /// if the cloth has no such features.
    pub fn particles(&self, features: ClothFeatures) -> Option<[u32; 4]> {
        let exist = match features {
            ClothFeatures::VertexFace(vertex, face) => {
                (vertex as usize) < self.0.rest.len() && (face as usize) < self.0.faces.len()
            }
            ClothFeatures::EdgeEdge(a, b) => a.max(b) < self.0.edges.len() as u32,
        };
        exist.then(|| features.particles(&self.0))
    }

    /// An object that finds the contacts of this cloth, which it shares, on `threads` threads (1 to 16; only grids use
    /// more than one).
    pub fn contacts(&self, threads: usize) -> ClothContacts {
        let threads = threads.clamp(1, 16);
        let fast = fast::Stages { certificates: true, same_side: SameSide::Cubic, threads };
        let stages = Stages {
            span: Span::Swept,
            cones: Cones::Off,
            centroid: Centroid::Bound,
            same_side: SameSide::Cubic,
            once: true,
        };
        let method = match Fast::new(self.0.clone(), fast) {
            Some(fast) => Method::Grid(Box::new(fast)),
            None => Method::Any(Box::new(Tree::new(self.0.clone(), tree::binary(&self.0), stages))),
        };
        ClothContacts { count: self.particle_count(), method, step: Step { start: vec![], end: vec![] } }
    }
}

fn refused(why: MeshError) -> Error {
    Error::Unsuitable(why.to_string())
}

/// Finds the contacts of a cloth with itself, step by step.
/// ```
/// use collidoscope_kernels::{Cloth, ClothFeatures};
///
/// // Two triangles without a common particle; the second falls through the first.
/// let at = |height: f64| {
///     let first = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 0.0, 4.0]];
///     let second = [[0.5, height, 0.5], [1.0, height + 1.0, 0.5], [0.5, height + 1.0, 1.0]];
///     [first, second].concat()
/// };
/// let cloth = Cloth::new(&at(1.0), &[[0, 1, 2], [3, 4, 5]])?;
/// let contacts = cloth.contacts(1).find(&at(1.0), &at(-0.5))?;
/// assert_eq!(contacts[0].features, ClothFeatures::VertexFace(3, 0));
/// assert!((contacts[0].time - 2.0 / 3.0).abs() < 1e-9);
/// # Ok::<(), collidoscope_kernels::Error>(())
/// ```
pub struct ClothContacts {
    method: Method,
    count: usize,
    /// Positions of the last step; the memory is reused.
    step: Step,
}

enum Method {
    Grid(Box<Fast<'static>>),
    Any(Box<Tree<'static>>),
}

impl fmt::Debug for ClothContacts {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("ClothContacts").field("particles", &self.count).finish_non_exhaustive()
    }
}

impl ClothContacts {
    /// All pairs of features that touch while every particle moves in a straight line from its place in `start` to
    /// that in `end`, metres, each once, in ascending order, with the time of first contact (0 to 1), never late.
    /// Features with a common particle are left out.
    ///
    /// Fails if a list has the wrong length, a coordinate is not finite or beyond ±1e50, or there are more than 8,000,000 contacts or
    /// 40,000,000 pairs for the exact tests.
    pub fn find(&mut self, start: &[[f64; 3]], end: &[[f64; 3]]) -> Result<Vec<ClothContact>, Error> {
        for positions in [start, end] {
            if positions.len() != self.count {
                let (expected, found) = (self.count, positions.len());
                return Err(Error::Count { what: "positions", expected, found });
            }
        }
        self.step = Step { start: points(start, "position")?, end: points(end, "position")? };
        let found = match &mut self.method {
            Method::Grid(fast) => fast.detect(&self.step),
            Method::Any(tree) => tree.detect(&self.step),
        };
        if found.overfull {
            return Err(Error::TooMany { what: "contacts or pairs of features", most: MOST_CONTACTS });
        }
        Ok(found.contacts)
    }
}
