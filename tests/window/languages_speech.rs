//! The languages of the window and of `--help`: no English remains in Chinese, and switching back restores
//! the English.
//!
//! The language is global to the process, so each of these tests needs its own process.

use crate::support::window::Drive as _;
use std::process::Command;

use collidoscope::app::Shell;
use collidoscope::cli;
use collidoscope::exhibit::Page;
use collidoscope::experiments::{EXPERIMENTS, Figure, Record};
use collidoscope::labs::LABS;
use collidoscope::labs::arena::words::Start;
use collidoscope::language::{Language, tr};
use collidoscope::methods::METHODS;
use collidoscope::ui::requests::Request;
use collidoscope::world::PRESETS;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _, by};

use crate::program::languages::latin::Latin;
use crate::window::panel::open_small_world;

fn alone(test: &str, body: impl FnOnce()) {
    alone_as(&format!("window::languages_speech::{test}"), body);
}

/// Runs `body` in a process without other tests: this one under nextest, else a new one. `name` is the full
/// name of the test.
pub fn alone_as(name: &str, body: impl FnOnce()) {
    const CHILD: &str = "COLLIDOSCOPE_TEST_ALONE";
    if std::env::var_os("NEXTEST").is_some() || std::env::var_os(CHILD).is_some() {
        return body();
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    let output = child.args(["--exact", name]).env(CHILD, "1").output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{name} must be a test that passes:\n{said}"
    );
}

/// All texts of the accessibility tree, in order.
fn texts(harness: &Harness<'_, Shell>) -> Vec<String> {
    let nodes = harness.query_all(by().predicate(|_| true));
    let texts = nodes.flat_map(|node| {
        let node = node.accesskit_node();
        [node.label(), node.value(), node.description()].into_iter().flatten().collect::<Vec<_>>()
    });
    texts.filter(|text| !text.is_empty()).collect()
}

/// The texts of a state of the window that are still in English.
fn left_in_english(harness: &Harness<'_, Shell>, state: &str) -> Vec<String> {
    let latin = Latin::new();
    let texts = texts(harness);
    assert!(texts.len() > 10, "{state}: {texts:?}");
    let left = texts.into_iter().filter(|text| !latin.foreign(text).is_empty());
    left.map(|text| format!("{state}: {text}")).collect()
}

/// A state of the window: its name, and how to reach it.
type State = (&'static str, fn(&mut Shell));

/// The states, each reached from the previous one.
const STATES: &[State] = &[
    ("the lab as it opens", |shell| shell.arena_mut().playback.playing = false),
    ("two panes with errors, everything drawn over them", |shell| {
        shell.arena_mut().show_all(&[&METHODS[0], as_published()]);
        shell.arena_mut().focus_on(1);
        let overlays = &mut shell.arena_mut().overlays;
        (overlays.aabbs, overlays.windows, overlays.pieces) = (true, true, true);
        shell.arena_mut().occlusion_culling = true;
    }),
    ("a picked body", |shell| {
        let pair = shell.arena().found().candidates[0];
        shell.arena_mut().select(Some(pair.a));
    }),
    ("a pane that is switched off", |shell| shell.arena_mut().switch(&METHODS[0], false)),
    ("all methods", |shell| {
        shell.arena_mut().switch_all_on();
        shell.arena_mut().compare.toggle();
    }),
    ("a notice", |shell| {
        shell.arena_mut().compare.toggle();
        shell.notice = Some(tr("not measured yet"));
    }),
    ("four panes", |shell| shell.arena_mut().open_panes(4)),
    ("a preset", |shell| shell.begin(Start::Preset(&PRESETS[0]))),
    ("the sheet of keys", |shell| shell.sheet_open = true),
    ("the search", |shell| shell.ask(Request::Search)),
    ("the page of experiments", |shell| {
        shell.ask(Request::Search);
        assert!(shell.search.is_none() && !shell.sheet_open);
        shell.turn_to(Page::Experiments);
    }),
];

fn as_published() -> &'static collidoscope::methods::Method {
    collidoscope::methods::find("stencil-as-published").unwrap()
}

