//! Every lab of the table: built without a GPU, set, saved, opened again, drawn, and inspected.

use std::path::Path;

use collidoscope::app::edits::Edits;
use collidoscope::app::offscreen::render_shell;
use collidoscope::app::{Shell, present};
use collidoscope::cli;
use collidoscope::exhibit::{Params, SceneLink};
use collidoscope::gpu::Gpu;
use collidoscope::inspector::story::Choice;
use collidoscope::labs::lab::change_panes;
use collidoscope::labs::lab::{Lab, LabRow};
use collidoscope::labs::measured::CONDITIONS;
use collidoscope::labs::undo::RESTART;
use collidoscope::labs::{self, LABS};
use collidoscope::methods::own_program;
use collidoscope::settings::{Range, Setting};
use collidoscope::ui::requests::Request;

use crate::support::gpu;
use crate::support::labs::words;

fn build(row: &LabRow, line: &str) -> Box<dyn Lab> {
    (row.build)(None, &words(line), None).unwrap_or_else(|why| panic!("{} {line}: {why}", row.id))
}

/// A lab after some steps.
fn begun(row: &'static LabRow) -> Box<dyn Lab> {
    let mut lab = build(row, &format!("method={}", (row.methods)().last().unwrap().id));
    (0..5).for_each(|_| lab.step());
    lab
}

/// The parameters and state that a scene file would hold.
fn all_of(lab: &dyn Lab) -> (String, serde_json::Value) {
    (lab.words(false).to_string(), lab.save(Path::new("/")))
}

#[test]
fn every_lab_is_built_and_stepped_without_a_gpu() {
    for row in LABS {
        let mut lab = build(row, "");
        assert_eq!((lab.row().id, lab.frame(), lab.panes().count()), (row.id, 0, 1));
        let start = all_of(&*lab);
        (0..3).for_each(|_| lab.step());
        assert_eq!(lab.frame(), 3, "{}", row.id);
        assert!(lab.can_step_back() && lab.step_back());
        assert_eq!(lab.frame(), 2, "{}", row.id);
        lab.restart();
        assert_eq!(all_of(&*lab), start, "{}", row.id);
        assert!(lab.bounds().extents().iter().all(|side| side.is_finite() && *side > 0.0));
        change_panes(&mut *lab, |panes| {
            panes.open(4);
            panes.focus_on(3);
        });
        assert_eq!((lab.panes().count(), lab.panes().focus()), (4, 3), "{}", row.id);
        change_panes(&mut *lab, |panes| panes.open(1));
        assert_eq!((lab.panes().count(), lab.panes().focus()), (1, 0), "{}", row.id);
    }
}

#[test]
fn every_lab_writes_what_it_measured_in_one_form() {
    for row in LABS {
        let mut lab = begun(row);
        let file = lab.measurements().unwrap().unwrap();
        let mut reader = csv::Reader::from_reader(file.as_slice());
        let columns: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
        assert_eq!(columns[..CONDITIONS.len()], CONDITIONS, "{}", row.id);
        let metrics = &columns[CONDITIONS.len()..];
        assert!(metrics.iter().any(|column| column.ends_with("time_ms")), "{}: {metrics:?}", row.id);
        for column in metrics {
            let of_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
            assert!(column.chars().all(of_word), "{}: {column}", row.id);
        }
        let mut rows = 0;
        for record in reader.records().map(Result::unwrap) {
            rows += 1;
            assert_eq!(&record[0], row.id);
            let numbers = record.iter().skip(CONDITIONS.len() - 1).filter(|cell| !cell.is_empty());
            assert!(numbers.clone().all(|cell| cell.parse::<f64>().is_ok()), "{record:?}");
        }
        assert!(rows > 0, "{}", row.id);
        lab.clear();
    }
}

#[test]
fn a_further_pane_shows_what_no_other_does() {
    for row in LABS {
        let mut lab = build(row, "");
        change_panes(&mut *lab, |panes| panes.open(4));
        let shown: std::collections::HashSet<_> = lab.panes().methods().collect();
        assert_eq!(shown.len(), (row.methods)().len().min(4), "{}", row.id);
    }
}

