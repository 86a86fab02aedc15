//! The page of experiments, driven through its controls, without a window.

use crate::support::window;
use crate::support::window::Drive as _;
use std::time::{Duration, Instant};

use collidoscope::app::Shell;
use collidoscope::exhibit::Page;
use collidoscope::experiments::ink::chosen;
use collidoscope::experiments::pivot::Pivot;
use collidoscope::experiments::{ALL, EXPERIMENTS, Record, find};
use collidoscope::labs::LABS;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::words::Start;
use collidoscope::ui::requests::Request;
use collidoscope::ui::style;
use collidoscope::world::Parameters;
use egui::accesskit::Role;
use egui::{Key, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _, by};

use crate::support::gpu;

fn open(size: [f32; 2]) -> Harness<'static, Shell> {
    let parameters = Parameters { count: 20, ..Parameters::default() };
    let shell = window::open(&gpu(), Setup { start: Start::Experiment(parameters), ..Setup::default() });
    Harness::builder()
        .with_max_steps(60)
        .with_size(vec2(size[0], size[1]))
        .with_context_setup(style::apply)
        .build_ui_state(
            |ui, shell: &mut Shell| {
                shell.update(Duration::from_millis(34));
                collidoscope::app::apply::frame(ui, shell);
            },
            shell,
        )
}

fn click(harness: &mut Harness<'_, Shell>, label: &str) {
    harness.get_by_role_and_label(Role::Button, label).click();
    harness.run_steps(2);
}

fn wait_until(harness: &mut Harness<'_, Shell>, what: &str, done: impl Fn(&Shell) -> bool) {
    let start = Instant::now();
    while !done(harness.state()) {
        assert!(start.elapsed() < Duration::from_secs(120), "in vain: {what}");
        std::thread::sleep(Duration::from_millis(20));
        harness.run_steps(1);
    }
}

#[test]
fn a_quick_run_fills_the_page_and_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = open([1280.0, 800.0]);
    harness.state_mut().folder = folder.path().to_owned();
    click(&mut harness, "Experiments");
    assert_eq!(harness.state().page, Page::Experiments);
    click(&mut harness, find("resolution").unwrap().title);
    harness.get_by_label("This result comes with the program. Run measures on this machine.");
    harness.get_by_label("Claims");
    let frame = harness.state().arena().world().frame();
    click(&mut harness, "Run quick");
    assert!(harness.state().experiments.is_running());
    wait_until(&mut harness, "the first figures come while it runs", |shell| {
        shell.experiments.record().is_some_and(|r| !r.figures.is_empty())
    });
    wait_until(&mut harness, "it ends", |shell| !shell.experiments.is_running());
    assert!(harness.state().experiments.record().unwrap().is_complete());
    assert_eq!(harness.state().arena().world().frame(), frame, "the lab stands still");
    harness.run_steps(2);
    harness.get_by_label("Claims");
    harness.get_by_label("Measured values");
    assert!(harness.query_all_by_label("too small to judge").count() >= 1);
    for _ in 0..2 {
        click(&mut harness, "Save CSV and PNG");
    }
    for name in ["resolution.csv", "resolution.png", "resolution-1.csv", "resolution-1.png"] {
        assert!(folder.path().join(name).is_file(), "{name}");
    }
    assert!(harness.query_by_label_contains("resolution-1.png").is_some(), "the path is told");
    // If the folder is not writable, the files go into the spare folder, with a message that says why, as
    // with the keys.
    let nowhere = folder.path().join("nowhere");
    let spare = tempfile::tempdir().unwrap();
    harness.state_mut().folder = nowhere.clone();
    click(&mut harness, "Save CSV and PNG");
    let said = harness.state().notice.clone().unwrap();
    assert!(said.contains("cannot be written"), "without another folder: {said}");
    harness.state_mut().files.spare = Some(spare.path().to_owned());
    click(&mut harness, "Save CSV and PNG");
    let said = harness.state().notice.clone().unwrap();
    assert!(said.starts_with("Saved ") && said.contains(&nowhere.display().to_string()), "{said}");
    for name in ["resolution.csv", "resolution.png"] {
        assert!(spare.path().join(name).is_file(), "{name}: {said}");
    }
    let claims = harness.get_by_label("Claims").rect();
    assert!(claims.bottom() < 600.0, "and takes one line, so that the claims stay in view: {claims:?}");
    click(&mut harness, "Lab");
    harness.run_steps(5);
    assert!(harness.state().arena().world().frame() > frame, "the lab goes on");
}

