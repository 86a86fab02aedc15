//! Restores the saved state, at a start and in a new OpenGL context, and collects the state to save.

use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::beginning::Beginning;
use super::edits::Edits;
use super::experiments_page::ExperimentsPage;
use super::file_work::{Files, MOST_RECENT};
use super::first_look::FirstLook;
use super::lecture::editor::Editor;
use super::lessons_panel::state::{LessonsPanel, known_predictions};
use super::memory::Memory;
use super::present;
use super::scene_file::LoadedScene;
use super::scene_file::SceneFile;
use super::shell::Shell;
use super::slide_show::{self, Paused};
use crate::gpu::Gpu;
use crate::language::{Language, t};
use crate::lessons;
use crate::ui::group::Folded;
use crate::ui::quality::Quality;
use crate::ui::theme;

/// Restores panels and lessons, and the scene if there is one. If the scene cannot be restored, returns a notice of
/// one line.
pub fn restore(
    shell: &mut Shell,
    memory: &Memory,
    scene: Option<SceneFile>,
    folder: &Path,
) -> Option<String> {
    let quality = memory.quality.as_deref().and_then(Quality::of);
    shell.stage.quality = quality.unwrap_or_default();
    shell.panels_hidden = memory.panels_hidden;
    shell.legend = !memory.legend_hidden;
    shell.folded = memory.folded.iter().cloned().collect();
    let known = |id: &String| lessons::find(id).map(|lesson| lesson.id);
    let seen: Vec<_> = memory.lessons_seen.iter().filter_map(known).collect();
    shell.lessons.seen.extend(seen.into_iter().filter(|id| Some(*id) != shell.lessons.open));
    shell.lessons.predicted.extend(known_predictions(&memory.predictions_shown));
    shell.lessons.last = shell.lessons.last.or(memory.lesson.as_ref().and_then(known));
    let folder_last = memory.folder.as_ref().map(AsRef::<Path>::as_ref).filter(|folder| folder.is_dir());
    shell.folder = folder_last.map(Path::to_owned).unwrap_or_default();
    let recent = memory.recent.iter().map(AsRef::<Path>::as_ref).filter(|path| path.is_file());
    shell.files.recent = recent.take(MOST_RECENT).map(Path::to_owned).collect();
    shell.lessons.standing.reached.clone_from(&memory.slides_reached);
    shell.lessons.standing.chosen.clone_from(&memory.slides_chosen);
    if let Some(kept) = &memory.lecture
        && shell.editor.recall(kept, scene.is_some())
    {
        let told = t!("The unsaved lecture of the last session comes back with Undo in the list.");
        shell.notice = Some(told.into_owned());
    }
    let opened = LoadedScene::check(scene?, folder)
        .and_then(|scene| present::open_scene(shell, &scene).map_err(|why| anyhow!("{why}")));
    let why = opened.err()?;
    Some(format!("could not restore the last session: {why:#}"))
}

/// The parts of a shell that do not depend on its OpenGL context.
pub struct ShellState {
    scene: SceneFile,
    was_playing: bool,
    picture_wanted: bool,
    quality: Quality,
    panels_hidden: bool,
    legend: bool,
    first_look: Option<FirstLook>,
    folder: PathBuf,
    lessons: LessonsPanel,
    experiments: ExperimentsPage,
    files: Files,
    edits: Edits,
    folded: Folded,
    editor: Editor,
    lecture: Option<Paused>,
}

impl ShellState {
    /// Takes these parts out of a shell whose OpenGL context is lost.
    pub fn of(mut shell: Shell) -> Self {
        shell.end_drag();
        let lecture = slide_show::pause(&mut shell);
        Self {
            scene: present::scene_file(&shell, Path::new("")),
            was_playing: shell.lab.playback().playing,
            picture_wanted: shell.picture_wanted,
            quality: shell.stage.quality,
            panels_hidden: shell.panels_hidden,
            legend: shell.legend,
            first_look: shell.first_look,
            folder: shell.folder,
            lessons: shell.lessons,
            experiments: shell.experiments,
            files: shell.files,
            edits: shell.edits,
            folded: shell.folded,
            editor: shell.editor,
            lecture,
        }
    }

    /// A shell in a new context that shows the same scene. An unfinished film is dropped.
    pub fn shell(self, gpu: &Gpu) -> anyhow::Result<Shell> {
        let mut shell = Beginning::default().shell(gpu)?;
        let opened = LoadedScene::check(self.scene, Path::new(""))
            .and_then(|scene| present::open_scene(&mut shell, &scene).map_err(|why| anyhow!("{why}")));
        shell.picture_wanted = self.picture_wanted;
        shell.stage.quality = self.quality;
        shell.panels_hidden = self.panels_hidden;
        shell.legend = self.legend;
        shell.first_look = self.first_look;
        shell.folded = self.folded;
        shell.folder = self.folder;
        shell.lessons = self.lessons;
        shell.experiments = self.experiments;
        shell.files = Files { film: None, ..self.files };
        shell.editor = self.editor;
        if opened.is_ok() {
            shell.edits = self.edits;
            shell.lab.playback().playing = self.was_playing;
        }
        let why = opened.err().map(|why| format!("could not restore the scene: {why:#}"));
        let told = t!("The graphics driver reset the GPU; the scene was drawn again.");
        shell.notice = Some(why.unwrap_or_else(|| told.into_owned()));
        if let Some(lecture) = self.lecture {
            slide_show::resume(&mut shell, lecture);
        }
        Ok(shell)
    }
}

/// Collects the state of a shell that is to be saved. The window's own size and state keep their defaults.
pub fn of(shell: &Shell, folder: &Path) -> Memory {
    // A lecture leaves no trace: the next start shows the scene that it has set aside.
    let before = shell.set_aside.as_deref();
    let scene = before.map_or_else(|| present::scene_file(shell, folder), |before| before.file.clone());
    let language = Some(Language::current()).filter(|language| *language != Language::of_system());
    Memory {
        language: language.map(|language| language.id().to_owned()),
        theme: Some(theme::id().to_owned()),
        quality: Some(shell.stage.quality.id().to_owned()),
        panels_hidden: before.map_or(shell.panels_hidden, |before| before.panels_hidden),
        legend_hidden: !before.map_or(shell.legend, |before| before.legend),
        folded: before.map_or(&shell.folded, |before| &before.folded).iter().cloned().collect(),
        lesson: shell.lessons.last.map(str::to_owned),
        lessons_seen: shell.lessons.seen.iter().map(|id| (*id).to_owned()).collect(),
        predictions_shown: shell.lessons.predicted.iter().cloned().collect(),
        slides_reached: shell.lessons.standing.reached.clone(),
        slides_chosen: shell.lessons.standing.chosen.clone(),
        scene: Some(scene),
        folder: Some(&shell.folder).filter(|folder| folder.is_absolute()).map(Into::into),
        recent: shell.files.recent.iter().map(Into::into).collect(),
        lecture: shell.editor.kept(),
        ..Memory::default()
    }
}
