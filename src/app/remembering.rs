//! Writes down what is to be remembered, while the window is open.

use std::path::PathBuf;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use winit::window::Window;

use super::memory::Memory;
use super::restoring;
use super::shell::Shell;

/// What is on show is written down so often while it plays, so that little is lost if the program is killed.
const EVERY: Duration = Duration::from_secs(30);
/// So long after the last input a change is written down.
const SETTLED: Duration = Duration::from_secs(2);

/// Where it is written down what is to be remembered.
pub struct Remembered {
    folder: PathBuf,
    /// When it was written last.
    at: Instant,
    /// When there was input since.
    touched: Option<Instant>,
    /// What it was then, without the scene.
    last: Memory,
    /// The file is written on a thread: the disk may take its time.
    writing: Option<JoinHandle<anyhow::Result<()>>>,
    given: Given,
}

/// What holds for this start alone: choices that are not remembered, and the welcome.
pub struct Given {
    /// The language.
    pub language: bool,
    /// The theme.
    pub theme: bool,
    /// Whether this start shows the welcome until it is closed once.
    pub welcomes: bool,
}

impl Remembered {
    /// What was read at the start from `folder`, and what was chosen for this start alone.
    pub fn new(folder: PathBuf, last: Memory, given: Given) -> Self {
        Self { folder, at: Instant::now(), touched: None, last, writing: None, given }
    }

    /// How long until what is on show is to be written down.
    pub fn left(&self) -> Duration {
        let settled = self.touched.map(|at| SETTLED.saturating_sub(at.elapsed()));
        EVERY.saturating_sub(self.at.elapsed()).min(settled.unwrap_or(Duration::MAX))
    }

    /// There was input, after which something may be set differently.
    pub fn touched(&mut self) {
        self.touched = Some(Instant::now());
    }

    /// Writes down what is on show. What cannot be written is no reason to stop. A window smaller than `smallest`, in
    /// points, may be gone already.
    pub fn write(&mut self, shell: &mut Shell, window: &Window, smallest: [f64; 2]) {
        (self.at, self.touched) = (Instant::now(), None);
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
        self.last = Memory { scene: None, ..memory.clone() };
        // One after the other, so that the last one stays.
        self.finish(shell);
        let folder = self.folder.clone();
        self.writing = Some(std::thread::spawn(move || memory.save(&folder)));
    }

    /// Waits until what was last to be written is.
    pub fn finish(&mut self, shell: &mut Shell) {
        let Some(thread) = self.writing.take() else { return };
        if let Ok(Err(why)) = thread.join() {
            shell.notice = Some(format!("{why:#}"));
        }
    }
}
