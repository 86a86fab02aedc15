//! The list of all lessons, in groups.

use egui::{Button, RichText, ScrollArea, Ui};
use rust_i18n::t;

use super::laid;
use super::state::LessonsPanel;
use crate::language::{Language, tr};
use crate::lessons::{self, Group};
use crate::ui::theme;

/// The list. The lesson that was chosen.
pub fn show(ui: &mut Ui, panel: &LessonsPanel) -> Option<&'static str> {
    let mut chosen = None;
    ScrollArea::vertical().id_salt("contents").auto_shrink([false, false]).show(ui, |ui| {
        ui.label(t!("Each lesson sets a scene, and its text says what there is to see and to try."));
        for group in Group::ALL {
            let mut in_group =
                lessons::all().iter().enumerate().filter(|(_, lesson)| lesson.group == group).peekable();
            if in_group.peek().is_none() {
                continue;
            }
            ui.add_space(10.0);
            ui.label(RichText::new(tr(group.title())).heading().color(theme::strong()));
            for (index, lesson) in in_group {
                let title = &lesson.page(Language::current()).title;
                let is_seen = panel.seen.contains(&lesson.id);
                let name = format!("{}. {title}", index + 1);
                let row = ui.add(Button::selectable(panel.last == Some(lesson.id), name).wrap());
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
                if row.on_hover_text(help).clicked() {
                    chosen = Some(lesson.id);
                }
            }
        }
    });
    chosen
}
