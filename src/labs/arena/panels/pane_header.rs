//! Header of a pane: its method, results and time.

use egui::{Align, Button, ComboBox, Label, Layout, RichText, Ui, vec2};

use super::comparison::Compare;
use super::method::method_options;
use crate::comparison::findings::Answer;
use crate::comparison::own_program::Trouble;
use crate::comparison::statistics::Certificates;
use crate::detector::Mistake;
use crate::labs::arena::Arena;
use crate::language::{t, tr};
use crate::methods::METHODS;
use crate::ui::format::milliseconds;
use crate::ui::pane_method::LIST;
use crate::ui::widgets::pane_number;
use crate::ui::{icons, theme};

/// Minimum width of a pane for captions beside the figures, points.
const ROOM_FOR_WORDS: f32 = 330.0;

/// Minimum width of a pane for its time, points; narrower panes leave the time to the right panel.
const ROOM_FOR_TIME: f32 = 140.0;

/// The header above `pane`, in one or two lines.
pub fn show(ui: &mut Ui, arena: &mut Arena, pane: usize, one_line: bool) {
    let width = ui.available_width();
    ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
    ui.horizontal(|ui| {
        name(ui, arena, pane, if one_line { LIST * width } else { ui.available_width() - 34.0 });
        if one_line {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| figures(ui, arena, pane, width));
        }
    });
    if !one_line {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| figures(ui, arena, pane, width));
    }
}

fn name(ui: &mut Ui, arena: &mut Arena, pane: usize, width: f32) {
    let method = arena.lineup().panes()[pane];
    let in_focus = arena.lineup().choice().focus() == pane;
    let number = pane_number(ui, pane, in_focus);
    if number.clicked() {
        arena.focus_on(pane);
    }
    let mut chosen = None;
    let list = ComboBox::from_id_salt(("method of pane", pane))
        .width(width.max(40.0))
        .height(620.0)
        .truncate()
        .selected_text(tr(method.title))
        .show_ui(ui, |ui| chosen = method_options(ui, arena, method));
    let help = t!("The method whose verdicts colour this pane. %{says}", says = tr(method.says));
    list.response.labelled_by(number.id).on_hover_text(help);
    if let Some(row) = chosen {
        arena.show_in(pane, &METHODS[row]);
        arena.focus_on(pane);
    }
}

