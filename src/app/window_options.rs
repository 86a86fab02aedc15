//! What is said on the command line about the window.

use std::path::PathBuf;

use super::beginning::Beginning;

/// What the window opens with.
#[derive(Clone, Default)]
pub struct WindowOptions {
    /// Lab, page and words that the window opens with.
    pub beginning: Beginning,
    /// Run this many frames of the simulation, one per picture and without waiting for the clock, and
    /// leave.
    pub frames: Option<u64>,
    /// Whether it is printed on stderr, on leaving, how long the pictures took.
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
