//! The bodies that stand out in the lists of sweep and prune.

use crate::broad_phase::sweep_and_prune::trace::Trace;
use crate::labs::arena::Arena;
use crate::ui::drawing::colors_of_both;
use crate::ui::theme;
use crate::world::Pair;

/// Colour of the place where a pair begins to overlap on an axis.
pub fn begins_color() -> egui::Color32 {
    theme::teal()
}

/// The bodies that stand out.
pub struct Focus {
    /// Numbers of the bodies: none, one or two.
    pub bodies: Vec<usize>,
    /// Why these bodies stand out.
    pub why: Why,
}

/// How the bodies in focus were chosen.
#[derive(Clone, Copy, PartialEq)]
pub enum Why {
    /// They, or their pair, are picked.
    Picked,
    /// They take part in the swap at hand.
    OfSwap,
    /// Nothing is picked and no swap is at hand.
    Nothing,
}

impl Focus {
    /// The picked pair, or the picked body, or the two of the swap at hand.
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

    /// The colour of a body in focus.
    pub fn color(&self, body: usize) -> Option<egui::Color32> {
        Some(colors_of_both()[self.bodies.iter().position(|&b| b == body)?.min(1)])
    }

    /// The pair of the two, if there are two.
    pub fn pair(&self) -> Option<Pair> {
        if let [a, b] = self.bodies[..] { Some(Pair::new(a, b)) } else { None }
    }
}
