//! The two trees as icicles after a step: which nodes were kept, which were pruned, which are at hand.

use std::collections::HashMap;

use egui::{RichText, Ui};
use rust_i18n::t;

use super::recording::{Step, What};
use crate::hierarchies::pair::MeshPair;
use crate::labs::meshes::panels::icicle::{self, State};
use crate::ui::drawing::colors_of_both;
use crate::ui::theme;

/// Both trees after these steps, `height` points together; says so where the method has none.
pub fn show(ui: &mut Ui, pair: &dyn MeshPair, done: &[Step], height: f32) {
    let both = [0, 1].map(|body: usize| states(done, body));
    for (body, states) in both.iter().enumerate() {
        let Some(tree) = pair.tree(body) else {
            if body == 0 {
                ui.label(RichText::new(t!("This method has no trees.")).small().color(theme::weak()));
            }
            continue;
        };
        let title = if body == 0 { t!("Tree of A") } else { t!("Tree of B") };
        ui.label(RichText::new(title).small().color(colors_of_both()[body])).on_hover_text(icicle::help());
        let at_hand = done.last().map(|step| step.nodes[body]);
        let state = |node: u32| match at_hand == Some(node) {
            true => State::AtHand,
            false => states.get(&node).copied().unwrap_or(State::Unseen),
        };
        icicle::show(ui, tree, body, 0.5 * height - 20.0, &state);
    }
}

/// What became of the nodes of a tree: kept with any partner is kept.
fn states(done: &[Step], body: usize) -> HashMap<u32, State> {
    let mut states = HashMap::new();
    for step in done {
        let state = match step.what {
            What::Volumes { kept: false, .. } | What::Dropped(_) => State::Pruned,
            What::Volumes { .. } | What::Opened | What::Triangles { .. } => State::Kept,
        };
        let known = states.entry(step.nodes[body]).or_insert(state);
        if state == State::Kept {
            *known = state;
        }
    }
    states
}
