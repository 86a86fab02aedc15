//! The menu of everything that can be saved and opened, and the work on files that is under way.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};
use std::thread::JoinHandle;

use egui::{Align2, Button, Color32, Id, LayerId, Order, TextStyle, Ui};
use rust_i18n::t;

use super::opening::{Opening, is_scene_file};
use super::scene_format::ENDING;
use crate::ui::requests::{FilesRequest, Request, Requests};
use crate::ui::theme;

/// Work on files that is under way.
#[derive(Default)]
pub struct Files {
    /// A scene that is being read, and its file.
    pub opening: Option<(PathBuf, Opening)>,
    /// The answer of a dialog that asks for a scene file.
    pub dialog: Option<Receiver<Option<PathBuf>>>,
    /// Pictures of steps that are being taken.
    pub film: Option<Box<dyn Filming>>,
    /// Pictures that are being encoded and written.
    pub encoding: Option<JoinHandle<anyhow::Result<String>>>,
}

/// Pictures of steps, taken one per frame of the window.
pub trait Filming {
    /// Takes the next picture: how many of how many are taken now.
    fn advance(&mut self) -> anyhow::Result<[usize; 2]>;
    /// Encodes and writes what was taken, on a thread of its own. The line that tells it.
    fn write(self: Box<Self>) -> JoinHandle<anyhow::Result<String>>;
}

impl Files {
    /// Begins to read a scene file.
    pub fn open(&mut self, path: PathBuf) {
        self.opening = Some((path.clone(), Opening::begin(path)));
    }

    /// Whether something is being read, drawn or written.
    pub fn is_busy(&self) -> bool {
        self.opening.is_some() || self.film.is_some() || self.encoding.is_some()
    }

    /// Asks for a scene file, unless a dialog is open already.
    pub fn ask(&mut self) {
        if self.dialog.is_some() {
            return;
        }
        let (answer, dialog) = mpsc::channel();
        self.dialog = Some(dialog);
        let title = t!("Open a scene").into_owned();
        std::thread::spawn(move || {
            let dialog = rfd::FileDialog::new().set_title(title);
            let chosen = dialog.add_filter("Collidoscope", &[ENDING, "json"]).pick_file();
            // The window may have been closed meanwhile.
            let _ = answer.send(chosen);
        });
    }
}

/// The menu of everything that can be saved and opened.
pub fn menu(ui: &mut Ui, files: &Files, sheet: Option<&'static str>, requests: &mut Requests) {
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
        let help = t!("A scene file: world, methods, cameras and what is looked at. Dropping it works, too.");
        if entry(ui, &t!("Open a scene…"), "Ctrl+O", &help, files.dialog.is_none()) {
            ask(FilesRequest::OpenScene);
        }
        let help =
            t!("World, methods, cameras and what is looked at, to be opened again, into the current folder.");
        if entry(ui, &t!("Save the scene"), "Ctrl+S", &help, true) {
            ask(FilesRequest::SaveScene);
        }
        ui.separator();
        let help = t!("The whole window as PNG, into the current folder.");
        if entry(ui, &t!("Picture of the window"), "F12", &help, true) {
            ask(FilesRequest::WindowPicture);
        }
        let help = t!("The bodies alone, without panels, as PNG.");
        if entry(ui, &t!("Picture of the scene"), "", &help, true) {
            ask(FilesRequest::ScenePicture);
        }
        let help = t!("The tiles of all pairs of this frame on one sheet, as PNG.");
        if let Some(page) = sheet
            && entry(ui, &t!("Contact sheet"), "", &help, true)
        {
            ask(FilesRequest::Sheet(page));
        }
        ui.separator();
        let help = t!("The inspected pair, a picture after each step of the method, as numbered PNG files.");
        let free = files.film.is_none() && files.encoding.is_none();
        if entry(ui, &t!("Steps as pictures"), "", &help, free) {
            ask(FilesRequest::StepsAsPictures);
        }
        let help = t!("The inspected pair, a picture after each step of the method, as animated GIF.");
        if entry(ui, &t!("Steps as an animation"), "", &help, free) {
            ask(FilesRequest::StepsAsAnimation);
        }
    })
    .response
    .on_hover_text(t!("Save and open: scenes, pictures, animations."));
}

/// Hands a dropped file to what reads it: a scene is opened here, anything else goes to the lab, as the path returned.
pub fn take_dropped(ui: &Ui, files: &mut Files) -> Option<PathBuf> {
    let path = ui.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()))?;
    if is_scene_file(&path) {
        files.open(path);
        return None;
    }
    Some(path)
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
