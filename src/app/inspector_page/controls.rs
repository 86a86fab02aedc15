//! On the left: what is inspected. The scene, the pair, the method with its settings, and the one it is compared with.

use egui::{Frame, Margin, RichText, ScrollArea, Ui};
use rust_i18n::t;

use crate::app::panels;
use crate::app::panels::pairs::list;
use crate::app::shell::Shell;
use crate::inspector::page::{compare, verdict};
use crate::labs::arena::subject::inspected_pair;
use crate::language::tr;
use crate::ui::verdicts::word;
use crate::ui::widgets::{heading, note};
use crate::ui::{icons, theme};

/// The sections, scrolled.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        Frame::new().inner_margin(Margin { left: 12, right: 12, top: 0, bottom: 12 }).show(ui, |ui| {
            pair(ui, shell);
            if let Some(subject) = shell.arena.subject() {
                verdict::section(ui, &mut shell.inspector.page, &subject);
            }
            panels::method::show(ui, shell);
            compare::show(ui, &mut shell.inspector.page, &shell.arena.choices());
        });
    });
}

/// The scene, and its candidate pairs: errors first, then collisions.
fn pair(ui: &mut Ui, shell: &mut Shell) {
    heading(ui, &t!("Pair"));
    panels::world::scene(ui, shell);
    let order = shell.arena.pairs_in_focus();
    let found = shell.arena.found();
    let pairs: Vec<_> = order.iter().map(|&index| (index, found.candidates[index])).collect();
    match shell.arena.selected {
        Some(body) => {
            ui.horizontal(|ui| {
                note(ui, &t!("Candidate pairs of body %{body}: %{n}", body = body, n = pairs.len()));
                let help = t!("List the candidate pairs of all bodies, not only of the picked one.");
                if ui.small_button(t!("All pairs")).on_hover_text(help).clicked() {
                    shell.arena.selected = None;
                }
            });
        }
        None => note(ui, &t!("Candidate pairs: %{n}", n = pairs.len())),
    }
    if pairs.is_empty() {
        note(ui, &t!("No boxes overlap in this frame. Step the lab on, or choose another scene."));
    }
    let help = t!("Click to inspect this pair.");
    let clicked = list(ui, shell, "inspected pairs", &help, &pairs, |arena, index, pair| {
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
                RichText::new(format!("{names} · {}", word(true))).color(theme::COLLIDING)
            }
            None => RichText::new(format!("{names} · {}", word(false))),
        }
    });
    if clicked.is_some() {
        shell.arena.selected_pair = clicked;
    }
    // From here on it stays, whatever the methods say of it.
    shell.arena.selected_pair = inspected_pair(&shell.arena);
}
