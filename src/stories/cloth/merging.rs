//! The recording of the merging of normal cones up the tree, node by node in the order of the refit.

use super::measuring::Measuring;
use super::question::Question;
use crate::cloth::detect::Patch;
use crate::cloth::tree::bounds::{Cone, Span};
use crate::cloth::tree::contour;

/// Maximum number of recorded merges: if there are more, the lowest levels are left out.
pub const MOST_MERGES: usize = 1500;

/// A merge: the cones of a node's children become the cone of the node.
#[derive(Clone, Debug)]
pub struct Merge {
    /// The node.
    pub patch: Patch,
    /// The node's children, with their cones.
    pub parts: Vec<(Patch, Cone)>,
    /// For a node with four children, which are first merged in pairs: the cones of the two pairs.
    pub pairs: Option<[Cone; 2]>,
    /// The merged cone.
    pub cone: Cone,
    /// For a cone narrower than a half-space: true if the contour of the node's patch is proved not to cross
    /// itself. `None` for a wider cone.
    pub is_simple: Option<bool>,
}

/// All merges of a step.
pub struct Merging {
    /// The merges in post-order: those of the children before that of their parent.
    pub merges: Vec<Merge>,
    /// Number of merges that are not recorded, because their levels are left out.
    pub left_out: usize,
}

impl Merging {
    /// Records the merges of a method; `None` if the method has no cones.
    pub fn of(question: &Question, measuring: &Measuring) -> Option<Self> {
        let stages = measuring.stages?;
        let patches = &measuring.patches;
        let level = |node: u32| {
            let mut above = 0;
            let mut at = patches.parent(node);
            while let Some(parent) = at {
                (above, at) = (above + 1, patches.parent(parent));
            }
            above
        };
        let inner =
            || (0..patches.nodes.len() as u32).filter(|n| !patches.nodes[*n as usize].children.is_empty());
        let levels: Vec<(u32, usize)> = inner().map(|node| (node, level(node))).collect();
        let count = |most: usize| levels.iter().filter(|(_, level)| *level <= most).count();
        let deepest = levels.iter().map(|(_, level)| *level).max()?;
        let shown = (0..=deepest).rev().find(|most| count(*most) <= MOST_MERGES).unwrap_or(0);
        let side = question.mesh.side?;
        let merge = |node: u32| {
            let at = &patches.nodes[node as usize];
            let of = |child: &u32| {
                let patch = patches.nodes[*child as usize].patch;
                Some((patch, measuring.bounds(patch)?.cone))
            };
            let parts: Vec<(Patch, Cone)> = at.children.iter().filter_map(of).collect();
            let pairs = match &parts[..] {
                [a, b, c, d] => Some([a.1.merged(&b.1), c.1.merged(&d.1)]),
                _ => None,
            };
            let cone = measuring.bounds(at.patch)?.cone;
            let is_simple = match at.patch {
                Patch::Cells { from, to } if cone.is_narrow() => {
                    let is_swept = stages.span == Span::Swept;
                    Some(contour::is_simple(side, &question.step, &cone.axis, &[(from, to)], is_swept))
                }
                _ => None,
            };
            Some(Merge { patch: at.patch, parts, pairs, cone, is_simple })
        };
        let shown: Vec<u32> =
            levels.iter().filter(|(_, level)| *level <= shown).map(|(node, _)| *node).collect();
        let left_out = levels.len() - shown.len();
        Some(Self { merges: shown.into_iter().filter_map(merge).collect(), left_out })
    }

    /// Among the first `done` merges: the number of merged cones that are narrower than a half-space, and the
    /// number of contours that are proved not to cross themselves.
    pub fn narrow(&self, done: usize) -> [usize; 2] {
        let done = &self.merges[..done.min(self.merges.len())];
        let count = |of: fn(&&Merge) -> bool| done.iter().filter(of).count();
        [count(|merge| merge.cone.is_narrow()), count(|merge| merge.is_simple == Some(true))]
    }
}
