//! Several panes over the same world, with errors marked and listed.

use crate::support::window::Drive as _;
use std::process::Command;

use collidoscope::app::{Beginning, PictureOptions, Shell, render_offscreen};
use collidoscope::detector::Mistake;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::words::Start;
use collidoscope::labs::lab::MOST_PANES;
use collidoscope::methods::{self, Method};
use collidoscope::ui::theme;
use collidoscope::world::{Parameters, presets};
use egui::accesskit::Role;
use egui::{Color32, Key, PointerButton, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use image::RgbaImage;

use crate::support::{assert_no_complaints, gpu};
use crate::window::panel::{assert_explained, choose, click, open, open_small_world, open_view};

pub fn method(id: &str) -> &'static Method {
    methods::find(id).unwrap()
}

pub fn preset(id: &str) -> Start {
    Start::Preset(presets::PRESETS.iter().find(|preset| preset.id == id).unwrap())
}

pub fn press(harness: &mut Harness<'_, Shell>, key: Key) {
    harness.key_press(key);
    harness.run();
}

/// A dense world in which the method with known errors is often wrong, paused after a few frames.
pub fn open_erring_world() -> Harness<'static, Shell> {
    let parameters = Parameters { count: 60, density: 0.2, ..Parameters::default() };
    let setup = Setup { start: Start::Experiment(parameters), method: method("stencil-as-published") };
    let mut harness = open(setup, [1280.0, 800.0]);
    harness.run_steps(5);
    click(&mut harness, Role::Button, "Pause");
    while harness.state().arena().shown().unwrap().errors.as_ref().unwrap().count() < 2 {
        click(&mut harness, Role::Button, "Step");
    }
    harness
}

#[test]
fn panes_show_the_same_world_each_by_its_own_method() {
    let mut harness = open_small_world();
    for (key, count) in [(Key::Num4, 4), (Key::Num2, 2), (Key::Num3, 3), (Key::Num1, 1), (Key::Num4, 4)] {
        press(&mut harness, key);
        assert_eq!(harness.state().arena().lineup().panes().len(), count);
        for pane in 1..=count {
            harness.get_by_role_and_label(Role::Image, &format!("Scene {pane}"));
        }
        assert!(harness.query_by_label(&format!("Scene {}", count + 1)).is_none());
    }
    open_view(&mut harness);
    click(&mut harness, Role::Button, "2 panes");
    choose(&mut harness, "Pane 2", "Stencil");
    choose(&mut harness, "Pane 1", "GJK (exact reference)");
    let arena = &harness.state().arena();
    assert_eq!(arena.lineup().panes().iter().map(|m| m.id).collect::<Vec<_>>(), ["gjk", "stencil"]);
    assert_eq!(arena.lineup().choice().focus(), 0, "the pane that was touched last has the focus");
    assert!(arena.settings().iter().next().is_none(), "the exact method has no settings");

    // The panels show the active pane.
    click(&mut harness, Role::Button, "Pane 2");
    choose(&mut harness, "Read back", "Pixels");
    harness.run_steps(3);
    let arena = &harness.state().arena();
    assert_eq!(arena.settings_of(method("stencil")).word("readback"), Some("pixels"));
    assert!(arena.shown().unwrap().cost.bytes_read > 0);
    assert_eq!(arena.answer_in(0).unwrap().cost.bytes_read, 0);
    for pane in 0..2 {
        let answer = arena.answer_in(pane).unwrap();
        assert_eq!(answer.verdicts.len(), arena.found().candidates.len());
        assert_eq!(answer.trouble, None);
    }
    // A click into a scene makes its pane active.
    harness.get_by_role_and_label(Role::Image, "Scene 1").click();
    harness.run();
    assert_eq!(harness.state().arena().roles().shown.id, "gjk");
    assert_no_complaints(harness.state().arena().gpu().unwrap());
}

