//! The choices that define the construction of a tree.

use super::surface_area::half_surface;
use crate::geometry::Aabb;

/// One of the lecture's three ways to build a tree (source 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construction {
    /// From the root: sets of triangles are split in two by a rule.
    TopDown(Rule),
    /// From the triangles: close triangles are merged, then the resulting clusters.
    BottomUp(Nearness),
    /// Triangles are inserted one by one where the total size of the boxes grows least.
    Insertion(Size),
}

/// Which clusters are close to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nearness {
    /// Those with the smallest joint box, by surface.
    JointSurface,
    /// Those with the smallest gap between their boxes, then the closest centres: the distance of the lecture.
    Distance,
}

/// The size of a box that an insertion keeps small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Half the surface, square metres.
    Surface,
    /// The volume, cubic metres, as in the lecture; zero for flat boxes.
    Volume,
}

impl Size {
    /// The size of a box.
    pub fn of(self, bounds: &Aabb) -> f64 {
        match self {
            Self::Surface => half_surface(bounds),
            Self::Volume => bounds.extents().iter().map(|side| side.max(0.0)).product(),
        }
    }
}

/// The choices for one tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Construction method.
    pub construction: Construction,
    /// Maximum number of children of a node, 2 or more.
    pub arity: usize,
    /// Maximum number of triangles in a leaf, 1 or more.
    pub leaf_size: usize,
    /// Construction on demand: a node gets its children when a query first opens it; for top-down constructions.
    pub on_demand: bool,
}

/// A split rule. The first three split along the longest axis of the node's volume that yields two nonempty
/// parts; the others use x, y and z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Split at the mean of the centroids (RAPID, PQP).
    Mean,
    /// Split at the median of the centroids.
    Median,
    /// Split at the middle of the volume (OBBTree, Gottschalk, Lin, Manocha 1996).
    Middle,
    /// Split at the mean, on the axis with the smallest sum of the children's volumes (Klosowski and others
    /// 1998).
    MinSum,
    /// Split at the mean, on the axis on which the larger child is smallest (Klosowski and others 1998).
    MinMax,
    /// Split at the mean, on the axis with the largest variance of the centroids (Klosowski and others 1998,
    /// who call it best).
    Splatter,
    /// Split at the mean, on the axis of the longest side (Klosowski and others 1998).
    LongestSide,
    /// Split where the surface-area heuristic expects the fewest tests.
    SurfaceArea,
    /// Unbalanced on purpose: splits off the eighth with the largest x, halves it by the median, and goes on with the
    /// rest. So triangles with large x lie in a balanced tree near the root, and the others deep.
    Unbalanced,
}

impl Rule {
    /// Rules that use the axes of the node's volume.
    pub fn is_along_the_volume(self) -> bool {
        matches!(self, Self::Mean | Self::Median | Self::Middle)
    }

    /// The rules that split the two parts of a set that this rule has split.
    pub fn of_parts(self) -> [Self; 2] {
        match self {
            Self::Unbalanced => [Self::Median, Self::Unbalanced],
            _ => [self; 2],
        }
    }
}

/// The axis of a split.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisChoice {
    /// The rule that chose it.
    pub rule: Rule,
    /// Index of the axis: of the volume's frame for rules that use one, otherwise 0, 1, 2 for x, y, z.
    pub axis: usize,
    /// The rule's number for each axis; `None` for rules that compare no axes. For [`Rule::MinSum`] the sum of the
    /// children's volumes and for [`Rule::MinMax`] the larger volume, cubic metres; for [`Rule::Splatter`] the variance
    /// of the centroids, square metres; for rules by length the side, metres.
    pub scores: Option<[f64; 3]>,
}
