//! State of the page of sweep and prune.

use std::rc::Rc;

use crate::broad_phase::sweep_and_prune::trace::{self, Trace};
use crate::inspector::cursor::Cursor;
use crate::labs::arena::Arena;

/// State of the page, kept across frames.
#[derive(Default)]
pub struct Sweep {
    /// Height of a list row, points; `None`: fitted to the window.
    pub row_height: Option<f32>,
    /// Whether only swaps of highlighted bodies are listed.
    pub only_focus: bool,
    /// Number of swaps already run, and playback.
    pub cursor: Cursor,
    cached: Option<CachedTrace>,
    /// Step positions (numbers of swaps run) at which the lists and the table of swaps last scrolled to the
    /// current swap.
    pub followed: [Option<usize>; 2],
    /// How far the lists are scrolled down, points.
    pub scrolled: f32,
}

/// The recorded swaps of a frame, and the edition of the arena that they belong to.
struct CachedTrace {
    edition: u64,
    trace: Option<Rc<Trace>>,
}

impl Sweep {
    /// The recorded swaps of the current frame; `None` if the previous frame is not recorded.
    pub fn trace(&mut self, arena: &Arena) -> Option<Rc<Trace>> {
        let edition = arena.edition();
        if self.cached.as_ref().is_none_or(|cached| cached.edition != edition) {
            let before = arena.boxes_before();
            let trace = before.map(|before| Rc::new(trace::record(&before, &arena.found().boxes)));
            self.cached = Some(CachedTrace { edition, trace });
            self.followed = [None; 2];
        }
        self.cached.as_ref().and_then(|cached| cached.trace.clone())
    }
}
