//! The panels, driven through the accessibility tree, without a window; texts that depend on results or on the space.

use std::time::Duration;

use collidoscope::app::{PictureOptions, Shell};
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::words::Start;
use collidoscope::labs::cloth::cloth_lab::ClothLab;
use collidoscope::methods;
use collidoscope::ui::requests::Request;
use collidoscope::ui::{style, theme};
use collidoscope::world::{Parameters, presets};
use egui::accesskit::Role;
use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _, by};

use crate::support::window::{self, Drive as _};
use crate::support::{assert_no_complaints, gpu};

const FRAME: Duration = Duration::from_millis(34);

/// The shell in a window of this size; it advances one frame per picture.
pub fn open(setup: Setup, size: [f32; 2]) -> Harness<'static, Shell> {
    let shell = window::open(&gpu(), setup);
    Harness::builder()
        .with_max_steps(60)
        .with_size(vec2(size[0], size[1]))
        .with_context_setup(style::apply)
        .build_ui_state(
            |ui, shell: &mut Shell| {
                shell.update(FRAME);
                collidoscope::app::apply::frame(ui, shell);
            },
            shell,
        )
}

pub fn open_small_world() -> Harness<'static, Shell> {
    let parameters = Parameters { count: 30, density: 0.15, ..Parameters::default() };
    open(Setup { start: Start::Experiment(parameters), ..Setup::default() }, [1280.0, 800.0])
}

pub fn click(harness: &mut Harness<'_, Shell>, role: Role, label: &str) {
    harness.get_by_role_and_label(role, label).click();
    harness.run();
}

/// Opens the menu of the view; in a narrow window it is inside another menu.
pub fn open_view(harness: &mut Harness<'_, Shell>) {
    if harness.query_by_role_and_label(Role::Button, "View").is_none() {
        click(harness, Role::Button, "More");
    }
    click(harness, Role::Button, "View");
}

pub fn choose(harness: &mut Harness<'_, Shell>, list: &str, option: &str) {
    // The list, too, may be scrolled out of view.
    scroll_to(harness, Role::ComboBox, list);
    click(harness, Role::ComboBox, list);
    // The option may be scrolled out of view.
    scroll_to(harness, Role::Button, option);
    click(harness, Role::Button, option);
}

/// Scrolls to a control, and waits until it rests: a click on a moving control misses it.
pub fn scroll_to(harness: &mut Harness<'_, Shell>, role: Role, label: &str) {
    harness.get_by_role_and_label(role, label).scroll_to_me();
    harness.run();
    let mut last = None;
    for _ in 0..30 {
        let now = Some(harness.get_by_role_and_label(role, label).rect());
        if now == last {
            return;
        }
        last = now;
        harness.run_steps(1);
    }
}

fn frame(harness: &Harness<'_, Shell>) -> u64 {
    harness.state().arena().world().frame()
}

fn hash(harness: &Harness<'_, Shell>) -> u64 {
    harness.state().arena().world().state_hash()
}

#[test]
fn pause_step_and_step_back_return_to_the_same_state() {
    let mut harness = open_small_world();
    harness.run_steps(20);
    assert!(frame(&harness) >= 20, "it plays from the start");
    click(&mut harness, Role::Button, "Pause");
    let (paused_at, paused_hash) = (frame(&harness), hash(&harness));
    harness.run_steps(5);
    assert_eq!(frame(&harness), paused_at, "nothing moves while it is paused");

    click(&mut harness, Role::Button, "Step");
    let (next, after) = (frame(&harness), hash(&harness));
    assert_eq!(next, paused_at + 1);
    assert_ne!(after, paused_hash);
    click(&mut harness, Role::Button, "Step back");
    assert_eq!((frame(&harness), hash(&harness)), (paused_at, paused_hash));
    click(&mut harness, Role::Button, "Step");
    assert_eq!(hash(&harness), after, "forwards again gives the same state");

    click(&mut harness, Role::Button, "Play");
    harness.run_steps(3);
    assert!(frame(&harness) > next);
    click(&mut harness, Role::Button, "Restart");
    assert!(frame(&harness) < paused_at, "from the first frame on: {}", frame(&harness));
}