#[test]
fn the_window_is_all_in_chinese() {
    alone("the_window_is_all_in_chinese", || {
        Language::Chinese.speak();
        let mut harness = open_small_world();
        let mut left = Vec::new();
        for (name, reach) in STATES {
            reach(harness.state_mut());
            harness.run_steps(3);
            left.extend(left_in_english(&harness, name));
        }
        harness.get_by_role_and_label(Role::Button, &tr("Claims")).click();
        for experiment in EXPERIMENTS {
            harness.state_mut().experiments.choose(experiment.id, "");
            harness.run_steps(2);
            // Sentences of the sources stay as they were printed, and settings and series are ids.
            let record = Record::shipped(experiment);
            let figures = || record.iter().flat_map(|record| &record.figures);
            let parts = |text: &str| -> Vec<String> {
                text.to_lowercase().split(['/', ' ', ',', '-', '_']).map(str::to_owned).collect()
            };
            // So do the names and units of curves and axes.
            let names = |f: &Figure| [f.series.as_str(), f.metric, f.unit, f.x_unit].map(parts).concat();
            let ids: Vec<String> = figures().flat_map(names).collect();
            let is_id = |text: &str| {
                Latin::new().foreign(text).iter().flat_map(|word| parts(word)).all(|w| ids.contains(&w))
            };
            // So do claims with a measured value.
            let told = record.iter().flat_map(Record::claims).flat_map(|claim| [claim.published, claim.here]);
            let told: Vec<String> = told.map(|text| tr(&text)).collect();
            let is_told = |text: &str| told.iter().any(|told| text.contains(told));
            let here = left_in_english(&harness, experiment.id);
            left.extend(here.into_iter().filter(|line| {
                let (_, text) = line.split_once(": ").unwrap();
                !text.starts_with("原文") && !text.contains(" · 种子 ") && !is_told(text) && !is_id(text)
            }));
        }
        harness.state_mut().turn_to(Page::Scene);
        harness.state_mut().arena_mut().compare.toggle();
        for tab in ["Matrix", "Costs"] {
            harness.run_steps(2);
            harness.get_by_role_and_label(Role::Button, &tr(tab)).click();
            harness.run_steps(2);
            left.extend(left_in_english(&harness, tab));
        }
        harness.state_mut().arena_mut().compare.toggle();
        for method in METHODS {
            harness.state_mut().arena_mut().show(method);
            harness.run_steps(2);
            left.extend(left_in_english(&harness, method.id));
        }
        assert!(left.is_empty(), "{left:#?}");
    });
}

#[test]
fn all_that_is_found_is_in_chinese() {
    alone("all_that_is_found_is_in_chinese", || {
        Language::Chinese.speak();
        let (latin, mut harness) = (Latin::new(), open_small_world());
        for row in LABS {
            let exhibit = format!("lab={}", row.id).parse().unwrap();
            harness.state_mut().present(&exhibit).unwrap();
            harness.state_mut().ask(Request::Search);
            let entries = harness.state().search.as_ref().unwrap().entries().to_vec();
            assert!(entries.len() > 100, "{}", entries.len());
            let texts = entries.into_iter().flat_map(|entry| [entry.title, entry.kind, entry.says]);
            let left: Vec<_> = texts.filter(|text| !latin.foreign(text).is_empty()).collect();
            assert!(left.is_empty(), "{}: {left:#?}", row.id);
            harness.state_mut().ask(Request::Search);
        }
    });
}

/// Words of the text of a table of passes, and names and keys on its page.
const TABLE: &[&str] = &[
    "never",
    "less",
    "equal",
    "lequal",
    "mask",
    "greater",
    "notequal",
    "gequal",
    "always",
    "keep",
    "zero",
    "replace",
    "incr",
    "decr",
    "invert",
    "incr_wrap",
    "decr_wrap",
    "near",
    "far",
    "whole",
    "edges",
    "tile",
    "convex",
    "closed",
    "true",
    "fat",
    "thin",
    "counts",
    "any",
    "count",
    "booleans",
    "depths",
    "lists",
    "once",
    "slices",
    "layers",
    "depth",
    "stencil",
    "slice",
    "turn",
    "off",
    "write",
    "read-only",
    "bits",
    "inherited",
    "Allen",
    "Delete",
    "Alt",
];

#[test]
fn the_inspector_is_all_in_chinese() {
    alone("the_inspector_is_all_in_chinese", || {
        Language::Chinese.speak();
        let mut harness = open_small_world();
        harness.set_size(egui::vec2(1400.0, 1600.0));
        let mut left = Vec::new();
        let mut look = |harness: &mut Harness<'_, Shell>, exhibit: &str| {
            harness.state_mut().present(&exhibit.parse().unwrap()).unwrap();
            harness.run_steps(3);
            left.extend(left_in_english(harness, exhibit));
        };
        for method in METHODS {
            for preset in ["intersecting", "near-miss"] {
                let scene = format!("page=inspector&preset={preset}&method={}&compare=none", method.id);
                for step in ["0", "1", "2", "3", "5", "last"] {
                    look(&mut harness, &format!("{scene}&step={step}&pixel=16,16"));
                }
            }
        }
        for relation in 1..=8 {
            let scene = format!("preset=relation-{relation}&method=stencil&compare=stencil-as-published");
            look(&mut harness, &format!("{scene}&step=5&pixel=10,10&page=inspector"));
        }
        for table in ["stencil-as-published", "edge-winding", "parity-slice"] {
            look(&mut harness, &format!("page=passes&method=own-passes&own-passes.table={table}"));
        }
        for page in ["tiles", "broad-phase"] {
            look(
                &mut harness,
                &format!("seed=1&bodies=30&frame=4&method=stencil-as-published&page={page}&step=1"),
            );
            look(&mut harness, &format!("preset=near-miss&method=gjk&page={page}"));
        }
        // The words of a table's text are the same in every language.
        let latin = Latin::new();
        left.retain(|text: &String| {
            let (_, shown) = text.split_once(": ").unwrap_or_default();
            let foreign = latin.foreign(shown);
            let is_of_table =
                text.starts_with("page=passes") && foreign.iter().all(|word| TABLE.contains(&&**word));
            // So is the OpenGL state of a row.
            !is_of_table && !shown.starts_with("clear depth")
        });
        // Each text once, with one place where it occurs.
        left.sort_by_key(|text| text.split_once(": ").map(|(_, text)| text.to_owned()));
        left.dedup_by_key(|text| text.split_once(": ").map(|(_, text)| text.to_owned()));
        assert!(left.is_empty(), "{left:#?}");
    });
}

