//! The inspector's page, driven through its controls; the list of steps follows the current one.

use collidoscope::app::Shell;
use collidoscope::exhibit::Page;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::panels::contact_sheet as tiles;
use collidoscope::labs::arena::subject::inspected_pair;
use collidoscope::labs::arena::words::Start;
use collidoscope::methods::in_process;
use collidoscope::world::{PRESETS, Pair, Parameters};
use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _, by};

use crate::support::assert_no_complaints;
use crate::support::window::Drive as _;
use crate::window::panel::{assert_explained, choose, click, open, open_small_world};
use crate::window::panes::{method, open_erring_world, press};

/// The page with a preset, decided by one method.
fn inspect(preset: &str, id: &str, size: [f32; 2]) -> Harness<'static, Shell> {
    let preset = PRESETS.iter().find(|row| row.id == preset).unwrap();
    let setup = Setup { start: Start::Preset(preset), method: method(id) };
    let mut harness = open(setup, size);
    harness.state_mut().turn_to(Page::Inspector);
    harness.run();
    harness
}

fn position(harness: &Harness<'_, Shell>) -> usize {
    harness.state().inspector.position
}

/// Number of steps of the first method.
fn length(harness: &mut Harness<'_, Shell>) -> usize {
    harness.state_mut().inspected().unwrap().steps()
}

#[test]
fn keys_step_forward_and_back_and_to_both_ends() {
    let mut harness = inspect("intersecting", "stencil", [1280.0, 800.0]);
    let steps = length(&mut harness);
    assert_eq!(steps, 7, "two rows, four rows, and the query");
    assert_eq!(position(&harness), 0);
    for (key, expected) in [
        (Key::ArrowRight, 1),
        (Key::PageDown, 2),
        (Key::Period, 3),
        (Key::ArrowLeft, 2),
        (Key::PageUp, 1),
        (Key::Comma, 0),
        (Key::ArrowLeft, 0),
        (Key::End, steps),
        (Key::ArrowRight, steps),
        (Key::ArrowLeft, steps - 1),
        (Key::Home, 0),
    ] {
        press(&mut harness, key);
        assert_eq!(position(&harness), expected, "after {key:?}");
    }
    harness.get_by_label("before step 1 of 7");
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    harness.run();
    assert_eq!(position(&harness), 0, "with shift it is the pixel that moves");
    // A position past the end is shown as the end.
    harness.state_mut().inspector.position = usize::MAX;
    harness.run();
    harness.get_by_label("step 7 of 7");
    press(&mut harness, Key::Comma);
    assert_eq!(position(&harness), steps - 1);
}

#[test]
fn keys_of_a_page_do_nothing_to_the_other() {
    let mut harness = inspect("intersecting", "stencil", [1280.0, 800.0]);
    let state = |harness: &Harness<'_, Shell>| {
        let arena = &harness.state().arena();
        (arena.world().frame(), arena.lineup().panes().len(), arena.playback.playing)
    };
    let before = state(&harness);
    for key in [Key::Space, Key::Space, Key::Period, Key::Num3, Key::R, Key::C] {
        press(&mut harness, key);
    }
    assert_eq!(state(&harness), before);
    assert!(!harness.state().arena().compare.is_open && harness.state().inspector.compare.is_some());
    press(&mut harness, Key::I);
    assert_eq!(harness.state().page, Page::Scene);
    let at = position(&harness);
    press(&mut harness, Key::Period);
    assert_eq!((position(&harness), state(&harness).0), (at, before.0 + 1));
    press(&mut harness, Key::I);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::Questionmark);
    harness.run();
    harness.get_by_label("Right arrow · Page down · .");
    harness.get_by_label("Compare with a second method (on or off)");
    assert!(harness.query_by_label("Restart from the first frame").is_none(), "that key is the lab's");
    press(&mut harness, Key::Escape);
    assert!(!harness.state().sheet_open && harness.state().page == Page::Inspector);
}

#[test]
fn the_buttons_and_the_slider_do_what_the_keys_do() {
    let mut harness = inspect("intersecting", "occlusion-query", [1280.0, 800.0]);
    for (button, expected) in
        [("Step forward", 1), ("Last step", 4), ("Step back", 3), ("First step", 0), ("Step back", 0)]
    {
        click(&mut harness, Role::Button, button);
        assert_eq!(position(&harness), expected, "after {button}");
    }
    harness.get_by_role_and_label(Role::Slider, "Step").set_value_accesskit(2.0);
    harness.run();
    assert_eq!(position(&harness), 2);
}

