//! The choice of theme, for the line of choices beside the language.

use egui::{Button, Theme, Ui};
use rust_i18n::t;

use crate::ui::requests::{Request, Requests};
use crate::ui::theme;

/// A button that names the theme in force and opens the list of both.
pub fn menu(ui: &mut Ui, requests: &mut Requests) {
    let now = theme::in_force();
    let name = |theme| if theme == Theme::Dark { t!("Dark") } else { t!("Light") };
    let menu = ui.menu_button(name(now), |ui| {
        let options = [
            (Theme::Dark, t!("Light text on dark ground: for screens")),
            (Theme::Light, t!("Dark text on light ground: for projectors and print")),
        ];
        for (theme, help) in options {
            if ui.add(Button::selectable(theme == now, name(theme))).on_hover_text(help).clicked() {
                requests.ask(Request::Theme(theme));
            }
        }
    });
    menu.response.on_hover_text(t!("Dark or light theme (F3)"));
}