#[test]
fn stopping_ends_a_run_leaving_does_not_and_closing_waits_for_it() {
    let mut harness = open([1280.0, 800.0]);
    harness.key_press(Key::B);
    harness.run_steps(2);
    assert_eq!(harness.state().page, Page::Experiments);
    click(&mut harness, "Run");
    wait_until(&mut harness, "it begins", |shell| {
        shell.experiments.record().is_some_and(|r| r.progress.total > 0)
    });
    click(&mut harness, "Stop");
    wait_until(&mut harness, "it stops", |shell| !shell.experiments.is_running());
    assert!(harness.state().experiments.record().unwrap().was_stopped());
    harness.get_by_label("Stopped. The results below were measured before the stop.");

    click(&mut harness, "Run");
    let frame = harness.state().arena().world().frame();
    harness.key_press(Key::B);
    harness.run_steps(10);
    assert_eq!(harness.state().page, Page::Scene);
    assert!(harness.state().experiments.is_running() && harness.state().arena().world().frame() > frame);
    let title = harness.state().experiments.experiment().title;
    harness.get_by_label_contains(&format!("{title}: "));
    harness.state().experiments.stop();
    let end = format!("{title}: the run has ended");
    wait_until(&mut harness, "it ends", |shell| !shell.experiments.is_running());
    harness.run_steps(2);
    harness.get_by_label(&end);
    let record = harness.state().experiments.record().unwrap();
    assert!(record.settings_text().contains("beside other pages"), "{}", record.settings_text());

    click(&mut harness, "Experiments");
    harness.get_by_label("Stopped. The results below were measured before the stop.");
    assert!(harness.query_by_label(&end).is_none(), "the page has been shown");
    click(&mut harness, "Run");
    assert!(harness.state().experiments.is_running());
    drop(harness);
}

#[test]
fn a_plot_shows_the_series_of_the_publications_figure_until_all_are_asked_for() {
    let mut harness = open([1280.0, 800.0]);
    harness.state_mut().experiments.choose("figure-3", "");
    harness.state_mut().turn_to(Page::Experiments);
    harness.run_steps(2);
    let shown = |harness: &mut Harness<'_, Shell>| {
        let page = &mut harness.state_mut().experiments;
        let choice = page.series().to_owned();
        let names = |pivot: Pivot<'_>| pivot.rows.iter().map(|row| row.series.to_owned()).collect::<Vec<_>>();
        names(chosen(page.shown().unwrap(), &choice).0)
    };
    assert_eq!(shown(&mut harness), ["occlusion-query/pair-by-pair", "recode"]);
    harness.get_by_role_and_label(Role::CheckBox, "All 9 series").click();
    harness.run_steps(2);
    assert_eq!(shown(&mut harness).len(), 9);
    harness.state_mut().experiments.choose("figure-3", "recode, stencil");
    harness.run_steps(2);
    assert_eq!(shown(&mut harness), ["recode", "stencil"]);
    harness.state_mut().experiments.choose("broad-phase", "");
    harness.run_steps(2);
    assert!(harness.query_by_label("All 6 series").is_none(), "the plot has all of its series already");
    // A series has one colour in every choice.
    let record = Record::shipped(find("figure-3").unwrap()).unwrap();
    let (few, all) = (chosen(&record, ""), chosen(&record, ALL));
    for (row, ink) in few.0.rows.iter().zip(&few.1) {
        let place = all.0.rows.iter().position(|other| other.series == row.series).unwrap();
        assert_eq!(ink.on_light, all.1[place].on_light);
    }
}

