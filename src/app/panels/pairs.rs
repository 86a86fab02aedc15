//! Pairs in words: those of the picked body, and those on which the shown method errs.

use egui::{RichText, ScrollArea, Ui};

use super::{heading, note};
use crate::app::{shell::Shell, theme};
use crate::detector::{AXIS_NAMES, Evidence, Layer};
use crate::labs::arena::findings::Findings;
use crate::world::Pair;

/// What a verdict rests on, in a few words.
pub fn evidence(evidence: &Evidence) -> String {
    match *evidence {
        Evidence::Samples { axis, .. } => {
            format!("{} along {}", count(evidence), AXIS_NAMES[usize::from(axis.min(2))])
        }
        _ => count(evidence),
    }
}

/// What was counted or measured, as short as it goes.
pub fn count(evidence: &Evidence) -> String {
    match *evidence {
        Evidence::Samples { rounds: [Some(first), Some(second)], .. } => format!("{first}, {second} px"),
        Evidence::Samples { rounds, .. } => format!("{} px", rounds[0].unwrap_or(0)),
        Evidence::EmptyWindow => "boxes apart".into(),
        Evidence::Distance(0.0) => "no gap".into(),
        Evidence::Distance(metres) => format!("gap {metres:.3} m"),
        Evidence::Traversal { node_pairs, triangle_pairs } => {
            format!("{node_pairs} nodes, {triangle_pairs} triangles")
        }
        Evidence::Layer(Layer::Boxes) => "boxes apart".into(),
        Evidence::Layer(Layer::FatMiss) => "fat bodies apart".into(),
        Evidence::Layer(Layer::ThinHit) => "thin bodies hit".into(),
        Evidence::Layer(Layer::Exact) => "exact test".into(),
    }
}

/// The pairs of the picked body; nothing while none is picked.
pub fn show_selected(ui: &mut Ui, shell: &mut Shell) {
    let Some(body) = shell.arena.selected else { return };
    heading(ui, &format!("Body {body}"));
    let found = shell.arena.found();
    let pairs: Vec<_> = shell.arena.pairs_in_focus().iter().map(|&i| (i, found.candidates[i])).collect();
    let triangles = shell.arena.bodies().get(body).map_or(0, |b| b.shape.mesh().triangles().len());
    let plural = if pairs.len() == 1 { "" } else { "s" };
    note(ui, &format!("{triangles} triangles · {} candidate pair{plural}", pairs.len()));
    list(ui, shell, "body pairs", &pairs, |pair| {
        let other = if pair.a == body { pair.b } else { pair.a };
        format!("with {other}")
    });
}

/// The disagreements; a word of praise where there are none.
pub fn show_disagreements(ui: &mut Ui, shell: &mut Shell) {
    let found = shell.arena.found();
    if found.disagreements.is_empty() {
        return;
    }
    heading(ui, "Disagreements");
    note(ui, "The shown method says one thing, the exact reference the other.");
    let pairs: Vec<_> = found.disagreements.iter().map(|&i| (i, found.candidates[i])).collect();
    list(ui, shell, "disagreements", &pairs, |pair| format!("{} and {}", pair.a, pair.b));
}

fn list(ui: &mut Ui, shell: &mut Shell, id: &str, pairs: &[(usize, Pair)], name: impl Fn(Pair) -> String) {
    let row_height = ui.spacing().interact_size.y;
    let mut clicked = None;
    ScrollArea::vertical()
        .id_salt(id)
        .max_height(7.0 * (row_height + 6.0))
        .auto_shrink([false, true])
        .show_rows(ui, row_height, pairs.len(), |ui, visible| {
            for &(index, pair) in &pairs[visible] {
                let picked = shell.arena.selected_pair == Some(pair);
                let text = line(shell.arena.found(), index, &name(pair));
                let button =
                    egui::Button::selectable(picked, text).min_size([ui.available_width(), 0.0].into());
                if ui.add(button).on_hover_text(both_verdicts(shell.arena.found(), index)).clicked() {
                    clicked = Some((!picked).then_some(pair));
                }
            }
        });
    if let Some(pair) = clicked {
        shell.arena.selected_pair = pair;
    }
}

fn line(found: &Findings, index: usize, name: &str) -> RichText {
    let Some(verdict) = found.verdicts.get(index) else { return RichText::new(name) };
    let text = RichText::new(format!("{name} · {}", word(verdict.colliding)));
    if verdict.colliding { text.color(theme::COLLIDING) } else { text }
}

fn both_verdicts(found: &Findings, index: usize) -> String {
    let mut text = String::from("Click to pick this pair.");
    for (who, verdicts) in [("Shown", &found.verdicts), ("Reference", &found.reference)] {
        if let Some(verdict) = verdicts.get(index) {
            text += &format!("\n{who}: {} ({})", word(verdict.colliding), evidence(&verdict.evidence));
        }
    }
    text
}

/// Of a verdict.
pub fn word(colliding: bool) -> &'static str {
    if colliding { "colliding" } else { "apart" }
}
