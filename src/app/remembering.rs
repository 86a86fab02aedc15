//! Saves the state that the next start restores, from time to time and when the window closes.

use std::path::PathBuf;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use winit::window::Window;

use super::memory::Memory;
use super::restoring;
use super::shell::Shell;

/// Longest time between two saves during playback, so that little is lost if the program is killed.
const EVERY: Duration = Duration::from_secs(30);
/// Time between the last input and a save.
const SETTLED: Duration = Duration::from_secs(2);

/// The last saved state, and its folder.
pub struct StateSaver {
    folder: PathBuf,
    /// Time of the last save.
    at: Instant,
    /// Time of the last input since the last save.
    touched: Option<Instant>,
    /// The state of the last save, without the scene.
    last: Memory,
    /// The thread that writes the file, because the disk may be slow.
    writing: Option<JoinHandle<anyhow::Result<()>>>,
    options: StartOptions,
}

/// Options that apply to this start only and are not saved.
pub struct StartOptions {
    /// Whether the language was given as an option.
    pub language: bool,
    /// Whether the theme was given as an option.
    pub theme: bool,
    /// Whether the quality of pictures was given as an option.
    pub quality: bool,
    /// Whether this start may show the first look; if so, leaving it is saved.
    pub welcomes: bool,
}

impl StateSaver {
    /// Starts with the state read from `folder` and the options of this start.
    pub fn new(folder: PathBuf, last: Memory, options: StartOptions) -> Self {
        Self { folder, at: Instant::now(), touched: None, last, writing: None, options }
    }

    /// Time until the next save is due.
    pub fn left(&self) -> Duration {
        let settled = self.touched.map(|at| SETTLED.saturating_sub(at.elapsed()));
        EVERY.saturating_sub(self.at.elapsed()).min(settled.unwrap_or(Duration::MAX))
    }

    /// Records that there was input, which may have changed the state.
    pub fn touched(&mut self) {
        self.touched = Some(Instant::now());
    }

    /// Saves the current state; an error becomes the shell's notice. A window size below `smallest`, in points, is
    /// not saved, because a closing window may report such a size.
    pub fn write(&mut self, shell: &mut Shell, window: &Window, smallest: [f64; 2]) {
        (self.at, self.touched) = (Instant::now(), None);
        let size = window.inner_size().to_logical::<f64>(window.scale_factor());
        let mut memory = restoring::of(shell, &self.folder);
        let before = &self.last;
        if self.options.language {
            memory.language.clone_from(&before.language);
        }
        if self.options.theme {
            memory.theme.clone_from(&before.theme);
        }
        if self.options.quality {
            memory.quality.clone_from(&before.quality);
        }
        memory.welcomed = before.welcomed || (self.options.welcomes && shell.first_look.is_none());
        memory.maximized = window.is_maximized();
        memory.window = if memory.maximized { before.window } else { Some([size.width, size.height]) };
        if size.width < smallest[0] || size.height < smallest[1] {
            memory.window = before.window;
        }
        self.last = Memory { scene: None, ..memory.clone() };
        // Waits for the previous write, so that the latest state is written last.
        self.finish(shell);
        let folder = self.folder.clone();
        self.writing = Some(std::thread::spawn(move || memory.save(&folder)));
    }

    /// Waits for the last write to finish.
    pub fn finish(&mut self, shell: &mut Shell) {
        let Some(thread) = self.writing.take() else { return };
        if let Ok(Err(why)) = thread.join() {
            shell.notice = Some(format!("{why:#}"));
        }
    }
}
