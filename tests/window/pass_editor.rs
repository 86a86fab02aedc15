//! The page on which a table of passes is edited.

mod files;

use std::time::{Duration, Instant};

use collidoscope::app::Shell;
use collidoscope::exhibit::Page;
use collidoscope::image_space::own::settings::{BUILT_IN, copy_of, same_as, table};
use collidoscope::image_space::own::table::{OwnTable, StencilCell, Unsaid};
use collidoscope::image_space::pass::{Surface, Who};
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::panels::pass_editor::analysis::{AT_ONCE, amount};
use collidoscope::labs::arena::panels::pass_editor::state::PixelChoice;
use collidoscope::settings::in_one_word;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::support::assert_no_complaints;
use crate::support::window::Drive as _;
use crate::window::panel::{choose, click, open};
use crate::window::panes::{method, open_erring_world, preset, press};

const PAGE: Page = Page::Own("passes");

/// The page with this table, given as text or as the id of a method, in a window of this size.
pub fn open_at(table: &str, size: [f32; 2]) -> Harness<'static, Shell> {
    let setup = Setup { start: preset("intersecting"), method: method("own-passes") };
    let mut harness = open(setup, size);
    let own = method("own-passes");
    harness.state_mut().arena_mut().set_of(own, "table", &in_one_word(table)).unwrap();
    harness.state_mut().turn_to(PAGE);
    harness.run();
    harness
}

pub fn open_page(table: &str) -> Harness<'static, Shell> {
    open_at(table, [1280.0, 800.0])
}

/// The table in effect.
pub fn in_effect(harness: &Harness<'_, Shell>) -> OwnTable {
    table(harness.state().arena().settings_of(method("own-passes")))
}

/// The table as it is edited.
pub fn edited(harness: &Harness<'_, Shell>) -> OwnTable {
    let lab = harness.state().arena();
    lab.pass_editor.edited(&lab.arena)
}

fn click_that(harness: &mut Harness<'_, Shell>, begins: &str) {
    let begins = begins.to_owned();
    let is_it = move |label: Option<String>| label.is_some_and(|label| label.starts_with(&begins));
    harness.get_by(|node| node.role() == Role::Button && is_it(node.label())).click();
    harness.run();
}

/// Opens the menu of a cell.
fn open_cell(harness: &mut Harness<'_, Shell>, row: usize, column: &str) {
    click_that(harness, &format!("Row {row}, {column}:"));
}

/// Chooses an option in the menu of a cell, and closes the menu.
pub fn choose_in(harness: &mut Harness<'_, Shell>, row: usize, column: &str, option: &str) {
    open_cell(harness, row, column);
    click(harness, Role::Button, option);
    // The menu of surfaces closes itself.
    if egui::Popup::is_any_open(&harness.ctx) {
        press(harness, Key::Escape);
    }
}

fn says(harness: &Harness<'_, Shell>, text: &str) -> bool {
    harness.query_all_by_label_contains(text).next().is_some()
}

/// The numbers of the relations whose marks are wrong.
fn wrong(harness: &Harness<'_, Shell>) -> Vec<u32> {
    let is_wrong = |number: &u32| harness.query_by_label(&format!("Relation {number}: wrong")).is_some();
    let wrong: Vec<u32> = (1..=8).filter(is_wrong).collect();
    let right =
        (1..=8).filter(|number| harness.query_by_label(&format!("Relation {number}: right")).is_some());
    assert_eq!(wrong.len() + right.count(), 8, "every relation has a mark");
    wrong
}

pub fn undo(harness: &mut Harness<'_, Shell>) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
}

fn redo(harness: &mut Harness<'_, Shell>) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Y);
    harness.run();
}

