//! State that changes discard, such as a recorded future: swapping it back is undo, and swapping it again is redo.

use std::any::Any;

/// Label of a restart, in English.
pub const RESTART: &str = "the restart";

/// Exchanges state with that of a lab; returns about how much memory it takes then.
type Swap = Box<dyn FnMut(&mut dyn Any) -> usize>;

/// State that a change of a lab discarded.
pub struct Undo {
    /// The change in a few English words; empty where the lab's words tell it.
    label: String,
    /// Whether it is all that was on show: then it brings back what later changes discard, too.
    is_whole: bool,
    /// About how much memory it takes.
    bytes: usize,
    swap: Swap,
}

impl Undo {
    /// Keeps `state` of a lab `L` until `swap` exchanges it with the state on show.
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

/// What changes have discarded since the window looked, oldest first.
#[derive(Default)]
pub struct Discarded(Vec<Undo>);

impl Discarded {
    /// Adds what a further change discarded.
    pub fn push(&mut self, undo: Undo) {
        if !self.0.first().is_some_and(|first| first.is_whole) {
            self.0.push(undo);
        }
    }

    /// Whether nothing was discarded.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The latest change in a few English words; empty where the lab's words tell it.
    pub fn label(&self) -> &str {
        self.0.last().map_or("", |undo| &undo.label)
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|undo| undo.bytes).sum()
    }

    /// Exchanges it with the state of the lab that discarded it: undo, and then redo.
    pub fn swap(&mut self, lab: &mut dyn Any) {
        for undo in self.0.iter_mut().rev() {
            undo.bytes = (undo.swap)(lab);
        }
        self.0.reverse();
    }
}

/// Label of a branch that was left at this frame, in English.
pub fn branch_at(frame: u64) -> String {
    format!("another branch from frame {frame}")
}
