//! The bar above every page: files, lessons, lab, page, undo, redo and search on the left; numbers and view on the
//! right. In a narrow window, undo, redo and the right part are in a menu.

use egui::{Button, RichText, Theme, Ui};

use super::cameras::Cameras;
use super::edits::Edits;
use super::file_work::Files;
use super::lessons_panel::state::LessonsPanel;
use super::panes::NARROW;
use super::{file_menu, lessons_panel, pages, panes};
use crate::exhibit::Page;
use crate::labs::lab::Lab;
use crate::language::{Language, t, tr};
use crate::settings::title;
use crate::ui::egui_gaps::at_the_right;
use crate::ui::legend::Fit;
use crate::ui::quality::{QUALITY, Quality};
use crate::ui::requests::{PanelContext, Request, Requests};
use crate::ui::theme;
use crate::ui::widgets::list_button;

/// Below this width, in points, shortcuts are not shown beside the names.
const ROOMY: f32 = 1100.0;
/// Below this width, in points, lab and page are in the menu that has undo, redo and the right part in a window narrower
/// than [`NARROW`].
const NARROWEST: f32 = 600.0;

/// The state that the bar shows.
pub struct TopBar<'a> {
    /// The current page.
    pub page: Page,
    /// Files that are being read or written.
    pub files: &'a Files,
    /// State of the lessons, for their button.
    pub lessons: &'a LessonsPanel,
    /// The undo history.
    pub edits: &'a Edits,
    /// Whether the legend is switched on.
    pub legend: bool,
    /// Whether the legend fits into the first pane.
    pub legend_fits: Fit,
    /// Whether the panels are hidden.
    pub panels_hidden: bool,
    /// Whether the panel with the numbers is shown.
    pub numbers: bool,
    /// The quality of the pictures.
    pub quality: Quality,
}

impl TopBar<'_> {
    /// Shows the bar, one line of buttons.
    pub fn show(&self, ui: &mut Ui, lab: &mut dyn Lab, cameras: &Cameras, panel: &mut PanelContext) {
        let (width, row) = (ui.available_width(), lab.row());
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            file_menu::menu(ui, self.files, panel.requests);
            lessons_panel::button(ui, self.lessons, panel.requests);
            if width >= NARROWEST {
                ui.separator();
                pages::navigation(ui, self.page, row, panel.requests);
            }
            if width < NARROW {
                search(ui, false, panel.requests);
                at_the_right(ui, "more", |ui| self.more(ui, width < NARROWEST, lab, cameras, panel));
                return;
            }
            ui.separator();
            self.changes(ui, panel.requests);
            ui.separator();
            search(ui, width >= ROOMY, panel.requests);
            at_the_right(ui, "window", |ui| self.window(ui, lab, cameras, panel));
        });
    }

    /// Shows the menu with the buttons that have no room in a narrow window.
    fn more(
        &self,
        ui: &mut Ui,
        with_pages: bool,
        lab: &mut dyn Lab,
        cameras: &Cameras,
        panel: &mut PanelContext,
    ) {
        let menu = ui.menu_button("…", |ui| {
            if with_pages {
                pages::navigation(ui, self.page, lab.row(), panel.requests);
            }
            self.changes(ui, panel.requests);
            self.window(ui, lab, cameras, panel);
        });
        let name = t!("More");
        menu.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        menu.response.on_hover_text(t!("Undo, redo, numbers, view"));
    }

    fn changes(&self, ui: &mut Ui, requests: &mut Requests) {
        let help = t!("Undo the last change (Ctrl+Z)");
        button(ui, &t!("Undo"), &help, self.edits.can_undo(), Request::Undo, requests);
        let help = t!("Redo the last undone change (Ctrl+Shift+Z)");
        button(ui, &t!("Redo"), &help, self.edits.can_redo(), Request::Redo, requests);
    }

    /// Shows the switch of the numbers and the menu of the view.
    fn window(&self, ui: &mut Ui, lab: &mut dyn Lab, cameras: &Cameras, panel: &mut PanelContext) {
        let help = t!("Shows or hides the panel with the numbers: answers, errors, costs (Ctrl+Shift+B)");
        let has_numbers = self.page == Page::Scene && !lab.shows_results();
        switch(ui, &t!("Numbers"), &help, self.numbers, has_numbers, Request::ToggleNumbers, panel.requests);
        let view = list_button(ui, &t!("View"), |ui| self.view(ui, lab, cameras, panel));
        view.on_hover_text(t!("Panes, cameras, panels, legend, theme, quality, language and keys"));
    }

    /// Shows the menu of the view: panes and cameras on a lab's page, panels, legend, theme, quality, language and keys.
    fn view(&self, ui: &mut Ui, lab: &mut dyn Lab, cameras: &Cameras, panel: &mut PanelContext) {
        let on_scene = self.page == Page::Scene;
        if on_scene {
            panes::menu(ui, lab, cameras, panel);
            ui.separator();
        }
        let has_panels = self.page != Page::Experiments;
        let help = t!("Shows or hides the panels around the scene (Ctrl+B)");
        let requests = &mut *panel.requests;
        switch(ui, &t!("Panels"), &help, !self.panels_hidden, has_panels, Request::TogglePanels, requests);
        let (is_open, help) = match self.legend_fits {
            _ if !on_scene => (false, t!("The legend is available on the lab page only")),
            Fit::TooSmall if self.legend => {
                (false, t!("The pane is too small for the legend; enlarge the window or open fewer panes"))
            }
            Fit::NoFreeCorner if self.legend => (
                true,
                t!("The legend is hidden because it would cover the bodies in every corner of the pane"),
            ),
            _ => (true, t!("Shows or hides the legend: colours, outlines, rings and lines in the scene")),
        };
        switch(ui, &t!("Legend"), &help, self.legend, is_open, Request::ToggleLegend, requests);
        ui.separator();
        looks(ui, self.quality, requests);
        ui.separator();
        languages(ui);
        ui.separator();
        let help = t!("The keys and what the mouse does, on this page (?)");
        button(ui, &t!("Keys and mouse"), &help, true, Request::ToggleSheet, requests);
    }
}