#[test]
fn linked_cameras_move_together_and_others_alone() {
    let mut harness = open(Setup { start: preset("intersecting"), ..Setup::default() }, [1280.0, 800.0]);
    press(&mut harness, Key::Num2);
    let drag = |harness: &mut Harness<'_, Shell>, scene: &str| {
        // In a corner without a body to drag.
        let start = harness.get_by_role_and_label(Role::Image, scene).rect().left_top() + vec2(20.0, 20.0);
        let pointer = |pos, pressed| egui::Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Default::default(),
        };
        harness.event(egui::Event::PointerMoved(start));
        harness.event(pointer(start, true));
        harness.run();
        harness.event(egui::Event::PointerMoved(start + vec2(40.0, 25.0)));
        harness.run();
        harness.event(pointer(start + vec2(40.0, 25.0), false));
        harness.run();
    };
    let cameras = |harness: &Harness<'_, Shell>| [0, 1].map(|pane| harness.state().cameras.of(pane));
    let before = cameras(&harness);
    drag(&mut harness, "Scene 2");
    let [first, second] = cameras(&harness);
    assert!(first != before[0] && first == second, "linked");
    open_view(&mut harness);
    click(&mut harness, Role::CheckBox, "Link cameras");
    drag(&mut harness, "Scene 1");
    let [moved, left] = cameras(&harness);
    assert!(moved != first && left == second, "each for itself");
    assert_eq!(harness.state().arena().lineup().choice().focus(), 0);
    press(&mut harness, Key::L);
    assert_eq!(cameras(&harness), [moved; 2], "all go where the pane in focus is");
}

#[test]
fn errors_are_counted_listed_and_looked_at() {
    let mut harness = open_erring_world();
    let arena = &harness.state().arena();
    let (answer, reference) = (arena.shown().unwrap(), arena.found().answer(method("gjk")).unwrap());
    let errors = answer.errors.clone().unwrap();
    for (index, (verdict, right)) in answer.verdicts.iter().zip(&reference.verdicts).enumerate() {
        let expected = match (verdict.colliding, right.colliding) {
            (false, true) => Some(Mistake::Missed),
            (true, false) => Some(Mistake::FalseHit),
            _ => None,
        };
        assert_eq!(errors.at(index), expected);
    }
    assert_eq!(reference.errors.as_ref().unwrap().count(), 0);
    let candidates = arena.found().candidates.clone();
    let (index, error) = errors.iter().next().unwrap();
    let pair = candidates[index];
    let before = harness.state().cameras.of(0);
    click(&mut harness, Role::Button, &format!("{} {}–{}", error.words(), pair.a, pair.b));
    let shell = harness.state();
    assert_eq!(shell.arena().selected_pair, Some(pair));
    let camera = shell.cameras.of(0);
    assert!(camera.distance() < 0.7 * before.distance(), "it comes near");
    for body in [pair.a, pair.b] {
        let center = shell.arena().found().boxes[body].center();
        let clip = camera.view_projection(1.5) * center.to_homogeneous();
        let ndc = clip.xyz() / clip.w;
        assert!(ndc.x.abs() < 0.9 && ndc.y.abs() < 0.9, "body {body} is outside the picture: {ndc}");
    }
    press(&mut harness, Key::F);
    assert_eq!(harness.state().cameras.of(0), before, "and goes back");
}

#[test]
fn a_paused_scene_is_drawn_once() {
    let mut harness = open_small_world();
    press(&mut harness, Key::Num4);
    click(&mut harness, Role::Button, "Pause");
    let editions = |harness: &mut Harness<'_, Shell>| {
        (0..MOST_PANES).map(|pane| harness.state_mut().arena_mut().pane_edition(pane)).collect::<Vec<_>>()
    };
    let before = editions(&mut harness);
    let edition = harness.state().arena().edition();
    harness.run_steps(10);
    assert_eq!(editions(&mut harness), before);
    assert_eq!(harness.state().arena().edition(), edition, "and nobody is asked again");
    click(&mut harness, Role::Button, "Pane 3");
    assert_eq!(editions(&mut harness), before, "the focus is no reason");
    click(&mut harness, Role::Button, "Step");
    assert!(editions(&mut harness).iter().zip(&before).all(|(now, then)| now > then));
}

#[test]
fn every_control_of_panes_and_comparison_has_a_name_and_a_hover_text() {
    for size in [[1920.0, 1080.0], [1280.0, 800.0], [800.0, 600.0], [320.0, 240.0]] {
        // A small world, because this test is about the panels.
        let mut harness = open(Setup { start: preset("intersecting"), ..Setup::default() }, size);
        press(&mut harness, Key::Num4);
        harness.state_mut().arena_mut().switch_all_on();
        press(&mut harness, Key::C);
        for tab in ["Matrix", "Costs"] {
            if size[1] > 330.0 {
                click(&mut harness, Role::Button, tab);
            }
            assert_explained(&harness, 14, &format!("{size:?}"));
        }
    }
}

