//! Brings back what the window remembers, and says what is to be remembered of it.

use std::path::Path;

use anyhow::anyhow;

use super::memory::Memory;
use super::present;
use super::scene_format::SceneFile;
use super::scenes::Scene;
use super::shell::Shell;
use crate::language::Language;
use crate::lessons;

/// Panels and lessons as they were, and the scene as well if there is one. One line to tell if that cannot be.
pub fn bring_back(
    shell: &mut Shell,
    memory: &Memory,
    scene: Option<SceneFile>,
    folder: &Path,
) -> Option<String> {
    shell.panels_hidden = memory.panels_hidden;
    shell.legend = !memory.legend_hidden;
    shell.folded = memory.folded.iter().cloned().collect();
    let known = |id: &String| lessons::find(id).map(|lesson| lesson.id);
    let seen: Vec<_> = memory.lessons_seen.iter().filter_map(known).collect();
    shell.lessons.seen.extend(seen.into_iter().filter(|id| Some(*id) != shell.lessons.open));
    shell.lessons.last = shell.lessons.last.or(memory.lesson.as_ref().and_then(known));
    let opened = Scene::check(scene?, folder)
        .and_then(|scene| present::open_scene(shell, &scene).map_err(|why| anyhow!("{why}")));
    let why = opened.err()?;
    Some(format!("what was on show the last time cannot be: {why:#}"))
}

/// What is to be remembered of the shell; the window's size is not its own.
pub fn of(shell: &Shell, folder: &Path) -> Memory {
    let language = Some(Language::current()).filter(|language| *language != Language::of_system());
    Memory {
        language: language.map(|language| language.id().to_owned()),
        panels_hidden: shell.panels_hidden,
        legend_hidden: !shell.legend,
        folded: shell.folded.iter().cloned().collect(),
        lesson: shell.lessons.last.map(str::to_owned),
        lessons_seen: shell.lessons.seen.iter().map(|id| (*id).to_owned()).collect(),
        scene: Some(present::scene_file(shell, folder)),
        ..Memory::default()
    }
}
