//! Pairs in words: those of the picked body, and those on which the method in focus errs.

use egui::{RichText, ScrollArea, Ui};
use rust_i18n::t;

use crate::app::shell::Shell;
use crate::labs::arena::Arena;
use crate::language::tr;
use crate::ui::verdicts::{evidence, word};
use crate::ui::widgets::{heading, note};
use crate::ui::{icons, theme};
use crate::world::Pair;

/// The pairs of the picked body; nothing while none is picked.
pub fn show_selected(ui: &mut Ui, shell: &mut Shell) {
    let Some(body) = shell.arena.selected else { return };
    heading(ui, &t!("Body %{n}", n = body));
    let found = shell.arena.found();
    let pairs: Vec<_> = shell.arena.pairs_in_focus().iter().map(|&i| (i, found.candidates[i])).collect();
    let triangles = shell.arena.bodies().get(body).map_or(0, |b| b.shape.mesh().triangles().len());
    note(
        ui,
        &match pairs.len() {
            1 => t!("%{triangles} triangles · one candidate pair", triangles = triangles),
            n => t!("%{triangles} triangles · %{n} candidate pairs", triangles = triangles, n = n),
        },
    );
    let help = t!("Click to pick this pair.");
    let clicked = list(ui, shell, "body pairs", &help, &pairs, |arena, index, pair| {
        let other = if pair.a == body { pair.b } else { pair.a };
        let Some(verdict) = arena.shown().and_then(|shown| shown.verdicts.get(index)) else {
            return RichText::new(t!("with %{body}", body = other));
        };
        let text = t!("with %{body} · %{verdict}", body = other, verdict = word(verdict.colliding));
        let text = RichText::new(text);
        if verdict.colliding { text.color(theme::COLLIDING) } else { text }
    });
    if let Some(pair) = clicked {
        let picked = shell.arena.selected_pair == Some(pair);
        shell.arena.selected_pair = (!picked).then_some(pair);
    }
}

/// The way from the picked pair to the inspector; nothing while none is picked.
pub fn show_way_to_inspector(ui: &mut Ui, shell: &mut Shell) {
    let Some(pair) = shell.arena.selected_pair else { return };
    ui.add_space(8.0);
    let text = t!("Inspect pair %{a}–%{b}", a = pair.a, b = pair.b);
    let help = t!("Take the picked pair apart, step by step, as the method in focus decides it. (I)");
    let button = egui::Button::new(text).min_size([ui.available_width(), 26.0].into());
    if ui.add(button).on_hover_text(help).clicked() {
        shell.inspect(pair);
    }
}

/// Missed pairs and false hits of the method in focus, if there are any.
pub fn show_errors(ui: &mut Ui, shell: &mut Shell) {
    let found = shell.arena.found();
    let Some(errors) = shell.arena.shown().and_then(|shown| shown.errors.as_ref()) else { return };
    if errors.count() == 0 {
        return;
    }
    let pairs: Vec<_> = errors.iter().map(|(index, _)| (index, found.candidates[index])).collect();
    heading(ui, &t!("Errors"));
    let summary = t!(
        "%{missed} missed, %{false_hits} false hits, held against %{reference}.",
        missed = errors.missed.len(),
        false_hits = errors.false_hits.len(),
        reference = tr(shell.arena.roles().reference.title)
    );
    note(ui, &summary);
    let help = t!("Click to look at this pair.");
    let clicked = list(ui, shell, "errors", &help, &pairs, |arena, index, pair| {
        let error = arena.shown().and_then(|shown| shown.error_at(index));
        let text = format!("{} {}–{}", tr(error.map_or("", |error| error.words())), pair.a, pair.b);
        RichText::new(text).color(error.map_or(theme::TEXT, icons::error_color))
    });
    if let Some(pair) = clicked {
        shell.frame_pair(pair);
    }
}

/// Candidates, by index, in lines that can be clicked. Returns the pair that was.
pub fn list(
    ui: &mut Ui,
    shell: &Shell,
    id: &str,
    help: &str,
    pairs: &[(usize, Pair)],
    line: impl Fn(&Arena, usize, Pair) -> RichText,
) -> Option<Pair> {
    let row_height = ui.spacing().interact_size.y;
    let mut clicked = None;
    ScrollArea::vertical()
        .id_salt(id)
        .max_height(7.0 * (row_height + 6.0))
        .auto_shrink([false, true])
        .show_rows(ui, row_height, pairs.len(), |ui, visible| {
            for &(index, pair) in &pairs[visible] {
                let picked = shell.arena.selected_pair == Some(pair);
                let text = line(&shell.arena, index, pair);
                let button =
                    egui::Button::selectable(picked, text).min_size([ui.available_width(), 0.0].into());
                let help = format!("{help}{}", all_verdicts(&shell.arena, index));
                let response = ui.add(button).on_hover_text(help);
                response.widget_info(|| {
                    let name = line(&shell.arena, index, pair);
                    egui::WidgetInfo::selected(egui::Role::Button, true, picked, name.text())
                });
                if response.clicked() {
                    clicked = Some(pair);
                }
            }
        });
    clicked
}

/// What every method that was asked says about a candidate, a line each.
fn all_verdicts(arena: &Arena, index: usize) -> String {
    let mut text = String::new();
    for answer in &arena.found().answers {
        if let Some(verdict) = answer.verdicts.get(index) {
            let (says, why) = (word(verdict.colliding), evidence(&verdict.evidence));
            let method = tr(answer.method.title);
            text += "\n";
            text +=
                &t!("%{method}: %{verdict} (%{evidence})", method = method, verdict = says, evidence = why);
        }
    }
    text
}
