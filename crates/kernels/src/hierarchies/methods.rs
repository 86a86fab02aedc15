//! The table of methods for two meshes, from which menus, `--method`, the tests and `bench` are derived.

use std::ops::Deref;
use std::sync::Arc;

use super::brute_force::BruteForce;
use super::fast::pair::FastPair;
use super::options::{
    ARITY, BUILT, DESCENT, FIT, FIXED_DESCENT, START, UPDATE, Update, construction, leaf_size, plan,
    traversal,
};
use super::pair::{MeshPair, Progress};
use super::tree_pair::TreePair;
use super::update::approximation::Approximation;
use super::update::hill_climbing::HillClimbing;
use super::update::refit::Refit;
use super::update::{Applied, Turning};
use super::volumes::Rigid;
use super::volumes::rss::Rss;
use crate::about::{MethodInfo, Promise};
use crate::geometry::kdop::Kdop;
use crate::geometry::{Fit, Mesh, Obb, Sphere};
use crate::settings::{Setting, Settings};

/// A row of [`METHODS`]: description of a method, and its constructor.
pub struct Method {
    /// Id, title, source, promise and settings; also reachable through `Deref`, as in `method.id`.
    pub about: MethodInfo,
    make: Make,
}

impl Deref for Method {
    type Target = MethodInfo;

    fn deref(&self) -> &MethodInfo {
        &self.about
    }
}

impl Method {
    /// Prepares meshes A and B by building their trees. If both are the same `Arc`, one tree is built.
    pub fn make(&self, meshes: &[Arc<Mesh>; 2], settings: &Settings) -> Box<dyn MeshPair> {
        self.make_while(meshes, settings, &mut |_| true).expect("nothing cancels it")
    }

    /// [`Method::make`] with cancellation; `None` if `progress` returns `false`.
    pub fn make_while(
        &self,
        meshes: &[Arc<Mesh>; 2],
        settings: &Settings,
        progress: &mut Progress,
    ) -> Option<Box<dyn MeshPair>> {
        (self.make)(meshes, settings, progress)
    }
}

/// The id of the fastest method, in `fast/`.
pub const BVH_FAST: &str = "bvh-fast";
/// The id of the method with oriented boxes.
pub const OBB_TREE: &str = "obb-tree";
/// The id of the method with axis-aligned boxes.
pub const AABB_TREE: &str = "aabb-tree";
/// The id of the method with spheres.
pub const SPHERE_TREE: &str = "sphere-tree";
/// The id of the method with rectangle swept spheres.
pub const RSS_TREE: &str = "rss-tree";
/// The id of the method in `brute_force.rs`.
pub const BRUTE_FORCE: &str = "brute-force";
/// The id of the reference method.
pub const REFERENCE: &str = BRUTE_FORCE;

