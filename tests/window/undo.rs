//! Undo and redo of changes of the scene and of settings, with nothing lost.

use collidoscope::app::Shell;
use collidoscope::app::edits::{self, Edits};
use collidoscope::exhibit::Params;
use collidoscope::labs::LABS;
use collidoscope::labs::arena::words::Start;
use collidoscope::labs::lab::{Lab, LabRow};
use collidoscope::language::Language;
use collidoscope::settings::Range;
use collidoscope::ui::requests::Request;
use collidoscope::world::{Parameters, World};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::support::gpu;
use crate::support::window::Drive as _;
use crate::window::panel::{click, open_small_world};
use crate::window::panes::preset;

/// A value of the cloth's parameter `ccd`.
const QUERY: &str = "edge-edge:0,0,0,1,0,0,0,1,1,0,1,0,0,0,0,1,0,0,0,-1,1,0,-1,0";

/// The settings without the viewpoint.
fn words(lab: &dyn Lab) -> Params {
    let mut words = lab.words(true);
    for word in lab.row().words.iter().filter(|word| !word.role.is_undone()) {
        words.take(word.id);
    }
    words
}

#[test]
fn a_change_of_the_view_the_selection_or_the_frame_is_no_step_of_undo() {
    let gpu = gpu();
    for row in LABS {
        let mut lab = (row.build)(Some(&gpu), &"frame=1".parse().unwrap(), None).unwrap();
        let panes = (row.methods)()[..2].iter().map(|about| about.id).collect::<Vec<_>>().join(",");
        lab.put(&format!("method={panes}").parse().unwrap()).unwrap();
        for word in row.words.iter().filter(|word| !word.role.is_undone()) {
            let mut edits = Edits::default();
            edits.watch(&mut *lab);
            let before = lab.words(true);
            let rows = word.rows.iter().map(|row| row.0);
            let changed = rows.chain(["2", "0-1", "1-2", "v9f1", "a1", QUERY]).any(|value| {
                let mut change = Params::default();
                change.set(word.id, value);
                lab.put(&change).is_ok() && lab.words(true) != before
            });
            assert!(changed, "{}: {} takes none of the values", row.id, word.id);
            edits.watch(&mut *lab);
            assert!(!edits.can_undo(), "{}: {}", row.id, word.id);
        }
        // Undo covers all parameters but these, in every lab.
        let looked_at = [
            "frame", "focus", "body", "pair", "node", "wheel", "follow", "apart", "ccd", "relation", "tests",
        ];
        for word in row.words {
            assert_eq!(word.role.is_undone(), !looked_at.contains(&word.id), "{}: {}", row.id, word.id);
        }
    }
}

#[test]
fn worlds_left_behind_take_no_more_memory_than_undo_may() {
    let arena = |params: &str| {
        let row = LABS.iter().find(|row| row.id == "arena").unwrap();
        (row.build)(None, &params.parse().unwrap(), None).unwrap()
    };
    let mut lab = arena("bodies=10000");
    let world = World::new(Parameters { count: 10_000, ..Parameters::default() }).unwrap();
    let each = size_of_val(world.bodies());
    let mut edits = Edits::default();
    edits.watch(&mut *lab);
    for seed in 2..60 {
        lab.put(&format!("seed={seed}").parse().unwrap()).unwrap();
        let before = edits.bytes();
        edits.watch(&mut *lab);
        let sum = edits.bytes();
        assert!(sum <= edits::MOST_BYTES, "after seed {seed}");
        assert!(
            sum >= before + each || before + 2 * each > edits::MOST_BYTES,
            "seed {seed}: {before} to {sum}"
        );
    }
    assert!(edits.undo(&mut *lab).is_some());
    assert!(edits.bytes() <= edits::MOST_BYTES);
}

#[test]
fn every_word_of_every_lab_is_taken_back_and_set_again() {
    let gpu = gpu();
    for row in LABS {
        let mut lab = (row.build)(Some(&gpu), &Params::default(), None).unwrap();
        let mut edits = Edits::default();
        edits.watch(&mut *lab);
        let mut taken_back = 0;
        for (word, values) in changes(row) {
            let before = words(&*lab);
            let changed = values.iter().any(|value| {
                let mut change = Params::default();
                change.set(&word, value);
                lab.put(&change).is_ok() && words(&*lab) != before
            });
            edits.watch(&mut *lab);
            if !changed {
                continue;
            }
            let (after, name) = (words(&*lab), format!("{}: {word}", row.id));
            edits.undo(&mut *lab).expect(&name);
            assert_eq!(words(&*lab), before, "{name}");
            edits.watch(&mut *lab);
            assert!(edits.can_redo(), "{name}: taking back is no change");
            edits.redo(&mut *lab).expect(&name);
            assert_eq!(words(&*lab), after, "{name}");
            taken_back += 1;
        }
        assert!(taken_back >= row.words.len() / 2, "{}: only {taken_back} words", row.id);
    }
}

