//! Events of a traversal of two trees, for recordings.
//!
//! The traversal reports every step to a closure. When it is timed, the closure is empty and compiled away
//! with its arguments, so a recording shows exactly the comparisons that determine the verdict.

use crate::geometry::Vector;
use crate::hierarchies::separating_axes::SeparatingAxis;

/// Names of the stages that reject a pair, in the order of [`Stage`].
pub const STAGES: &[&str] =
    &["spheres (5)", "inequalities (6), (7)", "AABBs", "inequality (8)", "separating axes", "triangles"];

/// Names of the tests, in the order of [`Volume`]. "insides" are points tested against a whole surface.
pub const VOLUMES: &[&str] = &["spheres", "AABBs", "OBBs", "triangles", "insides"];

/// A stage that can reject a pair of nodes; variants are in test order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The bounding spheres: the paper's inequality (5).
    Spheres,
    /// The axis-aligned boxes in the plane: the paper's inequalities (6) and (7).
    Plane,
    /// The axis-aligned boxes along all three axes.
    Aabbs,
    /// The half diagonals of the boxes: the paper's inequality (8).
    HalfDiagonals,
    /// The separating axes of the oriented boxes.
    SeparatingAxes,
    /// The triangles of two leaves.
    Triangles,
}

/// A kind of test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Volume {
    /// Two bounding spheres.
    Spheres,
    /// Two axis-aligned boxes.
    Aabbs,
    /// Two oriented boxes.
    Obbs,
    /// Two triangles.
    Triangles,
    /// A point against a whole surface.
    Insides,
}

/// Counters of a traversal: how often each [`Stage`] rejected a pair, and how often each [`Volume`] was tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    rejections: [u64; STAGES.len()],
    tests: [u64; VOLUMES.len()],
}

impl Counts {
    /// Counts one tested pair.
    #[inline]
    pub fn test(&mut self, volume: Volume) {
        self.tests[volume as usize] += 1;
    }

    /// Counts one rejected pair.
    #[inline]
    pub fn reject(&mut self, stage: Stage) {
        self.rejections[stage as usize] += 1;
    }

    /// Counts one rejected pair if `apart`. Branch-free, because the outcome is unpredictable.
    #[inline]
    pub fn reject_if(&mut self, apart: bool, stage: Stage) {
        self.rejections[stage as usize] += u64::from(apart);
    }

    /// Number of pairs tested.
    pub fn tested(&self, volume: Volume) -> u64 {
        self.tests[volume as usize]
    }

    /// Number of pairs rejected.
    pub fn rejected(&self, stage: Stage) -> u64 {
        self.rejections[stage as usize]
    }

    /// Rejected pairs, in the order of [`STAGES`].
    pub fn rejections(&self) -> &[u64] {
        &self.rejections
    }

    /// Tests made, in the order of [`VOLUMES`].
    pub fn tests(&self) -> &[u64] {
        &self.tests
    }
}

/// One event of a traversal.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A stage of the cascade was tested on the current pair of nodes.
    Asked(Asked),
    /// The cascade has finished a pair of nodes.
    Nodes {
        /// Index of the node in A's tree and in B's.
        nodes: [u32; 2],
        /// Counters so far, including this pair.
        counts: &'a Counts,
    },
    /// The traversal reached the triangles of two leaves.
    Triangles {
        /// Index of the leaf in A's tree and in B's.
        nodes: [u32; 2],
        /// Index of the triangle in A's mesh and in B's.
        triangles: [u32; 2],
        /// Corners of both triangles along the world's axes, in metres from the centre of A's root.
        corners: [&'a [Vector; 3]; 2],
        /// Whether the triangles share a point, which ends the traversal.
        touching: bool,
        /// Counters so far, including this pair.
        counts: &'a Counts,
    },
    /// No triangles touch; a connected part of one surface was tested against the other body.
    Inside {
        /// 0: a part of A, tested against B; 1: a part of B, tested against A.
        body: usize,
        /// Index of the connected part of that surface.
        part: usize,
        /// A point of the part, along the other shape's axes, in metres from the other root's centre.
        point: &'a Vector,
        /// Whether the part lies within the other root's box. Otherwise it is not inside.
        in_box: bool,
        /// Whether the other surface encloses the point.
        inside: bool,
        /// Counters so far, including this part.
        counts: &'a Counts,
    },
}

/// One stage of the cascade and its result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// The stage that was tested.
    pub stage: Stage,
    /// The numbers that the stage compared.
    pub numbers: Numbers,
    /// Whether the stage proves the nodes disjoint.
    pub rejects: bool,
}

/// The numbers that a stage compares, in metres or square metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Numbers {
    /// Squared distance of the centres; compared with the squared sum of the radii.
    Centers {
        /// Squared distance of the centres, square metres.
        squared_distance: f64,
        /// Sum of the radii plus the rounding tolerance, metres.
        reach: f64,
    },
    /// Gap between the axis-aligned boxes along x, y, z, metres; negative where they overlap.
    Gaps(Vector),
    /// The oriented boxes, tested along their 15 axes.
    Axes {
        /// From the centre of A's box to that of B's, metres along the world's axes.
        between: Vector,
        /// The first separating axis of the 15.
        found: Option<SeparatingAxis>,
    },
}
