//! What the lab plays as time goes on, and when.

use std::time::Duration;

use super::shell::Shell;
use crate::exhibit::Page;

impl Shell {
    /// Plays what is due. Nothing is while an experiment is measured, or while the lab is out of sight.
    pub fn update(&mut self, elapsed: Duration) {
        if self.lab_plays() {
            let frames = self.lab.playback().frames_after(elapsed);
            (0..frames).for_each(|_| self.lab.step());
        }
    }

    /// When the lab wants to play its next frame.
    pub fn next_due(&mut self) -> Option<Duration> {
        self.lab.playback().next_due().filter(|_| self.lab_plays())
    }

    fn lab_plays(&self) -> bool {
        self.page == Page::Scene && !self.experiments.is_running()
    }
}