#[test]
fn a_click_on_a_row_jumps_to_after_it() {
    let mut harness = inspect("intersecting", "stencil", [1280.0, 800.0]);
    click(&mut harness, Role::Button, "Details");
    click(&mut harness, Role::Button, "Row 5: B's far side, stencil unchanged");
    assert_eq!(position(&harness), 5);
    harness.get_by_label("OpenGL state of row 5");
    harness.get_by_label_contains("glStencilFunc(GL_ALWAYS, 0, 0xFF)");
    click(&mut harness, Role::Button, "Before the first row");
    assert_eq!(position(&harness), 0);
}

#[test]
fn rows_that_were_not_run_say_why_and_cannot_be_reached() {
    let mut harness = inspect("b-behind-a", "occlusion-query", [1280.0, 800.0]);
    let steps = length(&mut harness);
    assert!(steps < 4, "the first round or the second settles it: {steps}");
    press(&mut harness, Key::End);
    assert_eq!(position(&harness), steps);
    if steps == 2 {
        harness.get_by_label("not run: round 1 decided the result");
        click(&mut harness, Role::Button, "Row 4: Count the samples of A behind B's near side");
        assert_eq!(position(&harness), steps);
    }
}

#[test]
fn play_steps_by_the_clock_and_stops_at_the_end() {
    let mut harness = inspect("intersecting", "occlusion-query", [1280.0, 800.0]);
    let steps = length(&mut harness);
    harness.key_press(Key::Space);
    harness.run_steps(1);
    assert!(harness.state().inspector.playing);
    // A frame of the test takes a quarter of a second, a step 0.8 seconds.
    let mut seen = vec![position(&harness)];
    for _ in 0..(steps + 1) * 4 {
        harness.run_steps(1);
        seen.push(position(&harness));
    }
    assert!(seen.windows(2).all(|two| two[1] == two[0] || two[1] == two[0] + 1), "{seen:?}");
    assert_eq!((seen[2], seen[4]), (0, 1), "not before it is due: {seen:?}");
    assert_eq!(position(&harness), steps);
    assert!(!harness.state().inspector.playing, "it stops at the end");
    harness.key_press(Key::Space);
    harness.run_steps(1);
    assert_eq!((harness.state().inspector.playing, position(&harness)), (true, 0), "from the start again");
    harness.key_press(Key::ArrowRight);
    harness.run_steps(8);
    assert_eq!((harness.state().inspector.playing, position(&harness)), (false, 1), "a step ends it");
}

#[test]
fn comparing_shows_two_tables_and_one_transport() {
    let mut harness = inspect("intersecting", "stencil-as-published", [1280.0, 800.0]);
    let tables = |harness: &Harness<'_, Shell>| harness.query_all_by_label("Before the first row").count();
    assert_eq!(tables(&harness), 1);
    press(&mut harness, Key::C);
    assert_eq!(harness.state().inspector.compare.unwrap().id, "stencil", "what it is told apart from");
    assert_eq!(tables(&harness), 2);
    assert_eq!(harness.query_all_by_role_and_label(Role::Button, "Step forward").count(), 1);
    // A row that differs is marked on both sides; rows that only draw other faces are not.
    let differing =
        harness.query_all_by(|node| node.data().description().is_some_and(|help| help.contains("≠")));
    assert_eq!(differing.count(), 2, "the stencil state that was not printed");
    choose(&mut harness, "Compare with", "RECODE");
    assert_eq!(harness.state().inspector.compare.unwrap().id, "recode");
    assert_eq!(tables(&harness), 2);
    // The end of the bar is that of the longer table.
    press(&mut harness, Key::End);
    assert_eq!(position(&harness), 7);
    choose(&mut harness, "Compare with", "No second method");
    assert_eq!(tables(&harness), 1);
    press(&mut harness, Key::C);
    assert_eq!(harness.state().inspector.compare.unwrap().id, "recode", "the one that was there last");
}

