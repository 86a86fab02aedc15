//! The real window on its own display: it starts, plays, takes pictures, is resized, and closes.

use crate::support::window::Drive as _;
use std::process::Command;
use std::time::Duration;

use collidoscope::app::Shell;
use collidoscope::app::identity::APP_ID;
use collidoscope::labs::arena::words::Start;
use collidoscope::labs::arena::{Arena, Setup};
use collidoscope::methods;
use collidoscope::ui::theme;
use collidoscope::world::{PRESETS, Parameters};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use image::RgbaImage;

use crate::support::visitor::keys::{CTRL, F12};
use crate::support::visitor::{Display, Visitor, red_pixels};

#[test]
fn a_hundred_and_twenty_frames_end_in_a_picture_with_red_where_bodies_collide() {
    let display = Display::open();
    let folder = tempfile::tempdir().unwrap();
    let red = |seed: &str| {
        let file = folder.path().join(format!("{seed}.png"));
        let path = file.to_str().unwrap();
        let arguments = ["--frames", "120", "--seed", seed, "--method", "gjk", "--screenshot", path];
        let output = display.run(&arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let picture = image::open(&file).unwrap().to_rgba8();
        assert_eq!(picture.dimensions(), (1280, 800));
        red_pixels(&picture)
    };
    // The reference, run without a window, finds a seed with collisions at that frame.
    let colliding = |seed: u64| {
        let parameters = Parameters { seed, ..Parameters::default() };
        let method = collidoscope::methods::find("gjk").unwrap();
        let mut arena = Arena::new(None, Setup { start: Start::Experiment(parameters), method }).unwrap();
        (0..120).for_each(|_| arena.step());
        arena.shown().unwrap().colliding_pairs()
    };
    let most = (1..=6).max_by_key(|seed| colliding(*seed)).unwrap();
    let none = (1..=200).find(|seed| colliding(*seed) == 0).expect("a seed without collisions at this frame");
    assert!(colliding(most) >= 2);
    let (some_red, no_red) = (red(&most.to_string()), red(&none.to_string()));
    assert!(some_red > 200, "{some_red} red pixels where {} pairs collide", colliding(most));
    assert_eq!(no_red, 0, "red where nothing collides");
}

#[test]
fn it_is_resized_steered_by_keys_and_closed() {
    let display = Display::open();
    let folder = tempfile::tempdir().unwrap();
    let mut visitor = Visitor::open(&display, folder.path());
    let pictures = || {
        let files = std::fs::read_dir(folder.path()).unwrap().filter_map(Result::ok);
        let mut paths: Vec<_> = files.map(|f| f.path()).filter(|p| p.extension().is_some()).collect();
        paths.sort();
        paths
    };
    visitor.press(u32::from(b' '));
    for (round, (width, height)) in [(900, 700), (320, 240), (1, 1), (1390, 890)].into_iter().enumerate() {
        visitor.resize(width, height);
        visitor.wait_until("the window has its new size", |v| v.size() == (width, height));
        visitor.press_with(CTRL, u32::from(b'b'));
        visitor.press(F12);
        visitor.wait_until("a picture is saved", |_| pictures().len() > round);
        let all_read = |_: &mut Visitor| pictures().iter().all(|path| image::open(path).is_ok());
        visitor.wait_until("the pictures are whole", all_read);
    }
    let sizes: Vec<_> = pictures().iter().map(|path| image::image_dimensions(path).unwrap()).collect();
    assert!(sizes.contains(&(1390, 890)), "{sizes:?}");
    visitor.ask_to_close();
    visitor.finish();
}

#[test]
fn it_has_the_class_of_its_desktop_file_and_its_icon() {
    let display = Display::open();
    let folder = tempfile::tempdir().unwrap();
    let visitor = Visitor::open(&display, folder.path());
    let class = format!("collidoscope\0{APP_ID}\0");
    assert_eq!(String::from_utf8_lossy(&visitor.property("WM_CLASS")), class);
    // Width, height and pixels, four bytes each.
    let icon = visitor.property("_NET_WM_ICON");
    assert_eq!(icon.len(), 4 * (2 + 128 * 128));
    assert_eq!(icon[..4], 128_u32.to_ne_bytes());
    visitor.ask_to_close();
    visitor.finish();
}

/// The position of a control by name, from the same shell without a window.
fn place_of(shell: &Harness<'_, Shell>, name: &str) -> egui::Pos2 {
    shell.get_by_role_and_label(egui::accesskit::Role::Button, name).rect().center()
}

#[test]
fn panes_are_opened_by_keys_and_a_cell_of_the_matrix_leads_to_the_pair() {
    let display = Display::open();
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--preset", "b-behind-a", "--panes", "gjk,stencil-as-published"];
    let mut visitor = Visitor::open_with(&display, folder.path(), &arguments);
    // The twin says where to click.
    let preset = PRESETS.iter().find(|p| p.id == "b-behind-a").unwrap();
    let [gjk, wrong] = ["gjk", "stencil-as-published"].map(|id| methods::find(id).unwrap());
    let setup = Setup { start: Start::Preset(preset), method: gjk };
    let mut twin = crate::window::panel::open(setup, [1280.0, 800.0]);
    twin.state_mut().arena_mut().show_all(&[gjk, wrong]);
    twin.run();

    // 1. Keys open panes: the active one has a frame.
    let accent = |picture: &RgbaImage| {
        let color = theme::accent();
        let framed = picture.enumerate_pixels().filter(|(x, y, p)| {
            *x > 290 && *x < 1040 && *y > 60 && *y < 500 && p.0[..3] == [color.r(), color.g(), color.b()]
        });
        framed.count()
    };
    let widths: Vec<usize> = [b'1', b'2', b'3', b'4']
        .map(|key| {
            visitor.press(u32::from(key));
            accent(&visitor.picture(folder.path()))
        })
        .to_vec();
    assert_eq!(widths[0], 0, "one pane needs no frame");
    assert!(widths[1..].iter().all(|width| *width > 100) && widths[1] != widths[2], "{widths:?}");

    // 2. The comparison, its matrix, a cell, and a pair of it.
    visitor.press(u32::from(b'2'));
    visitor.press(u32::from(b'c'));
    // Pictures are taken after all earlier input has been handled.
    visitor.picture(folder.path());
    twin.key_press(egui::Key::C);
    twin.run();
    let mut before = RgbaImage::new(0, 0);
    for name in ["Panes only", "Matrix", "Stencil, as published and GJK (exact reference)"] {
        let at = place_of(&twin, name);
        visitor.click(at);
        before = visitor.picture(folder.path());
        crate::window::panel::click(&mut twin, egui::accesskit::Role::Button, name);
    }
    let line = "0–1 · colliding, apart";
    visitor.click(place_of(&twin, line));
    crate::window::panel::click(&mut twin, egui::accesskit::Role::Button, line);
    assert!(twin.state().arena().selected_pair.is_some());
    let after = visitor.picture(folder.path());
    let moved = before
        .enumerate_pixels()
        .zip(after.pixels())
        .filter(|((x, y, old), new)| (300..1040).contains(x) && (90..400).contains(y) && *old != *new);
    let moved = moved.count();
    assert!(moved > 5000, "only {moved} pixels of the scene changed: the pair is not framed");
    visitor.ask_to_close();
    visitor.finish();
}

#[test]
fn it_closes_at_any_moment() {
    let display = Display::open();
    let folder = tempfile::tempdir().unwrap();
    for pause_ms in [0, 30, 200] {
        let visitor = Visitor::open(&display, folder.path());
        std::thread::sleep(std::time::Duration::from_millis(pause_ms));
        visitor.ask_to_close();
        visitor.finish();
    }
}

#[test]
fn where_the_server_or_the_window_goes_away_it_leaves_with_one_line() {
    let folder = tempfile::tempdir().unwrap();
    // During playback, while idle, and while drawing as fast as possible.
    for (arguments, pause_ms) in [
        (&["--bodies", "20"][..], 0),
        (&["--bodies", "20"], 500),
        (&["--preset", "containment"], 300),
        (&["--frames", "100000"], 300),
    ] {
        for destroys_window in [false, true] {
            let mut display = Display::open();
            let visitor = Visitor::open_with(&display, folder.path(), arguments);
            std::thread::sleep(Duration::from_millis(pause_ms));
            if destroys_window {
                visitor.destroy();
            } else {
                display.kill();
            }
            let (status, said) = visitor.left();
            // The counts of frames are printed even then.
            let lines: Vec<_> = said.lines().filter(|line| !line.contains("frames: mean")).collect();
            assert_eq!((status, lines.len()), (Some(2), 1), "{arguments:?}: {said}");
            let expected = if destroys_window { "destroyed the window" } else { "the X server ended" };
            assert!(lines[0].contains(expected), "{said}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_window_out_of_sight_does_not_work() {
    let display = Display::open();
    let folder = tempfile::tempdir().unwrap();
    let mut visitor = Visitor::open(&display, folder.path());
    let seconds = |visitor: &Visitor| {
        let before = visitor.processor_time();
        std::thread::sleep(Duration::from_secs(2));
        visitor.processor_time() - before
    };
    std::thread::sleep(Duration::from_secs(1));
    let on_show = seconds(&visitor);
    visitor.unmap();
    std::thread::sleep(Duration::from_millis(500));
    let out_of_sight = seconds(&visitor);
    assert!(out_of_sight < 0.1 && out_of_sight < 0.2 * on_show, "{on_show} s, then {out_of_sight} s");
    visitor.map();
    let before = visitor.processor_time();
    visitor.wait_until("it plays again", |v| v.processor_time() > before + 0.2);
    visitor.ask_to_close();
    visitor.finish();
}

#[test]
fn without_a_display_it_says_what_works() {
    let output = Command::new(env!("CARGO_BIN_EXE_collidoscope"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("no window can be opened") && said.contains("collidoscope shot"), "{said}");
    assert!(!said.contains(".rs:"), "{said}");
    assert!(said.contains("query CASES.json --method gjk"), "{said}");
}

#[test]
fn wrong_arguments_are_answered_in_a_line_with_exit_code_2() {
    for arguments in [
        &["--method", "no-such-method"][..],
        &["--bodies", "0"],
        &["--bodies", "some"],
        &["--lab", "kitchen"],
        &["--panes", "gjk,no-such-method"],
        &["--panes", "gjk,gjk,gjk,gjk,gjk"],
        &["--panes", "gjk", "--method", "gjk"],
        &["--panes", "gjk,stencil", "--set", "no-such-setting=1"],
        &["--screenshot", "x.png"],
    ] {
        let display = Display::open();
        let output = display.run(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}
