//! Texts of panels that depend on results or on the available space.

use collidoscope::app::Shell;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::cloth::cloth_lab::ClothLab;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::support::window::Drive as _;
use crate::window::panel;

/// Number of contacts that the reference found in the current step.
fn contacts(harness: &Harness<'_, Shell>) -> usize {
    let lab: &dyn std::any::Any = &*harness.state().lab;
    lab.downcast_ref::<ClothLab>().unwrap().truth().unwrap().contacts.len()
}

#[test]
fn the_inspector_says_that_a_step_has_no_contact_and_else_names_the_earliest() {
    const WITHOUT: &str = "No contact in this step: a pair that a method tests is shown.";
    let mut harness = panel::open(Setup::default(), [1280.0, 800.0]);
    for (frame, touches) in [(1, false), (80, true)] {
        let line = format!(
            "lab=cloth&page=inspector&scene=centre&side=9&bending=0.005&itself=off&method=binary&apart=pair&frame={frame}"
        );
        harness.state_mut().present(&line.parse().unwrap()).unwrap();
        harness.run_steps(3);
        assert_eq!(contacts(&harness) > 0, touches, "frame {frame}");
        let named = |text: &str| harness.query_all_by(|node| node.value().as_deref() == Some(text)).count();
        let shown = [named("No contact: a nearby pair"), named("The earliest contact")];
        assert_eq!(shown.map(|count| count > 0), [!touches, touches], "frame {frame}: {shown:?}");
        assert_eq!(harness.query_by_label(WITHOUT).is_some(), !touches, "frame {frame}");
        assert!(harness.query_by_role_and_label(Role::ComboBox, "Features").is_some());
    }
}

/// Next to a lesson there is no space for the method's name over the tree below the level, but for the counts
/// there is.
#[test]
fn the_line_over_the_visited_tree_leaves_the_method_out_where_there_is_no_room() {
    for (width, has_name) in [(1280.0, false), (1920.0, true)] {
        let mut harness = panel::open(Setup::default(), [width, 800.0]);
        harness.state_mut().open_lesson("plane-shifting").unwrap();
        harness.run_steps(4);
        let over = |text: &str| harness.query_all_by_label_contains(text).count();
        assert_eq!(over("Visited part of the tree"), 1, "the panel is on show");
        let shown = [over("nodes visited: 65 of"), over(" nodes visited")].map(|count| count > 0);
        assert_eq!(shown, [!has_name, has_name], "{width}");
    }
}

/// A resting heap has no pushes of its own step, and layers in the colour of its last pushes.
#[test]
fn the_cloth_lab_says_that_the_cloth_has_come_to_rest() {
    let mut harness = panel::open(Setup::default(), [1280.0, 800.0]);
    for (frame, is_at_rest) in [(20, false), (400, true)] {
        let line = format!("lab=cloth&scene=folds&side=9&method=cloth-fast&frame={frame}");
        harness.state_mut().present(&line.parse().unwrap()).unwrap();
        harness.run_steps(3);
        let shown = harness.query_all_by_label_contains("At rest until you grab it").count();
        assert_eq!(shown > 0, is_at_rest, "frame {frame}");
    }
}

/// The counts of all four panes fit into the panel, next to wrapped names.
#[test]
fn the_list_of_stages_keeps_to_the_panel() {
    /// Right edge of the panel's contents, points.
    const PANEL: f32 = 288.0;
    let mut harness = panel::open(Setup::default(), [1280.0, 800.0]);
    let methods = "binary,quad-as-published,quad-safe,cloth-fast";
    let line = format!("lab=cloth&scene=folds&side=33&paint=stages&method={methods}&frame=12");
    harness.state_mut().present(&line.parse().unwrap()).unwrap();
    for _ in 0..200 {
        harness.run_steps(1);
        if harness.query_by_label("boxes only").is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(harness.query_by_label("boxes only").is_some(), "a method has answered");
    let heads = harness.query_all_by(|node| node.value().as_deref() == Some("4"));
    let heads: Vec<_> = heads.map(|node| node.rect()).collect();
    assert!(heads.iter().any(|head| head.left() < PANEL && head.right() <= PANEL), "{heads:?}");
}