#[test]
fn a_copy_of_a_methods_table_is_shown_in_the_pane_and_edited() {
    let setup = Setup { start: preset("intersecting"), method: method("stencil-as-published") };
    let mut harness = open(setup, [1280.0, 900.0]);
    click(&mut harness, Role::Button, "Edit a copy");
    let state = harness.state();
    assert_eq!((state.page, state.arena().roles().shown.id), (PAGE, "own-passes"));
    let copy = in_effect(&harness);
    assert_eq!(same_as(&copy.lowered()), Some("stencil-as-published"));
    assert_eq!(copy.comments, ["copy of stencil-as-published"]);
    assert_eq!(wrong(&harness), [1, 4, 5, 6, 7, 8]);
    assert!(says(&harness, "wrong in 5 of 8 relations as A B, in 5 as B A"));
    undo(&mut harness);
    assert_eq!(harness.state().arena().roles().shown.id, "stencil-as-published", "one step of undo");
    assert_eq!(in_effect(&harness), copy_of("stencil").unwrap());

    // Another one, from the page.
    harness.state_mut().turn_to(PAGE);
    harness.run();
    click(&mut harness, Role::Button, "Edit a copy of…");
    click(&mut harness, Role::Button, "RECODE");
    assert_eq!(same_as(&in_effect(&harness).lowered()), Some("recode"));
    assert!(wrong(&harness).is_empty() && says(&harness, "right in all 8 relations"));
    assert_no_complaints(harness.state().arena().gpu().unwrap());
}

#[test]
fn the_printed_table_is_repaired_cell_by_cell() {
    let mut harness = open_page("stencil-as-published");
    let before = wrong(&harness);
    let sides = [(1, "A near"), (2, "B near"), (3, "A far"), (4, "B near"), (5, "B far"), (6, "A near")];
    for (row, side) in sides {
        choose_in(&mut harness, row, "Draw", side);
    }
    choose_in(&mut harness, 5, "Stencil test", "always");
    assert!(!wrong(&harness).is_empty(), "the operation still counts up");
    choose_in(&mut harness, 5, "Stencil operations", "pass —");
    assert!(wrong(&harness).is_empty() && says(&harness, "right in all 8 relations"));
    assert!(says(&harness, "right on all 1,000 pixels") && says(&harness, "No counterexample"));
    // The reference and the mask do not matter under `always`.
    let mut table = in_effect(&harness);
    let row = &mut table.rounds[1].rows[2];
    assert!(matches!(row.stencil, Some(StencilCell::Test(..))));
    assert_eq!(row.draw, Surface::Far(Who::Second));
    let mut steps = 0;
    while in_effect(&harness) != copy_of("stencil-as-published").unwrap() {
        undo(&mut harness);
        steps += 1;
        assert!(steps < 20);
    }
    assert_eq!((steps, wrong(&harness)), (8, before), "every choice is one step");
    (0..8).for_each(|_| redo(&mut harness));
    assert!(wrong(&harness).is_empty());
}

#[test]
fn a_table_with_faults_says_so_and_the_last_good_one_stays_in_effect() {
    let mut harness = open_page("occlusion-query");
    let good = in_effect(&harness);
    click(&mut harness, Role::CheckBox, "Row 2, Count");
    assert_eq!(in_effect(&harness), good);
    assert!(!edited(&harness).rounds[0].rows[1].count);
    assert!(says(&harness, "counts nothing; one of its rows needs count"));
    assert!(says(&harness, "Fault in round 1: counts nothing"));
    assert!(says(&harness, "the last table without faults:"));
    assert!(wrong(&harness).is_empty(), "the strip is that of the good table");

    // Undo takes the fault back, and nothing else.
    undo(&mut harness);
    assert_eq!(edited(&harness), good);
    assert!(!says(&harness, "counts nothing"));
    redo(&mut harness);
    assert!(says(&harness, "counts nothing"));
    // A further edit of the faulty table repairs it.
    click(&mut harness, Role::CheckBox, "Row 1, Count");
    let now = in_effect(&harness);
    assert_eq!((now.rounds[0].rows[0].count, now.rounds[0].rows[1].count), (true, false));
    assert!(!says(&harness, "counts nothing") && !wrong(&harness).is_empty());
    undo(&mut harness);
    assert_eq!(in_effect(&harness), good);
    assert!(says(&harness, "counts nothing"), "the table with the fault is back");
    undo(&mut harness);
    assert_eq!(edited(&harness), good);
}

