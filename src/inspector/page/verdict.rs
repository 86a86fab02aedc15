//! The verdicts of the methods and of the reference in words, with the lab's marks for mistakes.

use std::rc::Rc;

use egui::{Label, RichText, Sense, TextStyle, Ui, vec2};

use super::state::InspectorPage;
use crate::about::MethodInfo;
use crate::detector::Mistake;
use crate::inspector::outcome::{Outcome, Reference};
use crate::inspector::story::{Story, Subject};
use crate::language::{t, tr};
use crate::ui::format::with_units_kept;
use crate::ui::terms::explain;
use crate::ui::widgets::{heading, note};
use crate::ui::{icons, theme};

/// Below this width, in points, the line above the tabs leaves out the verdict, which the left panel shows
/// too.
const ROOM_FOR_HEADLINE: f32 = 250.0;

/// Adds the verdict section of the left panel: the first method, the second one, the reference.
pub fn section(ui: &mut Ui, page: &mut InspectorPage, subject: &dyn Subject) {
    heading(ui, &t!("Verdict on %{what}", what = subject.name()));
    let reference = subject.reference();
    let sides = page.sides(subject);
    for (method, story) in &sides {
        match story {
            Ok(story) => verdict_line(ui, &**story, &reference),
            Err(why) => note(ui, &t!("%{method}: %{why}", method = tr(method.title), why = why)),
        }
    }
    match reference {
        Reference::Settled { why, .. } => note(ui, &why),
        // The reference is one of the compared methods, so its verdict is already listed.
        Reference::By { method, .. } if sides.iter().any(|(side, _)| side.id == method.id) => {}
        Reference::By { method, outcome: Some(outcome) } => line(ui, method, &outcome, None),
        Reference::By { outcome: None, .. } => note(ui, &t!("The reference is off or has no answer.")),
    }
}

/// Adds the heading of a column: the verdict, or only the method's name if there is no story.
pub fn of_story(
    ui: &mut Ui,
    method: &MethodInfo,
    story: &Result<Rc<dyn Story>, String>,
    reference: &Reference,
) {
    match story {
        Ok(story) => verdict_line(ui, &**story, reference),
        Err(_) => note(ui, &tr(method.title)),
    }
}

/// Adds the heading of a column of a slide: the method, its verdict once the story has ended, and a description of the
/// step.
pub fn at_step(ui: &mut Ui, story: &dyn Story, reference: &Reference, at: usize) {
    if at >= story.steps() {
        let outcome = Outcome { evidence: String::new(), ..story.outcome() };
        line(ui, story.about(), &outcome, story.mistake(reference));
    } else {
        let title = tr(story.about().title);
        explain(ui.label(RichText::new(&title).strong()).on_hover_text(tr(story.about().says)), &title);
    }
    if let Some(caption) = story.caption(at) {
        ui.add(Label::new(RichText::new(caption).color(theme::text())).wrap());
    }
}

fn verdict_line(ui: &mut Ui, story: &dyn Story, reference: &Reference) {
    line(ui, story.about(), &story.outcome(), story.mistake(reference));
}

/// Adds a method and its verdict, in one or two lines.
pub fn line(ui: &mut Ui, method: &MethodInfo, outcome: &Outcome, mistake: Option<Mistake>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let title = tr(method.title);
        explain(ui.label(RichText::new(&title).color(theme::weak())).on_hover_text(tr(method.says)), &title);
        ui.label(RichText::new(&outcome.word).color(color_of(outcome)).strong())
            .on_hover_text(t!("Verdict of this method"));
        if !outcome.evidence.is_empty() {
            let evidence = RichText::new(with_units_kept(&outcome.evidence)).small().color(theme::weak());
            ui.label(evidence).on_hover_text(t!("Evidence for the verdict"));
        }
        if let Some(mistake) = mistake {
            mark(ui, mistake);
        }
    });
}

fn color_of(outcome: &Outcome) -> egui::Color32 {
    if outcome.hit { theme::colliding() } else { theme::text() }
}

/// Adds the badge of a mistake, and its meaning.
fn mark(ui: &mut Ui, mistake: Mistake) {
    let help = match mistake {
        Mistake::Missed => t!("The reference reports a collision."),
        Mistake::FalseHit => t!("The reference reports no collision."),
    };
    // Keeps the badge on the same line as its word.
    let font = TextStyle::Body.resolve(ui.style());
    let words = ui.painter().layout_no_wrap(tr(mistake.words()), font, theme::text()).size().x;
    if ui.available_size_before_wrap().x < 14.0 + ui.spacing().item_spacing.x + words {
        ui.end_row();
    }
    let (place, response) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
    icons::badge(ui.painter(), place.center(), mistake);
    response.on_hover_text(help.clone());
    ui.label(RichText::new(tr(mistake.words())).color(icons::error_color(mistake))).on_hover_text(help);
}

/// Adds the subject and the method's verdict, from right to left.
pub fn headline(ui: &mut Ui, page: &mut InspectorPage, subject: &dyn Subject) {
    if ui.available_width() < ROOM_FOR_HEADLINE {
        return;
    }
    let method = subject.choices().focus;
    if page.compare.is_none()
        && let Ok(story) = page.story(subject, 0, method)
    {
        let outcome = story.outcome();
        if let Some(mistake) = story.mistake(&subject.reference()) {
            ui.label(RichText::new(tr(mistake.words())).color(icons::error_color(mistake)))
                .on_hover_text(t!("The reference disagrees."));
            let (place, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
            icons::badge(ui.painter(), place.center(), mistake);
            ui.add_space(6.0);
        }
        ui.label(RichText::new(&outcome.word).color(color_of(&outcome)))
            .on_hover_text(t!("Verdict of this method"));
        ui.add(Label::new(RichText::new(format!("{} ·", tr(method.title))).color(theme::weak())).truncate())
            .on_hover_text(tr(method.says));
    }
    ui.add(Label::new(RichText::new(subject.title()).color(theme::strong())).truncate())
        .on_hover_text(t!("The inspected pair"));
}
