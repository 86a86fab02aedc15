//! The reading list: the publications that the lessons draw on, by subject, with a filter.

use egui::{RichText, ScrollArea, TextEdit, Ui};

use super::text;
use crate::language::{t, tr};
use crate::lessons;
use crate::lessons::bibliography::{self, Entry, Section};
use crate::lessons::link::Target;
use crate::lessons::text::{Block, Run};
use crate::ui::theme;

/// Shows the filter, and below it the publications that contain its text. Returns the link that was clicked.
pub fn show(ui: &mut Ui, filter: &mut String) -> Option<Target> {
    ui.horizontal(|ui| {
        let name = ui.label(t!("Filter"));
        let edit = TextEdit::singleline(filter).desired_width(f32::INFINITY);
        ui.add(edit)
            .labelled_by(name.id)
            .on_hover_text(t!("Lists only publications that contain this text."));
    });
    let wanted = filter.trim().to_lowercase();
    let fitting = |section: &'static Section| -> Vec<&Entry> {
        section.entries.iter().filter(|entry| entry.plain.contains(&wanted)).collect()
    };
    let listed: Vec<_> =
        bibliography::all().iter().map(|section| (section.title, fitting(section))).collect();
    let mut clicked = None;
    ScrollArea::vertical().id_salt("references").auto_shrink([false, false]).show(ui, |ui| {
        if listed.iter().all(|(_, entries)| entries.is_empty()) {
            ui.label(RichText::new(t!("No publication contains this text.")).color(theme::weak()));
        }
        for (title, entries) in listed.into_iter().filter(|(_, entries)| !entries.is_empty()) {
            ui.add_space(10.0);
            ui.label(RichText::new(tr(title)).heading().color(theme::strong()));
            for entry in entries {
                ui.add_space(6.0);
                clicked = clicked.take().or(text::show(ui, &entry.about, &[]));
                if !entry.lessons.is_empty() {
                    clicked = clicked.take().or(text::show(ui, &[lessons_of(entry)], &[]));
                }
            }
        }
    });
    clicked
}

/// A line with the numbers of the lessons that name the publication, as links.
fn lessons_of(entry: &Entry) -> Block {
    let mut runs = vec![Run { text: t!("Used in lessons:").into_owned(), ..Run::default() }];
    for (index, id) in entry.lessons.iter().enumerate() {
        let Some(number) = lessons::all().iter().position(|lesson| lesson.id == *id) else { continue };
        let separator = if index == 0 { " " } else { ", " };
        runs.push(Run { text: separator.to_owned(), ..Run::default() });
        let link = Some(Target::Lesson((*id).to_owned()));
        runs.push(Run { text: (number + 1).to_string(), link, ..Run::default() });
    }
    Block::Paragraph(runs)
}