#[test]
fn entering_stops_the_lab_and_nothing_is_recorded_elsewhere() {
    let mut harness = open_small_world();
    harness.run_steps(5);
    assert!(harness.state().arena().playback.playing);
    press(&mut harness, Key::I);
    let state = harness.state();
    assert!(state.page == Page::Inspector && !state.arena().playback.playing);
    let (frame, pair) = (state.arena().world().frame(), state.arena().selected_pair);
    assert!(pair.is_some(), "the pair stays, whatever is chosen next");
    harness.run_steps(5);
    assert_eq!(harness.state().arena().world().frame(), frame);
    // Choosing another method keeps the pair.
    choose(&mut harness, "Method", "RECODE");
    assert_eq!(inspected_pair(harness.state().arena()), pair);
    press(&mut harness, Key::Escape);
    assert_eq!(harness.state().page, Page::Scene, "with no pixel held, Esc leaves");
    press(&mut harness, Key::I);
    harness.state_mut().inspector.pixel = Some([3, 4]);
    press(&mut harness, Key::Escape);
    assert_eq!((harness.state().page, harness.state().inspector.pixel), (Page::Inspector, None));
    assert_no_complaints(harness.state().arena().gpu().unwrap());
}

#[test]
fn a_pair_is_chosen_from_the_list_the_strip_and_the_scene() {
    let preset = PRESETS.iter().find(|row| row.id == "four-in-a-row").unwrap();
    let setup = Setup { start: Start::Preset(preset), ..Setup::default() };
    let mut harness = open(setup, [1280.0, 800.0]);
    // 1. A tile of the strip, and the button that opens it.
    click(&mut harness, Role::Button, "Pair 1 and 2");
    click(&mut harness, Role::Button, "Inspect pair 1–2");
    assert_eq!(harness.state().page, Page::Inspector);
    assert_eq!(inspected_pair(harness.state().arena()), Some(Pair { a: 1, b: 2 }));
    // 2. The list of pairs.
    let other = harness.state().arena().found().candidates.iter().find(|pair| pair.a != 1).copied().unwrap();
    click(&mut harness, Role::Button, &format!("{}–{} · apart", other.a, other.b));
    assert_eq!(harness.state().arena().selected_pair, Some(other));
    // 3. Two bodies clicked one after the other.
    press(&mut harness, Key::I);
    harness.state_mut().arena_mut().select(None);
    let mut click_body = |body: usize, modifiers: Modifiers| {
        let scene = harness.get_by_role_and_label(Role::Image, "Scene 1").rect();
        let shell = harness.state();
        let center = shell.arena().found().boxes[body].center();
        let aspect = f64::from(scene.width() / scene.height());
        let clip = shell.cameras.of(0).view_projection(aspect) * center.to_homogeneous();
        let x = scene.center().x + 0.5 * scene.width() * (clip.x / clip.w) as f32;
        let y = scene.center().y - 0.5 * scene.height() * (clip.y / clip.w) as f32;
        let pos = pos2(x, y);
        harness.event(egui::Event::PointerMoved(pos));
        for pressed in [true, false] {
            let button = PointerButton::Primary;
            harness
                .event_modifiers(egui::Event::PointerButton { pos, button, pressed, modifiers }, modifiers);
        }
        harness.run();
        (harness.state().arena().selected, harness.state().arena().selected_pair)
    };
    assert_eq!(click_body(1, Modifiers::NONE), (Some(1), None));
    assert_eq!(click_body(2, Modifiers::SHIFT), (Some(1), Some(Pair { a: 1, b: 2 })));
    assert_eq!(click_body(3, Modifiers::SHIFT).1, Some(Pair { a: 1, b: 2 }), "1 and 3 are no candidates");
    assert!(harness.state().notice.as_ref().unwrap().contains("1 and 3"));
}

