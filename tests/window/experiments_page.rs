//! The page of experiments, driven through its controls, without a window.

use crate::support::window;
use crate::support::window::Drive as _;
use std::time::{Duration, Instant};

use collidoscope::app::Shell;
use collidoscope::app::experiments_page::results::sentence;
use collidoscope::exhibit::Page;
use collidoscope::experiments::ink::chosen;
use collidoscope::experiments::pivot::Pivot;
use collidoscope::experiments::{ALL, Claim, EXPERIMENTS, Judgement, Record, find};
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

fn choose(harness: &mut Harness<'_, Shell>, id: &str) {
    harness.state_mut().experiments.choose(id, "");
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
    choose(&mut harness, "resolution");
    // The shipped result is there before a run, with a sentence about its claims.
    harness.get_by_label_contains("The result that comes with the program");
    harness.get_by_label_contains("Confirmed");
    let measured = harness.get_by_label("Measured values").rect();
    let frame = harness.state().arena().world().frame();
    click(&mut harness, "Run quick");
    assert!(harness.state().experiments.is_running());
    wait_until(&mut harness, "the first figures come while it runs", |shell| {
        shell.experiments.record().is_some_and(|r| !r.figures.is_empty())
    });
    harness.get_by_label_contains("Measuring: ");
    wait_until(&mut harness, "it ends", |shell| !shell.experiments.is_running());
    assert!(harness.state().experiments.record().unwrap().is_complete());
    assert_eq!(harness.state().arena().world().frame(), frame, "the lab stands still");
    harness.run_steps(2);
    harness.get_by_label_contains("Coloured: this machine.");
    harness.get_by_label_contains("Too small to judge: ");
    assert_eq!(harness.get_by_label("Measured values").rect(), measured, "nothing moves by a run");
    click(&mut harness, "Claims");
    assert_eq!(harness.query_all_by_label("too small to judge").count(), 0, "grey says it");
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
            choose(&mut harness, experiment.id);
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
    assert_eq!(chosen(&harness), "figure-3");
    harness.state_mut().present(&"lab=cloth&side=5".parse().unwrap()).unwrap();
    click(&mut harness, "Experiments");
    assert_eq!(chosen(&harness), "cloth-table-1");
    // The lab's own experiments come first in the list.
    click(&mut harness, find("cloth-table-1").unwrap().title);
    let top = |harness: &Harness<'_, Shell>, id: &str| {
        harness.get_by_role_and_label(Role::Button, find(id).unwrap().title).rect().top()
    };
    assert!(top(&harness, "cloth-table-2") < top(&harness, "schedules"));
    harness.get_by_role_and_label(Role::Button, find("cloth-table-2").unwrap().title).click_accesskit();
    harness.run_steps(2);
    assert_eq!(chosen(&harness), "cloth-table-2");
    // An experiment that a link names is shown in any lab, and the clicked one is kept.
    click(&mut harness, "Lab");
    harness.state_mut().present(&"lab=level".parse().unwrap()).unwrap();
    harness.state_mut().ask(Request::Experiment("figure-3"));
    harness.run_steps(2);
    assert_eq!(chosen(&harness), "figure-3");
    choose(&mut harness, "cloth-table-2");
    click(&mut harness, "Lab");
    click(&mut harness, "Experiments");
    assert_eq!(chosen(&harness), "cloth-table-2");
}

#[test]
fn a_page_has_one_sentence_about_the_claims_as_they_stand() {
    let claim = |judgement| Claim {
        published: "faster".to_owned(),
        here: "slower".to_owned(),
        judgement,
        original: None,
        remark: None,
    };
    let says = |judgements: &[Judgement]| {
        let claims: Vec<_> = judgements.iter().copied().map(claim).collect();
        sentence(&claims).map(|headline| headline.text)
    };
    use Judgement::{Contradicted, Holds, NotReproduced, Open, TooSmall};
    assert_eq!(says(&[]), None);
    assert_eq!(says(&[Open]), None);
    assert_eq!(says(&[Holds]).unwrap(), "Confirmed: faster. Measured: slower.");
    assert_eq!(
        says(&[Holds, NotReproduced, Contradicted, Open]).unwrap(),
        "Confirmed claims: 1 of 3. Contradicted: faster. Measured: slower."
    );
    assert_eq!(says(&[TooSmall]).unwrap(), "Too small to judge: faster. Measured: slower.");
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
