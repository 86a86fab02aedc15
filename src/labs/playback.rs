//! Playback timing: when the next frame of the simulation is due.

use std::time::Duration;

/// Frames of the simulation per second at speed 1.
pub const FRAMES_PER_SECOND: f64 = 30.0;
/// Slowest and fastest multiple of [`FRAMES_PER_SECOND`].
pub const SPEEDS: std::ops::RangeInclusive<f64> = 0.1..=4.0;
/// Maximum number of simulated frames per rendered frame. If more frames are due, the rest is dropped: the
/// scene then runs slower than its set speed.
pub const CATCH_UP: u32 = 4;

/// Maximum number of frames that a link, a scene file or `shot --frame` may skip at once: nearly an hour of
/// the scene. Simulating and evaluating all of them can take minutes.
pub const MOST_FRAMES: u64 = 100_000;

/// Playback state: running or paused, speed, and the part of a frame that has elapsed but is not simulated
/// yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    /// Whether frames are played as time passes.
    pub playing: bool,
    /// Multiple of [`FRAMES_PER_SECOND`], within [`SPEEDS`].
    pub speed: f64,
    /// Part of a frame that has elapsed but is not simulated yet, less than 1.
    owed: f64,
}

impl Default for Playback {
    fn default() -> Self {
        Self { playing: true, speed: 1.0, owed: 0.0 }
    }
}

impl Playback {
    /// Number of frames to simulate after `elapsed` wall-clock time.
    pub fn frames_after(&mut self, elapsed: Duration) -> u32 {
        if !self.playing {
            self.owed = 0.0;
            return 0;
        }
        self.owed += elapsed.as_secs_f64() * self.rate();
        let frames = (self.owed as u32).min(CATCH_UP);
        self.owed = (self.owed - f64::from(frames)).min(1.0);
        frames
    }

    /// Time until the next frame; `None` while paused.
    pub fn next_due(&self) -> Option<Duration> {
        self.playing.then(|| Duration::from_secs_f64((1.0 - self.owed).max(0.0) / self.rate()))
    }

    fn rate(&self) -> f64 {
        FRAMES_PER_SECOND * self.speed.clamp(*SPEEDS.start(), *SPEEDS.end())
    }
}
