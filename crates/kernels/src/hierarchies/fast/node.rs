//! Memory layout of a tree: nodes of four oriented boxes, leaves of four triangles, references to both, and the mesh
//! with its tree.
//!
//! All coordinates are in *tree units*: relative to the mesh's centre, and scaled by a power of two so that
//! none exceeds 1.

use std::sync::{Arc, OnceLock};

use nalgebra::Matrix3;

use crate::geometry::{Mesh, MeshError, Obb, Point, Vector};
use crate::hierarchies::tree;
use crate::simd::level::Level;

/// Number of children of a node and of triangles in a leaf.
pub const WIDTH: usize = 4;

/// Index of a node, or index of a leaf with [`LEAF`] set.
pub type Ref = u32;

/// The bit that marks a [`Ref`] to a leaf.
pub const LEAF: Ref = 1 << 31;

/// Half extent of a lane without a box; so negative that every test finds the lane separated.
const NO_BOX: f32 = -1e30;

/// Bound on the error of axes that are rounded to f32 and then made orthonormal (`rounding.rs`), rounded up.
const AXES: f64 = 1e-6;

/// Four oriented boxes, one per child, stored by coordinate: 256 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Node {
    /// x, y, z of the four centres.
    pub center: [[f32; 4]; 3],
    /// First index: the axis, second: x, y, z.
    pub axes: [[[f32; 4]; 3]; 3],
    /// Half extents along the three axes.
    pub half: [[f32; 4]; 3],
    /// References to the children.
    pub child: [Ref; 4],
}

/// Up to four triangles and their box: 256 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Leaf {
    /// Corners relative to the box's centre; indices: corner, coordinate, triangle.
    pub corner: [[[f32; 4]; 3]; 3],
    /// Indices of the triangles in the mesh.
    pub triangle: [u32; 4],
    /// Upper bound on the distance of a corner from the box's centre.
    pub radius: f32,
    /// Number of triangles; the remaining lanes repeat these triangles.
    pub count: u32,
    /// Box around the triangles.
    pub bounds: Bounds,
}

/// An oriented box in storage precision.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Bounds {
    /// Centre.
    pub center: [f32; 3],
    /// The three axes; orthonormal up to the rounding of f32.
    pub axes: [[f32; 3]; 3],
    /// Half extents.
    pub half: [f32; 3],
}

impl Node {
    /// A node without children.
    pub const EMPTY: Self =
        Self { center: [[0.0; 4]; 3], axes: [[[0.0; 4]; 3]; 3], half: [[NO_BOX; 4]; 3], child: [0; 4] };

    /// Stores a child and its box in a lane.
    #[inline(always)]
    pub fn set(&mut self, lane: usize, bounds: &Bounds, child: Ref) {
        for i in 0..3 {
            self.center[i][lane] = bounds.center[i];
            self.half[i][lane] = bounds.half[i];
            for j in 0..3 {
                self.axes[i][j][lane] = bounds.axes[i][j];
            }
        }
        self.child[lane] = child;
    }

    /// The existing children, each with its box.
    pub fn children(&self) -> impl Iterator<Item = (Bounds, Ref)> {
        (0..WIDTH).filter(|lane| self.half[0][*lane] >= 0.0).map(|lane| {
            let bounds = Bounds {
                center: [0, 1, 2].map(|i| self.center[i][lane]),
                axes: [0, 1, 2].map(|i| [0, 1, 2].map(|j| self.axes[i][j][lane])),
                half: [0, 1, 2].map(|i| self.half[i][lane]),
            };
            (bounds, self.child[lane])
        })
    }
}

impl Leaf {
    /// A leaf without triangles.
    pub const EMPTY: Self = Self {
        corner: [[[0.0; 4]; 3]; 3],
        triangle: [0; 4],
        bounds: Bounds { center: [0.0; 3], axes: [[0.0; 3]; 3], half: [NO_BOX; 3] },
        radius: 0.0,
        count: 0,
    };

