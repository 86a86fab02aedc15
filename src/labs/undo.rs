//! Lab state that has been discarded by a change, such as a recorded future. Undo exchanges the discarded
//! state with the current state; redo exchanges them again.

use std::any::Any;

/// Undo label of a restart, in English.
pub const RESTART: &str = "restart";

/// Exchanges the discarded state that the closure owns with the state of the lab. Returns the approximate
/// memory of the state that the closure owns afterwards, bytes.
type Swap = Box<dyn FnMut(&mut dyn Any) -> usize>;

/// State that a change of a lab discarded.
pub struct Undo {
    /// The change in a few English words; empty if the changed parameters describe it.
    label: String,
    /// Whether the discarded state is the whole state of the lab. Its undo then also undoes all later
    /// changes, so state that these discard is not kept.
    is_whole: bool,
    /// Approximate memory of the discarded state, bytes.
    bytes: usize,
    swap: Swap,
}

impl Undo {
    /// Keeps the discarded `state` of a lab of type `L`; `swap` exchanges it with the lab's current state.
    pub fn new<L: Any, T: 'static>(
        label: String,
        is_whole: bool,
        mut state: T,
        bytes: fn(&T) -> usize,
        swap: fn(&mut L, &mut T),
    ) -> Self {
        Self {
            label,
            is_whole,
            bytes: bytes(&state),
            swap: Box::new(move |lab| {
                if let Some(lab) = lab.downcast_mut() {
                    swap(lab, &mut state);
                }
                bytes(&state)
            }),
        }
    }
}

/// State discarded by changes since the last [`super::lab::Lab::take_discarded`], oldest first.
#[derive(Default)]
pub struct Discarded(Vec<Undo>);

impl Discarded {
    /// Appends the state that another change has discarded, unless the first entry already holds
    /// the whole state of the lab.
    pub fn push(&mut self, undo: Undo) {
        if !self.0.first().is_some_and(|first| first.is_whole) {
            self.0.push(undo);
        }
    }

    /// Whether nothing was discarded.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The latest change in a few English words; empty if the changed parameters describe it.
    pub fn label(&self) -> &str {
        self.0.last().map_or("", |undo| &undo.label)
    }

    /// Approximate memory of all discarded states, bytes.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|undo| undo.bytes).sum()
    }

    /// Exchanges the discarded states with the lab's: undo, and called again, redo.
    pub fn swap(&mut self, lab: &mut dyn Any) {
        for undo in self.0.iter_mut().rev() {
            undo.bytes = (undo.swap)(lab);
        }
        self.0.reverse();
    }
}

/// Undo label of a branch, in English; `frame` is the timeline's current frame when it gave up the branch.
pub fn branch_at(frame: u64) -> String {
    format!("another timeline branch from frame {frame}")
}
