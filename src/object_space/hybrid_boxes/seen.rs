//! Events of a walk down two trees, for recordings.
//!
//! The walk hands every step to a closure. The one of a walk that is timed does nothing and is compiled away with
//! all that would be handed to it, so a recording sees the very comparisons that decide.

use crate::geometry::Vector;
use crate::hierarchies::separating_axes::SeparatingAxis;

/// Names of the stages that reject a pair, in the order of [`Stage`].
pub const STAGES: &[&str] =
    &["spheres (5)", "inequalities (6), (7)", "AABBs", "inequality (8)", "separating axes", "triangles"];

/// Names of what is tested, in the order of [`Volume`]. "insides" are points tested against a whole surface.
pub const VOLUMES: &[&str] = &["spheres", "AABBs", "OBBs", "triangles", "insides"];

/// A stage that can reject a pair of nodes, in the order in which they are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Inequality (5).
    Spheres,
    /// Inequalities (6) and (7): the axis-aligned boxes in the plane.
    Plane,
    /// The axis-aligned boxes.
    Aabbs,
    /// Inequality (8).
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

/// Counters of a run, by index while it lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    rejections: [u64; STAGES.len()],
    tests: [u64; VOLUMES.len()],
}

impl Counts {
    /// One more pair was tested.
    #[inline]
    pub fn test(&mut self, volume: Volume) {
        self.tests[volume as usize] += 1;
    }

    /// One more pair was rejected.
    #[inline]
    pub fn reject(&mut self, stage: Stage) {
        self.rejections[stage as usize] += 1;
    }

    /// One more pair was rejected if `apart`. Without a branch: it counts what the answer depends on.
    #[inline]
    pub fn reject_if(&mut self, apart: bool, stage: Stage) {
        self.rejections[stage as usize] += u64::from(apart);
    }

    /// How many pairs were tested.
    pub fn tested(&self, volume: Volume) -> u64 {
        self.tests[volume as usize]
    }

    /// How many pairs were rejected.
    pub fn rejected(&self, stage: Stage) -> u64 {
        self.rejections[stage as usize]
    }

    /// Pairs rejected, by the stages of [`STAGES`].
    pub fn rejections(&self) -> &[u64] {
        &self.rejections
    }

    /// Tests made, by the kinds of [`VOLUMES`].
    pub fn tests(&self) -> &[u64] {
        &self.tests
    }
}

/// One event of a walk.
#[derive(Clone, Copy, Debug)]
pub enum Seen<'a> {
    /// A stage of the cascade was tested on the pair of nodes that is settled next.
    Asked(Asked),
    /// The stages tested have settled a pair of nodes.
    Nodes {
        /// Index of the node in A's tree and in B's.
        nodes: [u32; 2],
        /// Counters so far, with this pair.
        counts: &'a Counts,
    },
    /// Two leaves came down to their triangles.
    Triangles {
        /// Index of the leaf in A's tree and in B's.
        nodes: [u32; 2],
        /// Index of the triangle in A's mesh and in B's.
        triangles: [u32; 2],
        /// Their corners along the world's axes, in metres from the centre of A's root.
        corners: [&'a [Vector; 3]; 2],
        /// Whether they share a point, which ends the walk.
        touching: bool,
        /// Counters so far, with this pair.
        counts: &'a Counts,
    },
    /// Nothing touches; a connected part of one surface was tested against the other body.
    Inside {
        /// 0: a part of A, inside B; 1: the other way round.
        body: usize,
        /// Index of the connected part of that surface.
        part: usize,
        /// A point of the part, along the other shape's axes, in metres from the other root's centre.
        point: &'a Vector,
        /// Whether the part lies within the box of the other's root. If not, it is not inside.
        in_box: bool,
        /// Whether the other's surface goes around the point.
        inside: bool,
        /// Counters so far, with this part.
        counts: &'a Counts,
    },
}

/// One stage of the cascade, and its answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// Which one.
    pub stage: Stage,
    /// The numbers that it compared.
    pub numbers: Numbers,
    /// Whether they prove the nodes disjoint.
    pub rejects: bool,
}

/// The numbers that a stage compares, in metres or square metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Numbers {
    /// Squared distance of the centres, against the square of how far two radii reach together.
    Centers {
        /// Squared distance of the centres, square metres.
        squared_distance: f64,
        /// Sum of the radii with rounding, metres.
        reach: f64,
    },
    /// Gap between the axis-aligned boxes along x, y, z, metres; negative where they overlap.
    Gaps(Vector),
    /// The oriented boxes, by their 15 axes.
    Axes {
        /// From the centre of A's box to that of B's, metres along the world's axes.
        between: Vector,
        /// The first of the 15 axes on which they are apart.
        found: Option<SeparatingAxis>,
    },
}
