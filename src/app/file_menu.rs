//! The menu of everything that can be saved and opened, and what a file does that is dropped onto the window.

use std::path::PathBuf;

use egui::{Align2, Button, Color32, Id, LayerId, Order, TextStyle, Ui};

use super::file_work::Files;
use crate::language::t;
use crate::ui::requests::{FilesRequest, Request, Requests};
use crate::ui::theme;

/// The menu of everything that can be saved and opened.
pub fn menu(ui: &mut Ui, files: &Files, requests: &mut Requests) {
    let mut ask = |request| requests.ask(Request::Files(request));
    ui.menu_button(t!("File"), |ui| {
        let entry = |ui: &mut Ui, name: &str, key: &str, help: &str, on: bool| {
            let entry = ui.add_enabled(on, Button::new(name).shortcut_text(key));
            let clicked = entry.on_hover_text(help).on_disabled_hover_text(help).clicked();
            if clicked {
                ui.close();
            }
            clicked
        };
        let is_free = files.asking.is_none();
        let help =
            t!("A scene file, or a file that the lab on show takes, such as a mesh. Dropping it works, too.");
        if entry(ui, &t!("Open…"), "Ctrl+O", &help, is_free) {
            ask(FilesRequest::ChooseOpened);
        }
        if let Some(path) = recent(ui, files) {
            ask(FilesRequest::Open(path));
        }
        let help = match &files.scene {
            Some(named) => t!("Into its file, %{file}, in place of what it was", file = named.path.display()),
            None => t!("World, methods, cameras and what is looked at, to be opened again"),
        };
        if entry(ui, &t!("Save the scene"), "Ctrl+S", &help, is_free) {
            ask(FilesRequest::SaveScene);
        }
        let help = t!("Asks for a name and a place");
        if entry(ui, &t!("Save the scene as…"), "Ctrl+Shift+S", &help, is_free) {
            ask(FilesRequest::SaveSceneAs);
        }
        ui.separator();
        let help = if files.own.can_be_kept() {
            t!("Keep what is on show as a scene of your own, open one, remove one")
        } else {
            t!("Nothing is remembered here, so no scene is kept")
        };
        if entry(ui, &t!("My scenes…"), "", &help, files.own.can_be_kept()) {
            ask(FilesRequest::OwnScenes);
        }
        ui.separator();
        let help =
            t!("The window, the scene alone or the steps of the method, at any size, as PNG, APNG or GIF");
        if entry(ui, &t!("Export a picture…"), "Ctrl+E", &help, is_free) {
            ask(FilesRequest::ChooseExport);
        }
        let help = t!("The whole window as PNG, at once, where something was saved or opened last");
        if entry(ui, &t!("Picture of the window"), "F12", &help, true) {
            ask(FilesRequest::WindowPicture);
        }
    })
    .response
    .on_hover_text(t!("Save and open: scenes, pictures, animations."));
}

/// The scenes that were opened or saved last. Returns the one that was chosen.
fn recent(ui: &mut Ui, files: &Files) -> Option<PathBuf> {
    let there: Vec<&PathBuf> = files.recent_there().collect();
    let mut chosen = None;
    ui.add_enabled_ui(!there.is_empty(), |ui| {
        let list = ui.menu_button(t!("Open a recent one"), |ui| {
            for path in there {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
                if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                    chosen = Some(path.clone());
                    ui.close();
                }
            }
        });
        let help = t!("Scenes that were opened or saved last");
        list.response.on_hover_text(help.as_ref()).on_disabled_hover_text(help);
    });
    chosen
}

/// Asks to open a file that was dropped onto the window.
pub fn listen_for_dropped(ui: &Ui, requests: &mut Requests) {
    let dropped = ui.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
    requests.extend(dropped.map(|path| Request::Files(FilesRequest::Open(path))));
}

/// While a file is held over the window: what will happen to it.
pub fn show_drop_target(ui: &Ui) {
    let held = ui.input(|input| {
        let file = input.raw.hovered_files.first()?;
        Some(file.path.as_deref().map_or(String::new(), |path| {
            path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
        }))
    });
    let Some(name) = held else { return };
    let painter = ui.ctx().layer_painter(LayerId::new(Order::Foreground, Id::unique("drop target")));
    let rect = ui.ctx().content_rect();
    painter.rect_filled(rect, 0.0, Color32::from_black_alpha(190));
    let font = TextStyle::Heading.resolve(ui.style());
    let text = t!("Drop to load %{file}", file = name);
    painter.text(rect.center(), Align2::CENTER_CENTER, text, font, theme::strong());
}
