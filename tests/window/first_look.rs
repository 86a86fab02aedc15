//! The first start: two methods that disagree, and the ways out of it.

use collidoscope::app::{Shell, present};
use collidoscope::exhibit::Page;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::lab::wrong_answer;
use collidoscope::ui::requests::Request;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::support::window::Drive as _;
use crate::window::panel::{click, open};

fn first_start() -> Harness<'static, Shell> {
    let mut harness = open(Setup::default(), [1280.0, 800.0]);
    present::first_look(harness.state_mut());
    harness.run_steps(2);
    // Frames of the simulation until the method on the left is wrong; the button is off before.
    while wrong_answer(&*harness.state().lab).is_none() {
        assert!(harness.state().lab.frame() < 300, "the printed sequence is wrong somewhere");
        harness.run_steps(1);
    }
    harness.state_mut().lab.playback().playing = false;
    harness.run_steps(2);
    harness
}

#[test]
fn the_button_leads_to_the_step_that_makes_an_answer_wrong() {
    let mut harness = first_start();
    assert!(harness.state().first_look.is_some());
    let shown: Vec<_> = harness.state().arena().lineup().panes().iter().map(|method| method.id).collect();
    assert_eq!(shown, ["stencil-as-published", "gjk"]);
    assert!(harness.query_by_role_and_label(Role::Button, "Step back").is_none(), "no panels");
    let wrong = wrong_answer(&*harness.state().lab).unwrap();
    click(&mut harness, Role::Button, "Find out why");
    let shell = harness.state();
    assert!(shell.first_look.is_none() && shell.page == Page::Inspector);
    assert_eq!(shell.arena().roles().shown.id, "stencil-as-published");
    let pair = collidoscope::labs::arena::subject::inspected_pair(shell.arena()).unwrap();
    assert_eq!(wrong.get("pair"), Some(format!("{}-{}", pair.a, pair.b).as_str()));
    harness.get_by_label_contains("step 5 of 7");
    // The reason is in one sentence, and the row that decides is in sight with those after it.
    harness.get_by_label_contains("Row 5 still ");
    for row in 1..=7 {
        let name = format!("Row {row}: ");
        let rows = harness
            .query_all_by_role(Role::Button)
            .filter(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with(&name)))
            .filter(|node| node.rect().bottom() < 700.0);
        assert_eq!(rows.count(), 1, "{name}");
    }
    // The two bodies are large; the row is shown as it is and as it is right; buffers wait.
    let picture = harness.get_by_role_and_label(Role::Image, "The pair in space").rect();
    assert!(picture.width() >= 600.0 && picture.height() >= 240.0, "{picture:?}");
    for name in ["This method", "Right"] {
        harness.get_by_label(name);
    }
    assert!(harness.query_by_role_and_label(Role::Image, "Depth buffer").is_none());
    click(&mut harness, Role::Button, "Details");
    harness.get_by_role_and_label(Role::Image, "Depth buffer");
    harness.get_by_label("OpenGL state of row 5");
}

#[test]
fn the_camera_turns_until_somebody_takes_it_and_other_requests_end_the_look() {
    let mut harness = first_start();
    let yaw = |harness: &Harness<'_, Shell>| harness.state().cameras.of(1).angles().0;
    let before = yaw(&harness);
    harness.run_steps(5);
    assert_ne!(yaw(&harness), before, "it turns in both panes");
    harness.hover_at(egui::pos2(300.0, 300.0));
    harness.drag_at(egui::pos2(300.0, 300.0));
    harness.run_steps(1);
    harness.drop_at(egui::pos2(300.0, 300.0));
    harness.run_steps(2);
    let before = yaw(&harness);
    harness.run_steps(5);
    assert_eq!(yaw(&harness), before, "it stays where it was left");

    harness.state_mut().ask(Request::PlayOrPause);
    harness.state_mut().ask(Request::NextLanguage);
    harness.state_mut().ask(Request::NextLanguage);
    harness.run_steps(2);
    assert!(harness.state().first_look.is_some());
    harness.state_mut().ask(Request::TogglePanels);
    harness.run_steps(2);
    assert!(
        harness.state().first_look.is_none() && !harness.state().panels_hidden,
        "panels come by themselves"
    );
}