fn count_near(picture: &RgbaImage, [x, y, width, height]: [u32; 4], color: Color32) -> usize {
    let part = image::imageops::crop_imm(picture, x, y, width, height).to_image();
    let near = |p: &&image::Rgba<u8>| {
        let [r, g, b, _] = color.to_array();
        [r, g, b].iter().zip(p.0).all(|(want, is)| want.abs_diff(is) < 14)
    };
    part.pixels().filter(near).count()
}

#[test]
fn a_pane_is_coloured_and_marked_by_its_own_method() {
    let gpu = gpu();
    let wrong = method("stencil-as-published");
    let options = PictureOptions {
        beginning: Beginning {
            first: format!("preset=b-behind-a&method=gjk,{}", wrong.id).parse().unwrap(),
            ..Beginning::default()
        },
        size: [1000, 500],
        scene_only: true,
        ..PictureOptions::default()
    };
    let picture = render_offscreen(&gpu, &options).unwrap();
    let [right, erring] = [[0, 60, 495, 430], [505, 60, 490, 430]];
    let red = |part: [u32; 4]| {
        let part = image::imageops::crop_imm(&picture, part[0], part[1], part[2], part[3]).to_image();
        part.pixels().filter(|p| p[0] > 110 && p[0] / 2 > p[1].max(p[2])).count()
    };
    assert_eq!(red(right), 0, "nothing collides, says the exact method");
    assert!(red(erring) > 500, "the other sees a collision: {}", red(erring));
    assert_eq!(count_near(&picture, right, theme::violet()), 0);
    assert!(count_near(&picture, erring, theme::violet()) > 100, "the false hit is ringed");
    assert_eq!(count_near(&picture, erring, theme::amber()), 0, "nothing is missed");
    assert_no_complaints(&gpu);
}

#[test]
fn shot_draws_panes_without_a_display_and_refuses_what_it_cannot() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("four.png");
    let shot = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
        command.args(["shot", "arena", "--bodies", "20", "--out"]).arg(&file).args(arguments);
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().unwrap()
    };
    let panes = ["--panes", "gjk,stencil,occlusion-query,stencil-as-published"];
    let output =
        shot(&[&panes[..], &["--set", "resolution=16", "--size", "900x700", "--frame", "3"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let picture = image::open(&file).unwrap().to_rgba8();
    assert_eq!(picture.dimensions(), (900, 700));
    assert!(count_near(&picture, [290, 20, 600, 500], theme::accent()) > 200, "the pane in focus is framed");
    // The arguments in the syntax of links: methods with commas, a setting of one method only.
    let alone = ["--method", "gjk,stencil", "--set", "stencil.resolution=16", "--size", "640x480"];
    let output = shot(&alone);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::remove_file(&file).unwrap();
    for (arguments, says) in [
        (&["--panes", "gjk,kitchen"][..], "no method is called \"kitchen\""),
        (&["--panes", "gjk,gjk,gjk,gjk,gjk"], "1 to 4 methods can be shown side by side, not 5"),
        (&["--method", "gjk,gjk,gjk,gjk,gjk"], "1 to 4 methods can be shown side by side, not 5"),
        (&["--set", "stencil.resolution=0"], "resolution: expected"),
        (&["--set", "stencil.depth=1"], "no setting is called \"depth\""),
        (&["--set", "kitchen.depth=1"], "no method is called \"kitchen\""),
        (&["--panes", "gjk,stencil", "--set", "depth=1"], "no setting is called \"depth\""),
        (&["--panes", "gjk,stencil", "--set", "resolution=0"], "resolution: expected"),
        (&["--panes", "gjk", "--method", "gjk"], "cannot be used with"),
    ] {
        let output = shot(arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(says) && said.lines().count() == 1, "{said}");
        assert!(!file.exists());
    }
}

#[test]
fn a_frame_that_was_sought_says_that_its_time_is_not_measured() {
    let mut harness = open_small_world();
    harness.run_steps(8);
    harness.state_mut().arena_mut().playback.playing = false;
    let says =
        |harness: &Harness<'_, Shell>, text: &str| harness.query_all_by_label_contains(text).next().is_some();
    // Measurements begin again with this setting, in the current frame.
    harness.state_mut().arena_mut().show(method("stencil"));
    harness.run_steps(2);
    assert!(!says(&harness, "time not measured") && says(&harness, "CPU time, median"));
    let frame = harness.state().lab.frame();
    harness.state_mut().lab.seek(frame - 3);
    harness.run_steps(2);
    assert!(says(&harness, "time not measured"));
    harness.state_mut().lab.seek(frame);
    harness.run_steps(2);
    assert!(!says(&harness, "time not measured"), "its time is known");
}
