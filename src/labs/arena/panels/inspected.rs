//! Left side of the inspector: the inspected pair, chosen from the candidates.

use egui::{RichText, Ui};

use super::pairs::list;
use super::world::{self, WorldDraft};
use crate::exhibit::Page;
use crate::labs::arena::Arena;
use crate::labs::arena::subject::inspected_pair;
use crate::language::{t, tr};
use crate::ui::requests::PanelContext;
use crate::ui::verdicts::{verdict_word, word};
use crate::ui::widgets::{heading, note};
use crate::ui::{icons, theme};

/// Adds the scene selector and the candidate pairs: errors first, then collisions. Returns whether a pair was clicked.
pub fn show(ui: &mut Ui, draft: &WorldDraft, arena: &mut Arena, panel: &mut PanelContext) -> bool {
    heading(ui, &t!("Pair"));
    world::scene(ui, draft, arena, panel);
    let order = arena.pairs_in_focus();
    let found = arena.found();
    let pairs: Vec<_> = order.iter().map(|&index| (index, found.candidates[index])).collect();
    match arena.selected {
        Some(body) => {
            ui.horizontal(|ui| {
                note(ui, &t!("Candidate pairs of body %{body}: %{n}", body = body, n = pairs.len()));
                let help = t!("List the candidate pairs of all bodies.");
                if ui.small_button(t!("All pairs")).on_hover_text(help).clicked() {
                    arena.selected = None;
                }
            });
        }
        None => note(ui, &t!("Candidate pairs: %{n}", n = pairs.len())),
    }
    if pairs.is_empty() {
        note(ui, &t!("No boxes overlap in this frame. Step forward, or choose another scene."));
    }
    let help = t!("Click to inspect this pair.");
    let clicked = list(ui, arena, "inspected pairs", &help, &pairs, |arena, index, pair| {
        let shown = arena.shown();
        let names = format!("{}–{}", pair.a, pair.b);
        let Some(verdict) = shown.and_then(|shown| shown.verdicts.get(index)) else {
            return RichText::new(names);
        };
        match shown.and_then(|shown| shown.error_at(index)) {
            Some(error) => {
                RichText::new(format!("{names} · {}", tr(error.words()))).color(icons::error_color(error))
            }
            None if verdict.colliding => {
                RichText::new(format!("{names} · {}", word(true))).color(theme::colliding())
            }
            None => RichText::new(format!("{names} · {}", verdict_word(verdict))),
        }
    });
    if clicked.is_some() {
        (arena.selected_pair, arena.proposed_pair) = (clicked, None);
    }
    clicked.is_some()
}

/// While the inspector is open, keeps the inspected pair picked; without a pick, another frame could show
/// another pair.
pub fn hold(arena: &mut Arena, page: &Page) {
    if *page == Page::Inspector && arena.selected_pair.is_none() {
        arena.selected_pair = inspected_pair(arena);
        arena.proposed_pair = arena.selected_pair;
    }
}
