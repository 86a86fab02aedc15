//! What is saved and opened: scenes, pictures, and the stepping of a pair as pictures.
//!
//! A film and a contact sheet are taken of a second shell, opened from the scene as it stands: the window goes on
//! meanwhile, a picture of the film per picture of the window, and encoding has a thread of its own.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread::JoinHandle;
use std::time::Duration;

use egui::{Button, Key, Modifiers, Ui};
use image::RgbaImage;
use rust_i18n::t;

use super::film;
use super::inspector_page::{Tab, tiles};
use super::offscreen::{render_scene, render_shell};
use super::scene_file::ENDING;
use super::scenes::{Opening, Scene};
use super::shell::{Page, Shell};
use crate::files;
use crate::labs::arena::Setup;

/// How often a thread is asked whether it is done.
const LOOK_AGAIN: Duration = Duration::from_millis(60);
/// Width and height of a film's pictures and of the scene's, pixels.
const PICTURE: [u32; 2] = [1280, 800];
/// Tallest contact sheet, pixels.
const TALLEST: u32 = 8192;

/// Work on files that is under way.
#[derive(Default)]
pub struct Files {
    opening: Option<(PathBuf, Opening)>,
    dialog: Option<Receiver<Option<PathBuf>>>,
    film: Option<Film>,
    encoding: Option<JoinHandle<anyhow::Result<String>>>,
}

/// How the stepping of a pair is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmKind {
    /// Numbered PNG files.
    Sequence,
    /// An animated GIF.
    Animation,
}

/// Under way: a shell of its own, and what it has shown so far.
struct Film {
    shell: Box<Shell>,
    kind: FilmKind,
    path: PathBuf,
    steps: usize,
    pictures: Vec<RgbaImage>,
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

    fn ask(&mut self) {
        let (answer, dialog) = mpsc::channel();
        self.dialog = Some(dialog);
        let title = t!("Open a scene").into_owned();
        std::thread::spawn(move || {
            let dialog = rfd::FileDialog::new().set_title(title);
            let chosen = dialog.add_filter("Collidoscope", &[ENDING, "json"]).pick_file();
            // Nobody listens any more if the window has been closed.
            let _ = answer.send(chosen);
        });
    }
}

/// The menu of everything that can be saved and opened.
pub fn menu(ui: &mut Ui, shell: &mut Shell) {
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
        if entry(ui, &t!("Open a scene…"), "Ctrl+O", &help, shell.files.dialog.is_none()) {
            shell.files.ask();
        }
        let help =
            t!("World, methods, cameras and what is looked at, to be opened again, into the current folder.");
        if entry(ui, &t!("Save the scene"), "Ctrl+S", &help, true) {
            shell.save_scene();
        }
        ui.separator();
        let help = t!("The whole window as PNG, into the current folder.");
        if entry(ui, &t!("Picture of the window"), "F12", &help, true) {
            shell.picture_wanted = true;
        }
        let help = t!("The bodies alone, without panels, as PNG.");
        if entry(ui, &t!("Picture of the scene"), "", &help, true) {
            shell.save_scene_picture();
        }
        let help = t!("The tiles of all pairs of this frame on one sheet, as PNG.");
        if entry(ui, &t!("Contact sheet"), "", &help, true) {
            shell.save_contact_sheet();
        }
        ui.separator();
        let help = t!("The inspected pair, a picture after each step of the method, as numbered PNG files.");
        let free = shell.files.film.is_none() && shell.files.encoding.is_none();
        if entry(ui, &t!("Steps as pictures"), "", &help, free) {
            shell.begin_film(FilmKind::Sequence);
        }
        let help = t!("The inspected pair, a picture after each step of the method, as animated GIF.");
        if entry(ui, &t!("Steps as an animation"), "", &help, free) {
            shell.begin_film(FilmKind::Animation);
        }
    })
    .response
    .on_hover_text(t!("Save and open: scenes, pictures, animations."));
}

/// Takes what was chosen, read or drawn since the last time.
pub fn update(ui: &mut Ui, shell: &mut Shell) {
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, key));
    let (save, open) = (pressed(Key::S), pressed(Key::O));
    if save {
        shell.save_scene();
    }
    if open && shell.files.dialog.is_none() {
        shell.files.ask();
    }
    match shell.files.dialog.as_ref().map(Receiver::try_recv) {
        Some(Ok(Some(path))) => {
            shell.files.dialog = None;
            shell.files.open(path);
        }
        Some(Ok(None) | Err(TryRecvError::Disconnected)) => {
            shell.files.dialog = None;
            let text = t!("No file was chosen. If no dialog came up, drop the scene file onto the window.");
            shell.notice = Some(text.into_owned());
        }
        _ => {}
    }
    if let Some((_, opening)) = &mut shell.files.opening
        && let Some(result) = opening.take_result()
    {
        let opened = result.and_then(|scene| shell.open_scene(&scene).map_err(anyhow::Error::msg));
        let (path, _) = shell.files.opening.take().unzip();
        let name = path.unwrap_or_default().display().to_string();
        shell.notice = Some(match opened {
            Ok(()) => t!("Opened %{file}", file = name).into_owned(),
            Err(why) => format!("{why:#}"),
        });
    }
    shell.advance_film();
    if let Some(thread) = shell.files.encoding.take_if(|thread| thread.is_finished()) {
        let broke_off = |_| Err(anyhow::anyhow!("writing the pictures broke off"));
        shell.notice = Some(thread.join().unwrap_or_else(broke_off).unwrap_or_else(|why| format!("{why:#}")));
    }
    if shell.files.film.is_some() {
        ui.ctx().request_repaint();
    } else if shell.files.is_busy() || shell.files.dialog.is_some() {
        ui.ctx().request_repaint_after(LOOK_AGAIN);
    }
}

