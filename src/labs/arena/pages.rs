//! The pages of the arena beside the scene, the inspector and the experiments.

use crate::labs::lab::PageRow;

/// The word of the page of all tiles.
pub const TILES: &str = "tiles";
/// The word of the page of sweep and prune's lists.
pub const BROAD_PHASE: &str = "broad-phase";

/// In the order of their tabs.
pub const PAGES: &[PageRow] = &[
    PageRow {
        word: TILES,
        title: "Tiles",
        help: "The tiles of all pairs of this frame, side by side.",
        is_of_frame: true,
        begins: 0,
    },
    PageRow {
        word: BROAD_PHASE,
        title: "Broad phase",
        help: "How the candidate pairs of this frame were found: sweep and prune's sorted lists.",
        is_of_frame: true,
        // The lists are those of the frame before, repaired.
        begins: 1,
    },
];
