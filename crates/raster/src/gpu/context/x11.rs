//! An X11 window that may vanish at any moment, alone or together with its server.
//!
//! In that case winit (0.30.13) panics in most of its calls, and Xlib ends the process with status 1. This module
//! prints one line instead and exits with the status of a missing capability. It also detects an unmapped window,
//! which winit does not report.

use std::os::raw::{c_int, c_ulong};
use std::panic;
use std::sync::OnceLock;

use raw_window_handle::{HasDisplayHandle as _, HasWindowHandle as _, RawDisplayHandle, RawWindowHandle};
use winit::window::Window;
use x11_dl::xlib::{Display, IsViewable, XWindowAttributes, Xlib};

use crate::gpu::error::WINDOW_DESTROYED;
use crate::gpu::process::leave_at_once;

/// Message when the X server has vanished.
const GONE: &str = "collidoscope: the X server ended or closed the connection, so the window is gone; start the \
                    program again on another display\n";

/// A window of an X server.
#[derive(Clone, Copy)]
pub struct XWindow {
    display: *mut Display,
    window: c_ulong,
}

impl XWindow {
    /// Watches `window`; `None` for another window system. Afterwards the process exits with one line if the
    /// server or this window vanishes. At most one window per process.
    pub fn watch(window: &Window) -> Option<Self> {
        let RawDisplayHandle::Xlib(server) = window.display_handle().ok()?.as_raw() else { return None };
        let RawWindowHandle::Xlib(handle) = window.window_handle().ok()?.as_raw() else { return None };
        let watched = Self { display: server.display?.as_ptr().cast(), window: handle.window };
        // SAFETY: the handler may be called at any time and never returns, as Xlib demands.
        unsafe { (xlib()?.XSetIOErrorHandler)(Some(leave_without_server)) };
        let (display, window) = (watched.display as usize, watched.window);
        let before = panic::take_hook();
        let thread = std::thread::current().id();
        panic::set_hook(Box::new(move |why| {
            // A panic of winit does not name its cause. So the server is asked whether the window still exists.
            let watched = Self { display: display as *mut Display, window };
            if std::thread::current().id() == thread && watched.attributes().is_none() {
                leave(&format!("collidoscope: {WINDOW_DESTROYED}\n"));
            }
            before(why);
        }));
        Some(watched)
    }

    /// Whether the window and all its ancestors are mapped.
    pub fn is_viewable(&self) -> bool {
        self.attributes().is_some_and(|attributes| attributes.map_state == IsViewable)
    }

    /// The window's attributes; `None` if the window no longer exists. Does not return if the server is gone.
    fn attributes(&self) -> Option<XWindowAttributes> {
        // SAFETY: plain numbers, which Xlib overwrites.
        let mut attributes: XWindowAttributes = unsafe { std::mem::zeroed() };
        // SAFETY: the display stays open as long as the event loop, which outlives every window.
        let found = unsafe { (xlib()?.XGetWindowAttributes)(self.display, self.window, &mut attributes) };
        (found != 0).then_some(attributes)
    }
}

/// The Xlib library, which winit has already loaded.
fn xlib() -> Option<&'static Xlib> {
    static XLIB: OnceLock<Option<Xlib>> = OnceLock::new();
    XLIB.get_or_init(|| Xlib::open().ok()).as_ref()
}

unsafe extern "C" fn leave_without_server(_: *mut Display) -> c_int {
    leave(GONE)
}

/// Ends the process at once, because normal exit handlers would query the server again.
fn leave(line: &str) -> ! {
    use std::io::Write as _;
    let _ = std::io::stderr().write_all(line.as_bytes());
    leave_at_once(2)
}
