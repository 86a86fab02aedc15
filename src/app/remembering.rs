//! Saves what the window remembers, from time to time and when it closes.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use winit::window::Window;

use super::memory::Memory;
use super::restoring;
use super::shell::Shell;

/// Time between two saves, so that little is lost if the program is killed.
const EVERY: Duration = Duration::from_secs(30);

/// What was saved last, and where.
pub struct Remembered {
    folder: PathBuf,
    /// Time of the last save.
    at: Instant,
    /// What was saved then, without the scene.
    last: Memory,
    given: Given,
}

/// Options that hold for this start alone and are not saved.
pub struct Given {
    /// Whether the language was given as an option.
    pub language: bool,
    /// Whether the theme was given as an option.
    pub theme: bool,
    /// Whether this start may show the welcome, so that closing it is saved.
    pub welcomes: bool,
}

impl Remembered {
    /// Begins with what was read from `folder`, and the options of this start.
    pub fn new(folder: PathBuf, last: Memory, given: Given) -> Self {
        Self { folder, at: Instant::now(), last, given }
    }

    /// Time until the next save is due.
    pub fn left(&self) -> Duration {
        EVERY.saturating_sub(self.at.elapsed())
    }

    /// Saves what is on show; an error becomes the shell's notice. The size of a window smaller than `smallest`, in points,
    /// is not saved: while it closes, a window may report such a size.
    pub fn write(&mut self, shell: &mut Shell, window: &Window, smallest: [f64; 2]) {
        self.at = Instant::now();
        let size = window.inner_size().to_logical::<f64>(window.scale_factor());
        let mut memory = restoring::of(shell, &self.folder);
        let before = &self.last;
        if self.given.language {
            memory.language.clone_from(&before.language);
        }
        if self.given.theme {
            memory.theme.clone_from(&before.theme);
        }
        memory.welcomed = before.welcomed || (self.given.welcomes && !shell.welcome);
        memory.maximized = window.is_maximized();
        memory.window = if memory.maximized { before.window } else { Some([size.width, size.height]) };
        if size.width < smallest[0] || size.height < smallest[1] {
            memory.window = before.window;
        }
        if let Err(why) = memory.save(&self.folder) {
            shell.notice = Some(format!("{why:#}"));
        }
        self.last = Memory { scene: None, ..memory };
    }
}