#[test]
fn tiles_are_sorted_filtered_and_clicked() {
    let mut harness = open_erring_world();
    press(&mut harness, Key::I);
    click(&mut harness, Role::Button, "Tiles");
    assert_eq!(harness.state().page, Page::Own("tiles"));
    let arena = &harness.state().arena();
    let (answer, candidates) = (arena.shown().unwrap(), &arena.found().candidates);
    let errors = answer.errors.as_ref().unwrap().count();
    assert!(errors >= 2 && errors < candidates.len());
    let by_pair = tiles::sorted(arena, tiles::Order::Pair, false);
    assert_eq!(by_pair.len(), candidates.len());
    assert!(by_pair.windows(2).all(|two| {
        let [first, second] = [0, 1].map(|i| (candidates[two[i]].a, candidates[two[i]].b));
        first < second
    }));
    let by_verdict = tiles::sorted(arena, tiles::Order::Verdict, false);
    assert!(by_verdict.is_sorted_by_key(|&index| !answer.verdicts[index].colliding));
    let by_disagreement = tiles::sorted(arena, tiles::Order::Disagreement, false);
    assert!(by_disagreement[..errors].iter().all(|&index| answer.error_at(index).is_some()));
    assert!(by_disagreement[errors..].iter().all(|&index| answer.error_at(index).is_none()));
    assert_eq!(tiles::sorted(arena, tiles::Order::Disagreement, true), by_disagreement[..errors]);

    // The first tile of the sheet is an error; a click opens its steps.
    let pair = candidates[by_disagreement[0]];
    let name = format!("Pair {} and {}", pair.a, pair.b);
    click(&mut harness, Role::CheckBox, "Errors only");
    let shown = harness.query_all_by(|node| {
        node.label().is_some_and(|label| label.starts_with("Pair ") && label.contains(" and "))
    });
    assert_eq!(shown.count(), errors);
    choose(&mut harness, "Sort by", "Count");
    assert_eq!(harness.state().arena().tiles.order, tiles::Order::Count);
    click(&mut harness, Role::Button, &name);
    let shell = harness.state();
    assert_eq!((shell.page, shell.arena().selected_pair), (Page::Inspector, Some(pair)));
    // Without errors the page says so.
    choose(&mut harness, "Method", "GJK (exact reference)");
    click(&mut harness, Role::Button, "Tiles");
    harness.get_by_label_contains("No errors:");
    assert_no_complaints(harness.state().arena().gpu().unwrap());
}

#[test]
fn a_world_without_candidates_is_told_on_every_tab() {
    let parameters = Parameters { count: 2, density: 0.001, ..Parameters::default() };
    let mut harness =
        open(Setup { start: Start::Experiment(parameters), ..Setup::default() }, [1280.0, 800.0]);
    assert!(harness.state().arena().found().candidates.is_empty(), "this test wants two bodies far apart");
    press(&mut harness, Key::I);
    assert!(harness.query_all_by_label_contains("No boxes overlap in this frame").count() >= 1);
    harness.get_by_label("no steps");
    click(&mut harness, Role::Button, "Tiles");
    assert!(harness.query_all_by_label_contains("no pair to test").count() >= 1);
    for key in [Key::Space, Key::End, Key::ArrowRight] {
        press(&mut harness, key);
    }
    // A pair that is not a candidate can be inspected, too.
    harness.state_mut().inspect(Pair { a: 0, b: 1 });
    harness.run();
    assert!(harness.query_all_by_label_contains("bounding boxes are separated").count() >= 1);
}

#[test]
fn every_method_shows_every_preset() {
    let mut harness = inspect("intersecting", "stencil", [1000.0, 700.0]);
    for preset in PRESETS {
        harness.state_mut().begin(Start::Preset(preset));
        for method in in_process() {
            harness.state_mut().arena_mut().show(method);
            for position in [0, 1, usize::MAX] {
                harness.state_mut().inspector.position = position;
                harness.run_steps(1);
            }
            let story = harness.state_mut().inspected();
            let story = story.unwrap_or_else(|why| panic!("{} on {}: {why}", method.id, preset.id));
            let arena = &harness.state().arena();
            let pair = inspected_pair(arena).unwrap();
            let index = arena.found().candidates.iter().position(|other| *other == pair).unwrap();
            let decided = arena.shown().unwrap().verdicts[index];
            assert_eq!(story.outcome().hit, decided.colliding, "{} on {}", method.id, preset.id);
        }
    }
    assert_no_complaints(harness.state().arena().gpu().unwrap());
}

#[test]
fn windows_of_any_size_and_every_comparison_show() {
    for size in [[1920.0, 1080.0], [1000.0, 700.0], [640.0, 480.0], [320.0, 240.0], [90.0, 60.0]] {
        let mut harness = inspect("intersecting", "stencil", size);
        for other in [None, Some("recode"), Some("gjk"), Some("obb")] {
            harness.state_mut().inspector.compare = other.map(|id| &method(id).about);
            for tab in [Page::Inspector, Page::Own("tiles"), Page::Own("broad-phase")] {
                harness.state_mut().page = tab;
                harness.state_mut().inspector.pixel = Some([5, 5]);
                harness.run_steps(2);
            }
        }
    }
}

