//! The result of the comparison in three sentences: the fastest exact method, the fastest without error, and the
//! fewest misses.

use egui::{Label, RichText, Ui, vec2};

use super::methods::swatch;
use crate::comparison::winners::{Winner, Winners};
use crate::labs::arena::Arena;
use crate::language::{t, tr};
use crate::ui::format::{counted, grouped, milliseconds};
use crate::ui::theme;
use crate::ui::widgets::note;

/// The frames that the sentences are about, and the sentences. `waiting` is the number of methods that are still to run.
pub fn show(ui: &mut Ui, arena: &Arena, waiting: usize) {
    let comparison = arena.comparison();
    let best = Winners::of(comparison, arena.lineup().asked());
    note(ui, &frames(arena, waiting));
    // A line each, so that what is below stays in place while times change.
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 2.0);
        ui.spacing_mut().interact_size.y = 16.0;
        let time = |(_, total): &Winner| total.mean().map_or("–".into(), milliseconds);
        let right = best.fastest_right;
        let is_one = right.is_some_and(|right| best.fastest_exact.is_some_and(|exact| exact.0.id == right.0.id));
        let help = t!("Of the methods that promise exact answers, the fastest, in the mean of the compared frames.");
        ui.horizontal(|ui| {
            sentence(ui, best.fastest_exact, &help, |winner| {
                let (method, ms) = (tr(winner.0.title), time(&winner));
                match is_one {
                    true => t!(
                        "Fastest exact method, and fastest without error here: %{method}, %{ms} ms.",
                        method = method,
                        ms = ms
                    ),
                    false => t!("Fastest exact method: %{method}, %{ms} ms.", method = method, ms = ms),
                }
                .into_owned()
            });
            let help = t!("Of all methods without a miss or false hit in the compared frames, the fastest.");
            sentence(ui, right.filter(|_| !is_one), &help, |winner| {
                t!(
                    "Fastest without error here: %{method}, %{ms} ms.",
                    method = tr(winner.0.title),
                    ms = time(&winner)
                )
                .into_owned()
            });
        });
        let help = t!(
            "Of the methods that promise less than exact answers, the one with the fewest misses; among equals the one with the fewest false hits, then the fastest."
        );
        let known = best.fewest_misses.filter(|(_, total)| total.true_hits() > 0);
        sentence(ui, known, &help, |(method, total)| {
            t!(
                "Fewest misses of the inexact: %{method}, %{missed} of %{hits}, false hits: %{false_hits}.",
                method = tr(method.title),
                missed = grouped(total.missed),
                hits = grouped(total.true_hits()),
                false_hits = grouped(total.false_hits)
            )
            .into_owned()
        });
        if best.fewest_misses.is_some() && known.is_none() {
            note(ui, &t!("Fewest misses: not known yet, nothing collides in the compared frames."));
        }
    });
}

fn sentence(ui: &mut Ui, winner: Option<Winner>, help: &str, says: impl Fn(Winner) -> String) {
    let Some(winner) = winner else { return };
    let text = says(winner);
    ui.horizontal(|ui| {
        swatch(ui, winner.0);
        let text = RichText::new(text).small().color(theme::strong());
        ui.add(Label::new(text).truncate()).on_hover_text(help);
    });
}

/// The number of compared methods and frames, in words.
fn frames(arena: &Arena, waiting: usize) -> String {
    let (asked, comparison) = (arena.lineup().asked().count(), arena.comparison());
    if waiting > 0 {
        let (frames, all) = (grouped(comparison.frames()), asked + waiting);
        return counted(
            comparison.frames() as usize,
            t!("After 1 frame, %{n} of %{all} methods so far:", n = asked, all = all),
            t!(
                "After %{frames} frames, %{n} of %{all} methods so far:",
                frames = frames,
                n = asked,
                all = all
            ),
        );
    }
    match comparison.span() {
        None => t!("All methods are switched off.").into_owned(),
        Some([from, _]) => counted(
            comparison.frames() as usize,
            t!("After 1 frame with all %{methods} methods, frame %{from}:", methods = asked, from = from),
            t!(
                "After %{frames} frames with all %{methods} methods, from frame %{from}:",
                methods = asked,
                frames = grouped(comparison.frames()),
                from = from
            ),
        ),
    }
}
