//! `collidoscope info`: this machine's OpenGL, the methods and schedules that run on it (or why they do not),
//! and the labs.

use std::fmt::Display;
use std::process::ExitCode;

use super::shared::open_gpu;
use super::terminal::print;
use crate::gpu::Capabilities;
use crate::image_space::schedule::word::Schedule;
use crate::labs::LABS;
use crate::methods::METHODS;

pub fn run() -> anyhow::Result<ExitCode> {
    let (capabilities, mut text) = match open_gpu() {
        Ok(gpu) => (Some(gpu.capabilities().clone()), describe(gpu.capabilities())),
        Err(error) => (None, format!("OpenGL     none: {error}\n")),
    };
    let widest = LABS.iter().flat_map(|row| (row.methods)()).map(|method| method.id.len()).max();
    let width = widest.unwrap_or(0);
    for row in LABS {
        text += &format!("\nMethods of the lab {}\n", row.id);
        for about in (row.methods)() {
            // Methods outside this table compute without OpenGL.
            let method = METHODS.iter().find(|method| (method.id, method.says) == (about.id, about.says));
            let state = state(method.and_then(|method| method.why_not(capabilities.as_ref())));
            text += &format!("  {:width$}  {state}; {}\n", about.id, about.promise.words());
        }
    }
    if let Some(capabilities) = &capabilities {
        text += "\nSchedules of the image-space methods\n";
        for schedule in Schedule::WORKING {
            text += &format!("  {:width$}  {}\n", schedule.word(), state(schedule.why_not(capabilities)));
        }
    }
    text += "\nLabs, and the parameters of their links and scene files\n";
    for row in LABS {
        text += &format!("  {:width$}  {}\n", row.id, row.says);
        for word in row.words {
            text += &format!("    {:width$}{}\n", word.id, word.says);
        }
    }
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn state(missing: Option<impl Display>) -> String {
    missing.map_or("runs here".to_owned(), |missing| format!("cannot run: this OpenGL lacks {missing}"))
}

fn describe(c: &Capabilities) -> String {
    let bits = |n: u32| if n == 0 { "none".to_owned() } else { format!("{n} bits") };
    let rows = [
        ("Vendor", c.vendor.clone()),
        (
            "Renderer",
            format!("{}{}", c.renderer, if c.is_software() { " (software: slow but correct)" } else { "" }),
        ),
        ("OpenGL", c.version_text.clone()),
        ("GLSL", format!("{}.{:02}", c.glsl / 100, c.glsl % 100)),
        ("Texture", format!("up to {0}×{0}", c.max_texture_size)),
        ("Viewport", format!("up to {}×{}", c.max_viewport[0], c.max_viewport[1])),
        ("Raster", format!("{} subpixel bits", c.subpixel_bits)),
        ("Queries", format!("sample counter {}, timer {}", bits(c.sample_counter_bits), bits(c.timer_bits))),
        ("Stencil", if c.stencil { "8 bits" } else { "none" }.to_owned()),
        ("Resets", if c.robust { "reported by the driver" } else { "not reported" }.to_owned()),
    ];
    rows.iter().map(|(name, value)| format!("{name:10} {value}\n")).collect()
}
