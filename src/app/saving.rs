//! Saves and opens: scenes, pictures, and the stepping of a pair as pictures.
//!
//! A film and a contact sheet are taken of a second shell, opened from the scene as it stands: the window goes on
//! meanwhile, a picture of the film per picture of the window, and encoding has a thread of its own.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::Context as _;
use egui::Ui;
use image::RgbaImage;
use rust_i18n::t;

use super::file_menu::Filming;
use super::film;
use super::offscreen::{render_scene, render_shell};
use super::present;
use super::scene_file;
use super::scene_format::ENDING;
use super::scenes::Scene;
use super::shell::Shell;
use crate::exhibit::{Page, Words};
use crate::files;
use crate::gpu::Gpu;

/// How often a thread is asked whether it is done.
const LOOK_AGAIN: Duration = Duration::from_millis(60);
/// Width and height of a film's pictures and of the scene's, pixels.
const PICTURE: [u32; 2] = [1280, 800];
/// Tallest contact sheet, pixels.
const TALLEST: u32 = 8192;

/// How the stepping of a pair is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmKind {
    /// A PNG file per step, numbered in its name.
    Sequence,
    /// One GIF with a picture per step.
    Animation,
}

/// Under way: a shell of its own, and what it has shown so far.
struct Film {
    gpu: Gpu,
    shell: Shell,
    kind: FilmKind,
    path: PathBuf,
    steps: usize,
    pictures: Vec<RgbaImage>,
}

impl Filming for Film {
    fn advance(&mut self) -> anyhow::Result<[usize; 2]> {
        self.shell.inspector.position = self.pictures.len();
        self.pictures.push(render_shell(&self.gpu, &mut self.shell, PICTURE, 1.0)?);
        Ok([self.pictures.len(), self.steps + 1])
    }

    fn write(self: Box<Self>) -> JoinHandle<anyhow::Result<String>> {
        let Self { kind, path, pictures, .. } = *self;
        std::thread::spawn(move || match kind {
            FilmKind::Animation => film::write_gif(&path, &pictures).map(|()| report(Ok(path))),
            FilmKind::Sequence => {
                let paths = film::write_sequence(&path, &pictures)?;
                Ok(report(Ok(paths.into_iter().last().unwrap_or_default())))
            }
        })
    }
}

/// Takes what was chosen, read or drawn since the last time.
pub fn update(ui: &mut Ui, shell: &mut Shell) {
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
        let opened = result.and_then(|scene| present::open_scene(shell, &scene).map_err(anyhow::Error::msg));
        let (path, _) = shell.files.opening.take().unzip();
        let name = path.unwrap_or_default().display().to_string();
        shell.notice = Some(match opened {
            Ok(()) => t!("Opened %{file}", file = name).into_owned(),
            Err(why) => format!("{why:#}"),
        });
    }
    advance_film(shell);
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

/// A second shell that shows the same.
fn twin(shell: &Shell) -> anyhow::Result<Shell> {
    let gpu = shell.lab.gpu().context("there is no OpenGL context to draw with")?;
    let folder = Path::new("");
    let scene = Scene::check(present::scene_file(shell, folder), folder)?;
    let lab = (shell.lab.row().build)(Some(gpu), &Words::default(), None)?;
    let mut twin = Shell::new(gpu, lab)?;
    present::open_scene(&mut twin, &scene).map_err(anyhow::Error::msg)?;
    twin.fine = true;
    Ok(twin)
}

/// Saves the scene of the pane in focus, without panels, under a free name, and tells it.
pub fn save_scene_picture(shell: &mut Shell) {
    let Some(gpu) = shell.lab.gpu() else { return };
    let camera = shell.cameras.of(shell.lab.focus());
    let picture = render_scene(gpu, &*shell.lab, shell.lab.focus(), &camera, PICTURE);
    let path = files::free_name(&shell.folder, shell.lab.frame(), "png");
    let saved = picture.and_then(|picture| files::write_png(&path, &picture));
    shell.notice = Some(report(saved.map(|()| path)));
}

/// Saves the tiles of all pairs of this frame as one picture under a free name, and tells it.
pub fn save_sheet(shell: &mut Shell, page: &'static str) {
    let sheet = || {
        let mut twin = twin(shell)?;
        twin.turn_to(Page::Own(page));
        twin.bare = true;
        let height = twin.lab.sheet_height(PICTURE[0]).min(TALLEST);
        let gpu = shell.lab.gpu().ok_or_else(|| anyhow::anyhow!("there is no OpenGL context"))?;
        render_shell(gpu, &mut twin, [PICTURE[0], height], 1.0)
    };
    let path = files::free_name(&shell.folder, shell.lab.frame(), "png");
    let saved = sheet().and_then(|picture| files::write_png(&path, &picture));
    shell.notice = Some(report(saved.map(|()| path)));
}

/// Begins a film of the inspected pair; the window's pictures carry it on.
pub fn begin_film(shell: &mut Shell, kind: FilmKind) {
    let ending = if kind == FilmKind::Animation { "gif" } else { "png" };
    let path = files::free_name(&shell.folder, shell.lab.frame(), ending);
    let begun = twin(shell).and_then(|mut twin| {
        let gpu = twin.lab.gpu().cloned().context("there is no OpenGL context to draw with")?;
        twin.turn_to(Page::Inspector);
        let steps = film::steps(&mut twin)?;
        Ok(Film { gpu, shell: twin, kind, path, steps, pictures: Vec::new() })
    });
    match begun {
        Ok(film) => shell.files.film = Some(Box::new(film)),
        Err(why) => shell.notice = Some(format!("{why:#}")),
    }
}

fn advance_film(shell: &mut Shell) {
    let Some(film) = &mut shell.files.film else { return };
    match film.advance() {
        Ok([made, of]) => {
            shell.notice = Some(t!("Picture %{made} of %{of}", made = made, of = of).into_owned());
            if made == of {
                shell.files.encoding = shell.files.film.take().map(Filming::write);
            }
        }
        Err(why) => {
            shell.notice = Some(format!("{why:#}"));
            shell.files.film = None;
        }
    }
}

/// Saves the scene under a free name, and tells it.
pub fn save_scene(shell: &mut Shell) {
    let path = files::free_name(&shell.folder, shell.lab.frame(), ENDING);
    let file = present::scene_file(shell, &shell.folder);
    shell.notice = Some(report(scene_file::write(&path, &file).map(|()| path)));
}

/// The line that tells where something was saved, or why it was not.
pub fn report(saved: anyhow::Result<PathBuf>) -> String {
    match saved {
        Ok(path) => {
            let whole = std::path::absolute(&path).unwrap_or(path);
            t!("Saved %{file}", file = whole.display()).into_owned()
        }
        Err(why) => format!("{why:#}"),
    }
}