    /// A leaf of one to four triangles, each given by its index and its corners in tree units; `bounds` is
    /// the box around them.
    pub fn new(bounds: Bounds, triangles: impl ExactSizeIterator<Item = (u32, [Vector; 3])> + Clone) -> Self {
        let mut leaf = Self { bounds, count: triangles.len() as u32, ..Self::EMPTY };
        let center = Vector::from(bounds.center.map(f64::from));
        for (lane, (number, corners)) in triangles.cycle().take(WIDTH).enumerate() {
            leaf.triangle[lane] = number;
            for (k, corner) in corners.iter().enumerate() {
                let from_center = corner - center;
                leaf.radius = leaf.radius.max((from_center.norm() as f32).next_up());
                for i in 0..3 {
                    leaf.corner[k][i][lane] = from_center[i] as f32;
                }
            }
        }
        leaf
    }
}

impl Bounds {
    /// The smallest storable box around all points, with the columns of `axes`, a rotation, as its axes. A
    /// point p is in the box if |axis · (p − center)| is at most the half extent, for all three stored axes.
    pub fn around(axes: &Matrix3<f64>, points: impl Iterator<Item = Vector>) -> Self {
        let axes: [[f32; 3]; 3] = [0, 1, 2].map(|i| [0, 1, 2].map(|j| axes[(j, i)] as f32));
        let exact = axes.map(|axis| Vector::from(axis.map(f64::from)));
        let [mut low, mut high] = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
        for p in points {
            for i in 0..3 {
                let along = exact[i].dot(&p);
                low[i] = low[i].min(along);
                high[i] = high[i].max(along);
            }
        }
        let middle: Vector = (0..3).map(|i| exact[i] * (0.5 * (low[i] + high[i]))).sum();
        let center = [middle.x as f32, middle.y as f32, middle.z as f32];
        let stored = Vector::from(center.map(f64::from));
        let half = std::array::from_fn(|i| {
            let along = exact[i].dot(&stored);
            // 1e-15 covers the rounding of f64 in the lines above.
            let half = (high[i] - along).max(along - low[i]) + 1e-15;
            let near = half as f32;
            if f64::from(near) < half { near.next_up() } else { near }
        });
        Self { center, axes, half }
    }
}

/// A mesh with its four-ary tree of oriented boxes.
pub struct Tree {
    /// The mesh. Exact predicates use its f64 coordinates for cases that f32 leaves undecided.
    pub mesh: Arc<Mesh>,
    /// Origin of tree units, in the mesh's coordinates.
    pub center: Point,
    /// Tree units per metre, a power of two: no corner is more than one unit from the centre.
    pub scale: f64,
    /// The root: a node, or a leaf for at most four triangles.
    pub root: Ref,
    /// Box around the whole mesh.
    pub bounds: Bounds,
    /// Nodes; parents come before their children.
    pub nodes: Vec<Node>,
    /// Leaves, in traversal order.
    pub leaves: Vec<Leaf>,
    /// Instruction set of rays and points, which have four lanes.
    pub level: Level,
    /// The result of [`Tree::closed`], on first use.
    pub closed: OnceLock<Result<(), MeshError>>,
    /// This tree converted for the general traversals, on first use.
    pub general: OnceLock<Arc<tree::Tree<Obb>>>,
}

impl Tree {
    /// The error of a surface that is not closed: of an edge without two triangles in opposite directions.
    pub fn closed(&self) -> &Result<(), MeshError> {
        self.closed.get_or_init(|| self.mesh.check_closed())
    }

    /// A stored box in the mesh's coordinates, with orthonormal axes; so much larger that it has the same content.
    pub fn obb(&self, bounds: &Bounds) -> Obb {
        let [a, b, _] = bounds.axes.map(|axis| Vector::from(axis.map(f64::from)));
        let a = a.normalize();
        let b = (b - a * a.dot(&b)).normalize();
        let half = Vector::from(bounds.half.map(f64::from));
        Obb {
            center: self.center + Vector::from(bounds.center.map(f64::from)) / self.scale,
            axes: [a, b, a.cross(&b)],
            half: half.add_scalar(AXES * half.sum()) / self.scale,
        }
    }

    /// The leaf that `at` refers to.
    #[inline(always)]
    pub fn leaf(&self, at: Ref) -> &Leaf {
        &self.leaves[(at & !LEAF) as usize]
    }

    /// The node that `at` refers to.
    #[inline(always)]
    pub fn node(&self, at: Ref) -> &Node {
        &self.nodes[at as usize]
    }

    /// Size of nodes and leaves in bytes, without the mesh.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..]) + size_of_val(&self.leaves[..])
    }
}
