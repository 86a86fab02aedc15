//! The arena's own pages, besides the scene and the inspector.

use crate::labs::lab::PageRow;

/// Id of the page of tiles.
pub const TILES: &str = "tiles";
/// Id of the page with sweep and prune's lists.
pub const BROAD_PHASE: &str = "broad-phase";

/// Id of the page with the views of the whole scene.
pub const SCENE_VIEWS: &str = "scene-views";

/// Id of the page on which a table of passes is edited.
pub const PASS_TABLE: &str = "passes";

/// Keys of the page on which a table of passes is edited.
const PASS_TABLE_KEYS: &[(&str, &str)] = &[
    ("Delete", "Remove the selected row"),
    ("Alt + Up, Down", "Move the selected row"),
    ("Ctrl + V", "Replace the table by the copied text"),
];

/// The pages, in the order of their tabs.
pub const PAGES: &[PageRow] = &[
    PageRow {
        word: TILES,
        title: "Tiles",
        help: "The tiles of all pairs of this frame, side by side.",
        is_of_method: false,
        is_of_frame: true,
        begins: 0,
        keys: &[],
    },
    PageRow {
        word: BROAD_PHASE,
        title: "Broad phase",
        help: "Sorted lists of sweep and prune, which find the candidate pairs of this frame.",
        is_of_method: true,
        is_of_frame: true,
        // The page shows how the sorted lists of the previous frame are updated, so frame 0 has no content.
        begins: 1,
        keys: &[],
    },
    PageRow {
        word: SCENE_VIEWS,
        title: "Scene views",
        help: "Views of the whole scene in which CULLIDE drops bodies, with the counts of each body.",
        is_of_method: true,
        is_of_frame: true,
        begins: 0,
        keys: &[],
    },
    PageRow {
        word: PASS_TABLE,
        title: "Pass table",
        help: "Write a table of passes of your own, and see what it does in every relation of two bodies.",
        is_of_method: false,
        is_of_frame: false,
        begins: 0,
        keys: PASS_TABLE_KEYS,
    },
];
