//! The tree of a shape: built once, in the shape's own frame, top-down, one triangle per leaf.
//!
//! A node stores whatever does not depend on the pose: the box's centre, axes and half sides, and the radius
//! of the sphere around it. A node's axis-aligned box, with half sides |R| r, depends on the pose and belongs
//! to [`PosedNode`](super::cascade::PosedNode). All centres are relative to the root's centre, so a mesh far
//! from its origin loses no precision. The boxes are enlarged by the rounding error of the whole body, not of
//! the node. The trees of shapes in use are cached, because building one takes far longer than a traversal.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};

use crate::geometry::{Fit, Mesh, Obb, Point, Shape, Vector};
use crate::hierarchies;
use crate::hierarchies::build::build;
use crate::hierarchies::build::parts::{Fitter, Pieces};
use crate::hierarchies::build::plan::{Construction, Plan, Rule};
use crate::hierarchies::separating_axes::ROUNDING;

/// Nodes of at most this many triangles use the covariance of their own triangles, not that of their hull.
/// Differs from the paper: for so few triangles, computing a hull costs more than its tighter box saves.
const FEW: usize = 8;

/// A binary tree of boxes over the triangles of a mesh.
#[derive(Debug)]
pub struct Tree {
    /// The nodes of the tree, the root first; the two children of a node are adjacent.
    pub nodes: Vec<Node>,
    /// The root's centre in the shape's coordinates, metres.
    pub origin: Point,
    /// Radius in metres of a sphere around the root's centre that contains the mesh.
    pub reach: f64,
    /// The mesh's vertices, metres from [`Tree::origin`].
    vertices: Vec<Vector>,
    /// The mesh's triangles, as indices into the vertices.
    triangles: Vec<[u32; 3]>,
    /// For each connected part of the surface, its extreme vertices along the root's axes.
    pub shells: Vec<[Vector; 6]>,
}

/// One box of the tree, in the shape's own frame.
#[derive(Clone, Debug)]
pub struct Node {
    /// Centre, metres from the tree's origin.
    pub center: Vector,
    /// Orthonormal axes.
    pub axes: [Vector; 3],
    /// Half the sides along the axes, metres.
    pub half: Vector,
    /// Radius in metres of the sphere around the box, concentric with it.
    pub radius: f64,
    /// The node's triangle or its children.
    pub below: Below,
}

/// Content of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Below {
    /// A leaf's triangle, by its index in the mesh.
    Triangle(u32),
    /// The two children of an inner node: the node with this index and the next one.
    Children(u32),
}

impl Node {
    fn new(bounds: &Obb, below: Below) -> Self {
        let Obb { center, axes, half } = *bounds;
        Self { center: center.coords, axes, half, radius: half.norm(), below }
    }

    /// Indices of the children; empty for a leaf.
    #[inline]
    pub fn children(&self) -> Range<u32> {
        match self.below {
            Below::Triangle(_) => 0..0,
            Below::Children(first) => first..first + 2,
        }
    }
}

impl Tree {
    /// Fits boxes and splits until every leaf has one triangle.
    pub fn build(mesh: &Mesh, fit: Fit) -> Self {
        let root = Obb::of_mesh(mesh, fit);
        let origin = root.center;
        let vertices: Vec<Vector> = mesh.vertices().iter().map(|v| v - origin).collect();
        let reach = root.half.norm();
        let mut tree = Self {
            nodes: vec![],
            origin,
            reach,
            vertices,
            triangles: mesh.triangles().to_vec(),
            shells: vec![],
        };
        let whole = Obb { center: Point::origin(), ..root };
        let order = tree.with_area();
        let count = order.len();
        // The root takes the box of the whole mesh, fitted to all its vertices.
        let fit_part = |triangles: &[u32]| {
            let bounds = if triangles.len() == count { whole } else { tree.fit(triangles, fit) };
            tree.grown(&bounds)
        };
        let plan = Plan {
            construction: Construction::TopDown(Rule::Middle),
            arity: 2,
            leaf_size: 1,
            on_demand: false,
        };
        let pieces = Pieces::of_triangles(tree.all_corners());
        let fitter = Fitter { fit: &fit_part, frame: &|bounds| Some(*bounds) };
        let built = build(&pieces, order, &plan, &fitter, &mut |_| true).expect("nothing cancels it");
        let below = |node: &hierarchies::tree::Node<Obb>| match node.is_leaf() {
            true => Below::Triangle(built.order[node.first as usize]),
            false => Below::Children(node.child),
        };
        tree.nodes = built.nodes.iter().map(|node| Node::new(&node.volume, below(node))).collect();
        tree.shells = tree.find_shells();
        tree
    }

    /// The corners of triangle `index`, metres from [`Tree::origin`].
    pub fn corners(&self, index: u32) -> [Vector; 3] {
        self.triangles[index as usize].map(|v| self.vertices[v as usize])
    }

