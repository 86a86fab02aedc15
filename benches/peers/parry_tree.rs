//! Broad phases with parry's tree of boxes.

use collidoscope::geometry::Aabb;
use parry3d_f64::bounding_volume::Aabb as ParryBox;
use parry3d_f64::math::Vector;
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};

use super::Find;

/// Name and constructor of a broad phase.
pub type Variant = (&'static str, fn() -> Find);

/// All variants.
pub const VARIANTS: &[Variant] = &[
    ("refit", || refit(false)),
    ("refit and optimise", || refit(true)),
    ("build, binned", || build(BvhBuildStrategy::Binned)),
    ("build, PLOC", || build(BvhBuildStrategy::Ploc)),
];

fn to_parry(b: &Aabb) -> ParryBox {
    let [min, max] = [b.min, b.max].map(|p| Vector::new(p.x, p.y, p.z));
    ParryBox::new(min, max)
}

/// Refits the tree of the first frame and compares it with itself.
fn refit(optimise: bool) -> Find {
    let (mut tree, mut workspace, mut pairs) = (Bvh::new(), BvhWorkspace::default(), Vec::<[u32; 2]>::new());
    Box::new(move |boxes| {
        if tree.leaf_count() == 0 {
            tree = Bvh::from_iter(BvhBuildStrategy::Binned, boxes.iter().map(to_parry).enumerate());
        }
        for (body, b) in (0..).zip(boxes) {
            tree.insert_or_update_partially(to_parry(b), body, 0.0);
        }
        tree.refit(&mut workspace);
        if optimise {
            tree.optimize_incremental(&mut workspace);
        }
        pairs.clear();
        tree.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |a, b| pairs.push([a, b]));
        pairs.len()
    })
}

fn build(strategy: BvhBuildStrategy) -> Find {
    let (mut workspace, mut pairs) = (BvhWorkspace::default(), Vec::<[u32; 2]>::new());
    Box::new(move |boxes| {
        let tree = Bvh::from_iter(strategy, boxes.iter().map(to_parry).enumerate());
        pairs.clear();
        tree.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |a, b| pairs.push([a, b]));
        pairs.len()
    })
}
