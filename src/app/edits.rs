//! The history of changes, for undo and redo. Panels change their lab at once, so changes are found by comparing all of the
//! lab's words after each frame.
//!
//! A change is the words before and after it, and the state that it discarded, such as recorded frames, which is moved here
//! and not copied. A drag of a control or of a body is one change. The history begins when the lab is put on show and
//! keeps at most [`MOST`] changes.

use std::collections::VecDeque;

use crate::exhibit::Words;
use crate::labs::lab::Lab;
use crate::labs::undo::Discarded;

/// Most changes that are kept.
pub const MOST: usize = 100;
/// Most bytes of discarded state that all changes keep together; the oldest changes are forgotten first.
const MOST_BYTES: usize = 256 << 20;

/// All changes since the lab was put on show.
#[derive(Default)]
pub struct Edits {
    lab: &'static str,
    /// The lab's words at the last comparison.
    settled: Words,
    done: VecDeque<Edit>,
    undone: Vec<Edit>,
}

/// One change: the lab's words before and after it, and the state that making it (or, once undone, undoing it) discarded.
struct Edit {
    before: Words,
    after: Words,
    discarded: Discarded,
}

impl Edits {
    /// Records what has changed since the last call as one change. To be called when nothing is being dragged or typed,
    /// so that a drag is one change.
    pub fn watch(&mut self, lab: &mut dyn Lab) {
        let (id, now) = (lab.row().id, set_in(lab));
        let discarded = lab.take_discarded();
        if self.lab != id {
            *self = Self { lab: id, settled: now, ..Self::default() };
            return;
        }
        if now == self.settled && discarded.is_empty() {
            return;
        }
        let before = std::mem::replace(&mut self.settled, now.clone());
        self.done.push_back(Edit { before, after: now, discarded });
        self.undone.clear();
        let bytes = |edit: &Edit| edit.discarded.bytes();
        let mut sum: usize = self.done.iter().map(bytes).sum();
        while self.done.len() > MOST || sum > MOST_BYTES {
            sum -= self.done.pop_front().as_ref().map_or(0, bytes);
        }
    }

    /// Forgets all changes: another lab, or another scene of the same one, is on show.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Whether there is a change that can be taken back.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Whether there is a change that was taken back and can be made again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Takes the last change back; `None` if there is no change.
    pub fn undo(&mut self, lab: &mut dyn Lab) -> Option<Change> {
        let mut edit = self.done.pop_back()?;
        let change = edit.exchange(lab, |edit| &edit.before);
        self.settled = set_in(lab);
        self.undone.push(edit);
        Some(change)
    }

    /// Makes the change again that was taken back last.
    pub fn redo(&mut self, lab: &mut dyn Lab) -> Option<Change> {
        let mut edit = self.undone.pop()?;
        let change = edit.exchange(lab, |edit| &edit.after);
        self.settled = set_in(lab);
        self.done.push_back(edit);
        Some(change)
    }
}

/// What was taken back or made again.
pub struct Change {
    /// The words that were set for it; of the panes only the methods that changed.
    pub words: Words,
    /// How many panes there are now, if it was another number.
    pub panes: Option<usize>,
    /// [`Discarded::label`] of what was put back; empty if there was nothing.
    pub label: String,
}

impl Edit {
    /// Sets the lab to the state before or after this change: first the discarded state, then the words that still differ.
    fn exchange(&mut self, lab: &mut dyn Lab, end: impl Fn(&Self) -> &Words) -> Change {
        let label = self.discarded.label().to_owned();
        let methods = lab.words(true).get("method").unwrap_or_default().to_owned();
        self.discarded.swap(lab);
        let mut differing = others_than(end(self), lab);
        // The lab has accepted these values before, so it does not refuse them.
        let _ = lab.put(&differing);
        // A setting of a method has set all panes that show it. What was another in one of them follows.
        let _ = lab.put(&others_than(end(self), lab));
        // State that setting the words has discarded belongs to no other change.
        drop(lab.take_discarded());
        // Playing on from here would leave them again.
        if *lab.span().end() > lab.frame() {
            lab.playback().playing = false;
        }
        let panes = others_in(&mut differing, &methods);
        Change { words: differing, panes, label }
    }
}

/// Of the word for the methods of the panes leaves those that are others than `before`. Where panes were opened or closed
/// it leaves none, and returns how many there are now.
fn others_in(words: &mut Words, before: &str) -> Option<usize> {
    let now = words.take("method")?;
    let [panes, panes_before] = [&now, before].map(|methods| methods.split(',').count());
    if panes != panes_before {
        return Some(panes);
    }
    let others = now.split(',').zip(before.split(',')).filter(|(now, before)| now != before);
    words.set("method", others.map(|(now, _)| now).collect::<Vec<_>>().join(","));
    None
}

/// Those of the words that differ from the lab's.
fn others_than(words: &Words, lab: &dyn Lab) -> Words {
    let (now, mut differing) = (lab.words(true), Words::default());
    for (name, value) in words.iter().filter(|(name, value)| now.get(name) != Some(*value)) {
        differing.set(name, value);
    }
    differing
}

/// All words of the lab whose changes can be undone.
fn set_in(lab: &dyn Lab) -> Words {
    let mut words = lab.words(true);
    for word in lab.row().words.iter().filter(|word| !word.role.is_undone()) {
        words.take(word.id);
    }
    words
}