    /// The corners of all triangles, in the mesh's order, metres from [`Tree::origin`].
    pub fn all_corners(&self) -> impl Iterator<Item = [Vector; 3]> + '_ {
        (0..self.triangles.len() as u32).map(|t| self.corners(t))
    }

    fn grown(&self, bounds: &Obb) -> Obb {
        Obb { half: bounds.half.add_scalar(ROUNDING * self.reach), ..*bounds }
    }

    /// Triangles with an area. Degenerate triangles lie on edges of their neighbours, so the surface is
    /// complete without them. If all are degenerate, all are returned.
    fn with_area(&self) -> Vec<u32> {
        let all = 0..self.triangles.len() as u32;
        let has_area = |&t: &u32| {
            let [p, q, r] = self.corners(t);
            let longest = (q - p).norm().max((r - q).norm()).max((p - r).norm());
            (q - p).cross(&(r - p)).norm() > ROUNDING * self.reach * longest
        };
        let some: Vec<u32> = all.clone().filter(has_area).collect();
        if some.is_empty() { all.collect() } else { some }
    }

    fn fit(&self, triangles: &[u32], fit: Fit) -> Obb {
        let surface = || triangles.iter().map(|&t| self.corners(t).map(Point::from));
        if let [triangle] = *triangles {
            return Obb::of_triangle(self.corners(triangle).map(Point::from));
        }
        let mut used: Vec<u32> = triangles.iter().flat_map(|&t| self.triangles[t as usize]).collect();
        used.sort_unstable();
        used.dedup();
        let points: Vec<Point> = used.iter().map(|&v| Point::from(self.vertices[v as usize])).collect();
        if triangles.len() <= FEW {
            return Obb::around_surface(&points, surface(), fit);
        }
        Obb::around(&points, surface(), fit)
    }

    fn find_shells(&self) -> Vec<[Vector; 6]> {
        // Union-find: each vertex points to another vertex of its part, the representative to itself.
        let mut next: Vec<u32> = (0..self.vertices.len() as u32).collect();
        fn last(next: &mut [u32], mut v: u32) -> u32 {
            while next[v as usize] != v {
                next[v as usize] = next[next[v as usize] as usize];
                v = next[v as usize];
            }
            v
        }
        for &[i, j, k] in &self.triangles {
            let (i, j, k) = (last(&mut next, i), last(&mut next, j), last(&mut next, k));
            next[j as usize] = i;
            let (i, k) = (last(&mut next, i), last(&mut next, k));
            next[k as usize] = i;
        }
        let mut part: HashMap<u32, usize> = HashMap::new();
        let mut shells: Vec<[Vector; 6]> = vec![];
        let axes = self.nodes[0].axes;
        for &v in self.triangles.iter().flatten() {
            let p = self.vertices[v as usize];
            let index = *part.entry(last(&mut next, v)).or_insert_with(|| {
                shells.push([p; 6]);
                shells.len() - 1
            });
            for (i, extreme) in shells[index].iter_mut().enumerate() {
                let along = if i < 3 { axes[i] } else { -axes[i - 3] };
                if along.dot(&p) > along.dot(extreme) {
                    *extreme = p;
                }
            }
        }
        shells
    }
}

/// Trees by the address of the shape. A weak reference prevents the address from being reused.
type Built = HashMap<usize, (Weak<Shape>, Vec<(Fit, Arc<Tree>)>)>;

static BUILT: LazyLock<Mutex<Built>> = LazyLock::new(Mutex::default);

/// The shape's tree; built if it is not cached.
pub(super) fn tree_of(shape: &Arc<Shape>, fit: Fit) -> Arc<Tree> {
    let address = Arc::as_ptr(shape) as usize;
    let find = |built: &Built| -> Option<Arc<Tree>> {
        let (_, trees) = built.get(&address)?;
        trees.iter().find(|(of, _)| *of == fit).map(|(_, tree)| Arc::clone(tree))
    };
    if let Some(tree) = find(&built()) {
        return tree;
    }
    // Built without the lock, so that another thread can read a cached tree meanwhile.
    let tree = Arc::new(Tree::build(shape.mesh(), fit));
    let mut built = built();
    if let Some(earlier) = find(&built) {
        return earlier;
    }
    let (_, trees) = built.entry(address).or_insert_with(|| (Arc::downgrade(shape), Vec::new()));
    trees.push((fit, Arc::clone(&tree)));
    tree
}

/// Drops the trees of shapes that no longer exist.
pub(super) fn forget_unused() {
    built().retain(|_, (shape, _)| shape.strong_count() > 0);
}

fn built() -> MutexGuard<'static, Built> {
    BUILT.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Solid;

    #[test]
    fn a_tree_is_built_once_per_shape_and_fit_and_goes_with_the_shape() {
        let ball = || Arc::new(Shape::primitive(Solid::Ball { radius: 1.0 }, 1).unwrap());
        let (shape, other) = (ball(), ball());
        let tree = tree_of(&shape, Fit::HullArea);
        assert!(Arc::ptr_eq(&tree, &tree_of(&shape, Fit::HullArea)));
        assert!(!Arc::ptr_eq(&tree, &tree_of(&shape, Fit::VertexPca)));
        assert!(!Arc::ptr_eq(&tree, &tree_of(&other, Fit::HullArea)));
        drop(shape);
        forget_unused();
        assert_eq!(Arc::strong_count(&tree), 1, "nobody else holds it");
    }
}
