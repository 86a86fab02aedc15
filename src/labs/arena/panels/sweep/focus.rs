//! The highlighted bodies in the lists of sweep and prune.

use crate::broad_phase::sweep_and_prune::trace::Trace;
use crate::labs::arena::Arena;
use crate::ui::drawing::colors_of_both;
use crate::ui::theme;
use crate::world::Pair;

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