#[test]
fn every_control_has_a_name_and_a_hover_text() {
    for size in [[1280.0, 800.0], [1000.0, 700.0], [640.0, 480.0], [320.0, 240.0]] {
        let mut harness = inspect("four-in-a-row", "stencil", size);
        for tab in [Page::Inspector, Page::Own("tiles"), Page::Own("broad-phase")] {
            harness.state_mut().page = tab;
            for other in [None, Some(&method("stencil-as-published").about)] {
                harness.state_mut().inspector.compare = other;
                harness.run_steps(3);
                assert_explained(&harness, 8, &format!("{size:?}"));
                let roles = [Role::Button, Role::CheckBox, Role::ComboBox, Role::Slider];
                for control in harness.query_all(by().predicate(move |node| roles.contains(&node.role()))) {
                    let node = control.accesskit_node();
                    let named = node.label().is_some_and(|name| !name.is_empty());
                    assert!(named, "no name: {:?}", node.data().description());
                }
            }
        }
    }
}

/// Steps until the boxes of this pair do not overlap, while the arena plays.
fn until_separated(harness: &mut Harness<'static, Shell>, pair: Pair) {
    harness.state_mut().arena_mut().playback.playing = true;
    while harness.state().arena().found().candidates.contains(&pair) {
        harness.state_mut().lab.step();
        assert!(harness.state().lab.frame() < 2000, "the pair stays together");
    }
    for _ in 0..5 {
        harness.state_mut().lab.step();
    }
    assert!(!harness.state().arena().found().candidates.contains(&pair), "the pair has met again");
}

#[test]
fn the_inspector_opens_on_a_picked_pair_as_it_was_when_it_was_decided() {
    let mut harness = open_small_world();
    while harness.state().arena().found().candidates.is_empty() {
        harness.state_mut().lab.step();
    }
    let pair = harness.state().arena().found().candidates[0];
    harness.state_mut().arena_mut().selected_pair = Some(pair);
    until_separated(&mut harness, pair);
    let now = harness.state().lab.frame();
    press(&mut harness, Key::I);
    let shell = harness.state();
    assert_eq!(shell.page, Page::Inspector);
    assert_eq!(inspected_pair(shell.arena()), Some(pair));
    assert!(shell.arena().found().candidates.contains(&pair), "the inspector is empty");
    let frame = shell.lab.frame();
    assert!(frame < now, "{frame}, {now}");
    assert_eq!(
        shell.notice.as_deref(),
        Some(&*format!("Back at frame {frame}, the last in which the boxes of this pair overlap."))
    );
    // It is the last such frame.
    harness.state_mut().lab.seek(frame + 1);
    assert!(!harness.state().arena().found().candidates.contains(&pair));
}

#[test]
fn a_pair_that_the_inspector_has_picked_by_itself_is_picked_again() {
    let mut harness = open_small_world();
    while harness.state().arena().found().candidates.is_empty() {
        harness.state_mut().lab.step();
    }
    press(&mut harness, Key::I);
    let first = inspected_pair(harness.state().arena()).unwrap();
    press(&mut harness, Key::I);
    assert_eq!(harness.state().page, Page::Scene);
    until_separated(&mut harness, first);
    while harness.state().arena().found().candidates.is_empty() {
        harness.state_mut().lab.step();
    }
    let now = harness.state().lab.frame();
    press(&mut harness, Key::I);
    let shell = harness.state();
    let pair = inspected_pair(shell.arena()).unwrap();
    assert!(pair != first && shell.arena().found().candidates.contains(&pair), "{pair:?}");
    // The window has played on by the frame of the key.
    assert!(shell.lab.frame() >= now, "nothing to go back for");
}

/// The lab with a preset, decided by one method.
fn in_lab(preset: &str, id: &str) -> Harness<'static, Shell> {
    let preset = PRESETS.iter().find(|row| row.id == preset).unwrap();
    open(Setup { start: Start::Preset(preset), method: method(id) }, [1280.0, 800.0])
}