/// A method of the lab with a setting that can change, and a value other than its default.
fn method_with_setting(row: &LabRow) -> (&'static str, &'static str, String) {
    let other = |setting: &Setting| match setting.range {
        // A fixed setting has one option.
        Range::Choice { options, default } => {
            options.iter().map(|o| o.0).find(|o| *o != default).map(str::to_owned)
        }
        Range::Whole { min, max, default } => Some((if default == min { max } else { min }).to_string()),
        Range::Real { min, max, default, .. } => Some((if default == min { max } else { min }).to_string()),
        Range::Switch { default } => Some(if default { "off" } else { "on" }.to_owned()),
        Range::Shares { .. } => unreachable!("no method has shares"),
        Range::Text { .. } => None,
    };
    let methods = (row.methods)();
    let all = methods.iter().flat_map(|about| about.settings.iter().map(|setting| (about.id, setting)));
    let mut changed = all.filter_map(|(id, setting)| Some((id, setting.id, other(setting)?)));
    changed.next().unwrap()
}

#[test]
fn the_same_method_stands_in_two_panes_with_two_settings() {
    for row in LABS {
        let (method, id, value) = method_with_setting(row);
        let line = format!("method={method},{method}&pane2.{method}.{id}={value}");
        if build(row, "").panes().is_shared() {
            let why = (row.build)(None, &words(&line), None).err().unwrap().0;
            assert!(why.contains("the same settings in every pane"), "{why}");
            continue;
        }
        let mut lab = build(row, &line);
        assert_eq!(lab.panes().own_settings(1)[0].1.to_string(), value, "{}", row.id);
        assert_eq!(
            all_of(&*build(row, &lab.words(false).to_string())).0,
            lab.words(false).to_string(),
            "{}",
            row.id
        );
        (0..3).for_each(|_| lab.step());

        // Undo and redo bring back the settings of every pane.
        let mut edits = Edits::default();
        edits.watch(&mut *lab);
        let before = lab.words(true);
        change_panes(&mut *lab, |panes| {
            panes.focus_on(0);
            let value = panes.in_focus().settings.parse(id, &value).unwrap();
            panes.set(id, value);
        });
        edits.watch(&mut *lab);
        let after = lab.words(true);
        assert!(lab.panes().own_settings(1).is_empty() && before != after, "{}", row.id);
        edits.undo(&mut *lab).unwrap();
        assert_eq!(lab.words(true), before, "{}", row.id);
        edits.redo(&mut *lab).unwrap();
        assert_eq!(lab.words(true), after, "{}", row.id);
        change_panes(&mut *lab, |panes| panes.open(1));
        edits.watch(&mut *lab);
        edits.undo(&mut *lab).unwrap();
        edits.undo(&mut *lab).unwrap();
        assert_eq!(lab.words(true), before, "{}", row.id);

        // The methods of the panes are described as they are set.
        let named = |method: usize| lab.panes().choices()[method].id;
        let shown: Vec<_> = lab.panes().methods().map(named).collect();
        assert_eq!(lab.words(false).get("method"), Some(shown.join(",").as_str()), "{}", row.id);

        // A setting for a pane that does not show the method is refused, and nothing changes.
        for name in
            [format!("pane3.{method}.{id}"), format!("pane2.nothing.{id}"), format!("pane2.{method}.x")]
        {
            assert!(lab.put(&words(&format!("{name}={value}"))).is_err(), "{}: {name}", row.id);
            assert_eq!(lab.words(true), before, "{}", row.id);
        }
    }
}

#[test]
fn a_restart_is_undone_with_all_that_was_measured() {
    for row in LABS {
        let mut lab = begun(row);
        let mut edits = Edits::default();
        edits.watch(&mut *lab);
        let state = |lab: &dyn Lab| {
            let measured = lab.measurements().map(|csv| String::from_utf8(csv.unwrap()).unwrap());
            let marks = lab.marks().clone();
            // The arena's facts count the broad phase's work in this frame, which starts over here.
            let facts = if row.id == "arena" { vec![] } else { lab.facts() };
            ((lab.run_id(), lab.frame(), lab.span()), all_of(lab), measured, marks, facts)
        };
        let before = state(&*lab);
        assert!(before.2.is_some(), "{}: nothing is measured", row.id);
        lab.restart();
        edits.watch(&mut *lab);
        let restarted = state(&*lab);
        assert!(restarted.0.1 == 0 && restarted.2 != before.2, "{}: {restarted:?}", row.id);
        for _ in 0..2 {
            let change = edits.undo(&mut *lab).unwrap_or_else(|| panic!("{}: no undo", row.id));
            assert_eq!((change.label.as_str(), state(&*lab)), (RESTART, before.clone()), "{}", row.id);
            edits.watch(&mut *lab);
            edits.redo(&mut *lab).unwrap();
            assert_eq!(state(&*lab), restarted, "{}", row.id);
        }
    }
}

