//! What a method says of the inspected pair and what the reference says, in words; errors as the lab marks them.

use egui::{Label, RichText, Sense, TextStyle, Ui, vec2};
use rust_i18n::t;

use super::inspected_pair;
use crate::app::shell::Shell;
use crate::detector::Mistake;
use crate::detector::Verdict;
use crate::labs::arena::Arena;
use crate::labs::arena::panels::pairs::{evidence, word};
use crate::language::tr;
use crate::methods::Method;
use crate::ui::widgets::{heading, note};
use crate::ui::{icons, theme};
use crate::world::Pair;

/// Less room than this, in points, has the line over the tabs for the pair's verdict; the left panel has it, too.
const ROOM_FOR_HEADLINE: f32 = 250.0;

/// A verdict, and how it differs from the reference's.
pub struct Judged {
    /// As the recording comes to it.
    pub verdict: Verdict,
    /// `None`: right, or not judged.
    pub error: Option<Mistake>,
}

/// What the method on a side says of the inspected pair; `None` if it cannot decide or there is no pair.
pub fn of(shell: &mut Shell, side: usize, method: &'static Method) -> Option<Judged> {
    let pair = inspected_pair(&shell.arena)?;
    let verdict = shell.inspector.recording(&shell.arena, side, method)?.ok()?.verdict;
    let error = match (verdict.colliding, truth(&shell.arena, pair)) {
        (false, Some(true)) => Some(Mistake::Missed),
        (true, Some(false)) => Some(Mistake::FalseHit),
        _ => None,
    };
    Some(Judged { verdict, error })
}

/// What the reference says; of a pair whose boxes are apart nobody need be asked. `None`: it was not asked.
fn truth(arena: &Arena, pair: Pair) -> Option<bool> {
    match candidate(arena, pair) {
        None => Some(false),
        Some(index) => reference(arena, index).map(|verdict| verdict.colliding),
    }
}

fn reference(arena: &Arena, candidate: usize) -> Option<Verdict> {
    let answer = arena.found().answer(arena.roles().reference)?;
    answer.verdicts.get(candidate).copied()
}

fn candidate(arena: &Arena, pair: Pair) -> Option<usize> {
    arena.found().candidates.iter().position(|other| *other == pair)
}

/// On the left: the method, the one it is compared with, the reference.
pub fn section(ui: &mut Ui, shell: &mut Shell) {
    let Some(pair) = inspected_pair(&shell.arena) else { return };
    heading(ui, &t!("Verdict on %{a}–%{b}", a = pair.a, b = pair.b));
    let shown = shell.arena.roles().shown;
    let sides = [Some(shown), shell.inspector.compare];
    for (side, method) in sides.into_iter().enumerate() {
        let Some(method) = method else { continue };
        match of(shell, side, method) {
            Some(judged) => line(ui, method, &judged.verdict, judged.error),
            None => note(ui, &t!("%{method} cannot decide this pair.", method = tr(method.title))),
        }
    }
    let judge = shell.arena.roles().reference;
    match candidate(&shell.arena, pair) {
        None => note(ui, &t!("Their boxes are apart in this frame, so the pair is no candidate.")),
        // It stands there already.
        Some(_) if sides.iter().flatten().any(|method| method.id == judge.id) => {}
        Some(index) => match reference(&shell.arena, index) {
            Some(verdict) => line(ui, judge, &verdict, None),
            None => note(ui, &t!("The reference is off or could not decide.")),
        },
    }
}

/// A method and what it says, in one or two lines.
pub fn line(ui: &mut Ui, method: &Method, verdict: &Verdict, error: Option<Mistake>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let color = if verdict.colliding { theme::COLLIDING } else { theme::TEXT };
        ui.label(RichText::new(tr(method.title)).color(theme::WEAK)).on_hover_text(tr(method.says));
        ui.label(RichText::new(word(verdict.colliding)).color(color).strong())
            .on_hover_text(t!("What this method says of the pair."));
        ui.label(RichText::new(evidence(&verdict.evidence)).small().color(theme::WEAK))
            .on_hover_text(t!("What the verdict rests on."));
        if let Some(error) = error {
            mark(ui, error);
        }
    });
}

/// The lab's badge, and what it means.
fn mark(ui: &mut Ui, error: Mistake) {
    let help = match error {
        Mistake::Missed => t!("The reference says that they collide."),
        Mistake::FalseHit => t!("The reference says that they are apart."),
    };
    // The badge stays on the line of its word.
    let font = TextStyle::Body.resolve(ui.style());
    let words = ui.painter().layout_no_wrap(tr(error.words()), font, theme::TEXT).size().x;
    if ui.available_size_before_wrap().x < 14.0 + ui.spacing().item_spacing.x + words {
        ui.end_row();
    }
    let (place, response) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
    icons::badge(ui.painter(), place.center(), error);
    response.on_hover_text(help.clone());
    ui.label(RichText::new(tr(error.words())).color(icons::error_color(error))).on_hover_text(help);
}

/// The pair and what became of it, from the right to the left.
pub fn headline(ui: &mut Ui, shell: &mut Shell) {
    let Some(pair) = inspected_pair(&shell.arena) else { return };
    if ui.available_width() < ROOM_FOR_HEADLINE {
        return;
    }
    let shown = shell.arena.roles().shown;
    if shell.inspector.compare.is_none()
        && let Some(Judged { verdict, error }) = of(shell, 0, shown)
    {
        let color = if verdict.colliding { theme::COLLIDING } else { theme::TEXT };
        if let Some(error) = error {
            ui.label(RichText::new(tr(error.words())).color(icons::error_color(error)))
                .on_hover_text(t!("The reference says otherwise."));
            let (place, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
            icons::badge(ui.painter(), place.center(), error);
        }
        ui.label(RichText::new(word(verdict.colliding)).color(color))
            .on_hover_text(t!("What this method says of the pair."));
        ui.add(Label::new(RichText::new(format!("{} ·", tr(shown.title))).color(theme::WEAK)).truncate())
            .on_hover_text(tr(shown.says));
    }
    let names = t!("Bodies %{a} and %{b}", a = pair.a, b = pair.b);
    ui.add(Label::new(RichText::new(names).color(theme::STRONG)).truncate())
        .on_hover_text(t!("The pair that is inspected."));
}
