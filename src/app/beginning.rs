//! What a window, or a picture of one, opens with.

use std::sync::Arc;

use anyhow::bail;

use super::present;
use super::scenes::{self, Scene};
use super::shell::Shell;
use crate::exhibit::Page;
use crate::exhibit::{Exhibit, Position};
use crate::gpu::Gpu;
use crate::labs::arena::Setup;
use crate::methods::Method;

/// In the order in which it counts: what stands later goes before what stands earlier.
#[derive(Clone, Default)]
pub struct Beginning {
    /// World and method.
    pub setup: Setup,
    /// The methods of the panes, if there is more than that of `setup`.
    pub panes: Vec<&'static Method>,
    /// Settings of the methods in panes: `(id, value)`.
    pub settings: Vec<(String, String)>,
    /// A scene file, already read; it replaces all of the above.
    pub scene: Option<Arc<Scene>>,
    /// A lesson, by its id, with its scene.
    pub lesson: Option<String>,
    /// Page, pair, step and pixel.
    pub show: Exhibit,
}

impl Beginning {
    /// The shell that shows it. The error is one line.
    pub fn shell(&self, gpu: &Gpu) -> anyhow::Result<Shell> {
        let mut shell = Shell::new(gpu, self.setup.clone())?;
        match &self.scene {
            Some(scene) => scenes::open_scene(&mut shell, scene).map_err(anyhow::Error::msg)?,
            None => {
                if !self.panes.is_empty() {
                    shell.arena.show_all(&self.panes);
                }
                shell.arena.set_all(&self.settings).map_err(anyhow::Error::msg)?;
            }
        }
        if let Some(lesson) = &self.lesson {
            present::open_lesson(&mut shell, lesson).map_err(anyhow::Error::msg)?;
        }
        present::present(&mut shell, &self.show).map_err(anyhow::Error::msg)?;
        Ok(shell)
    }
}

/// Whether step and pixel that were asked for are there; the error names what there is.
pub fn check_position(shell: &mut Shell, show: &Exhibit) -> anyhow::Result<()> {
    if shell.page != Page::Inspector || (show.step.is_none() && show.pixel.is_none()) {
        return Ok(());
    }
    let recording = shell.inspected().map_err(anyhow::Error::msg)?;
    let method = recording.method;
    if let Some(Position::At(step)) = show.step
        && step > recording.len()
    {
        bail!("--step {step}: {} has steps 0 to {} on this pair", method.id, recording.len());
    }
    if let Some([x, y]) = show.pixel {
        let Some((table, _)) = recording.pass_at(0) else {
            bail!("--pixel: {} draws no pixels here", method.id)
        };
        let last = table.side() - 1;
        if x as usize > last || y as usize > last {
            bail!("--pixel {x},{y}: pixels run from 0,0 to {last},{last}");
        }
    }
    Ok(())
}
