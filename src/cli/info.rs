//! `collidoscope info`: this machine's OpenGL, the methods and schedules that run on it (or why they do not),
//! and the labs.

use std::fmt::Display;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};

use super::shared::open_gpu;
use super::terminal::{print, print_json};
use crate::about::MethodInfo;
use crate::gpu::{Capabilities, GpuError};
use crate::image_space::schedule::word::Schedule;
use crate::labs::LABS;
use crate::methods::METHODS;

#[derive(Args)]
pub struct InfoArguments {
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &InfoArguments) -> anyhow::Result<ExitCode> {
    let opengl = open_gpu().map(|gpu| gpu.capabilities().clone());
    match arguments.json {
        true => print_json(&(serde_json::to_string_pretty(&json(&opengl))? + "\n"))?,
        false => print(&text(&opengl))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The part of OpenGL that the method needs and this machine lacks, if any. Methods outside the table of methods for pairs of bodies compute
/// without OpenGL.
fn missing(about: &MethodInfo, capabilities: Option<&Capabilities>) -> Option<String> {
    let method = METHODS.iter().find(|method| (method.id, method.says) == (about.id, about.says))?;
    Some(method.why_not(capabilities)?.to_string())
}

/// The version of the JSON form.
const VERSION: u32 = 1;

fn json(opengl: &Result<Capabilities, GpuError>) -> Value {
    let capabilities = opengl.as_ref().ok();
    let labs = LABS.iter().map(|row| {
        let methods = (row.methods)().into_iter().map(|about| {
            let missing = missing(about, capabilities);
            json!({
                "id": about.id,
                "promise": about.promise.words(),
                "runs": missing.is_none(),
                "missing": missing,
            })
        });
        let parameters = row.words.iter().map(|word| json!({"id": word.id, "says": word.says}));
        json!({
            "id": row.id,
            "says": row.says,
            "methods": methods.collect::<Vec<_>>(),
            "parameters": parameters.collect::<Vec<_>>(),
        })
    });
    let schedules = Schedule::WORKING.iter().filter_map(|schedule| {
        let missing = schedule.why_not(capabilities?).map(|missing| missing.to_string());
        Some(json!({"id": schedule.word(), "runs": missing.is_none(), "missing": missing}))
    });
    json!({
        "info": VERSION,
        "version": env!("CARGO_PKG_VERSION"),
        "opengl": capabilities.map(|c| json!({
            "vendor": c.vendor,
            "renderer": c.renderer,
            "is_software": c.is_software(),
            "version": c.version_text,
            "glsl": glsl(c),
            "max_texture_px": c.max_texture_size,
            "max_viewport_px": c.max_viewport,
            "subpixel_bits": c.subpixel_bits,
            "sample_counter_bits": c.sample_counter_bits,
            "timer_bits": c.timer_bits,
            "stencil": c.stencil,
            "reports_resets": c.robust,
        })),
        "no_opengl": opengl.as_ref().err().map(ToString::to_string),
        "labs": labs.collect::<Vec<_>>(),
        "schedules": schedules.collect::<Vec<_>>(),
    })
}

fn glsl(c: &Capabilities) -> String {
    format!("{}.{:02}", c.glsl / 100, c.glsl % 100)
}

fn text(opengl: &Result<Capabilities, GpuError>) -> String {
    let capabilities = opengl.as_ref().ok();
    let mut text = match opengl {
        Ok(capabilities) => describe(capabilities),
        Err(error) => format!("OpenGL     none: {error}\n"),
    };
    let widest = LABS.iter().flat_map(|row| (row.methods)()).map(|method| method.id.len()).max();
    let width = widest.unwrap_or(0);
    for row in LABS {
        text += &format!("\nMethods of the lab {}\n", row.id);
        for about in (row.methods)() {
            let state = state(missing(about, capabilities));
            text += &format!("  {:width$}  {state}; {}\n", about.id, about.promise.words());
        }
    }
    if let Some(capabilities) = capabilities {
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
    text
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
        ("GLSL", glsl(c)),
        ("Texture", format!("up to {0}×{0}", c.max_texture_size)),
        ("Viewport", format!("up to {}×{}", c.max_viewport[0], c.max_viewport[1])),
        ("Raster", format!("{} subpixel bits", c.subpixel_bits)),
        ("Queries", format!("sample counter {}, timer {}", bits(c.sample_counter_bits), bits(c.timer_bits))),
        ("Stencil", if c.stencil { "8 bits" } else { "none" }.to_owned()),
        ("Resets", if c.robust { "reported by the driver" } else { "not reported" }.to_owned()),
    ];
    rows.iter().map(|(name, value)| format!("{name:10} {value}\n")).collect()
}