#[test]
fn rows_stay_where_they_are_when_a_fault_comes_and_goes_and_when_words_change() {
    for size in [[1280.0, 800.0], [800.0, 600.0]] {
        let mut harness = open_at("stencil", size);
        let places = |harness: &Harness<'_, Shell>| {
            let row = |n: usize| harness.get_by_role_and_label(Role::Button, &format!("Row {n}")).rect();
            (1..=6).map(|n| row(n).top()).collect::<Vec<_>>()
        };
        let before = places(&harness);
        choose_in(&mut harness, 5, "Depth test", "—");
        assert!(says(&harness, "Fault in row 5: write and read-only need a depth test"), "{size:?}");
        assert_eq!(places(&harness), before, "{size:?}: a fault of a row");
        click(&mut harness, Role::CheckBox, "Row 6, Count");
        assert!(says(&harness, "Fault in row 5"), "{size:?}");
        assert_eq!(places(&harness), before);
        undo(&mut harness);
        undo(&mut harness);
        assert!(says(&harness, "No faults: the table runs."));
        for option in ["fail incr_wrap", "zfail incr_wrap", "pass incr_wrap", "back incr_wrap"] {
            choose_in(&mut harness, 3, "Stencil operations", option);
        }
        assert_eq!(places(&harness), before, "{size:?}: long words");
    }
}

#[test]
fn escape_never_leaves_the_page_and_the_inspector_opens_at_the_tab_left_last() {
    let mut harness = open_page("stencil");
    for _ in 0..3 {
        press(&mut harness, Key::Escape);
        assert_eq!(harness.state().page, PAGE);
    }
    press(&mut harness, Key::I);
    assert_eq!(harness.state().page, Page::Scene);
    click(&mut harness, Role::Button, "Inspector");
    assert_eq!(harness.state().page, PAGE, "the tab left last");
    press(&mut harness, Key::I);
    press(&mut harness, Key::I);
    assert_eq!(harness.state().page, PAGE);
    click(&mut harness, Role::Button, "Steps");
    assert_eq!(harness.state().page, Page::Inspector);
    press(&mut harness, Key::I);
    press(&mut harness, Key::I);
    assert_eq!(harness.state().page, Page::Inspector);
    // Another lab has no such page.
    harness.state_mut().turn_to(PAGE);
    harness.state_mut().present(&"lab=road".parse().unwrap()).unwrap();
    press(&mut harness, Key::I);
    assert_eq!(harness.state().page, Page::Inspector);
}

#[test]
fn rows_and_rounds_are_moved_added_and_removed_by_buttons_and_keys() {
    let mut harness = open_page("occlusion-query");
    let start = in_effect(&harness);
    let draws = |harness: &Harness<'_, Shell>| {
        let table = edited(harness);
        table
            .rounds
            .iter()
            .map(|round| round.rows.iter().map(|row| row.draw).collect())
            .collect::<Vec<Vec<_>>>()
    };
    let before = draws(&harness);
    click(&mut harness, Role::Button, "Row 1");
    click(&mut harness, Role::Button, "Down");
    assert_eq!(draws(&harness)[0], [before[0][1], before[0][0]]);
    harness.key_press_modifiers(Modifiers::ALT, Key::ArrowDown);
    harness.run();
    assert_eq!(draws(&harness)[1].len(), 3, "into the round below");
    harness.key_press_modifiers(Modifiers::ALT, Key::ArrowUp);
    harness.run();
    click(&mut harness, Role::Button, "Up");
    assert_eq!(edited(&harness), start);
    click(&mut harness, Role::Button, "Duplicate");
    assert_eq!(edited(&harness).row_count(), start.row_count() + 1);
    press(&mut harness, Key::Delete);
    assert_eq!(edited(&harness), start, "the copy was selected");
    click(&mut harness, Role::Button, "Add row");
    assert_eq!(edited(&harness).rounds[0].rows.len(), 3);
    click(&mut harness, Role::Button, "Remove");
    click(&mut harness, Role::Button, "Add round");
    assert_eq!(edited(&harness).rounds.len(), 3);
    assert!(says(&harness, "counts nothing"));
    click(&mut harness, Role::Button, "Remove round");
    assert_eq!(edited(&harness), start);
    assert_eq!(in_effect(&harness), start);
}

