//! Control of the window by tests, besides keys and buttons.

use std::any::Any;
use std::path::Path;

use collidoscope::app::apply;
use collidoscope::app::scene_file::LoadedScene;
use collidoscope::app::scene_file::SceneFile;
use collidoscope::app::{Shell, present};
use collidoscope::exhibit::{Page, SceneLink};
use collidoscope::gpu::Gpu;
use collidoscope::labs::arena::arena_lab::ArenaLab;
use collidoscope::labs::arena::words::Start;
use collidoscope::labs::arena::{Arena, Setup};
use collidoscope::ui::quality::Quality;
use collidoscope::ui::requests::Request;
use collidoscope::ui::style;
use collidoscope::world::{Pair, Parameters};
use egui::vec2;
use egui_kittest::Harness;

use super::gpu;

/// Control of the window by code.
pub trait Drive {
    /// Carries out a request at once.
    fn ask(&mut self, request: Request);
    /// Opens a link.
    fn present(&mut self, exhibit: &SceneLink) -> Result<(), String>;
    /// The link of the current state.
    fn exhibit(&self) -> SceneLink;
    /// Opens a lesson with its scene.
    fn open_lesson(&mut self, id: &str) -> Result<(), String>;
    /// Opens a scene file.
    fn open_scene(&mut self, scene: &LoadedScene) -> Result<(), String>;
    /// The state of the window as a scene file in `folder`.
    fn scene_file(&self, folder: &Path) -> SceneFile;
    /// The current lab, which must be the arena.
    fn arena(&self) -> &ArenaLab;
    /// The current lab, which must be the arena, mutable.
    fn arena_mut(&mut self) -> &mut ArenaLab;
    /// Starts another world and frames it.
    fn begin(&mut self, start: Start);
    /// Selects a pair and opens its steps.
    fn inspect(&mut self, pair: Pair);
}

impl Drive for Shell {
    fn ask(&mut self, request: Request) {
        self.requests.ask(request);
        apply::all(self);
    }

    fn present(&mut self, exhibit: &SceneLink) -> Result<(), String> {
        present::present(self, exhibit)
    }

    fn exhibit(&self) -> SceneLink {
        present::exhibit(self)
    }

    fn open_lesson(&mut self, id: &str) -> Result<(), String> {
        present::open_lesson(self, id)
    }

    fn open_scene(&mut self, scene: &LoadedScene) -> Result<(), String> {
        present::open_scene(self, scene)
    }

    fn scene_file(&self, folder: &Path) -> SceneFile {
        present::scene_file(self, folder)
    }

    fn arena(&self) -> &ArenaLab {
        (&*self.lab as &dyn Any).downcast_ref().expect("the lab on show is the arena")
    }

    fn arena_mut(&mut self) -> &mut ArenaLab {
        (&mut *self.lab as &mut dyn Any).downcast_mut().expect("the lab on show is the arena")
    }

    fn begin(&mut self, start: Start) {
        self.arena_mut().arena.begin(start);
        self.frame_all();
    }

    fn inspect(&mut self, pair: Pair) {
        self.arena_mut().selected_pair = Some(pair);
        self.ask(Request::Turn(Page::Inspector));
    }
}

/// A window that shows the arena set by `setup`. Its scenes are not drawn, which would take a software rasteriser more
/// time than all else.
pub fn open(gpu: &Gpu, setup: Setup) -> Shell {
    let mut shell = open_drawn(gpu, setup);
    shell.stage.draws = false;
    shell
}

/// A window that shows the arena set by `setup` and draws its scenes, without shadows; `tests/gpu/look.rs` has tests of
/// the other qualities.
pub fn open_drawn(gpu: &Gpu, setup: Setup) -> Shell {
    let arena = Arena::new(Some(gpu.clone()), setup).unwrap();
    let mut shell = Shell::new(gpu, Box::new(ArenaLab::new(arena))).unwrap();
    shell.stage.quality = Quality::Fast;
    shell
}

/// The window with one of the arena's own pages, paused and without panels, over a world of these parameters.
pub fn on_own_page(word: &'static str, parameters: Parameters, size: [f32; 2]) -> Harness<'static, Shell> {
    let setup = Setup { start: Start::Experiment(parameters), ..Setup::default() };
    let mut shell = open(&gpu(), setup);
    shell.arena_mut().playback.playing = false;
    shell.turn_to(Page::Own(word));
    shell.panels_hidden = true;
    Harness::builder()
        .with_max_steps(30)
        .with_size(vec2(size[0], size[1]))
        .with_context_setup(style::apply)
        .build_ui_state(
            |ui, shell: &mut Shell| {
                shell.show(ui);
                apply::all(shell);
            },
            shell,
        )
}
