//! The File menu, and dropping a file onto the window.

use std::path::PathBuf;

use egui::{Align2, Button, Color32, Id, LayerId, Order, TextStyle, Ui};

use super::file_work::Files;
use crate::language::t;
use crate::ui::requests::{FilesRequest, LessonsRequest, Request, Requests};
use crate::ui::theme;

/// Shows the File menu, with everything that can be saved and opened.
pub fn menu(ui: &mut Ui, files: &Files, requests: &mut Requests) {
    let mut toggles_lecture = false;
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
            t!("Open a scene, or a file that this lab supports, such as a mesh. You can also drop it onto the window.");
        if entry(ui, &t!("Open…"), "Ctrl+O", &help, is_free) {
            ask(FilesRequest::ChooseOpened);
        }
        if let Some(path) = recent(ui, files) {
            ask(FilesRequest::Open(path));
        }
        let help = match &files.scene {
            Some(file) => t!("Save to %{file}, replacing the previous version", file = file.path.display()),
            None => t!("Save world, methods, cameras and selection in a scene file"),
        };
        if entry(ui, &t!("Save the scene"), "Ctrl+S", &help, is_free) {
            ask(FilesRequest::SaveScene);
        }
        let help = t!("Choose a file name and folder");
        if entry(ui, &t!("Save the scene as…"), "Ctrl+Shift+S", &help, is_free) {
            ask(FilesRequest::SaveSceneAs);
        }
        ui.separator();
        let help = t!("Put slides, scenes and experiments in your own order, and give them as a lecture");
        if entry(ui, &t!("My lecture…"), "F6", &help, true) {
            toggles_lecture = true;
        }
        ui.separator();
        let help =
            t!("Save an image of the window or the scene, the steps of the method, a video of frames, or a handout");
        if entry(ui, &t!("Export…"), "Ctrl+E", &help, is_free) {
            ask(FilesRequest::ChooseExport);
        }
        let help = t!("Save the whole window as PNG in the last used folder, without asking");
        if entry(ui, &t!("Screenshot"), "F12", &help, true) {
            ask(FilesRequest::WindowPicture);
        }
    })
    .response
    .on_hover_text(t!("Open and save scenes, lectures, images and animations."));
    if toggles_lecture {
        requests.ask(Request::Lessons(LessonsRequest::ToggleEditor));
    }
}

/// Shows the submenu of the recent scene files. Returns the file that was chosen.
fn recent(ui: &mut Ui, files: &Files) -> Option<PathBuf> {
    let there: Vec<&PathBuf> = files.recent_there().collect();
    let mut chosen = None;
    ui.add_enabled_ui(!there.is_empty(), |ui| {
        let list = ui.menu_button(t!("Open recent"), |ui| {
            for path in there {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
                if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                    chosen = Some(path.clone());
                    ui.close();
                }
            }
        });
        let help = t!("Recently opened or saved scenes");
        list.response.on_hover_text(help.as_ref()).on_disabled_hover_text(help);
    });
    chosen
}

/// Asks to open a file that was dropped onto the window.
pub fn listen_for_dropped(ui: &Ui, requests: &mut Requests) {
    let dropped = ui.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
    requests.extend(dropped.map(|path| Request::Files(FilesRequest::Open(path))));
}

/// Shows, while a file is dragged over the window, an overlay with the file's name and the effect of dropping it.
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