#[test]
fn without_a_row_that_clears_the_mistake_of_inherited_state_is_made_and_seen() {
    // As printed: the fifth row says nothing about the stencil test.
    let mut harness = open_page("stencil");
    choose_in(&mut harness, 5, "Stencil operations", "pass keep");
    let all = wrong(&harness);
    assert!(all.is_empty());
    click(&mut harness, Role::CheckBox, "As in OpenGL: what a row does not say stays");
    assert_eq!(in_effect(&harness).unsaid, Unsaid::Inherited);
    choose_in(&mut harness, 5, "Stencil test", "—");
    assert!(edited(&harness).rounds[1].rows[2].stencil.is_none());
    assert!(!wrong(&harness).is_empty(), "the test of the row before stays");
    assert!(says(&harness, "Row 5, Stencil test: — equal 1 mask 01"), "the cell says what stays");
}

#[test]
fn a_test_that_is_switched_off_is_no_fault_and_a_round_without_rows_can_be_removed() {
    let mut harness = open_page("stencil");
    choose_in(&mut harness, 4, "Stencil test", "off");
    let row = edited(&harness).rounds[1].rows[1].clone();
    assert!(row.stencil == Some(StencilCell::Off) && row.pass.is_some(), "{row:?}");
    assert_eq!(in_effect(&harness), edited(&harness), "it runs");
    assert!(!wrong(&harness).is_empty(), "and decides otherwise");
    let before = edited(&harness);
    click(&mut harness, Role::Button, "Add round");
    let rounds = edited(&harness).rounds.len();
    click(&mut harness, Role::Button, "Remove");
    assert_eq!(edited(&harness).rounds.last().map(|round| round.rows.len()), Some(0));
    assert!(says(&harness, &format!("Fault in round {rounds}: has no row")));
    // The buttons above the table need a row; those of the empty round do not.
    let buttons = harness.query_all_by_role_and_label(Role::Button, "Remove round");
    buttons.last().unwrap().click_accesskit();
    harness.run();
    assert_eq!(edited(&harness), before);
}

#[test]
fn a_row_that_changes_nothing_is_told_apart_and_the_pixel_is_followed_row_by_row() {
    let mut harness = open_page("stencil-as-published");
    click(&mut harness, Role::Button, "Relation 8: wrong");
    assert_eq!(harness.state().arena().pass_editor.relation(), 8);
    assert_eq!(harness.state().exhibit().words.get("relation"), Some("8"));
    // The counterexample is another pixel.
    click_that(&mut harness, "Smallest counterexample:");
    assert_eq!(harness.state().arena().pass_editor.pixel, PixelChoice::Smallest);
    assert!(says(&harness, "A 0.125") || says(&harness, "they overlap; the table says separated: a miss"));
    click(&mut harness, Role::Button, "Next family");
    click(&mut harness, Role::Button, "All 13 relations");
    click(&mut harness, Role::Button, "during: wrong");
    assert!(matches!(harness.state().arena().pass_editor.pixel, PixelChoice::Allen(8)));
    // A link brings the page, the table and the relation.
    let link = "lab=arena&page=passes&method=own-passes&own-passes.table=recode&relation=2";
    harness.state_mut().present(&link.parse().unwrap()).unwrap();
    harness.run();
    assert_eq!(harness.state().page, PAGE);
    assert_eq!(harness.state().arena().pass_editor.pixel, PixelChoice::Relation(RELATION_2));
    assert!(wrong(&harness).is_empty());
}

const RELATION_2: collidoscope::image_space::explained::relation::Relation =
    collidoscope::image_space::explained::relation::Relation::NearerAndTouching;

#[test]
fn how_touching_counts_is_chosen_for_all_marks() {
    let mut harness = open_page("stencil");
    assert!(wrong(&harness).is_empty());
    choose(&mut harness, "Touching", "Touching: colliding");
    assert_eq!(wrong(&harness), [2, 3]);
    assert!(!says(&harness, "right on all 1,000 pixels"));
    choose(&mut harness, "Touching", "Touching: separated");
    assert!(wrong(&harness).is_empty() && says(&harness, "right on all 1,000 pixels"));
    harness.state_mut().arena_mut().set_of(method("own-passes"), "table", "occlusion-query").unwrap();
    harness.run();
    assert_eq!(wrong(&harness), [2, 3]);
}

