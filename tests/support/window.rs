//! What tests do to the window beside pressing keys and buttons.

use std::path::Path;

use collidoscope::app::apply;
use collidoscope::app::scene_file::SceneFile;
use collidoscope::app::scenes::Scene;
use collidoscope::app::{Shell, present, scenes};
use collidoscope::exhibit::Exhibit;
use collidoscope::ui::requests::Request;

/// The window, driven by code.
pub trait Drive {
    /// Does what is asked for, at once.
    fn ask(&mut self, request: Request);
    /// Puts on show what is named.
    fn present(&mut self, exhibit: &Exhibit) -> Result<(), String>;
    /// What is on show.
    fn exhibit(&self) -> Exhibit;
    /// Opens a lesson with its scene.
    fn open_lesson(&mut self, id: &str) -> Result<(), String>;
    /// Puts a scene file on show.
    fn open_scene(&mut self, scene: &Scene) -> Result<(), String>;
    /// What the window shows, as a file in `folder` would say it.
    fn scene_file(&self, folder: &Path) -> SceneFile;
}

impl Drive for Shell {
    fn ask(&mut self, request: Request) {
        self.requests.ask(request);
        apply::all(self);
    }

    fn present(&mut self, exhibit: &Exhibit) -> Result<(), String> {
        present::present(self, exhibit)
    }

    fn exhibit(&self) -> Exhibit {
        present::exhibit(self)
    }

    fn open_lesson(&mut self, id: &str) -> Result<(), String> {
        present::open_lesson(self, id)
    }

    fn open_scene(&mut self, scene: &Scene) -> Result<(), String> {
        scenes::open_scene(self, scene)
    }

    fn scene_file(&self, folder: &Path) -> SceneFile {
        scenes::scene_file(self, folder)
    }
}
