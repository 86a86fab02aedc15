//! Reads and checks a scene file on a thread of its own.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;

use super::loaded_scene::LoadedScene;

/// Whether the file's ending is that of scene files.
pub fn is_scene_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}

/// A scene file that a thread is reading.
pub struct Opening {
    thread: Option<std::thread::JoinHandle<anyhow::Result<Arc<LoadedScene>>>>,
}

impl Opening {
    /// Starts a thread that reads and checks the file.
    pub fn begin(path: PathBuf) -> Self {
        let work = move || LoadedScene::load(&path).map(Arc::new);
        Self { thread: Some(std::thread::spawn(work)) }
    }

    /// The scene or the error, once, when the thread is done.
    pub fn take_result(&mut self) -> Option<anyhow::Result<Arc<LoadedScene>>> {
        let thread = self.thread.take_if(|thread| thread.is_finished())?;
        Some(thread.join().unwrap_or_else(|_| Err(anyhow!("reading the scene broke off"))))
    }
}