impl Shell {
    /// A second shell that shows the same.
    fn twin(&self) -> anyhow::Result<Shell> {
        let gpu =
            self.arena.gpu().ok_or_else(|| anyhow::anyhow!("there is no OpenGL context to draw with"))?;
        let folder = Path::new("");
        let scene = Scene::check(self.scene_file(folder), folder)?;
        let mut twin = Shell::new(gpu, Setup { method: self.arena.roles().shown, ..Setup::default() })?;
        twin.open_scene(&scene).map_err(anyhow::Error::msg)?;
        twin.fine = true;
        Ok(twin)
    }

    fn save_scene_picture(&mut self) {
        let Some(gpu) = self.arena.gpu() else { return };
        let camera = self.cameras.of(self.arena.cast().focus());
        let picture = render_scene(gpu, &self.arena, self.overlays, &camera, PICTURE);
        let path = files::free_name(&self.folder, self.arena.world().frame(), "png");
        let saved = picture.and_then(|picture| files::write_png(&path, &picture));
        self.notice = Some(told(saved.map(|()| path)));
    }

    fn save_contact_sheet(&mut self) {
        let sheet = || {
            let mut twin = self.twin()?;
            twin.turn_to(Page::Inspector);
            twin.inspector.tab = Tab::Tiles;
            twin.inspector.bare = true;
            let count = twin.arena.found().candidates.len();
            let height = tiles::sheet_height(PICTURE[0], count, twin.inspector.sheet.side).min(TALLEST);
            let gpu = self.arena.gpu().ok_or_else(|| anyhow::anyhow!("there is no OpenGL context"))?;
            render_shell(gpu, &mut twin, [PICTURE[0], height], 1.0)
        };
        let path = files::free_name(&self.folder, self.arena.world().frame(), "png");
        let saved = sheet().and_then(|picture| files::write_png(&path, &picture));
        self.notice = Some(told(saved.map(|()| path)));
    }

    /// Begins a film of the inspected pair; the window's pictures carry it on.
    pub fn begin_film(&mut self, kind: FilmKind) {
        let ending = if kind == FilmKind::Animation { "gif" } else { "png" };
        let path = files::free_name(&self.folder, self.arena.world().frame(), ending);
        let begun = self.twin().and_then(|mut twin| {
            twin.turn_to(Page::Inspector);
            twin.inspector.tab = Tab::Steps;
            let steps = film::steps(&mut twin)?;
            Ok(Film { shell: Box::new(twin), kind, path, steps, pictures: Vec::new() })
        });
        match begun {
            Ok(film) => self.files.film = Some(film),
            Err(why) => self.notice = Some(format!("{why:#}")),
        }
    }

    fn advance_film(&mut self) {
        let Some(film) = &mut self.files.film else { return };
        let Some(gpu) = self.arena.gpu() else { return };
        film.shell.inspector.position = film.pictures.len();
        match render_shell(gpu, &mut film.shell, PICTURE, 1.0) {
            Ok(picture) => film.pictures.push(picture),
            Err(why) => {
                self.notice = Some(format!("{why:#}"));
                self.files.film = None;
                return;
            }
        }
        let (made, of) = (film.pictures.len(), film.steps + 1);
        self.notice = Some(t!("Picture %{made} of %{of}", made = made, of = of).into_owned());
        if made == of
            && let Some(Film { kind, path, pictures, .. }) = self.files.film.take()
        {
            self.files.encoding = Some(std::thread::spawn(move || match kind {
                FilmKind::Animation => film::write_gif(&path, &pictures).map(|()| told(Ok(path))),
                FilmKind::Sequence => {
                    let paths = film::write_sequence(&path, &pictures)?;
                    Ok(told(Ok(paths.into_iter().last().unwrap_or_default())))
                }
            }));
        }
    }
}

pub(super) fn told(saved: anyhow::Result<PathBuf>) -> String {
    match saved {
        Ok(path) => {
            let whole = std::path::absolute(&path).unwrap_or(path);
            t!("Saved %{file}", file = whole.display()).into_owned()
        }
        Err(why) => format!("{why:#}"),
    }
}
