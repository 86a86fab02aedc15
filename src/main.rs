//! The command line: opens the window.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use collidoscope::app::{self, WindowOptions};
use collidoscope::labs::arena::{Setup, Start};
use collidoscope::methods::{self, METHODS};
use collidoscope::world::Parameters;

/// Collision-detection methods at work, side by side, and taken apart.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// What is simulated and shown.
    #[arg(long, default_value = "arena", value_parser = ["arena"])]
    lab: String,
    /// Whose verdicts are on show.
    #[arg(long, default_value = METHODS[0].id, value_parser = METHODS.iter().map(|m| m.id).collect::<Vec<_>>())]
    method: String,
    /// Start of the random numbers: the same seed gives the same world.
    #[arg(long, default_value_t = Parameters::default().seed)]
    seed: u64,
    /// How many bodies move in the box.
    #[arg(long, default_value_t = Parameters::default().count)]
    bodies: usize,
    /// Runs this many frames as fast as they can be drawn, and leaves.
    #[arg(long)]
    frames: Option<u64>,
    /// With --frames: saves the window's last picture as PNG.
    #[arg(long, requires = "frames")]
    screenshot: Option<PathBuf>,
}

fn main() -> ExitCode {
    match open(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("collidoscope: {why:#}");
            ExitCode::from(2)
        }
    }
}

fn open(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { method, seed, bodies, frames, screenshot, .. } = arguments;
    let parameters = Parameters { seed, count: bodies, ..Parameters::default() };
    let method = methods::find(&method).unwrap_or(&METHODS[0]);
    let setup = Setup { start: Start::Experiment(parameters), method };
    app::run(WindowOptions { setup, settings: Vec::new(), frames, screenshot })
}
