//! Settings that a window, or a picture of one, opens with, and the options of the command line for the window.

use std::path::{Path, PathBuf};
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

/// Options of the window at its start.
#[derive(Clone, Default)]
pub struct WindowOptions {
    /// Lab, page and words that the window opens with.
    pub beginning: Beginning,
    /// Run this many frames of the simulation, one per picture and without waiting for the clock, and
    /// leave.
    pub frames: Option<u64>,
    /// Whether the times of the pictures are printed on stderr when the window closes.
    pub frame_times: bool,
    /// Where the last picture goes, as PNG.
    pub screenshot: Option<PathBuf>,
    /// Folder of what is remembered from one start to the next; `None`: nothing is.
    pub memory: Option<PathBuf>,
    /// Whether the scene that was on show last comes back instead of `beginning`.
    pub last_scene: bool,
    /// Whether it begins as the very first time, with the welcome unless a scene is named.
    pub fresh: bool,
    /// Whether the language was chosen for this start alone.
    pub language_given: bool,
    /// Pictures, counted from 0, before which the window acts as if the driver had reset the GPU: for tests.
    pub lose_context: Vec<u64>,
    /// Id of the theme that was chosen for this start alone.
    pub theme: Option<String>,
}

impl WindowOptions {
    /// Whether it opens with the welcome: at the first start, or where it is to begin as at that, unless a scene is named.
    /// `welcomed`: it was shown before.
    pub fn welcomes(&self, welcomed: bool) -> bool {
        self.last_scene && (self.fresh || self.memory.is_some() && !welcomed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_welcome_is_shown_at_the_first_start_and_whenever_it_is_to_be_as_fresh() {
        let memory = || Some(PathBuf::from("folder"));
        let first = WindowOptions { last_scene: true, memory: memory(), ..WindowOptions::default() };
        assert!(first.welcomes(false) && !first.welcomes(true));
        let fresh = WindowOptions { memory: None, fresh: true, ..first.clone() };
        assert!(fresh.welcomes(false));
        // What is named is what was asked for; pictures remember nothing.
        assert!(!WindowOptions { last_scene: false, ..fresh }.welcomes(false));
        assert!(!WindowOptions { memory: None, ..first }.welcomes(false));
    }
}