/// Results and time of the pane's method, laid out from the right.
fn figures(ui: &mut Ui, arena: &mut Arena, pane: usize, width: f32) {
    let words = width >= ROOM_FOR_WORDS;
    let method = arena.lineup().panes()[pane];
    let say = |ui: &mut Ui, text: String, color, help: &str| {
        ui.add(Label::new(RichText::new(text).small().color(color))).on_hover_text(help);
    };
    let Some(answer) = arena.found().answer(method) else {
        let help = t!("This method is off. Click to switch it on.");
        if ui.button(t!("Switch on")).on_hover_text(help).clicked() {
            arena.switch(method, true);
        }
        return;
    };
    if answer.is_waiting() {
        let (done, all) = (arena.program().answered(), arena.found().candidates.len());
        let help = t!("The program is asked about all pairs of this frame.");
        say(ui, t!("waiting: %{done} of %{all}", done = done, all = all).into_owned(), theme::weak(), &help);
        return;
    }
    if let Some(why) = &answer.trouble {
        let (text, color) = match why {
            Trouble::Playing => (t!("when paused"), theme::weak()),
            _ => (t!("cannot decide"), theme::amber()),
        };
        say(ui, text.into_owned(), color, &tr(why.words()));
        return;
    }
    let record = arena.ledger().of(method);
    let measured = record.at(arena.world().frame()).map(|sample| sample.cost.cpu);
    let is_sought = measured.is_none() && record.now().is_some();
    let now = measured.unwrap_or(answer.cost.cpu);
    let time = match milliseconds(now) {
        // After a seek the method answers again, without being measured.
        _ if is_sought => t!("time not measured").into_owned(),
        now if words => t!("this frame %{now} ms", now = now).into_owned(),
        now => format!("{now} ms"),
    };
    if !method.is_timed() {
        not_timed(ui, answer, words);
    }
    let help =
        t!("Detection time for all candidate pairs in this frame. Methods are measured one after another.");
    let sought = t!("This frame was reached by seeking, so its time is not measured.");
    let help = if is_sought { sought } else { help };
    if width >= ROOM_FOR_TIME && method.is_timed() {
        say(ui, time, theme::text(), &help);
    }
    match &answer.errors {
        _ if arena.roles().reference.id == method.id => {
            let help = t!("The other methods are compared with this one.");
            say(ui, t!("reference").into_owned(), theme::weak(), &help);
        }
        None => {
            let help = t!("The reference is off or has no answer.");
            say(ui, t!("not compared").into_owned(), theme::weak(), &help);
        }
        Some(errors) => {
            let numbers =
                [(errors.false_hits.len(), Mistake::FalseHit), (errors.missed.len(), Mistake::Missed)];
            for (number, error) in numbers {
                let (color, help) = match error {
                    _ if number == 0 => {
                        (theme::weak(), t!("Pairs on which this method and the reference differ."))
                    }
                    Mistake::Missed => {
                        (theme::amber(), t!("Colliding pairs that this method misses: dashed rings."))
                    }
                    Mistake::FalseHit => (
                        theme::violet(),
                        t!(
                            "Separated pairs that this method reports as colliding: solid rings, crossed line."
                        ),
                    ),
                };
                let text = match error {
                    _ if !words => number.to_string(),
                    Mistake::Missed => t!("%{n} missed", n = number).into_owned(),
                    Mistake::FalseHit => t!("%{n} false", n = number).into_owned(),
                };
                say(ui, text, color, &help);
                if number > 0 {
                    let (place, _) = ui.allocate_exact_size(vec2(14.0, 14.0), egui::Sense::hover());
                    icons::badge(ui.painter(), place.center() + vec2(3.0, 0.0), error);
                } else if !words {
                    let (place, _) = ui.allocate_exact_size(vec2(14.0, 14.0), egui::Sense::hover());
                    let sign = if error == Mistake::Missed { "−" } else { "+" };
                    let font = egui::FontId::proportional(12.0);
                    let at = place.right_center();
                    ui.painter().text(at, egui::Align2::RIGHT_CENTER, sign, font, theme::weak());
                }
            }
        }
    }
}

/// In place of a program's time: the numbers of pairs without a valid answer.
fn not_timed(ui: &mut Ui, answer: &Answer, words: bool) {
    let certificates = Certificates::of(&answer.verdicts);
    let help = t!("The program's answers come from another process, so its time is not compared.");
    if words {
        ui.add(Label::new(RichText::new(t!("not timed")).small().color(theme::weak()))).on_hover_text(help);
    }
    let flawed = (certificates.flawed, t!("%{n} false certificates", n = certificates.flawed));
    let unanswered = (certificates.unanswered, t!("%{n} unanswered", n = certificates.unanswered));
    for (count, text) in [flawed, unanswered].into_iter().filter(|(count, _)| *count > 0) {
        let text = if words { text } else { format!("! {count}").into() };
        let help =
            t!("Pairs without an answer, and certificates that prove nothing. They are listed on the left.");
        ui.add(Label::new(RichText::new(text).small().color(theme::amber()))).on_hover_text(help);
    }
}

/// Right end of the bar above all panes: the button that opens the comparison.
pub fn show_bar(ui: &mut Ui, compare: &mut Compare) {
    let help = t!("Compare times, errors, costs and disagreements of all methods. (C)");
    if ui.add(Button::selectable(compare.is_open, t!("Compare"))).on_hover_text(help).clicked() {
        compare.toggle();
    }
}