/// All methods, in the order of the menus.
pub const METHODS: &[Method] = &[
    Method {
        about: MethodInfo {
            id: BVH_FAST,
            title: "Fast tree",
            source: "this project",
            says: "Traverses two four-ary trees of oriented boxes, testing 16 pairs at once with SIMD.",
            promise: Promise::Exact,
            settings: &[FIXED_DESCENT],
            compare_with: OBB_TREE,
        },
        make: |meshes, _, progress| Some(Box::new(FastPair::new(meshes, progress)?)),
    },
    Method {
        about: MethodInfo {
            id: OBB_TREE,
            title: "OBB tree",
            source: "Gottschalk, Lin, Manocha 1996",
            says: "Traverses two trees of oriented boxes, which rotate with the mesh, and tests up to 15 separating axes per pair.",
            promise: Promise::Exact,
            settings: &[
                construction("middle").setting,
                BUILT.setting,
                ARITY.setting,
                leaf_size(1),
                FIT.setting,
                START.setting,
                DESCENT.setting,
            ],
            compare_with: AABB_TREE,
        },
        make: |meshes, settings, progress| turned::<Obb>(meshes, settings, FIT.of(settings), progress),
    },
    Method {
        about: MethodInfo {
            id: AABB_TREE,
            title: "AABB tree",
            source: "Northeastern lecture, bounding-volume hierarchies",
            says: "Traverses two trees of axis-aligned boxes, after recomputing the boxes of the rotated mesh for every pose.",
            promise: Promise::Exact,
            settings: &[
                construction("surface-area").setting,
                BUILT.setting,
                ARITY.setting,
                leaf_size(4),
                UPDATE.setting,
                START.setting,
                DESCENT.setting,
            ],
            compare_with: OBB_TREE,
        },
        make: updated::<3>,
    },
    Method {
        about: MethodInfo {
            id: SPHERE_TREE,
            title: "Sphere tree",
            source: "Northeastern lecture, bounding-volume hierarchies",
            says: "Traverses two trees of spheres: the cheapest test, but spheres rarely fit closely.",
            promise: Promise::Exact,
            settings: &[
                construction("mean").setting,
                BUILT.setting,
                ARITY.setting,
                leaf_size(4),
                START.setting,
                DESCENT.setting,
            ],
            compare_with: OBB_TREE,
        },
        make: |meshes, settings, progress| turned::<Sphere>(meshes, settings, Fit::VertexPca, progress),
    },
    Method {
        about: MethodInfo {
            id: RSS_TREE,
            title: "RSS tree",
            source: "Larsen, Gottschalk, Lin, Manocha 2000",
            says: "Traverses two trees of rectangles swept by a sphere, whose distance has a closed form.",
            promise: Promise::Exact,
            settings: &[
                construction("mean").setting,
                BUILT.setting,
                ARITY.setting,
                leaf_size(1),
                FIT.setting,
                START.setting,
                DESCENT.setting,
            ],
            compare_with: OBB_TREE,
        },
        make: |meshes, settings, progress| turned::<Rss>(meshes, settings, FIT.of(settings), progress),
    },
    kdop("kdop-6", "6-DOP tree", updated::<3>),
    kdop("kdop-14", "14-DOP tree", updated::<7>),
    kdop("kdop-18", "18-DOP tree", updated::<9>),
    kdop("kdop-26", "26-DOP tree", updated::<13>),
    Method {
        about: MethodInfo {
            id: BRUTE_FORCE,
            title: "Brute force",
            source: "by definition of the problem",
            says: "Tests every triangle of one mesh against every triangle of the other.",
            promise: Promise::Exact,
            settings: &[],
            compare_with: OBB_TREE,
        },
        make: |meshes, _, _| Some(Box::new(BruteForce::new(meshes))),
    },
];

type Make = fn(&[Arc<Mesh>; 2], &Settings, &mut Progress) -> Option<Box<dyn MeshPair>>;

const KDOP: &[Setting] = &[
    construction("splatter").setting,
    BUILT.setting,
    ARITY.setting,
    leaf_size(4),
    UPDATE.setting,
    START.setting,
    DESCENT.setting,
];

const fn kdop(id: &'static str, title: &'static str, make: Make) -> Method {
    let about = MethodInfo {
        id,
        title,
        source: "Klosowski and others 1998",
        says: "Traverses two trees of k-DOPs: volumes bounded by planes of fixed directions, recomputed for the rotated mesh.",
        promise: Promise::Exact,
        settings: KDOP,
        compare_with: OBB_TREE,
    };
    Method { about, make }
}

/// A pair of trees whose volumes move rigidly with the mesh.
fn turned<V: Rigid>(
    meshes: &[Arc<Mesh>; 2],
    settings: &Settings,
    fit: Fit,
    progress: &mut Progress,
) -> Option<Box<dyn MeshPair>> {
    let chosen = (&plan(settings), fit, traversal(settings));
    let pair = TreePair::<V>::new(meshes, chosen, |_| Box::new(Applied::default()), progress)?;
    Some(Box::new(pair))
}

/// A pair of trees whose volumes are recomputed for every pose.
fn updated<const SLABS: usize>(
    meshes: &[Arc<Mesh>; 2],
    settings: &Settings,
    progress: &mut Progress,
) -> Option<Box<dyn MeshPair>> {
    // The fit, a setting of oriented boxes, has no effect on k-DOPs.
    let chosen = (&plan(settings), Fit::VertexPca, traversal(settings));
    let update = |mesh: &Arc<Mesh>| -> Box<dyn Turning<Kdop<SLABS>>> {
        let mesh = Arc::clone(mesh);
        match UPDATE.of(settings) {
            Update::Approximation => Box::new(Approximation::new(mesh)),
            Update::HillClimbing => Box::new(HillClimbing::<SLABS>::new(mesh)),
            Update::Refit => Box::new(Refit::<SLABS>::new(mesh)),
        }
    };
    Some(Box::new(TreePair::<Kdop<SLABS>>::new(meshes, chosen, update, progress)?))
}

/// The row with this id.
pub fn find(id: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.id == id)
}
