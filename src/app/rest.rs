//! Playback of a scene that has come to rest: it begins again from its recorded frames. It pauses instead beside a
//! lesson, if the first frame is not recorded any more, and if it is for the user to steer.

use std::time::Duration;

use crate::labs::lab::Lab;
use crate::language::t;

/// Time for which a scene at rest is shown before it begins again.
const SHOWN: Duration = Duration::from_secs(3);
/// Most time of one frame of the window that counts, so that a slow frame does not cut the rest short.
const MOST: Duration = Duration::from_millis(250);

/// How long the playing scene has been at rest.
#[derive(Default)]
pub struct Rest(Option<Duration>);

impl Rest {
    /// Called in every frame of the window while the scene plays. Returns a notice when the scene comes to rest, and
    /// when it begins again. `is_read`: whether a lesson is shown that may speak of the scene at rest.
    pub fn update(&mut self, lab: &mut dyn Lab, elapsed: Duration, is_read: bool) -> Option<String> {
        if !lab.playback().playing || !lab.is_at_rest() {
            self.0 = None;
            return None;
        }
        let Some(shown) = self.0 else {
            if lab.waits_for_user() {
                lab.playback().playing = false;
                let says = t!("Nothing moves until you steer or set a speed, so playback has paused.");
                return Some(says.into_owned());
            }
            if is_read || !can_repeat(lab) {
                lab.playback().playing = false;
                return Some(t!("The scene is at rest, so playback has paused.").into_owned());
            }
            self.0 = Some(Duration::ZERO);
            return Some(t!("The scene is at rest; it begins again in a moment.").into_owned());
        };
        let shown = shown + elapsed.min(MOST);
        self.0 = (shown < SHOWN).then_some(shown);
        if self.0.is_none() {
            lab.repeat();
            return Some(t!("The scene begins again from its recorded frames.").into_owned());
        }
        None
    }
}

/// Plays or pauses. A scene at rest begins again when it is played.
pub fn play_or_pause(lab: &mut dyn Lab) {
    let plays = !lab.playback().playing;
    if plays && lab.is_at_rest() && !lab.waits_for_user() {
        if can_repeat(lab) { lab.repeat() } else { lab.restart() }
    }
    lab.playback().playing = plays;
}

/// Whether the first frame is still recorded.
fn can_repeat(lab: &dyn Lab) -> bool {
    *lab.span().start() == 0
}
