//! Texts of panels that depend on what was found, or on the room there is.

use collidoscope::labs::arena::Setup;
use egui_kittest::kittest::Queryable as _;

use crate::panel;
use crate::support::window::Drive as _;

/// Beside a lesson the method's name does not fit over the tree below the level; what was counted does.
#[test]
fn the_line_over_the_visited_tree_leaves_the_method_out_where_there_is_no_room() {
    for (width, has_name) in [(1280.0, false), (1920.0, true)] {
        let mut harness = panel::open(Setup::default(), [width, 800.0]);
        harness.state_mut().open_lesson("plane-shifting").unwrap();
        harness.run_steps(4);
        let over = |text: &str| harness.query_all_by_label_contains(text).count();
        assert_eq!(over("Visited part of the tree"), 1, "the panel is on show");
        let shown = [over("nodes visited: 54 of"), over(" nodes visited")].map(|count| count > 0);
        assert_eq!(shown, [!has_name, has_name], "{width}");
    }
}
