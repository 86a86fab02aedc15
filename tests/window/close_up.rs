//! The lens on the contact in the window.

use collidoscope::exhibit::SceneLink;
use collidoscope::labs::arena::Setup;
use collidoscope::ui::requests::Request;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::support::assert_no_complaints;
use crate::window::panel::{click, open};
use crate::window::panes::press;

/// The key shows the lens in the pane, with the state of the selected pair; without a pair the menu says why
/// it is unavailable.
#[test]
fn the_lens_on_the_contact_is_a_switch_and_says_how_the_pair_stands() {
    for (preset, says) in
        [("near-miss", "gap 2.00\u{a0}mm"), ("touching-faces", "touching"), ("containment", "overlapping")]
    {
        let mut harness = open(Setup::default(), [1280.0, 800.0]);
        let exhibit: SceneLink = format!("preset={preset}").parse().unwrap();
        harness.state_mut().requests.ask(Request::Show(Box::new(exhibit)));
        harness.run();
        let name = format!("Lens on the contact: {says}");
        assert!(harness.query_by_label(&name).is_none());
        press(&mut harness, Key::T);
        let shown = harness.get_by_label(&name).rect();
        assert!(shown.width() > 120.0 && shown.width() == shown.height(), "{shown}");
        press(&mut harness, Key::T);
        assert!(harness.query_by_label(&name).is_none());
        assert_no_complaints(harness.state().stage.gpu());
    }
    let mut harness = open(Setup::default(), [1280.0, 800.0]);
    harness.state_mut().requests.ask(Request::Show(Box::new("lab=road".parse().unwrap())));
    harness.run();
    click(&mut harness, Role::Button, "Camera");
    let switch = harness.get_by_role_and_label(Role::Button, "Lens on the contact T");
    assert!(switch.accesskit_node().is_disabled());
}
