//! The lists below `--help`: labs with their pages, the parameters of every lab, and the lessons.

use super::help;
use crate::exhibit::Page;
use crate::labs::LABS;
use crate::labs::lab::LabRow;
use crate::labs::word_row::WordRow;
use crate::language::{Language, t, tr};
use crate::lessons;

/// All labs with their pages, in the current language: the values that [`Place::of`](super::Place::of)
/// accepts.
pub fn lab_list() -> String {
    let says = |row: &LabRow| {
        let common = Page::COMMON.into_iter().filter(|(page, _)| *page != Page::Scene);
        let pages = common.map(|(_, word)| word).chain(row.pages.iter().map(|page| page.word));
        let pages = pages.collect::<Vec<_>>().join(", ");
        t!("%{says} Pages: %{pages}", says = tr(row.says), pages = pages).into_owned()
    };
    let rows: Vec<_> = LABS.iter().map(|row| (row.id, says(row))).collect();
    help::list(&t!("Labs:"), &rows)
}

/// The parameters of every lab, which `--set` takes in addition to the settings of methods, in the current language.
pub fn word_lists() -> String {
    let says = |row: &LabRow, word: &WordRow| match values(row, word.id) {
        None => tr(word.says),
        Some(values) => {
            t!("%{says} Values: %{values}.", says = tr(word.says), values = values.join(", ")).into_owned()
        }
    };
    let lists = LABS.iter().map(|row| {
        let rows: Vec<_> = row.words.iter().map(|word| (word.id, says(row, word))).collect();
        help::list(&t!("Parameters of the lab %{lab}, as in --set NAME=VALUE:", lab = row.id), &rows)
    });
    lists.collect::<Vec<_>>().join("\n")
}

/// All lessons by the names that `--lesson` and `shot lesson` take. Every start of the program builds these lists, so
/// no lesson is parsed here.
pub fn lesson_list() -> String {
    let language = Language::current();
    let rows: Vec<_> =
        lessons::FILES.iter().map(|files| (files.id(), files.title(language).to_owned())).collect();
    help::list(&t!("Lessons:"), &rows)
}

/// The values of a parameter, if there are few of them or the lab lists them.
pub fn values(row: &LabRow, word: &str) -> Option<Vec<String>> {
    let rows = row.words.iter().find(|known| known.id == word)?.rows;
    if !rows.is_empty() {
        return Some(rows.iter().map(|row| row.0.to_owned()).collect());
    }
    let things = row.things.iter().find(|things| things.word == word)?;
    Some((things.rows)().into_iter().map(|thing| thing.value).collect())
}
