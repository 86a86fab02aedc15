//! What a window, or a picture of one, opens with.

use std::path::Path;
use std::sync::Arc;

use super::loaded_scene::LoadedScene;
use super::present;
use super::shell::Shell;
use crate::exhibit::Exhibit;
use crate::gpu::Gpu;
use crate::labs::lab::Saved;
use crate::labs::{self, LABS};

/// What is opened first. The fields are applied in this order, so that later ones replace what earlier ones set.
#[derive(Clone, Default)]
pub struct Beginning {
    /// The lab with its words; the first of the table where it names none.
    pub first: Exhibit,
    /// Meshes that were read from files, which words cannot hold.
    pub saved: Option<Arc<Saved>>,
    /// A scene file, already read; it replaces all of the above.
    pub scene: Option<Arc<LoadedScene>>,
    /// A lesson, by its id, with its scene.
    pub lesson: Option<String>,
    /// Page, inspector's position and words, put on show last.
    pub show: Exhibit,
}

impl Beginning {
    /// The shell that shows it. The error is one line.
    pub fn shell(&self, gpu: &Gpu) -> anyhow::Result<Shell> {
        let (row, _) = labs::check(&self.first, LABS[0])?;
        let lab = (row.build)(Some(gpu), &self.first.words, self.saved.as_deref())?;
        let mut shell = Shell::new(gpu, lab)?;
        if let Some(scene) = &self.scene {
            present::open_scene(&mut shell, scene).map_err(anyhow::Error::msg)?;
        }
        if let Some(lesson) = &self.lesson {
            present::open_lesson(&mut shell, lesson).map_err(anyhow::Error::msg)?;
        }
        present::present(&mut shell, &self.show).map_err(anyhow::Error::msg)?;
        Ok(shell)
    }

    /// Reads the meshes of files as bodies, or as whatever the lab of `first` makes of them; `note` receives each line
    /// worth printing. The error is one line.
    pub fn with_meshes(
        mut self,
        paths: &[std::path::PathBuf],
        mut note: impl FnMut(&str),
    ) -> anyhow::Result<Self> {
        let (row, _) = labs::check(&self.first, LABS[0])?;
        let Some(takes) = row.takes else {
            anyhow::bail!("--mesh: the lab {} takes no meshes", row.id);
        };
        let saved = (row.read)(&(takes.written)(&self.first.words, paths), Path::new(""))?;
        saved.notes.iter().for_each(|line| note(line));
        self.saved = Some(Arc::new(saved));
        Ok(self)
    }
}