#[test]
fn what_is_said_of_it_is_a_sentence_and_stands_in_help() {
    let mut command = cli::command();
    let mut pages = vec![command.render_long_help().to_string()];
    pages.push(command.find_subcommand_mut("shot").unwrap().render_long_help().to_string());
    for row in LABS {
        assert!(row.says.ends_with('.') && row.says.split(' ').count() > 4, "{}: {}", row.id, row.says);
        for page in &pages {
            let flowing = page.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(flowing.contains(&format!("{} {}", row.id, row.says)), "{}: {page}", row.id);
            assert!(row.pages.iter().all(|own| flowing.contains(own.word)), "{}: {page}", row.id);
        }
    }
}

#[test]
fn its_own_words_change_nothing() {
    for row in LABS {
        let mut lab = begun(row);
        let before = all_of(&*lab);
        let own = lab.words(false);
        (row.check)(&own).unwrap_or_else(|why| panic!("{}: {why}", row.id));
        lab.put(&own).unwrap();
        assert_eq!(all_of(&*lab), before, "{}", row.id);
        assert!(!(row.describe)(&own).is_empty(), "{}", row.id);
    }
}

#[test]
fn what_is_saved_is_opened_as_it_was() {
    for row in LABS {
        let lab = begun(row);
        let (line, state) = all_of(&*lab);
        let saved = (row.read)(&state, Path::new("/")).unwrap();
        let again = (row.build)(None, &words(&line), Some(&saved)).unwrap();
        assert_eq!(all_of(&*again), (line, state), "{}", row.id);
        let start = build(row, "");
        assert!(start.save(Path::new("/")).is_null(), "{}: words say it all", row.id);
        assert!((row.read)(&serde_json::json!({ "nonsense": 1 }), Path::new("")).is_err(), "{}", row.id);
    }
}

#[test]
fn seeds_frames_and_panes_are_answered_with_their_range() {
    for row in LABS {
        let mut lab = begun(row);
        for name in ["seed", "frame"] {
            let why = lab.put(&words(&format!("{name}=-1"))).unwrap_err().to_string();
            assert_eq!(
                why,
                format!("{name}=-1: expected a whole number from 0 to {}", u64::MAX),
                "{}",
                row.id
            );
        }
        let ids: Vec<_> = (row.methods)().iter().map(|about| about.id).collect();
        for (methods, focus, says) in [(1, 2, "there is 1 pane"), (2, 3, "there are 2 panes")] {
            let line = format!("method={}&focus={focus}", ids[..methods].join(","));
            let why = lab.put(&words(&line)).unwrap_err().to_string();
            assert_eq!(why, format!("focus={focus}: {says}"), "{}", row.id);
        }
    }
}

#[test]
fn what_is_unknown_is_refused_by_name_and_changes_nothing() {
    for row in LABS {
        let mut lab = begun(row);
        let before = all_of(&*lab);
        let unknown = ["nonsense=1", "nonsense.setting=1", "method=nonsense", "focus=4", "frame=-1"];
        let wrong = row.words.iter().map(|word| format!("{}=?!", word.id));
        for line in unknown.map(str::to_owned).into_iter().chain(wrong) {
            // A valid setting before an invalid one.
            let why = lab.put(&words(&format!("seed=2&{line}").replace("seed=2&seed", "seed")));
            let why = why.expect_err(&format!("{} {line}", row.id)).to_string();
            let name = line.split(['=', '.']).next().unwrap();
            let names_it = why.contains(name) || why.contains("nonsense") || why.contains("?!");
            assert!(names_it && !why.contains('\n'), "{} {line}: {why}", row.id);
            assert_eq!(all_of(&*lab), before, "{} {line}", row.id);
        }
    }
}

#[test]
fn every_word_takes_a_value_and_says_it_again() {
    for row in LABS {
        let lab = begun(row);
        for (name, value) in lab.words(false).iter() {
            let known = row.words.iter().any(|word| word.id == name) || name.contains('.');
            assert!(known, "{}: {name}={value} is said and not listed", row.id);
        }
        let ids: Vec<_> = row.words.iter().map(|word| word.id).collect();
        assert!(ids.iter().enumerate().all(|(i, id)| !ids[..i].contains(id)), "{}: {ids:?}", row.id);
        for word in row.words {
            let value = lab.words(false).get(word.id).map_or_else(|| sensible(word.id), str::to_owned);
            let line = words(&format!("{}={value}", word.id));
            (row.check)(&line).unwrap_or_else(|why| panic!("{}: {why}", row.id));
        }
    }
}

