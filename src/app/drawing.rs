//! Draws the exported pictures: of the window, of the scene alone, and of the steps of a method.
//!
//! The window's own shell draws a picture of the scene; a second shell with a copy of the scene draws all other
//! pictures. The window stays responsive: step pictures are drawn one per frame, and a thread encodes them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;

use anyhow::bail;
use image::RgbaImage;

use super::export::{Content, Export, Format};
use super::file_work::{StepPictures, Written};
use super::loaded_scene::LoadedScene;
use super::offscreen::{render_scene, render_shell};
use super::present;
use super::shell::Shell;
use super::step_pictures;
use crate::exhibit::{Page, Params};
use crate::gpu::Gpu;

/// Maximum height of a contact sheet, pixels.
const TALLEST: u32 = 8192;
/// Maximum memory for the pictures of all steps together, bytes.
const MOST_BYTES: u64 = 2 << 30;

/// An export of step pictures in progress: the second shell, and the pictures drawn so far.
struct Drawing {
    gpu: Gpu,
    shell: Shell,
    export: Export,
    format: Format,
    path: PathBuf,
    steps: usize,
    pictures: Vec<RgbaImage>,
}

impl StepPictures for Drawing {
    fn advance(&mut self) -> anyhow::Result<[usize; 2]> {
        self.shell.inspector.position = self.pictures.len();
        let Export { size, pixels_per_point, .. } = self.export;
        self.pictures.push(render_shell(&self.gpu, &mut self.shell, size, pixels_per_point)?);
        Ok([self.pictures.len(), self.steps + 1])
    }

    fn write(self: Box<Self>) -> JoinHandle<Written> {
        write(self.path, self.format, Arc::new(self.pictures))
    }
}

/// Encodes and writes step pictures on a thread of its own. The thread returns the path, or the error and the
/// pictures.
pub fn write(path: PathBuf, format: Format, pictures: Arc<Vec<RgbaImage>>) -> JoinHandle<Written> {
    std::thread::spawn(move || {
        let written = step_pictures::write(&path, format, &pictures);
        let result = written.map(|paths| paths.into_iter().next_back().unwrap_or_default());
        Written { path, format, pictures, result }
    })
}

/// Draws the window, the scene or a sheet as described by `export`. The error is one line.
pub fn draw(shell: &mut Shell, export: Export) -> anyhow::Result<RgbaImage> {
    let Export { content, size, pixels_per_point, .. } = export;
    match content {
        Content::Scene => {
            let (pane, gpu) = (shell.lab.panes().focus(), shell.stage.gpu());
            render_scene(gpu, &mut *shell.lab, pane, &shell.cameras.of(pane), size)
        }
        Content::Sheet(page) => {
            let mut twin = twin(shell)?;
            twin.turn_to(Page::Own(page));
            twin.bare = true;
            let height = twin.lab.pages().map_or(0, |pages| pages.sheet_height(size[0])).min(TALLEST);
            render_shell(shell.stage.gpu(), &mut twin, [size[0], height], 1.0)
        }
        Content::Window | Content::WithoutPanels | Content::Steps(_) => {
            let mut twin = twin(shell)?;
            twin.panels_hidden = shell.panels_hidden || content == Content::WithoutPanels;
            twin.bare = content == Content::WithoutPanels && !matches!(twin.page, Page::Own(_));
            twin.legend = shell.legend && content == Content::Window;
            if content == Content::Window {
                twin.lessons.open = shell.lessons.open;
                twin.lessons.contents = shell.lessons.contents;
                twin.lessons.lecture = shell.lessons.lecture;
                twin.lessons.revealed.clone_from(&shell.lessons.revealed);
                twin.lessons.predicted.clone_from(&shell.lessons.predicted);
                twin.lessons.scroll.wanted = Some(shell.lessons.offset());
            }
            render_shell(shell.stage.gpu(), &mut twin, size, pixels_per_point)
        }
    }
}

/// Starts the pictures of the inspected pair's steps; [`StepPictures::advance`] draws one per call. The error is
/// one line.
pub fn begin_steps(
    shell: &Shell,
    export: Export,
    format: Format,
    path: PathBuf,
) -> anyhow::Result<Box<dyn StepPictures>> {
    let mut twin = twin(shell)?;
    let gpu = twin.stage.gpu().clone();
    twin.turn_to(Page::Inspector);
    let steps = step_pictures::count(&mut twin)?;
    let [width, height] = export.size.map(u64::from);
    let bytes = 4 * width * height * (steps as u64 + 1);
    if bytes > MOST_BYTES {
        bail!(
            "{} pictures of {width} × {height} pixels take {:.1} GiB; choose a smaller size (limit: {} GiB)",
            steps + 1,
            bytes as f64 / f64::from(1 << 30),
            MOST_BYTES >> 30
        );
    }
    Ok(Box::new(Drawing { gpu, shell: twin, export, format, path, steps, pictures: Vec::new() }))
}

/// A second shell with a copy of the scene, for pictures.
fn twin(shell: &Shell) -> anyhow::Result<Shell> {
    let gpu = shell.stage.gpu();
    let folder = Path::new("");
    let scene = LoadedScene::check(present::scene_file(shell, folder), folder)?;
    let lab = (shell.lab.row().build)(Some(gpu), &Params::default(), None)?;
    let mut twin = Shell::new(gpu, lab)?;
    present::open_scene(&mut twin, &scene).map_err(anyhow::Error::msg)?;
    twin.fine = true;
    Ok(twin)
}