#[test]
fn the_keys_of_the_sheet_do_what_it_says() {
    let mut harness = open_small_world();
    let mut press = |key: Key| {
        harness.key_press(key);
        harness.run();
        (harness.state().arena().playback.playing, frame(&harness), hash(&harness))
    };
    let (playing, at, before) = press(Key::Space);
    assert!(!playing);
    assert_eq!(press(Key::Period).1, at + 1);
    assert_eq!(press(Key::Comma), (false, at, before));
    assert_eq!(press(Key::R).1, 0);
    press(Key::Space);
    harness.key_press(Key::F12);
    harness.run();
    assert!(harness.state().picture_wanted);

    harness.key_press_modifiers(Modifiers::SHIFT, Key::Questionmark);
    harness.run();
    for line in ["Play or pause", "Hide or show the panels", "Save a screenshot of the window"] {
        harness.get_by_label(line);
    }
    harness.key_press(Key::Escape);
    harness.run();
    assert!(harness.query_by_label("Play or pause").is_none(), "Esc closes the sheet");
    open_view(&mut harness);
    click(&mut harness, Role::Button, "Keys and mouse");
    click(&mut harness, Role::Button, "Close");
    assert!(!harness.state().sheet_open);

    harness.get_by_label("Statistics");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::B);
    harness.run();
    assert!(harness.query_by_label("Statistics").is_none(), "Ctrl + B hides the panels");
    open_view(&mut harness);
    click(&mut harness, Role::Button, "Panels");
    harness.get_by_label("Statistics");
}

#[test]
fn typing_a_number_is_no_shortcut() {
    let mut harness = open_small_world();
    let seed = |harness: &Harness<'_, Shell>| match harness.state().arena().start() {
        Start::Experiment(parameters) => parameters.seed,
        _ => unreachable!("this test opens the experiment"),
    };
    click(&mut harness, Role::SpinButton, "Seed");
    let playing = harness.state().arena().playback.playing;
    harness.event(egui::Event::Text("4".into()));
    harness.key_press(Key::Space);
    harness.event(egui::Event::Text("2".into()));
    harness.run();
    assert_eq!(harness.state().arena().playback.playing, playing);
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(seed(&harness), 42);
}

#[test]
fn methods_and_settings_switch_while_it_plays() {
    let mut harness = open_small_world();
    for method in methods::in_process() {
        choose(&mut harness, "Pane 1", method.title);
        harness.run_steps(3);
        let arena = &harness.state().arena();
        assert_eq!(arena.roles().shown.id, method.id);
        assert_eq!(arena.trouble(), None);
        assert_eq!(arena.shown().unwrap().verdicts.len(), arena.found().candidates.len());
    }

    choose(&mut harness, "Pane 1", "Stencil");
    choose(&mut harness, "Read back", "Pixels");
    assert_eq!(harness.state().arena().settings().word("readback"), Some("pixels"));
    choose(&mut harness, "View axis", "All");
    harness.get_by_role_and_label(Role::Slider, "Resolution").set_value_accesskit(64.0);
    harness.run();
    assert_eq!(harness.state().arena().settings().whole("resolution"), Some(64));
    choose(&mut harness, "Pane 1", "Occlusion query");
    assert_eq!(
        harness.state().arena().settings().whole("resolution"),
        Some(32),
        "each method has its own settings"
    );
    choose(&mut harness, "Pane 1", "Stencil");
    assert_eq!(harness.state().arena().settings().whole("resolution"), Some(64), "and keeps them");

    let driven = harness.state().arena().roles().driver.id;
    assert_eq!(driven, "gjk");
    choose(&mut harness, "Method for bounces", "Occlusion query");
    choose(&mut harness, "Broad phase", "Brute force");
    harness.run_steps(3);
    assert_eq!(harness.state().arena().trouble(), None);
    assert_no_complaints(harness.state().arena().gpu().unwrap());
}

#[test]
fn what_is_shown_does_not_move_the_world() {
    let states = methods::METHODS.iter().map(|method| {
        let parameters = Parameters { count: 15, density: 0.15, ..Parameters::default() };
        let mut harness = open(Setup { start: Start::Experiment(parameters), method }, [800.0, 600.0]);
        click(&mut harness, Role::Button, "Pause");
        // The first pictures may take a few frames.
        while frame(&harness) < 40 {
            click(&mut harness, Role::Button, "Step");
        }
        (frame(&harness), hash(&harness))
    });
    let states: Vec<_> = states.collect();
    assert!(states.windows(2).all(|pair| pair[0] == pair[1]), "{states:?}");
}

