//! A simulated user of the real window: its own display, keys, the mouse, and pictures.

use std::cell::Cell;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use image::RgbaImage;
use tempfile::TempDir;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, EventMask, MapState,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

use keys::F12;

const PATIENCE: Duration = Duration::from_secs(60);
/// Code of the pointer-motion event in the X11 protocol.
const MOVE: u8 = 6;

/// An X server without a screen, which ends with the test.
pub struct Display {
    server: Child,
    name: String,
    /// Configuration folders of the programs.
    memories: TempDir,
    started: Cell<u32>,
}

impl Display {
    pub fn open() -> Self {
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
        let memories = tempfile::tempdir().expect("a temporary folder");
        Self { server, name: format!(":{}", number.trim()), memories, started: Cell::new(0) }
    }

    /// The display's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The program at its first start, without a session.
    pub fn run(&self, arguments: &[&str]) -> Command {
        self.started.set(self.started.get() + 1);
        self.run_remembering(arguments, &self.memories.path().join(self.started.get().to_string()))
    }

    /// The program with its session in the configuration folder `config`.
    pub fn run_remembering(&self, arguments: &[&str], config: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
        command.args(arguments).env("DISPLAY", &self.name).env_remove("WAYLAND_DISPLAY");
        command.env("XDG_CONFIG_HOME", config);
        // Hides the desktop: the window shows its own file dialogs.
        command.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Ends the server while programs still use it.
    pub fn kill(&mut self) {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A running program and a connection to its display's server.
pub struct Visitor {
    program: Child,
    server: RustConnection,
    root: u32,
    window: u32,
}

impl Visitor {
    /// Starts the program and waits until its window shows.
    pub fn open(display: &Display, folder: &Path) -> Self {
        Self::open_with(display, folder, &["--bodies", "20"])
    }

    pub fn open_with(display: &Display, folder: &Path, arguments: &[&str]) -> Self {
        Self::start(display, folder, display.run(arguments))
    }

    /// Starts the program with its session in `config`, and waits until it handles keys.
    pub fn open_remembering(display: &Display, folder: &Path, config: &Path, arguments: &[&str]) -> Self {
        let mut visitor = Self::start(display, folder, display.run_remembering(arguments, config));
        visitor.picture(folder);
        visitor
    }

    /// Starts a command on the display; it may have its own environment.
    pub fn start(display: &Display, folder: &Path, mut command: Command) -> Self {
        let program = command.current_dir(folder).spawn().unwrap();
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

    /// The process of the program.
    pub fn process(&self) -> u32 {
        self.program.id()
    }

    /// Number of windows on the screen.
    pub fn windows(&self) -> usize {
        let tree = self.server.query_tree(self.root).unwrap().reply().unwrap();
        let shown = |window: &u32| {
            let attributes = self.server.get_window_attributes(*window).unwrap().reply();
            attributes.is_ok_and(|attributes| attributes.map_state == MapState::VIEWABLE)
        };
        tree.children.iter().filter(|window| shown(window)).count()
    }

    /// The bytes of a property of the window; empty if it has none.
    pub fn property(&self, name: &str) -> Vec<u8> {
        let atom = self.server.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom;
        let all = self.server.get_property(false, self.window, atom, AtomEnum::ANY, 0, u32::MAX / 4);
        all.unwrap().reply().unwrap().value
    }

    pub fn wait_until(&mut self, what: &str, mut done: impl FnMut(&mut Self) -> bool) {
        let start = Instant::now();
        while !done(self) {
            assert!(start.elapsed() < PATIENCE, "in vain: {what}");
            if let Some(status) = self.program.try_wait().unwrap() {
                panic!("the program left ({status}) before this: {what}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn resize(&self, width: u32, height: u32) {
        let size = ConfigureWindowAux::new().width(width).height(height);
        self.server.configure_window(self.window, &size).unwrap().check().unwrap();
    }

    /// Presses and releases the key with this symbol.
    pub fn press(&self, symbol: u32) {
        self.touch(&[symbol]);
    }

    /// Presses and releases a key while another one is held.
    pub fn press_with(&self, held: u32, symbol: u32) {
        self.touch(&[held, symbol]);
    }

    /// Presses these keys in turn, and releases them in reverse order.
    fn touch(&self, symbols: &[u32]) {
        let setup = self.server.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let map = self.server.get_keyboard_mapping(first, last - first + 1).unwrap().reply().unwrap();
        let per_key = usize::from(map.keysyms_per_keycode);
        let key = |symbol: &u32| {
            let place = map.keysyms.iter().position(|s| s == symbol).expect("the key is on the keyboard");
            first + u8::try_from(place / per_key).unwrap()
        };
        let keys: Vec<u8> = symbols.iter().map(key).collect();
        // Without a window manager, the test itself gives the window the focus.
        let focus = x11rb::protocol::xproto::InputFocus::PARENT;
        self.server.set_input_focus(focus, self.window, x11rb::CURRENT_TIME).unwrap().check().unwrap();
        let down = keys.iter().map(|key| (2, *key));
        for (event, key) in down.chain(keys.iter().rev().map(|key| (3, *key))) {
            self.server.xtest_fake_input(event, key, 0, self.root, 0, 0, 0).unwrap().check().unwrap();
        }
    }

    /// Clicks on a point of the window.
    pub fn click(&self, at: egui::Pos2) {
        self.mouse(at, &[(MOVE, 0), (4, 1), (5, 1)]);
    }

    /// Drags with the left button from one point of the window to another.
    pub fn drag(&self, from: egui::Pos2, to: egui::Pos2) {
        self.mouse(from, &[(MOVE, 0), (4, 1)]);
        (1..=6).for_each(|step| self.mouse(from + (to - from) * (step as f32 / 6.0), &[(MOVE, 0)]));
        self.mouse(to, &[(5, 1)]);
    }

    /// Moves the pointer to a point of the window, or out of it.
    pub fn point(&self, at: egui::Pos2) {
        self.mouse(at, &[(MOVE, 0)]);
    }

    /// Width and height of the window, pixels.
    pub fn size(&self) -> (u32, u32) {
        let geometry = self.server.get_geometry(self.window).unwrap().reply().unwrap();
        (geometry.width.into(), geometry.height.into())
    }

    fn mouse(&self, at: egui::Pos2, events: &[(u8, u8)]) {
        let place = self.server.translate_coordinates(self.window, self.root, 0, 0).unwrap().reply().unwrap();
        let (x, y) = (place.dst_x + at.x.round() as i16, place.dst_y + at.y.round() as i16);
        for &(event, detail) in events {
            self.server.xtest_fake_input(event, detail, 0, self.root, x, y, 0).unwrap().check().unwrap();
            // As slow as a human user.
            std::thread::sleep(Duration::from_millis(60));
        }
    }

    /// The window's picture, taken with the program's own key.
    pub fn picture(&mut self, folder: &Path) -> RgbaImage {
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

    /// Asks the window to close, like the close button of a window manager.
    pub fn ask_to_close(&self) {
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

    /// Unmaps the window, as a window manager does to minimise it.
    pub fn unmap(&self) {
        self.server.unmap_window(self.window).unwrap().check().unwrap();
    }

    /// Maps the window again.
    pub fn map(&self) {
        self.server.map_window(self.window).unwrap().check().unwrap();
    }

    /// Destroys the window while the program runs.
    pub fn destroy(&self) {
        self.server.destroy_window(self.window).unwrap().check().unwrap();
    }

    /// CPU time of the program in seconds, from `/proc`.
    pub fn processor_time(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.program.id())).unwrap();
        let after_name = stat.rsplit_once(')').unwrap().1;
        let ticks: Vec<f64> =
            after_name.split_whitespace().skip(11).take(2).map(|n| n.parse().unwrap()).collect();
        (ticks[0] + ticks[1]) / 100.0
    }

    pub fn finish(self) {
        let (status, said) = self.left();
        assert_eq!(status, Some(0), "{said}");
        assert_eq!(said, "");
    }

    /// Waits until the program exits. Returns its exit status and standard error.
    pub fn left(mut self) -> (Option<i32>, String) {
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
        (status.code(), said)
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Number of red pixels in the scene of a window of 1280 × 800 or more. The legend and the panels, where the
/// word "colliding" is red, are left out.
pub fn red_pixels(picture: &RgbaImage) -> usize {
    let scene = image::imageops::crop_imm(picture, 300, 100, 720, 320).to_image();
    scene.pixels().filter(|p| p[0] > 110 && p[0] / 2 > p[1].max(p[2])).count()
}

/// X11 key symbols of keys without a character. Every other key's symbol is its Latin-1 code:
/// `u32::from(b'z')`.
pub mod keys {
    pub const RETURN: u32 = 0xff0d;
    pub const ESCAPE: u32 = 0xff1b;
    pub const HOME: u32 = 0xff50;
    pub const LEFT: u32 = 0xff51;
    pub const RIGHT: u32 = 0xff53;
    pub const PAGE_UP: u32 = 0xff55;
    pub const PAGE_DOWN: u32 = 0xff56;
    pub const END: u32 = 0xff57;
    pub const F1: u32 = 0xffbe;
    pub const F2: u32 = 0xffbf;
    pub const F3: u32 = 0xffc0;
    pub const F5: u32 = 0xffc2;
    pub const F12: u32 = 0xffc9;
    pub const CTRL: u32 = 0xffe3;
}
