//! State of the page of sweep and prune. And the highlighted bodies in its lists.

use std::rc::Rc;

use crate::broad_phase::sweep_and_prune::trace::{self, Trace};
use crate::inspector::cursor::Cursor;
use crate::labs::arena::Arena;
use crate::ui::drawing::colors_of_both;
use crate::ui::theme;
use crate::world::Pair;

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

/// Colour of a swap by which a pair begins to overlap.
pub fn begins_color() -> egui::Color32 {
    theme::teal()
}

/// The highlighted bodies.
pub struct Focus {
    /// Numbers of at most two bodies.
    pub bodies: Vec<usize>,
    /// Why these bodies are highlighted.
    pub why: Why,
}

/// Why bodies are highlighted.
#[derive(Clone, Copy, PartialEq)]
pub enum Why {
    /// The bodies themselves, or their pair, are picked.
    Picked,
    /// They take part in the current swap.
    OfSwap,
    /// Nothing is picked, and there is no current swap.
    Nothing,
}

impl Focus {
    /// The picked pair, otherwise the picked body, otherwise the bodies of the current swap.
    pub fn of(arena: &Arena, trace: &Trace, position: usize) -> Self {
        let picked = |bodies| Self { bodies, why: Why::Picked };
        if let Some(Pair { a, b }) = arena.selected_pair {
            return picked(vec![a, b]);
        }
        if let Some(body) = arena.selected {
            return picked(vec![body]);
        }
        match position.checked_sub(1).and_then(|index| trace.swaps.get(index)) {
            Some(swap) => {
                let bodies = vec![swap.moved.body as usize, swap.passed.body as usize];
                Self { bodies, why: Why::OfSwap }
            }
            None => Self { bodies: vec![], why: Why::Nothing },
        }
    }

    /// The colour of a highlighted body.
    pub fn color(&self, body: usize) -> Option<egui::Color32> {
        Some(colors_of_both()[self.bodies.iter().position(|&b| b == body)?.min(1)])
    }

    /// The pair, if two bodies are highlighted.
    pub fn pair(&self) -> Option<Pair> {
        if let [a, b] = self.bodies[..] { Some(Pair::new(a, b)) } else { None }
    }
}
