//! The line at the bottom: what there is to tell or a hint, what draws, the language, the way to the keys.

use egui::{Align, Button, Layout, RichText, Ui};
use rust_i18n::t;

use super::shell::{Page, Shell};
use super::{lessons_panel, saving};
use crate::language::{Language, tr};
use crate::ui::theme;

/// One line.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let keys = ui.button(RichText::new("?").color(theme::STRONG));
            if keys.on_hover_text(t!("Keys and mouse (?)")).clicked() {
                shell.sheet_open = true;
            }
            language_choice(ui);
            lessons_panel::button(ui, shell);
            saving::menu(ui, shell);
            if let Some(device) = shell.device() {
                let version = shell.arena.gpu().map_or((0, 0), |gpu| gpu.capabilities().version);
                let text = format!("{} · OpenGL {}.{}", tr(&device), version.0, version.1);
                ui.label(RichText::new(text).small().color(theme::WEAK))
                    .on_hover_text(t!("What draws the scene and runs the image-space methods."));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let (text, color) = match (shell.arena.trouble(), &shell.notice) {
                    (Some(trouble), _) => (trouble, theme::AMBER),
                    (None, Some(notice)) => (notice.clone(), theme::TEXT),
                    (None, None) if shell.page == Page::Experiments => {
                        (t!("B turns back to the lab.").into_owned(), theme::WEAK)
                    }
                    (None, None) if shell.page == Page::Inspector => {
                        let hint = t!(
                            "Arrow keys step, space plays, C compares two methods, I turns back to the lab."
                        );
                        (hint.into_owned(), theme::WEAK)
                    }
                    (None, None) => {
                        let hint = t!(
                            "Drag to orbit, right-drag to pan, wheel to zoom, click a body to see its pairs."
                        );
                        (hint.into_owned(), theme::WEAK)
                    }
                };
                ui.add(egui::Label::new(RichText::new(&text).small().color(color)).truncate())
                    .on_hover_text(text);
            });
        });
    });
}

/// English or Chinese, each by its own name: who cannot read the one finds the other.
fn language_choice(ui: &mut Ui) {
    let current = Language::current();
    let menu = ui.menu_button(RichText::new(current.name()).small(), |ui| {
        for language in Language::ALL {
            let option = Button::selectable(language == current, language.name());
            let help = t!("The language of the window, of lessons and of help");
            if ui.add(option).on_hover_text(help).clicked() {
                language.speak();
            }
        }
    });
    menu.response.on_hover_text(t!("The language of the window, of lessons and of help (F2)"));
}
