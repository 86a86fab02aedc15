//! The real window in a display of its own: it starts, plays, takes pictures, is resized, and closes.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use collidoscope::labs::arena::{Arena, Setup, Start};
use collidoscope::world::Parameters;
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
        let program = display.run(&["--bodies", "20"]).current_dir(folder).spawn().unwrap();
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
        let scene = image::imageops::crop_imm(&picture, 300, 20, 720, 540).to_image();
        scene.pixels().filter(|p| p[0] > 110 && p[0] / 2 > p[1].max(p[2])).count()
    };
    // The reference, without any window, says which seed has collisions at that frame.
    let colliding = |seed: u64| {
        let parameters = Parameters { seed, ..Parameters::default() };
        let method = collidoscope::methods::find("gjk").unwrap();
        let mut arena = Arena::new(None, Setup { start: Start::Experiment(parameters), method }).unwrap();
        (0..120).for_each(|_| arena.step());
        arena.found().colliding_pairs()
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
        &["--screenshot", "x.png"],
    ] {
        let display = Display::open();
        let output = display.run(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}
