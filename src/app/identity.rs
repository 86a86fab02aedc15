//! The program's identity on a desktop: the id that ties its windows to its desktop file, and its icon.
//!
//! On Wayland the id is the only link: a compositor takes name and icon from the desktop file of that name. On X11 it is
//! the class of the window, which the desktop file repeats as `StartupWMClass`, and the window carries its own icon.

use image::ImageFormat;
use winit::window::{Icon, WindowAttributes};

/// Name of the desktop file, of the icon in a theme, and of the AppStream component. It never changes.
pub const APP_ID: &str = "io.github.collidoscope.Collidoscope";

/// The icon at the size that docks and task switchers show at twice the usual resolution.
const ICON: &[u8] = include_bytes!("../../assets/icon/128.png");

/// The attributes with id and icon added.
pub fn identified(attributes: WindowAttributes) -> WindowAttributes {
    let icon = image::load_from_memory_with_format(ICON, ImageFormat::Png).ok().map(|icon| icon.to_rgba8());
    let icon = icon.and_then(|icon| {
        let (width, height) = icon.dimensions();
        Icon::from_rgba(icon.into_raw(), width, height).ok()
    });
    named(attributes).with_window_icon(icon)
}

#[cfg(target_os = "linux")]
fn named(attributes: WindowAttributes) -> WindowAttributes {
    // Wayland and X11 share this attribute.
    winit::platform::x11::WindowAttributesExtX11::with_name(attributes, APP_ID, "collidoscope")
}

#[cfg(not(target_os = "linux"))]
fn named(attributes: WindowAttributes) -> WindowAttributes {
    attributes
}
