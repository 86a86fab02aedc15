//! Initial settings of the window or of an offscreen picture of it, and the command line's options for the
//! window.

use std::path::PathBuf;
use std::sync::Arc;

use super::lecture::loaded::LoadedLecture;
use super::present;
use super::scene_file::LoadedScene;
use super::shell::Shell;
use crate::exhibit::SceneLink;
use crate::gpu::Gpu;
use crate::labs::lab::Saved;
use crate::labs::{self, LABS};
use crate::ui::quality::Quality;

/// The scene to open first. The fields apply in their order here: later fields override earlier ones.
#[derive(Clone, Default)]
pub struct Beginning {
    /// The lab with its parameters; without a name, the first lab of the table.
    pub first: SceneLink,
    /// Meshes read from files, which parameters cannot hold.
    pub saved: Option<Arc<Saved>>,
    /// Files of documents that parameters of `first` hold, with the parameters' names.
    pub documents: Vec<(String, PathBuf)>,
    /// A scene file, already read; it overrides all of the above.
    pub scene: Option<Arc<LoadedScene>>,
    /// A lecture of one's own, already read, whose list is shown; or the reason why it could not be read.
    pub lecture: Option<Result<Arc<LoadedLecture>, String>>,
    /// Id of a lesson to open with its scene.
    pub lesson: Option<String>,
    /// Page, position of the inspector, and further parameters; applied last.
    pub show: SceneLink,
}

impl Beginning {
    /// Builds the shell that shows this scene. The error is one line.
    pub fn shell(&self, gpu: &Gpu) -> anyhow::Result<Shell> {
        let (row, _) = labs::check(&self.first, LABS[0])?;
        let lab = (row.build)(Some(gpu), &self.first.words, self.saved.as_deref())?;
        let mut shell = Shell::new(gpu, lab)?;
        for (parameter, path) in &self.documents {
            if let Some(files) = shell.lab.files() {
                files.belongs(parameter, path);
            }
        }
        if let Some(scene) = &self.scene {
            present::open_scene(&mut shell, scene).map_err(anyhow::Error::msg)?;
        }
        match &self.lecture {
            Some(Ok(lecture)) => shell.editor.take(lecture),
            Some(Err(why)) => (shell.editor.trouble, shell.editor.is_open) = (Some(why.clone()), true),
            None => {}
        }
        if let Some(lesson) = &self.lesson {
            present::open_lesson(&mut shell, lesson).map_err(anyhow::Error::msg)?;
        }
        present::present(&mut shell, &self.show).map_err(anyhow::Error::msg)?;
        Ok(shell)
    }

    /// This scene with the lab's two methods that differ. The error is one line.
    pub fn with_two_methods(mut self) -> anyhow::Result<Self> {
        let (row, _) = labs::check(&self.first, LABS[0])?;
        row.two_methods().iter().for_each(|(name, value)| self.first.words.set(name, value));
        Ok(self)
    }

    /// Reads mesh files for the lab of `first`, for example as bodies; `note` receives each line worth printing.
    /// The error is one line.
    pub fn with_meshes(
        mut self,
        paths: &[std::path::PathBuf],
        mut note: impl FnMut(&str),
    ) -> anyhow::Result<Self> {
        let (row, _) = labs::check(&self.first, LABS[0])?;
        let Some(takes) = row.takes else {
            anyhow::bail!("--mesh: the lab {} takes no meshes", row.id);
        };
        let saved = (takes.read)(&self.first.words, paths)?;
        saved.notes.iter().for_each(|line| note(line));
        self.saved = Some(Arc::new(saved));
        Ok(self)
    }
}

/// Options of the window at its start.
#[derive(Clone, Default)]
pub struct WindowOptions {
    /// Lab, page and parameters that the window opens with.
    pub beginning: Beginning,
    /// Number of frames to simulate before the window closes, one per redraw, without waiting for the clock.
    pub frames: Option<u64>,
    /// Whether to print redraw times on stderr when the window closes.
    pub frame_times: bool,
    /// Output file of the last picture, a PNG.
    pub screenshot: Option<PathBuf>,
    /// Folder of the state that the next start restores; `None`: no state is kept.
    pub memory: Option<PathBuf>,
    /// Whether to restore the last session instead of `beginning`.
    pub last_scene: bool,
    /// Whether to open the lab with two methods that differ.
    pub side_by_side: bool,
    /// Whether to start as if for the first time: with few panels, and with the first look unless a scene is named.
    pub fresh: bool,
    /// Whether the language was chosen for this start only.
    pub language_given: bool,
    /// For tests: redraws, counted from 0, before which the window simulates a reset of the GPU by the driver.
    pub lose_context: Vec<u64>,
    /// Id of the theme chosen for this start only.
    pub theme: Option<String>,
    /// Quality of pictures chosen for this start only.
    pub quality: Option<Quality>,
}

impl WindowOptions {
    /// Whether the window opens with the first look: at the first start and with `fresh`, unless the options name a
    /// scene or a number of frames. `welcomed` is true if it was shown at an earlier start.
    pub fn welcomes(&self, welcomed: bool) -> bool {
        let is_first = self.fresh || self.memory.is_some() && !welcomed;
        self.last_scene && self.frames.is_none() && is_first
    }
}
