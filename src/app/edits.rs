//! The undo history. Panels change their lab at once, so changes are found by comparing all parameters of the lab
//! after each frame.
//!
//! A change holds the parameters before and after it, and the state that it discarded, such as recorded frames;
//! that state is moved here, not copied. A drag of a control or of a body is one change. The history starts when a
//! lab is opened and keeps at most [`MOST`] changes.

use std::collections::VecDeque;

use crate::exhibit::Params;
use crate::labs::lab::Lab;
use crate::labs::undo::Discarded;

/// Maximum number of changes kept.
pub const MOST: usize = 100;
/// Maximum memory for the discarded state of all changes, bytes; the oldest changes are dropped first. It adds to the
/// frames that a lab records (its own `MOST_BYTES`) and to what OpenGL takes: 456 MB for 10,000 bodies on llvmpipe.
pub const MOST_BYTES: usize = 128 << 20;

/// All changes since the lab was opened.
#[derive(Default)]
pub struct Edits {
    lab: &'static str,
    /// The lab's parameters at the last comparison.
    settled: Params,
    done: VecDeque<Edit>,
    undone: Vec<Edit>,
}

/// One change: the lab's parameters before and after the change, and the state that was discarded when the change
/// was last made, undone or redone.
struct Edit {
    before: Params,
    after: Params,
    discarded: Discarded,
}

impl Edits {
    /// Records all differences since the last call as one change. Not to be called during a drag or while text is
    /// being typed, so that each drag or text becomes one change.
    pub fn watch(&mut self, lab: &mut dyn Lab) {
        let (id, now) = (lab.row().id, undoable_words(lab));
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

    /// Clears the history after another lab or scene was opened.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Approximate memory for the discarded state of all changes, bytes; at most [`MOST_BYTES`].
    pub fn bytes(&self) -> usize {
        self.done.iter().chain(&self.undone).map(|edit| edit.discarded.bytes()).sum()
    }

    /// Whether there is a change to undo.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Whether there is an undone change to redo.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Undoes the last change; `None` if there is none.
    pub fn undo(&mut self, lab: &mut dyn Lab) -> Option<Change> {
        let mut edit = self.done.pop_back()?;
        let change = edit.swap(lab, |edit| &edit.before);
        self.settled = undoable_words(lab);
        self.undone.push(edit);
        Some(change)
    }

    /// Redoes the last undone change; `None` if there is none.
    pub fn redo(&mut self, lab: &mut dyn Lab) -> Option<Change> {
        let mut edit = self.undone.pop()?;
        let change = edit.swap(lab, |edit| &edit.after);
        self.settled = undoable_words(lab);
        self.done.push_back(edit);
        Some(change)
    }
}

/// An undone or redone change, for the notice.
pub struct Change {
    /// The parameters that the undo or redo has set; of `method`, only the methods that have changed.
    pub words: Params,
    /// The new number of panes, if it changed.
    pub panes: Option<usize>,
    /// [`Discarded::label`] of the state that was restored; empty if there was none.
    pub label: String,
}

impl Edit {
    /// Sets the lab to the state before or after this change: `end` selects the parameters. First restores the
    /// discarded state, then sets the parameters that still differ.
    fn swap(&mut self, lab: &mut dyn Lab, end: impl Fn(&Self) -> &Params) -> Change {
        let label = self.discarded.label().to_owned();
        let methods = lab.words(true).get("method").unwrap_or_default().to_owned();
        self.discarded.swap(lab);
        let mut differing = differing_from(end(self), lab);
        // The lab does not refuse these values, because it has accepted them before.
        let _ = lab.put(&differing);
        // The call above gives a method's setting one value in all panes with that method; this call restores panes
        // with another value.
        let _ = lab.put(&differing_from(end(self), lab));
        // State discarded by this call belongs to no other change.
        drop(lab.take_discarded());
        // Pauses: playback would continue from the restored frames and discard them.
        if *lab.span().end() > lab.frame() {
            lab.playback().playing = false;
        }
        let panes = keep_changed_methods(&mut differing, &methods);
        Change { words: differing, panes, label }
    }
}

/// Removes from the parameter `method` the methods that are the same as in `before`. If panes were opened or closed,
/// removes the whole parameter and returns the new number of panes.
fn keep_changed_methods(words: &mut Params, before: &str) -> Option<usize> {
    let now = words.take("method")?;
    let [panes, panes_before] = [&now, before].map(|methods| methods.split(',').count());
    if panes != panes_before {
        return Some(panes);
    }
    let others = now.split(',').zip(before.split(',')).filter(|(now, before)| now != before);
    words.set("method", others.map(|(now, _)| now).collect::<Vec<_>>().join(","));
    None
}

/// The parameters in `words` whose values in the lab are different.
fn differing_from(words: &Params, lab: &dyn Lab) -> Params {
    let (now, mut differing) = (lab.words(true), Params::default());
    for (name, value) in words.iter().filter(|(name, value)| now.get(name) != Some(*value)) {
        differing.set(name, value);
    }
    differing
}

/// All parameters of the lab whose changes can be undone.
fn undoable_words(lab: &dyn Lab) -> Params {
    let mut words = lab.words(true);
    for word in lab.row().words.iter().filter(|word| !word.role.is_undone()) {
        words.take(word.id);
    }
    words
}
