//! The labs: a folder for each, and one table with a row for each.

pub mod playhead;
pub mod capabilities;
pub mod word_row;
pub mod spots;
pub mod lab;
pub mod found;
pub mod kept_frames;
pub mod timeline;
pub mod undo;
pub mod measured;
pub mod headline;
pub mod contest;
pub mod arena;
pub mod cloth;
pub mod level;
mod pane_panels;
pub mod meshes;
pub mod road;
pub mod camera_word;
pub mod reading;
mod word_values;
pub mod fields;
pub mod config_words;
pub mod car_words;
mod controls;

use self::camera_word::CameraWord;
use crate::about::MethodInfo;
use crate::exhibit::{Page, SceneLink};
use crate::names::there_are;
use lab::{LabError, LabRow};

/// All labs, in the order of the menu; the window opens with the first.
pub const LABS: &[&LabRow] =
    &[&arena::lab::ROW, &road::lab::ROW, &meshes::lab::ROW, &level::lab::ROW, &cloth::lab::ROW];

/// Looks up a lab by id; the error lists the ids.
pub fn find(id: &str) -> Result<&'static LabRow, LabError> {
    LABS.iter().copied().find(|row| row.id == id).ok_or_else(|| {
        let ids: Vec<_> = LABS.iter().map(|row| row.id).collect();
        LabError(format!("no lab is called {id:?}; {}", there_are(id, &ids)))
    })
}

/// Every method of every lab.
pub fn methods() -> Vec<(&'static LabRow, &'static MethodInfo)> {
    LABS.iter().flat_map(|row| (row.methods)().into_iter().map(move |about| (*row, about))).collect()
}

/// Looks up a page, shared or of a lab's own, by its id; the error lists the ids.
pub fn page(row: &LabRow, word: &str) -> Result<Page, LabError> {
    let own = row.pages.iter().map(|page| (Page::Own(page.word), page.word));
    let mut all = Page::COMMON.into_iter().chain(own);
    let words: Vec<_> = all.clone().map(|(_, word)| word).collect();
    let found = all.find(|(_, known)| *known == word).map(|(page, _)| page);
    found.ok_or_else(|| LabError(format!("page={word}: expected one of {}", words.join(", "))))
}

/// Looks up the lab and the page that a scene link names; a link without a lab means the lab `on_show`.
/// Checks all parameters of the link and builds nothing.
pub fn check(
    exhibit: &SceneLink,
    on_show: &'static LabRow,
) -> Result<(&'static LabRow, Option<Page>), LabError> {
    let row = exhibit.lab.as_deref().map_or(Ok(on_show), find)?;
    let page = exhibit.page.as_deref().map(|word| page(row, word)).transpose()?;
    if let Some(Some(id)) = &exhibit.inspected.compare {
        method(row, id)?;
    }
    exhibit.camera.as_deref().map(|word| CameraWord::of(word, row)).transpose()?;
    (row.check)(&exhibit.words)?;
    Ok((row, page))
}

/// Looks up a method of a lab by id; the error lists the ids.
pub fn method(row: &LabRow, id: &str) -> Result<&'static MethodInfo, LabError> {
    let all = (row.methods)();
    all.iter().copied().find(|about| about.id == id).ok_or_else(|| {
        let ids: Vec<_> = all.iter().map(|about| about.id).collect();
        LabError(format!("no method is called {id:?}; {}", there_are(id, &ids)))
    })
}
