//! Items of a lecture and the window: the current view as an item, and an item's view in the window.

use super::lecture::file::ItemFile;
use super::shell::Shell;
use super::{present, slide_show};
use crate::exhibit::{Page, Position, SceneLink};
use crate::language::t;
use crate::lessons::slide_head::{self, Walk};

/// The part of a page that is shown large, if its story has it: it tells most from the last row.
const LARGE: &str = "buffers";

/// The current view: an experiment by its id, or a link to everything that is on show. A scene that plays begins at its
/// first frame, and plays in the lecture, too. Below a scene stands what stands there now.
pub fn this_view(shell: &mut Shell) -> ItemFile {
    if shell.page == Page::Experiments {
        let experiment = Some(shell.experiments.experiment().id.to_owned());
        let series = Some(shell.experiments.series().to_owned()).filter(|choice| !choice.is_empty());
        return ItemFile { experiment, series, ..ItemFile::default() };
    }
    let mut link = present::exhibit(shell);
    let play = shell.page == Page::Scene && shell.lab.playback().playing;
    if play {
        link.words.take("frame");
    }
    let is_inspected = shell.page == Page::Inspector;
    let has_buffers = is_inspected && shell.inspected().is_ok_and(|story| story.views().contains(&LARGE));
    let large = if has_buffers { LARGE } else { "page" };
    ItemFile { link: Some(link.to_string()), large: Some(large.to_owned()), play, ..ItemFile::default() }
}

/// Shows the view of an item in the window. The error is one line; it also names steps that the view does not have.
pub fn show(shell: &mut Shell, index: usize) -> Result<(), String> {
    let Some(item) = shell.editor.file.items.get(index).cloned() else { return Ok(()) };
    let shown = item.shown();
    match item.kinds().first().copied() {
        Some("lesson" | "page") => present::open_lesson(shell, shown),
        Some("experiment") => {
            shell.experiments.choose(shown, item.series.as_deref().unwrap_or_default().trim());
            shell.turn_to(Page::Experiments);
            Ok(())
        }
        Some("scene") => {
            let path = shell.editor.folder().join(shown);
            shell.files.open(path);
            Ok(())
        }
        _ => {
            let mut link: SceneLink = shown.parse()?;
            link.page.get_or_insert_with(|| Page::Scene.word().to_owned());
            present::show_alone(shell, &link)?;
            check_walk(shell, item.walk.as_deref())
        }
    }
}

/// Refuses steps beyond the last one of the story on show.
fn check_walk(shell: &mut Shell, steps: Option<&str>) -> Result<(), String> {
    let Some(steps) = steps else { return Ok(()) };
    let Walk { last, .. } = slide_head::read_walk(steps)?;
    match (last, slide_show::length_of_story(shell)) {
        (Position::At(last), Some(length)) if last > length => {
            Err(t!("Steps %{steps}: this view has steps 0 to %{last}", steps = steps, last = length)
                .into_owned())
        }
        _ => Ok(()),
    }
}
