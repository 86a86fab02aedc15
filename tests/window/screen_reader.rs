//! A screen reader reads the real window over AT-SPI, presses its buttons, and costs nothing while it is away.
#![cfg(target_os = "linux")]

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use crate::support::visitor::keys::F5;
use crate::support::visitor::{Display, Visitor};

/// A session bus with a screen reader; ends with the test.
struct Session {
    bus: Child,
    address: String,
}

const READER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/screen_reader.py");
/// The system's Python, which has the modules of the packages.
const PYTHON: &str = "/usr/bin/python3";

impl Session {
    /// `None`, with a message, if this machine has no bus, no AT-SPI, or not its Python module.
    fn open(display: &Display) -> Option<Self> {
        let says = |why: &str| {
            println!("skipped: {why}; install the packages dbus, at-spi2-core and python3-pyatspi");
            None
        };
        let has_module = Command::new(PYTHON).args(["-c", "import pyatspi"]).stderr(Stdio::null()).status();
        if !has_module.is_ok_and(|status| status.success()) {
            return says("Python has no module pyatspi");
        }
        let mut daemon = Command::new("dbus-daemon");
        daemon.args(["--session", "--nofork", "--print-address"]).env("DISPLAY", display.name());
        let bus = daemon.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let Ok(mut bus) = bus else { return says("there is no dbus-daemon") };
        let mut address = String::new();
        BufReader::new(bus.stdout.as_mut()?).read_line(&mut address).ok()?;
        let session = Self { bus, address: address.trim().to_owned() };
        if session.reader(display, &["enable"]).is_none() {
            return says("the session has no accessibility bus");
        }
        Some(session)
    }

    /// What the reader prints; `None` if it fails.
    fn reader(&self, display: &Display, arguments: &[&str]) -> Option<String> {
        let mut reader = Command::new(PYTHON);
        reader.arg(READER).args(arguments).env("DISPLAY", display.name());
        let done = reader.env("DBUS_SESSION_BUS_ADDRESS", &self.address).output().ok()?;
        done.status.success().then(|| String::from_utf8_lossy(&done.stdout).into_owned())
    }

    fn visitor(&self, display: &Display, folder: &std::path::Path, arguments: &[&str]) -> Visitor {
        let mut command = display.run(arguments);
        command.env("DBUS_SESSION_BUS_ADDRESS", &self.address);
        Visitor::start(display, folder, command)
    }

    /// The controls of the program.
    fn controls(&self, display: &Display, visitor: &Visitor) -> Vec<Control> {
        let tree = self.reader(display, &["tree", &visitor.process().to_string()]).unwrap_or_default();
        serde_json::from_str(&tree).unwrap_or_default()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.bus.kill();
        let _ = self.bus.wait();
    }
}

/// Window, role, name and number of actions.
type Control = (String, String, String, usize);

fn has(controls: &[Control], role: &str, name: &str) -> bool {
    controls.iter().any(|control| control.1 == role && control.2 == name)
}

#[test]
fn a_screen_reader_reads_and_presses_the_controls_of_both_windows() {
    let display = Display::open();
    let Some(session) = Session::open(&display) else { return };
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--preset", "containment", "--method", "gjk", "--language", "en"];
    let mut visitor = session.visitor(&display, folder.path(), &arguments);
    let mut controls = Vec::new();
    visitor.wait_until("the tree is published", |visitor| {
        controls = session.controls(&display, visitor);
        controls.len() > 40
    });
    assert!(controls.iter().all(|control| control.0 == "Collidoscope"), "{controls:?}");
    for (role, name) in [("push button", "Play"), ("push button", "Search (Ctrl+K)")] {
        assert!(has(&controls, role, name), "{role} {name} is missing in {controls:#?}");
    }
    // No control that does something is without a name.
    let nameless: Vec<_> = controls.iter().filter(|c| c.1 == "push button" && c.2.is_empty()).collect();
    assert!(nameless.is_empty(), "{nameless:?}");
    let press = |visitor: &Visitor, name: &str| {
        let pid = visitor.process().to_string();
        session.reader(&display, &["press", &pid, name]).unwrap_or_else(|| panic!("{name} is not pressed"));
    };
    press(&visitor, "Play");
    visitor.wait_until("the scene plays", |visitor| {
        has(&session.controls(&display, visitor), "push button", "Pause")
    });
    visitor.ask_to_close();
    visitor.finish();

    let arguments = ["--lesson", "buffers", "--language", "en"];
    let mut visitor = session.visitor(&display, folder.path(), &arguments);
    visitor.wait_until("the lesson is read", |visitor| session.controls(&display, visitor).len() > 40);
    visitor.press(F5);
    visitor.wait_until("the lecture has a button for the presenter", |visitor| {
        has(&session.controls(&display, visitor), "toggle button", "Presenter")
    });
    press(&visitor, "Presenter");
    visitor.wait_until("the presenter's window has a tree of its own", |visitor| {
        let controls = session.controls(&display, visitor);
        controls
            .iter()
            .any(|c| (&c.0[..], &c.1[..], &c.2[..]) == ("Collidoscope: presenter", "push button", "Next"))
    });
    visitor.ask_to_close();
    visitor.finish();
}