#[test]
fn every_other_lab_is_all_in_chinese() {
    alone("every_other_lab_is_all_in_chinese", || {
        Language::Chinese.speak();
        let mut harness = open_small_world();
        harness.set_size(egui::vec2(1400.0, 1600.0));
        let mut left = Vec::new();
        for row in LABS.iter().filter(|row| row.id != "arena") {
            for method in (row.methods)() {
                let scene = format!("lab={}&method={}", row.id, method.id);
                let places = ["", "&page=inspector", "&page=inspector&step=1", "&page=inspector&step=last"];
                for exhibit in places.map(|place| format!("{scene}{place}")) {
                    harness.state_mut().present(&exhibit.parse().unwrap()).unwrap();
                    harness.run_steps(3);
                    left.extend(left_in_english(&harness, &exhibit));
                }
            }
            for page in row.pages {
                let exhibit = format!("lab={}&page={}", row.id, page.word);
                harness.state_mut().present(&exhibit.parse().unwrap()).unwrap();
                harness.run_steps(3);
                left.extend(left_in_english(&harness, &exhibit));
            }
            harness.state_mut().sheet_open = true;
            harness.run_steps(3);
            left.extend(left_in_english(&harness, &format!("keys of {}", row.id)));
            harness.state_mut().sheet_open = false;
        }
        assert!(left.is_empty(), "{left:#?}");
    });
}

#[test]
fn english_comes_back_as_it_was() {
    alone("english_comes_back_as_it_was", || {
        let mut harness = open_small_world();
        harness.state_mut().arena_mut().playback.playing = false;
        harness.state_mut().sheet_open = true;
        harness.run_steps(3);
        let english = texts(&harness);
        assert!(english.contains(&"Switch the language (English, Chinese)".to_owned()), "{english:?}");
        harness.key_press(Key::F2);
        harness.run_steps(3);
        assert_eq!(Language::current(), Language::Chinese);
        let chinese = texts(&harness);
        assert_eq!(chinese.len(), english.len());
        assert!(chinese.contains(&"切换语言（中文、英文）".to_owned()), "{chinese:?}");
        harness.key_press(Key::F2);
        harness.run_steps(3);
        assert_eq!(texts(&harness), english);
    });
}

#[test]
fn a_window_that_is_left_in_english_is_noticed() {
    let left = left_in_english(&open_small_world(), "English");
    assert!(left.contains(&"English: Candidate pairs".to_owned()), "{left:?}");
}

/// The help of every command in the current language: `(command, help)`.
fn all_help() -> Vec<(String, String)> {
    let mut root = cli::command_as_spoken();
    root.build();
    let names: Vec<String> = root.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let of = |command: &mut clap::Command| command.render_long_help().to_string();
    let mut pages = vec![(root.get_name().to_owned(), of(&mut root))];
    for name in names {
        let page = root.find_subcommand_mut(&name).map(of);
        pages.extend(page.map(|page| (name, page)));
    }
    pages
}

#[test]
fn help_is_all_in_chinese() {
    alone("help_is_all_in_chinese", || {
        let latin = Latin::of_help();
        let english = all_help();
        assert!(english.iter().all(|(_, page)| page.lines().any(|line| !latin.foreign(line).is_empty())));
        Language::Chinese.speak();
        let chinese = all_help();
        let names =
            |pages: &[(String, String)]| pages.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&chinese), names(&english));
        for (name, page) in chinese {
            // A citation may be wrapped over several lines.
            let flowing = page.split_whitespace().collect::<Vec<_>>().join(" ");
            let left = latin.foreign(&flowing);
            assert!(left.is_empty(), "{name}: {left:#?}");
            let columns = |line: &str| line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
            assert!(page.lines().all(|line| columns(line) <= 84), "{name} fits a terminal: {page}");
            assert!(page.contains("用法：") && (name == "help" || page.contains("选项")), "{page}");
        }
    });
}

#[test]
fn help_is_asked_for_by_argument_or_by_the_system() {
    let help = |arguments: &[&str], system: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
        let output = command.args(arguments).env("LANGUAGE", system).output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(help(&["--help"], "zh_CN").contains("用法："));
    assert!(help(&["shot", "--help", "--language", "zh-CN"], "en").contains("以像素计"));
    assert!(help(&["help", "shot"], "zh_CN").contains("以像素计"));
    assert!(help(&["--help", "--language=en"], "zh_CN").contains("Usage:"));
    assert!(help(&["--help"], "C").contains("Usage:"));
    let refused =
        Command::new(env!("CARGO_BIN_EXE_collidoscope")).args(["--language", "xx"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("zh-CN") && said.lines().count() == 1, "{said}");
}