#[test]
fn the_page_opens_at_the_deciding_step_or_where_it_was_left() {
    let mut harness = in_lab("intersecting", "stencil-as-published");
    press(&mut harness, Key::I);
    let deciding = harness.state_mut().inspected().unwrap().deciding();
    assert!(deciding > 0 && position(&harness) == deciding, "{deciding}");
    press(&mut harness, Key::Home);
    assert_eq!(position(&harness), 0);
    press(&mut harness, Key::ArrowRight);
    press(&mut harness, Key::I);
    press(&mut harness, Key::I);
    assert_eq!(position(&harness), 1, "the pair and the frame are those that were left");
    press(&mut harness, Key::I);
    harness.state_mut().lab.step();
    press(&mut harness, Key::I);
    let deciding = harness.state_mut().inspected().unwrap().deciding();
    assert_eq!(position(&harness), deciding, "of another frame");
    // A link is exact where it names a step.
    for (link, expected) in
        [("page=inspector&step=2", 2), ("page=inspector&step=0", 0), ("page=inspector", 0)]
    {
        press(&mut harness, Key::I);
        harness.state_mut().lab.step();
        harness.state_mut().present(&link.parse().unwrap()).unwrap();
        harness.run();
        let deciding = harness.state_mut().inspected().unwrap().deciding();
        let expected = if link.contains("step") { expected } else { deciding };
        assert_eq!(position(&harness), expected, "{link}");
    }
}

#[test]
fn compared_tables_give_the_bodies_one_name_each() {
    for [first, second] in [["stencil-as-published", "stencil"], ["stencil", "stencil-as-published"]] {
        let mut harness = in_lab("relation-4", first);
        press(&mut harness, Key::I);
        let roles = |harness: &Harness<'_, Shell>| {
            let labels = harness.query_all(by().predicate(|node| {
                node.label().or(node.value()).is_some_and(|text| text.starts_with("A is body "))
            }));
            labels.filter_map(|node| node.accesskit_node().value()).collect::<Vec<_>>()
        };
        harness.state_mut().inspector.compare = Some(&method(second).about);
        harness.run();
        let names = roles(&harness);
        assert!(names.len() == 2 && names[0] == names[1], "{first}, {second}: {names:?}");
    }
}

#[test]
fn the_last_row_shows_its_state_also_past_the_end() {
    let mut harness = inspect("intersecting", "occlusion-query", [1280.0, 800.0]);
    harness.state_mut().inspector.position = usize::MAX;
    harness.state_mut().inspector.details = Some(true);
    harness.run();
    harness.get_by_label("OpenGL state of row 4");
}

/// Whether the list shows a line that begins with this text. `top`: upper end of the list, points.
fn is_seen(harness: &Harness<'_, Shell>, role: Role, begins: &str, top: f32) -> bool {
    let line = by().role(role).predicate(|node| {
        let text = node.label().or_else(|| node.value());
        text.is_some_and(|text| text.starts_with(begins))
    });
    harness.query_all(line).any(|line| line.rect().top() > top && line.rect().bottom() < 760.0)
}

#[test]
fn the_list_of_steps_shows_the_one_at_hand_at_both_ends() {
    let mut harness = open_small_world();
    let walk = "lab=meshes&triangles=400&query=determine&method=obb-tree&page=inspector&step=0";
    harness.state_mut().present(&walk.parse().unwrap()).unwrap();
    harness.run();
    let steps = harness.state_mut().inspected().unwrap().steps();
    assert!(steps > 400, "a list that is cut at both ends: {steps}");
    let is_seen =
        |harness: &Harness<'_, Shell>, step: usize| is_seen(harness, Role::Label, &format!("{step}  "), 90.0);
    assert!(is_seen(&harness, 1) && !is_seen(&harness, steps));
    for (key, step) in
        [(Key::End, steps), (Key::Home, 1), (Key::End, steps), (Key::ArrowLeft, steps - 1), (Key::Home, 1)]
    {
        press(&mut harness, key);
        assert!(is_seen(&harness, step), "{key:?}: step {step}");
    }
    // Another story has its own current step.
    press(&mut harness, Key::End);
    harness.state_mut().present(&"frame=40&step=0".parse().unwrap()).unwrap();
    harness.run();
    assert!(is_seen(&harness, 1));
}

#[test]
fn a_long_table_of_passes_shows_the_row_at_hand() {
    let mut harness = open_small_world();
    let scene = "preset=in-the-notch&method=parity-slice&compare=none&page=inspector&step=51";
    harness.state_mut().present(&scene.parse().unwrap()).unwrap();
    harness.run();
    let is_seen = |harness: &Harness<'_, Shell>, row: usize| {
        is_seen(harness, Role::Button, &format!("Row {row}: "), 50.0)
    };
    assert!(is_seen(&harness, 51));
    for (key, row) in [(Key::End, 96), (Key::ArrowLeft, 95), (Key::Home, 1)] {
        press(&mut harness, key);
        assert!(is_seen(&harness, row), "{key:?}: row {row}");
    }
}
