//! Scene files on their way: read by a thread of their own.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;

use super::scenes::Scene;

/// The name of a scene file, by its ending.
pub fn is_scene_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}

/// A scene on its way, read by a thread of its own.
pub struct Opening {
    thread: Option<std::thread::JoinHandle<anyhow::Result<Arc<Scene>>>>,
}

impl Opening {
    /// Starts a thread that reads and checks the file.
    pub fn begin(path: PathBuf) -> Self {
        let work = move || Scene::load(&path).map(Arc::new);
        Self { thread: Some(std::thread::spawn(work)) }
    }

    /// The scene, once, when it is there.
    pub fn take_result(&mut self) -> Option<anyhow::Result<Arc<Scene>>> {
        let thread = self.thread.take_if(|thread| thread.is_finished())?;
        Some(thread.join().unwrap_or_else(|_| Err(anyhow!("reading the scene broke off"))))
    }
}
