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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::about::MethodInfo;
    use crate::inspector::outcome::Reference;
    use crate::inspector::story::{Choices, Story};

    struct At(u64, Choices);

    impl Subject for At {
        fn title(&self) -> String {
            String::new()
        }

        fn name(&self) -> String {
            String::new()
        }

        fn edition(&self) -> u64 {
            self.0
        }

        fn choices(&self) -> &Choices {
            &self.1
        }

        fn reference(&self) -> Reference {
            Reference::Settled { hit: false, why: String::new() }
        }

        fn record(&self, _method: &'static MethodInfo) -> Result<Rc<dyn Story>, String> {
            Err(String::new())
        }
    }

    fn shown(pace: &mut Pace, edition: u64) -> Option<u64> {
        let choices = Choices::of(&crate::methods::METHODS[0].about, [].into_iter());
        pace.follow(Some(Box::new(At(edition, choices)))).map(|subject| subject.edition())
    }

    #[test]
    fn slow_recordings_leave_an_older_state_on_the_page_while_somebody_drags() {
        let mut pace = Pace { hurried: true, ..Pace::default() };
        assert_eq!(shown(&mut pace, 1), Some(1), "there is nothing older");
        pace.count(Duration::from_secs(60));
        assert_eq!((shown(&mut pace, 1), pace.wait()), (Some(1), None));
        assert_eq!(shown(&mut pace, 2), Some(1), "two minutes have not passed");
        assert!(pace.wait().is_some_and(|wait| wait > Duration::from_secs(100)));
        pace.hurried = false;
        assert_eq!((shown(&mut pace, 2), pace.wait()), (Some(2), None), "nobody drags");
        pace.hurried = true;
        pace.count(Duration::ZERO);
        assert_eq!(shown(&mut pace, 3), Some(3), "what takes no time needs no rest");
        pace.count(Duration::from_secs(60));
        assert!(pace.follow(None).is_none(), "what is gone is not shown");
    }
}
