//! How a tree lies in memory: nodes of four oriented boxes, leaves of four triangles, and references to both.
//!
//! Everything is in *tree units*: relative to the mesh's centre and scaled by a power of two so that no coordinate is above 1.

use nalgebra::{Matrix3, Quaternion, Rotation3, UnitQuaternion};

use crate::geometry::Vector;

/// Children of a node and triangles of a leaf.
pub const WIDTH: usize = 4;

/// A node by its number, or a leaf by its number with [`LEAF`] set.
pub type Ref = u32;

/// The bit that makes a [`Ref`] one of a leaf.
pub const LEAF: Ref = 1 << 31;

/// Half extents of a lane without a box, as bf16: about -1e30, so that it is apart from everything.
const NO_BOX: u16 = ((-1e30_f32).to_bits() >> 16) as u16;

/// Four oriented boxes, one per child, coordinate by coordinate: 128 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Node {
    /// x, y, z of the four centres.
    pub center: [[f32; 4]; 3],
    /// x, y, z, w of the four orientations, quaternions of about length 32767.
    pub turn: [[i16; 4]; 4],
    /// Half extents along the three axes, bf16.
    pub half: [[u16; 4]; 3],
    /// What is in the boxes.
    pub child: [Ref; 4],
}

/// Four triangles or fewer, and the box around them: 192 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Leaf {
    /// Corner, coordinate, triangle: relative to the box's centre.
    pub corner: [[[f32; 4]; 3]; 3],
    /// Numbers of the triangles in the mesh.
    pub triangle: [u32; 4],
    /// The box.
    pub bounds: Bounds,
    /// No corner is farther from the box's centre.
    pub radius: f32,
    /// How many triangles there are; the other lanes repeat the first.
    pub count: u8,
}

/// An oriented box as it is stored.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Bounds {
    /// The centre.
    pub center: [f32; 3],
    /// The orientation, a quaternion x, y, z, w of about length 32767.
    pub turn: [i16; 4],
    /// Half extents, bf16.
    pub half: [u16; 3],
}

impl Node {
    /// Without children.
    pub const EMPTY: Self =
        Self { center: [[0.0; 4]; 3], turn: [[0, 0, 0, 0], [0; 4], [0; 4], [1; 4]], half: [[NO_BOX; 4]; 3], child: [0; 4] };

    /// Puts a child with its box into a lane.
    pub fn set(&mut self, lane: usize, bounds: &Bounds, child: Ref) {
        for i in 0..3 {
            self.center[i][lane] = bounds.center[i];
            self.half[i][lane] = bounds.half[i];
        }
        for i in 0..4 {
            self.turn[i][lane] = bounds.turn[i];
        }
        self.child[lane] = child;
    }

    /// A node whose only child is the box of a leaf.
    #[inline(always)]
    pub fn of_leaf(leaf: &Leaf, at: Ref) -> Self {
        let mut node = Self::EMPTY;
        let b = &leaf.bounds;
        node.center = b.center.map(|c| [c, 0.0, 0.0, 0.0]);
        node.turn = b.turn.map(|c| [c, 1, 1, 1]);
        node.half = b.half.map(|h| [h, NO_BOX, NO_BOX, NO_BOX]);
        node.child[0] = at;
        node
    }

    /// The children that there are.
    pub fn children(&self) -> impl Iterator<Item = (usize, Ref)> + '_ {
        (0..4).filter(|lane| self.half[0][*lane] != NO_BOX).map(|lane| (lane, self.child[lane]))
    }

    /// The box in a lane.
    pub fn bounds(&self, lane: usize) -> Bounds {
        Bounds {
            center: self.center.map(|c| c[lane]),
            turn: self.turn.map(|c| c[lane]),
            half: self.half.map(|h| h[lane]),
        }
    }
}

impl Leaf {
    /// Without triangles.
    pub const EMPTY: Self = Self {
        corner: [[[0.0; 4]; 3]; 3],
        triangle: [0; 4],
        bounds: Bounds { center: [0.0; 3], turn: [0, 0, 0, 1], half: [NO_BOX; 3] },
        radius: 0.0,
        count: 0,
    };

    /// One to four triangles, each its number and its corners in tree units, and the box around them.
    pub fn new(bounds: Bounds, triangles: impl ExactSizeIterator<Item = (u32, [Vector; 3])> + Clone) -> Self {
        let mut leaf = Self { bounds, count: triangles.len() as u8, ..Self::EMPTY };
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
    /// The smallest box that can be stored and holds all points, its axes near the columns of `axes`, a rotation.
    pub fn around(axes: &Matrix3<f64>, points: impl Iterator<Item = Vector> + Clone) -> Self {
        let turn = stored_turn(axes);
        let axes = axes_of(&turn);
        let [mut low, mut high] = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
        for p in points {
            for i in 0..3 {
                let along = axes[i].dot(&p);
                low[i] = low[i].min(along);
                high[i] = high[i].max(along);
            }
        }
        let middle: Vector = (0..3).map(|i| axes[i] * (0.5 * (low[i] + high[i]))).sum();
        let center = [middle.x as f32, middle.y as f32, middle.z as f32];
        let stored = Vector::from(center.map(f64::from));
        let half = std::array::from_fn(|i| {
            let along = axes[i].dot(&stored);
            // The sum is for the rounding of f64 in the lines above.
            bf16_above((high[i] - along).max(along - low[i]) + 1e-15)
        });
        Self { center, turn, half }
    }

    /// Centre, axes and half extents: exactly what the stored numbers mean, but for rounding of f64.
    pub fn decoded(&self) -> (Vector, [Vector; 3], Vector) {
        let half = self.half.map(|h| f64::from(f32::from_bits(u32::from(h) << 16)));
        (Vector::from(self.center.map(f64::from)), axes_of(&self.turn), Vector::from(half))
    }
}

fn stored_turn(axes: &Matrix3<f64>) -> [i16; 4] {
    let turn = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(*axes));
    let q = turn.coords * 32767.0;
    [q.x, q.y, q.z, q.w].map(|c| c.round() as i16)
}

/// The axes that a stored orientation stands for: columns of the rotation.
fn axes_of(turn: &[i16; 4]) -> [Vector; 3] {
    let [x, y, z, w] = turn.map(f64::from);
    let turn = UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z)).to_rotation_matrix();
    [0, 1, 2].map(|i| turn.matrix().column(i).into_owned())
}

/// The least bf16 that is not below `x`, which must be 0 or more.
fn bf16_above(x: f64) -> u16 {
    let near = x as f32;
    let above = if f64::from(near) < x { near.next_up() } else { near };
    let bits = above.to_bits();
    ((bits + 0xffff) >> 16) as u16
}
