//! What a window, or a picture of one, opens with.

use std::sync::Arc;

use anyhow::bail;

use super::scenes::Scene;
use super::shell::{Page, Shell};
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
            Some(scene) => shell.open_scene(scene).map_err(anyhow::Error::msg)?,
            None => {
                if !self.panes.is_empty() {
                    shell.arena.show_all(&self.panes);
                }
                shell.arena.set_all(&self.settings).map_err(anyhow::Error::msg)?;
            }
        }
        if let Some(lesson) = &self.lesson {
            shell.open_lesson(lesson).map_err(anyhow::Error::msg)?;
        }
        shell.present(&self.show).map_err(anyhow::Error::msg)?;
        Ok(shell)
    }
}

/// Whether step and pixel that were asked for are there; the error names what there is.
pub fn check_position(shell: &mut Shell, show: &Exhibit) -> anyhow::Result<()> {
    if shell.page != Page::Inspector || (show.step.is_none() && show.pixel.is_none()) {
        return Ok(());
    }
    let story = shell.inspected().map_err(anyhow::Error::msg)?;
    let method = story.about();
    if let Some(Position::At(step)) = show.step
        && step > story.steps()
    {
        bail!("--step {step}: {} has steps 0 to {} on this pair", method.id, story.steps());
    }
    if let Some([x, y]) = show.pixel {
        let side = story.facts(0).into_iter().find(|(name, _)| *name == "side");
        let Some((_, side)) = side else { bail!("--pixel: {} draws no pixels here", method.id) };
        let last = side - 1;
        if u64::from(x) > last || u64::from(y) > last {
            bail!("--pixel {x},{y}: pixels run from 0,0 to {last},{last}");
        }
    }
    Ok(())
}