#[test]
fn every_experiment_can_be_chosen_and_every_control_has_a_hover_text() {
    for size in [[1280.0, 800.0], [640.0, 480.0], [320.0, 240.0]] {
        let mut harness = open(size);
        harness.state_mut().turn_to(Page::Experiments);
        harness.run_steps(2);
        for experiment in EXPERIMENTS {
            // The button may be scrolled out of view.
            harness.get_by_role_and_label(Role::Button, experiment.title).click_accesskit();
            harness.run_steps(2);
            assert_eq!(harness.state().experiments.experiment().id, experiment.id);
            let roles = [Role::Button, Role::SpinButton];
            let controls = harness.query_all(by().predicate(move |node| roles.contains(&node.role())));
            for control in controls {
                let node = control.accesskit_node();
                let help = node.data().description().unwrap_or_default();
                assert!(help.len() > 8, "no hover text at {size:?}: {:?} {:?}", node.role(), node.label());
            }
        }
    }
}

#[test]
fn the_page_begins_with_the_experiments_of_the_lab_on_show() {
    for lab in LABS {
        assert!(EXPERIMENTS.iter().any(|row| row.lab == lab.id), "{} has no experiment", lab.id);
    }
    assert!(EXPERIMENTS.iter().all(|row| LABS.iter().any(|lab| lab.id == row.lab)));
    let mut harness = open([1280.0, 800.0]);
    let chosen = |harness: &Harness<'_, Shell>| harness.state().experiments.experiment().id;
    click(&mut harness, "Experiments");
    assert_eq!(chosen(&harness), EXPERIMENTS[0].id);
    harness.state_mut().present(&"lab=cloth&side=5".parse().unwrap()).unwrap();
    click(&mut harness, "Experiments");
    assert_eq!(chosen(&harness), "cloth-table-1");
    let top = |harness: &Harness<'_, Shell>, id: &str| {
        harness.get_by_role_and_label(Role::Button, find(id).unwrap().title).rect().top()
    };
    assert!(top(&harness, "cloth-table-1") < top(&harness, "schedules"), "the lab's own come first");
    // An experiment that a link names is shown in any lab, and the clicked one is kept.
    click(&mut harness, "Lab");
    harness.state_mut().present(&"lab=level".parse().unwrap()).unwrap();
    harness.state_mut().ask(Request::Experiment("figure-3"));
    harness.run_steps(2);
    assert_eq!(chosen(&harness), "figure-3");
    // The button may be scrolled out of view.
    harness.get_by_role_and_label(Role::Button, find("cloth-table-2").unwrap().title).click_accesskit();
    harness.run_steps(2);
    click(&mut harness, "Lab");
    click(&mut harness, "Experiments");
    assert_eq!(chosen(&harness), "cloth-table-2");
}

#[test]
fn an_experiment_that_is_chosen_elsewhere_is_brought_into_sight_and_the_list_stays_where_it_is_scrolled() {
    let mut harness = open([1280.0, 500.0]);
    harness.state_mut().turn_to(Page::Experiments);
    harness.run_steps(2);
    let height = |harness: &Harness<'_, Shell>, title: &str| {
        harness.get_by_role_and_label(Role::Button, title).rect().center().y
    };
    let [first, last] = [EXPERIMENTS.first(), EXPERIMENTS.last()].map(|row| row.unwrap());
    assert!(height(&harness, last.title) > 500.0, "this test wants a list that is longer than the window");
    harness.state_mut().experiments.choose(last.id, "");
    harness.run_steps(60);
    let at = height(&harness, last.title);
    assert!((0.0..500.0).contains(&at), "{at}");
    assert!(height(&harness, first.title) < 0.0);
    // After scrolling by the wheel the list stays there, although the chosen row is out of view.
    harness.event(egui::Event::PointerMoved(egui::pos2(140.0, 300.0)));
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, 5000.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: egui::Modifiers::NONE,
    });
    harness.run_steps(60);
    assert!(height(&harness, first.title) > 0.0 && height(&harness, last.title) > 500.0);
    assert_eq!(harness.state().experiments.experiment().id, last.id);
}

#[test]
fn keys_of_the_lab_do_nothing_to_it_while_it_is_out_of_sight() {
    let mut harness = open([1280.0, 800.0]);
    harness.key_press(Key::B);
    harness.run_steps(2);
    let (playing, frame) =
        (harness.state().arena().playback.playing, harness.state().arena().world().frame());
    for key in [Key::Space, Key::Period, Key::R] {
        harness.key_press(key);
        harness.run_steps(2);
    }
    assert_eq!(harness.state().arena().playback.playing, playing);
    assert_eq!(harness.state().arena().world().frame(), frame);
}