/// Scene and panes are kept, and everything else is as in a lab that has just been opened.
#[test]
fn a_lab_is_cleared_of_all_but_its_scene_and_panes() {
    let gpu = gpu();
    for row in LABS {
        let fresh = |line: &str| (row.build)(Some(&gpu), &line.parse().unwrap(), None).unwrap();
        let start = fresh("").words(true);
        let mut lab = fresh("");
        let words = changes(row).into_iter().filter(|(word, _)| word != "frame" && !is_of_scene(row, word));
        for (word, values) in words {
            for value in values.iter().filter(|value| start.get(&word) != Some(value.as_str())) {
                let mut change = Params::default();
                change.set(&word, value);
                if lab.put(&change).is_ok() {
                    break;
                }
            }
        }
        lab.step();
        let changed = start.iter().filter(|(word, value)| lab.words(true).get(word) != Some(*value)).count();
        assert!(changed > 5, "{}: only {changed} words changed", row.id);
        lab.clear();
        for (word, value) in start.iter().filter(|(word, _)| !is_of_scene(row, word)) {
            assert_eq!(lab.words(true).get(word), Some(value), "{}: {word}", row.id);
        }
    }
}

/// True if a parameter belongs to what `clear` keeps: the scene, or the panes.
fn is_of_scene(row: &LabRow, word: &str) -> bool {
    let of_any = ["seed", "method", "focus"];
    let of_scene: &[&str] = match row.id {
        "arena" => &["preset", "bodies", "density", "level", "size", "resting", "mix"],
        "meshes" | "road" => &["scene", "triangles"],
        "level" => &["faces"],
        _ => &["scene", "side"],
    };
    of_any.contains(&word) || of_scene.contains(&word)
}

/// Every parameter of the lab and every setting of its methods, with values to try.
fn changes(row: &LabRow) -> Vec<(String, Vec<String>)> {
    let methods = (row.methods)();
    let values =
        ["containment", "octree", "1,1,0,2", "0.1", "1000", "3", "keys", "on", "off", "ray", "boxes"];
    let mut values: Vec<String> = values.map(str::to_owned).to_vec();
    values.extend(methods.iter().rev().map(|method| method.id.to_owned()));
    let own = row.words.iter().map(|word| (word.id.to_owned(), values.clone()));
    let settings = methods.iter().flat_map(|method| {
        method.settings.iter().map(move |setting| {
            let values = match setting.range {
                Range::Choice { options, .. } => options.iter().map(|option| option.0.to_owned()).collect(),
                _ => ["16", "64", "1", "0.5", "on", "off"].map(str::to_owned).to_vec(),
            };
            (format!("{}.{}", method.id, setting.id), values)
        })
    });
    own.chain(settings).collect()
}

/// The message after undo consists of these lines.
#[test]
fn every_word_of_every_lab_is_said_in_words_of_both_languages() {
    for language in [Language::English, Language::Chinese] {
        language.speak();
        for row in LABS {
            for (word, values) in changes(row) {
                let mut values = values.iter().map(String::as_str).chain(["0-1", "1", "none"]);
                let said = values.find_map(|value| {
                    let mut change = Params::default();
                    change.set(&word, value);
                    (row.check)(&change).is_ok().then(|| ((row.describe)(&change), value))
                });
                let Some((lines, value)) = said else { continue };
                let name = format!("{}: {word}={value}: {lines:?}", row.id);
                assert!(!lines.is_empty() && lines.iter().all(|line| !line.contains('=')), "{name}");
                // The id of a parameter must not appear in Chinese.
                let is_id = |line: &String| language == Language::Chinese && line.contains(&word);
                assert!(!lines.iter().any(is_id), "{name}");
            }
        }
    }
    Language::English.speak();
}