fn button(ui: &mut Ui, name: &str, help: &str, enabled: bool, request: Request, requests: &mut Requests) {
    let button = ui.add_enabled(enabled, Button::new(name));
    if button.on_hover_text(help).on_disabled_hover_text(help).clicked() {
        requests.ask(request);
        ui.close();
    }
}

fn switch(
    ui: &mut Ui,
    name: &str,
    help: &str,
    on: bool,
    enabled: bool,
    request: Request,
    requests: &mut Requests,
) {
    let switch = ui.add_enabled(enabled, Button::new(name).selected(on && enabled));
    if switch.on_hover_text(help).on_disabled_hover_text(help).clicked() {
        requests.ask(request);
    }
}

fn search(ui: &mut Ui, with_key: bool, requests: &mut Requests) {
    let help = t!("Search lessons, methods, settings, scenes, experiments and commands (Ctrl+K)");
    let name = if with_key { t!("Search (Ctrl+K)") } else { t!("Search") };
    if ui.button(name).on_hover_text(help).clicked() {
        requests.ask(Request::Search);
    }
}

/// Shows the languages, each under its own name, which its speakers can read.
fn languages(ui: &mut Ui) {
    for language in Language::ALL {
        let option = Button::selectable(language == Language::current(), language.name());
        let help = t!("Language of the window, the lessons and the help (F2)");
        if ui.add(option).on_hover_text(help).clicked() {
            language.speak();
        }
    }
}

/// Shows the themes and the qualities of the pictures.
fn looks(ui: &mut Ui, quality: Quality, requests: &mut Requests) {
    let now = theme::in_force();
    let options = [
        (Theme::Dark, t!("Dark"), t!("Light text on a dark background, for screens (F3)")),
        (Theme::Light, t!("Light"), t!("Dark text on a light background, for projectors and print (F3)")),
    ];
    for (theme, name, help) in options {
        if ui.add(Button::selectable(theme == now, name)).on_hover_text(help).clicked() {
            requests.ask(Request::Theme(theme));
        }
    }
    ui.separator();
    ui.label(RichText::new(tr(QUALITY.label)).color(theme::weak())).on_hover_text(tr(QUALITY.help));
    for (id, help, option) in Quality::all() {
        let button = Button::selectable(option == quality, tr(&title(id)));
        if ui.add(button).on_hover_text(tr(help)).clicked() {
            requests.ask(Request::Quality(option));
        }
    }
}
