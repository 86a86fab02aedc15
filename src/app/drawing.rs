//! Draws the exported pictures: of the window, of the scene alone, and films of steps or frames.
//!
//! The window's own shell draws a picture of the scene; a second shell with a copy of the scene draws all other
//! pictures. The window stays responsive: a film is drawn one picture per frame, and a thread encodes it.

use std::path::Path;

use anyhow::{Context as _, bail};
use image::RgbaImage;

use super::export::Notes;
use super::export::{Content, Export};
use super::filming::{Film, Reel};
use super::handout::Handout;
use super::lecture;
use super::lessons_panel::state::Print;
use super::offscreen::{render_scene, render_shell};
use super::present;
use super::scene_file::LoadedScene;
use super::shell::Shell;
use super::slide_show;
use super::video::VideoFile;
use crate::exhibit::{Page, Params};
use crate::labs::LABS;
use crate::language::Language;
use crate::lessons::Lesson;

/// Maximum height of a contact sheet, pixels.
const TALLEST: u32 = 8192;

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
        Content::Window
        | Content::WithoutPanels
        | Content::Steps
        | Content::Frames(_)
        | Content::Handout(_) => {
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

/// Whether this content can be exported, as far as that is known before a file is chosen. The error is one line.
pub fn check(shell: &mut Shell, content: Content) -> anyhow::Result<()> {
    match content {
        Content::Steps => Reel::of_steps(shell).map(drop),
        Content::Frames(filmed) => filmed.frames.check(),
        _ => Ok(()),
    }
}

/// Begins a film of the inspected pair's steps or of the lab's frames. The error is one line.
pub fn begin_film(shell: &mut Shell, export: Export, path: &Path) -> anyhow::Result<Film> {
    let Export { size, pixels_per_point, format, .. } = export;
    let (twin, reel, scene_only) = match export.content {
        Content::Frames(filmed) => {
            filmed.frames.check()?;
            (twin_at(shell, filmed.frames.first)?, Reel::Frames(filmed.frames), filmed.scene_only)
        }
        _ => {
            let mut twin = twin(shell)?;
            twin.turn_to(Page::Inspector);
            let reel = Reel::of_steps(&mut twin)?;
            (twin, reel, false)
        }
    };
    let video = VideoFile::begin(path, format, size, reel.count())?;
    Film::begin(shell.stage.gpu(), twin, reel, video, size, pixels_per_point, scene_only)
}

/// Begins the handout of the lecture or lesson that `slides_of` finds. The error is one line.
pub fn begin_handout(
    shell: &mut Shell,
    notes: Notes,
    size: [u32; 2],
    path: &Path,
) -> anyhow::Result<Handout> {
    let gpu = shell.stage.gpu();
    let mut other = Shell::new(gpu, (LABS[0].build)(Some(gpu), &Params::default(), None)?)?;
    other.draw_for_files();
    let title = match slides_of(shell).context("there is neither a lecture nor an open lesson")? {
        Slides::Own => {
            let lecture = shell.editor.checked()?;
            let title = lecture.title.clone();
            slide_show::give(&mut other, lecture, 0);
            title
        }
        Slides::Of(lesson) => {
            slide_show::begin_course(&mut other, lesson, 0);
            lesson.page(Language::current()).title.clone()
        }
    };
    other.lessons.print = Print::Picture;
    if !other.lessons.lecture {
        bail!(other.notice.unwrap_or_default());
    }
    Handout::begin(shell.stage.gpu(), other, title, notes, size, path.to_owned())
}

/// The slides of a handout.
enum Slides {
    /// The lecture in the list.
    Own,
    /// A lesson.
    Of(&'static Lesson),
}

/// The slides of a handout: those of the lecture while its list is open, otherwise those of the open lesson.
fn slides_of(shell: &Shell) -> Option<Slides> {
    if shell.editor.is_shown() { Some(Slides::Own) } else { shell.lessons.lesson().map(Slides::Of) }
}

/// The stem of the file name that the program suggests for a handout.
pub fn handout_name(shell: &Shell) -> String {
    match slides_of(shell) {
        Some(Slides::Of(lesson)) => lesson.id.to_owned(),
        Some(Slides::Own) | None => match &shell.editor.path {
            Some(path) => lecture::file::stem_of(path),
            None => "lecture".to_owned(),
        },
    }
}

/// A second shell with a copy of the scene as it was at a recorded frame. For a later frame, the copy of the last
/// recorded one, from which the film goes on.
fn twin_at(shell: &mut Shell, frame: u64) -> anyhow::Result<Shell> {
    let (now, span) = (shell.lab.frame(), shell.lab.span());
    if frame < *span.start() {
        bail!("frame {frame} is no longer recorded; the first recorded one is {}", span.start());
    }
    shell.lab.seek(frame);
    let twin = twin(shell);
    shell.lab.seek(now);
    twin
}

/// A second shell with a copy of the scene, for pictures.
fn twin(shell: &Shell) -> anyhow::Result<Shell> {
    let gpu = shell.stage.gpu();
    let folder = Path::new("");
    let scene = LoadedScene::check(present::scene_file(shell, folder), folder)?;
    let lab = (shell.lab.row().build)(Some(gpu), &Params::default(), None)?;
    let mut twin = Shell::new(gpu, lab)?;
    present::open_scene(&mut twin, &scene).map_err(anyhow::Error::msg)?;
    twin.draw_for_files();
    Ok(twin)
}
