//! The list of all lessons, with their parts, times and prerequisites, and the lessons already read.

use egui::{Button, RichText, ScrollArea, Ui};

use super::laid;
use super::state::LessonsPanel;
use crate::language::{Language, t, tr};
use crate::lessons::{self, Group, Lesson};
use crate::ui::theme;

/// Shows the list. Returns the id of the lesson that was clicked.
pub fn show(ui: &mut Ui, panel: &LessonsPanel) -> Option<&'static str> {
    let mut chosen = None;
    ScrollArea::vertical().id_salt("contents").auto_shrink([false, false]).show(ui, |ui| {
        ui.label(t!("Each lesson sets a scene and explains it, with things to try."));
        for group in Group::ALL {
            let in_group: Vec<_> =
                lessons::all().iter().enumerate().filter(|(_, lesson)| lesson.group == group).collect();
            if in_group.is_empty() {
                continue;
            }
            ui.add_space(10.0);
            ui.label(RichText::new(tr(group.title())).heading().color(theme::strong()));
            let read = in_group.iter().filter(|(_, lesson)| panel.seen.contains(&lesson.id)).count();
            let minutes = in_group.iter().map(|(_, lesson)| lesson.minutes).sum();
            let progress = t!(
                "%{read} of %{count} lessons read, %{time}",
                read = read,
                count = in_group.len(),
                time = time(minutes)
            );
            small(ui, &progress).on_hover_text(time_help());
            for (index, lesson) in in_group {
                if row(ui, panel, index, lesson) {
                    chosen = Some(lesson.id);
                }
            }
        }
    });
    chosen
}

/// Shows a lesson's title, and a line with its time and prerequisites. Returns whether the title was clicked.
fn row(ui: &mut Ui, panel: &LessonsPanel, index: usize, lesson: &'static Lesson) -> bool {
    let is_seen = panel.seen.contains(&lesson.id);
    let is_last = panel.last == Some(lesson.id);
    let row = ui.add(Button::selectable(is_last, name(index, lesson)).wrap());
    let appeared = ui.scope_id().with(("contents of", panel.last));
    if is_last && !ui.data_mut(|data| data.get_temp(appeared).unwrap_or(false)) {
        ui.data_mut(|data| data.insert_temp(appeared, true));
        row.scroll_to_me(Some(egui::Align::Center));
    }
    if is_seen {
        let mut beside = row.rect;
        beside.max.x += 1.2 * beside.height();
        laid::tick(ui, beside);
    }
    let help = if is_seen {
        t!("Opens this lesson again and sets its scene")
    } else {
        t!("Opens this lesson and sets its scene")
    };
    let needed: Vec<_> = lessons::all()
        .iter()
        .enumerate()
        .filter(|(_, other)| lesson.needs.iter().any(|id| id == other.id))
        .collect();
    ui.horizontal(|ui| {
        ui.add_space(ui.spacing().button_padding.x);
        if needed.is_empty() {
            small(ui, &time(lesson.minutes)).on_hover_text(time_help());
            return;
        }
        let numbers: Vec<_> = needed.iter().map(|(index, _)| (index + 1).to_string()).collect();
        let numbers = numbers.join(", ");
        let words =
            t!("%{time}, builds on lessons %{numbers}", time = time(lesson.minutes), numbers = numbers);
        let titles: Vec<_> = needed.iter().map(|(index, lesson)| name(*index, lesson)).collect();
        small(ui, &words).on_hover_text(format!("{}\n{}", t!("Read first:"), titles.join("\n")));
    });
    row.on_hover_text(help).clicked()
}

fn name(index: usize, lesson: &Lesson) -> String {
    format!("{}. {}", index + 1, lesson.page(Language::current()).title)
}

fn small(ui: &mut Ui, words: &str) -> egui::Response {
    ui.label(RichText::new(words).small().color(theme::weak()))
}

fn time_help() -> String {
    t!("Estimated from the length of the text and the number of its scenes and questions").into_owned()
}

/// A time such as "about 1 h 45 min".
pub fn time(minutes: u32) -> String {
    let (hours, rest) = (minutes / 60, minutes % 60);
    match (hours, rest) {
        (0, _) => t!("about %{n} min", n = rest),
        (_, 0) => t!("about %{h} h", h = hours),
        _ => t!("about %{h} h %{n} min", h = hours, n = rest),
    }
    .into_owned()
}