#[test]
fn worlds_change_while_it_plays_and_impossible_ones_are_explained() {
    let mut harness = open_small_world();
    harness.get_by_role_and_label(Role::Slider, "Bodies").set_value_accesskit(200.0);
    harness.run();
    assert_eq!(harness.state().arena().bodies().len(), 200);
    for preset in presets::PRESETS {
        choose(&mut harness, "Scene", preset.title);
        let state = harness.state();
        assert!(
            matches!(state.arena().start(), Start::Preset(p) if p.id == preset.id),
            "{} not chosen",
            preset.id
        );
        assert!(!state.arena().playback.playing, "hand-made scenes wait to be stepped");
        let exact: Vec<_> = state.arena().found().to_part.clone();
        assert_eq!(exact, preset.colliding, "{}", preset.id);
        click(&mut harness, Role::Button, "Step");
    }
    choose(&mut harness, "Scene", "Experiment");
    assert_eq!(harness.state().arena().bodies().len(), 200);
    harness.get_by_role_and_label(Role::Slider, "Bodies").set_value_accesskit(2.0);
    harness.run();
    harness.get_by_role_and_label(Role::Slider, "Density").set_value_accesskit(0.3);
    harness.run();
    let trouble = harness.state().arena().trouble().unwrap_or_default().to_owned();
    assert!(trouble.contains("use more bodies or a lower density"), "{trouble:?}");
    harness.get_by_label(&trouble);
    harness.get_by_role_and_label(Role::Slider, "Density").set_value_accesskit(0.05);
    harness.run();
    assert_eq!(harness.state().arena().trouble(), None);
}

#[test]
fn overlays_tiles_and_picked_pairs() {
    let preset = presets::PRESETS.iter().find(|p| p.id == "intersecting").unwrap();
    let setup = Setup { start: Start::Preset(preset), ..Setup::default() };
    let mut harness = open(setup, [1280.0, 800.0]);
    for (name, on) in [("Boxes", 0), ("Candidate pairs", 1), ("View windows", 2), ("Velocities", 3)] {
        scroll_to(&mut harness, Role::CheckBox, name);
        click(&mut harness, Role::CheckBox, name);
        let overlays = harness.state().arena().overlays;
        let states = [overlays.aabbs, overlays.candidates, overlays.windows, overlays.velocity];
        assert!(states[on], "{name}: {states:?}");
    }
    assert_eq!(harness.state().arena().windows().len(), 1);

    click(&mut harness, Role::Button, "Pair 0 and 1");
    let pair = harness.state().arena().selected_pair.expect("a click on a tile picks its pair");
    let tile = harness.state_mut().arena_mut().tile(pair).as_ref().unwrap().as_ref().unwrap().clone();
    assert!(tile.verdict.colliding);
    assert_eq!((tile.side, tile.depth.len()), (32, 1024));

    harness.get_by_role_and_label(Role::CheckBox, "Strip of tiles").scroll_to_me();
    harness.run();
    click(&mut harness, Role::CheckBox, "Strip of tiles");
    assert!(harness.query_by_role_and_label(Role::Button, "Pair 0 and 1").is_none());
    harness.state_mut().arena_mut().select(Some(0));
    harness.run();
    harness.get_by_label("Body 0");
    harness.get_by_label_contains("with body 1 · colliding").click();
    harness.run();
    assert_no_complaints(harness.state().arena().gpu().unwrap());
}

#[test]
fn a_method_that_errs_is_found_out() {
    let preset = presets::PRESETS.iter().find(|p| p.id == "b-behind-a").unwrap();
    let method = methods::find("stencil-as-published").unwrap();
    let harness = open(Setup { start: Start::Preset(preset), method }, [1280.0, 800.0]);
    let errors = harness.state().arena().shown().unwrap().errors.clone().unwrap();
    assert_eq!((errors.missed, errors.false_hits), (vec![], vec![0]));
    harness.get_by_role_and_label(Role::Button, "false hit 0–1");
}

/// Asserts that `state` has more than `more_than` controls, each with a hover text.
pub fn assert_explained(harness: &Harness<'_, Shell>, more_than: usize, state: &str) {
    let roles =
        [Role::Button, Role::CheckBox, Role::RadioButton, Role::ComboBox, Role::Slider, Role::SpinButton];
    let mut seen = 0;
    for control in harness.query_all(by().predicate(move |node| roles.contains(&node.role()))) {
        let node = control.accesskit_node();
        seen += 1;
        let help = node.data().description().unwrap_or_default();
        assert!(help.len() > 8, "no hover text, {state}: {:?} {:?}", node.role(), node.label());
        assert!(!node.label().unwrap_or_default().is_empty(), "no name, {state}: {:?} {help}", node.role());
    }
    assert!(seen > more_than, "only {seen} controls, {state}");
}

