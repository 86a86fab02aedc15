//! State that changes discard, such as a recorded future: swapping it back is undo, and swapping it again is redo.

use std::any::Any;

/// Undo label of a restart, in English.
pub const RESTART: &str = "restart";

/// Exchanges the held state with the lab's; returns the approximate memory of the state it then holds.
type Swap = Box<dyn FnMut(&mut dyn Any) -> usize>;

/// State that a change of a lab discarded.
pub struct Undo {
    /// The change in a few English words; empty if its parameters describe it.
    label: String,
    /// Whether this is the complete state: swapping it back also restores what later changes discard.
    is_whole: bool,
    /// Approximate memory use.
    bytes: usize,
    swap: Swap,
}

impl Undo {
    /// Holds discarded `state` of a lab `L`; `swap` exchanges it with the current state.
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
    /// Adds the state that a further change discarded.
    pub fn push(&mut self, undo: Undo) {
        if !self.0.first().is_some_and(|first| first.is_whole) {
            self.0.push(undo);
        }
    }

    /// Whether nothing was discarded.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The latest change in a few English words; empty if its parameters describe it.
    pub fn label(&self) -> &str {
        self.0.last().map_or("", |undo| &undo.label)
    }

    /// Approximate memory use.
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

/// Undo label of a branch left at this frame, in English.
pub fn branch_at(frame: u64) -> String {
    format!("another branch from frame {frame}")
}