/// A value for a parameter that is written only if it differs from the default.
fn sensible(word: &str) -> String {
    match word {
        "preset" => "containment",
        "driver" => "gjk",
        "response" => "impulses",
        "restitution" => "0.5",
        "broad-phase" => "octree",
        "pair" => "0-1",
        "apart" => "frame",
        "ccd" => "none",
        "mix" => "1,1,0,2",
        "body" => "1",
        "density" | "size" => "0.1",
        _ => "2",
    }
    .to_owned()
}

#[test]
fn every_key_asks_for_something_that_the_lab_does() {
    let gpu = gpu();
    let mut tried = 0;
    for row in LABS {
        for key in row.keys {
            let Request::Lab(action) = (key.ask)() else { continue };
            let is_word = row.words.iter().any(|word| word.id == action);
            assert!(!is_word, "{}: the action {action} of {} is named as a word", row.id, key.shown);
            // A key may open a panel instead of changing a parameter: then the picture of the window changes.
            let picture = |pressed: bool| {
                let mut shell =
                    Shell::new(&gpu, (row.build)(Some(&gpu), &words("frame=2"), None).unwrap()).unwrap();
                if pressed {
                    shell.lab.act(action);
                }
                let said = shell.lab.words(false).to_string();
                (said, render_shell(&gpu, &mut shell, [640, 480], 1.0).unwrap())
            };
            let (before, after) = (picture(false), picture(true));
            assert!(before.0 != after.0 || before.1 != after.1, "{}: {} does nothing", row.id, key.shown);
            tried += 1;
        }
    }
    assert!(tried >= LABS.len());
}

#[test]
fn every_lab_is_drawn_in_the_whole_window() {
    let gpu = gpu();
    let mut shell = Shell::new(&gpu, build_drawn(LABS[0], &gpu)).unwrap();
    for row in LABS {
        let exhibit = SceneLink { lab: Some(row.id.to_owned()), ..SceneLink::default() };
        present::present(&mut shell, &exhibit).unwrap();
        assert_eq!(shell.lab.row().id, row.id);
        for panes in [1, 4] {
            change_panes(&mut *shell.lab, |all| all.open(panes));
            shell.lab.step();
            for size in [[1280, 800], [800, 560]] {
                let picture = render_shell(&gpu, &mut shell, size, 1.0).unwrap();
                let colors: std::collections::HashSet<_> = picture.pixels().map(|pixel| pixel.0).collect();
                assert!(colors.len() > 200, "{} at {size:?}: {} colours", row.id, colors.len());
            }
        }
        let (page, line) = (shell.page, shell.lab.words(false));
        assert_eq!((page.word(), line.get("frame")), ("lab", Some("2")), "{}", row.id);
    }
}

fn build_drawn(row: &LabRow, gpu: &Gpu) -> Box<dyn Lab> {
    (row.build)(Some(gpu), &Params::default(), None).unwrap()
}

#[test]
fn every_subject_can_be_taken_apart_by_every_choice() {
    for row in LABS {
        let mut lab = build_drawn(row, &gpu());
        while lab.subject().is_none() && lab.frame() < 100 {
            lab.step();
        }
        let subject = lab.subject().unwrap_or_else(|| panic!("{} has nothing to take apart", row.id));
        assert_eq!(lab.choices().all.len(), (row.methods)().len(), "{}", row.id);
        // A program of one's own has an answer only while a pane asks it.
        let answers = |choice: &&Choice| choice.missing.is_none() && choice.about.id != own_program::ID;
        for choice in subject.choices().all.iter().filter(answers) {
            let what = format!("{} by {}", row.id, choice.about.id);
            let story = subject.record(choice.about).unwrap_or_else(|why| panic!("{what}: {why}"));
            let end = story.steps();
            assert_eq!(story.about().id, choice.about.id);
            assert!(!story.outcome().word.is_empty() && !story.outcome().evidence.is_empty(), "{what}");
            assert!(story.landmarks().is_sorted(), "{what}");
            for at in (0..=end).chain([end + 3, usize::MAX]) {
                assert!(story.facts(at).contains(&("steps", end as u64)), "{what} at {at}");
                let view = story.space(at, None);
                assert!(!view.caption.is_empty(), "{what} at {at}");
                assert_eq!(view.place, story.space(0, None).place, "{what}: the camera stays");
            }
            assert!(labs::method(row, choice.about.compare_with).is_ok(), "{what}");
        }
    }
}
