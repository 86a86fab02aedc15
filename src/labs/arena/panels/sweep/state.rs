//! What the page of sweep and prune's lists keeps.

use std::rc::Rc;

use crate::broad_phase::sweep_and_prune::trace::{self, Trace};
use crate::inspector::cursor::Cursor;
use crate::labs::arena::Arena;

/// What the page keeps from frame to frame.
#[derive(Default)]
pub struct Sweep {
    /// How high a row of the lists is, points. `None`: as fits.
    pub row_height: Option<f32>,
    /// Whether only swaps of the bodies in focus are listed.
    pub only_focus: bool,
    /// Which swaps have been run, and whether they run by themselves.
    pub cursor: Cursor,
    kept: Option<Kept>,
    /// Where the lists and the table of swaps were last scrolled to.
    pub followed: [Option<usize>; 2],
    /// How far the lists are scrolled down, points.
    pub scrolled: f32,
}

/// A recording, and when it was made.
struct Kept {
    edition: u64,
    trace: Option<Rc<Trace>>,
}

impl Sweep {
    /// This frame's recording; `None` in the first frame.
    pub fn trace(&mut self, arena: &Arena) -> Option<Rc<Trace>> {
        let edition = arena.edition();
        if self.kept.as_ref().is_none_or(|kept| kept.edition != edition) {
            let before = arena.boxes_before();
            let trace = before.map(|before| Rc::new(trace::record(&before, &arena.found().boxes)));
            self.kept = Some(Kept { edition, trace });
            self.followed = [None; 2];
        }
        self.kept.as_ref().and_then(|kept| kept.trace.clone())
    }
}