#[test]
fn every_control_has_a_name_and_a_hover_text_in_every_size() {
    for size in [[1280.0, 800.0], [640.0, 480.0], [320.0, 240.0]] {
        let mut harness = open(Setup::default(), size);
        harness.state_mut().arena_mut().select(Some(3));
        for method in methods::METHODS {
            harness.state_mut().arena_mut().show(method);
            harness.run();
            assert_explained(&harness, 12, &format!("{size:?}"));
        }
    }
}

#[test]
fn the_whole_window_is_drawn_without_a_display() {
    let gpu = gpu();
    let before = gpu.live_objects();
    let options = PictureOptions { size: [1280, 800], frames: Some(5), ..PictureOptions::default() };
    let draw = || collidoscope::app::render_offscreen(&gpu, &options).unwrap();
    let picture = draw();
    assert_eq!(picture.dimensions(), (1280, 800));
    let panel = theme::panel();
    assert_eq!(picture.get_pixel(2, 700).0[..3], [panel.r(), panel.g(), panel.b()], "the panel on the left");
    let scene = image::imageops::crop_imm(&picture, 300, 80, 720, 480).to_image();
    let colors: std::collections::HashSet<_> = scene.pixels().map(|p| p.0).collect();
    assert!(colors.len() > 500, "a lit scene has many colours, not {}", colors.len());
    let again = image::imageops::crop_imm(&draw(), 300, 80, 720, 480).to_image();
    assert!(again == scene, "the same seed gives the same picture");
    assert_eq!(gpu.live_objects(), before, "nothing is left on the GPU");
    assert_no_complaints(&gpu);
}

#[test]
fn a_hundred_sizes_of_the_window_leave_nothing_behind() {
    let gpu = gpu();
    let before = gpu.live_objects();
    let mut shell = window::open(&gpu, Setup::default());
    for step in 0..100 {
        let size = [64 + 13 * step, 48 + 7 * step];
        collidoscope::app::offscreen::render_shell(&gpu, &mut shell, size, 1.0 + (step % 3) as f32 / 2.0)
            .unwrap();
    }
    drop(shell);
    assert_eq!(gpu.live_objects(), before);
    assert_no_complaints(&gpu);
}

#[test]
fn a_notice_goes_after_a_while_or_when_something_is_done() {
    let mut harness = open_small_world();
    click(&mut harness, Role::Button, "Pause");
    let hint = "Drag to orbit";
    let tell = |harness: &mut Harness<'_, Shell>| {
        harness.state_mut().requests.ask(Request::Tell("Nobody is here".to_owned()));
        harness.run_steps(2);
        harness.get_by_label("Nobody is here");
        assert!(harness.query_by_label_contains(hint).is_none());
    };
    // A frame of the test takes a quarter of a second.
    tell(&mut harness);
    harness.run_steps(20);
    harness.get_by_label("Nobody is here");
    harness.run_steps(20);
    assert!(harness.query_by_label("Nobody is here").is_none(), "after eight seconds");
    harness.get_by_label_contains(hint);
    // A repeated line is shown again, until a key is pressed.
    tell(&mut harness);
    let key = |harness: &mut Harness<'_, Shell>, pressed: bool| {
        let modifiers = egui::Modifiers::NONE;
        let event =
            egui::Event::Key { key: egui::Key::F, physical_key: None, pressed, repeat: false, modifiers };
        harness.event(event);
        harness.run_steps(2);
    };
    key(&mut harness, true);
    assert_eq!(harness.state().notice, None);
    key(&mut harness, false);
    // A key held when the line appears may be its cause, so releasing it keeps the line.
    key(&mut harness, true);
    tell(&mut harness);
    key(&mut harness, false);
    harness.get_by_label("Nobody is here");
}

/// Number of contacts that the reference found in the current step.
fn contacts(harness: &Harness<'_, Shell>) -> usize {
    let lab: &dyn std::any::Any = &*harness.state().lab;
    lab.downcast_ref::<ClothLab>().unwrap().truth().unwrap().contacts.len()
}

#[test]
fn the_inspector_says_that_a_step_has_no_contact_and_else_names_the_earliest() {
    const WITHOUT: &str = "No contact in this step: a pair that a method tests is shown.";
    let mut harness = open(Setup::default(), [1280.0, 800.0]);
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
        let mut harness = open(Setup::default(), [width, 800.0]);
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
    let mut harness = open(Setup::default(), [1280.0, 800.0]);
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
    const PANEL: f32 = 256.0;
    let mut harness = open(Setup::default(), [1280.0, 800.0]);
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
