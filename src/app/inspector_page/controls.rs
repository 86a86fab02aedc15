//! On the left: what is inspected. The scene, the pair, the method with its settings, and whom it is compared with.

use egui::{Frame, Margin, RichText, ScrollArea, Ui};
use rust_i18n::t;

use super::{inspected_pair, verdict};
use crate::app::shell::Shell;
use crate::labs::arena::panels;
use crate::labs::arena::panels::method::missing;
use crate::labs::arena::panels::pairs::{list, word};
use crate::language::tr;
use crate::methods::METHODS;
use crate::ui::widgets::{choice, heading, note};
use crate::ui::{icons, theme};

/// The sections, scrolled.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        Frame::new().inner_margin(Margin { left: 12, right: 12, top: 0, bottom: 12 }).show(ui, |ui| {
            pair(ui, shell);
            verdict::section(ui, shell);
            shell.in_lab(|lab, panel| panels::method::show(ui, &mut lab.arena, panel));
            compare(ui, shell);
        });
    });
}

/// The scene, and its candidate pairs: errors first, then collisions.
fn pair(ui: &mut Ui, shell: &mut Shell) {
    heading(ui, &t!("Pair"));
    shell.in_lab(|lab, panel| panels::world::scene(ui, &lab.draft, &mut lab.arena, panel));
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
    let clicked = list(ui, &shell.arena, "inspected pairs", &help, &pairs, |arena, index, pair| {
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

fn compare(ui: &mut Ui, shell: &mut Shell) {
    let none = t!("Nothing");
    let alone = (none.to_string(), t!("One method alone.").into_owned(), true);
    let rows = METHODS.iter().zip(missing(&shell.arena)).map(|(method, missing)| {
        let runs = missing.is_none();
        (tr(method.title), missing.unwrap_or_else(|| tr(method.says)), runs)
    });
    let rows = std::iter::once(alone).chain(rows);
    let current = shell.inspector.compare.map_or(none.into_owned(), |method| tr(method.title));
    let help = t!("A second method beside the first: both on the same pair, row by row. (C)");
    heading(ui, &t!("Beside it"));
    match choice(ui, &t!("Compare with"), &help, &current, rows) {
        Some(0) if shell.inspector.compare.is_some() => shell.toggle_inspector_compare(),
        Some(0) | None => {}
        Some(row) => shell.inspector.compare = Some(&METHODS[row - 1]),
    }
    if let Some(method) = shell.inspector.compare {
        note(ui, &tr(method.says));
    }
}
