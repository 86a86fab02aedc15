//! From what is on show, as plain data, to the window, and back.

use super::shell::Shell;
use crate::exhibit::{Exhibit, Inspected, Page, Position};
use crate::labs::{self, LABS};
use crate::lessons::{self, Lesson};

/// Puts on show what is named and leaves the rest as it is: all of it or, if anything is refused, nothing. The error is
/// one line.
pub fn present(shell: &mut Shell, exhibit: &Exhibit) -> Result<(), String> {
    // 1. Looked up in the table of labs.
    let (row, page) = labs::check(exhibit, shell.lab.row()).map_err(|why| why.to_string())?;
    // 2. The lab refuses before it changes anything.
    shell.put(row, &exhibit.words).map_err(|why| why.to_string())?;
    // 3. The page, and where the inspector stands.
    if let Some(page) = page {
        shell.turn_to(page);
    }
    let Inspected { compare, step, pixel } = &exhibit.inspected;
    if let Some(compare) = compare {
        // Looked up already.
        shell.inspector.compare = compare.as_deref().and_then(|id| labs::method(row, id).ok());
    }
    match step {
        Some(Position::At(step)) => shell.inspector.position = *step,
        Some(Position::Last) => shell.inspector.position = usize::MAX,
        None => {}
    }
    if pixel.is_some() {
        shell.inspector.pixel = *pixel;
    }
    Ok(())
}

/// The same for a lesson's scene or link, which is the first lab's unless it names another one.
pub fn present_in_course(shell: &mut Shell, exhibit: &Exhibit) -> Result<(), String> {
    let lab = exhibit.lab.clone().unwrap_or_else(|| LABS[0].id.to_owned());
    present(shell, &Exhibit { lab: Some(lab), ..exhibit.clone() })
}

/// What is on show now.
pub fn exhibit(shell: &Shell) -> Exhibit {
    Exhibit {
        lab: Some(shell.lab.row().id.to_owned()),
        page: Some(shell.page.word().to_owned()),
        inspected: Inspected {
            compare: Some(shell.inspector.compare.map(|about| about.id.to_owned())),
            step: Some(Position::At(shell.inspector.position)),
            pixel: shell.inspector.pixel,
        },
        words: shell.lab.words(),
    }
}

/// Opens a lesson and sets its scene. The error is one line that says which lessons there are.
pub fn open_lesson(shell: &mut Shell, id: &str) -> Result<(), String> {
    let Some(lesson) = lessons::find(id) else {
        let ids: Vec<_> = lessons::all().iter().map(|lesson| lesson.id).collect();
        return Err(format!("no lesson is called {id:?}; there are {}", ids.join(", ")));
    };
    shell.lessons.turn_to(lesson);
    set_the_scene(shell, lesson)
}

/// What the lesson shows, with everything that it does not name as it is at the start.
pub fn set_the_scene(shell: &mut Shell, lesson: &Lesson) -> Result<(), String> {
    shell.lessons.begin_again();
    let (row, _) = labs::check(&lesson.show, LABS[0]).map_err(|why| why.to_string())?;
    shell.clear(row);
    shell.inspector.begin_again();
    present_in_course(shell, &lesson.show)
}

/// Whether step and pixel that were asked for are there; the error names what there is.
pub fn check_position(shell: &mut Shell, show: &Exhibit) -> anyhow::Result<()> {
    let Inspected { step, pixel, .. } = show.inspected;
    if shell.page != Page::Inspector || (step.is_none() && pixel.is_none()) {
        return Ok(());
    }
    let story = shell.inspected().map_err(anyhow::Error::msg)?;
    let (method, steps) = (story.about(), story.steps());
    if let Some(Position::At(step)) = step
        && step > steps
    {
        anyhow::bail!("--step {step}: {} has steps 0 to {steps} on this pair", method.id);
    }
    if let Some([x, y]) = pixel {
        let facts = story.facts(0);
        let Some((_, side)) = facts.iter().find(|(name, _)| *name == "side") else {
            anyhow::bail!("--pixel: {} draws no pixels here", method.id)
        };
        let last = side.saturating_sub(1);
        if u64::from(x) > last || u64::from(y) > last {
            anyhow::bail!("--pixel {x},{y}: pixels run from 0,0 to {last},{last}");
        }
    }
    Ok(())
}
