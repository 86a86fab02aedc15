//! The real window in a display of its own: it starts, plays, takes pictures, is resized, and closes.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use collidoscope::app::{Shell, theme};
use collidoscope::labs::arena::{Arena, Setup, Start};
use collidoscope::methods;
use collidoscope::world::{PRESETS, Parameters};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use image::RgbaImage;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, EventMask, MapState,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

const PATIENCE: Duration = Duration::from_secs(60);

/// An X server without a screen, which ends with the test.
struct Display {
    server: Child,
    name: String,
}

impl Display {
    fn open() -> Self {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1400x900x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the window's tests need Xvfb: install the package xvfb, or run scripts/test");
        let mut number = String::new();
        let output = server.stdout.as_mut().expect("its output is a pipe");
        BufReader::new(output).read_line(&mut number).expect("Xvfb tells the number of its display");
        assert!(!number.trim().is_empty(), "Xvfb did not start");
        Self { server, name: format!(":{}", number.trim()) }
    }

    fn run(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
        command.args(arguments).env("DISPLAY", &self.name).env_remove("WAYLAND_DISPLAY");
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A running program and a line to its display's server.
struct Visitor {
    program: Child,
    server: RustConnection,
    root: u32,
    window: u32,
}

impl Visitor {
    /// Starts the program and waits until its window shows.
    fn open(display: &Display, folder: &Path) -> Self {
        Self::open_with(display, folder, &["--bodies", "20"])
    }

    fn open_with(display: &Display, folder: &Path, arguments: &[&str]) -> Self {
        let program = display.run(arguments).current_dir(folder).spawn().unwrap();
        let (server, screen) = x11rb::connect(Some(&display.name)).unwrap();
        let root = server.setup().roots[screen].root;
        let mut visitor = Self { program, server, root, window: 0 };
        visitor.wait_until("the window shows", |v| {
            let tree = v.server.query_tree(v.root).unwrap().reply().unwrap();
            let shown = |window: &u32| {
                let attributes = v.server.get_window_attributes(*window).unwrap().reply();
                attributes.is_ok_and(|a| a.map_state == MapState::VIEWABLE)
            };
            v.window = tree.children.into_iter().find(shown).unwrap_or(0);
            v.window != 0
        });
        visitor
    }

    fn wait_until(&mut self, what: &str, mut done: impl FnMut(&mut Self) -> bool) {
        let start = Instant::now();
        while !done(self) {
            assert!(start.elapsed() < PATIENCE, "in vain: {what}");
            if let Some(status) = self.program.try_wait().unwrap() {
                panic!("the program left ({status}) before this: {what}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn resize(&self, width: u32, height: u32) {
        let size = ConfigureWindowAux::new().width(width).height(height);
        self.server.configure_window(self.window, &size).unwrap().check().unwrap();
    }

    /// Presses and lets go of the key with this symbol.
    fn press(&self, symbol: u32) {
        let setup = self.server.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let map = self.server.get_keyboard_mapping(first, last - first + 1).unwrap().reply().unwrap();
        let per_key = usize::from(map.keysyms_per_keycode);
        let place = map.keysyms.iter().position(|s| *s == symbol).expect("the key is on the keyboard");
        let key = first + u8::try_from(place / per_key).unwrap();
        // Without a window manager nobody gives the window the focus.
        let focus = x11rb::protocol::xproto::InputFocus::PARENT;
        self.server.set_input_focus(focus, self.window, x11rb::CURRENT_TIME).unwrap().check().unwrap();
        for event in [2, 3] {
            self.server.xtest_fake_input(event, key, 0, self.root, 0, 0, 0).unwrap().check().unwrap();
        }
    }

    /// Clicks on a point of the window.
    fn click(&self, at: egui::Pos2) {
        let place = self.server.translate_coordinates(self.window, self.root, 0, 0).unwrap().reply().unwrap();
        let (x, y) = (place.dst_x + at.x.round() as i16, place.dst_y + at.y.round() as i16);
        const MOVE: u8 = 6;
        for (event, detail) in [(MOVE, 0), (4, 1), (5, 1)] {
            self.server.xtest_fake_input(event, detail, 0, self.root, x, y, 0).unwrap().check().unwrap();
            // A hand is not faster.
            std::thread::sleep(Duration::from_millis(60));
        }
    }

    /// The window's picture, taken by its own key.
    fn picture(&mut self, folder: &Path) -> RgbaImage {
        const F12: u32 = 0xffc9;
        let pictures = || {
            let files = std::fs::read_dir(folder).unwrap().filter_map(Result::ok).map(|f| f.path());
            files.filter(|path| path.extension().is_some_and(|e| e == "png")).collect::<Vec<_>>()
        };
        self.press(F12);
        self.wait_until("a picture is saved", |_| !pictures().is_empty());
        let path = pictures().remove(0);
        let picture = image::open(&path).unwrap().to_rgba8();
        std::fs::remove_file(path).unwrap();
        picture
    }

    /// As a window manager does when its close button is pressed.
    fn ask_to_close(&self) {
        let atom =
            |name: &str| self.server.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom;
        let message = ClientMessageEvent::new(
            32,
            self.window,
            atom("WM_PROTOCOLS"),
            [atom("WM_DELETE_WINDOW"), 0, 0, 0, 0],
        );
        self.server.send_event(false, self.window, EventMask::NO_EVENT, message).unwrap().check().unwrap();
    }

    fn finish(mut self) {
        let start = Instant::now();
        let status = loop {
            match self.program.try_wait().unwrap() {
                Some(status) => break status,
                None => assert!(start.elapsed() < PATIENCE, "it does not close"),
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let mut said = String::new();
        std::io::Read::read_to_string(&mut self.program.stderr.take().unwrap(), &mut said).unwrap();
        assert_eq!(status.code(), Some(0), "{said}");
        assert_eq!(said, "");
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn a_hundred_and_twenty_frames_end_in_a_picture_with_red_where_bodies_collide() {
    let display = Display::open();
    let folder = tempfile::tempdir().unwrap();
    let red_pixels = |seed: &str| {
        let file = folder.path().join(format!("{seed}.png"));
        let path = file.to_str().unwrap();
        let arguments = ["--frames", "120", "--seed", seed, "--method", "gjk", "--screenshot", path];
        let output = display.run(&arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let picture = image::open(&file).unwrap().to_rgb8();
        assert_eq!(picture.dimensions(), (1280, 800));
        // The scene alone: the panels write "colliding" in red, too.
        let scene = image::imageops::crop_imm(&picture, 300, 80, 720, 480).to_image();
        scene.pixels().filter(|p| p[0] > 110 && p[0] / 2 > p[1].max(p[2])).count()
    };
    // The reference, without any window, says which seed has collisions at that frame.
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
    let (some_red, no_red) = (red_pixels(&most.to_string()), red_pixels(&none.to_string()));
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
    const F12: u32 = 0xffc9;
    const TAB: u32 = 0xff09;
    const SPACE: u32 = 0x20;
    visitor.press(SPACE);
    for (round, (width, height)) in [(900, 700), (320, 240), (1, 1), (1390, 890)].into_iter().enumerate() {
        visitor.resize(width, height);
        let window = visitor.window;
        visitor.wait_until("the window has its new size", |v| {
            let geometry = v.server.get_geometry(window).unwrap().reply().unwrap();
            u32::from(geometry.width) == width && u32::from(geometry.height) == height
        });
        visitor.press(TAB);
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

/// Where the same shell, without a window, has something that is called so.
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
    let mut twin = crate::panel::open(setup, [1280.0, 800.0]);
    twin.state_mut().arena.show_all(&[gjk, wrong]);
    twin.run();

    // 1. Keys open panes: the focused one has a frame of its own.
    let accent = |picture: &RgbaImage| {
        let color = theme::ACCENT;
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
    // A picture is taken when all before it has been acted on.
    visitor.picture(folder.path());
    twin.key_press(egui::Key::C);
    twin.run();
    let mut before = RgbaImage::new(0, 0);
    for name in ["Matrix", "Stencil, as published and GJK (exact reference)"] {
        let at = place_of(&twin, name);
        visitor.click(at);
        before = visitor.picture(folder.path());
        crate::panel::click(&mut twin, egui::accesskit::Role::Button, name);
    }
    let line = "0–1 · colliding, apart";
    visitor.click(place_of(&twin, line));
    crate::panel::click(&mut twin, egui::accesskit::Role::Button, line);
    assert!(twin.state().arena.selected_pair.is_some());
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
        std::thread::sleep(Duration::from_millis(pause_ms));
        visitor.ask_to_close();
        visitor.finish();
    }
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