#[test]
fn typing_a_name_or_a_number_is_one_step_of_undo() {
    let mut harness = open_page("stencil");
    let start = in_effect(&harness);
    click(&mut harness, Role::TextInput, "Name");
    press_with(&mut harness, Modifiers::COMMAND, Key::A);
    for text in ["my", " ", "own", " "] {
        harness.event(Event::Text(text.into()));
        harness.run();
    }
    press(&mut harness, Key::Enter);
    assert_eq!(in_effect(&harness).name, "my own");
    undo(&mut harness);
    assert_eq!(in_effect(&harness), start);
    redo(&mut harness);
    open_cell(&mut harness, 1, "Stencil test");
    click(&mut harness, Role::SpinButton, "Reference");
    press_with(&mut harness, Modifiers::COMMAND, Key::A);
    for text in ["2", "0", "7"] {
        harness.event(Event::Text(text.into()));
        harness.run();
    }
    press(&mut harness, Key::Enter);
    press(&mut harness, Key::Escape);
    let row = |harness: &Harness<'_, Shell>| in_effect(harness).rounds[0].rows[0].stencil;
    let set = row(&harness);
    assert!(format!("{set:?}").contains("207"), "{set:?}");
    undo(&mut harness);
    assert_eq!(row(&harness), start.rounds[0].rows[0].stencil);
    assert_eq!(in_effect(&harness).name, "my own");
}

fn press_with(harness: &mut Harness<'_, Shell>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run();
}

#[test]
fn every_built_in_table_is_shown_with_its_relations_and_its_difference() {
    let mut harness = open_page("stencil");
    assert!(!says(&harness, "Both tables mean the same."), "it is folded");
    click(&mut harness, Role::Button, "Difference from Stencil");
    for (id, _) in BUILT_IN {
        harness.state_mut().arena_mut().set_of(method("own-passes"), "table", id).unwrap();
        harness.run();
        wait_for_search(&mut harness);
        if id == "edge-winding" {
            assert!(says(&harness, "This table draws edges."), "{id}");
            continue;
        }
        // The mistake of the published winding numbers needs two intervals of a body.
        let wrong = wrong(&harness);
        assert_eq!(wrong.is_empty(), id != "stencil-as-published", "{id}: {wrong:?}");
        let has_counterexample = id.ends_with("as-published") || id == "parity-slice";
        assert_eq!(says(&harness, "No counterexample"), !has_counterexample, "{id}");
        assert!(says(&harness, "Both tables mean the same."), "{id}: the origin is in its name");
    }
    choose(&mut harness, "Compare with", "RECODE");
    assert!(says(&harness, "Difference from RECODE"));
    assert!(!says(&harness, "Both tables mean the same."));
    assert!(says(&harness, "is new") || says(&harness, "is missing"));
}

/// Waits until the page has searched the table.
fn wait_for_search(harness: &mut Harness<'_, Shell>) {
    let begin = Instant::now();
    while harness.state().arena().pass_editor.is_searching() {
        assert!(begin.elapsed() < Duration::from_secs(120), "the search does not end");
        std::thread::sleep(Duration::from_millis(10));
        harness.run();
    }
}

#[test]
fn a_long_search_runs_on_a_thread_and_a_further_edit_ends_it() {
    let long = copy_of("parity-slice").unwrap();
    assert!(amount(&long) > AT_ONCE && amount(&copy_of("stencil").unwrap()) <= AT_ONCE);
    let mut harness = open_page("parity-slice");
    assert!(harness.state().arena().pass_editor.is_searching() && says(&harness, "searching…"));
    assert!(wrong(&harness).is_empty(), "the relations are known at once");
    click(&mut harness, Role::CheckBox, "Row 2, Count");
    harness.state_mut().arena_mut().set_of(method("own-passes"), "table", "stencil").unwrap();
    harness.run();
    assert!(!harness.state().arena().pass_editor.is_searching() && says(&harness, "No counterexample"));
    harness.state_mut().arena_mut().set_of(method("own-passes"), "table", "parity-slice").unwrap();
    harness.run();
    wait_for_search(&mut harness);
    assert!(says(&harness, "Smallest counterexample:") && !says(&harness, "searching…"));
}