#[test]
fn what_was_taken_back_is_told_in_plain_words() {
    let mut harness = open_small_world();
    let notice = |harness: &mut Harness<'_, Shell>, exhibit: &str| {
        harness.state_mut().present(&exhibit.parse().unwrap()).unwrap();
        harness.run_steps(2);
        let keys = [Modifiers::COMMAND, Modifiers::COMMAND | Modifiers::SHIFT];
        keys.map(|keys| {
            press(harness, keys, Key::Z);
            harness.state().notice.clone().unwrap_or_default()
        })
    };
    // Panes are named by number, and only the changed one is named.
    let opened = notice(&mut harness, "method=gjk,stencil");
    assert_eq!(opened, ["Undone. Restored: number of panes: 1", "Redone. Restored: number of panes: 2"]);
    let [undone, _] = notice(&mut harness, "method=gjk,recode");
    assert!(undone.starts_with("Undone. Restored: method: ") && !undone.contains(','), "{undone}");
    let [undone, redone] = notice(&mut harness, "lab=meshes&triangles=200&moved=1,0,0,0,0,0");
    assert_eq!((undone.as_str(), redone.as_str()), ("Nothing to undo", "Nothing to redo"));
    let [undone, redone] = notice(&mut harness, "lab=meshes&moved=2,0,0,0,0,0&level=3");
    assert_eq!(undone, "Undone. Restored: mesh B moved off its path by hand, no volumes drawn");
    assert_eq!(redone, "Redone. Restored: mesh B moved off its path by hand, Volumes of a tree level: 3");
}

fn press(harness: &mut Harness<'_, Shell>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(3);
}

#[test]
fn a_slip_on_the_seed_costs_nothing() {
    let mut harness = open_small_world();
    harness.state_mut().arena_mut().playback.playing = false;
    (0..30).for_each(|_| harness.state_mut().arena_mut().step());
    harness.run_steps(2);
    let state = |harness: &Harness<'_, Shell>| {
        let arena = harness.state().arena();
        let measured = arena.ledger().of(arena.roles().shown).samples().count();
        (arena.world().state_hash(), arena.world().frame(), arena.steps_back(), measured)
    };
    let before = state(&harness);
    assert!(before.1 >= 30 && before.2 >= 30);
    harness.state_mut().begin(Start::Experiment(Parameters { seed: 7, count: 20, ..Parameters::default() }));
    harness.run_steps(2);
    let slipped = state(&harness);
    assert_ne!(slipped.0, before.0);
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(state(&harness), before);
    press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(state(&harness).0, slipped.0);
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(state(&harness), before);
    // The key R is undone as well.
    press(&mut harness, Modifiers::NONE, Key::R);
    assert_eq!(state(&harness).1, 0);
    click(&mut harness, Role::Button, "Undo");
    assert_eq!(state(&harness), before);
}

#[test]
fn there_is_an_end_to_both_and_it_is_told() {
    let mut harness = open_small_world();
    harness.run_steps(2);
    let enabled = |harness: &Harness<'_, Shell>, name| {
        !harness.get_by_role_and_label(Role::Button, name).accesskit_node().is_disabled()
    };
    assert!(!enabled(&harness, "Undo") && !enabled(&harness, "Redo"));
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert!(harness.state().notice.as_deref().unwrap().contains("Nothing to undo"));
    harness.state_mut().begin(preset("near-miss"));
    harness.run_steps(2);
    assert!(enabled(&harness, "Undo") && !enabled(&harness, "Redo"));
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert!(!enabled(&harness, "Undo") && enabled(&harness, "Redo"));
    // Another change discards what could be redone.
    harness.state_mut().begin(preset("containment"));
    harness.run_steps(2);
    assert!(!enabled(&harness, "Redo"));
    // Another lab has its own undo history.
    harness.state_mut().present(&"lab=road".parse().unwrap()).unwrap();
    harness.run_steps(2);
    assert!(!enabled(&harness, "Undo"));
}

#[test]
fn a_body_moved_by_hand_goes_back_and_there_again_and_playing_goes_on() {
    let mut harness = open_small_world();
    harness.state_mut().begin(preset("near-miss"));
    harness.run_steps(2);
    let hash = |harness: &Harness<'_, Shell>| harness.state().arena().world().state_hash();
    let before = hash(&harness);
    harness.state_mut().arena_mut().select(Some(1));
    for _ in 0..3 {
        press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::ArrowUp);
    }
    let moved = hash(&harness);
    for _ in 0..3 {
        press(&mut harness, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(hash(&harness), before);
    assert!(!harness.state().arena().is_by_hand());
    for _ in 0..3 {
        press(&mut harness, Modifiers::COMMAND, Key::Y);
    }
    assert_eq!(hash(&harness), moved);
    harness.state_mut().ask(Request::PlayOrPause);
    harness.run_steps(5);
    assert!(harness.state().arena().world().frame() > 2);
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert!(harness.state().arena().playback.playing, "it still plays");
}

#[test]
fn in_a_text_field_the_keys_are_the_fields_own() {
    let mut harness = open_small_world();
    harness.run_steps(2);
    harness.state_mut().begin(preset("near-miss"));
    harness.run_steps(2);
    let before = harness.state().arena().world().state_hash();
    harness.get_by_role_and_label(Role::TextInput, "Path").focus();
    harness.run_steps(2);
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(harness.state().arena().world().state_hash(), before);
}
