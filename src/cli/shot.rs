//! `collidoscope shot`: a lab's picture as PNG, without a display. The same shell draws it as in the
//! window.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;

use super::window::{Chosen, MethodArguments, SceneArguments, require_lab};
use super::{note, open_gpu};
use crate::app::{self, PictureOptions, output};
use crate::gpu::Severity;
use crate::labs::arena::Setup;

#[derive(Args)]
pub struct ShotArguments {
    /// Which lab: arena
    lab: String,
    /// The PNG file; it appears when the picture is whole
    #[arg(long, value_name = "FILE.png")]
    out: PathBuf,
    /// In pixels
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = parse_size)]
    size: [u32; 2],
    /// After this many frames of the simulation
    #[arg(long, value_name = "N", default_value_t = 0)]
    frame: u64,
    #[command(flatten)]
    methods: MethodArguments,
    #[command(flatten)]
    scene: SceneArguments,
    /// The scene alone, without panels; of several panes with their headers
    #[arg(long)]
    scene_only: bool,
}

pub fn run(arguments: &ShotArguments) -> anyhow::Result<ExitCode> {
    require_lab(&arguments.lab)?;
    if arguments.out.extension().is_none_or(|e| !e.eq_ignore_ascii_case("png")) {
        bail!("{}: the picture is a PNG, so --out must end in .png", arguments.out.display());
    }
    let Chosen { panes, settings } = arguments.methods.choose()?;
    let setup = Setup { start: arguments.scene.start()?, method: panes[0] };
    let ShotArguments { size, frame, scene_only, .. } = *arguments;
    let options = PictureOptions { setup, panes, settings, size, frames: frame, scene_only };
    let gpu = open_gpu()?;
    let picture = app::render_offscreen(&gpu, &options)?;
    for message in gpu.take_messages().iter().filter(|m| m.severity == Severity::High) {
        note(&format!("the driver says: {}", message.text));
    }
    output::write_png(&arguments.out, &picture)?;
    Ok(ExitCode::SUCCESS)
}

/// Sides from 64 to 8192 pixels: what a person can read, and what memory allows.
fn parse_size(text: &str) -> Result<[u32; 2], String> {
    let side = |text: &str| text.parse().ok().filter(|n| (64..=8192).contains(n));
    let parts = text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some([side(w)?, side(h)?]));
    parts.ok_or_else(|| "a size is WIDTHxHEIGHT in pixels, each from 64 to 8192, such as 1280x800".to_owned())
}

#[cfg(test)]
mod tests {
    use super::parse_size;

    #[test]
    fn sizes_are_two_numbers() {
        assert_eq!(parse_size("1280x800"), Ok([1280, 800]));
        assert_eq!(parse_size("64×8192"), Ok([64, 8192]));
        for wrong in ["", "x", "1280", "1280x", "63x64", "8193x64", "-5x100", "1e3x1e3", "1280x800x2"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }
}
