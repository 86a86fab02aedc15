//! Time in a lab: recorded frames, the current frame, and playback: when the next frame is due.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::kept_frames::FrameMarks;

/// The current frame of a lab, and its recorded frames with their marks; a [`super::timeline::Timeline`] can
/// make one.
pub struct Recording<'a> {
    /// The current frame: number of frames since the start of the scene.
    pub frame: u64,
    /// The recorded frames, including the current one.
    pub span: RangeInclusive<u64>,
    /// Marks of the recorded frames.
    pub marks: &'a FrameMarks,
}

/// A lab that steps and can show recorded frames.
pub trait Playhead {
    /// Playback state; the window decides when to step.
    fn playback(&mut self) -> &mut Playback;
    /// The recorded frames.
    fn recording(&self) -> Recording<'_>;
    /// Id of the current run; changes on restart or when another scene is loaded.
    fn run_id(&self) -> u64;
    /// Advances the simulation by one frame.
    fn step(&mut self);
    /// Advances playback by one frame. Methods that no pane shows may answer later, see [`Self::is_waiting`].
    fn play(&mut self) {
        self.step();
    }
    /// Seeks to the recorded frame nearest to `frame`. The frames after it are kept until the simulation
    /// diverges from them. Returns whether the current frame changed.
    fn seek(&mut self, frame: u64) -> bool;
    /// Returns to the first frame.
    fn restart(&mut self);
    /// Whether the scene has come to rest, so that nothing moves until the user moves it.
    fn is_at_rest(&self) -> bool {
        false
    }
    /// Whether a scene at rest moves again only if the user steers or changes a setting, so that playing its recorded
    /// frames again would lead to nothing new.
    fn waits_for_user(&self) -> bool {
        false
    }
    /// Seeks to the oldest recorded frame, to play the recorded frames again. They are not measured again.
    fn repeat(&mut self) {
        let start = *self.span().start();
        self.seek(start);
    }

    /// Whether answers to the current frame are still to come, so that playback waits. Takes those that have come.
    fn is_waiting(&mut self) -> bool {
        false
    }
    /// Waits for the answers to the current frame: for pictures and videos.
    fn settle(&mut self) {}

    /// Seeks one frame back; returns `false` and changes nothing at the oldest recorded frame.
    fn step_back(&mut self) -> bool {
        self.seek(self.frame().saturating_sub(1))
    }
    /// Whether an older frame is recorded.
    fn can_step_back(&self) -> bool {
        let Recording { frame, span, .. } = self.recording();
        frame > *span.start()
    }
    /// The current frame: [`Recording::frame`].
    fn frame(&self) -> u64 {
        self.recording().frame
    }
    /// The recorded frames: [`Recording::span`].
    fn span(&self) -> RangeInclusive<u64> {
        self.recording().span
    }
    /// The marks of the recorded frames: [`Recording::marks`].
    fn marks(&self) -> &FrameMarks {
        self.recording().marks
    }
}

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
