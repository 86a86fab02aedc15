//! Environment variables that would crash the window's libraries, or inject control characters into their
//! messages.

use std::env::{var, var_os};
use std::path::Path;

use anyhow::bail;

use super::terminal::visible;

/// Refuses bad values before a window is opened; the error names the variable.
pub fn check() -> anyhow::Result<()> {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
        let value = var_os(name).unwrap_or_default();
        let value = value.to_string_lossy();
        if visible(&value) != value {
            bail!(
                "{name} is {value:?}, which is not a language; set it to one such as en_US.UTF-8, or unset it"
            );
        }
    }
    const SCALE: &str = "WINIT_X11_SCALE_FACTOR";
    let scale = var(SCALE).unwrap_or_default();
    let is_scale = scale.parse().is_ok_and(|scale: f64| scale.is_normal() && scale > 0.0);
    if !is_scale && !scale.is_empty() && !scale.eq_ignore_ascii_case("randr") {
        bail!(
            "{SCALE} is {scale:?}, which is not a scale factor; set it to a number greater than 0, or unset it"
        );
    }
    const SOCKET: &str = "WAYLAND_SOCKET";
    let socket = var(SOCKET).unwrap_or_default();
    let open_files = Path::new("/proc/self/fd");
    if socket.parse::<u32>().is_ok() && open_files.exists() && !open_files.join(&socket).exists() {
        bail!("{SOCKET} is {socket}, but no open file has this number; unset it");
    }
    Ok(())
}
