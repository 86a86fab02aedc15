//! Limits how often a changing subject is recorded. A recording may take longer than a frame: during a drag the page
//! keeps showing an older state until the next recording is due.

use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::inspector::story::Subject;

/// Pause between two recordings during a drag, as a multiple of the recording time.
const REST: u32 = 2;

/// The state that the page shows, and the time its recordings took.
#[derive(Default)]
pub struct Pace {
    /// True during a drag, when the subject changes in every frame.
    pub hurried: bool,
    shown: Option<Rc<dyn Subject>>,
    /// Total time of the recordings of the current state.
    spent: Duration,
    /// End of the last recording.
    done: Option<Instant>,
    is_behind: bool,
}

impl Pace {
    /// The state to show: `now`, or the previous one if another recording is not yet due.
    pub fn follow(&mut self, now: Option<Box<dyn Subject>>) -> Option<Rc<dyn Subject>> {
        let is_new = match (&self.shown, &now) {
            (Some(shown), Some(now)) => shown.edition() != now.edition(),
            _ => true,
        };
        self.is_behind = self.hurried && is_new && now.is_some() && self.shown.is_some() && !self.is_due();
        if !self.is_behind {
            if is_new {
                self.spent = Duration::ZERO;
            }
            self.shown = now.map(Rc::from);
        }
        self.shown.clone()
    }

    /// Adds the time `took` of a recording of the current state that has just ended.
    pub fn count(&mut self, took: Duration) {
        self.spent += took;
        self.done = Some(Instant::now());
    }

    /// Time until a later state can be recorded; `None` if no later state is waiting.
    pub fn wait(&self) -> Option<Duration> {
        self.is_behind.then(|| (REST * self.spent).saturating_sub(self.since_done()))
    }

    fn is_due(&self) -> bool {
        self.since_done() >= REST * self.spent
    }

    fn since_done(&self) -> Duration {
        self.done.map_or(Duration::MAX, |done| done.elapsed())
    }
}