#[test]
fn in_a_narrow_page_a_row_takes_two_lines_and_nothing_is_cut_off() {
    let mut harness = open_at("stencil", [620.0, 900.0]);
    harness.state_mut().panels_hidden = true;
    harness.run();
    let right = |harness: &Harness<'_, Shell>, label: &str| harness.get_by_label(label).rect();
    let (number, count) = (right(&harness, "Row 1"), right(&harness, "Row 1, Count"));
    assert!(count.right() <= 620.0 && count.top() > number.center().y, "{number:?} {count:?}");
    let operations = harness.get_by_label_contains("Row 6, Stencil operations:").rect();
    assert!(operations.right() < count.left(), "{operations:?} {count:?}");
}

#[test]
fn the_second_table_is_edited_apart_and_the_scene_tells_its_mistakes() {
    let mut harness = open_erring_world();
    let errors = harness.state().arena().shown().unwrap().errors.clone().unwrap();
    click(&mut harness, Role::Button, "Edit a copy");
    choose(&mut harness, "Method", "Own passes, second");
    assert!(says(&harness, "No pane shows this method."));
    click(&mut harness, Role::Button, "Edit a copy of…");
    click(&mut harness, Role::Button, "Occlusion query");
    let second =
        |harness: &Harness<'_, Shell>| table(harness.state().arena().settings_of(method("own-passes-2")));
    assert_eq!(same_as(&second(&harness).lowered()), Some("occlusion-query"));
    assert_eq!(same_as(&in_effect(&harness).lowered()), Some("stencil-as-published"), "the first one stays");
    click(&mut harness, Role::Button, "Try on the scene");
    assert_eq!(harness.state().arena().roles().shown.id, "own-passes-2");
    let tells = |harness: &Harness<'_, Shell>, missed: usize, false_hits: usize| {
        says(harness, &format!("missed {missed} of "))
            && says(harness, &format!("false hits: {false_hits} of "))
    };
    assert!(tells(&harness, 0, 0));
    choose(&mut harness, "Method", "Own passes");
    click(&mut harness, Role::Button, "Try on the scene");
    assert!(errors.count() >= 2 && tells(&harness, errors.missed.len(), errors.false_hits.len()));
    click(&mut harness, Role::Button, "Show the scene");
    assert_eq!(harness.state().page, Page::Scene);
}

#[test]
fn text_is_copied_and_pasted_and_wrong_text_is_explained() {
    let mut harness = open_page("stencil");
    click(&mut harness, Role::Button, "Copy text");
    let copied = harness.output().platform_output.commands.iter().any(
        |command| matches!(command, egui::OutputCommand::CopyText(text) if text.contains("draw A near")),
    );
    assert!(copied || says(&harness, "The text of the table is in the clipboard."));
    let recode = copy_of("recode").unwrap();
    harness.event(Event::Paste(recode.to_string()));
    harness.run();
    assert_eq!(in_effect(&harness), recode);
    harness.event(Event::Paste("read counts\nround\n draw A nearly count\n".to_owned()));
    harness.run();
    assert!(says(&harness, "Pasted text: line 3: \"nearly\""));
    assert_eq!(in_effect(&harness), recode);
    undo(&mut harness);
    assert_eq!(in_effect(&harness), copy_of("stencil").unwrap());
}

#[test]
fn the_table_and_the_strip_of_the_stencil_method_need_no_scrolling_and_small_windows_fit() {
    let harness = open_page("stencil");
    let window = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1280.0, 800.0));
    for label in ["Relation 1: right", "Relation 8: right", "Row 1", "Row 6"] {
        let rect = harness.get_by_label(label).rect();
        assert!(window.contains_rect(rect), "{label}: {rect:?}");
    }
    for size in [[240.0, 160.0], [480.0, 600.0], [900.0, 640.0], [1920.0, 1080.0]] {
        let mut harness = open_at("parity-slice", size);
        harness.state_mut().panels_hidden = true;
        harness.run();
        harness.get_by_label_contains("Relations on a pixel");
    }
}

#[test]
fn a_fault_in_the_name_leaves_the_keyboard_in_the_field() {
    let mut harness = open_page("stencil");
    click(&mut harness, Role::TextInput, "Name");
    press_with(&mut harness, Modifiers::COMMAND, Key::A);
    for text in ["a", "#", "b"] {
        harness.event(Event::Text(text.into()));
        harness.run();
        harness.run();
    }
    let field = harness.get_by_role_and_label(Role::TextInput, "Name");
    assert_eq!(field.accesskit_node().value().as_deref(), Some("a#b"));
}
