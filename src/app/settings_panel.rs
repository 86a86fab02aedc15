//! The panel of the lab's settings: scene, size, method and a few more; or all of them, below a filter.

use egui::{Align, Id, Layout, TextEdit, Ui};

use crate::language::t;
use crate::ui::group::{self, MORE};
use crate::ui::levels::{Level, at_level};
use crate::ui::widgets::{dock, scrolled};

/// Shows the settings that `contents` adds, and the button for all of them or fewer.
pub fn show(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let id = Id::unique("filter of the settings");
    let mut filter: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let shows_all = !group::folded(ui.ctx()).contains(MORE);
    if shows_all {
        egui::Panel::top("all settings").frame(dock(12, 6)).show(ui, |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui
                    .button(t!("Fewer"))
                    .on_hover_text(t!("Show the most important settings only."))
                    .clicked()
                {
                    toggle(ui);
                    filter.clear();
                }
                let hint = t!("Filter the settings");
                let field = TextEdit::singleline(&mut filter).hint_text(hint.as_ref());
                let field = ui.add_sized([ui.available_width(), ui.spacing().interact_size.y], field);
                field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, &hint));
            });
        });
    }
    let level = match filter.trim() {
        _ if !shows_all => Level::First,
        "" => Level::All,
        text => Level::Matching(text.to_owned()),
    };
    scrolled(ui, |ui| {
        at_level(ui, level, contents);
        if !shows_all {
            ui.add_space(12.0);
            let help = t!("Show every setting of this lab, with a filter.");
            if ui.button(t!("All settings…")).on_hover_text(help).clicked() {
                toggle(ui);
            }
        }
    });
    ui.data_mut(|data| data.insert_temp(id, filter));
}

fn toggle(ui: &Ui) {
    let mut folded = group::folded(ui.ctx());
    group::toggle(&mut folded, MORE);
    group::put_folded(ui.ctx(), folded);
}
